"""The fan a player claims, held against what the hand is worth."""

import pytest

from scoring.rules import FAN_BY_KEY, Principle, compare_claim, parse_hand

KEY_BY_NAME = {fan.zh: fan.key for fan in FAN_BY_KEY.values()}
STRAIGHT = "[123m,1][456m,1][789m,1]2377m1m"  # 清一色 清龙 平和 一般高
TWO_SUITS = "234567s234567pEE"  # 门前清 喜相逢x2 连六 缺一门 单钓将
PAIRS = "1122355778899m3m"  # 一色双龙会 门前清 边张


def claim(text):
    """A claim by Chinese names: "门前清 喜相逢x2"."""
    split = [name.partition("x") for name in text.split()]
    return {KEY_BY_NAME[name]: int(count or 1) for name, _, count in split}


def check(hand, text, profile="guobiao"):
    found = compare_claim(parse_hand(hand), claim(text), profile)
    wrong, missing = (
        " ".join(f"{one.fan.zh}x{one.count}" for one in part)
        for part in (found.wrong, found.missing)
    )
    excluded = [(line.fan.zh, line.because.zh, line.principle) for line in found.excluded]
    return (found.claimed, found.approved, wrong, excluded, missing)


@pytest.mark.parametrize(
    ("hand", "text"),
    [
        pytest.param(STRAIGHT, "清一色 清龙 平和 一般高", id="the-list-chosen"),
        pytest.param(STRAIGHT, "平和 清龙 清一色 连六", id="another-list-of-equal-worth"),
        pytest.param(TWO_SUITS, "门前清 喜相逢 连六x2 缺一门 单钓将", id="counts-of-equal-worth"),
    ],
)
def test_right_claims(hand, text):
    found = compare_claim(parse_hand(hand), claim(text))

    assert found.is_right
    assert found.claimed == found.approved


@pytest.mark.parametrize(
    ("hand", "text", "expected"),
    [
        pytest.param(
            STRAIGHT, "清一色 清龙 平和 一般高 无字",
            (44, 43, "", [("无字", "清一色", Principle.NOT_REPEATED)], ""),
            id="part-of-another",
        ),
        pytest.param(
            STRAIGHT, "清一色 清龙 平和 一般高 连六",
            (
                44, 43, "",
                [
                    ("连六", "清龙", Principle.NOT_REPEATED),
                    ("连六", "一般高", Principle.JOINED_ONCE),
                ],
                "",
            ),
            id="joined-twice",
        ),
        pytest.param(STRAIGHT, "清一色 清龙", (40, 43, "", [], "平和x1 一般高x1"), id="forgotten"),
        pytest.param(
            STRAIGHT, "混一色 清龙 平和 一般高", (25, 43, "混一色x1", [], "清一色x1"), id="not-there"
        ),
        pytest.param(
            TWO_SUITS, "门前清 喜相逢x4 缺一门 单钓将", (8, 7, "喜相逢x2", [], "连六x1"), id="too-often"
        ),
        pytest.param(
            PAIRS, "七对 清一色",
            (
                48, 67, "",
                [
                    ("七对", "一色双龙会", Principle.HIGHEST),
                    ("清一色", "一色双龙会", Principle.NOT_REPEATED),
                ],
                "一色双龙会x1 门前清x1 边张x1",
            ),
            id="another-reading",
        ),
        pytest.param(STRAIGHT, "", (0, 43, "", [], "清一色x1 清龙x1 平和x1 一般高x1"), id="nothing"),
    ],
)  # fmt: skip
def test_wrong_claims(hand, text, expected):
    assert check(hand, text) == expected


def test_a_claim_by_other_rules():
    hand, text = "[789m,1][789s,1][789p,1]77s78p9p", "全大 大于五 三色三同顺 平和 一般高"

    assert check(hand, text, "cn1998") == (47, 47, "", [], "")
    assert check(hand, text) == (47, 35, "", [("大于五", "全大", Principle.NOT_REPEATED)], "")


def test_a_fan_the_rules_do_not_have():
    with pytest.raises(ValueError, match="no such fan in this profile: 'heavenly_hand'"):
        compare_claim(parse_hand(STRAIGHT), {"heavenly_hand": 1})


def test_a_claim_for_no_win():
    with pytest.raises(ValueError, match="no win to score"):
        compare_claim(parse_hand("11m"), {"full_flush": 1})
