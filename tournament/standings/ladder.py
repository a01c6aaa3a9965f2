"""The ladder of tie-breaks, and places that level lines share."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Final

from tournament.standings.rows import Entry


class Tiebreak(StrEnum):
    """What separates players level on table points; the higher value wins, the lot excepted."""

    SCORE = "score"
    """Total score (比赛分)."""

    BEST_GAME = "best_game"
    """Best score of a single game."""

    BEST_TABLE_POINTS = "best_table_points"
    """Best table points of a single game."""

    MORE_FIRSTS = "more_firsts"
    """More games with the highest table points, then with the next lower ones, and so on."""

    LOT = "lot"
    """The lower lot number; without lots the place stays shared."""


Ladder = tuple[Tiebreak, ...]

LADDERS: Final[dict[str, Ladder]] = {
    # No third key is written in MIL25: level in both is a shared place.
    "default": (Tiebreak.SCORE,),
    "r98": (Tiebreak.SCORE, Tiebreak.BEST_TABLE_POINTS, Tiebreak.MORE_FIRSTS),
    "full": (Tiebreak.SCORE, Tiebreak.BEST_GAME, Tiebreak.MORE_FIRSTS),
    "lot": (Tiebreak.SCORE, Tiebreak.BEST_GAME, Tiebreak.MORE_FIRSTS, Tiebreak.LOT),
}
DEFAULT_LADDER: Final = LADDERS["default"]

# A key without values loses against any other.
Key = tuple[Fraction | int, ...]


@dataclass(frozen=True, slots=True)
class Cell:
    """One game in a player's line."""

    round: int
    table: int
    score: int
    table_points: Fraction
    counts: bool


@dataclass(frozen=True, slots=True)
class Line:
    """
    A player's line: totals, and everything they are made of.

    `table_points` = the counted cells + `carried_points` of the entry + `adjusted_points`, and
    `score` likewise. `rank` is None for a filler; `shared` tells that the rank has several holders.
    """

    rank: int | None
    shared: bool
    entry: Entry
    table_points: Fraction
    score: int
    adjusted_points: Fraction
    adjusted_score: int
    cells: tuple[Cell, ...]

    @property
    def counted(self) -> tuple[Cell, ...]:
        """The cells that are summed."""
        return tuple(cell for cell in self.cells if cell.counts)


def _lot_key(line: Line) -> Key:
    return () if line.entry.lot is None else (-line.entry.lot,)


def _high_points_key(line: Line) -> Key:
    """
    The positive table points of the games, best first.

    Compared from the left this is the count of the highest value, then of the next one; zeros are
    left out because a game more without points is no advantage.
    """
    return tuple(sorted((c.table_points for c in line.counted if c.table_points > 0), reverse=True))


RUNGS: Final[dict[Tiebreak, Callable[[Line], Key]]] = {
    Tiebreak.SCORE: lambda line: (line.score,),
    Tiebreak.BEST_GAME: lambda line: tuple(sorted(c.score for c in line.counted)[-1:]),
    Tiebreak.BEST_TABLE_POINTS: lambda line: tuple(
        sorted(c.table_points for c in line.counted)[-1:]
    ),
    Tiebreak.MORE_FIRSTS: _high_points_key,
    Tiebreak.LOT: _lot_key,
}


def ranking_key(line: Line, ladder: Ladder) -> tuple[Key, ...]:
    """What a line is ranked by, higher is better: table points, then the rungs of the ladder."""
    return ((line.table_points,), *(RUNGS[rung](line) for rung in ladder))


def shared_ranks(keys: Sequence[object]) -> tuple[int, ...]:
    """The places 1, 1, 3 of keys that already stand best first: equal keys share a place."""
    ranks: list[int] = []
    for index, key in enumerate(keys):
        ranks.append(ranks[-1] if index and key == keys[index - 1] else index + 1)
    return tuple(ranks)


def shared_places(lines: Sequence[tuple[bool, object]]) -> tuple[tuple[int | None, bool], ...]:
    """
    Rank and whether it is shared, for (ranked, key) of lines that stand best first.

    Fillers are passed over: they get None and take no place from those behind them.
    """
    ranks = shared_ranks([key for ranked, key in lines if ranked])
    holders = Counter(ranks)
    rest = iter(ranks)
    places: list[tuple[int | None, bool]] = []
    for ranked, _ in lines:
        rank = next(rest) if ranked else None
        places.append((rank, rank is not None and holders[rank] > 1))
    return tuple(places)
