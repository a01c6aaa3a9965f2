"""
Where the wall is opened 开牌.

Source: the rule text: the dealer's throw picks who throws again; both throws together are counted
from the right end of that player's wall, and the dealer takes the next two stacks.
"""

from dataclasses import dataclass

from scoring.rules import Wind

STACKS = 18
"""Stacks 墩 of two tiles before each player."""

PLAYERS = 4
DIE = range(1, 7)

Throw = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Opening:
    """
    What two throws of two dice decide.

    `thrower` throws the second time. `count` stacks are counted from the right end of his wall;
    the last of them is stack `last` of `last_wall`. The first tiles dealt are stack `first` of
    `first_wall`. Stacks have the numbers 1-18 from the right as their owner sees them.
    """

    thrower: Wind
    count: int
    last_wall: Wind
    last: int
    first_wall: Wind
    first: int


def second_thrower(throw: Throw) -> Wind:
    """Give who throws again: the dealer is counted as one, then against the clock hand."""
    return list(Wind)[(_sum(throw) - 1) % PLAYERS]


def open_wall(first_throw: Throw, second_throw: Throw) -> Opening:
    """
    Give where the wall is opened by the dealer's throw and the one that follows.

    A count beyond the wall's 18 stacks goes on in the wall at its left end. Raise `ValueError` for
    dice that do not exist.
    """
    thrower = second_thrower(first_throw)
    count = _sum(first_throw) + _sum(second_throw)
    last_wall, last = _stack(thrower, count)
    first_wall, first = _stack(thrower, count + 1)
    return Opening(thrower, count, last_wall, last, first_wall, first)


def _sum(throw: Throw) -> int:
    if len(throw) != 2 or any(die not in DIE for die in throw):
        raise ValueError(f"two dice show 1-6 each, not {throw!r}")
    return sum(throw)


def _stack(thrower: Wind, number: int) -> tuple[Wind, int]:
    """Give the wall and the place in it of the stack of this number, from the thrower's right."""
    walls_on, place = divmod(number - 1, STACKS)
    winds = list(Wind)
    # The left end of a wall meets the right end of the left player's, who sits one wind earlier.
    return winds[(winds.index(thrower) - walls_on) % PLAYERS], place + 1
