"""
Builds hands that have the fan asked for, from what `DEMANDS` says each fan needs.

Most tries miss: the engine says what a hand is worth, so a caller asks again until it fits.
"""

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from scoring.rules import Feeder, Hand, Meld, MeldKind, Suit, Tile, Wind
from scoring.rules.demands import DEMANDS, Case, Demand, SetTiles, Shape, WinOn
from scoring.rules.fit import ALL_SETS, is_chow
from scoring.rules.tiles import (
    ALL_TILES,
    COPIES,
    HONOURS,
    TERMINALS_AND_HONOURS,
    suit_tile,
)

SETS = 4
RANKS_APART = ((1, 4, 7), (2, 5, 8), (3, 6, 9))
FLAG_BY_FAN = {
    "last_tile": "last_of_kind",
    "last_tile_draw": "last_in_wall",
    "last_tile_claim": "last_in_wall",
    "out_with_replacement_tile": "kong",
    "robbing_the_kong": "kong",
}
MOST_FLOWERS = 8
LUCK = 0.06
"""How often a flag is set that nobody asked for."""


@dataclass(frozen=True)
class Wish:
    """Several fan at once: one case of each, and the greatest of their numbers."""

    cases: tuple[Case, ...]
    demands: tuple[Demand, ...]

    def least(self, name: str) -> int:
        return max((getattr(demand, name) for demand in self.demands), default=0)

    def wants(self, name: str) -> object:
        """Give the value of a field that is not None for all, if there is one."""
        values = [getattr(demand, name) for demand in self.demands]
        return next((value for value in values if value is not None), None)

    @property
    def closed(self) -> bool:
        return any(demand.closed for demand in self.demands)

    @property
    def tiles(self) -> list[Tile]:
        return [tile for tile in ALL_TILES if all(tile in case.tiles for case in self.cases)]

    @property
    def usable(self) -> list[SetTiles]:
        return [
            some
            for some in ALL_SETS
            if all(
                case.tiles.issuperset(some) and not case.touch.isdisjoint(some)
                for case in self.cases
            )
        ]


def build(rng: random.Random, fans: Sequence[str]) -> Hand | None:
    """Give a hand that may have these fan, or None when this try fails."""
    demands = tuple(DEMANDS[key] for key in fans)
    shapes = frozenset(Shape).intersection(*(demand.shapes for demand in demands))
    wish = Wish(tuple(rng.choice(demand.cases) for demand in demands), demands)
    if not shapes:
        return None
    hand = MAKERS[rng.choice(sorted(shapes, key=lambda shape: shape.value))](rng, wish)
    return hand and _won_somehow(rng, hand, wish, fans)


def _won_somehow(rng: random.Random, hand: Hand, wish: Wish, fans: Sequence[str]) -> Hand:
    """Add winds, flowers, flags and how the winning tile came."""
    self_drawn = wish.wants("self_drawn")
    flags = {name: rng.random() < LUCK for name in FLAG_BY_FAN.values()}
    flags |= {name: True for key, name in FLAG_BY_FAN.items() if key in fans}
    return replace(
        hand,
        prevalent_wind=rng.choice(list(Wind)),
        seat_wind=rng.choice(list(Wind)),
        self_drawn=rng.random() < 0.4 if self_drawn is None else bool(self_drawn),
        flowers=rng.choice([0, 0, rng.randint(0, MOST_FLOWERS)]),
        **flags,
    )


def _standing(tiles: Iterable[Tile], winning: Tile) -> Hand:
    left = sorted(tiles)
    left.remove(winning)
    return Hand(tuple(left), winning)


# Four sets and a pair


def _sets_hand(rng: random.Random, wish: Wish) -> Hand | None:
    sets = _fill(rng, wish, SETS)
    pair = sets and _pair(rng, wish, sets)
    return _lay_down(rng, wish, sets, pair) if sets and pair is not None else None


def _fill(rng: random.Random, wish: Wish, size: int) -> list[SetTiles] | None:
    """Give the sets the cases hold and random ones up to `size`."""
    held: Counter[SetTiles] = Counter()
    for case in wish.cases:
        both = rng.choice([Counter.__or__, Counter.__add__])
        held = both(held, Counter(case.sets))
    sets = list(held.elements())
    for _ in range(size - len(sets)):
        sets += rng.sample(_next_sets(wish, sets, size), 1) if _next_sets(wish, sets, size) else []
    return sets if len(sets) == size and _copies_are_there(sets) else None


def _next_sets(wish: Wish, sets: list[SetTiles], size: int) -> list[SetTiles]:
    """Give the sets that leave room for the chows and pungs still to come."""
    chows = sum(map(is_chow, sets))
    room_for_pungs = size - len(sets) > wish.least("chows") - chows
    pungs = max(wish.least("pungs"), wish.least("kongs"))
    room_for_chows = size - len(sets) > pungs - (len(sets) - chows)
    return [
        some
        for some in wish.usable
        if (room_for_chows if is_chow(some) else room_for_pungs)
        and _copies_are_there([*sets, some])
    ]


