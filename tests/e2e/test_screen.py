"""The big screen in the hall: it turns its pages, follows the event, keeps its proportions."""

import re

import pytest
from playwright.sync_api import expect

from tests.factories import discard_win, make_hand, make_round, make_tournament

pytestmark = pytest.mark.django_db(transaction=True)

SCREEN = "/events/hall/screen/"
SECOND = 1000  # milliseconds
NAMES = """
() => [...document.querySelectorAll("[data-page]:not([hidden]) .screen-name")]
  .map((name) => Number(name.textContent.match(/\\d+/)[0]))
"""
# What of the page in sight sticks out of the picture, or out of its own box.
CUT = """
() => [...document.querySelectorAll("[data-page]:not([hidden]) *")].filter((element) => {
  const box = element.getBoundingClientRect();
  const out = box.right > innerWidth + 1 || box.bottom > innerHeight + 1 || box.left < 0;
  return out && !element.closest(".sr-only");
}).map((element) => element.outerHTML.slice(0, 80))
"""
PLACES = """
() => [...document.querySelectorAll("[data-page]:not([hidden]) :is(h1, .screen-rank, .wind, .screen-table)")]
  .flatMap((element) => {
    const box = element.getBoundingClientRect();
    return [box.left / innerWidth, box.top / innerHeight, box.height / innerHeight];
  })
"""


@pytest.fixture
def round_(db):
    """90 players: 22 tables play, two players have no seat."""
    tournament = make_tournament(players=90, teams=18, slug="hall", name="Harbour Open")
    round_ = make_round(tournament)
    make_hand(round_.games.get(table__number=1), 1, discard_win(points=8))
    return round_


@pytest.fixture
def projector(open_page):
    page = open_page(width=1280, height=720, touch=False)
    page.clock.install()
    return page


def shown(page):
    return page.locator("[data-page]:not([hidden])")


def test_the_controls_cover_neither_the_address_nor_a_row(round_, projector):
    projector.goto(SCREEN + "?show=standings&seconds=60")

    keys = projector.locator(".screen-keys").bounding_box()
    address = shown(projector).locator(".screen-foot [lang=en]").last.bounding_box()
    last_row = shown(projector).locator(".screen-rows > li").last.bounding_box()

    assert address["x"] + address["width"] < keys["x"]
    assert last_row["y"] + last_row["height"] <= keys["y"]


def test_a_list_of_90_pages_itself_and_everybody_appears(round_, projector):
    projector.goto(SCREEN + "?show=standings&seconds=1")

    seen, sizes = set(), []
    for number in range(1, 6):
        expect(shown(projector).locator(".screen-count")).to_have_text(f"{number}/5")
        names = projector.evaluate(NAMES)
        seen |= set(names)
        sizes.append(len(names))
        projector.clock.run_for(SECOND)

    assert sizes == [20, 20, 20, 20, 10]
    assert seen == set(range(1, 91))
    expect(shown(projector).locator(".screen-count")).to_have_text("1/5")


def test_seats_are_shown_by_table_and_by_name(round_, projector):
    projector.goto(SCREEN + "?show=seats,names&seconds=1")

    by_table, by_name = [], []
    for found in (by_table, by_table, by_name, by_name):
        found += projector.evaluate(NAMES)
        projector.clock.run_for(SECOND)

    assert by_table == list(range(1, 89))
    assert sorted(by_name) == list(range(1, 89))


def test_a_new_result_appears_and_the_page_in_sight_stays(round_, projector):
    projector.goto(SCREEN + "?show=standings&seconds=100")
    projector.keyboard.press("ArrowRight")
    expect(shown(projector)).to_have_attribute("data-page", "standings-2")
    before = projector.locator("#live").get_attribute("hx-get")

    make_hand(round_.games.get(table__number=22), 1, discard_win(winner=0, points=70))
    projector.clock.run_for(6 * SECOND)

    expect(projector.locator("#live")).not_to_have_attribute("hx-get", before)
    expect(shown(projector)).to_have_attribute("data-page", "standings-2")
    projector.keyboard.press("ArrowLeft")
    first = shown(projector).locator(".screen-rows li").first
    # 3 × 8 of the base points and 70 of the discarder's.
    expect(first).to_contain_text("+94")
    expect(first).to_contain_text("Player 85")


def test_a_page_is_held_and_let_go(round_, projector):
    projector.goto(SCREEN + "?show=standings&seconds=1")
    projector.keyboard.press("Space")
    projector.clock.run_for(5 * SECOND)
    expect(shown(projector)).to_have_attribute("data-page", "standings-1")

    projector.get_by_role("button", name="Hold").click()
    projector.clock.run_for(SECOND)

    expect(shown(projector)).to_have_attribute("data-page", "standings-2")


def test_a_silent_server_leaves_the_picture_and_says_so(round_, projector):
    projector.goto(SCREEN + "?show=standings&seconds=100")
    lost = projector.locator("[data-live-lost]")
    expect(lost).to_be_hidden()

    projector.context.set_offline(True)
    projector.clock.run_for(36 * SECOND)

    expect(lost).to_be_visible()
    assert len(projector.evaluate(NAMES)) == 20


def test_every_part_fits_the_picture_and_has_the_same_proportions(round_, projector):
    projector.goto(SCREEN + "?seconds=100")

    places = []
    for width, height in ((1280, 720), (1920, 1080), (3840, 2160)):
        projector.set_viewport_size({"width": width, "height": height})
        places.append([])
        for _page in projector.locator("[data-page]").all():
            assert projector.evaluate(CUT) == []
            places[-1] += projector.evaluate(PLACES)
            projector.keyboard.press("ArrowRight")

    for other in places[1:]:
        assert other == pytest.approx(places[0], abs=0.005)


def test_nothing_is_wrong_for_a_screen_reader(round_, projector, axe_problems):
    for query in ("show=seats", "show=clock&lang=zh-hans", "show=standings"):
        projector.goto(f"{SCREEN}?{query}&seconds=100")

        assert (query, axe_problems(projector)) == (query, [])


def test_the_address_says_theme_and_language(round_, open_page):
    page = open_page(width=1280, height=720, touch=False, color_scheme="light")
    page.goto(SCREEN + "?show=standings&theme=dark&lang=zh-hans")

    expect(page.locator("h1")).to_have_text(["个人排名"] * 5)
    expect(page.locator("html")).to_have_attribute("lang", "zh-Hans")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(16, 22, 19)"


def test_without_scripts_the_browser_itself_goes_on(round_, open_page):
    page = open_page(width=1280, height=720, touch=False, java_script_enabled=False)
    page.goto(SCREEN + "?show=standings&seconds=1")
    expect(shown(page)).to_have_attribute("data-page", "standings-1")

    page.wait_for_url(re.compile("page=2"))

    expect(shown(page)).to_have_attribute("data-page", "standings-2")
