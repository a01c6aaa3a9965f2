"""Series 花色组合: which suits and honours a hand is made of."""

from scoring.rules.readings import Reading
from scoring.rules.tiles import DRAGONS, HONOURS, SUIT_TILES, WINDS, Suit


def full_flush(reading: Reading) -> bool:
    """
    清一色 (22, 24 points): one suit only.

    Source: 番种分值表 no. 22.
    """
    return len(reading.suits) == 1 and reading.kinds <= SUIT_TILES


def half_flush(reading: Reading) -> bool:
    """
    混一色 (49, 6 points): one suit and honours.

    Source: 番种分值表 no. 49.
    """
    return len(reading.suits) == 1 and not reading.kinds.isdisjoint(HONOURS)


def all_types(reading: Reading) -> bool:
    """
    五门齐 (51, 6 points): all three suits, winds and dragons.

    Source: 番种分值表 no. 51.
    """
    return (
        len(reading.suits) == len(Suit)
        and not reading.kinds.isdisjoint(WINDS)
        and not reading.kinds.isdisjoint(DRAGONS)
    )


def one_voided_suit(reading: Reading) -> bool:
    """
    缺一门 (75, 1 point): two of the three suits.

    Source: 番种分值表 no. 75.
    """
    return len(reading.suits) == 2


def no_honors(reading: Reading) -> bool:
    """
    无字 (76, 1 point): no winds and no dragons.

    Source: 番种分值表 no. 76.
    """
    return reading.kinds <= SUIT_TILES


PREDICATES = (one_voided_suit,)
PREDICATES_OF_SUIT_TILES = (full_flush, no_honors)
PREDICATES_WITH_HONOURS = (half_flush, all_types)
