"""A log-in that runs out while somebody types: nothing is lost without a word."""

import re

import pytest
from django.contrib.sessions.models import Session
from django.urls import reverse

from tests.factories import make_game, make_hand, make_official
from tournament.models import Hand, Penalty, Role
from tournament.views.referee.kept import LONGEST

pytestmark = pytest.mark.django_db

HAND = "/events/hall/rounds/1/tables/1/hands/1/"
PENALTY = "/events/hall/rounds/1/tables/1/penalties/add/"
UNDO = "/events/hall/rounds/1/tables/1/hands/1/withdraw/"
WIN = {"winner": "A", "discarder": "B", "mode": "points", "points": "21", "token": "t1"}


@pytest.fixture
def game():
    return make_game(slug="hall")


@pytest.fixture
def referee(game):
    return make_official(game.round.tournament, Role.REFEREE, username="ref")


def log_in_again(client):
    answer = client.get(reverse("login"))
    said = re.sub(r"<[^>]+>", " ", answer.content.decode())
    client.login(username="ref", password="only-for-tests-1998")
    return said


def test_hand_typed_without_a_log_in_is_in_the_form_afterwards(client, game, referee):
    answer = client.post(HAND, WIN)
    assert answer.status_code == 302
    assert "What you typed is kept" in log_in_again(client)

    text = client.get(HAND).content.decode()

    assert "It is not saved yet" in text
    assert "Save · 21 points" in text
    assert "+45" in text
    assert not Hand.objects.exists()


def test_it_is_given_back_once_and_only_where_it_was_typed(client, game, referee):
    client.post(HAND, WIN)
    log_in_again(client)

    assert (
        "It is not saved yet" not in client.get(HAND.replace("hands/1", "hands/2")).content.decode()
    )
    assert "It is not saved yet" in client.get(HAND).content.decode()
    assert "It is not saved yet" not in client.get(HAND).content.decode()


def test_hand_somebody_else_saved_meanwhile_is_a_conflict_and_not_overwritten(
    client, game, referee
):
    client.post(HAND, {**WIN, "replaces": "0"})
    make_hand(game)
    log_in_again(client)

    text = client.get(HAND).content.decode()
    assert 'name="replaces" value="0"' in text
    assert client.post(HAND, {**WIN, "replaces": "0", "token": "t2"}).status_code == 409


def test_penalty_is_kept_as_well(client, game, referee):
    client.post(PENALTY, {"offender": "B", "hand": "1", "offence": "short_win", "token": "t1"})
    log_in_again(client)

    assert "Record −40 · Player 02" in client.get(PENALTY).content.decode()
    assert not Penalty.objects.exists()


def test_an_undo_is_not_kept_but_said(client, game, referee):
    make_hand(game)
    client.post(UNDO, {"replaces": "1", "token": "t1"})

    assert "nothing was changed" in log_in_again(client)
    assert Hand.objects.get().is_current


def test_more_than_a_form_holds_is_not_kept(client, game, referee):
    client.post(HAND, {**WIN, "reason": "x" * LONGEST})

    assert "nothing was changed" in log_in_again(client)


def test_a_preview_leaves_nothing_behind(client, game, referee):
    client.post(HAND, {**WIN, "preview": "1"}, headers={"HX-Request": "true"})

    assert not Session.objects.exists()
