"""Claimed and approved points on the pages: entered, shown in the history, logged, compared."""

import pytest

from scoring.entry import HandEntry, Outcome
from tests.factories import discard_win, game_url, make_hand
from tests.peers.pages import words
from tournament.models import ActionLog
from tournament.services.hands import Saved, entry_of, record_hand
from tournament.services.log import Request

pytestmark = pytest.mark.django_db

WIN = {"winner": "A", "discarder": "B", "mode": "points", "points": "19", "replaces": "0"}
CLAIM = {"claim": "1", "claimed": "21", "agreed": "no", "objection": "B: no Half Flush"}


def test_a_claim_shows_in_history_and_log_and_comes_back_for_a_correction(client, game, referee):
    address = game_url(game, "enter-hand", number=1)
    client.post(address, {**WIN, **CLAIM, "token": "one"})

    history = words(client.get(game_url(game, "hand-history", number=1)))
    assert "claimed 21 → approved 19 · objection: B: no Half Flush" in history
    logged = ActionLog.objects.get(action="record_hand").after
    assert (logged["claimed_points"], logged["fan_points"]) == (21, 19)
    assert (logged["agreed"], logged["objection"]) == (False, "B: no Half Flush")
    form = client.get(address).context["form"]
    shown = {name: form[name].value() for name in ("claim", "claimed", "agreed", "objection")}
    assert shown == {**CLAIM, "claim": True, "claimed": 21}


def test_two_entries_that_differ_in_the_claim_alone_are_a_conflict(client, game, referee):
    make_hand(game, 1, HandEntry(Outcome.DISCARD, 0, 1, fan_points=19))

    answer = client.post(game_url(game, "enter-hand", number=1), {**WIN, **CLAIM, "token": "late"})

    assert answer.status_code == 409
    assert "claimed 21 → approved 19 · objection: B: no Half Flush" in words(answer)
    # What is chosen there still carries the claim.
    kept = dict(answer.context["hidden"])
    assert {name: kept[name] for name in CLAIM} == CLAIM


def test_the_same_claim_twice_is_one_hand(game):
    entry = HandEntry(Outcome.SELF_DRAW, 2, fan_points=16, claimed_points=18, agreed=True)
    make_hand(game, 1, entry)

    again = record_hand(game=game, number=1, entry=entry, replaces=0, request=Request())

    assert (again.saved, entry_of(again.hand), game.hands.count()) == (Saved.SAME, entry, 1)


def test_an_impossible_total_is_saved_at_the_second_press_and_marked(client, game, referee):
    address = game_url(game, "enter-hand", number=1)
    dear = {**WIN, "points": "400"}
    first = client.post(address, {**dear, "token": "one"})
    assert first.status_code == 422
    assert "No set of fan gives this total." in words(first)

    client.post(address, {**dear, "token": "two", "confirm": first.context["form"].check_key})

    (hand,) = game.hands.all()
    assert entry_of(hand) == discard_win(0, 1, 400)
    assert "Check" in words(client.get(game_url(game, "sheet")))
    history = words(client.get(game_url(game, "hand-history", number=1)))
    assert "No set of fan gives this total; it was saved after a second look." in history
