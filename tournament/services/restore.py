"""
Put rounds and games of an imported event where they were, without playing through their days.

A round brought back has no clock: nobody knows when it ran. A game brought back as signed has no
signatures here: they are on paper, or in the event it came from.
"""

from collections.abc import Mapping
from dataclasses import asdict

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.entry import HandEntry
from tournament.models import ActionLog, Game, Hand, HandScore, Round, Seat
from tournament.permissions import Action
from tournament.services.access import require
from tournament.services.errors import BadState
from tournament.services.events import current_revision
from tournament.services.games import move_game
from tournament.services.hands import check_number, check_takes_hands
from tournament.services.locks import lock_game, lock_round, touch_game, touch_standings
from tournament.services.log import Request, answered, unsaved_row, write


@transaction.atomic
def restore_round(*, round_: Round, state: Round.State, request: Request) -> Round:
    """Set a round's state without starting its clock."""
    round_ = lock_round(round_.pk)
    values = {"round": round_.pk, "state": state.value}
    if answered(request, "restore_round", values):
        return round_
    require(request, Action.RUN_ROUNDS, round_.tournament)
    before = round_.state
    round_.state = state
    round_.save(update_fields=["state"])
    touch_standings(round_.tournament)
    write(
        request,
        "restore_round",
        values,
        tournament=round_.tournament,
        obj=round_,
        before={"state": before},
        after={"state": state.value},
    )
    return round_


def restore_signed(*, game: Game, request: Request) -> Game:
    """Mark a game as signed on paper: its table referee no longer changes it, the leaders may."""
    return move_game(game=game, to=Game.State.SIGNED, action="restore_signed", request=request)


@transaction.atomic
def restore_hands(
    *, game: Game, entries: Mapping[int, HandEntry], request: Request
) -> tuple[Hand, ...]:
    """
    Record a game's hands at once, by number: the rows of `record_hand`, in nine queries.

    Raise `BadState` for a game that has hands already; `request` has no token to repeat.
    """
    game = lock_game(game.pk)
    require(request, Action.ENTER_HAND, game.round.tournament, game)
    seats = list(game.seats.order_by("start"))
    _check_blank(game, entries, seats)
    revision = current_revision(game.round.tournament)
    hands = Hand.objects.bulk_create(
        Hand(
            game=game,
            number=number,
            version=1,
            profile_revision=revision,
            reason=request.reason,
            entered_by=request.by,
            entered_at=timezone.now(),
            **asdict(entry),
        )
        for number, entry in entries.items()
    )
    HandScore.objects.bulk_create(
        HandScore(hand=hand, seat=seat, player_id=seat.player_id, points=points)
        for hand, entry in zip(hands, entries.values(), strict=True)
        for seat, points in zip(seats, entry.amounts, strict=True)
    )
    touch_game(game, changes=len(hands))
    ActionLog.objects.bulk_create(
        _log_row(hand, entry, request) for hand, entry in zip(hands, entries.values(), strict=True)
    )
    return tuple(hands)


def _check_blank(game: Game, entries: Mapping[int, HandEntry], seats: list[Seat]) -> None:
    check_takes_hands(game, seats)
    if game.hands.exists():
        raise BadState(_("This game has hands already."))
    for number in entries:
        check_number(game, number)


def _log_row(hand: Hand, entry: HandEntry, request: Request) -> ActionLog:
    values = {"game": hand.game.pk, "number": hand.number, "replaces": 0, **asdict(entry)}
    return unsaved_row(
        Request(by=request.by, reason=request.reason),
        "record_hand",
        values,
        tournament=hand.game.round.tournament,
        obj=hand,
        after={"number": hand.number, "version": hand.version, **asdict(entry)},
    )
