"""Draws through the services, and the wishes of PEERS (numbers 3, 8, 9 and 18) as far as draws go."""

from itertools import combinations

import pytest

from tests.factories import discard_win, make_hand, make_official, make_tournament, shut_round
from tournament.draw import ALGORITHM, Kind, plan, schedule_sha256
from tournament.models import ActionLog, Draw, Player, Role, Round, Seat, Table
from tournament.results import event_results
from tournament.services.draws import (
    Order,
    add_fillers,
    cancel_draw,
    make_draft,
    publish_draw,
    swap_seats,
)
from tournament.services.draws_again import redraw
from tournament.services.errors import (
    BadState,
    FillersNeeded,
    NotAllowed,
    TablesMissing,
    TokenReused,
)
from tournament.services.games import enter_totals
from tournament.services.log import Request
from tournament.services.missing import missing_before_sentence
from tournament.services.penalties import Ruling, penalise_in_table_points
from tournament.services.people import add_player, withdraw_player
from tournament.services.rounds import missing_sentence, start_round

pytestmark = pytest.mark.django_db


def make_event(players=16, *, teams=0, **fields):
    """An event whose players are all checked in."""
    tournament = make_tournament(players=players, teams=teams, **fields)
    tournament.players.update(status=Player.Status.CHECKED_IN)
    return tournament


def draft(tournament, first=1, last=None, *, kind=Kind.PLAN, seed="s", request=None, **more):
    override = more.pop("override", False)
    order = Order(first, last or first, kind, seed=seed, **more)
    stage = tournament.stages.get()
    return make_draft(stage=stage, order=order, request=request or Request(), override=override)


def seats(tournament, number):
    """The standing seats of a round: table number -> entries, East first."""
    found = {}
    rows = Seat.objects.filter(round__tournament=tournament, round__number=number)
    rows = rows.exclude(round__state=Round.State.CANCELLED).order_by("game__table__number", "start")
    for table, player in rows.values_list("game__table__number", "player__number"):
        found.setdefault(table, []).append(player)
    return found


def everybody(tournament, number):
    return sorted(player for table in seats(tournament, number).values() for player in table)


def play(tournament, number):
    """Start a round, enter totals at every table, close it."""
    round_ = tournament.rounds.exclude(state=Round.State.CANCELLED).get(number=number)
    start_round(round_=round_, request=Request())
    for game in round_.games.all():
        enter_totals(game=game, totals=(20, 10, -10, -20), request=Request(reason="test"))
    shut_round(round_=round_, request=Request())


def pairs(tournament, *numbers):
    return [
        pair
        for number in numbers
        for table in seats(tournament, number).values()
        for pair in combinations(sorted(table), 2)
    ]


def standing(tournament):
    lines = event_results(tournament).lines
    return {line.entry.number: (line.rank, line.table_points, line.score) for line in lines}


# Make


def test_a_draft_holds_rounds_seats_report_seed_and_hash():
    tournament = make_event(16)

    draw = draft(tournament, 1, 5, seed="spring")

    made = plan(range(1, 17), 5, seed="spring")
    assert [list(seats(tournament, n).values()) for n in range(1, 6)] == [
        [list(table) for table in seating] for seating in made.rounds
    ]
    assert (draw.state, draw.seed, draw.algorithm) == (
        Draw.State.DRAFT,
        "spring",
        f"stored {ALGORITHM}",
    )
    assert draw.sha256 == schedule_sha256(made.rounds)
    assert (draw.quality["repeats"], draw.quality["wind_spread_ever"]) == (0, 1)
    assert set(tournament.rounds.values_list("state", flat=True)) == {Round.State.DRAFT}
    assert list(Table.objects.values_list("number", flat=True)) == [1, 2, 3, 4]


def test_an_empty_seed_is_drawn_and_stored():
    first, second = draft(make_event(8), seed=""), draft(make_event(8), seed="")

    assert len(first.seed) == 16
    assert first.seed != second.seed


def test_a_draft_writes_one_row_and_a_retry_none():
    tournament = make_event(8)
    request = Request(token="one")

    draw = draft(tournament, request=request)

    assert draft(tournament, request=request) == draw
    assert ActionLog.objects.filter(action="make_draw").count() == 1
    with pytest.raises(TokenReused):
        draft(tournament, seed="other", request=request)


