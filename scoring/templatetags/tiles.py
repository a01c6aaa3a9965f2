"""
Tiles in a page: pictures from the sprite, with the names that screen readers say.

`{% tile "5m" %}` draws one, `{% hand_tiles hand.notation %}` a whole hand. The sprite is drawn by
`scoring.tiles_svg`.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import groupby

from django import template
from django.templatetags.static import static
from django.utils.functional import Promise
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from scoring.listing import listed
from scoring.messages import flower_name, tile_name
from scoring.rules import Flower, NotationError, Tile, parse_hand
from scoring.rules.hand import Feeder, Hand, Meld, MeldKind
from scoring.rules.tiles import TILE_BY_CODE

register = template.Library()

SPRITE = "scoring/tiles.svg"
BACK = "back"
UPRIGHT = SafeString('viewBox="0 0 60 84"')
SIDEWAYS = SafeString('viewBox="0 0 84 60"')
LAID_DOWN = SafeString(' transform="translate(0 60) rotate(-90)"')

MELD_NAMES: dict[MeldKind, Promise] = {
    MeldKind.CHOW: gettext_lazy("Chow"),
    MeldKind.PUNG: gettext_lazy("Pung"),
    MeldKind.MELDED_KONG: gettext_lazy("Melded kong"),
    MeldKind.ADDED_KONG: gettext_lazy("Added kong"),
    MeldKind.CONCEALED_KONG: gettext_lazy("Concealed kong"),
}


HONOUR_SIGNS = dict(zip("ESWNCFP", "东南西北中发白", strict=True))


def code_name(code: str) -> str:
    """Return the name of a tile or flower as it is written, "5m", "E", "a"."""
    if code in TILE_BY_CODE:
        return tile_name(TILE_BY_CODE[code])
    return flower_name(Flower(code))


def picture(code: str, speech: SafeString, *, sideways: bool = False) -> SafeString:
    """Draw a tile, flower or back from the sprite; `speech` is what a screen reader is told."""
    is_flower = code in set(Flower)
    return format_html(
        '<svg class="tile{}" {} {}><use href="{}#{}-{}" width="60" height="84"{}/></svg>',
        " tile-sideways" if sideways else "",
        SIDEWAYS if sideways else UPRIGHT,
        speech,
        static(SPRITE),
        "flower" if is_flower else "tile",
        code,
        LAID_DOWN if sideways else "",
    )


SILENT = SafeString('aria-hidden="true"')


@register.simple_tag
def tile(code: str, *, silent: bool = False) -> SafeString:
    """
    Draw a tile or flower, read aloud by its name unless `silent`: beside its name in words.

    `code` is as in the notation: "5m", "E", "a"; or "back", which has no name.
    """
    if silent or code == BACK:
        return picture(code, SILENT)
    return picture(code, format_html('role="img" aria-label="{}"', code_name(code)))


@register.simple_tag
def named_tile(code: str) -> str:
    """Return the name of a tile or flower."""
    return code_name(code)


@register.simple_tag
def tile_label(code: str) -> str:
    """Return what a key says beside its tile: the rank, an honour's sign in either language."""
    if code in TILE_BY_CODE and TILE_BY_CODE[code].suit is not None:
        return code[0]
    in_chinese = (get_language() or "").startswith("zh")
    return HONOUR_SIGNS[code] if in_chinese else code


@register.simple_tag
def hand_tiles(notation: str) -> SafeString | str:
    """
    Draw a hand: melds, concealed tiles, the winning tile in a frame, flowers.

    A text that cannot be read is shown as it is.
    """
    try:
        hand = parse_hand(notation)
    except NotationError:
        return notation
    return format_html(
        '<span class="hand-tiles" role="group" aria-label="{}">{}</span>',
        _("Tiles"),
        _join(_parts(hand, Counter())),
    )


@register.simple_tag
def drawn_hand(hand: Hand, wrong: Iterable[str] = ()) -> SafeString:
    """
    Draw a hand as `hand_tiles` does, its concealed tiles apart by suit.

    `wrong` names tiles and melds to be framed, a tile as often as it is meant.
    """
    return format_html(
        '<span class="hand-tiles" role="group" aria-label="{}">{}</span>',
        _("Tiles"),
        _join(_parts(hand, Counter(wrong), apart=True)),
    )