def _copies_are_there(sets: Iterable[SetTiles]) -> bool:
    return max(Counter(tile for some in sets for tile in some).values(), default=0) <= COPIES


def _pair(rng: random.Random, wish: Wish, sets: list[SetTiles]) -> Tile | None:
    copies = Counter(tile for some in sets for tile in some)
    allowed = [
        tile
        for tile in wish.tiles
        if copies[tile] <= COPIES - 2
        and all(tile in case.pair and tile in case.touch for case in wish.cases)
    ]
    return rng.choice(allowed) if allowed else None


def _lay_down(rng: random.Random, wish: Wish, sets: list[SetTiles], pair: Tile) -> Hand | None:
    """Lay some sets down as melds and take the winning tile out of the rest."""
    rng.shuffle(sets)
    sets.sort(key=is_chow)  # pungs first: kongs come from them
    laid = rng.choice([0, rng.randint(0, SETS), SETS])
    laid = 0 if wish.closed else max(laid, wish.least("melded"))
    kongs = wish.least("kongs") or rng.choice([0, 0, 0, 1, 2])
    melds: list[Meld] = []
    standing: list[SetTiles] = []
    for number, some in enumerate(sets):
        if number < kongs and not is_chow(some):
            melds.append(_kong(rng, some[0], rng.random() < 0.5 and not wish.closed))
        elif rng.random() * len(sets) < laid:
            melds.append(_meld(rng, some))
        else:
            standing.append(some)
    winning = _winning_tile(rng, wish, standing, pair)
    if winning is None:
        return None
    hand = _standing([tile for some in standing for tile in some] + [pair, pair], winning)
    return replace(hand, melds=tuple(melds))


def _kong(rng: random.Random, tile: Tile, melded: bool) -> Meld:
    kinds = (MeldKind.MELDED_KONG, MeldKind.ADDED_KONG) if melded else (MeldKind.CONCEALED_KONG,)
    feeder = rng.choice(list(Feeder)) if melded else None
    return Meld(rng.choice(kinds), (tile,) * 4, feeder)


def _meld(rng: random.Random, some: SetTiles) -> Meld:
    if is_chow(some):
        return Meld(MeldKind.CHOW, some, claimed=rng.randint(1, 3))
    return Meld(MeldKind.PUNG, some, rng.choice(list(Feeder)))


def _winning_tile(
    rng: random.Random, wish: Wish, standing: list[SetTiles], pair: Tile
) -> Tile | None:
    in_chows = [tile for some in standing if is_chow(some) for tile in some]
    candidates = {
        WinOn.PAIR: [pair],
        WinOn.CHOW: in_chows,
        None: [pair, *(tile for some in standing for tile in some)],
    }
    tiles = candidates.get(wish.wants("win_on"), candidates[None])  # type: ignore[call-overload]
    return rng.choice(tiles) if tiles else None


# The other shapes


def _straight_hand(rng: random.Random, wish: Wish) -> Hand | None:
    """Give 组合龙 with one set, laid down or not, and a pair."""
    cases = tuple(case for case in wish.cases if len(case.sets) <= 1)
    sets = _fill(rng, replace(wish, cases=cases), 1)
    pair = sets and _pair(rng, wish, sets)
    if not sets or pair is None:
        return None
    rest = _lay_down(rng, wish, sets, pair)
    if rest is None:
        return None
    knitted = _knitted(rng)
    winning = rng.choice([*knitted, *[rest.winning_tile] * len(knitted)])
    return replace(_standing([*rest.standing, *knitted], winning), melds=rest.melds)


def _knitted(rng: random.Random) -> list[Tile]:
    suits = rng.sample(list(Suit), 3)
    return [
        suit_tile(suit, rank)
        for suit, ranks in zip(suits, RANKS_APART, strict=True)
        for rank in ranks
    ]


def _pairs_hand(rng: random.Random, wish: Wish) -> Hand | None:
    pool = wish.tiles * rng.choice([1, 2])
    if len(pool) < 7:
        return None
    pairs = rng.sample(pool, 7)
    return _standing(pairs * 2, rng.choice(pairs))


def _orphans_hand(rng: random.Random, wish: Wish) -> Hand:
    tiles = sorted(TERMINALS_AND_HONOURS)
    tiles.append(rng.choice(tiles))
    return _standing(tiles, rng.choice(tiles))


def _knitted_hand(rng: random.Random, wish: Wish) -> Hand:
    suits = rng.randint(8, 9)
    tiles = rng.sample(_knitted(rng), suits) + rng.sample(sorted(HONOURS), 14 - suits)
    return _standing(tiles, rng.choice(tiles))


def _stars_hand(rng: random.Random, wish: Wish) -> Hand:
    tiles = rng.sample(_knitted(rng), 7) + sorted(HONOURS)
    return _standing(tiles, rng.choice(tiles))


MAKERS = {
    Shape.SETS: _sets_hand,
    Shape.STRAIGHT: _straight_hand,
    Shape.PAIRS: _pairs_hand,
    Shape.ORPHANS: _orphans_hand,
    Shape.KNITTED: _knitted_hand,
    Shape.STARS: _stars_hand,
}
