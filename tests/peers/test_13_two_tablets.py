"""Two tablets on one table: each hears of the other, and the second to save has to choose."""

import pytest
from django.test import Client

from tests.factories import discard_win, game_url, make_game, make_official
from tests.peers.pages import post, words
from tournament.models import Role
from tournament.services.hands import entry_of

pytestmark = pytest.mark.django_db

MINE = {"winner": "C", "discarder": "A", "mode": "points", "points": "21", "replaces": "0"}
THEIRS = {**MINE, "discarder": "B"}


@pytest.fixture
def game():
    return make_game()


@pytest.fixture
def tablets(game):
    found = []
    for name in ("li", "wu"):
        found.append(Client())
        found[-1].force_login(make_official(game.round.tournament, Role.REFEREE, username=name))
    return found


def test_each_hears_of_the_other(tablets, game):
    address = game_url(game, "visit-sheet")
    turns = [(tablets[0], "aaaaaaaa"), (tablets[1], "bbbbbbbb"), (tablets[0], "aaaaaaaa")]
    said = [
        tablet.post(address, {"device": device, "waiting": "0"}).json()["text"]
        for tablet, device in turns
    ]

    assert said == ["", "li has this sheet open too.", "wu has this sheet open too."]


@pytest.mark.parametrize(("mine", "points"), [("keep", []), ("use", [discard_win(2, 0, 21)])])
def test_the_second_to_save_chooses_between_both(tablets, game, mine, points):
    address = game_url(game, "enter-hand", number=1)
    post(tablets[0], address, **THEIRS)

    page = post(tablets[1], address, **MINE)

    assert page.status_code == 409
    for said in ("03 off 01", "03 off 02", "Keep the saved one", "Use mine instead"):
        assert said in words(page)
    if mine == "use":
        tablets[1].post(address, dict(page.context["hidden"]))
    versions = [entry_of(hand) for hand in game.hands.order_by("version")]
    assert versions == [discard_win(2, 1, 21), *points]
