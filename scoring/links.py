"""Addresses that carry a hand."""

from collections.abc import Iterable
from urllib.parse import urlencode

from django.urls import reverse

from scoring.rules import DEFAULT_PROFILE


def calculator_link(
    text: str = "", profile: str = DEFAULT_PROFILE, declared: Iterable[str] = ()
) -> str:
    """Return the address at which the calculator shows the hand of this text."""
    query: list[tuple[str, str]] = [("hand", text)] if text else []
    if profile != DEFAULT_PROFILE:
        query.append(("profile", profile))
    query += [("declared", fan) for fan in sorted(declared)]
    address = reverse("scoring:calculator")
    return f"{address}?{urlencode(query)}" if query else address
