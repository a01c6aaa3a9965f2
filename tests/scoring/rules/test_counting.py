"""Whole counts: the five principles, waits, concealed pungs, kongs, ways of winning."""

import pytest

from scoring.rules import parse_hand, score
from scoring.rules.combine import best_counting, count
from scoring.rules.profiles import scoring_profile
from scoring.rules.readings import readings


def counted(text):
    """The points and the fan of a hand as one line: "9 碰碰和 幺九刻 缺一门 无字"."""
    result = score(parse_hand(text))
    fans = (f"{line.fan.zh}{f'x{line.count}' if line.count > 1 else ''}" for line in result.fans)
    return " ".join((str(result.points), *fans))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(
            "[123m,1][234m,1][345m,1]4511m6m|EE1000",
            "59 一色四步高 清一色 平和 自摸",
            id="no-连六-inside-一色四步高",
        ),
        pytest.param(
            "[123s,1][345s,1][567s,1]78s55p9s",
            "35 一色四步高 平和 缺一门",
            id="no-老少副-inside-一色四步高",
        ),
        pytest.param(
            "[123m,1][456m,1][789m,1]1377m2m",
            "44 清一色 清龙 平和 一般高 坎张",
            id="fourth-chow-joins-清龙-once",
        ),
        pytest.param(
            "[123m,1][456s,1][789p,1]56p77m4p",
            "11 花龙 平和 喜相逢",
            id="fourth-chow-joins-花龙-once",
        ),
        pytest.param(
            "234567s234567pEE",
            "7 门前清 喜相逢x2 连六 缺一门 单钓将",
            id="four-chows-carry-three-pairs",
        ),
        pytest.param(
            "[123m,1][789m,1]123789s6p6p",
            "6 平和 喜相逢x2 老少副 单钓将",
            id="not-a-ring-of-four",
        ),
        pytest.param(
            "[234m,1][234s,1][345p,1]56m99s4m",
            "9 三色三步高 平和 喜相逢",
            id="the-chow-outside-三色三步高-joins-once",
        ),
        pytest.param(
            "[222m,1][222s,1][444m,1]44s99p4s",
            "11 碰碰和 双同刻x2 无字",
            id="双同刻-twice-on-disjoint-pungs",
        ),
        pytest.param(
            "[222p,1][333s,1][444m,1]33p99s3p",
            "17 三色三节高 碰碰和 双同刻 无字",
            id="双同刻-joins-三色三节高",
        ),
    ],
)
def test_sets_are_joined_once(text, expected):
    assert counted(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(
            "[678p,1]55s22233344p4p", "29 一色三同顺 平和 断幺 缺一门", id="equal-totals-by-table"
        ),
        pytest.param(
            "5556788m888s888p8m", "22 三同刻 门前清 双暗刻 断幺", id="three-pungs-or-three-concealed"
        ),
        pytest.param(
            "12345566789s22p4s|EE1000", "24 清龙 不求人 平和 一般高 缺一门", id="一般高-before-连六"
        ),
        pytest.param(
            "[777s,1]888m6777889p7p|EE1000", "16 大于五 四归一 边张 自摸", id="边张-before-坎张-before-单钓"
        ),
        pytest.param("1122355778899m3m", "67 一色双龙会 门前清 边张", id="sets-before-seven-pairs"),
        pytest.param("2244m5577s336pEE6p|EE1010", "32 七对 妙手回春", id="pairs-have-no-wait"),
    ],
)  # fmt: skip
def test_best_reading_and_its_order(text, expected):
    assert counted(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("[123p,1][444s,1][789m,1]34pCC5p", "8 无番和", id="two-sided"),
        pytest.param("[234m,1][444s,1][777m,1]5666p5p", "2 断幺", id="5666-is-no-单钓"),
        pytest.param(
            "[789m,1][456s,1]567m12pFF3p", "9 花龙 边张", id="edge"
        ),
        pytest.param(
            "[678p,1][678s,1]1111234m4m",
            "5 四归一 喜相逢 幺九刻 无字",
            id="formally-a-fifth-1-would-do-too",
        ),
        pytest.param("12369m258s147pWW3m", "15 组合龙 门前清 边张", id="edge-on-a-knitted-tile"),
        pytest.param("23469m13347s258p3m", "17 组合龙 门前清 平和 坎张", id="closed-on-a-knitted-tile"),
        pytest.param("[345m,1]258m1477s369p7s", "15 组合龙 平和 单钓将", id="single-beside-组合龙"),
        pytest.param("[678s,1]147m369s25pSS8p", "12 组合龙", id="missing-knitted-tile-is-no-wait"),
    ],
)  # fmt: skip
def test_waits(text, expected):
    assert counted(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(
            "222333p44455m22s2s",
            "36 三暗刻 三色三节高 碰碰和 门前清 双同刻 断幺",
            id="pung-off-a-discard-is-melded",
        ),
        pytest.param(
            "222333p44455m22s2s|EE1000",
            "77 四暗刻 三色三节高 双同刻 断幺 自摸",
            id="self-drawn-it-is-concealed",
        ),
        pytest.param(
            "789m78999s66699p9s|NW0000",
            "20 大于五 门前清 四归一 双暗刻 喜相逢 幺九刻",
            id="the-discard-may-be-read-into-a-chow",
        ),
        pytest.param("[WWWW]33999m45556s5s|NW0000", "26 三暗刻 门风刻 门前清 四归一 暗杠 幺九刻 缺一门",
                     id="concealed-kong-keeps-门前清"),
    ],
)  # fmt: skip
def test_concealed_pungs(text, expected):
    assert counted(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("[CCCC,1][FFFF]345m6788s5s", "12 双箭刻 明暗杠 缺一门", id="one-of-each"),
        pytest.param("[CCCC][FFFF]345m6788s5s", "15 双暗杠 双箭刻 门前清 缺一门", id="two-concealed"),
        pytest.param("[CCCC,1][FFFF,1]345m6788s5s", "11 双箭刻 双明杠 缺一门", id="two-melded"),
        pytest.param(
            "[1111m][2222s][3333p,1]67m99p8m",
            "44 三杠 三色三节高 双暗刻 幺九刻 无字",
            id="三杠-adds-the-暗刻-series",
        ),
        pytest.param(
            "[1111m][2222s,1][3333p,1]67m99p8m", "42 三杠 三色三节高 幺九刻 无字", id="三杠-adds-no-暗杠"
        ),
        pytest.param("[6666m][8888p][2222s][NNNN]9p9p", "153 四杠 四暗刻 幺九刻", id="四杠-has-no-wait"),
        pytest.param("[6666s,1][5555m][3333s,1][2222p,1]SS", "88 四杠", id="四杠-one-concealed"),
    ],
)  # fmt: skip
def test_kongs(text, expected):
    assert counted(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("1112345678999p5p|EE1000", "92 九莲宝灯 双暗刻 幺九刻 自摸", id="九莲宝灯-on-5"),
        pytest.param("1112345678999s6s", "89 九莲宝灯 连六", id="九莲宝灯-on-6"),
        pytest.param("19m19s19pESWNCFPP|EE1000", "89 十三幺 自摸", id="十三幺-自摸-1"),
        pytest.param("147m258s3pESWNCFP|EE1000", "25 七星不靠 自摸", id="七星不靠-自摸-1"),
        pytest.param("147m258s369pESWNP", "24 全不靠 组合龙", id="全不靠-with-组合龙"),
        pytest.param("14m258s11233469p7m|EE1000", "18 组合龙 不求人 平和", id="组合龙-不求人-4"),
        pytest.param("44m55s11188pNNNN1p|EE1000", "29 七对 四归一x2 自摸", id="四归一-in-七对"),
        pytest.param(
            "[123m,1][456s,1][8888p,1]46pEE5p|EE1011",
            "19 妙手回春 杠上开花 喜相逢 明杠 坎张",
            id="妙手回春-and-杠上开花-absorb-自摸",
        ),
        pytest.param(
            "[234m,1][555m,1]567m5557p6p|EE0101|3",
            "15 抢杠和 四归一 断幺 喜相逢 连六 缺一门",
            id="抢杠和-leaves-和绝张-out",
        ),
        pytest.param("[123p,1][444s,1][789m,1]34pCC5p|EE0100", "4 和绝张", id="和绝张-destroys-无番和"),
        pytest.param("[123p,1][444s,1][789m,1]34pCC5p|EE0010", "8 海底捞月", id="海底捞月-replaces-无番和"),
        pytest.param(
            "[NNNN,1][SSS,1][222m,1][7777s,1]1p1p|WN0000",
            "19 碰碰和 全求人 双明杠 门风刻 幺九刻",
            id="全求人-absorbs-单钓将",
        ),
        pytest.param("[EEE,1]55m78pSSSWWW9p|ES0000", "19 三风刻 圈风刻 门风刻 双暗刻 缺一门", id="winds-beside-三风刻"),
        pytest.param("[CCC,1][FFF,1][111p,1]123sPP", "71 小三元 全带幺 幺九刻 缺一门 单钓将", id="幺九刻-beside-小三元"),
        pytest.param("[111m,1][111p,1][111s,1]999p9s9s", "81 清幺九 三同刻 单钓将", id="三同刻-beside-清幺九"),
    ],
)  # fmt: skip
def test_ways_of_winning_and_what_is_left_out(text, expected):
    assert counted(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("111222333m4445p5p", id="pungs-or-chows"),
        pytest.param("2233445566778p8p", id="pairs-or-chows"),
        pytest.param("258m14788s13369p2p", id="knitted"),
    ],
)
def test_the_best_reading_is_no_worse_than_any(text):
    profile = scoring_profile("guobiao")
    every = [count(reading, profile).points for reading in readings(parse_hand(text))]

    assert best_counting(readings(parse_hand(text)), profile).points == max(every)
