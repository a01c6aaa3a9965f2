"""
Draws: made as a draft, looked at, changed by hand, published, cancelled; `draws_again` goes on.

A draft is made from what stands in the database and a seed. The solving may take seconds and
happens outside the transaction, so that nobody who saves a hand waits for it; what it was made
from is read again inside, and a draw of what has changed is refused.
"""

from collections.abc import Sequence
from dataclasses import asdict

from django.db import transaction
from django.utils.translation import gettext as _

from tournament.field import Basis, publish_problems
from tournament.in_public import waiting_for_seats
from tournament.models import Draw, Player, Round, Seat, Stage, Tournament
from tournament.permissions import Action
from tournament.services.access import require
from tournament.services.draw_order import (
    Order,
    basis_of,
    check_order,
    problem_sentences,
    solve,
)
from tournament.services.draw_store import measure, store, told
from tournament.services.errors import BadState
from tournament.services.locks import touch_standings
from tournament.services.log import Request, answered, write
from tournament.services.missing import expect_reason, expect_results

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
        expect_unchanged(tournament, order, basis)
        draw = store(stage, order, basis, made)
        after = told(draw) | found
        write(request, "make_draw", values, tournament=tournament, obj=draw, after=after)
    return draw


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
    rounds = open_rounds(draw)
    supersede(draw, rounds, request)
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
    *,
    tournament: Tournament,
    count: int,
    first_round: int,
    request: Request,
    seen: int | None = None,
) -> list[Player]:
    """
    Enter one to three fillers, present from `first_round` on, numbers after the last entry.

    `seen` is how many entries there were when they were offered; raise `BadState` when there are
    others by now, as somebody else may have pressed before.
    """
    tournament = Tournament.objects.select_for_update().get(pk=tournament.pk)
    values = {"tournament": tournament.pk, "count": count, "first_round": first_round}
    if row := answered(request, "add_fillers", values):
        return list(tournament.players.filter(number__in=(row.after or {}).get("numbers", ())))
    require(request, Action.MAKE_DRAW, tournament)
    if not 1 <= count <= MOST_FILLERS or first_round < 1:
        raise BadState(_("A table lacks one to three players. Look at the draw again."))
    if seen is not None and seen != tournament.players.count():
        raise BadState(_("Entries were added meanwhile. Look whether fillers are still missing."))
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


def expect_unchanged(tournament: Tournament, order: Order, basis: Basis) -> None:
    """Raise `BadState` when a draw would be made from something else by now."""
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


# What is given up


def lock_draw(draw: Draw) -> Draw:
    """Lock the rounds of a draw, then the draw; return it fresh."""
    list(Round.objects.select_for_update().filter(draw=draw).order_by("pk"))
    return (
        Draw.objects.select_for_update(of=("self",))
        .select_related("stage__tournament")
        .get(pk=draw.pk)
    )


def open_rounds(draw: Draw) -> list[Round]:
    """Return the rounds that can be drawn again; raise `BadState` when there are none."""
    rounds = list(draw.rounds.filter(state__in=NOT_STARTED).order_by("number"))
    if draw.state == Draw.State.SUPERSEDED or not rounds:
        raise BadState(_("A round that has started, or was cancelled, cannot be drawn again."))
    return rounds


def unfitting_rounds(draw: Draw) -> list[Round]:
    """
    Return the open rounds from the first on that no longer fits the roster.

    Raise `BadState` as `open_rounds` does, and when all fit.
    """
    rounds = open_rounds(draw)
    problems = publish_problems(draw, rounds)
    if not problems:
        raise BadState(_("The seats fit the roster. Nothing has to be drawn again."))
    return [round_ for round_ in rounds if round_.number >= min(problems)]


def supersede(draw: Draw, rounds: Sequence[Round], request: Request) -> None:
    """Cancel open rounds of a draw and give it up, with a reason if some, or lots, are public."""
    if draw.lots or any(round_.state == Round.State.PUBLISHED for round_ in rounds):
        expect_reason(request)
    Round.objects.filter(pk__in=[round_.pk for round_ in rounds]).update(
        state=Round.State.CANCELLED
    )
    give_up(draw, request)


def give_up(draw: Draw, request: Request) -> None:
    """
    Supersede a draw unless rounds of it are still to come.

    One that was made in public keeps why, for everybody to read.
    """
    if "public" in draw.constraints:
        draw.constraints["public"]["given_up"] = request.reason
    if not draw.rounds.filter(state__in=NOT_STARTED).exists():
        draw.state = Draw.State.SUPERSEDED
    draw.save(update_fields=["state", "constraints"])
