"""Entering a hand by points, fan and tiles: how many taps it takes, and that every way works."""

import re

import pytest
from playwright.sync_api import expect

from scoring.entry import HandEntry, Outcome
from tests.factories import discard_win, make_game, make_hand, make_official
from tournament.models import Role
from tournament.services.hands import entry_of

pytestmark = pytest.mark.django_db(transaction=True)

HAND = "/events/hall/rounds/1/tables/1/hands/1/"
SIDEWAYS = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
BOUNCE = 400
# Everything to press on the page that is smaller than a thumb, but for the tiles of the hand
# itself, of which 14 lie in one row.
SMALL_TARGETS = """
() => [...document.querySelectorAll(
  "main :is(button, a, input:not([type=hidden]), label:has(.choice-input))"
)].filter((node) => !node.matches(".choice-input, .strip-tile, .strip-meld"))
  .filter((node) => !node.matches("[type=checkbox]") && node.checkVisibility({visibilityProperty: true}))
  .map((node) => [node, node.getBoundingClientRect()])
  .filter(([node, box]) => box.width < 43.9 || box.height < 43.9)
  .map(([node, box]) => `${node.outerHTML.slice(0, 80)} ${box.width}x${box.height}`)
"""
# 清龙 16, 圈风刻 2, 混一色 6: won off the opposite player.
STRAIGHT = ["1s", "2s", "3s", "4s", "5s", "6s", "7s", "8s", "9s", "5s"]


@pytest.fixture
def game():
    return make_game(slug="hall")


@pytest.fixture
def referee(game):
    return make_official(game.round.tournament, Role.REFEREE, username="ref")


class Phone:
    """A referee's phone at hand 1; counts the taps."""

    def __init__(self, page):
        self.page = page
        self.taps = 0
        page.goto(HAND)

    def tap(self, target):
        locator = self.page.locator(target) if isinstance(target, str) else target
        locator.tap()
        self.taps += 1

    def winner(self, seat):
        self.tap(f".pick-win .seat[data-seat={seat}]")

    def discarder(self, seat):
        self.tap(f".pick-off .seat-other[data-seat={seat}]")

    def same_again(self, seat):
        self.page.wait_for_timeout(BOUNCE)
        self.tap(f".pick-off .seat-again[data-seat={seat}]")

    def mode(self, name):
        self.tap(self.page.locator(".modes label").filter(has_text=name))

    def pad(self, *keys):
        for key in keys:
            self.tap(f".pad [data-key='{key}']")

    def quick(self, points):
        self.tap(f".quick [data-set='{points}']")

    def key(self, *codes):
        for code in codes:
            self.tap(f".key[data-code='{code}']")

    def add(self, what):
        self.tap(f".picker-modes [data-mode={what}]")

    def save(self):
        self.tap(".dock .save")
        expect(self.page.locator(".receipts")).to_contain_text("Hand 1 saved")


@pytest.fixture(params=[740, 640])
def phone(request, open_page, log_in, game, referee):
    page = open_page(height=request.param)
    log_in(page, referee)
    return Phone(page)


@pytest.fixture
def tall_phone(hall_page, log_in, game, referee):
    log_in(hall_page, referee)
    return Phone(hall_page)


# Points: the taps of the design


def test_discard_win_of_9_to_14_takes_four_taps(phone, game):
    phone.winner("B")
    phone.discarder("D")
    phone.quick(11)
    phone.save()

    assert phone.taps == 4
    assert entry_of(game.hands.get()) == discard_win(1, 3, 11)


def test_other_discard_win_takes_five_taps(phone, game):
    phone.winner("B")
    phone.discarder("D")
    phone.pad(2, 1)
    phone.save()

    assert phone.taps == 5
    assert entry_of(game.hands.get()) == discard_win(1, 3, 21)


@pytest.mark.parametrize(
    "by_button", [pytest.param(False, id="same-seat"), pytest.param(True, id="self-draw")]
)
def test_self_draw_of_9_to_14_takes_four_taps(phone, game, by_button):
    phone.winner("B")
    if by_button:
        phone.tap(".outcome:has([data-self])")
    else:
        phone.same_again("B")
    phone.quick(12)
    phone.save()

    assert phone.taps == 4
    assert entry_of(game.hands.get()) == HandEntry(Outcome.SELF_DRAW, winner=1, fan_points=12)


