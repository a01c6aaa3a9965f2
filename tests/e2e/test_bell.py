"""The sound at the end of a round: heard once, by those who switched it on."""

from datetime import timedelta

import pytest
from playwright.sync_api import expect

from tests.factories import make_official, make_round, make_tournament
from tournament.models import ClockEvent, Role

pytestmark = pytest.mark.django_db(transaction=True)

# Chromium's own oscillators, counted as they start.
COUNT = """
window.tones = 0;
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...when) {
  window.tones += 1;
  return start.apply(this, when);
};
"""


@pytest.fixture
def hall_screen(open_page):
    """A big screen while the round runs."""
    make_round(make_tournament(players=8, slug="hall", minutes=90))
    page = open_page(width=1280, height=720, touch=False)
    page.add_init_script(COUNT)
    page.goto("/events/hall/screen/?show=clock")
    return page


def look_again(page):
    """What a page does when somebody looks at it again: it asks the server for the time."""
    with page.expect_response("**/clock/"):
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


def let_time_be_up(page):
    """The round began two hours ago, the page hears of it."""
    began = ClockEvent.objects.get()
    ClockEvent.objects.update(at=began.at - timedelta(hours=2))
    look_again(page)
    expect(page.locator(".screen-time [data-clock]")).to_have_text("Time is up")


def tones(page):
    return page.evaluate("window.tones")


def test_the_end_is_silent_until_somebody_switches_the_sound_on(hall_screen):
    bell = hall_screen.get_by_role("button", name="Sound at the end")
    expect(bell).to_have_attribute("aria-pressed", "false")

    let_time_be_up(hall_screen)

    assert tones(hall_screen) == 0


def test_the_end_sounds_once_after_the_sound_was_switched_on(hall_screen):
    bell = hall_screen.get_by_role("button", name="Sound at the end")
    bell.click()
    expect(bell).to_have_attribute("aria-pressed", "true")
    assert tones(hall_screen) == 1  # it says that it is on

    let_time_be_up(hall_screen)
    assert tones(hall_screen) == 1 + 3
    look_again(hall_screen)

    assert tones(hall_screen) == 1 + 3
    bell.click()
    expect(bell).to_have_attribute("aria-pressed", "false")


def test_the_board_has_the_same_switch(hall_screen, log_in):
    event = ClockEvent.objects.get().round.tournament
    log_in(hall_screen, make_official(event, Role.HEAD_REFEREE))
    hall_screen.goto("/events/hall/board/")

    bell = hall_screen.get_by_role("button", name="Sound at the end")
    bell.click()

    expect(bell).to_have_attribute("aria-pressed", "true")
