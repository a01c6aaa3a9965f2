"""The calculator in a browser: by touch on a phone, by keyboard on a desk, by its address alone."""

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.test_every_page import SIDEWAYS, latin_words
from tests.e2e.test_hand_entry import SMALL_TARGETS

pytestmark = pytest.mark.django_db(transaction=True)

# 清龙 16, 混一色 6, 圈风刻 2, 门风刻 2, 坎张 1; the pung of East is claimed from the opposite player.
STRAIGHT = ["1s", "2s", "3s", "4s", "5s", "6s", "7s", "8s", "9s", "5s"]
SEVEN_PAIRS = "223344m66778s55p8s|EW0000"


def address(text):
    return f"/calculator/?hand={text.replace('|', '%7C')}"


def text_field(page):
    return page.get_by_label("Hand as text")


def total(page):
    return page.locator(".answer-total")


def test_a_hand_by_touch_on_a_phone(hall_page):
    page = hall_page
    page.goto("/calculator/")
    dock = page.locator(".calculator-dock .save")
    expect(dock).to_contain_text("14 tiles missing")

    page.get_by_role("button", name="Pung", exact=True).tap()
    page.get_by_role("button", name="Opposite").tap()
    page.locator("[data-code=E]").tap()
    for code in STRAIGHT:
        page.locator(f"[data-code='{code}']").tap()
    expect(dock).to_contain_text("1 tile missing")
    expect(page.locator(".waits tbody tr")).to_have_count(1)
    page.locator("[data-code='5s']").tap()
    page.locator(".key-flowers").tap()

    expect(text_field(page)).to_have_value("[EEE,2]1234556789s5s||1")
    expect(dock).to_contain_text("28 points")
    expect(dock).to_contain_text("Pure Straight 16 · Half Flush 6")
    dock.tap()
    expect(page.get_by_role("link", name="Pure Straight", exact=True)).to_be_in_viewport()


def test_keys_and_dock_fit_a_phone_without_scrolling(hall_page):
    page = hall_page
    page.goto(address(SEVEN_PAIRS))

    expect(page.locator(".hand-strip")).to_be_in_viewport(ratio=1)
    keys = page.locator(".picker-keys").bounding_box()
    dock = page.locator(".dock:has(.save)").bounding_box()
    assert keys["y"] + keys["height"] <= dock["y"]
    assert dock["y"] + dock["height"] <= 740
    assert page.evaluate(SMALL_TARGETS) == []


def test_conditions_go_into_the_text(hall_page):
    page = hall_page
    page.goto(address("[1111m]23m44p5s234p5s"))
    conditions = page.locator("#conditions")
    replacement = conditions.get_by_label("Out with Replacement Tile")
    expect(replacement).to_be_disabled()
    expect(conditions.get_by_text("needs a self-draw")).to_be_visible()

    page.get_by_role("link", name="Change").tap()
    conditions.get_by_text("Self-draw", exact=True).tap()
    expect(replacement).to_be_enabled()
    conditions.get_by_text("Out with Replacement Tile").tap()
    conditions.get_by_role("group", name="Seat wind").get_by_text("S", exact=True).tap()

    expect(text_field(page)).to_have_value("[1111m]23m44p5s234p5s|ES1001")
    expect(page.locator(".dock-pills")).to_have_text("East round · South seat Self-draw")
    expect(conditions.get_by_text("needs a discard")).to_be_visible()

    text_field(page).fill("11p|NW0010")

    expect(conditions.get_by_label("Last Tile Claim")).to_be_checked()
    expect(
        conditions.get_by_role("group", name="Prevalent wind").get_by_label("North")
    ).to_be_checked()
    expect(replacement).not_to_be_checked()


def test_an_added_kong(hall_page):
    page = hall_page
    page.goto("/calculator/")

    page.get_by_role("button", name="Melded kong").tap()
    page.get_by_role("button", name="Right").tap()
    page.get_by_role("button", name="Added").tap()
    page.locator("[data-code='7s']").tap()

    expect(text_field(page)).to_have_value("[7777s,7]")


def test_a_hand_by_keyboard_on_a_desk(open_page):
    page = open_page(width=1280, height=800, touch=False)
    page.goto("/calculator/")
    keyboard = page.keyboard

    page.locator(".picker-keys [tabindex='0']").focus()
    keyboard.type("223344m6677s")
    keyboard.press("ArrowRight")
    keyboard.press("Enter")
    keyboard.press("Backspace")
    keyboard.type("55p8")
    expect(page.locator("[data-note]")).to_have_text("8… now m, s or p")
    keyboard.type("s")
    expect(page.get_by_role("link", name="8 bamboo")).to_be_visible()
    keyboard.type("8s")

    expect(text_field(page)).to_have_value("223344m66778s55p8s")
    expect(total(page)).to_have_text("26 points")
    expect(page.locator(".picker-keys :focus")).to_have_count(1)


def test_words_typed_on_the_keys_are_winds_and_dragons(open_page):
    page = open_page(width=1280, height=800, touch=False)
    page.goto("/calculator/")

    page.locator(".picker-keys [tabindex='0']").focus()
    page.keyboard.type("eSp1p")

    expect(text_field(page)).to_have_value("ESP1p")


