"""Every hand drawn in the rule book, counted by the engine: the book cannot claim what is not so."""

import pytest

from scoring.book import draw, load_book
from scoring.rules import FANS, parse_hand

BOOK = load_book()


def hands_of(kind):
    """Each drawn hand of the fan's entries, with the key of its fan."""
    for entry in BOOK.entries.values():
        for number, example in enumerate(getattr(entry, kind), start=1):
            yield pytest.param(entry.key, example, id=f"{entry.key}-{number}")


def principle_hands():
    for principle in BOOK.principles:
        for number, example in enumerate(principle.examples, start=1):
            yield pytest.param(principle.key, example, id=f"{principle.key}-{number}")


@pytest.mark.parametrize(("key", "example"), hands_of("examples"))
def test_an_example_wins_with_its_fan_and_its_total(key, example):
    drawn = draw(example)

    assert drawn.problems == ()
    assert drawn.score.total == example.total
    assert key in drawn.counted


@pytest.mark.parametrize(("key", "example"), hands_of("near_misses"))
def test_a_near_miss_is_judged_as_the_book_says_and_lacks_the_fan(key, example):
    drawn = draw(example)

    assert key not in drawn.counted
    if example.problem:
        assert example.problem in {problem.code for problem in drawn.problems}
        assert drawn.score is None
    else:
        assert drawn.score.total == example.total
        assert drawn.missing == max(0, 8 - drawn.score.points)


@pytest.mark.parametrize(("key", "example"), principle_hands())
def test_a_principle_leaves_out_what_it_says(key, example):
    drawn = draw(example)

    assert drawn.score.total == example.total
    assert set(example.present) <= drawn.counted
    assert not set(example.absent) & drawn.counted
    assert key in {line.principle for line in drawn.score.left_out}


def named_fans(words):
    return [fan for fan in FANS if "{" + fan.key + "}" in words.en + words.zh]


@pytest.mark.parametrize(("key", "example"), [*hands_of("examples"), *hands_of("near_misses")])
def test_both_languages_of_a_remark_name_the_same_fan(key, example):
    if example.note:
        for fan in named_fans(example.note):
            mark = "{" + fan.key + "}"
            assert (mark in example.note.en, mark in example.note.zh) == (True, True)


@pytest.mark.parametrize("example", [e for entry in BOOK.entries.values() for e in entry.examples],
                         ids=lambda example: str(example.hand))  # fmt: skip
def test_a_drawn_hand_reads_back_from_its_printed_form(example):
    printed = str(example.hand)

    assert str(parse_hand(printed)) == printed


def test_flowers_are_paid_only_above_the_minimum():
    entry = BOOK.entries["flower_tiles"]

    assert [draw(one).flowers for one in (*entry.examples, *entry.near_misses)] == [2, 0]


def test_totals_of_other_editions_stand_beside_the_hand():
    drawn = draw(BOOK.entries["four_concealed_pungs"].examples[0])

    assert [(profile.key, total) for profile, total in drawn.elsewhere] == [("wmo2006", 70)]
