"""Each fan by a hand that has it and one that only just has not."""

from collections import Counter

import pytest

from scoring.rules import ANY_FAN_BY_KEY, FANS, judge, parse_hand
from scoring.rules.detect import FINDERS, PREDICATES
from scoring.rules.detect.groups import CHOW_GROUPS, PUNG_GROUPS

HANDS = (
    # 88 points
    ("big_four_winds", "[EEE,1][SSS,1][WWW,1]NNN9p9p", "[EEE,1][SSS,1][WWW,1]CCC9p9p"),
    ("big_three_dragons", "[CCC,1][FFF,1][PPP,1]123m9p9p", "[CCC,1][FFF,1][999p,1]123mPP"),
    ("all_green", "[234s,1][234s,1]666888sFF", "[234s,1][234s,1]666777sFF"),
    ("nine_gates", "1112345678999s6s", "1112345667899s9s"),
    ("four_kongs", "[2222s,1][5555m,2][7777p,6][EEEE]CC", "[2222s,1][5555m,2][7777p,6]EEECC"),
    ("seven_shifted_pairs", "1122334455667m7m", "1122334455668m8m"),
    ("thirteen_orphans", "19m19s19pESWNCFPP", "19m18s19pESWNCFPP"),
    # 64 points
    ("all_terminals", "[111m,1][111s,1][999m,1]999s1p1p", "[111m,1][111s,1][999m,1]EEE1p1p"),
    ("little_four_winds", "[EEE,1][WWW,1][NNN,1]123sSS", "[EEE,1][WWW,1][NNN,1]123sCC"),
    ("little_three_dragons", "[CCC,1][FFF,1][123s,1]999pPP", "[CCC,1][FFF,1][123s,1]999pEE"),
    ("all_honors", "[CCC,1][PPP,1][EEE,1]SSSNN", "[CCC,1][PPP,1][EEE,1]SSS1m1m"),
    ("four_concealed_pungs", "222s333p444m666s5m5m", "222s333p444m66s55m6s"),
    ("pure_terminal_chows", "[123s,1][123s,1]5577889s9s", "[123s,1][123s,1]4477889s9s"),
    # 48 points
    ("quadruple_chow", "[123m,1][123m,1]1122335m5m", "[123m,1][123m,1]1234565m5m"),
    (
        "four_pure_shifted_pungs",
        "[111p,1][222p,1][333p,1]444p2s2s",
        "[111p,1][222p,1][333p,1]555p2s2s",
    ),
    # 32 points
    (
        "four_pure_shifted_chows",
        "[123s,1][345s,1][567s,1]789s5p5p",
        "[123s,1][234s,1][456s,1]567s5p5p",
    ),
    ("three_kongs", "[2222m,1][3333s,5][4444p]555p1s1s", "[2222m,1][3333s,5]444555p1s1s"),
    (
        "all_terminals_and_honors",
        "[EEE,1][111m,1][999s,1]999pCC",
        "[EEE,1][111m,1][999s,1]789pCC",
    ),
    # 24 points
    ("seven_pairs", "1122336677889s9s", "1122335577889s9s"),
    (
        "greater_honors_and_knitted_tiles",
        "147m258s3pESWNCFP",
        "147m258s36pESWNCF",
    ),
    ("all_even_pungs", "[222m,1][444s,1][666p,1]888p4p4p", "[222m,1][444s,1][666p,1]888p5p5p"),
    ("full_flush", "[234s,1][777s,1][123s,1]8899s8s", "[234s,1][777s,1][123s,1]888sEE"),
    ("pure_triple_chow", "[234m,1][234m,1][234m,1]777p9s9s", "[234m,1][234m,1][234s,1]777p9s9s"),
    ("pure_shifted_pungs", "[222s,1][333s,1][444s,1]789p6p6p", "[222s,1][333s,1][555s,1]789p6p6p"),
    ("upper_tiles", "[789m,1][789s,1][888s,1]789p9p9p", "[678m,1][789s,1][888s,1]789p9p9p"),
    ("middle_tiles", "[456m,1][456s,1][444s,1]456p6p6p", "[456m,1][456s,1][444s,1]456p7p7p"),
    ("lower_tiles", "[123m,1][123s,1][222s,1]123p3p3p", "[123m,1][123s,1][222s,1]123p4p4p"),
    # 16 points
    ("pure_straight", "[123m,1][456m,1][789m,1]555s1p1p", "[123m,1][456m,1][678m,1]555s1p1p"),
    (
        "three_suited_terminal_chows",
        "[123p,1][789p,1][123m,1]789m5s5s",
        "[123p,1][789p,1][123m,1]789m5m5m",
    ),
    ("pure_shifted_chows", "[123p,1][234p,1][345p,1]888m2s2s", "[123p,1][234p,1][456p,1]888m2s2s"),
    ("all_fives", "[345m,1][456m,1][555p,1]567s5m5m", "[345m,1][456m,1][555p,1]678s5m5m"),
    ("triple_pung", "[333p,1][333m,1][333s,1]678s9m9m", "[333p,1][333m,1][444s,1]678s9m9m"),
    ("three_concealed_pungs", "[123m,1]444777s888p5p5p", "[123m,1]44477s88855p7s"),
    # 12 points
    ("lesser_honors_and_knitted_tiles", "147m258s36pESWNCF", "147m258s3pESWNCFP"),
    ("knitted_straight", "147m258s369pESWNC", "147m258s36pESWNCF"),
    ("upper_four", "[789s,1][678p,1][777p,1]789m9m9m", "[789s,1][567p,1][777p,1]789m9m9m"),
    ("lower_four", "[123m,1][234s,1][222p,1]123p4s4s", "[123m,1][345s,1][222p,1]123p4s4s"),
    ("big_three_winds", "[SSS,1][WWW,1][NNN,1]234m5m5m", "[SSS,1][WWW,1]234555mNN"),
    # 8 points
    ("mixed_straight", "[123s,1][456p,1][789m,1]888p1s1s", "[123s,1][456s,1][789m,1]888p1s1s"),
    ("reversible_tiles", "[123p,1][234p,1][555s,1]888p9p9p", "[123p,1][234p,1][555s,1]888p6p6p"),
    ("mixed_triple_chow", "[345s,1][345p,1][345m,1]999m1s1s", "[345s,1][345p,1][456m,1]999m1s1s"),
    ("mixed_shifted_pungs", "[222p,1][333s,1][444m,1]678p9s9s", "[222p,1][333s,1][555m,1]678p9s9s"),
    (
        "chicken_hand",
        "[123p,1][444s,1][789m,1]34pCC5p|EE0000|8",
        "[123p,1][444s,1][789m,1]34pCC5p|EE1000|0",
    ),
    (
        "last_tile_draw",
        "[123p,1][444s,1][789m,1]34pCC5p|EE1010|0",
        "[123p,1][444s,1][789m,1]34pCC5p|EE0010|0",
    ),
    (
        "last_tile_claim",
        "[123p,1][444s,1][789m,1]34pCC5p|EE0010|0",
        "[123p,1][444s,1][789m,1]34pCC5p|EE1010|0",
    ),
    (
        "out_with_replacement_tile",
        "[123p,1][4444s,1][789m,1]34pCC5p|EE1001|0",
        "[123p,1][4444s,1][789m,1]34pCC5p|EE1000|0",
    ),
    (
        "robbing_the_kong",
        "[123p,1][444s,1][789m,1]34pCC5p|EE0001|0",
        "[123p,1][4444s,1][789m,1]34pCC5p|EE1001|0",
    ),
    # 6 points
    ("all_pungs", "[222p,1][333s,1][555m,1]777pNN", "[222p,1][333s,1][555m,1]678pNN"),
    ("half_flush", "[234s,1][777s,1][123s,1]888sEE", "[234s,1][777s,1][123s,1]8899s8s"),
    ("mixed_shifted_chows", "[123m,1][234s,1][345p,1]888p9s9s", "[123m,1][345s,1][567p,1]888p9s9s"),
    ("all_types", "[123m,1][456s,1][888p,1]EEECC", "[123m,1][456s,1][888p,1]EEESS"),
    (
        "melded_hand",
        "[123m,1][456s,1][888p,1][2222s,6]CC",
        "[123m,1][456s,1][888p,1][2222s]CC",
    ),
    ("two_concealed_kongs", "[1111s][2222m]345678p9m9m", "[1111s][2222m,1]345678p9m9m"),
    ("two_dragon_pungs", "[CCC,1][FFF,1]345m678s9p9p", "[CCC,1][FFF,1]345m678sPP"),
    # 5 points
    ("melded_and_concealed_kong", "[1111s,1][2222m]345678p9m9m", "[1111s][2222m]345678p9m9m"),
    # 4 points
    ("outside_hand", "[123m,1][789s,1][111p,1]EEE9m9m", "[123m,1][789s,1][111p,1]EEE8m8m"),
    (
        "fully_concealed_hand",
        "[EEEE]123m789s2245p3p|EE1000|0",
        "[EEE,1]123m789s2245p3p|EE1000|0",
    ),
    ("two_melded_kongs", "[1111s,1][2222m,7]345678p9m9m", "[1111s,1][222m,3]345678p9m9m"),
    ("last_tile", "[333m,1][456s,1][789p,1]12mEE3m", "[123m,1][456s,1][789p,1]12mEE3m"),
    # 2 points
    ("dragon_pung", "[CCC,1][123m,1][456s,1]789p2p2p", "[222p,1][123m,1][456s,1]789pCC"),
    (
        "prevalent_wind",
        "[SSS,1][123m,1][456s,1]789p2p2p|SE0000|0",
        "[SSS,1][123m,1][456s,1]789p2p2p|ES0000|0",
    ),
    (
        "seat_wind",
        "[SSS,1][123m,1][456s,1]789p2p2p|ES0000|0",
        "[SSS,1][123m,1][456s,1]789p2p2p|SE0000|0",
    ),
    (
        "concealed_hand",
        "[EEEE]123m789s2245p3p",
        "[EEEE]123m789s2245p3p|EE1000|0",
    ),
    ("all_chows", "[123m,1][456s,1][567p,1]789p2s2s", "[123m,1][456s,1][567p,1]789pEE"),
    ("tile_hog", "[123m,1][333m,1][456s,1]789p2s2s", "[444m,1][3333m,1][456s,1]789p2s2s"),
    ("double_pung", "[333m,1][333s,1][456s,1]789p2s2s", "[333m,1][444s,1][456s,1]789p2s2s"),
    ("two_concealed_pungs", "[123m,1]333m777s4456p4p", "[123m,1]33m777s45644p3m"),
    ("concealed_kong", "[1111m]234m456s789p2s2s", "[1111m,1]234m456s789p2s2s"),
    ("all_simples", "[234m,1][456s,1][567p,1]678p2s2s", "[234m,1][456s,1][567p,1]678p9s9s"),
    # 1 point
    ("pure_double_chow", "[234m,1][234m,1][777p,1]567sEE", "[234m,1][234s,1][777p,1]567sEE"),
    ("mixed_double_chow", "[234m,1][234s,1][777p,1]567pEE", "[234m,1][345s,1][777p,1]567pEE"),
    ("short_straight", "[234m,1][567m,1][777p,1]123sEE", "[234m,1][678m,1][777p,1]123sEE"),
    ("two_terminal_chows", "[123m,1][789m,1][777p,1]345sEE", "[123m,1][789s,1][777p,1]345sEE"),
    (
        "pung_of_terminals_or_honors",
        "[111m,1][456m,1][777p,1]345sEE",
        "[CCC,1][456m,1][777p,1]345sEE",
    ),
    ("melded_kong", "[7777m,1][123m,1]456s789p2s2s", "[7777m]123m456s789p2s2s"),
    ("one_voided_suit", "[123m,1][789p,1][777p,1]345mEE", "[123m,1][789p,1][777p,1]345sEE"),
    ("no_honors", "[123m,1][789s,1][777p,1]345s9p9p", "[123m,1][789s,1][777p,1]345sEE"),
    ("edge_wait", "[123p,1][444s,1][789m,1]89mCC7m", "[123p,1][444s,1][789m,1]56mCC7m"),
    ("closed_wait", "[123p,1][444s,1][789m,1]46pCC5p", "[123p,1][444s,1][789m,1]34pCC5p"),
    ("single_wait", "[123p,1][444s,1][789m,1]345pCC", "[123p,1][444s,1][789m,1]2345p2p"),
    (
        "self_drawn",
        "[123p,1][444s,1][789m,1]34pCC5p|EE1000|0",
        "[123p,1][444s,1][789m,1]34pCC5p|EE0000|0",
    ),
    (
        "flower_tiles",
        "[345m,1][678p,1]12567s22p3s|EE0110|5",
        "[345m,1][678p,1]12567s22p3s|EE0100|5",
    ),
)  # fmt: skip
"""A fan, a hand that has it, and one that differs in little and has not, or is no win at all."""

