"""A phone that loses the server goes on scoring: nothing is lost, nothing is stored twice."""

import re

import pytest
from django.contrib.sessions.models import Session
from playwright.sync_api import Page, expect

from scoring.entry import HandEntry
from tests.factories import (
    PASSWORD,
    discard_win,
    make_game,
    make_hand,
    make_official,
    self_draw_win,
    shut_round,
)
from tournament.models import Game, Penalty, Role
from tournament.services.hands import entry_of
from tournament.services.log import Request

pytestmark = pytest.mark.django_db(transaction=True)

TABLE = "/events/hall/rounds/1/tables/{}/"
HAND = TABLE + "hands/{}/"
# Hand by hand: who won off whom, and the points.
PLAYED = (("A", "B", 12), ("B", "D", 9), ("C", "A", 11), ("D", "C", 14), ("A", "C", 13))

# The next request arrives, its answer does not.
LOSE_ONE_ANSWER = """
() => {
  const send = window.fetch;
  window.fetch = async (...given) => {
    window.fetch = send;
    await send(...given);
    throw new TypeError("the answer was lost");
  };
}
"""


LEAVE_NONSENSE = """
() => {
  const user = document.querySelector("[data-queue]").dataset.user;
  const draft = Object.keys(localStorage).find((key) => key.startsWith("draft:"));
  localStorage.setItem(draft ?? `draft:${user}:${location.pathname}`, '{"version": "0", "fields": 3}');
  localStorage.setItem("queue:a", "{");
  localStorage.setItem("queue:b", '"text"');
  localStorage.setItem("queue:c", JSON.stringify({ user, id: "c", state: "waiting" }));
  localStorage.setItem("queue:d", JSON.stringify({ user, id: "d", url: "/", token: "t", fields: [], state: "odd" }));
}
"""
STORE_NOTHING = """
Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); };
"""


@pytest.fixture
def game() -> Game:
    return make_game(slug="hall", players=8)


@pytest.fixture
def phone(hall_page, log_in, game) -> Page:
    log_in(hall_page, make_official(game.round.tournament, Role.REFEREE, username="ref"))
    return hall_page


def enter(page: Page, winner: str, discarder: str, points: int) -> None:
    """Enter a hand with four taps."""
    page.locator(f".pick-win .seat[data-seat={winner}]").tap()
    page.locator(f".pick-off .seat-other[data-seat={discarder}]").tap()
    page.locator(f".quick [data-set='{points}']").tap()
    page.locator(".dock .save[type=submit]").tap()


def lose_server(page: Page) -> None:
    page.context.set_offline(True)
    expect(page.locator("[data-offline-row]")).to_be_visible()


def win(winner: str, discarder: str, points: int) -> HandEntry:
    return discard_win("ABCD".index(winner), "ABCD".index(discarder), points)


def stored(game: Game) -> dict[int, list[HandEntry]]:
    """All versions of all hands, by number."""
    found: dict[int, list[HandEntry]] = {}
    for hand in game.hands.order_by("number", "version"):
        found.setdefault(hand.number, []).append(entry_of(hand))
    return found


def heading(page: Page) -> str:
    return page.locator("h1 [data-heading]").inner_text()


def states(page: Page) -> list[str]:
    """What the list of entries says of each, as shown."""
    rows = page.locator("[data-queue-list] > li").all()
    return [" ".join(row.locator("[data-hand], .pill").all_inner_texts()) for row in rows]


def test_five_hands_are_entered_offline_and_sent_with_a_conflict_among_them(phone, game):
    page = phone
    page.goto(HAND.format(1, 1))
    lose_server(page)
    expect(page.locator("#save-title")).to_have_text("Save on this phone")

    for number, (winner, discarder, points) in enumerate(PLAYED, start=1):
        assert heading(page).startswith(f"Hand {number} ·")
        enter(page, winner, discarder, points)
    expect(page.locator("[data-offline-row]")).to_contain_text("5 hands are kept on this phone")
    assert heading(page).startswith("Hand 6 · South 2")
    # After five hands, without the server: 20 x 3 + 24 … as the sheet would say.
    totals = [
        int(text.replace("−", "-")) for text in page.locator("[data-total]").all_inner_texts()
    ]
    amounts = [win(*played).amounts for played in PLAYED]
    assert totals == [sum(column) for column in zip(*amounts, strict=True)]
    assert stored(game) == {}
    theirs = self_draw_win(2, 30)
    make_hand(game, 3, theirs)

    page.context.set_offline(False)

    expect(page.locator("dialog[data-queue]")).to_be_visible()
    expect(page.locator("[data-queue-list] .pill-warn").first).to_have_text("≠ To choose")
    assert states(page)[:3] == ["Hand 3 ≠ To choose", "Hand 4 Waiting", "Hand 5 Waiting"]
    assert stored(game) == {1: [win(*PLAYED[0])], 2: [win(*PLAYED[1])], 3: [theirs]}
    page.get_by_role("button", name="Compare and choose").tap()
    expect(page.get_by_text("Another referee has just saved this hand")).to_be_visible()
    page.get_by_role("button", name="Use mine instead").tap()

    # The rest is sent by the page that opens next: the sheet, which shows it without being asked.
    expect(page.get_by_role("row", name=re.compile("^Hand 5, 01 won"))).to_be_visible()
    expect(page.locator(".receipts")).to_contain_text("Hand 3 corrected")
    expect(page.locator("[data-queue-pill]")).to_be_hidden()
    assert stored(game) == {
        1: [win(*PLAYED[0])],
        2: [win(*PLAYED[1])],
        3: [theirs, win(*PLAYED[2])],
        4: [win(*PLAYED[3])],
        5: [win(*PLAYED[4])],
    }
    assert set(game.hands.values_list("entered_by__username", flat=True)) == {None, "ref"}


