"""Give, read and cancel the penalties of one game."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from django.contrib import messages
from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext
from django.views.decorators.http import require_http_methods, require_safe

from scoring.forms import CancelForm, Decision, Earlier, PenaltyForm, SeatChoice
from scoring.forms.offences import EFFECTS, MEASURES, find_offence, offence_name
from scoring.rules.penalties import HandEffect, Measure, withdrawn_by_forfeits
from tournament.models import Penalty, Player, Seat
from tournament.permissions import Action
from tournament.services.errors import ServiceError
from tournament.services.log import new_token
from tournament.services.penalties import Ruling, add_penalty, cancel_penalty, given_under
from tournament.templatetags.mahjong import plain_points, signed
from tournament.views.referee import sent
from tournament.views.referee.desk import (
    Desk,
    asking,
    entry_number,
    for_officials,
    for_readers,
    page,
    say,
    typed,
)
from tournament.views.referee.sheet import explain_sum
from tournament.views.referee.words import measure_words, paid, penalty_words


@dataclass(frozen=True, slots=True)
class SumLine:
    """One fine on the way from what the players started with to what they have."""

    whom: str
    what: str
    hand: int | None
    points: int
    sum: str


@dataclass(frozen=True, slots=True)
class Forfeiter:
    """A player who counts as withdrawn by the games he forfeited."""

    player: Player
    games: int
    token: str


@dataclass(frozen=True, slots=True)
class PenaltyLine:
    """One penalty of the list."""

    penalty: Penalty
    whom: str
    what: str
    cost: str
    shares: list[tuple[str, int]]
    token: str


@require_safe
@for_readers
def penalties(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Show all penalties of the game and what they do to its sum."""
    return penalties_page(request, desk)


def penalties_page(
    request: HttpRequest,
    desk: Desk,
    status: int = 200,
    form: CancelForm | None = None,
    failed: int | None = None,
) -> HttpResponse:
    """Show the list; `form` is the refused cancellation of penalty `failed`."""
    return page(
        request,
        desk,
        "penalties.html",
        status,
        lines=[_line(desk, penalty) for penalty in desk.penalties],
        fines=explain_sum(desk),
        start_sum=_plain(_start_sum(desk)),
        sum_lines=list(_sum_lines(desk)),
        end_sum=_plain(desk.result.check.actual),
        warned=_warned_players(desk),
        forfeiters=_forfeiters(desk),
        form=form or CancelForm(),
        failed=failed,
        may_penalise=desk.may(Action.ADD_PENALTY),
        penalise_url=desk.url("penalise"),
        may_cancel=desk.may(Action.CANCEL_PENALTY),
    )


def _start_sum(desk: Desk) -> int:
    return len(desk.seats) * desk.tournament.starting_score


def _sum_lines(desk: Desk) -> Iterator[SumLine]:
    """Every fine that stands, with the sum of the table after it."""
    total = _start_sum(desk)
    for penalty in desk.standing_penalties:
        taken = sum(share.points for share in penalty.shares.all())
        total += taken
        if taken:
            line = _line(desk, penalty)
            yield SumLine(line.whom, line.what, penalty.hand_number, taken, _plain(total))


def _plain(total: int) -> str:
    """A sum of the table: with a minus where it is negative, without a plus."""
    return signed(total).removeprefix("+")


def _warned_players(desk: Desk) -> list[tuple[str, str]]:
    """The players with warnings in this game, and how many."""
    counts = warnings(desk)
    return [
        (f"{entry_number(seat)} {seat.player.name}".strip(), _warned_words(counts[seat.pk]))
        for seat in desk.seats
        if counts[seat.pk]
    ]


def _forfeiters(desk: Desk) -> list[Forfeiter]:
    """Who of the four has forfeited so many games that the rules take him out; for who may do it."""
    forfeits = [row.player_id for row in desk.standing_penalties if row.forfeit]
    if not forfeits or not desk.may(Action.NOTE_ATTENDANCE):
        return []
    rows = Penalty.objects.standing().filter(
        tournament=desk.tournament, forfeit=True, player__in=forfeits
    )
    counts = rows.values("player").annotate(games=Count("game", distinct=True)).order_by()
    games = dict(counts.values_list("player", "games"))
    return [
        Forfeiter(seat.player, games[seat.player_id], new_token())
        for seat in desk.seats
        if seat.player.status != Player.Status.WITHDRAWN
        and withdrawn_by_forfeits(desk.tournament.profile, games.get(seat.player_id, 0))
    ]


