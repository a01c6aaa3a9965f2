"""
How the field writes its figures: signed scores, table points, winds, the name of a hand.

The Chinese and English forms differ in structure, not only in words (南风西, South 3), so they are
kept side by side here instead of in the message catalogue.
"""

import re
from enum import Enum
from fractions import Fraction

from django import template
from django.contrib.messages import constants
from django.contrib.messages.storage.base import Message
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language, pgettext_lazy

from tournament.winds import (
    PLACES,
    WINDS_EN,
    WINDS_ZH,
    SeatChange,
    hand_name_en,
    hand_name_zh,
)

register = template.Library()

MINUS = "\N{MINUS SIGN}"
WINDS = tuple(name.lower() for name in WINDS_EN)
GLYPHS = {
    Fraction(1, 2): "½",
    Fraction(1, 3): "⅓",
    Fraction(2, 3): "⅔",
    Fraction(1, 4): "¼",
    Fraction(3, 4): "¾",
    Fraction(1, 6): "⅙",
    Fraction(5, 6): "⅚",
}
NUMBER_WORDS = ("zero", "one", "two", "three", "four", "five", "six",
                "seven", "eight", "nine", "ten", "eleven")  # fmt: skip
PART_WORDS = {2: "half", 3: "third", 4: "quarter", 6: "sixth", 12: "twelfth"}
PART_PLURALS = {2: "halves", 3: "thirds", 4: "quarters", 6: "sixths", 12: "twelfths"}
# kind: class, word
MARKS = {
    "win": ("mark-win", pgettext_lazy("mark of a seat", "Win")),
    "self": ("mark-win", pgettext_lazy("mark of a seat", "Self-draw")),
    "off": ("mark-off", pgettext_lazy("mark of a seat", "Off")),
    "pen": ("mark-pen", pgettext_lazy("mark of a seat", "Pen")),
    "comp": ("mark-pen", pgettext_lazy("mark of a seat", "Comp")),
    "edited": ("mark-edit", pgettext_lazy("mark of a hand", "Edited")),
    "doubt": ("mark-pen", pgettext_lazy("mark of a hand", "Check")),
}
RECEIPT_KINDS = {
    constants.SUCCESS: "ok",
    constants.WARNING: "warn",
    constants.ERROR: "bad",
}
HAN = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff\U00020000-\U0003134f]")


def in_chinese() -> bool:
    """Whether the page is shown in Chinese."""
    return (get_language() or "zh-hans").startswith("zh")


@register.simple_tag
def html_lang() -> str:
    """Return the page's language as HTML spells it: zh-Hans or en."""
    return "zh-Hans" if in_chinese() else (get_language() or "en")


# Numbers


@register.filter
def signed(value: int | None) -> str:
    """Return a score with its sign, +48, −1,029 (U+2212) or 0; nothing for None."""
    if value is None:
        return ""
    sign = "+" if value > 0 else MINUS if value < 0 else ""
    return f"{sign}{abs(value):,}"


@register.filter
def amount(value: int | None) -> SafeString | str:
    """Return a signed score that also carries its colour; the sign alone is enough to read it."""
    if value is None:
        return ""
    kind = "plus" if value > 0 else "minus" if value < 0 else "zero"
    return format_html('<span class="amount {}">{}</span>', kind, signed(value))


@register.filter
def twelfths(value: int | None) -> Fraction | None:
    """Return table points kept as a whole number of twelfths as the fraction they are."""
    return None if value is None else Fraction(value, 12)


@register.filter
def table_points(value: Fraction | int | None) -> SafeString | str:
    """
    Return table points exactly, as read and as spoken: 9⅓ and "9 and one third".

    Fractions without a glyph of their own are raised over lowered figures (9 5/12).
    """
    if value is None:
        return ""
    value = Fraction(value)
    whole, part = divmod(abs(value), 1)
    sign = MINUS if value < 0 else ""
    if not part:
        return f"{sign}{whole}"
    head = f"{sign}{whole or ''}"
    if part in GLYPHS:
        shown = format_html("{}{}", head, GLYPHS[part])
    else:
        shown = format_html(
            '{}<span class="fraction"><sup>{}</sup>\N{FRACTION SLASH}<sub>{}</sub></span>',
            head,
            part.numerator,
            part.denominator,
        )
    return format_html(
        '<span class="table-points"><span aria-hidden="true">{}</span>'
        '<span class="sr-only">{}</span></span>',
        shown,
        spoken_points(value),
    )


