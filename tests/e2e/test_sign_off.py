"""The end of a game on a referee's phone: everybody signs, somebody disputes, the sheet is locked."""

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.factories import discard_win, make_game, make_hand, make_official
from tournament.models import Appeal, ClockEvent, Game, Role, Signature

pytestmark = pytest.mark.django_db(transaction=True)

GAME = "/events/hall/rounds/1/tables/1/"


@pytest.fixture
def game():
    game = make_game(players=8, slug="hall", minutes=90)
    for number in range(1, 17):
        make_hand(game, number, discard_win(number % 4, (number + 1) % 4, 8 + number))
    return game


class Taps:
    """A finger that counts."""

    def __init__(self, page):
        self.page = page
        self.count = 0

    def tap(self, name, role="link"):
        self.page.get_by_role(role, name=name).tap()
        self.count += 1


def test_four_players_and_the_referee_sign_with_ten_taps_after_a_dispute(
    hall_page, open_page, log_in, game
):
    log_in(hall_page, make_official(game.round.tournament, Role.REFEREE))
    head = open_page(width=1280, height=800, touch=False)
    log_in(head, make_official(game.round.tournament, Role.HEAD_REFEREE))
    hall_page.goto(f"{GAME}review/C/")
    hall_page.get_by_role("link", name="Dispute…").tap()
    expect(hall_page.get_by_label("03")).to_be_checked()
    hall_page.get_by_label("What is disputed?").fill("Hand 9 was mine")
    hall_page.get_by_role("button", name="Record the dispute").tap()
    expect(hall_page.get_by_text("The sheet stays open.")).to_be_visible()

    head.goto("/events/hall/board/")
    head.get_by_role("link", name="Decide…").click()
    head.locator("summary").get_by_text("Decide…").click()
    head.get_by_text("Rejected").click()
    head.get_by_label("Why").fill("All four saw it.")
    head.get_by_role("button", name="Decide the appeal").click()
    expect(head.get_by_text("The appeal is decided.")).to_be_visible()

    hall_page.goto(GAME)
    finger = Taps(hall_page)
    finger.tap("Review and sign")
    rows = hall_page.locator(".review tbody tr")
    expect(rows).to_have_count(16)
    # All hands, the sum and the four numbers on one screen.
    signers, dock = (
        hall_page.locator(place).bounding_box() for place in (".sign-row", "main > .dock")
    )
    assert signers["y"] + signers["height"] <= dock["y"]
    for number in ("01", "02", "03", "04"):
        finger.tap(number)
        expect(hall_page.locator(".sign-who")).to_have_text(f"Player {number}")
        finger.tap("Agree", "button")
        expect(hall_page.locator(".signer-done b", has_text=number)).to_be_visible()
    finger.tap("Referee signs and locks", "button")
    expect(hall_page.get_by_text("The head referee locks it.")).to_be_visible()

    assert finger.count == 1 + 4 * 2 + 1
    game.refresh_from_db()
    assert (game.state, Signature.objects.count()) == (Game.State.SIGNED, 5)
    assert Appeal.objects.get().decision == "All four saw it."


def test_a_clock_that_hears_nothing_for_a_minute_says_so_until_it_is_set_right(
    hall_page, log_in, game
):
    ClockEvent.objects.update(at=timezone.now() - timedelta(minutes=30))
    log_in(hall_page, make_official(game.round.tournament, Role.REFEREE))
    hall_page.clock.install()
    hall_page.route("**/clock/**", lambda route: route.abort())  # only the page brings the time
    hall_page.goto(GAME)
    clock = hall_page.locator("[data-clock]")
    expect(clock).to_contain_text(":")
    expect(clock).not_to_contain_text("≈")

    hall_page.clock.fast_forward("01:01")
    expect(clock).to_contain_text("≈")
    expect(clock).to_contain_text("not synchronised")

    hall_page.unroute("**/clock/**")
    hall_page.clock.fast_forward("00:31")
    expect(clock).not_to_contain_text("≈")


def test_the_sound_a_referee_wants_goes_with_him_to_the_next_page(hall_page, log_in, game):
    log_in(hall_page, make_official(game.round.tournament, Role.REFEREE))
    hall_page.goto(GAME)
    hall_page.get_by_role("button", name="Menu").tap()
    bell = hall_page.get_by_role("button", name="Sound at the end")
    bell.tap()
    expect(bell).to_have_attribute("aria-pressed", "true")

    hall_page.goto(f"{GAME}hands/1/")

    hall_page.get_by_role("button", name="Menu").tap()
    expect(bell).to_have_attribute("aria-pressed", "true")
    bell.tap()
    expect(bell).to_have_attribute("aria-pressed", "false")
