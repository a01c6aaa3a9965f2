"""Series 字牌: what winds and dragons make."""

from scoring.rules.detect.places import Copies, each, honours_of, together
from scoring.rules.readings import Reading
from scoring.rules.tiles import DRAGONS, HONOURS, WINDS, Tile


def four_winds_and_green_dragon(reading: Reading) -> Copies:
    """
    四方大发 (168 points): pungs or kongs of all four winds and a pair of green dragons.

    Source: the list of an online hall; not in the table of 1998.
    """
    return big_four_winds(reading) if reading.pair is Tile.F else ()


def big_four_winds(reading: Reading) -> Copies:
    """
    大四喜 (1, 88 points): pungs or kongs of all four winds.

    Source: 番种分值表 no. 1.
    """
    return together(honours_of(reading, WINDS), 4)


def big_three_dragons(reading: Reading) -> Copies:
    """
    大三元 (2, 88 points): pungs or kongs of all three dragons.

    Source: 番种分值表 no. 2.
    """
    return together(honours_of(reading, DRAGONS), 3)


def little_four_winds(reading: Reading) -> Copies:
    """
    小四喜 (9, 64 points): pungs or kongs of three winds and a pair of the fourth.

    Source: 番种分值表 no. 9.
    """
    return together(honours_of(reading, WINDS), 3) if reading.pair in WINDS else ()


def little_three_dragons(reading: Reading) -> Copies:
    """
    小三元 (10, 64 points): pungs or kongs of two dragons and a pair of the third.

    Source: 番种分值表 no. 10.
    """
    return together(honours_of(reading, DRAGONS), 2) if reading.pair in DRAGONS else ()


def all_honors(reading: Reading) -> bool:
    """
    字一色 (11, 64 points): honours only, as sets or as seven pairs.

    Source: 番种分值表 no. 11.
    """
    return reading.kinds <= HONOURS


def big_three_winds(reading: Reading) -> Copies:
    """
    三风刻 (38, 12 points): pungs or kongs of three winds.

    Source: 番种分值表 no. 38.
    """
    return together(honours_of(reading, WINDS), 3)


def two_dragon_pungs(reading: Reading) -> Copies:
    """
    双箭刻 (54, 6 points): pungs or kongs of two dragons.

    Source: 番种分值表 no. 54.
    """
    return together(honours_of(reading, DRAGONS), 2)


def dragon_pung(reading: Reading) -> Copies:
    """
    箭刻 (59, 2 points): a pung or kong of a dragon.

    Source: 番种分值表 no. 59.
    """
    return each(honours_of(reading, DRAGONS))


def prevalent_wind(reading: Reading) -> Copies:
    """
    圈风刻 (60, 2 points): a pung or kong of the prevalent wind.

    Source: 番种分值表 no. 60.
    """
    return each(honours_of(reading, {reading.hand.prevalent_wind.tile}))


def seat_wind(reading: Reading) -> Copies:
    """
    门风刻 (61, 2 points): a pung or kong of the winner's own wind.

    Source: 番种分值表 no. 61.
    """
    return each(honours_of(reading, {reading.hand.seat_wind.tile}))


PREDICATES = (all_honors,)
FINDERS = (
    four_winds_and_green_dragon,
    big_four_winds,
    big_three_dragons,
    little_four_winds,
    little_three_dragons,
    big_three_winds,
    two_dragon_pungs,
    dragon_pung,
    prevalent_wind,
    seat_wind,
)
