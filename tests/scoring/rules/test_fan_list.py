from functools import cache

import pytest

from scoring.rules import FAN_BY_KEY, Problem, derive
from scoring.rules.demands import DEMANDS
from scoring.rules.fan_list import (
    MOST,
    MOST_POINTS,
    excluded_by,
    fan_list_points,
    fan_list_problems,
    possible_total,
)

KEY_BY_NAME = {fan.zh: fan.key for fan in FAN_BY_KEY.values()}


def listed(text: str) -> dict[str, int]:
    """Read fan by their Chinese names: "清龙 四归一x2"."""
    split = [name.partition("x") for name in text.split()]
    return {KEY_BY_NAME[name]: int(count or 1) for name, _, count in split}


def found(text: str, *, self_drawn: bool = False, flowers: int = 0) -> list[str]:
    """Give the problems of a list as short text, the minimum aside."""
    problems = fan_list_problems(listed(text), self_drawn=self_drawn, flowers=flowers)
    return [shown(problem) for problem in problems if problem.code != "below_minimum"]


def shown(problem: Problem) -> str:
    values = [FAN_BY_KEY[v].zh if v in FAN_BY_KEY else str(v) for _, v in problem.params]
    return " ".join([problem.code, *values])


# Lists without a fault


@pytest.mark.parametrize(
    ("text", "self_drawn"),
    [
        pytest.param("清龙 平和 坎张", False, id="plain"),
        pytest.param("清龙 平和 一般高", False, id="fourth-chow-like-one-of-the-straight"),
        pytest.param("一色三步高 平和 连六 坎张", False, id="one-chow-pair-beside-three-chows"),
        pytest.param("全中 全带五 不求人 平和 喜相逢x3", True, id="three-chow-pairs-of-four-chows"),
        pytest.param("大三元 混一色 幺九刻", False, id="fourth-pung-beside-three-dragons"),
        pytest.param("三风刻 碰碰和 幺九刻", False, id="fourth-pung-beside-three-winds"),
        pytest.param("九莲宝灯 双暗刻 连六 幺九刻", False, id="second-pung-of-nine-gates"),
        pytest.param("九莲宝灯 清龙 四归一 自摸", True, id="straight-in-nine-gates"),
        pytest.param(
            "组合龙 四归一 幺九刻 单钓将", False, id="hog-and-pung-beside-knitted-straight"
        ),
        pytest.param("组合龙 五门齐 圈风刻 门风刻 门前清", False, id="both-winds-on-one-pung"),
        pytest.param("碰碰和 双同刻 幺九刻x4", False, id="four-pungs"),
        pytest.param(
            "一色三节高 清一色 三暗刻 门前清 幺九刻 边张", False, id="pungs-and-edge-wait"
        ),
        pytest.param("七对 字一色 四归一 自摸", True, id="four-alike-in-seven-pairs"),
        pytest.param("绿一色 七对 清一色 推不倒 四归一x3", False, id="only-as-seven-pairs"),
        pytest.param("清幺九 七对 缺一门 四归一x3", False, id="terminals-of-two-suits-as-pairs"),
        pytest.param("四杠 全求人", False, id="four-melded-kongs-on-a-discard"),
        pytest.param("四暗刻 双暗杠 自摸", True, id="two-of-four-are-kongs"),
        pytest.param("三杠 三暗刻 抢杠和", False, id="chow-won-by-robbing"),
        pytest.param("妙手回春 杠上开花 暗杠 不求人", True, id="two-conditions"),
        pytest.param("三色双龙会 和绝张 海底捞月", False, id="last-tile-of-the-wall-and-its-kind"),
        pytest.param("无番和", False, id="chicken-hand"),
        pytest.param("七对 缺一门 无字 自摸", True, id="closed-shape-self-drawn"),
        pytest.param("十三幺 抢杠和", False, id="orphans-by-robbing"),
    ],
)
def test_accepts(text: str, self_drawn: bool):
    assert found(text, self_drawn=self_drawn) == []


def test_count_of_zero_is_no_entry():
    counts = {"full_flush": 1, "short_straight": 0, "flower_tiles": 0}

    assert fan_list_problems(counts, self_drawn=False) == ()


