"""The calculator's form: a hand as text, and the controls that stand for parts of it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring.calculation import OF_THE_LAST_TILE, Calculation, calculate
from scoring.forms.hand_fields import LONGEST_NOTATION
from scoring.forms.tiles import NO_TEXT_ERRORS, text_parts
from scoring.links import calculator_link
from scoring.messages import fan_name
from scoring.rules import DEFAULT_PROFILE, PROFILES, Fan, Flower, Hand, Profile, problems
from scoring.rules.catalogue import ANY_FAN_BY_KEY, FAN_BY_KEY
from scoring.rules.notation import WIND_LETTERS
from scoring.rules.profiles import DECLARED_FANS

SITUATION = re.compile(rf"([{WIND_LETTERS}])([{WIND_LETTERS}])([01])([01])([01])([01])")
REPLACEMENT, ROBBED = "replacement", "robbed"

REASONS: dict[tuple[str, str], Promise] = {
    (REPLACEMENT, "replacement_without_kong"): _("needs a kong"),
    (ROBBED, "robbed_last_tile"): _("the wall is empty"),
    (ROBBED, "robbed_tile_held"): _("the hand has another"),
    ("last_in_wall", "robbed_last_tile"): _("a kong is robbed"),
    ("last_of_kind", "last_of_kind_held"): _("the hand has another"),
}
"""In a few words why a condition cannot hold, by condition and code of the problem it would make."""

NO_CHOICE = dict.fromkeys(
    ("invalid_choice", "invalid_list", "null_characters_not_allowed"),
    _("The address names rules or conditions that do not exist. Choose them again."),
)
NO_FLOWERS = dict.fromkeys(
    ("invalid", "min_value", "max_value"), _("The flowers are a number from 0 to 8. Change it.")
)


@dataclass(frozen=True, slots=True)
class Situation:
    """Winds and flags as the text writes them: "EW1000"."""

    prevalent_wind: str = WIND_LETTERS[0]
    seat_wind: str = WIND_LETTERS[0]
    self_drawn: bool = False
    last_of_kind: bool = False
    last_in_wall: bool = False
    kong: bool = False

    def __str__(self) -> str:
        flags = (self.self_drawn, self.last_of_kind, self.last_in_wall, self.kong)
        return self.prevalent_wind + self.seat_wind + "".join("01"[flag] for flag in flags)


def read_situation(text: str) -> Situation:
    """Read the second part of a hand's text; East, East and no flag for what cannot be read."""
    found = SITUATION.fullmatch(re.sub(r"\s", "", text))
    if not found:
        return Situation()
    prevalent, seat, *flags = found.groups()
    return Situation(prevalent, seat, *(flag == "1" for flag in flags))


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition to tick: field and value, the fan it makes, and why it cannot hold, or ""."""

    field: str
    value: str
    fans: tuple[Fan, ...]
    is_on: bool
    reason: str


class CalculatorForm(forms.Form):
    """
    A hand as text, by itself or with controls for winds, conditions and flowers.

    An address carries the text alone. A form sent without scripts has the controls too, and in
    `shown` the text they were shown for: the controls count unless winds, flags or flowers were
    changed in the text. Whatever is sent, `calculation` answers it.
    """

    use_required_attribute = False

    hand = forms.CharField(
        required=False,
        max_length=LONGEST_NOTATION,
        label=_("Hand as text"),
        error_messages=NO_TEXT_ERRORS,
    )
    shown = forms.CharField(required=False, widget=forms.HiddenInput, error_messages=NO_TEXT_ERRORS)
    profile = forms.ChoiceField(
        required=False,
        choices=[(key, key) for key in PROFILES],
        label=_("Rules"),
        error_messages=NO_CHOICE,
    )
    declared = forms.MultipleChoiceField(
        required=False, choices=[(key, key) for key in DECLARED_FANS], error_messages=NO_CHOICE
    )
    prevalent_wind = forms.ChoiceField(
        required=False, choices=[(one, one) for one in WIND_LETTERS], error_messages=NO_CHOICE
    )
    seat_wind = forms.ChoiceField(
        required=False, choices=[(one, one) for one in WIND_LETTERS], error_messages=NO_CHOICE
    )
    self_drawn = forms.ChoiceField(
        required=False, choices=[("0", "0"), ("1", "1")], error_messages=NO_CHOICE
    )
    last_of_kind = forms.BooleanField(required=False)
    last_in_wall = forms.BooleanField(required=False)
    kong = forms.MultipleChoiceField(
        required=False,
        choices=[(REPLACEMENT, REPLACEMENT), (ROBBED, ROBBED)],
        error_messages=NO_CHOICE,
    )
    flowers = forms.IntegerField(
        required=False, min_value=0, max_value=len(Flower), error_messages=NO_FLOWERS
    )

    @property
    def _values(self) -> dict[str, Any]:
        """What was sent, fields that are wrong left out."""
        bool(self.errors)  # cleaning runs on the first look at them
        return self.cleaned_data

    @cached_property
    def text(self) -> str:
        """The hand's text with what the controls say of it; what was typed where that is wrong."""
        typed = str(self["hand"].value() or "")
        if self.errors or "shown" not in self.data:
            return typed
        tiles, *said = text_parts(typed)
        if said != [*text_parts(self._values["shown"])][1:]:
            return typed
        return "|".join((tiles, str(self._chosen_situation), self._chosen_flowers(said[1])))

    @property
    def situation(self) -> Situation:
        """Winds and flags of the text, for the controls."""
        return read_situation(text_parts(self.text)[1])

    @property
    def flower_count(self) -> int:
        """How many flowers the text has, 0 for what cannot be read."""
        said = text_parts(self.text)[2]
        if said.isdecimal():
            return int(said[:2])
        return len(said)

    @cached_property
    def rules(self) -> Profile:
        """The edition chosen, the usual one when the choice is wrong."""
        return PROFILES[self._values.get("profile") or DEFAULT_PROFILE]

    @property
    def declared_fans(self) -> tuple[str, ...]:
        """What was declared, as far as the edition knows it."""
        chosen = self._values.get("declared", ())
        return tuple(key for key in self.rules.declarable if key in chosen)

    @cached_property
    def calculation(self) -> Calculation:
        """The answer; wrong fields are problems like wrong hands."""
        if self.errors:
            # Several fields may say the same.
            sentences = {str(text): None for texts in self.errors.values() for text in texts}
            return Calculation(problems=tuple(sentences))
        return calculate(self.text, self.rules.key, self.declared_fans)

    @property
    def link(self) -> str:
        """The address of this hand."""
        return calculator_link(self.text, self.rules.key, self.declared_fans)

    # What the template shows

    @property
    def profiles(self) -> list[Profile]:
        """The editions to choose from."""
        return list(PROFILES.values())

    @property
    def declarable(self) -> list[tuple[str, str, bool]]:
        """What may be declared in some edition: key, name, whether it is."""
        return [
            (key, fan_name(ANY_FAN_BY_KEY[key]), key in self.declared_fans) for key in DECLARED_FANS
        ]

    @cached_property
    def conditions(self) -> tuple[Condition, ...]:
        """The conditions of the last tile, each with the reason why it cannot hold."""
        now = self.situation
        return (
            self._condition("last_of_kind", "on", ("last_tile",), is_on=now.last_of_kind),
            self._condition(
                "last_in_wall",
                "on",
                ("last_tile_draw", "last_tile_claim"),
                is_on=now.last_in_wall,
            ),
            self._condition(
                "kong",
                REPLACEMENT,
                ("out_with_replacement_tile",),
                is_on=now.kong and now.self_drawn,
            ),
            self._condition(
                "kong", ROBBED, ("robbing_the_kong",), is_on=now.kong and not now.self_drawn
            ),
        )

    def _condition(
        self, field: str, value: str, fans: tuple[str, ...], *, is_on: bool
    ) -> Condition:
        named = tuple(FAN_BY_KEY[key] for key in fans)
        return Condition(field, value, named, is_on, self._reason_against(field, value))

    def _reason_against(self, field: str, value: str) -> str:
        if field == "kong" and (value == REPLACEMENT) is not self.situation.self_drawn:
            return str(_("needs a self-draw") if value == REPLACEMENT else _("needs a discard"))
        hand, is_open = self.calculation.hand, self.calculation.missing > 0
        name = value if field == "kong" else field
        found = [
            REASONS[name, code]
            for code in (_codes_with(hand, field) if hand else ())
            if (name, code) in REASONS and not (is_open and code in OF_THE_LAST_TILE)
        ]
        return str(found[0]) if found else ""

    # The controls

    @property
    def _chosen_situation(self) -> Situation:
        values = self._values
        self_drawn = values["self_drawn"] == "1"
        return Situation(
            values["prevalent_wind"] or WIND_LETTERS[0],
            values["seat_wind"] or WIND_LETTERS[0],
            self_drawn,
            values["last_of_kind"],
            values["last_in_wall"],
            (REPLACEMENT if self_drawn else ROBBED) in values["kong"],
        )

    def _chosen_flowers(self, said: str) -> str:
        """Keep named flowers as long as their number is the one in the field."""
        count = self._values["flowers"]
        return said if count is None or (said.isalpha() and len(said) == count) else str(count)


def _codes_with(hand: Hand, flag: str) -> Iterator[str]:
    """Give the codes of what would speak against the hand if it had this flag."""
    flagged = replace(
        hand,
        last_of_kind=hand.last_of_kind or flag == "last_of_kind",
        last_in_wall=hand.last_in_wall or flag == "last_in_wall",
        kong=hand.kong or flag == "kong",
    )
    yield from (problem.code for problem in problems(flagged))
