"""Officials as an organiser names them."""

import re
from typing import Any, Final

from django import forms
from django.contrib.auth.password_validation import validate_password
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.forms.fields import TokenField
from scoring.listing import listed
from tournament.models import Official, Role
from tournament.services.log import new_token
from tournament.services.staff import MOST_TABLES

_RANGE: Final = re.compile(r"(?P<first>\d{1,4})(\s*[-–~]\s*(?P<last>\d{1,4}))?", re.ASCII)


def table_numbers(text: str) -> list[int]:
    """Return the tables that "1-6, 9" names, each once; raise `ValidationError` for other text."""
    found: set[int] = set()
    for part in re.split(r"[,，、;；]", text):
        if not part.strip():
            continue
        match = _RANGE.fullmatch(part.strip())
        if match is None:
            raise forms.ValidationError(
                _("“%(text)s” is no table number. Write numbers or ranges: 1-6, 9.")
                % {"text": part.strip()}
            )
        first, last = int(match["first"]), int(match["last"] or match["first"])
        if not 1 <= first <= last <= MOST_TABLES:
            raise forms.ValidationError(
                _("Tables are numbered 1 to %(most)s, the smaller number first.")
                % {"most": MOST_TABLES}
            )
        found.update(range(first, last + 1))
    return sorted(found)


def table_ranges(numbers: list[int]) -> str:
    """Return table numbers as text: 1-6, 9."""
    ranges: list[list[int]] = []
    for number in sorted(numbers):
        if ranges and number == ranges[-1][1] + 1:
            ranges[-1][1] = number
        else:
            ranges.append([number, number])
    return listed(a if a == b else f"{a}-{b}" for a, b in ranges)


class TablesField(forms.CharField):
    """Tables as text in, numbers out; nothing means every table."""

    def clean(self, value: Any) -> Any:
        """Return the numbers."""
        return table_numbers(super().clean(value))


class OfficialForm(forms.Form):
    """Role and tables of an official."""

    token = TokenField()
    role = forms.ChoiceField(label=gettext_lazy("Role"), choices=Role.choices, initial=Role.REFEREE)
    tables = TablesField(
        label=gettext_lazy("Tables"),
        help_text=gettext_lazy("For a table referee: 1-6, 9. Empty means all tables."),
        required=False,
        max_length=200,
    )

    def clean(self) -> dict[str, Any]:
        """Leave tables out for roles that have none of their own."""
        given: dict[str, Any] = super().clean() or self.cleaned_data
        if given.get("role") not in (None, Role.REFEREE):
            given["tables"] = []
        return given

    @classmethod
    def of(cls, official: Official, data: Any = None) -> "OfficialForm":
        """Return the form that shows an official as he is."""
        numbers = [table.number for table in official.tables.all()]
        initial = {
            "token": new_token(),
            "role": official.role,
            "tables": table_ranges(numbers),
        }
        return cls(data, initial=initial)


class NewOfficialForm(OfficialForm):
    """The same for somebody who is not an official yet."""

    username = forms.CharField(
        label=gettext_lazy("User name"),
        help_text=gettext_lazy("A user who exists keeps his password."),
        max_length=150,
        widget=forms.TextInput(attrs={"autocapitalize": "none", "autocomplete": "off"}),
    )
    password = forms.CharField(
        label=gettext_lazy("Password for a new user"),
        help_text=gettext_lazy("Leave it empty and one is made; it is shown once."),
        required=False,
        max_length=128,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )
    field_order = ("token", "username", "role", "tables", "password")

    def clean_password(self) -> str:
        """Refuse what is easily guessed."""
        password: str = self.cleaned_data["password"]
        if password:
            validate_password(password)
        return password
