"""
Files that a spreadsheet opens as they are meant.

Chinese stays readable, a name is never a formula, figures stay figures; the workbook is offered
first, the plain file beside it.
"""

import csv
import io

import pytest
from openpyxl import load_workbook

from scoring.entry import HandEntry, Outcome
from tests.factories import make_game, make_hand, make_official, make_tournament
from tests.peers.pages import url
from tests.tournament.imports.sheets import judged, kinds, names
from tournament.models import Role
from tournament.services.log import Request
from tournament.services.people import add_player, withdraw_player

pytestmark = pytest.mark.django_db

MARK = b"\xef\xbb\xbf"


def table(response):
    """The cells of a CSV file, which begins with the byte order mark."""
    assert response.content.startswith(MARK)
    return list(csv.reader(io.StringIO(response.content.decode("utf-8-sig"), newline="")))


def sheet(response):
    return [list(row) for row in load_workbook(io.BytesIO(response.content)).active.values]


@pytest.fixture
def game():
    """B, C and D level behind A's self-draw, at a table with an evil name."""
    game = make_game(players=4)
    game.round.tournament.players.filter(number=1).update(name='=HYPERLINK("http://x","张伟")')
    game.round.tournament.players.filter(number=2).update(name="李娜")
    make_hand(game, 1, HandEntry(Outcome.SELF_DRAW, winner=0, fan_points=12))
    return game


def test_the_standings_as_csv_begin_with_a_mark_and_keep_their_chinese(client, game):
    answer = client.get(url(game.round.tournament, "standings-csv"), headers={"accept-language": "zh-hans"})  # fmt: skip

    assert answer.headers["Content-Type"] == "text/csv; charset=utf-8"
    assert 'filename="' in answer.headers["Content-Disposition"]
    header, first, *others = table(answer)
    assert header[:3] == ["名次", "编号", "选手"]
    assert first[:3] == ["1", "1", '\'=HYPERLINK("http://x","张伟")']
    assert others[0][2] == "李娜"


def test_the_csv_and_the_workbook_say_the_same(client, game):
    event = game.round.tournament

    in_csv = table(client.get(url(event, "standings-csv")))
    in_workbook = sheet(client.get(url(event, "workbook")))

    as_text = [["" if cell is None else str(cell) for cell in row] for row in in_workbook]
    as_text[1][2] = "'" + as_text[1][2]  # in a workbook text needs no apostrophe
    assert in_csv == as_text


@pytest.mark.parametrize("sign", ["=", "+", "-", "@", "\t"])
def test_no_name_becomes_a_formula(client, game, sign):
    event = game.round.tournament
    event.players.filter(number=1).update(name=f"{sign}1+1")

    name = table(client.get(url(event, "standings-csv")))[1][2]
    cell = load_workbook(io.BytesIO(client.get(url(event, "workbook")).content)).active["C2"]

    assert name == f"'{sign}1+1"
    assert cell.data_type == "s"


def test_parts_of_table_points_are_numbers_a_spreadsheet_adds_up(client):
    game = make_game(players=4)
    make_hand(game, 1, HandEntry(Outcome.DISCARD, winner=0, discarder=1, fan_points=8))
    event = game.round.tournament

    header, *rows = table(client.get(url(event, "standings-csv")))

    points = header.index("Table points")
    assert [row[points] for row in rows] == ["4", "1 1/2", "1 1/2", "0"]
    in_workbook = sheet(client.get(url(event, "workbook")))
    assert [row[points] for row in in_workbook[1:]] == [4, 1.5, 1.5, 0]


def test_the_workbook_stands_before_the_csv_on_the_page(client, game):
    event = game.round.tournament
    page = client.get(url(event, "standings")).content.decode()

    assert 0 < page.index(url(event, "workbook")) < page.index(url(event, "standings-csv"))


@pytest.mark.parametrize("name", ["roster-workbook", "roster-csv"])
def test_the_list_of_players_can_be_read_back(client, name):
    event = make_tournament(players=0, teams=2)
    add_player(
        tournament=event, number=7, name="张伟", team=event.teams.get(number=2),
        federation_id="0042", request=Request(),
    )  # fmt: skip
    add_player(tournament=event, number=8, name="李娜", latin_name="Li Na", request=Request())
    withdraw_player(player=event.players.get(number=8), last_round=0, request=Request())
    client.force_login(make_official(event, Role.HEAD_REFEREE))

    answer = client.get(url(event, name))

    verdicts = judged(answer.content)
    assert names(verdicts) == {2: "张伟", 3: "李娜"}
    assert kinds(verdicts) == dict.fromkeys((2, 3), "new")
    assert verdicts[2].person.federation_id == "0042"
    assert verdicts[2].person.team_number == 2
    cells = table(answer) if name == "roster-csv" else sheet(answer)
    assert [row[-1] for row in cells] == ["Status", "Entered", "Withdrawn"]


@pytest.mark.parametrize("name", ["roster-workbook", "roster-csv"])
def test_the_list_of_players_is_not_for_everybody(client, name):
    event = make_tournament(players=4)

    assert client.get(url(event, name)).status_code == 302
    client.force_login(make_official(event, Role.REFEREE))
    assert client.get(url(event, name)).status_code == 403
    assert client.post(url(event, name)).status_code == 405
