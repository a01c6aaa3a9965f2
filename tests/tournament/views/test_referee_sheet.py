"""The sheet of a game, as the public and the officials see it."""

import re

import pytest

from scoring.entry import HandEntry, Outcome
from scoring.rules.penalties import Measure
from tests.factories import (
    DRAWN,
    discard_win,
    game_url,
    make_game,
    make_hand,
    make_official,
    self_draw_win,
)
from tournament.models import Publication, Role, Round
from tournament.services.games import close_game, enter_totals
from tournament.services.hands import record_hand, withdraw_hand
from tournament.services.log import Request
from tournament.services.penalties import Ruling, add_penalty
from tournament.services.substitutes import set_substitute

pytestmark = pytest.mark.django_db


def url(game, name="sheet", **where):
    return game_url(game, name, **where)


def sheet_of(client, game):
    return client.get(url(game)).context["sheet"]


def rows_of(client, game):
    return {row.number: row for band in sheet_of(client, game).bands for row in band.rows}


def fine(game, offender=2, points=40, hand=1):
    shares = [0, 0, 0, 0]
    shares[offender] = -points
    return add_penalty(
        game=game,
        offender=offender,
        hand_number=hand,
        ruling=Ruling(Measure.FINE, "short_win", shares=tuple(shares)),
        request=Request(),
    )


# Access


@pytest.mark.parametrize("state", [Round.State.PUBLISHED, Round.State.RUNNING, Round.State.CLOSED])
def test_anybody_reads_a_published_round(client, state):
    response = client.get(url(make_game(state=state)))

    assert response.status_code == 200
    assert "hands/1/" not in response.text


def test_draft_is_for_the_organiser_only(client):
    game = make_game(state=Round.State.DRAFT)
    tournament = game.round.tournament

    assert client.get(url(game)).status_code == 404

    client.force_login(make_official(tournament, Role.ORGANISER))
    assert client.get(url(game)).status_code == 200


@pytest.mark.parametrize("name", ["sheet", "penalties"])
def test_wrong_method(client, name):
    assert client.post(url(make_game(), name)).status_code == 405


@pytest.mark.parametrize("name", ["sheet", "penalties"])
@pytest.mark.parametrize(
    ("role", "seen"),
    [
        pytest.param(None, False, id="public"),
        pytest.param(Role.VIEWER, False, id="viewer"),
        pytest.param(Role.REFEREE, True, id="referee"),
        pytest.param(Role.HEAD_REFEREE, True, id="head-referee"),
    ],
)
def test_hidden_round(client, name, role, seen):
    game = make_game(publication=Publication.HIDDEN, hidden_from_round=1)
    make_hand(game, 1, discard_win(0, 1, 33))
    fine(game)
    if role:
        client.force_login(make_official(game.round.tournament, role))

    text = client.get(url(game, name)).text

    assert ("not public yet" not in text) is seen
    assert ("−40" in text) is seen


def test_hidden_history_is_not_shown(client):
    game = make_game(publication=Publication.SIGNED)
    make_hand(game, 1, discard_win(0, 1, 33))

    text = client.get(url(game, "hand-history", number=1)).text

    # Not the bare number: addresses and form secrets may hold it.
    assert "33 points" not in text
    assert "−41" not in text
    assert "not public yet" in text


@pytest.mark.parametrize(
    ("role", "enter", "penalise"),
    [
        pytest.param(Role.REFEREE, True, True, id="referee"),
        pytest.param(Role.CLERK, True, True, id="clerk"),
        pytest.param(Role.VIEWER, False, False, id="viewer"),
    ],
)
def test_links_follow_the_rights(client, role, enter, penalise):
    game = make_game()
    client.force_login(make_official(game.round.tournament, role))

    response = client.get(url(game))

    assert response.context["may_enter"] is enter
    assert response.context["may_penalise"] is penalise
    assert (url(game, "enter-hand", number=1) in response.text) is enter


# Rows


def test_amounts_marks_and_totals(client):
    game = make_game()
    make_hand(game, 1, discard_win(1, 3, 12))
    make_hand(game, 2, self_draw_win(0, 16))
    make_hand(game, 3, DRAWN)
    make_hand(game, 4, HandEntry(Outcome.NOT_PLAYED))
    fine(game, offender=2, hand=1)

    rows = rows_of(client, game)
    sheet = sheet_of(client, game)

    assert [cell.amount for cell in rows[1].cells] == [-8, 36, -8, -20]
    assert [[mark.kind for mark in cell.marks] for cell in rows[1].cells] == [
        [],
        ["win"],
        ["pen"],
        ["off"],
    ]
    assert [cell.amount for cell in rows[2].cells] == [72, -24, -24, -24]
    assert rows[2].cells[0].marks[0].kind == "self"
    assert rows[3].label == "Drawn hand"
    assert rows[4].label == "Not played"
    assert [column.total for column in sheet.columns] == [64, 12, -72, -44]
    assert (sheet.fines.sum, sheet.fines.is_explained) == (-40, True)
    assert sheet.fines.why == "= fines (03 −40)"


