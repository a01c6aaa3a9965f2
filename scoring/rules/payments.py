"""From the value of a hand to four signed amounts."""

from typing import Final

SEATS: Final = 4
BASE_POINTS: Final = 8


def settle(points: int, winner: int, discarder: int | None = None) -> tuple[int, int, int, int]:
    """
    The four signed amounts in seat order; they add up to 0.

    `points` is the value of the hand, flowers included. On a self-draw (`discarder` None) each
    other player pays the base of 8 and the points; on a discard the discarder pays them and the
    other two pay the base alone. Raise `ValueError` for a seat that is not 0-3, a winner who is
    the discarder, or points under the minimum.

    Source: R98, 计分; 底分 is 8.
    """
    if not 0 <= winner < SEATS or (discarder is not None and not 0 <= discarder < SEATS):
        raise ValueError(f"seats are 0-3: winner {winner!r}, discarder {discarder!r}")
    if winner == discarder:
        raise ValueError(f"the winner cannot be the discarder: {winner!r}")
    if points < BASE_POINTS:
        raise ValueError(f"a win is worth at least {BASE_POINTS} points, not {points!r}")
    pays_all = (discarder,) if discarder is not None else range(SEATS)
    amounts = [-BASE_POINTS - (points if seat in pays_all else 0) for seat in range(SEATS)]
    amounts[winner] = 0
    amounts[winner] = -sum(amounts)
    east, south, west, north = amounts
    return east, south, west, north
