"""
Judges a hand recorded as a list of fan 番种, without its tiles.

A referee who wrote down "清龙 平和 坎张" still makes slips a program can see: a fan that another
one contains, two fan no hand has together, more of one kind than four sets allow, less than eight
points. `demands` says what each fan asks of a hand; whether two of them fit into one hand (`fit`) follows
from that. Where it does not follow, the list is accepted: refusing a right list at the table is
worse than passing a wrong one.

Source: 番种分值表 (definitions, 不计) and the five principles of counting 计番原则.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from itertools import combinations

from scoring.rules.catalogue import IMPLIED_COPIES, MINIMUM_POINTS, Fan
from scoring.rules.demands import SETS, Demand, Shape, demand_of
from scoring.rules.fit import demands_fit, is_chow
from scoring.rules.profiles import DEFAULT_PROFILE, PROFILES, Profile, scoring_profile
from scoring.rules.tiles import Flower
from scoring.rules.validate import Problem

# What else keeps two fan apart

SELF_DRAWN = "self_drawn"
FLOWERS = "flower_tiles"
EXTRA_PUNG = "pung_of_terminals_or_honors"
CHOW_PAIRS = ("pure_double_chow", "mixed_double_chow", "short_straight", "two_terminal_chows")
"""一般高 喜相逢 连六 老少副: what a chow makes with one other chow."""

THREE_CHOWS = 3
HONOUR_FANS = (
    ("big_three_dragons", "little_three_dragons", "two_dragon_pungs", "dragon_pung"),
    ("big_four_winds", "little_four_winds", "big_three_winds", "prevalent_wind", "seat_wind"),
)

ONE_KONG_OF_EACH = frozenset({"concealed_kong", "melded_kong"})
SERIES = (
    frozenset({"edge_wait", "closed_wait", "single_wait"}),
    frozenset({"four_kongs", "three_kongs", "two_concealed_kongs", "two_melded_kongs",
               "melded_and_concealed_kong", *ONE_KONG_OF_EACH}),
)  # fmt: skip
"""At most one fan of each series counts; the concealed pungs imply one another anyway."""

ODD_PAIRS = frozenset({
    # No kong is made on the last tile of the wall.
    frozenset({"robbing_the_kong", "last_tile_claim"}),
    # The winner holds another copy of every tile that could win, the robbed player four.
    frozenset({"robbing_the_kong", "pure_terminal_chows"}),
    frozenset({"robbing_the_kong", "quadruple_chow"}),
    # Nine gates with 123 and 789 has 456 too, so 清龙.
    frozenset({"nine_gates", "two_terminal_chows"}),
})  # fmt: skip

OF_OTHER_SETS = frozenset({
    ("three_kongs", "three_concealed_pungs"),
    ("three_kongs", "two_concealed_pungs"),
})  # fmt: skip
"""Fan that may count beside one that implies them: the pung that is no kong makes them too."""

OWN_FAN = {
    Shape.PAIRS: "seven_pairs",
    Shape.ORPHANS: "thirteen_orphans",
    Shape.KNITTED: "lesser_honors_and_knitted_tiles",
    Shape.STARS: "greater_honors_and_knitted_tiles",
}
"""The fan that a shape brings along, with all it implies."""

MOST = {
    EXTRA_PUNG: 4,
    "tile_hog": 3,
    "double_pung": 2,
    "pure_double_chow": 2,
    "mixed_double_chow": 3,
    "short_straight": 3,
    "two_terminal_chows": 3,
}
"""How often a fan can be counted in one hand, where that is more than once."""


@cache
def _demands(profile: Profile) -> Mapping[str, Demand]:
    """Give the demands in an edition: what a shape's own fan implies never counts in that shape."""
    fans = profile.fans
    demands = {
        key: replace(
            demand,
            shapes=demand.shapes - {s for s, own in OWN_FAN.items() if key in fans[own].implies},
        )
        for key, demand in ((key, demand_of(key)) for key in fans)
    }
    for key in ("concealed_hand", "fully_concealed_hand"):
        if not _keeps_out_of_four_pungs(key, fans):
            demands[key] = replace(demands[key], chows=0, not_kongs=0)
    for key, by in (("upper_four", "upper_tiles"), ("lower_four", "lower_tiles")):
        if key not in fans[by].implies:
            cases = tuple(replace(case, groups=()) for case in demands[key].cases)
            demands[key] = replace(demands[key], cases=cases)
    return demands


def _keeps_out_of_four_pungs(key: str, fans: Mapping[str, Fan]) -> bool:
    """Whether four concealed pungs or kongs always keep the fan from counting."""
    return (
        key in fans["four_concealed_pungs"].implies
        and "four_concealed_pungs" not in fans["four_kongs"].implies
    )


def _fit(one: str, two: str, profile: Profile, *, apart: bool = False) -> bool:
    demands = _demands(profile)
    return demands_fit(demands[one], demands[two], apart=apart)


