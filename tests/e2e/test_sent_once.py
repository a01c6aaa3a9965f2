"""Two tabs, two taps, the way back, a form without the server: nothing is doubled, nothing is lost."""

import re

import pytest
from playwright.sync_api import Page, Response, expect

from tests.e2e.test_offline import HAND, TABLE, enter, lose_server, states, stored, win
from tests.factories import make_game, make_hand, make_official, self_draw_win, shut_round
from tournament.models import ActionLog, Appeal, Game, Hand, Penalty, Role, SheetVisit
from tournament.services.log import Request as Asked

pytestmark = pytest.mark.django_db(transaction=True)

# What another tab of this phone writes when somebody decides there.
DECIDE_LATER = """
() => {
  const [key] = Object.keys(localStorage).filter((name) => name.startsWith("queue:"));
  localStorage.setItem(key, JSON.stringify({ ...JSON.parse(localStorage.getItem(key)), state: "later" }));
}
"""
# The answer to an entry is on its way until the test calls letGo().
HOLD_ANSWER = """
() => {
  const send = window.fetch;
  const held = new Promise((done) => (window.letGo = done));
  window.fetch = async (url, options) => {
    const answer = await send(url, options);
    if (options?.method === "POST" && String(url).endsWith("/hands/1/")) await held;
    return answer;
  };
}
"""
TWICE = "(target) => { target.click(); target.click(); }"


@pytest.fixture
def game() -> Game:
    return make_game(slug="hall", players=8)


@pytest.fixture
def phone(hall_page, log_in, game) -> Page:
    log_in(hall_page, make_official(game.round.tournament, Role.REFEREE, username="ref"))
    return hall_page


@pytest.fixture
def desk(open_page, log_in, game) -> Page:
    page = open_page(width=1280, height=800, touch=False)
    log_in(page, make_official(game.round.tournament, Role.HEAD_REFEREE, username="head"))
    return page


def test_a_tab_behind_goes_on_with_what_another_tab_entered(phone, game):
    behind = phone.context.new_page()
    behind.goto(HAND.format(1, 1))
    phone.goto(HAND.format(1, 1))
    phone.bring_to_front()
    lose_server(phone)
    enter(phone, "A", "B", 12)
    enter(phone, "B", "C", 13)

    phone.context.set_offline(False)

    expect(phone.locator("[data-sent-row]")).to_contain_text("Hand 2 saved")
    behind.bring_to_front()
    expect(behind.locator("h1 [data-heading]")).to_contain_text("Hand 3")
    expect(behind.locator("[data-sent-row]")).to_contain_text("Hand 2 saved")
    assert stored(game) == {1: [win("A", "B", 12)], 2: [win("B", "C", 13)]}


def test_a_late_answer_does_not_undo_what_was_decided_in_another_tab(phone, game):
    page = phone
    page.goto(HAND.format(1, 1))
    lose_server(page)
    enter(page, "A", "B", 12)
    theirs = self_draw_win(2, 30)
    make_hand(game, 1, theirs)
    page.evaluate(HOLD_ANSWER)
    with page.expect_response(is_to_entry) as answer:
        page.context.set_offline(False)
    assert answer.value.status == 409

    page.evaluate(DECIDE_LATER)
    page.evaluate("letGo()")

    page.locator("[data-queue-pill]").tap()  # there once the page has read the answer
    expect(page.locator("[data-queue-list] .pill")).to_have_text("≠ Decide later")
    assert states(page) == ["Hand 1 ≠ Decide later"]
    assert stored(game) == {1: [theirs]}


def test_the_next_page_sends_at_once_what_the_last_one_was_left_sending(phone, game):
    """Only one page sends; one that is gone is not waited for."""
    page = phone
    page.goto(HAND.format(1, 1))
    lose_server(page)
    enter(page, "A", "B", 12)
    page.evaluate(HOLD_ANSWER)
    with page.expect_response(is_to_entry):
        page.context.set_offline(False)

    with page.expect_response(is_to_entry) as again:
        page.goto(HAND.format(1, 2))

    assert again.value.status == 200
    expect(page.locator("[data-sent-row]")).to_contain_text("Hand 1 was already saved")
    assert stored(game) == {1: [win("A", "B", 12)]}


