"""What the forms have in common: the token, a reason, how something is refused."""

from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise


class TokenField(forms.CharField):
    """The client's name for its request: the same one again is a retry."""

    widget = forms.HiddenInput

    def __init__(self) -> None:
        message = _("This form came incomplete. Open the page again and re-enter.")
        super().__init__(max_length=64, error_messages={"required": message, "max_length": message})


class ReasonField(forms.CharField):
    """Why something is done; `missing` is the sentence for a reason that must be given."""

    def __init__(self, label: "_StrPromise", *, missing: "_StrPromise | str" = "") -> None:
        super().__init__(
            required=bool(missing),
            max_length=200,
            label=label,
            error_messages={"required": missing},
            widget=forms.TextInput(attrs={"autocomplete": "off"}),
        )


class EntryForm(forms.Form):
    """A form of one screen with its save button always in sight."""

    @property
    def first_error(self) -> str:
        """The first sentence, for the line of the save button."""
        return next((str(text) for texts in self.errors.values() for text in texts), "")

    def focus_first_error(self) -> None:
        """Let the first wrong field have the focus when the page comes back."""
        first = next((name for name in self.errors if name in self.fields), None)
        if first:
            self.fields[first].widget.attrs["autofocus"] = True


def refusal(sentence: str, code: str, **params: Any) -> forms.ValidationError:
    """Return the error of a field: the sentence with what it names, and a code for programs."""
    return forms.ValidationError(sentence, code=code, params=params or None)
