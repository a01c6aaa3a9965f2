"""
Judges a hand recorded as a list of fan 番种, without its tiles.

A referee who wrote down "清龙 平和 坎张" still makes slips a program can see: a fan that another
one contains, two fan no hand has together, more of one kind than four sets allow, less than eight
points. `DEMANDS` says what each fan asks of a hand; whether two of them fit into one hand follows
from that. Where it does not follow, the list is accepted: refusing a right list at the table is
worse than passing a wrong one.

Source: 番种分值表 (definitions, 不计) and the five principles of counting 计番原则.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum, auto
from functools import cache
from itertools import combinations, combinations_with_replacement, permutations, product

from scoring.rules.catalogue import IMPLIED_COPIES, Fan
from scoring.rules.divide import TILES_OF_A_WIN
from scoring.rules.profiles import DEFAULT_PROFILE, scoring_profile
from scoring.rules.tiles import (
    ALL_TILES,
    COPIES,
    DRAGONS,
    GREEN_TILES,
    HONOURS,
    REVERSIBLE_TILES,
    SIMPLES,
    SUIT_TILES,
    TERMINALS,
    TERMINALS_AND_HONOURS,
    WINDS,
    Flower,
    Suit,
    Tile,
    suit_tile,
)
from scoring.rules.validate import MINIMUM_POINTS, Problem

SETS = 4
"""Sets of an ordinary hand; its pair comes on top."""
PAIRS = 7

Tiles = frozenset[Tile]
SetTiles = tuple[Tile, Tile, Tile]


# What a fan demands


class Shape(Enum):
    """The shapes of a winning hand 和牌."""

    SETS = auto()  # four sets and a pair
    STRAIGHT = auto()  # 组合龙 with one set and a pair
    PAIRS = auto()
    ORPHANS = auto()
    KNITTED = auto()  # 全不靠
    STARS = auto()  # 七星不靠


class WinOn(Enum):
    """What the winning tile completes."""

    PAIR = auto()
    CHOW = auto()
    ANY_OF_NINE = auto()


@dataclass(frozen=True, slots=True)
class Case:
    """
    One way for a hand to have a fan.

    It holds `sets`, uses no tile outside `tiles`, has its pair in `pair`, touches `touch` with each
    set and the pair, and holds a tile of each of `groups`, of which one set touches one at most.
    """

    sets: tuple[SetTiles, ...] = ()
    tiles: Tiles = frozenset(ALL_TILES)
    pair: Tiles = frozenset(ALL_TILES)
    touch: Tiles = frozenset(ALL_TILES)
    groups: tuple[Tiles, ...] = ()


ANY_HAND = (Case(),)
ORDINARY = frozenset({Shape.SETS})
WITH_A_SET = frozenset({Shape.SETS, Shape.STRAIGHT})
SETS_OR_PAIRS = frozenset({Shape.SETS, Shape.PAIRS})
WITH_A_SET_OR_PAIRS = WITH_A_SET | SETS_OR_PAIRS
ANY_SHAPE = frozenset(Shape)
NOT_PAIRS = ANY_SHAPE - {Shape.PAIRS}


@dataclass(frozen=True, slots=True)
class Demand:
    """
    What a hand needs for a fan to be counted; numbers are the least there must be.

    `chows`, `pungs` (kongs are pungs too), `kongs` and `not_kongs` count sets, `melded` and
    `concealed` sets of either kind. `closed` bars every melded set. Of `tile_hog` inside seven
    pairs two pairs are alike: `alike` pairs show no further kind of tile.
    """

    cases: tuple[Case, ...] = ANY_HAND
    shapes: frozenset[Shape] = ORDINARY
    chows: int = 0
    pungs: int = 0
    kongs: int = 0
    not_kongs: int = 0
    melded: int = 0
    concealed: int = 0
    alike: int = 0
    closed: bool = False
    self_drawn: bool | None = None
    win_on: WinOn | None = None


ANYTHING = Demand(shapes=ANY_SHAPE)


def _chow(suit: Suit, low: int) -> SetTiles:
    return suit_tile(suit, low), suit_tile(suit, low + 1), suit_tile(suit, low + 2)


def _pung(tile: Tile) -> SetTiles:
    return tile, tile, tile


def _suit(suit: Suit) -> Tiles:
    return frozenset(tile for tile in SUIT_TILES if tile.suit is suit)


def _ranks(ranks: Iterable[int]) -> Tiles:
    return frozenset(suit_tile(suit, rank) for suit in Suit for rank in ranks)


def _chows(*lows: int, suits: Iterable[tuple[Suit, ...]]) -> tuple[Case, ...]:
    """Give a case for each of `suits`: chows from `lows`, one in each suit named."""
    return tuple(Case(tuple(map(_chow, each, lows))) for each in suits)


def _pungs(*tiles: Iterable[Tile]) -> tuple[Case, ...]:
    """Give a case for each group of tiles: a pung of every tile in it."""
    return tuple(Case(tuple(map(_pung, each))) for each in tiles)


def _suited(rank: int, suits: tuple[Suit, ...], step: int = 0) -> tuple[Tile, ...]:
    """Give a tile in each suit, from `rank` up by `step`."""
    return tuple(suit_tile(suit, rank + step * place) for place, suit in enumerate(suits))


def _in_one_suit(count: int) -> list[tuple[Suit, ...]]:
    return [(suit,) * count for suit in Suit]


def _hogs() -> Iterable[Case]:
    """Give every way to hold four tiles alike without a kong 四归一."""
    for suit, rank in product(Suit, range(1, 10)):
        tile = suit_tile(suit, rank)
        chows = [_chow(suit, low) for low in range(max(1, rank - 2), min(7, rank) + 1)]
        yield from (Case((_pung(tile), chow)) for chow in chows)
        yield from (
            Case(two, pair=frozenset({tile})) for two in combinations_with_replacement(chows, 2)
        )
        yield from map(Case, combinations_with_replacement(chows, 4))


def _nine_gates(suit: Suit) -> Iterable[Case]:
    """Give every reading of 1112345678999 and one tile more of the suit."""
    tiles = sorted(_suit(suit))
    gates = Counter([*tiles, tiles[0], tiles[0], tiles[-1], tiles[-1]])
    sets = [_pung(tiles[0]), _pung(tiles[-1]), *(_chow(suit, low) for low in range(1, 8))]
    for four in combinations_with_replacement(sets, SETS):
        short = gates - Counter(tile for some in four for tile in some)
        if len(short) == 1 and short.total() <= 2:
            yield Case(four, tiles=frozenset(tiles), pair=frozenset(short))


TWO_SUITS = tuple(combinations(Suit, 2))
EVERY_ORDER = tuple(permutations(Suit))
SUITS = tuple(map(_suit, Suit))
BOTH_SUITS = tuple((_suit(one), _suit(two)) for one, two in TWO_SUITS)
FIVES = _ranks([5])

# One row a fan, in the order of the catalogue. A fan that another one covers whenever the two meet
# demands that they do not: 无字 two suits (else 清一色), 不求人 a chow (else 四暗刻).
# fmt: off
DEMANDS: Mapping[str, Demand] = {
    "big_four_winds": Demand(_pungs(WINDS)),
    "big_three_dragons": Demand(_pungs(DRAGONS)),
    "all_green": Demand((Case(tiles=GREEN_TILES),), SETS_OR_PAIRS),
    "nine_gates": Demand(
        tuple(case for suit in Suit for case in _nine_gates(suit)),
        not_kongs=4, closed=True, win_on=WinOn.ANY_OF_NINE),
    "four_kongs": Demand(kongs=4, win_on=WinOn.PAIR),
    "seven_shifted_pairs": Demand(
        tuple(Case(tiles=frozenset(seven), groups=tuple(frozenset({tile}) for tile in seven))
              for suit in Suit for low in (1, 2, 3)
              for seven in (_suited(low, (suit,) * 7, step=1),)),
        frozenset({Shape.PAIRS})),
    "thirteen_orphans": Demand(shapes=frozenset({Shape.ORPHANS})),
    "all_terminals": Demand((Case(tiles=TERMINALS),), SETS_OR_PAIRS),
    "little_four_winds": Demand(
        tuple(Case(tuple(map(_pung, WINDS - {wind})), pair=frozenset({wind})) for wind in WINDS)),
    "little_three_dragons": Demand(
        tuple(Case(tuple(map(_pung, DRAGONS - {dragon})), pair=frozenset({dragon}))
              for dragon in DRAGONS)),
    "all_honors": Demand((Case(tiles=HONOURS),), SETS_OR_PAIRS),
    "four_concealed_pungs": Demand(pungs=4, concealed=4),
    "pure_terminal_chows": Demand(
        tuple(Case((_chow(suit, 1),) * 2 + (_chow(suit, 7),) * 2, pair=FIVES & _suit(suit),
                   tiles=_suit(suit)) for suit in Suit)),
    "quadruple_chow": Demand(
        tuple(Case((_chow(suit, low),) * 4) for suit in Suit for low in range(1, 8))),
    "four_pure_shifted_pungs": Demand(
        _pungs(*(_suited(low, (suit,) * 4, step=1) for suit in Suit for low in range(1, 7)))),
    "four_pure_shifted_chows": Demand(
        sum((_chows(low, low + step, low + 2 * step, low + 3 * step, suits=_in_one_suit(4))
             for low, step in ((1, 1), (2, 1), (3, 1), (4, 1), (1, 2))), ())),
    "three_kongs": Demand(kongs=3),
    "all_terminals_and_honors": Demand(
        (Case(tiles=TERMINALS_AND_HONOURS, groups=(TERMINALS, HONOURS)),), SETS_OR_PAIRS),
    "seven_pairs": Demand(shapes=frozenset({Shape.PAIRS})),
    "greater_honors_and_knitted_tiles": Demand(shapes=frozenset({Shape.STARS})),
    "all_even_pungs": Demand((Case(tiles=_ranks((2, 4, 6, 8))),), pungs=4),
    "full_flush": Demand(tuple(Case(tiles=suit) for suit in SUITS), SETS_OR_PAIRS),
    "pure_triple_chow": Demand(
        sum((_chows(low, low, low, suits=_in_one_suit(3)) for low in range(1, 8)), ())),
    "pure_shifted_pungs": Demand(
        _pungs(*(_suited(low, (suit,) * 3, step=1) for suit in Suit for low in range(1, 8)))),
    "upper_tiles": Demand((Case(tiles=_ranks((7, 8, 9))),), SETS_OR_PAIRS),
    "middle_tiles": Demand((Case(tiles=_ranks((4, 5, 6))),), SETS_OR_PAIRS),
    "lower_tiles": Demand((Case(tiles=_ranks((1, 2, 3))),), SETS_OR_PAIRS),
    "pure_straight": Demand(_chows(1, 4, 7, suits=_in_one_suit(3))),
    "three_suited_terminal_chows": Demand(
        tuple(Case((_chow(one, 1), _chow(one, 7), _chow(two, 1), _chow(two, 7)),
                   pair=FIVES - _suit(one) - _suit(two)) for one, two in TWO_SUITS)),
    "pure_shifted_chows": Demand(
        sum((_chows(low, low + step, low + 2 * step, suits=_in_one_suit(3))
             for step in (1, 2) for low in range(1, 8 - 2 * step)), ())),
    # Six fives of one suit do not exist, so two suits.
    "all_fives": Demand(tuple(Case(touch=FIVES, groups=two) for two in BOTH_SUITS)),
    "triple_pung": Demand(_pungs(*(_suited(rank, tuple(Suit)) for rank in range(1, 10)))),
    "three_concealed_pungs": Demand(pungs=3, concealed=3),
    "lesser_honors_and_knitted_tiles": Demand(shapes=frozenset({Shape.KNITTED})),
    "knitted_straight": Demand(shapes=frozenset({Shape.STRAIGHT, Shape.KNITTED})),
    "upper_four": Demand((Case(tiles=_ranks((6, 7, 8, 9)), groups=(_ranks([6]),)),), SETS_OR_PAIRS),
    "lower_four": Demand((Case(tiles=_ranks((1, 2, 3, 4)), groups=(_ranks([4]),)),), SETS_OR_PAIRS),
    "big_three_winds": Demand(_pungs(*combinations(sorted(WINDS), 3))),
    "mixed_straight": Demand(_chows(1, 4, 7, suits=EVERY_ORDER)),
    "reversible_tiles": Demand((Case(tiles=REVERSIBLE_TILES),), SETS_OR_PAIRS),
    "mixed_triple_chow": Demand(
        sum((_chows(low, low, low, suits=[tuple(Suit)]) for low in range(1, 8)), ())),
    "mixed_shifted_pungs": Demand(
        _pungs(*(_suited(low, suits, step=1) for suits in EVERY_ORDER for low in range(1, 8)))),
    "chicken_hand": Demand(self_drawn=False),
    "last_tile_draw": Demand(shapes=ANY_SHAPE, self_drawn=True),
    "last_tile_claim": Demand(shapes=ANY_SHAPE, self_drawn=False),
    "out_with_replacement_tile": Demand(shapes=WITH_A_SET, kongs=1, self_drawn=True),
    "robbing_the_kong": Demand(
        shapes=NOT_PAIRS, chows=1, concealed=1, self_drawn=False, win_on=WinOn.CHOW),
    # 混幺九, 清幺九 and 字一色 cover 碰碰和.
    "all_pungs": Demand((Case(groups=(SIMPLES,)),), pungs=4),
    "half_flush": Demand(
        tuple(Case(tiles=suit | HONOURS, groups=(suit, HONOURS)) for suit in SUITS),
        SETS_OR_PAIRS),
    "mixed_shifted_chows": Demand(
        sum((_chows(low, low + 1, low + 2, suits=EVERY_ORDER) for low in range(1, 6)), ())),
    "all_types": Demand((Case(groups=(*SUITS, WINDS, DRAGONS)),), WITH_A_SET_OR_PAIRS),
    "melded_hand": Demand(melded=4, self_drawn=False, win_on=WinOn.PAIR),
    "two_concealed_kongs": Demand(kongs=2, concealed=2),
    "two_dragon_pungs": Demand(_pungs(*combinations(sorted(DRAGONS), 2))),
    "melded_and_concealed_kong": Demand(kongs=2, concealed=1, melded=1),
    # Without a chow it is 混幺九, 清幺九 or 字一色.
    "outside_hand": Demand((Case(touch=TERMINALS_AND_HONOURS),), chows=1),
    "fully_concealed_hand": Demand(shapes=ANY_SHAPE, chows=1, closed=True, self_drawn=True),
    "two_melded_kongs": Demand(kongs=2, melded=2),
    "last_tile": Demand(shapes=NOT_PAIRS, chows=1, concealed=1, win_on=WinOn.CHOW),
    "dragon_pung": Demand(_pungs(*((dragon,) for dragon in DRAGONS)), WITH_A_SET),
    "prevalent_wind": Demand(_pungs(*((wind,) for wind in WINDS)), WITH_A_SET),
    "seat_wind": Demand(_pungs(*((wind,) for wind in WINDS)), WITH_A_SET),
    # Four concealed kongs are 四暗刻, which covers it.
    "concealed_hand": Demand(shapes=ANY_SHAPE, not_kongs=1, closed=True, self_drawn=False),
    "all_chows": Demand((Case(pair=SUIT_TILES),), WITH_A_SET, chows=4),
    "tile_hog": Demand(tuple(_hogs()), WITH_A_SET_OR_PAIRS, not_kongs=2, alike=1),
    "double_pung": Demand(
        _pungs(*(_suited(rank, suits) for suits in TWO_SUITS for rank in range(1, 10)))),
    "two_concealed_pungs": Demand(pungs=2, concealed=2),
    "concealed_kong": Demand(shapes=WITH_A_SET, kongs=1, concealed=1),
    "all_simples": Demand((Case(tiles=SIMPLES),), SETS_OR_PAIRS),
    "pure_double_chow": Demand(
        sum((_chows(low, low, suits=_in_one_suit(2)) for low in range(1, 8)), ())),
    "mixed_double_chow": Demand(
        sum((_chows(low, low, suits=TWO_SUITS) for low in range(1, 8)), ())),
    "short_straight": Demand(
        sum((_chows(low, low + 3, suits=_in_one_suit(2)) for low in range(1, 5)), ())),
    "two_terminal_chows": Demand(_chows(1, 7, suits=_in_one_suit(2))),
    # 混幺九 and its like cover 幺九刻, so a simple tile; dragons make 箭刻.
    "pung_of_terminals_or_honors": Demand(
        tuple(Case((_pung(tile),), groups=(SIMPLES,)) for tile in TERMINALS | WINDS), WITH_A_SET),
    "melded_kong": Demand(shapes=WITH_A_SET, kongs=1, melded=1),
    "one_voided_suit": Demand(
        tuple(Case(tiles=one | two | HONOURS, groups=(one, two)) for one, two in BOTH_SUITS),
        SETS_OR_PAIRS),
    "no_honors": Demand(
        tuple(Case(tiles=SUIT_TILES, groups=two) for two in BOTH_SUITS),
        WITH_A_SET_OR_PAIRS, pungs=1),
    "edge_wait": Demand(
        tuple(Case((_chow(suit, low),)) for suit in Suit for low in (1, 7)),
        WITH_A_SET, chows=1, concealed=1, win_on=WinOn.CHOW),
    "closed_wait": Demand(shapes=WITH_A_SET, chows=1, concealed=1, win_on=WinOn.CHOW),
    "single_wait": Demand(shapes=WITH_A_SET, win_on=WinOn.PAIR),
    "self_drawn": Demand(shapes=ANY_SHAPE, self_drawn=True),
}
# fmt: on


def _demand(key: str) -> Demand:
    """Give the demand, an empty one for a fan that only another edition has."""
    return DEMANDS.get(key, ANYTHING)


# Whether two fan fit into one hand: a no is certain, a yes is not


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
    *(_chow(suit, low) for suit in Suit for low in range(1, 8)),
    *map(_pung, ALL_TILES),
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


def _demands_fit(one: Demand, two: Demand, *, apart: bool = False) -> bool:
    """Whether one hand can meet both demands; a no is certain."""
    return (
        _agree(one.self_drawn, two.self_drawn)
        and _agree(one.win_on, two.win_on)
        and not ((one.closed or two.closed) and (one.melded or two.melded))
        and any(_shape_fits(shape, one, two, apart) for shape in one.shapes & two.shapes)
    )


# What else keeps two fan apart

SELF_DRAWN = "self_drawn"
FLOWERS = "flower_tiles"
EXTRA_PUNG = "pung_of_terminals_or_honors"
CHOW_PAIRS = ("pure_double_chow", "mixed_double_chow", "short_straight", "two_terminal_chows")
"""一般高 喜相逢 连六 老少副: what a chow makes with one other chow."""

THREE_CHOWS = 3
HONOUR_FANS = (
    ("big_three_dragons", "little_three_dragons", "two_dragon_pungs", "dragon_pung"),
    ("big_four_winds", "little_four_winds", "big_three_winds", "prevalent_wind", "seat_wind"),
)

ONE_KONG_OF_EACH = frozenset({"concealed_kong", "melded_kong"})
SERIES = (
    frozenset({"edge_wait", "closed_wait", "single_wait"}),
    frozenset({"four_kongs", "three_kongs", "two_concealed_kongs", "two_melded_kongs",
               "melded_and_concealed_kong", *ONE_KONG_OF_EACH}),
)  # fmt: skip
"""At most one fan of each series counts; the concealed pungs imply one another anyway."""

ODD_PAIRS = frozenset({
    # No kong is made on the last tile of the wall.
    frozenset({"robbing_the_kong", "last_tile_claim"}),
    # The winner holds another copy of every tile that could win, the robbed player four.
    frozenset({"robbing_the_kong", "pure_terminal_chows"}),
    frozenset({"robbing_the_kong", "quadruple_chow"}),
    # Nine gates with 123 and 789 has 456 too, so 清龙.
    frozenset({"nine_gates", "two_terminal_chows"}),
})  # fmt: skip

OWN_FAN = {
    Shape.PAIRS: "seven_pairs",
    Shape.ORPHANS: "thirteen_orphans",
    Shape.KNITTED: "lesser_honors_and_knitted_tiles",
    Shape.STARS: "greater_honors_and_knitted_tiles",
}
"""The fan that a shape brings along, with all it implies."""

MOST = {
    EXTRA_PUNG: 4,
    "tile_hog": 3,
    "double_pung": 2,
    "pure_double_chow": 2,
    "mixed_double_chow": 3,
    "short_straight": 3,
    "two_terminal_chows": 3,
}
"""How often a fan can be counted in one hand, where that is more than once."""


@cache
def _demands(profile: str) -> Mapping[str, Demand]:
    """Give the demands in an edition: what a shape's own fan implies never counts in that shape."""
    fans = scoring_profile(profile).fans
    demands = {
        key: replace(
            demand,
            shapes=demand.shapes - {s for s, own in OWN_FAN.items() if key in fans[own].implies},
        )
        for key, demand in ((key, _demand(key)) for key in fans)
    }
    for key in ("concealed_hand", "fully_concealed_hand"):
        if key not in fans["four_concealed_pungs"].implies:
            demands[key] = replace(demands[key], chows=0, not_kongs=0)
    return demands


