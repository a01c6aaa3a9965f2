"""The roster as it stands: who is entered, the next numbers, who has come."""

import hashlib
import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from scoring.listing import listed
from tournament.models import Player, Round, Table, Tournament
from tournament.permissions import Action
from tournament.roster import Person
from tournament.services.access import require
from tournament.services.errors import BadState
from tournament.services.log import Request, answered, write

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
class Roster:
    """The roster at one moment, in two queries; `version` changes with anything in it."""

    persons: tuple[Person, ...]
    teams: Mapping[int, str]
    version: str


def standing_roster(tournament: Tournament) -> Roster:
    """Return everybody who is entered, withdrawn ones included, and the teams by number."""
    columns = ("number", *FIELDS, "team__name", "team__number")
    rows = list(tournament.players.order_by("number").values(*columns))
    teams = dict(tournament.teams.order_by("number").values_list("number", "name"))
    version = hashlib.sha256(json.dumps([rows, list(teams.items())]).encode()).hexdigest()
    persons = [
        Person(team=row.pop("team__name") or "", team_number=row.pop("team__number"), **row)
        for row in rows
    ]
    return Roster(tuple(persons), teams, version)


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


def player_values(player: Player) -> dict[str, Any]:
    """Return an entry as the log keeps it."""
    return {
        "number": player.number,
        **{name: getattr(player, name) for name in FIELDS},
        "team": player.team.number if player.team else None,
        "is_ranked": player.is_ranked,
        "first_round": player.first_round,
        "fixed_table": player.fixed_table.number if player.fixed_table else None,
    }


def table_numbered(tournament: Tournament, number: int | None) -> Table | None:
    """Return the table of a number, None for none; the hall gets the tables up to it if need be."""
    if number is None:
        return None
    known = set(tournament.tables.values_list("number", flat=True))
    more = range(max(known, default=0) + 1, number + 1)
    Table.objects.bulk_create(Table(tournament=tournament, number=new) for new in more)
    return tournament.tables.get(number=number)


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
            % {"names": listed(gone)}
        )
