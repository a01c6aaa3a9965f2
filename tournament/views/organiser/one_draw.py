"""One draw of the organiser: its draft with the report, and what can be done with it."""

from collections.abc import Callable, Sequence
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournament import permissions
from tournament.draw import Kind
from tournament.field import publish_problems
from tournament.in_public import may_throw_away
from tournament.models import Draw, Round, Seat, Tournament
from tournament.models.people import entry_number
from tournament.permissions import Action, Actor
from tournament.services.draws import (
    NOT_STARTED,
    cancel_draw,
    publish_draw,
    swap_seats,
)
from tournament.services.draws_again import redraw, reseat
from tournament.services.errors import BadState, ServiceError
from tournament.services.log import Request, new_token
from tournament.views.organiser import office
from tournament.views.organiser.draw_conflicts import draw_conflicts
from tournament.views.organiser.draw_forms import ChangeForm, DrawForm, SwapForm
from tournament.views.organiser.draw_report import (
    KIND_NAMES,
    heading,
    marked_tables,
    report_lines,
)
from tournament.views.organiser.public_words import unheeded
from tournament.views.organiser.remaining import has_moved, rest_of
from tournament.views.organiser.search_state import search_shown
from tournament.views.seating import seats_of, table_cards

for_viewers = office.for_role(Action.SEE_DRAFTS)
for_drawers = office.for_role(Action.MAKE_DRAW)


@require_safe
@for_viewers
def draw(request: HttpRequest, tournament: Tournament, who: Actor, pk: int) -> HttpResponse:
    """Show a draw: one of its rounds, the report, seed and hash, what can be done."""
    drawn = draw_or_404(tournament, pk)
    if drawn.schedule and not drawn.lots:
        return redirect("tournament:public-draw", tournament.slug, pk)
    if "tried" in request.GET and drawn.state == Draw.State.SUPERSEDED:
        # What a search found after it was stopped stands now.
        return redirect(draw_url(standing_draw(drawn)))
    return _draw_page(request, tournament, who, drawn)


def draw_or_404(tournament: Tournament, pk: int) -> Draw:
    """Return a draw of the event with its stage, or answer 404."""
    return get_object_or_404(
        Draw.objects.select_related("stage__tournament"), pk=pk, stage__tournament=tournament
    )


def standing_draw(drawn: Draw) -> Draw:
    """Return the draw that stands for the rounds of one, itself if none does."""
    others = Draw.objects.select_related("stage__tournament").filter(
        stage__tournament=drawn.stage.tournament, first_round=drawn.first_round
    )
    return others.exclude(state=Draw.State.SUPERSEDED).order_by("-pk").first() or drawn


def _draw_page(
    request: HttpRequest, tournament: Tournament, who: Actor, drawn: Draw, status: int = 200
) -> HttpResponse:
    rounds = list(drawn.rounds.order_by("number", "pk"))
    posted = [row for row in rounds if str(row.number) == request.POST.get("number")]
    shown = posted[0] if posted else _chosen(rounds, request.GET.get("round"))
    drafts = [round_ for round_ in rounds if round_.state == Round.State.DRAFT]
    coming = [round_ for round_ in rounds if round_.state in NOT_STARTED]
    changed = publish_problems(drawn, coming) if coming else {}
    problems = {row.number: changed[row.number] for row in drafts if row.number in changed}
    lines = report_lines(drawn, problems)
    seats = list(seats_of(shown))
    return office.page(
        request,
        tournament,
        who,
        "draw.html",
        section="draws",
        status=status,
        draw=drawn,
        has_teams=any(player.team_id for player in (seat.player for seat in seats)),
        kind=KIND_NAMES.get(drawn.kind, drawn.kind),
        keeps_apart=Kind(drawn.kind).keeps_apart,
        is_manual=Kind(drawn.kind).is_manual,
        rounds=rounds,
        round=shown,
        cards=table_cards(shown, marked_tables(drawn, shown.number, seats)),
        entries=sorted((seat.player for seat in seats), key=lambda player: player.number),
        lines=lines,
        heading=heading(lines),
        drafts=drafts,
        is_draft=shown.state == Round.State.DRAFT,
        conflicts=draw_conflicts(drawn),
        is_open=bool(coming),
        rest=rest_of(drawn, coming, changed) if changed and not tournament.is_over else None,
        is_published=any(round_.state == Round.State.PUBLISHED for round_ in rounds),
        publish_why=_publish_why(tournament, who, bool(problems)),
        has_moved=not changed and not tournament.is_over and has_moved(drawn, drafts),
        search=None if changed or tournament.is_over else search_shown(drawn, request.GET),
        newer=_newer(shown),
        asks=_asks(drawn, seats),
        unheeded=unheeded(drawn) if drawn.lots else [],
        may_throw_away=may_throw_away(drawn),
        token=new_token(),
    )


def _newer(shown: Round) -> str:
    """Return the address of the seats that stand for a round that was cancelled, empty for none."""
    if shown.state != Round.State.CANCELLED:
        return ""
    others = Round.objects.filter(tournament=shown.tournament_id, number=shown.number)
    standing = others.exclude(state=Round.State.CANCELLED).exclude(draw=None)
    found = standing.select_related("draw__stage__tournament").first()
    return draw_url(found.draw, found.number) if found and found.draw else ""


def _asks(drawn: Draw, seats: Sequence[Seat]) -> list[tuple[str, str, bool]]:
    """Return what can be asked for otherwise when a draw is made again, each with how it was."""
    kind, kept = Kind(drawn.kind), drawn.constraints
    if kind.is_manual or kind.is_final:
        return []
    players = [seat.player for seat in seats]
    is_there = {
        "teams_apart": any(player.team_id for player in players) and not kind.is_robin,
        "clubs_apart": any(player.club or player.country for player in players)
        and not kind.is_robin,
        "prefix_first": kind is Kind.PLAN and drawn.last_round > drawn.first_round,
    }
    fields = DrawForm.base_fields
    return [
        (name, str(fields[name].label), bool(kept.get(name)))
        for name, there in is_there.items()
        if there
    ]


