"""Finals, round robins and seats chosen by hand, through the services."""

import pytest

from tests.tournament.services.test_draw_kinds import event_after, order_of, verdict
from tests.tournament.services.test_draws import (
    draft,
    everybody,
    make_event,
    pairs,
    play,
    seats,
)
from tournament.board import unfinished_rounds
from tournament.draw import Kind
from tournament.models import Draw, Player, Round
from tournament.proof import Verdict
from tournament.results import event_results
from tournament.services.draws import publish_draw, swap_seats
from tournament.services.draws_again import redraw, reseat
from tournament.services.errors import BadState
from tournament.services.log import Request
from tournament.services.people import withdraw_player

pytestmark = pytest.mark.django_db


# Finals


@pytest.mark.parametrize(
    ("kind", "places"),
    [
        pytest.param(Kind.FINAL, [(0, 1, 2, 3), (4, 5, 6, 7)], id="by-rank"),
        pytest.param(Kind.FINAL_SNAKE, [(0, 3, 4, 7), (1, 2, 5, 6)], id="snake"),
    ],
)
def test_the_best_play_a_final_and_nothing_lacks_the_others(kind, places):
    tournament = event_after(2)
    order = order_of(tournament)

    draw = draft(tournament, 3, kind=kind, finalists=8)

    tables = [sorted(table) for table in seats(tournament, 3).values()]
    assert tables == [sorted(order[place] for place in table) for table in places]
    assert verdict(publish_draw(draw=draw, request=Request())) is Verdict.SAME
    play(tournament, 3)
    assert unfinished_rounds(tournament) == {}
    lines = event_results(tournament).lines
    assert sorted(line.entry.number for line in lines) == list(range(1, 17))
    assert {line.entry.number: len(line.counted) for line in lines} == {
        number: 3 if number in order[:8] else 2 for number in order
    }


def test_who_withdraws_from_a_final_makes_room_for_the_next():
    tournament = event_after(1)
    order = order_of(tournament)
    draw = draft(tournament, 2, kind=Kind.FINAL, finalists=4)
    withdraw_player(
        player=tournament.players.get(number=order[1]), last_round=1, request=Request(reason="x")
    )
    with pytest.raises(BadState, match=f"seats players who have left: {order[1]:02d}"):
        publish_draw(draw=draw, request=Request())

    draw = reseat(draw=draw, request=Request())

    assert everybody(tournament, 2) == sorted([order[0], *order[2:5]])
    assert verdict(publish_draw(draw=draw, request=Request())) is Verdict.SAME


def test_a_field_that_fills_no_tables_can_have_a_final():
    tournament = event_after(1)
    tournament.players.filter(number=order_of(tournament)[15]).update(
        status=Player.Status.WITHDRAWN
    )

    assert draft(tournament, 2, kind=Kind.FINAL, finalists=12).quality["players"] == 12


@pytest.mark.parametrize(
    ("finalists", "words"),
    [(0, "full tables"), (6, "full tables"), (20, "A final of 20 needs")],
)
def test_a_final_needs_full_tables_and_enough_players(finalists, words):
    tournament = event_after(1)

    with pytest.raises(BadState, match=words):
        draft(tournament, 2, kind=Kind.FINAL, finalists=finalists)


# Round robins


@pytest.mark.parametrize(("teams", "rounds"), [(4, 4), (5, 4), (5, 6), (6, 5), (7, 6)])
def test_a_round_robin_of_teams_is_as_good_as_can_be(teams, rounds):
    tournament = make_event(teams * 4, teams=teams)

    draw = draft(tournament, 1, rounds, kind=Kind.TEAM_ROBIN, teams_apart=False)

    figures = draw.quality
    assert (figures["clashes"], figures["wind_spread_ever"]) == ([], 1)
    assert figures["repeats"] == (20 if (teams, rounds) == (5, 6) else 0)
    assert verdict(publish_draw(draw=draw, request=Request())) is Verdict.SAME


def test_a_round_robin_of_sixteen_lets_everybody_meet_everybody_once():
    tournament = make_event(16)

    draw = draft(tournament, 1, 5, kind=Kind.SINGLES_ROBIN)

    assert (
        len(set(pairs(tournament, 1, 2, 3, 4, 5))) == len(pairs(tournament, 1, 2, 3, 4, 5)) == 120
    )
    assert verdict(publish_draw(draw=draw, request=Request())) is Verdict.SAME


