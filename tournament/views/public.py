"""Pages being built."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse


def home(request: HttpRequest, **where: Any) -> HttpResponse:
    """Nothing yet."""
    raise Http404


def event(request: HttpRequest, **where: Any) -> HttpResponse:
    """Nothing yet."""
    raise Http404


def games(request: HttpRequest, **where: Any) -> HttpResponse:
    """Nothing yet."""
    raise Http404


def standings(request: HttpRequest, **where: Any) -> HttpResponse:
    """Nothing yet."""
    raise Http404


def teams(request: HttpRequest, **where: Any) -> HttpResponse:
    """Nothing yet."""
    raise Http404


def player(request: HttpRequest, **where: Any) -> HttpResponse:
    """Nothing yet."""
    raise Http404


def workbook(request: HttpRequest, **where: Any) -> HttpResponse:
    """Nothing yet."""
    raise Http404
