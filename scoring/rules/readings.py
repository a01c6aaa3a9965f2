"""
The readings of a hand: each division with what the winning tile did in it.

Whether a pung was completed by a discard and how the hand waited depend on the set the winning
tile is read into. Those choices never compete within one division: a winning tile that has a
place in a chow or the pair leaves its pung concealed, and gives the wait if there is one.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from scoring.rules.divide import (
    Division,
    SetKind,
    Shape,
    TileSet,
    divisions,
    group_tiles,
    knitted_rests,
    meld_set,
    special_shapes,
)
from scoring.rules.hand import Hand
from scoring.rules.tiles import Suit, Tile
from scoring.rules.waits import waits


class Wait(StrEnum):
    """How the winning tile completed the hand, when no other tile would have done."""

    EDGE = "edge"
    CLOSED = "closed"
    SINGLE = "single"


@dataclass(frozen=True, slots=True)
class Reading:
    """
    One way to read a hand, with what the fan ask about.

    `sets` has the melds first, then the standing sets; `chows` 顺子 and `pungs` 刻子, 杠 are places
    in it. 组合龙 has its nine knitted tiles besides one set and the pair; the shapes without sets
    have no pair either. `kinds` are the different tiles of the whole hand and `suits` the suits
    among them.
    """

    hand: Hand
    shape: Shape
    sets: tuple[TileSet, ...]
    chows: tuple[int, ...]
    pungs: tuple[int, ...]
    pair: Tile | None
    wait: Wait | None
    kinds: frozenset[Tile]
    suits: frozenset[Suit]


def readings(hand: Hand) -> tuple[Reading, ...]:
    """
    Give every reading of the hand, none if it is no win.

    The hand must have the number of tiles of a win, and its melds must be sets.
    """
    found = tuple(_shaped_divisions(hand))
    completed = [_completed(division, hand.winning_tile) for _, division in found]
    sole = any(completed) and waits(hand.concealed) == {hand.winning_tile}
    melds = tuple(map(meld_set, hand.melds))
    kinds = frozenset(hand.tiles)
    suits = frozenset(tile.suit for tile in kinds if tile.suit is not None)
    return tuple(
        Reading(
            hand=hand,
            shape=shape,
            sets=(sets := melds + division.sets),
            chows=tuple(i for i, one in enumerate(sets) if one.kind is SetKind.CHOW),
            pungs=tuple(i for i, one in enumerate(sets) if one.kind is not SetKind.CHOW),
            pair=division.pair,
            wait=wait if sole else None,
            kinds=kinds,
            suits=suits,
        )
        for (shape, division), wait in zip(found, completed, strict=True)
    )


def _shaped_divisions(hand: Hand) -> Iterator[tuple[Shape, Division]]:
    """Give every division of the standing tiles, a pung won off a discard marked as such."""
    claimed = None if hand.self_drawn else hand.winning_tile
    for division in divisions(group_tiles(hand.standing)):
        yield Shape.SETS, _with_claimed_pung(division, claimed)
    for nine, rest in knitted_rests(hand.standing):
        for division in divisions(rest):
            free = None if claimed in nine else claimed
            yield Shape.KNITTED_STRAIGHT, _with_claimed_pung(division, free)
    if not hand.melds:
        for shape in special_shapes(hand.standing):
            yield shape, Division()


def _with_claimed_pung(division: Division, claimed: Tile | None) -> Division:
    """
    Mark the pung of a claimed tile as not concealed, unless the tile has a place elsewhere.

    Source: 三暗刻 (33) and 四暗刻 (12): a pung completed by a discard is no concealed one.
    """
    if claimed is None or claimed == division.pair:
        return division
    holding = [one for one in division.sets if claimed in one.tiles]
    if any(one.kind is SetKind.CHOW for one in holding):
        return division
    sets = tuple(replace(one, concealed=False) if one in holding else one for one in division.sets)
    return replace(division, sets=sets)


def _completed(division: Division, winning_tile: Tile) -> Wait | None:
    """
    Name what the winning tile completed in the standing sets: 边张 before 坎张 before 单钓将.

    At most one of them counts, and all are worth the same.
    """
    chows = [one for one in division.sets if one.kind is SetKind.CHOW and winning_tile in one.tiles]
    if any(_is_edge(chow.tile.rank, winning_tile.rank) for chow in chows):
        return Wait.EDGE
    if any(winning_tile == chow.tile + 1 for chow in chows):
        return Wait.CLOSED
    return Wait.SINGLE if winning_tile == division.pair else None


def _is_edge(first: int, won: int) -> bool:
    """Whether rank `won` completed 12_ or _89, the chow starting with rank `first`."""
    return (first, won) in ((1, 3), (7, 7))
