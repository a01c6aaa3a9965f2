"""
The engine against the reference hands kept beside the checkout.

Without the folder the tests skip and say so; with REQUIRE_SHARED=1 its absence fails.
"""

import gzip
from collections import Counter

import pytest

from scoring.rules import parse_hand, problems, score

CORPUS_SIZE = 8125
LEGAL_OR_SHORT = ("hand", "below_minimum")


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
