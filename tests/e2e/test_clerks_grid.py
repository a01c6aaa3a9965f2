"""A clerk types a paper sheet into the grid without a mouse; the strokes are counted."""

import pytest
from django.contrib.sessions.models import Session
from playwright.sync_api import expect

from scoring.entry import HandEntry, Outcome
from tests.factories import (
    PASSWORD,
    discard_win,
    make_game,
    make_hand,
    make_official,
    self_draw_win,
)
from tournament.models import Role
from tournament.services.hands import entry_of, record_hand
from tournament.services.log import Request

pytestmark = pytest.mark.django_db(transaction=True)

GRID = "/events/hall/rounds/1/tables/1/grid/"
DRAWN = HandEntry(Outcome.DRAW)
# 16 hands as they fall: 11 on a discard, 4 self-drawn (67 and 29 of 100), 1 drawn.
PAPER = (
    *(discard_win(n % 4, (n + 1) % 4, 10 + n) for n in range(11)),
    *(self_draw_win(n, 20 + n) for n in range(4)),
    DRAWN,
)
MOST_STROKES = 80


@pytest.fixture
def game():
    return make_game(slug="hall", players=8)


@pytest.fixture
def clerk(game):
    return make_official(game.round.tournament, Role.CLERK, username="clerk")


class Keyboard:
    """A clerk's keyboard; counts the strokes. There is no mouse."""

    def __init__(self, page):
        self.page = page
        self.strokes = 0

    def press(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)
            self.strokes += 1

    def type_hand(self, entry):
        if entry.winner is None:
            self.press("0", "Enter")
            return
        off = entry.winner if entry.discarder is None else entry.discarder
        self.press(str(entry.winner + 1), str(off + 1), *str(entry.fan_points), "Enter")


@pytest.fixture
def desk(open_page, log_in, game, clerk):
    page = open_page(width=1280, height=800, touch=False)
    log_in(page, clerk)
    return page


def entries(game):
    return [entry_of(hand) for hand in game.hands.current().order_by("number")]


def test_sixteen_hands_take_at_most_eighty_strokes_and_no_mouse(desk, game, axe_problems):
    desk.goto(GRID)
    keyboard = Keyboard(desk)

    for entry in PAPER:
        keyboard.type_hand(entry)

    expect(desk.locator(".grid-pills")).to_contain_text("16 hands saved")
    assert keyboard.strokes <= MOST_STROKES
    assert entries(game) == list(PAPER)
    assert [hand.version for hand in game.hands.all()] == [1] * 16
    # All rows, the sums and the keys on one screen.
    room = desk.evaluate("[document.documentElement.scrollHeight, innerHeight]")
    assert room[0] <= room[1]
    assert axe_problems(desk) == []


def test_a_refused_row_says_why_in_its_place_and_the_others_are_saved(desk, game):
    desk.goto(GRID)
    keyboard = Keyboard(desk)

    keyboard.press("1", "2", "7", "Enter")
    row = desk.locator("#row-1")
    expect(row).to_contain_text("7 points: 8 are needed without flowers.")
    # The cursor is back at what is wrong.
    expect(desk.locator("[name=points-1]")).to_be_focused()
    keyboard.press("ArrowDown", "ArrowLeft", "ArrowLeft")
    keyboard.type_hand(self_draw_win(2, 24))
    expect(desk.locator("#row-2")).to_contain_text("+96")
    expect(row).to_contain_text("7 points")
    keyboard.press("ArrowUp", "ArrowUp", "ArrowRight", "ArrowRight", "8", "Enter")

    expect(row).to_contain_text("+32")
    assert entries(game) == [discard_win(0, 1, 8), self_draw_win(2, 24)]


def test_a_gap_is_red_at_once(desk, game):
    desk.goto(GRID)

    desk.locator("[name=winner-3]").focus()
    Keyboard(desk).type_hand(DRAWN)

    expect(desk.locator("#row-1.gap, #row-2.gap")).to_have_count(2)
    expect(desk.locator("#row-2")).to_contain_text("Hand 2 is missing")


