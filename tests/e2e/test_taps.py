"""The minute between two hands: a slip costs one tap, a double tap nothing, nothing scrolls."""

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from scoring.entry import HandEntry, Outcome
from tests.factories import discard_win, make_game, make_hand, make_official, self_draw_win
from tournament.models import ClockEvent, Game, Player, Role
from tournament.services.hands import entry_of
from tournament.services.presence import note_visit

pytestmark = pytest.mark.django_db(transaction=True)

HAND = "/events/hall/rounds/1/tables/1/hands/{}/"
SCROLLS = "() => document.documentElement.scrollHeight - innerHeight"
CUT = """
() => [...document.querySelectorAll(".pick-win .seat-name")]
  .filter((name) => name.scrollWidth > name.clientWidth).map((name) => name.textContent.trim())
"""
# Whether something else lies over the last line of a row that is shown.
COVERED = """
() => [...document.querySelectorAll(".receipts > .receipt:not([hidden])")].map((row) => {
  const { left, bottom } = row.getBoundingClientRect();
  return !row.contains(document.elementFromPoint(left + 40, bottom - 8));
})
"""
# Two taps faster than a finger means them.
TWICE = "(target) => { target.click(); target.click(); }"


@pytest.fixture
def game() -> Game:
    game = make_game(slug="hall", minutes=90)
    for number, name in enumerate(("张伟杰", "欧阳娜", "李小龙", "王若兰"), start=1):
        Player.objects.filter(number=number).update(name=name)
    make_hand(game, 1, discard_win(0, 1, 180))
    return game


@pytest.fixture
def open_phone(open_page, log_in, game):
    def open_(number: int = 2, **size: object) -> Page:
        page = open_page(**size)
        referee = make_official(game.round.tournament, Role.REFEREE)
        log_in(page, referee)
        page.goto(HAND.format(number))
        return page

    return open_


def winner(page, seat):
    page.locator(f".pick-win .seat[data-seat={seat}]").tap()


def discarder(page, seat):
    page.locator(f".pick-off .seat-other[data-seat={seat}]").tap()


def quick(page, points):
    page.locator(f".quick [data-set='{points}']").tap()


def save(page):
    page.locator(".dock .save[type=submit]").tap()


def entry(game, number):
    return entry_of(game.hands.get(number=number, is_current=True))


@pytest.mark.parametrize("locale", ["en-GB", "zh-CN"])
def test_nothing_scrolls_and_no_name_is_cut(open_phone, game, locale):
    page = open_phone(locale=locale)
    found = {}

    def look(what):
        for height in (640, 740):
            page.set_viewport_size({"width": 360, "height": height})
            found[what, height] = (page.evaluate(SCROLLS), page.evaluate(CUT))

    expect(page.locator("[data-plain-row]")).to_be_visible()
    look("the first time")
    winner(page, "B")
    page.locator(".outcome:has([data-self])").tap()
    quick(page, 12)
    look("a self-draw")
    save(page)
    expect(page.locator(".receipts .receipt-ok:visible")).to_have_count(1)
    winner(page, "A")
    discarder(page, "D")
    look("after saving")
    page.context.set_offline(True)
    quick(page, 14)
    save(page)
    expect(page.locator("[data-offline-row]")).to_be_visible()
    winner(page, "C")
    discarder(page, "A")
    look("offline")
    page.context.set_offline(False)
    expect(page.locator("[data-sent-row]")).to_be_visible()

    assert found == dict.fromkeys(found, (0, []))


@pytest.mark.parametrize("locale", ["en-GB", "zh-CN"])
def test_more_notices_than_one_cost_no_height(open_phone, game, locale):
    """The first time, with two other devices at the table and time up: one row, the rest a tap away."""
    for name in ("wu", "chenxiaoming"):
        by = make_official(game.round.tournament, Role.REFEREE, username=name)
        note_visit(game=game, device=name.encode().hex(), waiting=2, by=by)
    ClockEvent.objects.update(at=timezone.now() - timedelta(minutes=95))
    page = open_phone(locale=locale)
    rows = page.locator(".receipts > .receipt:visible")
    more = page.locator("[data-rows-more]")
    expect(more).to_have_text("+2")

    found = {}
    for height in (640, 740):
        page.set_viewport_size({"width": 360, "height": height})
        found[height] = (page.evaluate(SCROLLS), rows.count())

    assert found == dict.fromkeys(found, (0, 1))
    for height in (640, 740):
        page.set_viewport_size({"width": 360, "height": height})
        more.tap()
        expect(rows).to_have_count(3)
        expect(more).to_have_attribute("aria-expanded", "true")
        assert page.evaluate(SCROLLS) == 0
        assert page.evaluate(COVERED) == [False, False, False]
        more.tap()
        expect(rows).to_have_count(1)
    more.tap()
    expect(rows).to_have_count(3)
    winner(page, "D")
    expect(rows).to_have_count(1)


