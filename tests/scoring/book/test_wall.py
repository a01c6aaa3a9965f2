"""Where the wall opens, for every pair of throws."""

from itertools import product

import pytest

from scoring.book import Opening, open_wall
from scoring.book.wall import second_thrower
from scoring.rules import Wind

EAST, SOUTH, WEST, NORTH = Wind
THROWS = list(product(range(1, 7), repeat=2))
# As the rule text lists the sums of the dealer's throw.
SECOND = {
    **dict.fromkeys((5, 9), EAST),
    **dict.fromkeys((2, 6, 10), SOUTH),
    **dict.fromkeys((3, 7, 11), WEST),
    **dict.fromkeys((4, 8, 12), NORTH),
}
# All stacks in the order in which tiles are taken: each wall from its right end to its left, where
# the wall of the player at the left begins.
CIRCLE = [(wind, stack) for wind in (EAST, NORTH, WEST, SOUTH) for stack in range(1, 19)]


@pytest.mark.parametrize("throw", THROWS)
def test_the_dealers_throw_picks_who_throws_again(throw):
    assert second_thrower(throw) is SECOND[sum(throw)]


@pytest.mark.parametrize("first", THROWS)
def test_both_throws_are_counted_from_the_right_of_the_second_throwers_wall(first):
    for second in THROWS:
        thrower = SECOND[sum(first)]
        count = sum(first) + sum(second)
        start = CIRCLE.index((thrower, 1))

        opening = open_wall(first, second)

        assert opening == Opening(
            thrower,
            count,
            *CIRCLE[(start + count - 1) % 72],
            *CIRCLE[(start + count) % 72],
        )


@pytest.mark.parametrize(
    ("first", "second", "opening"),
    [
        pytest.param((1, 1), (1, 1), Opening(SOUTH, 4, SOUTH, 4, SOUTH, 5), id="smallest"),
        pytest.param((3, 4), (5, 6), Opening(WEST, 18, WEST, 18, SOUTH, 1), id="to-the-end"),
        pytest.param((4, 5), (5, 5), Opening(EAST, 19, NORTH, 1, NORTH, 2), id="beyond"),
        pytest.param((6, 6), (6, 6), Opening(NORTH, 24, WEST, 6, WEST, 7), id="largest"),
    ],
)
def test_worked_openings(first, second, opening):
    assert open_wall(first, second) == opening


@pytest.mark.parametrize("throw", [(0, 1), (1, 7), (1,), (1, 2, 3)])
def test_dice_that_do_not_exist_are_refused(throw):
    with pytest.raises(ValueError, match="two dice show 1-6"):
        open_wall(throw, (1, 1))
    with pytest.raises(ValueError, match="two dice show 1-6"):
        open_wall((1, 1), throw)
