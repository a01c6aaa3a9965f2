"""
What tiles a hand waits for 听牌.

Waits are formal: a tile all four copies of which are used up still counts as waited for, so that
边张, 坎张 and 单钓将 depend on the shape of the hand alone.

Source: 边张, 坎张, 单钓将 (77-79) of the rule text; docs/rules-sources.md on formal waits.
"""

from collections.abc import Iterator

from scoring.rules.divide import (
    KNITTED,
    ONE_OF,
    TILES_OF_A_WIN,
    TILES_OF_GROUP,
    Groups,
    divisions,
    group_tiles,
    splits,
)
from scoring.rules.tiles import Tile


def waits(concealed: tuple[Tile, ...]) -> frozenset[Tile]:
    """
    Give the tiles that complete these concealed tiles into sets, a knitted straight or pairs.

    Thirteen orphans and 全不靠 are left out: tiles that wait for those wait for nothing else.
    """
    return frozenset(
        (*_set_waits(group_tiles(concealed)), *_knitted_waits(concealed), *_pair_waits(concealed))
    )


def _set_waits(groups: Groups) -> Iterator[Tile]:
    for group, code in enumerate(groups):
        others = [splits(g, c) for g, c in enumerate(groups) if g != group]
        if not all(others):
            continue
        pairs = sum(parts[0].pair is not None for parts in others)
        for tile in TILES_OF_GROUP[group]:
            parts = splits(group, code + ONE_OF[tile])
            if parts and pairs + (parts[0].pair is not None) == 1:
                yield tile


def _knitted_waits(concealed: tuple[Tile, ...]) -> Iterator[Tile]:
    for pattern in KNITTED:
        missing = pattern.difference(concealed)
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
    odd = [tile for tile in set(concealed) if concealed.count(tile) % 2]
    if len(concealed) == TILES_OF_A_WIN - 1 and len(odd) == 1:
        yield odd[0]