def _fit(one: str, two: str, profile: str, *, apart: bool = False) -> bool:
    demands = _demands(profile)
    return _demands_fit(demands[one], demands[two], apart=apart)


def _is_extra_pung(fan: str, by: str, profile: str) -> bool:
    """
    Whether `fan`, which `by` implies, is 幺九刻 and may count beside it after all.

    It is implied for the sets that make `by`; another set may make one more.
    """
    return fan == EXTRA_PUNG and _fit(fan, by, profile, apart=(by, fan) not in IMPLIED_COPIES)


def _bar_each_other(one: str, two: str, fans: Mapping[str, Fan]) -> bool:
    """Whether the two exclude each other for another reason than what they demand."""
    both = frozenset({one, two})
    if "chicken_hand" in both or both in ODD_PAIRS:
        return True
    if both == ONE_KONG_OF_EACH:
        return "melded_and_concealed_kong" in fans
    return any(both <= series for series in SERIES)


def _clash(one: str, two: str, profile: str) -> Problem | None:
    """Give the reason why no hand counts both fan, if there is one."""
    return _pair_problem(*sorted((one, two)), profile)


@cache
def _pair_problem(one: str, two: str, profile: str) -> Problem | None:
    fans = scoring_profile(profile).fans
    for fan, by in ((one, two), (two, one)):
        if fan in fans[by].implies:
            if _is_extra_pung(fan, by, profile):
                return None
            return Problem("excluded_fan", (("fan", fan), ("by", by)))
    if _bar_each_other(one, two, fans) or not _fit(one, two, profile):
        first, second = sorted((one, two), key=list(fans).index)
        return Problem("impossible_pair", (("fan", first), ("other", second)))
    return None


