"""Two browsers: what one enters the other shows, and a clock that runs by the server's time."""

import re
import time
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.factories import (
    discard_win,
    make_game,
    make_hand,
    make_official,
    make_round,
    make_tournament,
)
from tournament.models import ClockEvent, Role, Round
from tournament.services.log import Request
from tournament.services.people import add_player

pytestmark = pytest.mark.django_db(transaction=True)


def enter_by_phone(page, url):
    """Player B wins 21 points off C, tapped as a referee does."""
    page.goto(url)
    page.locator(".pick-win [data-seat='B']").first.click()
    page.locator(".pick-off [data-seat='C']").first.click()
    page.locator("[name='points']").fill("21")
    page.locator(".save").click()
    page.wait_for_url(re.compile("hands/2/"))


def test_standings_in_a_second_browser_follow_within_six_seconds(hall_page, open_page, log_in):
    game = make_game(players=8, slug="live")
    log_in(hall_page, make_official(game.round.tournament, Role.REFEREE))
    reader = open_page(width=1280, height=800, touch=False)
    reader.goto("/events/live/standings/")
    expect(reader.locator("table.standings")).not_to_contain_text("+45")
    reader.locator(".standings .name-cell a").nth(5).focus()
    held = reader.evaluate("document.activeElement.textContent")

    enter_by_phone(hall_page, "/events/live/rounds/1/tables/1/hands/1/")
    saved = time.monotonic()
    # 3 × 8 of the others' base points and 21 of the discarder's.
    expect(reader.locator("table.standings")).to_contain_text("+45")

    assert time.monotonic() - saved < 6
    assert reader.evaluate("document.activeElement.textContent") == held
    expect(reader.locator("[data-live-said]")).to_have_text("The standings have changed.")


def test_a_lost_server_is_told_after_thirty_seconds_and_forgotten_when_it_is_back(open_page):
    game = make_game(players=8, slug="live")
    reader = open_page(width=1280, height=800, touch=False)
    reader.clock.install()
    reader.goto("/events/live/standings/")
    lost = reader.locator("[data-live-lost]")
    expect(lost).to_be_hidden()

    reader.context.set_offline(True)
    reader.clock.run_for(36_000)
    expect(lost).to_be_visible()

    reader.context.set_offline(False)
    make_hand(game)
    reader.clock.run_for(6_000)
    expect(reader.locator("table.standings")).to_contain_text("+")
    expect(lost).to_be_hidden()


def test_the_board_follows_and_leaves_an_open_form_alone(open_page, log_in):
    """PEERS 12 and 13, as far as the board goes: place named on every tile, changes seen at once."""
    round_ = make_round(make_tournament(players=8, slug="live"))
    board = open_page(width=1280, height=800, touch=False)
    log_in(board, make_official(round_.tournament, Role.HEAD_REFEREE))
    board.goto("/events/live/board/")
    tile = board.get_by_role("link", name=re.compile("^Table 2, Hand 1"))
    expect(tile).to_be_visible()
    board.get_by_text("Close all the same…").click()
    reason = board.get_by_role("textbox", name="Reason")
    reason.fill("Typed before the refresh")

    make_hand(round_.games.get(table__number=2), 1, discard_win())

    expect(board.get_by_role("link", name=re.compile("^Table 2, Hand 2"))).to_be_visible(
        timeout=6_000
    )
    expect(reason).to_have_value("Typed before the refresh")


def test_a_phone_sees_the_last_step_of_a_final_event_and_keeps_it(open_page, log_in):
    tournament = make_tournament(players=4, slug="live", is_final=True)
    for number in (1, 2, 3):
        make_round(tournament, number=number, state=Round.State.CLOSED)
    phone = open_page(width=360)
    log_in(phone, make_official(tournament, Role.ORGANISER))

    phone.goto("/events/live/board/")
    last = phone.locator(".stepper > :last-child")
    expect(last).to_be_in_viewport(ratio=1)
    add_player(tournament=tournament, number=5, request=Request())
    expect(phone.locator(".stepper")).to_contain_text("5 players")

    expect(last).to_be_in_viewport(ratio=1)


def test_the_clock_counts_by_the_servers_time_and_warns(hall_page):
    """PEERS 14: a phone whose own clock is an hour ahead shows the same."""
    game = make_game(slug="live")
    started = timezone.now() - timedelta(minutes=115, seconds=30)
    ClockEvent.objects.update(at=started)
    hall_page.clock.set_fixed_time(timezone.now() + timedelta(hours=1))

    hall_page.goto(f"/events/live/rounds/1/tables/{game.table.number}/")

    clock = hall_page.locator("[data-clock]")
    expect(clock).to_have_text(re.compile(r"^04:\d\d$"))
    expect(clock).to_have_attribute("data-phase", "last")
    expect(hall_page.locator("[data-time-up]")).to_be_hidden()


def test_without_scripts_the_clock_shows_when_it_ends(open_page):
    make_game(slug="live")
    page = open_page(java_script_enabled=False)

    page.goto("/events/live/rounds/1/tables/1/")

    expect(page.locator("[data-clock]")).to_have_text(re.compile(r"^until \d\d:\d\d$"))


@pytest.mark.parametrize("path", ["board", "settings", "staff", "log"])
@pytest.mark.parametrize("width", [360, 1280])
def test_the_organisers_pages_fit_and_have_no_axe_problems(
    open_page, log_in, axe_problems, path, width
):
    round_ = make_round(make_tournament(players=16, slug="live", rounds_planned=6))
    make_hand(round_.games.get(table__number=1), 2)
    page = open_page(width=width, touch=width == 360)
    log_in(page, make_official(round_.tournament, Role.ORGANISER))

    page.goto(f"/events/live/{path}/")

    sideways = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert page.evaluate(sideways) == 0
    assert axe_problems(page) == []
