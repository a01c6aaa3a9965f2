"""The penalties of an event: all of them, and those given outside a game."""

from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from scoring.forms import CancelForm
from tournament import permissions
from tournament.forms.penalties import TablePointForm, ladders
from tournament.models import Penalty, Tournament
from tournament.permissions import Action, Actor
from tournament.results import event_penalties
from tournament.services.disqualification import left_empty_words, not_known_words, plays_on_words
from tournament.services.errors import ServiceError
from tournament.services.log import new_token
from tournament.services.penalties import cancel_penalty, penalise_in_table_points
from tournament.tables import offence_name, offences_of
from tournament.tables.base import numbered
from tournament.views.organiser import office
from tournament.views.referee.words import measure_words

for_punishers = office.for_role(Action.LEAD, posts=Action.PENALISE_IN_TABLE_POINTS)


@dataclass(frozen=True, slots=True)
class Line:
    """One penalty of the event in words; `url` leads to its game, if it has one."""

    penalty: Penalty
    whom: str
    what: str
    cost: str
    url: str
    token: str


@require_http_methods(["GET", "HEAD", "POST"])
@for_punishers
def penalties(request: HttpRequest, tournament: Tournament, who: Actor) -> HttpResponse:
    """List the penalties and give one in table points."""
    asked = request.GET.get("player", "")
    initial = {"number": asked} if asked.isascii() and asked.isdecimal() else {}
    form = TablePointForm(request.POST or None, tournament=tournament, initial=initial)
    if request.method != "POST":
        return _page(request, tournament, who, form)
    if not form.is_valid():
        return _page(request, tournament, who, form, 422)
    facts = form.cleaned_data
    try:
        penalty = penalise_in_table_points(
            tournament=tournament,
            ruling=form.ruling,
            request=office.asking(request, facts["token"], facts["reason"]),
            player=form.player,
            team=form.team,
        )
    except ServiceError as error:
        form.add_error(None, str(error))
        return _page(request, tournament, who, form, 409)
    words = {"player": _whom(penalty), "what": measure_words(penalty)}
    messages.success(request, _("Penalty recorded · %(player)s · %(what)s") % words)
    if plays_on := plays_on_words(penalty):
        messages.warning(request, plays_on)
    return redirect("tournament:event-penalties", tournament.slug)


@require_POST
@for_punishers
def cancel(request: HttpRequest, tournament: Tournament, who: Actor, pk: int) -> HttpResponse:
    """Cancel a penalty given outside a game; those of a game have their own page."""
    penalty = get_object_or_404(Penalty, pk=pk, tournament=tournament, game=None)
    form = CancelForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Say why the penalty is cancelled."))
        return _page(request, tournament, who, TablePointForm(tournament=tournament), 422)
    facts = form.cleaned_data
    try:
        cancel_penalty(
            penalty=penalty, request=office.asking(request, facts["token"], facts["reason"])
        )
    except ServiceError as error:
        messages.error(request, str(error))
        return _page(request, tournament, who, TablePointForm(tournament=tournament), 409)
    messages.success(request, _("Penalty cancelled. It stays in the list, struck through."))
    for by_hand in filter(None, (not_known_words(penalty), left_empty_words(penalty))):
        messages.warning(request, by_hand)
    return redirect("tournament:event-penalties", tournament.slug)


def _whom(penalty: Penalty) -> str:
    return numbered(penalty.player) if penalty.player else str(penalty.team)


def _lines(tournament: Tournament) -> list[Line]:
    """Every penalty, the newest first."""
    known = offences_of(tournament)
    return [
        Line(
            penalty,
            _whom(penalty),
            offence_name(penalty, known),
            measure_words(penalty),
            _game_url(tournament, penalty),
            new_token(),
        )
        for penalty in reversed(event_penalties(tournament, public=False))
    ]


def _game_url(tournament: Tournament, penalty: Penalty) -> str:
    if penalty.game is None:
        return ""
    where = [tournament.slug, penalty.game.round.number, penalty.game.table.number]
    return reverse("tournament:penalties", args=where)


def _page(
    request: HttpRequest,
    tournament: Tournament,
    who: Actor,
    form: TablePointForm,
    status: int = 200,
) -> HttpResponse:
    why = permissions.refusal(Action.PENALISE_IN_TABLE_POINTS, who, tournament)
    return office.page(
        request,
        tournament,
        who,
        "penalties.html",
        section="penalties",
        status=status,
        form=form,
        lines=_lines(tournament),
        ladders=ladders(tournament),
        closed=permissions.sentence(why) if why else "",
    )
