"""Long lists on a phone: rounds and members are folded, stay open when asked for, and print."""

import pytest
from playwright.sync_api import Page, expect

from tests.factories import make_hand, make_round, make_tournament

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def round_():
    tournament = make_tournament(slug="hall", players=8, teams=2)
    round_ = make_round(tournament)
    make_hand(round_.games.get(table__number=1), 1)
    return round_


def shown_folded_and_printed(page: Page, what: str, summary: str) -> tuple[bool, bool, bool]:
    """Return whether the first `what` is seen at once, after a tap, and folded again on paper."""
    first = page.locator(what).first
    at_once = first.is_visible()
    page.locator(summary).first.tap()
    after_a_tap = first.is_visible()
    page.locator(summary).first.tap()
    page.emulate_media(media="print")
    return at_once, after_a_tap, first.is_visible()


@pytest.mark.parametrize(
    ("path", "what", "summary"),
    [
        ("standings/", ".standings tbody .round", ".fold-cell summary"),
        ("teams/", ".standings .member .name-cell", ".fold-cell summary"),
        ("seats/by-player/", ".schedule-rounds > li", ".schedule-unfold summary"),
    ],
)
def test_folded_on_a_phone_open_after_a_tap_and_on_paper(open_page, round_, path, what, summary):
    page = open_page()
    page.goto(f"/events/hall/{path}")

    assert shown_folded_and_printed(page, what, summary) == (False, True, True)


def test_nothing_is_folded_on_a_laptop(open_page, round_):
    page = open_page(width=1280, height=800, touch=False)

    page.goto("/events/hall/standings/")
    expect(page.locator(".standings tbody .round").first).to_be_visible()
    expect(page.locator(".fold-cell summary").first).to_be_hidden()
    page.goto("/events/hall/seats/by-player/")
    expect(page.locator(".schedule-rounds > li").first).to_be_visible()
    expect(page.locator(".schedule-unfold").first).to_be_hidden()


def test_what_is_open_stays_open_when_the_standings_change(open_page, round_):
    page = open_page()
    page.goto("/events/hall/standings/")
    page.locator(".fold-cell summary").first.tap()
    fold = page.locator(".fold-cell details").first.get_attribute("id")

    make_hand(round_.games.get(table__number=1), 2)

    expect(page.locator("[data-live-said]")).to_have_text(
        "The standings have changed.", timeout=8_000
    )
    expect(page.locator(f"#{fold}")).to_have_attribute("open", "")
