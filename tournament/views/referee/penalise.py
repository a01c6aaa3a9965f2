"""Give a penalty of one game."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_http_methods

from scoring.forms import Decision, Earlier, PenaltyForm, SeatChoice
from scoring.forms.offences import EFFECTS, MEASURES, find_offence, offence_name
from scoring.rules.penalties import HandEffect, Measure
from tournament.models import Penalty
from tournament.permissions import Action
from tournament.services.disqualification import plays_on_words
from tournament.services.errors import ServiceError
from tournament.services.log import new_token
from tournament.services.penalties import add_penalty, given_under
from tournament.services.rulings import Ruling
from tournament.templatetags.mahjong import plain_points, signed
from tournament.views.referee import sent
from tournament.views.referee.desk import Desk
from tournament.views.referee.frame import asking, for_officials, page, say, typed
from tournament.views.referee.penalties import warned_words, warnings
from tournament.views.referee.sheet import explain_sum
from tournament.views.referee.words import measure_words, paid


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
    if plays_on := plays_on_words(penalty):
        say(request, messages.WARNING, plays_on)
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
        replace(choice, note=" · ".join(filter(None, (choice.note, warned_words(counts[seat.pk])))))
        for choice, seat in zip(desk.choices(number), desk.seats, strict=True)
    ]


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
