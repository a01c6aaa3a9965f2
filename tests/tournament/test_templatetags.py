from enum import Enum, StrEnum
from fractions import Fraction

import pytest
from django.contrib.messages import constants
from django.contrib.messages.storage.base import Message
from django.template import Context, Template
from django.utils import translation

from tournament.templatetags import mahjong


class Named(Enum):
    SOUTH = 7


class Lettered(StrEnum):
    WEST = "w"


def render(source: str, language: str = "en", **context: object) -> str:
    with translation.override(language):
        return Template("{% load mahjong %}" + source).render(Context(context))


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        pytest.param(48, "+48", id="plus"),
        pytest.param(-29, "\u221229", id="minus-is-not-a-hyphen"),
        pytest.param(0, "0", id="zero-has-no-sign"),
        pytest.param(-1234, "\u22121,234", id="thousands"),
        pytest.param(None, "", id="nothing"),
    ],
)
def test_signed(value, expected):
    assert mahjong.signed(value) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        pytest.param(45, '<span class="amount plus">+45</span>', id="plus"),
        pytest.param(-8, '<span class="amount minus">\u22128</span>', id="minus"),
        pytest.param(0, '<span class="amount zero">0</span>', id="zero"),
        pytest.param(None, "", id="nothing"),
    ],
)
def test_amount(value, expected):
    assert mahjong.amount(value) == expected


@pytest.mark.parametrize(
    ("value", "text", "zh", "en"),
    [
        pytest.param(0, "0", "0", "0", id="zero"),
        pytest.param(4, "4", "4", "4", id="whole"),
        pytest.param(Fraction(28, 3), "9⅓", "9又3分之1", "9 and one third", id="third"),
        pytest.param(Fraction(3, 2), "1½", "1又2分之1", "1 and one half", id="half"),
        pytest.param(Fraction(7, 4), "1¾", "1又4分之3", "1 and three quarters", id="quarters"),
        pytest.param(Fraction(1, 3), "⅓", "3分之1", "one third", id="less-than-one"),
        pytest.param(Fraction(-3, 2), "−1½", "负1又2分之1", "minus 1 and one half", id="negative"),
        pytest.param(Fraction(29, 6), "4⅚", "4又6分之5", "4 and five sixths", id="sixths"),
        pytest.param(
            Fraction(113, 12), "9 5/12", "9又12分之5", "9 and five twelfths", id="no-glyph"
        ),
        pytest.param(Fraction(-5, 12), "−5/12", "负12分之5", "minus five twelfths", id="no-whole"),
        pytest.param(Fraction(31, 28), "1 3/28", "1又28分之3", "1 and 3 over 28", id="odd-part"),
    ],
)
def test_points_in_text_and_words(value, text, zh, en):
    with translation.override("zh-hans"):
        assert mahjong.spoken_points(value) == zh
    with translation.override("en"):
        assert mahjong.spoken_points(value) == en

    assert mahjong.plain_points(value) == text


def test_table_points_whole_is_plain():
    assert render("{{ value|table_points }}", value=9) == "9"


def test_table_points_shows_a_glyph_and_speaks_words():
    assert render("{{ value|table_points }}", "zh-hans", value=Fraction(28, 3)) == (
        '<span class="table-points"><span aria-hidden="true">9⅓</span>'
        '<span class="sr-only">9又3分之1</span></span>'
    )


def test_table_points_without_a_glyph_raises_and_lowers():
    assert render("{{ value|twelfths|table_points }}", value=113) == (
        '<span class="table-points"><span aria-hidden="true">9'
        '<span class="fraction"><sup>5</sup>⁄<sub>12</sub></span></span>'
        '<span class="sr-only">9 and five twelfths</span></span>'
    )


def test_missing_points_show_nothing():
    assert (
        render("{{ a|table_points }}{{ a|twelfths|table_points }}{{ a|plain_points }}", a=None)
        == ""
    )


@pytest.mark.parametrize(
    ("wind", "index"),
    [
        pytest.param("E", 0, id="letter"),
        pytest.param("north", 3, id="word"),
        pytest.param("西", 2, id="chinese"),
        pytest.param(1, 1, id="index"),
        pytest.param(Named.SOUTH, 1, id="enum-goes-by-name"),
        pytest.param(Lettered.WEST, 2, id="text-enum-goes-by-name"),
    ],
)
def test_wind_index(wind, index):
    assert mahjong.wind_index(wind) == index


@pytest.mark.parametrize("wind", ["", "X", 4, -1, None, "southeast"])
def test_wind_index_refuses_what_is_no_wind(wind):
    with pytest.raises(ValueError, match="not a wind"):
        mahjong.wind_index(wind)


def test_wind_badge_in_both_languages():
    assert render("{% wind_badge wind %}", "zh-hans", wind="E") == (
        '<span class="wind wind-east"><span aria-hidden="true">东</span>'
        '<span class="sr-only">东</span></span>'
    )
    assert render('{% wind_badge wind size="large" %}', wind="E") == (
        '<span class="wind wind-east wind-large"><span aria-hidden="true">E</span>'
        '<span class="sr-only">East</span></span>'
    )


@pytest.mark.parametrize(
    ("number", "zh", "en"),
    [(1, "东风东", "East 1"), (7, "南风西", "South 3"), (16, "北风北", "North 4")],
)
def test_hand_name(number, zh, en):
    assert render("{{ n|hand_name }}", "zh-hans", n=number) == zh
    assert render("{{ n|hand_name }}", "en", n=number) == en


@pytest.mark.parametrize("number", [0, 17])
def test_hand_name_refuses_other_numbers(number):
    with pytest.raises(ValueError, match="not a hand"):
        mahjong.hand_name(number)


def test_mark():
    assert render('{% mark "win" %}') == '<span class="mark-win">Win</span>'
    assert render('{% mark "pen" -40 %}') == '<span class="mark-pen">Pen−40</span>'


def test_seat_marks_carry_each_state():
    marks = render("{% seat_marks %}")

    assert [kind for kind in mahjong.MARKS if f"seat-mark-{kind}" in marks] == [
        "win", "self", "off", "pen",
    ]  # fmt: skip


@pytest.mark.parametrize(("language", "expected"), [("zh-hans", "zh-Hans"), ("en", "en")])
def test_html_lang(language, expected):
    assert render("{% html_lang %}", language) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("清龙", '<span lang="zh-Hans">清龙</span>', id="chinese"),
        pytest.param("Zoë O'Hara", '<span lang="en">Zoë O&#x27;Hara</span>', id="latin-escaped"),
        pytest.param("<b>张</b>", '<span lang="zh-Hans">&lt;b&gt;张&lt;/b&gt;</span>', id="markup"),
    ],
)
def test_with_lang(text, expected):
    assert render("{{ text|with_lang }}", text=text) == expected


@pytest.mark.parametrize(
    ("level", "expected"),
    [
        (constants.SUCCESS, "ok"),
        (constants.INFO, "info"),
        (constants.DEBUG, "info"),
        (constants.WARNING, "warn"),
        (constants.ERROR, "bad"),
    ],
)
def test_receipt_kind(level, expected):
    assert mahjong.receipt_kind(Message(level, "text")) == expected
