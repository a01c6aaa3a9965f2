"""What became of a hand: all its versions, and taking it back."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import wraps

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from scoring.forms import SeatChoice
from scoring.forms.fans import FanLine, fan_lines
from scoring.forms.hand import WithdrawForm
from scoring.rules import Problem, Score, judge, read_hand
from tournament.models import Hand, Penalty, Seat
from tournament.permissions import Action
from tournament.services.errors import ServiceError
from tournament.services.events import rules_in
from tournament.services.hands import (
    Recorded,
    Saved,
    current_hand,
    entry_of,
    withdraw_hand,
)
from tournament.services.log import new_token
from tournament.views.referee.desk import Desk, entry_number
from tournament.views.referee.frame import DeskView, asking, for_officials, for_readers, page, say
from tournament.views.referee.words import (
    Line,
    Paid,
    claim_words,
    compare,
    full_words,
    measure_words,
    paid,
    penalty_words,
)


def of_a_hand(view: DeskView) -> DeskView:
    """Answer 404 for a hand the game does not have."""

    @wraps(view)
    def checked(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
        if number not in desk.numbers:
            raise Http404
        return view(request, desk, number)

    return checked


def penalty_lines(desk: Desk, number: int) -> list[str]:
    """Return the penalties that stand on a hand, in words."""
    return [penalty_line(row, row.seat) for row in penalties_on(desk, number) if row.seat]


def penalties_on(desk: Desk, number: int) -> list[Penalty]:
    """Return the penalties that stand on a hand."""
    return [row for row in desk.standing_penalties if row.hand_number == number]


def penalty_line(penalty: Penalty, seat: Seat) -> str:
    """Return whose penalty it is, for what and what it costs."""
    return " · ".join((entry_number(seat), penalty_words(penalty), measure_words(penalty)))


# History


@dataclass(frozen=True, slots=True)
class Version:
    """One version of a hand, as its history shows it."""

    hand: Hand
    words: str
    claim: str
    is_doubtful: bool
    lines: list[Line]
    paid: list[Paid]


@require_safe
@for_readers
@of_a_hand
def hand_history(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Show all versions of a hand: who, when, what changed, why."""
    versions = versions_of(desk, number)
    current = desk.hands.get(number)
    is_open = current is None or current.outcome == Hand.Outcome.WITHDRAWN
    return page(
        request,
        desk,
        "history.html",
        number=number,
        hand=None if is_open else current,
        words=versions[0].words if versions else "",
        fans=fans_of(current) if current else [],
        score=score_of(current) if current and current.notation else None,
        versions=versions,
        hand_penalties=penalty_lines(desk, number),
        may_correct=desk.may(Action.CORRECT_HAND),
        may_withdraw=desk.may(Action.WITHDRAW_HAND),
        correct_url=desk.url("enter-hand", number=number),
        withdraw_url=desk.url("withdraw-hand", number=number),
    )


def fans_of(hand: Hand) -> list[FanLine]:
    """Return a hand's fan with their values by the rules it was entered under. One query if any."""
    return list(fan_lines(hand.fans, rules_in(hand.profile_revision))) if hand.fans else []


def score_of(hand: Hand) -> Score | None:
    """
    Return what a hand's tiles are worth by the rules it was entered under, None if they are no win.

    One query, none after `fans_of`.
    """
    read = read_hand(hand.notation)
    if isinstance(read, Problem):
        return None
    return judge(read, rules_in(hand.profile_revision)).score


def versions_of(desk: Desk, number: int) -> list[Version]:
    """Return the versions of a hand, newest first, each with what it changed."""
    rows = list(
        desk.game.hands.filter(number=number)
        .select_related("entered_by")
        .prefetch_related("scores")
        .order_by("version")
    )
    seats = desk.choices(number)
    before: Sequence[Hand | None] = [None, *rows][:-1]
    return [_version(desk, seats, was, hand) for was, hand in zip(before, rows, strict=True)][::-1]


def _version(desk: Desk, seats: list[SeatChoice], was: Hand | None, hand: Hand) -> Version:
    points = {score.seat_id: score.points for score in hand.scores.all()}
    lines = compare(entry_of(was), entry_of(hand), seats) if was else []
    # Amounts as stored, on the winds of the hand.
    stored = paid([replace(seat) for seat in seats], [points.get(s.pk) for s in desk.seats])
    return Version(
        hand=hand,
        words=full_words(entry_of(hand), seats),
        claim=claim_words(entry_of(hand)),
        is_doubtful=desk.is_doubtful(hand),
        lines=[line for line in lines if line.differs],
        paid=stored,
    )


# Withdrawing


@require_http_methods(["GET", "HEAD", "POST"])
@for_officials(Action.WITHDRAW_HAND)
@of_a_hand
def withdraw(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Take a hand back after one more press; it is open again and stays in the history."""
    if number not in desk.hands:
        raise Http404
    form = WithdrawForm(request.POST if request.method == "POST" else None, label_suffix="")
    status = 409 if desk.closed else 200
    if request.method == "POST":
        status = 422
    if form.is_valid():
        try:
            recorded = withdraw_hand(
                game=desk.game,
                number=number,
                replaces=form.cleaned_data["replaces"],
                request=asking(request, form.cleaned_data["token"], form.cleaned_data["reason"]),
            )
        except ServiceError as error:
            form.add_error(None, str(error))
            status = 409
        else:
            say_withdrawn(request, recorded)
            return redirect(desk.url("enter-hand", number=number))
    return withdraw_page(request, desk, number, form, status)


def say_withdrawn(request: HttpRequest, recorded: Recorded) -> None:
    """Leave the receipt."""
    text = _("Hand %(number)s withdrawn; it is open again.") % {"number": recorded.hand.number}
    say(request, messages.SUCCESS if recorded.saved is Saved.NEW else messages.INFO, text)


def withdraw_page(
    request: HttpRequest, desk: Desk, number: int, form: WithdrawForm, status: int
) -> HttpResponse:
    """Ask once more, showing what stands now."""
    hand = current_hand(desk.game, number)
    assert hand is not None
    return page(
        request,
        desk,
        "withdraw.html",
        status,
        form=form,
        number=number,
        hand=hand,
        words=full_words(entry_of(hand), desk.choices(number)),
        token=new_token(),
    )
