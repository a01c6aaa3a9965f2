"""A draw's quality report in words: what is best possible and what somebody should look at."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.listing import phrased
from tournament.draw import Kind
from tournament.field import Problems
from tournament.models import Draw, Seat
from tournament.services.draw_order import problem_sentences

KIND_NAMES = {
    Kind.PLAN.value: gettext_lazy("Planned rounds"),
    Kind.LOTS.value: gettext_lazy("By lot"),
    Kind.SWISS.value: gettext_lazy("By the standing, neighbours who have not met"),
    Kind.BLOCKS.value: gettext_lazy("By the standing, four after four"),
    Kind.GROUPS.value: gettext_lazy("By the standing, in groups"),
    Kind.SNAKE.value: gettext_lazy("By the standing, all tables equally strong"),
    Kind.FINAL.value: gettext_lazy("Final, tables by rank"),
    Kind.FINAL_SNAKE.value: gettext_lazy("Final, all tables equally strong"),
    Kind.TEAM_ROBIN.value: gettext_lazy("Round robin of teams"),
    Kind.SINGLES_ROBIN.value: gettext_lazy("Round robin of sixteen"),
    Kind.MANUAL.value: gettext_lazy("By hand"),
    Kind.MANUAL_LAST.value: gettext_lazy("By hand, from the seats of the round before"),
}

MOST_NAMED = 12
"""So many pairs or tables a line names; the rest are counted."""

MOST_AFTERWARDS = 2
"""The difference of winds after rounds that are played: what these left uneven cannot be chosen."""

FINALS = (Kind.FINAL, Kind.FINAL_SNAKE)
GIVEN = (Kind.BLOCKS, Kind.SNAKE, *FINALS)
"""The standing alone says who sits with whom: meetings again are told and not judged."""


@dataclass(frozen=True, slots=True)
class ReportLine:
    """
    One line: what was counted, how it came out, and whether it is as good as can be.

    `is_good` is None for what is told and not judged.
    """

    name: str
    value: str
    is_good: bool | None
    hint: str = ""
    details: tuple[str, ...] = ()


def report_lines(draw: Draw, problems: Problems) -> list[ReportLine]:
    """Return the lines of a draw's report; `problems` are those that bar its publication."""
    figures, asked = draw.quality, draw.constraints
    lines = [_repeats(draw)]
    if asked.get("apart"):
        lines.append(_clashes(draw))
    if asked.get("loose"):
        lines.append(_clubs(figures))
    if asked.get("tables"):
        lines.append(_own_tables(draw))
    if draw.kind in (Kind.SWISS, Kind.BLOCKS) and figures.get("rank_spread") is not None:
        lines.append(_ranks(figures))
    lines += [_winds(draw), _tables(draw), _roster(draw, problems)]
    return [*lines, _unmet(figures)] if "unmet" in figures else lines


def heading(lines: Sequence[ReportLine]) -> str:
    """Return the report's title, which counts its lines."""
    good = sum(line.is_good is True for line in lines)
    look = sum(line.is_good is False for line in lines)
    best = ngettext("%(count)s at its best", "%(count)s at their best", good) % {"count": good}
    if not look:
        return best
    rest = ngettext("%(count)s to look at", "%(count)s to look at", look) % {"count": look}
    return phrased((best, rest))


def marked_tables(draw: Draw, number: int, seats: Sequence[Seat]) -> set[int]:
    """Return the tables of round `number` that lines with an ! about meetings name."""
    tables: dict[int, set[int]] = {}
    for seat in seats:
        tables.setdefault(seat.game.table.number, set()).add(seat.player.number)
    figures = draw.quality
    repeated = figures.get("repeated", ()) if _repeats(draw).is_good is False else ()
    pairs = [{one, other} for one, other, _count in repeated]
    marked = {table for table, people in tables.items() if any(pair <= people for pair in pairs)}
    clashes = figures["clashes"] if _clashes(draw).is_good is False else ()
    return marked | {table for round_, table, _one, _other in clashes if round_ == number}


def _repeats(draw: Draw) -> ReportLine:
    """Judge the meetings but where the standing alone says who sits with whom."""
    figures = draw.quality
    count, fewest = figures["repeats"], figures["repeats_minimum"]
    known = figures.get("repeats_known", fewest)
    hints = [_minimum(fewest)]
    if known > fewest:
        hints.append(_("best known %(count)s") % {"count": known})
    if count > known and (clean := _rounds_without_repeats(draw)):
        words = ngettext("none in the first round", "none in the first %(count)s rounds", clean)
        hints.append(words % {"count": clean})
    return ReportLine(
        _("Repeated meetings"),
        ngettext("%(count)s meeting", "%(count)s meetings", count) % {"count": count},
        count <= known or (None if draw.kind in GIVEN else False),
        phrased(hints),
        _named(_repeated(draw)),
    )


def _rounds_without_repeats(draw: Draw) -> int:
    """Return how many rounds come before the first repeat, 0 unless that was asked for."""
    if not draw.constraints.get("prefix_first"):
        return 0
    rounds = [number for number, _table, _one, _other in draw.quality.get("rematches", ())]
    return min(rounds, default=draw.first_round) - draw.first_round


