"""
A draft searched on: further tries with seeds derived from its own, the best so far always offered.

Nothing is kept of a try that is no better: whoever searches says how many were made. A better one
replaces the draft as a draw with another seed does, so anybody can run it again.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from time import monotonic
from typing import Final

from django.utils.translation import gettext as _

from tournament.draw import Kind, Plan
from tournament.draw.merit import Merit, may_be_better, merit, seed_of_try
from tournament.field import Basis, publish_problems, seatings
from tournament.models import Draw, Round
from tournament.permissions import Action
from tournament.services.access import require
from tournament.services.draw_order import Order, basis_of, solve
from tournament.services.draw_store import report_of
from tournament.services.draws_again import order_again, redraw
from tournament.services.errors import BadState
from tournament.services.log import Request

# What chance has a part in besides the winds: elsewhere another seed gives nothing better.
SEARCHED: Final = (Kind.PLAN, Kind.LOTS, Kind.SWISS, Kind.GROUPS)


@dataclass(frozen=True, slots=True)
class Searched:
    """What a search came to: the best draft so far, the last try, whether one was better."""

    draw: Draw
    tried: int
    is_better: bool


def can_search(draw: Draw) -> bool:
    """Return whether a draw can be searched on: a draft as it was drawn, not touched by hand."""
    return (
        draw.state == Draw.State.DRAFT
        and draw.kind in SEARCHED
        and bool(draw.seed)
        and not draw.schedule
        and not draw.constraints.get("swaps")
    )


def is_worth_searching(draw: Draw) -> bool:
    """Return whether a draw can be searched on and may be not the best possible."""
    return can_search(draw) and may_be_better(draw.quality, by_rank=draw.kind == Kind.SWISS)


def search_on(
    *,
    draw: Draw,
    tried: int,
    tries: int,
    seconds: float,
    request: Request,
    clock: Callable[[], float] = monotonic,
) -> Searched:
    """
    Try up to `tries` more seeds after try number `tried`, for about so many seconds.

    One try is made in any case. The search ends with the first try that is better than the draft,
    which is drawn anew with that seed. Raise `BadState` for what is no untouched draft any more or
    no longer fits the roster.
    """
    tournament = draw.stage.tournament
    require(request, Action.MAKE_DRAW, tournament)
    rounds = list(draw.rounds.exclude(state=Round.State.CANCELLED).order_by("number"))
    if not can_search(draw) or any(round_.state != Round.State.DRAFT for round_ in rounds):
        raise BadState(_("Only a draft that nobody has changed by hand can be searched on."))
    if publish_problems(draw, rounds):
        raise BadState(_("The roster has changed since the draw; the report says how. Draw again."))
    order = order_again(draw, rounds, draw.seed)
    basis = basis_of(tournament, order)
    standing = seatings(tournament, basis.hall)
    best = _merit(order, report_of(tuple(standing[n] for n in order.numbers), order.numbers, basis))
    end = clock() + seconds
    for number in range(tried + 1, tried + 1 + max(1, tries)):
        seed = seed_of_try(draw.seed, number)
        made = solve(replace(order, seed=seed), basis)
        if _merit(order, report_of(made.rounds, order.numbers, basis)) < best:
            better = redraw(draw=draw, seed=seed, request=request, solve=_known(made, basis))
            return Searched(better, number, True)
        if clock() >= end:
            break
    return Searched(draw, number, False)


def _merit(order: Order, figures: dict[str, object]) -> Merit:
    return merit(figures, prefix_first=order.prefix_first, by_rank=order.kind is Kind.SWISS)


def _known(made: Plan, basis: Basis) -> Callable[[Order, Basis], Plan]:
    """Return what gives the try that was found, as long as it is drawn for the same basis."""

    def found(_order: Order, now: Basis) -> Plan:
        if now != basis:
            raise BadState(_("The roster or the seats changed during the draw. Draw once more."))
        return made

    return found
