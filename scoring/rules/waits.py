"""
What tiles a hand waits for 听牌.

Waits are formal or real. Formally a tile all four copies of which are used up still counts as
waited for, so that 边张, 坎张 and 单钓将 depend on the shape of the hand alone; a real wait is for
a tile of which the hand itself does not hold all four.

Source: 边张, 坎张, 单钓将 (77-79) of the rule text; docs/rules-sources.md on formal waits.
"""

from collections.abc import Iterable, Iterator

from scoring.rules.divide import (
    KNITTED,
    ONE_OF,
    TILES_OF_A_KNITTED_STRAIGHT,
    TILES_OF_A_WIN,
    TILES_OF_GROUP,
    Groups,
    divisions,
    group_tiles,
    has_pair,
    ways,
)
from scoring.rules.hand import Meld
from scoring.rules.tiles import COPIES, HONOURS, TERMINALS_AND_HONOURS, Tile


def waits(concealed: tuple[Tile, ...]) -> frozenset[Tile]:
    """
    Give the tiles that formally complete these concealed tiles into sets, 组合龙 or pairs.

    Thirteen orphans and 全不靠 are left out: tiles that wait for those wait for nothing else, and
    have no 边张, 坎张 or 单钓将. `all_waits` has them.
    """
    return frozenset(
        (*_set_waits(group_tiles(concealed)), *_knitted_waits(concealed), *_pair_waits(concealed))
    )


def real_waits(concealed: tuple[Tile, ...], melds: Iterable[Meld]) -> frozenset[Tile]:
    """Give those of `waits` that can still be won: the hand does not hold all four itself."""
    held = sum((meld.tiles for meld in melds), concealed)
    return frozenset(tile for tile in waits(concealed) if held.count(tile) < COPIES)


def all_waits(concealed: tuple[Tile, ...]) -> frozenset[Tile]:
    """Give the tiles that formally complete these concealed tiles into any winning shape."""
    return waits(concealed).union(_orphan_waits(concealed), _single_waits(concealed))


def _set_waits(groups: Groups) -> Iterator[Tile]:
    broken = [group for group, code in enumerate(groups) if code not in ways(group)]
    if len(broken) > 1:
        return
    for group in broken or range(len(groups)):
        code, whole = groups[group], ways(group)
        others = sum(has_pair(other) for other in groups) - has_pair(code)
        if others + has_pair(code + 1) == 1:
            yield from (tile for tile in TILES_OF_GROUP[group] if code + ONE_OF[tile] in whole)


def _knitted_waits(concealed: tuple[Tile, ...]) -> Iterator[Tile]:
    kinds = frozenset(concealed)
    if len(kinds) < TILES_OF_A_KNITTED_STRAIGHT - 1:
        return
    for pattern in KNITTED:
        missing = pattern - kinds
        if len(missing) > 1:
            continue
        rest = list(concealed)
        for tile in pattern - missing:
            rest.remove(tile)
        if not missing:
            yield from _set_waits(group_tiles(rest))
        elif any(divisions(group_tiles(rest))):
            yield from missing


def _pair_waits(concealed: tuple[Tile, ...]) -> Iterator[Tile]:
    if len(concealed) == TILES_OF_A_WIN - 1:
        odd = [tile for tile in set(concealed) if concealed.count(tile) % 2]
        if len(odd) == 1:
            yield odd[0]


def _orphan_waits(concealed: tuple[Tile, ...]) -> Iterator[Tile]:
    """Give the tile missing of thirteen orphans, or all of them when each is there once."""
    missing = TERMINALS_AND_HONOURS.difference(concealed)
    if len(concealed) == TILES_OF_A_WIN - 1 and TERMINALS_AND_HONOURS.issuperset(concealed):
        if not missing:
            yield from TERMINALS_AND_HONOURS
        elif len(missing) == 1:
            yield from missing


def _single_waits(concealed: tuple[Tile, ...]) -> Iterator[Tile]:
    """Give the tiles that make thirteen different ones 全不靠 or 七星不靠."""
    kinds = frozenset(concealed)
    if len(kinds) == len(concealed) == TILES_OF_A_WIN - 1:
        for pattern in KNITTED:
            if kinds <= pattern | HONOURS:
                yield from (pattern | HONOURS) - kinds