def test_compensation_is_marked_as_such_with_those_who_receive_it(client):
    game = make_game()
    ruling = Ruling(Measure.COMPENSATION, "free", 1, (10, 10, -30, 10))
    add_penalty(
        game=game, offender=2, hand_number=1, ruling=ruling, request=Request(reason="Knocked over")
    )

    marks = [cell.marks[0] for cell in rows_of(client, game)[1].cells]

    assert [(mark.kind, mark.points) for mark in marks] == [
        ("comp", 10),
        ("comp", 10),
        ("comp", -30),
        ("comp", 10),
    ]


def test_printed_sheet_asks_nobody_to_tap(client):
    game = make_game()
    client.force_login(make_official(game.round.tournament, Role.REFEREE))

    row = client.get(url(game)).text.partition('<tr class="now">')[2].partition("</tr>")[0]

    assert '<span class="no-print">Enter hand 1 here ' in row
    assert '<span class="print-only">Open</span>' in row


def test_printed_sheet_is_signed_by_the_players_and_the_referee(client):
    game = make_game(name="Autumn open")

    page = client.get(url(game)).text

    assert "<b>Autumn open</b>" in page
    (signatures,) = re.findall(r'<p class="signatures">(.*?)</p>', page)
    assert re.findall("<span>(.*?)</span>", signatures) == [
        "A · 01",
        "B · 02",
        "C · 03",
        "D · 04",
        "Table referee",
    ]


def test_row_in_words(client):
    game = make_game()
    make_hand(game, 1, discard_win(1, 3, 12))
    fine(game, offender=3, hand=1)

    assert rows_of(client, game)[1].spoken == (
        "Hand 1, 02 won, 04 discarded, 12 points, "
        "penalty 04 −40 Short win (complete, under 8), open"
    )


def test_bands_say_who_sits_where(client):
    bands = sheet_of(client, make_game()).bands

    assert [band.wind for band in bands] == [0, 1, 2, 3]
    assert bands[1].places == (("A", 1), ("B", 0), ("C", 3), ("D", 2))
    assert len(bands[3].rows) == 4


def test_short_game_has_its_own_number_of_hands(client):
    assert sorted(rows_of(client, make_game(hands_per_game=6))) == [1, 2, 3, 4, 5, 6]


def test_gap_is_marked_and_comes_next(client):
    game = make_game()
    client.force_login(make_official(game.round.tournament, Role.REFEREE))
    for number in (1, 3):
        make_hand(game, number)

    rows = rows_of(client, game)

    assert [rows[number].kind for number in (1, 2, 3, 4)] == ["played", "gap", "played", "open"]
    assert sheet_of(client, game).next_open == 2


def test_corrected_and_withdrawn_hands(client):
    game = make_game()
    make_hand(game, 1)
    make_hand(game, 2)
    record_hand(game=game, number=1, entry=DRAWN, replaces=1, request=Request(reason="r"))
    withdraw_hand(game=game, number=2, replaces=1, request=Request())

    rows = rows_of(client, game)

    assert rows[1].is_edited
    assert (rows[2].kind, rows[2].label) == ("open", "Withdrawn")


def test_starting_score_is_shown_and_not_part_of_the_sum(client):
    game = make_game(starting_score=500)
    make_hand(game, 1, discard_win(0, 1, 8))

    sheet = sheet_of(client, game)

    assert [column.total for column in sheet.columns] == [532, 484, 492, 492]
    assert sheet.fines.sum == 0


def test_unexplained_sum_is_said(client):
    game = make_game()
    hand = make_hand(game)
    hand.scores.filter(seat__start=0).update(points=20)

    text = client.get(url(game)).text

    assert "does not add up" in text
    assert "Off by −12, and no fine explains it." in text


def test_totals_only(client):
    game = make_game()
    enter_totals(game=game, totals=(10, 0, -4, -6), request=Request(reason="paper sheet lost"))

    text = client.get(url(game)).text

    assert "Only the totals of this game are kept. paper sheet lost" in text
    assert "+10" in text


def test_closed_sheet_says_so_to_officials(client):
    game = make_game()
    close_game(game=game, request=Request())
    assert "signed or locked" not in client.get(url(game)).text

    client.force_login(make_official(game.round.tournament, Role.REFEREE))

    text = client.get(url(game)).text
    assert "This sheet is signed or locked." in text
    assert "Enter hand 1" not in text


def test_substitute_is_named(client):
    game = make_game()
    set_substitute(seat=game.seats.get(start=1), name="<Guest>", request=Request())

    assert "played by &lt;Guest&gt;" in client.get(url(game)).text


def test_unseated_game(client):
    game = make_game(state=Round.State.PUBLISHED)
    game.seats.filter(start=3).delete()

    response = client.get(url(game))

    assert response.status_code == 200
    assert "no four seats yet" in response.text


@pytest.mark.parametrize("name", ["sheet", "penalties"])
def test_query_count_does_not_grow(client, name, django_assert_max_num_queries):
    game = make_game()
    client.force_login(make_official(game.round.tournament, Role.REFEREE))

    def count():
        with django_assert_max_num_queries(30) as captured:
            assert client.get(url(game, name)).status_code == 200
        return len(captured)

    make_hand(game, 1)
    fine(game)
    count()  # the first request of a session asks for more
    few = count()
    for number in range(2, 16):
        make_hand(game, number)
        fine(game, offender=number % 4, hand=number)

    assert count() == few
