"""Start, pause, extra minutes, close, reopen: what is refused, and what the log keeps."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.factories import (
    discard_win,
    make_game,
    make_hand,
    make_official,
    make_round,
    make_tournament,
)
from tournament import board
from tournament.board import Missing, Trouble, round_clock, table_states, unfinished_rounds
from tournament.models import ActionLog, ClockEvent, Game, Hand, Role, Round, Tournament
from tournament.services.clock import add_minutes, pause_clock, resume_clock
from tournament.services.errors import BadState, NotAllowed, TablesMissing
from tournament.services.games import close_game, enter_totals
from tournament.services.log import Request
from tournament.services.rounds import close_round, reopen_round, start_round

pytestmark = pytest.mark.django_db


def started(minutes_ago=10, players=8, **fields):
    """A running round whose clock and hands lie `minutes_ago` back."""
    round_ = make_round(make_tournament(players=players, **fields))
    shift(round_, minutes_ago)
    return Round.objects.select_related("tournament").get(pk=round_.pk)


def shift(round_, minutes):
    then = timezone.now() - timedelta(minutes=minutes)
    ClockEvent.objects.filter(round=round_).update(at=then)
    Hand.objects.filter(game__round=round_).update(entered_at=then)


def give_totals(round_, *tables):
    for game in round_.games.filter(table__number__in=tables):
        enter_totals(game=game, totals=(5, 5, -5, -5), request=Request(reason="paper"))


def last_line():
    return ActionLog.objects.latest("pk")


# Start


def test_the_first_start_sets_clock_and_event_running():
    round_ = make_round(make_tournament(), state=Round.State.PUBLISHED)

    assert start_round(round_=round_, request=Request()).state == Round.State.RUNNING

    round_ = Round.objects.select_related("tournament").get(pk=round_.pk)
    assert round_.tournament.state == Tournament.State.RUNNING
    assert round_clock(round_).is_started
    assert last_line().action == "start_round"


@pytest.mark.parametrize("state", [Round.State.DRAFT, Round.State.RUNNING, Round.State.CLOSED])
def test_only_a_published_round_is_started(state):
    round_ = make_round(make_tournament(), state=state)

    with pytest.raises(BadState):
        start_round(round_=round_, request=Request())


def test_no_round_starts_while_another_runs():
    tournament = make_tournament()
    make_round(tournament)
    second = make_round(tournament, number=2, state=Round.State.PUBLISHED)

    with pytest.raises(BadState, match="Round 1 is running"):
        start_round(round_=second, request=Request())


# Clock


def test_a_pause_and_its_end_move_the_clock():
    round_ = started()

    pause_clock(round_=round_, request=Request())

    assert round_clock(round_).is_paused
    assert (last_line().action, last_line().after) == ("pause_clock", {"ends_at": None})
    with pytest.raises(BadState, match="paused"):
        pause_clock(round_=round_, request=Request())

    resume_clock(round_=round_, request=Request())

    assert not round_clock(round_).is_paused
    with pytest.raises(BadState, match="running"):
        resume_clock(round_=round_, request=Request())


def test_extra_minutes_for_all_tables_or_one():
    """PEERS 14: the server's end time moves, for everybody or for one table."""
    round_ = started()
    own = round_.games.select_related("table").get(table__number=2)
    before = round_clock(round_).ends_at

    add_minutes(round_=round_, minutes=5, request=Request())
    add_minutes(round_=round_, minutes=3, game=own, request=Request())

    assert round_clock(round_).ends_at - before == timedelta(minutes=5)
    assert round_clock(round_, own.pk).ends_at - before == timedelta(minutes=8)
    assert last_line().object_label == str(own)
    assert last_line().after["minutes"] == 3


@pytest.mark.parametrize("minutes", [0, -5, 61])
def test_extra_minutes_have_a_limit(minutes):
    with pytest.raises(BadState):
        add_minutes(round_=started(), minutes=minutes, request=Request())


@pytest.mark.parametrize("change", [pause_clock, resume_clock])
def test_a_round_that_does_not_run_has_no_clock(change):
    round_ = make_round(make_tournament(), state=Round.State.PUBLISHED)

    with pytest.raises(BadState, match="not running"):
        change(round_=round_, request=Request())


def test_a_retry_pauses_once():
    round_ = started()
    request = Request()

    pause_clock(round_=round_, request=request)
    pause_clock(round_=round_, request=request)

    assert round_.clock_events.filter(kind="pause").count() == 1


# Close


def test_closing_is_blocked_by_the_list_of_missing_tables():
    """PEERS 18: what is missing is named, and nothing is closed."""
    round_ = started(players=16)
    give_totals(round_, 1, 3)

    with pytest.raises(TablesMissing, match="2, 4") as refused:
        close_round(round_=round_, request=Request())

    assert refused.value.tables == (2, 4)
    round_.refresh_from_db()
    assert round_.state == Round.State.RUNNING


def test_closing_all_the_same_needs_a_reason_and_is_logged():
    """PEERS 18: override with a reason; the next draw still learns what is missing."""
    round_ = started()
    give_totals(round_, 1)

    with pytest.raises(BadState, match="reason"):
        close_round(round_=round_, override=True, request=Request())
    close_round(round_=round_, override=True, request=Request(reason="Table 2 left"))

    round_.refresh_from_db()
    assert round_.state == Round.State.CLOSED
    assert last_line().reason == "Table 2 left"
    assert last_line().after == {"state": "closed", "missing_tables": [2]}
    assert unfinished_rounds(round_.tournament) == {1: (2,)}


