"""
Draws: made as a draft, looked at, changed by hand, published, drawn again.

A draft is made from what stands in the database and a seed. The solving may take seconds and
happens outside the transaction, so that nobody who saves a hand waits for it; what it was made
from is read again inside, and a draw of what has changed is refused.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any, Final

from django.db import transaction
from django.utils.translation import gettext as _

from tournament.draw import Changes, Kind, Outcome, Plan, reseat_remaining
from tournament.field import Basis, hall_tables, publish_problems, seatings
from tournament.in_public import waiting_for_seats
from tournament.models import Draw, Player, Round, Seat, Stage, Tournament
from tournament.permissions import Action
from tournament.services.access import require
from tournament.services.draw_order import (
    Order,
    basis_of,
    check_order,
    problem_sentences,
    seed_of,
    solve,
)
from tournament.services.draw_store import measure, store, told
from tournament.services.errors import BadState
from tournament.services.locks import touch_standings
from tournament.services.log import Request, answered, write
from tournament.services.missing import expect_reason, expect_results

Solve = Callable[[Order, Basis], Plan]

NO_WISHES: Final[Mapping[str, bool]] = {}
NOT_STARTED = (Round.State.DRAFT, Round.State.PUBLISHED)
MOST_FILLERS = 3


# Make


def make_draft(*, stage: Stage, order: Order, request: Request, override: bool = False) -> Draw:
    """
    Draw rounds as a draft.

    Raise `FillersNeeded` when the players fill no whole number of tables and `TablesMissing` when
    rounds before lack results; `override` draws all the same, with the reason of `request`.
    """
    values = {"stage": stage.pk, **asdict(order), "override": override}
    if row := answered(request, "make_draw", values):
        return Draw.objects.get(pk=row.object_id)
    require(request, Action.MAKE_DRAW, stage.tournament)
    check_order(order)
    found = expect_results(stage.tournament, order.first_round, request, override=override)
    basis = basis_of(stage.tournament, order)
    made = solve(order, basis)
    with transaction.atomic():
        tournament = Tournament.objects.select_for_update().get(pk=stage.tournament_id)
        if row := answered(request, "make_draw", values):
            return Draw.objects.get(pk=row.object_id)
        expect_undrawn(tournament, order)
        _expect_unchanged(tournament, order, basis)
        draw = store(stage, order, basis, made)
        after = told(draw) | found
        write(request, "make_draw", values, tournament=tournament, obj=draw, after=after)
    return draw


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
    return _again(draw, values, seed, request, solve, wishes)


def reseat(*, draw: Draw, request: Request, seed: str = "", take_over: bool = False) -> Draw:
    """
    Draw the rounds that have not started again because the roster changed; return the new draft.

    With `take_over` whoever comes sits where one who left would have sat and all others keep their
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
    return _again(draw, values, seed, request, solve_rest, changes)


def _again(
    draw: Draw,
    values: dict[str, object],
    seed: str,
    request: Request,
    solve_again: Solve,
    changes: Mapping[str, Any],
) -> Draw:
    if row := answered(request, "redraw", values):
        return Draw.objects.get(pk=row.object_id)
    tournament = draw.stage.tournament
    require(request, Action.MAKE_DRAW, tournament)
    order = replace(order_again(draw, _open_rounds(draw), seed), **changes)
    basis = basis_of(tournament, order)
    made = solve_again(order, basis)
    with transaction.atomic():
        draw = lock_draw(draw)
        if row := answered(request, "redraw", values):
            return Draw.objects.get(pk=row.object_id)
        rounds = _open_rounds(draw)
        if [round_.number for round_ in rounds] != list(order.numbers):
            raise BadState(_("A round of this draw has changed meanwhile. Look at it again."))
        _expect_unchanged(tournament, order, basis)
        before = told(draw)
        _supersede(draw, rounds, request)
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
    if not leaving and not coming:
        raise BadState(_("The seats fit the roster. Nothing has to be drawn again."))
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