# How often a fan can count beside the others


@cache
def _sets_in(key: str) -> tuple[int, int]:
    """Give how many chows and how many pungs make the fan, at the least."""
    chows = [sum(map(is_chow, case.sets)) for case in _demand(key).cases]
    pungs = [sum(not is_chow(some) for some in case.sets) for case in _demand(key).cases]
    return min(chows), min(pungs)


def _honour_pungs(counts: Mapping[str, int]) -> int:
    """Give how many pungs of dragons and of winds the fan listed take, 幺九刻 apart."""
    return sum(
        max((_sets_in(key)[1] for key in fans if key in counts), default=0) for fans in HONOUR_FANS
    )


def _least_chows(counts: Mapping[str, int]) -> int:
    joined = sum(counts.get(key, 0) for key in CHOW_PAIRS)
    most = max(max(_sets_in(key)[0], _demand(key).chows) for key in counts)
    if joined and most >= THREE_CHOWS:
        return SETS
    return max(most, joined + 1 if joined else 0)


def _most_extra_pungs(counts: Mapping[str, int]) -> int:
    """Give how many 幺九刻 there is room for."""
    honours = _honour_pungs(counts)
    if "knitted_straight" in counts:
        return 1 - honours
    implied = max(IMPLIED_COPIES.get((key, EXTRA_PUNG), 0) for key in counts)
    return SETS - honours - _least_chows(counts) - implied


