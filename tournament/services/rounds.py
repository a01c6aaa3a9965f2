"""Rounds: seat them, publish, start, close."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.models import ClockEvent, Game, Player, Round, Seat, Stage, Table, Tournament
from tournament.permissions import Action
from tournament.services.access import require
from tournament.services.errors import BadState
from tournament.services.locks import lock_round, touch_standings
from tournament.services.log import Request, answered, write

# What a round may become from each state.
NEXT: Mapping[str, frozenset[str]] = {
    Round.State.DRAFT: frozenset({Round.State.PUBLISHED, Round.State.CANCELLED}),
    Round.State.PUBLISHED: frozenset({Round.State.RUNNING, Round.State.CANCELLED}),
    Round.State.RUNNING: frozenset({Round.State.CLOSED}),
    Round.State.CLOSED: frozenset({Round.State.RUNNING}),
    Round.State.CANCELLED: frozenset(),
}


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
def move_round(*, round_: Round, to: Round.State, request: Request) -> Round:
    """
    Publish, start, close, reopen or cancel a round.

    Raise `BadState` when the round cannot go there from where it is.
    """
    round_ = lock_round(round_.pk)
    values = {"round": round_.pk, "to": to.value}
    if answered(request, "move_round", values):
        return round_
    require(request, Action.RUN_ROUNDS, round_.tournament)
    if to not in NEXT[round_.state]:
        raise BadState(
            _("Round %(number)s is %(state)s and cannot be changed to %(to)s.")
            % {"number": round_.number, "state": round_.get_state_display(), "to": to.label}
        )
    before = round_.state
    round_.state = to
    round_.save(update_fields=["state"])
    if to == Round.State.RUNNING and before == Round.State.PUBLISHED:
        ClockEvent.objects.create(
            round=round_, kind=ClockEvent.Kind.START, at=timezone.now(), by=request.by
        )
    touch_standings(round_.tournament)
    write(
        request,
        "move_round",
        values,
        tournament=round_.tournament,
        obj=round_,
        before={"state": before},
        after={"state": to.value},
    )
    return round_
