"""The rule book in a browser: by keyboard, on a phone, without scripts."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_fan_is_found_and_read_by_keyboard(open_page, axe_problems):
    page = open_page(width=1280, height=800, touch=False)
    page.goto("/rules/")

    page.get_by_role("searchbox").focus()
    page.keyboard.type("ql")
    page.keyboard.press("Enter")
    page.get_by_role("link", name="Pure Straight").focus()
    page.keyboard.press("Enter")

    expect(page.get_by_role("heading", level=1)).to_have_text("Pure Straight")
    current = page.get_by_role("navigation", name="All fan").get_by_role(
        "link", name="Pure Straight 16"
    )
    expect(current).to_have_attribute("aria-current", "page")
    expect(current).to_be_in_viewport()

    page.get_by_text("Why it counts so").first.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("What does not count, and why").first).to_be_visible()
    assert axe_problems(page) == []


def test_a_drawn_hand_is_read_aloud(open_page):
    page = open_page(locale="zh-CN")
    page.goto("/rules/fan/pure_straight/")
    hand = page.get_by_role("group", name="牌张").first

    expect(hand.get_by_role("img").first).to_have_accessible_name("吃: 三饼、四饼、五饼")
    expect(hand.get_by_role("img", name="五万")).to_have_count(1)


def test_the_wall_opens_without_scripts(open_page):
    page = open_page(java_script_enabled=False)
    page.goto("/rules/wall/")

    for label, face in {
        "The dealer's throw: first die": "6",
        "The dealer's throw: second die": "6",
        "The second throw: first die": "6",
        "The second throw: second die": "6",
    }.items():
        page.get_by_label(label).select_option(face)
    page.get_by_role("button", name="Where does the wall open?").click()

    expect(page.get_by_text("North throws second and counts 24 stacks.")).to_be_visible()
    expect(page.get_by_text("The dealer begins with stack 7 of West's wall.")).to_be_visible()


@pytest.mark.parametrize("locale", ["en-GB", "zh-CN"])
def test_the_longest_names_fit_a_narrow_phone(open_page, locale):
    page = open_page(width=320, locale=locale)

    for path in ("/rules/", "/rules/fan/greater_honors_and_knitted_tiles/", "/rules/payments/"):
        page.goto(path)
        wide = page.evaluate(
            "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        )
        assert (path, wide) == (path, 0)


def test_links_on_a_phone_are_large_enough_to_touch(open_page):
    page = open_page()
    page.goto("/rules/fan/pure_straight/")

    links = page.locator(".book-nav a, .crumbs a, .fan-chip, .turn-pages a, summary")
    heights = links.evaluate_all("all => all.map(one => one.getBoundingClientRect().height)")

    assert min(heights) >= 44
