"""Numbers drawn in public: a schedule published first, then lots, from a bag or from a word."""

import json

import pytest

from tests.factories import make_official, make_round, make_tournament
from tournament import in_public
from tournament.draw import Kind
from tournament.draw.commitment import commitment, revealed_seed, with_players
from tournament.draw.numbers import drawn_numbers
from tournament.in_public import Way
from tournament.models import ActionLog, Draw, Player, Role, Round
from tournament.services.draw_order import Order
from tournament.services.draws import (
    add_fillers,
    cancel_draw,
    make_draft,
    publish_draw,
    swap_seats,
)
from tournament.services.draws_again import redraw, reseat
from tournament.services.errors import BadState, FillersNeeded, NotAllowed, StaleEdit
from tournament.services.log import Request
from tournament.services.people import add_player, withdraw_player
from tournament.services.public_draws import give_up_schedule, make_schedule, publish_schedule
from tournament.services.public_lots import finish_lots, save_lots, say_word, throw_lots_away
from tournament.services.rounds import start_round

pytestmark = pytest.mark.django_db
SECRET = "nobody can guess this"


def why():
    return Request(reason="the bag was torn")


def make_event(players=16, teams=4, **fields):
    tournament = make_tournament(players=players, teams=teams, **fields)
    tournament.players.update(status=Player.Status.CHECKED_IN)
    return tournament


def schedule(tournament, way=Way.TYPED, last=4, kind=Kind.PLAN, **more):
    order = Order(1, last, kind, seed="autumn", **more)
    return make_schedule(stage=tournament.stages.get(), order=order, way=way, request=Request())


def numbered(tournament, way=Way.TYPED, **more):
    draw = schedule(tournament, way, **more)
    secret = SECRET if way is Way.REVEALED else ""
    return publish_schedule(draw=draw, secret=secret, request=Request())


def by_hand(draw):
    """Lots as a bag might give them."""
    return tuple(drawn_numbers(in_public.pots_of_draw(draw), "a bag").items())


def seats_of(draw):
    """The rounds of a draw as entries, tables in order."""
    rounds = []
    for round_ in draw.rounds.exclude(state=Round.State.CANCELLED).order_by("number"):
        tables = {}
        for seat in round_.seats.order_by("game__table__number", "start"):
            tables.setdefault(seat.game.table.number, []).append(seat.player.number)
        rounds.append(tuple(map(tuple, tables.values())))
    return tuple(rounds)


def test_a_schedule_of_numbers_is_a_draft_without_rounds():
    draw = schedule(make_event())

    assert (draw.state, draw.rounds.count(), draw.seed) == (Draw.State.DRAFT, 0, "autumn")
    assert sorted(n for table in draw.schedule[0] for n in table) == list(range(1, 17))
    assert in_public.kept(draw)["pots"] == [
        [
            [[1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15], [4, 8, 12, 16]],
            [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12], [13, 14, 15, 16]],
        ]
    ]
    assert (draw.quality["repeats"], draw.quality["clashes"]) == (0, [])
    assert not in_public.is_public(draw)


def test_typed_lots_seat_the_players_by_their_numbers():
    draw = numbered(make_event())
    typed = by_hand(draw)

    drawn = finish_lots(draw=draw, typed=typed, seen=0, request=Request())

    assert (drawn.state, drawn.lots) == (Draw.State.DRAFT, {str(n): e for n, e in typed})
    assert seats_of(drawn) == with_players(in_public.schedule_of(draw), dict(typed))
    assert (drawn.quality["repeats"], drawn.quality["clashes"]) == (0, [])
    assert drawn.sha256 != draw.sha256 == in_public.kept(drawn)["sha256"]
    publish_draw(draw=drawn, request=Request())
    assert drawn.rounds.filter(state=Round.State.PUBLISHED).count() == 4


def test_the_word_gives_the_seed_of_the_lots():
    draw = numbered(make_event(), Way.REVEALED)
    assert draw.commitment == commitment(SECRET)

    drawn = say_word(draw=draw, word="春天", request=Request())

    seed = revealed_seed(SECRET, "春天")
    assert in_public.kept(drawn)["seed"] == seed
    assert in_public.lots_of(drawn) == drawn_numbers(in_public.pots_of_draw(drawn), seed)
    assert seats_of(drawn) == with_players(in_public.schedule_of(draw), in_public.lots_of(drawn))


def test_a_word_once_said_stays():
    draw = numbered(make_event(), Way.REVEALED)
    say_word(draw=draw, word="spring", request=Request())

    with pytest.raises(BadState):
        say_word(draw=draw, word="autumn", request=Request())
    assert Draw.objects.get().public_word == "spring"