def _most_chow_pairs(counts: Mapping[str, int]) -> int:
    """
    Give how many of 一般高 喜相逢 连六 老少副 there is room for.

    Source: 不拆移 and 套算一次: none beside a fan of four chows, one beside a fan of three,
    otherwise one less than there are chows.
    """
    bigger = max(_sets_in(key)[0] for key in counts)
    if bigger >= THREE_CHOWS:
        return SETS - bigger
    pungs = max(
        max(_demand(key).pungs, _demand(key).kongs, _sets_in(key)[1] * count)
        for key, count in counts.items()
    )
    return SETS - max(pungs, _honour_pungs(counts) + counts.get(EXTRA_PUNG, 0)) - 1


# The fan list

MOST_POINTS = {"guobiao": 324}
"""The dearest hand of an edition, flowers left out: 大三元 四杠 字一色 四暗刻 and what comes on top."""


def possible_total(points: int, *, profile: str = DEFAULT_PROFILE) -> bool:
    """
    Whether some set of fan and up to eight flowers gives these points; a no is certain.

    In an edition whose dearest hand is not known, every number from the minimum up may be.
    """
    most = MOST_POINTS.get(profile, points)
    return MINIMUM_POINTS <= points <= most + len(Flower)


def fan_list_points(
    counts: Mapping[str, int], *, flowers: int = 0, profile: str = DEFAULT_PROFILE
) -> tuple[int, int]:
    """
    Give the points without flowers, and the total with them.

    Fan the profile does not have are worth nothing here; `fan_list_problems` names them. Raise
    `ValueError` for a profile that cannot score.
    """
    fans = scoring_profile(profile).fans
    points = sum(fans[key].points * count for key, count in _listed(counts, fans).items())
    return points, points + flowers


