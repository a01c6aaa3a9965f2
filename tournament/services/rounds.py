"""Rounds: seat them, publish, start, close when the tables are done, open again, cancel."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.listing import listed
from tournament.board import missing_tables, table_states
from tournament.models import ClockEvent, Game, Player, Round, Seat, Stage, Table, Tournament
from tournament.permissions import Action
from tournament.services.access import require
from tournament.services.errors import BadState, TablesMissing
from tournament.services.locks import lock_round, touch_standings
from tournament.services.log import Request, answered, write
from tournament.services.missing import MOST_NAMED, expect_reason


@transaction.atomic
def seat_round(
    *,
    stage: Stage,
    number: int,
    tables: Mapping[int, Sequence[Player]],
    request: Request,
    planned_start: datetime | None = None,
) -> Round:
    """
    Create round `number` as a draft: table number -> the four players, A to D.

    Tables of the hall that do not exist yet are added.
    """
    tournament = stage.tournament
    values = {
        "stage": stage.pk,
        "number": number,
        "tables": {str(n): [p.number for p in players] for n, players in tables.items()},
        "planned_start": planned_start,
    }
    if row := answered(request, "seat_round", values):
        return Round.objects.get(pk=row.object_id)
    require(request, Action.RUN_ROUNDS, tournament)
    _check_seating(tournament, number, tables)
    round_ = Round.objects.create(
        tournament=tournament, stage=stage, number=number, planned_start=planned_start
    )
    hall = {table.number: table for table in tournament.tables.all()}
    for table_number, players in tables.items():
        table = hall.get(table_number) or Table.objects.create(
            tournament=tournament, number=table_number
        )
        game = Game.objects.create(round=round_, table=table)
        Seat.objects.bulk_create(
            Seat(game=game, round=round_, start=start, player=player)
            for start, player in enumerate(players)
        )
    write(request, "seat_round", values, tournament=tournament, obj=round_, after=values["tables"])
    return round_


def _check_seating(
    tournament: Tournament, number: int, tables: Mapping[int, Sequence[Player]]
) -> None:
    if tournament.rounds.exclude(state=Round.State.CANCELLED).filter(number=number).exists():
        raise BadState(_("Round %(number)s is already seated.") % {"number": number})
    seated = [player for players in tables.values() for player in players]
    if any(len(players) != 4 for players in tables.values()):
        raise BadState(_("Every table needs four players."))
    if len({player.pk for player in seated}) != len(seated):
        raise BadState(_("A player cannot sit at two places in one round."))


@transaction.atomic
def publish_round(*, round_: Round, request: Request) -> Round:
    """Show the seats of a round that no draw made; a draw is published as a whole."""
    round_ = lock_round(round_.pk)
    values = {"round": round_.pk}
    if answered(request, "publish_round", values):
        return round_
    require(request, Action.RUN_ROUNDS, round_.tournament)
    _expect(round_, Round.State.DRAFT)
    return _move(round_, Round.State.PUBLISHED, "publish_round", values, request)


@transaction.atomic
def cancel_round(*, round_: Round, request: Request) -> Round:
    """Give a round up that has not started; its number is free again."""
    round_ = lock_round(round_.pk)
    values = {"round": round_.pk}
    if answered(request, "cancel_round", values):
        return round_
    require(request, Action.RUN_ROUNDS, round_.tournament)
    _expect(round_, Round.State.DRAFT, Round.State.PUBLISHED)
    return _move(round_, Round.State.CANCELLED, "cancel_round", values, request)


@transaction.atomic
def start_round(*, round_: Round, request: Request) -> Round:
    """
    Start a published round and its clock; the first one sets the event running.

    Raise `BadState` while another round runs: closing that one asks for what is missing.
    """
    round_ = lock_round(round_.pk)
    values = {"round": round_.pk}
    if answered(request, "start_round", values):
        return round_
    require(request, Action.RUN_ROUNDS, round_.tournament)
    _expect(round_, Round.State.PUBLISHED)
    _refuse_a_second(round_)
    ClockEvent.objects.create(
        round=round_, kind=ClockEvent.Kind.START, at=timezone.now(), by=request.by
    )
    if round_.tournament.state == Tournament.State.SETUP:
        round_.tournament.state = Tournament.State.RUNNING
        round_.tournament.save(update_fields=["state"])
    return _move(round_, Round.State.RUNNING, "start_round", values, request)


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
        expect_reason(request)
    found = {"missing_tables": list(missing)} if missing else {}
    return _move(round_, Round.State.CLOSED, "close_round", values, request, found)


@transaction.atomic
def reopen_round(*, round_: Round, request: Request) -> Round:
    """Open a closed round again, with a reason; raise `BadState` while another round runs."""
    round_ = lock_round(round_.pk)
    values = {"round": round_.pk}
    if answered(request, "reopen_round", values):
        return round_
    require(request, Action.RUN_ROUNDS, round_.tournament)
    _expect(round_, Round.State.CLOSED)
    expect_reason(request)
    _refuse_a_second(round_)
    return _move(round_, Round.State.RUNNING, "reopen_round", values, request)


def missing_sentence(round_: Round, tables: tuple[int, ...]) -> str:
    """Return why a round cannot be closed: the tables, and what to do."""
    words = ngettext(
        "%(count)s table of round %(round)s has no complete result: %(tables)s. "
        "Complete it, or close with a reason.",
        "%(count)s tables of round %(round)s have no complete result: %(tables)s. "
        "Complete them, or close with a reason.",
        len(tables),
    )
    named = listed(tables, MOST_NAMED)
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


def _expect(round_: Round, *states: Round.State) -> None:
    if round_.state not in states:
        raise BadState(
            _("Round %(number)s is now: %(state)s. Look at the board again.")
            % {"number": round_.number, "state": round_.get_state_display()}
        )


def _move(
    round_: Round,
    to: Round.State,
    action: str,
    values: Mapping[str, object],
    request: Request,
    found: Mapping[str, object] | None = None,
) -> Round:
    """Change the state and write the log row; `found` is what the move met on the way."""
    before = round_.state
    round_.state = to
    round_.save(update_fields=["state"])
    touch_standings(round_.tournament)
    write(
        request,
        action,
        values,
        tournament=round_.tournament,
        obj=round_,
        before={"state": before},
        after={"state": to.value, **(found or {})},
    )
    return round_
