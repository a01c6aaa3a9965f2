"""Table points awarded where too few are present to play."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from tournament.models import Game, Hand, Seat
from tournament.services.errors import BadState
from tournament.services.log import Request
from tournament.standings import FEWEST_TO_PLAY, NO_PLAY_POINTS, to_twelfths


def settle_award(game: Game, seats: Sequence[Seat], request: Request) -> bool:
    """
    Award table points where too few are present to play, take that back where enough are.

    Return whether the game's result is another one now. Raise `BadState` for a game that has
    results already. The caller holds the lock, counts the change and writes the log.
    """
    present = [seat for seat in seats if seat.present_from is not None]
    if len(present) < FEWEST_TO_PLAY:
        _award(game, seats, request)
        return True
    if game.result != Game.Result.AWARD:
        return False
    game.result, game.reason = Game.Result.HANDS, ""
    game.save(update_fields=["result", "reason"])
    for seat in seats:
        seat.awarded = None
    Seat.objects.bulk_update(seats, ["awarded"])
    return True


def _award(game: Game, seats: Sequence[Seat], request: Request) -> None:
    if game.result == Game.Result.TOTALS or entered(game):
        raise BadState(
            _("With fewer than three players nobody plays. Withdraw what is recorded first.")
        )
    game.result, game.reason = Game.Result.AWARD, request.reason
    game.save(update_fields=["result", "reason"])
    for seat in seats:
        seat.awarded = 0 if seat.present_from is None else to_twelfths(NO_PLAY_POINTS)
    Seat.objects.bulk_update(seats, ["awarded"])


def entered(game: Game) -> list[int]:
    """Return the numbers of the hands that have an outcome."""
    hands = Hand.objects.current().filter(game=game).exclude(outcome=Hand.Outcome.WITHDRAWN)
    return list(hands.order_by("number").values_list("number", flat=True))
