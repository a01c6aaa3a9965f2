"""A draft searched on in the browser: it goes on by itself and ends when it is told to."""

import re

import pytest
from playwright.sync_api import expect

from tests.factories import make_official
from tests.tournament.services.test_draws import draft, make_event
from tournament.models import Draw, Role

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_search_shows_each_better_draft_goes_on_and_is_stopped(open_page, log_in):
    tournament = make_event(16, slug="search")
    drawn = draft(tournament, 1, 5)
    page = open_page(width=1280, height=900, touch=False)
    log_in(page, make_official(tournament, Role.ORGANISER))

    page.goto(f"/events/search/draws/{drawn.pk}/")
    page.get_by_role("button", name="Search", exact=True).click()

    expect(page.locator("#draw-search progress")).to_be_visible()
    expect(page.get_by_text("Try 3 is better; it is the draft now.")).to_be_visible()
    expect(page.locator(".proof b")).to_have_text(re.compile(r"^s/\d+$"))
    page.get_by_role("link", name="Stop searching").click()
    expect(page.locator("#draw-search progress")).to_have_count(0)
    expect(page.get_by_role("button", name="Search", exact=True)).to_be_visible()
    assert Draw.objects.exclude(state="superseded").get().state == "draft"
