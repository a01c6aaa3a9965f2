"""The guides: one sheet each for referees and organisers, for whoever has never seen the program."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe


@require_safe
def referee(request: HttpRequest) -> HttpResponse:
    """Show what a referee taps, without a query."""
    return render(request, "guide/referee.html", {"section": "referee"})


@require_safe
def organiser(request: HttpRequest) -> HttpResponse:
    """Show the steps of an event's day, without a query."""
    return render(request, "guide/organiser.html", {"section": "organiser"})
