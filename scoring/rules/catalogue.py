"""
The 81 fan 番种 and 明暗杠, as data.

A row gives what the table of fan gives: number, names, points, and what is not counted beside it
(不计). Values are the 1998 table's as the Mahjong International League applies it; the other
editions' values and switches belong to `profiles`. Where the texts contradict each other,
docs/rules-sources.md says which one a row follows.
"""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fan:
    """
    One fan 番种: its row in the table.

    `key` is the stable name: numbers 48-53 differ between editions. `number` is None for 明暗杠,
    which the table of 1998 does not list. `implies` holds the keys of what it contains and thereby
    keeps from counting (不计), for the sets that make it.
    """

    key: str
    number: int | None
    zh: str
    en: str
    points: int
    implies: tuple[str, ...] = ()


# One row a fan, as the rule book prints them; in the order in which counted fan are listed.
# fmt: off
FANS: tuple[Fan, ...] = (
    # 88 points
    Fan("big_four_winds", 1, "大四喜", "Big Four Winds", 88,
        ("big_three_winds", "all_pungs", "prevalent_wind", "seat_wind",
         "pung_of_terminals_or_honors")),
    Fan("big_three_dragons", 2, "大三元", "Big Three Dragons", 88,
        ("two_dragon_pungs", "dragon_pung", "pung_of_terminals_or_honors")),
    Fan("all_green", 3, "绿一色", "All Green", 88, ("half_flush",)),
    Fan("nine_gates", 4, "九莲宝灯", "Nine Gates", 88,
        ("full_flush", "concealed_hand", "fully_concealed_hand", "no_honors",
         "pung_of_terminals_or_honors")),
    Fan("four_kongs", 5, "四杠", "Four Kongs", 88,
        ("three_kongs", "two_melded_kongs", "two_concealed_kongs", "melded_and_concealed_kong",
         "melded_kong", "concealed_kong", "all_pungs", "single_wait")),
    Fan("seven_shifted_pairs", 6, "连七对", "Seven Shifted Pairs", 88,
        ("seven_pairs", "full_flush", "concealed_hand", "fully_concealed_hand", "single_wait",
         "no_honors")),
    Fan("thirteen_orphans", 7, "十三幺", "Thirteen Orphans", 88,
        ("all_types", "concealed_hand", "fully_concealed_hand", "single_wait",
         "all_terminals_and_honors", "outside_hand")),
    # 64 points
    Fan("all_terminals", 8, "清幺九", "All Terminals", 64,
        ("all_pungs", "all_terminals_and_honors", "outside_hand", "double_pung",
         "pung_of_terminals_or_honors", "no_honors")),
    Fan("little_four_winds", 9, "小四喜", "Little Four Winds", 64,
        ("big_three_winds", "pung_of_terminals_or_honors")),
    Fan("little_three_dragons", 10, "小三元", "Little Three Dragons", 64,
        ("two_dragon_pungs", "dragon_pung", "pung_of_terminals_or_honors")),
    Fan("all_honors", 11, "字一色", "All Honors", 64,
        ("all_pungs", "all_terminals_and_honors", "outside_hand",
         "pung_of_terminals_or_honors")),
    Fan("four_concealed_pungs", 12, "四暗刻", "Four Concealed Pungs", 64,
        ("three_concealed_pungs", "two_concealed_pungs", "all_pungs", "concealed_hand",
         "fully_concealed_hand")),
    Fan("pure_terminal_chows", 13, "一色双龙会", "Pure Terminal Chows", 64,
        ("seven_pairs", "full_flush", "all_chows", "pure_double_chow", "two_terminal_chows",
         "no_honors")),
    # 48 points
    Fan("quadruple_chow", 14, "一色四同顺", "Quadruple Chow", 48,
        ("pure_triple_chow", "pure_shifted_pungs", "pure_double_chow", "tile_hog",
         "seven_pairs")),
    Fan("four_pure_shifted_pungs", 15, "一色四节高", "Four Pure Shifted Pungs", 48,
        ("pure_shifted_pungs", "pure_triple_chow", "all_pungs")),
    # 32 points
    Fan("four_pure_shifted_chows", 16, "一色四步高", "Four Shifted Chows", 32,
        ("pure_shifted_chows", "short_straight", "two_terminal_chows")),
    Fan("three_kongs", 17, "三杠", "Three Kongs", 32,
        ("two_melded_kongs", "two_concealed_kongs", "melded_and_concealed_kong", "melded_kong",
         "concealed_kong")),
    Fan("all_terminals_and_honors", 18, "混幺九", "All Terminals and Honors", 32,
        ("all_pungs", "outside_hand", "pung_of_terminals_or_honors")),
    # 24 points
    Fan("seven_pairs", 19, "七对", "Seven Pairs", 24,
        ("concealed_hand", "fully_concealed_hand", "single_wait")),
    Fan("greater_honors_and_knitted_tiles", 20, "七星不靠", "Greater Honors and Knitted Tiles", 24,
        ("lesser_honors_and_knitted_tiles", "all_types", "concealed_hand",
         "fully_concealed_hand", "single_wait")),
    Fan("all_even_pungs", 21, "全双刻", "All Even Pungs", 24,
        ("all_pungs", "all_simples", "no_honors")),
    Fan("full_flush", 22, "清一色", "Full Flush", 24, ("no_honors",)),
    Fan("pure_triple_chow", 23, "一色三同顺", "Pure Triple Chow", 24,
        ("pure_shifted_pungs", "pure_double_chow")),
    Fan("pure_shifted_pungs", 24, "一色三节高", "Pure Shifted Pungs", 24, ("pure_triple_chow",)),
    Fan("upper_tiles", 25, "全大", "Upper Tiles", 24, ("upper_four", "no_honors")),
    Fan("middle_tiles", 26, "全中", "Middle Tiles", 24, ("all_simples", "no_honors")),
    Fan("lower_tiles", 27, "全小", "Lower Tiles", 24, ("lower_four", "no_honors")),
    # 16 points
    Fan("pure_straight", 28, "清龙", "Pure Straight", 16, ("short_straight", "two_terminal_chows")),
    Fan("three_suited_terminal_chows", 29, "三色双龙会", "Three-Suited Terminal Chows", 16,
        ("mixed_double_chow", "two_terminal_chows", "no_honors", "all_chows")),
    Fan("pure_shifted_chows", 30, "一色三步高", "Pure Shifted Chows", 16),
    Fan("all_fives", 31, "全带五", "All Fives", 16, ("all_simples", "no_honors")),
    Fan("triple_pung", 32, "三同刻", "Triple Pung", 16, ("double_pung",)),
    Fan("three_concealed_pungs", 33, "三暗刻", "Three Concealed Pungs", 16,
        ("two_concealed_pungs",)),
    # 12 points
    Fan("lesser_honors_and_knitted_tiles", 34, "全不靠", "Lesser Honors and Knitted Tiles", 12,
        ("all_types", "concealed_hand", "fully_concealed_hand", "single_wait")),
    Fan("knitted_straight", 35, "组合龙", "Knitted Straight", 12),
    Fan("upper_four", 36, "大于五", "Upper Four", 12, ("no_honors",)),
    Fan("lower_four", 37, "小于五", "Lower Four", 12, ("no_honors",)),
    Fan("big_three_winds", 38, "三风刻", "Big Three Winds", 12, ("pung_of_terminals_or_honors",)),
    # 8 points
    Fan("mixed_straight", 39, "花龙", "Mixed Straight", 8),
    Fan("reversible_tiles", 40, "推不倒", "Reversible Tiles", 8, ("one_voided_suit",)),
    Fan("mixed_triple_chow", 41, "三色三同顺", "Mixed Triple Chow", 8, ("mixed_double_chow",)),
    Fan("mixed_shifted_pungs", 42, "三色三节高", "Mixed Shifted Pungs", 8),
    Fan("chicken_hand", 43, "无番和", "Chicken Hand", 8),
    Fan("last_tile_draw", 44, "妙手回春", "Last Tile Draw", 8, ("self_drawn",)),
    Fan("last_tile_claim", 45, "海底捞月", "Last Tile Claim", 8),
    Fan("out_with_replacement_tile", 46, "杠上开花", "Out with Replacement Tile", 8,
        ("self_drawn",)),
    Fan("robbing_the_kong", 47, "抢杠和", "Robbing the Kong", 8, ("last_tile",)),
    # 6 points
    Fan("all_pungs", 48, "碰碰和", "All Pungs", 6),
    Fan("half_flush", 49, "混一色", "Half Flush", 6),
    Fan("mixed_shifted_chows", 50, "三色三步高", "Mixed Shifted Chows", 6),
    Fan("all_types", 51, "五门齐", "All Types", 6),
    Fan("melded_hand", 52, "全求人", "Melded Hand", 6, ("single_wait",)),
    Fan("two_concealed_kongs", 53, "双暗杠", "Two Concealed Kongs", 6,
        ("concealed_kong", "two_concealed_pungs")),
    Fan("two_dragon_pungs", 54, "双箭刻", "Two Dragon Pungs", 6,
        ("dragon_pung", "pung_of_terminals_or_honors")),
    # 5 points
    Fan("melded_and_concealed_kong", None, "明暗杠", "Melded and Concealed Kong", 5,
        ("melded_kong", "concealed_kong")),
    # 4 points
    Fan("outside_hand", 55, "全带幺", "Outside Hand", 4),
    Fan("fully_concealed_hand", 56, "不求人", "Fully Concealed Hand", 4,
        ("self_drawn", "concealed_hand")),
    Fan("two_melded_kongs", 57, "双明杠", "Two Melded Kongs", 4, ("melded_kong",)),
    Fan("last_tile", 58, "和绝张", "Last Tile", 4),
    # 2 points
    Fan("dragon_pung", 59, "箭刻", "Dragon Pung", 2, ("pung_of_terminals_or_honors",)),
    Fan("prevalent_wind", 60, "圈风刻", "Prevalent Wind", 2, ("pung_of_terminals_or_honors",)),
    Fan("seat_wind", 61, "门风刻", "Seat Wind", 2, ("pung_of_terminals_or_honors",)),
    Fan("concealed_hand", 62, "门前清", "Concealed Hand", 2),
    Fan("all_chows", 63, "平和", "All Chows", 2, ("no_honors",)),
    Fan("tile_hog", 64, "四归一", "Tile Hog", 2),
    Fan("double_pung", 65, "双同刻", "Double Pung", 2),
    Fan("two_concealed_pungs", 66, "双暗刻", "Two Concealed Pungs", 2),
    Fan("concealed_kong", 67, "暗杠", "Concealed Kong", 2),
    Fan("all_simples", 68, "断幺", "All Simples", 2, ("no_honors",)),
    # 1 point
    Fan("pure_double_chow", 69, "一般高", "Pure Double Chow", 1),
    Fan("mixed_double_chow", 70, "喜相逢", "Mixed Double Chow", 1),
    Fan("short_straight", 71, "连六", "Short Straight", 1),
    Fan("two_terminal_chows", 72, "老少副", "Two Terminal Chows", 1),
    Fan("pung_of_terminals_or_honors", 73, "幺九刻", "Pung of Terminals or Honors", 1),
    Fan("melded_kong", 74, "明杠", "Melded Kong", 1),
    Fan("one_voided_suit", 75, "缺一门", "One Voided Suit", 1),
    Fan("no_honors", 76, "无字", "No Honors", 1),
    Fan("edge_wait", 77, "边张", "Edge Wait", 1),
    Fan("closed_wait", 78, "坎张", "Closed Wait", 1),
    Fan("single_wait", 79, "单钓将", "Single Wait", 1),
    Fan("self_drawn", 80, "自摸", "Self-Drawn", 1),
    Fan("flower_tiles", 81, "花牌", "Flower Tiles", 1),
)
# fmt: on