# Entries


def test_names_unknown_fan_and_negative_counts():
    counts = {"full_flush": 1, "royal_flush": 1, "tile_hog": -1}

    assert fan_list_problems(counts, self_drawn=False) == (
        Problem("unknown_fan", (("fan", "royal_flush"),)),
        Problem("negative_count", (("fan", "tile_hog"), ("count", -1))),
    )


@pytest.mark.parametrize(
    ("flowers", "expected"),
    [
        pytest.param(-1, ["flower_count -1 8"], id="fewer-than-none"),
        pytest.param(0, [], id="none"),
        pytest.param(8, [], id="all"),
        pytest.param(9, ["flower_count 9 8"], id="more-than-there-are"),
    ],
)
def test_number_of_flowers(flowers: int, expected: list[str]):
    assert found("清一色", flowers=flowers) == expected


def test_flowers_are_not_listed():
    assert found("清一色 花牌x2", flowers=2) == ["flowers_listed 2"]


# The minimum


@pytest.mark.parametrize(
    ("text", "flowers", "expected"),
    [
        pytest.param("碰碰和 断幺", 0, (), id="eight"),
        pytest.param("碰碰和 缺一门", 0, (7, 8, 1), id="seven"),
        pytest.param("碰碰和 缺一门", 8, (7, 8, 1), id="flowers-do-not-help"),
        pytest.param("", 0, (0, 8, 8), id="nothing"),
    ],
)
def test_minimum(text: str, flowers: int, expected: tuple[int, ...]):
    problems = fan_list_problems(listed(text), self_drawn=False, flowers=flowers)

    values = [dict(problem.params) for problem in problems if problem.code == "below_minimum"]
    names = ("points", "minimum", "missing")
    assert values == ([dict(zip(names, expected, strict=True))] if expected else [])


# How it was won


@pytest.mark.parametrize("fan", ["海底捞月", "抢杠和", "全求人", "门前清", "无番和"])
def test_fan_of_a_discard_on_a_self_draw(fan: str):
    assert f"needs_discard {fan}" in found(fan, self_drawn=True)


@pytest.mark.parametrize("fan", ["自摸", "不求人", "妙手回春", "杠上开花"])
def test_fan_of_a_self_draw_on_a_discard(fan: str):
    assert f"needs_self_draw {fan}" in found(fan)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("清一色", ["missing_self_drawn"], id="nothing-says-it"),
        pytest.param("清一色 自摸", [], id="self-drawn"),
        pytest.param("清一色 不求人", [], id="fully-concealed-hand"),
        pytest.param("清一色 妙手回春", [], id="last-tile-draw"),
        pytest.param("清一色 杠上开花 明杠", [], id="replacement-tile"),
        pytest.param("四暗刻", ["missing_self_drawn"], id="implied-fully-concealed-hand"),
    ],
)
def test_self_draw_shows_in_the_list(text: str, expected: list[str]):
    assert found(text, self_drawn=True) == expected


