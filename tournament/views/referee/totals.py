"""Totals only (只录总分): four scores and a reason for a game without hands; and back to hands."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.forms.totals import ReturnForm, TotalsForm
from tournament.models import Game
from tournament.permissions import Action
from tournament.services.errors import ServiceError
from tournament.services.games import enter_totals, return_to_hands
from tournament.services.log import new_token
from tournament.views.referee.desk import Desk
from tournament.views.referee.frame import asking, for_officials, page, say, typed
from tournament.views.referee.sheet import fines_taken

BACK = "back"


@require_http_methods(["GET", "HEAD", "POST"])
@for_officials(Action.ENTER_TOTALS, keeps=True)
def totals(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Show and accept the four totals; with `back` the hands count again."""
    data = typed(request, desk)
    if data is not None and BACK in data:
        return _back(request, desk)
    form = TotalsForm(data, seats=desk.choices(desk.numbers[0]), initial=_initial(desk))
    if request.method != "POST":
        return _page(request, desk, form, 409 if desk.closed else 200)
    if not form.is_valid():
        form.focus_first_error()
        return _page(request, desk, form, 422)
    try:
        enter_totals(
            game=desk.game,
            totals=form.totals,
            request=asking(request, form.cleaned_data["token"], form.cleaned_data["reason"]),
            must_add_up=True,
        )
    except ServiceError as error:
        form.add_error(None, str(error))
        return _page(request, desk, form, 409)
    say(request, messages.SUCCESS, _("Totals saved. This game counts without its hands."))
    return redirect(desk.url("sheet"))


def _initial(desk: Desk) -> dict[str, object]:
    """What is kept now, for a second look at it."""
    if desk.game.result != Game.Result.TOTALS:
        return {}
    kept = {f"total_{seat.get_start_display()}": seat.total for seat in desk.seats}
    return {**kept, "reason": desk.game.reason}


def _back(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Let the hands count again."""
    form = TotalsForm(seats=desk.choices(desk.numbers[0]), initial=_initial(desk))
    back = ReturnForm(request.POST, label_suffix="", auto_id="back_%s")
    if not back.is_valid():
        return _page(request, desk, form, 422, back)
    facts = asking(request, back.cleaned_data["token"], back.cleaned_data["reason"])
    try:
        return_to_hands(game=desk.game, request=facts)
    except ServiceError as error:
        back.add_error(None, str(error))
        return _page(request, desk, form, 409, back)
    say(request, messages.SUCCESS, _("The hands of this game count again."))
    return redirect(desk.url("sheet"))


def _page(
    request: HttpRequest,
    desk: Desk,
    form: TotalsForm,
    status: int,
    back: ReturnForm | None = None,
) -> HttpResponse:
    fines = fines_taken(desk)
    start = len(desk.seats) * desk.tournament.starting_score
    return page(
        request,
        desk,
        "totals.html",
        status,
        form=form,
        back=back or ReturnForm(label_suffix="", auto_id="back_%s"),
        token=new_token(),
        back_token=new_token(),
        fines=fines,
        start=desk.tournament.starting_score,
        expected=start + sum(points for _number, points in fines),
        entered=len(desk.entered),
        is_kept=desk.game.result == Game.Result.TOTALS,
        penalties_url=desk.url("penalties"),
    )
