"""The search knows everything by every name."""

import re

import pytest

from scoring.book import find
from tests.servers import ROOT

HAN = re.compile(r"[\u3400-\u9fff]")


def names(query):
    """What is found: fan, principles, offences and terms by their Chinese names."""
    found = find(query)
    return {
        "fans": [fan.zh for fan in found.fans],
        "principles": [one.title.zh for one in found.principles],
        "offences": [one.zh for one in found.offences],
        "terms": [term.zh for term in found.terms],
    }


@pytest.mark.parametrize(
    ("typed", "fan"),
    [
        ("碰碰胡", "碰碰和"),
        ("门清", "门前清"),
        ("胡绝张", "和绝张"),
        ("青龙", "清龙"),
        ("老少配", "老少副"),
        ("十三不靠", "全不靠"),
        ("国士无双", "十三幺"),
        ("嵌张", "坎张"),
        ("单吊将", "单钓将"),
        ("十八学士", "四杠"),
        ("Pure Straight", "清龙"),
        ("qinglong", "清龙"),
        ("QL", "清龙"),
    ],
)
def test_a_fan_is_found_by_other_names(typed, fan):
    assert names(typed)["fans"][0] == fan


@pytest.mark.parametrize(
    ("typed", "term"),
    [("筒", "饼"), ("索", "条"), ("胡牌", "和牌"), ("diàn pào", "点炮"), ("dealer", "庄家")],
)
def test_a_term_is_found_by_other_names(typed, term):
    assert names(typed)["terms"][0] == term


def test_principles_and_offences_are_found_too():
    assert names("套算一次")["principles"] == ["套算一次"]
    assert names("诈和") == {
        "fans": [],
        "principles": [],
        "offences": ["诈和"],
        "terms": ["诈和"],
    }


def test_the_name_itself_comes_before_names_that_hold_it():
    assert names("明杠")["fans"] == ["明杠", "双明杠"]
    assert names("wind")["terms"][:1] == ["圈"]


@pytest.mark.parametrize("typed", ["", " ", "…", "xyzzy"])
def test_nothing_is_found_for_nothing(typed):
    assert not find(typed)


def words_of_the_documents():
    """Every Chinese and English name of the glossary's tables in the documents."""
    for line in (ROOT / "docs" / "glossary.md").read_text().splitlines():
        cells = [cell.strip() for cell in line.split("|")]
        if len(cells) > 4 and cells[1] not in {"中文", "---"}:
            chinese, english = cells[1], HAN.sub("", cells[2])
            for words in (chinese, english):
                yield from (word.strip() for word in re.split("[,:]", words))


@pytest.mark.parametrize("word", sorted(set(words_of_the_documents())))
def test_the_glossary_of_the_documents_is_in_the_book(word):
    assert find(word).terms
