"""Editions of the rules: each question on which they differ, and house profiles derived from them."""

import json
from dataclasses import replace

import pytest

from scoring.rules import (
    FANS,
    PROFILES,
    SWITCHES,
    Problem,
    derive,
    parse_hand,
    problems,
    profile_from_data,
    score,
)
from scoring.rules.catalogue import ANY_FAN_BY_KEY

# Points of a hand without flowers under guobiao, cn1998, wmo2006, jmsa and lianzhong, written down
# from the texts, not from what the engine said.
POINTS = (
    ("双暗杠-with-two-dragons", "[CCCC][FFFF]345m6788s5s", (15, 15, 17, 15, 15)),
    ("双暗杠-beside-a-chow", "[PPPP][1111s][345m,1]6789p9p", (9, 9, 11, 9, 9)),
    ("明暗杠-of-dragons", "[CCCC,1][FFFF]345m6788s5s", (12, 10, 13, 12, 12)),
    ("明暗杠-beside-三色三节高", "[1111s][2222m,1][333p,1]8s444p8s", (24, 22, 25, 24, 24)),
    ("明杠-alone-is-the-same", "[CCCC,1][FFF,1]345m6788s5s", (8, 8, 8, 8, 8)),
    ("三杠-two-concealed", "[1111m][2222s][3333p,1]67m99p8m", (44, 42, 44, 44, 44)),
    ("三杠-and-a-concealed-pung", "[1111m][2222s][3333p,1]888s9p9p", (65, 65, 65, 65, 65)),
    ("三杠-one-concealed", "[1111m][2222s,1][3333p,1]67m99p8m", (42, 42, 42, 42, 42)),
    ("四杠-two-concealed", "[1111s][2222m,1][3333p,1][4444p]8s8s", (100, 98, 100, 88, 100)),
    ("四杠-three-concealed", "[6666s][1111s,1][8888s][2222m]5s5s|EE1000", (108, 92, 108, 88, 108)),
    # Without 四暗刻 nothing keeps 门前清 out.
    ("四杠-four-concealed", "[6666m][8888p][2222s][NNNN]9p9p", (153, 91, 153, 88, 153)),
    ("自摸-on-七对", "1122445566889p9p|EE1000", (49, 49, 52, 49, 49)),
    ("自摸-on-十三幺", "19m19s19pESWNCFPP|EE1000", (89, 89, 92, 88, 89)),
    ("自摸-on-七星不靠", "147m258s3pESWNCFP|EE1000", (25, 25, 28, 25, 25)),
    ("自摸-on-全不靠", "147m69s28pESWNFP3s|EE1000", (13, 13, 16, 13, 13)),
    ("自摸-on-九莲宝灯", "1112345678999p5p|EE1000", (92, 92, 95, 88, 92)),
    ("自摸-on-连七对", "3344566778899p5p|EE1000", (89, 89, 92, 88, 89)),
    ("自摸-on-四暗刻", "222333p44455m22s2s|EE1000", (77, 77, 80, 77, 77)),
    ("混一色-beside-绿一色", "[234s,1]23466888sFF6s", (89, 89, 95, 88, 89)),
    ("混一色-beside-绿一色-of-pungs", "[FFFF,1][8888s,1][444s,1]2333s2s", (100, 100, 106, 88, 100)),
    ("清一色-beside-绿一色", "[234s,1][234s,1]6668882s2s", (120, 120, 120, 88, 120)),
    ("双同刻-beside-清幺九", "[1111m,1][111p,1]1199s999p9s|EE1000", (68, 68, 72, 68, 68)),
    ("双同刻x2-beside-清幺九", "[111m,1][111s,1][999m,1]99s11p9s", (64, 64, 68, 64, 64)),
    ("三同刻-beside-清幺九", "[999m,1][9999p,1]111m1199s9s|EE1000", (84, 84, 84, 84, 84)),
    ("缺一门-beside-三风刻", "[EEE,1]55m78pSSSWWW9p|ES0000", (19, 19, 19, 19, 19)),
    ("缺一门-beside-一色四节高", "[111s,1][222s,1][444s,1]333s2p2p", (63, 63, 63, 63, 63)),
    ("缺一门-beside-一色四步高", "[123s,1][345s,1][567s,1]78s55p9s", (35, 35, 35, 35, 35)),
    ("大于五-beside-全大", "[789m,1][789s,1][789p,1]77s78p9p", (35, 47, 35, 35, 35)),
    ("小于五-beside-全小", "[123s,1]11223m11s123p3m", (40, 52, 40, 40, 40)),
    ("字一色-on-seven-pairs", "EESSWWNNCCFFPP", (88, 88, 88, 88, 88)),
    ("混幺九-on-seven-pairs", "1111m99s99pWWNNPP", (64, 64, 64, 58, 64)),
    ("全中-on-seven-pairs", "445566m556s5566p6s|EE1000", (49, 49, 52, 49, 49)),
    ("五门齐-on-seven-pairs", "44566m55s11pWWCC5m", (30, 30, 30, 24, 30)),
    ("边张-on-a-tile-of-组合龙", "12369m258s147pWW3m", (15, 15, 14, 15, 15)),
    ("坎张-on-a-tile-of-组合龙", "23469m13347s258p3m", (17, 17, 16, 17, 17)),
    ("单钓将-on-a-tile-of-组合龙", "[345m,1]258m1477s369p7s", (15, 15, 14, 15, 15)),
    ("单钓将-on-another-tile", "[EEE,1]147m258s3692p2p", (17, 17, 17, 17, 17)),
    ("real-wait-a-fifth-1", "[678p,1][678s,1]1111234m4m", (5, 5, 6, 5, 5)),
    ("real-wait-1-and-4-are-kongs", "[1111m,1][4444m,1][CCC,1]2223m3m", (19, 19, 20, 19, 19)),
    ("组合龙-beside-全不靠", "147m258s369pESWNP", (24, 24, 24, 24, 24)),
    ("组合龙-beside-全不靠-self-drawn", "369m58s147pSNCFP2s|WS1000", (25, 25, 28, 25, 25)),
    ("cap", "[WWW,1][SSS,1][NNN,1]EEPPE", (152, 152, 152, 88, 152)),
    ("cap-just-not-reached", "1122355778899m3m", (67, 67, 67, 67, 67)),
    ("四方大发-all-melded", "[EEE,1][SSS,1][WWW,1][NNN,1]FF", (158, 158, 158, 88, 238)),
    ("四方大发-self-drawn", "[EEE,1][SSS,1]FFWWWNNN|EE1000", (155, 155, 155, 88, 235)),
    ("大四喜-with-another-dragon", "[EEE,1][SSS,1]CCWWWNNN|EE1000", (155, 155, 155, 88, 155)),
)  # fmt: skip


