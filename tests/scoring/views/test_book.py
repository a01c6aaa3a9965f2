"""The pages of the rule book: for anybody, in both languages, without the database."""

import re

import pytest
from django.urls import reverse

from scoring.book import open_wall
from scoring.rules import FANS
from scoring.views import pages
from scoring.views.wall_picture import stacks_of

PAGES = {
    "book": [],
    "fan": ["pure_straight"],
    "principles": [],
    "play": [],
    "payments": [],
    "offences": [],
    "offence": ["short_win"],
    "wall": [],
    "glossary": [],
}
THROWS = {"first_a": "3", "first_b": "4", "second_a": "6", "second_b": "6"}


def address(name, *args):
    return reverse(f"scoring:{name}", args=args)


def read(client, name, *args, language="en", **query):
    """The page's text without its marks; a query to the database would fail the test."""
    client.cookies["django_language"] = language
    answer = client.get(address(name, *args), query)
    assert answer.status_code == 200
    return plain(answer.content.decode())


def plain(html):
    main = re.search(r"<main[^>]*>(.*)</main>", html, re.DOTALL)[1]
    return " ".join(re.sub(r"<[^>]+>", " ", main).split())


@pytest.mark.parametrize("language", ["en", "zh-hans"])
@pytest.mark.parametrize("name", PAGES)
def test_anybody_reads_without_the_database(client, name, language):
    assert read(client, name, *PAGES[name], language=language)


@pytest.mark.parametrize("fan", FANS, ids=lambda fan: fan.key)
def test_every_fan_has_a_page(client, fan):
    assert fan.en in read(client, "fan", fan.key)
    assert fan.zh in read(client, "fan", fan.key, language="zh-hans")


@pytest.mark.parametrize("name", PAGES)
def test_other_methods_are_refused(client, name):
    assert client.post(address(name, *PAGES[name])).status_code == 405


@pytest.mark.parametrize(
    "path",
    ["/rules/fan/heavenly_hand/", "/rules/fan/none/", "/rules/penalties/none/"],
)
def test_what_the_book_does_not_have_is_not_found(client, path):
    assert client.get(path).status_code == 404


def test_an_unknown_edition_is_not_found(client):
    assert client.get(address("offences"), {"profile": "none"}).status_code == 404


# The list


def test_fan_by_value(client):
    groups = pages.fan_groups("value")

    assert [(group.points, len(group.fans)) for group in groups] == [
        (88, 7), (64, 6), (48, 2), (32, 3), (24, 9), (16, 6), (12, 5),
        (8, 9), (6, 7), (5, 1), (4, 4), (2, 10), (1, 13),
    ]  # fmt: skip
    assert "88 points Big Four Winds 大四喜 88" in read(client, "book")


def test_fan_by_series(client):
    text = read(client, "book", by="series", language="zh-hans")

    assert [len(group.fans) for group in pages.fan_groups("series")] == [
        *(10, 20, 18, 2, 8, 5, 4, 12, 3)
    ]
    assert "七对 连七对 Seven Shifted Pairs 88 七对 Seven Pairs 24" in text


def test_an_order_nobody_knows_is_by_value(client):
    assert read(client, "book", by="colour") == read(client, "book")


def test_search_finds_fan_terms_and_offences(client):
    assert "Found for “ 门清 ”" in read(client, "book", q="门清")
    assert "Concealed Hand 门前清 2" in read(client, "book", q="门清")
    assert "False win (not ready)" in read(client, "book", q="诈和")
    assert "dots 饼 The suit of rings." in read(client, "book", q="筒")


def test_search_without_a_hit_says_so(client):
    assert "Nothing is called that" in read(client, "book", q="xyzzy")


def test_what_was_typed_is_shown_as_text(client):
    answer = client.get(address("book"), {"q": '<script>"'})

    assert b"<script>&quot;" not in answer.content
    assert b"&lt;script&gt;&quot;" in answer.content


# A fan


def test_a_fan_says_what_it_is_worth_and_contains(client):
    text = read(client, "fan", "pure_straight")

    assert "Pure Straight 清龙 qīng lóng · number 28 · also called 青龙 16 points" in text
    assert "The chows 123, 456 and 789 of one suit: one to nine without a gap." in text
    assert "not counted beside it Short Straight 1 Two Terminal Chows 1" in text
    assert "✓ Pure Straight 16 ＋ All Chows 2 ＋ Closed Wait 1 ＝ 19 points" in text
    assert "All Chows 2 ＋ Two Terminal Chows 1 ＝ 3 points 5 missing to win" in text


def test_a_fan_says_what_contains_it(client):
    text = read(client, "fan", "all_chows", language="zh-hans")

    assert "含在这些番种里 一色双龙会 64 三色双龙会 16" in text
    assert "不计 无字 1" in text


