"""The organiser's draws: what is drawn, and a new draft."""

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.listing import listed
from tournament.draw import Constraints, Kind, conflicts, known_rounds
from tournament.field import SEATS, Field, constraints_of, playing_field, roster_problems
from tournament.in_public import Way, waiting_for_seats
from tournament.models import Draw, Round, Stage, Tournament
from tournament.permissions import Actor
from tournament.services.draw_order import field_sentence
from tournament.services.draws import (
    NOT_STARTED,
    add_fillers,
    make_draft,
)
from tournament.services.errors import FillersNeeded, ServiceError, TablesMissing
from tournament.services.log import new_token
from tournament.services.missing import missing_before, missing_before_sentence
from tournament.services.public_draws import make_schedule
from tournament.views.organiser import office
from tournament.views.organiser.draw_choices import kind_groups
from tournament.views.organiser.draw_conflicts import conflict_sentences
from tournament.views.organiser.draw_forms import (
    MOST_ROUNDS,
    DrawForm,
    FillersForm,
)
from tournament.views.organiser.one_draw import draw_url, for_drawers, for_viewers
from tournament.views.organiser.progress import last_number

# The list


@dataclass(frozen=True, slots=True)
class RoundLine:
    """
    A round as the list shows it; without `round` it is not drawn yet, but may have numbers.

    `has_changed` tells that the roster is another one than the seats are for.
    """

    number: int
    round: Round | None
    numbered: Draw | None = None
    has_changed: bool = False


@require_safe
@for_viewers
def draws(request: HttpRequest, tournament: Tournament, who: Actor) -> HttpResponse:
    """List the rounds with their draws, what comes next, and the draws that were given up."""
    rounds = list(
        tournament.rounds.exclude(state=Round.State.CANCELLED)
        .select_related("draw")
        .annotate(tables=Count("games"))
        .order_by("number")
    )
    by_number = {round_.number: round_ for round_ in rounds}
    last = last_number(tournament, rounds)
    numbered = {
        number: draw
        for draw in waiting_for_seats(tournament.pk)
        for number in range(draw.first_round, draw.last_round + 1)
    }
    last = max([last, *numbered])
    coming = [(row.draw, row) for row in rounds if row.draw and row.state in NOT_STARTED]
    changed = roster_problems(tournament, coming) if coming and not tournament.is_over else {}
    lines = [
        RoundLine(number, by_number.get(number), numbered.get(number), number in changed)
        for number in range(1, last + 1)
    ]
    return office.page(
        request,
        tournament,
        who,
        "draws.html",
        section="draws",
        lines=lines,
        next_number=None if tournament.is_over else _next_number(tournament),
        given_up=Draw.objects.filter(
            stage__tournament=tournament, state=Draw.State.SUPERSEDED
        ).order_by("-pk")[:20],
    )


def _next_number(tournament: Tournament) -> int:
    """Return the first round that has neither seats nor numbers."""
    drawn = set(
        tournament.rounds.exclude(state=Round.State.CANCELLED).values_list("number", flat=True)
    )
    for draw in waiting_for_seats(tournament.pk):
        drawn.update(range(draw.first_round, draw.last_round + 1))
    return next(number for number in range(1, len(drawn) + 2) if number not in drawn)


# A new draft


@require_http_methods(["GET", "HEAD", "POST"])
@for_drawers
def new_draw(request: HttpRequest, tournament: Tournament, who: Actor) -> HttpResponse:
    """Ask what to draw, and draw it."""
    if request.method != "POST":
        return _new_page(request, tournament, who, DrawForm(initial=_proposal(tournament)))
    form = DrawForm(request.POST)
    if not form.is_valid():
        return _new_page(request, tournament, who, form, status=422)
    given = form.cleaned_data
    asked = office.asking(request, given["token"], given["reason"])
    try:
        if way := given["in_public"]:
            draw = make_schedule(
                stage=_stage(tournament), order=form.order(), way=Way(way), request=asked
            )
        else:
            draw = make_draft(
                stage=_stage(tournament),
                order=form.order(),
                override=given["override"],
                request=asked,
            )
    except FillersNeeded as error:
        return _new_page(request, tournament, who, form, status=409, fillers=error)
    except ServiceError as error:
        form.add_error(None, str(error))
        missing = isinstance(error, TablesMissing)
        return _new_page(request, tournament, who, form, status=409, is_missing=missing)
    messages.success(request, _("The draft is ready. Nobody else sees it yet."))
    return redirect(draw_url(draw))