def _line(desk: Desk, penalty: Penalty) -> PenaltyLine:
    numbers = {seat.pk: entry_number(seat) for seat in desk.seats}
    offender = next((seat for seat in desk.seats if seat.pk == penalty.seat_id), None)
    return PenaltyLine(
        penalty=penalty,
        whom=_whom(penalty, offender),
        what=penalty_words(penalty),
        cost=measure_words(penalty),
        shares=[(numbers[share.seat_id], share.points) for share in penalty.shares.all()],
        token=new_token(),
    )


def _whom(penalty: Penalty, offender: Seat | None) -> str:
    if offender is None:
        return str(penalty.player or penalty.team)
    return f"{entry_number(offender)} {offender.player.name}".strip()


@require_http_methods(["GET", "HEAD", "POST"])
@for_officials(Action.CANCEL_PENALTY)
def cancel(request: HttpRequest, desk: Desk, pk: int) -> HttpResponse:
    """Cancel a penalty; the list it stands in has the form."""
    penalty = get_object_or_404(Penalty, pk=pk, game=desk.game)
    if request.method != "POST":
        return redirect(desk.url("penalties"))
    form = CancelForm(request.POST)
    if not form.is_valid():
        return penalties_page(request, desk, 422, form, pk)
    facts = asking(request, form.cleaned_data["token"], form.cleaned_data["reason"])
    try:
        cancel_penalty(penalty=penalty, request=facts)
    except ServiceError as error:
        form.add_error(None, str(error))
        return penalties_page(request, desk, 409, form, pk)
    say(request, messages.SUCCESS, _("Penalty cancelled. It stays in the list, struck through."))
    return redirect(desk.url("penalties"))


# Giving one


