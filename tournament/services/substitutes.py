"""Who plays a seat in its entry's place, for one game."""

from django.db import transaction
from django.utils.translation import gettext as _

from tournament.models import Game, Player, Round, Seat
from tournament.permissions import Action
from tournament.services.access import require
from tournament.services.errors import BadState
from tournament.services.locks import lock_game, touch_game
from tournament.services.log import Request, answered, write
from tournament.services.missing import expect_reason


@transaction.atomic
def set_substitute(
    *, seat: Seat, request: Request, player: Player | None = None, name: str = ""
) -> Seat:
    """
    Let somebody else play a seat for this game; neither `player` nor `name` = the entry itself.

    No other game is touched, and a closed round takes it with a reason only.
    """
    game = lock_game(seat.game_id)
    name = "" if player else name.strip()
    values = {"seat": seat.pk, "player": player.pk if player else None, "name": name}
    seat = game.seats.select_related("player").get(pk=seat.pk)
    if answered(request, "set_substitute", values):
        return seat
    require(request, Action.SET_SUBSTITUTE, game.round.tournament, game)
    if game.round.state == Round.State.CLOSED:
        expect_reason(request)
    if player:
        _check(game, seat, player)
    before = {"player": seat.played_by_id, "name": seat.played_by_name}
    seat.played_by = player
    seat.played_by_name = name
    seat.save(update_fields=["played_by", "played_by_name"])
    touch_game(game)
    write(
        request,
        "set_substitute",
        values,
        tournament=game.round.tournament,
        obj=seat,
        before=before,
        after={"player": seat.played_by_id, "name": seat.played_by_name},
    )
    return seat


def _check(game: Game, seat: Seat, player: Player) -> None:
    """Raise `BadState` for somebody who is needed elsewhere or has left."""
    in_round = Seat.objects.filter(round=game.round)
    if in_round.filter(player=player).exists():
        raise BadState(_("%(player)s already sits in this round.") % {"player": player})
    if in_round.filter(played_by=player).exclude(pk=seat.pk).exists():
        raise BadState(
            _("%(player)s already plays for somebody in this round.") % {"player": player}
        )
    if player.status == Player.Status.WITHDRAWN:
        raise BadState(_("%(player)s is withdrawn.") % {"player": player})