def _publish_why(tournament: Tournament, who: Actor, has_problems: bool) -> str:
    """Return why the seats cannot be published, empty when they can."""
    why = permissions.refusal(Action.MAKE_DRAW, who, tournament)
    if why is not None:
        return permissions.sentence(why)
    if has_problems:
        return _("The roster has changed since the draw; the report says how. Draw again.")
    return ""


def _chosen(rounds: Sequence[Round], asked: str | None) -> Round:
    """Return the round asked for, else the first draft, else the first to come, else the first."""
    for round_ in rounds:
        if asked is not None and str(round_.number) == asked:
            return round_
    if asked is not None or not rounds:
        raise Http404
    for states in ((Round.State.DRAFT,), NOT_STARTED):
        if coming := [row for row in rounds if row.state in states]:
            return coming[0]
    return rounds[0]


# What can be done with it

Change = Callable[[Draw, dict[str, Any], Request], tuple[Draw, str]]


def _change(
    request: HttpRequest, tournament: Tournament, who: Actor, pk: int, change: Change
) -> HttpResponse:
    """Carry out one press; a refusal shows the page as it is now, with the reason."""
    drawn = draw_or_404(tournament, pk)
    form = ChangeForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("This press was not complete. Look at the page and press again."))
        return _draw_page(request, tournament, who, drawn, status=422)
    given = form.cleaned_data
    try:
        result, said = change(drawn, given, office.asking(request, given["token"], given["reason"]))
    except ServiceError as error:
        messages.error(request, str(error))
        return _draw_page(request, tournament, who, draw_or_404(tournament, pk), status=409)
    messages.success(request, said)
    if result.state == Draw.State.SUPERSEDED:
        return redirect("tournament:draws", tournament.slug)
    number = given["number"] if result == drawn else None
    return redirect(draw_url(result, number))


def draw_url(drawn: Draw, number: int | None = None) -> str:
    """Return the address of a draw, at round `number` if one is given."""
    url = reverse("tournament:draw", args=[drawn.stage.tournament.slug, drawn.pk])
    return f"{url}?round={number}" if number else url


@require_POST
@for_drawers
def redraw_draw(request: HttpRequest, tournament: Tournament, who: Actor, pk: int) -> HttpResponse:
    """Draw the rounds that have not started with a new seed."""

    def change(drawn: Draw, given: dict[str, Any], asked: Request) -> tuple[Draw, str]:
        wishes = {
            name: name in request.POST
            for name in ("teams_apart", "clubs_apart", "prefix_first")
            if f"asks_{name}" in request.POST
        }
        made = redraw(draw=drawn, seed=given["seed"], wishes=wishes, request=asked)
        return made, _("Drawn again with a new seed. The old seats are kept as cancelled.")

    return _change(request, tournament, who, pk, change)


@require_POST
@for_drawers
def reseat_draw(request: HttpRequest, tournament: Tournament, who: Actor, pk: int) -> HttpResponse:
    """Draw the rounds that have not started for those who are there now, if they do not fit."""
    drawn_before = draw_or_404(tournament, pk)
    coming = drawn_before.rounds.filter(state__in=NOT_STARTED)
    if coming and not publish_problems(drawn_before, coming):
        messages.info(request, _("The seats fit the roster. Nothing has to be drawn again."))
        return redirect(draw_url(drawn_before))

    def change(drawn: Draw, given: dict[str, Any], asked: Request) -> tuple[Draw, str]:
        made = reseat(draw=drawn, take_over=given["take_over"], request=asked)
        return made, _("The remaining rounds are a draft for those who are there now.")

    return _change(request, tournament, who, pk, change)


@require_POST
@for_drawers
def publish(request: HttpRequest, tournament: Tournament, who: Actor, pk: int) -> HttpResponse:
    """Publish one round of a draw, or all its drafts."""

    def change(drawn: Draw, given: dict[str, Any], asked: Request) -> tuple[Draw, str]:
        made = publish_draw(draw=drawn, number=given["number"], request=asked)
        return made, _("The seats are public. A change needs a new draw.")

    return _change(request, tournament, who, pk, change)


@require_POST
@for_drawers
def cancel(request: HttpRequest, tournament: Tournament, who: Actor, pk: int) -> HttpResponse:
    """Give up the rounds of a draw that have not started."""

    def change(drawn: Draw, _given: dict[str, Any], asked: Request) -> tuple[Draw, str]:
        return cancel_draw(draw=drawn, request=asked), _("The draw is cancelled.")

    return _change(request, tournament, who, pk, change)


@require_POST
@for_drawers
def swap(request: HttpRequest, tournament: Tournament, who: Actor, pk: int) -> HttpResponse:
    """Let two players of one draft round swap their seats."""

    def change(drawn: Draw, _given: dict[str, Any], asked: Request) -> tuple[Draw, str]:
        form = SwapForm(request.POST)
        if not form.is_valid():
            raise BadState(_("Choose two different players of this round."))
        pair = {name: form.cleaned_data[name] for name in ("one", "other")}
        round_ = drawn.rounds.filter(number=form.cleaned_data["number"]).first()
        if round_ is None:
            raise BadState(_("Choose two different players of this round."))
        swap_seats(round_=round_, **pair, request=asked)
        named = {name: entry_number(number) for name, number in pair.items()}
        return drawn, _("%(one)s and %(other)s have swapped their seats.") % named

    return _change(request, tournament, who, pk, change)
