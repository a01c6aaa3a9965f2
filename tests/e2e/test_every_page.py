"""
A walk over every page of the demo event, by its links: as a visitor, a referee, the organiser.

Each kind of page is looked at for axe's rules in light and dark, for a sideways scroll on a phone,
and in Chinese for words that were left in English.
"""

import re
from urllib.parse import urlsplit

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.urls import Resolver404, resolve

pytestmark = pytest.mark.django_db(transaction=True)

# Latin words that stay in a Chinese page: brands, formats, the names of editions and codes.
ALLOWED = {"EN", "Excel", "xlsx", "WMO", "EMA", "JMSA", "MCR", "R98", "MIL25", "PIN", "ID"}
ALLOWED |= {"MB", "csv", "txt"}  # a size and the names of files
ALLOWED |= {"Asia", "Shanghai", "Europe", "Vienna"}  # time zones, written as they are typed
NAMES = {"Demo", "Guest", "organiser", "referee"}  # of the demo event: data, not words of ours
LATIN = re.compile(r"[A-Za-z][A-Za-z-]+")
# What a reader sees or hears, but for passages marked as another language and for typed tiles.
TEXTS = """
() => {
  const foreign = (node) => {
    const holder = node.closest("[lang]");
    const isChinese = holder?.lang.startsWith("zh") && holder.lang !== "zh-Latn"; // pinyin
    return (holder && !isChinese) || node.closest("code, script, style, svg");
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
SIDEWAYS = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
MOST_OF_A_KIND = 2
# A crawl in which every second link is broken would look at little and find nothing.
LEAST_KINDS = 9


@pytest.fixture
def demo(monkeypatch):
    monkeypatch.setenv("DEMO_PASSWORD", "only-for-tests-1998")
    call_command("demo", verbosity=0)


def kind(path: str) -> str | None:
    """The name of the page's address, None for what is no page of ours."""
    try:
        match = resolve(path)
    except Resolver404:
        return None
    if match.namespaces[:1] == ["admin"] or match.url_name in {
        "workbook",
        "roster-template",
        "logout",
    }:
        return None
    return match.view_name


def pages(page) -> list[str]:
    """Every page that links lead to from the front page, at most two of a kind."""
    seen: dict[str, list[str]] = {}
    waiting, known = ["/"], {"/"}
    while waiting:
        path = waiting.pop(0)
        name = kind(path)
        if name is None or len(seen.get(name, ())) == MOST_OF_A_KIND:
            continue
        answer = page.goto(path)
        assert answer is not None
        assert answer.status == 200, path
        seen.setdefault(name, []).append(path)
        for link in page.locator("a[href]").evaluate_all("links => links.map(a => a.href)"):
            target = urlsplit(link)
            address = target.path + (f"?{target.query}" if target.query else "")
            if target.netloc == urlsplit(page.url).netloc and address not in known:
                known.add(address)
                waiting.append(address)
    assert len(seen) >= LEAST_KINDS, sorted(seen)
    return [path for paths in seen.values() for path in paths]


def latin_words(page, *also: str | None) -> list[str]:
    text = "\n".join(page.evaluate(TEXTS))
    return sorted(set(LATIN.findall(text)) - ALLOWED - NAMES - set(also))


def widths_that_scroll(page) -> list[int]:
    """The widths at which the page is wider than the window."""
    too_wide = []
    for width in (320, 360, 1280):
        page.set_viewport_size({"width": width, "height": 740})
        if page.evaluate(SIDEWAYS) > 0:
            too_wide.append(width)
    return too_wide


@pytest.mark.parametrize("locale", ["en-GB", "zh-CN"])
@pytest.mark.parametrize("who", [None, "referee", "organiser"])
def test_every_page(demo, open_page, log_in, axe_problems, who, locale):
    page = open_page(locale=locale)
    if who:
        log_in(page, User.objects.get(username=who))

    faults = {}
    for path in pages(page):
        page.goto(path)
        found = {
            "axe": axe_problems(page),
            "sideways": widths_that_scroll(page),
            "latin": latin_words(page, who) if locale == "zh-CN" else [],
        }
        page.set_viewport_size({"width": 360, "height": 740})
        if any(found.values()):
            faults[path] = {what: value for what, value in found.items() if value}

    assert faults == {}
