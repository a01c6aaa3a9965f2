"""A draw in public from the schedule of numbers to the lots: what the organiser sees and presses."""

from collections.abc import Callable, Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST, require_safe

from tournament import in_public, permissions
from tournament.in_public import Way
from tournament.models import Draw, Tournament
from tournament.permissions import Action, Actor
from tournament.services.errors import ServiceError
from tournament.services.log import Request, new_token
from tournament.services.public_draws import SHORTEST_SECRET, give_up_schedule, publish_schedule
from tournament.services.public_lots import say_word, throw_lots_away
from tournament.views.organiser import office
from tournament.views.organiser.draw_report import KIND_NAMES, heading, report_lines
from tournament.views.organiser.one_draw import draw_url, for_drawers, for_viewers
from tournament.views.organiser.public_forms import PublishForm, ReasonForm, WordForm
from tournament.views.organiser.public_words import block_words, limits, roster_changes

AnyForm = PublishForm | WordForm | ReasonForm


@require_safe
@for_viewers
def public_draw(request: HttpRequest, tournament: Tournament, who: Actor, pk: int) -> HttpResponse:
    """Show a schedule of numbers with its report, and what comes next; seats have their own page."""
    draw = numbered_or_404(tournament, pk)
    if draw.lots:
        return redirect(draw_url(draw))
    return _page(request, tournament, who, draw)


def numbered_or_404(tournament: Tournament, pk: int) -> Draw:
    """Return a draw in public of the event."""
    draws = Draw.objects.select_related("stage__tournament").exclude(schedule=[])
    return get_object_or_404(draws, pk=pk, stage__tournament=tournament)


def _page(
    request: HttpRequest,
    tournament: Tournament,
    who: Actor,
    draw: Draw,
    *,
    status: int = 200,
    form: AnyForm | None = None,
) -> HttpResponse:
    lines = report_lines(draw, {})
    pots = in_public.pots_of_draw(draw)
    why = permissions.refusal(Action.MAKE_DRAW, who, tournament)
    return office.page(
        request,
        tournament,
        who,
        "public_draw.html",
        section="draws",
        status=status,
        draw=draw,
        kind=KIND_NAMES.get(draw.kind, draw.kind),
        way=in_public.way_of(draw),
        is_revealed=in_public.way_of(draw) is Way.REVEALED,
        published_at=in_public.published_at(draw),
        typed=len(in_public.typed_of(draw)),
        players=sum(len(block) for pot in pots for block in pot.blocks),
        blocks=[block_words(pot) for pot in pots],
        limits=limits(draw),
        changes=roster_changes(draw),
        lines=lines,
        heading=heading(lines),
        rounds=schedule_rows(draw),
        form=form,
        shortest=SHORTEST_SECRET,
        why_not="" if why is None else permissions.sentence(why),
        token=new_token(),
    )


def schedule_rows(draw: Draw) -> list[tuple[int, list[tuple[int, list[int]]]]]:
    """Return the rounds of numbers with the numbers of the rounds and of the tables in order."""
    return [
        (draw.first_round + place, list(enumerate(seating, 1)))
        for place, seating in enumerate(draw.schedule)
    ]


# What can be done with it

Change = Callable[[Draw, Mapping[str, Any], Request], tuple[Draw, str]]


def _change(
    request: HttpRequest, tournament: Tournament, who: Actor, pk: int, form: AnyForm, change: Change
) -> HttpResponse:
    """Carry out one press; a refusal shows the page as it is now, with the reason."""
    draw = numbered_or_404(tournament, pk)
    if not form.is_valid():
        return _refused(request, tournament, who, draw, form, 422)
    given = form.cleaned_data
    asked = office.asking(request, given["token"], given.get("reason", ""))
    try:
        result, said = change(draw, given, asked)
    except ServiceError as error:
        form.add_error(None, str(error))
        return _refused(request, tournament, who, numbered_or_404(tournament, pk), form, 409)
    messages.success(request, said)
    if result.state == Draw.State.SUPERSEDED:
        return redirect("tournament:draws", tournament.slug)
    if result.lots:
        return redirect(draw_url(result))
    return redirect("tournament:public-draw", tournament.slug, result.pk)


def _refused(
    request: HttpRequest,
    tournament: Tournament,
    who: Actor,
    draw: Draw,
    form: AnyForm,
    status: int,
) -> HttpResponse:
    """Show the page the draw has now, with what was refused and why."""
    if not draw.lots:
        return _page(request, tournament, who, draw, status=status, form=form)
    for errors in form.errors.values():
        for error in errors:
            messages.error(request, str(error))
    return redirect(draw_url(draw))


@sensitive_post_parameters("secret")
@require_POST
@for_drawers
def publish(request: HttpRequest, tournament: Tournament, who: Actor, pk: int) -> HttpResponse:
    """Publish the schedule of numbers, with the commitment if the lots follow from a secret."""

    def change(draw: Draw, given: Mapping[str, Any], asked: Request) -> tuple[Draw, str]:
        made = publish_schedule(draw=draw, secret=given["secret"], request=asked)
        return made, _("The schedule of numbers is public and stands as it is.")

    return _change(request, tournament, who, pk, PublishForm(request.POST), change)


@require_POST
@for_drawers
def give_up(request: HttpRequest, tournament: Tournament, who: Actor, pk: int) -> HttpResponse:
    """Give up a schedule that has no lots yet."""

    def change(draw: Draw, _given: Mapping[str, Any], asked: Request) -> tuple[Draw, str]:
        return give_up_schedule(draw=draw, request=asked), _("The schedule is given up.")

    return _change(request, tournament, who, pk, ReasonForm(request.POST), change)


@require_POST
@for_drawers
def word(request: HttpRequest, tournament: Tournament, who: Actor, pk: int) -> HttpResponse:
    """Take the word from the hall and seat the players by the lots that follow."""

    def change(draw: Draw, given: Mapping[str, Any], asked: Request) -> tuple[Draw, str]:
        made = say_word(draw=draw, word=given["word"], request=asked)
        return made, _("The lots are drawn and public. The seats are a draft.")

    return _change(request, tournament, who, pk, WordForm(request.POST), change)


@require_POST
@for_drawers
def throw_away(request: HttpRequest, tournament: Tournament, who: Actor, pk: int) -> HttpResponse:
    """Give lots up; the schedule waits for others."""

    def change(draw: Draw, _given: Mapping[str, Any], asked: Request) -> tuple[Draw, str]:
        again = throw_lots_away(draw=draw, request=asked)
        return again, _(
            "The lots are given up; everybody can read why. The schedule waits for others."
        )

    return _change(request, tournament, who, pk, ReasonForm(request.POST), change)
