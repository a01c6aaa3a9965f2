"""
Every page in every state it is photographed in, and in those that a query or a role makes.

Each is looked at for a sideways scroll on a phone, at a desk and on paper, and in Chinese for axe's
rules in light and dark and for words that were left in English. That no page is missing is seen by
`tests/house/test_screenshots.py`, that no link is broken by `tests/test_every_link.py`.
"""

import re
from functools import partial

import pytest
from django.contrib.auth.models import User

from tests.screenshots.pages import DEMO, FIRST, ORGANISER, REFEREE, ROUND, RUNNING, SHOTS, Shot
from tests.screenshots.world import make_world
from tests.worlds import kept
from tournament.models import ActionLog, Draw, RosterDraft, Seat, Tournament

pytestmark = pytest.mark.django_db(transaction=True)

# What a query or a role makes of a page; no picture is needed of it.
ALSO = (
    Shot("event-organiser", DEMO, ORGANISER),
    Shot("event-referee", DEMO, REFEREE),
    Shot("games-round", f"{DEMO}games/?round=2"),
    Shot("games-player", f"{DEMO}games/?player=1"),
    Shot("standings-all", f"{DEMO}standings/?all=1", prints=True),
    Shot("standings-organiser", f"{DEMO}standings/", ORGANISER),
    Shot("player-organiser", f"{DEMO}players/16/", ORGANISER),
    Shot("seats-round", f"{DEMO}seats/?round=1"),
    Shot("seats-by-name-ready", "/events/ready/seats/by-name/", prints=True),
    Shot("sheet-organiser", RUNNING, ORGANISER),
    Shot("sheet-16-hands-organiser", FIRST, ORGANISER),
    Shot("sheet-totals-organiser", f"{ROUND}3/tables/6/", ORGANISER),
    Shot("penalties-organiser", f"{ROUND}1/tables/2/penalties/", ORGANISER),
    Shot("board-troubles", f"{DEMO}board/?show=gap", ORGANISER),
    Shot("log-narrowed", f"{DEMO}log/?what=record_hand&q=1&day=2026-01-01", ORGANISER),
    Shot("log-second-page", f"{DEMO}log/?page=2", ORGANISER),
    Shot("roster-narrowed", f"{DEMO}roster/?status=withdrawn&q=1", ORGANISER),
    Shot("login-on-the-way", f"/accounts/login/?next={DEMO}board/"),
)

# Latin words that stay in a Chinese page: brands, formats, the names of editions and codes.
ALLOWED = {"EN", "Excel", "xlsx", "WMO", "EMA", "JMSA", "MCR", "R98", "MIL25", "PIN", "ID"}
ALLOWED |= {"MB", "csv", "txt", "JSON", "SHA-"}  # a size, the names of files, a hash
ALLOWED |= {"A-", "Sheet"}  # of the list that is imported: its ids, the name Excel gives a sheet
ALLOWED |= {"Enter", "Esc", "Tab", "Ctrl", "PgUp", "PgDn"}  # what is printed on keys
ALLOWED |= {"autumn-open-"}  # an example of what an address looks like
ALLOWED |= {"Asia", "Shanghai", "Europe", "Vienna"}  # time zones, written as they are typed
# Addresses, whole or their path, and how the server is told one.
ADDRESS = re.compile(r"(?:https?://|HOST=)\S*|/(?:[\w-]+/)+")
LATIN = re.compile(r"[A-Za-z][A-Za-z-]+")
# Written out in both languages: even the choice of language may have failed.
BILINGUAL = {"error-500"}
# What a reader sees or hears, but for passages marked as another language, typed tiles, passwords.
TEXTS = """
() => {
  const foreign = (node) => {
    const holder = node.closest("[lang]");
    const isChinese = holder?.lang.startsWith("zh") && holder.lang !== "zh-Latn"; // pinyin
    return (holder && !isChinese) || node.closest("code, .password, script, style, svg");
  };
  const texts = [document.title];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (node.parentElement && !foreign(node.parentElement)) texts.push(node.textContent);
  for (const node of document.querySelectorAll("[aria-label], [title], [placeholder], [alt]"))
    if (!foreign(node))
      for (const name of ["aria-label", "title", "placeholder", "alt"])
        texts.push(node.getAttribute(name) || "");
  return texts;
}
"""
# Of a long list the first and the last rows stay: the others look like them, and axe asks them all.
SHORTEN = """
() => {
  const middle = ":nth-child(n + 9):nth-last-child(n + 5)";
  for (const row of document.querySelectorAll(`tr${middle}, li${middle}`)) row.remove();
}
"""
SIDEWAYS = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
NAVIGATION = """
() => [...document.querySelectorAll("nav a, form button, form input")]
  .filter((node) => node.checkVisibility())
  .map((node) => node.textContent.trim() || node.name)
"""
PHONE = {"width": 360, "height": 740}
A4 = {"width": 794, "height": 1123}


