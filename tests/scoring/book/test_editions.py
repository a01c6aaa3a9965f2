"""What a fan's page says about the editions comes from their profiles."""

import pytest

from scoring.book import agree, editions_of
from scoring.book.loader import load_book
from scoring.rules import SWITCHES


def seen(key):
    """Edition: value, what counts beside it only there, what does not count only there."""
    return {
        edition.profile.key: (
            edition.points,
            [fan.key for fan in edition.added],
            [fan.key for fan in edition.dropped],
        )
        for edition in editions_of(key)
    }


def test_values_differ():
    assert seen("two_concealed_kongs") == {
        "guobiao": (6, [], []),
        "cn1998": (6, [], []),
        "wmo2006": (8, [], []),
        "jmsa": (6, [], []),
        "lianzhong": (6, [], []),
    }


def test_what_counts_beside_it_differs():
    assert seen("seven_pairs") == {
        "guobiao": (24, [], []),
        "cn1998": (24, [], []),
        "wmo2006": (24, ["fully_concealed_hand"], []),
        "jmsa": (24, [], ["all_types"]),
        "lianzhong": (24, [], []),
    }
    assert seen("lower_tiles")["cn1998"] == (24, ["lower_four"], [])
    assert seen("three_kongs")["cn1998"] == (
        32,
        [],
        ["three_concealed_pungs", "two_concealed_pungs"],
    )
    assert seen("four_kongs")["cn1998"] == (
        88,
        [],
        ["four_concealed_pungs", "three_concealed_pungs", "two_concealed_pungs"],
    )


def test_an_edition_may_not_have_the_fan():
    assert {key: points for key, (points, *_) in seen("melded_and_concealed_kong").items()} == {
        "guobiao": 5,
        "cn1998": None,
        "wmo2006": 6,
        "jmsa": 5,
        "lianzhong": 5,
    }


@pytest.mark.parametrize(
    ("key", "remarks"),
    [
        ("edge_wait", {"wmo2006": 2}),
        ("melded_kong", {"cn1998": 1}),
        ("big_four_winds", {"lianzhong": 1}),
        ("all_simples", {}),
    ],
)
def test_other_differences_are_told_in_words(key, remarks):
    assert {
        edition.profile.key: len(edition.remarks) for edition in editions_of(key) if edition.remarks
    } == remarks


@pytest.mark.parametrize(
    ("key", "same"),
    [("pure_straight", True), ("two_concealed_kongs", False), ("seven_pairs", False)],
)
def test_editions_may_agree(key, same):
    assert agree(editions_of(key)) is same


def test_every_switch_is_told_in_words_for_either_state():
    assert list(load_book().switches) == list(SWITCHES)
    for texts in load_book().switches.values():
        assert texts.on != texts.off
