"""
Every way to divide the standing tiles: into sets and a pair, or into one of the special shapes.

Each suit, and the honours as a fourth group, is held as a hexadecimal number with one digit a
rank, rank 1 lowest: 111 and 9 of a suit are 0x100000003. The ways to split one group are few
and come back all the time, so they are kept in a table.

Source: 和牌的要求 of the rule text, basic and special patterns.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import combinations_with_replacement, permutations, product

from scoring.rules.hand import Meld, MeldKind
from scoring.rules.tiles import (
    ALL_TILES,
    HONOURS,
    TERMINALS_AND_HONOURS,
    Suit,
    Tile,
    suit_tile,
)

TILES_OF_A_WIN = 14
"""A kong counts as three."""


class SetKind(StrEnum):
    """What a set 一副牌 is."""

    CHOW = "chow"
    PUNG = "pung"
    KONG = "kong"


@dataclass(frozen=True, slots=True)
class TileSet:
    """
    One set of a reading: 顺子, 刻子 or 杠, named by its lowest tile.

    A pung completed by a discard is not `concealed`, although it was never laid down.
    """

    kind: SetKind
    tile: Tile
    concealed: bool = True

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """Its three or four tiles."""
        if self.kind is SetKind.CHOW:
            return ALL_TILES[self.tile : self.tile + 3]
        return (self.tile,) * (4 if self.kind is SetKind.KONG else 3)


@dataclass(frozen=True, slots=True)
class Division:
    """Sets, and the pair 将 if it lies among these tiles."""

    sets: tuple[TileSet, ...] = ()
    pair: Tile | None = None


class Shape(StrEnum):
    """The shape of a winning hand."""

    SETS = "sets"
    KNITTED_STRAIGHT = "knitted_straight"
    SEVEN_PAIRS = "seven_pairs"
    THIRTEEN_ORPHANS = "thirteen_orphans"
    SINGLES = "singles"


# Groups: characters, bamboo, dots, honours

Groups = tuple[int, int, int, int]

HONOUR_GROUP = 3
GROUP_SIZE = 9
DIGIT_BITS = 4
LAST_CHOW_RANK = 6
"""Counted from 0: a chow cannot start above 7."""

TILES_OF_GROUP = tuple(ALL_TILES[start : start + GROUP_SIZE] for start in range(0, 34, GROUP_SIZE))
ONE_OF = tuple(1 << DIGIT_BITS * (tile % GROUP_SIZE) for tile in ALL_TILES)
"""What one copy of a tile adds to the number of its group."""


def group_tiles(tiles: Iterable[Tile]) -> Groups:
    """Count tiles into the four groups; no kind may come more than 15 times."""
    codes = [0, 0, 0, 0]
    for tile in tiles:
        codes[tile // GROUP_SIZE] += ONE_OF[tile]
    return codes[0], codes[1], codes[2], codes[3]


@lru_cache(maxsize=1 << 16)
def splits(group: int, code: int) -> tuple[Division, ...]:
    """Give every division of one group that uses all of its tiles, with at most one pair."""
    if not code:
        return (Division(),)
    shift = (code & -code).bit_length() - 1 & -DIGIT_BITS
    tile = TILES_OF_GROUP[group][shift // DIGIT_BITS]
    count = code >> shift & 0xF
    found: list[Division] = []
    if count >= 3:
        pung = TileSet(SetKind.PUNG, tile)
        found += [_with(pung, rest) for rest in splits(group, code - (3 << shift))]
    if _starts_chow(group, code >> shift, shift // DIGIT_BITS):
        chow = TileSet(SetKind.CHOW, tile)
        found += [_with(chow, rest) for rest in splits(group, code - (0x111 << shift))]
    if count >= 2:
        rests = splits(group, code - (2 << shift))
        found += [Division(rest.sets, tile) for rest in rests if rest.pair is None]
    # Four of the lowest tile are taken as pung then chow and as chow then pung.
    return tuple(dict.fromkeys(found))


def _starts_chow(group: int, code: int, rank: int) -> bool:
    """Whether the next two ranks are there; `code` starts with `rank`, counted from 0."""
    return (
        group != HONOUR_GROUP
        and rank <= LAST_CHOW_RANK
        and bool(code & 0xF0)
        and bool(code & 0xF00)
    )


def _with(one: TileSet, rest: Division) -> Division:
    """Add a set, keeping the sets in order."""
    return Division(tuple(sorted((one, *rest.sets), key=lambda s: (s.tile, s.kind))), rest.pair)


def divisions(groups: Groups) -> Iterator[Division]:
    """Give every division of all the tiles into sets and exactly one pair."""
    parts = [splits(group, code) for group, code in enumerate(groups)]
    if not all(parts) or sum(map(_pairs, parts)) != 1:
        return
    for chosen in product(*parts):
        sets = tuple(one for part in chosen for one in part.sets)
        yield Division(sets, next(part.pair for part in chosen if part.pair is not None))


def _pairs(parts: tuple[Division, ...]) -> int:
    """1 if the divisions of a group hold a pair: their number of tiles decides it for all."""
    return int(parts[0].pair is not None)


def warm_up() -> None:
    """Fill the table of splits with what most hands ask for: up to two sets and a pair."""
    ones = ONE_OF[:GROUP_SIZE]
    sets = (0, *(3 * one for one in ones), *(0x111 * one for one in ones[: LAST_CHOW_RANK + 1]))
    pairs = (0, *(2 * one for one in ones))
    for group in range(HONOUR_GROUP):
        for two, pair in product(combinations_with_replacement(sets, 2), pairs):
            splits(group, sum(two) + pair)


# Special shapes

KNITTED = tuple(
    frozenset(
        suit_tile(suit, rank + step)
        for suit, rank in zip(Suit, ranks, strict=True)
        for step in (0, 3, 6)
    )
    for ranks in permutations((1, 2, 3))
)
"""The six ways to lay 147, 258 and 369 in three suits."""

_KNITTED_GROUPS = tuple(group_tiles(pattern) for pattern in KNITTED)


def knitted_rests(tiles: Iterable[Tile]) -> Iterator[tuple[frozenset[Tile], Groups]]:
    """Give the nine knitted tiles and what remains, for each pattern the tiles hold in full."""
    tiles = tuple(tiles)
    kinds = frozenset(tiles)
    for pattern, nine in zip(KNITTED, _KNITTED_GROUPS, strict=True):
        if pattern <= kinds:
            m, s, p, honours = group_tiles(tiles)
            yield pattern, (m - nine[0], s - nine[1], p - nine[2], honours)


def special_shapes(tiles: tuple[Tile, ...]) -> Iterator[Shape]:
    """Give the shapes without sets that fourteen concealed tiles have: at most one."""
    kinds = frozenset(tiles)
    if len(kinds) == TILES_OF_A_WIN and any(kinds <= nine | HONOURS for nine in KNITTED):
        yield Shape.SINGLES
    if kinds == TERMINALS_AND_HONOURS:
        yield Shape.THIRTEEN_ORPHANS
    if all(tiles.count(tile) % 2 == 0 for tile in kinds):
        yield Shape.SEVEN_PAIRS


# Melds

_SET_KIND_OF_MELD = {MeldKind.CHOW: SetKind.CHOW, MeldKind.PUNG: SetKind.PUNG}


def meld_set(meld: Meld) -> TileSet:
    """Give a meld as a set; only a concealed kong 暗杠 stays concealed."""
    return TileSet(
        _SET_KIND_OF_MELD.get(meld.kind, SetKind.KONG),
        min(meld.tiles),
        concealed=meld.kind is MeldKind.CONCEALED_KONG,
    )