@register.filter
def plain_points(value: Fraction | int | None) -> str:
    """Return table points exactly in plain text, for titles and files: 9⅓, 9 5/12."""
    if value is None:
        return ""
    value = Fraction(value)
    whole, part = divmod(abs(value), 1)
    sign = MINUS if value < 0 else ""
    if not part:
        return f"{sign}{whole}"
    if part in GLYPHS:
        return f"{sign}{whole or ''}{GLYPHS[part]}"
    return f"{sign}{whole or ''} {part}".replace(f"{MINUS} ", MINUS).strip()


@register.filter
def spoken_points(value: Fraction | int) -> str:
    """Return table points in words: 9又3分之1, "9 and one third"."""
    value = Fraction(value)
    whole, part = divmod(abs(value), 1)
    if in_chinese():
        sign = "负" if value < 0 else ""
        words = f"{part.denominator}分之{part.numerator}" if part else ""
        joint = "又" if whole and part else ""
    else:
        sign = "minus " if value < 0 else ""
        words = part_in_words(part) if part else ""
        joint = " and " if whole and part else ""
    return f"{sign}{whole if whole or not part else ''}{joint}{words}"


def part_in_words(part: Fraction) -> str:
    """Return a proper fraction in English words: one third, five twelfths, 3 over 28."""
    if part.denominator not in PART_WORDS:
        return f"{part.numerator} over {part.denominator}"
    names = PART_WORDS if part.numerator == 1 else PART_PLURALS
    return f"{NUMBER_WORDS[part.numerator]} {names[part.denominator]}"


# Winds and hands


def wind_index(wind: object) -> int:
    """
    Return 0 for East to 3 for North.

    `wind` is a wind of the rules, its name or first letter in English, 东南西北, or that index.
    """
    if isinstance(wind, Enum):
        wind = wind.name
    if isinstance(wind, int) and 0 <= wind <= 3:
        return wind
    if isinstance(wind, str) and wind:
        for index, name in enumerate(WINDS):
            if wind.lower() in (name, name[0], WINDS_ZH[index]):
                return index
    raise ValueError(f"not a wind: {wind!r}")


@register.filter
def wind_name(wind: object) -> str:
    """Return the wind in words: 南, South."""
    return (WINDS_ZH if in_chinese() else WINDS_EN)[wind_index(wind)]


@register.filter
def wind_letter(wind: object) -> str:
    """Return the wind as one sign: 南, S."""
    return wind_name(wind)[0]


@register.simple_tag
def wind_badge(wind: object, size: str = "") -> SafeString:
    """
    Draw a seat wind as a small tile, read aloud as its name.

    `size`: "" (26x31), "screen" (40x48) or "large" (58x68).
    """
    index = wind_index(wind)
    classes = f"wind wind-{WINDS[index]}" + (f" wind-{size}" if size else "")
    return format_html(
        '<span class="{}"><span aria-hidden="true">{}</span><span class="sr-only">{}</span></span>',
        classes,
        wind_letter(index),
        wind_name(index),
    )


@register.filter
def hand_name(number: int) -> str:
    """Return the name of hand 1-16 by prevalent wind and dealer: 7 is 南风西, South 3."""
    return hand_name_zh(number) if in_chinese() else hand_name_en(number)


@register.simple_tag
def seat_changes() -> list[dict[str, object]]:
    """Return where the players sit in the four winds of a game, a row for each `start` 0-3."""
    return [
        {"start": start, "places": places} for start, places in enumerate(PLACES[SeatChange.EVERY])
    ]


@register.simple_tag
def mark(kind: str, points: int | None = None) -> SafeString:
    """Return the mark of a seat or hand: 和, 自摸, 炮, 罚−40, 改."""
    css_class, word = MARKS[kind]
    return format_html('<span class="{}">{}{}</span>', css_class, word, signed(points))


@register.simple_tag
def seat_marks() -> SafeString:
    """Return all the marks a seat button can carry; the style sheet shows the one that holds."""
    return format_html_join(
        "",
        '<span class="seat-mark seat-mark-{}">{}</span>',
        ((kind, MARKS[kind][1]) for kind in ("win", "self", "off", "pen")),
    )


# Text


@register.filter
def with_lang(text: object) -> SafeString:
    """Mark a name with the language of its letters, so that the device picks the right glyphs."""
    return format_html('<span lang="{}">{}</span>', text_lang(str(text)), text)


def text_lang(text: str) -> str:
    """Return zh-Hans for a text with Chinese characters, en for any other."""
    return "zh-Hans" if HAN.search(text) else "en"


@register.filter
def receipt_kind(message: Message) -> str:
    """Return the receipt's kind for a message: ok, info, warn or bad."""
    return RECEIPT_KINDS.get(message.level, "info")


@register.filter
def widget_is(field: object, kinds: str) -> bool:
    """Whether a bound field is drawn by one of the widgets named in `kinds` ("checkbox file")."""
    return getattr(field, "widget_type", "") in kinds.split()
