"""A referee at the table: enters hands with taps, sees the amounts before saving, takes one back."""

import pytest
from playwright.sync_api import expect

from scoring.entry import Outcome
from tests.factories import make_game, make_official
from tournament.models import Role
from tournament.services.hands import entry_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def game():
    return make_game(slug="hall")


@pytest.fixture
def referee(game):
    return make_official(game.round.tournament, Role.REFEREE, username="ref")


SHEET = "/events/hall/rounds/1/tables/1/"


def test_discard_self_draw_and_undo_by_taps(hall_page, log_in, game, referee):
    page = hall_page
    log_in(page, referee)
    page.goto(f"{SHEET}hands/1/")

    page.locator(".pick-win .seat[data-seat=C]").tap()
    page.locator(".pick-off .seat-other[data-seat=A]").tap()
    page.get_by_role("button", name="12", exact=True).tap()
    expect(page.locator("#save-title")).to_have_text("Save · 12 points")
    expect(page.locator(".amounts")).to_contain_text("+36")
    page.get_by_role("button", name="Save").tap()
    expect(page.get_by_role("status")).to_contain_text("Hand 1 saved · 03 off 01 · 12 points")

    page.locator(".pick-win .seat[data-seat=B]").tap()
    page.wait_for_timeout(400)
    page.locator(".pick-off .seat-again[data-seat=B]").tap()
    page.get_by_role("button", name="9", exact=True).first.tap()
    page.get_by_role("button", name="Save").tap()
    expect(page.get_by_role("status")).to_contain_text("Hand 2 saved · 02 self-draw")
    assert [entry_of(hand).outcome for hand in game.hands.order_by("number")] == [
        Outcome.DISCARD,
        Outcome.SELF_DRAW,
    ]

    page.get_by_role("link", name="Undo").tap()
    page.get_by_role("button", name="Undo hand 2").tap()
    expect(page.get_by_role("status")).to_contain_text("Hand 2 withdrawn")


@pytest.mark.parametrize("height", [740, 640])
def test_nothing_scrolls_between_first_tap_and_save(open_page, log_in, game, referee, height):
    page = open_page(height=height)
    log_in(page, referee)
    page.goto(f"{SHEET}hands/1/")

    page.locator(".pick-win .seat[data-seat=C]").tap()
    page.locator(".pick-off .seat-other[data-seat=A]").tap()

    for name in ("Delete the last digit", "Clear", "Save"):
        expect(page.get_by_role("button", name=name)).to_be_in_viewport(ratio=1)


def test_without_scripts(open_page, game, referee):
    page = open_page(java_script_enabled=False)
    page.goto(f"{SHEET}hands/1/")
    page.get_by_label("Username").fill("ref")
    page.get_by_label("Password").fill("only-for-tests-1998")
    page.locator("button.save").click()

    page.locator(".pick-win .seat[data-seat=A]").click()
    page.locator(".pick-off .seat-other[data-seat=D]").click()
    page.get_by_label("How many points?").fill("7")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("alert")).to_contain_text("8 are needed without flowers")
    page.get_by_label("How many points?").fill("8")
    page.get_by_role("button", name="Preview").click()
    expect(page.locator(".amounts")).to_contain_text("+32")
    page.get_by_role("button", name="Save").click()

    expect(page.get_by_role("status")).to_contain_text("Hand 1 saved")
    assert entry_of(game.hands.get()).amounts == (32, -8, -8, -16)


def test_flowers_typed_before_stay_in_sight_when_only_points_are_entered(
    hall_page, log_in, game, referee
):
    page = hall_page
    log_in(page, referee)
    page.goto(f"{SHEET}hands/1/")
    flowers = page.get_by_label("Flowers")

    expect(flowers).to_be_hidden()
    page.get_by_text("Fan", exact=True).tap()
    flowers.fill("2")
    page.get_by_text("Points", exact=True).first.tap()

    expect(flowers).to_be_visible()


def test_a_free_penalty_opens_measure_and_amount(hall_page, log_in, game, referee):
    page = hall_page
    log_in(page, referee)
    page.goto(f"{SHEET}penalties/add/")

    page.locator(".pick-offender .seat[data-seat=B]").tap()
    page.locator(".segments label").filter(has_text="Other").tap()
    page.get_by_label("Measure", exact=True).select_option("compensation")
    page.get_by_label("Amount", exact=True).fill("30")
    page.get_by_label("Reason", exact=True).fill("Knocked over a hand")

    expect(page.locator("#save-title")).to_have_text("Record compensation −30 · Player 02")
    expect(page.locator(".amounts")).to_contain_text("+10")