def typed() -> list[str]:
    """What people typed: data, not words of ours; the longest first."""
    found = {
        *Tournament.objects.values_list("name", flat=True),
        *Tournament.objects.values_list("venue", flat=True),
        *User.objects.values_list("username", flat=True),
        *ActionLog.objects.values_list("reason", flat=True),
        *Seat.objects.values_list("played_by_name", flat=True),
        *Draw.objects.values_list("seed", flat=True),
        *RosterDraft.objects.values_list("file_name", flat=True),
    }
    return sorted(found - {""}, key=len, reverse=True)


def latin_words(page) -> list[str]:
    text = ADDRESS.sub(" ", "\n".join(page.evaluate(TEXTS)))
    for name in typed():
        text = text.replace(name, " ")
    return sorted(set(LATIN.findall(text)) - ALLOWED)


def widths_that_scroll(page) -> list[int]:
    """The widths at which the page is wider than the window."""
    too_wide = []
    for width in (320, 1280, 360):
        page.set_viewport_size({**PHONE, "width": width})
        if page.evaluate(SIDEWAYS) > 0:
            too_wide.append(width)
    return too_wide


def faults_on_paper(page) -> list[str]:
    """What is wrong with the page on a sheet of A4: too wide, or ways to elsewhere."""
    page.emulate_media(media="print")
    page.set_viewport_size(A4)
    faults = ["too wide"] if page.evaluate(SIDEWAYS) > 0 else []
    faults += page.evaluate(NAVIGATION)
    page.set_viewport_size(PHONE)
    page.emulate_media(media="screen")
    return faults


def open_shot(page, forget, shot: Shot) -> int:
    """Open a page as if nothing had been typed before; return what the server answered."""
    page.unroute_all()
    page.goto("about:blank")  # what a page keeps as it goes is kept by now
    forget()
    answer = page.goto(shot.path)
    if shot.act:
        shot.act(page)
        page.wait_for_load_state("networkidle")
    return answer.status


@pytest.mark.long
@pytest.mark.parametrize("who", sorted({shot.who for shot in SHOTS}), ids=lambda who: who or "-")
@pytest.mark.parametrize("locale", ["en-GB", "zh-CN"])
def test_every_page(settings, hall, open_page, log_in, axe_problems, who, locale):
    settings.ROOT_URLCONF = "tests.screenshots.urls"
    world, is_chinese = kept(make_world), locale == "zh-CN"
    page = open_page(locale=locale)
    if who:
        log_in(page, User.objects.get(username=who))

    browser = page.context.new_cdp_session(page)
    kept_by_it = {"origin": hall, "storageTypes": "local_storage"}
    forget = partial(browser.send, "Storage.clearDataForOrigin", kept_by_it)

    faults = {}
    for shot in (shot.at(world) for shot in (*SHOTS, *ALSO) if shot.who == who):
        status = open_shot(page, forget, shot)
        found = {
            "status": [] if status == shot.status or shot.name.startswith("error-") else [status],
            "sideways": widths_that_scroll(page),
            "latin": latin_words(page) if is_chinese and shot.name not in BILINGUAL else [],
            "paper": faults_on_paper(page) if shot.prints else [],
        }
        if is_chinese:  # what axe looks at is the same in both languages
            page.evaluate(SHORTEN)
            found["axe"] = axe_problems(page)
        if any(found.values()):
            faults[shot.name] = {what: value for what, value in found.items() if value}

    assert faults == {}