# How often


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("清一色x2", ["counted_too_often 清一色 2 1"], id="once"),
        pytest.param("箭刻x2", ["counted_too_often 箭刻 2 1"], id="two-dragon-pungs-have-a-name"),
        pytest.param("四归一x4", ["counted_too_often 四归一 4 3"], id="fourteen-tiles"),
        pytest.param("双同刻x3", ["counted_too_often 双同刻 3 2"], id="four-pungs"),
        pytest.param("一般高x3", ["counted_too_often 一般高 3 2"], id="two-pairs-of-chows"),
        pytest.param("幺九刻x5", ["counted_too_often 幺九刻 5 4"], id="four-sets"),
        pytest.param("小三元 幺九刻x2", [], id="two-sets-beside-two-dragons"),
        pytest.param("小三元 幺九刻x3", ["counted_too_often 幺九刻 3 2"], id="three-beside-two"),
        pytest.param("三风刻 幺九刻x2", ["counted_too_often 幺九刻 2 1"], id="two-beside-three"),
        pytest.param("箭刻 圈风刻 门风刻 幺九刻x2", [], id="one-pung-for-both-winds"),
        pytest.param(
            "九莲宝灯 幺九刻x2",
            ["counted_too_often 幺九刻 2 1"],
            id="first-of-nine-gates-is-implied",
        ),
        pytest.param(
            "组合龙 幺九刻x2",
            ["counted_too_often 幺九刻 2 1"],
            id="one-set-beside-knitted-straight",
        ),
        pytest.param("花龙 幺九刻x2", ["counted_too_often 幺九刻 2 1"], id="beside-three-chows"),
        pytest.param(
            "花龙 箭刻 幺九刻", ["counted_too_often 幺九刻 1 0"], id="no-set-left-for-a-pung"
        ),
        pytest.param("连六 喜相逢 幺九刻", [], id="pung-beside-three-chows"),
        pytest.param(
            "连六 喜相逢 幺九刻x2",
            ["counted_too_often 幺九刻 2 1", "too_many_chow_pairs 2 1"],
            id="two-pungs-beside-three-chows",
        ),
        pytest.param(
            "花龙 连六 幺九刻",
            ["counted_too_often 幺九刻 1 0"],
            id="chow-pair-takes-the-fourth-set",
        ),
    ],
)
def test_how_often_a_fan_counts(text: str, expected: list[str]):
    assert found(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("一般高x2 喜相逢", [], id="three-of-four-chows"),
        pytest.param("一般高x2 喜相逢x2", ["too_many_chow_pairs 4 3"], id="four-of-four-chows"),
        pytest.param("喜相逢 连六 箭刻", [], id="two-beside-a-pung"),
        pytest.param("喜相逢x2 连六 箭刻", ["too_many_chow_pairs 3 2"], id="three-beside-a-pung"),
        pytest.param("喜相逢 双同刻", [], id="one-beside-two-pungs"),
        pytest.param("喜相逢x2 双暗刻", ["too_many_chow_pairs 2 1"], id="two-beside-two-pungs"),
        pytest.param("花龙 喜相逢 一般高", ["too_many_chow_pairs 2 1"], id="two-beside-three-chows"),
    ],
)  # fmt: skip
def test_chow_pairs(text: str, expected: list[str]):
    assert found(text) == expected


