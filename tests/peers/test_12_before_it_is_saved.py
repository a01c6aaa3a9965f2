"""
The button that saves says what it saves.

Round, table, hand and who won off whom stand on it, for a header may be out of sight; what is rare
and what ends something is asked a second time.
"""

import re

import pytest

from tests.factories import discard_win, game_url, make_game, make_hand, make_official
from tests.peers.pages import post, words
from tournament.models import Role

pytestmark = pytest.mark.django_db

WIN = {"winner": "B", "discarder": "D", "mode": "points", "points": "21", "replaces": "0"}


@pytest.fixture
def game(client):
    game = make_game(players=48)
    game = game.round.games.get(table__number=12)
    client.force_login(make_official(game.round.tournament, Role.HEAD_REFEREE))
    return game


def address(game, number=1):
    return game_url(game, "enter-hand", number=number)


def button(response):
    """What the button that saves says."""
    (found,) = re.findall(r'<button class="save".*?</button>', response.content.decode(), re.DOTALL)
    return " ".join(re.sub(r"<[^>]+>", " ", found).split())


def test_the_save_button_repeats_round_table_hand_and_names(client, game):
    answer = post(client, address(game, 7), **WIN, preview="1")

    said = button(answer)
    assert said.startswith("Save · 21 points")
    assert said.endswith("Round 1 · Table 12 · Hand 7 · 46 off 48")


def test_the_button_of_a_correction_repeats_them_too(client, game):
    make_hand(game, 7, discard_win(0, 1, 9))

    answer = post(client, address(game, 7), **{**WIN, "replaces": "1"}, preview="1", reason="x")

    said = button(answer)
    assert said.startswith("Correct hand 7 · 21 points")
    assert "Round 1 · Table 12 · Hand 7 · 46 off 48" in said


def test_the_button_of_a_penalty_repeats_them_too(client, game):
    sent = {"offender": "B", "hand": "7", "offence": "short_win"}

    said = words(post(client, game_url(game, "penalise"), **sent, preview="1"))

    assert "Round 1 · Table 12 · Hand 7" in said
    assert "Player 46" in said


@pytest.mark.parametrize(
    ("number", "entry", "asked"),
    [
        pytest.param(1, {"points": "63"}, "", id="63-points"),
        pytest.param(1, {"points": "64"}, "64 points? Press again", id="64-points"),
        pytest.param(1, {"points": "88"}, "88 points? Press again", id="88-points"),
        pytest.param(1, {"points": "20", "flowers": "4"}, "= 20? Press again", id="4-flowers"),
        pytest.param(15, {}, "", id="hand-15"),
        pytest.param(16, {}, "21 points? Press again", id="hand-16"),
        pytest.param(16, {"winner": "draw"}, "Last hand? Press again", id="hand-16-drawn"),
    ],
)
def test_rare_outcomes_and_the_last_hand_are_asked_twice(client, game, number, entry, asked):
    sent = {**WIN, **entry}
    if sent["winner"] == "draw":
        sent |= {"discarder": "", "points": ""}

    first = post(client, address(game, number), **sent)
    if not asked:
        assert (first.status_code, game.hands.count()) == (302, 1)
        return
    assert (first.status_code, game.hands.count()) == (422, 0)
    assert asked in button(first)
    second = post(client, address(game, number), **sent, confirm=first.context["form"].check_key)

    assert (second.status_code, game.hands.count()) == (302, 1)


def test_a_second_press_confirms_that_very_entry_and_no_other(client, game):
    first = post(client, address(game), **{**WIN, "points": "88"})
    key = first.context["form"].check_key

    other = post(client, address(game), **{**WIN, "points": "89"}, confirm=key)

    assert (other.status_code, game.hands.count()) == (422, 0)


def test_taking_a_hand_back_asks_first_and_names_it(client, game):
    make_hand(game, 7, discard_win(1, 3, 21))

    page = client.get(game_url(game, "withdraw-hand", number=7))

    said = words(page)
    assert ("Hand 7" in said, "Table 12" in said, "46 off 48" in said) == (True, True, True)
    assert game.hands.get().outcome == "discard"
