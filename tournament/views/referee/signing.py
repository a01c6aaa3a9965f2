"""Close a game: look all of it over, let each player sign, then the referee."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.listing import listed
from tournament.closing import SeatSigning, Signing, hindrances, signing
from tournament.forms.closing import SeenForm
from tournament.models import Appeal, Game, Seat, Start
from tournament.permissions import Action
from tournament.services.errors import ServiceError
from tournament.services.log import new_token
from tournament.services.presence import entries_waiting
from tournament.services.signing import (
    hindrance_sentence,
    missing_sentence,
    sign_as_official,
    sign_for_missing,
    sign_seat,
)
from tournament.views.referee.desk import Desk, entry_number, substitute_note
from tournament.views.referee.frame import asking, for_officials, page, say
from tournament.views.referee.sheet import build_sheet
from tournament.views.referee.words import measure_words, penalty_words


@dataclass(frozen=True, slots=True)
class Signer:
    """One player of a game as it stands: his result, and his signature where he has to sign."""

    label: str
    number: str
    name: str
    note: str
    score: int
    table_points: Fraction
    line: SeatSigning | None
    url: str


@require_safe
@for_officials(Action.SIGN_GAME)
def review(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Show the whole game on one screen, with who has signed it."""
    return review_page(request, desk)


def review_page(
    request: HttpRequest,
    desk: Desk,
    status: int = 200,
    error: str = "",
    reason: str = "",
    without: str = "",
) -> HttpResponse:
    """
    Show the game to sign; `error` says why the last press was refused.

    `reason` was typed for players who cannot sign, `without` for entries nobody waits for.
    """
    signed = signing(desk.game, desk.seats)
    obstacles = _obstacles(desk)
    disputes = desk.game.appeals.filter(outcome=Appeal.Outcome.OPEN).count()
    return page(
        request,
        desk,
        "review.html",
        status,
        error=error,
        reason=reason,
        without=without,
        waiting=entries_waiting(desk.game) if desk.game.state != Game.State.LOCKED else 0,
        visit_url=desk.url("visit-sheet"),
        sheet=build_sheet(desk),
        signers=[_signer(desk, seat, signed) for seat in desk.seats],
        signing=signed,
        penalties=_given(desk),
        obstacles=obstacles,
        gap_url=desk.url("enter-hand", number=desk.gaps[0]) if desk.gaps else "",
        unplayed=_unplayed(desk),
        disputes=disputes,
        blocked=" ".join(obstacles) or _blocked(signed, disputes),
        missing=_numbers(signed.missing),
        may_sign=desk.may(Action.SIGN_GAME),
        may_lock=desk.may(Action.LOCK_GAME),
        may_reopen=desk.may(Action.REOPEN_GAME),
        reopen_url=desk.url("reopen-game"),
        appeals_url=desk.url("game-appeals"),
        token=new_token(),
    )


def _signer(desk: Desk, seat: Seat, signed: Signing) -> Signer:
    label = Start(seat.start).label
    return Signer(
        label=label,
        number=entry_number(seat),
        name=seat.player.name,
        note=_("Absent") if seat.present_from is None else substitute_note(seat),
        score=desk.result.scores[seat.start],
        table_points=desk.result.table_points[seat.start],
        line=next((line for line in signed.seats if line.seat.pk == seat.pk), None),
        url=desk.url("sign-seat", letter=label),
    )


def _obstacles(desk: Desk) -> list[str]:
    gaps = desk.gaps if desk.game.result == Game.Result.HANDS else []
    return [hindrance_sentence(one, gaps) for one in hindrances(desk.result, gaps)]


def _given(desk: Desk) -> list[str]:
    """
    Return each penalty that stands, in words: Hand 5 · 35 · Short win · Fine −40.

    Those without points too: who forfeited the game has no table points for all his score.
    """
    numbers = {seat.pk: entry_number(seat) for seat in desk.seats}
    return [
        " · ".join(
            (
                _("Hand %(number)s") % {"number": row.hand_number}
                if row.hand_number
                else _("The whole game"),
                numbers.get(row.seat_id or 0, str(row.player or row.team)),
                penalty_words(row),
                measure_words(row),
            )
        )
        for row in desk.standing_penalties
    ]


