"""A referee on a phone: a penalty in five taps, and two players who sat wrong put right."""

import pytest
from playwright.sync_api import Page, expect

from tests.factories import discard_win, game_url, make_game, make_hand, make_official
from tournament.models import Penalty, Role

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_penalty_in_five_taps_and_a_swap_that_says_beforehand_what_it_does(hall_page, log_in):
    page, taps = hall_page, []
    game = make_game()
    for number, entry in enumerate((discard_win(0, 2, 20), discard_win(1, 3, 8)), start=1):
        make_hand(game, number, entry)
    log_in(page, make_official(game.round.tournament, Role.REFEREE, username="ref"))
    page.goto(game_url(game, "penalties"))

    def tap(target: str) -> None:
        taps.append(target)
        page.locator(target).first.tap()

    tap(".dock .save-penalty")
    tap(".pick-offender [data-seat=C]")
    tap(".segments label:has([value=calls])")
    tap(".option:has([value=empty_call])")
    expect(page.locator("#detail-empty_call")).to_have_text("No. 1 → Warning")
    expect(page.locator("#ladder [aria-current=step]")).to_have_text("1 Warning")
    tap(".dock .save-penalty")

    expect(page.get_by_role("status").first).to_contain_text("Penalty recorded · Player 03")
    assert (len(taps), Penalty.objects.get().offence) == (5, "empty_call")

    sit_right(page, game)


def sit_right(page: Page, game: object) -> None:
    page.goto(game_url(game, "wrong-seats"))
    page.locator(".pairs .seats:first-child [data-seat=A]").first.tap()
    page.locator(".pairs .seats:not(:first-child) [data-seat=B]").first.tap()

    effects = page.locator(".effects li")
    expect(effects).to_have_text(
        [
            "Hand 1: 01 off 03 · 20 points → 02 off 03",
            "Hand 2: 02 off 04 · 8 points → 01 off 04",
        ]
    )
    expect(page.locator("#save-title")).to_have_text("Exchange 01 and 02")
    expect(page.locator(".save-penalty")).to_be_in_viewport(ratio=1)
    page.locator(".dock .save-penalty").tap()

    status = page.get_by_role("status").first
    expect(status).to_contain_text("2 hands are credited to the right players.")
    assert [hand.winner for hand in game.hands.current().order_by("number")] == [1, 0]
    status.get_by_role("link", name="Undo").tap()
    expect(page.locator("#save-title")).to_have_text("Put it right")
