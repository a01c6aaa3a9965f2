"""
How else the fan 番种 are called: pinyin, older and regional names, and what a search looks through.

Data only; the names of the table itself stand in `scoring.rules.catalogue`.
"""

from collections.abc import Mapping
from unicodedata import combining, normalize

from scoring.rules import Fan

# fmt: off
PINYIN: Mapping[str, str] = {
    "four_winds_and_green_dragon": "sì fāng dà fā",
    "heavenly_hand": "tiān hú",
    "earthly_hand": "dì hú",
    "human_hand": "rén hú",
    "big_four_winds": "dà sì xǐ",
    "big_three_dragons": "dà sān yuán",
    "all_green": "lǜ yī sè",
    "nine_gates": "jiǔ lián bǎo dēng",
    "four_kongs": "sì gàng",
    "seven_shifted_pairs": "lián qī duì",
    "thirteen_orphans": "shí sān yāo",
    "all_terminals": "qīng yāo jiǔ",
    "little_four_winds": "xiǎo sì xǐ",
    "little_three_dragons": "xiǎo sān yuán",
    "all_honors": "zì yī sè",
    "four_concealed_pungs": "sì àn kè",
    "pure_terminal_chows": "yī sè shuāng lóng huì",
    "quadruple_chow": "yī sè sì tóng shùn",
    "four_pure_shifted_pungs": "yī sè sì jié gāo",
    "four_pure_shifted_chows": "yī sè sì bù gāo",
    "three_kongs": "sān gàng",
    "all_terminals_and_honors": "hùn yāo jiǔ",
    "seven_pairs": "qī duì",
    "greater_honors_and_knitted_tiles": "qī xīng bù kào",
    "all_even_pungs": "quán shuāng kè",
    "full_flush": "qīng yī sè",
    "pure_triple_chow": "yī sè sān tóng shùn",
    "pure_shifted_pungs": "yī sè sān jié gāo",
    "upper_tiles": "quán dà",
    "middle_tiles": "quán zhōng",
    "lower_tiles": "quán xiǎo",
    "pure_straight": "qīng lóng",
    "three_suited_terminal_chows": "sān sè shuāng lóng huì",
    "pure_shifted_chows": "yī sè sān bù gāo",
    "all_fives": "quán dài wǔ",
    "triple_pung": "sān tóng kè",
    "three_concealed_pungs": "sān àn kè",
    "lesser_honors_and_knitted_tiles": "quán bù kào",
    "knitted_straight": "zǔ hé lóng",
    "upper_four": "dà yú wǔ",
    "lower_four": "xiǎo yú wǔ",
    "big_three_winds": "sān fēng kè",
    "mixed_straight": "huā lóng",
    "reversible_tiles": "tuī bù dǎo",
    "mixed_triple_chow": "sān sè sān tóng shùn",
    "mixed_shifted_pungs": "sān sè sān jié gāo",
    "chicken_hand": "wú fān hú",
    "last_tile_draw": "miào shǒu huí chūn",
    "last_tile_claim": "hǎi dǐ lāo yuè",
    "out_with_replacement_tile": "gàng shàng kāi huā",
    "robbing_the_kong": "qiǎng gàng hú",
    "all_pungs": "pèng pèng hú",
    "half_flush": "hùn yī sè",
    "mixed_shifted_chows": "sān sè sān bù gāo",
    "all_types": "wǔ mén qí",
    "melded_hand": "quán qiú rén",
    "two_concealed_kongs": "shuāng àn gàng",
    "two_dragon_pungs": "shuāng jiàn kè",
    "melded_and_concealed_kong": "míng àn gàng",
    "outside_hand": "quán dài yāo",
    "fully_concealed_hand": "bù qiú rén",
    "two_melded_kongs": "shuāng míng gàng",
    "last_tile": "hú jué zhāng",
    "dragon_pung": "jiàn kè",
    "prevalent_wind": "quān fēng kè",
    "seat_wind": "mén fēng kè",
    "concealed_hand": "mén qián qīng",
    "all_chows": "píng hú",
    "tile_hog": "sì guī yī",
    "double_pung": "shuāng tóng kè",
    "two_concealed_pungs": "shuāng àn kè",
    "concealed_kong": "àn gàng",
    "all_simples": "duàn yāo",
    "pure_double_chow": "yī bān gāo",
    "mixed_double_chow": "xǐ xiāng féng",
    "short_straight": "lián liù",
    "two_terminal_chows": "lǎo shào fù",
    "pung_of_terminals_or_honors": "yāo jiǔ kè",
    "melded_kong": "míng gàng",
    "one_voided_suit": "quē yī mén",
    "no_honors": "wú zì",
    "edge_wait": "biān zhāng",
    "closed_wait": "kǎn zhāng",
    "single_wait": "dān diào jiāng",
    "self_drawn": "zì mō",
    "flower_tiles": "huā pái",
}

ALIASES: Mapping[str, Mapping[str, str]] = {
    "four_kongs": {"十八学士": "shí bā xué shì"},
    "thirteen_orphans": {"国士无双": "guó shì wú shuāng"},
    "pure_straight": {"青龙": "qīng lóng"},
    "lesser_honors_and_knitted_tiles": {"十三不靠": "shí sān bù kào"},
    "all_pungs": {"碰碰胡": "pèng pèng hú"},
    "last_tile": {"胡绝张": "hú jué zhāng"},
    "concealed_hand": {"门清": "mén qīng"},
    "two_terminal_chows": {"老少配": "lǎo shào pèi"},
    "closed_wait": {"嵌张": "qiàn zhāng"},
    "single_wait": {"单吊将": "dān diào jiāng"},
}
"""Other Chinese names with their pinyin."""
# fmt: on

OTHER_READINGS = {"hú": "he", "lǜ": "lv"}
"""What people type instead: 和 is read hú here but often looked up as he; ü is typed v."""


def plain(text: str) -> str:
    """Return a name as it is typed into a search: small letters, no tones, no spaces."""
    letters = normalize("NFKD", text.lower())
    return "".join(sign for sign in letters if sign.isalnum() and not combining(sign))


def pinyin_words(pinyin: str) -> tuple[str, ...]:
    """Return what finds a pinyin: "qinglong", its initials "ql", other readings."""
    syllables = pinyin.split()
    typed = ["".join(syllables), "".join(syllable[0] for syllable in syllables)]
    if any(syllable in OTHER_READINGS for syllable in syllables):
        typed.append("".join(OTHER_READINGS.get(syllable, syllable) for syllable in syllables))
    return tuple(plain(word) for word in typed)


def search_words(fan: Fan) -> tuple[str, ...]:
    """Return every word by which a search finds the fan, each once and plain."""
    names = {fan.zh: PINYIN[fan.key], **ALIASES.get(fan.key, {})}
    words = [plain(fan.en)]
    for name, pinyin in names.items():
        words += [plain(name), *pinyin_words(pinyin)]
    return tuple(dict.fromkeys(words))
