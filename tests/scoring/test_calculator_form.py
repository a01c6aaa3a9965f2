"""The calculator's form: what counts when text and controls are sent, and what cannot be chosen."""

import pytest
from django.http import QueryDict
from django.utils import translation

from scoring.forms.calculator import CalculatorForm, Situation, read_situation

TILES = "223344m55p667788s"
CONTROLS = {"prevalent_wind": "S", "seat_wind": "W", "self_drawn": "1", "last_in_wall": "on"}


@pytest.fixture(autouse=True)
def english():
    with translation.override("en"):
        yield


def form(**values):
    data = QueryDict(mutable=True)
    for name, value in values.items():
        data.setlist(name, value if isinstance(value, list) else [value])
    return CalculatorForm(data)


@pytest.mark.parametrize(
    ("text", "situation"),
    [
        ("SW1010", Situation("S", "W", self_drawn=True, last_in_wall=True)),
        ("E N 0101", Situation("E", "N", last_of_kind=True, kong=True)),
        ("", Situation()),
        ("SW101", Situation()),
        ("sw1010", Situation()),
    ],
)
def test_winds_and_flags_of_a_text(text, situation):
    assert read_situation(text) == situation


def test_a_text_alone_says_everything():
    found = form(hand=f"{TILES}|SW1000|ab", **CONTROLS)

    assert (found.text, found.flower_count) == (f"{TILES}|SW1000|ab", 2)
    assert found.situation == Situation("S", "W", self_drawn=True)


def test_controls_are_written_into_the_text_they_were_shown_for():
    found = form(hand=f"{TILES}|EE0000|2", shown=f"{TILES}|EE0000|2", flowers="3", **CONTROLS)

    assert found.text == f"{TILES}|SW1010|3"


def test_tiles_may_change_with_the_controls():
    assert form(hand="11p", shown=TILES, **CONTROLS).text == "11p|SW1010|"


@pytest.mark.parametrize(
    ("flowers", "written"), [("2", "ab"), ("3", "3"), ("", "ab")], ids=["same", "other", "empty"]
)
def test_named_flowers_stay_as_long_as_their_number(flowers, written):
    shown = f"{TILES}|EE0000|ab"

    assert form(hand=shown, shown=shown, flowers=flowers).text == f"{TILES}|EE0000|{written}"


def test_winds_changed_in_the_text_count():
    found = form(hand=f"{TILES}|NN0000", shown=f"{TILES}|EE0000", **CONTROLS)

    assert found.text == f"{TILES}|NN0000"


@pytest.mark.parametrize(
    ("self_drawn", "kong", "flag"),
    [("1", "replacement", "1"), ("1", "robbed", "0"), ("0", "robbed", "1"), ("0", "replacement", "0")],
)  # fmt: skip
def test_a_kong_condition_belongs_to_one_way_of_winning(self_drawn, kong, flag):
    found = form(hand=TILES, shown=TILES, self_drawn=self_drawn, kong=kong)

    assert found.text == f"{TILES}|EE{self_drawn}00{flag}|"


def reasons(text):
    return [condition.reason for condition in form(hand=text).conditions]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ["", "", "needs a self-draw", ""]),
        (TILES, ["the hand has another", "", "needs a self-draw", "the hand has another"]),
        (f"{TILES}|EE1000", ["the hand has another", "", "needs a kong", "needs a discard"]),
        ("[1111m]23m44p5s|EE1000", ["", "", "", "needs a discard"]),
        ("[1111m]23m44p5s|EE0001", ["", "a kong is robbed", "needs a self-draw", ""]),
        ("[1111m]23m44p5s|EE0010", ["", "", "needs a self-draw", "the wall is empty"]),
        ("5m5m5m", ["", "", "needs a self-draw", ""]),
        ("nonsense", ["", "", "needs a self-draw", ""]),
    ],
)
def test_conditions_that_cannot_hold_say_why(text, expected):
    assert reasons(text) == expected


def test_links_leave_out_what_is_usual():
    assert form().link == "/calculator/"
    assert form(hand="11m").link == "/calculator/?hand=11m"
    assert (
        form(hand="[EEE,2]|EE0000", profile="lianzhong", declared=["human_hand"]).link
        == "/calculator/?hand=%5BEEE%2C2%5D%7CEE0000&profile=lianzhong&declared=human_hand"
    )


def test_declarations_other_rules_do_not_know_are_left_out():
    found = form(hand=TILES, profile="wmo2006", declared=["human_hand"])

    assert (found.declared_fans, found.calculation.problems) == ((), ())


@pytest.mark.parametrize(
    ("values", "problem"),
    [
        (
            {"hand": "1" * 201},
            "Ensure this value has at most 200 characters (it has 201).",
        ),
        ({"hand": "1\x00"}, "Null characters are not allowed."),
        (
            {"profile": "none"},
            "Select a valid choice. none is not one of the available choices.",
        ),
        ({"flowers": "99", "shown": ""}, "Ensure this value is less than or equal to 8."),
    ],
)
def test_wrong_fields_are_problems_like_wrong_hands(values, problem):
    found = form(**values)

    assert found.calculation.problems == (problem,)
    assert found.text == values.get("hand", "")
    assert found.rules.key == "guobiao"
