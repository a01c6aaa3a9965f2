"""
Who did what can be searched; who entered a sheet stands on it; a second person confirms it.

The players sign what the referee entered, the referee signs, and the head referee locks.
"""

import pytest

from tests.factories import game_url, make_game, make_official
from tests.peers.pages import post, rows, url, words
from tournament.models import Game, Role, Signature

pytestmark = pytest.mark.django_db

WIN = {"winner": "A", "discarder": "B", "mode": "points", "points": "21", "replaces": "0"}


@pytest.fixture
def game():
    return make_game(players=8)


@pytest.fixture
def event(game):
    return game.round.tournament


def log_in(client, event, role, name):
    client.force_login(make_official(event, role, username=name))


def press(client, game, name, **data):
    answer = post(client, game_url(game, name), seen=version(game), **data)
    assert answer.status_code == 302


def version(game):
    return Game.objects.get(pk=game.pk).version


def enter_and_sign(client, game):
    assert post(client, game_url(game, "enter-hand", number=1), **WIN).status_code == 302
    corrected = {**WIN, "points": "24", "replaces": "1", "reason": "Fan verified"}
    assert post(client, game_url(game, "enter-hand", number=1), **corrected).status_code == 302
    for letter in "ABC":
        answer = post(client, game_url(game, "sign-seat", letter=letter), seen=version(game))
        assert answer.status_code == 302
    press(client, game, "sign-missing", reason="left for the train")
    press(client, game, "sign-sheet")


def test_a_second_person_locks_what_the_referee_signed(client, game, event):
    log_in(client, event, Role.REFEREE, "li")
    enter_and_sign(client, game)
    assert Game.objects.get(pk=game.pk).state == "signed"
    again = post(client, game_url(game, "sign-sheet"), seen=version(game))
    assert again.status_code == 409  # his own signature is no second one

    log_in(client, event, Role.HEAD_REFEREE, "wang")
    press(client, game, "sign-sheet")

    assert Game.objects.get(pk=game.pk).state == "locked"
    signed = Signature.objects.filter(official__isnull=False).order_by("pk")
    assert [row.official.user.username for row in signed] == ["li", "wang"]
    page = words(client.get(game_url(game, "review")))
    assert "✓ li · Table referee" in page
    assert "✓ wang · Head referee" in page
    assert "Signed for player 04: left for the train" in page


def test_who_entered_and_corrected_a_hand_stands_in_its_history(client, game, event):
    log_in(client, event, Role.REFEREE, "li")
    enter_and_sign(client, game)

    history = words(client.get(game_url(game, "hand-history", number=1)))

    assert "Version 2 stands li" in history
    assert "Fan verified" in history


def test_all_changes_of_a_game_are_listed_with_who_and_before_and_after(client, game, event):
    log_in(client, event, Role.REFEREE, "li")
    enter_and_sign(client, game)

    lines = rows(client.get(game_url(game, "game-changes")))[1:]

    assert [(line[2], line[1]) for line in lines] == [
        ("Sheet signed by the referee", "li"),
        ("Signed for players", "li"),
        ("Player signed", "li"),
        ("Player signed", "li"),
        ("Player signed", "li"),
        ("Hand entered", "li"),
        ("Hand entered", "li"),
    ]
    assert "left for the train" in lines[1][4]
    assert "points, flowers included 21 → 24" in lines[5][4]


def test_the_log_is_searched_by_person_and_word(client, game, event):
    log_in(client, event, Role.REFEREE, "li")
    enter_and_sign(client, game)
    log_in(client, event, Role.ORGANISER, "zhao")

    def found(query):
        return [line[2] for line in rows(client.get(url(event, "log") + query))[1:]]

    assert found("?q=train") == ["Signed for players"]
    assert found("?who=li&what=record_hand") == ["Hand entered", "Hand entered"]
    assert found("?who=zhao") == []


def test_readers_see_neither_the_signatures_nor_the_changes(client, game, event):
    log_in(client, event, Role.REFEREE, "li")
    enter_and_sign(client, game)
    client.logout()

    assert client.get(game_url(game, "game-changes")).status_code == 302
    assert "Signed:" not in words(client.get(game_url(game, "sheet")))
