"""
Every way to divide the standing tiles: into sets and a pair, or into one of the special shapes.

Each suit, and the honours as a fourth group, is held as a hexadecimal number with one digit a
rank, rank 1 lowest: 111 and 9 of a suit are 0x100000003. Every number that sets and a pair come to
stands in a table with the ways it does.

Source: 和牌的要求 of the rule text, basic and special patterns.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache
from itertools import combinations_with_replacement, permutations, product

from scoring.rules.hand import Meld, MeldKind
from scoring.rules.tiles import (
    ALL_TILES,
    COPIES,
    HONOURS,
    TERMINALS_AND_HONOURS,
    Suit,
    Tile,
    suit_tile,
)

TILES_OF_A_WIN = 14
"""A kong counts as three."""
TILES_OF_A_KNITTED_STRAIGHT = 9


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

    def holds(self, tile: Tile) -> bool:
        """Whether the tile is one of its tiles."""
        return 0 <= tile - self.tile <= (2 if self.kind is SetKind.CHOW else 0)


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

SETS_OF_A_WIN = 4

TILES_OF_GROUP = tuple(ALL_TILES[start : start + GROUP_SIZE] for start in range(0, 34, GROUP_SIZE))
ONE_OF = tuple(1 << DIGIT_BITS * (tile % GROUP_SIZE) for tile in ALL_TILES)
"""What one copy of a tile adds to the number of its group."""


def group_tiles(tiles: Iterable[Tile]) -> Groups:
    """Count tiles into the four groups; no kind may come more than 15 times."""
    codes = [0, 0, 0, 0]
    for tile in tiles:
        codes[tile // GROUP_SIZE] += ONE_OF[tile]
    return codes[0], codes[1], codes[2], codes[3]


FOURS = 0x444444444
"""The bit that says 4 in every digit."""


def tiles_with_four(groups: Groups) -> tuple[Tile, ...]:
    """Give the tiles of which there are four, in their order."""
    return tuple(
        TILES_OF_GROUP[group][shift // DIGIT_BITS]
        for group, code in enumerate(groups)
        if code & FOURS
        for shift in range(0, GROUP_SIZE * DIGIT_BITS, DIGIT_BITS)
        if code >> shift & 0xF == COPIES
    )


Way = tuple[tuple[int, ...], int | None]
"""One way to divide a group: which of `SETS_OF_GROUP`, and the rank of the pair, counted from 0."""


def _sets_of_group(group: int) -> tuple[TileSet, ...]:
    """Give every set that a group can have, by its lowest tile, a chow before a pung."""
    return tuple(
        TileSet(kind, tile)
        for tile in TILES_OF_GROUP[group]
        for kind in (SetKind.CHOW, SetKind.PUNG)
        if kind is SetKind.PUNG or _starts_chow(tile)
    )


def _starts_chow(tile: Tile) -> bool:
    return 1 <= tile.rank <= LAST_CHOW_RANK + 1


SETS_OF_GROUP = tuple(map(_sets_of_group, range(len(TILES_OF_GROUP))))


@cache
def ways(group: int) -> Mapping[int, tuple[Way, ...]]:
    """
    Give every number that up to four sets come to in a group, with or without a pair.

    Each has every way it does. How many copies of a tile there are is no question here: formally a
    hand may wait for a fifth.
    """
    if 0 < group < HONOUR_GROUP:
        return ways(0)
    numbers = [sum(ONE_OF[tile] for tile in one.tiles) for one in SETS_OF_GROUP[group]]
    ranks = range(len(TILES_OF_GROUP[group]))
    pairs = [(None, 0), *((rank, 2 << DIGIT_BITS * rank) for rank in ranks)]
    found = defaultdict[int, list[Way]](list)
    for count in range(SETS_OF_A_WIN + 1):
        for sets in combinations_with_replacement(range(len(numbers)), count):
            number = sum(numbers[one] for one in sets)
            for rank, two in pairs:
                found[number + two].append((sets, rank))
    return {code: tuple(some) for code, some in found.items()}


def has_pair(code: int) -> bool:
    """Whether a group that can be divided has a pair: then it has two tiles more than its sets."""
    return code % 3 == 2  # 16 is one more than a multiple of 3, so this adds up the digits.


@lru_cache(maxsize=1 << 16)
def splits(group: int, code: int) -> tuple[Division, ...]:
    """Give every division of one group that uses all of its tiles, with at most one pair."""
    sets, tiles = SETS_OF_GROUP[group], TILES_OF_GROUP[group]
    return tuple(
        Division(tuple(sets[one] for one in chosen), None if rank is None else tiles[rank])
        for chosen, rank in ways(group).get(code, ())
    )


def divisions(groups: Groups) -> Iterator[Division]:
    """Give every division of all the tiles into sets and exactly one pair."""
    if sum(map(has_pair, groups)) != 1:
        return
    parts = [splits(group, code) for group, code in enumerate(groups)]
    for chosen in product(*parts):
        sets = tuple(one for part in chosen for one in part.sets)
        yield Division(sets, next(part.pair for part in chosen if part.pair is not None))


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
    if len(kinds) < TILES_OF_A_KNITTED_STRAIGHT:
        return
    for pattern, nine in zip(KNITTED, _KNITTED_GROUPS, strict=True):
        if pattern <= kinds:
            m, s, p, honours = group_tiles(tiles)
            yield pattern, (m - nine[0], s - nine[1], p - nine[2], honours)


def special_shapes(tiles: tuple[Tile, ...]) -> Iterator[Shape]:
    """Give the shapes without sets that fourteen concealed tiles have: at most one."""
    kinds = frozenset(tiles)
    if len(kinds) == TILES_OF_A_WIN:
        if any(kinds <= nine | HONOURS for nine in KNITTED):
            yield Shape.SINGLES
    elif kinds == TERMINALS_AND_HONOURS:
        yield Shape.THIRTEEN_ORPHANS
    elif all(tiles.count(tile) % 2 == 0 for tile in kinds):
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
