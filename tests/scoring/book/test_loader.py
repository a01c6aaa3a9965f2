"""The rule book is whole: every fan, both languages; and a broken file does not pass."""

import re

import pytest

from scoring.book import BookError, load_book
from scoring.book.loader import read_entry, read_example, read_words
from scoring.rules import FANS
from scoring.rules.catalogue import FANS_OF_THE_HALL
from scoring.rules.penalties import CATALOGUES
from scoring.rules.switches import SWITCHES
from scoring.rules.tiles import Flower, tiles

BOOK = load_book()
HAN = re.compile(r"[\u3400-\u9fff]")
LATIN = re.compile(r"[A-Za-z]{2}")
FAN_MARK = re.compile(r"\{\w+\}")
WORDS = {"en": "a text", "zh": "文字"}
HAND = {"hand": "[345p,2]12346789m55s5m", "total": 19}
NEAR = {**HAND, **WORDS}


def all_words():
    """Every text of the book with the place it stands at."""
    for entry in BOOK.entries.values():
        yield entry.key, entry.definition
        for example in (*entry.examples, *entry.near_misses):
            if example.note:
                yield f"{entry.key} {example.hand}", example.note
    for one in BOOK.series:
        yield one.key, one.name
    yield "intro", BOOK.principles_intro
    for principle in BOOK.principles:
        yield principle.key, principle.title
        yield principle.key, principle.text
        yield from ((principle.key, example.note) for example in principle.examples)
    for chapter in BOOK.chapters:
        yield chapter.key, chapter.title
        yield from ((chapter.key, text) for text in chapter.paragraphs)
    yield from BOOK.offences.items()
    yield from BOOK.hall.items()
    for key, switch in BOOK.switches.items():
        yield key, switch.on
        yield key, switch.off
    for group in BOOK.glossary:
        yield group.key, group.title
        yield from ((term.zh, term.text) for term in group.terms)


def test_every_fan_has_an_entry_with_an_example_and_a_near_miss():
    assert list(BOOK.entries) == [fan.key for fan in FANS]
    for entry in BOOK.entries.values():
        assert (entry.key, bool(entry.examples), bool(entry.near_misses)) == (entry.key, True, True)
        assert all(near.note for near in entry.near_misses)


def test_every_fan_is_in_one_of_nine_series():
    assert [one.name.zh for one in BOOK.series] == [
        *("字牌", "序数牌", "刻子和杠", "七对", "花色组合", "全带", "不靠", "和牌方式", "特殊")
    ]
    assert sorted(key for one in BOOK.series for key in one.fans) == sorted(BOOK.entries)


def test_the_five_principles_are_there():
    assert [one.title.zh for one in BOOK.principles] == [
        *("不重复", "不拆移", "不得相同", "就高不就低", "套算一次")
    ]


def test_every_text_is_in_its_language():
    wrong = [
        place
        for place, words in all_words()
        if HAN.search(words.en) or LATIN.search(FAN_MARK.sub("", words.zh))
    ]

    assert wrong == []


def test_no_definition_stands_twice():
    definitions = [entry.definition for entry in BOOK.entries.values()]

    assert len({words.en for words in definitions}) == len(FANS)
    assert len({words.zh for words in definitions}) == len(FANS)


def test_patterns_are_tiles_or_flowers():
    for entry in BOOK.entries.values():
        for group in entry.pattern:
            assert set(group) <= set(Flower) or tiles(group)


def test_every_offence_is_explained():
    keys = {offence.key for rows in CATALOGUES.values() for offence in rows}

    assert BOOK.offences.keys() == keys


def test_what_no_list_of_fan_can_show_of_an_edition_is_in_words():
    """Switches about fan beside each other are seen in the profiles, the others need sentences."""
    on_pages = {key for key, switch in BOOK.switches.items() if switch.fans}

    assert on_pages == {key for key, switch in SWITCHES.items() if not switch.beside}


def test_fan_of_online_halls_are_explained_apart():
    assert list(BOOK.hall) == [fan.key for fan in FANS_OF_THE_HALL]


@pytest.mark.parametrize(
    ("row", "message"),
    [
        pytest.param({**WORDS, "near": [NEAR]}, "example", id="no-example"),
        pytest.param({**WORDS, "example": [HAND]}, "near miss", id="no-near-miss"),
        pytest.param({**WORDS, "example": [HAND], "near": [HAND]}, "reason", id="no-reason"),
        pytest.param({"en": "a", "example": [HAND], "near": [NEAR]}, "'zh'", id="no-chinese"),
        pytest.param({"zh": "字", "example": [HAND], "near": [NEAR]}, "'en'", id="no-english"),
        pytest.param({**WORDS, "exmple": [HAND], "near": [NEAR]}, "exmple", id="misspelt"),
    ],
)
def test_an_entry_that_is_not_whole_is_refused(row, message):
    with pytest.raises(BookError, match=message):
        read_entry("pure_straight", "suit_tiles", row)


def test_an_entry_for_no_fan_is_refused():
    with pytest.raises(BookError, match="no fan 'pure_strait'"):
        read_entry("pure_strait", "suit_tiles", {**WORDS, "example": [HAND], "near": [NEAR]})


@pytest.mark.parametrize(
    ("row", "message"),
    [
        pytest.param({"hand": HAND["hand"]}, "total or a problem", id="no-claim"),
        pytest.param({**HAND, "problem": "not_a_win"}, "total or a problem", id="two-claims"),
        pytest.param({"hand": "12x", "total": 8}, "unreadable", id="unreadable"),
        pytest.param({"total": 8}, "'hand'", id="no-hand"),
        pytest.param({**HAND, "en": "only one language"}, "'zh'", id="half-a-remark"),
        pytest.param({**HAND, "absent": ["no_such"]}, "no_such", id="unknown-fan"),
    ],
)
def test_a_hand_that_claims_too_little_or_too_much_is_refused(row, message):
    with pytest.raises(BookError, match=message):
        read_example(row, "here")


def test_a_text_that_names_an_unknown_fan_is_refused():
    with pytest.raises(BookError, match="here: there is no fan 'flush'"):
        read_words({"en": "like {flush}", "zh": "像{flush}"}, "here")


@pytest.mark.parametrize("row", [None, "text", {"en": " ", "zh": "字"}, {"en": 1, "zh": "字"}])
def test_a_text_has_to_be_one(row):
    with pytest.raises(BookError, match="'en' is missing"):
        read_words(row, "here")
