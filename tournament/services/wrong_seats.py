"""
Two players on each other's seats: their hands are credited to the right persons afterwards.

What was entered for one column of the sheet becomes the other's, as new versions of those hands;
points stay as they were paid. Where tiles were entered, the winner's seat wind is another one now:
such hands are found by `rescorings` and scored anew only when somebody asks for it.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from django.db import transaction
from django.utils.translation import gettext as _

from scoring.entry import HandEntry
from scoring.forms.claim import claim_of
from scoring.rules import Problem, Wind, judge, read_hand
from tournament.models import Game, Hand
from tournament.permissions import Action
from tournament.services.access import expect_seen, require
from tournament.services.errors import BadState
from tournament.services.events import rules_in
from tournament.services.hands import check_entry, entry_of, hand_facts, new_version
from tournament.services.locks import lock_game, touch_game
from tournament.services.log import Request, answered, write
from tournament.services.missing import expect_reason
from tournament.winds import SeatChange, prevalent_wind, seat_wind


def exchanged(entry: HandEntry, one: int, other: int) -> HandEntry:
    """Return an entry with two columns of the sheet in each other's place."""
    places = {one: other, other: one}

    def moved(place: int | None) -> int | None:
        return None if place is None else places.get(place, place)

    return replace(entry, winner=moved(entry.winner), discarder=moved(entry.discarder))


@transaction.atomic
def correct_seats(
    *,
    game: Game,
    one: int,
    other: int,
    first: int,
    last: int,
    seen: int,
    request: Request,
) -> tuple[Hand, ...]:
    """
    Credit the hands `first` to `last` as if the columns `one` and `other` were exchanged in them.

    All of them or none: return the new versions. The same once more takes it back. `seen` is the
    version of the game the user was looking at. Raise `StaleEdit`, `NotAllowed`, `BadState` when a
    hand could not have ended so or when nothing would change.
    """
    game = lock_game(game.pk)
    values = {
        "game": game.pk,
        "one": one,
        "other": other,
        "first": first,
        "last": last,
        "seen": seen,
    }
    if row := answered(request, "correct_seats", values):
        return _written(row.after, game)
    require(request, Action.CORRECT_HAND, game.round.tournament, game)
    expect_reason(request)
    expect_seen(game, seen)
    entries = {
        hand: exchanged(entry_of(hand), one, other)
        for hand in _current(game)
        if first <= hand.number <= last
    }
    changed = {hand: entry for hand, entry in entries.items() if entry != entry_of(hand)}
    if not changed:
        raise BadState(_("Nothing changes in these hands: neither player won or discarded."))
    return _rewrite(game, changed, "correct_seats", values, request)


def _written(after: object, game: Game) -> tuple[Hand, ...]:
    """Return the versions that an earlier request wrote."""
    numbers = [int(number) for number in after] if isinstance(after, dict) else []
    return tuple(Hand.objects.current().filter(game=game, number__in=numbers).order_by("number"))


def _current(game: Game) -> Iterator[Hand]:
    hands = Hand.objects.current().filter(game=game, winner__isnull=False)
    yield from hands.select_related("profile_revision").order_by("number")


def _rewrite(
    game: Game,
    entries: Mapping[Hand, HandEntry],
    action: str,
    values: Mapping[str, object],
    request: Request,
) -> tuple[Hand, ...]:
    """Store other entries of some hands, each under the rules that it was judged by."""
    seats = list(game.seats.select_related("player").order_by("start"))
    before = {str(hand.number): hand_facts(hand) for hand in entries}
    for hand, entry in entries.items():
        check_entry(game, hand.number, entry, seats)
    hands = tuple(
        new_version(game, hand.number, entry, request, seats, hand.profile_revision)
        for hand, entry in entries.items()
    )
    touch_game(game, changes=len(hands))
    write(
        request,
        action,
        values,
        tournament=game.round.tournament,
        obj=game,
        before=before,
        after={str(hand.number): hand_facts(hand) for hand in hands},
    )
    return hands


# Hands whose tiles were scored with another wind


@dataclass(frozen=True, slots=True)
class Rescoring:
    """
    A hand whose tiles were scored with other winds than it has now.

    `entry` is what it would be with the right ones, None where that is no win that may be declared.
    """

    hand: Hand
    entry: HandEntry | None

    @property
    def was(self) -> int:
        """The points that stand."""
        return self.hand.fan_points

    @property
    def now(self) -> int | None:
        """The points with the right winds."""
        return self.entry.fan_points if self.entry else None


def rescorings(game: Game, hands: Iterable[Hand]) -> tuple[Rescoring, ...]:
    """Return the hands among `hands` whose winds are not those they were scored with."""
    rule = SeatChange(game.round.tournament.seat_change)
    found = (_rescoring(hand, rule) for hand in sorted(hands, key=lambda hand: hand.number))
    return tuple(row for row in found if row is not None)


def _rescoring(hand: Hand, rule: SeatChange) -> Rescoring | None:
    if hand.winner is None or not hand.notation:
        return None
    written = read_hand(hand.notation)
    if isinstance(written, Problem):
        return None
    right = replace(
        written,
        prevalent_wind=Wind(prevalent_wind(hand.number)),
        seat_wind=Wind(seat_wind(hand.winner, hand.number, rule)),
    )
    if right == written:
        return None
    judgement = judge(right, rules_in(hand.profile_revision))
    if judgement.score is None or judgement.problems:
        return Rescoring(hand, None)
    standing = entry_of(hand)
    entry = replace(
        standing,
        fan_points=judgement.score.total,
        fans={line.fan.key: line.count for line in judgement.score.fans},
        notation=str(right),
    )
    # What was claimed stays claimed: a lower claim stands here as it did when it was entered.
    return Rescoring(hand, claim_of(standing).put_into(entry, is_counted=True))


@transaction.atomic
def rescore_hands(
    *, game: Game, numbers: Collection[int], seen: int, request: Request
) -> tuple[Hand, ...]:
    """
    Score the tiles of some hands anew with the winds their winners have now.

    Raise `BadState` for a hand that has none to change, or that would be no win any more.
    """
    game = lock_game(game.pk)
    values = {"game": game.pk, "numbers": sorted(numbers), "seen": seen}
    if row := answered(request, "rescore_hands", values):
        return _written(row.after, game)
    require(request, Action.CORRECT_HAND, game.round.tournament, game)
    expect_seen(game, seen)
    found = {row.hand.number: row for row in rescorings(game, _current(game))}
    entries = {}
    for number in sorted(numbers):
        again = found.get(number)
        if again is None or again.entry is None:
            raise BadState(
                _("Hand %(number)s cannot be scored anew. Correct it by hand.") % {"number": number}
            )
        entries[again.hand] = again.entry
    if not entries:
        raise BadState(_("No hand is chosen."))
    return _rewrite(game, entries, "rescore_hands", values, request)
