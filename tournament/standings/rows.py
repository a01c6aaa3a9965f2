"""The plain rows a standing is made of."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar


@dataclass(frozen=True, slots=True)
class Entry:
    """
    A player's entry in the event or stage, and what he brings along.

    A filler (陪打, `ranked` false) is listed without a rank. A withdrawn player who played keeps his
    line, his rank and a mark; nothing is divided by the games played. A disqualified one keeps his line
    and stands last, without a rank. `carried_points` and `carried_score` come from an earlier stage. The
    lowest `lot` wins a tie settled by lot.
    """

    player: int
    number: int
    team: int | None = None
    ranked: bool = True
    withdrawn: bool = False
    disqualified: bool = False
    carried_points: Fraction = Fraction(0)
    carried_score: int = 0
    lot: int | None = None


@dataclass(frozen=True, slots=True)
class TeamEntry:
    """A team in the team standing; `number` orders teams that are level."""

    team: int
    number: int
    ranked: bool = True
    withdrawn: bool = False


@dataclass(frozen=True, slots=True)
class SeatResult:
    """
    One seat of one game and whom it is credited to.

    `player` is credited in the individual standing, `team` in the team standing; either may be
    None. `member` says in whose place an uncredited result was played, so that "best k of a team"
    counts it with that member; None means `player`. `score` is the final game score with its
    penalties; give it without the starting score, otherwise a missed game would cost 500. A result
    that does not count (game open, held back, cancelled) is shown in its cell and summed nowhere.
    """

    round: int
    table: int
    player: int | None
    team: int | None
    score: int
    table_points: Fraction
    counts: bool = True
    member: int | None = None


@dataclass(frozen=True, slots=True)
class Adjustment:
    """
    A signed change outside every game: a penalty in table points is negative.

    With `player` alone it touches the individual standing, with `team` alone the team's total,
    with both it goes to the player's line and to his share of the team. Penalties inside a game
    belong in that game's score, not here. A cancelled one changes nothing.
    """

    player: int | None
    team: int | None
    table_points: Fraction = Fraction(0)
    score: int = 0
    cancelled: bool = False


def credited_player(entry: int, *, outside: bool, counts: bool) -> int | None:
    """
    The player credited for a seat of `entry`: the entry itself, or nobody.

    `outside` tells that the one who played is not on the roster, `counts` that such a game counts
    for the entry all the same. The team is credited either way.
    """
    return entry if counts or not outside else None


@dataclass(frozen=True, slots=True)
class Sums:
    """Table points and score added up."""

    points: Fraction = Fraction(0)
    score: int = 0

    def __add__(self, other: "Sums") -> "Sums":
        return Sums(self.points + other.points, self.score + other.score)


def sum_up(rows: Iterable[SeatResult | Adjustment]) -> Sums:
    """What some rows add up to."""
    amounts = [(row.table_points, row.score) for row in rows]
    points = sum((points for points, _ in amounts), Fraction(0))
    return Sums(points, sum(score for _, score in amounts))


Row = TypeVar("Row")


def rows_of(rows: Mapping[int, list[Row]], key: int) -> list[Row]:
    """The list of one player or team; raise `ValueError` when there is no such entry."""
    try:
        return rows[key]
    except KeyError:
        raise ValueError(f"no entry for {key!r}") from None