def _unplayed(desk: Desk) -> tuple[int, int] | None:
    """Return the first and last hand at the end that nobody entered, None for a whole game."""
    if desk.game.result != Game.Result.HANDS or not desk.entered:
        return None
    first, last = desk.entered[-1] + 1, desk.numbers[-1]
    return (first, last) if first <= last else None


def _blocked(signed: Signing, disputes: int) -> str:
    """Return why the referee cannot sign yet, empty when he can."""
    if signed.missing:
        return missing_sentence(signed.missing)
    return _("A dispute is open.") if disputes else ""


def _numbers(seats: tuple[Seat, ...]) -> str:
    return listed(entry_number(seat) for seat in seats)


# One player


@require_http_methods(["GET", "HEAD", "POST"])
@for_officials(Action.SIGN_GAME)
def sign(request: HttpRequest, desk: Desk, letter: str) -> HttpResponse:
    """Show a player his own result, large and alone; he agrees or disputes."""
    if letter not in Start.labels:
        raise Http404
    seat = desk.seats[Start.labels.index(letter)]
    if request.method != "POST":
        return _card(request, desk, seat, 409 if desk.closed else 200)
    form = SeenForm(request.POST)
    if not form.is_valid():
        return _card(request, desk, seat, 422, _first(form))
    try:
        sign_seat(
            seat=seat,
            seen=form.cleaned_data["seen"],
            request=asking(request, form.cleaned_data["token"], ""),
        )
    except ServiceError as error:
        return _card(request, desk, seat, 409, str(error))
    say(request, messages.SUCCESS, _("Player %(number)s has signed.") % _number(seat))
    return redirect(desk.url("review"))


def _card(
    request: HttpRequest, desk: Desk, seat: Seat, status: int = 200, error: str = ""
) -> HttpResponse:
    signed = signing(desk.game, desk.seats)
    signer = _signer(desk, seat, signed)
    return page(
        request,
        desk,
        "sign.html",
        status,
        signer=signer,
        start=desk.tournament.starting_score,
        error=error or ("" if desk.may(Action.SIGN_GAME) else desk.closed),
        obstacles=_obstacles(desk),
        review_url=desk.url("review"),
        appeals_url=desk.url("game-appeals"),
        token=new_token(),
    )


def _number(seat: Seat) -> dict[str, str]:
    return {"number": entry_number(seat)}


def _first(form: Any) -> str:
    return str(next(iter(form.errors.values()))[0])


# The officials


@require_POST
@for_officials(Action.SIGN_GAME)
def sign_missing(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Sign for the players who cannot, with a reason."""
    form = SeenForm(request.POST)
    if not form.is_valid():
        return review_page(request, desk, 422, _first(form))
    given = form.cleaned_data
    try:
        sign_for_missing(
            game=desk.game,
            seen=given["seen"],
            request=asking(request, given["token"], given["reason"]),
        )
    except ServiceError as error:
        return review_page(request, desk, 409, str(error), given["reason"])
    say(request, messages.SUCCESS, _("Signed for the missing players, with the reason."))
    return redirect(desk.url("review"))


@require_POST
@for_officials(Action.SIGN_GAME)
def sign_sheet(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Sign as the referee; who may lock the sheet locks it with that."""
    form = SeenForm(request.POST)
    if not form.is_valid():
        return review_page(request, desk, 422, _first(form))
    given = form.cleaned_data
    try:
        game = sign_as_official(
            game=desk.game,
            seen=given["seen"],
            request=asking(request, given["token"], given["reason"]),
        )
    except ServiceError as error:
        return review_page(request, desk, 409, str(error), without=given["reason"])
    say(
        request,
        messages.SUCCESS,
        _("The sheet is signed and locked.")
        if game.state == Game.State.LOCKED
        else _("The sheet is signed. The head referee locks it."),
    )
    return redirect(desk.url("sheet"))
