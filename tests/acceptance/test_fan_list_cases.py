"""Fan lists of the reference, as a referee would write them down: right, and worth their points."""

import csv
import gzip
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TextIO

import pytest

from scoring.rules import FAN_BY_KEY, FANS
from scoring.rules.fan_list import fan_list_points, fan_list_problems

KEY_BY_NAME = {fan.zh: fan.key for fan in FANS}


@dataclass(frozen=True)
class Listed:
    """A hand of the reference: its name, whether it was self-drawn, points without flowers, fan."""

    name: str
    self_drawn: bool
    points: int
    counts: dict[str, int]

    @property
    def refusals(self) -> list[str]:
        """The codes of what is wrong; the minimum aside, some cases are there for missing it."""
        found = fan_list_problems(self.counts, self_drawn=self.self_drawn)
        return [problem.code for problem in found if problem.code != "below_minimum"]


def listed(name: str, hand: str, points: str, fans: str) -> Listed:
    flags = hand.split("|")[1][2:]
    return Listed(name, flags.startswith("1"), int(points), counts(fans.split()))


def counts(fans: Iterable[str]) -> dict[str, int]:
    """Read names with counts, such as 四归一x2."""
    found = [re.fullmatch(r"(\D+?)(?:x(\d))?", fan) for fan in fans]
    return {KEY_BY_NAME[name[1]]: int(name[2] or 1) for name in found if name}


def rows(file: TextIO) -> Iterator[dict[str, str]]:
    return csv.DictReader((line.removeprefix("# ") for line in file), delimiter="\t")


@pytest.fixture(scope="module")
def corpus(shared: Path) -> list[Listed]:
    with gzip.open(shared / "cases" / "corpus.tsv.gz", "rt", encoding="utf-8") as file:
        return [
            listed(row["hand"], row["hand"], row["points_without_flowers"], row["fans"])
            for row in rows(file)
        ]


@pytest.fixture(scope="module")
def hard(shared: Path) -> list[dict[str, str]]:
    with (shared / "cases" / "hands.tsv").open(encoding="utf-8") as file:
        return [row for row in rows(file) if row["fans"]]


@pytest.fixture(scope="module")
def hard_hands(hard: list[dict[str, str]]) -> list[Listed]:
    return [
        listed(row["id"], row["hand"], row["points_without_flowers"], row["fans"]) for row in hard
    ]


@pytest.fixture(scope="module")
def equal_lists(hard: list[dict[str, str]]) -> list[Listed]:
    """Other lists of the same hands that come to the same points."""
    return [
        listed(row["id"], row["hand"], row["points_without_flowers"], fans)
        for row in hard
        for fans in row["other_lists_with_equal_points"].split(" / ")
        if fans
    ]


def test_no_list_of_the_corpus_is_refused(corpus: list[Listed]):
    refused = [(case.name, case.refusals) for case in corpus if case.refusals]

    assert refused == []
    assert len(corpus) > 8000


def test_no_list_of_the_hard_hands_is_refused(hard_hands: list[Listed]):
    refused = [(case.name, case.refusals) for case in hard_hands if case.refusals]

    assert refused == []
    assert len(hard_hands) > 300


def test_points_are_those_of_the_reference(corpus: list[Listed], hard_hands: list[Listed]):
    cases = [*corpus, *hard_hands]

    wrong = [case for case in cases if fan_list_points(case.counts)[0] != case.points]

    assert wrong == []


def test_lists_of_equal_points_are_refused_only_for_a_fourth_chow_alike(equal_lists: list[Listed]):
    refused = [case for case in equal_lists if case.refusals]

    # 清龙 or 三色三同顺 with a fourth chow equal to one of the three: that is 一般高, and naming it
    # 连六, 老少副 or 喜相逢 instead runs against the table's 不计.
    assert {code for case in refused for code in case.refusals} == {"excluded_fan"}
    assert [case.name for case in refused if named_as_double_chow(case).refusals] == []
    assert len(equal_lists) - len(refused) > 10


def named_as_double_chow(case: Listed) -> Listed:
    implied = {fan for bigger in case.counts for fan in FAN_BY_KEY[bigger].implies}
    left = {fan: count for fan, count in case.counts.items() if fan not in implied}
    return replace(case, counts={**left, "pure_double_chow": 1})
