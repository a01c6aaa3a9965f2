"""The list of players as it stands, in the columns of the list one imports."""

from collections.abc import Iterator

from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.exports.results import zone_of
from tournament.exports.roster_template import headings
from tournament.exports.workbook import Sheet, Target, write_workbook
from tournament.models import Player, Tournament

Row = list[str | int | None]


def roster_rows(tournament: Tournament) -> Iterator[Row]:
    """Return a header and a row for everybody ever entered, by number; the status stands last."""
    yield [*headings(), _("Status")]
    for player in tournament.players.select_related("team").order_by("number"):
        yield _row(player)


def _row(player: Player) -> Row:
    team = player.team
    return [
        player.number,
        player.name,
        player.latin_name,
        team.number if team else None,
        team.name if team else "",
        player.member_number,
        _("yes") if player.is_reserve else "",
        player.club,
        player.country,
        player.federation_id,
        player.get_status_display(),
    ]


def save_roster(tournament: Tournament, target: Target) -> None:
    """Write the list as .xlsx in the language of the moment."""
    zone = zone_of(tournament)
    now = timezone.localtime(timezone=zone)
    write_workbook(
        [Sheet(_("Players"), roster_rows(tournament))],
        target,
        heading=f"{tournament.name} · {now:%Y-%m-%d %H:%M}",
        zone=zone,
    )
