"""
What each fan is: one function a fan, named by its key, grouped as the rule book's nine series.

A predicate says whether the hand has the fan as a whole; a finder gives the sets of each copy.
None of them knows what else counts. Where one look at the reading tells that no fan of some kind
can be there, such as those of kongs, their functions are not asked.
"""

from collections.abc import Callable, Iterable

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
from scoring.rules.detect.groups import Group, Grouping, chow_groups, pung_groups
from scoring.rules.detect.places import WHOLE_HAND, Copies, Places
from scoring.rules.divide import Shape
from scoring.rules.readings import Reading
from scoring.rules.tiles import HONOURS

Predicate = Callable[[Reading], bool]
Finder = Callable[[Reading], Copies]


def _named(predicates: Iterable[Predicate]) -> tuple[tuple[str, Predicate], ...]:
    return tuple((predicate.__name__, predicate) for predicate in predicates)


def _named_finders(finders: Iterable[Finder]) -> tuple[tuple[str, Finder], ...]:
    return tuple((finder.__name__, finder) for finder in finders)


OF_ANY_HAND = _named(
    predicate
    for series in (pungs, suits, outside, winning, special)
    for predicate in series.PREDICATES
)
OF_SUIT_TILES = _named(
    predicate
    for series in (ranks, pungs, suits, outside, special)
    for predicate in series.PREDICATES_OF_SUIT_TILES
)
WITH_HONOURS = _named((*honors.PREDICATES, *suits.PREDICATES_WITH_HONOURS))
OF_A_SHAPE = _named((*pairs.PREDICATES, *knitted.PREDICATES))
OF_WAITS = _named(winning.PREDICATES_OF_WAITS)
OF_LUCK = _named(winning.PREDICATES_OF_LUCK)
OF_DECLARATIONS = _named(winning.PREDICATES_OF_DECLARATIONS)

OF_FOUR_ALIKE = _named_finders(special.FINDERS)
AMONG_PUNGS = _named_finders(pungs.FINDERS)
AMONG_HONOURS = _named_finders(honors.FINDERS)
AMONG_KONGS = _named_finders(pungs.FINDERS_OF_KONGS)

PREDICATES = (
    *OF_ANY_HAND,
    *OF_SUIT_TILES,
    *WITH_HONOURS,
    *OF_A_SHAPE,
    *OF_WAITS,
    *OF_LUCK,
    *OF_DECLARATIONS,
)
FINDERS = (*OF_FOUR_ALIKE, *AMONG_PUNGS, *AMONG_HONOURS, *AMONG_KONGS)


def single_fans(reading: Reading) -> list[tuple[str, Places]]:
    """Give every fan but those of several chows or suit pungs, a copy an entry."""
    found = [(key, WHOLE_HAND) for key, predicate in OF_ANY_HAND if predicate(reading)]
    for predicates in _further_predicates(reading):
        found += [(key, WHOLE_HAND) for key, predicate in predicates if predicate(reading)]
    for finders in _finders(reading):
        for key, finder in finders:
            found += [(key, places) for places in finder(reading)]
    return found


def _further_predicates(reading: Reading) -> list[tuple[tuple[str, Predicate], ...]]:
    hand = reading.hand
    asked = [OF_SUIT_TILES if reading.kinds.isdisjoint(HONOURS) else WITH_HONOURS]
    if reading.shape is not Shape.SETS:
        asked.append(OF_A_SHAPE)
    if reading.waits:
        asked.append(OF_WAITS)
    if hand.kong or hand.last_in_wall:
        asked.append(OF_LUCK)
    if hand.declared:
        asked.append(OF_DECLARATIONS)
    return asked


def _finders(reading: Reading) -> list[tuple[tuple[str, Finder], ...]]:
    asked = []
    if reading.fours:
        asked.append(OF_FOUR_ALIKE)
    if reading.pungs:
        asked.append(AMONG_PUNGS)
    if reading.honours:
        asked.append(AMONG_HONOURS)
    if reading.kongs:
        asked.append(AMONG_KONGS)
    return asked


def group_fans(reading: Reading) -> list[tuple[str, Places]]:
    """Give every fan that several chows or several suit pungs make, each way it can be made."""
    return [
        (key, tuple([among[place] for place in places]))
        for tiles, among, groups in groups_of_sets(reading)
        for key, places in groups(tiles)
    ]


def groups_of_sets(reading: Reading) -> list[tuple[Group, Places, Grouping]]:
    """Give the chows and the suit pungs, if there are several: tiles ascending, places, finder."""
    found: list[tuple[Group, Places, Grouping]] = []
    if len(reading.chows) > 1:
        found.append((*_ascending(reading, reading.chows), chow_groups))
    if len(reading.pungs) - len(reading.honours) > 1:
        suit_pungs = [place for place in reading.pungs if place not in reading.honours]
        found.append((*_ascending(reading, suit_pungs), pung_groups))
    return found


def _ascending(reading: Reading, places: Iterable[int]) -> tuple[Group, Places]:
    pairs = sorted([(reading.sets[place].tile, place) for place in places])
    return tuple([tile for tile, _ in pairs]), tuple([place for _, place in pairs])
