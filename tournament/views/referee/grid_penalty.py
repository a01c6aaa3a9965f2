"""A penalty beside a row of the grid: player, number of the offence, Enter."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from scoring.forms import PenaltyForm
from tournament.permissions import Action
from tournament.services.errors import ServiceError
from tournament.views.referee.desk import Desk
from tournament.views.referee.frame import for_officials, page
from tournament.views.referee.grid import grid_piece
from tournament.views.referee.penalise import give, given_words, penalty_context, penalty_form


@require_POST
@for_officials(Action.ADD_PENALTY)
def grid_penalty(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Record a penalty and show the table anew; with `preview` say what it would be."""
    form = penalty_form(request, desk)
    if "preview" in request.POST or not form.is_valid():
        return _piece(request, desk, form, 200 if "preview" in request.POST else 422)
    try:
        penalty = give(request, desk, form)
    except ServiceError as error:
        form.add_error(None, str(error))
        return _piece(request, desk, form, 409)
    fresh = Desk(desk.tournament, desk.game, desk.who)
    return grid_piece(request, fresh, {}, said=given_words(desk, penalty, form.decision))


def _piece(request: HttpRequest, desk: Desk, form: PenaltyForm, status: int) -> HttpResponse:
    shown: dict[str, Any] = penalty_context(desk, form)
    return page(
        request,
        desk,
        "_grid_offences.html",
        status,
        title=shown["save_title"],
        **{name: shown[name] for name in ("form", "decided", "effect")},
    )
