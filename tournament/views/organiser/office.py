"""What every page of the organisers begins with: the event, who asks, whether he may."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournament import permissions
from tournament.models import Tournament
from tournament.permissions import Action, Actor, Refusal
from tournament.services.log import Request, new_token
from tournament.views import fetch

EventView = Callable[..., HttpResponse]


def for_role(action: Action, *, posts: Action | None = None) -> Callable[[EventView], EventView]:
    """
    Open the event for a view; turn away whom no state of the event would let in.

    The view gets the request, the event and what the visitor is in it. `posts` is what a POST to
    it does, where that is more than reading the page.
    """

    def guard(view: EventView) -> EventView:
        @wraps(view)
        def guarded(request: HttpRequest, slug: str, **where: Any) -> HttpResponse:
            tournament = fetch.event_or_404(slug)
            who = fetch.actor_of(request, tournament)
            wish = posts if posts and request.method == "POST" else action
            why = permissions.refusal(wish, who, tournament)
            if why in (Refusal.LOGIN, Refusal.ROLE):
                return fetch.refuse(request, why)
            return view(request, tournament, who, **where)

        return guarded

    return guard


for_leaders = for_role(Action.LEAD)
for_organisers = for_role(Action.EDIT_EVENT)
may_edit = fetch.may_edit


def asking(request: HttpRequest, token: str, reason: str = "") -> Request:
    """Return who asks for a change; only users who may get that far."""
    assert isinstance(request.user, User)
    return Request(request.user, token, reason)


def token_in(request: HttpRequest) -> str:
    """Return the token a small form sent; one that came without is a request of its own."""
    return request.POST.get("token", "")[:64].replace("\0", "") or new_token()


def page(
    request: HttpRequest,
    tournament: Tournament,
    who: Actor,
    template: str,
    *,
    section: str,
    status: int = 200,
    **context: Any,
) -> HttpResponse:
    """Show one of the organisers' pages; `section` is the tab that is open."""
    shown = {
        "tournament": tournament,
        "section": section,
        **fetch.rights(tournament, who),
        **context,
    }
    return render(request, f"tournament/organiser/{template}", shown, status=status)
