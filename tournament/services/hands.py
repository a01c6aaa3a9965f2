"""Record, correct and withdraw hands: each a new version, never an overwrite."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from enum import Enum
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.entry import HandEntry, Outcome
from tournament.models import Game, Hand, HandScore, Penalty, ProfileRevision, Round, Seat, Start
from tournament.permissions import Action
from tournament.services.access import require
from tournament.services.errors import BadState, HandConflict
from tournament.services.events import current_revision
from tournament.services.locks import lock_game, touch_game
from tournament.services.log import Request, answered, write
from tournament.services.missing import expect_reason
from tournament.standings import FEWEST_TO_PLAY

NOT_AT_THE_TABLE = (Outcome.NOT_PLAYED, Outcome.WITHDRAWN)


class Saved(Enum):
    """What became of a request."""

    NEW = "new"
    REPEATED = "repeated"  # a retry: the first answer stands
    SAME = "same"  # the same values were saved before: nothing is doubled


@dataclass(frozen=True, slots=True)
class Recorded:
    """The hand that now stands, and how it came to."""

    hand: Hand
    saved: Saved


def entry_of(hand: Hand) -> HandEntry:
    """Return what was entered in `hand`."""
    return HandEntry(
        outcome=Outcome(hand.outcome),
        winner=hand.winner,
        discarder=hand.discarder,
        fan_points=hand.fan_points,
        claimed_points=hand.claimed_points,
        claimed_fans=hand.claimed_fans,
        agreed=hand.agreed,
        objection=hand.objection,
        fans=hand.fans,
        notation=hand.notation,
        flowers=hand.flowers,
    )


@transaction.atomic
def record_hand(
    *,
    game: Game,
    number: int,
    entry: HandEntry,
    replaces: int,
    request: Request,
    revision: ProfileRevision | None = None,
) -> Recorded:
    """
    Store hand `number` of `game` as a new version, with the four players' points.

    `replaces` is the version the user was looking at, 0 for none. `revision` holds the rules that
    the entry was judged by, by default the current ones. They count for a correction too: it is a
    new judgement, and an old version keeps its own rules. Raise `HandConflict` when
    another one is current and differs, `NotAllowed`, `BadState`, `TokenReused`.
    """
    game = lock_game(game.pk)
    values = {"game": game.pk, "number": number, "replaces": replaces, **asdict(entry)}
    if row := answered(request, "record_hand", values):
        return Recorded(Hand.objects.get(pk=row.object_id), Saved.REPEATED)
    current = current_hand(game, number)
    require(request, _action(entry, current), game.round.tournament, game)
    if current and entry_of(current) == entry:
        return Recorded(current, Saved.SAME)
    if (current.version if current else 0) != replaces:
        raise _conflict(game, number, current)
    if current and request.by and not _is_being_played(game):
        expect_reason(request)
    if current is None and entry.outcome is Outcome.WITHDRAWN:
        raise BadState(_("Hand %(number)s has no entry to change.") % {"number": number})
    seats = list(game.seats.order_by("start"))
    check_entry(game, number, entry, seats)
    revision = revision or current_revision(game.round.tournament)
    hand = new_version(game, number, entry, request, seats, revision)
    touch_game(game)
    write(
        request,
        "record_hand",
        values,
        tournament=game.round.tournament,
        obj=hand,
        before=hand_facts(current) if current else None,
        after=hand_facts(hand),
    )
    return Recorded(hand, Saved.NEW)


def current_hand(game: Game, number: int) -> Hand | None:
    """Return the current version of a hand, a withdrawn one included."""
    return (
        Hand.objects.current().select_related("entered_by").filter(game=game, number=number).first()
    )


def _action(entry: HandEntry, current: Hand | None) -> Action:
    if entry.outcome is Outcome.WITHDRAWN:
        return Action.WITHDRAW_HAND
    if current is None or current.outcome == Outcome.WITHDRAWN:
        return Action.ENTER_HAND
    return Action.CORRECT_HAND


def _is_being_played(game: Game) -> bool:
    """Whether the table is at it: afterwards a change of a hand says why."""
    return game.state == Game.State.OPEN and game.round.state == Round.State.RUNNING


def _conflict(game: Game, number: int, current: Hand | None) -> Exception:
    if current is None:
        return BadState(_("Hand %(number)s has no entry to change.") % {"number": number})
    return HandConflict(
        number=number,
        version=current.version,
        by=str(current.entered_by or _("The organiser")),
        at=current.entered_at,
    )


def check_number(game: Game, number: int) -> None:
    """Raise `BadState` for a hand that games of this event do not have."""
    if not 1 <= number <= game.round.tournament.hands_per_game:
        raise BadState(_("A game has no hand %(number)s.") % {"number": number})


def check_seated(seats: Sequence[Seat]) -> None:
    """Raise `BadState` while the draw has not filled the table."""
    if len(seats) != len(Start):
        raise BadState(_("This table has no four seats yet. Finish the draw first."))


def check_takes_hands(game: Game, seats: Sequence[Seat]) -> None:
    """Raise `BadState` for a game that is not seated or keeps totals only."""
    check_seated(seats)
    if game.result == Game.Result.AWARD:
        raise BadState(nobody_plays_sentence())
    if game.result != Game.Result.HANDS:
        raise BadState(_("Only the totals of this game are kept. It takes no hands."))


def nobody_plays_sentence() -> str:
    """Return why a game whose table points were awarded takes no entry."""
    return _("Nobody plays at this table: the table points were awarded.")


def check_entry(game: Game, number: int, entry: HandEntry, seats: Sequence[Seat]) -> None:
    """Raise `BadState` for an entry that the game, the absent or a dead hand do not allow."""
    check_number(game, number)
    check_takes_hands(game, seats)
    if entry.outcome in NOT_AT_THE_TABLE:
        return
    given = list(Penalty.objects.standing().filter(game=game).exclude(seat=None))
    out = {row.seat_id for row in given if row.ends_play(number)}
    present = [seat for seat in seats if seat.is_present(number) and seat.pk not in out]
    if len(present) < FEWEST_TO_PLAY:
        raise BadState(
            _("Fewer than three players were present in hand %(number)s: mark it as not played.")
            % {"number": number}
        )
    _check_won(number, entry, seats, present, given)


def _check_won(
    number: int,
    entry: HandEntry,
    seats: Sequence[Seat],
    present: Sequence[Seat],
    given: Iterable[Penalty],
) -> None:
    for place in (entry.winner, entry.discarder):
        if place is not None and seats[place] not in present:
            raise BadState(
                _("%(player)s was absent in this hand.") % {"player": seats[place].player}
            )
    if entry.winner is None:
        return
    winner = seats[entry.winner]
    if any(row.bars_win(number) for row in given if row.seat_id == winner.pk):
        raise BadState(
            _(
                "%(player)s has a dead hand and cannot win this hand. "
                "See the penalty on hand %(number)s."
            )
            % {"player": winner.player, "number": number}
        )


def new_version(
    game: Game,
    number: int,
    entry: HandEntry,
    request: Request,
    seats: Sequence[Seat],
    revision: ProfileRevision,
) -> Hand:
    """Store an entry as the version that stands, judged by `revision`."""
    hands = Hand.objects.filter(game=game, number=number)
    # All rows, not the current one alone: numbers are never used twice.
    versions = dict(hands.order_by().values_list("version", "is_current"))
    latest = max(versions, default=0)
    if any(versions.values()):
        hands.current().update(is_current=False)
    hand = Hand.objects.create(
        game=game,
        number=number,
        version=latest + 1,
        profile_revision=revision,
        reason=request.reason,
        entered_by=request.by,
        entered_at=timezone.now(),
        **asdict(entry),
    )
    HandScore.objects.bulk_create(
        HandScore(hand=hand, seat=seat, player_id=seat.player_id, points=points)
        for seat, points in zip(seats, entry.amounts, strict=True)
    )
    return hand


def hand_facts(hand: Hand) -> dict[str, Any]:
    """Return a version as the log keeps it."""
    return {"number": hand.number, "version": hand.version, **asdict(entry_of(hand))}


def withdraw_hand(*, game: Game, number: int, replaces: int, request: Request) -> Recorded:
    """Take a hand back, as a new version without a result; the hand is open again."""
    return record_hand(
        game=game,
        number=number,
        entry=HandEntry(Outcome.WITHDRAWN),
        replaces=replaces,
        request=request,
    )
