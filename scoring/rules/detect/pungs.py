"""
Series 刻(杠): pungs and kongs.

Groups of suit pungs such as 三同刻 are in `groups`.
"""

from itertools import product

from scoring.rules.detect.places import (
    Copies,
    concealed_pungs,
    each,
    kongs,
    together,
)
from scoring.rules.readings import Reading
from scoring.rules.tiles import TERMINALS_AND_HONOURS, tiles

EVEN_TILES = frozenset(tiles("2468m 2468s 2468p"))


def four_kongs(reading: Reading) -> Copies:
    """
    四杠 (5, 88 points): four kongs, melded or concealed.

    Source: 番种分值表 no. 5.
    """
    return together(reading.kongs, 4)


def four_concealed_pungs(reading: Reading) -> Copies:
    """
    四暗刻 (12, 64 points): four concealed pungs or kongs.

    Source: 番种分值表 no. 12.
    """
    return together(concealed_pungs(reading), 4)


def three_kongs(reading: Reading) -> Copies:
    """
    三杠 (17, 32 points): three kongs, melded or concealed.

    Source: 番种分值表 no. 17.
    """
    return together(reading.kongs, 3)


def all_even_pungs(reading: Reading) -> bool:
    """
    全双刻 (21, 24 points): pungs or kongs and a pair of 2, 4, 6 and 8.

    Source: 番种分值表 no. 21.
    """
    return all_pungs(reading) and reading.kinds <= EVEN_TILES


def three_concealed_pungs(reading: Reading) -> Copies:
    """
    三暗刻 (33, 16 points): three concealed pungs or kongs.

    Source: 番种分值表 no. 33.
    """
    return together(concealed_pungs(reading), 3)


def all_pungs(reading: Reading) -> bool:
    """
    碰碰和 (48, 6 points): four pungs or kongs and a pair.

    Source: 番种分值表 no. 48.
    """
    return len(reading.pungs) == 4


def two_concealed_kongs(reading: Reading) -> Copies:
    """
    双暗杠 (53, 6 points): two concealed kongs.

    Source: 番种分值表 no. 53.
    """
    return together(kongs(reading, concealed=True), 2)


def melded_and_concealed_kong(reading: Reading) -> Copies:
    """
    明暗杠 (5 points): one melded and one concealed kong.

    Source: 国际麻将联盟 2025 supplement; not in the table of 1998.
    """
    return tuple(product(kongs(reading, concealed=False), kongs(reading, concealed=True)))


def two_melded_kongs(reading: Reading) -> Copies:
    """
    双明杠 (57, 4 points): two melded kongs.

    Source: 番种分值表 no. 57.
    """
    return together(kongs(reading, concealed=False), 2)


def two_concealed_pungs(reading: Reading) -> Copies:
    """
    双暗刻 (66, 2 points): two concealed pungs or kongs.

    Source: 番种分值表 no. 66.
    """
    return together(concealed_pungs(reading), 2)


def concealed_kong(reading: Reading) -> Copies:
    """
    暗杠 (67, 2 points): a concealed kong.

    Source: 番种分值表 no. 67.
    """
    return each(kongs(reading, concealed=True))


def pung_of_terminals_or_honors(reading: Reading) -> Copies:
    """
    幺九刻 (73, 1 point): a pung or kong of a 1, a 9 or an honour.

    Source: 番种分值表 no. 73.
    """
    return each(tuple([p for p in reading.pungs if reading.sets[p].tile in TERMINALS_AND_HONOURS]))


def melded_kong(reading: Reading) -> Copies:
    """
    明杠 (74, 1 point): a melded kong.

    Source: 番种分值表 no. 74.
    """
    return each(kongs(reading, concealed=False))


PREDICATES = (all_pungs,)
PREDICATES_OF_SUIT_TILES = (all_even_pungs,)
FINDERS = (
    four_concealed_pungs,
    three_concealed_pungs,
    two_concealed_pungs,
    pung_of_terminals_or_honors,
)
FINDERS_OF_KONGS = (
    four_kongs,
    three_kongs,
    two_concealed_kongs,
    melded_and_concealed_kong,
    two_melded_kongs,
    concealed_kong,
    melded_kong,
)
