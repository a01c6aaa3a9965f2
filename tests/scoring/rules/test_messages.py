import inspect
import re

import pytest
from django.utils import translation

from scoring import messages
from scoring.rules import (
    Flower,
    NotationError,
    Problem,
    Tile,
    notation,
    parse_hand,
    problems,
    validate,
)


@pytest.fixture(autouse=True)
def _in_english():
    with translation.override("en"):
        yield


def codes_in(module, pattern):
    return set(re.findall(pattern, inspect.getsource(module)))


def test_every_problem_has_a_sentence():
    assert set(messages.PROBLEM_SENTENCES) == codes_in(validate, r'_problem\("(\w+)"')


def test_every_notation_error_has_a_sentence():
    raised = codes_in(notation, r'(?:\.error|error_at_next)\("(\w+)"')

    assert set(messages.NOTATION_SENTENCES) == raised


def test_every_tile_and_flower_has_a_name():
    assert len({messages.tile_name(tile) for tile in Tile}) == 34
    assert len({messages.flower_name(flower) for flower in Flower}) == 8


def test_a_problem_names_the_tile():
    problem = Problem("too_many_copies", (("tile", "5m"), ("count", 5)))

    assert messages.problem_message(problem) == (
        "Tiles of 5 characters: 5, but a set of tiles has four. Check the tiles."
    )


def test_a_problem_names_the_flower():
    problem = Problem("duplicate_flower", (("flower", "a"), ("count", 2)))

    assert messages.problem_message(problem) == (
        "plum blossom is there 2 times, but every flower exists once. Check the flowers."
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
    sentences = [messages.problem_message(problem) for problem in problems(parse_hand(text))]

    assert sentences
    assert not any("%" in sentence for sentence in sentences)


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
    with pytest.raises(NotationError) as caught:
        parse_hand(text)

    assert messages.notation_message(caught.value) == sentence