@pytest.mark.parametrize(
    ("text", "expected"), [pytest.param(text, points, id=name) for name, text, points in POINTS]
)
def test_points_in_each_edition(text, expected):
    hand = parse_hand(text)

    assert tuple(score(hand, key).points for key in PROFILES) == expected


# What an online hall adds


@pytest.mark.parametrize(
    ("text", "declared", "expected"),
    [
        pytest.param("1122445566889p9p|EE1000", "heavenly_hand", 49 + 168, id="天和"),
        pytest.param("1122445566889p9p|ES1000", "earthly_hand", 49 + 158, id="地和"),
        pytest.param("[123p,1][444s,1][789m,1]34pCC5p", "human_hand", 108, id="人和-on-nothing-else"),
        pytest.param("[123p,1][444s,1][789m,1]34pCC5p", "", 8, id="nothing-declared"),
    ],
)  # fmt: skip
def test_declared_fan(text, declared, expected):
    hand = replace(parse_hand(text), declared=frozenset(declared.split()))

    assert score(hand, "lianzhong").points == expected


@pytest.mark.parametrize(
    ("text", "profile", "declared", "expected"),
    [
        pytest.param(
            "1122445566889p9p|EE1000", "guobiao", ["heavenly_hand"],
            [Problem("not_declarable", (("fan", "heavenly_hand"),))],
            id="not-in-these-rules",
        ),
        pytest.param(
            "1122445566889p9p|EE1000", "lianzhong", ["self_drawn"],
            [Problem("not_declarable", (("fan", "self_drawn"),))],
            id="tiles-show-it",
        ),
        pytest.param(
            "1122445566889p9p|EE1000", "lianzhong", ["heavenly_hand", "human_hand"],
            [Problem("declared_alone", (("fan", "heavenly_hand"), ("other", "human_hand")))],
            id="two-at-once",
        ),
        pytest.param(
            "1122445566889p9p|EW1000", "lianzhong", ["earthly_hand"],
            [Problem("declared_seat", (("fan", "earthly_hand"),))],
            id="wrong-seat",
        ),
        pytest.param(
            "1122445566889p9p|EE0000", "lianzhong", ["heavenly_hand"],
            [Problem("declared_late", (("fan", "heavenly_hand"),))],
            id="off-a-discard",
        ),
        pytest.param(
            "[PPPP][1111s]345m6789p9p|EE1000", "lianzhong", ["heavenly_hand"],
            [Problem("declared_late", (("fan", "heavenly_hand"),))],
            id="with-a-meld",
        ),
    ],
)  # fmt: skip
def test_contradicted_declarations(text, profile, declared, expected):
    hand = replace(parse_hand(text), declared=frozenset(declared))

    assert list(problems(hand, profile)) == expected


