"""A referee's phone gets in by a badge: the link, the PIN, and out when it is withdrawn."""

import re

from playwright.sync_api import expect

from tests.factories import make_official, make_round, make_tournament
from tournament.models import Role
from tournament.services.badges import badge_pin, badge_token, make_badges, revoke_badge
from tournament.services.log import Request


def badge_of(tournament, username, **more):
    user = make_official(tournament, Role.REFEREE, username=username, **more)
    officials = [tournament.officials.get(user=user)]
    return make_badges(tournament=tournament, officials=officials, request=Request())[0]


def test_a_phone_gets_in_by_link_and_by_pin_until_the_badge_is_withdrawn(
    hall_page, open_page, log_in, axe_problems
):
    tournament = make_tournament(slug="hall", players=8)
    make_round(tournament)
    badge = badge_of(tournament, "zhang", tables=(2,))

    hall_page.goto(f"/badge/{badge_token(badge)}/")
    assert axe_problems(hall_page) == []
    hall_page.get_by_role("button", name="Start").click()
    expect(hall_page).to_have_url("/events/hall/rounds/1/tables/2/hands/1/")

    other = open_page()
    other.goto("/events/hall/t/2/")
    other.get_by_role("link", name="Enter with a PIN").click()
    other.get_by_label("User name or badge number").fill(str(badge.pk))
    other.get_by_label("PIN").fill(badge_pin(badge))
    other.get_by_role("button", name="Start").click()
    expect(other).to_have_url("/events/hall/rounds/1/tables/2/hands/1/")
    other.goto("/events/hall/t/2/")
    other.get_by_role("link", name="Enter hand 1").click()
    expect(other).to_have_url("/events/hall/rounds/1/tables/2/hands/1/")

    revoke_badge(badge=badge, request=Request())
    for page in (hall_page, other):
        page.reload()
        expect(page).to_have_url(re.compile("/accounts/login/"))
        expect(page.get_by_text("Your badge is no longer valid.")).to_be_visible()


def test_codes_are_printed_large_enough_and_cards_whole(open_page, log_in):
    tournament = make_tournament(
        slug="hall", players=12, hall_address="http://192.168.100.200:8000"
    )
    make_round(tournament)
    for number in range(4):
        badge_of(tournament, f"referee-{number}", tables=(1, 2))
    page = open_page(width=703, height=994, touch=False)
    log_in(page, make_official(tournament, Role.HEAD_REFEREE))
    page.emulate_media(media="print")

    widths, sheets = {}, {}
    for path in ("table-cards/", "badges/print/"):
        page.goto(f"/events/hall/{path}")
        code = page.locator(".qr").first
        modules = int(code.get_attribute("viewBox").rpartition(" ")[2])
        # Millimetres of the code itself, without the white around it.
        widths[path] = code.bounding_box()["width"] * (modules - 8) / modules * 25.4 / 96
        sheets[path] = len(re.findall(rb"/Type /Page\b", page.pdf(format="A4")))

    assert sheets == dict.fromkeys(widths, 1)  # three cards, four badges
    assert {path: width >= 40 for path, width in widths.items()} == dict.fromkeys(widths, True)
