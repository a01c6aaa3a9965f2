"""The two throws that open the wall, two dice each."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.book.wall import DIE, Opening, open_wall

FACES = [(die, str(die)) for die in DIE]


def _die(label: Any) -> forms.TypedChoiceField:
    return forms.TypedChoiceField(label=label, choices=FACES, coerce=int)


class ThrowsForm(forms.Form):
    """Four dice: the dealer's two, and the two of whoever throws next."""

    use_required_attribute = False

    first_a = _die(_("The dealer's throw: first die"))
    first_b = _die(_("The dealer's throw: second die"))
    second_a = _die(_("The second throw: first die"))
    second_b = _die(_("The second throw: second die"))

    @property
    def opening(self) -> Opening:
        """Where the wall is opened; only for a valid form."""
        dice = self.cleaned_data
        return open_wall((dice["first_a"], dice["first_b"]), (dice["second_a"], dice["second_b"]))