def test_a_conflict_stops_its_own_game_and_no_other(phone, game):
    """Two tables in two tabs of one phone: nothing is stored twice, the second table goes on."""
    first, second = phone, phone.context.new_page()
    other = game.round.games.get(table__number=2)
    first.goto(HAND.format(1, 1))
    second.goto(HAND.format(2, 1))
    lose_server(first)
    for page in (first, second):
        page.bring_to_front()  # a page behind another hardly moves
        enter(page, "A", "B", 12)
        enter(page, "B", "C", 13)
    theirs = discard_win(3, 2, 40)
    make_hand(game, 1, theirs)

    phone.context.set_offline(False)

    expect(second.locator("[data-sent-row]")).to_contain_text(
        re.compile("Hand 2 (was already )?saved")
    )
    expect(first.locator("[data-offline-row]")).to_contain_text("Hand 1: somebody else saved it")
    assert stored(other) == {1: [win("A", "B", 12)], 2: [win("B", "C", 13)]}
    assert stored(game) == {1: [theirs]}
    second.goto(TABLE.format(1))
    second.get_by_role("button", name="1 to decide").tap()
    second.get_by_role("button", name="Compare and choose").tap()
    second.get_by_role("link", name="Decide later").tap()

    # What is put off stands in nobody's way, and stays.
    expect(second.locator("[data-queue-pill]")).to_have_text("1 to decide")
    second.locator("[data-queue-pill]").tap()
    sent = (
        second.locator("[data-queue-list] > li")
        .filter(has_text="Table 1")
        .filter(has_text="Hand 2")
    )
    # Another tab may hold the note that lets one tab send: this one asks again after ten seconds.
    expect(sent.locator(".pill-ok")).to_be_visible(timeout=30_000)
    assert states(second)[0] == "Hand 1 ≠ Decide later"
    assert stored(game) == {1: [theirs], 2: [win("B", "C", 13)]}


def test_an_answer_that_is_lost_on_the_way_doubles_nothing(phone, game):
    page = phone
    page.goto(HAND.format(1, 1))

    page.evaluate(LOSE_ONE_ANSWER)
    enter(page, "A", "B", 12)

    expect(page.locator("[data-sent-row]")).to_contain_text(
        "Hand 1 was already saved, nothing was doubled"
    )
    assert heading(page).startswith("Hand 2")
    assert stored(game) == {1: [win("A", "B", 12)]}


def test_a_log_in_that_ran_out_keeps_what_was_typed(phone, game):
    page = phone
    page.goto(HAND.format(1, 1))
    Session.objects.all().delete()
    enter(page, "A", "B", 12)

    expect(page.get_by_text("You are no longer logged in")).to_be_visible()
    page.get_by_role("dialog").get_by_role("link", name="Log in").tap()
    page.get_by_label("Username").fill("ref")
    page.get_by_label("Password").fill(PASSWORD)
    page.locator("button.save[type=submit]").tap()

    expect(page.locator("[data-sent-row]")).to_contain_text("Hand 1 saved")
    assert stored(game) == {1: [win("A", "B", 12)]}


def test_what_is_refused_goes_when_somebody_says_so(phone, game):
    page = phone
    page.goto(HAND.format(1, 1))
    lose_server(page)
    enter(page, "A", "B", 12)
    shut_round(round_=game.round, request=Request())

    page.context.set_offline(False)

    expect(page.locator("[data-offline-row]")).to_contain_text("Hand 1 was not taken")
    page.get_by_role("button", name="View").tap()
    row = page.locator("[data-queue-list] > li")
    expect(row).to_contain_text("The round is not running")
    row.get_by_text("Discard…").tap()
    page.reload()
    page.locator("[data-queue-pill]").tap()
    expect(row).to_have_count(1)
    row.get_by_text("Discard…").tap()
    row.get_by_role("button", name="Discard Hand 1 for good").tap()

    expect(row).to_have_count(0)
    assert stored(game) == {}


