"""What players dispute about one game: filed by whom, when, in which words, and how it went on."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournament.closing import appeals_until
from tournament.forms.closing import AppealForm, DecideForm
from tournament.models import Game, Start
from tournament.permissions import Action
from tournament.services.appeals import file_appeal, is_late, late_sentence
from tournament.services.errors import ServiceError
from tournament.services.log import new_token
from tournament.views.referee.desk import Desk, entry_number
from tournament.views.referee.frame import asking, for_officials, page, say


@require_http_methods(["GET", "HEAD", "POST"])
@for_officials(Action.FILE_APPEAL, keeps=True)
def game_appeals(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Show the appeals of a game; a POST files one."""
    if request.method != "POST":
        form = AppealForm(initial={"seat": request.GET.get("seat", "")}, label_suffix="")
        return _appeals_page(request, desk, form)
    form = AppealForm(request.POST, label_suffix="")
    if not form.is_valid():
        return _appeals_page(request, desk, form, 422)
    given = form.cleaned_data
    try:
        file_appeal(
            game=desk.game,
            seat=desk.seats[Start.labels.index(given["seat"])],
            text=given["text"],
            late=given["late"],
            request=asking(request, given["token"], given["reason"]),
        )
    except ServiceError as error:
        form.add_error(None, str(error))
        return _appeals_page(request, desk, form, 409)
    said = _("Kept, and the head referee is told.")
    if desk.game.state == Game.State.OPEN:
        said = _("Kept, and the head referee is told. The sheet stays open.")
    say(request, messages.SUCCESS, said)
    return redirect(desk.url("review" if desk.game.state == Game.State.OPEN else "game-appeals"))


def _appeals_page(
    request: HttpRequest, desk: Desk, form: AppealForm, status: int = 200
) -> HttpResponse:
    late = is_late(desk.game)
    until = appeals_until(desk.game, desk.tournament)
    return page(
        request,
        desk,
        "appeals.html",
        status,
        form=form,
        appeals=desk.game.appeals.select_related("seat__player", "filed_by", "decided_by"),
        seats=[(Start(seat.start).label, entry_number(seat)) for seat in desk.seats],
        until=until if until and until > timezone.now() else None,
        late=late_sentence(desk.game) if late else "",
        may_file=desk.may(Action.FILE_APPEAL),
        may_decide=desk.may(Action.DECIDE_APPEAL),
        decide_form=DecideForm(label_suffix=""),
        token=new_token(),
    )
