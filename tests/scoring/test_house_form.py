"""The form of the house rules: what it shows, refuses and makes of what was typed."""

import pytest
from django.http import QueryDict
from django.utils import translation

from scoring.forms.house import SWITCH, VALUE, HouseForm, house_values
from scoring.rules import PROFILES, SWITCHES, derive

HUGE = "9" * 6000


@pytest.fixture(autouse=True)
def english():
    with translation.override("en"):
        yield


def house_form(rules=PROFILES["guobiao"], *, off=(), needs_reason=False, **values):
    """The form as sent by somebody who had `rules` before him."""
    data = QueryDict(mutable=True)
    shown = {"seen": 1, "token": "t", **house_values(rules), **values}
    for name, value in shown.items():
        if value not in (None, False) and name not in off:
            data[name] = str(value)
    return HouseForm(
        data, edition=PROFILES[rules.key], initial=house_values(rules), needs_reason=needs_reason
    )


@pytest.mark.parametrize(
    "rules",
    [
        *PROFILES.values(),
        derive("guobiao", values={"pure_straight": 20}, switches={"formal_waits": False}, cap=88),
        derive("wmo2006", values={"two_concealed_kongs": 6}),
        derive("wmo2006", switches={"melded_and_concealed_kong": False}),
        derive("jmsa", cap=0),
        derive("guobiao", values={"human_hand": 88}, switches={"hall_fans": True}),
    ],
    ids=lambda rules: f"{rules.key}{'-house' if rules.is_house else ''}",
)
def test_what_is_shown_and_sent_back_is_the_same(rules):
    form = house_form(rules)

    assert form.errors == {}
    assert form.rules == rules


def test_values_switches_and_the_cap_are_read():
    form = house_form(
        off=(SWITCH + "formal_waits",),
        cap=88,
        **{VALUE + "pure_straight": 20, SWITCH + "hall_fans": "on"},
    )

    assert form.is_valid()
    assert form.rules == derive(
        "guobiao",
        values={"pure_straight": 20},
        switches={"formal_waits": False, "hall_fans": True},
        cap=88,
    )
    assert form.preview == [
        "Pure Straight: 20 instead of 16 points.",
        "A tile whose four copies the hand itself holds is not waited for.",
        "Four more fan of an online hall are played.",
        "No hand pays more than 88 points, flowers included.",
    ]


def test_a_limit_of_the_edition_can_be_lifted():
    form = house_form(PROFILES["jmsa"], off=("cap",))

    assert form.is_valid()
    assert form.rules.cap is None
    assert form.preview == ["A hand may pay more than 88 points."]


def test_the_value_of_a_fan_that_is_switched_off_is_left_alone():
    form = house_form(**{VALUE + "human_hand": 88})

    assert form.is_valid()
    assert form.rules == PROFILES["guobiao"]


@pytest.mark.parametrize("typed", ["0", "1000", "-1", "2.5", "x", HUGE])
def test_a_value_is_a_whole_number_up_to_999(typed):
    form = house_form(**{VALUE + "pure_straight": typed})

    assert form.errors == {
        VALUE + "pure_straight": [
            "Write a whole number from 1 to 999, or nothing for the edition's value."
        ]
    }
    assert form.preview is None
    opened = [tier.points for tier in form.prices if tier.is_open]
    assert opened == [16]


@pytest.mark.parametrize("typed", ["7", "10000", "x"])
def test_a_cap_is_no_lower_than_the_minimum(typed):
    assert house_form(cap=typed).errors == {
        "cap": ["Write a whole number from 8 to 9999, or nothing."]
    }


def test_a_reason_is_asked_for_only_when_it_is_needed():
    missing = house_form(needs_reason=True, **{VALUE + "pure_straight": 20})

    assert house_form().is_valid()
    assert missing.errors == {
        "reason": ["Games are played by these rules already: say why they change."]
    }
    assert missing.preview == ["Pure Straight: 20 instead of 16 points."]
    assert house_form(needs_reason=True, reason="agreed").is_valid()


def test_fan_stand_by_their_value_in_the_edition():
    house = derive("wmo2006", values={"pure_straight": 20})
    tiers = list(HouseForm(edition=PROFILES["wmo2006"], initial=house_values(house)).prices)

    assert [(tier.points, len(tier.fields), tier.changed) for tier in tiers] == [
        *((88, 7, 0), (64, 6, 0), (48, 2, 0), (32, 3, 0), (24, 9, 0), (16, 6, 1), (12, 5, 0)),
        *((8, 10, 0), (6, 7, 0), (4, 4, 0), (2, 10, 0), (1, 12, 0)),
    ]
    assert sum(len(tier.fields) for tier in tiers) == 81
    assert [tier.points for tier in tiers if tier.is_open] == [16]


def test_fan_that_are_played_have_a_field():
    def top(rules):
        form = HouseForm(edition=PROFILES[rules.key], initial=house_values(rules))
        return next(form.prices).points

    assert top(PROFILES["guobiao"]) == 88
    assert top(derive("guobiao", switches={"hall_fans": True})) == 168


def test_each_switch_is_a_sentence_with_its_state_in_the_edition():
    rows = HouseForm(
        edition=PROFILES["wmo2006"], initial=house_values(PROFILES["wmo2006"])
    ).switches

    assert [row.field.name.removeprefix(SWITCH) for row in rows] == list(SWITCHES)
    assert {row.field.name.removeprefix(SWITCH) for row in rows if row.is_on} == (
        PROFILES["wmo2006"].switches
    )
    assert str(rows[3].field.label) == "Half Flush counts beside All Green with green dragons."