@transaction.atomic
def cancel_draw(*, draw: Draw, request: Request) -> Draw:
    """Cancel the rounds that have not started, with a reason if some, or their lots, are public."""
    draw = lock_draw(draw)
    tournament = draw.stage.tournament
    values = {"draw": draw.pk}
    if answered(request, "cancel_draw", values):
        return draw
    require(request, Action.MAKE_DRAW, tournament)
    before = told(draw)
    rounds = _open_rounds(draw)
    _supersede(draw, rounds, request)
    touch_standings(tournament)
    after = {"state": draw.state, "cancelled": [round_.number for round_ in rounds]}
    write(request, "cancel_draw", values, tournament=tournament, obj=draw, before=before,
          after=after)  # fmt: skip
    return draw


@transaction.atomic
def publish_draw(*, draw: Draw, request: Request, number: int | None = None) -> Draw:
    """
    Publish the draft rounds of a draw, or only round `number`: their seats are frozen.

    Raise `BadState` when somebody seated has left or somebody present has no seat.
    """
    draw = lock_draw(draw)
    tournament = draw.stage.tournament
    values = {"draw": draw.pk, "number": number}
    if answered(request, "publish_draw", values):
        return draw
    require(request, Action.MAKE_DRAW, tournament)
    rounds = [
        round_
        for round_ in draw.rounds.filter(state=Round.State.DRAFT).order_by("number")
        if number in (None, round_.number)
    ]
    if not rounds:
        raise BadState(_("These seats are no draft any more. Look at the draws again."))
    if sentences := problem_sentences(publish_problems(draw, rounds)):
        raise BadState(" ".join(sentences))
    Round.objects.filter(pk__in=[round_.pk for round_ in rounds]).update(
        state=Round.State.PUBLISHED
    )
    before, draw.state = {"state": draw.state}, Draw.State.PUBLISHED
    draw.save(update_fields=["state"])
    touch_standings(tournament)
    after = {**told(draw), "published": [round_.number for round_ in rounds]}
    write(request, "publish_draw", values, tournament=tournament, obj=draw, before=before,
          after=after)  # fmt: skip
    return draw


@transaction.atomic
def swap_seats(*, round_: Round, one: int, other: int, request: Request) -> Round:
    """Let two players of a draft round, by entry number, sit on each other's seats."""
    round_ = Round.objects.select_for_update(of=("self",)).select_related("draw").get(pk=round_.pk)
    values = {"round": round_.pk, "one": one, "other": other}
    if answered(request, "swap_seats", values):
        return round_
    tournament = round_.tournament
    require(request, Action.MAKE_DRAW, tournament)
    if round_.state != Round.State.DRAFT or round_.draw is None:
        raise BadState(_("Only the seats of a draft can be swapped. Draw the round again."))
    seats = {
        seat.player.number: seat
        for seat in round_.seats.select_related("player", "game__table").filter(
            player__number__in=(one, other)
        )
    }
    if one == other or len(seats) != 2:
        raise BadState(_("Choose two different players of this round."))
    before, after = _exchange(seats[one], seats[other])
    draw = round_.draw
    draw.constraints["swaps"] = [*draw.constraints.get("swaps", ()), [round_.number, one, other]]
    measure(draw)
    write(request, "swap_seats", values, tournament=tournament, obj=round_, before=before,
          after=after)  # fmt: skip
    return round_


