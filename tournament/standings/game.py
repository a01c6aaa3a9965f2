"""One game: its scores, what they must add up to, its table points."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import Final

SEATS: Final = 4
TWELFTHS: Final = 12

VECTOR: Final = (4, 2, 1, 0)
NO_PLAY_POINTS: Final = Fraction(3)
"""What each player present gets at a table where nobody can play."""

FEWEST_TO_PLAY: Final = 3


def to_twelfths(points: Fraction) -> int:
    """Table points as whole twelfths, the way they are stored; raise `ValueError` if they are not."""
    twelfths = points * TWELFTHS
    if twelfths.denominator != 1:
        raise ValueError(f"not a whole number of twelfths: {points!r}")
    return twelfths.numerator


def from_twelfths(twelfths: int) -> Fraction:
    """Table points from the stored whole twelfths."""
    return Fraction(twelfths, TWELFTHS)


def game_scores(
    hands: Iterable[Sequence[int]],
    penalties: Iterable[Sequence[int]] = (),
    *,
    starting_score: int = 0,
) -> tuple[int, int, int, int]:
    """
    The final score of each seat: starting score, hand points and penalty shares added up.

    Every row has four signed amounts in one seat order; a fine's row has a negative sum. Cancelled
    penalties and superseded hands must not be among the rows.
    """
    totals = [starting_score] * SEATS
    for row in (*hands, *penalties):
        totals = [total + amount for total, amount in zip(totals, row, strict=True)]
    east, south, west, north = totals
    return east, south, west, north


@dataclass(frozen=True, slots=True)
class SumCheck:
    """What the four scores of a game should add up to, and what they do."""

    expected: int
    actual: int

    @property
    def difference(self) -> int:
        """Points too many (positive) or missing (negative); 0 when the sum is explained."""
        return self.actual - self.expected

    @property
    def ok(self) -> bool:
        """Whether the sum is explained."""
        return self.difference == 0


def check_sum(scores: Sequence[int], fines: int, starting_score: int) -> SumCheck:
    """
    Compare the sum of four final scores with 4 × `starting_score` − `fines`.

    `fines` is the total taken at this table and given to nobody, as a positive number, that of an
    absent seat included. Compensations do not belong to it: they stay at the table.
    """
    if fines < 0:
        raise ValueError(f"fines are a positive total, not {fines!r}")
    return SumCheck(SEATS * starting_score - fines, sum(scores))


def shared_points(
    scores: Mapping[int, int], vector: Sequence[int | Fraction]
) -> dict[int, Fraction]:
    """The points of `vector` by score, best first; equal scores share the mean of their places."""
    placed = sorted(scores, key=lambda seat: scores[seat], reverse=True)
    points: dict[int, Fraction] = {}
    for _, group in groupby(placed, key=lambda seat: scores[seat]):
        tied = tuple(group)
        places = vector[len(points) : len(points) + len(tied)]
        mean = Fraction(sum(places)) / len(tied)
        points |= dict.fromkeys(tied, mean)
    return points


def table_points(
    scores: Sequence[int],
    *,
    vector: Sequence[int | Fraction] = VECTOR,
    absent: Collection[int] = (),
) -> tuple[Fraction, ...]:
    """
    The table points (标准分) of the four seats, in the order of `scores`.

    `scores` are the final game scores, penalties included. `absent` holds the indexes 0-3 of the
    seats without a player or with a forfeited game: they get 0 whatever their score, and those
    present share the first places. With one or two present there is no play and each gets 3.

    Source: MIL25 on absent players; a tie among three present is not written down there, the mean
    of the places is the natural reading.
    """
    if len(scores) != SEATS or len(vector) != SEATS:
        raise ValueError(f"a table has four scores and four places: {scores!r}, {vector!r}")
    if not set(absent) <= set(range(SEATS)):
        raise ValueError(f"absent seats are 0-3: {absent!r}")
    present = {seat: score for seat, score in enumerate(scores) if seat not in absent}
    if len(present) < FEWEST_TO_PLAY:
        points = dict.fromkeys(present, NO_PLAY_POINTS)
    else:
        points = shared_points(present, vector)
    return tuple(points.get(seat, Fraction(0)) for seat in range(SEATS))
