"""Slips and noise: what is wrong is named, and nothing raises."""

import random

import pytest
from django.utils import translation

from scoring.messages import problem_message
from scoring.rules import Hand, Problem, judge, parse_hand, read_hand
from tests.golden.differential import SEED_VARIABLE, seed_of_this_run
from tests.golden.generate import PATH
from tests.golden.mutations import MUTATIONS

pytestmark = pytest.mark.bulk

EACH = 10_000 // len(MUTATIONS) + 1
TEXTS = 10_000
LONGEST = 60
SIGNS = b"[],|123456789mspESWNCFP0abch \n"


@pytest.fixture(scope="module")
def seed():
    used = seed_of_this_run()
    print(f"{SEED_VARIABLE}={used}")  # noqa: T201
    return used


@pytest.fixture(scope="module")
def hands():
    lines = PATH.read_text(encoding="utf-8").splitlines()[1:]
    return [parse_hand(line.partition("\t")[0]) for line in lines]


def drawn(rng, hands, change):
    """Hands with the slip, as many as wanted."""
    found = []
    while len(found) < EACH:
        slip = change(rng, rng.choice(hands))
        if slip is not None:
            found.append(slip)
    return found


@pytest.mark.parametrize("mutation", [pytest.param(one, id=one.name) for one in MUTATIONS])
def test_a_slip_has_the_problems_of_its_kind(seed, hands, mutation):
    rng = random.Random(f"{seed} {mutation.name}")

    unexpected = []
    for slip in drawn(rng, hands, mutation.change):
        codes = {problem.code for problem in judge(slip).problems}
        if not mutation.must <= codes <= mutation.must | mutation.may:
            unexpected.append((str(slip), codes))

    assert unexpected == []


@pytest.mark.parametrize(
    "mutation",
    [pytest.param(one, id=one.name) for one in MUTATIONS if "tile-changed" in one.name],
)
def test_the_hand_before_one_wrong_tile_is_one_tile_away(seed, hands, mutation):
    rng = random.Random(f"{seed} {mutation.name}")

    distances = {
        dict(problem.params)["distance"]
        for slip in drawn(rng, hands, mutation.change)
        for problem in judge(slip).problems
        if problem.code == "not_a_win"
    }

    assert distances == {1}


def noise(rng, hands):
    """Bytes: any at all, signs of the notation, or a hand with a few bytes written over."""
    length = rng.randrange(LONGEST)
    match rng.randrange(3):
        case 0:
            return rng.randbytes(length)
        case 1:
            return bytes(rng.choices(SIGNS, k=length))
    text = bytearray(str(rng.choice(hands)).encode())
    for _ in range(rng.randint(1, 3)):
        place = rng.randrange(len(text))
        text[place : place + rng.randrange(2)] = rng.randbytes(1)
    return bytes(text)


def said_about(text):
    """Everything said about a text: one reason why it is no hand, or all problems of the hand."""
    hand = read_hand(text)
    return (hand,) if isinstance(hand, Problem) else judge(hand).problems


def test_any_bytes_are_read_or_refused(seed, hands):
    rng = random.Random(f"{seed} noise")

    for _ in range(TEXTS):
        # Files replace what is no UTF-8; the command line passes it on as lone surrogates.
        text = noise(rng, hands).decode("utf-8", rng.choice(["replace", "surrogateescape"]))
        found = read_hand(text)
        if isinstance(found, Hand):
            assert str(read_hand(str(found))) == str(found)
        else:
            assert 0 <= dict(found.params)["position"] <= len(text)
        for problem in said_about(text):
            with translation.override(rng.choice(["en", "zh-hans"])):
                assert "%(" not in problem_message(problem)