def _proposal(tournament: Tournament) -> dict[str, Any]:
    """Return what the form begins with: the whole plan before the first round, then one by lot."""
    number = _next_number(tournament)
    planned = tournament.rounds_planned or number
    return {
        "token": new_token(),
        "kind": Kind.PLAN.value if planned > number else Kind.LOTS.value,
        "first_round": number,
        "last_round": max(planned, number),
        "teams_apart": True,
        "clubs_apart": True,
    }


def _stage(tournament: Tournament) -> Stage:
    """Return the stage that is drawn: the last one that has begun, else the first."""
    begun = tournament.rounds.order_by("-number").select_related("stage").first()
    return begun.stage if begun else tournament.stages.order_by("order")[0]


def _wishes(tournament: Tournament, constraints: Constraints) -> str:
    """Say how many pairs and own tables a draw heeds, empty for none."""
    pairs, tables = tournament.kept_apart.count(), len(constraints.tables)
    said = []
    if pairs:
        said.append(
            ngettext("%(count)s pair is kept apart.", "%(count)s pairs are kept apart.", pairs)
            % {"count": pairs}
        )
    if tables:
        said.append(
            ngettext(
                "%(count)s player always sits at one table.",
                "%(count)s players always sit at one table.",
                tables,
            )
            % {"count": tables}
        )
    return " ".join(said)


@dataclass(frozen=True, slots=True)
class Asked:
    """What the page is about, as far as it is filled in: the rounds, who is drawn, who is apart."""

    first: int
    last: int
    include_entered: bool
    teams_apart: bool


def _asked(form: DrawForm, tournament: Tournament) -> Asked:
    given = form.cleaned_data if form.is_bound and hasattr(form, "cleaned_data") else form.initial
    first = given.get("first_round") or _next_number(tournament)
    last = min(max(given.get("last_round") or first, first), MOST_ROUNDS)
    return Asked(
        first, last, bool(given.get("include_entered")), bool(given.get("teams_apart", True))
    )


def _new_page(
    request: HttpRequest,
    tournament: Tournament,
    who: Actor,
    form: DrawForm,
    *,
    status: int = 200,
    **more: Any,
) -> HttpResponse:
    asked = _asked(form, tournament)
    first, last = asked.first, asked.last
    field = playing_field(tournament, range(first, last + 1), include_entered=asked.include_entered)
    missing = missing_before(tournament, first)
    return office.page(
        request,
        tournament,
        who,
        "new_draw.html",
        section="draws",
        status=status,
        form=form,
        field=field,
        field_problem=field_sentence(field),
        missing=missing_before_sentence(missing) if missing else "",
        first_round=first,
        kinds=kind_groups(tournament, field, first, str(form["kind"].value())),
        **_outlook(tournament, field, asked),
        token=new_token(),
        **more,
    )


def _outlook(tournament: Tournament, field: Field, asked: Asked) -> dict[str, Any]:
    """Tell before the draw what can be had and what cannot."""
    players = field.players
    constraints = constraints_of(
        tournament, players, teams_apart=asked.teams_apart, clubs_apart=True
    )
    is_first = not tournament.rounds.exclude(state=Round.State.CANCELLED).exists()
    tables = len(players) // SEATS
    most = known_rounds(tables) if tables and is_first and not field.fillers_needed else 0
    return {
        "has_clubs": bool(constraints.loose),
        "wishes": _wishes(tournament, constraints),
        "has_teams": any(player.team_id for player in players),
        "conflicts": conflict_sentences(conflicts(field.numbers, constraints)),
        "most_rounds": min(most, MOST_ROUNDS),
        "asks_prefix": 1 < most <= asked.last - asked.first,
    }


@require_POST
@for_drawers
def fillers(request: HttpRequest, tournament: Tournament, who: Actor) -> HttpResponse:
    """Enter the fillers that were offered."""
    form = FillersForm(request.POST)
    if not form.is_valid():
        return _new_page(
            request, tournament, who, DrawForm(initial=_proposal(tournament)), status=422
        )
    given = form.cleaned_data
    try:
        added = add_fillers(
            tournament=tournament,
            count=given["count"],
            first_round=given["first_round"],
            seen=given["seen"],
            request=office.asking(request, given["token"]),
        )
    except ServiceError as error:
        messages.error(request, str(error))
        form_again = DrawForm(initial=_proposal(tournament))
        return _new_page(request, tournament, who, form_again, status=409)
    names = listed(player.entry_number for player in added)
    messages.success(request, _("Fillers entered: %(numbers)s.") % {"numbers": names})
    if given["draw"]:
        return redirect("tournament:draw", tournament.slug, given["draw"])
    return redirect("tournament:new-draw", tournament.slug)
