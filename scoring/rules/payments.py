"""
What a hand moves between the four players.

Source: 计分 of the rule text: 底分 8 from everybody, 基本分 from whoever pays the win.
"""

from scoring.rules.catalogue import MINIMUM_POINTS

BASE_POINTS = 8
"""底分: what each of the others pays for any win."""

SEATS = range(4)

Payments = tuple[int, int, int, int]


def settle(points: int, winner: int, discarder: int | None = None) -> Payments:
    """
    Give the four signed amounts in seat order; they add up to zero.

    `points` include flowers. Seats count from 0; without a discarder the win is a self-draw.
    Raise `ValueError` for points below the minimum, an unknown seat, or a winner who pays himself.
    """
    if points < MINIMUM_POINTS:
        raise ValueError(f"a win has at least {MINIMUM_POINTS} points: {points!r}")
    if winner not in SEATS or discarder not in (None, *SEATS):
        raise ValueError(f"no such seat: {winner!r}, {discarder!r}")
    if winner == discarder:
        raise ValueError(f"the winner cannot be the discarder: {winner!r}")
    east, south, west, north = (_pays(points, seat, discarder) for seat in SEATS)
    amounts = [-east, -south, -west, -north]
    amounts[winner] = 0
    amounts[winner] = -sum(amounts)
    return amounts[0], amounts[1], amounts[2], amounts[3]


def _pays(points: int, seat: int, discarder: int | None) -> int:
    """What a player in `seat` owes who did not win."""
    return BASE_POINTS + points if discarder in (None, seat) else BASE_POINTS