MOST_DIFFERENT = 3
"""One set of the near miss may be another one."""


def counted(text):
    result = judge(parse_hand(text)).score
    if result is None:
        return set()
    flowers = {"flower_tiles"} if result.total > result.points else set()
    return flowers | {line.fan.key for line in result.fans}


@pytest.mark.parametrize(("key", "text"), [pytest.param(key, hit, id=key) for key, hit, _ in HANDS])
def test_hand_that_has_it(key, text):
    assert key in counted(text)


@pytest.mark.parametrize(
    ("key", "text"), [pytest.param(key, miss, id=key) for key, _, miss in HANDS]
)
def test_hand_that_only_just_has_not(key, text):
    assert key not in counted(text)


def test_every_fan_has_its_hands_in_the_order_of_the_table():
    assert [key for key, _, _ in HANDS] == [fan.key for fan in FANS]


def test_every_miss_is_a_near_one():
    def different(hit, miss):
        more = Counter(parse_hand(hit).tiles) - Counter(parse_hand(miss).tiles)
        return more.total()

    assert [key for key, hit, miss in HANDS if different(hit, miss) > MOST_DIFFERENT] == []
    assert [key for key, hit, miss in HANDS if hit == miss] == []


def test_every_fan_is_found_by_one_function():
    groups = [
        predicate.__name__
        for _, predicates in (*CHOW_GROUPS, *PUNG_GROUPS)
        for predicate in predicates
    ]
    found = [key for key, _ in (*PREDICATES, *FINDERS)] + groups

    # 无番和 and 花牌 are no features of the tiles.
    assert sorted([*found, "chicken_hand", "flower_tiles"]) == sorted(ANY_FAN_BY_KEY)


