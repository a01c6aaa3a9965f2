"""The tags that draw tiles: right pictures, in the right order, with names in words."""

import re

import pytest
from django.template import Context, Template
from django.utils import translation

from scoring.rules import parse_hand
from scoring.templatetags.tiles import flower_codes, picker_rows


def render(source, language="en", **context):
    with translation.override(language):
        return Template("{% load tiles %}" + source).render(Context(context))


def pictures(html):
    """The tiles in the order drawn, those lying sideways with a minus."""
    found = re.findall(r'<svg class="tile( tile-sideways)?".*?#(?:tile|flower)-(\w+)"', html)
    return " ".join(("-" if sideways else "") + code for sideways, code in found)


@pytest.mark.parametrize(
    ("code", "english", "chinese"),
    [
        pytest.param("5m", "5 characters", "五万", id="suit"),
        pytest.param("F", "green dragon", "发财", id="dragon"),
        pytest.param("e", "spring", "春", id="flower"),
    ],
)
def test_tile_has_a_name(code, english, chinese):
    source = "{% tile code %}"

    assert f'role="img" aria-label="{english}"' in render(source, code=code)
    assert f'aria-label="{chinese}"' in render(source, "zh-hans", code=code)


def test_tile_tells_wind_from_flower_of_the_same_letter():
    assert "#tile-E" in render('{% tile "E" %}')
    assert "#flower-e" in render('{% tile "e" %}')


@pytest.mark.parametrize("source", ['{% tile "back" %}', '{% tile "5m" silent=True %}'])
def test_tile_beside_its_name_is_silent(source):
    html = render(source)

    assert 'aria-hidden="true"' in html
    assert "aria-label" not in html


@pytest.mark.parametrize("code", ["0m", "X", ""])
def test_unknown_tile_is_a_mistake_of_ours(code):
    with pytest.raises(ValueError, match="not a valid Flower"):
        render("{% tile code %}", code=code)


@pytest.mark.parametrize(
    ("meld", "drawn"),
    [
        pytest.param("[345m,1]", "-3m 4m 5m", id="chow-first"),
        pytest.param("[345m,2]", "-4m 3m 5m", id="chow-middle"),
        pytest.param("[444p,1]", "-4p 4p 4p", id="pung-left"),
        pytest.param("[444p,2]", "4p -4p 4p", id="pung-opposite"),
        pytest.param("[444p,3]", "4p 4p -4p", id="pung-right"),
        pytest.param("[7777s,3]", "7s 7s 7s -7s", id="kong-right"),
        pytest.param("[7777s,5]", "-7s -7s 7s 7s", id="added-kong-left"),
        pytest.param("[7777s,7]", "7s 7s -7s -7s", id="added-kong-right"),
        pytest.param("[CCCC]", "back C C back", id="concealed-kong"),
    ],
)
def test_meld_shows_where_it_came_from(meld, drawn):
    html = render("{% hand_tiles notation %}", notation=f"{meld}11s2s")

    assert pictures(html) == f"{drawn} 1s 1s 2s"


def test_hand_is_read_aloud():
    html = render("{% hand_tiles notation %}", notation="[444p,2]12s3s||ae")

    words = re.findall(r'aria-label="([^"]*)"|class="sr-only">([^<]*)<', html)
    assert [first or second for first, second in words] == [
        "Tiles",
        "Pung: 4 dots, 4 dots, 4 dots",
        "1 bamboo",
        "2 bamboo",
        "Winning tile: ",
        "3 bamboo",
        "plum blossom",
        "spring",
    ]


def test_concealed_kong_is_named_though_face_down():
    assert "Concealed kong: red dragon" in render("{% hand_tiles '[CCCC]1s' %}")


def test_flowers_without_faces_are_counted():
    assert "Flowers: 2" in render("{% hand_tiles '12s3s||2' %}")


def test_text_that_is_no_hand_is_shown_as_it_is():
    assert render("{% hand_tiles notation %}", notation="<b>") == "&lt;b&gt;"


def test_picker_is_turned_with_honours_in_the_last_column():
    rows = picker_rows()

    assert rows[0] == ["1m", "1s", "1p", "E"]
    assert [row[3] for row in rows] == ["E", "S", "W", "N", "C", "F", "P", "flowers", "back"]
    assert flower_codes() == list("abcdefgh")


def test_a_drawn_hand_keeps_its_suits_apart():
    hand = parse_hand("[345p,2]1234m55sE5m")

    html = render("{% drawn_hand hand %}", hand=hand)

    groups = html.split('<span class="tiles-concealed">')[1:]
    assert [pictures(group.split("tile-won")[0]) for group in groups] == [
        "1m 2m 3m 4m",
        "5s 5s",
        "E",
    ]
    assert pictures(html).endswith("E 5m")
