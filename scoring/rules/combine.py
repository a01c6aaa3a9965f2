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
from functools import cached_property, lru_cache
from itertools import combinations, combinations_with_replacement, groupby
from typing import NamedTuple

from scoring.rules.catalogue import IMPLIED_COPIES, Fan
from scoring.rules.detect import groups_of_sets, single_fans
from scoring.rules.detect.groups import FoundGroup, Group, Grouping, chow_groups, pung_groups
from scoring.rules.detect.places import WHOLE_HAND, Places
from scoring.rules.divide import HONOUR_GROUP, TileSet, ways
from scoring.rules.profiles import DEFAULT_PROFILE, PROFILES, Profile
from scoring.rules.readings import Reading, under_rules
from scoring.rules.tiles import ALL_TILES, SUIT_TILES

FoundFan = tuple[str, Places]
"""A fan's key and the places of the sets that make this copy."""
FoundFans = tuple[FoundFan, ...]
Choice = tuple[FoundGroup, ...]
"""Groups of sets that may stand together."""

WAITS = ("edge_wait", "closed_wait", "single_wait")
"""边张 坎张 单钓将: at most one of them counts."""

_MOST_SETS = 4


class Copy(NamedTuple):
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


@dataclass(frozen=True)
class Counting:
    """
    What counts in one reading, best fan first; `points` leave flowers out.

    Equal points are listed, and equal countings chosen, by the order of the table: 边张 before
    坎张 before 单钓将, 一般高 before 喜相逢 before 连六 before 老少副.
    """

    reading: Reading
    profile: Profile
    counted: FoundFans
    points: int

    @cached_property
    def copies(self) -> tuple[Copy, ...]:
        """Each copy of each fan."""
        return tuple(Copy(self.profile.fans[key], places) for key, places in self.counted)

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
    countings = [count(reading, profile) for reading in readings]
    return min(countings, key=worth) if len(countings) > 1 else countings[0]


def worth(counting: Counting) -> tuple[int, list[int]]:
    """Give the key by which countings are ordered, the best one first."""
    rank = counting.profile.rank
    return -counting.points, [rank[key] for key, _ in counting.counted]


def count(reading: Reading, profile: Profile) -> Counting:
    """Count one reading."""
    reading = under_rules(reading, profile)
    return count_with(best_groups(reading, profile), reading, profile)


def count_with(groups: Iterable[FoundGroup], reading: Reading, profile: Profile) -> Counting:
    """Count a reading with these groups of sets; it must be read under the profile's rules."""
    rank, fans = profile.rank, profile.fans
    found = _without_implied([*single_fans(reading), *groups], profile)
    counted = sorted([(rank[key], key, places) for key, places in found])
    if len(reading.waits) > 1:
        counted = _with_one_wait(counted)
    if not counted:
        counted = [(0, "chicken_hand", WHOLE_HAND)]
    return Counting(
        reading,
        profile,
        tuple([(key, places) for _, key, places in counted]),
        sum([fans[key].points for _, key, _ in counted]),
    )


def copies_of(found: Iterable[FoundFan], profile: Profile) -> list[Copy]:
    """Give what was found as copies, without the fan that the profile does not have."""
    fans = profile.fans
    return [Copy(fans[key], places) for key, places in found if key in fans]


def _without_implied(found: Iterable[FoundFan], profile: Profile) -> FoundFans:
    """
    Leave out what a fan that counts contains (不重复), and what the profile does not have.

    A fan that was left out takes nothing with it: 七对 contains 不求人, and so 自摸 counts.
    """
    order, implied_bits = profile.containers_first, profile.implied_bits
    kept: list[FoundFan] = []
    left_out: list[tuple[str, str]] = []
    implied = 0
    for place, key, places in sorted([(order[f[0]], *f) for f in found if f[0] in order]):
        # Most fan are contained in nothing that counts, which one look at the bits tells.
        container = _container(place, places, kept, profile) if implied >> place & 1 else None
        if container is None or _is_one_too_many(container, key, left_out):
            kept.append((key, places))
            implied |= implied_bits[key]
        else:
            left_out.append((container, key))
    return tuple(kept)


def _container(
    place: int, places: Places, kept: Iterable[FoundFan], profile: Profile
) -> str | None:
    """Give the first fan that contains the one with this bit, made of the same sets or more."""
    for key, theirs in kept:
        is_implied = profile.implied_bits[key] >> place & 1
        if is_implied and (not theirs or set(theirs).issuperset(places)):
            return key
    return None


def _is_one_too_many(container: str, key: str, left_out: list[tuple[str, str]]) -> bool:
    """Whether the container does not hold the fan as often as this."""
    most = IMPLIED_COPIES.get((container, key))
    return most is not None and left_out.count((container, key)) >= most


def implies(container: Copy, copy: Copy) -> bool:
    """Whether `container` contains `copy`, made of the same sets or some of them."""
    if copy.fan.key not in container.fan.implies:
        return False
    return not container.places or set(copy.places) <= set(container.places)


def _with_one_wait(counted: list[tuple[int, str, Places]]) -> list[tuple[int, str, Places]]:
    """Keep the dearest of 边张, 坎张 and 单钓将 only; `counted` has the dearest first."""
    found = [copy for copy in counted if copy[1] in WAITS]
    return [copy for copy in counted if copy not in found[1:]]


# Groups of sets


def best_groups(reading: Reading, profile: Profile) -> list[FoundGroup]:
    """Choose, of all groups of sets that may stand together, those worth most."""
    return [
        (key, tuple([among[place] for place in places]))
        for tiles, among, groups in groups_of_sets(reading)
        for key, places in best_choice(tiles, groups, profile)
    ]


@lru_cache(maxsize=1 << 16)
def best_choice(tiles: Group, groups: Grouping, profile: Profile) -> Choice:
    """Choose, of the groups that these chows or pungs make, those worth most together."""
    return min(selections(groups(tiles)), key=lambda chosen: _price(chosen, profile))


def selections(groups: Choice) -> Iterator[Choice]:
    """Give every selection of groups that closes no ring."""
    return _allowed(groups, tuple(range(_MOST_SETS)))


def _price(chosen: Choice, profile: Profile) -> tuple[int, list[int]]:
    points = -sum(profile.fans[key].points for key, _ in chosen)
    return points, sorted(profile.rank[key] for key, _ in chosen)


def _allowed(groups: Choice, joined: tuple[int, ...]) -> Iterator[Choice]:
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


def warm_up() -> None:
    """Fill the tables that the first hands would otherwise wait for, within a second or two."""
    for group in range(HONOUR_GROUP + 1):
        ways(group)
    profile = PROFILES[DEFAULT_PROFILE]
    chows = [tile for tile in ALL_TILES if 1 <= tile.rank <= 7]
    for size in range(2, _MOST_SETS + 1):
        for tiles in combinations_with_replacement(chows, size):
            best_choice(tiles, chow_groups, profile)
    # Four pungs are rare and their ways to stand together many.
    for size in range(2, _MOST_SETS):
        for tiles in combinations(sorted(SUIT_TILES), size):
            best_choice(tiles, pung_groups, profile)