def test_other_self_draw_takes_five_taps(phone, game):
    phone.winner("B")
    phone.same_again("B")
    phone.pad(1, 8)
    phone.save()

    assert phone.taps == 5
    assert entry_of(game.hands.get()) == HandEntry(Outcome.SELF_DRAW, winner=1, fan_points=18)


def test_drawn_hand_takes_two_taps(phone, game):
    phone.tap(".outcome:has([data-drawn])")
    phone.save()

    assert phone.taps == 2
    assert entry_of(game.hands.get()) == HandEntry(Outcome.DRAW)


def test_bounce_on_a_seat_is_no_self_draw(tall_phone):
    page = tall_phone.page
    box = page.locator(".pick-win .seat[data-seat=B]").bounding_box()
    for _ in range(2):
        page.touchscreen.tap(box["x"] + 40, box["y"] + 20)

    assert page.locator("[name=discarder]:checked").count() == 0
    expect(page.locator(".ask-off[data-seat=B]")).to_be_visible()


def test_preview_is_asked_for_within_half_a_second(tall_phone):
    page = tall_phone.page
    tall_phone.winner("B")
    tall_phone.discarder("D")
    page.wait_for_load_state("networkidle")
    page.evaluate(
        """() => {
          document.addEventListener("input", () => (window.typed = performance.now()));
          document.addEventListener("htmx:beforeRequest", () =>
            (document.body.dataset.waited = performance.now() - window.typed));
        }"""
    )

    tall_phone.quick(12)

    expect(page.locator("#save-title")).to_have_text("Save · 12 points")
    assert float(page.locator("body").get_attribute("data-waited")) < 500


# Tiles


def test_discard_win_by_tiles(tall_phone, game):
    page = tall_phone.page
    tall_phone.winner("B")
    tall_phone.discarder("D")
    tall_phone.mode("Tiles")
    expect(page.locator(".seat-groups")).to_be_hidden()
    expect(page.locator("[data-winner-line]")).to_contain_text("02")
    expect(page.locator("[data-note]")).to_have_text("14 tiles missing")

    tall_phone.add("pung")
    tall_phone.tap(".from-keys:visible [data-mark='2']")
    tall_phone.key("E")
    expect(page.locator(".picker-modes [data-mode=tile]")).to_have_attribute("aria-pressed", "true")
    tall_phone.key(*STRAIGHT)
    expect(page.locator("[data-note]")).to_have_text("1 tile missing")
    tall_phone.key("5s")

    expect(page.locator("#id_notation")).to_have_value("[EEE,2]1234556789s5s")
    expect(page.locator("[data-note]")).to_contain_text("Won on 5 bamboo")
    tall_phone.tap(page.get_by_role("button", name="3 bamboo, make it the winning tile"))
    tall_phone.tap(".key-flowers")
    expect(page.locator("#id_notation")).to_have_value("[EEE,2]1245556789s3s")
    expect(page.locator("#save-title")).to_contain_text("+ 1 flower")
    page.get_by_text("Why it counts so").tap()
    expect(page.locator("#explained")).to_contain_text(
        "Pung of Terminals or Honors is part of Prevalent Wind and is not counted."
    )
    expect(page.locator("#explained").get_by_role("link")).to_have_count(0)
    tall_phone.save()
    entry = entry_of(game.hands.get())
    assert entry.notation.startswith("[EEE,2]1245556789s3s|ES0000|1")
    assert {"pure_straight", "half_flush", "prevalent_wind"} <= entry.fans.keys()


def test_picker_and_dock_fit_a_phone(tall_phone):
    page = tall_phone.page
    tall_phone.winner("B")
    tall_phone.discarder("D")
    tall_phone.mode("Tiles")
    page.evaluate("scrollTo(0, 0)")

    expect(page.locator(".hand-strip")).to_be_in_viewport(ratio=1)
    keys = page.locator(".picker-keys").bounding_box()
    dock = page.locator(".dock:has(.save)").bounding_box()
    assert keys["y"] + keys["height"] <= dock["y"]


def test_fifth_copy_is_refused_with_the_reason(tall_phone):
    page = tall_phone.page
    tall_phone.winner("B")
    tall_phone.discarder("D")
    tall_phone.mode("Tiles")
    tall_phone.key("5m", "5m", "5m", "5m")

    key = page.locator(".key[data-code='5m']")
    expect(key).to_have_attribute("aria-disabled", "true")
    expect(key).to_have_accessible_name("5 characters, 4 in the hand")
    key.tap(force=True)
    expect(page.locator("[data-note]")).to_have_text("All four are there: 5 characters")
    expect(page.locator("#id_notation")).to_have_value("555m5m")


