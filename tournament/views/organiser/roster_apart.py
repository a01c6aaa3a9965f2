"""What draws heed about single players: pairs that are not to meet, and who has a table of his own."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournament.forms.roster import PairForm, TokenForm
from tournament.models import Player, Tournament
from tournament.permissions import Actor
from tournament.services.errors import ServiceError
from tournament.services.kept_apart import keep_apart, let_meet
from tournament.services.log import new_token
from tournament.views.organiser import office
from tournament.views.organiser.roster import closed_words, for_roster


@require_http_methods(["GET", "HEAD", "POST"])
@for_roster
def pairs(request: HttpRequest, tournament: Tournament, who: Actor) -> HttpResponse:
    """Show the pairs that are kept apart and the players with a table of their own; add a pair."""
    form = PairForm(request.POST or None, tournament=tournament)
    if request.method != "POST":
        return _page(request, tournament, who, form)
    if not form.is_valid():
        return _page(request, tournament, who, form, 422)
    facts = form.cleaned_data
    try:
        keep_apart(
            one=facts["one"],
            other=facts["other"],
            request=office.asking(request, facts["token"], facts["reason"]),
        )
    except ServiceError as error:
        form.add_error(None, str(error))
        return _page(request, tournament, who, form, 409)
    messages.success(
        request,
        _("%(one)s and %(other)s are kept apart in the draws that come.")
        % {"one": facts["one"].number, "other": facts["other"].number},
    )
    return redirect("tournament:roster-apart", tournament.slug)


@require_POST
@for_roster
def remove_pair(request: HttpRequest, tournament: Tournament, who: Actor, pk: int) -> HttpResponse:
    """Let two players meet again."""
    press = TokenForm(request.POST)
    if not press.is_valid():
        form = PairForm(tournament=tournament)
        messages.error(request, _("This press was not complete. Look at the page and press again."))
        return _page(request, tournament, who, form, 422)
    try:
        let_meet(
            tournament=tournament,
            pair=pk,
            request=office.asking(request, press.cleaned_data["token"]),
        )
    except ServiceError as error:
        messages.error(request, str(error))
        return _page(request, tournament, who, PairForm(tournament=tournament), 409)
    messages.success(request, _("The two may meet in the draws that come."))
    return redirect("tournament:roster-apart", tournament.slug)


def _page(
    request: HttpRequest, tournament: Tournament, who: Actor, form: PairForm, status: int = 200
) -> HttpResponse:
    fixed = tournament.players.exclude(fixed_table=None).exclude(status=Player.Status.WITHDRAWN)
    return office.page(
        request,
        tournament,
        who,
        "roster_apart.html",
        section="roster",
        status=status,
        form=form,
        pairs=tournament.kept_apart.select_related("one", "other").order_by(
            "one__number", "other__number"
        ),
        fixed=fixed.select_related("fixed_table").order_by("fixed_table__number", "number"),
        token=new_token(),
        closed=closed_words(tournament, who),
    )