def is_to_entry(answer: Response) -> bool:
    """Whether the server answers an entry, not the question for a preview."""
    is_post = answer.request.method == "POST" and answer.url.endswith("/hands/1/")
    return is_post and "preview=" not in (answer.request.post_data or "")


def test_what_is_discarded_on_another_page_holds_up_no_signature(phone, game):
    page = phone
    page.goto(HAND.format(1, 1))
    lose_server(page)
    enter(page, "A", "B", 12)
    shut_round(round_=game.round, request=Asked())
    with page.expect_response("**/visit/"):
        page.context.set_offline(False)
    expect(page.locator("[data-offline-row]")).to_contain_text("Hand 1 was not taken")
    assert SheetVisit.objects.get().waiting == 1

    page.goto("/events/hall/games/")
    page.locator("[data-queue-pill]").tap()
    page.get_by_text("Discard…").tap()
    with page.expect_response("**/visit/"):
        page.get_by_role("button", name="Discard Hand 1 for good").tap()

    assert SheetVisit.objects.get().waiting == 0


def test_a_form_is_not_sent_into_the_void(phone, game):
    """The page stays, with what was typed, where the browser would show its own page of failure."""
    page = phone
    make_hand(game, 1)
    page.goto(TABLE.format(1) + "hands/1/withdraw/")
    page.locator("[name=reason]").fill("Wrong button")
    page.context.set_offline(True)
    expect(page.locator("[data-queue-pill]")).to_have_text("Offline")
    page.locator("button.save").tap()
    expect(page.get_by_role("dialog")).to_contain_text("No connection")
    page.get_by_role("button", name="Back to scoring").tap()
    page.context.set_offline(False)
    expect(page.locator("[data-queue-pill]")).to_be_hidden()

    page.locator("button.save").tap()

    expect(page.locator(".receipts")).to_contain_text("Hand 1 withdrawn")
    withdrawn = game.hands.get(is_current=True)
    assert (withdrawn.outcome, withdrawn.reason) == (Hand.Outcome.WITHDRAWN, "Wrong button")


def test_a_double_tap_and_the_way_back_give_one_penalty(desk, game):
    """The write has a name of the device's making, kept beside the page's place in the history."""
    page = desk
    page.goto("/events/hall/penalties/")
    given = page.locator("[name=token]").first.input_value()
    page.get_by_label("Number").fill("1")
    press = page.get_by_role("button", name="Record penalty")
    press.evaluate(TWICE)
    expect(page.locator(".receipts")).to_contain_text("Penalty recorded · Player 01 · Fine −½")

    page.go_back()
    page.get_by_label("Number").fill("1")
    press.click()

    expect(page.locator(".receipts")).to_contain_text("Penalty recorded · Player 01 · Fine −½")
    assert Penalty.objects.count() == 1
    assert ActionLog.objects.get(action="penalise").token != given
    # Given once more on purpose it is another one.
    page.get_by_label("Number").fill("1")
    press.click()
    expect(page.locator(".receipts")).to_contain_text(re.compile("Player 01 · Fine −1 table"))
    assert Penalty.objects.count() == 2


def test_a_dispute_pressed_twice_is_one_dispute(phone, game):
    page = phone
    page.goto(TABLE.format(1) + "appeals/")
    page.locator("label:has([name=seat][value=B])").tap()
    page.locator("[name=text]").fill("Hand 9")

    page.get_by_role("button", name="Record the dispute").evaluate(TWICE)

    expect(page.locator(".receipts")).to_contain_text("Kept")
    assert Appeal.objects.count() == 1