def test_a_secret_is_made_where_none_is_typed_and_the_log_never_has_it():
    first = numbered(make_event(), Way.REVEALED)
    second = publish_schedule(draw=schedule(make_event(), Way.REVEALED), request=Request())

    assert len(second.secret) == 32
    assert second.commitment == commitment(second.secret)
    rows = json.dumps(list(ActionLog.objects.values("before", "after", "reason", "object_facts")))
    assert first.commitment in rows
    assert first.secret not in rows
    assert second.secret not in rows


def test_a_short_secret_is_refused():
    draw = schedule(make_event(), Way.REVEALED)

    with pytest.raises(BadState, match="can be guessed"):
        publish_schedule(draw=draw, secret="tea", request=Request())
    assert Draw.objects.get().state == Draw.State.DRAFT


def test_lots_are_kept_half_typed_and_wrong():
    draw = numbered(make_event())

    saved = save_lots(draw=draw, typed=[(3, 1), (3, 5), (99, 9)], seen=0, request=Request())

    assert in_public.typed_of(saved) == ((3, 1), (3, 5), (99, 9))
    assert (saved.lots, saved.state) == ({}, Draw.State.NUMBERED)
    with pytest.raises(StaleEdit):
        save_lots(draw=draw, typed=[(4, 1)], seen=0, request=Request())
    finish_lots(draw=draw, typed=by_hand(draw), seen=1, request=Request())
    assert in_public.typed_of(Draw.objects.get()) == ()


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda lots: lots[:-1], id="one-missing"),
        pytest.param(lambda lots: [*lots[:-1], (99, lots[-1][1])], id="unknown-number"),
        pytest.param(lambda lots: [*lots[:-1], (lots[-1][0], 99)], id="unknown-entry"),
        pytest.param(lambda lots: [*lots, (lots[0][0], lots[1][1])], id="twice"),
        pytest.param(
            lambda lots: (
                [(lots[0][0], lots[9][1]), (lots[9][0], lots[0][1])]
                + [lot for lot in lots if lot not in (lots[0], lots[9])]
            ),
            id="team-torn",
        ),
    ],
)
def test_lots_that_are_not_right_seat_nobody(change):
    draw = numbered(make_event())

    with pytest.raises(BadState, match="not complete"):
        finish_lots(draw=draw, typed=change(list(by_hand(draw))), seen=0, request=Request())
    assert Round.objects.count() == 0


def test_a_press_sent_twice_is_carried_out_once():
    draw = numbered(make_event())
    request = Request()

    for _time in range(2):
        finish_lots(draw=draw, typed=by_hand(draw), seen=0, request=request)
    assert Round.objects.count() == 4
    thrown = Request(reason="torn")
    again = [throw_lots_away(draw=draw, request=thrown) for _time in range(2)]
    assert again[0] == again[1]
    assert Draw.objects.count() == 2


def test_lots_thrown_away_leave_the_schedule_waiting_with_another_secret():
    draw = say_word(draw=numbered(make_event(), Way.REVEALED), word="spring", request=Request())
    with pytest.raises(BadState, match="Say why"):
        throw_lots_away(draw=draw, request=Request())

    again = throw_lots_away(draw=draw, request=why())

    draw.refresh_from_db()
    assert (draw.state, in_public.kept(draw)["given_up"]) == (
        Draw.State.SUPERSEDED,
        "the bag was torn",
    )
    assert (again.state, again.schedule, again.lots) == (Draw.State.NUMBERED, draw.schedule, {})
    assert again.commitment == commitment(again.secret) != draw.commitment
    say_word(draw=again, word="summer", request=Request())
    assert again.rounds.count() == draw.rounds.count() == 4


def test_published_seats_cannot_be_thrown_away_but_cancelled():
    draw = numbered(make_event())
    finish_lots(draw=draw, typed=by_hand(draw), seen=0, request=Request())
    with pytest.raises(BadState, match="Throw the lots away"):
        redraw(draw=Draw.objects.get(), request=why())
    with pytest.raises(BadState, match="Say why"):
        cancel_draw(draw=draw, request=Request())
    publish_draw(draw=draw, number=1, request=Request())

    with pytest.raises(BadState, match="stay"):
        throw_lots_away(draw=draw, request=why())
    cancel_draw(draw=draw, request=why())
    assert in_public.kept(Draw.objects.get())["given_up"] == "the bag was torn"


def test_a_schedule_is_given_up_with_a_reason_once_it_is_public():
    tournament = make_event()
    give_up_schedule(draw=schedule(tournament), request=Request())
    draw = numbered(tournament)

    with pytest.raises(BadState, match="Say why"):
        give_up_schedule(draw=draw, request=Request())
    give_up_schedule(draw=draw, request=why())

    assert set(Draw.objects.values_list("state", flat=True)) == {Draw.State.SUPERSEDED}
    with pytest.raises(BadState):
        publish_schedule(draw=draw, request=Request())


