"""
Draws made again: with another seed or other wishes, or for another roster.

The rounds that have not started, or the last of them, are cancelled and drawn as a new draft; the
others stay and are its history.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from django.db import transaction
from django.utils.translation import gettext as _

from tournament.draw import Changes, Kind, Outcome, Plan, reseat_remaining
from tournament.field import Basis, hall_tables, seatings
from tournament.models import Draw, Round, Tournament
from tournament.permissions import Action
from tournament.services.access import require
from tournament.services.draw_order import Order, basis_of, seed_of, solve
from tournament.services.draw_store import store, told
from tournament.services.draws import (
    expect_unchanged,
    lock_draw,
    open_rounds,
    supersede,
    unfitting_rounds,
)
from tournament.services.errors import BadState
from tournament.services.locks import touch_standings
from tournament.services.log import Request, answered, write

Solve = Callable[[Order, Basis], Plan]
Choose = Callable[[Draw], list[Round]]

NO_WISHES: Final[Mapping[str, bool]] = {}


def redraw(
    *,
    draw: Draw,
    request: Request,
    seed: str = "",
    wishes: Mapping[str, bool] = NO_WISHES,
    solve: Solve = solve,
) -> Draw:
    """
    Draw the rounds that have not started once more, with a new seed; return the new draft.

    `wishes` change what the old draw was asked: `teams_apart`, `clubs_apart`, `prefix_first`.
    The old rounds stay as cancelled. Raise `BadState` when all have started, or when some are
    published and no reason is given.
    """
    if draw.lots:
        raise BadState(
            _(
                "These seats follow from lots drawn in public. Throw the lots away, or cancel the draw."
            )
        )
    values = {"draw": draw.pk, "seed": seed, **wishes}
    return _again(draw, values, seed, request, solve, wishes, open_rounds)


def reseat(*, draw: Draw, request: Request, seed: str = "", take_over: bool = False) -> Draw:
    """
    Draw the rounds that no longer fit the roster again; return the new draft.

    They are those from the first on that does not fit; what comes before stays as it is. With
    `take_over` whoever comes sits where one who left would have sat and all others keep their
    seats, which needs as many to come as leave. Raise `BadState` as `redraw` does and when the
    roster still fits, `FillersNeeded` when the players fill no whole number of tables.
    """

    def solve_rest(order: Order, basis: Basis) -> Plan:
        return _reseated(draw.stage.tournament, order, basis, take_over=take_over)

    values = {"draw": draw.pk, "seed": seed, "reseat": True, "take_over": take_over}
    kind = Kind(draw.kind)
    # What is left of a round robin, or of seats chosen by hand, is planned. Those who stay have
    # met: there are no rounds without repeats to begin with.
    rest = Kind.PLAN if kind.is_robin or kind.is_manual else kind
    changes = {"kind": rest, "prefix_first": False}
    return _again(draw, values, seed, request, solve_rest, changes, unfitting_rounds)


def _again(
    draw: Draw,
    values: dict[str, object],
    seed: str,
    request: Request,
    solve_again: Solve,
    changes: Mapping[str, Any],
    choose: Choose,
) -> Draw:
    if row := answered(request, "redraw", values):
        return Draw.objects.get(pk=row.object_id)
    tournament = draw.stage.tournament
    require(request, Action.MAKE_DRAW, tournament)
    order = replace(order_again(draw, choose(draw), seed), **changes)
    basis = basis_of(tournament, order)
    made = solve_again(order, basis)
    with transaction.atomic():
        draw = lock_draw(draw)
        if row := answered(request, "redraw", values):
            return Draw.objects.get(pk=row.object_id)
        rounds = choose(draw)
        if [round_.number for round_ in rounds] != list(order.numbers):
            raise BadState(_("A round of this draw has changed meanwhile. Look at it again."))
        expect_unchanged(tournament, order, basis)
        before = told(draw)
        supersede(draw, rounds, request)
        starts = {round_.number: round_.planned_start for round_ in rounds}
        made_draw = store(draw.stage, order, basis, made, starts)
        touch_standings(tournament)
        after = told(made_draw)
        write(request, "redraw", values, tournament=tournament, obj=made_draw, before=before,
              after=after)  # fmt: skip
    return made_draw


def _reseated(tournament: Tournament, order: Order, basis: Basis, *, take_over: bool) -> Plan:
    """
    Seat the rounds of `order` for the players of `basis`; seats taken over have no seed.

    A round by lot or by the standing that nobody takes over is drawn as it was.
    """
    standing = seatings(tournament, hall_tables(tournament, 0))
    rest = tuple(standing[number] for number in order.numbers)
    seated = {player for seating in rest for table in seating for player in table}
    leaving, coming = sorted(seated - set(basis.numbers)), sorted(set(basis.numbers) - seated)
    if take_over and len(leaving) != len(coming):
        raise BadState(_("Seats can be taken over only when as many come as leave."))
    if order.kind is not Kind.PLAN and not take_over:
        return solve(order, basis)
    changes = Changes(tuple(leaving), tuple(coming))
    if take_over:
        changes = Changes(taking_over=tuple(zip(leaving, coming, strict=True)))
    seed, played = seed_of(order), basis.history
    made = reseat_remaining(
        played + rest, len(played), changes, seed=seed, constraints=basis.constraints
    )
    is_taken_over = made.outcome is Outcome.TAKEN_OVER
    return Plan(
        made.rounds[len(played) :], made.outcome.value, "" if is_taken_over else seed, made.steps
    )


def order_again(draw: Draw, rounds: Sequence[Round], seed: str) -> Order:
    """Return the order of a draw for those of its rounds that are open."""
    return Order(
        first_round=rounds[0].number,
        last_round=rounds[-1].number,
        kind=_kind_again(draw, rounds),
        seed=seed,
        include_entered=bool(draw.constraints.get("include_entered")),
        teams_apart=bool(draw.constraints.get("teams_apart", True)),
        clubs_apart=bool(draw.constraints.get("clubs_apart")),
        prefix_first=bool(draw.constraints.get("prefix_first")),
        finalists=int(draw.constraints.get("finalists") or 0),
    )


def _kind_again(draw: Draw, rounds: Sequence[Round]) -> Kind:
    """Return the kind of a draw; what is left of a round robin that has begun is planned."""
    kind = Kind(draw.kind)
    begun = len(rounds) < draw.last_round - draw.first_round + 1
    return Kind.PLAN if kind.is_robin and begun else kind
