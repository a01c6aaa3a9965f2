from fractions import Fraction
from io import BytesIO

import pytest
from django.utils import translation
from openpyxl import load_workbook

from scoring.rules.penalties import Measure
from tests.factories import (
    discard_win,
    make_hand,
    make_round,
    make_tournament,
    self_draw_win,
)
from tournament.exports.results import save_results
from tournament.models import Publication, Round
from tournament.results import event_penalties, event_results
from tournament.services.games import enter_totals
from tournament.services.log import Request
from tournament.services.penalties import (
    Ruling,
    add_penalty,
    cancel_penalty,
    penalise_in_table_points,
)
from tournament.services.substitutes import set_substitute
from tournament.tables import (
    GameRow,
    GamesTable,
    PenaltiesTable,
    StandingsTable,
    TeamMembersTable,
    TeamsTable,
    offences_of,
)
from tournament.tables.teams import member_rows

pytestmark = pytest.mark.django_db

FINE = Ruling(Measure.FINE, "short_win", shares=(0, -40, 0, 0), dead_hand=True)
HALF_A_POINT = Ruling(Measure.FINE, "discipline", table_points=6)


def records(table):
    """The values of a table, a dict for each row."""
    header, *rows = table.as_values()
    return [dict(zip(header, row, strict=True)) for row in rows]


def pick(table, *names):
    return [tuple(row[name] for name in names) for row in records(table)]


def drawn(table, number=0):
    """The cells of a row as the page shows them, by column."""
    return {column.name: str(cell) for column, cell in table.rows[number].items()}


def played(**fields):
    """One game: 1 wins 20 by self-draw, 2 is fined 40 on it."""
    tournament = make_tournament(players=4, **fields)
    game = make_round(tournament).games.get()
    make_hand(game, entry=self_draw_win(0, 20))
    add_penalty(game=game, offender=1, hand_number=2, ruling=FINE, request=Request(reason="7 番"))
    return tournament


def everything(tournament):
    return event_results(tournament, public=False)


def game_rows(tournament):
    results = everything(tournament)
    return [GameRow(game, results.players, tournament) for game in results.games]


# Standings


def test_standings_have_typed_values():
    table = StandingsTable(everything(played()))

    assert pick(table, "Rank", "No.", "Player", "R1", "R1 Score", "Table points", "Score") == [
        (1, 1, "Player 01", 4, 84, 4, 84),
        (2, 3, "Player 03", 1.5, -28, 1.5, -28),
        (2, 4, "Player 04", 1.5, -28, 1.5, -28),
        (4, 2, "Player 02", 0, -68, 0, -68),
    ]


def test_standings_show_what_penalties_took_in_table_points():
    tournament = played()
    player = tournament.players.get(number=1)
    penalise_in_table_points(
        tournament=tournament, player=player, ruling=HALF_A_POINT, request=Request(reason="phone")
    )

    table = StandingsTable(everything(tournament))

    assert pick(table, "Penalties in table points", "Table points")[0] == (-0.5, 3.5)
    assert "penalty" in drawn(table)["table_points"]
    assert "−½" in drawn(table)["table_points"]


def test_standings_say_what_is_shared():
    table = StandingsTable(everything(played()))

    assert [drawn(table, number)["rank"] for number in range(4)] == [
        "1",
        "2 <small>shared</small>",
        "2 <small>shared</small>",
        "4",
    ]


def test_filler_has_no_rank():
    tournament = played()
    tournament.players.filter(number=1).update(is_ranked=False)

    table = StandingsTable(everything(tournament))

    assert pick(table, "Rank", "No.", "Remark")[:2] == [(None, 1, "filler"), (1, 3, "")]


def test_team_column_is_there_for_teams_only():
    with_teams, without = (everything(make_tournament(players=4, teams=n)) for n in (2, 0))

    assert "Team" in next(StandingsTable(with_teams).as_values())
    assert "Team" not in next(StandingsTable(without).as_values())


def test_round_cell_leads_to_its_sheet():
    tournament = played(slug="spring")
    cell = drawn(StandingsTable(everything(tournament)))["r1"]

    assert cell.startswith('<a href="/events/spring/rounds/1/tables/1/">')


def test_outside_substitute_leaves_the_line_of_the_entry_empty():
    tournament = make_tournament(players=4)
    game = make_round(tournament).games.get()
    set_substitute(seat=game.seats.get(start=0), name="Guest", request=Request())
    make_hand(game, entry=self_draw_win(0, 20))

    table = StandingsTable(everything(tournament))

    line = next(row for row in records(table) if row["No."] == 1)
    assert (line["R1"], line["R1 Score"], line["Score"]) == (None, None, 0)
    assert any("sub." in drawn(table, number)["r1"] for number in range(4))


# Teams


def test_teams_and_members_have_typed_values():
    tournament = played(teams=2)
    results = everything(tournament)
    members = [row for line in results.team_lines for row in member_rows(results, line)]

    assert pick(TeamsTable(results), "Rank", "No.", "Team", "R1", "Table points", "Score") == [
        (1, 1, "Team 1", 5.5, 5.5, 56),
        (2, 2, "Team 2", 1.5, 1.5, -96),
    ]
    assert pick(
        TeamMembersTable(results, members), "Team no.", "No.", "R1", "Table points", "Counted"
    ) == [
        (1, 1, 4, 4, "yes"),
        (1, 3, 1.5, 1.5, "yes"),
        (2, 4, 1.5, 1.5, "yes"),
        (2, 2, 0, 0, "yes"),
    ]


# Games