def test_a_fan_shows_where_editions_differ(client):
    assert "World Mahjong Organization (2006) 8" in read(client, "fan", "two_concealed_kongs")
    text = read(client, "fan", "four_concealed_pungs")
    assert "in other editions: World Mahjong Organization (2006) 70" in text
    assert "also counted beside it: Fully Concealed Hand" in text
    assert "1998 试行 – 一明一暗两副杠分开计 明杠 和 暗杠 。" in read(
        client, "fan", "melded_and_concealed_kong", language="zh-hans"
    )


def test_a_near_miss_that_is_no_win_says_so(client):
    assert "not_a_win" not in read(client, "fan", "seven_pairs")
    assert "No winning hand" in read(client, "fan", "seven_pairs")


def test_flowers_are_part_of_the_sum(client):
    assert "＋ 2 flowers ＝ 13 points" in read(client, "fan", "flower_tiles")


def test_fan_lead_to_their_neighbours_and_have_one_address(client):
    html = client.get(address("fan", "pure_straight"), {"by": "series"}).content.decode()

    assert f'rel="canonical" href="http://testserver{address("fan", "pure_straight")}"' in html
    assert f'rel="prev" href="{address("fan", "lower_tiles")}"' in html
    assert f'rel="next" href="{address("fan", "three_suited_terminal_chows")}"' in html


def test_the_first_fan_has_no_previous_the_last_no_next(client):
    first = client.get(address("fan", FANS[0].key)).content.decode()
    last = client.get(address("fan", FANS[-1].key)).content.decode()

    assert ('rel="prev"' in first, 'rel="next"' in first) == (False, True)
    assert ('rel="prev"' in last, 'rel="next"' in last) == (True, False)


# Payments and penalties


def test_payments_are_those_of_the_rules():
    rows = {row.points: row for row in pages.payment_rows()}

    assert rows[20] == pages.PaymentRow(20, 84, -28, 44, -28, -8)
    assert rows[8] == pages.PaymentRow(8, 48, -16, 32, -16, -8)


def test_payments_name_the_cap_of_an_edition(client):
    assert "Japan (JMSA): P is 88 at most." in read(client, "payments")


def test_penalties_of_an_edition(client):
    assert "Short win (complete, under 8)" in read(client, "offences")
    text = read(client, "offences", profile="cn1998", language="zh-hans")
    assert (
        "空吃、空碰、空杠 报了吃、碰或杠，却做不成或不做。 警告 › 罚分 5 › 罚分 10 › 罚分 20"
        in text
    )
    assert "按一盘累计" in text


def test_an_offence_in_every_edition(client):
    text = read(client, "offence", "short_win")

    assert "Chinese Official (MIL 2025) Fine 40 + Dead hand" in text
    assert "World Mahjong Organization (2006) Compensation 30" in text
    assert "World Mahjong Organization (2006) not named" in read(client, "offence", "discipline")


# The wall


def test_the_wall_opens_where_the_throws_say(client):
    text = read(client, "wall", **THROWS)

    assert "West throws second and counts 19 stacks." in text
    assert "The last one counted is stack 1 from the right of South's wall." in text
    assert "The dealer begins with stack 2 of South's wall." in text


@pytest.mark.parametrize("dice", [{"first_a": "7"}, {"second_b": ""}, {"first_b": "two"}])
def test_dice_that_cannot_be_are_asked_for_again(client, dice):
    text = read(client, "wall", **THROWS | dice)

    assert "A die shows 1 to 6. Choose all four." in text
    assert "throws second" not in text


def test_no_answer_before_a_question(client):
    assert "A die shows" not in read(client, "wall")


def test_the_seats_of_the_four_winds(client):
    text = read(client, "wall", language="zh-hans")

    assert "东 东 东 南 南 北 北 西 西" in text
    assert "北 北 北 西 西 南 南 东 东" in text


def test_the_picture_marks_counted_and_first_stacks():
    stacks = stacks_of(open_wall((3, 4), (6, 6)))

    assert len({(stack.x, stack.y) for stack in stacks}) == 72
    assert [stack.kind for stack in stacks].count("counted") == 19
    # South is at the right, its right end on top: the second and third stack from there.
    assert [(one.x, one.y) for one in stacks if one.kind == "first"] == [(214, 40), (214, 50)]


# Words


def test_chinese_pages_are_in_chinese(client):
    text = read(client, "play", language="zh-hans")

    assert "一盘怎样打" in text
    assert not re.search(r"[A-Za-z]{2}", text)


def test_the_glossary_has_terms_and_other_names_of_fan(client):
    text = read(client, "glossary")

    assert "dealer 庄家 The player at East; the deal passes on after every hand. 庄" in text
    assert "青龙 Pure Straight 清龙" in text


def test_home_leads_to_the_rule_book(client, db):
    html = client.get("/").content.decode()

    assert f'href="{address("book")}"' in html
    assert f'href="{address("offences")}"' in html