# The cap


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("1112345678999p8p|EE0000|3", (88, 88, True), id="flowers-on-top-of-the-cap"),
        pytest.param("EESSWWNNCCFFPP|EE0000|3", (88, 88, True), id="only-flowers-beyond-the-cap"),
        pytest.param("EESSWWNNCCFFPP|EE0000|0", (88, 88, False), id="exactly-the-cap"),
        pytest.param("1122355778899m3m|EE0000|2", (67, 69, False), id="below-the-cap"),
    ],
)
def test_a_cap_holds_with_flowers(text, expected):
    found = score(parse_hand(text), "jmsa")

    assert (found.points, found.total, found.is_capped) == expected


# House profiles


@pytest.mark.parametrize(
    ("switch", "on", "text", "before", "after"),
    [
        pytest.param("melded_and_concealed_kong", False, "[CCCC,1][FFFF]345m6788s5s", 12, 10, id="明暗杠"),
        pytest.param("concealed_pungs_beside_kongs", False, "[1111m][2222s][3333p,1]67m99p8m", 44, 42, id="三杠"),
        pytest.param("fully_concealed_beside_closed_fans", True, "1122445566889p9p|EE1000", 49, 52, id="七对"),
        pytest.param("half_flush_beside_all_green", True, "[234s,1]23466888sFF6s", 89, 95, id="绿一色"),
        pytest.param("double_pung_beside_all_terminals", True, "[111m,1][111s,1][999m,1]99s11p9s", 64, 68, id="清幺九"),
        pytest.param("one_voided_suit_beside_big_fans", False, "[EEE,1]55m78pSSSWWW9p|ES0000", 19, 18, id="三风刻"),
        pytest.param("one_voided_suit_beside_big_fans", False, "[CCC,1][FFF,1]23s111pPP1s", 70, 69, id="小三元"),
        pytest.param("one_voided_suit_beside_big_fans", False, "[FFF,1][CCCC,1]55m111sPPP|EE1000", 100, 99, id="大三元"),
        pytest.param("one_voided_suit_beside_big_fans", False, "[456s,1][456s,1][456s,1]55m45s6s", 95, 94, id="一色四同顺"),
        pytest.param("one_voided_suit_beside_big_fans", False, "[123m,1][CCC,1]999m7999p8p", 8, 8, id="other-fan"),
        pytest.param("four_ranks_beside_three", True, "[789m,1][789s,1][789p,1]77s78p9p", 35, 47, id="全大"),
        # 字一色 goes, and with it what kept 混幺九 out; that goes too.
        pytest.param("fans_of_all_tiles_beside_seven_pairs", False, "1111m99s99pWWNNPP", 64, 32, id="混幺九"),
        pytest.param("fans_of_all_tiles_beside_seven_pairs", False, "2233334466888s8s", 142, 54, id="绿一色-of-pairs"),
        pytest.param("all_types_beside_seven_pairs", False, "44566m55s11pWWCC5m", 30, 24, id="五门齐"),
        pytest.param("waits_beside_knitted_straight", False, "12369m258s147pWW3m", 15, 14, id="组合龙-waits"),
        pytest.param("formal_waits", False, "[1111m,1][4444m,1][CCC,1]2223m3m", 19, 20, id="real-waits"),
        pytest.param("knitted_straight_beside_lesser_honors", False, "147m258s369pESWNP", 24, 12, id="全不靠"),
        pytest.param("hall_fans", True, "[EEE,1][SSS,1][WWW,1][NNN,1]FF", 158, 238, id="四方大发"),
    ],
)  # fmt: skip
def test_each_switch_turned_alone(switch, on, text, before, after):
    hand = parse_hand(text)

    house = derive("guobiao", switches={switch: on})

    assert (score(hand).points, score(hand, house).points) == (before, after)
    assert (house.key, house.is_house) == ("guobiao", True)


def test_every_switch_is_turned_in_a_test():
    turned = {mark.values[0] for mark in test_each_switch_turned_alone.pytestmark[0].args[1]}

    assert turned == set(SWITCHES)


def test_house_values_are_counted():
    hand = parse_hand("[333s,1][444p,1]7788s111p8s|NE0000|2")

    house = derive("guobiao", values={"all_pungs": 8, "one_voided_suit": 2})

    assert [(line.fan.key, line.points) for line in score(hand, house).fans] == [
        ("all_pungs", 8),
        ("one_voided_suit", 2),
        ("pung_of_terminals_or_honors", 1),
        ("no_honors", 1),
    ]


