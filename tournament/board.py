"""The board of a round: how each of its tables stands, and which need somebody."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from functools import cached_property
from typing import Final

from django.db.models import OuterRef, Subquery
from django.utils import timezone

from tournament.clock import Clock, Event, Kind, Phase, clock
from tournament.closing import disputed_games, signed_seats, signers
from tournament.models import ActionLog, ClockEvent, Game, Hand, Round, SheetVisit, Tournament
from tournament.permissions import PLAYED
from tournament.results import GameResult, game_results
from tournament.services.presence import open_now

IDLE: Final = timedelta(minutes=12)
"""After this time without an entry somebody should look."""

IDLE_AT_THE_END: Final = timedelta(minutes=15)
"""The same once the last minutes run: hands get longer and sheets are added up."""

UNSIGNED: Final = timedelta(minutes=5)
"""So long a finished sheet may wait for its signatures."""


class Trouble(StrEnum):
    """What is wrong at a table, the worst first."""

    DISPUTE = "dispute"
    GAP = "gap"
    SUM = "sum"
    IDLE = "idle"
    UNSIGNED = "unsigned"
    DEVICES = "devices"
    OFFLINE = "offline"


class Missing(StrEnum):
    """Why a table keeps the round from being closed."""

    NO_RESULT = "no_result"
    GAP = "gap"
    SUM = "sum"
    PLAYING = "playing"


@dataclass(frozen=True)
class TableState:
    """
    One table of a round at the moment `now`.

    `numbers` are the hands with an outcome, ascending; `last_entry` is when one was last saved;
    so many `devices` have the sheet open, and so many entries are `waiting` on them to be sent;
    `signed` counts the players whose signatures hold.
    """

    result: GameResult
    numbers: tuple[int, ...]
    last_entry: datetime | None
    clock: Clock
    hands_per_game: int
    now: datetime
    devices: int = 0
    waiting: int = 0
    signed: int = 0
    is_disputed: bool = False

    @property
    def game(self) -> Game:
        """The game at the table."""
        return self.result.game

    @property
    def is_open(self) -> bool:
        """Whether the sheet is neither signed nor locked."""
        return self.game.state == Game.State.OPEN

    @cached_property
    def gaps(self) -> tuple[int, ...]:
        """The hands left out before one that is entered."""
        last = self.numbers[-1] if self.numbers else 0
        return tuple(number for number in range(1, last) if number not in self.numbers)

    @property
    def next_hand(self) -> int | None:
        """The hand being played, None after the last one."""
        number = self.numbers[-1] + 1 if self.numbers else 1
        return number if number <= self.hands_per_game else None

    @property
    def is_finished(self) -> bool:
        """Whether nothing is left to enter."""
        if self.game.result != Game.Result.HANDS:
            return True
        return self.next_hand is None and not self.gaps

    @property
    def idle(self) -> timedelta | None:
        """How long nothing was entered while the clock ran, None before it did."""
        moments = [moment for moment in (self.last_entry, self.clock.since) if moment]
        return self.now - max(moments) if moments else None

    @property
    def troubles(self) -> tuple[Trouble, ...]:
        """What is wrong, the worst first; once the sheet is signed only an appeal is."""
        if not self.is_open:
            return (Trouble.DISPUTE,) if self.is_disputed else ()
        is_wrong = self.result.counts and self.result.check.difference != 0
        is_done = self.is_finished and not is_wrong
        found = {
            Trouble.DISPUTE: self.is_disputed,
            Trouble.GAP: bool(self.gaps),
            Trouble.SUM: is_wrong,
            Trouble.IDLE: self._is_idle,
            Trouble.UNSIGNED: is_done and (self.idle or timedelta(0)) >= UNSIGNED,
            Trouble.DEVICES: self.devices > 1,
            Trouble.OFFLINE: self.waiting > 0,
        }
        return tuple(trouble for trouble, holds in found.items() if holds)

    @property
    def signers(self) -> int:
        """How many players have to sign."""
        return len(signers(self.game, self.result.seats))

    @property
    def missing(self) -> Missing | None:
        """
        Why the round cannot be closed because of this table, None when it can.

        Nothing is missing in a round that has not started.
        """
        if not self.is_open or self.game.round.state not in PLAYED:
            return None
        if not self.result.counts or self.result.is_blank:
            return Missing.NO_RESULT
        if self.gaps:
            return Missing.GAP
        if self.result.check.difference:
            return Missing.SUM
        if not self.is_finished and self.clock.phase(self.now) != Phase.UP:
            return Missing.PLAYING
        return None

    @property
    def _is_idle(self) -> bool:
        phase = self.clock.phase(self.now)
        if self.is_finished or self.idle is None or phase == Phase.PAUSED:
            return False
        if self.game.round.state != Round.State.RUNNING:
            return False
        return self.idle >= (IDLE_AT_THE_END if phase in (Phase.LAST, Phase.UP) else IDLE)


def table_states(round_: Round, now: datetime | None = None) -> tuple[TableState, ...]:
    """Return the tables of a round by number, in twelve queries."""
    now = now or timezone.now()
    numbers, last_entries = _entries(round_)
    events = clock_events(round_)
    devices, waiting = _devices(round_, now)
    signed, disputed = signed_seats(round_), disputed_games(round_)
    return tuple(
        TableState(
            result=result,
            numbers=tuple(sorted(numbers[result.game.pk])),
            last_entry=last_entries.get(result.game.pk),
            clock=clock(events, minutes=round_.tournament.minutes, game=result.game.pk),
            hands_per_game=round_.tournament.hands_per_game,
            now=now,
            devices=devices[result.game.pk],
            waiting=waiting[result.game.pk],
            signed=signed.get(result.game.pk, 0),
            is_disputed=result.game.pk in disputed,
        )
        for result in game_results(
            Game.objects.filter(round=round_), round_.tournament, public=False
        )
    )


def _entries(round_: Round) -> tuple[dict[int, set[int]], dict[int, datetime]]:
    """Return by game the hands that have an outcome, and when one was last saved."""
    numbers: defaultdict[int, set[int]] = defaultdict(set)
    last: dict[int, datetime] = {}
    rows = Hand.objects.filter(game__round=round_)
    for hand in rows.only("game", "number", "entered_at", "is_current", "outcome"):
        last[hand.game_id] = max(last.get(hand.game_id, hand.entered_at), hand.entered_at)
        if hand.is_current and hand.outcome != Hand.Outcome.WITHDRAWN:
            numbers[hand.game_id].add(hand.number)
    return numbers, last


def _devices(round_: Round, now: datetime) -> tuple[Counter[int], Counter[int]]:
    """Return by game how many devices have the sheet open, and what waits on them."""
    devices: Counter[int] = Counter()
    waiting: Counter[int] = Counter()
    for visit in open_now(SheetVisit.objects.filter(game__round=round_), now):
        devices[visit.game_id] += 1
        waiting[visit.game_id] += visit.waiting
    return devices, waiting


def clock_events(round_: Round) -> tuple[Event, ...]:
    """Return what happened to the clock of a round, in one query."""
    rows = ClockEvent.objects.filter(round=round_).order_by("at", "pk")
    return tuple(Event(Kind(row.kind), row.at, row.minutes, row.game_id) for row in rows)


def round_clock(round_: Round, game_id: int | None = None) -> Clock:
    """Return the clock of a round, or that of one of its tables, in one query."""
    return clock(clock_events(round_), minutes=round_.tournament.minutes, game=game_id)


def missing_tables(states: Iterable[TableState]) -> tuple[int, ...]:
    """Return the numbers of the tables that keep a round from being closed."""
    return tuple(state.game.table.number for state in states if state.missing)


def unfinished_rounds(tournament: Tournament) -> dict[int, tuple[int, ...]]:
    """
    Return by round number the tables that have no complete result, for the next draw.

    Closed rounds count: one closed with a reason still lacks what it lacked.
    """
    rounds = tournament.rounds.filter(state__in=PLAYED).select_related("tournament")
    found = {round_.number: missing_tables(table_states(round_)) for round_ in rounds}
    return {number: tables for number, tables in found.items() if tables}


def event_version(tournament: Tournament) -> str:
    """
    Return what changes with anything that happens to an event, in one query.

    The count of results and the last line of the log move with every accepted change.
    """
    last = ActionLog.objects.filter(tournament=OuterRef("pk")).order_by("-pk").values("pk")[:1]
    rows = Tournament.objects.filter(pk=tournament.pk)
    results, log = rows.values_list("standings_version", Subquery(last)).get()
    return f"{results}.{log or 0}"


def board_version(tournament: Tournament, now: datetime) -> str:
    """
    Return what changes with anything a board shows, in one query.

    The minute moves by itself, and "8 minutes ago" with it.
    """
    return f"{event_version(tournament)}.{int(now.timestamp()) // 60}"
