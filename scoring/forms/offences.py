"""Offences and their steps in words, in the language of the page."""

from dataclasses import dataclass

from django.utils.translation import get_language, gettext_lazy, ngettext

from scoring.rules.penalties import (
    MONEY,
    TWELFTHS,
    Group,
    HandEffect,
    Measure,
    Offence,
    Scope,
    Step,
    Unit,
    offences,
)

FREE = "free"

GROUPS = {
    Group.WIN: gettext_lazy("Winning"),
    Group.CALLS: gettext_lazy("Calls"),
    Group.CONDUCT: gettext_lazy("Conduct"),
    Group.LATE: gettext_lazy("Late"),
    Group.FREE: gettext_lazy("Other"),
}
MEASURES = {
    Measure.WARNING: gettext_lazy("Warning"),
    Measure.FINE: gettext_lazy("Fine"),
    Measure.COMPENSATION: gettext_lazy("Compensation"),
    Measure.DEAD_HAND: gettext_lazy("Dead hand"),
    Measure.FORFEIT: gettext_lazy("Game forfeited"),
    Measure.DISQUALIFICATION: gettext_lazy("Disqualification"),
}
SCOPES = {
    Scope.HAND: gettext_lazy("This player in this hand"),
    Scope.GAME: gettext_lazy("This player in this game"),
    Scope.EVENT: gettext_lazy("This player in this event"),
}
EFFECTS = {
    HandEffect.VOID_WIN: gettext_lazy("The win is void: record the hand as a void win."),
    HandEffect.REPLAY: gettext_lazy(
        "The hand is replayed: make it void, and enter it again afterwards."
    ),
}


@dataclass(frozen=True, slots=True)
class Rung:
    """One step of a ladder as shown: done, now or to come."""

    number: int
    text: str
    is_done: bool
    is_now: bool


@dataclass(frozen=True, slots=True)
class OffenceRow:
    """One offence to choose, with what it would cost."""

    key: str
    name: str
    detail: str


def offence_name(offence: Offence) -> str:
    """Return the offence's name in the language of the page."""
    return offence.zh if (get_language() or "").startswith("zh") else offence.en


def find_offence(profile: str, key: str | None) -> Offence | None:
    """Return the offence of a key; None for one the catalogue does not have."""
    return next((row for row in offences(profile) if row.key == key), None)


def step_text(step: Step) -> str:
    """Return a step in words: Fine 40 + Dead hand."""
    parts = [_amount_text(step, measure) for measure in step.measures]
    if not parts and step.hand in EFFECTS:
        parts = [str(EFFECTS[step.hand])]
    return " + ".join(parts)


def _amount_text(step: Step, measure: Measure) -> str:
    name = str(MEASURES[measure])
    if measure not in MONEY or not step.amount:
        return name
    if step.unit is Unit.TABLE_POINTS:
        whole, part = divmod(step.amount, TWELFTHS)
        amount = f"{whole or ''}{'½' if part == TWELFTHS // 2 else ''}" or "0"
        one = step.amount == TWELFTHS
        words = ngettext("%(amount)s table point", "%(amount)s table points", 1 if one else 2)
        return words % {"amount": amount}
    if step.at_most:
        return f"{name} {step.amount}–{step.at_most}"
    return f"{name} {step.amount}"