@pytest.mark.parametrize(
    ("kind", "event", "rounds", "words"),
    [
        pytest.param(Kind.SINGLES_ROBIN, {"players": 12}, 5, "here there are 12", id="twelve"),
        pytest.param(Kind.SINGLES_ROBIN, {"players": 16}, 6, "5 rounds at most", id="six-rounds"),
        pytest.param(Kind.TEAM_ROBIN, {"players": 16}, 4, "in no team", id="no-teams"),
        pytest.param(
            Kind.TEAM_ROBIN, {"players": 12, "teams": 3}, 3, "here there are 3", id="three-teams"
        ),
        pytest.param(
            Kind.TEAM_ROBIN, {"players": 20, "teams": 4}, 4, "Others: 1, 2, 3, 4", id="fives"
        ),
        pytest.param(
            Kind.TEAM_ROBIN, {"players": 24, "teams": 6}, 6, "5 rounds at most", id="six-teams"
        ),
    ],
)
def test_a_round_robin_that_does_not_fit_is_refused_with_the_reason(kind, event, rounds, words):
    tournament = make_event(**event)

    with pytest.raises(BadState, match=words):
        draft(tournament, 1, rounds, kind=kind)


def test_the_rest_of_a_round_robin_is_planned_when_it_is_drawn_again():
    tournament = make_event(16, teams=4)
    draw = publish_draw(draw=draft(tournament, 1, 4, kind=Kind.TEAM_ROBIN), request=Request())
    play(tournament, 1)

    again = redraw(draw=draw, request=Request(reason="x"))

    assert (again.kind, again.first_round, again.last_round) == (Kind.PLAN, 2, 4)
    assert again.quality["clashes"] == []
    assert verdict(publish_draw(draw=again, request=Request())) is Verdict.SAME


# By hand


def test_seats_by_hand_begin_in_entry_order_and_follow_from_no_seed():
    tournament = make_event(8)

    draw = draft(tournament, kind=Kind.MANUAL)
    swap_seats(round_=draw.rounds.get(), one=1, other=8, request=Request())

    assert seats(tournament, 1) == {1: [8, 2, 3, 4], 2: [5, 6, 7, 1]}
    draw = Draw.objects.get()
    assert (draw.seed, draw.algorithm) == ("", "by hand 2")
    assert verdict(publish_draw(draw=draw, request=Request())) is Verdict.NOT_DRAWN


def test_seats_by_hand_can_begin_with_the_round_before():
    tournament = event_after(1, players=8)
    before = seats(tournament, 1)
    withdraw_player(
        player=tournament.players.get(number=3), last_round=1, request=Request(reason="x")
    )
    come = [
        Player.objects.create(tournament=tournament, number=number, status="checked_in")
        for number in range(20, 25)
    ]
    with pytest.raises(BadState, match="Another number of players"):
        draft(tournament, 2, kind=Kind.MANUAL_LAST)
    for player in come[1:]:
        player.delete()

    draft(tournament, 2, kind=Kind.MANUAL_LAST)

    assert seats(tournament, 2) == {
        table: [20 if player == 3 else player for player in people]
        for table, people in before.items()
    }


def test_by_hand_needs_a_round_before_and_one_round():
    tournament = make_event(8)

    with pytest.raises(BadState, match="no round before"):
        draft(tournament, kind=Kind.MANUAL_LAST)
    with pytest.raises(BadState, match="one round is drawn at a time"):
        draft(tournament, 1, 2, kind=Kind.MANUAL)


# Again


def test_drawing_again_can_change_what_was_asked():
    tournament = make_event(16, teams=4)
    draw = draft(tournament, 1, 3)
    asked = {"teams_apart": False, "clubs_apart": False, "prefix_first": True}

    again = redraw(draw=draw, seed="other", wishes=asked, request=Request())

    assert {name: again.constraints[name] for name in asked} == asked
    assert (again.seed, again.constraints["apart"]) == ("other", [])
    assert verdict(again) is Verdict.SAME


@pytest.mark.parametrize("kind", [Kind.LOTS, Kind.SWISS])
def test_a_round_for_another_roster_is_drawn_as_it_was_and_can_be_run_again(kind):
    tournament = event_after(1, players=12)
    draw = draft(tournament, 2, kind=kind)
    for number in (1, 2, 3, 4):
        withdraw_player(
            player=tournament.players.get(number=number), last_round=1, request=Request(reason="x")
        )

    draw = reseat(draw=draw, request=Request())

    assert everybody(tournament, 2) == list(range(5, 13))
    assert draw.kind == kind
    assert verdict(publish_draw(draw=draw, request=Request())) is Verdict.SAME
    assert Round.objects.filter(number=2).count() == 2