def fan_list_problems(
    counts: Mapping[str, int],
    *,
    self_drawn: bool,
    flowers: int = 0,
    profile: str = DEFAULT_PROFILE,
) -> tuple[Problem, ...]:
    """
    Give every reason to refuse a win recorded as fan keys with counts, none if it can be right.

    A count of 0 is as good as no entry. 花牌 is not listed but given as `flowers`. Raise
    `ValueError` for a profile that cannot score.
    """
    fans = scoring_profile(profile).fans
    listed = _listed(counts, fans)
    return (
        *_entry_problems(counts, flowers, fans),
        *_win_problems(listed, fans, self_drawn=self_drawn),
        *_number_problems(listed, profile),
        *_pair_problems(listed, profile),
        *_minimum_problems(listed, profile),
    )


def excluded_by(
    counts: Mapping[str, int], *, profile: str = DEFAULT_PROFILE
) -> Mapping[str, tuple[str, ...]]:
    """
    Give the fan that cannot be added, each with the counted fan that bar it.

    A fan that implies a counted one is not among them: it may replace the smaller one. Raise
    `ValueError` for a profile that cannot score.
    """
    fans = scoring_profile(profile).fans
    listed = _listed(counts, fans)
    bars = {key: _bars(key, listed, profile) for key in fans if key != FLOWERS}
    return {key: by for key, by in bars.items() if by}


