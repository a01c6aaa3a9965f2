"""The individual standing."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import django_tables2 as tables
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_lazy as _

from scoring.listing import listed
from tournament.models import Player, Team
from tournament.results import Results
from tournament.standings import Line
from tournament.tables.base import ValueColumn, player_link, styled
from tournament.tables.lines import LineTable, RoundCell


@dataclass(frozen=True, slots=True)
class StandingRow:
    """A player's line with what its cells show."""

    line: Line
    player: Player
    team: Team | None
    cells: Mapping[int, RoundCell]
    is_disqualified: bool = False

    @property
    def number(self) -> int:
        """The entry number."""
        return self.player.number

    def matches(self, query: str) -> bool:
        """Whether the player has this number, or this as a part of a name."""
        if query.isdecimal() and int(query) == self.number:
            return True
        names = (str(self.player), self.player.latin_name)
        return any(query.casefold() in name.casefold() for name in names)


def standing_rows(results: Results) -> Iterator[StandingRow]:
    """Return the rows of the individual standing, best first."""
    for line in results.lines:
        player = results.players[line.entry.player]
        yield StandingRow(
            line=line,
            player=player,
            team=results.teams.get(player.team_id or 0),
            cells=player_cells(results, line),
            is_disqualified=player.pk in results.disqualified,
        )


def player_cells(results: Results, line: Line) -> Mapping[int, RoundCell]:
    """Return the counted rounds of a line, and those an outside substitute played for it."""
    cells = {
        place.result.game.round.number: RoundCell(
            place.table_points, place.score, place.result.game.table.number, credited=False
        )
        for place in results.places.get(line.entry.player, ())
        if place.result.counts and not place.credited
    }
    return cells | {
        cell.round: RoundCell(cell.table_points, cell.score, cell.table) for cell in line.counted
    }


class StandingsTable(LineTable):
    """The individual standing."""

    caption = _("Individual standings")
    before_rounds = ("rank", "number", "name", "latin_name", "team", "status")

    name = tables.Column(_("Player"), accessor="player", attrs=styled("name-cell"))
    latin_name = ValueColumn(_("Latin name"), "player__latin_name")
    team = tables.Column(_("Team"), attrs=styled("wide-only"))
    status = ValueColumn(_("Remark"), "player__status")
    club = ValueColumn(_("Club"), "player__club")
    country = ValueColumn(_("Country"), "player__country")
    federation_id = ValueColumn(_("Federation id"), "player__federation_id")

    class Meta(LineTable.Meta):
        """Django-tables2 inherits columns, but not this."""

    def __init__(self, results: Results, rows: Sequence[StandingRow] | None = None) -> None:
        data = list(standing_rows(results)) if rows is None else rows
        super().__init__(data, results, exclude=() if results.teams else ("team",))

    def render_number(self, record: StandingRow) -> str:
        """Draw the number as it stands on badges and sheets."""
        return record.player.entry_number

    def render_name(self, value: Player, record: StandingRow) -> SafeString:
        """Draw the name as a link, with what sets the player apart."""
        return format_html(
            "{}{}",
            player_link(self.tournament, value),
            format_html_join("", ' <span class="pill pill-warn">{}</span>', marks(record)),
        )

    def value_number(self, value: int) -> int:
        """Return the number itself."""
        return value

    def value_name(self, value: Player) -> str:
        """Return the name alone."""
        return str(value)

    def value_status(self, record: StandingRow) -> str:
        """Return what sets the player apart, in words."""
        return listed(mark for (mark,) in marks(record))


def marks(row: StandingRow) -> list[tuple[str]]:
    """Return what sets a player apart: disqualified, withdrawn, not ranked."""
    found = []
    if row.is_disqualified:
        found.append((pgettext("player", "disqualified"),))
    elif row.player.status == Player.Status.WITHDRAWN:
        found.append((gettext("withdrawn"),))
    if not row.player.is_ranked:
        found.append((gettext("filler"),))
    return found
