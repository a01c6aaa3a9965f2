"""The workbook of an event's results, from the tables the pages show."""

from collections.abc import Mapping, Sequence
from datetime import tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.utils import timezone
from django.utils.translation import gettext

from tournament.exports.workbook import Sheet, Target, write_workbook
from tournament.models import Penalty, Round, Tournament
from tournament.results import Results, event_penalties
from tournament.tables.games import GameRow, GamesTable
from tournament.tables.penalties import Offences, PenaltiesTable, offences_of
from tournament.tables.standings import StandingsTable
from tournament.tables.teams import TeamMembersTable, TeamsTable, member_rows


def save_results(results: Results, target: Target) -> None:
    """Write the workbook of `results` in the language of the moment, in three more queries."""
    tournament = results.tournament
    penalties = event_penalties(tournament, public=results.public)
    write_workbook(
        sheets(results, penalties, offences_of(tournament)),
        target,
        heading=heading(results),
        zone=zone_of(tournament),
    )


def heading(results: Results) -> str:
    """Return what stands above every printed page: event, provisional or final, when."""
    tournament = results.tournament
    now = timezone.localtime(timezone=zone_of(tournament))
    state = gettext("Final") if tournament.is_final else gettext("Provisional")
    return f"{tournament.name} · {state} · {now:%Y-%m-%d %H:%M}"


def zone_of(tournament: Tournament) -> tzinfo:
    """Return the event's time zone, the house's own when the event names none there is."""
    try:
        return ZoneInfo(tournament.time_zone)
    except (ZoneInfoNotFoundError, ValueError):
        return timezone.get_default_timezone()


def sheets(results: Results, penalties: Sequence[Penalty], offences: Offences) -> tuple[Sheet, ...]:
    """Return the sheets of the results: standings, teams, each round's games, penalties."""
    found = [Sheet(gettext("Standings"), StandingsTable(results).as_values())]
    if results.teams:
        members = [row for line in results.team_lines for row in member_rows(results, line)]
        found += [
            Sheet(gettext("Teams"), TeamsTable(results).as_values()),
            Sheet(gettext("Team members"), TeamMembersTable(results, members).as_values()),
        ]
    found += [
        Sheet(str(round_), GamesTable(rows).as_values())
        for round_, rows in games_by_round(results).items()
    ]
    values = PenaltiesTable(penalties, offences).as_values()
    return (*found, Sheet(gettext("Penalties"), values))


def games_by_round(results: Results) -> Mapping[Round, Sequence[GameRow]]:
    """Return the games of every round that is not a draft."""
    rounds: dict[Round, list[GameRow]] = {}
    for result in results.games:
        row = GameRow(result, results.players, results.tournament)
        rounds.setdefault(result.game.round, []).append(row)
    return rounds
