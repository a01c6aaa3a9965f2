"""
The readings of a hand: each division with what the winning tile did in it.

Whether a pung was completed by a discard and how the hand waited depend on the set the winning
tile is read into. A winning tile that has a place in a chow or the pair leaves its pung concealed;
it may have completed more than one of them, and which of 边张, 坎张 and 单钓将 counts is left to
`combine`.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple

from scoring.rules.divide import (
    KNITTED,
    Division,
    Groups,
    SetKind,
    Shape,
    TileSet,
    divisions,
    group_tiles,
    knitted_rests,
    meld_set,
    special_shapes,
    tiles_with_four,
)
from scoring.rules.hand import Hand
from scoring.rules.profiles import Profile
from scoring.rules.switches import FORMAL_WAITS, WAITS_BESIDE_KNITTED_STRAIGHT
from scoring.rules.tiles import Suit, Tile
from scoring.rules.waits import real_waits, waits


class Wait(StrEnum):
    """How the winning tile completed the hand, when no other tile would have done."""

    EDGE = "edge"
    CLOSED = "closed"
    SINGLE = "single"


SUITS = tuple(Suit)
NO_WAIT: frozenset[Wait] = frozenset()


@dataclass(frozen=True, slots=True)
class Reading:
    """
    One way to read a hand, with what the fan ask about.

    `sets` has the melds first, then the standing sets; `chows` 顺子 and `pungs` 刻子, 杠 are places
    in it, `honours` the pungs of winds and dragons and `kongs` 杠 some of those. 组合龙 has its nine knitted tiles besides one set and the pair; the shapes without sets
    have no pair either. `completed` says what the winning tile may have completed, and `waits` the
    same if formally no other tile would have done. `kinds` are the different tiles of the whole
    hand, `fours` those of which it has all four, and `suits` the suits among them.
    """

    hand: Hand
    shape: Shape
    sets: tuple[TileSet, ...]
    chows: tuple[int, ...]
    pungs: tuple[int, ...]
    honours: tuple[int, ...]
    kongs: tuple[int, ...]
    pair: Tile | None
    completed: frozenset[Wait]
    waits: frozenset[Wait]
    kinds: frozenset[Tile]
    fours: tuple[Tile, ...]
    suits: frozenset[Suit]


def readings(hand: Hand) -> tuple[Reading, ...]:
    """
    Give every reading of the hand, none if it is no win.

    The hand must have the number of tiles of a win, and its melds must be sets.
    """
    standing = group_tiles(hand.standing)
    found = [
        (shape, division, _completed(division, hand.winning_tile))
        for shape, division in _shaped_divisions(hand, standing)
    ]
    if not found:
        return ()
    is_sole = any(ways for _, _, ways in found) and waits(hand.concealed) == {hand.winning_tile}
    melds = tuple(map(meld_set, hand.melds))
    tiles = hand.tiles
    groups = group_tiles(tiles) if hand.melds else standing
    kinds = frozenset(tiles)
    fours = tiles_with_four(groups)
    suits = frozenset(suit for suit in SUITS if groups[suit])
    return tuple(
        Reading(
            hand,
            shape,
            sets := melds + division.sets,
            *places_of(sets),
            division.pair,
            ways,
            ways if is_sole else NO_WAIT,
            kinds,
            fours,
            suits,
        )
        for shape, division, ways in found
    )


class Places(NamedTuple):
    """Where in `Reading.sets` its chows, pungs, pungs of honours and kongs are."""

    chows: tuple[int, ...]
    pungs: tuple[int, ...] = ()
    honours: tuple[int, ...] = ()
    kongs: tuple[int, ...] = ()


def places_of(sets: tuple[TileSet, ...]) -> Places:
    """Sort the places of sets by what the sets are."""
    chows = tuple([at for at, one in enumerate(sets) if one.kind is SetKind.CHOW])
    if len(chows) == len(sets):
        return Places(chows)
    pungs = tuple([at for at in range(len(sets)) if at not in chows])
    honours = tuple([at for at in pungs if sets[at].tile >= Tile.E])
    kongs = tuple([at for at in pungs if sets[at].kind is SetKind.KONG])
    return Places(chows, pungs, honours, kongs)


def under_rules(reading: Reading, profile: Profile) -> Reading:
    """Give the reading with its waits as the profile counts them."""
    if not reading.completed or profile.takes_every_wait:
        return reading
    sole = bool(reading.waits)
    if not profile.is_on(FORMAL_WAITS):
        hand = reading.hand
        sole = real_waits(hand.concealed, hand.melds) == {hand.winning_tile}
    if not profile.is_on(WAITS_BESIDE_KNITTED_STRAIGHT):
        sole = sole and not _is_knitted(reading)
    return replace(reading, waits=reading.completed if sole else NO_WAIT)


def _is_knitted(reading: Reading) -> bool:
    """Whether the winning tile is one of the nine of 组合龙, which the tiles hold in one way."""
    return reading.shape is Shape.KNITTED_STRAIGHT and any(
        reading.hand.winning_tile in nine and nine <= reading.kinds for nine in KNITTED
    )


def _shaped_divisions(hand: Hand, groups: Groups) -> Iterator[tuple[Shape, Division]]:
    """Give every division of the standing tiles, a pung won off a discard marked as such."""
    claimed = None if hand.self_drawn else hand.winning_tile
    for division in divisions(groups):
        yield Shape.SETS, _with_claimed_pung(division, claimed)
    if len(hand.melds) > 1:
        return  # The other shapes have more concealed tiles.
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
    holding = [one for one in division.sets if one.holds(claimed)]
    if not holding or any(one.kind is SetKind.CHOW for one in holding):
        return division
    sets = tuple(replace(one, concealed=False) if one in holding else one for one in division.sets)
    return Division(sets, division.pair)


def _completed(division: Division, winning_tile: Tile) -> frozenset[Wait]:
    """Name what the winning tile may have completed in the standing sets."""
    found = [Wait.SINGLE] if winning_tile == division.pair else []
    for one in division.sets:
        if one.kind is SetKind.CHOW and one.holds(winning_tile):
            if winning_tile == one.tile + 1:
                found.append(Wait.CLOSED)
            elif _is_edge(one.tile.rank, winning_tile.rank):
                found.append(Wait.EDGE)
    return frozenset(found) if found else NO_WAIT


def _is_edge(first: int, won: int) -> bool:
    """Whether rank `won` completed 12_ or _89, the chow starting with rank `first`."""
    return (first, won) in ((1, 3), (7, 7))
