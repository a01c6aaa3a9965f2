"""
Offline announces itself and keeps what was typed.

What a phone does about it is walked through in tests/e2e/test_offline.py; here is the server's
part: it gives the page what it needs to go on alone, takes what comes late, and tells the board.
"""

import pytest

from tests.factories import discard_win, game_url, make_game, make_official, shut_round
from tests.peers.pages import url, words
from tournament.models import Role
from tournament.services.hands import entry_of
from tournament.services.log import Request

pytestmark = pytest.mark.django_db

WIN = {"winner": "B", "discarder": "D", "mode": "points", "points": "21", "replaces": "0"}


@pytest.fixture
def game():
    return make_game()


@pytest.fixture
def referee(client, game):
    referee = make_official(game.round.tournament, Role.REFEREE)
    client.force_login(referee)
    return referee


def late(client, game, referee, number=1):
    """What a phone sends once it is back."""
    headers = {"accept": "application/json", "x-sent-for": str(referee.pk)}
    address = game_url(game, "enter-hand", number=number)
    sent = {**WIN, "token": f"phone-{number}", "queued": f"phone-{number}"}
    answer = client.post(address, sent, headers=headers).json()
    return answer["state"]


def test_the_page_can_go_on_alone_to_every_open_hand(client, referee, game):
    page = client.get(game_url(game, "enter-hand", number=1))

    assert [hand["number"] for hand in page.context["table"]["hands"]] == list(range(1, 17))
    for said in ("Save on this phone", "Offline · {} hands are kept on this phone"):
        assert said in page.content.decode()


def test_what_comes_late_is_saved_in_its_order(client, referee, game):
    states = [late(client, game, referee, number) for number in (1, 2, 3)]

    assert states == ["saved"] * 3
    assert [entry_of(hand) for hand in game.hands.order_by("number")] == [discard_win(1, 3, 21)] * 3


def test_a_log_in_that_ran_out_meanwhile_only_delays_it(client, referee, game):
    client.logout()
    assert late(client, game, referee) == "login"
    client.force_login(referee)

    assert late(client, game, referee) == "saved"
    assert game.hands.count() == 1


def test_what_comes_too_late_is_refused_with_the_reason_and_stays_on_the_phone(
    client, referee, game
):
    shut_round(round_=game.round, request=Request())

    assert late(client, game, referee) == "refused"
    assert game.hands.count() == 0


def test_the_board_tells_of_entries_that_wait_on_a_phone(client, referee, game):
    client.post(game_url(game, "visit-sheet"), {"device": "aaaaaaaa", "waiting": "2"})
    client.force_login(make_official(game.round.tournament, Role.HEAD_REFEREE))

    said = words(client.get(url(game.round.tournament, "board")))

    assert "2 entries on a phone at this table are not sent yet." in said