def test_complete_tables_close_without_a_word():
    round_ = started()
    give_totals(round_, 1, 2)

    assert close_round(round_=round_, request=Request()).state == Round.State.CLOSED
    assert unfinished_rounds(round_.tournament) == {}


def test_unfinished_sheets_block_until_time_is_up():
    round_ = started(players=4)
    make_hand(round_.games.get(), 1)

    with pytest.raises(TablesMissing):
        close_round(round_=round_, request=Request())
    shift(round_, 121)

    assert close_round(round_=round_, request=Request()).state == Round.State.CLOSED


def test_a_closed_round_is_reopened_with_a_reason():
    round_ = make_round(make_tournament(), state=Round.State.CLOSED)

    with pytest.raises(BadState, match="reason"):
        reopen_round(round_=round_, request=Request())

    reopened = reopen_round(round_=round_, request=Request(reason="appeal"))
    assert reopened.state == Round.State.RUNNING
    assert (last_line().before, last_line().after) == ({"state": "closed"}, {"state": "running"})


def test_a_round_is_not_reopened_beside_a_running_one():
    tournament = make_tournament()
    first = make_round(tournament, state=Round.State.CLOSED)
    make_round(tournament, number=2)

    with pytest.raises(BadState, match="Round 2 is running"):
        reopen_round(round_=first, request=Request(reason="appeal"))


@pytest.mark.parametrize("role", [Role.REFEREE, Role.CLERK, Role.VIEWER])
def test_only_leaders_run_rounds(role):
    round_ = started()
    by = make_official(round_.tournament, role)
    before = ActionLog.objects.count()

    for change in (pause_clock, resume_clock, close_round):
        with pytest.raises(NotAllowed):
            change(round_=round_, request=Request(by))
    assert ActionLog.objects.count() == before


# The board


def states(round_):
    return {state.game.table.number: state for state in table_states(round_)}


def test_a_table_tells_its_next_hand_and_its_gaps():
    round_ = started()
    game = round_.games.get(table__number=1)
    for number in (1, 2, 4):
        make_hand(game, number, discard_win())

    state = states(round_)[1]

    assert (state.numbers, state.gaps, state.next_hand) == ((1, 2, 4), (3,), 5)
    assert (state.troubles, state.missing) == ((Trouble.GAP,), Missing.GAP)
    assert states(round_)[2].missing == Missing.NO_RESULT


@pytest.mark.parametrize(
    ("minutes", "expected"),
    [
        pytest.param(11, (), id="11-minutes"),
        pytest.param(12, (Trouble.IDLE,), id="12-minutes"),
        pytest.param(116, (Trouble.IDLE,), id="at-the-end"),
    ],
)
def test_a_table_without_an_entry_for_12_minutes_is_named(minutes, expected):
    assert states(started(minutes))[1].troubles == expected


def test_at_the_end_15_minutes_may_pass():
    round_ = started(117)
    game = make_hand(round_.games.get(table__number=1)).game
    Hand.objects.filter(game=game).update(entered_at=timezone.now() - timedelta(minutes=14))

    assert states(round_)[1].troubles == ()


def test_a_paused_hall_is_not_idle():
    round_ = started(60)
    pause_clock(round_=round_, request=Request())

    assert states(round_)[1].troubles == ()


def test_an_unexplained_sum_is_named():
    round_ = started()
    game = round_.games.get(table__number=1)
    enter_totals(game=game, totals=(5, 5, -5, -4), request=Request(reason="paper"))

    assert states(round_)[1].troubles == (Trouble.SUM,)
    assert states(round_)[1].missing == Missing.SUM


def test_a_finished_sheet_may_wait_five_minutes_for_signatures():
    round_ = started(4)
    give_totals(round_, 1)
    assert states(round_)[1].troubles == ()

    shift(round_, 6)
    assert states(round_)[1].troubles == (Trouble.UNSIGNED,)

    close_game(game=round_.games.get(table__number=1), request=Request())
    assert states(round_)[1].troubles == ()


@pytest.mark.parametrize("players", [4, 120], ids=["1-table", "30-tables"])
def test_states_take_the_same_queries_for_1_and_30_tables(players, django_assert_num_queries):
    round_ = started(players=players)

    with django_assert_num_queries(12):
        table_states(round_)


def test_the_version_of_a_board_moves_with_changes_and_with_the_minute():
    round_ = started(players=4)
    now = timezone.now()
    event = round_.tournament

    first = board.board_version(event, now)
    assert board.board_version(event, now) == first

    assert board.board_version(event, now + timedelta(minutes=1)) != first
    make_hand(Game.objects.get(round=round_))
    second = board.board_version(event, now)
    pause_clock(round_=round_, request=Request())
    assert len({first, second, board.board_version(event, now)}) == 3


def test_a_signed_sheet_keeps_no_round_open():
    game = make_game()
    close_game(game=game, request=Request())

    assert states(game.round)[1].missing is None
