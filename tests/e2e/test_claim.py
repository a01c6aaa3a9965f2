"""Claimed and approved behind More… on the phone: what it comes to shows before the save."""

import pytest
from playwright.sync_api import expect

from scoring.entry import HandEntry, Outcome
from tests.factories import make_game, make_official
from tournament.models import Role
from tournament.services.hands import entry_of

pytestmark = pytest.mark.django_db(transaction=True)

HAND = "/events/hall/rounds/1/tables/1/hands/1/"


def test_a_claim_is_lowered_and_the_others_agree(hall_page, log_in):
    page = hall_page
    game = make_game(slug="hall")
    log_in(page, make_official(game.round.tournament, Role.REFEREE, username="ref"))
    page.goto(HAND)
    expect(page.locator(".claim")).to_be_hidden()
    page.locator(".pick-win .seat[data-seat=B]").tap()
    page.locator(".pick-off .seat-other[data-seat=D]").tap()
    page.locator(".quick [data-set='12']").tap()

    page.locator(".outcome-more").tap()
    page.locator(".more label:has([name=claim])").tap()
    # The menu is gone, and the field at hand.
    expect(page.get_by_label("Claimed points")).to_be_focused()
    expect(page.get_by_label("Claimed points")).to_be_in_viewport()
    page.get_by_label("Claimed points").fill("14")
    page.get_by_label("The others").select_option("yes")

    notes = page.locator(".claim-notes")
    expect(notes).to_contain_text("Claimed 14 · approved 12, lowered by the referee.")
    page.locator(".dock .save[type=submit]").tap()
    expect(page.locator(".receipts")).to_contain_text("Hand 1 saved")
    assert entry_of(game.hands.get()) == HandEntry(
        Outcome.DISCARD, winner=1, discarder=3, fan_points=12, claimed_points=14, agreed=True
    )
