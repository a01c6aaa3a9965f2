"""The frame of a referee's pages: a desk opened for who may, what was typed, receipts, the page."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import gettext as _

from tournament.permissions import Action, Refusal
from tournament.services.log import Request
from tournament.templatetags.mahjong import receipt_kind
from tournament.views import fetch
from tournament.views.referee import kept, sent
from tournament.views.referee.desk import TURNED_AWAY, Desk


def open_desk(request: HttpRequest, slug: str, round_number: int, table_number: int) -> Desk:
    """Return the game with the visitor's rights, or answer 404."""
    tournament = fetch.event_or_404(slug)
    who = fetch.actor_of(request, tournament)
    return Desk(tournament, fetch.game_or_404(tournament, round_number, table_number, who), who)


DeskView = Callable[..., HttpResponse]


def seated(view: DeskView) -> DeskView:
    """Open the desk for a view; say so on the page while the draw has not filled the table."""

    @wraps(view)
    def opened(
        request: HttpRequest, slug: str, round_number: int, table_number: int, **where: Any
    ) -> HttpResponse:
        desk = open_desk(request, slug, round_number, table_number)
        if not desk.is_seated:
            return page(request, desk, "unseated.html")
        return view(request, desk, **where)

    return opened


def for_readers(view: DeskView) -> DeskView:
    """Open the desk for a view that shows scores, as far as they are published."""

    @seated
    @wraps(view)
    def shown(request: HttpRequest, desk: Desk, **where: Any) -> HttpResponse:
        return view(request, desk, **where) if desk.may_see else page(request, desk, "hidden.html")

    return shown


def for_officials(action: Action, *, keeps: bool = False) -> Callable[[DeskView], DeskView]:
    """
    Open the desk for a view that changes something; turn away whom no state would let in.

    A view that `keeps` gives back what was typed when the log-in ran out meanwhile.
    """

    def guard(view: DeskView) -> DeskView:
        @seated
        @wraps(view)
        def guarded(request: HttpRequest, desk: Desk, **where: Any) -> HttpResponse:
            why = desk.refusal(action)
            if sent.is_for_another(request):
                return sent.log_in_first()
            if why in TURNED_AWAY and why is not None:
                if sent.by_script(request):
                    return sent.turned_away(why)
                if why is Refusal.LOGIN and _is_sent(request):
                    (kept.keep if keeps else kept.tell)(request)
                return fetch.refuse(request, why)
            return view(request, desk, **where)

        return guarded

    return guard


def _is_sent(request: HttpRequest) -> bool:
    """Whether somebody pressed a button; the page asks for a preview by itself."""
    return request.method == "POST" and "HX-Request" not in request.headers


def typed(request: HttpRequest, desk: Desk) -> QueryDict | None:
    """Return what was sent, or what was kept while the user logged in again; else None."""
    if request.method == "POST":
        return request.POST
    given = None if desk.closed else kept.give_back(request)
    if given is not None:
        say(request, messages.WARNING, _("This is what you typed before. It is not saved yet."))
    return given


def asking(request: HttpRequest, token: str, reason: str) -> Request:
    """Return who asks for a change; only officials get that far."""
    assert isinstance(request.user, User)
    return Request(request.user, token, reason)


# Receipts


@dataclass(frozen=True, slots=True)
class Receipt:
    """What was done, and one way on."""

    kind: str
    text: str
    action_url: str = ""
    action_label: str = ""


def say(request: HttpRequest, level: int, text: str, way_on: str = "", url: str = "") -> None:
    """Leave a receipt for the next page; `way_on` (undo, history, hand) leads to `url`."""
    messages.add_message(request, level, text, extra_tags=f"{way_on} {url}".strip())


def receipts(request: HttpRequest) -> list[Receipt]:
    """Take the receipts left by the last action."""
    labels = {
        "undo": _("Undo"),
        "history": _("History"),
        "hand": _("Enter the hand"),
        "void": _("Void the hand"),
        "winds": _("Look at them"),
    }
    taken = []
    for message in messages.get_messages(request):
        way_on, _space, url = (message.extra_tags or "").partition(" ")
        label = labels.get(way_on, "")
        taken.append(
            Receipt(
                receipt_kind(message),
                str(message.message),
                action_url=url if label else "",
                action_label=label,
            )
        )
    return taken


def page(
    request: HttpRequest, desk: Desk, template: str, status: int = 200, **context: Any
) -> HttpResponse:
    """Show one of the referee's pages."""
    shown = {
        "desk": desk,
        "tournament": desk.tournament,
        "game": desk.game,
        "receipts": receipts(request),
        "sheet_url": desk.url("sheet"),
        **fetch.rights(desk.tournament, desk.who),
        **context,
    }
    return render(request, f"tournament/referee/{template}", shown, status=status)
