"""Series 不靠: hands of tiles that do not join."""

from scoring.rules.divide import KNITTED, Shape
from scoring.rules.readings import Reading
from scoring.rules.tiles import HONOURS


def thirteen_orphans(reading: Reading) -> bool:
    """
    十三幺 (7, 88 points): each one, nine and honour, and a second of one of them.

    Source: 番种分值表 no. 7.
    """
    return reading.shape is Shape.THIRTEEN_ORPHANS


def greater_honors_and_knitted_tiles(reading: Reading) -> bool:
    """
    七星不靠 (20, 24 points): all seven honours and seven knitted tiles.

    Source: 番种分值表 no. 20.
    """
    return reading.shape is Shape.SINGLES and reading.kinds >= HONOURS


def lesser_honors_and_knitted_tiles(reading: Reading) -> bool:
    """
    全不靠 (34, 12 points): fourteen different honours and knitted tiles.

    Source: 番种分值表 no. 34.
    """
    return reading.shape is Shape.SINGLES


def knitted_straight(reading: Reading) -> bool:
    """
    组合龙 (35, 12 points): 147, 258 and 369 in three suits, with a set and a pair or in 全不靠.

    Source: 番种分值表 no. 35; drawn hand 34.3 of the 1998 book for 全不靠.
    """
    return reading.shape is Shape.KNITTED_STRAIGHT or (
        reading.shape is Shape.SINGLES and any(nine <= reading.kinds for nine in KNITTED)
    )


PREDICATES = (
    thirteen_orphans,
    greater_honors_and_knitted_tiles,
    lesser_honors_and_knitted_tiles,
    knitted_straight,
)
