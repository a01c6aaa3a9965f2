"""The teams of the roster: add, rename, renumber."""

from django.contrib import messages
from django.db.models import Count, Max, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournament.forms.roster import TeamForm
from tournament.models import Player, Team, Tournament
from tournament.permissions import Actor
from tournament.services import entries as services
from tournament.services.errors import EntryConflict, ServiceError
from tournament.services.log import new_token
from tournament.services.people import add_team
from tournament.tables.base import paged
from tournament.tables.roster import RosterTeamsTable
from tournament.views.organiser import office
from tournament.views.organiser.roster import closed_words, for_roster

ROWS = 50


@require_http_methods(["GET", "HEAD", "POST"])
@for_roster
def teams(request: HttpRequest, tournament: Tournament, who: Actor) -> HttpResponse:
    """Show the teams; add one."""
    form = TeamForm(request.POST or None, initial={"number": _next_number(tournament)})
    if request.method != "POST":
        return _teams_page(request, tournament, who, form)
    if not form.is_valid():
        return _teams_page(request, tournament, who, form, 422)
    facts = form.cleaned_data
    try:
        team = add_team(
            tournament=tournament,
            number=facts["number"],
            name=facts["name"],
            request=office.asking(request, facts["token"]),
        )
    except ServiceError as error:
        form.add_error(None, str(error))
        return _teams_page(request, tournament, who, form, 409)
    messages.success(request, _("Team added: %(team)s") % {"team": team})
    return redirect("tournament:roster-teams", tournament.slug)


def _next_number(tournament: Tournament) -> int:
    last: int | None = tournament.teams.aggregate(last=Max("number"))["last"]
    return (last or 0) + 1


def _teams_page(
    request: HttpRequest, tournament: Tournament, who: Actor, form: TeamForm, status: int = 200
) -> HttpResponse:
    playing = ~Q(members__status=Player.Status.WITHDRAWN)
    rows = tournament.teams.annotate(size=Count("members", filter=playing)).order_by("number")
    table = RosterTeamsTable(rows, tournament)
    paged(request, table, ROWS)
    return office.page(
        request,
        tournament,
        who,
        "roster_teams.html",
        section="roster",
        status=status,
        table=table,
        form=form,
        token=new_token(),
        closed=closed_words(tournament, who),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@for_roster
def edit_team(
    request: HttpRequest, tournament: Tournament, who: Actor, number: int
) -> HttpResponse:
    """Rename or renumber a team."""
    team = get_object_or_404(tournament.teams, number=number)
    values = services.team_values(team)
    first = {**values, "seen": services.version_of(values)}
    form = TeamForm(request.POST or None, initial=first)
    if request.method != "POST":
        return _team_page(request, tournament, who, form, team)
    if not form.is_valid():
        return _team_page(request, tournament, who, form, team, 422)
    facts = form.cleaned_data
    try:
        services.edit_team(
            team=team,
            seen=facts["seen"],
            number=facts["number"],
            name=facts["name"],
            request=office.asking(request, facts["token"]),
        )
    except ServiceError as error:
        form.add_error(None, str(error))
        if isinstance(error, EntryConflict):
            form.look_again(first["seen"])
        return _team_page(request, tournament, who, form, team, 409)
    messages.success(request, _("Saved: %(team)s") % {"team": facts["name"]})
    return redirect("tournament:roster-teams", tournament.slug)


def _team_page(
    request: HttpRequest,
    tournament: Tournament,
    who: Actor,
    form: TeamForm,
    team: Team,
    status: int = 200,
) -> HttpResponse:
    return office.page(
        request,
        tournament,
        who,
        "roster_team.html",
        section="roster",
        status=status,
        form=form,
        team=team,
        token=new_token(),
        closed=closed_words(tournament, who),
    )
