"""
Series 特殊: fan of single tiles or with a rule of their own.

无番和 (43) is what remains when nothing else counts, and 花牌 (81) are added at the end: neither
is found in a reading.
"""

from scoring.rules.detect.places import Copies
from scoring.rules.readings import Reading
from scoring.rules.tiles import GREEN_TILES, REVERSIBLE_TILES

NINE_GATES_RANKS = [1, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9]


def all_green(reading: Reading) -> bool:
    """
    绿一色 (3, 88 points): 2, 3, 4, 6, 8 of bamboo and 发 only, with or without 发.

    Source: 番种分值表 no. 3.
    """
    return reading.kinds <= GREEN_TILES


def nine_gates(reading: Reading) -> bool:
    """
    九莲宝灯 (4, 88 points): 1112345678999 of one suit in the hand, and any tile of it won.

    Source: 番种分值表 no. 4.
    """
    concealed = reading.hand.concealed
    return (
        len(reading.suits) == 1
        and len(reading.kinds) == len(set(NINE_GATES_RANKS))
        and sorted(tile.rank for tile in concealed) == NINE_GATES_RANKS
    )


def reversible_tiles(reading: Reading) -> bool:
    """
    推不倒 (40, 8 points): only tiles that look the same upside down.

    Source: 番种分值表 no. 40.
    """
    return reading.kinds <= REVERSIBLE_TILES


def tile_hog(reading: Reading) -> Copies:
    """
    四归一 (64, 2 points): all four of a kind, not as a kong.

    Source: 番种分值表 no. 64; drawn hand 19.2 of the 1998 book for seven pairs.
    """
    kongs = [reading.sets[place].tile for place in reading.kongs]
    return tuple(
        tuple(place for place, one in enumerate(reading.sets) if one.holds(tile))
        for tile in reading.fours
        if tile not in kongs
    )


PREDICATES = (all_green, reversible_tiles)
PREDICATES_OF_SUIT_TILES = (nine_gates,)
FINDERS = (tile_hog,)
