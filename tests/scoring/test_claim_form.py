"""What the winner announced beside what is approved: lowered, never raised without an objection."""

import pytest

from scoring.entry import HandEntry, Outcome
from tests.scoring.test_forms import TILES, codes, english, hand_form  # noqa: F401 (a fixture)

WIN = {"winner": "A", "discarder": "B", "mode": "points", "points": 19, "claim": 1}
# Worth 12: 三色三同顺 8, 平和 2, 门前清 2.
COUNTED = {"winner": "A", "discarder": "B", "mode": "tiles", "notation": TILES, "claim": 1}


def won(points, **claim):
    return HandEntry(Outcome.DISCARD, winner=0, discarder=1, fan_points=points, **claim)


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        pytest.param({"claimed": 21}, won(19, claimed_points=21), id="lowered"),
        pytest.param({"claimed": 19}, won(19), id="equal-leaves-no-trace"),
        pytest.param(
            {"claimed": 21, "agreed": "yes"},
            won(19, claimed_points=21, agreed=True),
            id="agreed",
        ),
        pytest.param(
            {"claimed": 12, "objection": "02: it is 19"},
            won(19, claimed_points=12, agreed=False, objection="02: it is 19"),
            id="raised-after-an-objection",
        ),
        pytest.param({"claimed": "x", "objection": "y", "claim": ""}, won(19), id="row-not-ticked"),
    ],
)
def test_a_claim_is_kept_apart(values, expected):
    form = hand_form(**{**WIN, **values})

    assert form.is_valid(), form.errors
    assert form.entry == expected


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        pytest.param({"claimed": 18}, {"claimed": ["claim_raised"]}, id="raised"),
        pytest.param({"claimed": "many"}, {"claimed": ["invalid"]}, id="no-number"),
        pytest.param({"agreed": "no"}, {"objection": ["no_objection"]}, id="objection-unsaid"),
        pytest.param(
            {"agreed": "yes", "objection": "too much"},
            {"objection": ["agreed_and_objected"]},
            id="both",
        ),
        pytest.param(
            {"claimed": 18, "agreed": "no"},
            {"claimed": ["claim_raised"], "objection": ["no_objection"]},
            id="all-at-once",
        ),
    ],
)
def test_what_cannot_be_is_refused(values, expected):
    assert codes(hand_form(**{**WIN, **values})) == expected


@pytest.mark.parametrize(
    ("values", "paid", "claimed"),
    [
        pytest.param({"claimed": 14}, 12, 14, id="too-much-is-lowered"),
        pytest.param({"claimed": 10}, 10, 10, id="too-little-stands"),
        pytest.param({"claimed": 10, "objection": "it is 12"}, 12, 10, id="unless-objected"),
        pytest.param({"claimed": 12}, 12, None, id="right"),
    ],
)
def test_a_claim_is_held_against_the_tiles(values, paid, claimed):
    form = hand_form(**{**COUNTED, **values})

    assert form.is_valid(), form.errors
    assert (form.entry.fan_points, form.entry.claimed_points) == (paid, claimed)


def test_a_claim_below_the_minimum_is_no_win_without_objection():
    assert codes(hand_form(**COUNTED, claimed=7)) == {"claimed": ["claim_below_minimum"]}


def test_claimed_fan_are_compared_with_the_tiles():
    chosen = {"fan_mixed_triple_chow": 1, "fan_all_simples": 1}
    form = hand_form(**COUNTED, **chosen, claimed_fans="on")

    assert form.is_valid(), form.errors
    assert form.entry.claimed_fans == {"mixed_triple_chow": 1, "all_simples": 1}
    assert (form.entry.claimed_points, form.entry.fan_points) == (10, 10)
    assert form.claim_notes == [
        "The hand is worth 12, claimed were 10: nobody objects, so the claim stands.",
        "All Simples is not in the hand.",
        "Concealed Hand counts, but was not claimed.",
        "All Chows counts, but was not claimed.",
    ]


def test_no_win_has_no_claim():
    form = hand_form(winner="draw", claim=1, claimed="x", agreed="no")

    assert form.is_valid()
    assert form.entry == HandEntry(Outcome.DRAW)


@pytest.mark.parametrize(("points", "doubtful"), [(332, False), (333, True)])
def test_a_total_no_fan_can_give_is_pressed_twice(points, doubtful):
    form = hand_form(winner="A", discarder="B", mode="points", points=points)

    assert form.is_valid()
    said = "No set of fan gives this total. " in " ".join(form.checks)
    assert (form.needs_check, said) == (True, doubtful)
