"""
How often a password may be tried: ten times wrong, then five minutes of rest.

The count belongs to a name tried from an address, so that nobody locks a referee out from another
phone. It lies in the memory of each of the server's processes: with two of them it is twenty.
"""

import hashlib
from typing import Final

from django.core.cache import cache
from django.http import HttpRequest

MOST_FAILURES: Final = 10
SECONDS: Final = 5 * 60


def are_too_many(request: HttpRequest) -> bool:
    """Whether this name was tried wrongly too often from where the request comes."""
    return int(cache.get(_key(request), 0)) >= MOST_FAILURES


def count_failure(request: HttpRequest) -> None:
    """Note one wrong try; the time runs from the first."""
    if not cache.add(_key(request), 1, SECONDS):
        cache.incr(_key(request))


def forget(request: HttpRequest) -> None:
    """Start from nothing after a log-in."""
    cache.delete(_key(request))


def _key(request: HttpRequest) -> str:
    name = request.POST.get("username", "").casefold()
    text = f"{request.META.get('REMOTE_ADDR', '')} {name}"
    return f"failures-{hashlib.sha256(text.encode()).hexdigest()}"