def test_the_tables_of_the_hall_keep_their_numbers():
    tournament = make_event(12)
    for number in (11, 12):
        Table.objects.create(tournament=tournament, number=number)

    draft(tournament)

    assert sorted(seats(tournament, 1)) == [11, 12, 13]


@pytest.mark.parametrize("role", [Role.HEAD_REFEREE, Role.REFEREE, Role.CLERK, Role.VIEWER])
def test_only_the_organiser_draws(role):
    tournament = make_event(8)
    request = Request(by=make_official(tournament, role))

    with pytest.raises(NotAllowed):
        draft(tournament, request=request)

    assert not Draw.objects.exists()


@pytest.mark.parametrize(
    ("first", "last", "kind"),
    [
        pytest.param(3, 2, Kind.PLAN, id="backwards"),
        pytest.param(0, 2, Kind.PLAN, id="from-zero"),
        pytest.param(1, 2, Kind.LOTS, id="two-by-lot"),
    ],
)
def test_a_senseless_order_is_refused(first, last, kind):
    with pytest.raises(BadState):
        draft(make_event(8), first, last, kind=kind)


def test_a_round_is_drawn_once():
    tournament = make_event(8)
    draft(tournament, 1, 2)

    with pytest.raises(BadState, match="Round 2 is already drawn"):
        draft(tournament, 2, 3)

    assert Draw.objects.count() == 1


def test_team_mates_are_apart_and_need_not_be():
    tournament = make_event(16, teams=4)

    draft(tournament, 1, 4)
    draw = draft(tournament, 5, teams_apart=False, kind=Kind.LOTS)

    assert [pair for pair in pairs(tournament, 1, 2, 3, 4) if (pair[0] - pair[1]) % 4 == 0] == []
    assert draw.constraints["apart"] == []


def test_the_next_round_by_lot_knows_the_rounds_before():
    tournament = make_event(40)
    for number in (1, 2, 3, 4):
        draft(tournament, number, kind=Kind.LOTS, seed=f"s{number}")

    met = pairs(tournament, 1, 2, 3, 4)

    assert len(met) == len(set(met))
    assert Draw.objects.latest("pk").quality["repeats"] == 0


# Who is drawn


def test_only_those_who_checked_in_are_drawn():
    tournament = make_event(12)
    tournament.players.filter(number__gt=8).update(status=Player.Status.ENTERED)
    tournament.players.filter(number=12).update(status=Player.Status.APPLIED)

    draft(tournament, 1)
    add_player(tournament=tournament, number=13, status=Player.Status.ENTERED, request=Request())
    draft(tournament, 2, include_entered=True)

    assert everybody(tournament, 1) == [1, 2, 3, 4, 5, 6, 7, 8]
    assert everybody(tournament, 2) == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13]


def test_reserves_stay_out():
    tournament = make_event(9)
    tournament.players.filter(number=3).update(is_reserve=True)

    draft(tournament)

    assert everybody(tournament, 1) == [1, 2, 4, 5, 6, 7, 8, 9]


def test_withdrawals_and_late_entries_in_the_middle():
    """PEERS 8: the played rounds stay, the rest is drawn with them as history."""
    tournament = make_event(16)
    publish_draw(draw=draft(tournament, 1, 2), request=Request())
    play(tournament, 1)
    play(tournament, 2)
    for number in (3, 7):
        entry = tournament.players.get(number=number)
        withdraw_player(player=entry, last_round=2, request=Request())
    for number in (17, 18):
        add_player(
            tournament=tournament,
            number=number,
            status=Player.Status.CHECKED_IN,
            first_round=3,
            request=Request(),
        )

    draft(tournament, 3, 4)

    stayed = [n for n in range(1, 19) if n not in (3, 7)]
    assert everybody(tournament, 2) == list(range(1, 17))
    assert everybody(tournament, 3) == everybody(tournament, 4) == stayed
    met = pairs(tournament, 1, 2, 3)
    assert len(met) - len(set(met)) <= 2


def test_a_range_over_a_change_of_the_field_is_refused_with_names():
    tournament = make_event(8)
    tournament.players.filter(number=5).update(last_round=2)

    with pytest.raises(BadState, match=r"only some of the rounds: 05\."):
        draft(tournament, 1, 3)


