"""
Series 序数牌: what the ranks of suit tiles make.

Groups of chows and pungs are in `groups`.
"""

from scoring.rules.detect.groups import ranks
from scoring.rules.divide import Shape
from scoring.rules.readings import Reading
from scoring.rules.tiles import Suit, Tile, tiles

CHOWS_OF_SHAPE = {Shape.SETS: 4, Shape.KNITTED_STRAIGHT: 1}
"""How many sets, all of them chows, 平和 needs: 组合龙 stands for three."""


UPPER_TILES = frozenset(tiles("789m 789s 789p"))
MIDDLE_TILES = frozenset(tiles("456m 456s 456p"))
LOWER_TILES = frozenset(tiles("123m 123s 123p"))
UPPER_FOUR = UPPER_TILES.union(tiles("6m 6s 6p"))
LOWER_FOUR = LOWER_TILES.union(tiles("4m 4s 4p"))


def _chow_tiles(reading: Reading) -> tuple[Tile, ...]:
    return tuple(reading.sets[place].tile for place in reading.chows)


def pure_terminal_chows(reading: Reading) -> bool:
    """
    一色双龙会 (13, 64 points): 123 123 789 789 and 55 of one suit.

    Source: 番种分值表 no. 13.
    """
    return (
        len(reading.chows) == 4
        and len(reading.suits) == 1
        and ranks(_chow_tiles(reading)) == [1, 1, 7, 7]
        and reading.pair is not None
        and reading.pair.rank == 5
    )


def upper_tiles(reading: Reading) -> bool:
    """
    全大 (25, 24 points): 7, 8 and 9 only.

    Source: 番种分值表 no. 25.
    """
    return reading.kinds <= UPPER_TILES


def middle_tiles(reading: Reading) -> bool:
    """
    全中 (26, 24 points): 4, 5 and 6 only.

    Source: 番种分值表 no. 26.
    """
    return reading.kinds <= MIDDLE_TILES


def lower_tiles(reading: Reading) -> bool:
    """
    全小 (27, 24 points): 1, 2 and 3 only.

    Source: 番种分值表 no. 27.
    """
    return reading.kinds <= LOWER_TILES


def three_suited_terminal_chows(reading: Reading) -> bool:
    """
    三色双龙会 (29, 16 points): 123 and 789 in two suits, 55 in the third.

    Source: 番种分值表 no. 29.
    """
    if len(reading.chows) < 4 or len(reading.suits) < len(Suit):
        return False
    chows = _chow_tiles(reading)
    return (
        ranks(chows) == [1, 1, 7, 7]
        and len(set(chows)) == 4
        and reading.pair is not None
        and reading.pair.rank == 5
        and reading.pair.suit not in {tile.suit for tile in chows}
    )


def upper_four(reading: Reading) -> bool:
    """
    大于五 (36, 12 points): 6 to 9 only.

    Source: 番种分值表 no. 36.
    """
    return reading.kinds <= UPPER_FOUR


def lower_four(reading: Reading) -> bool:
    """
    小于五 (37, 12 points): 1 to 4 only.

    Source: 番种分值表 no. 37.
    """
    return reading.kinds <= LOWER_FOUR


def all_chows(reading: Reading) -> bool:
    """
    平和 (63, 2 points): four chows and a pair of suit tiles; 组合龙 stands for three chows.

    Source: 番种分值表 no. 63; drawn hand 35.2 of the 1998 book for 组合龙.
    """
    return (
        len(reading.chows) == CHOWS_OF_SHAPE.get(reading.shape)
        and reading.pair is not None
        and reading.pair.suit is not None
    )


PREDICATES_OF_SUIT_TILES = (
    pure_terminal_chows,
    upper_tiles,
    middle_tiles,
    lower_tiles,
    three_suited_terminal_chows,
    upper_four,
    lower_four,
    all_chows,
)
