"""What was decided as one value, and how it is stored; who may decide it is asked elsewhere."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from django.utils import timezone

from scoring.rules.penalties import Measure, Offence, Step, Unit, step_shares
from tournament.models import Game, Penalty, PenaltyShare, Seat, Tournament
from tournament.services.events import current_revision
from tournament.services.log import Request


@dataclass(frozen=True, slots=True)
class Ruling:
    """
    One decision.

    `offence` is a key of the catalogue, `step` counts from 1; `shares` are the four signed
    amounts, A first (`scoring.rules.penalties.shares`); `table_points` are positive twelfths.
    """

    measure: Measure
    offence: str = "free"
    step: int = 1
    shares: tuple[int, int, int, int] = (0, 0, 0, 0)
    table_points: int = 0
    warning: bool = False
    dead_hand: bool = False
    forfeit: bool = False


def ruling_by(offence: Offence, step: Step, offender: int, *, number: int = 1) -> Ruling:
    """Return what the rules say: step `number` of an offence's ladder, for the seat `offender`."""
    return Ruling(
        measure=step.money or step.measures[0],
        offence=offence.key,
        step=number,
        shares=step_shares(step, offender),
        table_points=step.amount if step.unit is Unit.TABLE_POINTS else 0,
        warning=Measure.WARNING in step.measures,
        dead_hand=Measure.DEAD_HAND in step.measures,
        forfeit=Measure.FORFEIT in step.measures,
    )


def give(
    game: Game,
    seats: Sequence[Seat],
    offender: int,
    ruling: Ruling,
    request: Request,
    hand_number: int | None = None,
) -> Penalty:
    """Store a penalty of a locked game with its shares; the caller checks and writes the log."""
    seat = seats[offender]
    penalty = store(
        game.round.tournament,
        ruling,
        request,
        round=game.round,
        game=game,
        hand_number=hand_number,
        seat=seat,
        player=seat.player,
        team=seat.player.team,
    )
    _share(penalty, ruling, seats)
    return penalty


def store(tournament: Tournament, ruling: Ruling, request: Request, **whom: Any) -> Penalty:
    """Store a decision without its shares; `whom` are further fields of `Penalty`."""
    facts = asdict(ruling)
    facts.pop("shares")
    return Penalty.objects.create(
        tournament=tournament,
        reason=request.reason,
        profile_revision=current_revision(tournament),
        decided_by=request.by,
        decided_at=timezone.now(),
        **facts,
        **whom,
    )


def _share(penalty: Penalty, ruling: Ruling, seats: Sequence[Seat]) -> None:
    PenaltyShare.objects.bulk_create(
        PenaltyShare(penalty=penalty, seat=seat, player_id=seat.player_id, points=points)
        for seat, points in zip(seats, ruling.shares, strict=True)
        if points
    )


def strike(penalty: Penalty, request: Request) -> None:
    """Mark a penalty as cancelled; the caller checks and writes the log."""
    penalty.cancelled_by = request.by
    penalty.cancelled_at = timezone.now()
    penalty.cancel_reason = request.reason
    penalty.save(update_fields=["cancelled_by", "cancelled_at", "cancel_reason"])
