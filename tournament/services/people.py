"""Teams and players of an event."""

from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from tournament.models import Player, Team, Tournament
from tournament.permissions import Action
from tournament.services.access import require
from tournament.services.errors import BadState
from tournament.services.locks import touch_standings
from tournament.services.log import Request, answered, write
from tournament.services.roster import table_numbered


@transaction.atomic
def add_team(*, tournament: Tournament, number: int, request: Request, name: str = "") -> Team:
    """Add a team; raise `BadState` when the number is taken."""
    values = {"tournament": tournament.pk, "number": number, "name": name}
    if row := answered(request, "add_team", values):
        return Team.objects.get(pk=row.object_id)
    require(request, Action.EDIT_ROSTER, tournament)
    if tournament.teams.filter(number=number).exists():
        raise BadState(_("There is already a team %(number)s.") % {"number": number})
    team = Team.objects.create(tournament=tournament, number=number, name=name)
    touch_standings(tournament)
    write(request, "add_team", values, tournament=tournament, obj=team, after=values)
    return team


@transaction.atomic
def add_player(
    *,
    tournament: Tournament,
    number: int,
    request: Request,
    team: Team | None = None,
    **fields: Any,
) -> Player:
    """Enter a person; `fields` are further fields of `Player`, his own table by its number."""
    values = {
        "tournament": tournament.pk,
        "number": number,
        "team": team.number if team else None,
        **fields,
    }
    if row := answered(request, "add_player", values):
        return Player.objects.get(pk=row.object_id)
    require(request, Action.EDIT_ROSTER, tournament)
    if tournament.players.filter(number=number).exists():
        raise BadState(_("There is already an entry number %(number)s.") % {"number": number})
    if "fixed_table" in fields:
        fields["fixed_table"] = table_numbered(tournament, fields["fixed_table"])
    player = Player(tournament=tournament, number=number, team=team, **fields)
    player.full_clean()
    player.save()
    touch_standings(tournament)
    write(request, "add_player", values, tournament=tournament, obj=player, after=values)
    return player


@transaction.atomic
def withdraw_player(*, player: Player, last_round: int, request: Request) -> Player:
    """Withdraw a player after `last_round`; what he played stays. Raise `BadState` for the second time."""
    values = {"player": player.pk, "last_round": last_round}
    if row := answered(request, "withdraw_player", values):
        return Player.objects.get(pk=row.object_id)
    player = Player.objects.select_for_update(of=("self",)).get(pk=player.pk)
    require(request, Action.NOTE_ATTENDANCE, player.tournament)
    if player.status == Player.Status.WITHDRAWN:
        raise BadState(_("%(player)s is already withdrawn.") % {"player": player})
    before = {"status": player.status, "last_round": player.last_round}
    player.status = Player.Status.WITHDRAWN
    player.last_round = last_round
    player.save(update_fields=["status", "last_round"])
    touch_standings(player.tournament)
    write(
        request,
        "withdraw_player",
        values,
        tournament=player.tournament,
        obj=player,
        before=before,
        after={"status": player.status, "last_round": last_round},
    )
    return player
