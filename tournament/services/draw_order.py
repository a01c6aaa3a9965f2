"""What the organiser orders, whether it can be had, and how it is solved."""

import secrets
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.listing import listed
from tournament.draw import (
    FinalTables,
    Kind,
    Mode,
    Plan,
    final_round,
    one_round,
    plan,
    singles_round_robin,
    swiss_round,
    team_round_robin,
)
from tournament.field import (
    Basis,
    Field,
    Problems,
    constraints_of,
    playing_field,
    read_basis,
    seated,
    seatings,
    seats_in_order,
    seats_taken_over,
    teams_of,
)
from tournament.models import Tournament
from tournament.models.people import entry_number
from tournament.services.draw_kinds import (
    finalists_refusal,
    kind_refusal,
    ranked,
    rounds_refusal,
)
from tournament.services.errors import BadState, FillersNeeded


@dataclass(frozen=True, slots=True)
class Order:
    """
    What the organiser asks for; an empty seed is drawn.

    `clubs_apart` is about countries too. `prefix_first` puts as many rounds as there are without a
    repeat before the others. `finalists` is how many play a final, 0 for other kinds.
    """

    first_round: int
    last_round: int
    kind: Kind
    seed: str = ""
    include_entered: bool = False
    teams_apart: bool = True
    clubs_apart: bool = True
    prefix_first: bool = False
    finalists: int = 0

    @property
    def numbers(self) -> range:
        """The rounds to draw."""
        return range(self.first_round, self.last_round + 1)


def check_order(order: Order) -> None:
    """Raise `BadState` for what no draw can be."""
    if not 1 <= order.first_round <= order.last_round:
        raise BadState(_("The last round cannot come before the first."))


def field_sentence(field: Field) -> str:
    """Return why the field cannot be drawn, empty when it can; fillers are another matter."""
    if field.partly:
        named = listed(player.entry_number for player in field.partly)
        return _(
            "These entries play only some of the rounds: %(numbers)s. "
            "Draw the rounds before and after the change separately."
        ) % {"numbers": named}
    if not field.players:
        return _("Nobody is there to be drawn. Check the players in first.")
    return ""


def problem_sentences(problems: Problems) -> list[str]:
    """Return what keeps rounds from being published, a sentence for all rounds with the same."""
    rounds: dict[tuple[bool, tuple[int, ...]], list[int]] = {}
    for number, (gone, missing) in sorted(problems.items()):
        for has_left, entries in ((True, gone), (False, missing)):
            if entries:
                rounds.setdefault((has_left, tuple(sorted(entries))), []).append(number)
    return [
        _problem_words(len(numbers), has_left=has_left)
        % {"rounds": listed(numbers), "entries": listed(map(entry_number, entries))}
        for (has_left, entries), numbers in rounds.items()
    ]


def _problem_words(rounds: int, *, has_left: bool) -> str:
    if has_left:
        return ngettext(
            "Round %(rounds)s seats players who have left: %(entries)s. Draw it again.",
            "Rounds %(rounds)s seat players who have left: %(entries)s. Draw them again.",
            rounds,
        )
    return ngettext(
        "Round %(rounds)s has no seat for: %(entries)s. Draw it again.",
        "Rounds %(rounds)s have no seat for: %(entries)s. Draw them again.",
        rounds,
    )


def basis_of(tournament: Tournament, order: Order) -> Basis:
    """Read what a draw follows from; raise `BadState` or `FillersNeeded` when it cannot be had."""
    field = playing_field(tournament, order.numbers, include_entered=order.include_entered)
    _expect_kind(order, field)
    players = ranked(field) if order.kind.is_final else field.players
    basis = read_basis(
        tournament,
        players,
        order.numbers,
        constraints=constraints_of(
            tournament,
            players,
            teams_apart=order.teams_apart or order.kind is Kind.TEAM_ROBIN,
            clubs_apart=order.clubs_apart,
        ),
        by_standing=order.kind.by_standing,
    )
    if order.kind.by_standing and not basis.standing:
        raise BadState(kind_refusal(order.kind, field, has_standing=False))
    return _of_kind(tournament, order, field, basis)


def _expect_kind(order: Order, field: Field) -> None:
    """Raise `BadState` or `FillersNeeded` for what the players who are there do not allow."""
    refusals = (
        field_sentence(field),
        # The standing, and the round before, are read later.
        kind_refusal(order.kind, field, seated_before=len(field.players)),
        rounds_refusal(order.kind, field, len(order.numbers)),
        finalists_refusal(order.kind, field, order.finalists),
    )
    if sentence := next(filter(None, refusals), ""):
        raise BadState(sentence)
    if field.fillers_needed and not order.kind.is_final:
        raise FillersNeeded(len(field.players), field.fillers_needed)


def _of_kind(tournament: Tournament, order: Order, field: Field, basis: Basis) -> Basis:
    """Return a basis with what its kind of draw follows from besides."""
    if order.kind.is_final:
        best = basis.standing[: order.finalists]
        return replace(basis, numbers=tuple(sorted(best)), standing=best)
    if order.kind is Kind.TEAM_ROBIN:
        return replace(basis, teams=teams_of(field.players))
    if order.kind is Kind.MANUAL:
        return replace(basis, start=seats_in_order(basis.numbers))
    if order.kind is Kind.MANUAL_LAST:
        before = seatings(tournament, basis.hall).get(order.first_round - 1, ())
        if sentence := kind_refusal(order.kind, field, seated_before=seated(before)):
            raise BadState(sentence)
        return replace(basis, start=seats_taken_over(before, basis.numbers))
    return basis


def seed_of(order: Order) -> str:
    """Return the seed asked for, else a new one."""
    return order.seed or secrets.token_hex(8)


def solve(order: Order, basis: Basis) -> Plan:
    """Draw; this may take seconds."""
    kind, history, constraints = order.kind, basis.history, basis.constraints
    rounds, fixed = len(order.numbers), dict(constraints.tables)
    if kind.is_manual:
        return Plan((basis.start,), "by hand", "")
    seed = seed_of(order)
    if kind is Kind.LOTS:
        return one_round(basis.numbers, seed=seed, history=history, constraints=constraints)
    if kind is Kind.TEAM_ROBIN:
        return team_round_robin(basis.teams, rounds, seed=seed, history=history, fixed=fixed)
    if kind is Kind.SINGLES_ROBIN:
        return singles_round_robin(basis.numbers, rounds, seed=seed, history=history, fixed=fixed)
    if kind.is_final:
        tables = FinalTables.BY_RANK if kind is Kind.FINAL else FinalTables.SNAKE
        best = basis.standing
        return final_round(best, len(best), tables=tables, history=history, fixed=fixed, seed=seed)
    if kind.by_standing:
        mode = Mode(kind.value)
        return swiss_round(basis.standing, history, mode=mode, seed=seed, constraints=constraints)
    return plan(
        basis.numbers,
        rounds,
        seed=seed,
        history=history,
        constraints=constraints,
        prefix_first=order.prefix_first,
    )
