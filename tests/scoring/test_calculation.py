"""What the calculator says of a text: whole answers, and never an exception."""

import pytest
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from scoring.calculation import Calculation, calculate
from scoring.rules import PROFILES, WinningTile, parse_hand, score
from scoring.rules.tiles import tiles

SEVEN_PAIRS = "223344m55p667788s|EW0000|0"


@pytest.fixture(autouse=True)
def english():
    with translation.override("en"):
        yield


def answer(text, profile="guobiao", declared=()):
    return calculate(text, profile, declared)


def test_a_legal_win_has_its_score_and_no_problem():
    hand = parse_hand(SEVEN_PAIRS)

    assert answer(SEVEN_PAIRS) == Calculation(hand=hand, score=score(hand))
    assert answer(SEVEN_PAIRS).is_legal


@pytest.mark.parametrize(
    ("text", "amounts"),
    [
        pytest.param(SEVEN_PAIRS, (50, -34, -8, -8), id="discard"),
        pytest.param("223344m55p667788s|EW1000|0", (105, -35, -35, -35), id="self-draw"),
        pytest.param("223344m55p667788s|EW0000|3", (53, -37, -8, -8), id="flowers"),
        pytest.param("[123m,1][123m,1]456s55p99m9m", (), id="too cheap"),
    ],
)
def test_the_four_payments(text, amounts):
    assert answer(text).payments == amounts


def test_points_below_the_minimum_are_no_problem_of_the_tiles():
    cheap = answer("[123m,1][456m,1]789p55s24s3s")

    assert (cheap.problems, cheap.wrong, cheap.is_legal) == ((), (), False)
    assert cheap.score.missing == 8 - cheap.score.points


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        ("", 14),
        ("  ", 14),
        ("|EW0000", 14),
        ("[123m,1]", 11),
        ("［EEE，2］[1111s]", 8),
        ("12m", 12),
    ],
)
def test_missing_tiles_are_counted(text, missing):
    found = answer(text)

    assert (found.missing, found.problems, found.waits) == (missing, (), ())


def test_thirteen_tiles_say_what_they_wait_for():
    (east,) = tiles("E")

    # 混幺九 32, 五门齐 6, 箭刻 2, 双同刻 2, 暗杠 2, 单钓将 1; 自摸 1.
    found = answer("[111m,1][999s,2][111p,3][FFFF]E|SS0000|0")

    assert (found.missing, found.problems) == (1, ())
    assert found.waits == (WinningTile(east, 46, 45, 3),)


def test_thirteen_tiles_may_wait_for_nothing():
    assert answer("113355m22446s7pE").waits == ()


@pytest.mark.parametrize(
    ("text", "problem", "wrong"),
    [
        pytest.param("5555m", "", (), id="four"),
        pytest.param(
            "55555m",
            "Tiles of 5 characters: 5 (concealed 4, in melds 0, winning tile 1), "
            "but a set of tiles has four. Check the tiles.",
            ("5m",) * 5,
            id="five",
        ),
        pytest.param(
            "[555m,1][5555m]5m",
            "Tiles of 5 characters: 8 (concealed 0, in melds 7, winning tile 1), "
            "but a set of tiles has four. Check the tiles.",
            ("5m", "[555m,1]", "[5555m]"),
            id="five in melds",
        ),
        pytest.param(
            "[124m,1]1p",
            "[124m,1] is no chow, pung or kong that can be laid down. "
            "Check its tiles and whose discard it was.",
            ("[124m,1]",),
            id="meld",
        ),
        pytest.param(
            "123m456m789m123pE5s",
            "These tiles make no winning hand. Tiles to exchange for the nearest, "
            "four sets and a pair: 1, such as 5 bamboo for East wind. "
            "Check the tiles, or record a false win.",
            ("5s",),
            id="no win",
        ),
        pytest.param("12mx", "“x” cannot stand at place 4. Remove or replace it.", (), id="unreadable"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_and_pointed_at(text, problem, wrong):
    found = answer(text)

    assert found.problems == ((problem,) if problem else ())
    assert found.wrong == wrong


def test_the_last_tile_is_not_judged_before_it_came():
    assert answer("555m|EE0101").problems == ()
    assert len(answer("[666m,1]123m456s789p5m5m|EE0101").problems) == 2


def test_what_was_declared_counts_in_the_hall():
    hand = "123m456m789m123pE1E|EE1000|0".replace("1E", "E")

    assert answer(hand, "lianzhong", ["heavenly_hand"]).score.points > answer(hand).score.points


@given(st.text(max_size=60), st.sampled_from(sorted(PROFILES)))
def test_any_text_has_an_answer(text, profile):
    with translation.override("en"):
        found = calculate(text, profile)

    assert found.score or found.problems or found.missing


@given(st.text(alphabet="123456789mspESWNCFP[],|01abcdefgh ", max_size=60))
def test_any_text_of_our_signs_has_an_answer(text):
    with translation.override("en"):
        found = calculate(text, "guobiao")

    assert found.score or found.problems or found.missing
