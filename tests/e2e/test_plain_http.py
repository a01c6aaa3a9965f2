"""A phone on the hall's network: a host name, no https."""

from django.contrib.auth.models import User
from playwright.sync_api import expect

from scoring.entry import Outcome
from tests.factories import PASSWORD, make_game, make_official, make_user
from tournament.models import Hand, Role


def test_phone_logs_in_over_plain_http(hall_page):
    make_user("referee")

    hall_page.goto("/accounts/login/")
    hall_page.locator("input[name=username]").fill("referee")
    hall_page.locator("input[name=password]").fill(PASSWORD)
    hall_page.locator("input[name=password]").press("Enter")

    expect(hall_page).not_to_have_url("**/login/")
    assert "sessionid" in {cookie["name"] for cookie in hall_page.context.cookies()}
    assert hall_page.evaluate("isSecureContext") is False
    assert User.objects.get().last_login


def test_login_page_passes_axe(hall_page, axe_problems):
    hall_page.goto("/accounts/login/")

    assert axe_problems(hall_page) == []


def test_phone_posts_a_hand_over_plain_http(hall_page, log_in):
    game = make_game(slug="hall")
    log_in(hall_page, make_official(game.round.tournament, Role.REFEREE, username="referee"))

    hall_page.goto("/events/hall/rounds/1/tables/1/hands/1/")
    hall_page.locator("label.seat[data-seat=A]:visible").first.click()
    hall_page.locator("label.seat[data-seat=C]:visible").last.click()
    hall_page.locator("input[name=points]").fill("12")
    hall_page.locator("button.save").click()

    expect(hall_page).to_have_url("/events/hall/rounds/1/tables/1/hands/2/")
    hand = Hand.objects.get()
    assert (hand.outcome, hand.winner, hand.discarder, hand.fan_points) == (
        Outcome.DISCARD,
        0,
        2,
        12,
    )
    assert hand.entered_by.username == "referee"