@pytest.mark.parametrize(
    ("key", "text"),
    [
        pytest.param("all_green", "22334466s88sFFFF", id="绿一色-as-seven-pairs"),
        pytest.param("all_honors", "EESSWWNNCCFFPP", id="字一色-as-seven-pairs"),
        pytest.param("all_terminals", "1199m1199s11999p9p", id="清幺九-as-seven-pairs"),
        pytest.param("all_terminals_and_honors", "1199m1199s11pEECC", id="混幺九-as-seven-pairs"),
        pytest.param("middle_tiles", "445566m445566s5p5p", id="全中-as-seven-pairs-or-sets"),
        pytest.param("reversible_tiles", "11223344588p9p9p5p", id="推不倒-as-seven-pairs"),
        pytest.param("all_types", "1133m5577s22pEECC", id="五门齐-as-seven-pairs"),
        pytest.param("knitted_straight", "147m258s369p123pEE", id="组合龙-with-a-set-and-a-pair"),
        pytest.param("seven_pairs", "2233m7799s11pEECC", id="七对-of-all-kinds"),
        pytest.param("all_chows", "147m258s369p123p66s", id="平和-with-组合龙"),
        pytest.param("all_green", "[234s,1][234s,1]6668882s2s", id="绿一色-without-发"),
        pytest.param("mixed_shifted_chows", "[123m,1][345s,1][234p,1]888p9s9s", id="三色三步高-any-order"),
        pytest.param("concealed_hand", "258m14788s13369p2p", id="门前清-with-组合龙"),
    ],
)  # fmt: skip
def test_other_forms(key, text):
    assert key in counted(text)


