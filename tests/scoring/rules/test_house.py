"""What a house profile changes of its edition."""

import pytest

from scoring.rules import PROFILES, derive
from scoring.rules.house import Differences, differences, house_differences, price


@pytest.mark.parametrize("profile", PROFILES.values(), ids=PROFILES)
def test_an_edition_differs_in_nothing_from_itself(profile):
    found = house_differences(profile)

    assert found == Differences((), (), None)
    assert len(found) == 0


def test_values_switches_and_cap_are_told_from_the_edition():
    house = derive(
        "wmo2006",
        values={"two_concealed_kongs": 6, "pure_straight": 20},
        switches={"formal_waits": True, "hall_fans": False},
        cap=88,
    )

    found = house_differences(house)

    assert found == Differences(
        values=(("pure_straight", 16, 20), ("two_concealed_kongs", 8, 6)),
        switches=(("formal_waits", True),),
        caps=(None, 88),
    )
    assert len(found) == 4


def test_two_revisions_are_told_apart():
    one = derive("jmsa", values={"pure_straight": 20})
    two = derive("jmsa", values={"pure_straight": 24}, cap=0)

    assert differences(one, two) == Differences((("pure_straight", 20, 24),), (), (88, None))


def test_fan_that_come_or_go_with_a_switch_are_told_once():
    with_hall = derive("guobiao", switches={"hall_fans": True}, values={"human_hand": 100})
    without = derive("wmo2006", switches={"melded_and_concealed_kong": False})

    assert house_differences(with_hall) == Differences(
        (("human_hand", 108, 100),), (("hall_fans", True),), None
    )
    assert house_differences(without) == Differences(
        (), (("melded_and_concealed_kong", False),), None
    )


def test_a_fan_left_out_has_its_price_still():
    assert price(PROFILES["cn1998"], "melded_and_concealed_kong") == 5
    assert price(PROFILES["wmo2006"], "melded_and_concealed_kong") == 6