def _parts(hand: Hand, wrong: Counter[str], *, apart: bool = False) -> Iterator[SafeString]:
    for meld in hand.melds:
        yield _framed(_meld(meld), str(meld), wrong)
    for some in _by_suit(hand.concealed) if apart else (hand.concealed,):
        yield _named_group("tiles-concealed", "", some, wrong)
    yield _named_group("tile-won", _("Winning tile"), (hand.winning_tile,), wrong)
    if hand.flower_count:
        yield _flowers(hand)


def _by_suit(some: Iterable[Tile]) -> Iterator[tuple[Tile, ...]]:
    for _suit, run in groupby(some, key=lambda one: one.suit):
        yield tuple(run)


def _join(pictures: Iterable[SafeString]) -> SafeString:
    return format_html_join("", "{}", ((picture,) for picture in pictures))


def _named_group(
    css_class: str, heading: str, some: Iterable[Tile], wrong: Counter[str]
) -> SafeString:
    """Return tiles each with its name; `heading` is said before the first."""
    said = format_html('<span class="sr-only">{}: </span>', heading) if heading else ""
    pictures = _join(_framed(tile(str(one)), str(one), wrong) for one in some)
    return format_html('<span class="{}">{}{}</span>', css_class, said, pictures)


def _framed(drawn: SafeString, written: str, wrong: Counter[str]) -> SafeString:
    """Frame what is wrong, each copy once: a frame given is taken off the list."""
    if not wrong[written]:
        return drawn
    wrong[written] -= 1
    return format_html(
        '<span class="tile-wrong"><span class="sr-only">{}: </span>{}</span>', _("Wrong"), drawn
    )


def _flowers(hand: Hand) -> SafeString:
    if isinstance(hand.flowers, int):
        words = _("Flowers: %(count)s") % {"count": hand.flowers}
        return format_html('<span class="tiles-flowers">{}</span>', words)
    return format_html(
        '<span class="tiles-flowers">{}</span>', _join(tile(str(one)) for one in hand.flowers)
    )


def _meld(meld: Meld) -> SafeString:
    """Draw a meld as one picture: "Pung: 5 dots, 5 dots, 5 dots"."""
    names = listed(map(tile_name, meld.tiles))
    return format_html(
        '<span class="meld" role="img" aria-label="{}: {}">{}</span>',
        MELD_NAMES[meld.kind],
        names,
        _join(_meld_pictures(meld)),
    )


def _meld_pictures(meld: Meld) -> Iterator[SafeString]:
    """
    Give the tiles of a meld, left to right.

    The claimed tile lies sideways where its feeder 上家 对家 下家 sits; of a chow it comes first,
    being from the left. An added kong shows both, the outer tiles of a concealed one are turned.
    """
    codes = [str(one) for one in meld.tiles]
    if meld.kind is MeldKind.CONCEALED_KONG:
        codes[0] = codes[-1] = BACK
        yield from (picture(code, SILENT) for code in codes)
        return
    if meld.kind is MeldKind.CHOW and meld.claimed:
        codes.insert(0, codes.pop(meld.claimed - 1))
    last = len(codes) - 1
    place = {Feeder.LEFT: 0, Feeder.OPPOSITE: 1, Feeder.RIGHT: last}[meld.feeder or Feeder.LEFT]
    laid = {place}
    if meld.kind is MeldKind.ADDED_KONG:
        laid.add(place + 1 if place < last else place - 1)
    for at, code in enumerate(codes):
        yield picture(code, SILENT, sideways=at in laid)


@register.simple_tag
def picker_rows() -> list[list[str]]:
    """
    Return the keys of the tile picker: columns 万 条 饼 字, rows 1-9.

    The column of honours ends with a key for flowers and one that takes the last tile back.
    """
    honours = ["E", "S", "W", "N", "C", "F", "P", "flowers", BACK]
    return [
        [f"{rank}m", f"{rank}s", f"{rank}p", honour] for rank, honour in enumerate(honours, start=1)
    ]


@register.simple_tag
def flower_codes() -> list[str]:
    """Return the letters of the eight flowers, 梅兰竹菊春夏秋冬."""
    return [str(flower) for flower in Flower]
