"""
Why a score is what it is: which fan were left out and by which principle, and what else was there.

Everything follows from what counts: `combine` has decided already.

Source: 计分原则 of the rule text, as `combine` states them.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import chain, product

from scoring.rules.catalogue import REGROUPED, Fan
from scoring.rules.combine import (
    WAITS,
    Choice,
    Copy,
    Counting,
    copies_of,
    count,
    count_with,
    implies,
    selections,
    sets_of,
    worth,
)
from scoring.rules.detect import group_fans, single_fans
from scoring.rules.detect.groups import GROUP_FANS
from scoring.rules.divide import TileSet
from scoring.rules.profiles import Profile
from scoring.rules.readings import NO_WAIT, Reading

MOST_OTHERS = 5


class Principle(StrEnum):
    """The five principles of counting 计分原则."""

    NOT_REPEATED = "not_repeated"  # 不重复
    NOT_REGROUPED = "not_regrouped"  # 不拆移
    NOT_THE_SAME = "not_the_same"  # 不得相同
    JOINED_ONCE = "joined_once"  # 套算一次
    HIGHEST = "highest"  # 就高不就低


@dataclass(frozen=True, slots=True)
class LeftOut:
    """
    A fan that is there but does not count, because of one that does.

    `sets` holds for each copy left out for this reason the sets that make it; it is empty for a fan
    of the whole hand and for one that only another reading has.
    """

    fan: Fan
    because: Fan
    principle: Principle
    sets: tuple[tuple[TileSet, ...], ...] = ()


Reason = tuple[Fan, Principle]


def left_out(
    counting: Counting, others: Iterable[Counting], profile: Profile
) -> tuple[LeftOut, ...]:
    """
    Give the fan left out, dearest first, each reason in a line of its own.

    `others` are the countings of the other readings: a fan that only they have gives way to the
    dearer reading.
    """
    reasons: dict[tuple[Fan, Reason], list[tuple[TileSet, ...]]] = {}
    present = list(_present(counting.reading, profile))
    for copy in _not_counted(present, counting):
        sets = reasons.setdefault((copy.fan, _reason(copy, counting)), [])
        if copy.places:
            sets.append(sets_of(copy.places, counting.reading))
    lines = [LeftOut(fan, *reason, tuple(sets)) for (fan, reason), sets in reasons.items()]
    lines += _of_other_readings(counting, others, {copy.fan.key for copy in present})
    rank = profile.rank
    return tuple(sorted(lines, key=lambda line: (rank[line.fan.key], rank[line.because.key])))


def _present(reading: Reading, profile: Profile) -> Iterator[Copy]:
    yield from copies_of((*single_fans(reading), *group_fans(reading)), profile)


def _not_counted(present: Iterable[Copy], counting: Counting) -> list[Copy]:
    return [copy for copy in present if copy not in counting.copies]


def _reason(copy: Copy, counting: Counting) -> Reason:
    """Give the counted fan and the principle that leave the copy out."""
    for counted in counting.copies:
        if implies(counted, copy):
            regrouped = (counted.fan.key, copy.fan.key) in REGROUPED
            return counted.fan, Principle.NOT_REGROUPED if regrouped else Principle.NOT_REPEATED
    if copy.fan.key in WAITS:
        return _counted_wait(counting), Principle.HIGHEST
    return _reason_among_groups(copy, counting)


def _counted_wait(counting: Counting) -> Fan:
    return next(copy.fan for copy in counting.copies if copy.fan.key in WAITS)


def _reason_among_groups(copy: Copy, counting: Counting) -> Reason:
    """Say why a group of sets cannot join the groups that count."""
    touching = [
        other
        for other in counting.copies
        if other.fan.key in GROUP_FANS and not set(copy.places).isdisjoint(other.places)
    ]
    if any(other.fan is copy.fan for other in touching):
        return copy.fan, Principle.NOT_THE_SAME
    # The smaller group is the one that has joined the set already.
    joined = min(touching, key=lambda other: len(other.places))
    return joined.fan, Principle.JOINED_ONCE


def _of_other_readings(
    counting: Counting, others: Iterable[Counting], present: set[str]
) -> Iterator[LeftOut]:
    """Give the fan that only other readings have, each once."""
    for other in others:
        for copy in other.copies:
            if copy.fan.key not in present:
                present.add(copy.fan.key)
                yield LeftOut(copy.fan, _instead_of(copy, counting, other), Principle.HIGHEST)


def _instead_of(copy: Copy, counting: Counting, other: Counting) -> Fan:
    """
    Give the counted fan that stands where another reading has this one.

    That is another wait, a fan of the same tiles such as 一色三节高 for 一色三同顺, or the dearest.
    """
    ours = [ours.fan for ours in counting.copies]
    if copy.fan.key in WAITS and any(fan.key in WAITS for fan in ours):
        return _counted_wait(counting)
    theirs = {theirs.fan for theirs in other.copies}
    same_tiles = (fan for fan in ours if copy.fan.key in fan.implies)
    dearer = (fan for fan in ours if fan not in theirs)
    return next(chain(same_tiles, dearer), ours[0])


# Other ways to count


def other_readings(
    counting: Counting, readings: Iterable[Reading], profile: Profile
) -> tuple[Counting, ...]:
    """Give each reading but the chosen one at its best, the best first."""
    others = (count(reading, profile) for reading in readings)
    return tuple(sorted((o for o in others if o.reading != counting.reading), key=worth))


def other_countings(
    counting: Counting, others: Iterable[Counting], profile: Profile
) -> tuple[Counting, ...]:
    """
    Give up to five other ways to count the hand, best first.

    These are the `others`, each reading at its best, and in the chosen reading every other list of
    fan that comes to the same points.
    """
    every = [*_equal_lists(counting, profile), *others]
    return tuple(sorted(every, key=worth)[:MOST_OTHERS])


def _equal_lists(counting: Counting, profile: Profile) -> Iterator[Counting]:
    """Give the lists with other groups of sets, or another wait, that are worth the same."""
    seen = {_names(counting)}
    for other in _lists(counting.reading, profile):
        if other.points == counting.points and _names(other) not in seen:
            seen.add(_names(other))
            yield other


def _names(counting: Counting) -> tuple[str, ...]:
    return tuple(copy.fan.key for copy in counting.copies)


def _lists(reading: Reading, profile: Profile) -> Iterator[Counting]:
    """Count the reading with each of the dearest selections of groups, and with each wait."""
    ways = [frozenset({wait}) for wait in sorted(reading.waits)] or [NO_WAIT]
    chosen = _dearest_selections(tuple(group_fans(reading)), profile)
    if len(chosen) * len(ways) == 1:
        return
    for groups, waits in product(chosen, ways):
        found = count_with(groups, replace(reading, waits=waits), profile)
        yield replace(found, reading=reading)


def _dearest_selections(groups: Choice, profile: Profile) -> list[Choice]:
    every = list(selections(groups))
    points = [sum(profile.fans[key].points for key, _ in chosen) for chosen in every]
    return [chosen for chosen, sum_ in zip(every, points, strict=True) if sum_ == max(points)]
