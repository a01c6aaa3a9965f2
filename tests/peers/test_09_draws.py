"""
A draw ends, tells what it could not do, and can be taken back.

It searches so many steps and no more, gives the best it found with a report, is seen by organisers
alone until it is published, stands still after that, and each step back is there.
"""

import pytest

from tests.factories import make_official
from tests.peers.pages import post, url, words
from tests.peers.worlds import draft, make_event, play, published, seated, standing_round
from tournament.draw import Constraints, plan
from tournament.models import Draw, Role, Round
from tournament.services.draws import cancel_draw, swap_seats
from tournament.services.draws_again import redraw
from tournament.services.errors import BadState
from tournament.services.log import Request
from tournament.services.rounds import reopen_round

pytestmark = pytest.mark.django_db


def test_a_search_is_bounded_by_its_steps_and_gives_the_same_every_time():
    """Twelve rounds of twelve players, two teams: no such rounds without repeats."""
    asked = {
        "seed": "s",
        "history": (),
        "constraints": Constraints(((1, 2, 3, 4, 5, 6), (7, 8, 9, 10, 11, 12))),
    }

    first, again = (plan(range(1, 13), 12, **asked) for _time in range(2))

    assert first == again
    assert len(first.rounds) == 12


def test_a_hopeless_field_is_drawn_all_the_same_with_a_report(client):
    event = make_event(12, teams=1)

    draw = draft(event, 1, 4)

    assert len(seated(event, 4)) == 3
    # One team fills every table: each of its 6 pairs meets at 3 tables in 4 rounds.
    assert len(draw.quality["clashes"]) == draw.quality["clashes_minimum"] == 72
    client.force_login(make_official(event, Role.ORGANISER))
    assert "Look at this" in words(client.get(url(event, "draw", draw.pk)))


PUBLIC = ["seats", "seats-by-name", "games", "event", "screen", "standings"]


@pytest.mark.parametrize("who", [None, Role.REFEREE, Role.HEAD_REFEREE, Role.CLERK])
def test_a_draft_is_seen_by_organisers_only(client, who):
    event = make_event(8)
    draw = draft(event)
    if who:
        client.force_login(make_official(event, who))

    for name in PUBLIC:
        said = words(client.get(url(event, name)))
        assert (name, "Table 1" in said, "Round 1" in said) == (name, False, False)
    assert "No seat is published yet" in words(client.get(url(event, "player", 1)))
    assert client.get(url(event, "sheet", 1, 1)).status_code == 404
    assert client.get(url(event, "draw", draw.pk)).status_code == (403 if who else 302)


def test_the_organiser_sees_the_draft(client):
    event = make_event(8)
    draw = draft(event)
    client.force_login(make_official(event, Role.ORGANISER))

    assert "Draft, not published" in words(client.get(url(event, "draw", draw.pk)))


def test_published_seats_are_frozen(client):
    event = make_event(8)
    draw = published(event)
    before = seated(event, 1)
    client.force_login(make_official(event, Role.ORGANISER))

    with pytest.raises(BadState, match="Only the seats of a draft"):
        swap_seats(round_=standing_round(event, 1), one=1, other=2, request=Request())
    swap = post(client, url(event, "swap-seats", draw.pk), number="1", one="1", other="2")
    again = post(client, url(event, "redraw", draw.pk), seed="other")

    assert (swap.status_code, again.status_code) == (409, 409)
    assert seated(event, 1) == before


def test_a_draft_is_cancelled_and_drawn_again_without_a_reason():
    event = make_event(8)
    draw = draft(event, seed="one")

    cancel_draw(draw=draw, request=Request())
    second = draft(event, seed="two")

    draw.refresh_from_db()
    assert (draw.state, second.state) == (Draw.State.SUPERSEDED, Draw.State.DRAFT)
    assert standing_round(event, 1).draw == second


@pytest.mark.parametrize("undo", [cancel_draw, redraw])
def test_a_publication_is_taken_back_before_the_start_with_a_reason(client, undo):
    event = make_event(8)
    draw = published(event)

    with pytest.raises(BadState, match="Say why"):
        undo(draw=draw, request=Request())
    undo(draw=draw, request=Request(reason="a late entry"))

    assert not event.rounds.filter(state=Round.State.PUBLISHED).exists()
    assert "No round is published yet" in words(client.get(url(event, "seats")))


def test_a_started_round_is_not_taken_back_but_a_closed_one_is_opened_again():
    event = make_event(8)
    draw = published(event)
    round_ = play(event, 1)

    with pytest.raises(BadState, match="has started"):
        cancel_draw(draw=draw, request=Request(reason="x"))
    with pytest.raises(BadState, match="Say why"):
        reopen_round(round_=round_, request=Request())
    reopen_round(round_=round_, request=Request(reason="table 2 found a slip"))

    assert standing_round(event, 1).state == Round.State.RUNNING
