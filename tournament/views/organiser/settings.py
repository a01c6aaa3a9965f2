"""Set an event up, and change its settings."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.rules.house import house_differences
from tournament.forms.event import PRESETS, EventForm, with_preset
from tournament.models import Tournament
from tournament.permissions import Actor, Refusal
from tournament.services.errors import ServiceError
from tournament.services.events import (
    create_tournament,
    current_rules,
    edit_tournament,
    may_create,
    rules_in,
    settings_version,
)
from tournament.standings import DEFAULT_LADDER, VECTOR
from tournament.views import fetch, hall
from tournament.views.organiser import office


@require_http_methods(["GET", "HEAD", "POST"])
def new_event(request: HttpRequest) -> HttpResponse:
    """Make an event; who makes it becomes its organiser."""
    if not request.user.is_authenticated:
        return redirect_to_login(request.get_full_path())
    if not may_create(request.user):
        return fetch.refuse(request, Refusal.ROLE)
    if request.method != "POST":
        return _new_page(request, EventForm(initial=_first_values()))
    if "preset" in request.POST:
        return _new_page(request, EventForm(initial=with_preset(request.POST)))
    form = EventForm(request.POST)
    if not form.is_valid():
        return _new_page(request, form, 422)
    try:
        given = form.settings
        tournament = create_tournament(
            slug=form.cleaned_data["slug"],
            name=given.pop("name"),
            profile=given.pop("profile"),
            request=office.asking(request, form.cleaned_data["token"]),
            **given,
        )
    except (ServiceError, ValidationError) as error:
        form.add_error(None, _sentence(error))
        return _new_page(request, form, 409)
    messages.success(request, _("The event is set up. Next: its officials and players."))
    return redirect("tournament:board", tournament.slug)


@require_http_methods(["GET", "HEAD", "POST"])
@office.for_organisers
def settings(request: HttpRequest, tournament: Tournament, who: Actor) -> HttpResponse:
    """Show and change the settings of an event."""
    shown = Tournament.objects.get(pk=tournament.pk)  # the form writes what is sent into its own
    if request.method != "POST":
        form = EventForm(instance=shown, initial={"seen": settings_version(tournament)})
        return _settings_page(request, tournament, who, form)
    if "preset" in request.POST:
        form = EventForm(instance=shown, initial=with_preset(request.POST))
        return _settings_page(request, tournament, who, form)
    form = EventForm(request.POST, instance=shown)
    if not form.is_valid():
        return _settings_page(request, tournament, who, form, 422)
    try:
        edit_tournament(
            tournament=tournament,
            fields=form.settings,
            seen=form.cleaned_data["seen"],
            request=office.asking(request, form.cleaned_data["token"]),
        )
    except (ServiceError, ValidationError) as error:
        form.add_error(None, _sentence(error))
        return _settings_page(request, tournament, who, form, 409)
    messages.success(request, _("The settings are saved."))
    return redirect("tournament:settings", tournament.slug)


def _sentence(error: ServiceError | ValidationError) -> str:
    return " ".join(error.messages) if isinstance(error, ValidationError) else str(error)


def _first_values() -> dict[str, Any]:
    return {
        "table_point_vector": list(VECTOR),
        "tie_ladder": [str(rung) for rung in DEFAULT_LADDER],
        "rounds_planned": 6,
    }


def _new_page(request: HttpRequest, form: EventForm, status: int = 200) -> HttpResponse:
    context = {"form": form, "presets": PRESETS, "is_new": True}
    return render(request, "tournament/organiser/new_event.html", context, status=status)


def _settings_page(
    request: HttpRequest, tournament: Tournament, who: Actor, form: EventForm, status: int = 200
) -> HttpResponse:
    return office.page(
        request,
        tournament,
        who,
        "settings.html",
        section="settings",
        status=status,
        form=form,
        presets=PRESETS,
        proposals=hall.proposals(request),
        house=house_differences(rules_in(current_rules(tournament))),
    )
