"""A draw's quality report in words: what is best possible and what somebody should look at."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from tournament.models import Draw, Seat
from tournament.services.draws import problem_sentences

MOST_NAMED = 12
"""So many pairs or tables a line names; the rest are counted."""

Problems = Mapping[int, tuple[set[int], set[int]]]


@dataclass(frozen=True, slots=True)
class ReportLine:
    """One line: what was counted, how it came out, and whether it is as good as can be."""

    name: str
    value: str
    is_good: bool
    hint: str = ""
    details: tuple[str, ...] = ()


def report_lines(draw: Draw, problems: Problems) -> list[ReportLine]:
    """Return the lines of a draw's report; `problems` are those that bar its publication."""
    figures = draw.quality
    lines = [_repeats(figures)]
    if draw.constraints.get("apart"):
        lines.append(_clashes(figures))
    return [*lines, _winds(figures), _tables(figures), _roster(figures, problems)]


def heading(lines: Sequence[ReportLine]) -> str:
    """Return the report's title, which counts its lines."""
    good = sum(line.is_good for line in lines)
    best = ngettext("%(count)s at its best", "%(count)s at their best", good) % {"count": good}
    if good == len(lines):
        return best
    rest = ngettext("%(count)s to look at", "%(count)s to look at", len(lines) - good)
    return best + pgettext("between items", ", ") + rest % {"count": len(lines) - good}


def marked_tables(draw: Draw, number: int, seats: Sequence[Seat]) -> set[int]:
    """Return the tables of round `number` that lines with an ! are about."""
    tables: dict[int, set[int]] = {}
    for seat in seats:
        tables.setdefault(seat.game.table.number, set()).add(seat.player.number)
    pairs = [{one, other} for one, other, _count in draw.quality.get("repeated", ())]
    marked = {table for table, people in tables.items() if any(pair <= people for pair in pairs)}
    clashes = draw.quality.get("clashes", ())
    return marked | {table for round_, table, _one, _other in clashes if round_ == number}


def _repeats(figures: Mapping[str, Any]) -> ReportLine:
    count, fewest = figures["repeats"], figures["repeats_minimum"]
    return ReportLine(
        _("Repeated meetings"),
        ngettext("%(count)s meeting", "%(count)s meetings", count) % {"count": count},
        count <= fewest,
        _minimum(fewest),
        _named(
            _("%(one)s and %(other)s: %(count)s times")
            % {"one": one, "other": other, "count": meetings}
            for one, other, meetings in figures["repeated"]
        ),
    )


def _clashes(figures: Mapping[str, Any]) -> ReportLine:
    clashes, fewest = figures["clashes"], figures["clashes_minimum"]
    return ReportLine(
        _("Team-mates or fillers at one table"),
        ngettext("%(count)s pair", "%(count)s pairs", len(clashes)) % {"count": len(clashes)},
        len(clashes) <= fewest,
        _minimum(fewest),
        _named(
            _("Round %(round)s table %(table)s: %(one)s and %(other)s")
            % {"round": number, "table": table, "one": one, "other": other}
            for number, table, one, other in clashes
        ),
    )


def _winds(figures: Mapping[str, Any]) -> ReportLine:
    spread = figures["wind_spread_ever"]
    return ReportLine(
        _("Balance of the starting winds"),
        _("differ by %(spread)s at most") % {"spread": spread},
        spread <= 1,
        _("after every round"),
    )


def _tables(figures: Mapping[str, Any]) -> ReportLine:
    count, fewest = figures["table_revisits"], figures["table_revisits_minimum"]
    return ReportLine(
        _("Back at the same table"),
        ngettext("%(count)s time", "%(count)s times", count) % {"count": count},
        count <= fewest,
        _minimum(fewest),
    )


def _roster(figures: Mapping[str, Any], problems: Problems) -> ReportLine:
    seated_twice = figures["seated_twice"] or figures["short_tables"]
    return ReportLine(
        _("Everybody present has one seat"),
        ngettext("%(count)s player", "%(count)s players", figures["players"])
        % {"count": figures["players"]},
        not problems and not seated_twice,
        details=tuple(problem_sentences(problems)),
    )


def _minimum(count: int) -> str:
    return _("theoretical minimum %(count)s") % {"count": count}


def _named(sentences: Any) -> tuple[str, ...]:
    named = list(sentences)
    more = len(named) - MOST_NAMED
    if more > 0:
        words = ngettext("and %(count)s more", "and %(count)s more", more) % {"count": more}
        return (*named[:MOST_NAMED], words)
    return tuple(named)
