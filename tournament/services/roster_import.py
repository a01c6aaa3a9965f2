"""Importing a list of players: kept as a draft, read with its questions, entered at once."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.models import ActionLog, Player, RosterDraft, Team, Tournament
from tournament.permissions import Action
from tournament.roster import Person, Plan
from tournament.services.access import require
from tournament.services.errors import BadState, EntryConflict
from tournament.services.locks import touch_standings
from tournament.services.log import Request, answered, write
from tournament.services.roster import (
    BATCH,
    FIELDS,
    next_round,
    player_values,
    standing_roster,
)

KEPT_HOURS = 24


def keep_draft(
    *,
    tournament: Tournament,
    file_name: str,
    sheet: Mapping[str, Any],
    columns: Sequence[str],
    last_header_row: int,
    request: Request,
) -> RosterDraft:
    """Keep what was read of a file until it is imported; drafts nobody answered go."""
    require(request, Action.EDIT_ROSTER, tournament)
    RosterDraft.objects.filter(expires_at__lt=timezone.now()).delete()
    return RosterDraft.objects.create(
        tournament=tournament,
        by=request.by,
        file_name=file_name[:200],
        sheet=sheet,
        columns=list(columns),
        last_header_row=last_header_row,
        expires_at=timezone.now() + timedelta(hours=KEPT_HOURS),
    )


def name_columns(
    *, draft: RosterDraft, columns: Sequence[str], last_header_row: int, request: Request
) -> None:
    """Say what the columns of a draft mean, for a file whose header does not."""
    require(request, Action.EDIT_ROSTER, draft.tournament)
    draft.columns = list(columns)
    draft.last_header_row = last_header_row
    draft.save(update_fields=["columns", "last_header_row"])


@dataclass(frozen=True, slots=True)
class Imported:
    """What an import did, in numbers."""

    added: int
    changed: int
    skipped: int
    teams: int


@transaction.atomic
def import_roster(
    *,
    tournament: Tournament,
    plan: Plan,
    seen: str,
    answers: Mapping[str, Any],
    request: Request,
) -> Imported:
    """
    Enter and change the people of a plan, and the teams they need: one log row for all.

    `seen` is the version of the roster the plan was made for; raise `EntryConflict` when it is
    another one by now, `BadState` while a line is undecided. `answers` are what the user sent: a
    retry sends them again, while its plan would be another one.
    """
    tournament = Tournament.objects.select_for_update().get(pk=tournament.pk)
    values = {"tournament": tournament.pk, "answers": answers}
    if row := answered(request, "import_roster", values):
        return Imported(**_logged(row, "counts"))
    require(request, Action.EDIT_ROSTER, tournament)
    _refuse(tournament, plan, seen)
    teams = _Teams(tournament)
    changed = _correct(tournament, plan, teams)
    added = _arrive(tournament, plan, teams)
    done = Imported(len(added), len(changed), len(plan.skipped), len(teams.made))
    touch_standings(tournament)
    write(
        request,
        "import_roster",
        values,
        tournament=tournament,
        obj=tournament,
        before={"changed": [before for before, _after in changed]},
        after={
            "counts": asdict(done),
            "added": added,
            "changed": [after for _before, after in changed],
            "teams": teams.made,
        },
    )
    return done


def _refuse(tournament: Tournament, plan: Plan, seen: str) -> None:
    """Refuse a plan with open questions, and one made for another roster than today's."""
    if plan.undecided:
        raise BadState(_("Some lines still need an answer. Nothing was imported."))
    if standing_roster(tournament).version != seen:
        raise EntryConflict(
            _("Somebody changed the roster meanwhile. Nothing was imported; look again.")
        )


def _logged(row: ActionLog, name: str) -> Any:
    """A part of what the first request under a token did."""
    return (row.after or {})[name]


class _Teams:
    """The teams of an event by number and name; those that are missing are made."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        teams = list(tournament.teams.all())
        self.by_number = {team.number: team for team in teams}
        self.by_name = {_key(team.name): team for team in teams if team.name}
        self.made: list[dict[str, Any]] = []

    def find(self, person: Person) -> Team | None:
        """Return a person's team, made when it is not there; None when he says nothing of one."""
        if not person.team and person.team_number is None:
            return None
        team = self.by_name.get(_key(person.team)) if person.team else None
        if team is None and person.team_number is not None:
            team = self.by_number.get(person.team_number)
        return self._named(team, person.team) if team else self._make(person)

    def _make(self, person: Person) -> Team:
        number = person.team_number or max(self.by_number, default=0) + 1
        team = Team.objects.create(tournament=self.tournament, number=number, name=person.team)
        return self._keep(team)

    def _named(self, team: Team, name: str) -> Team:
        """Give a team without a name the one a list has for its number."""
        if not name or team.name:
            return team
        team.name = name
        team.save(update_fields=["name"])
        return self._keep(team)

    def _keep(self, team: Team) -> Team:
        self.by_number[team.number] = team
        if team.name:
            self.by_name[_key(team.name)] = team
        self.made.append({"number": team.number, "name": team.name})
        return team


def _key(name: str) -> str:
    return "".join(name.split()).casefold()


def _correct(
    tournament: Tournament, plan: Plan, teams: _Teams
) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """Change the entries that lines of the list were told to be; blank cells change nothing."""
    numbers = [correction.number for correction in plan.corrections]
    found = tournament.players.select_related("team").filter(number__in=numbers)
    players = {player.number: player for player in found}
    logged = []
    for correction in plan.corrections:
        player = players[correction.number]
        before = player_values(player)
        given = correction.person.given()
        for name in FIELDS:
            if name in given:
                setattr(player, name, given[name])
        player.team = teams.find(correction.person) or player.team
        logged.append((before, player_values(player)))
    Player.objects.bulk_update(players.values(), [*FIELDS, "team"], batch_size=BATCH)
    return logged


def _arrive(tournament: Tournament, plan: Plan, teams: _Teams) -> list[list[Any]]:
    """Enter new people; return number and name of each for the log."""
    first_round = next_round(tournament)
    players = [
        Player(
            tournament=tournament,
            number=arrival.person.number or 0,
            team=teams.find(arrival.person),
            first_round=first_round,
            **{name: getattr(arrival.person, name) for name in FIELDS},
        )
        for arrival in plan.arrivals
    ]
    Player.objects.bulk_create(players, batch_size=BATCH)
    return [[player.number, player.name] for player in players]
