"""Guards for the table of fan: data that nobody should be able to damage unseen."""

from collections import Counter

import pytest

from scoring.rules.catalogue import FAN_BY_KEY, FANS, IMPLIED_COPIES

NUMBERED = [fan for fan in FANS if fan.number is not None]


def test_numbers_1_to_81_once_each():
    assert sorted(fan.number for fan in NUMBERED) == list(range(1, 82))


def test_the_only_fan_without_a_number():
    assert [(fan.key, fan.zh, fan.points) for fan in FANS if fan.number is None] == [
        ("melded_and_concealed_kong", "明暗杠", 5)
    ]


def test_keys_and_names_are_unique():
    assert len(FAN_BY_KEY) == len(FANS) == 82
    assert len({fan.zh for fan in FANS}) == len({fan.en for fan in FANS}) == 82


def test_tiers_of_1998():
    assert Counter(fan.points for fan in NUMBERED) == {
        88: 7, 64: 6, 48: 2, 32: 3, 24: 9, 16: 6, 12: 5, 8: 9, 6: 7, 4: 4, 2: 10, 1: 13,
    }  # fmt: skip


def test_the_table_has_the_dearest_first():
    points = [fan.points for fan in FANS]

    assert points == sorted(points, reverse=True)


@pytest.mark.parametrize("fan", FANS, ids=lambda fan: fan.key)
def test_implied_fans_exist_once_and_are_worth_no_more(fan):
    assert len(set(fan.implies)) == len(fan.implies)
    assert fan.key not in fan.implies
    assert all(FAN_BY_KEY[key].points <= fan.points for key in fan.implies)


def test_implied_copies_belong_to_implied_fans():
    assert all(implied in FAN_BY_KEY[key].implies for key, implied in IMPLIED_COPIES)


@pytest.mark.parametrize(
    ("key", "implied"),
    [
        pytest.param("full_flush", ("no_honors",), id="清一色"),
        pytest.param("robbing_the_kong", ("last_tile",), id="抢杠和"),
        pytest.param("fully_concealed_hand", ("self_drawn", "concealed_hand"), id="不求人"),
        pytest.param(
            "seven_pairs", ("concealed_hand", "fully_concealed_hand", "single_wait"), id="七对"
        ),
        pytest.param("two_concealed_kongs", ("concealed_kong", "two_concealed_pungs"), id="双暗杠"),
        pytest.param("mixed_straight", (), id="花龙"),
    ],
)
def test_implied_lists(key, implied):
    assert FAN_BY_KEY[key].implies == implied
