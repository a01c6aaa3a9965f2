"""Start a round, close it when its tables are done, open it again."""

from collections.abc import Mapping

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from tournament.board import missing_tables, table_states
from tournament.models import ClockEvent, Round, Tournament
from tournament.permissions import Action
from tournament.services.access import require
from tournament.services.errors import BadState, TablesMissing
from tournament.services.locks import lock_round, touch_standings
from tournament.services.log import Request, answered, write


@transaction.atomic
def start_round(*, round_: Round, request: Request) -> Round:
    """
    Start a published round and its clock; the first one sets the event running.

    Raise `BadState` while another round runs.
    """
    round_ = lock_round(round_.pk)
    values = {"round": round_.pk}
    if answered(request, "start_round", values):
        return round_
    require(request, Action.RUN_ROUNDS, round_.tournament)
    _expect(round_, Round.State.PUBLISHED)
    _refuse_a_second(round_)
    round_.state = Round.State.RUNNING
    round_.save(update_fields=["state"])
    ClockEvent.objects.create(
        round=round_, kind=ClockEvent.Kind.START, at=timezone.now(), by=request.by
    )
    Tournament.objects.filter(pk=round_.tournament_id, state=Tournament.State.SETUP).update(
        state=Tournament.State.RUNNING
    )
    _moved(round_, Round.State.PUBLISHED, "start_round", values, request)
    return round_


@transaction.atomic
def close_round(*, round_: Round, request: Request, override: bool = False) -> Round:
    """
    Close a running round.

    Raise `TablesMissing` when tables have no complete result; `override` closes all the same, with
    the reason of `request`, and the log names the tables.
    """
    round_ = lock_round(round_.pk)
    values = {"round": round_.pk, "override": override}
    if answered(request, "close_round", values):
        return round_
    require(request, Action.RUN_ROUNDS, round_.tournament)
    _expect(round_, Round.State.RUNNING)
    missing = missing_tables(table_states(round_))
    if missing and not override:
        raise TablesMissing(missing_sentence(round_, missing), missing)
    if missing:
        _expect_reason(request)
    round_.state = Round.State.CLOSED
    round_.save(update_fields=["state"])
    _moved(
        round_, Round.State.RUNNING, "close_round", values, request, missing_tables=list(missing)
    )
    return round_


@transaction.atomic
def reopen_round(*, round_: Round, request: Request) -> Round:
    """Open a closed round again, with a reason; raise `BadState` while another round runs."""
    round_ = lock_round(round_.pk)
    values = {"round": round_.pk}
    if answered(request, "reopen_round", values):
        return round_
    require(request, Action.RUN_ROUNDS, round_.tournament)
    _expect(round_, Round.State.CLOSED)
    _expect_reason(request)
    _refuse_a_second(round_)
    round_.state = Round.State.RUNNING
    round_.save(update_fields=["state"])
    _moved(round_, Round.State.CLOSED, "reopen_round", values, request)
    return round_


def missing_sentence(round_: Round, tables: tuple[int, ...]) -> str:
    """Return why a round cannot be closed: the tables, and what to do."""
    words = ngettext(
        "%(count)s table of round %(round)s has no complete result: %(tables)s. "
        "Complete it, or close with a reason.",
        "%(count)s tables of round %(round)s have no complete result: %(tables)s. "
        "Complete them, or close with a reason.",
        len(tables),
    )
    named = pgettext("between items", ", ").join(str(number) for number in tables)
    return words % {"count": len(tables), "round": round_.number, "tables": named}


def running_elsewhere(round_: Round) -> int | None:
    """Return the number of another round of the event that runs, None when none does."""
    others = Round.objects.filter(tournament=round_.tournament_id, state=Round.State.RUNNING)
    return others.exclude(pk=round_.pk).values_list("number", flat=True).first()


def second_sentence(number: int) -> str:
    """Return why a round cannot be started while round `number` runs."""
    return _("Round %(number)s is running. Close it first.") % {"number": number}


def _refuse_a_second(round_: Round) -> None:
    number = running_elsewhere(round_)
    if number is not None:
        raise BadState(second_sentence(number))


def _expect(round_: Round, state: Round.State) -> None:
    if round_.state != state:
        raise BadState(
            _("Round %(number)s is now: %(state)s. Look at the board again.")
            % {"number": round_.number, "state": round_.get_state_display()}
        )


def _expect_reason(request: Request) -> None:
    if not request.reason.strip():
        raise BadState(_("Say why: the reason is kept in the log."))


def _moved(
    round_: Round,
    before: Round.State,
    action: str,
    values: Mapping[str, object],
    request: Request,
    **more: object,
) -> None:
    touch_standings(round_.tournament)
    write(
        request,
        action,
        values,
        tournament=round_.tournament,
        obj=round_,
        before={"state": before.value},
        after={"state": round_.state, **{key: value for key, value in more.items() if value}},
    )
