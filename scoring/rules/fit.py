"""
Whether one hand can have two fan: a no is certain, a yes is not.

Follows from `demands` alone.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from scoring.rules.demands import (
    PAIRS,
    SETS,
    WITH_A_SET,
    Case,
    Demand,
    SetTiles,
    Shape,
    Tiles,
    chow,
    pung,
)
from scoring.rules.divide import TILES_OF_A_WIN
from scoring.rules.tiles import ALL_TILES, COPIES, SUIT_TILES, Suit, Tile


@dataclass(frozen=True, slots=True)
class Room:
    """
    The sets a shape has, the least number of either kind, and tiles it shows anyway.

    `apart` means that no set serves both fan.
    """

    sets: int
    chows: int
    pungs: int
    apart: bool
    shown: Tiles = frozenset()


ALL_SETS: tuple[SetTiles, ...] = (
    *(chow(suit, low) for suit in Suit for low in range(1, 8)),
    *map(pung, ALL_TILES),
)


def is_chow(some: SetTiles) -> bool:
    """Whether the set is a chow 顺子; otherwise it is a pung."""
    return some[0] is not some[1]


@cache
def _usable_sets(case: Case) -> frozenset[SetTiles]:
    return frozenset(
        some for some in ALL_SETS if case.tiles.issuperset(some) and not case.touch.isdisjoint(some)
    )


def _room(shape: Shape, one: Demand, two: Demand, apart: bool) -> Room:
    chows = max(one.chows, two.chows)
    pungs = max(one.pungs, two.pungs, one.kongs, two.kongs)
    if shape is Shape.SETS:
        return Room(SETS, chows, pungs, apart)
    return Room(1, min(chows, 1), min(pungs, 1), apart, shown=SUIT_TILES)


def _sets_of(case: Case, room: Room) -> Counter[SetTiles]:
    """Give the sets of a case; the tiles of 组合龙 may stand in for two or more."""
    return Counter(case.sets if len(case.sets) <= room.sets else ())


def _least_sets(
    sets: Counter[SetTiles], usable: frozenset[SetTiles], room: Room
) -> tuple[int, int]:
    """Give the least number of chows and of pungs, knowing which sets are held and usable."""
    chows = sum(sets[some] for some in sets if is_chow(some))
    pungs = sets.total() - chows
    return max(room.chows, chows), max(
        room.pungs, pungs, 0 if any(map(is_chow, usable)) else room.sets
    )


def _kinds_fit(usable: Iterable[SetTiles], pair: Tiles, pungs: int) -> bool:
    """Whether `pungs` different pungs and another pair are there, and tiles for a hand."""
    pung_tiles = {some[0] for some in usable if not is_chow(some)}
    return (
        pungs <= len(pung_tiles)
        and pungs < len(pung_tiles | pair)
        and COPIES * len(pair.union(*usable)) >= TILES_OF_A_WIN
    )


def _groups_fit(
    groups: Iterable[Tiles], shown: Tiles, usable: Iterable[SetTiles], pair: Tiles, free: int
) -> bool:
    """Whether `free` more sets and the pair can show every group that is not shown yet."""
    missing = [group for group in groups if group.isdisjoint(shown)]
    within_reach = pair.union(*usable) if free else pair
    by_pair = any(not group.isdisjoint(pair) for group in missing)
    return len(missing) <= free + by_pair and not any(map(within_reach.isdisjoint, missing))


def _pair_left(one: Case, two: Case, copies: Counter[Tile]) -> Tiles:
    """Give the tiles that may be the pair beside sets that use `copies`."""
    both = one.tiles & one.pair & one.touch & two.tiles & two.pair & two.touch
    return both - {tile for tile in copies if copies[tile] > COPIES - 2}


def _cases_fit(one: Case, two: Case, room: Room) -> bool:
    if room.sets == SETS < len({*one.sets, *two.sets}):  # cheap, and decides most
        return False
    both = Counter.__add__ if room.apart else Counter.__or__
    sets = both(_sets_of(one, room), _sets_of(two, room))
    usable = _usable_sets(one) & _usable_sets(two)
    free = room.sets - sets.total()
    if free < 0 or not usable.issuperset(sets):
        return False
    copies = Counter(tile for some in sets.elements() for tile in some)
    pair = _pair_left(one, two, copies)
    if not pair or max(copies.values(), default=0) > COPIES:
        return False
    chows, pungs = _least_sets(sets, usable, room)
    wanted = {some for some in usable if (pungs if is_chow(some) else chows) < room.sets}
    shown = room.shown.union(copies)
    return (
        chows + pungs <= room.sets
        and room.shown <= one.tiles & two.tiles
        and _kinds_fit(wanted, pair, pungs)
        and all(_groups_fit(case.groups, shown, wanted, pair, free) for case in (one, two))
    )


def _sets_fit(shape: Shape, one: Demand, two: Demand, apart: bool) -> bool:
    room = _room(shape, one, two, apart)
    not_kongs = max(room.chows, one.not_kongs, two.not_kongs)
    return (
        max(one.kongs, two.kongs) + not_kongs <= SETS
        and max(one.melded, two.melded) + max(one.concealed, two.concealed) <= SETS
        and any(_cases_fit(a, b, room) for a in one.cases for b in two.cases)
    )


def _pairs_fit(one: Demand, two: Demand) -> bool:
    different = PAIRS - max(one.alike, two.alike)
    return any(
        len(a.tiles & b.tiles) * 2 >= PAIRS
        and all(len(case.groups) <= different for case in (a, b))
        and not any((a.tiles & b.tiles).isdisjoint(group) for group in (*a.groups, *b.groups))
        for a in one.cases
        for b in two.cases
    )


def _shape_fits(shape: Shape, one: Demand, two: Demand, apart: bool) -> bool:
    if shape in WITH_A_SET:
        return _sets_fit(shape, one, two, apart)
    return shape is not Shape.PAIRS or _pairs_fit(one, two)


def _agree(one: object, two: object) -> bool:
    return one is None or two is None or one is two


def demands_fit(one: Demand, two: Demand, *, apart: bool = False) -> bool:
    """Whether one hand can meet both demands; a no is certain."""
    return (
        _agree(one.self_drawn, two.self_drawn)
        and _agree(one.win_on, two.win_on)
        and not ((one.closed or two.closed) and (one.melded or two.melded))
        and any(_shape_fits(shape, one, two, apart) for shape in one.shapes & two.shapes)
    )
