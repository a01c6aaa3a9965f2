"""Draws that heed clubs, follow the standing, or mend a schedule when the roster has changed."""

from itertools import combinations

import pytest

from tests.tournament.services.test_draws import (
    draft,
    everybody,
    make_event,
    pairs,
    play,
    seats,
)
from tournament.draw import Kind
from tournament.field import standing_of
from tournament.models import ActionLog, Draw, Player, Round
from tournament.proof import Verdict, proofs
from tournament.services.draws import add_fillers, publish_draw, swap_seats
from tournament.services.draws_again import redraw, reseat
from tournament.services.errors import BadState, FillersNeeded
from tournament.services.log import Request
from tournament.services.people import add_player, withdraw_player

pytestmark = pytest.mark.django_db

BY_STANDING = [Kind.SWISS, Kind.BLOCKS, Kind.GROUPS, Kind.SNAKE]


def order_of(tournament):
    return standing_of(tournament, list(tournament.players.all()))


def event_after(rounds, players=16, **fields):
    """An event whose first rounds are drawn by a plan and played."""
    tournament = make_event(players, **fields)
    publish_draw(draw=draft(tournament, 1, rounds), request=Request())
    for number in range(1, rounds + 1):
        play(tournament, number)
    return tournament


def verdict(draw):
    return proofs(draw.stage.tournament, [draw])[0].verdict


# Clubs and countries


def test_clubs_and_countries_are_kept_apart_as_far_as_possible():
    tournament = make_event(16)
    tournament.players.filter(number__lte=4).update(club="Pine")
    tournament.players.filter(number__in=(5, 6)).update(country="FR")

    draw = draft(tournament, 1, 4)

    together = {frozenset(pair) for pair in pairs(tournament, 1, 2, 3, 4)}
    assert not together & {frozenset(pair) for pair in combinations((1, 2, 3, 4), 2)}
    assert frozenset((5, 6)) not in together
    assert draw.constraints["loose"] == [[[1, 2, 3, 4], 2], [[5, 6], 1]]
    assert (draw.quality["loose_clashes"], draw.quality["repeats"]) == ([], 0)


def test_clubs_need_not_be_heeded_and_a_country_of_all_is_none():
    tournament = make_event(8)
    tournament.players.update(country="CN", club="Pine")

    assert draft(tournament, 1).constraints["loose"] == []
    tournament.players.filter(number=8).update(club="Oak")

    assert draft(tournament, 2).constraints["loose"] == [[[1, 2, 3, 4, 5, 6, 7], 2]]
    assert draft(tournament, 3, clubs_apart=False).constraints["loose"] == []


def test_a_large_club_meets_as_little_as_can_be_and_the_report_says_where():
    tournament = make_event(8)
    tournament.players.filter(number__lte=3).update(club="Pine")

    draw = draft(tournament)

    [[number, table, one, other]] = draw.quality["loose_clashes"]
    assert number == 1
    assert {one, other} <= set(seats(tournament, 1)[table]) & {1, 2, 3}
    assert draw.quality["loose_minimum"] == 1


def test_a_swap_counts_the_clubs_again():
    tournament = make_event(8)
    tournament.players.filter(number__in=(1, 2)).update(club="Pine")
    draw = draft(tournament)
    assert draw.quality["loose_clashes"] == []
    home = next(table for table in seats(tournament, 1).values() if 1 in table)
    other = next(player for player in home if player != 1)

    swap_seats(round_=tournament.rounds.get(), one=2, other=other, request=Request())

    draw.refresh_from_db()
    assert [row[2:] for row in draw.quality["loose_clashes"]] == [[1, 2]]


# More rounds than can be without a repeat


def test_the_rounds_without_repeats_come_first_if_asked():
    tournament = make_event(24)

    draw = draft(tournament, 1, 8, prefix_first=True)

    assert len(set(pairs(tournament, *range(1, 8)))) == 7 * 36
    assert draw.quality["repeats"] == 18
    assert draw.constraints["prefix_first"] is True
    assert verdict(draw) is Verdict.SAME


# By the standing


@pytest.mark.parametrize("kind", BY_STANDING)
def test_every_kind_by_standing_seats_everybody_and_can_be_run_again(kind):
    tournament = event_after(2)

    draw = draft(tournament, 3, kind=kind)

    assert everybody(tournament, 3) == list(range(1, 17))
    assert draw.constraints["standing"] == list(order_of(tournament))
    assert (draw.kind, draw.algorithm) == (kind.value, f"{kind.value} 2")
    assert verdict(draw) is Verdict.SAME


def test_blocks_are_four_after_four_of_the_standing():
    tournament = event_after(1)
    order = order_of(tournament)

    draw = draft(tournament, 2, kind=Kind.BLOCKS)

    tables = [sorted(table) for table in seats(tournament, 2).values()]
    assert tables == [sorted(order[first : first + 4]) for first in (0, 4, 8, 12)]
    assert draw.quality["rank_spread"] == draw.quality["rank_spread_minimum"] == 80


def test_swiss_knows_all_rounds_before_and_nobody_meets_again():
    tournament = event_after(3)

    draw = draft(tournament, 4, kind=Kind.SWISS)

    assert draw.quality["repeats"] == 0
    assert len(set(pairs(tournament, 1, 2, 3, 4))) == 4 * 24


def test_the_standing_puts_equals_by_entry_number_and_the_new_last():
    tournament = event_after(1, players=8)
    tournament.players.filter(number=2).update(number=20)
    add_player(tournament=tournament, number=9, status="checked_in", request=Request())
    first = seats(tournament, 1)

    order = order_of(tournament)

    assert list(order[:2]) == sorted(table[0] for table in first.values())
    assert sorted(order) == [1, 3, 4, 5, 6, 7, 8, 9, 20]


