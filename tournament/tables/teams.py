"""The team standing and the members of the teams."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import django_tables2 as tables
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_lazy as _

from tournament.models import Player, Team
from tournament.results import Results
from tournament.standings import TeamLine, TeamMember
from tournament.tables.base import BLANK, ValueColumn, player_link, styled
from tournament.tables.lines import LineTable, RoundCell
from tournament.templatetags.mahjong import table_points, with_lang


@dataclass(frozen=True, slots=True)
class MemberRow:
    """What a member brought to his team; it stands in a line's place there."""

    member: TeamMember
    player: Player | None
    team: Team
    cells: Mapping[int, RoundCell]

    @property
    def number(self) -> int | None:
        """The entry number, None for results in no member's place."""
        return self.player.number if self.player else None


@dataclass(frozen=True, slots=True)
class TeamRow:
    """A team's line and its members."""

    line: TeamLine
    team: Team
    cells: Mapping[int, RoundCell]
    results: Results

    @property
    def number(self) -> int:
        """The team's number."""
        return self.team.number

    @property
    def members(self) -> "TeamMembersTable":
        """The members, made for the teams that are shown."""
        return TeamMembersTable(self.results, list(member_rows(self.results, self.line)))


def team_rows(results: Results) -> Iterator[TeamRow]:
    """Return the rows of the team standing, best first."""
    for line in results.team_lines:
        team = results.teams[line.entry.team]
        yield TeamRow(
            line=line,
            team=team,
            cells={row.round: RoundCell(row.table_points, row.score) for row in line.rounds},
            results=results,
        )


def member_rows(results: Results, line: TeamLine) -> Iterator[MemberRow]:
    """Return the rows of a team's members, best first; outside substitutes count for the team."""
    start = results.tournament.starting_score
    for member in line.members:
        places = results.places.get(member.player or 0, ())
        yield MemberRow(
            member=member,
            player=results.players.get(member.player or 0),
            team=results.teams[line.entry.team],
            cells={
                place.result.game.round.number: RoundCell(
                    place.table_points, place.score - start, place.result.game.table.number
                )
                for place in places
                if place.result.counts
            },
        )


class TeamsTable(LineTable):
    """The team standing; the page puts the members below each team."""

    caption = _("Team standings")
    name = tables.Column(_("Team"), accessor="team", attrs=styled("name-cell"))

    class Meta(LineTable.Meta):
        attrs = {"class": "standings fold teams"}
        template_name = "tournament/public/_teams_table.html"

    def __init__(self, results: Results) -> None:
        super().__init__(list(team_rows(results)), results)

    def render_name(self, value: Team) -> SafeString:
        """Draw the team's name."""
        return with_lang(value)

    def value_name(self, value: Team) -> str:
        """Return the name alone."""
        return str(value)


class TeamMembersTable(LineTable):
    """The members of one team, or of all of them one after the other."""

    caption = _("Team members")
    before_rounds = ("team_number", "team", "rank", "number", "name")

    team_number = ValueColumn(_("Team no."), "team__number")
    team = ValueColumn(_("Team"), "team")
    rank = tables.Column("", accessor="team", exclude_from_export=True)
    name = tables.Column(_("Player"), accessor="player", attrs=styled("name-cell"), empty_values=())
    table_points = tables.Column(
        _("Table points"), accessor="member__table_points", attrs=styled("total")
    )
    score = tables.Column(_("Score"), accessor="member__score", attrs=styled("score"))
    counted = ValueColumn(_("Counted"), "member__counted")
    status = ValueColumn(_("Remark"), "player__status")

    class Meta(LineTable.Meta):
        """As the teams."""

    def __init__(self, results: Results, rows: Sequence[MemberRow]) -> None:
        super().__init__(rows, results, exclude=("adjusted", "fold"))
        self.disqualified = results.disqualified

    def render_rank(self, record: MemberRow) -> str:
        """Draw nothing: the team has the rank."""
        return ""

    def render_number(self, record: MemberRow) -> str:
        """Draw the entry number as it stands on badges and sheets."""
        return record.player.entry_number if record.player else BLANK

    def value_number(self, value: int | None) -> int | None:
        """Return the number itself."""
        return value

    def render_name(self, value: Player | None) -> SafeString | str:
        """Draw the member as a link, marked when he is disqualified."""
        if value is None:
            return gettext("No member")
        link = player_link(self.tournament, value)
        if value.pk not in self.disqualified:
            return link
        mark = pgettext("player", "disqualified")
        return format_html('{} <span class="pill pill-warn">{}</span>', link, mark)

    def value_name(self, value: Player | None) -> str:
        """Return the name alone."""
        return str(value) if value else gettext("No member")

    def render_table_points(self, record: MemberRow) -> SafeString | str:
        """Draw what the member brought; a result beyond the best ones says that it is not counted."""
        points = table_points(record.member.table_points)
        if record.member.counted:
            return points
        return format_html("{}<small>{}</small>", points, gettext("not counted"))

    def value_status(self, record: MemberRow) -> str:
        """Return that the member is disqualified, in words."""
        player = record.player
        gone = player is not None and player.pk in self.disqualified
        return pgettext("player", "disqualified") if gone else ""

    def value_counted(self, value: bool) -> str:
        """Return yes or no."""
        return gettext("yes") if value else gettext("no")
