"""
Sign a sheet and lock it: the players first, then the referee, then the head referee.

Who signs names the version he looked at, so that nobody signs figures he has not seen. A signed
sheet is closed to table referees; a locked one to everybody, until a leader opens it again.
"""

from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.listing import listed
from tournament import permissions
from tournament.closing import Hindrance, hindrances, signers, signing
from tournament.models import Appeal, Game, Hand, Seat, Signature
from tournament.permissions import Action
from tournament.results import game_results
from tournament.services.access import expect_seen, require
from tournament.services.errors import BadState
from tournament.services.games import shut_game
from tournament.services.hands import check_seated
from tournament.services.locks import lock_game, touch_game
from tournament.services.log import Request, answered, write
from tournament.services.missing import expect_reason
from tournament.services.presence import entries_waiting


@transaction.atomic
def sign_seat(*, seat: Seat, seen: int, request: Request) -> Game:
    """
    Keep that the player of a seat agrees to version `seen` of his game.

    Raise `StaleEdit` when the sheet changed since, `BadState` while it cannot be signed.
    """
    game = lock_game(seat.game_id)
    values = {"seat": seat.pk, "seen": seen}
    if answered(request, "sign_seat", values):
        return game
    seats = _may_be_signed(game, seen, request)
    if seat.pk not in {one.pk for one in signers(game, seats)}:
        raise BadState(_("Nobody played this seat: it needs no signature."))
    if seat.pk in {one.pk for one in signing(game, seats).missing}:
        _sign(game, (seat,), "")
    write(request, "sign_seat", values, tournament=game.round.tournament, obj=seat)
    return game


@transaction.atomic
def sign_for_missing(*, game: Game, seen: int, request: Request) -> Game:
    """Sign for the players who have not; the reason of `request` says why and stays beside it."""
    game = lock_game(game.pk)
    values = {"game": game.pk, "seen": seen}
    if answered(request, "sign_for_missing", values):
        return game
    seats = _may_be_signed(game, seen, request)
    expect_reason(request)
    missing = signing(game, seats).missing
    _sign(game, missing, request.reason.strip())
    players = [seat.player.number for seat in missing]
    write(
        request,
        "sign_for_missing",
        values,
        tournament=game.round.tournament,
        obj=game,
        after={"players": players},
    )
    return game


def _sign(game: Game, seats: Sequence[Seat], reason: str) -> None:
    now = timezone.now()
    Signature.objects.bulk_create(
        Signature(game=game, game_version=game.version, seat=seat, at=now, reason=reason)
        for seat in seats
    )


def _may_be_signed(game: Game, seen: int, request: Request) -> list[Seat]:
    """Return the four seats of a sheet that is open, complete and as `seen`."""
    require(request, Action.SIGN_GAME, game.round.tournament, game)
    expect_seen(game, seen)
    _expect_all_sent(game, request)
    seats = list(game.seats.select_related("player").order_by("start"))
    check_seated(seats)
    _expect_complete(game)
    return seats


def _expect_all_sent(game: Game, request: Request, *, closing: bool = False) -> None:
    """
    Raise `BadState` while a phone has entries to send: nobody can send them to a closed sheet.

    A phone may be lost. A leader takes signatures all the same, and closes the sheet with a reason.
    """
    if not entries_waiting(game):
        return
    who = permissions.actor(request.by, game.round.tournament)
    if permissions.refusal(Action.LOCK_GAME, who, game.round.tournament, game) is not None:
        raise BadState(
            _(
                "Entries of this sheet wait on a phone. Send them first, then sign; "
                "if the phone is lost, ask the head referee."
            )
        )
    if closing and not request.reason.strip():
        raise BadState(
            _(
                "Entries of this sheet wait on a phone. Send them first, or say why it is closed "
                "without them."
            )
        )


