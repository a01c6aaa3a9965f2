"""On paper nothing is cut off at the sides, whatever the window was."""

import pytest

from tests.factories import make_hand, make_round, make_tournament

pytestmark = pytest.mark.django_db(transaction=True)

A4 = 703  # CSS pixels between the margins
BEYOND = """
() => [...document.querySelectorAll("main *")]
  .filter((node) => node.checkVisibility() && !node.closest(".sr-only"))
  .map((node) => [node, node.getBoundingClientRect()])
  .filter(([, box]) => box.left < -1 || box.right > innerWidth + 1)
  .map(([node]) => node.className || node.tagName)
"""


@pytest.fixture
def round_():
    tournament = make_tournament(slug="hall", players=24, teams=6)
    round_ = make_round(tournament)
    make_hand(round_.games.get(table__number=1), 1)
    return round_


def test_nothing_is_cut_off(open_page, round_):
    page = open_page(width=A4, height=994, touch=False)
    page.emulate_media(media="print")

    beyond = {}
    for path in (
        "games/",
        "standings/?all=1",
        "teams/",
        "players/1/",
        "seats/",
        "seats/by-name/",
        "rounds/1/tables/1/",
    ):
        page.goto(f"/events/hall/{path}")
        if found := page.evaluate(BEYOND):
            beyond[path] = found

    assert beyond == {}


def test_only_the_page_itself_is_printed(open_page, round_):
    page = open_page(width=A4, height=994, touch=False)
    page.goto("/events/hall/standings/")
    page.emulate_media(media="print")

    text = page.locator("body").inner_text()

    assert "1–20 / 24" in text  # so that nobody takes half of the ranking for the whole
    assert "Show all" not in text
    assert "Log in" not in text
    assert "Download" not in text