# Pairs


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("清龙 连六", ["excluded_fan 连六 清龙"], id="short-straight-in-the-straight"),
        pytest.param("清一色 无字", ["excluded_fan 无字 清一色"], id="no-honours-in-one-suit"),
        pytest.param("大四喜 幺九刻",
                     ["excluded_fan 幺九刻 大四喜"], id="no-set-left-beside-four-winds"),
        pytest.param("小四喜 幺九刻",
                     ["excluded_fan 幺九刻 小四喜"], id="fourth-pung-makes-terminals-and-honours"),
        pytest.param("清幺九 幺九刻", ["excluded_fan 幺九刻 清幺九"], id="every-set-is-implied"),
        pytest.param("一色四步高 连六 老少副",
                     ["excluded_fan 连六 一色四步高", "excluded_fan 老少副 一色四步高"],
                     id="told-once-each"),
        pytest.param("三杠 双暗杠", ["excluded_fan 双暗杠 三杠"], id="kongs-of-a-series"),
    ],
)  # fmt: skip
def test_excluded_fan(text: str, expected: list[str]):
    assert found(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("清龙 碰碰和", id="chows-and-pungs"),
        pytest.param("清龙 三色三同顺", id="five-chows"),
        pytest.param("清龙 双同刻", id="five-sets"),
        pytest.param("三风刻 双箭刻", id="five-pungs"),
        pytest.param("大四喜 小四喜", id="five-of-a-wind"),
        pytest.param("小四喜 缺一门", id="one-set-left-for-two-suits"),
        pytest.param("大四喜 五门齐", id="pair-left-for-four-groups"),
        pytest.param("五门齐 连六", id="too-few-sets-for-five-groups"),
        pytest.param("五门齐 平和", id="chows-show-no-honours"),
        pytest.param("混一色 平和", id="pair-of-平和-is-no-honour"),
        pytest.param("断幺 边张", id="edge-wait-holds-a-terminal"),
        pytest.param("断幺 全带幺", id="terminals-in-each-set-or-none"),
        pytest.param("全小 清一色", id="twelve-tiles"),
        pytest.param("全带五 清一色", id="six-fives-of-a-suit"),
        pytest.param("全带五 碰碰和", id="three-pungs-of-fives"),
        pytest.param("绿一色 一色四节高", id="five-bamboo-is-not-green"),
        pytest.param("三色双龙会 缺一门", id="pair-in-the-third-suit"),
        pytest.param("一色双龙会 四归一", id="two-of-each"),
        pytest.param("三杠 四归一", id="hog-is-no-kong"),
        pytest.param("三杠 一般高", id="kongs-and-chows"),
        pytest.param("七对 碰碰和", id="other-shape"),
        pytest.param("七对 和绝张", id="winner-holds-the-other-one"),
        pytest.param("连七对 四归一", id="seven-different-pairs"),
        pytest.param("连七对 全大", id="seven-ranks-in-three"),
        pytest.param("七星不靠 组合龙", id="seven-knitted-tiles"),
        pytest.param("组合龙 连六", id="one-chow"),
        pytest.param("组合龙 混一色", id="three-suits"),
        pytest.param("门前清 明杠", id="closed-and-melded"),
        pytest.param("门前清 四杠", id="four-concealed-kongs-are-四暗刻"),
        pytest.param("四暗刻 双明杠", id="concealed-and-melded"),
        pytest.param("三暗刻 全求人", id="four-melds"),
        pytest.param("单钓将 和绝张", id="pair-or-chow"),
        pytest.param("九莲宝灯 单钓将", id="nine-waits"),
        pytest.param("边张 坎张", id="two-waits"),
        pytest.param("明杠 暗杠", id="明暗杠"),
        pytest.param("双明杠 暗杠", id="three-kongs-have-a-name"),
        pytest.param("抢杠和 碰碰和", id="robbed-tile-completes-a-chow"),
        pytest.param("海底捞月 抢杠和", id="no-kong-on-the-last-tile"),
        pytest.param("平和 无番和", id="chicken-hand-is-alone"),
    ],
)
def test_impossible_pair(text: str):
    one, two = text.split()

    expected = sorted([one, two], key=list(KEY_BY_NAME).index)

    assert found(text) == [f"impossible_pair {' '.join(expected)}"]


def test_concealed_hand_of_pungs_self_drawn_is_four_concealed_pungs():
    assert found("碰碰和 不求人", self_drawn=True) == ["impossible_pair 碰碰和 不求人"]


def test_names_every_pair():
    assert found("清龙 碰碰和 连六") == [
        "impossible_pair 清龙 碰碰和",
        "excluded_fan 连六 清龙",
        "impossible_pair 碰碰和 连六",
    ]


def test_every_fan_has_a_demand_but_flowers():
    assert set(FAN_BY_KEY) - set(DEMANDS) == {"flower_tiles"}
    assert set(DEMANDS) <= set(FAN_BY_KEY)


# Chips of the form


def test_excluded_by_names_what_bars_a_fan():
    barred = excluded_by(listed("清龙 平和 坎张"))

    assert barred["short_straight"] == ("pure_straight",)
    assert barred["no_honors"] == ("all_chows",)
    assert barred["edge_wait"] == ("closed_wait",)
    assert barred["all_pungs"] == ("pure_straight", "all_chows", "closed_wait")
    assert barred.keys() & {"full_flush", "pure_double_chow", "flower_tiles"} == set()


def test_excluded_by_leaves_a_fan_that_replaces_a_counted_one():
    assert "pure_straight" not in excluded_by(listed("连六"))


def test_excluded_by_bars_two_fan_that_exclude_each_other():
    assert excluded_by(listed("一色三同顺"))["pure_shifted_pungs"] == ("pure_triple_chow",)


def test_excluded_by_knows_when_no_set_is_left():
    barred = excluded_by(listed("花龙 喜相逢"))

    assert barred["pure_double_chow"] == ("mixed_straight", "mixed_double_chow")
    assert "mixed_double_chow" not in barred


def test_excluded_by_shows_a_clash_among_counted_fan():
    assert excluded_by(listed("清龙 连六"))["short_straight"] == ("pure_straight",)


def test_nothing_counted_bars_nothing():
    assert excluded_by({}) == {}


# Points