def test_melds_that_cannot_be_are_off(tall_phone):
    page = tall_phone.page
    tall_phone.winner("B")
    tall_phone.discarder("D")
    tall_phone.mode("Tiles")
    tall_phone.key("4p", "4p")

    tall_phone.add("chow")
    for code in ("8m", "E"):
        expect(page.locator(f".key[data-code='{code}']")).to_have_attribute("aria-disabled", "true")
    tall_phone.add("pung")
    expect(page.locator(".key[data-code='4p']")).to_have_attribute("aria-disabled", "true")
    tall_phone.add("hidden")
    tall_phone.key("C")
    tall_phone.add("chow")
    tall_phone.tap(".from-keys:visible [data-mark='3']")
    tall_phone.key("7s")

    expect(page.locator("#id_notation")).to_have_value("[CCCC][789s,3]4p4p")
    tall_phone.tap(".strip-meld >> nth=1")
    expect(page.locator("#id_notation")).to_have_value("[CCCC][789s,1]4p4p")
    tall_phone.tap("[data-back]")
    expect(page.locator("#id_notation")).to_have_value("[CCCC]4p4p")


def test_named_flowers_go_into_the_text(tall_phone):
    page = tall_phone.page
    tall_phone.winner("B")
    tall_phone.discarder("D")
    tall_phone.mode("Tiles")
    tall_phone.key("C")
    tall_phone.tap(".key-flowers")
    expect(page.locator("#id_flowers")).to_have_value("1")

    tall_phone.add("flower")
    tall_phone.tap(page.get_by_role("button", name="spring"))
    tall_phone.tap(page.get_by_role("button", name="plum blossom"))

    expect(page.locator("#id_notation")).to_have_value("C||ae")
    expect(page.locator("#id_flowers")).to_have_value("")


def test_typed_text_shows_in_the_picker(tall_phone):
    page = tall_phone.page
    tall_phone.winner("B")
    tall_phone.discarder("D")
    tall_phone.mode("Tiles")

    page.locator("#id_notation").fill("[123m,2] 456s ９９p 9")
    expect(page.locator("[data-note]")).to_contain_text("is no hand")
    page.locator("#id_notation").fill("[123m,2] 456s ９９p")

    expect(page.locator("[data-note]")).to_have_text("6 tiles missing")
    assert page.locator(".strip-tile").count() == 5
    expect(page.get_by_role("button", name="Winning tile: 9 dots")).to_be_visible()


# Fan


def test_self_draw_by_fan_with_search(tall_phone, game):
    page = tall_phone.page
    tall_phone.winner("B")
    tall_phone.same_again("B")
    tall_phone.mode("Fan")
    search = page.get_by_role("searchbox", name="Search fan")

    search.fill("qing long")
    assert page.locator(".tier-list [data-fan]:visible").count() == 1
    tall_phone.tap(".tier [data-fan=pure_straight]")
    expect(search).to_have_value("")
    search.fill("nothing of the kind")
    expect(page.get_by_text("No fan is called that.")).to_be_visible()
    search.fill("不求人")
    search.press("Enter")
    expect(page.locator("[data-chosen-list]")).to_have_text(
        "Pure Straight16×Fully Concealed Hand4×"
    )
    search.fill("tile hog")
    tall_phone.tap(".tier [data-fan=tile_hog]")
    tall_phone.tap(page.get_by_role("button", name="Tile Hog once more"))
    expect(page.locator("[data-chosen-count]")).to_have_text("3")
    tall_phone.tap(page.get_by_role("button", name="One flower more"))

    expect(page.locator("#save-title")).to_have_text("Save · 24 points + 1 flower = 25")
    tall_phone.save()
    assert entry_of(game.hands.get()) == HandEntry(
        Outcome.SELF_DRAW,
        winner=1,
        fan_points=25,
        fans={"pure_straight": 1, "fully_concealed_hand": 1, "tile_hog": 2},
        flowers=1,
    )


