"""One entry, one team: edit, withdraw and reinstate, never over somebody else's change."""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from tournament.models import ActionLog, Player, Team, Tournament
from tournament.permissions import Action
from tournament.services.access import require
from tournament.services.disqualification import is_disqualified
from tournament.services.errors import BadState, EntryConflict
from tournament.services.locks import touch_standings
from tournament.services.log import Request, answered, write
from tournament.services.roster import player_values, table_numbered


def version_of(values: Mapping[str, Any]) -> str:
    """Return a short hash of what a form showed: it is posted back and compared."""
    text = json.dumps(values, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def team_values(team: Team) -> dict[str, Any]:
    """Return a team as the log keeps it."""
    return {"number": team.number, "name": team.name}


@transaction.atomic
def edit_player(
    *, player: Player, seen: str, team: Team | None, request: Request, **fields: Any
) -> Player:
    """
    Change an entry; `fields` are fields of `Player` besides its team, its table by number.

    `seen` is the version the user was looking at; raise `EntryConflict` when it is another one by
    now, `BadState` when the number is taken.
    """
    tournament, player = _locked(player)
    values = {
        "player": player.pk,
        "seen": seen,
        "team": team.number if team else None,
        **fields,
    }
    if answered(request, "edit_player", values):
        return player
    require(request, Action.EDIT_ROSTER, tournament)
    before = player_values(player)
    if version_of(before) != seen:
        raise EntryConflict(
            _(
                "Somebody changed this entry meanwhile. Yours is still in the form; compare and save."
            )
        )
    number = fields.get("number", player.number)
    if tournament.players.filter(number=number).exclude(pk=player.pk).exists():
        raise BadState(_("There is already an entry number %(number)s.") % {"number": number})
    player.team = team
    if "fixed_table" in fields:
        fields["fixed_table"] = table_numbered(tournament, fields["fixed_table"])
    for name, value in fields.items():
        setattr(player, name, value)
    player.full_clean()
    player.save(update_fields=["team", *fields])
    touch_standings(tournament)
    write(
        request,
        "edit_player",
        values,
        tournament=tournament,
        obj=player,
        before=before,
        after=player_values(player),
    )
    return player


@transaction.atomic
def reinstate_player(*, player: Player, request: Request) -> Player:
    """
    Take a withdrawal back: the entry is what it was before, what he missed stays missed.

    Raise `BadState` for who is not withdrawn, or is disqualified.
    """
    tournament, player = _locked(player)
    values = {"player": player.pk}
    if answered(request, "reinstate_player", values):
        return player
    require(request, Action.NOTE_ATTENDANCE, tournament)
    if player.status != Player.Status.WITHDRAWN:
        raise BadState(_("%(player)s is not withdrawn.") % {"player": player})
    if is_disqualified(player):
        raise BadState(
            _("%(player)s is disqualified. Cancel that penalty first.") % {"player": player}
        )
    before = {"status": player.status, "last_round": player.last_round}
    player.status = _status_before(player)
    player.last_round = None
    player.save(update_fields=["status", "last_round"])
    touch_standings(tournament)
    write(
        request,
        "reinstate_player",
        values,
        tournament=tournament,
        obj=player,
        before=before,
        after={"status": player.status, "last_round": None},
    )
    return player


def _status_before(player: Player) -> Player.Status:
    """Return what an entry was when it was withdrawn; without a line of that it was entered."""
    lines = ActionLog.objects.filter(
        object_type="player", object_id=player.pk, action="withdraw_player"
    )
    line = lines.order_by("-pk").first()
    before = (line.before or {}) if line else {}
    return Player.Status(before.get("status", Player.Status.ENTERED))


@transaction.atomic
def edit_team(*, team: Team, seen: str, number: int, name: str, request: Request) -> Team:
    """Rename or renumber a team; as `edit_player`."""
    tournament = Tournament.objects.select_for_update().get(pk=team.tournament_id)
    team = Team.objects.get(pk=team.pk)
    values = {"team": team.pk, "seen": seen, "number": number, "name": name}
    if answered(request, "edit_team", values):
        return team
    require(request, Action.EDIT_ROSTER, tournament)
    before = team_values(team)
    if version_of(before) != seen:
        raise EntryConflict(
            _("Somebody changed this team meanwhile. Yours is still in the form; compare and save.")
        )
    if tournament.teams.filter(number=number).exclude(pk=team.pk).exists():
        raise BadState(_("There is already a team %(number)s.") % {"number": number})
    team.number, team.name = number, name
    team.save(update_fields=["number", "name"])
    touch_standings(tournament)
    write(
        request,
        "edit_team",
        values,
        tournament=tournament,
        obj=team,
        before=before,
        after=team_values(team),
    )
    return team


def _locked(player: Player) -> tuple[Tournament, Player]:
    """Lock the event; return it and the entry fresh."""
    tournament = Tournament.objects.select_for_update().get(pk=player.tournament_id)
    return tournament, Player.objects.select_related("team", "fixed_table").get(pk=player.pk)
