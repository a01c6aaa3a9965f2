"""
The 34 kinds of tiles and eight flowers, their classes, and how they are written.

Tiles are written 1m-9m 万 characters, 1s-9s 条 bamboo, 1p-9p 饼 dots, E S W N 东南西北,
C F P 中发白; flowers a-h 梅兰竹菊春夏秋冬. Tiles of one suit share its letter: 2333m.

Source: 牌分类 of the rule text (six classes, 42 patterns, 144 tiles).
"""

from collections.abc import Iterable
from enum import IntEnum, StrEnum
from itertools import groupby

COPIES = 4
"""How many tiles of each kind a set of tiles holds."""


class Suit(IntEnum):
    """The three suits 花色, in the order hands are printed."""

    CHARACTERS = 0
    BAMBOO = 1
    DOTS = 2

    @property
    def letter(self) -> str:
        """The letter written after the ranks: m, s or p."""
        return "msp"[self]


class Wind(IntEnum):
    """The four winds 风, as prevalent wind 圈风, seat wind 门风 or place at the table."""

    EAST = 0
    SOUTH = 1
    WEST = 2
    NORTH = 3

    @property
    def letter(self) -> str:
        """The letter written for it: E, S, W or N."""
        return "ESWN"[self]

    @property
    def tile(self) -> "Tile":
        """The tile that shows this wind."""
        return ALL_TILES[Tile.E + self]


class Tile(IntEnum):
    """
    A kind of tile, numbered as hands are printed: suits m, s, p ascending, then E S W N C F P.

    `str()` gives it as written: "5m", "E".
    """

    M1, M2, M3, M4, M5, M6, M7, M8, M9 = range(9)
    S1, S2, S3, S4, S5, S6, S7, S8, S9 = range(9, 18)
    P1, P2, P3, P4, P5, P6, P7, P8, P9 = range(18, 27)
    E, S, W, N = range(27, 31)
    C, F, P = range(31, 34)

    # The hash of an Enum is computed from its name in Python; tiles live in sets everywhere.
    __hash__ = int.__hash__

    @property
    def suit(self) -> Suit | None:
        """Its suit, or None for an honour."""
        return _SUITS[self]

    @property
    def rank(self) -> int:
        """1-9 in a suit, 0 for an honour."""
        return _RANKS[self]

    def __str__(self) -> str:
        return _CODES[self]


# Looked up by tile: these are asked for many times in every hand.
_SUITS: tuple[Suit | None, ...] = tuple(suit for suit in Suit for _ in range(9)) + (None,) * 7
_RANKS = tuple(range(1, 10)) * 3 + (0,) * 7
_CODES: tuple[str, ...] = (
    *(f"{rank}{suit.letter}" for suit in Suit for rank in range(1, 10)),
    *"ESWNCFP",
)


class Flower(StrEnum):
    """The eight flowers 花牌, by the letter written for each."""

    PLUM = "a"
    ORCHID = "b"
    BAMBOO = "c"
    CHRYSANTHEMUM = "d"
    SPRING = "e"
    SUMMER = "f"
    AUTUMN = "g"
    WINTER = "h"


ALL_TILES = tuple(Tile)
TILE_BY_CODE = {str(tile): tile for tile in Tile}


def suit_tile(suit: Suit, rank: int) -> Tile:
    """Give the tile of `rank` 1-9 in `suit`."""
    if not 1 <= rank <= 9:
        raise ValueError(f"no such rank: {rank!r}")
    return ALL_TILES[suit * 9 + rank - 1]


def tiles(text: str) -> tuple[Tile, ...]:
    """
    Give the tiles of a short text such as "123m EE", in the order written.

    For constants and tests; text from outside goes through `parse_hand`. Raise `ValueError`
    for anything that is not a tile.
    """
    found: list[Tile] = []
    ranks = ""
    for letter in text.replace(" ", ""):
        if letter in "123456789":
            ranks += letter
            continue
        codes = [rank + letter for rank in ranks] or [letter]
        if any(code not in TILE_BY_CODE for code in codes):
            raise ValueError(f"no tiles: {text!r}")
        found += [TILE_BY_CODE[code] for code in codes]
        ranks = ""
    if ranks:
        raise ValueError(f"ranks without a suit: {text!r}")
    return tuple(found)


def tiles_text(some: Iterable[Tile]) -> str:
    """Write tiles in the order given, neighbours of one suit sharing its letter: "123mEE"."""
    return "".join(
        "".join(str(tile) for tile in run)
        if suit is None
        else "".join(str(tile.rank) for tile in run) + suit.letter
        for suit, run in groupby(some, key=lambda tile: tile.suit)
    )


SUIT_TILES = frozenset(tiles("123456789m 123456789s 123456789p"))
"""Numbered tiles 序数牌."""
WINDS = frozenset(tiles("ESWN"))
"""Wind tiles 风牌."""
DRAGONS = frozenset(tiles("CFP"))
"""Dragon tiles 箭牌."""
HONOURS = WINDS | DRAGONS
"""Honours 字牌."""
TERMINALS = frozenset(tiles("19m 19s 19p"))
"""Ones and nines 幺九 of the suits."""
TERMINALS_AND_HONOURS = TERMINALS | HONOURS
"""幺九牌: terminals and honours."""
SIMPLES = SUIT_TILES - TERMINALS
"""Suit tiles 2-8."""
GREEN_TILES = frozenset(tiles("23468s F"))
"""The tiles of 绿一色: no red on their faces."""
REVERSIBLE_TILES = frozenset(tiles("245689s 1234589p P"))
"""The tiles of 推不倒: the same upside down."""