@pytest.mark.parametrize(
    ("counts", "flowers", "expected"),
    [
        pytest.param({}, 0, (0, 0), id="nothing"),
        pytest.param({"pure_straight": 1, "tile_hog": 2}, 0, (20, 20), id="counts"),
        pytest.param({"pure_straight": 1}, 3, (16, 19), id="flowers-on-top"),
        pytest.param({"flower_tiles": 3, "royal_flush": 1}, 0, (0, 0), id="not-fan-of-the-list"),
    ],
)
def test_points(counts: dict[str, int], flowers: int, expected: tuple[int, int]):
    assert fan_list_points(counts, flowers=flowers) == expected


@pytest.mark.parametrize(
    ("points", "expected"),
    [
        pytest.param(7, False, id="below-the-minimum"),
        pytest.param(8, True, id="minimum"),
        pytest.param(332, True, id="dearest-hand-and-eight-flowers"),
        pytest.param(333, False, id="above-any-hand"),
    ],
)
def test_possible_total(points: int, expected: bool):
    assert possible_total(points) is expected


def test_other_editions_have_no_known_top():
    assert possible_total(5000, profile="lianzhong") is True
    assert possible_total(7, profile="lianzhong") is False


def test_no_set_of_fan_that_fit_in_pairs_is_dearer_than_the_top():
    fitting = fitting_sets()

    totals = sums_of(fitting, frozenset(DEMANDS))

    assert max(totals) == MOST_POINTS
    assert {points + flowers for points in totals if points >= 8 for flowers in range(9)} == set(
        range(8, MOST_POINTS + 9)
    )


def fitting_sets() -> dict[str, frozenset[str]]:
    """Give for each fan those it can be counted with."""
    barred = {key: excluded_by({key: 1}) for key in DEMANDS}
    return {
        one: frozenset(
            two for two in DEMANDS if one != two and not (one in barred[two] or two in barred[one])
        )
        for one in DEMANDS
    }


def sums_of(fitting: dict[str, frozenset[str]], keys: frozenset[str]) -> set[int]:
    """Give the points of every set of fan that fit in pairs, each counted as often as it may."""
    order = [key for key in DEMANDS if key in keys]

    @cache
    def sums(open_keys: frozenset[str]) -> frozenset[int]:
        first = next((key for key in order if key in open_keys), None)
        if first is None:
            return frozenset({0})
        worth = FAN_BY_KEY[first].points
        beside = sums(open_keys & fitting[first])
        times = range(1, MOST.get(first, 1) + 1)
        return sums(open_keys - {first}) | {
            points + worth * count for points in beside for count in times
        }

    return set(sums(keys))


# Editions


def test_edition_that_knows_no_melded_and_concealed_kong_counts_both():
    counts = listed("碰碰和 明杠 暗杠")

    assert fan_list_problems(counts, self_drawn=False, profile="cn1998") == ()
    assert fan_list_problems(counts, self_drawn=False) != ()


def test_edition_whose_four_concealed_pungs_leave_the_hand_concealed():
    counts = listed("大四喜 四暗刻 不求人")

    assert fan_list_problems(counts, self_drawn=True, profile="wmo2006") == ()
    assert fan_list_problems(counts, self_drawn=True) != ()


def test_fan_that_only_another_edition_has_stands_beside_any():
    counts = {"heavenly_hand": 1, "self_drawn": 1}

    assert fan_list_problems(counts, self_drawn=True, profile="lianzhong") == ()
    assert fan_list_points(counts, profile="lianzhong") == (169, 169)


def test_house_profile_has_its_own_points():
    house = derive("guobiao", values={"self_drawn": 3})

    assert fan_list_points({"pure_straight": 1, "self_drawn": 1}, profile=house) == (19, 19)


def test_a_cap_holds_for_a_list_too():
    counts = {"big_four_winds": 1, "self_drawn": 1}

    assert fan_list_points(counts, flowers=3, profile="jmsa") == (88, 88)
    assert possible_total(88, profile="jmsa") is True
    assert possible_total(89, profile="jmsa") is False


def test_unknown_edition():
    with pytest.raises(ValueError, match="unknown rule profile"):
        fan_list_problems({}, self_drawn=False, profile="riichi")
