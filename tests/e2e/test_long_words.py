"""Names of every length and scores of four digits break no page, on small screens and large type."""

import pytest

from tests.factories import make_game, make_hand, make_official, player, self_draw_win
from tournament.models import Role

pytestmark = pytest.mark.django_db(transaction=True)

NAMES = (
    "Donaudampfschifffahrtsgesellschaftskapit",
    "诸葛欧阳司马上官东方令狐",
    "<b>bold</b>",
    "=1+1",
)
SHEET = "/events/hall/rounds/1/tables/1/"
PAGES = (
    "/events/hall/games/",
    "/events/hall/standings/",
    *(f"/events/hall/players/{number}/" for number in (1, 2, 3, 4)),
    SHEET,
    f"{SHEET}hands/1/",
    f"{SHEET}hands/1/history/",
    f"{SHEET}hands/4/",
    f"{SHEET}penalties/add/",
)
LARGE_TYPE = """document.addEventListener("DOMContentLoaded", () => {
  document.documentElement.style.fontSize = "200%";
});"""
# What sticks out to the right, but for names cut with an ellipsis.
BEYOND = """
() => {
  const isCut = (node) =>
    node && (getComputedStyle(node).textOverflow === "ellipsis" || isCut(node.parentElement));
  return [...document.querySelectorAll("main *")]
    .filter((node) => node.getBoundingClientRect().right > innerWidth + 1 && !isCut(node))
    .map((node) => node.className || node.tagName);
}
"""


@pytest.fixture
def game():
    game = make_game(slug="hall")
    for start, name in enumerate(NAMES):
        entry = player(game, start)
        entry.name = name
        entry.save()
    for number in (1, 2, 3):
        make_hand(game, number, self_draw_win(1, 420))
    return game


@pytest.mark.parametrize(("width", "large"), [(320, False), (360, True)])
def test_nothing_sticks_out(open_page, log_in, game, width, large):
    page = open_page(width=width)
    log_in(page, make_official(game.round.tournament, Role.REFEREE, username="ref"))
    if large:
        page.add_init_script(LARGE_TYPE)

    beyond = {}
    for path in PAGES:
        page.goto(path)
        if found := page.evaluate(BEYOND):
            beyond[path] = found

    assert beyond == {}


def test_names_are_text(open_page, game):
    page = open_page()
    page.goto("/events/hall/standings/")

    assert page.get_by_role("link", name="<b>bold</b>").count() == 1
    assert page.get_by_role("link", name="=1+1").count() == 1
