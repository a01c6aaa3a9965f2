"""What every view begins with: the event, the game, the one who asks."""

from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from tournament import permissions
from tournament.models import Game, Round, Tournament
from tournament.permissions import Action, Actor, Refusal


def event_or_404(slug: str) -> Tournament:
    """Return the event, or answer 404."""
    return get_object_or_404(Tournament, slug=slug)


def actor_of(request: HttpRequest, tournament: Tournament) -> Actor:
    """Return what the visitor is in this event."""
    return permissions.actor(request.user, tournament)


def rights(tournament: Tournament, who: Actor) -> dict[str, Any]:
    """Return what the tabs of an event's pages ask about the visitor."""
    return {
        "role": who.role,
        "may_lead": permissions.refusal(Action.LEAD, who, tournament) is None,
        "may_edit": may_edit(tournament, who),
    }


def may_edit(tournament: Tournament, who: Actor) -> bool:
    """Whether the visitor may change settings, staff and roster."""
    return permissions.refusal(Action.EDIT_EVENT, who, tournament) is None


def game_or_404(tournament: Tournament, round_number: int, table_number: int, who: Actor) -> Game:
    """Return a game with its round, table and event; drafts are there for those who may see them."""
    games = Game.objects.select_related("round__tournament", "table").exclude(
        round__state=Round.State.CANCELLED
    )
    if permissions.refusal(Action.SEE_DRAFTS, who, tournament):
        games = games.exclude(round__state=Round.State.DRAFT)
    return get_object_or_404(
        games,
        round__tournament=tournament,
        round__number=round_number,
        table__number=table_number,
    )


def refuse(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    """Answer a request that is not allowed: to the log-in page, or 403 with the reason."""
    if refusal is Refusal.LOGIN:
        return redirect_to_login(request.get_full_path())
    context = {"sentence": permissions.sentence(refusal)}
    return render(request, "403.html", context, status=403)
