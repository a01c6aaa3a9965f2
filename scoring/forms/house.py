"""House rules 本场规则 in a form: the switches, values and cap of one event."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy

from scoring.forms.fields import EntryForm, ReasonField, TokenField
from scoring.house import difference_words, switch_words
from scoring.messages import fan_name
from scoring.rules import ANY_FAN_BY_KEY, MINIMUM_POINTS, SWITCHES, Fan, Profile, derive
from scoring.rules.fan_list import FLOWERS
from scoring.rules.house import house_differences, price
from scoring.rules.profiles import MOST_FAN_POINTS

SWITCH: Final = "switch_"
VALUE: Final = "value_"
MOST_CAP: Final = 9999
# Flowers are one point each and no fan that the judging prices.
PRICED: Final = tuple(fan for fan in ANY_FAN_BY_KEY.values() if fan.key != FLOWERS)

NO_VALUE = gettext_lazy("Write a whole number from 1 to 999, or nothing for the edition's value.")
NO_CAP = gettext_lazy("Write a whole number from 8 to 9999, or nothing.")
NO_REASON = gettext_lazy("Games are played by these rules already: say why they change.")


@dataclass(frozen=True, slots=True)
class SwitchRow:
    """One switch of the form with its state in the edition."""

    field: forms.BoundField
    is_on: bool


@dataclass(frozen=True, slots=True)
class Prices:
    """The fan of one value in the edition."""

    points: int
    fields: tuple[forms.BoundField, ...]

    @property
    def changed(self) -> int:
        """How many are typed otherwise."""
        typed = (str(field.value() or self.points) for field in self.fields)
        return sum(text != str(self.points) for text in typed)

    @property
    def is_open(self) -> bool:
        """Whether there is something to see."""
        return bool(self.changed) or any(field.errors for field in self.fields)


class HouseForm(EntryForm):
    """
    The rules of one event, `rules` once `is_valid()`.

    A value left empty is the edition's. `seen` is the number of the revision the form showed.
    """

    cap = forms.IntegerField(
        required=False,
        min_value=MINIMUM_POINTS,
        max_value=MOST_CAP,
        label=gettext_lazy("Most points a hand pays, flowers included"),
        help_text=gettext_lazy("Empty: there is no such limit."),
        error_messages=dict.fromkeys(("invalid", "min_value", "max_value"), NO_CAP),
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )
    reason = ReasonField(gettext_lazy("Reason"))
    seen = forms.IntegerField(min_value=0, max_value=32767, widget=forms.HiddenInput)
    token = TokenField()

    rules: Profile

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        edition: Profile,
        initial: Mapping[str, Any],
        needs_reason: bool = False,
    ) -> None:
        super().__init__(data, initial=dict(initial), label_suffix="")
        self.edition = edition
        self.fields["reason"].required = needs_reason
        self.fields["reason"].error_messages["required"] = NO_REASON
        for key in SWITCHES:
            self.fields[SWITCH + key] = forms.BooleanField(
                required=False, label=switch_words(key, on=True)
            )
        for fan in PRICED:
            self.fields[VALUE + fan.key] = self._price_field(fan)
        # The last on the page; the first wrong one gets the focus.
        self.fields |= {name: self.fields.pop(name) for name in ("cap", "reason")}

    def _price_field(self, fan: Fan) -> forms.Field:
        return forms.IntegerField(
            required=False,
            min_value=1,
            max_value=MOST_FAN_POINTS,
            label=fan_name(fan),
            error_messages=dict.fromkeys(("invalid", "min_value", "max_value"), NO_VALUE),
            widget=forms.NumberInput(
                attrs={
                    "class": "input",
                    "inputmode": "numeric",
                    "placeholder": price(self.edition, fan.key),
                }
            ),
        )

    # What the template shows

    @property
    def switches(self) -> list[SwitchRow]:
        """The switches in their order."""
        return [SwitchRow(self[SWITCH + key], self.edition.is_on(key)) for key in SWITCHES]

    @property
    def prices(self) -> Iterator[Prices]:
        """The fan by their value in the edition, the dearest first, those switched off left out."""
        turned = {key: bool(self[SWITCH + key].value()) for key in SWITCHES}
        played = derive(self.edition, switches=turned).fans

        def points(fan: Fan) -> int:
            return price(self.edition, fan.key)

        shown = sorted((fan for fan in PRICED if fan.key in played), key=points, reverse=True)
        for value, fans in groupby(shown, key=points):
            yield Prices(value, tuple(self[VALUE + fan.key] for fan in fans))

    @property
    def preview(self) -> list[str] | None:
        """What would differ from the edition in words, None while something is wrong."""
        wrong = self.errors.keys() - {"reason", "token", "seen"} if self.is_bound else ()
        if wrong:
            return None
        rules = self._rules(self.cleaned_data if self.is_bound else self.initial)
        return list(difference_words(house_differences(rules)))

    # Cleaning

    def clean(self) -> None:
        """Build `rules`."""
        if not self.errors:
            self.rules = self._rules(self.cleaned_data)

    def _rules(self, values: Mapping[str, Any]) -> Profile:
        """Return the rules of clean values; a value of a fan they do not have is left alone."""
        turned = derive(
            self.edition,
            switches={key: bool(values.get(SWITCH + key)) for key in SWITCHES},
            cap=values.get("cap") or 0,
        )
        prices = {fan.key: values.get(VALUE + fan.key) for fan in PRICED if fan.key in turned.fans}
        return derive(turned, values={key: points for key, points in prices.items() if points})


def house_values(rules: Profile) -> dict[str, Any]:
    """Return what the form shows for rules: switches, the cap, values that are not the edition's."""
    values = {VALUE + key: points for key, _was, points in house_differences(rules).values}
    return {
        "cap": rules.cap,
        **{SWITCH + key: rules.is_on(key) for key in SWITCHES},
        **values,
    }
