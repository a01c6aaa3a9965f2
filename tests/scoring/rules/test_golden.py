"""The golden file: hands, points and fan that an independent library has confirmed."""

from collections import Counter
from dataclasses import dataclass
from itertools import combinations

import pytest

from scoring.rules import FAN_BY_KEY, PROFILES, Hand, parse_hand, problems, score
from scoring.rules.demands import DEMANDS
from scoring.rules.fan_list import fan_list_points, fan_list_problems
from tests.golden.generate import NAMED_OTHERWISE, PATH, fans_text, possible_pairs
from tests.golden.oracle import oracle_points

pytestmark = pytest.mark.bulk

KEY_BY_NAME = {fan.zh: fan.key for fan in FAN_BY_KEY.values()}


@dataclass(frozen=True)
class Golden:
    hand: Hand
    points: int
    fans: str

    @property
    def counts(self) -> dict[str, int]:
        """The fan by key, as a referee would list them."""
        split = [text.partition("x") for text in self.fans.split()]
        return {KEY_BY_NAME[name]: int(count or 1) for name, _, count in split}


@pytest.fixture(scope="module")
def golden() -> list[Golden]:
    lines = PATH.read_text(encoding="utf-8").splitlines()[1:]
    cells = [line.split("\t") for line in lines]
    return [Golden(parse_hand(hand), int(points), fans) for hand, points, fans in cells]


def test_points_and_fans(golden: list[Golden]):
    scored = [(score(line.hand), line) for line in golden]

    wrong = [
        str(line.hand)
        for found, line in scored
        if (found.points, fans_text(found)) != (line.points, line.fans)
    ]

    assert wrong == []
    assert len(golden) >= 1000


def test_every_hand_is_a_legal_win(golden: list[Golden]):
    assert [str(line.hand) for line in golden if problems(line.hand)] == []


def test_every_fan_stands_ten_times(golden: list[Golden]):
    counts = Counter(key for line in golden for key in line.counts)
    counts["flower_tiles"] = sum(line.hand.flower_count > 0 for line in golden)

    assert [key for key in FAN_BY_KEY if counts[key] < 10] == []


def test_hands_are_mixed(golden: list[Golden]):
    hands = [line.hand for line in golden]

    assert {len(hand.melds) for hand in hands} == {0, 1, 2, 3, 4}
    assert {hand.flower_count for hand in hands} == set(range(9))
    assert len({(hand.prevalent_wind, hand.seat_wind) for hand in hands}) == 16
    assert len({meld.kind for hand in hands for meld in hand.melds}) == 5


@pytest.mark.parametrize("profile", PROFILES)
def test_no_fan_list_is_refused(golden: list[Golden], profile: str):
    lists = [
        (line.hand, {fan.fan.key: fan.count for fan in score(line.hand, profile).fans})
        for line in golden
    ]

    refused = [
        (str(hand), problem)
        for hand, counts in lists
        for problem in fan_list_problems(
            counts, self_drawn=hand.self_drawn, flowers=hand.flower_count, profile=profile
        )
        # A dearer fan of another edition may have made up the minimum.
        if problem.code != "below_minimum" or profile == "guobiao"
    ]

    assert refused == []


def test_fan_lists_give_the_points(golden: list[Golden]):
    expected = [(line.points, line.points + line.hand.flower_count) for line in golden]

    found = [fan_list_points(line.counts, flowers=line.hand.flower_count) for line in golden]

    assert found == expected


def test_two_fan_are_held_possible_if_a_hand_has_both(golden: list[Golden]):
    witnessed = {
        pair
        for line in golden
        for pair in combinations([key for key in DEMANDS if key in line.counts], 2)
    }

    assert set(possible_pairs()) - witnessed == NAMED_OTHERWISE
    assert witnessed - set(possible_pairs()) == set()


@pytest.mark.usefixtures("_library")
def test_library_agrees_on_every_total(golden: list[Golden]):
    wrong = [str(line.hand) for line in golden if oracle_points(line.hand) != line.points]

    assert wrong == []