def test_lots_for_rounds_that_got_seats_meanwhile_are_refused():
    tournament = make_event(players=4, teams=0)
    draw = numbered(tournament, Way.REVEALED, last=1)
    make_round(tournament, state=Round.State.DRAFT)

    with pytest.raises(BadState, match="Round 1 is already drawn"):
        say_word(draw=draw, word="spring", request=Request())
    assert Draw.objects.get().public_word == ""


def test_lots_do_not_follow_from_another_secret_than_the_bound_one():
    draw = numbered(make_event(players=4, teams=0), Way.REVEALED, last=1)
    Draw.objects.update(secret="")

    with pytest.raises(BadState, match="secret that was bound is missing"):
        say_word(draw=draw, word="spring", request=Request())
    assert Draw.objects.get().state == Draw.State.NUMBERED


def test_rounds_with_a_schedule_are_drawn_by_nothing_else():
    tournament = make_event()
    schedule(tournament)
    order = Order(4, 5, Kind.PLAN)

    with pytest.raises(BadState, match="Round 4 has a schedule of numbers"):
        make_draft(stage=tournament.stages.get(), order=order, request=Request())
    with pytest.raises(BadState, match="Round 1 has a schedule of numbers"):
        schedule(tournament)


def test_a_schedule_for_others_than_are_there_is_not_published():
    tournament = make_event()
    draw = schedule(tournament)
    withdraw_player(player=tournament.players.get(number=7), last_round=0, request=why())

    with pytest.raises(BadState, match="make another"):
        publish_schedule(draw=draw, request=Request())
    assert Draw.objects.get().state == Draw.State.DRAFT


def test_only_plans_and_rounds_by_lot_have_numbers():
    tournament = make_event()

    with pytest.raises(BadState, match="planned rounds and for a round by lot"):
        schedule(tournament, last=1, kind=Kind.SWISS)
    assert schedule(tournament, last=1, kind=Kind.LOTS).quality["clashes"] == []


def test_fillers_have_the_last_numbers_whatever_the_word():
    tournament = make_event(players=14, teams=0)
    with pytest.raises(FillersNeeded):
        schedule(tournament)
    add_fillers(tournament=tournament, count=2, first_round=1, request=Request())
    draw = numbered(tournament, Way.REVEALED)

    for word in ("one", "two"):
        draw = say_word(draw=draw, word=word, request=Request())
        lots = in_public.lots_of(draw)
        assert {lots[15], lots[16]} == {15, 16}
        assert draw.quality["clashes"] == []
        draw = throw_lots_away(draw=draw, request=why())


def test_who_left_before_the_lots_is_reseated_as_after_any_draw():
    tournament = make_event(teams=0)
    draw = numbered(tournament)
    withdraw_player(player=tournament.players.get(number=7), last_round=0, request=why())
    add_player(tournament=tournament, number=17, request=Request())
    tournament.players.filter(number=17).update(status=Player.Status.CHECKED_IN)
    draw = finish_lots(draw=draw, typed=by_hand(draw), seen=0, request=Request())

    with pytest.raises(BadState):
        publish_draw(draw=draw, request=Request())
    again = reseat(draw=draw, take_over=True, request=why())

    there = {7: 17}
    assert seats_of(again) == tuple(
        tuple(tuple(there.get(p, p) for p in table) for table in seating)
        for seating in with_players(in_public.schedule_of(draw), dict(by_hand(draw)))
    )
    publish_draw(draw=again, request=Request())
    start_round(round_=again.rounds.get(number=1), request=Request())


def test_seats_of_lots_can_be_swapped_while_they_are_a_draft():
    draw = numbered(make_event(teams=0))
    draw = finish_lots(draw=draw, typed=by_hand(draw), seen=0, request=Request())

    swap_seats(round_=draw.rounds.get(number=1), one=1, other=2, request=Request())

    draw.refresh_from_db()
    assert draw.constraints["swaps"] == [[1, 1, 2]]
    assert draw.lots == {str(n): e for n, e in by_hand(draw)}


@pytest.mark.parametrize("role", [Role.HEAD_REFEREE, Role.REFEREE])
def test_only_organisers_draw_in_public(role):
    tournament = make_event()
    draft = schedule(tournament)
    request = Request(by=make_official(tournament, role), reason="because")

    with pytest.raises(NotAllowed):
        publish_schedule(draw=draft, request=request)
    with pytest.raises(NotAllowed):
        give_up_schedule(draw=draft, request=request)
    publish_schedule(draw=draft, request=Request())
    for act in (save_lots, finish_lots):
        with pytest.raises(NotAllowed):
            act(draw=draft, typed=by_hand(draft), seen=0, request=request)
    with pytest.raises(NotAllowed):
        say_word(draw=draft, word="spring", request=request)
    finish_lots(draw=draft, typed=by_hand(draft), seen=0, request=Request())
    with pytest.raises(NotAllowed):
        throw_lots_away(draw=draft, request=request)
