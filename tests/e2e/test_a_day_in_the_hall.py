"""
A day in the hall, with nothing but the pages: from the roster's file to the results in Excel.

Everybody works in Chinese at desks, and once more in English on phones: what is tapped is found by
addresses and names of fields, so that the walk is the same in both.
"""

import re
import time
import unicodedata
from fractions import Fraction
from io import BytesIO

import pytest
from django.contrib.auth.models import Permission
from openpyxl import Workbook, load_workbook
from playwright.sync_api import expect

from scoring.entry import Outcome
from tests.factories import PASSWORD, discard_win, make_hand, make_user
from tournament.models import Game, Player, Round, Tournament
from tournament.services.hands import entry_of

pytestmark = pytest.mark.django_db(transaction=True)

EVENT = "/events/autumn-open/"
SHEET = f"{EVENT}rounds/1/tables/1/"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
PHONE = {"width": 360, "height": 740, "touch": True}
DESK = {"width": 1280, "height": 800, "touch": False}
# No name, and a number that is none: the lines for the third and the seventh player.
FAULTS = {3: (3, None, "Club 1"), 7: ("VII", "Player G", "Club 1")}
STRAIGHT = ("1s", "2s", "3s", "4s", "5s", "6s", "7s", "8s", "9s", "5s", "5s")
# The texts of a table, heading and body, without what only a screen reader says.
TABLE = """
table => [...table.rows].map(row => [...row.cells].map(cell => {
  const shown = cell.cloneNode(true);
  shown.querySelectorAll(".sr-only").forEach(node => node.remove());
  return shown.textContent.trim().replace(/\\s+/g, " ");
}))
"""


def roster_file(faults):
    """The .xlsx of 16 players, some of its lines replaced."""
    book = Workbook()
    book.active.append(("编号", "姓名", "单位"))
    for number in range(1, 17):
        name = f"Player {chr(64 + number)}"
        book.active.append(faults.get(number, (number, name, f"Club {1 + number % 4}")))
    target = BytesIO()
    book.save(target)
    return {"name": "players.xlsx", "mimeType": XLSX, "buffer": target.getvalue()}


class Walker:
    """Somebody with a browser."""

    def __init__(self, page):
        self.page = page

    def go(self, path=""):
        self.page.goto(EVENT + path)

    def press(self, *targets):
        for target in targets:
            self.page.locator(target).first.click()

    def log_in(self, username, password):
        self.page.goto("/accounts/login/")
        self.page.locator("[name=username]").fill(username)
        self.page.locator("[name=password]").fill(password)
        self.press(".save")
        self.page.wait_for_url(lambda url: "/accounts/" not in url)

    def receipt(self, kind="ok"):
        expect(self.page.locator(f".receipts .receipt-{kind}:visible").first).to_be_visible()