def test_barred_fan_stay_in_place_with_the_reason(tall_phone):
    page = tall_phone.page
    tall_phone.winner("B")
    tall_phone.discarder("D")
    tall_phone.mode("Fan")
    tall_phone.tap(".tiers label:has([value='1'])")
    tall_phone.tap(".tier [data-fan=pure_straight]")
    tall_phone.tap(".tiers label:has([value='4'])")

    short_straight = page.locator(".tier [data-fan=short_straight]")
    expect(short_straight).to_contain_text("in Pure Straight")
    expect(page.locator(".tier [data-fan=self_drawn]")).to_contain_text("this is a discard")
    short_straight.tap(force=True)  # off for screen readers, yet it answers a tap

    expect(page.locator("[data-fan-reason]")).to_have_text(
        "Short Straight is part of Pure Straight and is not counted."
    )
    expect(page.locator("[name=fan_short_straight]")).to_have_value("")


def test_the_other_language_keeps_the_hand_and_what_it_pays(phone):
    page = phone.page
    phone.winner("B")
    phone.discarder("D")
    phone.pad(2, 1)

    page.locator("[data-language-form] button").tap()

    expect(page.locator("#save-title")).to_have_text("保存 · 21 番")
    expect(page.locator("#preview-amounts")).to_contain_text("+45")


def test_save_button_always_says_what_is_missing(phone):
    page = phone.page
    where = page.locator("#save-where")
    page.context.set_offline(True)  # the page itself knows; no preview can come

    expect(where).to_have_text("Round 1 · Table 1 · Hand 1 · Who won?", use_inner_text=True)
    phone.winner("B")
    expect(where).to_have_text("Round 1 · Table 1 · Hand 1 · Off whom?", use_inner_text=True)
    phone.discarder("D")
    expect(where).to_have_text("Round 1 · Table 1 · Hand 1 · How many points?", use_inner_text=True)
    page.context.set_offline(False)
    phone.pad(7)
    expect(where).to_contain_text("8 are needed", use_inner_text=True)
    phone.pad(0)
    expect(where).to_have_text("Round 1 · Table 1 · Hand 1 · 02 off 04", use_inner_text=True)


def test_dock_says_how_many_points_are_missing(tall_phone):
    page = tall_phone.page
    tall_phone.winner("B")
    tall_phone.discarder("D")
    tall_phone.mode("Fan")
    tall_phone.tap(".tiers label:has([value='3'])")
    tall_phone.tap(".tier [data-fan=all_chows]")

    expect(page.locator("#save-where")).to_contain_text("6 missing")


def test_fan_used_at_this_table_come_first(hall_page, log_in, game, referee):
    fans = {"all_pungs": 1, "outside_hand": 1}
    make_hand(game, 2, HandEntry(Outcome.DISCARD, 0, 1, fan_points=10, fans=fans))
    log_in(hall_page, referee)
    phone = Phone(hall_page)
    phone.winner("B")
    phone.discarder("D")
    phone.mode("Fan")

    phone.tap("[data-fans-recent] [data-fan=all_pungs]")

    expect(hall_page.locator("[data-chosen-list]")).to_have_text("All Pungs6×")
    expect(hall_page.locator("[name=fan_all_pungs]")).to_be_checked()


def test_seats_open_again_from_the_line(tall_phone):
    page = tall_phone.page
    tall_phone.winner("B")
    tall_phone.discarder("D")
    tall_phone.mode("Fan")
    tall_phone.tap(".tiers label:has([value='3'])")
    tall_phone.tap(".tier [data-fan=all_chows]")

    tall_phone.tap("[data-winner-line]")
    tall_phone.tap(".outcome-reset")
    tall_phone.winner("A")
    tall_phone.discarder("C")

    expect(page.locator("[data-winner-line]")).to_contain_text("01")
    expect(page.locator("[name=fan_all_chows]")).to_be_checked()


# Every way in


def test_fan_and_tiles_by_keyboard(open_page, log_in, game, referee):
    page = open_page(width=1280, height=800, touch=False)
    log_in(page, referee)
    page.goto(HAND)
    keyboard = page.keyboard
    page.locator("[name=winner][value=A]").focus()
    keyboard.press("Space")
    page.locator("[name=discarder][value=B]").focus()
    keyboard.press("Space")
    page.locator("[name=mode]:checked").focus()
    keyboard.press("ArrowRight")
    expect(page.locator(".tier [data-fan=last_tile_draw]")).to_have_class(re.compile("chip-out"))
    page.get_by_role("searchbox").focus()
    keyboard.type("msh")
    keyboard.press("Enter")
    expect(page.locator("[data-fan-reason]")).to_contain_text("needs a self-draw")
    keyboard.press("Escape")
    keyboard.type("hualong")
    keyboard.press("Enter")
    expect(page.locator("[data-chosen-list]")).to_have_text("Mixed Straight8×")
    page.get_by_role("button", name="Remove Mixed Straight").focus()
    keyboard.press("Enter")
    expect(page.get_by_role("searchbox")).to_be_focused()

    page.locator("[name=mode]:checked").focus()
    keyboard.press("ArrowRight")
    page.locator(".picker-keys [tabindex='0']").focus()
    for key in ("Enter", "ArrowRight", "Enter", "ArrowDown", "Enter", "ArrowDown", "ArrowDown"):
        keyboard.press(key)
    keyboard.press("Enter")
    keyboard.press("ArrowLeft")
    keyboard.press("Enter")
    keyboard.press("Backspace")

    expect(page.locator("#id_notation")).to_have_value("12m2sS")


