"""What coming late (迟到) costs: one fine a game, by the minutes or for the whole game."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from scoring.rules.penalties import Group, Offence, late_offence, offences
from tournament.models import Game, Penalty, Seat
from tournament.services.log import Request
from tournament.services.missing import expect_reason
from tournament.services.rulings import give, ruling_by, strike


@dataclass(frozen=True, slots=True)
class Lateness:
    """What follows from when a player came: what is given for it now, and what falls away."""

    due: Offence | None
    void: tuple[Penalty, ...]


def lateness(
    profile: str,
    standing: Iterable[Penalty],
    seat: Seat,
    present_from: int | None,
    minutes: int = 0,
) -> Lateness:
    """
    Return what changes when `seat` is said to be taken from hand `present_from` on, None = never.

    `standing` are penalties of the game, `seat` is as it was noted before. Minutes take the place of
    what was given so far; without them a fine stands unless the player was there after all.
    """
    late = late_offences(profile)
    due = due_offence(late, present_from, minutes)
    keys = {row.key: row for row in late}
    given = [row for row in standing if row.seat_id == seat.pk and row.offence in keys]
    if due:
        void = [row for row in given if row.offence != due.key]
    elif seat.present_from == 1:
        # Somebody fined him before anybody noted the hand: that still holds.
        void = []
    else:
        void = [row for row in given if present_from == 1 or keys[row.offence].minutes is None]
    is_given = due is not None and any(row.offence == due.key for row in given)
    return Lateness(None if is_given else due, tuple(void))


def late_offences(profile: str) -> tuple[Offence, ...]:
    """Return the rows of a catalogue that are about lateness."""
    return tuple(row for row in offences(profile) if row.group is Group.LATE)


def due_offence(
    late: Iterable[Offence], present_from: int | None, minutes: int = 0
) -> Offence | None:
    """Return the lateness of somebody who comes after `minutes`, or not at all."""
    if present_from is None:
        return next((row for row in late if row.minutes is None), None)
    return late_offence(late, minutes)


def settle_lateness(
    game: Game, seats: Sequence[Seat], seat: Seat, change: Lateness, request: Request
) -> None:
    """Take back and give what `change` says; taking back needs a reason."""
    if change.void:
        expect_reason(request)
    for penalty in change.void:
        strike(penalty, request)
    if change.due and change.due.steps[0].measures:
        ruling = ruling_by(change.due, change.due.steps[0], seat.start)
        give(game, seats, seat.start, ruling, request)
