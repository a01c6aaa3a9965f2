"""What the organiser orders, whether it can be had, and how it is solved."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournament.draw import Kind, Mode, Plan, one_round, plan, swiss_round
from tournament.field import Basis, Field, constraints_of, playing_field, read_basis
from tournament.models import Tournament
from tournament.services.errors import BadState, FillersNeeded


@dataclass(frozen=True, slots=True)
class Order:
    """
    What the organiser asks for; an empty seed is drawn.

    `clubs_apart` is about countries too. `prefix_first` puts as many rounds as there are without a
    repeat before the others.
    """

    first_round: int
    last_round: int
    kind: Kind
    seed: str = ""
    include_entered: bool = False
    teams_apart: bool = True
    clubs_apart: bool = True
    prefix_first: bool = False

    @property
    def numbers(self) -> range:
        """The rounds to draw."""
        return range(self.first_round, self.last_round + 1)


def check_order(order: Order) -> None:
    """Raise `BadState` for what no draw can be."""
    if not 1 <= order.first_round <= order.last_round:
        raise BadState(_("The last round cannot come before the first."))
    if order.first_round == order.last_round:
        return
    if order.kind is Kind.LOTS:
        raise BadState(_("By lot one round is drawn at a time. Choose one round, or a plan."))
    if order.kind.by_standing:
        raise BadState(_("By the standing one round is drawn at a time, after the one before."))


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


def basis_of(tournament: Tournament, order: Order) -> Basis:
    """Read what a draw follows from; raise `BadState` or `FillersNeeded` when it cannot be had."""
    field = playing_field(tournament, order.numbers, include_entered=order.include_entered)
    if sentence := field_sentence(field):
        raise BadState(sentence)
    if field.fillers_needed:
        raise FillersNeeded(len(field.players), field.fillers_needed)
    basis = read_basis(
        tournament,
        field.players,
        order.numbers,
        constraints=constraints_of(
            field.players, teams_apart=order.teams_apart, clubs_apart=order.clubs_apart
        ),
        by_standing=order.kind.by_standing,
    )
    if order.kind.by_standing and not basis.standing:
        raise BadState(_("There is no standing yet. Draw the first round by lot or by a plan."))
    return basis


def seed_of(order: Order) -> str:
    """Return the seed asked for, else a new one."""
    return order.seed or secrets.token_hex(8)


def solve(order: Order, basis: Basis) -> Plan:
    """Draw; this may take seconds."""
    seed, history, constraints = seed_of(order), basis.history, basis.constraints
    if order.kind is Kind.LOTS:
        return one_round(basis.numbers, seed=seed, history=history, constraints=constraints)
    if order.kind.by_standing:
        mode = Mode(order.kind.value)
        return swiss_round(basis.standing, history, mode=mode, seed=seed, constraints=constraints)
    return plan(
        basis.numbers,
        len(order.numbers),
        seed=seed,
        history=history,
        constraints=constraints,
        prefix_first=order.prefix_first,
    )
