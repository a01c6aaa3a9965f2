"""Pages being built."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse


def sheet(request: HttpRequest, **where: Any) -> HttpResponse:
    """Nothing yet."""
    raise Http404


def enter_hand(request: HttpRequest, **where: Any) -> HttpResponse:
    """Nothing yet."""
    raise Http404


def hand_history(request: HttpRequest, **where: Any) -> HttpResponse:
    """Nothing yet."""
    raise Http404


def withdraw(request: HttpRequest, **where: Any) -> HttpResponse:
    """Nothing yet."""
    raise Http404


def penalties(request: HttpRequest, **where: Any) -> HttpResponse:
    """Nothing yet."""
    raise Http404


def penalise(request: HttpRequest, **where: Any) -> HttpResponse:
    """Nothing yet."""
    raise Http404


def cancel(request: HttpRequest, **where: Any) -> HttpResponse:
    """Nothing yet."""
    raise Http404
