"""What a disqualification (停赛) does beyond its game: the player leaves, his later seats stay empty."""

from django.db.models import Max

from scoring.rules.penalties import Measure
from tournament.models import Penalty, Player, Round, Seat, Tournament
from tournament.permissions import PLAYED
from tournament.services.awards import settle_award
from tournament.services.locks import lock_game, touch_game
from tournament.services.log import Request


def last_started(tournament: Tournament) -> int:
    """Return the number of the last round that was started, 0 for none."""
    started = tournament.rounds.filter(state__in=PLAYED)
    return started.aggregate(last=Max("number"))["last"] or 0


def take_out(player: Player, last_round: int, request: Request) -> None:
    """Withdraw a disqualified player; seats he has in rounds that have not begun stay empty."""
    if player.status != Player.Status.WITHDRAWN:
        Player.objects.filter(pk=player.pk).update(
            status=Player.Status.WITHDRAWN, last_round=last_round
        )
    _seat_later(player, last_round, None, request)


def take_back(penalty: Penalty, request: Request) -> None:
    """Undo what a cancelled disqualification did to the entry, unless another one stands."""
    player = penalty.player
    disqualified = Penalty.objects.standing().filter(measure=Measure.DISQUALIFICATION)
    if player is None or disqualified.filter(player=player).exists():
        return
    if penalty.round and player.last_round != penalty.round.number:
        return  # he had left before
    if player.status == Player.Status.WITHDRAWN:
        Player.objects.filter(pk=player.pk).update(status=Player.Status.ENTERED, last_round=None)
    _seat_later(player, player.last_round or 0, 1, request)


def _seat_later(
    player: Player, last_round: int, present_from: int | None, request: Request
) -> None:
    """
    Note the player as absent, or here, in the published rounds after `last_round`.

    A table with fewer than three left is awarded. No draft is published with him in it.
    """
    waiting = Seat.objects.filter(
        player=player, round__number__gt=last_round, round__state=Round.State.PUBLISHED
    )
    for key in waiting.order_by("round__number").values_list("game", flat=True):
        game = lock_game(key)
        seats = list(game.seats.order_by("start"))
        for seat in seats:
            if seat.player_id == player.pk:
                seat.present_from = present_from
                seat.save(update_fields=["present_from"])
        settle_award(game, seats, request)
        touch_game(game)
