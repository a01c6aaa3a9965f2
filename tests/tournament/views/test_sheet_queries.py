"""A sheet and the clerk's grid ask the database equally often with one hand and with sixteen."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.rules.penalties import Measure
from tests.factories import discard_win, game_url, make_game, make_hand, make_official
from tournament.models import Game, Role
from tournament.results import game_results
from tournament.services.hands import record_hand, withdraw_hand
from tournament.services.log import Request
from tournament.services.penalties import Ruling, add_penalty, cancel_penalty
from tournament.views.referee.desk import Desk

pytestmark = pytest.mark.django_db

MOST = 12
FINE = Ruling(Measure.FINE, shares=(-40, 0, 0, 0), offence="short_win")
PAID = Ruling(Measure.COMPENSATION, shares=(-30, 10, 10, 10), offence="free")


def asked(client, address):
    with CaptureQueriesContext(connection) as queries:
        assert client.get(address).status_code == 200
    return len(queries)


PAGES = [
    *(("sheet", who) for who in (None, Role.REFEREE, Role.CLERK, Role.ORGANISER)),
    *(("grid", who) for who in (Role.REFEREE, Role.CLERK, Role.ORGANISER)),
]


@pytest.mark.parametrize(("name", "who"), PAGES)
def test_sixteen_hands_take_the_queries_of_one_and_never_more_than_twelve(client, name, who):
    game = make_game(players=8)
    if who:
        tables = [1] if who is Role.REFEREE else []
        client.force_login(make_official(game.round.tournament, who, tables=tables))
    make_hand(game, 1)
    add_penalty(game=game, offender=0, hand_number=1, ruling=FINE, request=Request())
    address = game_url(game, name)
    client.get(address)  # what is asked only once in a process is asked now
    few = asked(client, address)

    for number in range(2, 17):
        make_hand(game, number, discard_win(number % 4, (number + 1) % 4, number + 8))
        add_penalty(game=game, offender=0, hand_number=number, ruling=PAID, request=Request())

    assert (asked(client, address), few <= MOST) == (few, True)


def test_the_desk_and_the_standings_count_a_game_alike():
    game = make_game(starting_score=500)
    make_hand(game, 1, discard_win(0, 1, 21))
    make_hand(game, 2, discard_win(2, 3, 30))
    record_hand(
        game=game, number=1, entry=discard_win(1, 0, 9), replaces=1, request=Request(reason="x")
    )
    withdraw_hand(game=game, number=2, replaces=1, request=Request())
    add_penalty(game=game, offender=0, ruling=FINE, request=Request())
    add_penalty(game=game, offender=0, ruling=PAID, request=Request())
    forfeit = Ruling(Measure.FINE, shares=(0, -80, 0, 0), forfeit=True)
    add_penalty(game=game, offender=1, ruling=forfeit, request=Request())
    gone = add_penalty(game=game, offender=0, ruling=FINE, request=Request())
    cancel_penalty(penalty=gone, request=Request(reason="wrong table"))
    game = Game.objects.select_related("round__tournament", "table").get(pk=game.pk)
    tournament = game.round.tournament

    (expected,) = game_results(Game.objects.filter(pk=game.pk), tournament, public=False)

    assert Desk(tournament, game, who=None).result == expected
