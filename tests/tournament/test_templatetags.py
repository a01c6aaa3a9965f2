import re
from enum import Enum, StrEnum
from fractions import Fraction

import django_tables2
import pytest
from django import forms
from django.contrib.messages import constants
from django.contrib.messages.storage.base import Message
from django.template import Context, Template
from django.template.loader import render_to_string
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


def test_seat_changes_hold_every_wind_once_in_each_wind():
    assert mahjong.seat_changes() == [
        {"start": 0, "places": (0, 1, 3, 2)},
        {"start": 1, "places": (1, 0, 2, 3)},
        {"start": 2, "places": (2, 3, 0, 1)},
        {"start": 3, "places": (3, 2, 1, 0)},
    ]


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
    with pytest.raises(ValueError, match="hands 1-16"):
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


# The pieces every page is made of


class RosterForm(forms.Form):
    name = forms.CharField(help_text="As on the roster.")
    live = forms.BooleanField()
    end = forms.ChoiceField(choices=[("a", "One more hand")], widget=forms.RadioSelect)


def test_field_links_help_and_error_to_its_control():
    html = RosterForm({})["name"].as_field_group()

    assert '<label for="id_name">Name</label>' in html
    assert 'aria-invalid="true"' in html
    described = re.search(r'aria-describedby="([^"]+)"', html).group(1).split()
    assert [f'id="{name}"' in html for name in described] == [True, True]
    assert html.index("<input") < html.index("As on the roster.") < html.index('role="alert"')


def test_checkbox_stands_before_its_label():
    html = RosterForm()["live"].as_field_group()

    assert html.index("<input") < html.index('<label for="id_live">')


def test_radios_stand_in_a_fieldset():
    html = RosterForm()["end"].as_field_group()

    assert html.strip().startswith("<fieldset")
    assert html.strip().endswith("</fieldset>")
    assert "<legend>End</legend>" in html


class PlayersTable(django_tables2.Table):
    caption = "Players"
    row_header = "name"
    number = django_tables2.Column()
    name = django_tables2.Column(orderable=False)


def test_table_names_its_region_head_and_rows(rf):
    rows = [{"number": n, "name": f"P{n}"} for n in range(1, 46)]
    table = PlayersTable(rows, order_by="-number")
    table.paginate(page=2, per_page=20)

    html = table.as_html(rf.get("/players/"))

    assert '<div class="table-scroll" role="region" tabindex="0" aria-label="Players">' in html
    assert '<caption class="sr-only">Players</caption>' in html
    assert 'scope="col" aria-sort="descending"' in html
    assert html.count('<th scope="row"') == 20
    assert "21–40 / 45" in html
    assert '<span aria-current="page">2</span>' in html
    assert 'href="?sort=-number' not in html
    assert "?page=3" in html


def test_receipt_that_refuses_is_an_alert():
    bad = render_to_string("_receipt.html", {"kind": "bad", "text": "<No>"})
    good = render_to_string(
        "_receipt.html",
        {"kind": "ok", "text": "Saved", "action_url": "/u/", "action_label": "Undo"},
    )

    assert 'role="alert"' in bad
    assert "&lt;No&gt;" in bad
    assert 'role="status"' in good
    assert '<a class="receipt-action" href="/u/">Undo</a>' in good


ERROR_PAGES = ["400", "403", "403_csrf", "404", "500"]


@pytest.mark.parametrize("language", ["en", "zh-hans"])
@pytest.mark.parametrize("code", ERROR_PAGES)
def test_error_page_needs_no_database_and_no_request(code, language):
    with translation.override(language):
        html = render_to_string(f"{code}.html")

    assert html.count("<h1>") == 1
    assert 'class="button button-primary"' in html


def test_page_for_a_broken_server_speaks_both_languages():
    html = render_to_string("500.html", {"reference": "7F3A"})

    assert "编号 7F3A。" in html
    assert "Ref 7F3A." in html


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "lang", "other"),
    [
        pytest.param("zh-hans", "zh-Hans", 'value="en" lang="en"', id="chinese"),
        pytest.param("en", "en", 'value="zh-hans" lang="zh-Hans"', id="english"),
    ],
)
def test_login_page_stays_at_its_address_in_the_other_language(client, language, lang, other):
    html = client.get("/accounts/login/?next=/x/", headers={"accept-language": language}).text

    assert f'<html lang="{lang}">' in html
    assert '<input type="hidden" name="next" value="/accounts/login/?next=/x/">' in html
    assert other in html


@pytest.mark.django_db
def test_every_page_carries_the_token_once_for_htmx_and_pins_htmx_2(client):
    html = client.get("/accounts/login/").text

    assert html.count("hx-headers") == 1
    assert re.search(r"django_htmx/htmx-2\.min(\.\w+)?\.js", html)
    assert html.count("<h1") == 1


SEATS = [
    {"label": label, "wind": wind, "number": f"0{wind}", "name": "王", "total": -8, "note": "",
     "title": "王", "may_win": label != "B", "may_discard": True, "is_dealer": wind == 0}
    for wind, label in enumerate("ABCD")
]  # fmt: skip


def test_seats_are_two_groups_of_radios():
    form = {"winner": {"value": "C"}, "discarder": {"value": "A"}}

    html = render_to_string("_seats.html", {"seats": SEATS, "form": form})

    assert re.findall(r"<legend>(.*?)</legend>", html) == ["Who won?", "Off whom?"]
    assert re.findall(r'name="(\w+)" value="(\w)" data-seat="\w" (checked|disabled)', html) == [
        ("winner", "B", "disabled"),
        ("winner", "C", "checked"),
        ("discarder", "A", "checked"),
    ]
    assert html.count('name="discarder" value="self"') == len(SEATS)


@pytest.mark.parametrize(
    ("total", "explained", "expected"),
    [
        pytest.param(0, False, "checksum-ok", id="even"),
        pytest.param(-40, True, "pill-warn", id="fines"),
        pytest.param(-12, False, "checksum-bad", id="wrong"),
    ],
)
def test_check_sum(total, explained, expected):
    html = render_to_string("_check_sum.html", {"sum": total, "explained": explained})

    assert expected in html
