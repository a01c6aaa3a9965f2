"""
What each fan 番种 asks of a hand, as data: shape, sets, tiles, melds, the winning tile.

`fit` reads from it whether one hand can have two fan.

Source: the definitions in 番种分值表.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum, auto
from itertools import combinations, combinations_with_replacement, permutations, product

from scoring.rules.tiles import (
    ALL_TILES,
    DRAGONS,
    GREEN_TILES,
    HONOURS,
    REVERSIBLE_TILES,
    SIMPLES,
    SUIT_TILES,
    TERMINALS,
    TERMINALS_AND_HONOURS,
    WINDS,
    Suit,
    Tile,
    suit_tile,
)

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


def chow(suit: Suit, low: int) -> SetTiles:
    """Give the chow 顺子 from `low` up."""
    return suit_tile(suit, low), suit_tile(suit, low + 1), suit_tile(suit, low + 2)


def pung(tile: Tile) -> SetTiles:
    """Give the pung 刻子 of a tile."""
    return tile, tile, tile


def _suit(suit: Suit) -> Tiles:
    return frozenset(tile for tile in SUIT_TILES if tile.suit is suit)


def _ranks(ranks: Iterable[int]) -> Tiles:
    return frozenset(suit_tile(suit, rank) for suit in Suit for rank in ranks)


def _chows(*lows: int, suits: Iterable[tuple[Suit, ...]]) -> tuple[Case, ...]:
    """Give a case for each of `suits`: chows from `lows`, one in each suit named."""
    return tuple(Case(tuple(map(chow, each, lows))) for each in suits)


def _pungs(*tiles: Iterable[Tile]) -> tuple[Case, ...]:
    """Give a case for each group of tiles: a pung of every tile in it."""
    return tuple(Case(tuple(map(pung, each))) for each in tiles)


def _suited(rank: int, suits: tuple[Suit, ...], step: int = 0) -> tuple[Tile, ...]:
    """Give a tile in each suit, from `rank` up by `step`."""
    return tuple(suit_tile(suit, rank + step * place) for place, suit in enumerate(suits))


def _in_one_suit(count: int) -> list[tuple[Suit, ...]]:
    return [(suit,) * count for suit in Suit]


def _hogs() -> Iterable[Case]:
    """Give every way to hold four tiles alike without a kong 四归一."""
    for suit, rank in product(Suit, range(1, 10)):
        tile = suit_tile(suit, rank)
        chows = [chow(suit, low) for low in range(max(1, rank - 2), min(7, rank) + 1)]
        yield from (Case((pung(tile), other)) for other in chows)
        yield from (
            Case(two, pair=frozenset({tile})) for two in combinations_with_replacement(chows, 2)
        )
        yield from map(Case, combinations_with_replacement(chows, 4))


def _nine_gates(suit: Suit) -> Iterable[Case]:
    """Give every reading of 1112345678999 and one tile more of the suit."""
    tiles = sorted(_suit(suit))
    gates = Counter([*tiles, tiles[0], tiles[0], tiles[-1], tiles[-1]])
    sets = [pung(tiles[0]), pung(tiles[-1]), *(chow(suit, low) for low in range(1, 8))]
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
        tuple(Case(tuple(map(pung, WINDS - {wind})), pair=frozenset({wind})) for wind in WINDS)),
    "little_three_dragons": Demand(
        tuple(Case(tuple(map(pung, DRAGONS - {dragon})), pair=frozenset({dragon}))
              for dragon in DRAGONS)),
    "all_honors": Demand((Case(tiles=HONOURS),), SETS_OR_PAIRS),
    "four_concealed_pungs": Demand(pungs=4, concealed=4),
    "pure_terminal_chows": Demand(
        tuple(Case((chow(suit, 1),) * 2 + (chow(suit, 7),) * 2, pair=FIVES & _suit(suit),
                   tiles=_suit(suit)) for suit in Suit)),
    "quadruple_chow": Demand(
        tuple(Case((chow(suit, low),) * 4) for suit in Suit for low in range(1, 8))),
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
        tuple(Case((chow(one, 1), chow(one, 7), chow(two, 1), chow(two, 7)),
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
        tuple(Case((pung(tile),), groups=(SIMPLES,)) for tile in TERMINALS | WINDS), WITH_A_SET),
    "melded_kong": Demand(shapes=WITH_A_SET, kongs=1, melded=1),
    "one_voided_suit": Demand(
        tuple(Case(tiles=one | two | HONOURS, groups=(one, two)) for one, two in BOTH_SUITS),
        SETS_OR_PAIRS),
    "no_honors": Demand(
        tuple(Case(tiles=SUIT_TILES, groups=two) for two in BOTH_SUITS),
        WITH_A_SET_OR_PAIRS, pungs=1),
    "edge_wait": Demand(
        tuple(Case((chow(suit, low),)) for suit in Suit for low in (1, 7)),
        WITH_A_SET, chows=1, concealed=1, win_on=WinOn.CHOW),
    "closed_wait": Demand(shapes=WITH_A_SET, chows=1, concealed=1, win_on=WinOn.CHOW),
    "single_wait": Demand(shapes=WITH_A_SET, win_on=WinOn.PAIR),
    "self_drawn": Demand(shapes=ANY_SHAPE, self_drawn=True),
}
# fmt: on


def demand_of(key: str) -> Demand:
    """Give the demand, an empty one for a fan that only another edition has."""
    return DEMANDS.get(key, ANYTHING)
