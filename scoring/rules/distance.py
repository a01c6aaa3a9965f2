"""
How far tiles are from the nearest winning hand: the fewest tiles to exchange.

Melds stay as they lie; a tile of which the melds show all copies cannot be put in. Every shape is
tried, so the number is exact.

Source: 和牌的要求 of the rule text, basic and special patterns.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import product

from scoring.rules.divide import (
    GROUP_SIZE,
    KNITTED,
    LAST_CHOW_RANK,
    TILES_OF_A_WIN,
    TILES_OF_GROUP,
    Shape,
)
from scoring.rules.tiles import ALL_TILES, COPIES, HONOURS, TERMINALS_AND_HONOURS, Tile

SETS_OF_A_WIN = 4
SETS_OF_A_STRAIGHT = 3
"""组合龙 stands for three sets."""

PAIRS_OF_A_WIN = 7
MOST_EQUAL_CHOWS = 2
"""Three equal chows use the tiles of three pungs, which are tried anyway."""

Counts = tuple[int, ...]
"""How many tiles of each kind or of each rank."""


@dataclass(frozen=True, slots=True)
class Nearest:
    """One of the nearest winning hands: its shape, and the tiles to take out and to put in."""

    shape: Shape
    out: tuple[Tile, ...]
    into: tuple[Tile, ...]

    @property
    def distance(self) -> int:
        """How many tiles are exchanged."""
        return len(self.out)


def nearest_win(standing: Iterable[Tile], melds: Iterable[tuple[Tile, ...]]) -> Nearest:
    """
    Give the nearest winning hand beside these melds; of equal ones, sets before special shapes.

    `standing` with the melds must have the number of tiles of a win. Melds count as sets whatever
    they are made of.
    """
    held = Counter(standing)
    laid = tuple(melds)
    sets = SETS_OF_A_WIN - len(laid)
    shown = Counter(tile for tiles in laid for tile in tiles)
    room = {tile: max(0, COPIES - shown[tile]) for tile in ALL_TILES}
    nearest = min(
        (_exchange(held, *target) for target in _targets(held, room, sets)),
        key=lambda one: one.distance,
    )
    for pattern in KNITTED if sets >= SETS_OF_A_STRAIGHT else ():
        if len(pattern.difference(held)) < nearest.distance and all(room[t] for t in pattern):
            target = _straight_target(held, room, sets, pattern)
            straight = _exchange(held, Shape.KNITTED_STRAIGHT, target)
            nearest = min(nearest, straight, key=lambda one: one.distance)
    return nearest


def _exchange(held: Counter[Tile], shape: Shape, target: Counter[Tile]) -> Nearest:
    out, into = (held - target).elements(), (target - held).elements()
    return Nearest(shape, tuple(sorted(out)), tuple(sorted(into)))


def _targets(
    held: Counter[Tile], room: Mapping[Tile, int], sets: int
) -> Iterator[tuple[Shape, Counter[Tile]]]:
    """Give for each shape but 组合龙 the hand in which most tiles stay."""
    yield Shape.SETS, _sets_target(held, room, sets)
    if sets == SETS_OF_A_WIN:
        yield Shape.SEVEN_PAIRS, _pairs_target(held)
        yield Shape.THIRTEEN_ORPHANS, _orphans_target(held)
        for pattern in KNITTED:
            yield Shape.SINGLES, _singles_target(held, pattern | HONOURS)


def _pairs_target(held: Counter[Tile]) -> Counter[Tile]:
    """Keep the pairs, then complete single tiles, then take whatever is free."""
    pairs = [(min(2, held[tile] - part), tile) for tile in ALL_TILES for part in (0, 2)]
    best = sorted(pairs, key=lambda pair: -pair[0])[:PAIRS_OF_A_WIN]
    return Counter(tile for _, tile in best for _ in range(2))


def _orphans_target(held: Counter[Tile]) -> Counter[Tile]:
    """Keep one of each orphan, and a second of the one there is most of."""
    twice = max(sorted(TERMINALS_AND_HONOURS), key=lambda tile: held[tile])
    return Counter((*TERMINALS_AND_HONOURS, twice))


def _singles_target(held: Counter[Tile], kinds: frozenset[Tile]) -> Counter[Tile]:
    """Keep one of each kind that the pattern has, and fill up with others of it."""
    ordered = sorted(kinds, key=lambda tile: (not held[tile], tile))
    return Counter(ordered[: PAIRS_OF_A_WIN * 2])


def _straight_target(
    held: Counter[Tile], room: Mapping[Tile, int], sets: int, pattern: frozenset[Tile]
) -> Counter[Tile]:
    nine = Counter(pattern)
    left = {tile: room[tile] - nine[tile] for tile in ALL_TILES}
    return nine + _sets_target(held - nine, left, sets - SETS_OF_A_STRAIGHT)


# Sets and a pair

_Sets = dict[tuple[int, int], tuple[int, Counts]]
"""For each number of sets and of pairs: the fewest tiles to put in, and the tiles used."""

_State = tuple[int, int, int, int]
"""Chows begun two ranks and one rank before; sets and pairs so far."""

FAR = TILES_OF_A_WIN


def _sets_target(held: Counter[Tile], room: Mapping[Tile, int], sets: int) -> Counter[Tile]:
    """Give the sets and the pair for which the fewest tiles are put in."""
    for most in (1, 2, 4):
        put_in, target = _sets_within(held, room, sets, most)
        if put_in <= most:
            return target
    return _sets_within(held, room, sets, FAR)[1]


def _sets_within(
    held: Counter[Tile], room: Mapping[Tile, int], sets: int, most: int
) -> tuple[int, Counter[Tile]]:
    """Give the best target, with the tiles put in, that puts at most `most` into each group."""
    best: _Sets = {(0, 0): (0, ())}
    for tiles in TILES_OF_GROUP:
        have, free = tuple(held[tile] for tile in tiles), tuple(room[tile] for tile in tiles)
        best = _joined(best, _group_sets(have, free, sets, most), sets)
    put_in, made, pairs, used = min(
        (put_in + 3 * (sets - made) + 2 * (1 - pairs), made, pairs, used)
        for (made, pairs), (put_in, used) in best.items()
    )
    target = Counter({tile: count for tile, count in zip(ALL_TILES, used, strict=True) if count})
    # What is still missing is made of kinds that are free altogether: there are always enough.
    free_kinds = (tile for tile in ALL_TILES if not target[tile] and room[tile] == COPIES)
    sizes = (3,) * (sets - made) + (2,) * (1 - pairs)
    return put_in, target + Counter(dict(zip(free_kinds, sizes, strict=False)))


def _joined(one: _Sets, two: _Sets, sets: int) -> _Sets:
    """Put what two groups make together, `sets` sets and a pair at most."""
    best: _Sets = {}
    for ((made, pairs), (put_in, used)), ((more, others), (also, rest)) in product(
        one.items(), two.items()
    ):
        key = made + more, pairs + others
        if key[0] <= sets and key[1] <= 1 and put_in + also < best.get(key, (FAR + 1,))[0]:
            best[key] = put_in + also, used + rest
    return best


@lru_cache(maxsize=1 << 12)
def _group_sets(held: Counts, room: Counts, sets: int, most: int) -> _Sets:
    """
    Give the best sets of one group that keep a tile each and put in at most `most`.

    Rank by rank: how many of its tiles are used depends on the chows begun at the two before it.
    """
    states: dict[_State, tuple[int, Counts]] = {(0, 0, 0, 0): (0, ())}
    last_chow = LAST_CHOW_RANK if len(held) == GROUP_SIZE else -1
    for rank, (have, free) in enumerate(zip(held, room, strict=True)):
        chows = MOST_EQUAL_CHOWS if rank <= last_chow and any(held[rank : rank + 3]) else 0
        after: dict[_State, tuple[int, Counts]] = {}
        for state, (put_in, used) in states.items():
            for following, count in _steps(state, sets, chows, alike=have > 0):
                now = put_in + max(0, count - have)
                if count <= free and now <= most and now < after.get(following, (FAR + 1,))[0]:
                    after[following] = now, (*used, count)
        states = after
    return {(made, pairs): best for (_, _, made, pairs), best in states.items()}


@cache
def _steps(state: _State, most: int, chows: int, *, alike: bool) -> tuple[tuple[_State, int], ...]:
    """
    Give what may be made at a rank: the state after it and how many of its tiles that takes.

    At most `chows` begin there, and a pung and a pair only if `alike` allows them.
    """
    before, last, sets, pairs = state
    return tuple(
        ((last, chow, sets + chow + pung, pairs + pair), before + last + chow + 3 * pung + 2 * pair)
        for chow, pung, pair in product(range(chows + 1), range(1 + alike), range(1 + alike))
        if sets + chow + pung <= most and pairs + pair <= 1
    )
