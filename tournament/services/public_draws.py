"""
A schedule of numbers, published before anybody has one.

The draw is a draft without rounds, then `NUMBERED`: published and frozen, with a commitment where
the lots are to follow from a secret. `public_lots` goes on from there.
"""

import secrets
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any, Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament import in_public
from tournament.draw import ALGORITHM, Constraints, Kind, Plan, one_round, plan
from tournament.draw.commitment import commitment
from tournament.draw.numbers import Pot, apart_of, numbers_of, pots_of
from tournament.field import Basis, Field, hall_tables, playing_field
from tournament.in_public import Way
from tournament.models import Draw, Stage, Tournament
from tournament.permissions import Action
from tournament.services.access import require
from tournament.services.draw_order import Order, basis_of, check_order, seed_of
from tournament.services.draw_store import report_of, told, wishes
from tournament.services.draws import expect_undrawn, give_up, lock_draw
from tournament.services.errors import BadState
from tournament.services.log import Request, answered, write
from tournament.services.missing import expect_reason

SHORTEST_SECRET: Final = 12
SECRET_BYTES: Final = 16

# The schedule of numbers


def make_schedule(*, stage: Stage, order: Order, way: Way, request: Request) -> Draw:
    """
    Make the schedule of numbers as a draft.

    Raise `FillersNeeded` when the players fill no whole number of tables.
    """
    values = {"stage": stage.pk, **asdict(order), "way": way.value}
    if row := answered(request, "make_schedule", values):
        return Draw.objects.get(pk=row.object_id)
    require(request, Action.MAKE_DRAW, stage.tournament)
    check_order(order)
    if order.kind not in in_public.KINDS:
        raise BadState(_("Numbers can be drawn for planned rounds and for a round by lot."))
    basis_of(stage.tournament, order)
    pots = _pots(stage.tournament, order)
    numbers = tuple(numbers_of(pots))
    hall = hall_tables(stage.tournament, len(numbers) // 4)
    basis = Basis(numbers, hall, history=(), constraints=Constraints(apart_of(pots)))
    made = _solve(order, basis)
    with transaction.atomic():
        tournament = Tournament.objects.select_for_update().get(pk=stage.tournament_id)
        if row := answered(request, "make_schedule", values):
            return Draw.objects.get(pk=row.object_id)
        expect_undrawn(tournament, order)
        if _pots(tournament, order) != pots:
            raise BadState(_("The roster or the seats changed during the draw. Draw once more."))
        report = report_of(made.rounds, order.numbers, basis)
        draw = _new_schedule(stage, order, way, pots, made, report)
        write(request, "make_schedule", values, tournament=tournament, obj=draw, after=told(draw))
    return draw


def _order_of(draw: Draw) -> Order:
    """Return the order that says who draws the numbers of a schedule."""
    return Order(
        draw.first_round,
        draw.last_round,
        Kind(draw.kind),
        include_entered=bool(draw.constraints.get("include_entered")),
        teams_apart=bool(draw.constraints.get("teams_apart")),
    )


def _pots(tournament: Tournament, order: Order) -> tuple[Pot, ...]:
    field = playing_field(tournament, order.numbers, include_entered=order.include_entered)
    return pots_of(_teams(field, order), [player.number for player in field.fillers])


def _teams(field: Field, order: Order) -> list[list[int]]:
    """Return the teams by number, then everybody who has none; all alone if they may meet."""
    teams: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
    for player in field.players:
        if player.is_ranked:
            team = player.team if order.teams_apart else None
            teams[(0, team.number) if team else (1, player.number)].append(player.number)
    return [teams[key] for key in sorted(teams)]


def _solve(order: Order, basis: Basis) -> Plan:
    """Seat the numbers; what was played before is no history for them, nobody has one yet."""
    seed, constraints = seed_of(order), basis.constraints
    if order.kind is Kind.LOTS:
        return one_round(basis.numbers, seed=seed, constraints=constraints)
    return plan(
        basis.numbers,
        len(order.numbers),
        seed=seed,
        constraints=constraints,
        prefix_first=order.prefix_first,
    )


def _new_schedule(
    stage: Stage,
    order: Order,
    way: Way,
    pots: tuple[Pot, ...],
    made: Plan,
    report: Mapping[str, Any],
) -> Draw:
    public = {
        "way": way.value,
        "pots": in_public.plain_pots(pots),
        "sha256": made.sha256,
        "quality": report,
    }
    apart = [list(block) for block in apart_of(pots)]
    return Draw.objects.create(
        stage=stage,
        first_round=order.first_round,
        last_round=order.last_round,
        kind=order.kind.value,
        seed=made.seed,
        algorithm=f"{made.method} {ALGORITHM}",
        schedule=[[list(table) for table in seating] for seating in made.rounds],
        constraints=wishes(order) | {"apart": apart, "public": public},
        quality=report,
        sha256=made.sha256,
    )


@transaction.atomic
def publish_schedule(*, draw: Draw, request: Request, secret: str = "") -> Draw:
    """
    Publish the schedule of numbers: it is frozen; bind a secret where the lots follow from one.

    An empty `secret` is made here and told to nobody before the word from the hall is in. Raise
    `BadState` when the roster has changed since the schedule was made.
    """
    draw = lock_draw(draw)
    values = {"draw": draw.pk, "secret": commitment(secret) if secret else ""}
    if answered(request, "publish_schedule", values):
        return draw
    tournament = draw.stage.tournament
    require(request, Action.MAKE_DRAW, tournament)
    if draw.state != Draw.State.DRAFT or not draw.schedule or draw.lots:
        raise BadState(_("This schedule is no draft any more. Look at the draws again."))
    if _pots(tournament, _order_of(draw)) != in_public.pots_of_draw(draw):
        raise BadState(
            _("Others are to draw now than when this was made. Give it up and make another.")
        )
    if secret and len(secret) < SHORTEST_SECRET:
        raise BadState(_("A secret this short can be guessed from its SHA-256. Type a longer one."))
    mark_published(draw, secret)
    draw.save(update_fields=["constraints", "secret", "commitment", "state"])
    write(request, "publish_schedule", values, tournament=tournament, obj=draw,
          after=told(draw) | in_public.as_bound(draw))  # fmt: skip
    return draw


def mark_published(draw: Draw, secret: str = "") -> None:
    """Note when the schedule is published and bind the secret; nothing is saved."""
    draw.constraints["public"]["published"] = timezone.now().isoformat(timespec="seconds")
    draw.state = Draw.State.NUMBERED
    if in_public.way_of(draw) is Way.REVEALED:
        draw.secret = secret or secrets.token_hex(SECRET_BYTES)
        draw.commitment = commitment(draw.secret)


@transaction.atomic
def give_up_schedule(*, draw: Draw, request: Request) -> Draw:
    """Give up a schedule of numbers that has no lots yet, with a reason if it is published."""
    draw = lock_draw(draw)
    values = {"draw": draw.pk}
    if answered(request, "give_up_schedule", values):
        return draw
    tournament = draw.stage.tournament
    require(request, Action.MAKE_DRAW, tournament)
    if not draw.schedule or draw.lots or draw.state == Draw.State.SUPERSEDED:
        raise BadState(_("This schedule is no draft any more. Look at the draws again."))
    if draw.state == Draw.State.NUMBERED:
        expect_reason(request)
    before = told(draw)
    give_up(draw, request)
    write(request, "give_up_schedule", values, tournament=tournament, obj=draw, before=before,
          after={"state": draw.state})  # fmt: skip
    return draw
