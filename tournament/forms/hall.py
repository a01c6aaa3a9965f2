"""The address by which the hall's phones reach the program, as an organiser writes it."""

from typing import Any, Final
from urllib.parse import SplitResult, urlsplit

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.forms.fields import TokenField
from tournament.lan import is_own

LONGEST: Final = 200


class HallAddressField(forms.CharField):
    """An address without a path; "192.0.2.20:8000" is read as http. Empty = not set."""

    def __init__(self, **options: Any) -> None:
        super().__init__(
            **{
                "label": gettext_lazy("Address in the hall"),
                "help_text": gettext_lazy(
                    "What phones in the hall type to reach this program, "
                    "such as http://192.168.1.20:8000. Every printed code carries it."
                ),
                "max_length": LONGEST,
                "widget": forms.TextInput(
                    attrs={
                        "inputmode": "url",
                        "autocapitalize": "none",
                        "autocomplete": "off",
                        "spellcheck": "false",
                        "list": "hall-addresses",
                    }
                ),
                **options,
            }
        )

    def clean(self, value: Any) -> str:
        """Return scheme, host and port; raise `ValidationError` for what phones cannot reach."""
        text = super().clean(value)
        return _origin(text) if text else ""


def _origin(text: str) -> str:
    parts = _split(text if "://" in text else f"http://{text}")
    if parts is None:
        raise forms.ValidationError(
            _(
                "This is no address of the program. "
                "Write it without a page, such as http://192.168.1.20:8000."
            )
        )
    if is_own(parts.hostname or ""):
        raise forms.ValidationError(
            _(
                "Phones cannot reach this address: localhost and 127.0.0.1 mean the machine they "
                "are typed on. Take the address the hall's network gave this computer."
            )
        )
    origin = f"{parts.scheme}://{parts.netloc.lower()}"
    forms.URLField(assume_scheme="http").clean(origin)
    return origin


def _split(text: str) -> SplitResult | None:
    """Return the parts of an address that has no more than scheme, host and port."""
    try:
        parts = urlsplit(text)
        is_plain = parts.port is None or parts.port > 0
    except ValueError:
        return None
    more = parts.path not in ("", "/") or parts.query or parts.fragment or "@" in parts.netloc
    if not is_plain or more or parts.scheme not in ("http", "https") or not parts.hostname:
        return None
    return parts


class HallAddressForm(forms.Form):
    """The address alone, for the pages that cannot print without it."""

    token = TokenField()
    seen = forms.CharField(widget=forms.HiddenInput, max_length=16, required=False)
    hall_address = HallAddressField(required=False)
