"""The leaders' pages of closing: locking many sheets from the board, what final results wait for."""

import pytest

from tests.factories import (
    game_url,
    make_hand,
    make_official,
    make_round,
    make_tournament,
    shut_round,
)
from tests.peers.pages import post, url, words
from tournament.models import Game, Role
from tournament.services.appeals import file_appeal
from tournament.services.games import close_game
from tournament.services.log import Request
from tournament.services.signing import sign_for_missing, sign_seat

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    return make_tournament(players=8, rounds_planned=1)


@pytest.fixture
def games(client, event):
    round_ = make_round(event)
    client.force_login(make_official(event, Role.ORGANISER))
    games = list(round_.games.select_related("round__tournament", "table"))
    for game in games:
        make_hand(game, 1)
    return games


def test_the_board_counts_signatures_and_locks_what_is_complete(client, event, games):
    sign_for_missing(game=games[0], seen=1, request=Request(reason="on paper"))
    assert "To be signed 4/4" in words(client.get(url(event, "board")))

    refused = post(client, url(event, "run-round", 1), do="lock", unsigned="on")
    assert refused.status_code == 409
    assert "Say why" in words(refused)
    done = post(
        client, url(event, "run-round", 1), do="lock", unsigned="on", reason="signed on paper"
    )

    assert done.status_code == 302
    assert "2 sheets are locked." in words(client.get(done.url))
    assert list(Game.objects.values_list("state", flat=True)) == ["locked", "locked"]


def test_the_board_says_what_final_results_wait_for(client, event, games):
    shut_round(round_=games[0].round, request=Request())
    assert "To the appeals" not in words(client.get(url(event, "board")))
    close_game(game=games[0], request=Request())
    file_appeal(game=games[1], text="Hand 1", request=Request())

    board = words(client.get(url(event, "board")))
    page = words(client.get(url(event, "appeals")))

    assert "An appeal is open: round 1 table 2. Decide it first." in board
    assert "appeals can be filed: round 1 table 1. To the appeals" in board
    assert "Not yet: 1 appeal is open. Not yet: these games can still be appealed." in page
    assert "1 sheet is not locked" in page


def test_a_dispute_without_words_loses_nothing(client, games):
    answer = post(client, game_url(games[0], "game-appeals"), seat="C", text=" ")

    assert answer.status_code == 422
    assert "Write down what is disputed." in words(answer)
    assert 'value="C" checked' in answer.content.decode()


CHANGING = ("enter-hand", "penalise", "absence", "wrong-seats", "void-hand", "withdraw-hand")


@pytest.mark.parametrize("name", CHANGING)
def test_whose_signatures_a_change_voids_stands_above_it(client, games, name):
    where = {"number": 1} if name in {"enter-hand", "withdraw-hand"} else {}
    address = game_url(games[0], name, **where)
    assert "has signed" not in words(client.get(address))
    for start in (0, 2):
        sign_seat(seat=games[0].seats.get(start=start), seen=1, request=Request())

    said = words(client.get(address))

    assert "01, 03 have signed. A change makes the signatures void." in said
    make_hand(games[0], 2)
    assert "have signed" not in words(client.get(address))


@pytest.mark.parametrize("name", CHANGING)
def test_a_leader_opens_a_locked_sheet_from_where_he_wanted_to_change_it(client, games, name):
    where = {"number": 1} if name in {"enter-hand", "withdraw-hand"} else {}
    close_game(game=games[0], request=Request())

    page = client.get(game_url(games[0], name, **where))

    assert "Open it again to change it. Open the sheet again…" in words(page)
    assert game_url(games[0], "reopen-game") in page.text
    client.force_login(make_official(games[0].round.tournament, Role.REFEREE))
    told = words(client.get(game_url(games[0], name, **where)))
    assert "Ask the head referee for a change. Back to the sheet" in told