@transaction.atomic
def add_fillers(
    *, tournament: Tournament, count: int, first_round: int, request: Request
) -> list[Player]:
    """Enter one to three fillers, present from `first_round` on, numbers after the last entry."""
    tournament = Tournament.objects.select_for_update().get(pk=tournament.pk)
    values = {"tournament": tournament.pk, "count": count, "first_round": first_round}
    if row := answered(request, "add_fillers", values):
        return list(tournament.players.filter(number__in=(row.after or {}).get("numbers", ())))
    require(request, Action.MAKE_DRAW, tournament)
    if not 1 <= count <= MOST_FILLERS or first_round < 1:
        raise BadState(_("A table lacks one to three players. Look at the draw again."))
    last = tournament.players.order_by("-number").values_list("number", flat=True).first() or 0
    fillers = Player.objects.bulk_create(
        Player(
            tournament=tournament,
            number=last + more,
            is_ranked=False,
            status=Player.Status.CHECKED_IN,
            first_round=first_round,
        )
        for more in range(1, count + 1)
    )
    touch_standings(tournament)
    numbers = [player.number for player in fillers]
    write(request, "add_fillers", values, tournament=tournament, obj=tournament,
          after={"numbers": numbers, "first_round": first_round})  # fmt: skip
    return fillers


# What must hold


def expect_undrawn(tournament: Tournament, order: Order) -> None:
    """Raise `BadState` when a round of `order` has seats, or a schedule of numbers, already."""
    expect_no_seats(tournament, order.numbers)
    for draw in waiting_for_seats(tournament.pk):
        if draw.first_round <= order.last_round and order.first_round <= draw.last_round:
            raise BadState(
                _("Round %(number)s has a schedule of numbers. Give that up first.")
                % {"number": max(draw.first_round, order.first_round)}
            )


def expect_no_seats(tournament: Tournament, numbers: Sequence[int]) -> None:
    """Raise `BadState` when one of the rounds has seats already."""
    drawn = tournament.rounds.exclude(state=Round.State.CANCELLED).filter(number__in=numbers)
    if first := drawn.order_by("number").first():
        raise BadState(
            _("Round %(number)s is already drawn. Draw it again or cancel it there.")
            % {"number": first.number}
        )


def _expect_unchanged(tournament: Tournament, order: Order, basis: Basis) -> None:
    if basis_of(tournament, order) != basis:
        raise BadState(_("The roster or the seats changed during the draw. Draw once more."))


def _exchange(one: Seat, other: Seat) -> tuple[dict[str, str], dict[str, str]]:
    """
    Exchange two players of a draft; return where each sat and sits.

    A draft's seats carry nothing but the player, and a round knows a player once: both rows are
    written anew under their old keys.
    """
    before = {str(seat.player.number): str(seat.game.table.number) for seat in (one, other)}
    Seat.objects.filter(pk__in=(one.pk, other.pk)).delete()
    one.player, other.player = other.player, one.player
    Seat.objects.bulk_create([one, other])
    return before, {str(seat.player.number): str(seat.game.table.number) for seat in (one, other)}


# Again


def lock_draw(draw: Draw) -> Draw:
    """Lock the rounds of a draw, then the draw; return it fresh."""
    list(Round.objects.select_for_update().filter(draw=draw).order_by("pk"))
    return (
        Draw.objects.select_for_update(of=("self",))
        .select_related("stage__tournament")
        .get(pk=draw.pk)
    )


def _open_rounds(draw: Draw) -> list[Round]:
    """Return the rounds that can be drawn again; raise `BadState` when there are none."""
    rounds = list(draw.rounds.filter(state__in=NOT_STARTED).order_by("number"))
    if draw.state == Draw.State.SUPERSEDED or not rounds:
        raise BadState(_("A round that has started, or was cancelled, cannot be drawn again."))
    return rounds


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


def _supersede(draw: Draw, rounds: Sequence[Round], request: Request) -> None:
    if draw.lots or any(round_.state == Round.State.PUBLISHED for round_ in rounds):
        expect_reason(request)
    Round.objects.filter(pk__in=[round_.pk for round_ in rounds]).update(
        state=Round.State.CANCELLED
    )
    give_up(draw, request)


def give_up(draw: Draw, request: Request) -> None:
    """Supersede a draw; one that was made in public keeps why, for everybody to read."""
    if "public" in draw.constraints:
        draw.constraints["public"]["given_up"] = request.reason
    draw.state = Draw.State.SUPERSEDED
    draw.save(update_fields=["state", "constraints"])
