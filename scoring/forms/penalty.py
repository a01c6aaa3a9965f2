"""One penalty (罚分) as a referee decides it: who, for what, and what follows."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.forms.fields import EntryForm, ReasonField, TokenField, refusal
from scoring.forms.offences import (
    EFFECTS,
    FREE,
    GROUPS,
    MEASURES,
    SCOPES,
    OffenceRow,
    Rung,
    find_offence,
    offence_name,
    step_text,
)
from scoring.forms.seats import LABELS, SeatChoice, seat_at
from scoring.rules.penalties import (
    Group,
    HandEffect,
    Measure,
    Offence,
    Receivers,
    Scope,
    Step,
    Unit,
    late_offence,
    offences,
    proposed_step,
    shares,
)

OTHERS = "others"
FOR_LEADERS = (Measure.DISQUALIFICATION,)
AS_THE_RULES_SAY = ("", gettext_lazy("As the rules say"))
MOST_POINTS = 999
MOST_MINUTES = 999
NO_OFFENDER = gettext_lazy("Say who is penalised.")
NO_HAND = gettext_lazy("Choose a hand, or the whole game.")
NO_AMOUNT = gettext_lazy("Write the amount as a whole number from 1 to 999.")


@dataclass(frozen=True, slots=True)
class Earlier:
    """
    An earlier penalty that stands, of one of the four players.

    `here` tells whether it was given in this game, `hand` in which hand of it.
    """

    label: str
    offence: str
    hand: int | None
    here: bool


@dataclass(frozen=True, slots=True)
class Decision:
    """
    What was decided; `shares` are four signed amounts, A first, `table_points` positive twelfths.

    `effect` says what becomes of the hand itself: that is entered apart.
    """

    offender: int
    hand: int | None
    measure: Measure
    offence: str
    step: int
    shares: tuple[int, int, int, int]
    table_points: int
    warning: bool
    dead_hand: bool
    forfeit: bool
    effect: HandEffect


class PenaltyForm(EntryForm):
    """
    The entry of one penalty; `decision` is the value to store, once `is_valid()`.

    What is left empty follows the catalogue and the player's record; another measure or amount
    needs a reason.
    """

    offender = forms.ChoiceField(
        choices=[(label, label) for label in LABELS],
        error_messages={"required": NO_OFFENDER, "invalid_choice": NO_OFFENDER},
    )
    hand = forms.TypedChoiceField(
        required=False,
        coerce=int,
        empty_value=None,
        label=gettext_lazy("Hand"),
        error_messages={"invalid_choice": NO_HAND},
    )
    offence = forms.CharField(required=False, max_length=60)
    minutes = forms.IntegerField(
        required=False,
        min_value=0,
        max_value=MOST_MINUTES,
        label=gettext_lazy("Minutes late"),
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )
    measure = forms.ChoiceField(
        choices=[AS_THE_RULES_SAY, *MEASURES.items()],
        required=False,
        label=gettext_lazy("Measure"),
    )
    amount = forms.IntegerField(
        required=False,
        min_value=1,
        max_value=MOST_POINTS,
        label=gettext_lazy("Amount"),
        error_messages={"invalid": NO_AMOUNT, "min_value": NO_AMOUNT, "max_value": NO_AMOUNT},
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )
    receivers = forms.ChoiceField(
        choices=[(value, value) for value in (OTHERS, *LABELS)], required=False
    )
    dead_hand = forms.BooleanField(
        required=False, label=gettext_lazy("Dead hand as well: may not win this hand")
    )
    reason = ReasonField(gettext_lazy("Reason"))
    token = TokenField()

    decision: Decision

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        seats: Sequence[SeatChoice],
        profile: str,
        hands: int,
        earlier: Iterable[Earlier] = (),
        may_take_table_points: bool = False,
        may_disqualify: bool = False,
        initial: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(data, initial=dict(initial or {}), label_suffix="")
        self.seats = seats
        self.profile = profile
        self.earlier = tuple(earlier)
        self.may_take_table_points = may_take_table_points
        if not may_disqualify:
            measure = self.fields["measure"]
            assert isinstance(measure, forms.ChoiceField)
            known = [row for row in MEASURES.items() if row[0] not in FOR_LEADERS]
            measure.choices = [AS_THE_RULES_SAY, *known]
        whole = [("", gettext_lazy("The whole game"))]
        field = self.fields["hand"]
        assert isinstance(field, forms.TypedChoiceField)
        field.choices = [*whole, *((number, str(number)) for number in range(1, hands + 1))]

    # What the template shows

    @property
    def groups(self) -> Iterator[tuple[str, str, list[OffenceRow]]]:
        """The catalogue by groups: key, name, offences."""
        rows = [row for row in offences(self.profile) if self._is_offered(row)]
        for group, name in GROUPS.items():
            if found := [self._row(row) for row in rows if row.group is group]:
                yield group.value, str(name), found

    @property
    def chosen_group(self) -> str:
        """The group that is open."""
        offence = self.chosen_offence
        if offence:
            return offence.group.value
        open_one = self.data.get("group")
        return next((group.value for group in Group if group.value == open_one), Group.WIN.value)

    @property
    def chosen_offence(self) -> Offence | None:
        """The offence chosen so far; minutes decide which lateness it is."""
        return self._offence(self["offence"].value(), self.cleaned.get("minutes"))

    @property
    def cleaned(self) -> Mapping[str, Any]:
        """What could be read so far."""
        if not self.is_bound:
            return {}
        bool(self.errors)  # cleaning runs on the first look at them
        return self.cleaned_data

    @property
    def ladder(self) -> list[Rung]:
        """The steps of the chosen offence, with where the offender stands; a free one has none."""
        offence, label = self.chosen_offence, self.cleaned.get("offender")
        if offence is None or offence.key == FREE or not label:
            return []
        count = self._count(offence, label, self.cleaned.get("hand"))
        last = max(len(offence.steps), count + 1 if offence.rise else 0)
        now = min(count, last - 1)
        return [
            Rung(
                number + 1,
                step_text(proposed_step(offence, number)),
                is_done=number < now,
                is_now=number == now,
            )
            for number in range(last)
        ]

    @property
    def ladder_head(self) -> str:
        """Where the offences on the ladder are counted."""
        offence = self.chosen_offence
        return str(SCOPES[offence.scope]) if offence else ""

    def _row(self, offence: Offence) -> OffenceRow:
        label, hand = self.cleaned.get("offender"), self.cleaned.get("hand")
        detail = " › ".join(map(step_text, offence.steps))
        if offence.key == FREE:
            detail = _("Choose measure and amount, and say why")
        elif label:
            count = self._count(offence, label, hand)
            detail = step_text(proposed_step(offence, count))
            if len(offence.steps) > 1:
                detail = _("No. %(number)s → %(step)s") % {"number": count + 1, "step": detail}
        return OffenceRow(offence.key, offence_name(offence), detail)

    # Looking up

    def _is_offered(self, offence: Offence) -> bool:
        in_table_points = any(step.unit is Unit.TABLE_POINTS for step in offence.steps)
        return self.may_take_table_points or not in_table_points

    def _offence(self, key: str | None, minutes: int | None) -> Offence | None:
        offence = find_offence(self.profile, key)
        if minutes and (offence is None or offence.group is Group.LATE):
            return late_offence(offences(self.profile), minutes)
        return offence

    def _count(self, offence: Offence, label: str, hand: int | None) -> int:
        """How many such offences of this player stand within the offence's scope."""
        return sum(
            row.label == label
            and row.offence == offence.key
            and (offence.scope is Scope.EVENT or row.here)
            and (offence.scope is not Scope.HAND or row.hand == hand)
            for row in self.earlier
        )

    # Cleaning

    @cached_property
    def seat(self) -> SeatChoice | None:
        """The seat that is penalised."""
        return seat_at(self.seats, self.cleaned_data.get("offender"))

    def clean(self) -> None:
        """Check everything at once and build `decision`."""
        offence = self._offence(self.cleaned_data.get("offence"), self.cleaned_data.get("minutes"))
        if offence is None or not self._is_offered(offence):
            self.add_error("offence", refusal(_("Say what for."), "no_offence"))
            return
        if self.seat is None:
            return
        hand = self.cleaned_data.get("hand")
        count = self._count(offence, self.seat.label, hand)
        proposed = proposed_step(offence, count)
        step = self._decided_step(proposed)
        self._check_reason(offence, proposed, step)
        self._check_step(step, hand)
        paid = self._shares(step)
        if self.errors or paid is None:
            return
        self.decision = Decision(
            offender=self.seat.index,
            hand=hand,
            measure=step.money or step.measures[0],
            offence=offence.key,
            step=count + 1,
            shares=paid,
            table_points=step.amount if step.unit is Unit.TABLE_POINTS else 0,
            warning=Measure.WARNING in step.measures,
            dead_hand=Measure.DEAD_HAND in step.measures,
            forfeit=Measure.FORFEIT in step.measures,
            effect=proposed.hand,
        )

    def _decided_step(self, proposed: Step) -> Step:
        """Return the proposed step with what the referee changed in it."""
        step = proposed
        measure, amount = self.cleaned_data.get("measure"), self.cleaned_data.get("amount")
        if measure and measure != (proposed.money or next(iter(proposed.measures), None)):
            step = Step((Measure(measure),), proposed.amount, hand=proposed.hand)
            if proposed.unit is Unit.TABLE_POINTS or step.money is None:
                step = replace(step, amount=0)
        if amount is not None:
            step = replace(step, amount=amount)
        if self.cleaned_data.get("dead_hand") and Measure.DEAD_HAND not in step.measures:
            step = replace(step, measures=(*step.measures, Measure.DEAD_HAND))
        return step

    def _check_reason(self, offence: Offence, proposed: Step, step: Step) -> None:
        in_range = proposed.at_most and proposed.amount <= step.amount <= proposed.at_most
        changed = step.measures != proposed.measures or (
            step.amount != proposed.amount and not in_range
        )
        if (changed or offence.reason_required) and not self.cleaned_data.get("reason"):
            sentence = (
                _("A free decision needs a reason.")
                if offence.reason_required
                else _("This is not what the rules propose. Say why.")
            )
            self.add_error("reason", refusal(sentence, "no_reason"))

    def _check_step(self, step: Step, hand: int | None) -> None:
        if not step.measures:
            sentence = _(
                "The rules name no penalty here. %(effect)s Or choose a measure and say why."
            )
            self.add_error(
                "measure", refusal(sentence, "no_measure", effect=EFFECTS.get(step.hand, ""))
            )
        amount = self.cleaned_data.get("amount")
        if step.unit is Unit.TABLE_POINTS and amount is not None:
            sentence = _("This costs table points as the ladder says. Leave the amount empty.")
            self.add_error("amount", refusal(sentence, "table_points"))
        elif amount is not None and step.money is None:
            sentence = _("Only a fine or a compensation has an amount. Change the measure.")
            self.add_error("amount", refusal(sentence, "no_money"))
        elif step.money and not step.amount and "amount" not in self.errors:
            self.add_error("amount", refusal(_("Write the amount."), "no_amount"))
        if Measure.DEAD_HAND in step.measures and hand is None and "hand" not in self.errors:
            sentence = _("A dead hand holds for one hand. Choose which.")
            self.add_error("hand", refusal(sentence, "no_hand"))

    def _shares(self, step: Step) -> tuple[int, int, int, int] | None:
        """Return the four signed amounts; None when they cannot be."""
        assert self.seat is not None
        if step.money is None or step.unit is Unit.TABLE_POINTS:
            return 0, 0, 0, 0
        receiver = seat_at(self.seats, self.cleaned_data.get("receivers"))
        if step.money is Measure.COMPENSATION:
            if receiver == self.seat:
                sentence = _("Nobody compensates himself. Choose another receiver.")
                self.add_error("receivers", refusal(sentence, "own_receiver"))
                return None
            if receiver is None and step.receivers is Receivers.PLAYER:
                sentence = _("This compensation goes to one player. Choose the receiver.")
                self.add_error("receivers", refusal(sentence, "no_receiver"))
                return None
        try:
            return shares(
                step.money, step.amount, self.seat.index, [receiver.index] if receiver else []
            )
        except ValueError:
            sentence = ngettext(
                "%(amount)s point cannot be split among three. Change the amount.",
                "%(amount)s points cannot be split among three. Change the amount.",
                step.amount,
            )
            self.add_error("amount", refusal(sentence, "cannot_split", amount=step.amount))
            return None


class CancelForm(forms.Form):
    """Why a penalty is cancelled."""

    reason = ReasonField(
        gettext_lazy("Why is it cancelled?"),
        missing=gettext_lazy("Say why the penalty is cancelled."),
    )
    token = TokenField()
