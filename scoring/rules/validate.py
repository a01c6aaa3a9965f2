"""
What speaks against a claimed win: every reason at once, none of them raised.

Source: 和牌的要求 and the definitions of the fan in the rule text, as docs/rules-sources.md reads
them.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from scoring.rules.combine import best_counting
from scoring.rules.divide import TILES_OF_A_WIN
from scoring.rules.hand import Hand, Meld, MeldKind
from scoring.rules.profiles import DEFAULT_PROFILE, scoring_profile
from scoring.rules.readings import Reading, readings
from scoring.rules.tiles import COPIES, Flower

MINIMUM_POINTS = 8
"""起和分: without flowers, which are only added once it is reached (花牌, 81)."""

TILES_OF_A_SET = 3

SHAPELESS = ("impossible_meld", "tile_count")
"""Tiles that have one of these problems cannot be divided."""


@dataclass(frozen=True, slots=True)
class Problem:
    """
    A reason to refuse a hand: a code for programs and parameters for the sentence shown.

    Tiles stand in the parameters as they are written: "5m".
    """

    code: str
    params: tuple[tuple[str, str | int], ...] = ()


def problems(hand: Hand, profile: str = DEFAULT_PROFILE) -> tuple[Problem, ...]:
    """
    Give every reason to refuse the hand, none for a legal win.

    The points are only judged when nothing else is wrong: a contradiction leaves them open.
    Raise `ValueError` for a profile that cannot score tiles.
    """
    rules = scoring_profile(profile)
    found, wrong = examine(hand)
    return wrong or points_problems(best_counting(found, rules).points)


def examine(hand: Hand) -> tuple[tuple[Reading, ...], tuple[Problem, ...]]:
    """Give the readings of the hand, and every reason but its points against it."""
    wrong = [*_tile_problems(hand), *_situation_problems(hand), *_flower_problems(hand)]
    if any(problem.code in SHAPELESS for problem in wrong):
        return (), tuple(wrong)
    found = readings(hand)
    if not found:
        wrong.append(_problem("not_a_win"))
    return found, tuple(wrong)


def points_problems(points: int) -> tuple[Problem, ...]:
    """Refuse points below the minimum; `points` leave flowers out, which do not help."""
    if points >= MINIMUM_POINTS:
        return ()
    return (_problem("below_minimum", points=points, minimum=MINIMUM_POINTS),)


def _problem(code: str, **params: str | int) -> Problem:
    return Problem(code, tuple(params.items()))


def _tile_problems(hand: Hand) -> Iterator[Problem]:
    for meld in hand.melds:
        if not is_possible(meld):
            yield _problem("impossible_meld", meld=str(meld))
    count = len(hand.standing) + TILES_OF_A_SET * len(hand.melds)
    if count != TILES_OF_A_WIN:
        yield _problem("tile_count", count=count, needed=TILES_OF_A_WIN)
    for tile, copies in sorted(Counter(hand.tiles).items()):
        if copies > COPIES:
            yield _problem("too_many_copies", tile=str(tile), count=copies)


def is_possible(meld: Meld) -> bool:
    """Whether the tiles are the set the meld says, claimed in a way it can be."""
    ordered = sorted(meld.tiles)
    if meld.kind is MeldKind.CHOW:
        suits = {tile.suit for tile in ordered}
        steps = [tile - ordered[0] for tile in ordered]
        return (
            steps == [0, 1, 2]
            and len(suits) == 1
            and None not in suits
            and meld.claimed in (1, 2, 3)
        )
    size = 4 if meld.is_kong else 3
    claimed = (meld.feeder is None) == (meld.kind is MeldKind.CONCEALED_KONG)
    return len(ordered) == size and len(set(ordered)) == 1 and claimed


def _situation_problems(hand: Hand) -> Iterator[Problem]:
    """Hold what is claimed of the last tile against the tiles and against each other."""
    tile = str(hand.winning_tile)
    if hand.kong and hand.self_drawn and not any(meld.is_kong for meld in hand.melds):
        yield _problem("replacement_without_kong")
    if hand.robs_kong and hand.last_in_wall:
        # No kong may be declared once the wall is empty: there is no tile to replace it.
        yield _problem("robbed_last_tile")
    if hand.robs_kong and _holds_winning_tile(hand):
        # The robbed tile is the fourth: the other three lie in the pung it was added to.
        yield _problem("robbed_tile_held", tile=tile)
    if hand.last_of_kind and hand.winning_tile in hand.concealed:
        yield _problem("last_of_kind_held", tile=tile)


def _holds_winning_tile(hand: Hand) -> bool:
    """Whether the winner has a copy of the winning tile besides it."""
    return hand.tiles.count(hand.winning_tile) > 1


def _flower_problems(hand: Hand) -> Iterator[Problem]:
    if not 0 <= hand.flower_count <= len(Flower):
        yield _problem("flower_count", count=hand.flower_count, most=len(Flower))
    if not isinstance(hand.flowers, int):
        for flower, copies in sorted(Counter(hand.flowers).items()):
            if copies > 1:
                yield _problem("duplicate_flower", flower=flower.value, count=copies)