class Organiser(Walker):
    """Who prepares the event and runs its rounds."""

    def make_event(self):
        self.press("a[href='/events/new/']")
        for name, value in {
            "slug": "autumn-open",
            "name": "Autumn Open",
            "venue": "Hall 1",
            "rounds_planned": "2",
        }.items():
            self.page.locator(f"[name={name}]").fill(value)
        self.press("[name=preset][value=mil2025]")
        expect(self.page.locator("[name=starting_score]")).to_have_value("0")
        expect(self.page.locator("[name=slug]")).to_have_value("autumn-open")
        self.press(".buttons .button-primary")
        self.page.wait_for_url(f"{EVENT}board/")
        self.receipt()

    def read(self, faults):
        self.go("roster/import/")
        self.page.locator("[name=file]").set_input_files(roster_file(faults))
        self.press("main form .button-primary")
        self.page.wait_for_url(re.compile(r"/import/\d+/$"))

    def import_players(self):
        """Two lines are refused, and come in with the mended file."""
        page = self.page
        self.read(FAULTS)
        assert page.locator("tr.bad th").all_inner_texts() == ["4", "8"]
        expect(page.locator("tr.bad").nth(1)).to_contain_text("VII")
        self.press(".save")
        self.receipt()
        expect(page.locator("table.roster tbody tr")).to_have_count(14)

        self.read({})
        expect(page.locator("tr.bad")).to_have_count(0)
        assert page.locator("table.read tbody th").all_inner_texts() == ["4", "8"]
        self.press(".save")
        self.receipt()
        expect(page.locator("table.roster tbody tr")).to_have_count(16)

    def check_everybody_in(self):
        self.press("[data-choose-all]", "[name=come][value=all]")
        self.receipt()
        expect(self.page.locator("[name=undo]:not([value=all])")).to_have_count(16)

    def name_referee(self):
        """Add a referee; return the password that is shown once."""
        self.go("staff/")
        self.page.locator("[name=username]").fill("wang")
        self.page.locator("[name=role]").select_option("referee")
        self.press("main .form .button-primary")
        return self.page.locator(".password").inner_text()

    def draw(self, number, *, missing=False):
        self.go("draws/new/")
        self.press("[name=kind][value=lots]")
        self.page.locator("[name=first_round]").fill(str(number))
        if missing:
            self.press("[name=override]")
            self.page.locator("[name=reason]").fill("Three tables stopped early")
        self.press(".dock .button-primary")
        self.page.wait_for_url(re.compile(r"/draws/\d+/"))
        expect(self.page.locator(".seat-card")).to_have_count(4)
        assert Round.objects.get(number=number).state == Round.State.DRAFT
        self.press("form[action$='/publish/'] .button-primary")
        expect(self.page.locator("form[action$='/publish/']")).to_have_count(0)
        self.receipt()
        assert Round.objects.get(number=number).state == Round.State.PUBLISHED

    def start(self, number):
        self.go("board/")
        self.press(".action-next [name=do][value=start]")
        self.receipt()
        expect(
            self.page.locator(f"form[action$='rounds/{number}/run/'] [value=pause]")
        ).to_be_visible()

    def close_with_a_reason(self):
        """Tables have hands missing: the way on is shut until there is a reason."""
        self.go("board/")
        expect(self.page.locator(".action-next [aria-disabled=true]")).to_be_visible()
        self.press("#override-form summary")
        self.page.locator("#override-form [name=reason]").fill("Three tables stopped early")
        self.press("#override-form .button-danger[type=submit]")
        self.receipt()
        assert Round.objects.get(number=1).state == Round.State.CLOSED


class Referee(Walker):
    """Who enters what is played."""

    def seats(self, winner, discarder=None):
        self.press(f".pick-win .seat[data-seat={winner}]")
        self.press(
            f".pick-off .seat-other[data-seat={discarder}]"
            if discarder
            else ".outcome:has([data-self])"
        )

    def save(self, then):
        self.press(".dock .save[type=submit]")
        self.page.wait_for_url(f"**{SHEET}{then}")
        self.receipt()

    def discard_win_by_tiles(self):
        self.seats("B", "D")
        self.press(".modes label:has([value=tiles])", ".picker-modes [data-mode=pung]")
        self.press(".from-keys:visible [data-mark='2']", ".key[data-code='E']")
        self.press(*(f".key[data-code='{code}']" for code in STRAIGHT))
        self.save("hands/2/")

    def self_draw_by_fan(self):
        self.seats("C")
        self.press(".modes label:has([value=fans])", ".tiers label:has([value='1'])")
        self.press(".tier [data-fan=pure_straight]")
        self.page.locator("[data-fan-search]").fill("不求人")
        self.page.keyboard.press("Enter")
        expect(self.page.locator("[data-chosen-list] > *")).to_have_count(2)
        self.save("hands/3/")

    def drawn_hand(self):
        self.press(".outcome:has([data-drawn])")
        self.save("hands/4/")

    def penalty(self):
        """A compensation of 30 from A to the others."""
        self.page.goto(f"{SHEET}penalties/add/")
        self.press(".pick-offender .seat[data-seat=A]", ".segments label:has([value=free])")
        self.page.locator("[name=measure]").select_option("compensation")
        self.page.locator("[name=amount]").fill("30")
        self.page.locator("[name=reason]").fill("Knocked over a hand")
        expect(self.page.locator(".amounts")).to_contain_text("+10")
        self.press(".dock .save[type=submit]")
        self.receipt()

    def correct_third_hand(self):
        """It was no draw: D won 12 points off A."""
        self.page.goto(SHEET)
        self.press(f"a[href='{SHEET}hands/3/history/']", f".dock a[href='{SHEET}hands/3/']")
        self.seats("D", "A")
        self.press(".quick [data-set='12']", ".reasons .chip >> nth=0")
        self.press(".dock .save[type=submit]")
        self.receipt()
        self.page.goto(f"{SHEET}hands/3/history/")
        expect(self.page.locator(".version-list > li")).to_have_count(2)
        expect(self.page.locator(".changes s").first).to_be_visible()


def row_of(page, number):
    return page.locator(f"table.standings tr:has(a[href$='/players/{number}/'])")