def test_a_wrong_discarder_or_number_is_undone_with_one_tap(open_phone, game):
    page = open_phone()
    winner(page, "B")
    discarder(page, "C")
    discarder(page, "D")
    quick(page, 9)
    quick(page, 11)

    save(page)

    expect(page.locator(".receipts")).to_contain_text("Hand 2 saved")
    assert entry(game, 2) == discard_win(1, 3, 11)


def test_a_wrong_winner_is_undone_with_one_tap(open_phone, game):
    page = open_phone()
    winner(page, "B")
    page.locator(".outcome-reset").tap()
    winner(page, "C")
    discarder(page, "B")
    quick(page, 10)

    save(page)

    expect(page.locator(".receipts")).to_contain_text("Hand 2 saved")
    assert entry(game, 2) == discard_win(2, 1, 10)


def test_a_double_tap_on_save_stores_once(open_phone, game):
    page = open_phone()
    page.locator(".outcome:has([data-drawn])").tap()

    page.locator(".dock .save[type=submit]").evaluate(TWICE)

    expect(page).to_have_url(HAND.format(3))
    assert list(game.hands.values_list("number", "version")) == [(1, 1), (2, 1)]
    assert entry(game, 2) == HandEntry(Outcome.DRAW)


def test_a_double_tap_offline_keeps_once(open_phone, game):
    page = open_phone(15)
    page.context.set_offline(True)
    page.locator(".outcome:has([data-drawn])").tap()

    page.locator(".dock .save[type=submit]").evaluate(TWICE)

    expect(page.locator("[data-offline-row]")).to_contain_text("1 hand is kept")
    expect(page.locator("h1")).to_contain_text("Hand 2")


def test_what_is_rare_is_asked_twice_without_the_server_too(open_phone, game):
    page = open_phone(16)
    page.context.set_offline(True)
    winner(page, "B")
    discarder(page, "D")
    page.locator(".pad [data-key='8']").tap()
    page.locator(".pad [data-key='8']").tap()

    save(page)
    expect(page.locator("#save-title")).to_have_text("88 points? Press again")
    save(page)

    expect(page.locator("[data-offline-row]")).to_contain_text("1 hand is kept")
    page.context.set_offline(False)
    expect(page.locator("[data-sent-row]")).to_contain_text("Hand 16 saved · 02 off 04 · 88 points")
    assert entry(game, 16) == discard_win(1, 3, 88)


def test_the_keys_of_the_clerks_grid_enter_a_hand_here_too(open_phone, game):
    page = open_phone(width=1280, height=800, touch=False)

    # A page that is there but has no scripts yet hears no keys: `wait_for_url` waits for those too.
    def press(keys):
        for key in keys:
            page.keyboard.press(key)

    press(["2", "4", "1", "3", "Backspace", "2", "Enter"])
    page.wait_for_url(HAND.format(3))
    press(["1", "1", "2", "0", "Enter"])
    page.wait_for_url(HAND.format(4))
    press(["0", "Enter"])
    page.wait_for_url(HAND.format(5))
    press(["4", "Escape", "x", "Enter"])
    page.wait_for_url(HAND.format(6))
    press(["Control+z"])

    expect(page.get_by_role("heading", name="Undo hand 5?")).to_be_visible()
    assert [entry(game, number) for number in (2, 3, 4, 5)] == [
        discard_win(1, 3, 12),
        self_draw_win(0, 20),
        HandEntry(Outcome.DRAW),
        HandEntry(Outcome.NOT_PLAYED),
    ]
