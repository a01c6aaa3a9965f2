"""Who is missing at a table: for the whole game, or until a hand; and a game that ends for it."""

from collections.abc import Sequence

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from scoring.entry import HandEntry, Outcome
from scoring.listing import listed
from tournament.models import Game, Hand, Penalty, Seat
from tournament.permissions import Action
from tournament.services.access import expect_seen, require
from tournament.services.awards import entered, settle_award
from tournament.services.errors import BadState
from tournament.services.events import current_revision
from tournament.services.games import fines_of
from tournament.services.hands import (
    check_number,
    check_seated,
    check_takes_hands,
    hand_facts,
    new_version,
)
from tournament.services.lateness import lateness, settle_lateness
from tournament.services.locks import lock_game, touch_game
from tournament.services.log import Request, answered, write
from tournament.standings import check_sum


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
    asked = {"start": start, "present_from": present_from, "minutes": minutes, "seen": seen}
    values = {"game": game.pk, **asked}
    seats = list(game.seats.select_related("player__team").order_by("start"))
    check_seated(seats)
    seat = seats[start]
    if answered(request, "note_absence", values):
        return seat
    require(request, Action.NOTE_ABSENCE, game.round.tournament, game)
    expect_seen(game, seen)
    before = _facts(game, seat)
    _note(game, seats, seat, present_from, minutes, request)
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


def _note(
    game: Game,
    seats: Sequence[Seat],
    seat: Seat,
    present_from: int | None,
    minutes: int,
    request: Request,
) -> None:
    """Set the first hand of a seat, with the fine and the award that follow from it."""
    standing = Penalty.objects.standing().filter(game=game)
    change = lateness(game.round.tournament.profile, standing, seat, present_from, minutes)
    if present_from == seat.present_from and not change.due:
        raise BadState(_("This is already noted for %(player)s.") % {"player": seat.player})
    if present_from and change.due and change.due.minutes is None:
        raise BadState(
            _("So late the game is forfeited: note the player as absent for the whole game.")
        )
    _check_played(game, seat, present_from)
    seat.present_from = present_from
    seat.save(update_fields=["present_from"])
    settle_lateness(game, seats, seat, change, request)
    settle_award(game, seats, request)
    if change.due or change.void:
        _expect_totals_fit(game, seats)


def _expect_totals_fit(game: Game, seats: Sequence[Seat]) -> None:
    """Raise `BadState` where totals without hands do not have the fine in them as it is now."""
    if game.result != Game.Result.TOTALS:
        return
    totals = [seat.total or 0 for seat in seats]
    if not check_sum(totals, fines_of(game), game.round.tournament.starting_score).ok:
        raise BadState(
            _(
                "The totals of this game do not fit the fine for this. "
                "Let its hands count again, note it, then enter the totals anew."
            )
        )


def _check_played(game: Game, seat: Seat, present_from: int | None) -> None:
    """Raise `BadState` for a hand the game has not, or hands in which the player did something."""
    played = Hand.objects.current().filter(
        Q(winner=seat.start) | Q(discarder=seat.start), game=game
    )
    if present_from is not None:
        check_number(game, present_from)
        played = played.filter(number__lt=present_from)
    if numbers := list(played.order_by("number").values_list("number", flat=True)):
        raise BadState(
            _("%(player)s played in hand %(hands)s. Correct that first.")
            % {"player": seat.player, "hands": listed(numbers)}
        )


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
