"""
What the planned schedules reach, field by field.

`make bench` walks the whole grid and times it; here every small field is walked whole and every
larger one at its longest common events.
"""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournament.draw.schedules import (
    clashes,
    everyone_once,
    known_maximum,
    most_visits,
    pairs,
    repeats,
    teams,
    wind_spread_ever,
)
from tournament.draw import Constraints, Lots, assign_winds, plan

SMALL = range(16, 65, 4)
LARGE = range(68, 401, 4)
PRIME_POWERS = [5, 7, 8, 9, 11, 13, 16, 17, 19, 23, 25, 27, 29, 31, 32]


def planned(players, rounds, **asked):
    made = plan(range(1, players + 1), rounds, seed="goal", **asked).rounds
    assert len(made) == rounds
    assert everyone_once(made, range(1, players + 1))
    assert wind_spread_ever(made) <= 1
    return made


@pytest.mark.parametrize("players", SMALL)
def test_small_fields_have_no_repeat_up_to_the_known_maximum(players):
    for rounds in range(1, min(15, known_maximum(players)) + 1):
        assert (rounds, repeats(planned(players, rounds))) == (rounds, 0)


@pytest.mark.parametrize("players", LARGE)
def test_larger_fields_have_no_repeat_in_fifteen_rounds(players):
    assert repeats(planned(players, 15)) == 0


@pytest.mark.parametrize("players", range(60, 401, 4))
def test_nobody_comes_to_a_table_twice_in_twelve_rounds(players):
    made = planned(players, 12)

    assert (repeats(made), most_visits(made)) == (0, 1)


@pytest.mark.parametrize("tables", PRIME_POWERS)
def test_a_prime_power_of_tables_gives_as_many_perfect_rounds(tables):
    for rounds in {2, tables // 2, tables - 1, tables}:
        made = planned(4 * tables, rounds)

        assert (repeats(made), most_visits(made)) == (0, 1)


@pytest.mark.parametrize(
    ("players", "rounds", "fewest"),
    [
        (20, 6, 6), (20, 7, 24), (20, 8, 50), (20, 10, 110), (24, 8, 12), (24, 9, 48), (24, 10, 84),
        (28, 10, 42), (28, 11, 84), (32, 11, 32), (36, 12, 27), (40, 14, 60), (44, 15, 44),
        (48, 16, 36), (16, 6, 24), (16, 8, 72), (16, 10, 120), (8, 2, 4), (8, 3, 8), (8, 4, 20),
        (8, 5, 32), (8, 7, 56), (12, 2, 3), (12, 3, 6), (12, 4, 13), (12, 5, 24), (12, 6, 42),
        (12, 7, 60), (12, 8, 78), (12, 11, 132), (4, 3, 12),
    ],
)  # fmt: skip
def test_above_the_maximum_repeats_are_as_few_as_known(players, rounds, fewest):
    assert repeats(planned(players, rounds)) == fewest


@pytest.mark.parametrize(("players", "rounds"), [(8, 7), (12, 11)])
def test_every_pair_meets_exactly_three_times(players, rounds):
    assert set(pairs(planned(players, rounds)).values()) == {3}


@pytest.mark.parametrize(
    ("players", "rounds", "prefix", "fewest"), [(24, 8, 7, 18), (20, 6, 5, 6), (36, 12, 11, 27)]
)
def test_an_event_that_may_end_early_has_its_best_rounds_first(players, rounds, prefix, fewest):
    made = planned(players, rounds, prefix_first=True)

    assert (repeats(made[:prefix]), repeats(made)) == (0, fewest)


def test_as_few_repeats_as_can_be_cost_rounds_free_of_them():
    made = planned(24, 8)

    assert [repeats(made[:count]) for count in (6, 7, 8)] == [0, 4, 12]


@pytest.mark.parametrize("players", [*SMALL, 72, 76, 88, 100, 104, 120, 152, 200, 232, 300, 400])
def test_teams_of_four_never_meet_and_nobody_meets_twice(players):
    longest = min(15, known_maximum(players) - 1)
    apart = teams(players)
    for rounds in range(1, longest + 1) if players in SMALL else (6, longest):
        made = planned(players, rounds, constraints=Constraints(apart))

        assert (rounds, repeats(made), clashes(made, apart)) == (rounds, 0, 0)


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 12), st.integers(1, 13), st.text(max_size=4))
def test_winds_differ_by_one_after_every_round_of_any_rounds(tables, rounds, seed):
    lots = Lots(seed)
    shuffled = [lots.shuffled(range(4 * tables)) for _round in range(rounds)]
    seated = tuple(
        tuple(tuple(order[i : i + 4]) for i in range(0, 4 * tables, 4)) for order in shuffled
    )

    made = assign_winds(seated, lots=lots)

    assert wind_spread_ever(made) <= 1
    assert [[set(table) for table in s] for s in made] == [[set(t) for t in s] for s in seated]