@pytest.mark.parametrize(
    ("players", "fillers"), [pytest.param(5, 3, id="five-left"), (6, 2), (7, 1), (3, 1), (1, 3)]
)
def test_fillers_are_offered_never_added_silently(players, fillers):
    """PEERS 8: 5 players left."""
    tournament = make_event(players)

    with pytest.raises(FillersNeeded) as caught:
        draft(tournament)
    assert caught.value.count == fillers
    assert tournament.players.count() == players

    added = add_fillers(tournament=tournament, count=fillers, first_round=1, request=Request())
    draft(tournament)

    assert [p.number for p in added] == list(range(players + 1, players + fillers + 1))
    assert {(p.is_ranked, p.status) for p in added} == {(False, Player.Status.CHECKED_IN)}
    assert everybody(tournament, 1) == list(range(1, players + fillers + 1))


def test_fillers_never_share_a_table_when_tables_suffice():
    tournament = make_event(21)
    add_fillers(tournament=tournament, count=3, first_round=1, request=Request())

    draft(tournament, 1, 4)

    fillers = {22, 23, 24}
    assert [pair for pair in pairs(tournament, 1, 2, 3, 4) if fillers.issuperset(pair)] == []


def test_adding_fillers_twice_under_one_token_adds_them_once():
    tournament = make_event(6)
    request = Request(token="fill")

    first = add_fillers(tournament=tournament, count=2, first_round=1, request=request)
    again = add_fillers(tournament=tournament, count=2, first_round=1, request=request)

    assert [p.pk for p in first] == [p.pk for p in again]
    assert tournament.players.count() == 8


def test_two_organisers_who_add_the_same_fillers_add_them_once():
    tournament = make_event(6)
    offered = {"tournament": tournament, "count": 2, "first_round": 1, "seen": 6}
    add_fillers(**offered, request=Request())

    with pytest.raises(BadState, match="Entries were added meanwhile"):
        add_fillers(**offered, request=Request())

    assert tournament.players.count() == 8


@pytest.mark.parametrize("count", [0, 4, -1])
def test_a_table_lacks_three_players_at_most(count):
    with pytest.raises(BadState):
        add_fillers(tournament=make_event(4), count=count, first_round=1, request=Request())


def test_nobody_left_is_said():
    """PEERS 8: nobody left."""
    tournament = make_event(4)
    for entry in tournament.players.all():
        withdraw_player(player=entry, last_round=1, request=Request())

    with pytest.raises(BadState, match="Nobody is there"):
        draft(tournament, 2)


def test_eight_players_in_seven_rounds_get_the_best_and_are_told():
    """PEERS 8: repeats are unavoidable; the report says so."""
    tournament = make_event(8)

    draw = draft(tournament, 1, 7)

    assert (draw.quality["repeats"], draw.quality["repeats_minimum"]) == (56, 56)
    assert draw.quality["most_meetings"] == 3


# Missing results


def test_missing_results_block_the_next_draw_with_the_tables():
    """PEERS 18."""
    tournament = make_event(8)
    publish_draw(draw=draft(tournament, 1), request=Request())
    round_ = tournament.rounds.get()
    start_round(round_=round_, request=Request())
    make_hand(round_.games.get(table__number=2), 1, discard_win())

    with pytest.raises(TablesMissing, match="round 1 table 1") as caught:
        draft(tournament, 2, kind=Kind.LOTS)

    assert caught.value.tables == (1, 2)
    assert not tournament.rounds.filter(number=2).exists()


def test_of_many_missing_tables_only_some_are_named():
    tables = tuple(range(1, 101))

    before = missing_before_sentence({1: tables, 2: tables})
    assert before.startswith("200 tables have no result: round 1 table 1, round 1 table 2, ")
    assert "round 1 table 20, and 180 more. Complete them" in before
    running = missing_sentence(Round(number=3), tables)
    assert running.startswith("100 tables of round 3 have no complete result: 1, 2, 3, ")
    assert " 19, 20, and 80 more. Complete them" in running


