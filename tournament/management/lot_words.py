"""What of a schedule of numbers and its lots differs, in words and as plain data."""

from collections.abc import Iterable, Iterator
from typing import Any

from django.utils.translation import gettext as _

from tournament.draw.model import Table
from tournament.draw.numbers import LotDiffers, LotLine
from tournament.draw.verify import Differing, Line


def schedule_words(lines: Iterable[Differing]) -> Iterator[str]:
    """Say of each line of the schedule what it is and what it should be."""
    for line in lines:
        what = {"published": _numbers(line.published), "made": _numbers(line.expected)}
        if line.line is Line.TABLE:
            words = _(
                "schedule, round %(round)s, table %(table)s: published %(published)s, made %(made)s"
            )
            yield "  " + words % {"round": line.round, "table": line.table, **what}
        elif line.line is Line.ALGORITHM:
            words = _("schedule, algorithm: version %(published)s; this program has %(made)s")
            yield "  " + words % what
        else:
            words = _("schedule, SHA-256: published %(published)s, of the numbers %(made)s")
            yield "  " + words % what


def _numbers(table: Table | str) -> str:
    return table if isinstance(table, str) else " ".join(map(str, table)) or "–"


def lot_words(lines: Iterable[LotDiffers]) -> Iterator[str]:
    """Say of each line of the lots what is wrong."""
    for line in lines:
        yield "  " + _lot(line)


def _lot(line: LotDiffers) -> str:
    what = {
        "number": line.number,
        "published": line.published or "–",
        "drawn": line.expected or "–",
    }
    match line.line:
        case LotLine.SECRET:
            return _("secret: it is not the one that was bound, whose SHA-256 is %(drawn)s") % what
        case LotLine.WORD:
            return (
                _("word: with the secret it gives the seed %(drawn)s, published %(published)s")
                % what
            )
        case LotLine.LOT:
            return _("number %(number)s: published for %(published)s, drawn by %(drawn)s") % what
        case LotLine.GROUP:
            return _("team of %(published)s: its numbers are no block of the schedule") % what
        case LotLine.ENTRY:
            return _entry(line, what)


def _entry(line: LotDiffers, what: dict[str, Any]) -> str:
    if line.expected:
        return _("entry %(drawn)s: no number") % what
    if line.published:
        return _("number %(number)s: %(published)s draws no lot here, or has two") % what
    return _("number %(number)s: nobody, or no number of the schedule") % what


def differing_plain(schedule: Iterable[Differing], lots: Iterable[LotDiffers]) -> dict[str, Any]:
    """Return the lines as plain data."""
    return {
        "schedule": [
            {
                "line": line.line.value,
                "round": line.round,
                "table": line.table,
                "published": line.published,
                "drawn": line.expected,
            }
            for line in schedule
        ],
        "lots": [
            {
                "line": line.line.value,
                "number": line.number,
                "published": line.published,
                "drawn": line.expected,
            }
            for line in lots
        ],
    }
