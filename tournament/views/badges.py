"""
Getting in by a badge: the page behind its code, the PIN for phones without a camera.

A log-in by a badge is an ordinary session that ends with the badge and acts in its event alone.
"""

from typing import Any, Final

from django.contrib import messages
from django.contrib.auth import login, logout
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournament import permissions
from tournament.forms.badges import PinForm
from tournament.forms.staff import table_ranges
from tournament.models import AccessLink, Role, Tournament
from tournament.services import throttle
from tournament.services.badges import (
    BadgeState,
    badge_by_token,
    badge_state,
    badge_with_pin,
    badges,
    badges_named,
    last_day,
)
from tournament.views import attempts, fetch
from tournament.views.account import BADGE, workplace
from tournament.views.referee.desk import entry_url
from tournament.views.table_page import desk_at

ACCOUNTS: Final = "django.contrib.auth.backends.ModelBackend"


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def badge(request: HttpRequest, token: str) -> HttpResponse:
    """Say whose badge it is; a press logs in: what only looks at the link does not."""
    found = badge_by_token(token)
    state = badge_state(found) if found else None
    if found is None or state is not BadgeState.VALID:
        return _refused(request, found, state)
    if request.method == "POST":
        return _enter(request, found)
    official = found.official
    assert official is not None
    page = {
        "tournament": found.tournament,
        "official": official,
        "tables": _tables(found),
        "last_day": last_day(found),
    }
    return render(request, "tournament/badge/start.html", page)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def badge_pin(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask for the name or number on a badge and its PIN; let in whoever has both."""
    tournament = fetch.event_or_404(slug)
    form = PinForm(request.POST if request.method == "POST" else None)
    if not form.is_valid():
        return _pin_page(request, tournament, form, 422 if form.is_bound else 200)
    candidates = badges_named(tournament, form.cleaned_data["name"])
    tried = _tried(request, tournament, form.cleaned_data["name"], candidates)
    if throttle.are_too_many(**tried):
        return attempts.too_many(request)
    found = badge_with_pin(candidates, form.cleaned_data["pin"])
    if found is None:
        throttle.count_failure(**tried)
        form.add_error(None, _("Name or PIN is wrong. Both stand on the badge."))
        return _pin_page(request, tournament, form, 422)
    throttle.forget(**tried)
    state = badge_state(found)
    return _enter(request, found) if state is BadgeState.VALID else _refused(request, found, state)


def holder(
    request: HttpRequest, user: AbstractBaseUser | AnonymousUser
) -> AbstractBaseUser | AnonymousUser:
    """
    Return who asks: `user`, held to the event of the badge he came in by, while it is valid.

    A badge that is over ends the log-in here. One query for a log-in by a badge, none for others.
    """
    if not user.is_authenticated or BADGE not in request.session:
        return user
    found = badges().filter(pk=request.session[BADGE], official__user=user.pk).first()
    if found is None or badge_state(found) is not BadgeState.VALID:
        logout(request)
        messages.warning(request, _("Your badge is no longer valid. Ask the head referee."))
        return request.user
    user.badge_event = found.tournament_id  # type: ignore[attr-defined] # see `badge_event`
    return user


def _enter(request: HttpRequest, found: AccessLink) -> HttpResponse:
    official = found.official
    assert official is not None
    login(request, official.user, backend=ACCOUNTS)
    request.session[BADGE] = found.pk
    request.session.set_expiry(found.valid_until)
    return redirect(_first_page(found))


def _first_page(found: AccessLink) -> str:
    """The next hand of the only table somebody has, while it can be entered; else his work."""
    official, tournament = found.official, found.tournament
    assert official is not None
    tables = list(official.tables.all())
    if official.role == Role.REFEREE and len(tables) == 1:
        who = permissions.actor(official.user, tournament)
        desk = desk_at(tournament, tables[0].number, who)
        if desk and (url := entry_url(desk)):
            return url
    return workplace(official)


def _tables(found: AccessLink) -> str:
    assert found.official is not None
    if found.official.role != Role.REFEREE:
        return ""
    return table_ranges(list(found.official.tables.values_list("number", flat=True)))


def _tried(
    request: HttpRequest, tournament: Tournament, name: str, candidates: list[AccessLink]
) -> dict[str, str]:
    """Count by the official: his name and his number open the same."""
    who = candidates[0].official_id if candidates else name
    return {"name": f"{tournament.pk} pin {who}", "address": attempts.address_of(request)}


def _refused(
    request: HttpRequest, found: AccessLink | None, state: BadgeState | None
) -> HttpResponse:
    page: dict[str, Any] = {"state": state or "unknown"}
    if found is not None:
        page |= {"tournament": found.tournament, "last_day": last_day(found)}
    status = 404 if found is None else 410
    return render(request, "tournament/badge/refused.html", page, status=status)


def _pin_page(
    request: HttpRequest, tournament: Tournament, form: PinForm, status: int
) -> HttpResponse:
    page = {"tournament": tournament, "form": form}
    return render(request, "tournament/badge/pin.html", page, status=status)