def test_missing_results_can_be_overridden_with_a_reason_that_is_logged():
    """PEERS 18."""
    tournament = make_event(8)
    publish_draw(draw=draft(tournament, 1), request=Request())
    start_round(round_=tournament.rounds.get(), request=Request())

    with pytest.raises(BadState, match="Say why"):
        draft(tournament, 2, kind=Kind.LOTS, override=True)
    draft(tournament, 2, kind=Kind.LOTS, override=True, request=Request(reason="late tables"))

    row = ActionLog.objects.get(action="make_draw", reason="late tables")
    assert row.after["missing_tables"] == {"1": [1, 2]}


# Publish


def test_publishing_freezes_the_seats():
    """PEERS 9: published is frozen."""
    tournament = make_event(8)
    draw = draft(tournament, 1, 2)

    draw = publish_draw(draw=draw, request=Request())

    assert draw.state == Draw.State.PUBLISHED
    assert set(tournament.rounds.values_list("state", flat=True)) == {Round.State.PUBLISHED}
    one, other = everybody(tournament, 1)[:2]
    with pytest.raises(BadState, match="Only the seats of a draft"):
        swap_seats(round_=tournament.rounds.get(number=1), one=one, other=other, request=Request())
    with pytest.raises(BadState, match="no draft any more"):
        publish_draw(draw=draw, request=Request())


def test_one_round_of_a_draw_can_be_published_alone():
    tournament = make_event(8)
    draw = draft(tournament, 1, 3)

    publish_draw(draw=draw, request=Request(), number=1)

    states = list(tournament.rounds.order_by("number").values_list("state", flat=True))
    assert states == ["published", "draft", "draft"]


def test_publishing_counts_in_the_version_of_the_public_pages():
    tournament = make_event(8)
    draw = draft(tournament)
    tournament.refresh_from_db()
    before = tournament.standings_version

    publish_draw(draw=draw, request=Request())

    tournament.refresh_from_db()
    assert tournament.standings_version == before + 1


def test_a_draft_that_no_longer_fits_the_roster_is_not_published():
    tournament = make_event(8)
    draw = draft(tournament)
    entry = tournament.players.get(number=4)
    withdraw_player(player=entry, last_round=0, request=Request())
    add_player(tournament=tournament, number=9, status="checked_in", request=Request())

    with pytest.raises(BadState) as caught:
        publish_draw(draw=draw, request=Request())

    assert str(caught.value) == (
        "Round 1 seats players who have left: 04. Draw it again. "
        "Round 1 has no seat for: 09. Draw it again."
    )
    assert tournament.rounds.get().state == Round.State.DRAFT


# Swap


def test_a_swap_moves_two_players_and_counts_the_report_again():
    tournament = make_event(16)
    draw = draft(tournament, 1, 5)
    before = seats(tournament, 2)
    one, other = before[1][0], before[3][2]

    swap_seats(round_=tournament.rounds.get(number=2), one=one, other=other, request=Request())

    after = seats(tournament, 2)
    assert (after[1][0], after[3][2]) == (other, one)
    assert everybody(tournament, 2) == list(range(1, 17))
    sha256 = draw.sha256
    draw.refresh_from_db()
    assert draw.quality["repeats"] > 0
    assert draw.sha256 != sha256
    assert draw.constraints["swaps"] == [[2, one, other]]
    row = ActionLog.objects.get(action="swap_seats")
    assert row.before == {str(one): "1", str(other): "3"}
    assert row.after == {str(one): "3", str(other): "1"}


def test_a_swap_back_restores_hash_and_report():
    """Neither tables the hall has besides, nor one that comes with a lower number, count."""
    tournament = make_event(8, teams=4)
    Table.objects.bulk_create(Table(tournament=tournament, number=n) for n in range(2, 6))
    draw = draft(tournament, 1, 3)
    Table.objects.create(tournament=tournament, number=1)
    one, other = seats(tournament, 1)[2][0], seats(tournament, 1)[3][0]
    made = Draw.objects.values("sha256", "quality").get(pk=draw.pk)

    for _ in range(2):
        swap_seats(round_=tournament.rounds.get(number=1), one=one, other=other, request=Request())

    assert Draw.objects.values("sha256", "quality").get(pk=draw.pk) == made