def test_fan_and_tiles_without_scripts(open_page, log_in, game, referee):
    page = open_page(java_script_enabled=False)
    log_in(page, referee)
    page.goto(HAND)
    page.locator(".pick-win .seat[data-seat=A]").click()
    page.locator(".pick-off .seat-other[data-seat=D]").click()
    page.locator(".modes label").filter(has_text="Fan").click()
    expect(page.locator("[data-picker], [data-fan-search], [data-winner-line]")).to_have_count(3)
    for hidden in ("[data-picker]", "[data-fan-search]", "[data-winner-line]"):
        expect(page.locator(hidden)).to_be_hidden()
    page.locator(".tiers label:has([value='1'])").click()
    page.locator(".tier [data-fan=pure_straight]").click()
    page.locator(".tiers label:has([value='3'])").click()
    page.locator("[name=fan_tile_hog]").fill("2")
    page.get_by_role("button", name="Preview").click()
    expect(page.locator("#save-title")).to_have_text("Save · 20 points")

    page.locator(".modes label").filter(has_text="Tiles").click()
    page.get_by_label("Tiles, the winning tile last").fill("[EEE,2]1245556789s3s")
    page.get_by_role("spinbutton", name="Flowers").fill("1")
    page.get_by_role("button", name="Save").click()

    expect(page.locator(".receipts")).to_contain_text("Hand 1 saved")
    assert entry_of(game.hands.get()).notation.startswith("[EEE,2]1245556789s3s|EE0000|1")


@pytest.mark.parametrize("locale", ["en-GB", "zh-CN"])
@pytest.mark.parametrize("mode", ["fans", "tiles"])
def test_page_is_accessible_and_fits(open_page, log_in, axe_problems, game, referee, mode, locale):
    page = open_page(locale=locale)
    log_in(page, referee)
    phone = Phone(page)
    phone.winner("B")
    phone.discarder("D")
    phone.tap(f".modes label:has([value={mode}])")
    if mode == "fans":
        for tier, fan in ((1, "pure_straight"), (3, "tile_hog"), (4, "closed_wait")):
            phone.tap(f".tiers label:has([value='{tier}'])")
            phone.tap(f".tier [data-fan={fan}]")
        expect(page.locator(".tier [data-fan=edge_wait] .chip-why")).to_be_visible()
    else:
        phone.add("kong")
        phone.key("E")
        phone.key(*STRAIGHT, "5s")

    if locale == "zh-CN":  # what axe looks at is the same in both languages
        assert axe_problems(page) == []
    for width in (360, 320):
        page.set_viewport_size({"width": width, "height": 740})
        assert page.evaluate(SIDEWAYS) <= 0
    page.set_viewport_size({"width": 360, "height": 740})
    assert page.evaluate(SMALL_TARGETS) == []


def test_saved_tiles_are_drawn_in_the_history(hall_page, log_in, game, referee):
    notation = "[EEE,2]1245556789s3s|EE0000|0"
    make_hand(game, 1, HandEntry(Outcome.DISCARD, 0, 1, fan_points=26, notation=notation))
    log_in(hall_page, referee)
    hall_page.goto(f"{HAND}history/")

    expect(
        hall_page.get_by_role("img", name="Pung: East wind, East wind, East wind")
    ).to_be_visible()
    expect(hall_page.get_by_role("img", name="3 bamboo")).to_be_visible()
    hall_page.get_by_text("Why it counts so").tap()
    expect(hall_page.get_by_role("link", name="Pure Straight")).to_be_visible()
    expect(hall_page.get_by_text("What does not count, and why")).to_be_visible()
