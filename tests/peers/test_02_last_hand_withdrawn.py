"""
The last hand is withdrawn like any other, the sixteenth too, until the sheet is signed.

A signature of a player does not stand in the way: it is void with the change. Once the referee has
signed, the head referee opens the sheet again.
"""

import pytest

from tests.factories import discard_win, game_url, make_game, make_hand, make_official
from tests.peers.pages import post, words
from tournament.models import Game, Hand, Role

pytestmark = pytest.mark.django_db


@pytest.fixture
def game():
    game = make_game(players=8)
    for number in range(1, 17):
        make_hand(game, number, discard_win(0, 1, 8 + number))
    return game


@pytest.fixture
def referee(client, game):
    client.force_login(make_official(game.round.tournament, Role.REFEREE))
    return client


def withdraw(client, game, number=16):
    return post(client, game_url(game, "withdraw-hand", number=number), replaces="1")


def agree(client, game, letter):
    version = Game.objects.get(pk=game.pk).version
    assert post(client, sign_url(game, letter), seen=version).status_code == 302


def sign_url(game, letter):
    return game_url(game, "sign-seat", letter=letter)


def sign_all(client, game):
    for letter in "ABCD":
        agree(client, game, letter)
    version = Game.objects.get(pk=game.pk).version
    assert post(client, game_url(game, "sign-sheet"), seen=version).status_code == 302


def test_the_sixteenth_hand_is_withdrawn_and_open_again(referee, game):
    answer = withdraw(referee, game)

    assert (answer.status_code, answer.url) == (302, game_url(game, "enter-hand", number=16))
    versions = list(Hand.objects.filter(number=16).values_list("version", "outcome", "is_current"))
    assert versions == [(1, "discard", False), (2, "withdrawn", True)]
    assert "Enter hand 16 here" in words(referee.get(game_url(game, "sheet")))


def test_it_is_withdrawn_while_the_players_sign_and_their_signatures_are_void(referee, game):
    agree(referee, game, "A")
    agree(referee, game, "B")

    assert withdraw(referee, game).status_code == 302

    page = words(referee.get(game_url(game, "review")))
    assert page.count("void: sign again") == 2
    assert "Not signed yet: 01, 02, 03, 04." in page
    assert "Hands 16 to 16 were not played" in page


def test_once_the_sheet_is_signed_it_is_the_head_referees(referee, game):
    sign_all(referee, game)

    assert withdraw(referee, game).status_code == 409
    assert Hand.objects.filter(number=16).count() == 1

    referee.force_login(make_official(game.round.tournament, Role.HEAD_REFEREE))
    opened = post(referee, game_url(game, "reopen-game"), reason="hand 16 was played after time")
    assert opened.status_code == 302
    referee.force_login(make_official(game.round.tournament, Role.REFEREE))
    assert withdraw(referee, game).status_code == 302
