"""What of a schedule of numbers and its lots differs, in words and as plain data."""

from collections.abc import Iterable, Iterator
from dataclasses import asdict
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.draw.model import Table, schedule_sha256
from tournament.draw.numbers import LotDiffers, LotLine
from tournament.draw.published import FigureDiffers, Published
from tournament.draw.verify import Differing, Line
from tournament.draw_log import LogDiffers

LONGEST_FIGURE: Final = 60

LOGGED = {
    "rounds": gettext_lazy("rounds"),
    "kind": gettext_lazy("kind of draw"),
    "seed": gettext_lazy("seed"),
    "algorithm": gettext_lazy("algorithm"),
    "sha256": gettext_lazy("SHA-256 of the seats"),
    "way": gettext_lazy("who draws the numbers"),
    "pots": gettext_lazy("who draws from which numbers"),
    "schedule_sha256": gettext_lazy("SHA-256 of the schedule"),
    "commitment": gettext_lazy("commitment"),
    "lots": gettext_lazy("lots, number and entry"),
    "public_word": gettext_lazy("word"),
    "lots_seed": gettext_lazy("seed of the lots"),
}


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
        elif line.line is Line.METHOD:
            words = _("schedule, method: published %(published)s, made by %(made)s")
            yield "  " + words % what
        else:
            words = _("schedule, SHA-256: published %(published)s, of the numbers %(made)s")
            yield "  " + words % what


def figure_words(lines: Iterable[FigureDiffers]) -> Iterator[str]:
    """Say of each figure of a file what stands there and what it must be."""
    for line in lines:
        words = _("%(figure)s: written %(written)s, counted %(counted)s")
        yield "  " + words % {
            "figure": line.figure,
            "written": _cut(line.written) or "–",
            "counted": _cut(line.counted) or "–",
        }


def _cut(figure: str) -> str:
    return figure if len(figure) <= LONGEST_FIGURE else figure[:LONGEST_FIGURE] + "…"


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


def log_words(lines: Iterable[LogDiffers]) -> Iterator[str]:
    """Say of each thing that the log tells otherwise what it told."""
    for line in lines:
        words = _("log, %(what)s: told %(told)s, now %(now)s")
        yield "  " + words % {
            "what": LOGGED[line.what],
            "told": line.told or "–",
            "now": line.now or "–",
        }


def bound_words(published: Published) -> Iterator[str]:
    """Give what was bound, to be compared with what somebody noted when it was published."""
    words = _("SHA-256 of the schedule: %(sha256)s")
    yield "  " + words % {"sha256": schedule_sha256(published.schedule.published)}
    if published.lottery.commitment:
        yield "  " + _("commitment: %(sha256)s") % {"sha256": published.lottery.commitment}
    else:
        yield "  " + _("no secret bound: lots from a bag")


def _entry(line: LotDiffers, what: dict[str, Any]) -> str:
    if line.expected:
        return _("entry %(drawn)s: no number") % what
    if line.published:
        return _("number %(number)s: %(published)s draws no lot here, or has two") % what
    return _("number %(number)s: nobody, or no number of the schedule") % what


def figures_plain(lines: Iterable[FigureDiffers]) -> list[dict[str, str]]:
    """Return figures that differ as plain data, their values as JSON in a text."""
    return [asdict(line) for line in lines]


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
