"""A score in words: sentences in both languages, data for programs, the piece of a page."""

import re

import pytest
from django.template import Context, Template
from django.utils import translation

from scoring.explanation import (
    claim_sentences,
    explanation,
    explanation_data,
    minimum_sentence,
)
from scoring.rules import compare_claim, derive, parse_hand, score

RING = "3m123789s123789p3m"


@pytest.mark.parametrize(
    ("hand", "english", "chinese"),
    [
        pytest.param(
            "[123m,1][456m,1][789m,1]2377m1m",
            [
                "Pure Straight is not made again with a set that makes Pure Straight already.",
                "Short Straight is part of Pure Straight and is not counted.",
                "Short Straight would join sets again that Pure Double Chow has joined already.",
            ],
            [
                "清龙已用的牌组，不再与别的牌组合成清龙。",
                "连六：清龙已含，不再计。",
                "一般高已经套算过一次，不再套算连六。",
            ],
            id="不得相同-不重复-套算一次",
        ),
        pytest.param(
            "[123m,1][234m,1][345m,1]4511m6m|EE1000",
            [
                "Pure Shifted Chows is part of Four Shifted Chows and is not counted.",
                "Short Straight would regroup the sets that make Four Shifted Chows.",
                "No Honors is part of Full Flush and is not counted.",
            ],
            [
                "一色三步高：一色四步高已含，不再计。",
                "连六要拆开一色四步高已用的牌组，不计。",
                "无字：清一色已含，不再计。",
            ],
            id="不拆移",
        ),
        pytest.param(
            "[777s,1]888m6777889p7p|EE1000",
            [
                "No Honors is part of Upper Four and is not counted.",
                "Closed Wait gives way to Edge Wait, which is worth no less.",
                "Single Wait gives way to Edge Wait, which is worth no less.",
            ],
            [
                "无字：大于五已含，不再计。",
                "坎张与边张只能取一，取不低的边张。",
                "单钓将与边张只能取一，取不低的边张。",
            ],
            id="就高不就低",
        ),
    ],
)
def test_reasons_in_both_languages(hand, english, chinese):
    found = score(parse_hand(hand))

    said = {}
    for language in ("en", "zh-hans"):
        with translation.override(language):
            said[language] = [row.sentence for row in explanation(found).left_out][:3]

    assert said == {"en": english, "zh-hans": chinese}


@pytest.mark.parametrize(
    ("hand", "profile", "expected"),
    [
        pytest.param("[234m,1][444s,1][777m,1]5666p5p", "guobiao", "Points missing: 6. A win needs 8.", id="below"),
        pytest.param("[234m,1][444s,1][777m,1]5666p5p|EE0000|3", "guobiao", "Points missing: 6. Flowers (3) do not help to reach 8.", id="flowers-do-not-help"),
        pytest.param(RING, "guobiao", "8 points reach the minimum of 8.", id="met"),
        pytest.param(RING + "|EE0000|2", "guobiao", "8 points reach the minimum of 8; flowers add 2.", id="flowers-add"),
        pytest.param("EESSWWNNCCFFPP|EE0000|2", "jmsa", "These rules pay 88 points a hand at most.", id="capped"),
    ],
)  # fmt: skip
def test_why_the_minimum_is_met_or_not(hand, profile, expected):
    with translation.override("en"):
        assert minimum_sentence(score(parse_hand(hand), profile)) == expected


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        pytest.param("[123m,1][2222p]456s78p99s9p", ("123m", "2222p", "456s", "789p", "99s"), id="sets"),
        pytest.param("2244m5577s336pEE6p", ("22m", "44m", "55s", "77s", "33p", "66p", "EE"), id="pairs"),
        pytest.param("4444m5577s336p6p3p3p", ("44m", "44m", "55s", "77s", "33p", "33p", "66p"), id="four-alike"),
        pytest.param("12369m258s147pWW3m", ("369m258s147p", "123m", "WW"), id="组合龙"),
        pytest.param("147m258s369pESWNP", ("147m258s369pESWNP",), id="singles"),
    ],
)  # fmt: skip
def test_how_the_tiles_are_read(hand, expected):
    assert explanation(score(parse_hand(hand))).parts == expected


def test_data_for_programs():
    data = explanation_data(score(parse_hand("[222m,1][222s,1][444m,1]44s99p4s|EE0000|1")))

    assert data == {
        "fans": [
            {"key": "all_pungs", "zh": "碰碰和", "en": "All Pungs", "points": 6, "count": 1},
            {
                "key": "double_pung", "zh": "双同刻", "en": "Double Pung", "points": 2, "count": 2,
                "sets": [["222m", "222s"], ["444m", "444s"]],
            },
            {"key": "no_honors", "zh": "无字", "en": "No Honors", "points": 1, "count": 1},
        ],
        "left_out": [],
        "reading": ["222m", "222s", "444m", "444s", "99p"],
        "others": [],
        "flowers": 1,
        "missing": 0,
    }  # fmt: skip


def test_what_is_wrong_with_a_claim():
    claimed = {"half_flush": 1, "pure_straight": 1, "all_chows": 1, "no_honors": 1}
    check = compare_claim(parse_hand("[123m,1][456m,1][789m,1]2377m1m"), claimed)

    said = {}
    for language in ("en", "zh-hans"):
        with translation.override(language):
            said[language] = list(claim_sentences(check))

    assert said == {
        "en": [
            "Half Flush is not in the hand.",
            "No Honors is part of Full Flush and is not counted.",
            "Full Flush counts, but was not claimed.",
            "Pure Double Chow counts, but was not claimed.",
        ],
        "zh-hans": [
            "这手牌没有混一色。",
            "无字：清一色已含，不再计。",
            "清一色也应计入，没有报。",
            "一般高也应计入，没有报。",
        ],
    }


def test_a_fan_claimed_too_often():
    claimed = {"concealed_hand": 1, "mixed_double_chow": 4, "one_voided_suit": 1, "single_wait": 1}
    check = compare_claim(parse_hand("234567s234567pEE"), claimed)

    with translation.override("en"):
        assert claim_sentences(check)[0] == "Mixed Double Chow ×2 is not in the hand."


def test_the_piece_of_a_page():
    found = score(parse_hand(RING), derive("guobiao", values={"concealed_hand": 3}))

    with translation.override("en"):
        html = Template("{% load explanation %}{% explain score %}").render(
            Context({"score": found})
        )

    text = " ".join(re.sub(r"<[^>]+>", " ", html).split())
    assert "9 points reach the minimum of 8." in text
    assert "Two Terminal Chows would join sets again that Mixed Double Chow has joined" in text
    assert re.findall(r"<h3>(.*?)</h3>", html) == [
        "What counts", "What does not count, and why", "Other ways to count",
    ]  # fmt: skip
    assert 'aria-label="1 bamboo, 2 bamboo, 3 bamboo"' in html
