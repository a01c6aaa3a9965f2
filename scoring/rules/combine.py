"""
The five counting principles: which of the fan found in a reading count.

- 不重复: what a fan contains is not counted beside it (the implied lists of the profile).
- 不拆移: sets that make one fan together are not regrouped for another.
- 不得相同: a set used for a fan does not make the same fan again with other sets.
- 套算一次: a set not yet used may be joined once to sets already used.
- 就高不就低: of all ways to count, the one worth most.

The second to fourth say one thing about groups of sets: no chain of groups may close a ring. A new
group may touch what is already joined in one set only, so that n sets carry at most n - 1 pairs.

Source: 计分原则 of the rule text; drawn hands 16.1, 16.2, 28.1, 39.2 of the 1998 book.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

from scoring.rules.catalogue import ANY_FAN_BY_KEY, IMPLIED_COPIES, Fan
from scoring.rules.detect import group_fans, single_fans
from scoring.rules.detect.places import WHOLE_HAND, Places
from scoring.rules.divide import TileSet
from scoring.rules.profiles import Profile
from scoring.rules.readings import Reading, under_rules

FoundFans = tuple[tuple[str, Places], ...]

WAITS = ("edge_wait", "closed_wait", "single_wait")
"""边张 坎张 单钓将: at most one of them counts."""

_ORDER = {key: place for place, key in enumerate(ANY_FAN_BY_KEY)}
_MOST_SETS = 4


@dataclass(frozen=True, slots=True)
class Copy:
    """One copy of a fan in a reading: the places of the sets that make it, or the whole hand."""

    fan: Fan
    places: Places


@dataclass(frozen=True, slots=True)
class CountedFan:
    """
    One line of a score: a fan and how often it counts.

    `sets` holds for each copy the sets that make it; it is empty for a fan of the whole hand.
    """

    fan: Fan
    count: int
    sets: tuple[tuple[TileSet, ...], ...]

    @property
    def points(self) -> int:
        """Points of one copy."""
        return self.fan.points


@dataclass(frozen=True, slots=True)
class Counting:
    """
    What counts in one reading, best fan first.

    Equal points are listed, and equal countings chosen, by the order of the table: 边张 before
    坎张 before 单钓将, 一般高 before 喜相逢 before 连六 before 老少副.
    """

    reading: Reading
    copies: tuple[Copy, ...]

    @property
    def points(self) -> int:
        """The points of all fan, flowers not included."""
        return sum(copy.fan.points for copy in self.copies)

    @property
    def fans(self) -> tuple[CountedFan, ...]:
        """The copies of each fan in one line."""
        return tuple(
            _line(fan, list(copies), self.reading)
            for fan, copies in groupby(self.copies, key=lambda copy: copy.fan)
        )


def _line(fan: Fan, copies: list[Copy], reading: Reading) -> CountedFan:
    sets = tuple(sets_of(copy.places, reading) for copy in copies if copy.places)
    return CountedFan(fan, len(copies), sets)


def sets_of(places: Places, reading: Reading) -> tuple[TileSet, ...]:
    """Give the sets at these places."""
    return tuple(reading.sets[place] for place in places)


def best_counting(readings: Iterable[Reading], profile: Profile) -> Counting:
    """Give the counting worth most (就高不就低); of equal ones, the first by the table's order."""
    return min((count(reading, profile) for reading in readings), key=worth)


def worth(counting: Counting) -> tuple[int, list[tuple[int, int]]]:
    """Give the key by which countings are ordered, the best one first."""
    return -counting.points, [rank(copy.fan) for copy in counting.copies]


def count(reading: Reading, profile: Profile) -> Counting:
    """Count one reading."""
    reading = under_rules(reading, profile)
    return count_with(best_groups(tuple(group_fans(reading)), profile), reading, profile)


def count_with(groups: FoundFans, reading: Reading, profile: Profile) -> Counting:
    """Count a reading with these groups of sets; it must be read under the profile's rules."""
    found = copies_of((*single_fans(reading), *groups), profile)
    kept = _one_wait(sorted(_without_implied(found, profile), key=lambda copy: rank(copy.fan)))
    if not kept:
        kept = [Copy(profile.fans["chicken_hand"], WHOLE_HAND)]
    return Counting(reading, tuple(kept))


def copies_of(found: Iterable[tuple[str, Places]], profile: Profile) -> list[Copy]:
    """Give what was found as copies, without the fan that the profile does not have."""
    fans = profile.fans
    return [Copy(fans[key], places) for key, places in found if key in fans]


def rank(fan: Fan) -> tuple[int, int]:
    """The place of a fan in the table as its profile prices it."""
    return -fan.points, _ORDER[fan.key]


def _without_implied(found: Iterable[Copy], profile: Profile) -> list[Copy]:
    """
    Leave out what a fan that counts contains (不重复).

    A fan that was left out takes nothing with it: 七对 contains 不求人, and so 自摸 counts.
    """
    kept: list[Copy] = []
    left_out: list[tuple[Copy, Copy]] = []
    for copy in sorted(found, key=lambda copy: profile.containers_first[copy.fan.key]):
        container = next((other for other in kept if _contains(other, copy, left_out)), None)
        if container is None:
            kept.append(copy)
        else:
            left_out.append((copy, container))
    return kept


def _contains(container: Copy, copy: Copy, left_out: list[tuple[Copy, Copy]]) -> bool:
    """Whether `container` keeps `copy` from counting: not more often than it holds it."""
    if not implies(container, copy):
        return False
    most = IMPLIED_COPIES.get((container.fan.key, copy.fan.key))
    return most is None or most > sum(
        one.fan is copy.fan and by is container for one, by in left_out
    )


def implies(container: Copy, copy: Copy) -> bool:
    """Whether `container` contains `copy`, made of the same sets or some of them."""
    if copy.fan.key not in container.fan.implies:
        return False
    return not container.places or set(copy.places) <= set(container.places)


def _one_wait(kept: list[Copy]) -> list[Copy]:
    """Keep the dearest of 边张, 坎张 and 单钓将 only; `kept` has the dearest first."""
    found = [copy for copy in kept if copy.fan.key in WAITS]
    return [copy for copy in kept if copy not in found[1:]]


# Groups of sets


@lru_cache(maxsize=1 << 14)
def best_groups(groups: FoundFans, profile: Profile) -> FoundFans:
    """Choose, of all groups that may stand together, those worth most."""
    return min(selections(groups), key=lambda chosen: _price(chosen, profile))


def selections(groups: FoundFans) -> Iterator[FoundFans]:
    """Give every selection of groups that closes no ring."""
    return _allowed(groups, tuple(range(_MOST_SETS)))


def _price(chosen: FoundFans, profile: Profile) -> tuple[int, list[tuple[int, int]]]:
    fans = [profile.fans[key] for key, _ in chosen]
    return -sum(fan.points for fan in fans), sorted(map(rank, fans))


def _allowed(groups: FoundFans, joined: tuple[int, ...]) -> Iterator[FoundFans]:
    """
    Give every selection of groups that closes no ring.

    `joined` holds a label for each set; sets that groups have joined bear the same one.
    """
    yield ()
    for index, (key, places) in enumerate(groups):
        labels = {joined[place] for place in places}
        if len(labels) == len(places):
            after = tuple(min(labels) if label in labels else label for label in joined)
            for rest in _allowed(groups[index + 1 :], after):
                yield ((key, places), *rest)
