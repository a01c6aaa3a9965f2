"""Series 全带: hands with terminals and honours, or fives, in every part, and 断幺 without."""

from scoring.rules.divide import Shape
from scoring.rules.readings import Reading
from scoring.rules.tiles import SIMPLES, TERMINALS, TERMINALS_AND_HONOURS, Tile, tiles

FIVES = frozenset(tiles("5m 5s 5p"))


def _in_every_part(reading: Reading, wanted: frozenset[Tile]) -> bool:
    """Whether each of four sets and the pair holds a wanted tile."""
    return (
        reading.shape is Shape.SETS
        and reading.pair in wanted
        and not any(wanted.isdisjoint(one.tiles) for one in reading.sets)
    )


def all_terminals(reading: Reading) -> bool:
    """
    清幺九 (8, 64 points): ones and nines only.

    Source: 番种分值表 no. 8.
    """
    return reading.kinds <= TERMINALS


def all_terminals_and_honors(reading: Reading) -> bool:
    """
    混幺九 (18, 32 points): ones, nines and honours only.

    Source: 番种分值表 no. 18.
    """
    return reading.kinds <= TERMINALS_AND_HONOURS


def all_fives(reading: Reading) -> bool:
    """
    全带五 (31, 16 points): a 5 in every set and in the pair.

    Source: 番种分值表 no. 31.
    """
    return _in_every_part(reading, FIVES)


def outside_hand(reading: Reading) -> bool:
    """
    全带幺 (55, 4 points): a 1, a 9 or an honour in every set and in the pair.

    Source: 番种分值表 no. 55.
    """
    return _in_every_part(reading, TERMINALS_AND_HONOURS)


def all_simples(reading: Reading) -> bool:
    """
    断幺 (68, 2 points): no ones, nines or honours.

    Source: 番种分值表 no. 68.
    """
    return reading.kinds <= SIMPLES


PREDICATES = (all_terminals_and_honors, outside_hand)
PREDICATES_OF_SUIT_TILES = (all_terminals, all_fives, all_simples)
