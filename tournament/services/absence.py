"""Who is missing at a table: for the whole game, or until a hand; and a game that ends for it."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.entry import HandEntry, Outcome
from scoring.rules.penalties import Group, Measure, Offence, late_offence, offences
from tournament.models import Game, Hand, Penalty, Seat
from tournament.permissions import Action
from tournament.services.access import expect_seen, require
from tournament.services.awards import entered, settle_award
from tournament.services.errors import BadState
from tournament.services.events import current_revision
from tournament.services.hands import check_seated, check_takes_hands, hand_facts, new_version
from tournament.services.locks import lock_game, touch_game
from tournament.services.log import Request, answered, write
from tournament.services.missing import expect_reason
from tournament.services.penalties import Ruling, give, ruling_by, strike


@transaction.atomic
def note_absence(
    *,
    game: Game,
    start: int,
    present_from: int | None,
    seen: int,
    request: Request,
    minutes: int = 0,
) -> Seat:
    """
    Say from which hand on the seat at column `start` is taken: 1 = all, None = never.

    The fine that the event's rules have for it comes with it, for `minutes` of lateness or for the
    whole game, and goes when he was there after all. With fewer than three present nobody plays:
    those who came are awarded their table points. Taking a penalty back needs a reason.

    `seen` is the version of the game the user was looking at. Raise `StaleEdit`, `BadState` for hands
    that say otherwise, `NotAllowed`.
    """
    game = lock_game(game.pk)
    values = {
        "game": game.pk,
        "start": start,
        "present_from": present_from,
        "minutes": minutes,
        "seen": seen,
    }
    seats = list(game.seats.select_related("player__team").order_by("start"))
    check_seated(seats)
    seat = seats[start]
    if answered(request, "note_absence", values):
        return seat
    require(request, Action.NOTE_ABSENCE, game.round.tournament, game)
    expect_seen(game, seen)
    _check(game, seat, present_from)
    before = _facts(game, seat)
    was, seat.present_from = seat.present_from, present_from
    seat.save(update_fields=["present_from"])
    _settle_lateness(game, seats, seat, was, minutes, request)
    settle_award(game, seats, request)
    touch_game(game)
    write(
        request,
        "note_absence",
        values,
        tournament=game.round.tournament,
        obj=seat,
        before=before,
        after=_facts(game, seat),
    )
    return seat


def _check(game: Game, seat: Seat, present_from: int | None) -> None:
    if present_from == seat.present_from:
        raise BadState(_("This is already noted for %(player)s.") % {"player": seat.player})
    played = Hand.objects.current().filter(
        Q(winner=seat.start) | Q(discarder=seat.start), game=game
    )
    if present_from is not None:
        if not 1 <= present_from <= game.round.tournament.hands_per_game:
            raise BadState(_("A game has no hand %(number)s.") % {"number": present_from})
        played = played.filter(number__lt=present_from)
    if numbers := list(played.order_by("number").values_list("number", flat=True)):
        raise BadState(
            _("%(player)s played in hand %(hands)s. Correct that first.")
            % {"player": seat.player, "hands": _listed(numbers)}
        )


def _listed(numbers: Iterable[int]) -> str:
    return pgettext("between items", ", ").join(map(str, numbers))


def _settle_lateness(
    game: Game, seats: Sequence[Seat], seat: Seat, was: int | None, minutes: int, request: Request
) -> None:
    """Let the lateness penalties of a seat be those that follow from its presence now."""
    catalogue = offences(game.round.tournament.profile)
    due = due_offence(catalogue, seat.present_from, minutes)
    if seat.present_from and due and due.minutes is None:
        raise BadState(
            _("So late the game is forfeited: note the player as absent for the whole game.")
        )
    keys = [row.key for row in catalogue if row.group is Group.LATE]
    given = Penalty.objects.standing().filter(game=game, seat=seat, offence__in=keys)
    for penalty in given:
        # A fine given for minutes before anybody noted the hand still holds.
        if penalty.offence != (due.key if due else "") and (was != 1 or seat.present_from is None):
            expect_reason(request)
            strike(penalty, request)
    if due and due.steps[0].measures and not given.filter(offence=due.key).exists():
        give(game, seats, seat.start, _ruling(game, due, seat.start), request)


def _ruling(game: Game, due: Offence, offender: int) -> Ruling:
    """Return what the rules say; totals without hands have the points in them already."""
    ruling = ruling_by(due, due.steps[0], offender)
    if game.result != Game.Result.TOTALS:
        return ruling
    measure = Measure.FORFEIT if ruling.forfeit else Measure.WARNING
    return replace(ruling, measure=measure, shares=(0, 0, 0, 0))


def due_offence(
    catalogue: Iterable[Offence], present_from: int | None, minutes: int
) -> Offence | None:
    """Return the lateness of somebody who comes after `minutes`, or not at all."""
    late = [row for row in catalogue if row.group is Group.LATE]
    if present_from is None:
        return next((row for row in late if row.minutes is None), None)
    return late_offence(late, minutes)


def _facts(game: Game, seat: Seat) -> dict[str, object]:
    given = Penalty.objects.standing().filter(game=game, seat=seat)
    return {
        "present_from": seat.present_from,
        "result": game.result,
        "penalties": list(given.order_by("pk").values_list("offence", flat=True)),
    }


@transaction.atomic
def end_game(*, game: Game, seen: int, request: Request) -> tuple[Hand, ...]:
    """Mark all hands after the last entered one as not played (超时); return these."""
    game = lock_game(game.pk)
    values = {"game": game.pk, "seen": seen}
    if row := answered(request, "end_game", values):
        written = (row.after or {}).get("hands", ())
        return tuple(Hand.objects.current().filter(game=game, number__in=written))
    require(request, Action.ENTER_HAND, game.round.tournament, game)
    expect_seen(game, seen)
    seats = list(game.seats.order_by("start"))
    check_takes_hands(game, seats)
    last = max(entered(game), default=0)
    rest = range(last + 1, game.round.tournament.hands_per_game + 1)
    if not rest:
        raise BadState(_("All hands are entered."))
    revision = current_revision(game.round.tournament)
    unplayed = HandEntry(Outcome.NOT_PLAYED)
    hands = tuple(new_version(game, n, unplayed, request, seats, revision) for n in rest)
    touch_game(game, changes=len(hands))
    write(
        request,
        "end_game",
        values,
        tournament=game.round.tournament,
        obj=game,
        before={"hands": []},
        after={"hands": [hand_facts(hand)["number"] for hand in hands]},
    )
    return hands
