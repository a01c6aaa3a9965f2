"""
What each fan is: one function a fan, named by its key, grouped as the rule book's nine series.

A predicate says whether the hand has the fan as a whole; a finder gives the sets of each copy.
None of them knows what else counts.
"""

from collections.abc import Callable

from scoring.rules.detect import (
    honors,
    knitted,
    outside,
    pairs,
    pungs,
    ranks,
    special,
    suits,
    winning,
)
from scoring.rules.detect.groups import chow_groups, pung_groups
from scoring.rules.detect.places import WHOLE_HAND, Copies, Places
from scoring.rules.readings import Reading
from scoring.rules.tiles import SUIT_TILES

SERIES = (honors, ranks, pungs, pairs, suits, outside, knitted, winning, special)

PREDICATES: tuple[tuple[str, Callable[[Reading], bool]], ...] = tuple(
    (predicate.__name__, predicate) for series in SERIES for predicate in series.PREDICATES
)
FINDERS: tuple[tuple[str, Callable[[Reading], Copies]], ...] = tuple(
    (finder.__name__, finder) for series in SERIES for finder in series.FINDERS
)


def single_fans(reading: Reading) -> list[tuple[str, Places]]:
    """Give every fan but those of several chows or suit pungs, a copy an entry."""
    found = [(key, WHOLE_HAND) for key, predicate in PREDICATES if predicate(reading)]
    for key, finder in FINDERS:
        found += [(key, places) for places in finder(reading)]
    return found


def group_fans(reading: Reading) -> list[tuple[str, Places]]:
    """Give every fan that several chows or several suit pungs make, each way it can be made."""
    suit_pungs = tuple(p for p in reading.pungs if reading.sets[p].tile in SUIT_TILES)
    return [
        (key, tuple(among[place] for place in places))
        for among, groups in ((reading.chows, chow_groups), (suit_pungs, pung_groups))
        for key, places in groups(tuple(reading.sets[place].tile for place in among))
    ]
