"""A draft searched on in the browser: it goes on by itself and ends when it is told to."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.factories import make_official
from tests.tournament.services.test_draws import draft, make_event
from tournament.models import Draw, Role

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def page(open_page, log_in) -> Page:
    """An organiser's look at a draft that can be better."""
    tournament = make_event(16, slug="search")
    drawn = draft(tournament, 1, 5)
    page = open_page(width=1280, height=900, touch=False)
    log_in(page, make_official(tournament, Role.ORGANISER))
    page.goto(f"/events/search/draws/{drawn.pk}/")
    return page


def test_a_search_shows_each_better_draft_goes_on_and_is_stopped(page):
    page.get_by_role("button", name="Search", exact=True).click()

    expect(page.locator("#draw-search progress")).to_be_visible()
    expect(page.get_by_text("Try 3 is better; it is the draft now.")).to_be_visible()
    expect(page.locator(".proof b")).to_have_text(re.compile(r"^s/\d+$"))
    page.get_by_role("link", name="Stop searching").click()
    expect(page.locator("#draw-search progress")).to_have_count(0)
    expect(page.get_by_role("button", name=re.compile("^Search"))).to_be_visible()
    assert Draw.objects.exclude(state="superseded").get().state == "draft"


def test_a_search_that_is_stopped_waits_for_no_answer(page):
    """An answer on its way would lead on to the next tries, over the page that was asked for."""
    asked = []

    def answer_first(route: Route) -> None:
        asked.append(route)
        if len(asked) == 1:
            route.continue_()

    page.route("**/search/", answer_first)
    page.get_by_role("button", name="Search", exact=True).click()
    expect(page.locator("#draw-search progress")).to_be_visible()
    expect(page.locator("#draw-search form")).to_have_class(re.compile("htmx-request"))
    page.route(re.compile(r"\?tried=\d+$"), lambda _route: None)  # nor does the page come yet

    with page.expect_event("requestfailed") as failed:
        page.get_by_role("link", name="Stop searching").evaluate("(link) => link.click()")

    assert failed.value.url.endswith("/search/")
    page.unroute_all(behavior="ignoreErrors")
