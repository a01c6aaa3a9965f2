"""Addresses as phones in the hall type them: what is printed, and what to propose."""

from urllib.parse import urlsplit

from django.http import HttpRequest

from tournament.lan import is_own, quick_addresses
from tournament.models import Tournament


def proposals(request: HttpRequest) -> list[str]:
    """
    Return the addresses phones may reach this program by, the likeliest first.

    That is the one this page was asked for, unless it means this very machine, then the
    machine's own in its networks.
    """
    host = request.get_host()
    parts = urlsplit(f"//{host}")
    asked = [] if is_own(parts.hostname or "") else [f"{request.scheme}://{host}"]
    end = f":{parts.port}" if parts.port else ""
    found = [f"{request.scheme}://{address}{end}" for address in quick_addresses()]
    return list(dict.fromkeys([*asked, *found]))


def hall_url(tournament: Tournament, path: str) -> str:
    """Return the whole address of a page for the hall; the event's address must be set."""
    return f"{tournament.hall_address}{path}"


def readable(url: str) -> str:
    """Return an address as people type it: without the http in front."""
    return url.removeprefix("http://")
