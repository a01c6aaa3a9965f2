"""What the calculator says of a text: its worth, what speaks against it, what it still needs."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from unicodedata import normalize

from scoring.messages import problem_message
from scoring.rules import (
    MINIMUM_POINTS,
    Hand,
    Problem,
    Score,
    WinningTile,
    judge,
    read_hand,
    settle,
    winning_tiles,
)
from scoring.rules.divide import TILES_OF_A_WIN
from scoring.rules.tiles import tiles
from scoring.rules.validate import TILES_OF_A_SET, number_of_tiles

BELOW_MINIMUM = "below_minimum"
TOO_FEW_TILES = "too_few"
OF_THE_LAST_TILE = {"robbed_tile_held", "last_of_kind_held"}
"""Problems that say nothing while the tile to win on is still to come."""


@dataclass(frozen=True, slots=True)
class Calculation:
    """
    The answer to one text.

    `hand` is None when the text cannot be read; `score` when it is no win. `problems` are
    sentences; points below the minimum and missing tiles are not among them. `wrong` names what to
    look at, as it is written: "5m" as often as it is meant, melds as "[123m,2]". `missing` is how
    many tiles a win still needs, 0 also when there are too many. `waits` is filled when one is
    missing.
    """

    hand: Hand | None = None
    score: Score | None = None
    problems: tuple[str, ...] = ()
    wrong: tuple[str, ...] = ()
    missing: int = 0
    waits: tuple[WinningTile, ...] = ()
    minimum: int = MINIMUM_POINTS

    @property
    def is_legal(self) -> bool:
        """Whether the hand may be declared: a win of the minimum or more."""
        return self.score is not None and not self.score.missing

    @property
    def payments(self) -> tuple[int, ...]:
        """What winner, discarder and the two others get, or winner and the three others."""
        if self.score is None or self.score.missing:
            return ()
        return settle(self.score.total, 0, None if self.score.hand.self_drawn else 1)


def calculate(text: str, profile: str, declared: Iterable[str] = ()) -> Calculation:
    """
    Give everything there is to say of a text; never an exception, whatever the text is.

    `profile` is the key of an edition and `declared` what it knows of keys; raise `ValueError` for
    an unknown edition.
    """
    read = read_hand(text)
    if isinstance(read, Problem):
        missing = _missing_beside_melds(text) if read.code == "no_tiles" else 0
        return Calculation(missing=missing) if missing else Calculation(problems=_sentences([read]))
    hand = replace(read, declared=frozenset(declared))
    judgement = judge(hand, profile)
    missing = max(0, TILES_OF_A_WIN - number_of_tiles(hand))
    problems = [
        problem
        for problem in judgement.problems
        if not _is_shown_otherwise(problem) and not (missing and problem.code in OF_THE_LAST_TILE)
    ]
    return Calculation(
        hand=hand,
        score=judgement.score,
        problems=_sentences(problems),
        wrong=tuple(_wrong(hand, problems)),
        missing=missing,
        waits=winning_tiles(hand, profile) if missing == 1 else (),
    )


def _missing_beside_melds(text: str) -> int:
    """Count what a text of melds only still needs; the notation closes every one of them."""
    return max(0, TILES_OF_A_WIN - TILES_OF_A_SET * normalize("NFKC", text).count("["))


def _is_shown_otherwise(problem: Problem) -> bool:
    """Points and tiles that are missing have their own place in the answer."""
    return problem.code == BELOW_MINIMUM or TOO_FEW_TILES in dict(problem.params)


def _sentences(problems: Iterable[Problem]) -> tuple[str, ...]:
    return tuple(map(problem_message, problems))


def _wrong(hand: Hand, problems: Iterable[Problem]) -> Iterator[str]:
    """Name the tiles and melds the problems are about, each copy once."""
    found: Counter[str] = Counter()
    for problem in problems:
        found |= Counter(_named_by(hand, problem))
    yield from found.elements()


def _named_by(hand: Hand, problem: Problem) -> Iterator[str]:
    params = dict(problem.params)
    if problem.code == "too_many_copies":
        (tile,) = tiles(str(params["tile"]))
        yield from [str(tile)] * hand.standing.count(tile)
        yield from (str(meld) for meld in hand.melds if tile in meld.tiles)
    elif "tile" in params:
        yield str(params["tile"])
    if "out" in params:
        yield from map(str, tiles(str(params["out"])))
    if "meld" in params:
        yield str(params["meld"])
