"""Open a signed or locked sheet again."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournament.forms.closing import ReopenForm
from tournament.models import Game
from tournament.permissions import Action
from tournament.services.errors import NotAllowed, ServiceError
from tournament.services.log import new_token
from tournament.services.signing import reopen_game
from tournament.views.referee.desk import Desk
from tournament.views.referee.frame import asking, for_officials, page, say


@require_http_methods(["GET", "HEAD", "POST"])
@for_officials(Action.REOPEN_GAME)
def reopen(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Open a signed or locked sheet again, with a reason."""
    form = ReopenForm(request.POST if request.method == "POST" else None, label_suffix="")
    status = 422 if request.method == "POST" else 200
    if form.is_valid():
        given = form.cleaned_data
        try:
            reopen_game(game=desk.game, request=asking(request, given["token"], given["reason"]))
        except ServiceError as error:
            form.add_error(None, _reopen_sentence(desk, error))
            status = 409
        else:
            say(request, messages.SUCCESS, _("The sheet is open. It has to be signed anew."))
            return redirect(desk.url("sheet"))
    may_reopen = desk.may(Action.REOPEN_GAME)
    return page(
        request,
        desk,
        "reopen.html",
        status,
        form=form,
        token=new_token(),
        may_reopen=may_reopen,
        is_final=desk.tournament.is_final,
    )


def _reopen_sentence(desk: Desk, error: ServiceError) -> str:
    if isinstance(error, NotAllowed) and desk.game.state == Game.State.OPEN:
        return _("This sheet is open already.")
    return str(error)
