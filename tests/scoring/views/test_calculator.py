"""The calculator's page: for anybody, in both languages, without the database."""

import re

from django.test import RequestFactory
from hypothesis import given
from hypothesis import strategies as st

from scoring.views.calculator import calculator

SEVEN_PAIRS = "223344m55p667788s|EW0000|0"


def ask(client, language="en", **query):
    client.cookies["django_language"] = language
    answer = client.get("/calculator/", query)
    assert answer.status_code == 200
    return answer.content.decode()


def plain_answer(html):
    """The answer's words, up to the link."""
    found = re.search(r'<section class="answer".*?</section>\n<p class="sr-only"', html, re.DOTALL)[
        0
    ]
    found = re.sub(r'<div class="field answer-link.*', "", found, flags=re.DOTALL)
    return " ".join(re.sub(r"<[^>]+>", " ", found).split())


def test_the_whole_answer_to_a_win(client):
    assert plain_answer(ask(client, hand=SEVEN_PAIRS)) == (
        "26 points may be declared · Rules: Chinese Official (MIL 2025) Winning tile: "
        "Won on a discard · 223344m66778s55p8s|EW0000|0 "
        "26 points reach the minimum of 8. Read as: What counts Seven Pairs 24 All Simples 2 "
        "What does not count, and why "
        "Concealed Hand is part of Seven Pairs and is not counted. no repeating "
        "All Chows gives way to Seven Pairs, which is worth no less. the highest counts "
        "Pure Double Chow gives way to Seven Pairs, which is worth no less. the highest counts "
        "No Honors is part of All Simples and is not counted. no repeating "
        "Other ways to count 8 Concealed Hand 2 · All Chows 2 · All Simples 2 · "
        "Pure Double Chow 2 "
        "The four payments Winner +50 Discarder −34 Another −8 Another −8"
    )


def test_in_chinese(client):
    text = plain_answer(ask(client, "zh-hans", hand=SEVEN_PAIRS))

    assert text.startswith("26 番 可以和 · 规则：国标")
    assert text.endswith("四家收付 和牌 +50 点炮 −34 另一家 −8 另一家 −8")


def test_fan_lead_to_the_rule_book(client):
    assert '<a href="/rules/fan/seven_pairs/">Seven Pairs</a>' in ask(client, hand=SEVEN_PAIRS)


def test_points_are_those_of_the_edition(client):
    # 双暗杠 is worth 6, in 2006 it was 8.
    hand = "[1111m][9999p]234s567s5s5s"
    ours, theirs = (
        plain_answer(ask(client, hand=hand, profile=key)) for key in ("guobiao", "wmo2006")
    )

    assert "Two Concealed Kongs 6" in ours
    assert "Two Concealed Kongs 8" in theirs
    assert "Rules: World Mahjong Organization (2006)" in theirs


def test_too_few_points(client):
    text = plain_answer(ask(client, hand="[123m,1][456m,1]789p55s24s3s"))

    assert text.startswith("4 points 4 missing to win · Rules:")
    assert "Points missing: 4. A win needs 8." in text
    assert "The four payments" not in text


def test_no_hand_yet(client):
    assert plain_answer(ask(client)).startswith("14 tiles missing Rules: Chinese Official")


def test_a_hand_that_is_no_win_frames_what_is_wrong(client):
    html = ask(client, hand="123m456m789m123pE5s")

    assert 'data-wrong="5s"' in html
    assert html.count('class="tile-wrong"') == 1
    assert plain_answer(html).startswith("No winning hand Rules")
    assert "Tiles to exchange for the nearest, four sets and a pair: 1" in plain_answer(html)


def test_what_thirteen_tiles_wait_for(client):
    html = ask(client, hand="[111m,1][999s,2][111p,3][FFFF]E|SS0000|0")

    assert "What the hand waits for Tile Left Self-draw Discard East wind 3 46 45" in (
        plain_answer(html)
    )
    assert "FFFF%5DEE%7CSS0000%7C0" in html


def test_the_link_is_the_whole_address(client):
    link = "http://testserver/calculator/?hand=223344m55p667788s%7CEW0000%7C0"

    assert f'value="{link}" data-link' in ask(client, hand=SEVEN_PAIRS)


def test_an_update_is_the_answer_alone(client):
    page = client.get("/calculator/", {"hand": SEVEN_PAIRS})
    update = client.get("/calculator/", {"hand": SEVEN_PAIRS}, headers={"HX-Request": "true"})

    assert "<html" not in update.content.decode()
    assert 'id="calculator-dock" hx-swap-oob="innerHTML"' in update.content.decode()
    assert ["HX-Request" in one.headers["Vary"] for one in (page, update)] == [True, True]


def test_what_is_typed_is_no_markup(client):
    html = ask(client, hand='"><script>alert(1)</script>')

    assert "<script>alert" not in html
    assert "cannot stand at place 1" in html


def test_other_methods_are_refused(client):
    assert client.post("/calculator/").status_code == 405


@given(st.dictionaries(
    st.sampled_from(["hand", "shown", "profile", "declared", "seat_wind", "self_drawn", "kong", "flowers"]),
    st.text(max_size=300),
))  # fmt: skip
def test_any_address_has_an_answer(query):
    request = RequestFactory().get("/calculator/", query, headers={"HX-Request": "true"})

    assert calculator(request).status_code == 200