def _repeated(draw: Draw) -> list[str]:
    """Say of each repeat where it is in a single round, how often two meet in several."""
    figures = draw.quality
    if draw.first_round == draw.last_round and "rematches" in figures:
        return _places(figures["rematches"])
    return [
        _("%(one)s and %(other)s: %(count)s times")
        % {"one": one, "other": other, "count": meetings}
        for one, other, meetings in figures["repeated"]
    ]


def _places(meetings: Sequence[Sequence[int]]) -> list[str]:
    words = _("Round %(round)s table %(table)s: %(one)s and %(other)s")
    return [
        words % {"round": number, "table": table, "one": one, "other": other}
        for number, table, one, other in meetings
    ]


def _clashes(draw: Draw) -> ReportLine:
    """Judge but in a final, where the standing alone says who sits with whom."""
    clashes, fewest = draw.quality["clashes"], draw.quality["clashes_minimum"]
    return ReportLine(
        _("Kept apart, yet at one table"),
        ngettext("%(count)s pair", "%(count)s pairs", len(clashes)) % {"count": len(clashes)},
        len(clashes) <= fewest or (None if draw.kind in FINALS else False),
        _minimum(fewest),
        _named(_places(clashes)),
    )


def _clubs(figures: Mapping[str, Any]) -> ReportLine:
    meetings, fewest = figures["loose_clashes"], figures["loose_minimum"]
    return ReportLine(
        _("Of one club or country at one table"),
        ngettext("%(count)s pair", "%(count)s pairs", len(meetings)) % {"count": len(meetings)},
        len(meetings) <= fewest or None,
        _minimum(fewest),
        _named(_places(meetings)),
    )


def _ranks(figures: Mapping[str, Any]) -> ReportLine:
    spread, least = figures["rank_spread"], figures["rank_spread_minimum"]
    return ReportLine(
        _("Distance in the standing at a table"),
        str(spread),
        spread <= least or None,
        _("sum of the squared differences of places; four after four: %(count)s")
        % {"count": least},
    )


def _winds(draw: Draw) -> ReportLine:
    figures = draw.quality
    spread = figures["wind_spread_ever"]
    rounds = zip(figures.get("numbers", ()), figures.get("wind_spreads", ()), strict=False)
    return ReportLine(
        _("Balance of the starting winds"),
        _("differ by %(spread)s at most") % {"spread": spread},
        spread
        <= (MOST_AFTERWARDS if draw.constraints.get("standing") or draw.first_round > 1 else 1),
        _("after every round"),
        tuple(
            _("After round %(round)s: %(spread)s") % {"round": number, "spread": after}
            for number, after in rounds
        ),
    )


def _tables(draw: Draw) -> ReportLine:
    """Judge only draws that choose their tables: by the standing it gives them their order."""
    figures = draw.quality
    count, fewest = figures["table_revisits"], figures["table_revisits_minimum"]
    by_standing = bool(draw.constraints.get("standing"))
    visits = [
        _("%(player)s at table %(table)s: %(count)s times")
        % {"player": player, "table": table, "count": times}
        for player, table, times in figures.get("revisited", ())
    ]
    return ReportLine(
        _("Back at the same table"),
        ngettext("%(count)s time", "%(count)s times", count) % {"count": count},
        None if by_standing else count <= fewest,
        _("the standing gives the tables their order") if by_standing else _minimum(fewest),
        _named(visits),
    )


def _own_tables(draw: Draw) -> ReportLine:
    """Say who is not at the table he always sits at, and who has it in his place."""
    missed, own = draw.quality["tables_missed"], dict(draw.constraints["tables"])
    return ReportLine(
        _("Away from their own table"),
        ngettext("%(count)s time", "%(count)s times", len(missed)) % {"count": len(missed)},
        not missed,
        details=_named(_away(number, player, own) for number, player in missed),
    )


def _away(number: int, player: int, own: Mapping[int, int]) -> str:
    values = {"round": number, "player": player, "table": own[player]}
    for other, table in own.items():
        if table == own[player] and other < player:
            return _(
                "Round %(round)s: %(player)s is not at table %(table)s, "
                "%(other)s has the same one and the smaller number"
            ) % {**values, "other": other}
    return _("Round %(round)s: %(player)s is not at table %(table)s") % values


def _unmet(figures: Mapping[str, Any]) -> ReportLine:
    count = figures["unmet"]
    return ReportLine(
        _("Never met after these rounds"),
        ngettext("%(count)s pair", "%(count)s pairs", count) % {"count": count},
        None,
    )


def _roster(draw: Draw, problems: Problems) -> ReportLine:
    figures = draw.quality
    is_final = draw.kind in FINALS
    seated_twice = figures["seated_twice"] or figures["short_tables"]
    return ReportLine(
        _("Every finalist has one seat") if is_final else _("Everybody present has one seat"),
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
