"""Appeals (申诉): file what a player disputes about a game, and decide it."""

from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils import formats, timezone
from django.utils.translation import gettext as _

from tournament.closing import appeals_until
from tournament.models import Appeal, Game, Seat
from tournament.permissions import Action
from tournament.services.access import require
from tournament.services.errors import BadState
from tournament.services.locks import lock_game, touch_results, touch_standings
from tournament.services.log import Request, answered, write
from tournament.services.missing import expect_reason


@transaction.atomic
def file_appeal(
    *, game: Game, text: str, request: Request, seat: Seat | None = None, late: bool = False
) -> Appeal:
    """
    Keep what the player of `seat` disputes, in his words; results that were final are not any more.

    Raise `BadState` when the time for appeals of a locked game is over; `late` takes it all the
    same, from those who decide appeals, with the reason of `request`.
    """
    game = lock_game(game.pk)
    text = text.strip()
    values = {"game": game.pk, "seat": seat.pk if seat else None, "text": text, "late": late}
    if row := answered(request, "file_appeal", values):
        return Appeal.objects.get(pk=row.object_id)
    tournament = game.round.tournament
    require(request, Action.FILE_APPEAL, tournament, game)
    if not text:
        raise BadState(_("Write down what is disputed."))
    if seat and seat.game_id != game.pk:
        raise ValueError(f"{seat!r} is no seat of {game!r}")
    _expect_in_time(game, request, late=late)
    appeal = Appeal.objects.create(
        game=game, seat=seat, text=text, filed_by=request.by, filed_at=timezone.now()
    )
    touch_results(tournament)
    after = {"player": seat.player.number if seat else None, "text": text}
    write(request, "file_appeal", values, tournament=tournament, obj=appeal, after=after)
    return appeal


def is_late(game: Game) -> bool:
    """Whether the time for appeals of a game is over."""
    until = appeals_until(game, game.round.tournament)
    return until is not None and timezone.now() > until


def late_sentence(game: Game) -> str:
    """Return why an appeal cannot be filed any more."""
    until = appeals_until(game, game.round.tournament)
    assert until is not None
    zone = ZoneInfo(game.round.tournament.time_zone)
    return _(
        "Appeals could be filed until %(time)s. The head referee may take a late one with a reason."
    ) % {"time": formats.date_format(timezone.localtime(until, zone), "m-d H:i")}


def _expect_in_time(game: Game, request: Request, *, late: bool) -> None:
    if not is_late(game):
        return
    if not late:
        raise BadState(late_sentence(game))
    require(request, Action.DECIDE_APPEAL, game.round.tournament, game)
    expect_reason(request)


@transaction.atomic
def decide_appeal(
    *, appeal: Appeal, outcome: Appeal.Outcome, decision: str, request: Request
) -> Appeal:
    """
    Decide an open appeal, with a text; it stays as it is decided.

    Raise `BadState` without a text, or when somebody decided it before.
    """
    game = lock_game(appeal.game_id)
    appeal = Appeal.objects.select_for_update(of=("self",)).get(pk=appeal.pk)
    decision = decision.strip()
    values = {"appeal": appeal.pk, "outcome": outcome.value, "decision": decision}
    if answered(request, "decide_appeal", values):
        return appeal
    tournament = game.round.tournament
    require(request, Action.DECIDE_APPEAL, tournament, game)
    if outcome is Appeal.Outcome.OPEN or not decision:
        raise BadState(_("Say how it is decided, and why."))
    if appeal.outcome != Appeal.Outcome.OPEN:
        raise BadState(_("This appeal is decided already. Open the page again."))
    appeal.outcome = outcome
    appeal.decision = decision
    appeal.decided_by = request.by
    appeal.decided_at = timezone.now()
    appeal.save(update_fields=["outcome", "decision", "decided_by", "decided_at"])
    touch_standings(tournament)
    write(
        request,
        "decide_appeal",
        values,
        tournament=tournament,
        obj=appeal,
        before={"outcome": Appeal.Outcome.OPEN.value},
        after={"outcome": appeal.outcome, "decision": decision},
    )
    return appeal
