"""The appeals of an event, and what else keeps its results from being final."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournament.closing import obstacles
from tournament.forms.closing import DecideForm
from tournament.models import Appeal, Game, Tournament
from tournament.permissions import PLAYED, Action, Actor
from tournament.services.appeals import decide_appeal
from tournament.services.errors import ServiceError
from tournament.services.log import new_token
from tournament.views.organiser import office


@require_safe
@office.for_leaders
def appeals(request: HttpRequest, tournament: Tournament, who: Actor) -> HttpResponse:
    """Show the open appeals, the games that can still be appealed, and what was decided."""
    return _page(request, tournament, who)


@require_POST
@office.for_role(Action.DECIDE_APPEAL)
def decide(request: HttpRequest, tournament: Tournament, who: Actor, pk: int) -> HttpResponse:
    """Decide an appeal; the page has the form."""
    appeal = get_object_or_404(Appeal, pk=pk, game__round__tournament=tournament)
    form = DecideForm(request.POST, label_suffix="")
    if not form.is_valid():
        return _page(request, tournament, who, 422, form, pk)
    given = form.cleaned_data
    try:
        decide_appeal(
            appeal=appeal,
            outcome=Appeal.Outcome(given["outcome"]),
            decision=given["decision"],
            request=office.asking(request, given["token"]),
        )
    except ServiceError as error:
        form.add_error(None, str(error))
        return _page(request, tournament, who, 409, form, pk)
    messages.success(request, _("The appeal is decided."))
    return redirect("tournament:appeals", tournament.slug)


def _page(
    request: HttpRequest,
    tournament: Tournament,
    who: Actor,
    status: int = 200,
    form: DecideForm | None = None,
    failed: int | None = None,
) -> HttpResponse:
    rows = Appeal.objects.filter(game__round__tournament=tournament)
    rows = rows.select_related(
        "game__round", "game__table", "seat__player", "filed_by", "decided_by"
    )
    games = Game.objects.filter(round__tournament=tournament, round__state__in=PLAYED)
    return office.page(
        request,
        tournament,
        who,
        "appeals.html",
        section="appeals",
        status=status,
        open_appeals=[row for row in rows if row.outcome == Appeal.Outcome.OPEN],
        decided=[row for row in rows if row.outcome != Appeal.Outcome.OPEN],
        found=obstacles(tournament),
        unlocked=games.exclude(state=Game.State.LOCKED).count(),
        may_decide=True,
        form=form or DecideForm(label_suffix=""),
        failed=failed,
        token=new_token(),
    )