def _listed(counts: Mapping[str, int], fans: Mapping[str, Fan]) -> dict[str, int]:
    """Give the fan that can be judged, in the order of the table."""
    return {key: counts[key] for key in fans if counts.get(key, 0) > 0 and key != FLOWERS}


def _problem(code: str, **params: str | int) -> Problem:
    return Problem(code, tuple(params.items()))


def _entry_problems(
    counts: Mapping[str, int], flowers: int, fans: Mapping[str, Fan]
) -> Iterator[Problem]:
    for key, count in counts.items():
        if key not in fans:
            yield _problem("unknown_fan", fan=key)
        elif count < 0:
            yield _problem("negative_count", fan=key, count=count)
    if counts.get(FLOWERS, 0) > 0:
        yield _problem("flowers_listed", count=counts[FLOWERS])
    if not 0 <= flowers <= len(Flower):
        yield _problem("flower_count", count=flowers, most=len(Flower))


def _win_problems(
    counts: Mapping[str, int], fans: Mapping[str, Fan], *, self_drawn: bool
) -> Iterator[Problem]:
    for key in counts:
        if _demand(key).self_drawn is (not self_drawn):
            yield _problem("needs_discard" if self_drawn else "needs_self_draw", fan=key)
    covered = any(key == SELF_DRAWN or SELF_DRAWN in fans[key].implies for key in counts)
    if self_drawn and not covered:
        yield _problem("missing_self_drawn")


