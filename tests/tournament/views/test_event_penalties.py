"""Penalties of the whole event: table points by the ladder, disqualification, cancelling."""

from io import BytesIO

import pytest
from openpyxl import load_workbook

from scoring.rules.penalties import Measure
from tests.factories import (
    discard_win,
    game_url,
    make_game,
    make_hand,
    make_official,
    make_round,
    make_tournament,
)
from tests.peers.pages import post, rows, url, words
from tournament.models import Penalty, Player, Role
from tournament.results import event_results
from tournament.services.log import Request
from tournament.services.penalties import Ruling, add_penalty

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(client):
    tournament = make_tournament(players=4, teams=2)
    client.force_login(make_official(tournament, Role.HEAD_REFEREE))
    return tournament


def punish(client, event, **facts):
    facts = {"whom": "player", "number": "2", "offence": "discipline", **facts}
    return post(client, url(event, "event-penalties"), **facts)


def given(event):
    rows = event.penalties.order_by("pk").values_list("step", "table_points", "measure")
    return list(rows)


def test_each_further_offence_takes_the_next_step_of_the_ladder(client, event):
    for _ in range(3):
        punish(client, event)
    cancelled = event.penalties.latest("pk")
    post(client, url(event, "cancel-event-penalty", cancelled.pk), reason="somebody else")
    punish(client, event)
    punish(client, event, number="3")

    assert given(event) == [
        (1, 6, "fine"),
        (2, 12, "fine"),
        (3, 24, "fine"),  # cancelled, so the next one is the third again
        (3, 24, "fine"),
        (1, 6, "fine"),
    ]
    lines = {line.entry.number: line.table_points for line in event_results(event).lines}
    assert lines == {1: 0, 2: -3.5, 3: -0.5, 4: 0}
    page = words(client.get(url(event, "event-penalties")))
    assert "somebody else" in page
    assert "− ½ one half table points" in words(client.get(url(event, "player", 3)))


def test_a_retry_gets_the_first_answer_and_no_further_step(client, event):
    first, again = (punish(client, event, token="one") for _ in range(2))

    assert (first.status_code, again.status_code) == (302, 302)
    assert given(event) == [(1, 6, "fine")]


def test_another_amount_needs_a_reason(client, event):
    refused = punish(client, event, halves="3")
    punish(client, event, halves="3", reason="phone rang twice")
    free = punish(client, event, offence="free", reason="insult")
    punish(client, event, offence="free", halves="4", reason="insult")

    assert (refused.status_code, free.status_code) == (422, 422)
    assert "Say why." in words(refused)
    assert "Say how many table points." in words(free)
    assert given(event) == [(1, 18, "fine"), (1, 24, "fine")]


def test_a_team_loses_table_points_of_its_own(client, event):
    punish(client, event, whom="team", number="1")

    assert [line.table_points for line in event_results(event).team_lines] == [0, -0.5]


def test_a_player_is_disqualified_between_rounds_and_comes_back(client, event):
    assert punish(client, event, offence="disqualified").status_code == 422
    punish(client, event, offence="disqualified", reason="fraud")

    player = event.players.get(number=2)
    assert (player.status, player.last_round) == (Player.Status.WITHDRAWN, 0)
    assert "disqualified" in words(client.get(url(event, "standings")))
    penalty = event.penalties.get()
    post(client, url(event, "cancel-event-penalty", penalty.pk), reason="no proof")
    assert event.players.get(number=2).status == Player.Status.ENTERED


def test_final_results_are_said_to_become_provisional_before_a_penalty(client, event):
    assert "makes them provisional again" not in words(client.get(url(event, "event-penalties")))
    event.is_final = True
    event.save(update_fields=["is_final"])

    assert "makes them provisional again" in words(client.get(url(event, "event-penalties")))
    punish(client, event)

    assert "makes them provisional again" not in words(client.get(url(event, "event-penalties")))
    row = event.log.get(action="penalise")
    assert (row.before, row.after["is_final"]) == ({"is_final": True}, False)


def test_who_is_sent_away_is_named_where_his_table_signs_and_has_no_next_seat(client, event):
    game = make_round(event).games.get()
    make_hand(game, 1, discard_win(1, 0, 40))
    page = client.get(url(event, "player", 2))
    assert page.context["page"].next is not None

    add_penalty(
        game=game,
        offender=1,
        ruling=Ruling(Measure.DISQUALIFICATION),
        hand_number=1,
        request=Request(reason="fraud"),
    )

    assert client.get(url(event, "player", 2)).context["page"].next is None
    review = words(client.get(game_url(game, "review")))
    assert "Hand 1 · 02 · Other, free amount · Disqualification + Game forfeited" in review


def test_who_is_disqualified_has_no_place_anywhere(client, event):
    game = make_round(event).games.get()
    make_hand(game, 1, discard_win(1, 0, 40))
    first = event_results(event).lines[0]
    assert (first.rank, first.entry.number) == (1, 2)

    punish(client, event, offence="disqualified", reason="fraud")

    results = event_results(event)
    places = [(line.rank, line.entry.number, line.table_points) for line in results.lines]
    assert places == [(1, 3, 1.5), (1, 4, 1.5), (3, 1, 0), (None, 2, 4)]
    assert [(line.rank, line.table_points) for line in results.team_lines] == [(1, 5.5), (2, 1.5)]
    last = rows(client.get(url(event, "standings")))[-1]
    assert last[:3] == ["– not ranked", "02", "Player 02 disqualified"]
    assert "not ranked – Table points 4" in words(client.get(url(event, "player", 2)))
    assert "Player 02 disqualified" in words(client.get(url(event, "teams")))
    assert "– Player 02 disqualified Team 2 4" in words(client.get(url(event, "screen")))
    book = load_workbook(BytesIO(client.get(url(event, "workbook")).content))
    *_, sheet_row = book["Standings"].iter_rows(values_only=True)
    assert sheet_row[:2] == (None, 2)
    assert "disqualified" in sheet_row
    members = list(book["Team members"].iter_rows(values_only=True))
    assert [row[-1] for row in members] == ["Remark", "disqualified", None, None, None]


@pytest.mark.parametrize(
    ("facts", "says"),
    [
        pytest.param({"number": "99"}, "no such number", id="unknown"),
        pytest.param({"number": "x"}, "Write the number", id="no-number"),
        pytest.param({"whom": "team", "number": "9"}, "no such number", id="unknown-team"),
        pytest.param(
            {"whom": "team", "number": "1", "offence": "disqualified", "reason": "x"},
            "not disqualified as a whole",
            id="team",
        ),
    ],
)
def test_what_cannot_be_meant_is_refused(client, event, facts, says):
    answer = punish(client, event, **facts)

    assert (answer.status_code, says in words(answer)) == (422, True)
    assert given(event) == []


def test_penalties_of_a_game_are_listed_and_lead_to_it(client):
    game = make_game()
    event = game.round.tournament
    client.force_login(make_official(event, Role.ORGANISER))
    ruling = Ruling(Measure.FINE, "short_win", shares=(-40, 0, 0, 0))
    penalty = add_penalty(
        game=game, offender=0, hand_number=3, ruling=ruling, request=Request(reason="seen")
    )

    page = client.get(url(event, "event-penalties"))

    assert "Player 01 · Fine −40" in words(page)
    assert "/rounds/1/tables/1/penalties/" in page.text
    # It is cancelled there, not here.
    cancel = url(event, "cancel-event-penalty", penalty.pk)
    assert post(client, cancel, reason="x").status_code == 404
    assert Penalty.objects.standing().count() == 1
