"""Give and cancel penalties; a penalty is never deleted."""

from collections.abc import Sequence
from dataclasses import asdict, replace

from django.db import transaction
from django.db.models import Max, Q
from django.utils.translation import gettext as _

from scoring.rules.penalties import (
    Group,
    Measure,
    offences,
)
from tournament.models import (
    ActionLog,
    Game,
    Hand,
    Penalty,
    Player,
    Seat,
    Team,
    Tournament,
)
from tournament.permissions import Action
from tournament.services.access import require
from tournament.services.disqualification import take_back, take_out
from tournament.services.errors import BadState
from tournament.services.hands import check_number, check_seated
from tournament.services.locks import lock_game, touch_game, touch_results
from tournament.services.log import Request, answered, write
from tournament.services.rulings import Ruling, give, store, strike


@transaction.atomic
def add_penalty(
    *, game: Game, offender: int, ruling: Ruling, request: Request, hand_number: int | None = None
) -> Penalty:
    """
    Penalise the player at column `offender` (0-3) of a game, on one hand or the game as a whole.

    A disqualification (停赛) forfeits the game, withdraws the player and leaves his later seats
    empty. Raise `BadState` when a dead hand is given to the winner of that very hand.
    """
    game = lock_game(game.pk)
    values = {
        "game": game.pk,
        "offender": offender,
        "hand": hand_number,
        "reason": request.reason,
        **asdict(ruling),
    }
    if row := answered(request, "add_penalty", values):
        return Penalty.objects.get(pk=row.object_id)
    require(request, Action.ADD_PENALTY, game.round.tournament, game)
    if ruling.table_points:
        require(request, Action.PENALISE_IN_TABLE_POINTS, game.round.tournament)
    if ruling.measure is Measure.DISQUALIFICATION:
        require(request, Action.DISQUALIFY, game.round.tournament)
        ruling = replace(ruling, forfeit=True)
    seats = list(game.seats.select_related("player__team").order_by("start"))
    _check(game, hand_number, offender, ruling, seats)
    penalty = give(game, seats, offender, ruling, request, hand_number)
    touch_game(game)
    if ruling.measure is Measure.DISQUALIFICATION:
        take_out(seats[offender].player, request)
    write(
        request,
        "add_penalty",
        values,
        tournament=game.round.tournament,
        obj=penalty,
        after=values,
    )
    return penalty


def given_under(token: str) -> int | None:
    """Return the key of the penalty that was given under a token, None for a new one."""
    rows = ActionLog.objects.filter(token=token, action__in=["add_penalty", "penalise"])
    return rows.values_list("object_id", flat=True).first()


def _check(
    game: Game, hand_number: int | None, offender: int, ruling: Ruling, seats: Sequence[Seat]
) -> None:
    check_seated(seats)
    if hand_number is not None:
        check_number(game, hand_number)
    if game.result == Game.Result.TOTALS and any(ruling.shares):
        raise BadState(
            _("The totals of this game include its penalties. Change the totals instead.")
        )
    if ruling.measure is Measure.DISQUALIFICATION:
        _check_played_on(game, hand_number or 0, seats[offender])
    _check_late_once(game, ruling, seats[offender])
    if ruling.dead_hand and hand_number is not None:
        won = Hand.objects.current().filter(game=game, number=hand_number, winner=offender)
        if won.exists():
            raise BadState(
                _(
                    "%(player)s is recorded as the winner of hand %(number)s. "
                    "Correct the hand first, then give the dead hand."
                )
                % {"player": seats[offender].player, "number": hand_number}
            )


def _check_late_once(game: Game, ruling: Ruling, seat: Seat) -> None:
    """Raise `BadState` where the player's lateness is penalised already: one comes late once."""
    catalogue = offences(game.round.tournament.profile)
    late = [row.key for row in catalogue if row.group is Group.LATE]
    standing = Penalty.objects.standing().filter(game=game, seat=seat, offence__in=late)
    if ruling.offence in late and standing.exists():
        raise BadState(
            _("%(player)s is penalised for coming late already. Cancel that penalty first.")
            % {"player": seat.player}
        )


def _check_played_on(game: Game, number: int, seat: Seat) -> None:
    """Raise `BadState` when a player won or discarded after the hand he is disqualified in."""
    later = Hand.objects.current().filter(game=game, number__gt=number)
    played = later.filter(Q(winner=seat.start) | Q(discarder=seat.start))
    last = played.aggregate(last=Max("number"))["last"]
    if last:
        raise BadState(
            _("%(player)s still played in hand %(number)s. Choose this hand or a later one.")
            % {"player": seat.player, "number": last}
        )


@transaction.atomic
def penalise_in_table_points(
    *,
    tournament: Tournament,
    ruling: Ruling,
    request: Request,
    player: Player | None = None,
    team: Team | None = None,
) -> Penalty:
    """
    Take table points from a player or a team, outside every game.

    A disqualified player leaves after the last round that was started.
    """
    values = {
        "tournament": tournament.pk,
        "player": player.pk if player else None,
        "team": team.pk if team else None,
        "reason": request.reason,
        **asdict(ruling),
    }
    if row := answered(request, "penalise", values):
        return Penalty.objects.get(pk=row.object_id)
    require(request, Action.PENALISE_IN_TABLE_POINTS, tournament)
    if ruling.measure is Measure.DISQUALIFICATION:
        require(request, Action.DISQUALIFY, tournament)
    penalty = store(
        tournament, ruling, request, player=player, team=player.team if player else team
    )
    touch_results(tournament)
    if player and ruling.measure is Measure.DISQUALIFICATION:
        take_out(player, request)
    write(request, "penalise", values, tournament=tournament, obj=penalty, after=values)
    return penalty


@transaction.atomic
def cancel_penalty(*, penalty: Penalty, request: Request) -> Penalty:
    """Cancel a penalty; the reason of `request` stays beside it. Raise `BadState` without one."""
    game = lock_game(penalty.game_id) if penalty.game_id else None
    penalty = Penalty.objects.select_for_update(of=("self",)).get(pk=penalty.pk)
    values = {"penalty": penalty.pk, "reason": request.reason}
    if answered(request, "cancel_penalty", values):
        return penalty
    tournament = game.round.tournament if game else penalty.tournament
    action = Action.CANCEL_PENALTY if game else Action.PENALISE_IN_TABLE_POINTS
    require(request, action, tournament, game)
    if penalty.measure == Measure.DISQUALIFICATION:
        require(request, Action.DISQUALIFY, tournament)
    if not request.reason:
        raise BadState(_("Say why the penalty is cancelled."))
    if penalty.cancelled_at:
        raise BadState(_("This penalty is already cancelled."))
    if game and game.result == Game.Result.TOTALS and penalty.shares.exists():
        raise BadState(
            _(
                "The totals of this game include this penalty. "
                "Let its hands count again, cancel it, then enter the totals anew."
            )
        )
    strike(penalty, request)
    if game:
        touch_game(game)
    else:
        touch_results(tournament)
    if penalty.measure == Measure.DISQUALIFICATION:
        take_back(penalty, request)
    write(
        request,
        "cancel_penalty",
        values,
        tournament=tournament,
        obj=penalty,
        before={"cancelled": False},
        after={"cancelled": True},
    )
    return penalty
