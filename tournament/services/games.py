"""Games as a whole: totals without hands, substitutes, the lock."""

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from tournament.models import Game, Player, Seat
from tournament.permissions import Action
from tournament.services.access import require
from tournament.services.errors import BadState
from tournament.services.locks import lock_game, touch_game
from tournament.services.log import Request, answered, write


@transaction.atomic
def enter_totals(*, game: Game, totals: Sequence[int], request: Request) -> Game:
    """
    Keep only the four final scores of a game, A to D, penalties included.

    The reason of `request` says why there are no hands.
    """
    game = lock_game(game.pk)
    values = {"game": game.pk, "totals": list(totals)}
    if answered(request, "enter_totals", values):
        return game
    require(request, Action.ENTER_TOTALS, game.round.tournament, game)
    if game.hands.current().exclude(outcome="withdrawn").exists():
        raise BadState(_("Hands are recorded. Withdraw them before entering totals."))
    seats = list(game.seats.order_by("start"))
    before = [seat.total for seat in seats]
    for seat, total in zip(seats, totals, strict=True):
        seat.total = total
    Seat.objects.bulk_update(seats, ["total"])
    game.result = Game.Result.TOTALS
    game.reason = request.reason
    game.save(update_fields=["result", "reason"])
    touch_game(game)
    write(
        request,
        "enter_totals",
        values,
        tournament=game.round.tournament,
        obj=game,
        before={"totals": before},
        after={"totals": list(totals)},
    )
    return game


@transaction.atomic
def set_substitute(
    *, seat: Seat, request: Request, player: Player | None = None, name: str = ""
) -> Seat:
    """Let somebody else play a seat for this game; neither `player` nor `name` = the entry itself."""
    game = lock_game(seat.game_id)
    values = {"seat": seat.pk, "player": player.pk if player else None, "name": name}
    seat = game.seats.get(pk=seat.pk)
    if answered(request, "set_substitute", values):
        return seat
    require(request, Action.SET_SUBSTITUTE, game.round.tournament, game)
    if player and Seat.objects.filter(round=game.round, player=player).exists():
        raise BadState(_("%(player)s already sits in this round.") % {"player": player})
    before = {"player": seat.played_by_id, "name": seat.played_by_name}
    seat.played_by = player
    seat.played_by_name = "" if player else name
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


def close_game(*, game: Game, request: Request) -> Game:
    """Lock a game: nothing in it can change any more."""
    return move_game(game=game, to=Game.State.LOCKED, action="lock_game", request=request)


@transaction.atomic
def move_game(*, game: Game, to: Game.State, action: str, request: Request) -> Game:
    """Sign or lock a game; `action` is what the log calls it."""
    game = lock_game(game.pk)
    values = {"game": game.pk}
    if answered(request, action, values):
        return game
    require(request, Action.LOCK_GAME, game.round.tournament, game)
    before = game.state
    game.state = to
    game.save(update_fields=["state"])
    touch_game(game)
    write(
        request,
        action,
        values,
        tournament=game.round.tournament,
        obj=game,
        before={"state": before},
        after={"state": game.state},
    )
    return game
