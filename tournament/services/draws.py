"""
Draws: made as a draft, looked at, changed by hand, published, drawn again.

A draft is made from what stands in the database and a seed. The solving may take seconds and
happens outside the transaction, so that nobody who saves a hand waits for it; what it was made
from is read again inside, and a draw of what has changed is refused.
"""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournament.draw import ALGORITHM, Kind, Plan, Report, one_round, plan, quality, schedule_sha256
from tournament.field import (
    Basis,
    Field,
    hall_tables,
    playing_field,
    publish_problems,
    read_basis,
    seatings,
)
from tournament.models import Draw, Game, Player, Round, Seat, Stage, Table, Tournament
from tournament.permissions import Action
from tournament.services.access import require
from tournament.services.errors import BadState, FillersNeeded
from tournament.services.locks import touch_standings
from tournament.services.log import Request, answered, write
from tournament.services.missing import expect_reason, expect_results

NOT_STARTED = (Round.State.DRAFT, Round.State.PUBLISHED)
MOST_FILLERS = 3


@dataclass(frozen=True, slots=True)
class Order:
    """What the organiser asks for; an empty seed is drawn."""

    first_round: int
    last_round: int
    kind: Kind
    seed: str = ""
    include_entered: bool = False
    teams_apart: bool = True

    @property
    def numbers(self) -> range:
        """The rounds to draw."""
        return range(self.first_round, self.last_round + 1)


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
    _check_order(order)
    found = expect_results(stage.tournament, order.first_round, request, override=override)
    basis = _basis(stage.tournament, order)
    made = _solve(order, basis)
    with transaction.atomic():
        tournament = Tournament.objects.select_for_update().get(pk=stage.tournament_id)
        if row := answered(request, "make_draw", values):
            return Draw.objects.get(pk=row.object_id)
        _expect_undrawn(tournament, order)
        _expect_unchanged(tournament, order, basis)
        draw = _store(stage, order, basis, made)
        after = _told(draw) | found
        write(request, "make_draw", values, tournament=tournament, obj=draw, after=after)
    return draw


def redraw(*, draw: Draw, request: Request, seed: str = "") -> Draw:
    """
    Draw the rounds that have not started once more, with a new seed; return the new draft.

    The old rounds stay as cancelled. Raise `BadState` when all have started, or when some are
    published and no reason is given.
    """
    values = {"draw": draw.pk, "seed": seed}
    if row := answered(request, "redraw", values):
        return Draw.objects.get(pk=row.object_id)
    tournament = draw.stage.tournament
    require(request, Action.MAKE_DRAW, tournament)
    order = _order_again(draw, _open_rounds(draw), seed)
    basis = _basis(tournament, order)
    made = _solve(order, basis)
    with transaction.atomic():
        draw = _lock(draw)
        if row := answered(request, "redraw", values):
            return Draw.objects.get(pk=row.object_id)
        rounds = _open_rounds(draw)
        if [round_.number for round_ in rounds] != list(order.numbers):
            raise BadState(_("A round of this draw has changed meanwhile. Look at it again."))
        _expect_unchanged(tournament, order, basis)
        before = _told(draw)
        _supersede(draw, rounds, request)
        starts = {round_.number: round_.planned_start for round_ in rounds}
        made_draw = _store(draw.stage, order, basis, made, starts)
        touch_standings(tournament)
        after = _told(made_draw)
        write(request, "redraw", values, tournament=tournament, obj=made_draw, before=before,
              after=after)  # fmt: skip
    return made_draw


@transaction.atomic
def cancel_draw(*, draw: Draw, request: Request) -> Draw:
    """Cancel the rounds that have not started, with a reason if some are published."""
    draw = _lock(draw)
    tournament = draw.stage.tournament
    values = {"draw": draw.pk}
    if answered(request, "cancel_draw", values):
        return draw
    require(request, Action.MAKE_DRAW, tournament)
    before = _told(draw)
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
    draw = _lock(draw)
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
    after = {**_told(draw), "published": [round_.number for round_ in rounds]}
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
    _measure(draw)
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


def _check_order(order: Order) -> None:
    if not 1 <= order.first_round <= order.last_round:
        raise BadState(_("The last round cannot come before the first."))
    if order.kind is Kind.LOTS and order.first_round != order.last_round:
        raise BadState(_("By lot one round is drawn at a time. Choose one round, or a plan."))


def _expect_undrawn(tournament: Tournament, order: Order) -> None:
    drawn = tournament.rounds.exclude(state=Round.State.CANCELLED).filter(number__in=order.numbers)
    if first := drawn.order_by("number").first():
        raise BadState(
            _("Round %(number)s is already drawn. Draw it again or cancel it there.")
            % {"number": first.number}
        )


def _expect_unchanged(tournament: Tournament, order: Order, basis: Basis) -> None:
    if _basis(tournament, order) != basis:
        raise BadState(_("The roster or the seats changed during the draw. Draw once more."))


def field_sentence(field: Field) -> str:
    """Return why the field cannot be drawn, empty when it can; fillers are another matter."""
    if field.partly:
        named = pgettext("between items", ", ").join(str(p.number) for p in field.partly)
        return _(
            "These entries play only some of the rounds: %(numbers)s. "
            "Draw the rounds before and after the change separately."
        ) % {"numbers": named}
    if not field.players:
        return _("Nobody is there to be drawn. Check the players in first.")
    return ""