def test_a_penalty_waits_like_a_hand_while_the_server_is_silent(phone, game):
    page = phone
    page.goto(TABLE.format(1) + "penalties/add/")
    page.context.set_offline(True)
    expect(page.locator("[data-queue-pill]")).to_have_text("Offline")
    page.locator(".save-penalty").tap()
    expect(page.locator("#save-where")).to_have_text("Who is penalised?")
    page.locator(".pick-offender .seat[data-seat=C]").tap()
    page.locator("label:has([name=group][value=win])").tap()
    page.locator(".option:has([value=short_win])").tap()
    expect(page.locator("#save-title")).to_have_text("Save on this phone")
    expect(page.locator("#save-where")).to_contain_text("counted when sent")
    page.locator(".save-penalty").tap()
    row = page.locator("[data-queue-list] > li")
    expect(row).to_contain_text("Penalty 03 · ")
    # Pressed again it is the same penalty.
    page.get_by_role("button", name="Back to scoring").tap()
    page.locator(".save-penalty").tap()
    expect(row).to_have_count(1)

    page.context.set_offline(False)

    expect(row).to_contain_text("Saved")
    given = Penalty.objects.get()
    assert (given.seat.start, given.offence, given.hand_number) == (2, "short_win", 1)


def test_a_browser_that_stores_nothing_says_so_and_loses_nothing(phone, game):
    """And what another version left behind is no entry and no draft."""
    page = phone
    page.goto(HAND.format(1, 1))
    page.evaluate(LEAVE_NONSENSE)
    page.add_init_script(STORE_NOTHING)
    page.reload()
    lose_server(page)
    enter(page, "A", "B", 12)
    page.get_by_role("button", name="View").tap()
    expect(page.get_by_role("dialog")).to_contain_text("Leave this page open")
    assert states(page) == ["Hand 1 Waiting"]

    page.context.set_offline(False)

    expect(page.locator("[data-queue-list] .pill-ok")).to_be_visible()
    assert stored(game) == {1: [win("A", "B", 12)]}


def test_what_was_typed_last_comes_back_after_a_reload(phone, game):
    page = phone
    page.goto(HAND.format(1, 1))
    page.locator(".pick-win .seat[data-seat=B]").tap()
    page.locator(".pick-off .seat-other[data-seat=D]").tap()
    page.locator(".pad [data-key='2']").tap()

    page.reload()

    row = page.locator("[data-draft-row]")
    expect(row).to_contain_text("Hand 1 goes on where you left it")
    expect(page.locator("#save-where")).to_contain_text("8 are needed", use_inner_text=True)
    assert page.locator("[name=winner]:checked").input_value() == "B"
    row.get_by_role("button", name="Clear").tap()
    expect(page.locator("[name=winner]:checked")).to_have_count(0)
    page.locator(".outcome:has([data-drawn])").tap()
    page.locator(".dock .save[type=submit]").tap()
    expect(page.locator(".receipts")).to_contain_text("Hand 1 saved")
    # Nothing is left over for a hand that is saved.
    page.goto(HAND.format(1, 1))
    expect(row).to_be_hidden()


def test_nothing_is_signed_while_a_hand_waits(phone, game):
    page = phone
    for number in range(1, 16):
        make_hand(game, number)
    page.goto(HAND.format(1, 16))
    lose_server(page)
    page.locator(".outcome:has([data-drawn])").tap()
    for _ in range(2):  # the last hand is asked twice
        page.locator(".dock .save[type=submit]").tap()
    expect(page.get_by_role("dialog")).to_contain_text("Hand 16")
    theirs = make_hand(game, 16, self_draw_win(2, 30))
    page.context.set_offline(False)
    expect(page.locator("[data-queue-list] .pill-warn")).to_have_text("≠ To choose")

    page.goto(TABLE.format(1) + "review/")

    sign = page.locator("[data-needs-sent]")
    expect(sign).to_have_attribute("inert", "")
    page.locator("[data-needs-sent-why]").get_by_role("button", name="View").tap()
    page.get_by_role("button", name="Compare and choose").tap()
    page.get_by_role("link", name="Keep the saved one").tap()
    page.wait_for_url("**" + TABLE.format(1))
    expect(page.locator("[data-queue-pill]")).to_be_hidden()
    page.goto(TABLE.format(1) + "review/")
    expect(sign).not_to_have_attribute("inert", "")
    assert game.hands.get(number=16) == theirs
