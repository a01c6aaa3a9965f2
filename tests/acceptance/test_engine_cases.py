"""
The engine against the reference hands kept beside the checkout.

Without the folder the tests skip and say so; with REQUIRE_SHARED=1 its absence fails.
"""

import gzip
import re
from collections import Counter

import pytest

from scoring.rules import derive, parse_hand, problems, score

CORPUS_SIZE = 8125
LEGAL_OR_SHORT = ("hand", "below_minimum")
OTHER_RULES = {
    # Not the whole edition: just the three things that the column names.
    "WMO-2006/EMA": derive(
        "guobiao",
        values={"two_concealed_kongs": 8, "melded_and_concealed_kong": 6},
        switches={"fully_concealed_beside_closed_fans": True},
    ),
    "JMSA Japan": derive("guobiao", switches={"all_types_beside_seven_pairs": False}, cap=88),
    "online platforms before 2023": derive(
        "guobiao", switches={"waits_beside_knitted_straight": False}
    ),
    "1998 table literally": derive("guobiao", switches={"melded_and_concealed_kong": False}),
}


def rows(lines):
    """The columns of every line that is no comment."""
    return [line.rstrip("\n").split("\t") for line in lines if not line.startswith("#")]


@pytest.fixture(scope="module")
def corpus(shared):
    with gzip.open(shared / "cases" / "corpus.tsv.gz", "rt", encoding="utf-8") as file:
        return rows(file)


@pytest.fixture(scope="module")
def hands(shared):
    return rows((shared / "cases" / "hands.tsv").read_text("utf-8").splitlines())


@pytest.fixture(scope="module")
def examples(shared):
    return rows((shared / "cases" / "examples_hands.tsv").read_text("utf-8").splitlines())


def counted(hand):
    return Counter({line.fan.zh: line.count for line in score(hand).fans})


def listed(text):
    """The fan of a list such as "四归一x2 自摸"."""
    fans = Counter()
    for name in text.split():
        zh, _, copies = name.partition("x")
        fans[zh] += int(copies or 1)
    return fans


def test_corpus_points_and_fans(corpus):
    wrong = [
        row[0]
        for row in corpus
        if score(hand := parse_hand(row[0])).points != int(row[1])
        or counted(hand) != listed(row[2])
    ]

    assert len(corpus) == CORPUS_SIZE
    assert wrong == []


def test_corpus_hands_are_legal_but_for_the_minimum(corpus):
    wrong = [
        row[0]
        for row in corpus
        if [problem.code for problem in problems(parse_hand(row[0]))]
        != (["below_minimum"] if int(row[1]) < 8 else [])
    ]

    assert wrong == []


def test_hard_hands_points_and_fans(hands):
    judged = [row for row in hands if row[1] in LEGAL_OR_SHORT]
    wrong = [
        row[0]
        for row in judged
        if score(hand := parse_hand(row[3])).points != int(row[4])
        or counted(hand) not in [listed(text) for text in (row[5], *row[6].split(" / "))]
    ]

    assert len(judged) == 348
    assert wrong == []


def other_points(cell):
    """The points under other rules: "JMSA Japan (...)=88; ..." by the name of the rules."""
    return {
        name: int(points)
        for name, points in re.findall(r"(?:^|; )([^(]+) \([^)]*\)=(\d+)", cell)
        if name in OTHER_RULES
    }


def test_hard_hands_under_other_rules(hands):
    listed_points = [(row[3], other_points(row[7])) for row in hands if row[1] in LEGAL_OR_SHORT]

    wrong = [
        (text, name)
        for text, others in listed_points
        for name, points in others.items()
        if score(parse_hand(text), OTHER_RULES[name]).points != points
    ]

    assert wrong == []
    assert Counter(name for _, others in listed_points for name in others) == {
        "JMSA Japan": 55,
        "WMO-2006/EMA": 38,
        "online platforms before 2023": 7,
        "1998 table literally": 5,
    }


def test_lists_of_equal_worth_are_among_the_other_ways_to_count(hands):
    several = [row for row in hands if row[6] and row[1] in LEGAL_OR_SHORT]

    missing = [
        row[0]
        for row in several
        for text in row[6].split(" / ")
        if listed(text) not in ways_worth_the_same(parse_hand(row[3]))
    ]

    assert missing == []
    assert len(several) == 28


def ways_worth_the_same(hand):
    found = score(hand)
    ways = [found.counting, *(way for way in found.others if way.points == found.points)]
    return [Counter({line.fan.zh: line.count for line in way.fans}) for way in ways]


def test_hard_hands_refusals(hands):
    wrong = [
        row[0]
        for row in hands
        if [problem.code for problem in problems(parse_hand(row[3]))]
        != ([row[2]] if row[2] else [])
    ]

    assert wrong == []


def test_drawn_hands_of_the_rule_book(examples):
    wrong = [row[0] for row in examples if score(parse_hand(row[1])).points != int(row[2])]

    assert len(examples) == 94
    assert wrong == []


def test_printed_forms_read_back(corpus, hands):
    lines = [row[0] for row in corpus] + [row[3] for row in hands]

    assert [line for line in lines if str(parse_hand(line)) != line] == []


def test_other_ways_to_write_print_the_same_once_read(examples):
    printed = [str(parse_hand(row[1])) for row in examples]

    assert [str(parse_hand(line)) for line in printed] == printed