def test_without_a_game_there_is_no_standing_to_draw_by():
    tournament = make_event(8)

    with pytest.raises(BadState, match="no standing yet"):
        draft(tournament, kind=Kind.SWISS)


@pytest.mark.parametrize("kind", BY_STANDING)
def test_by_the_standing_one_round_is_drawn_at_a_time(kind):
    with pytest.raises(BadState, match="one round is drawn at a time"):
        draft(event_after(1, players=8), 2, 3, kind=kind)


# The remaining rounds


def planned_event(players=16):
    """Four planned and published rounds, the first of them played."""
    tournament = make_event(players)
    draw = publish_draw(draw=draft(tournament, 1, 4), request=Request())
    play(tournament, 1)
    return tournament, draw


def leave(tournament, number):
    withdraw_player(
        player=tournament.players.get(number=number), last_round=1, request=Request(reason="ill")
    )


def join(tournament, number):
    add_player(tournament=tournament, number=number, status="checked_in", request=Request())


def test_a_hole_is_offered_a_filler_and_nothing_changes_before():
    tournament, draw = planned_event()
    leave(tournament, 5)

    with pytest.raises(FillersNeeded) as refusal:
        reseat(draw=draw, request=Request(reason="5 left"))

    assert refusal.value.count == 1
    assert Draw.objects.count() == 1


def test_the_remaining_rounds_are_solved_again_and_the_played_stay():
    tournament, draw = planned_event(20)
    played = seats(tournament, 1)
    for number in (5, 6, 7, 8):
        leave(tournament, number)

    made = reseat(draw=draw, seed="t", request=Request(reason="four left"))

    assert seats(tournament, 1) == played
    assert everybody(tournament, 2) == [n for n in range(1, 21) if n not in (5, 6, 7, 8)]
    assert (made.first_round, made.last_round, made.algorithm) == (2, 4, "solved 2")
    draw.refresh_from_db()
    assert draw.state == Draw.State.SUPERSEDED
    states = draw.rounds.order_by("number").values_list("state", flat=True)
    assert list(states) == [Round.State.CLOSED, *[Round.State.CANCELLED] * 3]
    assert ActionLog.objects.get(action="redraw").reason == "four left"
    assert verdict(made) is Verdict.SAME


def test_rounds_that_still_fit_stay_when_later_ones_are_drawn_again():
    tournament = make_event()
    draw = draft(tournament, 1, 4)
    publish_draw(draw=draw, number=1, request=Request())
    play(tournament, 1)
    before = seats(tournament, 2)
    five = tournament.players.get(number=5)
    withdraw_player(player=five, last_round=2, request=Request(reason="has to go home"))
    add_fillers(tournament=tournament, count=1, first_round=3, request=Request())

    made = reseat(draw=draw, seed="t", request=Request(reason="5 goes home"))

    assert (made.first_round, made.last_round) == (3, 4)
    assert seats(tournament, 2) == before
    assert 17 in everybody(tournament, 3)
    draw.refresh_from_db()
    assert draw.state == Draw.State.PUBLISHED
    # What is left of the draw is a draft as before, and both can be run again.
    second = draw.rounds.get(number=2)
    swap_seats(round_=second, one=before[1][0], other=before[2][0], request=Request())
    draw.refresh_from_db()
    assert (verdict(draw), verdict(made)) == (Verdict.SWAPPED, Verdict.TAKEN_OVER)
    again = redraw(draw=draw, seed="u", request=Request())
    assert (again.first_round, again.last_round, verdict(again)) == (2, 2, Verdict.SAME)
    draw.refresh_from_db()
    assert draw.state == Draw.State.SUPERSEDED


def test_a_filler_takes_over_and_all_others_keep_their_seats():
    tournament, draw = planned_event()
    before = [seats(tournament, number) for number in (2, 3, 4)]
    leave(tournament, 5)
    add_fillers(tournament=tournament, count=1, first_round=2, request=Request())

    made = reseat(draw=draw, take_over=True, request=Request(reason="5 left"))

    assert [seats(tournament, number) for number in (2, 3, 4)] == [
        {table: [17 if p == 5 else p for p in people] for table, people in round_.items()}
        for round_ in before
    ]
    assert (made.algorithm, made.seed) == ("taken_over 2", "")
    assert verdict(made) is Verdict.TAKEN_OVER


def test_published_seats_need_a_reason_to_be_drawn_again():
    tournament, draw = planned_event()
    leave(tournament, 5)
    join(tournament, 17)

    with pytest.raises(BadState, match="Say why"):
        reseat(draw=draw, request=Request())

    assert tournament.rounds.filter(state=Round.State.PUBLISHED).count() == 3


def test_seats_that_fit_are_not_drawn_again():
    _tournament, draw = planned_event()

    with pytest.raises(BadState, match="fit the roster"):
        reseat(draw=draw, request=Request(reason="x"))


def test_only_as_many_as_leave_can_take_over():
    tournament, draw = planned_event()
    for number in (5, 6, 7, 8):
        leave(tournament, number)

    with pytest.raises(BadState, match="as many come as leave"):
        reseat(draw=draw, take_over=True, request=Request(reason="x"))


def test_a_retry_draws_the_rest_once():
    tournament, draw = planned_event()
    leave(tournament, 5)
    join(tournament, 17)
    request = Request(token="one", reason="ill")

    made = reseat(draw=draw, request=request)

    assert reseat(draw=draw, request=request) == made
    assert tournament.players.get(number=17).status == Player.Status.CHECKED_IN
    assert Draw.objects.count() == 2
