"""The rest after too many wrong passwords or PINs, as a request meets it."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournament.services import throttle


def too_many(request: HttpRequest) -> HttpResponse:
    """Answer 429: what to do, and after how many seconds."""
    answer = render(request, "429.html", status=429)
    answer.headers["Retry-After"] = str(int(throttle.REST.total_seconds()))
    return answer


def address_of(request: HttpRequest) -> str:
    """
    Return where a request comes from.

    Behind a proxy every request comes from that; its last word in the header is the client it saw,
    the words before are whatever the client wrote.
    """
    if settings.BEHIND_PROXY:
        seen = request.META.get("HTTP_X_FORWARDED_FOR", "").rpartition(",")[2].strip()
        if seen:
            return str(seen)
    return str(request.META.get("REMOTE_ADDR", ""))
