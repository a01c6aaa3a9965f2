"""
The clock of a round (计时): from what happened to it, when it ends and what is left.

Nothing ticks here. A pause moves the end by its own length; extra minutes lengthen the round, for
everybody or for one table. Times are the server's.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

LAST_MINUTES: Final = timedelta(minutes=5)
"""When the clock warns."""


class Kind(StrEnum):
    """What can happen to a clock."""

    START = "start"
    PAUSE = "pause"
    RESUME = "resume"
    EXTRA = "extra"


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened; `game` None concerns every table."""

    kind: Kind
    at: datetime
    minutes: int = 0
    game: int | None = None


class Phase(StrEnum):
    """How a clock stands at some moment."""

    WAITING = "waiting"
    RUNNING = "running"
    LAST = "last"
    UP = "up"
    PAUSED = "paused"


@dataclass(frozen=True, slots=True)
class Clock:
    """
    A clock between two events.

    `length` is the whole time, extra minutes included; `used` ran before `since`, the moment
    from which it runs again, None while it stands.
    """

    length: timedelta
    used: timedelta = timedelta(0)
    since: datetime | None = None
    is_started: bool = False
    extra: int = 0

    @property
    def is_paused(self) -> bool:
        """Whether it was started and stands."""
        return self.is_started and self.since is None

    @property
    def ends_at(self) -> datetime | None:
        """When time is up, None while the clock stands."""
        return self.since + self.length - self.used if self.since else None

    def remaining(self, now: datetime) -> timedelta:
        """What is left at `now`, never below zero."""
        running = max(now - self.since, timedelta(0)) if self.since else timedelta(0)
        return max(self.length - self.used - running, timedelta(0))

    def phase(self, now: datetime) -> Phase:
        """How the clock stands at `now`; a paused one is paused whatever is left."""
        if not self.is_started:
            return Phase.WAITING
        if self.is_paused:
            return Phase.PAUSED
        left = self.remaining(now)
        if not left:
            return Phase.UP
        return Phase.LAST if left <= LAST_MINUTES else Phase.RUNNING


def clock(events: Iterable[Event], *, minutes: int, game: int | None = None) -> Clock:
    """
    Return the clock after `events` in the order they happened.

    With `game` the events of that table count too; without it only those of the whole round.
    """
    state = Clock(timedelta(minutes=minutes))
    for event in events:
        if event.game is None or event.game == game:
            state = after(state, event)
    return state


def after(state: Clock, event: Event) -> Clock:
    """Return the clock after one more event; one that changes nothing is left out."""
    match event.kind:
        case Kind.EXTRA:
            return _lengthened(state, event)
        case Kind.START if not state.is_started:
            return _set_going(state, event.at)
        case Kind.RESUME if state.is_paused:
            return _set_going(state, event.at)
        case Kind.PAUSE if state.since is not None:
            return replace(state, used=state.length - state.remaining(event.at), since=None)
    return state


def _lengthened(state: Clock, event: Event) -> Clock:
    """Extra minutes; given after time was up, they begin when they are given."""
    if state.ends_at and state.ends_at < event.at:
        state = replace(state, used=state.length, since=event.at)
    more = timedelta(minutes=event.minutes)
    return replace(state, length=state.length + more, extra=state.extra + event.minutes)


def _set_going(state: Clock, at: datetime) -> Clock:
    return replace(state, since=at, is_started=True)
