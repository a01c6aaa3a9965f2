"""The board: how far the event is, how every table stands, and running a round."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_POST, require_safe

from tournament.board import TableState, board_version, round_clock, table_states
from tournament.models import Game, Round, Tournament
from tournament.models.people import entry_number
from tournament.permissions import Actor
from tournament.services.clock import MOST_MINUTES, add_minutes, pause_clock, resume_clock
from tournament.services.draws import publish_draw
from tournament.services.errors import ServiceError
from tournament.services.locking import lock_games
from tournament.services.log import Request, new_token
from tournament.services.rounds import close_round, publish_round, reopen_round, start_round
from tournament.tables.log import action_words
from tournament.views import live
from tournament.views.clock import clock_face
from tournament.views.organiser import office
from tournament.views.organiser.progress import (
    counted_rounds,
    current_round,
    next_action,
    steps,
    visible_rounds,
)
from tournament.views.organiser.tiles import Tile, filtered, filters, tasks

RECENT = 6
DENSE = 40
"""From so many tables on a tile is its number and its ticks."""


class RunForm(forms.Form):
    """One press on the action bar: what to do, and what that needs."""

    do = forms.ChoiceField(
        choices=[
            ("publish", gettext_lazy("Publish")),
            ("start", gettext_lazy("Start")),
            ("pause", gettext_lazy("Pause the clock")),
            ("resume", gettext_lazy("Resume the clock")),
            ("extra", gettext_lazy("Extra minutes")),
            ("lock", gettext_lazy("Lock the signed sheets")),
            ("close", gettext_lazy("Close")),
            ("reopen", gettext_lazy("Reopen")),
        ]
    )
    token = forms.CharField(max_length=64)
    reason = forms.CharField(max_length=200, required=False)
    minutes = forms.IntegerField(min_value=1, max_value=MOST_MINUTES, required=False)
    table = forms.IntegerField(min_value=1, required=False)
    override = forms.BooleanField(required=False)
    unsigned = forms.BooleanField(required=False)


@require_safe
@office.for_leaders
def board(request: HttpRequest, tournament: Tournament, who: Actor) -> HttpResponse:
    """Show the board of the current round, or of `?round=`; `?v=` asks for what is new."""
    shown = live.take_version(request)
    now = timezone.now()
    version = board_version(tournament, now)
    if shown == version:
        return live.unchanged()
    context = board_context(request, tournament, who, version, now)
    if shown is None:
        return office.page(request, tournament, who, "board.html", section="board", **context)
    context["is_piece"] = True
    return live.never_kept(
        office.page(request, tournament, who, "_board.html", section="board", **context)
    )


def board_context(
    request: HttpRequest, tournament: Tournament, who: Actor, version: str, now: datetime
) -> dict[str, Any]:
    """Return everything the board shows, in a number of queries that no table adds to."""
    rounds = counted_rounds(tournament, who)
    round_ = _chosen(rounds, request.GET.get("round"))
    states = table_states(round_, now) if round_ else ()
    tiles = _tiles(tournament, round_, states)
    show = request.GET.get("show", "")
    may_edit = office.may_edit(tournament, who)
    return {
        "steps": steps(tournament, rounds, may_edit=may_edit),
        "next": next_action(tournament, rounds, round_, states, may_edit=may_edit),
        "round": round_,
        "face": clock_face(round_) if round_ else None,
        "facts": _facts(states),
        "tiles": filtered(tiles, show),
        "all_tiles": tiles,
        "is_dense": len(tiles) > DENSE,
        "filters": filters(tiles),
        "show": show,
        "tasks": tasks(tiles),
        "recent": [
            (line, action_words(line.action))
            for line in tournament.log.select_related("by")[:RECENT]
        ],
        "now": now,
        "token": new_token(),
        "most_minutes": MOST_MINUTES,
        "live_url": live.piece_url(request, version),
    }


def _chosen(rounds: Sequence[Round], asked: str | None) -> Round | None:
    if asked is None:
        return current_round(rounds)
    for round_ in rounds:
        if str(round_.number) == asked:
            return round_
    raise Http404


def _tiles(
    tournament: Tournament, round_: Round | None, states: Sequence[TableState]
) -> list[Tile]:
    if round_ is None:
        return []
    numbers = dict(tournament.players.values_list("pk", "number"))
    extra = round_clock(round_).extra
    return [
        Tile(
            state,
            tournament,
            tuple(entry_number(numbers[seat.player_id]) for seat in state.result.seats),
            extra,
        )
        for state in states
    ]


@dataclass(frozen=True, slots=True)
class Facts:
    """The figures of a round in one line."""

    tables: int
    finished: int
    signed: int
    to_lock: int
    to_sign: int
    waiting: int
    hands: int


def _facts(states: Sequence[TableState]) -> Facts:
    return Facts(
        tables=len(states),
        finished=sum(state.is_finished for state in states),
        signed=sum(not state.is_open for state in states),
        to_lock=sum(state.game.state == Game.State.SIGNED for state in states),
        to_sign=sum(_is_unsigned(state) for state in states),
        waiting=sum(state.waiting for state in states if _may_be_locked(state)),
        hands=sum(len(state.numbers) for state in states),
    )


def _is_unsigned(state: TableState) -> bool:
    """Whether a sheet is complete and only signatures are missing."""
    return state.is_open and state.missing is None


def _may_be_locked(state: TableState) -> bool:
    return state.game.state == Game.State.SIGNED or _is_unsigned(state)


# Running a round


@require_POST
@office.for_leaders
def run_round(
    request: HttpRequest, tournament: Tournament, who: Actor, round_number: int
) -> HttpResponse:
    """Do one thing with a round and go back to the board; say there why not."""
    round_ = get_object_or_404(visible_rounds(tournament, who), number=round_number)
    form = RunForm(request.POST)
    if not form.is_valid():
        return _refused(request, tournament, who, _sentence(form), 422)
    given = form.cleaned_data
    try:
        said = DOING[given["do"]](
            round_, given, office.asking(request, given["token"], given["reason"])
        )
    except ServiceError as error:
        return _refused(request, tournament, who, str(error), 409)
    messages.success(request, said)
    board_url = reverse("tournament:board", args=[tournament.slug])
    return redirect(f"{board_url}?round={round_number}")


def _sentence(form: RunForm) -> str:
    """The first thing that is wrong with a press: the forms of the board cannot send worse."""
    field, errors = next(iter(form.errors.items()))
    return f"{form.fields[field].label or field}: {errors[0]}"


def _refused(
    request: HttpRequest, tournament: Tournament, who: Actor, sentence: str, status: int
) -> HttpResponse:
    """Show the board as it is now, with the reason."""
    messages.error(request, sentence)
    now = timezone.now()
    context = board_context(request, tournament, who, board_version(tournament, now), now)
    context["live_url"] = ""  # this answer has no address of its own to ask again
    return office.page(
        request, tournament, who, "board.html", section="board", status=status, **context
    )


Given = Mapping[str, Any]


def _publish(round_: Round, _given: Given, request: Request) -> str:
    if round_.draw:
        publish_draw(draw=round_.draw, number=round_.number, request=request)
    else:
        publish_round(round_=round_, request=request)
    return _("The seats of round %(number)s are public.") % {"number": round_.number}


def _start(round_: Round, _given: Given, request: Request) -> str:
    start_round(round_=round_, request=request)
    return _("Round %(number)s is running.") % {"number": round_.number}


def _pause(round_: Round, _given: Given, request: Request) -> str:
    pause_clock(round_=round_, request=request)
    return _("The clock is paused.")


def _resume(round_: Round, _given: Given, request: Request) -> str:
    resume_clock(round_=round_, request=request)
    return _("The clock is running.")


def _extra(round_: Round, given: Given, request: Request) -> str:
    minutes, table = given["minutes"] or 0, given["table"]
    game = None
    if table:
        game = get_object_or_404(round_.games.select_related("table"), table__number=table)
    add_minutes(round_=round_, minutes=minutes, game=game, request=request)
    where = str(game.table) if game else _("all tables")
    words = ngettext(
        "%(minutes)s extra minute for %(where)s.",
        "%(minutes)s extra minutes for %(where)s.",
        minutes,
    )
    return words % {"minutes": minutes, "where": where}


def _lock(round_: Round, given: Given, request: Request) -> str:
    games = lock_games(round_=round_, unsigned=given["unsigned"], request=request)
    words = ngettext("%(count)s sheet is locked.", "%(count)s sheets are locked.", len(games))
    return words % {"count": len(games)}


def _close(round_: Round, given: Given, request: Request) -> str:
    close_round(round_=round_, override=given["override"], request=request)
    return _("Round %(number)s is closed.") % {"number": round_.number}


def _reopen(round_: Round, _given: Given, request: Request) -> str:
    reopen_round(round_=round_, request=request)
    return _("Round %(number)s is running again.") % {"number": round_.number}


DOING: Mapping[str, Callable[[Round, Given, Request], str]] = {
    "publish": _publish,
    "start": _start,
    "pause": _pause,
    "resume": _resume,
    "extra": _extra,
    "lock": _lock,
    "close": _close,
    "reopen": _reopen,
}
