import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from tests.factories import discard_win, make_hand, make_round, make_tournament
from tournament.models import Publication

pytestmark = pytest.mark.django_db


def printed(tournament, *options):
    out = StringIO()
    call_command("standings", tournament.slug, *options, stdout=out)
    return out.getvalue()


@pytest.fixture
def thirds():
    """Three players tie for the first place; the results are not public."""
    tournament = make_tournament(
        players=4, teams=2, publication=Publication.HIDDEN, hidden_from_round=1
    )
    game = make_round(tournament).games.get()
    for number, winner in enumerate((0, 1, 2), start=1):
        make_hand(game, number=number, entry=discard_win(winner, 3, 8))
    tournament.players.filter(number=4).update(is_ranked=False)
    return tournament


def test_standings_are_exact_json(thirds):
    assert json.loads(printed(thirds, "--json")) == [
        {"rank": 1, "player": 1, "table_points": "7/3", "score": 16},
        {"rank": 1, "player": 2, "table_points": "7/3", "score": 16},
        {"rank": 1, "player": 3, "table_points": "7/3", "score": 16},
        {"rank": None, "player": 4, "table_points": "0", "score": -48},
    ]


def test_standings_of_teams_are_exact_json(thirds):
    assert json.loads(printed(thirds, "--json", "--teams")) == [
        {"rank": 1, "team": 1, "table_points": "14/3", "score": 32},
        {"rank": 2, "team": 2, "table_points": "7/3", "score": -32},
    ]


def test_standings_are_a_table_to_read(thirds):
    assert printed(thirds).splitlines() == [
        " rank   no.   points   score  name",
        "    1     1      7/3      16  Player 01",
        "    1     2      7/3      16  Player 02",
        "    1     3      7/3      16  Player 03",
        "    -     4        0     -48  Filler 04",
    ]


def test_standings_of_teams_are_a_table_to_read(thirds):
    assert printed(thirds, "--teams").splitlines()[1:] == [
        "    1     1     14/3      32  Team 1",
        "    2     2      7/3     -32  Team 2",
    ]


def test_standings_of_an_empty_event_are_empty():
    assert json.loads(printed(make_tournament(players=0), "--json")) == []


def test_standings_name_an_unknown_event():
    with pytest.raises(CommandError, match="There is no event 'nowhere'"):
        call_command("standings", "nowhere")
