"""The roster as a whole: import a list, check people in, fill the tables up."""

import hashlib
import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.models import ActionLog, Player, RosterDraft, Round, Team, Tournament
from tournament.permissions import Action
from tournament.roster import Person, Plan
from tournament.services.access import require
from tournament.services.errors import BadState, EntryConflict
from tournament.services.locks import touch_standings
from tournament.services.log import Request, answered, write

KEPT_HOURS = 24
BATCH = 500
# What a list can say of an entry besides its number and team.
FIELDS = (
    "name",
    "latin_name",
    "member_number",
    "is_reserve",
    "club",
    "country",
    "federation_id",
)


@dataclass(frozen=True, slots=True)
class Standing:
    """The roster at one moment, in two queries; `version` changes with anything in it."""

    persons: tuple[Person, ...]
    teams: Mapping[int, str]
    version: str


def standing_roster(tournament: Tournament) -> Standing:
    """Return everybody who is entered, withdrawn ones included, and the teams by number."""
    columns = ("number", *FIELDS, "team__name", "team__number")
    rows = list(tournament.players.order_by("number").values(*columns))
    teams = dict(tournament.teams.order_by("number").values_list("number", "name"))
    version = hashlib.sha256(json.dumps([rows, list(teams.items())]).encode()).hexdigest()
    persons = [
        Person(team=row.pop("team__name") or "", team_number=row.pop("team__number"), **row)
        for row in rows
    ]
    return Standing(tuple(persons), teams, version)


def next_round(tournament: Tournament) -> int:
    """Return the first round that somebody who comes now can play."""
    seated = tournament.rounds.filter(
        state__in=(Round.State.PUBLISHED, Round.State.RUNNING, Round.State.CLOSED)
    )
    last: int | None = seated.aggregate(last=Max("number"))["last"]
    return (last or 0) + 1


def next_number(tournament: Tournament) -> int:
    """Return the entry number after the highest."""
    last: int | None = tournament.players.aggregate(last=Max("number"))["last"]
    return (last or 0) + 1


# Importing


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
    if plan.undecided:
        raise BadState(_("Some lines still need an answer. Nothing was imported."))
    if standing_roster(tournament).version != seen:
        raise EntryConflict(
            _("Somebody changed the roster meanwhile. Nothing was imported; look again.")
        )
    teams = _Teams(tournament)
    changed = _correct(tournament, plan, teams)
    added = _arrive(tournament, plan, teams)
    counts = {
        "added": len(added),
        "changed": len(changed),
        "skipped": len(plan.skipped),
        "teams": len(teams.made),
    }
    touch_standings(tournament)
    write(
        request,
        "import_roster",
        values,
        tournament=tournament,
        obj=tournament,
        before={"changed": [before for before, _after in changed]},
        after={
            "counts": counts,
            "added": added,
            "changed": [after for _before, after in changed],
            "teams": teams.made,
        },
    )
    return Imported(**counts)


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


def player_values(player: Player) -> dict[str, Any]:
    """Return an entry as the log keeps it."""
    return {
        "number": player.number,
        **{name: getattr(player, name) for name in FIELDS},
        "team": player.team.number if player.team else None,
        "is_ranked": player.is_ranked,
        "first_round": player.first_round,
    }


# Checking in


@transaction.atomic
def check_in(
    *, tournament: Tournament, numbers: Collection[int], present: bool, request: Request
) -> tuple[Player, ...]:
    """
    Note who has come, or with `present` false that he has not; return whose state changed.

    Raise `BadState` when one of them is withdrawn: reinstate him first.
    """
    tournament = Tournament.objects.select_for_update().get(pk=tournament.pk)
    wanted = sorted(set(numbers))
    values = {"tournament": tournament.pk, "numbers": wanted, "present": present}
    players = list(tournament.players.filter(number__in=wanted).order_by("number"))
    if answered(request, "check_in", values):
        return tuple(players)
    require(request, Action.NOTE_ATTENDANCE, tournament)
    _refuse_withdrawn(players)
    to = Player.Status.CHECKED_IN if present else Player.Status.ENTERED
    moved = [player for player in players if player.status != to]
    before = {str(player.number): player.status for player in moved}
    for player in moved:
        player.status = to
    Player.objects.bulk_update(moved, ["status"], batch_size=BATCH)
    write(
        request,
        "check_in",
        values,
        tournament=tournament,
        obj=tournament,
        before=before,
        after=dict.fromkeys(before, to.value),
    )
    return tuple(moved)


def _refuse_withdrawn(players: Sequence[Player]) -> None:
    gone = [str(player) for player in players if player.status == Player.Status.WITHDRAWN]
    if gone:
        raise BadState(
            _("Withdrawn, so nothing was changed: %(names)s. Reinstate first.")
            % {"names": ", ".join(gone)}
        )
