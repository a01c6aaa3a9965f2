"""Lines of a standing: the columns players, teams and members share."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import django_tables2 as tables
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tournament.models import Tournament
from tournament.results import Results
from tournament.tables.base import BLANK, EventTable, ValueColumn, as_number, sheet_url, styled
from tournament.templatetags.mahjong import amount, table_points


@dataclass(frozen=True, slots=True)
class RoundCell:
    """What a line brought in one round; without a `table` it is a sum of several games."""

    table_points: Fraction
    score: int
    table: int | None = None
    credited: bool = True


class RoundColumn(tables.Column):  # type: ignore[misc]  # as above
    """One round of a line: table points, the score below, and the way to the sheet."""

    def __init__(self, tournament: Tournament, number: int) -> None:
        label = f"R{number}"
        super().__init__(
            verbose_name=label,
            accessor="cells",
            empty_values=(),
            attrs={"th": {"class": "round"}, "td": {"class": "round", "data-label": label}},
        )
        self.tournament = tournament
        self.number = number

    def render(self, record: Any) -> SafeString | str:
        """Draw the cell of this round."""
        cell = record.cells.get(self.number)
        if cell is None:
            return format_html('<span class="muted">{}</span>', BLANK)
        shown = format_html("{} {}", table_points(cell.table_points), amount(cell.score))
        if not cell.credited:
            # An outside substitute's game: the sheet has it, this line does not.
            shown = format_html('<span class="muted">{}</span>', gettext("sub."))
        if cell.table is None:
            return format_html('<span class="sum">{}</span>', shown)
        return format_html(
            '<a href="{}"><span class="sr-only">{}</span>{}</a>',
            sheet_url(self.tournament, self.number, cell.table),
            gettext("Table %(number)s:") % {"number": cell.table} + " ",
            shown,
        )

    def value(self, record: Any) -> int | float | None:
        """Return the table points of this round."""
        cell = record.cells.get(self.number)
        return as_number(cell.table_points) if cell and cell.credited else None


class RoundScoreColumn(ValueColumn):
    """The score of one round, for the workbook."""

    def __init__(self, number: int) -> None:
        super().__init__(f"R{number} " + gettext("Score"), "cells")
        self.number = number

    def value(self, record: Any) -> int | None:
        """Return the score of this round."""
        cell = record.cells.get(self.number)
        return cell.score if cell and cell.credited else None


class FoldColumn(tables.Column):  # type: ignore[misc]  # as above
    """On a phone the rounds of a line stay folded below it until this is opened."""

    def __init__(self) -> None:
        super().__init__(
            verbose_name=format_html('<span class="sr-only">{}</span>', gettext("Rounds")),
            accessor="number",
            empty_values=(),
            exclude_from_export=True,
            attrs=styled("fold-cell"),
        )

    def render(self, record: Any) -> SafeString | str:
        """Draw the way to the rounds of this line; a line without any has none."""
        if not record.cells:
            return ""
        return format_html(
            '<details id="rounds-{}"><summary aria-label="{}"></summary></details>',
            record.number,
            gettext("Rounds, no. %(number)s") % {"number": record.number},
        )


def round_columns(results: Results) -> list[tuple[str, Any]]:
    """Return two columns for every round with a counted game."""
    columns: list[tuple[str, Any]] = []
    for number in results.rounds:
        columns.append((f"r{number}", RoundColumn(results.tournament, number)))
        columns.append((f"r{number}_score", RoundScoreColumn(number)))
    return columns


class LineTable(EventTable):
    """Lines of a standing: `rank` … one column per round … table points and score."""

    caption = _("Standings")
    row_header = "name"

    rank = tables.Column(_("Rank"), accessor="line__rank", empty_values=(), attrs=styled("rank"))
    number = tables.Column(_("No."), attrs=styled("number"))
    name = tables.Column(pgettext_lazy("person", "Name"), attrs=styled("name-cell"))
    adjusted = ValueColumn(_("Penalties in table points"), "line__adjusted_points")
    table_points = tables.Column(
        _("Table points"), accessor="line__table_points", attrs=styled("total")
    )
    score = tables.Column(_("Score"), accessor="line__score", attrs=styled("score"))

    class Meta(EventTable.Meta):
        attrs = {"class": "standings fold"}

    def __init__(self, data: Sequence[Any], results: Results, **options: Any) -> None:
        columns = round_columns(results)
        names = [name for name, _column in columns]
        fold = ["fold"] if columns else []
        columns.extend((name, FoldColumn()) for name in fold)
        super().__init__(
            data,
            extra_columns=columns,
            sequence=[*self.before_rounds, *names, *self.after_rounds, *fold],
            **options,
        )
        self.tournament = results.tournament
        self.has_begun = bool(results.rounds)

    before_rounds: Sequence[str] = ("rank", "number", "name")
    after_rounds: Sequence[str] = ("adjusted", "table_points", "score", "...")

    def render_rank(self, record: Any) -> SafeString | str:
        """Draw the rank: a shared one says so, who has none gets a dash."""
        line = record.line
        if line.rank is None:
            return _no_rank(gettext("not ranked"))
        if not self.has_begun:
            return _no_rank(gettext("No result yet"))
        if line.shared:
            return format_html("{} <small>{}</small>", line.rank, gettext("shared"))
        return str(line.rank)

    def value_rank(self, record: Any) -> int | None:
        """Return the rank as a number; shared ones repeat it, before any result nobody has one."""
        rank: int | None = record.line.rank
        return rank if self.has_begun else None

    def render_table_points(self, record: Any) -> SafeString | str:
        """Draw the table points, with what penalties took from them."""
        line = record.line
        points = table_points(line.table_points)
        if not line.adjusted_points:
            return points
        return format_html(
            '{}<small class="penalised">{} {}</small>',
            points,
            gettext("penalty"),
            table_points(line.adjusted_points),
        )

    def value_table_points(self, value: Fraction) -> int | float:
        """Return the table points as a number."""
        return as_number(value)

    def value_adjusted(self, value: Fraction) -> int | float | None:
        """Return what penalties took, negative; nothing for nothing."""
        return as_number(value) if value else None

    def render_score(self, value: int) -> SafeString | str:
        """Draw the score with its sign."""
        return amount(value)

    def value_score(self, value: int) -> int:
        """Return the score as a number."""
        return value


def _no_rank(why: str) -> SafeString:
    """Draw a dash, and say why to who does not see it."""
    return format_html('<span aria-hidden="true">–</span><span class="sr-only">{}</span>', why)
