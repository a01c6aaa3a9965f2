"""
The next round waits for the results of the one before.

Closing a round and drawing the next name the tables without a result, and who goes on all the same
gives a reason that stays in the log. A closed round holds nothing else up: the reason is there.
"""

import pytest

from tests.factories import make_hand, make_official, make_round, make_tournament
from tests.peers.pages import post, url, words
from tournament.draw import Kind
from tournament.models import ActionLog, Player, Role, Round
from tournament.services.draws import Order, make_draft, publish_draw
from tournament.services.errors import BadState, TablesMissing
from tournament.services.log import Request
from tournament.services.rounds import close_round, start_round

pytestmark = pytest.mark.django_db

CLOSING = (
    "2 tables of round 1 have no complete result: 2, 3. Complete them, or close with a reason."
)
LATE = "tables 2 and 3 hand in later"
NAMED = "2 tables have no result: round 1 table 2, round 1 table 3. Complete them, or go on with a reason."


def late():
    return Request(reason=LATE)


@pytest.fixture
def event():
    """Round 1 runs at three tables; only table 1 is done."""
    event = make_tournament(players=12, hands_per_game=1)
    event.players.update(status=Player.Status.CHECKED_IN)
    make_hand(make_round(event).games.get(table__number=1))
    return event


def draft(event, request=None, *, override=True):
    order = Order(2, 2, Kind.PLAN, seed="s")
    return make_draft(
        stage=event.stages.get(), order=order, override=override, request=request or late()
    )


def close(event):
    close_round(round_=event.rounds.get(number=1), override=True, request=late())


def last_row():
    row = ActionLog.objects.latest("pk")
    return row.action, row.reason, row.after.get("missing_tables")


def refused(call):
    """The sentence and the tables of a refusal."""
    rows = ActionLog.objects.count()
    with pytest.raises(TablesMissing) as caught:
        call()
    assert ActionLog.objects.count() == rows
    return str(caught.value), caught.value.tables


def test_the_next_round_is_not_drawn_while_tables_lack_a_result(event):
    assert refused(lambda: draft(event, override=False)) == (NAMED, (2, 3))
    with pytest.raises(BadState, match="Say why"):
        draft(event, Request())

    draft(event)

    assert last_row() == ("make_draw", LATE, {"1": [2, 3]})


def test_a_round_is_not_closed_while_tables_lack_a_result(event):
    round_ = event.rounds.get(number=1)

    assert refused(lambda: close_round(round_=round_, request=Request())) == (CLOSING, (2, 3))
    with pytest.raises(BadState, match="Say why"):
        close_round(round_=round_, override=True, request=Request())
    close(event)

    assert last_row() == ("close_round", LATE, [2, 3])


def test_the_next_round_is_not_started_before_that_one_is_closed(event):
    draw = draft(event)
    publish_draw(draw=draw, request=Request())
    round_ = event.rounds.get(number=2)

    with pytest.raises(BadState, match="Round 1 is running"):
        start_round(round_=round_, request=Request())
    close(event)
    start_round(round_=round_, request=Request())

    assert last_row() == ("start_round", "", None)


def test_a_complete_round_holds_nothing_up(event):
    for table in (2, 3):
        make_hand(event.rounds.get().games.get(table__number=table))
    close_round(round_=event.rounds.get(), request=Request())

    drawn = draft(event, Request(), override=False)
    publish_draw(draw=drawn, request=Request())
    start_round(round_=event.rounds.get(number=2), request=Request())

    assert last_row() == ("start_round", "", None)


def test_all_rounds_of_a_plan_are_published_before_the_first_one_begins():
    event = make_tournament(players=8)
    event.players.update(status=Player.Status.CHECKED_IN)
    order = Order(1, 3, Kind.PLAN, seed="s")
    drawn = make_draft(stage=event.stages.get(), order=order, request=Request())

    publish_draw(draw=drawn, request=Request())

    assert event.rounds.filter(state=Round.State.PUBLISHED).count() == 3


def test_the_draws_page_names_the_tables_and_takes_a_reason(client, event):
    client.force_login(make_official(event, Role.ORGANISER))
    page = url(event, "new-draw")
    lots = {"kind": "lots", "first_round": "2"}

    assert NAMED in words(client.get(page))
    assert post(client, page, **lots).status_code == 409
    assert post(client, page, **lots, override="1").status_code == 409
    answer = post(client, page, **lots, override="1", reason="late")

    assert answer.status_code == 302
    assert last_row() == ("make_draw", "late", {"1": [2, 3]})


def test_the_board_names_the_tables_and_takes_a_reason(client, event):
    client.force_login(make_official(event, Role.HEAD_REFEREE))
    run = url(event, "run-round", 1)

    assert CLOSING in words(client.get(url(event, "board")))
    assert post(client, run, do="close").status_code == 409
    answer = post(client, run, do="close", override="1", reason="late")

    assert answer.status_code == 302
    assert last_row() == ("close_round", "late", [2, 3])