def _number_problems(counts: Mapping[str, int], profile: str) -> Iterator[Problem]:
    for key, count in counts.items():
        most = MOST.get(key, 1)
        if key == EXTRA_PUNG and not _barred(key, counts, profile):
            most = max(0, _most_extra_pungs(counts))
        if count > most:
            yield _problem("counted_too_often", fan=key, count=count, most=most)
    joined = [key for key in CHOW_PAIRS if key in counts]
    if not joined or any(_barred(key, counts, profile) for key in joined):
        return
    count, most = sum(counts[key] for key in joined), _most_chow_pairs(counts)
    if count > most:
        yield _problem("too_many_chow_pairs", count=count, most=max(0, most))


def _barred(key: str, counts: Iterable[str], profile: str) -> bool:
    """Whether another fan of the list keeps it out: then how often it counts is no question."""
    return any(_clash(key, other, profile) for other in counts if other != key)


def _pair_problems(counts: Mapping[str, int], profile: str) -> Iterator[Problem]:
    for one, two in combinations(counts, 2):
        problem = _clash(one, two, profile)
        if problem is not None:
            yield problem


def _minimum_problems(counts: Mapping[str, int], profile: str) -> Iterator[Problem]:
    points, _ = fan_list_points(counts, profile=profile)
    if points < MINIMUM_POINTS:
        yield _problem(
            "below_minimum",
            points=points,
            minimum=MINIMUM_POINTS,
            missing=MINIMUM_POINTS - points,
        )


def _bars(key: str, counts: Mapping[str, int], profile: str) -> tuple[str, ...]:
    """Give the counted fan because of which `key` cannot be added."""
    fans = scoring_profile(profile).fans
    by = tuple(
        other
        for other in counts
        if other != key
        and _clash(other, key, profile)
        and (key in fans[other].implies or other not in fans[key].implies)
    )
    if by or key in counts or not any(_number_problems({**counts, key: 1}, profile)):
        return by
    # No set is left for it, so whatever takes sets bars it.
    return tuple(other for other in counts if _sets_in(other) != (0, 0))
