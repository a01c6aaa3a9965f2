"""House rules 本场规则 in words: what an event plays otherwise than its edition."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.book.loader import load_book
from scoring.messages import fan_name
from scoring.rules import ANY_FAN_BY_KEY
from scoring.rules.house import Differences
from scoring.templatetags.book import words


def switch_words(key: str, *, on: bool) -> str:
    """Return what a switch means in one of its states, as a sentence."""
    texts = load_book().switches[key]
    return words(texts.on if on else texts.off)


def difference_words(found: Differences) -> Iterator[str]:
    """Return a sentence for each difference: values, switches, the cap."""
    for key, was, now in found.values:
        sentence = ngettext(
            "%(fan)s: %(now)s instead of %(was)s point.",
            "%(fan)s: %(now)s instead of %(was)s points.",
            was,
        )
        yield sentence % {"fan": fan_name(ANY_FAN_BY_KEY[key]), "now": now, "was": was}
    for key, on in found.switches:
        yield switch_words(key, on=on)
    if found.caps:
        yield _cap_words(*found.caps)


def _cap_words(was: int | None, now: int | None) -> str:
    if now is None:
        return _("A hand may pay more than %(cap)s points.") % {"cap": was}
    return _("No hand pays more than %(cap)s points, flowers included.") % {"cap": now}
