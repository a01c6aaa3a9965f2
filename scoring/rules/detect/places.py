"""
Which sets of a reading make a fan.

A finder gives one entry for each copy of its fan: the places in `reading.sets` of the sets that
make this copy. Two equal chows thus stay apart.
"""

from collections.abc import Collection
from itertools import combinations

from scoring.rules.readings import Reading
from scoring.rules.tiles import Tile

Places = tuple[int, ...]
Copies = tuple[Places, ...]

WHOLE_HAND: Places = ()
"""The places of a fan that the hand has as a whole."""


def honours_of(reading: Reading, tiles: Collection[Tile]) -> Places:
    """Give the pungs and kongs of these honours."""
    return tuple([place for place in reading.honours if reading.sets[place].tile in tiles])


def concealed_pungs(reading: Reading) -> Places:
    """Give the concealed pungs and kongs."""
    return tuple([place for place in reading.pungs if reading.sets[place].concealed])


def kongs(reading: Reading, *, concealed: bool) -> Places:
    """Give the concealed kongs or the melded ones."""
    sets = reading.sets
    return tuple([place for place in reading.kongs if sets[place].concealed is concealed])


def each(places: Places) -> Copies:
    """Give one copy of the fan for each set."""
    return tuple((place,) for place in places)


def together(places: Places, count: int) -> Copies:
    """Give a copy for each way to take `count` of these sets."""
    return tuple(combinations(places, count)) if len(places) >= count else ()
