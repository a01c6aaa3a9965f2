"""Pinyin and other names of the fan: complete, and found as people type them."""

import pytest

from scoring.names import ALIASES, PINYIN, plain, search_words
from scoring.rules import ANY_FAN_BY_KEY, FANS


def test_every_fan_has_a_pinyin():
    assert list(PINYIN) == list(ANY_FAN_BY_KEY)


def test_pinyin_has_a_syllable_for_each_character():
    odd = {
        name: pinyin
        for names in (
            {ANY_FAN_BY_KEY[key].zh: text for key, text in PINYIN.items()},
            *ALIASES.values(),
        )
        for name, pinyin in names.items()
        if len(name) != len(pinyin.split())
    }

    assert odd == {}


def test_aliases_belong_to_fan_and_are_no_fan_themselves():
    names = {fan.zh for fan in FANS}

    assert ALIASES.keys() <= ANY_FAN_BY_KEY.keys()
    assert [name for other in ALIASES.values() for name in other if name in names] == []


def found(query):
    return [fan.key for fan in FANS if any(plain(query) in word for word in search_words(fan))]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        pytest.param("清龙", ["pure_straight"], id="chinese"),
        pytest.param("Pure Straight", ["pure_straight"], id="english"),
        pytest.param("qing long", ["pure_straight"], id="pinyin"),
        pytest.param("qīnglóng", ["pure_straight"], id="tones"),
        pytest.param("msh", ["last_tile_draw"], id="initials"),
        pytest.param("碰碰胡", ["all_pungs"], id="alias"),
        pytest.param("pengpenghe", ["all_pungs"], id="other-reading"),
        pytest.param("lvyise", ["all_green"], id="v-for-ü"),
        pytest.param("门清", ["concealed_hand"], id="mén-qīng"),
        pytest.param("胡绝张", ["last_tile"], id="hú-jué-zhāng"),
        pytest.param("青龙", ["pure_straight"], id="qīng-lóng"),
        pytest.param("老少配", ["two_terminal_chows"], id="lǎo-shào-pèi"),
        pytest.param("十三不靠", ["lesser_honors_and_knitted_tiles"], id="shí-sān-bù-kào"),
        pytest.param("国士无双", ["thirteen_orphans"], id="guó-shì-wú-shuāng"),
        pytest.param("嵌张", ["closed_wait"], id="qiàn-zhāng"),
        pytest.param("单吊将", ["single_wait"], id="dān-diào-jiāng"),
        pytest.param("十八学士", ["four_kongs"], id="shí-bā-xué-shì"),
    ],
)
def test_search_finds(query, expected):
    assert found(query) == expected
