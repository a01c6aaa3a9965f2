"""
Who sits where, and which wind he holds, in each hand (盘) of a game (局).

Everything follows from the hand's number and the event's seat change rule, so nothing of it is
stored. Three indexes of 0-3 must be kept apart:

* a *start*: the player by the seat he began the game in, A (东), B (南), C (西), D (北);
* a *place*: the chair at the table, named by the wind its holder has in the first hand of a 圈;
* a *wind*: East 东, South 南, West 西, North 北 in that order; the seat wind (门风) of the chairs
  moves on with every hand because the dealer always passes.

Source: R98 (中国麻将竞赛规则, 1998), the passages on 盘, 圈, 局 and on the seat change (换位).
"""

from enum import StrEnum
from typing import Final

HANDS_PER_WIND: Final = 4
WINDS_PER_GAME: Final = 4
HANDS_PER_GAME: Final = HANDS_PER_WIND * WINDS_PER_GAME

WINDS_ZH: Final = ("东", "南", "西", "北")
WINDS_EN: Final = ("East", "South", "West", "North")
START_LETTERS: Final = ("A", "B", "C", "D")


class SeatChange(StrEnum):
    """When the players change chairs (换位) during a game."""

    EVERY = "every"
    """Before 圈 2, 3 and 4."""

    HALFWAY = "halfway"
    """Only before 圈 3: East with South, West with North."""

    NONE = "none"
    """Never."""


# One row a start, one column a 圈. The pictures in circulation show other orders for `every`;
# this one is E-S and W-N before 圈 2 and 4, and E to W, S to N, W to S, N to E before 圈 3.
PLACES: Final[dict[SeatChange, tuple[tuple[int, int, int, int], ...]]] = {
    SeatChange.EVERY: (
        (0, 1, 3, 2),
        (1, 0, 2, 3),
        (2, 3, 0, 1),
        (3, 2, 1, 0),
    ),
    SeatChange.HALFWAY: (
        (0, 0, 1, 1),
        (1, 1, 0, 0),
        (2, 2, 3, 3),
        (3, 3, 2, 2),
    ),
    SeatChange.NONE: (
        (0, 0, 0, 0),
        (1, 1, 1, 1),
        (2, 2, 2, 2),
        (3, 3, 3, 3),
    ),
}


def _position(number: int) -> tuple[int, int]:
    """The 圈 and the hand within it, both 0-3, of hand `number` (1-16)."""
    if not 1 <= number <= HANDS_PER_GAME:
        raise ValueError(f"a game has hands 1-{HANDS_PER_GAME}, not {number!r}")
    return divmod(number - 1, HANDS_PER_WIND)


def prevalent_wind(number: int) -> int:
    """
    The prevalent wind (圈风) 0-3 of hand `number` (1-16).

    Raise `ValueError` outside 1-16, as every function here does.
    """
    return _position(number)[0]


def hand_in_wind(number: int) -> int:
    """How many hands (0-3) of its 圈 come before hand `number`: also the place that deals."""
    return _position(number)[1]


def place(start: int, number: int, rule: SeatChange) -> int:
    """The place 0-3 where the player of `start` (0-3 for A-D) sits in the 圈 of hand `number`."""
    if not 0 <= start < len(START_LETTERS):
        raise ValueError(f"a start is 0-3, not {start!r}")
    return PLACES[rule][start][prevalent_wind(number)]


def seat_wind(start: int, number: int, rule: SeatChange) -> int:
    """The seat wind (门风) 0-3 of the player of `start` in hand `number`."""
    return (place(start, number, rule) - hand_in_wind(number)) % WINDS_PER_GAME


def starts_by_wind(number: int, rule: SeatChange) -> tuple[int, int, int, int]:
    """The starts whose seat wind is East (the dealer), South, West, North in hand `number`."""
    east, south, west, north = sorted(
        range(len(START_LETTERS)), key=lambda start: seat_wind(start, number, rule)
    )
    return east, south, west, north


def dealer(number: int, rule: SeatChange) -> int:
    """
    The start 0-3 of the dealer (庄家) of hand `number`.

    He sits at the place numbered like the hand, so after a seat change he need not be the one who
    started there.
    """
    return starts_by_wind(number, rule)[0]


def hand_name_zh(number: int) -> str:
    """The hand's name from 圈风 and dealing place, "南风西" for hand 7."""
    wind, hand = _position(number)
    return f"{WINDS_ZH[wind]}风{WINDS_ZH[hand]}"


def hand_name_en(number: int) -> str:
    """The hand's name from prevalent wind and count within it, "South 3" for hand 7."""
    wind, hand = _position(number)
    return f"{WINDS_EN[wind]} {hand + 1}"
