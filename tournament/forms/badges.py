"""What is typed instead of scanning a badge, and what an organiser sends of badges."""

from django import forms
from django.utils.translation import gettext_lazy

from tournament.services.badges import DIGITS


class PinForm(forms.Form):
    """Name or number, and the PIN; spaces between its digits are read over."""

    name = forms.CharField(
        label=gettext_lazy("User name or badge number"),
        max_length=150,
        widget=forms.TextInput(attrs={"autocapitalize": "none", "autocomplete": "username"}),
    )
    pin = forms.CharField(
        label=gettext_lazy("PIN"),
        help_text=gettext_lazy("Six digits, printed on the badge."),
        max_length=20,
        widget=forms.TextInput(
            attrs={"inputmode": "numeric", "autocomplete": "off", "size": DIGITS + 2}
        ),
    )

    def clean_pin(self) -> str:
        """Return the digits alone."""
        pin: str = self.cleaned_data["pin"]
        return "".join(pin.split())