def points(text):
    """The points a page shows as one number: "+1,029", "−8", "1½"."""
    plain = text.replace(",", "").replace("+", "").replace("\N{MINUS SIGN}", "-")
    glyph = plain[-1:]
    if glyph.isdecimal():
        return Fraction(plain)
    return Fraction(plain[:-1] or 0) + Fraction(unicodedata.numeric(glyph)).limit_denominator(99)


def compare(page, download):
    """Every cell of the page's standings is in the workbook's first sheet."""
    header, *rows = (
        load_workbook(BytesIO(download.path().read_bytes()))
        .worksheets[0]
        .iter_rows(values_only=True)
    )
    shown_header, *shown = page.locator("table.standings").evaluate(TABLE)
    assert len(shown) == len(rows) == 16
    for cells, row in zip(shown, rows, strict=True):
        stored = dict(zip(header, row, strict=True))
        on_page = dict(zip(shown_header, cells, strict=True))
        assert on_page.pop("") == ""  # only a phone shows what unfolds the rounds
        table_points, score = on_page.pop("R1").split(" ")
        assert points(table_points) == Fraction(stored["R1"]).limit_denominator(99)
        assert points(score) == stored[next(name for name in header if name.startswith("R1 "))]
        for name, text in on_page.items():
            value = stored[name]
            if isinstance(value, str):
                assert text == value
            else:
                assert points(text.split(" ")[0]) == Fraction(value).limit_denominator(99), name


@pytest.mark.parametrize(
    ("screen", "locale"),
    [
        pytest.param(DESK, "zh-CN", id="desk-zh", marks=pytest.mark.walk),
        pytest.param(PHONE, "en-GB", id="phone-en"),
    ],
)
def test_a_day_in_the_hall(open_page, screen, locale):
    user = make_user("organiser")
    user.user_permissions.add(Permission.objects.get(codename="add_tournament"))
    organiser = Organiser(open_page(locale=locale, **screen))
    referee = Referee(open_page(locale=locale, **screen))
    reader = open_page(locale=locale, **screen)

    organiser.log_in("organiser", PASSWORD)
    expect(organiser.page.locator("html")).to_have_attribute("lang", re.compile(f"^{locale[:2]}"))
    organiser.make_event()
    organiser.import_players()
    organiser.check_everybody_in()
    password = organiser.name_referee()
    organiser.draw(1)
    organiser.start(1)

    games = {game.table.number: game for game in Game.objects.select_related("table", "round")}
    seated = [seat.player for seat in games[1].seats.select_related("player").order_by("start")]
    reader.goto(f"{EVENT}standings/")
    winner = row_of(reader, seated[1].number)
    expect(winner.locator(".score")).to_have_text(re.compile("^[·0]$"))

    referee.log_in("wang", password)
    referee.go("games/")
    referee.press(f"a[href='{SHEET}']", f".dock .save[href='{SHEET}hands/1/']")
    referee.discard_win_by_tiles()
    saved = time.monotonic()
    won = entry_of(games[1].hands.get()).amounts[1]
    assert won > 0
    expect(winner.locator(".score")).to_have_text(f"+{won}")
    assert time.monotonic() - saved < 6

    referee.self_draw_by_fan()
    referee.drawn_hand()
    referee.penalty()
    referee.correct_third_hand()
    hands = [entry_of(hand) for hand in games[1].hands.filter(is_current=True).order_by("number")]
    assert [hand.outcome for hand in hands] == [
        Outcome.DISCARD,
        Outcome.SELF_DRAW,
        Outcome.DISCARD,
    ]
    assert hands[0].notation
    assert hands[1].fans == {"pure_straight": 1, "fully_concealed_hand": 1}
    for number in (2, 3, 4):
        make_hand(games[number], 1, discard_win(points=8 + number))

    organiser.close_with_a_reason()
    organiser.draw(2, missing=True)
    reader.goto(f"{EVENT}seats/?round=2")
    expect(reader.locator(".seat-card")).to_have_count(4)

    reader.goto(f"{EVENT}standings/")
    fined = [sum(column) for column in zip(*(hand.amounts for hand in hands), strict=True)]
    for player, score in zip(seated, (fined[0] - 30, *(n + 10 for n in fined[1:])), strict=True):
        assert points(row_of(reader, player.number).locator(".score").inner_text()) == score
    with reader.expect_download() as waiting:
        reader.locator("a[href$='/results.xlsx']").click()
    compare(reader, waiting.value)
    assert Tournament.objects.get().players.filter(status=Player.Status.CHECKED_IN).count() == 16