def test_the_dearest_wait_counts_at_house_prices():
    hand = parse_hand("[777s,1]888m6777889p7p|EE1000")

    house = derive("guobiao", values={"single_wait": 3})

    assert [line.fan.zh for line in score(hand, house).fans] == [
        "大于五",
        "单钓将",
        "四归一",
        "自摸",
    ]


def test_what_is_contained_stays_out_however_dear():
    hand = parse_hand("[CCC,1][FFF,1]345m6788s5s")

    house = derive("guobiao", values={"dragon_pung": 20})

    assert [line.fan.zh for line in score(hand, house).fans] == ["双箭刻", "缺一门"]


@pytest.mark.parametrize(
    "profile",
    [
        *PROFILES.values(),
        derive("wmo2006", values={"self_drawn": 2}, switches={"hall_fans": True}, cap=64),
        derive("jmsa", cap=0),
        derive("wmo2006", switches={"melded_and_concealed_kong": False}),
    ],
    ids=lambda profile: f"{profile.key}{'-house' if profile.is_house else ''}",
)
def test_a_profile_is_read_back_from_json(profile):
    stored = json.loads(json.dumps({**profile.data(), "offences": []}))

    assert profile_from_data(stored) == profile
    assert profile_from_data(stored).fans == profile.fans


def test_data_without_switches_means_the_edition():
    assert profile_from_data({"profile": "cn1998", "points": {}}) is PROFILES["cn1998"]


def test_data_names_every_value_and_switch():
    data = PROFILES["guobiao"].data()

    assert data["points"] == {fan.key: fan.points for fan in FANS}
    assert data["switches"] == {key: switch.on for key, switch in SWITCHES.items()}
    assert (data["profile"], data["cap"]) == ("guobiao", None)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        pytest.param({"values": {"royal_flush": 8}}, "no fan 'royal_flush'", id="unknown-fan"),
        pytest.param({"values": {"heavenly_hand": 8}}, "no fan 'heavenly_hand'", id="fan-of-another"),
        pytest.param({"values": {"self_drawn": 0}}, "1 to 999 points, not 0", id="value-too-low"),
        pytest.param({"values": {"self_drawn": 1000}}, "not 1000", id="value-too-high"),
        pytest.param({"values": {"self_drawn": True}}, "not True", id="value-no-number"),
        pytest.param({"switches": {"real": True}}, "unknown switch: 'real'; known are", id="unknown-switch"),
        pytest.param({"switches": {"formal_waits": 1}}, "'formal_waits' is on .* not 1", id="no-switch"),
        pytest.param({"cap": 7}, "a cap is a whole number from 8 up, not 7", id="cap-below-the-minimum"),
        pytest.param({"cap": 88.0}, "not 88.0", id="cap-no-whole-number"),
    ],
)  # fmt: skip
def test_wrong_derivations(wrong, message):
    with pytest.raises(ValueError, match=message):
        derive("guobiao", **wrong)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        pytest.param({}, "unknown rule profile: ''", id="no-edition"),
        pytest.param({"profile": ["guobiao"]}, "unknown rule profile", id="edition-no-name"),
        pytest.param({"profile": "guobiao", "switches": []}, "no rule profile", id="switches-no-table"),
        pytest.param({"profile": "guobiao", "switches": {}, "points": 3}, "no rule profile", id="points-no-table"),
    ],
)  # fmt: skip
def test_data_that_is_no_profile(data, message):
    with pytest.raises(ValueError, match=message):
        profile_from_data(data)


# The lists


def test_the_default_switches_say_what_the_catalogue_says():
    fans = PROFILES["guobiao"].fans

    assert list(fans) == [fan.key for fan in FANS]
    assert [fan for key, fan in fans.items() if fan != ANY_FAN_BY_KEY[key]] == []


def test_names_of_the_editions():
    assert [(profile.zh, profile.en) for profile in PROFILES.values()] == [
        ("国标", "Chinese Official (MIL 2025)"),
        ("1998 试行", "Chinese Official (1998 book)"),
        ("世界麻将组织 2006", "World Mahjong Organization (2006)"),
        ("日本", "Japan (JMSA)"),
        ("联众", "Lianzhong online hall"),
    ]


def test_only_the_hall_lets_fan_be_declared():
    declarable = {
        key: profile.declarable for key, profile in PROFILES.items() if profile.declarable
    }

    assert declarable == {"lianzhong": ("heavenly_hand", "earthly_hand", "human_hand")}
