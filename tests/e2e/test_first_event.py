"""
The walk of "Your first event" in the README, and of the same text in Chinese.

The documents lead: what they print in bold is pressed, ticked or filled in, in their order, on the
state that `make run` leaves. A button they name and the pages do not have fails here. With
PICTURES=1 in the environment the walk also takes the documents' pictures.
"""

import os
import re
from dataclasses import dataclass
from io import StringIO

import pytest
from django.core.management import call_command
from openpyxl import load_workbook
from playwright.sync_api import expect

from tests.servers import ROOT
from tournament.models import Player, Round, Seat, Tournament

pytestmark = pytest.mark.django_db(transaction=True)

README = (ROOT / "README.md").read_text()
ENGLISH = README.partition("## Your first event\n")[2].partition("\n## ")[0]
CHINESE = (ROOT / "docs" / "first-event.zh.md").read_text()
BOLD = re.compile(r"\*\*(.+?)\*\*(?:\s+\((.+?)\))?", re.DOTALL)
PICTURES = ROOT / "docs" / "pictures" / "first-event"
# As wide as a desk, and pictures no wider than a page that shows the README.
DESK = {"width": 1280, "height": 720, "touch": False, "device_scale_factor": 0.8}


@dataclass(frozen=True)
class Language:
    """One of the two texts, and what an organiser who reads it writes."""

    code: str
    locale: str
    text: str
    event: str
    players: tuple[str, ...]

    @property
    def words(self):
        """What the text prints in bold, in its order."""
        return [" ".join(found[1].split()) for found in BOLD.finditer(self.text)]


LANGUAGES = (
    Language("en", "en-GB", ENGLISH, "Spring Cup", tuple(f"Player {sign}" for sign in "ABCDEFGHIJKLMNOPQR")),
    Language("zh", "zh-CN", CHINESE, "春季赛", tuple(f"选手{sign}" for sign in "甲乙丙丁戊己庚辛壬癸子丑寅卯辰巳午未")),
)  # fmt: skip


class Reader:
    """Somebody at a browser who does what the text says, word by word."""

    def __init__(self, page, words):
        self.page = page
        self.words = words

    def find(self):
        """The button, link or box that has the text's next word; the page goes before its bar."""
        word = next(self.words)
        button, link, box = (
            self.page.get_by_role(role, name=word, exact=True)
            for role in ("button", "link", "checkbox")
        )
        return button.or_(link).or_(box).locator("visible=true").last

    def press(self, times=1):
        for _time in range(times):
            self.find().click()

    def write(self, value):
        self.page.get_by_label(next(self.words), exact=True).fill(value)

    def picture(self, language, name):
        if os.environ.get("PICTURES") == "1":
            self.page.mouse.move(0, 0)
            self.page.screenshot(path=PICTURES / language.code / f"{name}.png")


def printed_password():
    """What `make run` prints for the organiser."""
    printed = StringIO()
    call_command("demo", stdout=printed)
    return re.search(r"^User organiser, password: (\S+)$", printed.getvalue(), re.MULTILINE)[1]


def log_in(reader, password):
    reader.page.goto("/")
    reader.press()
    reader.page.locator("[name=username]").fill("organiser")
    reader.page.locator("[name=password]").fill(password)
    reader.press()


def set_up(reader, language):
    reader.press()
    reader.write(language.event)
    reader.write(f"spring-{language.code}")
    reader.write("4")
    reader.press()


def fill_template(reader, language, folder):
    """Take the template, write the names under their heading, return the file."""
    reader.press()
    with reader.page.expect_download() as waiting:
        reader.press()
    path = folder / waiting.value.suggested_filename
    waiting.value.save_as(path)
    book = load_workbook(path)
    sheet = book.worksheets[0]
    headings = [cell.value for cell in sheet[1]]
    column = 1 + headings.index({"en": "Name", "zh": "姓名"}[language.code])
    for row, name in enumerate(language.players, start=2):
        sheet.cell(row, column, name)
    book.save(path)
    return path


def import_players(reader, language, path):
    reader.press()
    reader.page.locator("[name=file]").set_input_files(path)
    reader.press()
    expect(reader.page.locator("table.read tbody tr")).to_have_count(18)
    assert not Player.objects.filter(tournament__slug=f"spring-{language.code}").exists()
    reader.picture(language, "import")
    reader.press()
    expect(reader.page.locator("table.roster tbody tr")).to_have_count(18)


def check_in_and_draw(reader, language):
    reader.press(2)
    expect(reader.page.locator(".receipt-ok")).to_be_visible()
    reader.press()
    reader.page.wait_for_url("**/draws/new/")  # the list has a button of the next name, too
    reader.press()
    expect(reader.page.locator(".receipt-ok")).to_be_visible()
    reader.page.locator("[name=seed]").fill("spring")  # the same seats in every picture
    reader.press()
    expect(reader.page.locator(".seat-card")).to_have_count(5)
    expect(reader.page.locator(".report > .report-good")).to_have_count(5)
    reader.picture(language, "draft")


def look_at_the_seats(visitor, language):
    """What a visitor's phone shows once the seats are public."""
    visitor.page.goto("/")
    visitor.page.get_by_role("link", name=language.event).click()
    visitor.press()
    expect(visitor.page.locator(".seat-card")).to_have_count(5)
    visitor.picture(language, "by-table")
    visitor.press()
    shown = visitor.page.locator(".seat-list tbody th").all_inner_texts()
    assert {re.sub(r"^\d+\s*", "", name) for name in shown} > set(language.players)
    assert len(shown) == 20
    visitor.picture(language, "by-name")


def walk(language, password, open_page, folder):
    words = iter(language.words)
    organiser = Reader(open_page(**DESK, locale=language.locale), words)
    visitor = Reader(open_page(locale=language.locale), words)
    seats = f"/events/spring-{language.code}/seats/"

    log_in(organiser, password)
    set_up(organiser, language)
    path = fill_template(organiser, language, folder)
    import_players(organiser, language, path)
    check_in_and_draw(organiser, language)
    visitor.page.goto(seats)
    expect(visitor.page.locator(".empty")).to_be_visible()
    organiser.press()
    expect(organiser.page.locator(".receipt-ok")).to_be_visible()
    look_at_the_seats(visitor, language)
    organiser.press(2)
    expect(organiser.page.locator("[value=pause]")).to_be_visible()
    organiser.press()
    expect(organiser.page.locator("[name=username]")).to_be_visible()
    assert list(words) == []


def outcome(event):
    """The rounds' states, and how many people sit in the first."""
    seated = Seat.objects.filter(game__round__tournament=event, game__round__number=1)
    states = event.rounds.order_by("number").values_list("state", flat=True)
    return list(states), seated.values("player").distinct().count()


def test_the_texts_name_the_same_buttons():
    english, chinese = LANGUAGES

    in_brackets = [found[2] for found in BOLD.finditer(english.text)]

    assert in_brackets == chinese.words
    assert len(chinese.words) == 23


def test_the_walk_of_the_texts(open_page, tmp_path):
    password = printed_password()

    for language in LANGUAGES:
        walk(language, password, open_page, tmp_path)

    drafts = [Round.State.DRAFT] * 3
    for language in LANGUAGES:
        event = Tournament.objects.get(name=language.event)
        assert outcome(event) == ([Round.State.RUNNING, *drafts], 20)
