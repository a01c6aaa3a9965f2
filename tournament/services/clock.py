"""What an official does to the clock of a round: pause, resume, extra minutes."""

from collections.abc import Mapping
from datetime import datetime
from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.board import round_clock
from tournament.models import ClockEvent, Game, Round
from tournament.permissions import Action
from tournament.services.access import require
from tournament.services.errors import BadState
from tournament.services.locks import lock_round
from tournament.services.log import Request, answered, write

MOST_MINUTES: Final = 60
"""More extra minutes than this at once are a slip."""


@transaction.atomic
def pause_clock(*, round_: Round, request: Request) -> None:
    """Stop the clock of a running round; raise `BadState` when it does not run."""
    _set(round_, ClockEvent.Kind.PAUSE, "pause_clock", request)


@transaction.atomic
def resume_clock(*, round_: Round, request: Request) -> None:
    """Let a paused clock go on; raise `BadState` when it is not paused."""
    _set(round_, ClockEvent.Kind.RESUME, "resume_clock", request)


def _set(round_: Round, kind: ClockEvent.Kind, action: str, request: Request) -> None:
    round_ = lock_round(round_.pk)
    values = {"round": round_.pk}
    if answered(request, action, values):
        return
    _may_change(round_, request)
    state = round_clock(round_)
    if not state.is_started:
        raise BadState(_("The clock was not started."))
    if state.is_paused == (kind == ClockEvent.Kind.PAUSE):
        raise BadState(_("The clock is paused.") if state.is_paused else _("The clock is running."))
    now = timezone.now()
    ClockEvent.objects.create(round=round_, kind=kind, at=now, by=request.by)
    _log(round_, action, values, state.ends_at, request)


@transaction.atomic
def add_minutes(*, round_: Round, minutes: int, request: Request, game: Game | None = None) -> None:
    """Give a running round, or one of its tables, 1 to 60 extra minutes."""
    round_ = lock_round(round_.pk)
    values = {
        "round": round_.pk,
        "minutes": minutes,
        "table": game.table.number if game else None,
    }
    if answered(request, "add_minutes", values):
        return
    _may_change(round_, request)
    if not 1 <= minutes <= MOST_MINUTES:
        raise BadState(_("Extra time is 1 to %(most)s minutes.") % {"most": MOST_MINUTES})
    if game and game.round_id != round_.pk:
        raise ValueError(f"{game!r} is no game of {round_!r}")
    before = round_clock(round_, game.pk if game else None).ends_at
    ClockEvent.objects.create(
        round=round_,
        game=game,
        kind=ClockEvent.Kind.EXTRA,
        minutes=minutes,
        at=timezone.now(),
        by=request.by,
    )
    _log(round_, "add_minutes", values, before, request, game)


def _may_change(round_: Round, request: Request) -> None:
    require(request, Action.RUN_ROUNDS, round_.tournament)
    if round_.state != Round.State.RUNNING:
        raise BadState(_("Round %(number)s is not running.") % {"number": round_.number})


def _log(
    round_: Round,
    action: str,
    values: Mapping[str, object],
    before: datetime | None,
    request: Request,
    game: Game | None = None,
) -> None:
    """Write the line: when time was up before, when it is now; nothing while the clock stands."""
    after = round_clock(round_, game.pk if game else None).ends_at
    write(
        request,
        action,
        values,
        tournament=round_.tournament,
        obj=game or round_,
        before={"ends_at": before},
        after={"ends_at": after, **{k: values[k] for k in ("minutes",) if k in values}},
    )