# fmt: off
FANS_OF_THE_HALL: tuple[Fan, ...] = (
    Fan("four_winds_and_green_dragon", None, "四方大发", "Four Winds and Green Dragon", 168,
        ("big_four_winds", "big_three_winds", "all_pungs", "prevalent_wind", "seat_wind",
         "pung_of_terminals_or_honors")),
    Fan("heavenly_hand", None, "天和", "Heavenly Hand", 168),
    Fan("earthly_hand", None, "地和", "Earthly Hand", 158),
    Fan("human_hand", None, "人和", "Human Hand", 108),
)
# fmt: on
"""What an online hall adds to the table; no competition counts them."""

FAN_BY_KEY: Mapping[str, Fan] = {fan.key: fan for fan in FANS}
ANY_FAN_BY_KEY: Mapping[str, Fan] = {fan.key: fan for fan in (*FANS_OF_THE_HALL, *FANS)}
"""The fan of every edition, the dearest first."""

MINIMUM_POINTS = 8
"""起和分: without flowers, which are only added once it is reached (花牌, 81)."""

IMPLIED_COPIES: Mapping[tuple[str, str], int] = {
    ("nine_gates", "pung_of_terminals_or_honors"): 1,
}
"""
How many copies of an implied fan are left out, where it is not every copy its sets make.

九莲宝灯 always holds one 幺九刻; when 2, 5 or 8 wins, the second one counts.
"""

REGROUPED = frozenset({
    ("four_pure_shifted_chows", "short_straight"),
    ("four_pure_shifted_chows", "two_terminal_chows"),
})  # fmt: skip
"""
Implied fan that the implying one does not always contain: 不拆移, not 不重复, keeps them out.

Source: drawn hands 16.1 and 16.2 of the 1998 book.
"""
