"""A void hand is replayed (作废重打): what was entered of it stays in its history."""

from django.db import transaction
from django.utils.translation import gettext as _

from scoring.entry import HandEntry, Outcome
from tournament.models import Game, Hand, Penalty
from tournament.permissions import Action
from tournament.services.access import expect_seen, require
from tournament.services.errors import BadState
from tournament.services.events import current_revision
from tournament.services.hands import check_entry, current_hand, hand_facts, new_version
from tournament.services.locks import lock_game, touch_game
from tournament.services.log import Request, answered, write
from tournament.services.missing import expect_reason


@transaction.atomic
def void_hand(*, game: Game, number: int, seen: int, request: Request) -> Hand:
    """
    Make a hand void, entered or being played: it is open again, the reason stays in its history.

    Dead hands (停和) given on it end: they barred from winning those tiles, and others are dealt now.
    What was fined stays.

    `seen` is the version of the game the user was looking at. Raise `StaleEdit` when it changed
    meanwhile, `BadState` without a reason or for a hand that comes after an open one.
    """
    game = lock_game(game.pk)
    values = {"game": game.pk, "number": number, "seen": seen}
    if row := answered(request, "void_hand", values):
        return Hand.objects.get(pk=row.object_id)
    require(request, Action.WITHDRAW_HAND, game.round.tournament, game)
    expect_reason(request)
    current = current_hand(game, number)
    expect_seen(game, seen)
    seats = list(game.seats.select_related("player").order_by("start"))
    entry = HandEntry(Outcome.WITHDRAWN)
    check_entry(game, number, entry, seats)
    if current is None and number > _next_open(game):
        raise BadState(_("Hand %(number)s is not being played yet.") % {"number": number})
    hand = new_version(game, number, entry, request, seats, current_revision(game.round.tournament))
    ended = _end_dead_hands(game, number)
    touch_game(game)
    before = hand_facts(current) if current else {}
    write(
        request,
        "void_hand",
        values,
        tournament=game.round.tournament,
        obj=hand,
        before={**before, **({"dead_hand": ended} if ended else {})},
        after=hand_facts(hand),
    )
    return hand


def _end_dead_hands(game: Game, number: int) -> list[int]:
    """Let everybody win a hand that is dealt anew; return the entries who could not."""
    barring = Penalty.objects.standing().filter(game=game, hand_number=number, dead_hand=True)
    players = list(barring.order_by("pk").values_list("player__number", flat=True))
    barring.update(dead_hand=False)
    return players


def _next_open(game: Game) -> int:
    entered = game.hands.current().exclude(outcome=Hand.Outcome.WITHDRAWN)
    return max(entered.values_list("number", flat=True), default=0) + 1
