"""What is said beside the points: fan left out with their reasons, and other ways to count."""

from dataclasses import replace

import pytest

from scoring.rules import PROFILES, Principle, parse_hand, score
from scoring.rules.catalogue import IMPLIED_COPIES
from scoring.rules.detect import group_fans, single_fans
from scoring.rules.explain import other_countings
from scoring.rules.readings import places_of
from tests.golden.generate import PATH
from tests.scoring.rules.explanations import CASES

ZH = {
    Principle.NOT_REPEATED: "不重复",
    Principle.NOT_REGROUPED: "不拆移",
    Principle.NOT_THE_SAME: "不得相同",
    Principle.JOINED_ONCE: "套算一次",
    Principle.HIGHEST: "就高不就低",
}


def names(fans):
    """Counted fan as one line: "碰碰和 双同刻x2"."""
    return " ".join(f"{line.fan.zh}{f'x{line.count}' if line.count > 1 else ''}" for line in fans)


@pytest.mark.parametrize("case", [pytest.param(case, id=case.name) for case in CASES])
def test_explanations_written_by_hand(case):
    found = score(parse_hand(case.hand), case.profile)

    assert names(found.fans) == case.counted
    assert [
        f"{line.fan.zh}<{line.because.zh} {ZH[line.principle]}" for line in found.left_out
    ] == list(case.left_out)
    assert [f"{other.points} {names(other.fans)}" for other in found.others] == list(case.others)


def test_every_principle_is_explained():
    explained = {
        line.principle
        for case in CASES
        for line in score(parse_hand(case.hand), case.profile).left_out
    }

    assert explained == set(Principle)
    assert len(CASES) >= 40


# What holds for every hand, by the predicates alone


def present(reading):
    """Every fan the predicates find in a reading, without asking what counts."""
    return {key for key, _ in (*single_fans(reading), *group_fans(reading))}


def hand_of_sets(found, sets):
    """A reading with these sets only, as far as sets decide a fan."""
    return replace(found.counting.reading, sets=sets, **places_of(sets)._asdict())


@pytest.fixture(scope="module")
def golden():
    lines = PATH.read_text(encoding="utf-8").splitlines()[1:]
    return [score(parse_hand(line.split("\t")[0]), key) for line in lines[::3] for key in PROFILES]


def test_every_fan_present_is_counted_or_left_out(golden):
    unexplained = [
        (str(found.hand), found.profile.key, key)
        for found in golden
        for key in present(found.counting.reading) & found.profile.fans.keys()
        if key not in {line.fan.key for line in (*found.fans, *found.left_out)}
    ]

    assert unexplained == []


def test_the_named_sets_alone_make_the_fan(golden):
    wrong = [
        (str(found.hand), line.fan.key)
        for found in golden
        for line in found.fans
        for sets in line.sets
        if line.fan.key not in present(hand_of_sets(found, sets))
    ]

    assert wrong == []


def test_what_counts_comes_to_the_points(golden):
    wrong = [
        str(found.hand)
        for found in golden
        if found.profile.capped(sum(line.points * line.count for line in found.fans))
        != found.points
    ]

    assert wrong == []


def test_no_other_way_is_worth_more(golden):
    wrong = [
        str(found.hand)
        for found in golden
        if any(other.points > found.counting.points for other in found.others)
    ]

    assert wrong == []


def test_five_other_ways_at_most():
    found = score(parse_hand("[123s,1][123s,1]1223334m3m"))
    chosen = found.counting

    # 一般高 and 喜相逢 or 喜相逢 twice, with 边张, 坎张 or 单钓将.
    assert [other.points for other in found.others] == [chosen.points] * 5
    assert len(other_countings(chosen, [chosen] * 3, found.profile)) == 5


def test_because_always_counts(golden):
    wrong = [
        (str(found.hand), line.fan.key)
        for found in golden
        for line in found.left_out
        if line.because not in {counted.fan for counted in found.fans}
    ]

    assert wrong == []


def test_nothing_counts_beside_what_contains_it(golden):
    wrong = [
        (str(found.hand), one.fan.key, two.fan.key)
        for found in golden
        for one in found.fans
        for two in found.fans
        if two.fan.key in one.fan.implies and not may_stand_beside(one, two)
    ]

    assert wrong == []


def may_stand_beside(container, fan):
    """Whether the fan is made with a set that does not make the container, or is one too many."""
    if (container.fan.key, fan.fan.key) in IMPLIED_COPIES:
        return True
    theirs = {one for copy in container.sets for one in copy}
    return bool(theirs) and all(not set(copy) <= theirs for copy in fan.sets)
