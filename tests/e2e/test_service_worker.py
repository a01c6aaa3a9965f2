"""Where the context is secure the pages last seen outlive a reload without the server."""

import re

import pytest
from django.contrib.sessions.models import Session
from playwright.sync_api import Page, expect

from tests.browser import session_cookie
from tests.factories import discard_win, make_game, make_official
from tournament.models import Game, Player, Role
from tournament.services.hands import entry_of

pytestmark = pytest.mark.django_db(transaction=True)

SHEET = "/events/hall/rounds/1/tables/1/"
HAND = f"{SHEET}hands/1/"
KEPT = """
async () => {
  const names = (await caches.keys()).filter((name) => name.startsWith("pages"));
  const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  return kept.flat().map((request) => new URL(request.url).pathname).sort();
}
"""


@pytest.fixture
def game() -> Game:
    return make_game(slug="hall")


@pytest.fixture
def phone(new_context, live_server, game) -> Page:
    """A phone that reaches the server as localhost; its service worker is at work."""
    context = new_context(
        base_url=live_server.url,
        viewport={"width": 360, "height": 740},
        has_touch=True,
        is_mobile=True,
        locale="en-GB",
    )
    referee = make_official(game.round.tournament, Role.REFEREE, username="ref")
    context.add_cookies([session_cookie(referee, live_server.url)])
    page = context.new_page()
    page.goto(SHEET)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    return page


def rename(game: Game, name: str) -> None:
    Player.objects.filter(seats__game=game, number=1).update(name=name)


def test_the_entry_page_and_what_waits_outlive_a_reload_offline(phone, game):
    page = phone
    page.goto(HAND)
    rename(game, "Before")
    page.reload()
    expect(page.locator(".pick-win")).to_contain_text(
        "Before"
    )  # never old while the server answers
    page.context.set_offline(True)
    rename(game, "After")
    page.reload()
    expect(page.locator(".pick-win")).to_contain_text("Before")
    page.locator(".pick-win .seat[data-seat=B]").tap()
    page.locator(".pick-off .seat-other[data-seat=D]").tap()
    page.locator(".quick [data-set='12']").tap()
    page.locator(".dock .save[type=submit]").tap()
    expect(page.locator("h1")).to_contain_text("Hand 2")

    page.reload()

    expect(page.locator("h1")).to_contain_text("Hand 2")
    expect(page.locator("[data-offline-row]")).to_contain_text("1 hand is kept on this phone")
    page.context.set_offline(False)
    expect(page.locator("[data-sent-row]")).to_contain_text("Hand 1 saved · 02 off 04 · 12 points")
    assert entry_of(game.hands.get()) == discard_win(1, 3, 12)


def test_nothing_is_kept_once_somebody_has_logged_out(phone):
    page = phone
    page.goto(HAND)
    expect(page.locator("h1")).to_contain_text("Hand 1")
    assert page.evaluate(KEPT) == [f"{SHEET}hands/"]

    page.get_by_role("button", name="Menu").tap()
    page.get_by_role("button", name="Log out").tap()

    expect(page).to_have_url("/")
    assert page.evaluate(KEPT) == []


def test_nothing_of_another_account_is_kept(phone, game, live_server):
    """A badge logs in without the log-in page; a log-in that ran out leads there."""
    page = phone
    page.goto(HAND)
    expect(page.locator("h1")).to_contain_text("Hand 1")
    assert page.evaluate(KEPT) == [f"{SHEET}hands/"]
    other = make_official(game.round.tournament, Role.REFEREE, username="other")
    page.context.add_cookies([session_cookie(other, live_server.url)])

    page.goto(SHEET)
    expect(page.locator("h1")).to_contain_text("Table 1")
    assert page.evaluate(KEPT) == [SHEET]
    Session.objects.all().delete()
    page.goto(HAND)

    expect(page).to_have_url(re.compile("/accounts/login/"))
    assert page.evaluate(KEPT) == []
