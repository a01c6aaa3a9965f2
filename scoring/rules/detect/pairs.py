"""Series 七对: seven pairs."""

from scoring.rules.detect.suits import full_flush
from scoring.rules.divide import Shape
from scoring.rules.readings import Reading


def seven_shifted_pairs(reading: Reading) -> bool:
    """
    连七对 (6, 88 points): seven pairs of one suit, each one higher.

    Source: 番种分值表 no. 6.
    """
    # Full flush, not only one suit: the East wind follows 9 of dots in the order of tiles.
    return (
        seven_pairs(reading)
        and full_flush(reading)
        and len(reading.kinds) == 7
        and max(reading.kinds) - min(reading.kinds) == 6
    )


def seven_pairs(reading: Reading) -> bool:
    """
    七对 (19, 24 points): seven pairs; four alike are two pairs.

    Source: 番种分值表 no. 19; drawn hand 19.2 of the 1998 book for four alike.
    """
    return reading.shape is Shape.SEVEN_PAIRS


PREDICATES = (seven_shifted_pairs, seven_pairs)