def _is_extra_pung(fan: str, by: str, profile: Profile) -> bool:
    """
    Whether `fan`, which `by` implies, is 幺九刻 and may count beside it after all.

    It is implied for the sets that make `by`; another set may make one more.
    """
    return fan == EXTRA_PUNG and _fit(fan, by, profile, apart=(by, fan) not in IMPLIED_COPIES)


def _bar_each_other(one: str, two: str, fans: Mapping[str, Fan]) -> bool:
    """Whether the two exclude each other for another reason than what they demand."""
    both = frozenset({one, two})
    if "chicken_hand" in both or both in ODD_PAIRS:
        return True
    if both == ONE_KONG_OF_EACH:
        return "melded_and_concealed_kong" in fans
    return any(both <= series for series in SERIES)


def _clash(one: str, two: str, profile: Profile) -> Problem | None:
    """Give the reason why no hand counts both fan, if there is one."""
    return _pair_problem(*sorted((one, two)), profile)


@cache
def _pair_problem(one: str, two: str, profile: Profile) -> Problem | None:
    fans = profile.fans
    for fan, by in ((one, two), (two, one)):
        if fan in fans[by].implies:
            if (by, fan) in OF_OTHER_SETS or _is_extra_pung(fan, by, profile):
                return None
            return Problem("excluded_fan", (("fan", fan), ("by", by)))
    if _bar_each_other(one, two, fans) or not _fit(one, two, profile):
        first, second = sorted((one, two), key=list(fans).index)
        return Problem("impossible_pair", (("fan", first), ("other", second)))
    return None


# How often a fan can count beside the others


@cache
def _sets_in(key: str) -> tuple[int, int]:
    """Give how many chows and how many pungs make the fan, at the least."""
    chows = [sum(map(is_chow, case.sets)) for case in demand_of(key).cases]
    pungs = [sum(not is_chow(some) for some in case.sets) for case in demand_of(key).cases]
    return min(chows), min(pungs)


def _honour_pungs(counts: Mapping[str, int]) -> int:
    """Give how many pungs of dragons and of winds the fan listed take, 幺九刻 apart."""
    return sum(
        max((_sets_in(key)[1] for key in fans if key in counts), default=0) for fans in HONOUR_FANS
    )


def _least_chows(counts: Mapping[str, int], profile: Profile) -> int:
    joined = sum(counts.get(key, 0) for key in CHOW_PAIRS)
    most = max(max(_sets_in(key)[0], _demands(profile)[key].chows) for key in counts)
    if joined and most >= THREE_CHOWS:
        return SETS
    return max(most, joined + 1 if joined else 0)


def _most_extra_pungs(counts: Mapping[str, int], profile: Profile) -> int:
    """Give how many 幺九刻 there is room for."""
    honours = _honour_pungs(counts)
    if "knitted_straight" in counts:
        return 1 - honours
    implied = max(IMPLIED_COPIES.get((key, EXTRA_PUNG), 0) for key in counts)
    return SETS - honours - _least_chows(counts, profile) - implied


def _most_chow_pairs(counts: Mapping[str, int]) -> int:
    """
    Give how many of 一般高 喜相逢 连六 老少副 there is room for.

    Source: 不拆移 and 套算一次: none beside a fan of four chows, one beside a fan of three,
    otherwise one less than there are chows.
    """
    bigger = max(_sets_in(key)[0] for key in counts)
    if bigger >= THREE_CHOWS:
        return SETS - bigger
    pungs = max(
        max(demand_of(key).pungs, demand_of(key).kongs, _sets_in(key)[1] * count)
        for key, count in counts.items()
    )
    return SETS - max(pungs, _honour_pungs(counts) + counts.get(EXTRA_PUNG, 0)) - 1


# The fan list

MOST_POINTS = 324
"""The dearest hand of `guobiao`, flowers left out: 大三元 四杠 字一色 四暗刻 and what is on top."""


def possible_total(points: int, *, profile: str | Profile = DEFAULT_PROFILE) -> bool:
    """
    Whether some set of fan and up to eight flowers gives these points; a no is certain.

    In an edition whose dearest hand is not known, every number from the minimum up may be.
    """
    rules = scoring_profile(profile)
    is_known = rules == PROFILES[DEFAULT_PROFILE]
    most = MOST_POINTS + len(Flower) if is_known else rules.capped(points)
    return MINIMUM_POINTS <= points <= most


def fan_list_points(
    counts: Mapping[str, int], *, flowers: int = 0, profile: str | Profile = DEFAULT_PROFILE
) -> tuple[int, int]:
    """
    Give the points without flowers, and the total with them, as far as the profile pays them.

    Fan the profile does not have are worth nothing here; `fan_list_problems` names them. Raise
    `ValueError` for a profile that is unknown.
    """
    rules = scoring_profile(profile)
    listed = _listed(counts, rules.fans)
    points = sum(rules.fans[key].points * count for key, count in listed.items())
    return rules.capped(points), rules.capped(points + flowers)


