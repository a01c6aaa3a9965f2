"""
The questions on which editions of the rules differ, as data.

Most of them ask whether a fan counts beside another one. Each is a switch with its state in the
default list; an edition is that list with some switches turned. docs/rules-sources.md says which
text answers which way.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product

CLOSED_FANS = (
    *("nine_gates", "seven_shifted_pairs", "thirteen_orphans", "four_concealed_pungs"),
    *("seven_pairs", "greater_honors_and_knitted_tiles", "lesser_honors_and_knitted_tiles"),
)
"""九莲宝灯 连七对 十三幺 四暗刻 七对 七星不靠 全不靠: nothing of them can be claimed."""

FEWER_CONCEALED_PUNGS = ("three_concealed_pungs", "two_concealed_pungs")

FANS_OF_ALL_TILES = (
    *("all_honors", "all_terminals", "all_terminals_and_honors", "all_green", "upper_tiles"),
    *("middle_tiles", "lower_tiles", "upper_four", "lower_four", "reversible_tiles"),
)
"""字一色 清幺九 混幺九 绿一色 全大 全中 全小 大于五 小于五 推不倒."""

FANS_OF_TWO_SUITS = (
    *("big_three_dragons", "little_three_dragons", "big_three_winds", "quadruple_chow"),
    *("four_pure_shifted_pungs", "four_pure_shifted_chows"),
)
"""大三元 小三元 三风刻 一色四同顺 一色四节高 一色四步高."""


@dataclass(frozen=True, slots=True)
class Switch:
    """
    One question with its answer in the default list.

    `beside` holds pairs of a fan and another one beside which it counts while the switch is on, and
    does not count while it is off. It is empty where the switch asks for something else.
    """

    key: str
    on: bool
    beside: tuple[tuple[str, str], ...] = ()


def _each_beside(fans: tuple[str, ...], others: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    return tuple(product(fans, others))


MELDED_AND_CONCEALED_KONG = "melded_and_concealed_kong"
WAITS_BESIDE_KNITTED_STRAIGHT = "waits_beside_knitted_straight"
FORMAL_WAITS = "formal_waits"
HALL_FANS = "hall_fans"

SWITCHES: Mapping[str, Switch] = {
    switch.key: switch
    for switch in (
        # One melded and one concealed kong make 明暗杠; without it, 明杠 and 暗杠 both count.
        Switch(MELDED_AND_CONCEALED_KONG, on=True),
        # 四暗刻, 三暗刻 and 双暗刻 made of the kongs of 四杠 or 三杠; with another pung they count.
        Switch(
            "concealed_pungs_beside_kongs",
            on=True,
            beside=(
                ("four_concealed_pungs", "four_kongs"),
                *_each_beside(FEWER_CONCEALED_PUNGS, ("four_kongs", "three_kongs")),
            ),
        ),
        # 不求人 on hands that are concealed anyway; without it, a self-draw is 自摸.
        Switch(
            "fully_concealed_beside_closed_fans",
            on=False,
            beside=_each_beside(("fully_concealed_hand",), CLOSED_FANS),
        ),
        # 混一色 beside 绿一色 with 发.
        Switch("half_flush_beside_all_green", on=False, beside=(("half_flush", "all_green"),)),
        # 双同刻 beside 清幺九; 三同刻 counts anyway.
        Switch(
            "double_pung_beside_all_terminals", on=False, beside=(("double_pung", "all_terminals"),)
        ),
        # 缺一门 beside the big fan of dragons, winds and four sets of one suit.
        Switch(
            "one_voided_suit_beside_big_fans",
            on=True,
            beside=_each_beside(("one_voided_suit",), FANS_OF_TWO_SUITS),
        ),
        # 大于五 beside 全大, 小于五 beside 全小.
        Switch(
            "four_ranks_beside_three",
            on=False,
            beside=(("upper_four", "upper_tiles"), ("lower_four", "lower_tiles")),
        ),
        # Fan that ask for certain tiles only, on seven pairs of such tiles.
        Switch(
            "fans_of_all_tiles_beside_seven_pairs",
            on=True,
            beside=_each_beside(FANS_OF_ALL_TILES, ("seven_pairs",)),
        ),
        # 五门齐 on seven pairs.
        Switch("all_types_beside_seven_pairs", on=True, beside=(("all_types", "seven_pairs"),)),
        # 边张, 坎张 and 单钓将 on a tile that is one of the nine of 组合龙 too.
        Switch(WAITS_BESIDE_KNITTED_STRAIGHT, on=True),
        # A tile all four copies of which the hand holds still counts as waited for.
        Switch(FORMAL_WAITS, on=True),
        # 组合龙 beside 全不靠 with nine suit tiles.
        Switch(
            "knitted_straight_beside_lesser_honors",
            on=True,
            beside=(("knitted_straight", "lesser_honors_and_knitted_tiles"),),
        ),
        # The fan of an online hall: 四方大发 天和 地和 人和.
        Switch(HALL_FANS, on=False),
    )
}
