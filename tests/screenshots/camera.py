"""
Takes a picture of every page in var/screenshots: <page>-<width>-<scheme>-<language>.png.

    make screenshots [ONLY="hand board"] [SCALE=2]

ONLY are beginnings of pages' names; without them every page is taken. What is meant for paper is
also made as <page>-A4-<language>.pdf, and index.html shows all. A page that does not come, or does
not let itself be pressed, is named at the end.
"""

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import groupby
from typing import Final

from django.contrib.auth.models import User
from playwright.sync_api import Browser, BrowserContext, Error, Page, sync_playwright

from tests.browser import FLAGS, NO_CHROMIUM, find_chromium, session_cookie
from tests.screenshots.pages import SHOTS, Shot
from tests.screenshots.world import PEOPLE, make_world
from tests.servers import ROOT, serving
from tournament.management.commands.compile_catalogues import compile_catalogues

FOLDER: Final = ROOT / "var" / "screenshots"
SIZES: Final = ((360, 740), (1280, 800))
SCHEMES: Final = ("light", "dark")
LANGUAGES: Final = {"zh-hans": "zh-CN", "en": "en-GB"}
PATIENCE: Final = 10_000
"""Milliseconds until a page counts as not coming."""

SETTLING: Final = 500
"""Milliseconds after which a pressed page has asked for its preview."""


class Photographer:
    """One browser, one language, one width."""

    def __init__(self, hall: str, cookies: dict, language: str, size: tuple[int, int], scale: int):
        self.hall = hall
        self.cookies = cookies
        self.language = language
        self.width, self.height = size
        self.scale = scale
        self.failed: list[str] = []

    def take(self, shots: Sequence[Shot]) -> list[str]:
        """Take the pictures of all shots; return what failed."""
        with sync_playwright() as playwright:
            chromium = find_chromium(playwright)
            browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
            for who, theirs in groupby(sorted(shots, key=lambda shot: shot.who), lambda s: s.who):
                with self._context(browser, who) as context:
                    for shot in theirs:
                        self._try(context, shot)
            browser.close()
        return self.failed

    def _context(self, browser: Browser, who: str) -> BrowserContext:
        context = browser.new_context(
            base_url=self.hall,
            viewport={"width": self.width, "height": self.height},
            device_scale_factor=self.scale,
            has_touch=self.width < 600,
            is_mobile=self.width < 600,
            locale=LANGUAGES[self.language],
            reduced_motion="reduce",
        )
        context.set_default_timeout(PATIENCE)
        if who:
            context.add_cookies([self.cookies[who]])
        return context

    def _try(self, context: BrowserContext, shot: Shot) -> None:
        try:
            self._shoot(context, shot)
        except Error as error:
            self.failed.append(f"{shot.name}-{self.width}-{self.language}: {error.message}")

    def _shoot(self, context: BrowserContext, shot: Shot) -> None:
        page = context.new_page()
        # What the page before has kept (a draft, what waits) is not in this picture.
        kept = {"origin": self.hall, "storageTypes": "local_storage"}
        context.new_cdp_session(page).send("Storage.clearDataForOrigin", kept)
        page.goto(shot.path)
        if shot.act:
            shot.act(page)
            page.wait_for_timeout(SETTLING)
            page.wait_for_load_state("networkidle")
        self._show_all(page)
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)
            name = f"{shot.name}-{self.width}-{scheme}-{self.language}.png"
            page.screenshot(path=FOLDER / name, animations="disabled")
        if shot.prints and self.width > 600:
            page.pdf(
                path=FOLDER / f"{shot.name}-A4-{self.language}.pdf",
                format="A4",
                prefer_css_page_size=True,
            )
        page.close()

    def _show_all(self, page: Page) -> None:
        """Make the window as high as the page: what is fixed to its foot hides nothing."""
        height = page.evaluate("document.documentElement.scrollHeight")
        page.set_viewport_size({"width": self.width, "height": max(self.height, height)})


def photograph(shots: Sequence[Shot], scale: int) -> list[str]:
    """Make the world, serve it, take the pictures of `shots`; return what failed."""
    world = make_world()
    shots = [shot.at(world) for shot in shots]
    with serving(os.environ) as port, ThreadPoolExecutor(os.cpu_count()) as pool:
        hall = f"http://127.0.0.1:{port}"
        cookies = {who: session_cookie(User.objects.get(username=who), hall) for who in PEOPLE}
        photographers = [
            Photographer(hall, cookies, language, size, scale)
            for size in SIZES
            for language in LANGUAGES
        ]
        results = list(pool.map(lambda photographer: photographer.take(shots), photographers))
    return [line for lines in results for line in lines]


def contact_sheet() -> Iterator[str]:
    """The lines of a page with every picture in the folder, a page's states in one row."""
    yield "<!doctype html><meta charset=utf-8><title>Screenshots</title>"
    yield "<style>img { block-size: 300px; margin: 4px; vertical-align: top }</style>"
    pictures = sorted(path.name for path in FOLDER.glob("*.png"))
    for name, files in groupby(pictures, lambda file: file.rsplit("-", 4)[0]):
        yield f"<h2>{name}</h2>"
        yield from (f'<a href="{file}"><img loading=lazy src="{file}"></a>' for file in files)


def main() -> int:
    """Take the pictures asked for; return 1 when some failed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("only", nargs="*", help="beginnings of pages' names")
    parser.add_argument("--scale", type=int, default=1, help="pixels of a picture per CSS pixel")
    given = parser.parse_args()
    with sync_playwright() as playwright:
        if find_chromium(playwright) is None:
            parser.error(NO_CHROMIUM)
    FOLDER.mkdir(parents=True, exist_ok=True)
    compile_catalogues(ROOT / "tournament" / "locale")
    wanted = [shot for shot in SHOTS if shot.name.startswith(tuple(given.only) or "")]
    failed = photograph(wanted, given.scale)
    (FOLDER / "index.html").write_text("\n".join(contact_sheet()))
    lines = (f"{len(wanted)} pages in {FOLDER.relative_to(ROOT)}", *failed)
    sys.stdout.writelines(f"{line}\n" for line in lines)
    return 1 if failed else 0