def _expect_complete(game: Game) -> None:
    """Raise `BadState` with everything that keeps the sheet from being signed."""
    result = game_results(Game.objects.filter(pk=game.pk), game.round.tournament, public=False)[0]
    gaps = gaps_of(game)
    found = hindrances(result, gaps)
    if found:
        raise BadState(" ".join(hindrance_sentence(one, gaps) for one in found))


def gaps_of(game: Game) -> list[int]:
    """Return the hands left out before one that is entered; none where hands do not count."""
    if game.result != Game.Result.HANDS:
        return []
    hands = game.hands.current().exclude(outcome=Hand.Outcome.WITHDRAWN)
    numbers = set(hands.values_list("number", flat=True))
    return [number for number in range(1, max(numbers, default=0)) if number not in numbers]


def hindrance_sentence(hindrance: Hindrance, gaps: Sequence[int]) -> str:
    """Return what keeps a sheet from being signed, and what to do."""
    match hindrance:
        case Hindrance.NO_RESULT:
            return _("Nothing is entered yet.")
        case Hindrance.GAP:
            named = listed(gaps)
            return _("Hands missing: %(gaps)s. Enter them, or mark them as not played.") % {
                "gaps": named
            }
        case Hindrance.SUM:
            return _("The four scores do not add up, and no fine explains it.")


@transaction.atomic
def sign_as_official(*, game: Game, seen: int, request: Request) -> Game:
    """
    Sign an open sheet as its referee, or lock it where the one who asks may do that.

    On a signed sheet it is the head referee's approval. Raise `BadState` while a player's signature
    is missing, the sheet is incomplete or an appeal is open; and while entries wait on a phone,
    unless a leader says in the reason of `request` why they are not waited for.
    """
    game = lock_game(game.pk)
    values = {"game": game.pk, "seen": seen}
    if answered(request, "sign_game", values):
        return game
    tournament = game.round.tournament
    is_open = game.state == Game.State.OPEN
    require(request, Action.SIGN_GAME if is_open else Action.LOCK_GAME, tournament, game)
    expect_seen(game, seen)
    _expect_all_sent(game, request, closing=True)
    _expect_signed(game)
    who = permissions.actor(request.by, tournament)
    locks = permissions.refusal(Action.LOCK_GAME, who, tournament, game) is None
    before = game.state
    shut_game(game, Game.State.LOCKED if locks else Game.State.SIGNED, request)
    write(
        request,
        "sign_game",
        values,
        tournament=tournament,
        obj=game,
        before={"state": before},
        after={"state": game.state},
    )
    return game


def _expect_signed(game: Game) -> None:
    seats = list(game.seats.select_related("player").order_by("start"))
    check_seated(seats)
    _expect_complete(game)
    missing = signing(game, seats).missing
    if missing:
        raise BadState(missing_sentence(missing))
    if game.appeals.filter(outcome=Appeal.Outcome.OPEN).exists():
        raise BadState(_("A player disputes this sheet. The head referee decides that first."))


def missing_sentence(seats: Sequence[Seat]) -> str:
    """Return whose signatures are missing."""
    numbers = [seat.player.entry_number for seat in seats]
    return _("Not signed yet: %(players)s.") % {"players": listed(numbers)}


@transaction.atomic
def reopen_game(*, game: Game, request: Request) -> Game:
    """
    Open a signed or locked sheet again, with a reason; it has to be signed anew.

    Results that were final are provisional again.
    """
    game = lock_game(game.pk)
    values = {"game": game.pk}
    if answered(request, "reopen_game", values):
        return game
    tournament = game.round.tournament
    require(request, Action.REOPEN_GAME, tournament, game)
    expect_reason(request)
    before = game.state
    game.state = Game.State.OPEN
    game.locked_at = None
    game.save(update_fields=["state", "locked_at"])
    touch_game(game)
    write(
        request,
        "reopen_game",
        values,
        tournament=tournament,
        obj=game,
        before={"state": before},
        after={"state": game.state},
    )
    return game
