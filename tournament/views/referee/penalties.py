"""Read and cancel the penalties of one game, and what they do to its sum."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from django.contrib import messages
from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_safe

from scoring.forms import CancelForm
from scoring.rules.penalties import Measure, withdrawn_by_forfeits
from tournament.models import Penalty, Player, Seat
from tournament.permissions import Action
from tournament.services.disqualification import left_empty_words, not_known_words
from tournament.services.errors import ServiceError
from tournament.services.log import new_token
from tournament.services.penalties import cancel_penalty
from tournament.templatetags.mahjong import signed
from tournament.views.referee.desk import Desk, entry_number
from tournament.views.referee.frame import asking, for_officials, for_readers, page, say
from tournament.views.referee.sheet import explain_sum
from tournament.views.referee.words import measure_words, penalty_words


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
        (f"{entry_number(seat)} {seat.player.name}".strip(), warned_words(counts[seat.pk]))
        for seat in desk.seats
        if counts[seat.pk]
    ]


def warned_words(count: int) -> str:
    """Return how many warnings; empty for none."""
    if not count:
        return ""
    return ngettext("%(count)s warning", "%(count)s warnings", count) % {"count": count}


def warnings(desk: Desk) -> Counter[int | None]:
    """Return how many warnings of this game stand, by seat."""
    given = (
        row for row in desk.standing_penalties if row.warning or row.measure == Measure.WARNING
    )
    return Counter(row.seat_id for row in given)


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
    for by_hand in filter(None, (not_known_words(penalty), left_empty_words(penalty))):
        say(request, messages.WARNING, by_hand)
    return redirect(desk.url("penalties"))