def test_games_have_every_seat():
    tournament = played()
    (row,) = records(GamesTable(game_rows(tournament)))

    assert (row["Table"], row["Hands"], row["State"], row["Check of the sum"]) == (
        1,
        1,
        "Open",
        "ok",
    )
    assert [row[f"B {name}"] for name in ("No.", "Name", "Score", "Table points", "Penalties")] == [
        2,
        "Player 02",
        -68,
        0,
        -40,
    ]


def test_games_name_the_substitute():
    tournament = make_tournament(players=5)
    game = make_round(tournament).games.get()
    reserve = tournament.players.get(number=5)
    reserve.name = "Li"
    reserve.save()
    set_substitute(seat=game.seats.get(start=0), player=reserve, request=Request())
    set_substitute(seat=game.seats.get(start=1), name="=Guest", request=Request())

    (row,) = records(GamesTable(game_rows(tournament)))

    assert [row[f"{seat} Substitute"] for seat in "ABC"] == ["05 Li", "=Guest", ""]


def test_games_without_a_result_have_no_scores():
    tournament = make_tournament(players=4)
    make_round(tournament, state=Round.State.PUBLISHED)

    (row,) = records(GamesTable(game_rows(tournament)))

    assert (row["A Score"], row["A Table points"], row["State"]) == (None, None, "Not started")


def test_games_show_a_sum_that_is_off():
    tournament = make_tournament(players=4)
    game = make_round(tournament).games.get()
    enter_totals(game=game, totals=(10, 0, 0, -12), request=Request(reason="paper"))

    table = GamesTable(game_rows(tournament))

    assert pick(table, "Check of the sum", "Reason") == [(-2, "paper")]
    assert "Sum off by -2" in drawn(table)["state"] or "Sum off by −2" in drawn(table)["state"]


# Penalties


def test_penalties_tell_everything():
    tournament = played()
    (penalty,) = event_penalties(tournament, public=False)
    cancel_penalty(penalty=penalty, request=Request(reason="mistake"))
    table = PenaltiesTable(event_penalties(tournament), offences_of(tournament))

    (row,) = records(table)

    assert [row[name] for name in ("Round", "Table", "Hand", "No.", "违规", "Offence")] == [
        1,
        1,
        2,
        2,
        "错和",
        "Short win (complete, under 8)",
    ]
    assert [row[name] for name in ("Measure", "Points", "Shares A–D", "Reason")] == [
        "Fine + Dead hand",
        -40,
        "0 -40 0 0",
        "7 番",
    ]
    assert row["Cancelled"] is not None
    assert row["Reason of the cancellation"] == "mistake"


def test_penalty_of_a_team_stands_in_table_points():
    tournament = make_tournament(players=4, teams=1)
    penalise_in_table_points(
        tournament=tournament,
        team=tournament.teams.get(),
        ruling=HALF_A_POINT,
        request=Request(reason="late"),
    )
    table = PenaltiesTable(event_penalties(tournament), offences_of(tournament))

    assert pick(table, "Player", "Team", "Points", "Table points") == [(None, "Team 1", None, -0.5)]


# The workbook


def book_of(tournament, *, public=False, language="en"):
    file = BytesIO()
    with translation.override(language):
        save_results(event_results(tournament, public=public), file)
    return load_workbook(file)


def test_workbook_has_a_sheet_for_each_list():
    book = book_of(played(teams=2))

    assert book.sheetnames == ["Standings", "Teams", "Team members", "Round 1", "Penalties"]
    assert "Provisional" in book["Standings"].oddHeader.left.text


def test_workbook_holds_what_the_page_shows():
    tournament = played()
    sheet = book_of(tournament)["Standings"]

    values = [list(row) for row in sheet.iter_rows(values_only=True)]
    table = StandingsTable(everything(tournament))
    assert values == [
        [value if value != "" else None for value in row] for row in table.as_values()
    ]


def test_workbook_keeps_names_as_text():
    tournament = played()
    tournament.players.filter(number=1).update(name="=1+1\x07", latin_name="@x")
    cell = book_of(tournament)["Standings"]["C2"]

    assert (cell.value, cell.data_type) == ("=1+1", "s")


def test_workbook_for_everybody_leaves_out_what_is_held_back():
    tournament = make_tournament(players=4, publication=Publication.HIDDEN, hidden_from_round=1)
    game = make_round(tournament).games.get()
    make_hand(game, entry=discard_win(0, 1, 77))
    add_penalty(game=game, offender=1, ruling=FINE, request=Request(reason="x"))

    held_back, complete = (book_of(tournament, public=public) for public in (True, False))

    def numbers(book):
        cells = [
            cell for sheet in book for row in sheet.iter_rows(values_only=True) for cell in row
        ]
        return {101, -125, -40} & set(cells)

    assert numbers(held_back) == set()
    assert numbers(complete) == {101, -125, -40}


def test_thirds_come_back_from_the_workbook():
    tournament = make_tournament(players=4)
    game = make_round(tournament).games.get()
    for number, winner in enumerate((0, 1, 2), start=1):
        make_hand(game, number=number, entry=discard_win(winner, 3, 8))

    sheet = book_of(tournament)["Standings"]
    header = [cell.value for cell in sheet[1]]
    points = [row[header.index("Table points")].value for row in sheet.iter_rows(min_row=2)]

    assert [Fraction(value).limit_denominator(99) for value in points] == [
        Fraction(7, 3),
        Fraction(7, 3),
        Fraction(7, 3),
        0,
    ]


def test_cells_of_two_rounds_of_a_line_are_in_order():
    tournament = make_tournament(players=4)
    for number in (1, 2):
        make_hand(make_round(tournament, number=number).games.get(), entry=self_draw_win(0, 8))

    header = next(StandingsTable(everything(tournament)).as_values())

    assert [
        name for name in header if name.startswith("R") and name != "Rank" and name != "Remark"
    ] == [
        "R1",
        "R1 Score",
        "R2",
        "R2 Score",
    ]