def test_the_address_carries_the_hand(open_page):
    page = open_page(width=1280, height=800, touch=False)
    page.goto("/calculator/")
    text_field(page).fill(SEVEN_PAIRS)
    expect(total(page)).to_have_text("26 points")
    page.get_by_label("Rules").select_option("jmsa")
    expect(page.locator(".answer-rules")).to_contain_text("Japan (JMSA)")

    expect(page).to_have_url(
        re.compile(r"/calculator/\?hand=223344m66778s55p8s%7CEW0000&profile=jmsa$")
    )
    assert page.get_by_label("Link to this hand").input_value() == page.url
    page.get_by_role("button", name="Copy link").click()
    expect(page.locator("[data-copy]")).not_to_have_text("Copy link")
    other = open_page(locale="zh-CN")
    other.goto(page.url)
    expect(total(other)).to_have_text("26 番")
    expect(other.locator("#id_profile")).to_have_value("jmsa")


def test_the_other_language_keeps_the_hand(open_page):
    page = open_page(width=1280, height=800, touch=False)
    page.goto("/calculator/")
    text_field(page).fill(SEVEN_PAIRS)
    expect(total(page)).to_have_text("26 points")

    page.get_by_role("button", name="中文").click()

    expect(total(page)).to_have_text("26 番")
    expect(page.get_by_label("牌谱")).to_have_value(SEVEN_PAIRS)


def test_what_is_wrong_is_framed(open_page):
    page = open_page(width=1280, height=800, touch=False)
    page.goto("/calculator/")

    text_field(page).fill("123m456m789m123pE5s")

    expect(total(page)).to_have_text("No winning hand")
    expect(page.locator(".strip-wrong")).to_have_count(1)
    expect(page.locator(".strip-wrong")).to_have_attribute("data-written", "5s")
    text_field(page).fill("123m456m789m123pEE")
    expect(page.locator(".strip-wrong")).to_have_count(0)


def test_old_questions_are_given_up(open_page):
    page = open_page(width=1280, height=800, touch=False)
    page.goto("/calculator/")
    asked = []
    page.on(
        "request", lambda request: asked.append(request.url) if "hand=" in request.url else None
    )

    text_field(page).press_sequentially(SEVEN_PAIRS, delay=5)

    expect(total(page)).to_have_text("26 points")
    assert len(asked) < len(SEVEN_PAIRS) / 2


def test_a_lost_server_is_told(open_page):
    page = open_page(width=1280, height=800, touch=False)
    page.goto("/calculator/")
    lost = page.get_by_text("The server cannot be reached")
    page.context.set_offline(True)
    text_field(page).fill("11p")
    expect(lost).to_be_visible()

    page.context.set_offline(False)
    text_field(page).fill(SEVEN_PAIRS)

    expect(total(page)).to_have_text("26 points")
    expect(lost).to_be_hidden()


def test_without_scripts(open_page):
    page = open_page(java_script_enabled=False)
    page.goto("/calculator/")
    expect(page.locator("[data-picker]")).to_be_hidden()

    text_field(page).fill("223344m66778s55p8s")
    page.get_by_role("group", name="Seat wind").get_by_text("W", exact=True).click()
    page.get_by_text("Self-draw", exact=True).first.click()
    page.get_by_label("Flowers").fill("2")
    page.get_by_role("button", name="Count").click()

    expect(text_field(page)).to_have_value("223344m66778s55p8s|EW1000|2")
    # 七对 24, 断幺 2, 自摸 1, two flowers.
    expect(total(page)).to_have_text("29 points")
    page.get_by_role("button", name="中文").click()
    expect(total(page)).to_have_text("29 番")


@pytest.mark.parametrize("locale", ["en-GB", "zh-CN"])
@pytest.mark.parametrize(
    "text",
    [SEVEN_PAIRS, "[EEE,2][8888s,6][CCCC]23m44p1m|EE1001|2", "223344m66799s55p", "55555m1x", "55555m"],
    ids=["win", "melds", "waits", "unreadable", "wrong"],
)  # fmt: skip
def test_page_is_accessible_and_fits(open_page, axe_problems, text, locale):
    page = open_page(locale=locale)
    page.goto(address(text))

    if locale == "zh-CN":  # what axe looks at is the same in both languages
        assert axe_problems(page) == []
        assert latin_words(page) == []
    assert page.evaluate(SMALL_TARGETS) == []
    for width in (1280, 360, 320):
        page.set_viewport_size({"width": width, "height": 740})
        assert page.evaluate(SIDEWAYS) <= 0


def test_prints_on_one_page(open_page):
    page = open_page(width=1280, height=800, touch=False)
    page.goto(address("[EEE,2][8888s,6][CCCC]23m44p1m|EE1001|2"))

    assert page.pdf(format="A4").count(b"/Type /Page\n") == 1


def test_the_rule_book_leads_into_the_calculator(open_page):
    page = open_page(width=1280, height=800, touch=False)
    page.goto("/rules/fan/pure_straight/")
    points = page.locator(".drawn-sum b").first.text_content()

    page.get_by_role("link", name="Try it in the calculator").first.click()

    expect(total(page)).to_have_text(points)