@pytest.mark.parametrize(("one", "other"), [(1, 1), (1, 99), (98, 99)])
def test_only_two_players_of_the_round_can_be_swapped(one, other):
    tournament = make_event(8)
    draft(tournament)

    with pytest.raises(BadState, match="two different players"):
        swap_seats(round_=tournament.rounds.get(), one=one, other=other, request=Request())


# Again


def test_a_redraw_keeps_the_old_draft_and_deletes_nothing():
    tournament = make_event(8)
    draw = draft(tournament, 1, 2, seed="first")
    old = list(Seat.objects.order_by("pk").values_list("pk", "player"))

    new = redraw(draw=draw, seed="second", request=Request())

    draw.refresh_from_db()
    assert (draw.state, new.state, new.seed) == ("superseded", "draft", "second")
    assert set(draw.rounds.values_list("state", flat=True)) == {Round.State.CANCELLED}
    assert set(new.rounds.values_list("number", "state")) == {(1, "draft"), (2, "draft")}
    assert list(Seat.objects.order_by("pk").values_list("pk", "player"))[: len(old)] == old


def test_a_published_draw_is_drawn_again_with_a_reason_only():
    """PEERS 9: undo of a phase."""
    tournament = make_event(8)
    draw = publish_draw(draw=draft(tournament), request=Request())

    with pytest.raises(BadState, match="Say why"):
        redraw(draw=draw, request=Request())
    new = redraw(draw=draw, request=Request(reason="a player came late"))

    assert [r.state for r in tournament.rounds.order_by("pk")] == ["cancelled", "draft"]
    assert ActionLog.objects.get(action="redraw").reason == "a player came late"
    assert new.seed != draw.seed


def test_the_rounds_played_stay_when_the_rest_is_drawn_again():
    tournament = make_event(16)
    draw = publish_draw(draw=draft(tournament, 1, 4), request=Request())
    play(tournament, 1)
    first = seats(tournament, 1)

    new = redraw(draw=draw, request=Request(reason="x"))

    assert (new.first_round, new.last_round) == (2, 4)
    assert seats(tournament, 1) == first
    states = tournament.rounds.order_by("pk").values_list("number", "state")
    assert list(states) == [
        (1, "closed"),
        (2, "cancelled"),
        (3, "cancelled"),
        (4, "cancelled"),
        (2, "draft"),
        (3, "draft"),
        (4, "draft"),
    ]


@pytest.mark.parametrize("change", [redraw, cancel_draw])
def test_a_started_round_cannot_be_drawn_again(change):
    tournament = make_event(8)
    draw = publish_draw(draw=draft(tournament), request=Request())
    start_round(round_=tournament.rounds.get(), request=Request())

    with pytest.raises(BadState, match="started"):
        change(draw=draw, request=Request(reason="x"))

    assert tournament.rounds.get().state == Round.State.RUNNING


def test_a_cancelled_draw_frees_its_rounds():
    tournament = make_event(8)
    draw = draft(tournament, 1, 2)

    cancel_draw(draw=draw, request=Request())
    draft(tournament, 1, 2)

    draw.refresh_from_db()
    assert draw.state == Draw.State.SUPERSEDED
    assert tournament.rounds.filter(state=Round.State.CANCELLED).count() == 2


def test_penalties_survive_a_redraw():
    """PEERS 3: they stand, and the standing is the same to the byte."""
    tournament = make_event(8)
    publish_draw(draw=draft(tournament, 1), request=Request())
    play(tournament, 1)
    draw = publish_draw(draw=draft(tournament, 2), request=Request())
    penalise_in_table_points(
        tournament=tournament,
        player=tournament.players.get(number=5),
        team=None,
        ruling=Ruling("fine", table_points=12),
        request=Request(reason="late"),
    )
    before = standing(tournament)

    redraw(draw=draw, request=Request(reason="again"))

    assert standing(tournament) == before


def test_a_draw_never_hangs_and_says_what_it_gave_up():
    """PEERS 9: a hopeless field is drawn within the steps, with a report."""
    tournament = make_event(12, teams=1)

    draw = draft(tournament, 1, 4)

    assert draw.algorithm == f"stored+search {ALGORITHM}"
    assert len(draw.quality["clashes"]) == draw.quality["clashes_minimum"] == 72
    assert draw.quality["repeats"] >= draw.quality["repeats_minimum"]
