"""A phone that loses the server goes on scoring: nothing is lost, nothing is stored twice."""

import pytest
from playwright.sync_api import Page, expect

from scoring.entry import HandEntry
from tests.factories import discard_win, make_game, make_hand, make_official, self_draw_win
from tournament.models import Game, Role
from tournament.services.hands import entry_of

pytestmark = pytest.mark.django_db(transaction=True)

TABLE = "/events/hall/rounds/1/tables/{}/"
HAND = TABLE + "hands/{}/"
# Hand by hand: who won off whom, and the points.
PLAYED = (("A", "B", 12), ("B", "D", 9), ("C", "A", 11), ("D", "C", 14), ("A", "C", 13))


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

    expect(page.locator("[data-queue-pill]")).to_be_hidden()
    expect(page.locator(".receipts")).to_contain_text("Hand 3 corrected")
    assert stored(game) == {
        1: [win(*PLAYED[0])],
        2: [win(*PLAYED[1])],
        3: [theirs, win(*PLAYED[2])],
        4: [win(*PLAYED[3])],
        5: [win(*PLAYED[4])],
    }
    assert set(game.hands.values_list("entered_by__username", flat=True)) == {None, "ref"}