def test_a_correction_asks_why_and_control_z_takes_back(desk, game):
    make_hand(game, 1, discard_win(0, 1, 12))
    make_hand(game, 2, self_draw_win(2, 20))
    desk.goto(GRID)
    keyboard = Keyboard(desk)

    keyboard.press("ArrowUp", "ArrowUp", "ArrowRight", "ArrowRight", "2", "1", "Enter")
    expect(desk.locator("[name=reason-1]")).to_be_focused()
    keyboard.press("1", "Enter")
    expect(desk.locator("#row-1")).to_contain_text("+45")
    expect(desk.locator("[name=winner-2]")).to_be_focused()
    keyboard.press("Control+z")
    expect(desk.locator("#row-1")).to_contain_text("Undo hand 1?")
    keyboard.press("Enter")

    expect(desk.locator(".grid-status")).to_have_text("Hand 1 withdrawn; it is open again.")
    versions = list(game.hands.filter(number=1).order_by("version"))
    assert [hand.outcome for hand in versions] == ["discard", "discard", "withdrawn"]
    assert versions[1].reason == "Wrong button pressed"
    expect(desk.locator("#row-1")).to_have_class("gap")


def test_two_who_type_the_same_hand_see_both_values_in_the_row(desk, game):
    desk.goto(GRID)
    record_hand(game=game, number=1, entry=discard_win(3, 2, 30), replaces=0, request=Request())
    keyboard = Keyboard(desk)

    keyboard.type_hand(discard_win(0, 1, 12))
    row = desk.locator("#row-1")
    expect(row).to_contain_text("The organiser saved hand 1: 04 off 03 · 30 points.")
    expect(desk.locator("[name=points-1]")).to_have_value("12")
    keyboard.press("2")

    expect(row).to_contain_text("+36")
    assert entries(game) == [discard_win(0, 1, 12)]
    assert game.hands.get(is_current=True).reason == "Chosen instead of version 1"


def test_a_penalty_is_given_beside_the_row_by_three_keys(desk, game):
    desk.goto(GRID)
    keyboard = Keyboard(desk)

    keyboard.press("f", "2", "1")
    expect(desk.locator(".penalty-said")).to_contain_text("Record −40 · Player 02")
    keyboard.press("Enter")

    expect(desk.locator("#row-1")).to_contain_text("Pen−40")
    expect(desk.locator(".grid-pills")).to_contain_text("Sum −40")
    penalty = game.penalties.get()
    assert (penalty.hand_number, penalty.seat.start, penalty.dead_hand) == (1, 1, True)
    # The dead hand holds in the grid as everywhere.
    keyboard.type_hand(discard_win(1, 0, 12))
    expect(desk.locator("#row-1")).to_contain_text("has a dead hand and cannot win this hand")


def test_a_row_that_the_network_lost_is_sent_again_and_stored_once(desk, game):
    desk.goto(GRID)
    desk.context.set_offline(True)
    Keyboard(desk).type_hand(discard_win(0, 1, 12))
    expect(desk.locator("#row-1.unsent")).to_be_visible()

    desk.context.set_offline(False)

    expect(desk.locator("#row-1")).to_contain_text("+36")
    assert entries(game) == [discard_win(0, 1, 12)]


def test_a_log_in_that_ran_out_costs_no_row(desk, game):
    """Logging in gives the browser a new secret: the page that stayed open has the old one."""
    desk.goto(GRID)
    Session.objects.all().delete()
    keyboard = Keyboard(desk)
    keyboard.type_hand(discard_win(0, 1, 12))
    expect(desk.locator(".grid-status")).to_contain_text("You are no longer logged in")
    window = desk.context.new_page()
    window.goto("/accounts/login/")
    window.get_by_label("Username").fill("clerk")
    window.get_by_label("Password").fill(PASSWORD)
    window.locator("button.save[type=submit]").click()
    expect(window.locator("form[action='/accounts/logout/']")).to_have_count(1)
    desk.bring_to_front()

    keyboard.press("ArrowUp", "Enter")

    expect(desk.locator("#row-1")).to_contain_text("+36")
    assert entries(game) == [discard_win(0, 1, 12)]


def test_no_row_is_saved_in_the_name_of_another_account(desk, game, log_in):
    """Somebody else logged in on the same laptop while the grid stayed open."""
    desk.goto(GRID)
    log_in(desk, make_official(game.round.tournament, Role.CLERK, username="other"))

    Keyboard(desk).type_hand(discard_win(0, 1, 12))

    expect(desk.locator(".grid-status")).to_contain_text("You are no longer logged in")
    expect(desk.locator("[name=points-1]")).to_have_value("12")
    assert entries(game) == []


def test_page_down_goes_to_the_next_table_once_all_is_saved(desk, game):
    desk.goto(GRID)
    keyboard = Keyboard(desk)
    keyboard.press("1", "PageDown")
    expect(desk.locator(".grid-status")).to_contain_text("Some rows are not saved yet.")
    keyboard.press("Escape", "PageDown")

    desk.wait_for_url("**/tables/2/grid/")
    keyboard.press("?")
    expect(desk.locator("#all-keys")).to_be_visible()