@pytest.mark.parametrize(
    ("key", "text"),
    [
        pytest.param("seven_shifted_pairs", "44556778899pEE6p", id="连七对-ending-in-the-east-wind"),
        pytest.param("seven_shifted_pairs", "44556677m11223s3s", id="连七对-in-two-suits"),
        pytest.param("full_flush", "11223344m55667p7p", id="清一色-in-two-suits"),
        pytest.param("pure_straight", "[123m,1][456m,1][789s,1]EEE1m1m", id="清龙-across-suits"),
        pytest.param("short_straight", "[123m,1][456s,1]789pEEE1m1m", id="连六-across-suits"),
        pytest.param("melded_hand", "[123m,1][456s,1][888p,1][EEE,1]CC|EE1000", id="全求人-self-drawn"),
        pytest.param("one_voided_suit", "[123m,1][456m,1][888m,1]EEECC", id="缺一门-of-one-suit"),
        pytest.param("half_flush", "[EEE,1][SSS,1][CCC,1]WWWFF", id="混一色-of-honours"),
        pytest.param("outside_hand", "147m258s369p123pEE", id="全带幺-with-组合龙"),
        pytest.param("all_pungs", "2233m7799s11pEECC", id="碰碰和-of-pairs"),
        pytest.param("all_even_pungs", "228m2244s446688p8m", id="全双刻-of-pairs"),
    ],
)  # fmt: skip
def test_other_hands_that_have_not(key, text):
    assert key not in counted(text)
