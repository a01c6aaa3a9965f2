"""The bar of a laptop: everything an organiser needs beside each other, in one row."""

import pytest

from tests.factories import make_official, make_round, make_tournament
from tournament.models import Role

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("locale", ["en-GB", "zh-CN"])
@pytest.mark.parametrize("role", [Role.ORGANISER, Role.HEAD_REFEREE])
def test_the_bar_of_a_laptop_is_one_row(open_page, log_in, locale, role):
    tournament = make_tournament(slug="hall", name="Autumn open 秋季赛", players=4)
    make_round(tournament)
    page = open_page(width=1280, height=800, touch=False, locale=locale)
    log_in(page, make_official(tournament, role, username="organiser"))
    page.goto("/events/hall/board/")

    tops = page.locator(".bar :is(a, button):visible").evaluate_all(
        "nodes => nodes.map((node) => node.getBoundingClientRect()).map(({top, bottom}) => (top + bottom) / 2)"
    )

    assert max(tops) - min(tops) < 5
