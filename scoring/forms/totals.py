"""The four final scores (只录总分) of a game that has no hands, and why it has none."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from scoring.forms.fields import EntryForm, ReasonField, TokenField
from scoring.forms.seats import LABELS, SeatChoice

MOST = 9999
MINUS = "\N{MINUS SIGN}"
NO_NUMBER = gettext_lazy("Write the total as a whole number, with its sign.")


class TotalField(forms.IntegerField):
    """A signed score; the signs pages print and paper shows are read as well."""

    def __init__(self) -> None:
        super().__init__(
            min_value=-MOST,
            max_value=MOST,
            error_messages=dict.fromkeys(
                ("required", "invalid", "min_value", "max_value"), NO_NUMBER
            ),
            widget=forms.TextInput(attrs={"autocomplete": "off", "maxlength": 6}),
        )

    def to_python(self, value: Any) -> int | None:
        """Return the number; − and full-width signs become plain ones."""
        text = str(value or "").replace(MINUS, "-").replace("－", "-").replace("＋", "+")
        return super().to_python(text)


class TotalsForm(EntryForm):
    """The four totals, A to D; `totals` once `is_valid()`."""

    reason = ReasonField(
        gettext_lazy("Why are there no hands?"),
        missing=gettext_lazy("Say why only the totals are kept."),
    )
    token = TokenField()

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        seats: Sequence[SeatChoice],
        initial: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(data, initial=dict(initial or {}), label_suffix="")
        for seat in seats:
            field = TotalField()
            field.label = f"{seat.label} · {seat.title}"
            self.fields[f"total_{seat.label}"] = field
        self.order_fields([f"total_{label}" for label in LABELS])

    @property
    def total_fields(self) -> list[forms.BoundField]:
        """The four fields in their order."""
        return [self[f"total_{label}"] for label in LABELS]

    @property
    def totals(self) -> tuple[int, ...]:
        """The four totals of a valid form."""
        return tuple(self.cleaned_data[f"total_{label}"] for label in LABELS)


class ReturnForm(forms.Form):
    """Why a game counts from its hands again."""

    reason = ReasonField(
        gettext_lazy("Why do the hands count again?"),
        missing=gettext_lazy("Say why the hands count again."),
    )
    token = TokenField()