@require_http_methods(["GET", "HEAD", "POST"])
@for_officials(Action.ADD_PENALTY, keeps=True)
def penalise(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Show and accept a penalty."""
    form = penalty_form(request, desk)
    if request.method != "POST":
        return penalty_page(request, desk, form, 409 if desk.closed else 200)
    if "preview" in request.POST and "HX-Request" in request.headers:
        return penalty_piece(request, desk, form)
    if not form.is_valid():
        form.focus_first_error()
        return penalty_page(request, desk, form, 422)
    if "preview" in request.POST:
        return penalty_page(request, desk, form)
    return save_penalty(request, desk, form)


def save_penalty(request: HttpRequest, desk: Desk, form: PenaltyForm) -> HttpResponse:
    """Store a valid decision and go back to the sheet, or say on the same page why not."""
    decided = form.decision
    try:
        penalty = give(request, desk, form)
    except ServiceError as error:
        form.add_error(None, str(error))
        return penalty_page(request, desk, form, 409)
    if not sent.by_script(request):
        say_penalised(request, desk, penalty, decided)
        return redirect(desk.url("sheet"))
    # Of a penalty the phone kept a while the receipt is shown where the phone is now.
    if not sent.queued_token(request):
        say_penalised(request, desk, penalty, decided)
    return sent.saved(given_words(desk, penalty, decided), next_url=desk.url("sheet"))


def give(request: HttpRequest, desk: Desk, form: PenaltyForm) -> Penalty:
    """Store a valid decision."""
    decided = form.decision
    return add_penalty(
        game=desk.game,
        offender=decided.offender,
        hand_number=decided.hand,
        ruling=_ruling_of(decided),
        request=asking(request, form.cleaned_data["token"], form.cleaned_data["reason"]),
    )


def _ruling_of(decided: Decision) -> Ruling:
    """Return what the service stores of a decision."""
    return Ruling(
        measure=decided.measure,
        offence=decided.offence,
        step=decided.step,
        shares=decided.shares,
        table_points=decided.table_points,
        warning=decided.warning,
        dead_hand=decided.dead_hand,
        forfeit=decided.forfeit,
    )


def say_penalised(request: HttpRequest, desk: Desk, penalty: Penalty, decided: Decision) -> None:
    """Leave the receipts: what was given, and what is to be done with the hand."""
    say(request, messages.SUCCESS, given_words(desk, penalty, decided))
    if decided.effect in EFFECTS:
        number = decided.hand or desk.next_open or desk.numbers[-1]
        way_on, url = "void", f"{desk.url('void-hand')}?hand={number}"
        if decided.effect is HandEffect.VOID_WIN:
            way_on, url = "hand", f"{desk.url('enter-hand', number=number)}?winner=void_win"
        say(request, messages.WARNING, str(EFFECTS[decided.effect]), way_on, url)


def given_words(desk: Desk, penalty: Penalty, decided: Decision) -> str:
    """Return the receipt of a penalty."""
    words = {"player": desk.seats[decided.offender].player, "what": measure_words(penalty)}
    return _("Penalty recorded · %(player)s · %(what)s") % words


def penalty_form(request: HttpRequest, desk: Desk) -> PenaltyForm:
    """Return the form, with what was sent or for the hand that is being played."""
    data = typed(request, desk)
    playing = desk.next_open or desk.numbers[-1]
    asked = request.GET.get("hand", "")
    number = next((n for n in desk.numbers if str(n) == asked), playing)
    return PenaltyForm(
        data,
        seats=_warned(desk, number),
        profile=desk.rules.key,
        hands=desk.tournament.hands_per_game,
        earlier=_record(desk, data.get("token", "") if data else ""),
        may_take_table_points=desk.may(Action.PENALISE_IN_TABLE_POINTS),
        may_disqualify=desk.may(Action.DISQUALIFY),
        initial={"hand": number},
    )


def _warned(desk: Desk, number: int) -> list[SeatChoice]:
    """Return the seats in a hand, each with the warnings of its player in this game."""
    counts = warnings(desk)
    return [
        replace(
            choice, note=" · ".join(filter(None, (choice.note, _warned_words(counts[seat.pk]))))
        )
        for choice, seat in zip(desk.choices(number), desk.seats, strict=True)
    ]


def _warned_words(count: int) -> str:
    if not count:
        return ""
    return ngettext("%(count)s warning", "%(count)s warnings", count) % {"count": count}


def warnings(desk: Desk) -> Counter[int | None]:
    """Return how many warnings of this game stand, by seat."""
    given = (
        row for row in desk.standing_penalties if row.warning or row.measure == Measure.WARNING
    )
    return Counter(row.seat_id for row in given)


def _record(desk: Desk, token: str) -> list[Earlier]:
    """
    Return the standing penalties of the four players in the whole event, in one query.

    A retry under the same `token` has to come to the same step: it sees those before its own.
    """
    labels = {seat.player_id: seat.get_start_display() for seat in desk.seats}
    rows = Penalty.objects.standing().filter(tournament=desk.tournament, player__in=labels)
    if token and (given := given_under(token)):
        rows = rows.filter(pk__lt=given)
    facts = rows.values_list("player_id", "offence", "hand_number", "game_id")
    return [
        Earlier(labels[player], offence, hand, here=game == desk.game.pk)
        for player, offence, hand, game in facts
        if player is not None
    ]


def penalty_context(desk: Desk, form: PenaltyForm) -> dict[str, Any]:
    """Return what a save would do: amounts, sum, the words of the button."""
    decided = getattr(form, "decision", None) if form.is_bound and form.errors is not None else None
    amounts = decided.shares if decided else (0, 0, 0, 0)
    before = explain_sum(desk)
    return {
        "form": form,
        "paid": paid(form.seats, amounts),
        "decided": decided,
        "sum_before": before.sum,
        "sum_after": before.sum + sum(amounts),
        "is_explained": before.is_explained,
        "save_title": _save_title(form, decided),
        "save_words": _save_words(desk, form, decided),
        "effect": EFFECTS.get(decided.effect, "") if decided else "",
    }


def _save_title(form: PenaltyForm, decided: Decision | None) -> str:
    if decided is None:
        return _("Record penalty")
    what: object = signed(decided.shares[decided.offender])
    if decided.table_points:
        what = plain_points(-Fraction(decided.table_points, 12))
        words = _("Record table points %(what)s · Player %(number)s")
    elif decided.measure is Measure.COMPENSATION:
        words = _("Record compensation %(what)s · Player %(number)s")
    elif any(decided.shares):
        words = pgettext("points", "Record %(what)s · Player %(number)s")
    else:
        what = MEASURES[decided.measure]
        words = pgettext("measure", "Record %(what)s · Player %(number)s")
    return words % {"what": what, "number": form.seats[decided.offender].number}


def _save_words(desk: Desk, form: PenaltyForm, decided: Decision | None) -> str:
    if decided is None:
        return desk.place
    offence = find_offence(form.profile, decided.offence)
    hand = _("Hand %(number)s") % {"number": decided.hand} if decided.hand else _("The whole game")
    words = [desk.place, hand, offence_name(offence) if offence else ""]
    if decided.step > 1:
        words.append(_("No. %(number)s") % {"number": decided.step})
    return " · ".join(words)


def penalty_piece(request: HttpRequest, desk: Desk, form: PenaltyForm) -> HttpResponse:
    """Show only what changes with the choices."""
    context = penalty_context(desk, form)
    return page(request, desk, "_penalty_preview.html", is_swap=True, **context)


def penalty_page(
    request: HttpRequest, desk: Desk, form: PenaltyForm, status: int = 200
) -> HttpResponse:
    """Show the page of a penalty; a script that sent it is told what is missing."""
    if sent.by_script(request):
        return sent.refused(status, form.first_error)
    return page(
        request,
        desk,
        "penalise.html",
        status,
        seats=form.seats,
        token=new_token(),
        queued=sent.queued_token(request),
        **penalty_context(desk, form),
    )