def fan_list_problems(
    counts: Mapping[str, int],
    *,
    self_drawn: bool,
    flowers: int = 0,
    profile: str | Profile = DEFAULT_PROFILE,
) -> tuple[Problem, ...]:
    """
    Give every reason to refuse a win recorded as fan keys with counts, none if it can be right.

    A count of 0 is as good as no entry. 花牌 is not listed but given as `flowers`. Raise
    `ValueError` for a profile that is unknown.
    """
    rules = scoring_profile(profile)
    fans = rules.fans
    listed = _listed(counts, fans)
    return (
        *_entry_problems(counts, flowers, fans),
        *_win_problems(listed, fans, self_drawn=self_drawn),
        *_number_problems(listed, rules),
        *_pair_problems(listed, rules),
        *_minimum_problems(listed, rules),
    )


def excluded_by(
    counts: Mapping[str, int], *, profile: str | Profile = DEFAULT_PROFILE
) -> Mapping[str, tuple[str, ...]]:
    """
    Give the fan that cannot be added, each with the counted fan that bar it.

    A fan that implies a counted one is not among them: it may replace the smaller one. Raise
    `ValueError` for a profile that is unknown.
    """
    rules = scoring_profile(profile)
    listed = _listed(counts, rules.fans)
    bars = {key: _bars(key, listed, rules) for key in rules.fans if key != FLOWERS}
    return {key: by for key, by in bars.items() if by}


def _listed(counts: Mapping[str, int], fans: Mapping[str, Fan]) -> dict[str, int]:
    """Give the fan that can be judged, in the order of the table."""
    return {key: counts[key] for key in fans if counts.get(key, 0) > 0 and key != FLOWERS}


def _problem(code: str, **params: str | int) -> Problem:
    return Problem(code, tuple(params.items()))


def _entry_problems(
    counts: Mapping[str, int], flowers: int, fans: Mapping[str, Fan]
) -> Iterator[Problem]:
    for key, count in counts.items():
        if key not in fans:
            yield _problem("unknown_fan", fan=key)
        elif count < 0:
            yield _problem("negative_count", fan=key, count=count)
    if counts.get(FLOWERS, 0) > 0:
        yield _problem("flowers_listed", count=counts[FLOWERS])
    if not 0 <= flowers <= len(Flower):
        yield _problem("flower_count", count=flowers, most=len(Flower))


def _win_problems(
    counts: Mapping[str, int], fans: Mapping[str, Fan], *, self_drawn: bool
) -> Iterator[Problem]:
    for key in counts:
        if demand_of(key).self_drawn is (not self_drawn):
            yield _problem("needs_discard" if self_drawn else "needs_self_draw", fan=key)
    covered = any(key == SELF_DRAWN or SELF_DRAWN in fans[key].implies for key in counts)
    if self_drawn and not covered:
        yield _problem("missing_self_drawn")


def _number_problems(counts: Mapping[str, int], profile: Profile) -> Iterator[Problem]:
    for key, count in counts.items():
        most = MOST.get(key, 1)
        if key == EXTRA_PUNG and not _barred(key, counts, profile):
            most = max(0, _most_extra_pungs(counts, profile))
        if count > most:
            yield _problem("counted_too_often", fan=key, count=count, most=most)
    joined = [key for key in CHOW_PAIRS if key in counts]
    if not joined or any(_barred(key, counts, profile) for key in joined):
        return
    count, most = sum(counts[key] for key in joined), _most_chow_pairs(counts)
    if count > most:
        yield _problem("too_many_chow_pairs", count=count, most=max(0, most))


def _barred(key: str, counts: Iterable[str], profile: Profile) -> bool:
    """Whether another fan of the list keeps it out: then how often it counts is no question."""
    return any(_clash(key, other, profile) for other in counts if other != key)


def _pair_problems(counts: Mapping[str, int], profile: Profile) -> Iterator[Problem]:
    for one, two in combinations(counts, 2):
        problem = _clash(one, two, profile)
        if problem is not None:
            yield problem


def _minimum_problems(counts: Mapping[str, int], profile: Profile) -> Iterator[Problem]:
    points, _ = fan_list_points(counts, profile=profile)
    if points < MINIMUM_POINTS:
        yield _problem(
            "below_minimum",
            points=points,
            minimum=MINIMUM_POINTS,
            missing=MINIMUM_POINTS - points,
        )


def _bars(key: str, counts: Mapping[str, int], profile: Profile) -> tuple[str, ...]:
    """Give the counted fan because of which `key` cannot be added."""
    fans = profile.fans
    by = tuple(
        other
        for other in counts
        if other != key
        and _clash(other, key, profile)
        and (key in fans[other].implies or other not in fans[key].implies)
    )
    if by or key in counts or not any(_number_problems({**counts, key: 1}, profile)):
        return by
    # No set is left for it, so whatever takes sets bars it.
    return tuple(other for other in counts if _sets_in(other) != (0, 0))
