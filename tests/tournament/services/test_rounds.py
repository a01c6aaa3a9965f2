import pytest

from tests.factories import make_game, make_round, make_tournament, shut_round
from tournament.models import Player, Round
from tournament.services.errors import BadState, TablesMissing
from tournament.services.games import close_game, enter_totals
from tournament.services.log import Request
from tournament.services.people import add_player, add_team, withdraw_player
from tournament.services.rounds import (
    cancel_round,
    close_round,
    publish_round,
    reopen_round,
    seat_round,
    start_round,
)
from tournament.services.substitutes import set_substitute

pytestmark = pytest.mark.django_db


def seat(tournament, tables, number=1):
    return seat_round(
        stage=tournament.stages.get(), number=number, tables=tables, request=Request()
    )


def test_seat_round_makes_games_and_seats_in_order():
    tournament = make_tournament(players=8)
    players = list(tournament.players.all())

    round_ = seat(tournament, {3: players[4:], 1: players[:4]})

    seats = round_.seats.order_by("game__table__number", "start").values_list(
        "game__table__number", "player__number"
    )
    assert list(seats) == [(1, 1), (1, 2), (1, 3), (1, 4), (3, 5), (3, 6), (3, 7), (3, 8)]


@pytest.mark.parametrize(
    "places", [pytest.param([0, 1, 2], id="three"), pytest.param([0, 1, 2, 0], id="twice")]
)
def test_a_table_without_four_different_players_is_refused(places):
    tournament = make_tournament()
    players = list(tournament.players.all())

    with pytest.raises(BadState):
        seat(tournament, {1: [players[place] for place in places]})


def test_a_round_is_seated_once_and_again_after_it_was_cancelled():
    tournament = make_tournament()
    players = list(tournament.players.all())
    first = seat(tournament, {1: players})

    with pytest.raises(BadState):
        seat(tournament, {1: players})
    cancel_round(round_=first, request=Request())

    assert seat(tournament, {1: players}).number == 1


# From where to where each service takes a round.
MOVES = [
    pytest.param(publish_round, {"draft"}, "published", id="publish"),
    pytest.param(start_round, {"published"}, "running", id="start"),
    pytest.param(shut_round, {"running"}, "closed", id="close"),
    pytest.param(reopen_round, {"closed"}, "running", id="reopen"),
    pytest.param(cancel_round, {"draft", "published"}, "cancelled", id="cancel"),
]


@pytest.mark.parametrize("now", list(Round.State))
@pytest.mark.parametrize(("move", "may_start", "end"), MOVES)
def test_a_round_moves_only_where_it_may(move, may_start, end, now):
    round_ = make_round(make_tournament(), state=Round.State.DRAFT)
    Round.objects.filter(pk=round_.pk).update(state=now)
    request = Request(reason="test")

    if now in may_start:
        assert move(round_=round_, request=request).state == end
    else:
        with pytest.raises(BadState):
            move(round_=round_, request=request)


def test_a_round_is_not_closed_while_a_table_misses_hands_whoever_asks():
    round_ = make_round(make_tournament())

    with pytest.raises(TablesMissing):
        close_round(round_=round_, request=Request())


def test_totals_replace_no_recorded_hands():
    game = make_game()
    enter_totals(game=game, totals=(5, 5, -5, -5), request=Request(reason="paper"))

    assert list(game.seats.values_list("total", flat=True)) == [5, 5, -5, -5]


def test_a_substitute_from_the_roster_cannot_sit_elsewhere_in_the_round():
    tournament = make_tournament(players=8)
    round_ = make_round(tournament)
    own = round_.seats.get(player__number=1)

    with pytest.raises(BadState):
        set_substitute(seat=own, player=tournament.players.get(number=5), request=Request())


def test_a_substitute_is_named_for_one_game_and_removed_again():
    game = make_game()
    own = game.seats.get(start=0)

    assert set_substitute(seat=own, name="Guest", request=Request()).played_by_name == "Guest"
    assert set_substitute(seat=own, request=Request()).played_by_name == ""


def test_a_locked_game_is_locked_once():
    game = make_game()

    assert close_game(game=game, request=Request()).state == "locked"


def test_numbers_of_teams_and_entries_are_unique():
    tournament = make_tournament(players=1, teams=1)

    with pytest.raises(BadState):
        add_team(tournament=tournament, number=1, request=Request())
    with pytest.raises(BadState):
        add_player(tournament=tournament, number=1, request=Request())


def test_a_withdrawn_player_stays_with_a_mark():
    tournament = make_tournament()
    leaver = tournament.players.get(number=1)

    withdraw_player(player=leaver, last_round=2, request=Request())

    leaver.refresh_from_db()
    assert (leaver.status, leaver.last_round) == (Player.Status.WITHDRAWN, 2)
