"""Games as a whole: totals without hands, the lock."""

from collections.abc import Sequence

from django.db import transaction
from django.db.models import Sum
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.models import Game, Official, PenaltyShare, Seat, Signature
from tournament.permissions import Action
from tournament.services.access import require
from tournament.services.errors import BadState
from tournament.services.hands import nobody_plays_sentence
from tournament.services.locks import lock_game, touch_game, touch_standings
from tournament.services.log import Request, answered, write
from tournament.standings import check_sum


@transaction.atomic
def enter_totals(
    *, game: Game, totals: Sequence[int], request: Request, must_add_up: bool = False
) -> Game:
    """
    Keep only the four final scores of a game, A to D, penalties included.

    The reason of `request` says why there are no hands. With `must_add_up` raise `BadState` for a
    sum that the recorded fines do not explain; a file is taken as it was written.
    """
    game = lock_game(game.pk)
    values = {"game": game.pk, "totals": list(totals)}
    if answered(request, "enter_totals", values):
        return game
    require(request, Action.ENTER_TOTALS, game.round.tournament, game)
    if game.result == Game.Result.AWARD:
        raise BadState(nobody_plays_sentence())
    if game.hands.current().exclude(outcome="withdrawn").exists():
        raise BadState(_("Hands are recorded. Withdraw them before entering totals."))
    if must_add_up:
        _check_sum(game, totals)
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


def fines_of(game: Game) -> int:
    """Return what the standing penalties of a game took from its table, as a positive number."""
    shares = PenaltyShare.objects.filter(penalty__game=game, penalty__cancelled_at__isnull=True)
    return -(shares.aggregate(moved=Sum("points"))["moved"] or 0)


def _check_sum(game: Game, totals: Sequence[int]) -> None:
    check = check_sum(totals, fines_of(game), game.round.tournament.starting_score)
    if not check.ok:
        raise BadState(
            _(
                "The four totals add up to %(sum)s, not to %(expected)s: 4 × %(start)s less the "
                "fines, %(fines)s. Check the numbers, or record the missing fine first."
            )
            % {
                "sum": _with_minus(check.actual),
                "expected": _with_minus(check.expected),
                "start": game.round.tournament.starting_score,
                "fines": fines_of(game),
            }
        )


def _with_minus(number: int) -> str:
    """Return a number with the sign that sheets have."""
    return str(number).replace("-", "\N{MINUS SIGN}")


def shut_game(game: Game, to: Game.State, request: Request) -> None:
    """Set the state with the official's signature; its version stays, the signatures hold."""
    game.state = to
    game.locked_at = timezone.now() if to == Game.State.LOCKED else None
    game.save(update_fields=["state", "locked_at"])
    officials = Official.objects.filter(tournament=game.round.tournament, user=request.by)
    official = officials.first() if request.by else None
    if official:
        Signature.objects.create(
            game=game, game_version=game.version, official=official, at=timezone.now()
        )
    touch_standings(game.round.tournament)


@transaction.atomic
def return_to_hands(*, game: Game, request: Request) -> Game:
    """Drop the totals of a game with a reason; it counts from its hands again."""
    game = lock_game(game.pk)
    values = {"game": game.pk, "reason": request.reason}
    if answered(request, "return_to_hands", values):
        return game
    require(request, Action.ENTER_TOTALS, game.round.tournament, game)
    if game.result != Game.Result.TOTALS:
        raise BadState(_("This game counts from its hands already."))
    if not request.reason.strip():
        raise BadState(_("Say why: the reason is kept in the log."))
    seats = list(game.seats.order_by("start"))
    before = [seat.total for seat in seats]
    game.seats.update(total=None)
    game.result = Game.Result.HANDS
    game.reason = ""
    game.save(update_fields=["result", "reason"])
    touch_game(game)
    write(
        request,
        "return_to_hands",
        values,
        tournament=game.round.tournament,
        obj=game,
        before={"totals": before},
        after={"totals": [None] * len(before)},
    )
    return game


@transaction.atomic
def close_game(*, game: Game, request: Request) -> Game:
    """Lock a game as it stands, signed or not: nothing in it can change any more."""
    game = lock_game(game.pk)
    values = {"game": game.pk}
    if answered(request, "lock_game", values):
        return game
    require(request, Action.LOCK_GAME, game.round.tournament, game)
    lock_as_it_stands(game, values, request)
    return game


def lock_as_it_stands(game: Game, values: dict[str, int], request: Request) -> None:
    """Lock a game that is held by `lock_game`, and write the log row."""
    before = game.state
    shut_game(game, Game.State.LOCKED, request)
    write(
        request,
        "lock_game",
        values,
        tournament=game.round.tournament,
        obj=game,
        before={"state": before},
        after={"state": game.state},
    )


@transaction.atomic
def move_game(*, game: Game, to: Game.State, action: str, request: Request) -> Game:
    """Set the state of a game as it was elsewhere; `action` is what the log calls it."""
    game = lock_game(game.pk)
    values = {"game": game.pk}
    if answered(request, action, values):
        return game
    require(request, Action.LOCK_GAME, game.round.tournament, game)
    before = game.state
    game.state = to
    game.save(update_fields=["state"])
    touch_standings(game.round.tournament)
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
