"""
On a bad connection a hand is sent twice, and stored once.

Each write has a name of its own, made on the phone; a retry gets the answer of the first try.
"""

import pytest

from tests.factories import discard_win, game_url, make_game, make_official
from tests.peers.pages import words
from tournament.models import ActionLog, Role
from tournament.services.hands import entry_of

pytestmark = pytest.mark.django_db

WIN = {"winner": "B", "discarder": "D", "mode": "points", "points": "21", "replaces": "0"}


@pytest.fixture
def game(client):
    game = make_game()
    client.force_login(make_official(game.round.tournament, Role.REFEREE))
    return game


def facts(game):
    game.refresh_from_db()
    writes = ActionLog.objects.filter(action="record_hand").count()
    return [entry_of(hand) for hand in game.hands.all()], game.version, writes


def test_a_retry_gets_the_first_answer(client, game):
    address = game_url(game, "enter-hand", number=1)
    first = client.post(address, {**WIN, "token": "phone-1"})
    before = facts(game)

    second = client.post(address, {**WIN, "token": "phone-1"})

    assert (first.status_code, second.status_code, second.url) == (302, 302, first.url)
    assert facts(game) == before
    assert before[0] == [discard_win(1, 3, 21)]
    assert "already saved, nothing was doubled" in words(client.get(second.url))


def test_the_same_entry_sent_anew_is_not_doubled_either(client, game):
    address = game_url(game, "enter-hand", number=1)
    client.post(address, {**WIN, "token": "phone-1"})
    before = facts(game)

    answer = client.post(address, {**WIN, "token": "phone-2"})

    assert (answer.status_code, facts(game)) == (302, before)


def test_another_entry_under_a_used_name_is_refused(client, game):
    address = game_url(game, "enter-hand", number=1)
    client.post(address, {**WIN, "token": "phone-1"})
    before = facts(game)

    answer = client.post(address, {**WIN, "token": "phone-1", "points": "22"})

    assert (answer.status_code, facts(game)) == (409, before)
