"""
Somebody plays in a player's place, for one game only.

Who it is may be a reserve of the roster or anybody else; one named by mistake is removed again; no
other game, and no round that is over, changes because of it.
"""

import pytest

from tests.factories import make_hand, make_round, make_tournament, self_draw_win
from tests.peers.worlds import places
from tournament.models import Seat
from tournament.results import event_results
from tournament.services.errors import BadState
from tournament.services.log import Request
from tournament.services.people import add_player, withdraw_player
from tournament.services.substitutes import set_substitute

pytestmark = pytest.mark.django_db


def make_event(**fields):
    """Four seated players, each of a team of its own, and number 5 as a reserve of team 1."""
    return make_tournament(players=5, teams=4, **fields)


def won(event, number, *, name="", reserve=None):
    """Round `number`: seat A wins one hand by self-draw, played by somebody else where named."""
    game = make_round(event, number=number).games.get()
    if name or reserve:
        player = event.players.get(number=reserve) if reserve else None
        set_substitute(seat=game.seats.get(start=0), player=player, name=name, request=Request())
    make_hand(game, 1, self_draw_win(0, 8))
    return game


def line(event, number):
    (found,) = [row for row in places(event) if row[1] == number]
    return found[2:]


def team(event, number):
    lines = event_results(event).team_lines
    return next(row.table_points for row in lines if row.entry.number == number)


@pytest.mark.parametrize(
    ("who", "fields", "own", "reserve"),
    [
        pytest.param({}, {}, (4, 48), (0, 0), id="himself"),
        pytest.param({"reserve": 5}, {}, (4, 48), (0, 0), id="reserve-plays-for-the-entry"),
        pytest.param({"name": "Guest"}, {}, (0, 0), (0, 0), id="outsider-credited-to-nobody"),
        pytest.param(
            {"name": "Guest"},
            {"outside_substitute_counts": True},
            (4, 48),
            (0, 0),
            id="outsider-counts-in-this-event",
        ),
    ],
)
def test_whom_a_game_counts_for(who, fields, own, reserve):
    event = make_event(**fields)
    won(event, 1, **who)

    assert (line(event, 1), line(event, 5), team(event, 1)) == (own, reserve, 4)


def test_for_one_game_only():
    event = make_event()
    won(event, 1)
    won(event, 2, name="Guest")
    won(event, 3)

    assert line(event, 1) == (8, 96)
    named = Seat.objects.exclude(played_by_name="").values_list("round__number", flat=True)
    assert list(named) == [2]


def test_one_named_by_mistake_is_removed_without_a_trace_in_the_standings():
    event = make_event()
    game = won(event, 1)
    before = places(event)
    seat = game.seats.get(start=0)

    set_substitute(seat=seat, name="Guest", request=Request())
    assert places(event) != before
    set_substitute(seat=seat, request=Request())

    assert places(event) == before


def test_later_changes_never_alter_rounds_that_are_over():
    event = make_event()
    won(event, 1, reserve=5)
    before = line(event, 1)
    won(event, 2, name="Guest")  # closes round 1

    withdraw_player(player=event.players.get(number=5), last_round=1, request=Request())

    assert line(event, 1) == before
    closed = event.rounds.get(number=1).games.get().seats.get(start=0)
    with pytest.raises(BadState, match="why"):
        set_substitute(seat=closed, request=Request())
    assert line(event, 1) == before


@pytest.mark.parametrize(
    ("number", "says"),
    [
        pytest.param(2, "already sits", id="seated-elsewhere"),
        pytest.param(5, "already plays for", id="substitutes-elsewhere"),
        pytest.param(6, "withdrawn", id="has-left"),
    ],
)
def test_who_cannot_be_the_substitute(number, says):
    event = make_event()
    gone = add_player(tournament=event, number=6, request=Request())
    withdraw_player(player=gone, last_round=0, request=Request())
    game = won(event, 1, reserve=5)

    with pytest.raises(BadState, match=says):
        set_substitute(
            seat=game.seats.get(start=1),
            player=event.players.get(number=number),
            request=Request(),
        )
