"""
Penalties are part of the result and can be followed.

A table that does not add up to nothing says which penalty did it; no later draw loses a penalty; the
ranking counts it; one that was given by mistake and cancelled leaves no trace in any figure.
"""

import io
from fractions import Fraction

import pytest
from openpyxl import load_workbook

from scoring.rules.penalties import Measure
from tests.factories import discard_win, game_url, make_game, make_hand, make_official
from tests.peers.pages import rows, url, words
from tests.peers.worlds import make_event, places, play, published, standing_round
from tournament.models import Role
from tournament.services.draws_again import redraw
from tournament.services.log import Request
from tournament.services.penalties import (
    Ruling,
    add_penalty,
    cancel_penalty,
    penalise_in_table_points,
)
from tournament.services.rounds import start_round

pytestmark = pytest.mark.django_db

FINE = Ruling(Measure.FINE, offence="short_win", shares=(-40, 0, 0, 0))


def fine(game, ruling=FINE):
    return add_penalty(game=game, offender=0, ruling=ruling, request=Request(reason="seen"))


def test_a_penalty_explains_why_the_table_does_not_sum_to_zero(client):
    game = make_game()
    make_hand(game, 1, discard_win(0, 1, 10))
    fine(game)
    client.force_login(make_official(game.round.tournament, Role.REFEREE))

    said = words(client.get(game_url(game, "sheet")))

    assert "Sum −40 = fines (01 −40)" in said
    assert "does not add up" not in said
    assert "Short win" in words(client.get(game_url(game, "penalties")))


def test_a_table_that_is_wrong_without_a_penalty_is_not_explained(client):
    game = make_game()
    make_hand(game)
    game.hands.get().scores.filter(seat__start=0).update(points=0)

    assert "Sum −32 does not add up" in words(client.get(game_url(game, "sheet")))


def test_penalties_survive_a_redraw_of_a_later_round():
    event = make_event(8)
    published(event, 1, 3)
    start_round(round_=standing_round(event, 1), request=Request())
    game = standing_round(event, 1).games.earliest("table__number")
    make_hand(game)
    fine(game)
    before = places(event)

    redraw(draw=standing_round(event, 2).draw, request=Request(reason="a late entry"))

    assert places(event) == before
    assert event.penalties.standing().count() == 1


def test_penalties_survive_a_redraw_of_an_earlier_round():
    event = make_event(8)
    first, _second = published(event, 1), published(event, 2)
    start_round(round_=standing_round(event, 2), request=Request())
    game = standing_round(event, 2).games.earliest("table__number")
    make_hand(game)
    fine(game)
    before = places(event)

    redraw(draw=first, request=Request(reason="played in the evening"))

    assert places(event) == before
    assert event.penalties.standing().count() == 1


@pytest.mark.parametrize(
    ("penalise", "expected"),
    [
        pytest.param(None, [1, 2], id="none"),
        pytest.param("fine", [2, 1], id="fine-in-a-game"),
        pytest.param("table points", [2, 1], id="table-points-outside-games"),
    ],
)
def test_penalties_count_in_the_ranking(penalise, expected):
    game = make_game(players=4)
    make_hand(game, 1, discard_win(0, 2, 30))
    make_hand(game, 2, discard_win(1, 3, 20))
    event = game.round.tournament
    if penalise == "fine":
        fine(game)
    elif penalise:
        taken = Ruling(Measure.FINE, table_points=3 * 12)
        penalise_in_table_points(
            tournament=event,
            player=event.players.get(number=1),
            ruling=taken,
            request=Request(reason="late"),
        )

    assert [number for _rank, number, *_figures in places(event)][:2] == expected


def test_penalties_stand_in_the_ranking_the_next_round_begins_with():
    event = make_event(8)
    published(event, 1)
    play(event, 1)
    leader = places(event)[0][1]
    penalise_in_table_points(
        tournament=event,
        player=event.players.get(number=leader),
        ruling=Ruling(Measure.FINE, table_points=4 * 12),
        request=Request(reason="late"),
    )

    published(event, 2)

    lines = {number: points for _rank, number, points, _score in places(event)}
    assert (lines[leader], places(event)[0][1] != leader) == (Fraction(0), True)


def figures(client, event):
    """What pages and files show of the standings, but the moment they were made."""
    book = load_workbook(io.BytesIO(client.get(url(event, "workbook")).content))
    return (
        rows(client.get(url(event, "standings"))),
        rows(client.get(url(event, "teams"))),
        [[tuple(row) for row in sheet.values] for sheet in book.worksheets[:-1]],
        client.get(url(event, "standings-csv")).content,
    )


def test_adding_and_cancelling_a_penalty_leaves_the_standings_byte_identical(client):
    game = make_game(players=8, teams=2)
    make_hand(game, 1, discard_win(0, 1, 33))
    event = game.round.tournament
    before = figures(client, event)

    penalty = fine(game)
    with_penalty = figures(client, event)
    cancel_penalty(penalty=penalty, request=Request(reason="wrong table"))

    assert with_penalty[3] != before[3]
    assert figures(client, event) == before
