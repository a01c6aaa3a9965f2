"""
The rule book in a page: its texts in the page's language, the fan they name as links.

`{{ entry.definition|prose }}` writes a text, `{{ series.name|words }}` one without links;
`{{ fan|other_name }}` is a fan's name in the other language, marked as such.
"""

from collections.abc import Callable, Iterator
from typing import Protocol

from django import template
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext_lazy, ngettext
from django.utils.translation import gettext as _

from scoring.book import Words
from scoring.book.loader import FAN_MARK
from scoring.forms.offences import GROUPS, offence_name
from scoring.listing import listed
from scoring.messages import fan_name
from scoring.names import PINYIN
from scoring.rules import FAN_BY_KEY, Fan, Hand
from scoring.rules.catalogue import ANY_FAN_BY_KEY
from scoring.rules.penalties import Group, Scope
from scoring.rules.tiles import WINDS, Flower, tiles
from scoring.templatetags.tiles import SILENT, code_name, picture

register = template.Library()
register.filter(fan_name)
register.filter(offence_name)

SET_OF_TILES = 3
"""So many tiles alike are a pung, for which the winds matter."""

SCOPES: dict[Scope, Promise] = {
    Scope.HAND: gettext_lazy("counted within a hand"),
    Scope.GAME: gettext_lazy("counted within a game"),
    Scope.EVENT: gettext_lazy("counted within the event"),
}


class Named(Protocol):
    """Anything with a name in both languages: a fan, an edition, a term."""

    @property
    def zh(self) -> str:
        """The Chinese name."""

    @property
    def en(self) -> str:
        """The English name."""


def _in_chinese() -> bool:
    return (get_language() or "").startswith("zh")


@register.filter
def words(text: Words) -> str:
    """Return a text in the page's language, fan by their names."""
    return "".join(_pieces(text, fan_name))


@register.filter
def prose(text: Words) -> SafeString:
    """Return a text in the page's language, fan as links to their pages."""
    return format_html_join("", "{}", ((piece,) for piece in _pieces(text, fan_link)))


def _pieces(text: Words, named: Callable[[Fan], str]) -> Iterator[str]:
    parts = FAN_MARK.split(text.zh if _in_chinese() else text.en)
    for place, part in enumerate(parts):
        yield named(ANY_FAN_BY_KEY[part]) if place % 2 else part


@register.simple_tag
def fan_link(fan: Fan) -> SafeString | str:
    """Return the fan's name as a link to its page; fan of online halls have none."""
    if fan.key not in FAN_BY_KEY:
        return fan_name(fan)
    return format_html('<a href="{}">{}</a>', fan_url(fan), fan_name(fan))


@register.filter
def fan_url(fan: Fan) -> str:
    """Return the address of the fan's page."""
    return reverse("scoring:fan", args=[fan.key])


@register.filter
def own_name(thing: Named) -> str:
    """Return a name in the page's language."""
    return thing.zh if _in_chinese() else thing.en


@register.filter
def other_name(thing: Named) -> SafeString:
    """Return a name in the language the page is not in, marked as such."""
    if _in_chinese():
        return format_html('<span lang="en">{}</span>', thing.en)
    return format_html('<span lang="zh-Hans">{}</span>', thing.zh)


@register.filter
def pinyin(fan: Fan) -> SafeString:
    """Return how the Chinese name is spoken."""
    return format_html('<span lang="zh-Latn">{}</span>', PINYIN[fan.key])


@register.filter
def group_name(group: Group) -> str:
    """Return the heading of a kind of offences."""
    return str(GROUPS[group])


@register.filter
def scope_name(scope: Scope) -> str:
    """Return within what offences are counted."""
    return str(SCOPES[scope])


@register.filter
def conditions(hand: Hand) -> list[str]:
    """Return how the hand was won in words, as far as it matters for its fan."""
    found = [_("Self-draw") if hand.self_drawn else _("Won on a discard")]
    if any(hand.tiles.count(wind) >= SET_OF_TILES for wind in WINDS):
        winds = (code_name(str(wind.tile)) for wind in (hand.prevalent_wind, hand.seat_wind))
        found += [_("prevalent: %s") % next(winds), _("seat: %s") % next(winds)]
    if hand.kong:
        found.append(_("robbing a kong") if hand.robs_kong else _("replacement of a kong"))
    if hand.last_in_wall:
        found.append(_("the wall is empty"))
    if hand.last_of_kind:
        found.append(_("the other three lie open"))
    return found


@register.filter
def flower_words(count: int) -> str:
    """Return so many flowers in words."""
    return ngettext("%(count)s flower", "%(count)s flowers", count) % {"count": count}


@register.simple_tag
def tile_group(text: str) -> SafeString:
    """Draw a group of tiles or flowers as one picture with their names, "123m", "EEE", "abcd"."""
    codes = list(text) if set(text) <= set(Flower) else [str(one) for one in tiles(text)]
    return format_html(
        '<span class="tile-group" role="img" aria-label="{}">{}</span>',
        listed(map(code_name, codes)),
        format_html_join("", "{}", ((picture(code, SILENT),) for code in codes)),
    )