def problem_sentences(problems: Mapping[int, tuple[set[int], set[int]]]) -> list[str]:
    """Return what keeps rounds from being published, a sentence each."""
    comma = pgettext("between items", ", ")
    sentences = []
    for number, (gone, missing) in sorted(problems.items()):
        for entries, words in (
            (gone, _("Round %(round)s seats players who have left: %(entries)s. Draw it again.")),
            (missing, _("Round %(round)s has no seat for: %(entries)s. Draw it again.")),
        ):
            if entries:
                named = comma.join(str(entry) for entry in sorted(entries))
                sentences.append(words % {"round": number, "entries": named})
    return sentences


# Solve


def _basis(tournament: Tournament, order: Order) -> Basis:
    field = playing_field(tournament, order.numbers, include_entered=order.include_entered)
    if sentence := field_sentence(field):
        raise BadState(sentence)
    if field.fillers_needed:
        raise FillersNeeded(len(field.players), field.fillers_needed)
    return read_basis(tournament, field.players, order.numbers, teams_apart=order.teams_apart)


def _solve(order: Order, basis: Basis) -> Plan:
    seed = order.seed or secrets.token_hex(8)
    if order.kind is Kind.LOTS:
        return one_round(
            basis.numbers, seed=seed, history=basis.history, constraints=basis.constraints
        )
    return plan(
        basis.numbers,
        len(order.numbers),
        seed=seed,
        history=basis.history,
        constraints=basis.constraints,
    )


# Store


def _store(
    stage: Stage,
    order: Order,
    basis: Basis,
    made: Plan,
    starts: Mapping[int, datetime | None] | None = None,
) -> Draw:
    """Write a draft: the draw, its rounds, games and seats; tables the hall lacks are added."""
    report = quality(made.rounds, history=basis.history, apart=basis.constraints.apart)
    draw = Draw.objects.create(
        stage=stage,
        first_round=order.first_round,
        last_round=order.last_round,
        kind=order.kind.value,
        seed=made.seed,
        algorithm=f"{made.method} {ALGORITHM}",
        constraints={
            "include_entered": order.include_entered,
            "teams_apart": order.teams_apart,
            "apart": [list(group) for group in basis.constraints.apart],
            "swaps": [],
        },
        quality=_plain(report, order.numbers, basis.hall),
        sha256=made.sha256,
    )
    tables = _hall(stage.tournament, basis.hall)
    players = {player.number: player for player in stage.tournament.players.all()}
    for number, seating in zip(order.numbers, made.rounds, strict=True):
        round_ = Round.objects.create(
            tournament=stage.tournament,
            stage=stage,
            number=number,
            draw=draw,
            planned_start=(starts or {}).get(number),
        )
        games = Game.objects.bulk_create(
            Game(round=round_, table=tables[basis.hall[place]]) for place in range(len(seating))
        )
        Seat.objects.bulk_create(
            Seat(game=game, round=round_, start=start, player=players[player])
            for game, table in zip(games, seating, strict=True)
            for start, player in enumerate(table)
        )
    return draw


def _hall(tournament: Tournament, numbers: Sequence[int]) -> dict[int, Table]:
    tables = {table.number: table for table in tournament.tables.all()}
    added = Table.objects.bulk_create(
        Table(tournament=tournament, number=number) for number in numbers if number not in tables
    )
    return tables | {table.number: table for table in added}


def _plain(report: Report, rounds: Sequence[int], hall: Sequence[int]) -> dict[str, Any]:
    """Return a report as plain data, with the numbers of rounds and tables people know."""
    data = report.as_json()
    data["clashes"] = [
        [rounds[number], hall[place], one, other] for number, place, one, other in report.clashes
    ]
    data["repeated"] = [list(row) for row in report.repeated]
    return data


def _measure(draw: Draw) -> None:
    """Count the draw's quality and hash again from the seats as they stand."""
    tournament = draw.stage.tournament
    hall = hall_tables(tournament, 0)
    standing = seatings(tournament, hall)
    own = list(
        draw.rounds.exclude(state=Round.State.CANCELLED)
        .order_by("number")
        .values_list("number", flat=True)
    )
    rounds = [standing[number] for number in own]
    history = [seating for number, seating in standing.items() if number not in own]
    report = quality(rounds, history=history, apart=draw.constraints.get("apart", ()))
    draw.quality = _plain(report, own, hall)
    draw.sha256 = schedule_sha256([[table for table in seating if table] for seating in rounds])
    draw.save(update_fields=["constraints", "quality", "sha256"])


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


def _lock(draw: Draw) -> Draw:
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


def _order_again(draw: Draw, rounds: Sequence[Round], seed: str) -> Order:
    return Order(
        first_round=rounds[0].number,
        last_round=rounds[-1].number,
        kind=Kind(draw.kind),
        seed=seed,
        include_entered=bool(draw.constraints.get("include_entered")),
        teams_apart=bool(draw.constraints.get("teams_apart", True)),
    )


def _supersede(draw: Draw, rounds: Sequence[Round], request: Request) -> None:
    if any(round_.state == Round.State.PUBLISHED for round_ in rounds):
        expect_reason(request)
    Round.objects.filter(pk__in=[round_.pk for round_ in rounds]).update(
        state=Round.State.CANCELLED
    )
    draw.state = Draw.State.SUPERSEDED
    draw.save(update_fields=["state"])


def _told(draw: Draw) -> dict[str, Any]:
    """What the log keeps of a draw."""
    return {
        "rounds": [draw.first_round, draw.last_round],
        "kind": draw.kind,
        "seed": draw.seed,
        "algorithm": draw.algorithm,
        "sha256": draw.sha256,
        "state": draw.state,
    }
