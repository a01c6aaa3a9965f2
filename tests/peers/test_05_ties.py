"""
Equal results are equal.

They share a place and the next place is left out; neither the order of entry nor the chair decides;
three who share the first place of a table share its points exactly, and sums of such shares too.
"""

from fractions import Fraction

import pytest

from tests.factories import discard_win, make_game, make_hand, make_round, make_tournament
from tests.peers.pages import rows, url
from tests.peers.worlds import places
from tournament.models import Game, Round
from tournament.results import game_results
from tournament.services.games import enter_totals
from tournament.services.log import Request
from tournament.services.people import add_player
from tournament.services.rounds import publish_round, seat_round, start_round

pytestmark = pytest.mark.django_db


def totals_of(round_, by_table):
    for game, totals in zip(round_.games.order_by("table__number"), by_table, strict=True):
        enter_totals(game=game, totals=totals, request=Request(reason="paper"))


def test_equal_results_share_a_place_and_the_next_is_skipped(client):
    """44 players; the last of tables 6 and 7 lost the same, which is place 39."""
    event = make_tournament(players=44)
    lost = [100, 110, 120, 130, 140, 150, 150, 160, 170, 180, 190]
    totals_of(make_round(event), [(n - 15, 10, 5, -n) for n in lost])

    ranks = [rank for rank, *_others in places(event)]

    assert ranks[33:] == [34, 35, 36, 37, 38, 39, 39, 41, 42, 43, 44]
    shown = rows(client.get(url(event, "standings") + "?page=2"))[1:]
    assert [row[0] for row in shown[18:]] == ["39 shared", "39 shared"]


SCORES = {1: 30, 2: 30, 3: -20, 4: -40, 5: 30, 6: 30, 7: -20, 8: -40}


@pytest.mark.parametrize(
    "entered",
    [
        pytest.param([1, 2, 3, 4, 5, 6, 7, 8], id="in-order"),
        pytest.param([8, 7, 6, 5, 4, 3, 2, 1], id="backwards"),
        pytest.param([3, 8, 1, 6, 5, 2, 7, 4], id="mixed"),
    ],
)
@pytest.mark.parametrize("turn", [0, 1, 3])
def test_places_depend_neither_on_the_order_of_entry_nor_on_the_seat(entered, turn):
    event = make_tournament(players=0)
    for number in entered:
        add_player(tournament=event, number=number, request=Request())
    tables = [[1, 2, 3, 4], [5, 6, 7, 8]]
    turned = [table[turn:] + table[:turn] for table in tables]
    seats = {
        place: [event.players.get(number=number) for number in table]
        for place, table in enumerate(turned, start=1)
    }
    round_ = seat_round(stage=event.stages.get(), number=1, tables=seats, request=Request())
    for move in (publish_round, start_round):
        round_ = move(round_=round_, request=Request())
    totals_of(round_, [tuple(SCORES[number] for number in table) for table in turned])

    assert places(event) == [
        (1, 1, 3, 30),
        (1, 2, 3, 30),
        (1, 5, 3, 30),
        (1, 6, 3, 30),
        (5, 3, 1, -20),
        (5, 7, 1, -20),
        (7, 4, 0, -40),
        (7, 8, 0, -40),
    ]


def test_three_who_share_first_place_get_seven_thirds_each(client):
    game = make_game()
    for winner, number in ((0, 1), (1, 2), (2, 3)):
        make_hand(game, number, discard_win(winner, 3, 10))

    (result,) = game_results(Game.objects.all(), game.round.tournament)

    # Each won 10 + 24 from D and the others once, and paid 8 twice.
    assert result.scores == (18, 18, 18, -54)
    assert result.table_points == (Fraction(7, 3), Fraction(7, 3), Fraction(7, 3), 0)
    assert "2⅓" in client.get(url(game.round.tournament, "standings")).content.decode()


def test_three_times_seven_thirds_is_seven_and_shares_a_place_with_seven():
    """Three rounds: A, B and C share the first place, E gets 4, 2 and 1 elsewhere."""
    event = make_tournament(players=8)
    others = ((20, 10, -10, -20), (10, 20, -10, -20), (-10, 20, 10, -20))
    for number, second_table in enumerate(others, start=1):
        round_ = make_round(event, number=number, state=Round.State.PUBLISHED)
        event.rounds.filter(number=number - 1).update(state=Round.State.CLOSED)
        start_round(round_=round_, request=Request())
        totals_of(round_, [(10, 10, 10, -30), second_table])
    found = {number: (points, score) for _rank, number, points, score in places(event)}

    assert [found[number] for number in (1, 2, 3)] == [(Fraction(7), 30)] * 3
    assert found[5][0] == Fraction(7)
    ranks = {number: rank for rank, number, *_figures in places(event)}
    assert ranks[1] == ranks[2] == ranks[3]
