import inspect
import re

import pytest
from django.utils import translation

from scoring import messages
from scoring.rules import (
    Flower,
    Problem,
    Tile,
    notation,
    parse_hand,
    problems,
    read_hand,
    validate,
)


@pytest.fixture(autouse=True)
def _in_english():
    with translation.override("en"):
        yield


def codes_in(module, pattern):
    return set(re.findall(pattern, inspect.getsource(module)))


def test_every_problem_has_a_sentence():
    codes = {key.partition(".")[0] for key in messages.PROBLEM_SENTENCES}

    assert codes == codes_in(validate, r'_problem\(\s*"(\w+)"')


def test_every_notation_error_has_a_sentence():
    raised = codes_in(notation, r'(?:\.error|error_at_next)\("(\w+)"')

    assert set(messages.NOTATION_SENTENCES) == raised


def test_every_tile_and_flower_has_a_name():
    assert len({messages.tile_name(tile) for tile in Tile}) == 34
    assert len({messages.flower_name(flower) for flower in Flower}) == 8


def sentences(text):
    return [messages.problem_message(problem) for problem in problems(parse_hand(text))]


@pytest.mark.parametrize(
    ("text", "english", "chinese"),
    [
        pytest.param(
            "[222m,1][123m,2]2m345678s2m",
            "Tiles of 2 characters: 6 (concealed 1, in melds 4, winning tile 1), "
            "but a set of tiles has four. Check the tiles.",
            "二万有 6 张（立牌 1，副露 4，和的那张 1），一副牌只有 4 张。请核对。",
            id="copies",
        ),
        pytest.param(
            "[1111m,1][2222s,1]34555p6p",
            "Tiles in the hand: 12, each kong counted as three; a win has 14. Tiles to add: 2.",
            "手里有 12 张（每个杠算 3 张），和牌要 14 张。请补上 2 张。",
            id="too-few",
        ),
        pytest.param(
            "123456789m123s11p1s",
            "Tiles in the hand: 15, each kong counted as three; a win has 14. Tiles to remove: 1.",
            "手里有 15 张（每个杠算 3 张），和牌要 14 张。请去掉 1 张。",
            id="too-many",
        ),
        pytest.param(
            "147m147s369pESWNC",
            "These tiles make no winning hand. Tiles to exchange for the nearest, honors and "
            "knitted tiles, all different: 3, such as 1 bamboo, 4 bamboo, 7 bamboo for 2 bamboo, "
            "5 bamboo, 8 bamboo. Check the tiles, or record a false win.",
            "这些牌不成和牌。最近的牌型是全不靠，要换 3 张，"
            "例如把一条、四条、七条换成二条、五条、八条。请核对，或记诈和罚分。",
            id="no-win",
        ),
        pytest.param(
            "[345m,1][678p,1]45567s22p3s|EE1000|5",
            "Points missing: 2. There are 6, but 8 are needed without flowers. "
            "Check the hand, or record a short win.",
            "还差 2 番：现有 6 番，起和要 8 番（不含花）。请核对，或记错和罚分。",
            id="points",
        ),
    ],
)
def test_a_problem_says_what_and_what_to_do(text, english, chinese):
    assert sentences(text) == [english]
    with translation.override("zh-hans"):
        assert sentences(text) == [chinese]


def test_a_problem_names_the_flower():
    problem = Problem("duplicate_flower", (("flower", "a"), ("count", 2)))

    assert messages.problem_message(problem) == (
        "plum blossom is there 2 times, but every flower exists once. Check the flowers."
    )


@pytest.mark.parametrize(
    ("fan", "name"),
    [
        pytest.param("heavenly_hand", "Heavenly Hand", id="known"),
        pytest.param("windfall", "windfall", id="unknown"),
    ],
)
def test_a_problem_names_the_fan(fan, name):
    assert messages.problem_message(Problem("declared_seat", (("fan", fan),))) == (
        f"{name} cannot be won from this seat. Check the seat wind, or take it back."
    )


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("[135m,1]5m", id="meld-and-count"),
        pytest.param("[123p,1][444s,1][789m,1]345pCC|EE0111|9", id="conditions"),
        pytest.param("[345m,1][678p,1]45567s22p3s|EE1000|5", id="points"),
    ],
)
def test_sentences_take_the_engine_s_parameters(text):
    assert sentences(text)
    assert not any("%" in sentence for sentence in sentences(text))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        pytest.param("11m2", "After 2 the suit is missing (place 4). Add m, s or p.", id="suit"),
        pytest.param("11mx", "“x” cannot stand at place 4. Remove or replace it.", id="character"),
        pytest.param(
            "[33m,1]1m",
            "The meld at place 1 has 2 tiles. Write three, or four for a kong.",
            id="meld",
        ),
    ],
)
def test_notation_errors_say_where(text, sentence):
    assert messages.problem_message(read_hand(text)) == sentence
