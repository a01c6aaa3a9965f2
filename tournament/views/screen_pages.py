"""The pages a big screen turns: seats by table and by name, the clock, both standings."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.board import TableState, table_states
from tournament.clock import Phase
from tournament.models import EndRule, Game, Round, Tournament
from tournament.results import Results, event_results
from tournament.tables import standing_rows
from tournament.tables.teams import team_rows
from tournament.views.clock import ClockFace, clock_face
from tournament.views.seating import seats_of, table_cards
from tournament.views.seats import name_order

ROWS: Final = 20
TABLES: Final = 15
"""Five tables beside one another, three rows of them: a name of four signs is not cut."""

NAMES: Final = 48
"""Four columns of twelve."""

NOTES: Final = 3
"""So many tables are named below the clock."""


class Part(StrEnum):
    """What a screen can show."""

    SEATS = "seats"
    NAMES = "names"
    CLOCK = "clock"
    STANDINGS = "standings"
    TEAMS = "teams"


PARTS: Final = tuple(Part)


@dataclass(frozen=True, slots=True)
class ScreenPage:
    """
    One picture: what it is called, what it says beside that, its rows.

    `first` and `last` are the rows' places among all `of` them; `facts` is what a part needs more.
    """

    part: Part
    number: int
    title: str
    about: str
    rows: Sequence[Any] = ()
    first: int = 0
    last: int = 0
    of: int = 0
    facts: Any = None

    @property
    def key(self) -> str:
        """The page's name, which stays the same while rows change."""
        return f"{self.part}-{self.number}"

    @property
    def template(self) -> str:
        """The piece that draws the rows."""
        return f"tournament/screen/_{self.part}.html"

    @property
    def halves(self) -> range:
        """The columns a list is set in: one, or two when it is longer than half a page."""
        return range(1 if len(self.rows) <= ROWS // 2 else 2)


@dataclass(frozen=True)
class _Event:
    """What the parts are made of; `round` is the one whose seats are shown."""

    tournament: Tournament
    round: Round | None

    @cached_property
    def results(self) -> Results:
        """What everybody may know, whoever looks."""
        return event_results(self.tournament, public=True)


def screen_pages(
    tournament: Tournament, round_: Round | None, parts: Sequence[Part]
) -> list[ScreenPage]:
    """Return the pages in turn, `round_` being the round shown; a part without rows has none."""
    event = _Event(tournament, round_)
    return [page for part in parts for page in BUILDERS[part](event)]


def shown_round(tournament: Tournament) -> Round | None:
    """Return the round that runs, else the next one whose seats are published."""
    for state in (Round.State.RUNNING, Round.State.PUBLISHED):
        rounds = tournament.rounds.filter(state=state).select_related("tournament")
        if found := rounds.order_by("number").first():
            return found
    return None


def _in_pages(
    part: Part, title: str, about: str, rows: Sequence[Any], size: int
) -> Iterator[ScreenPage]:
    for number, start in enumerate(range(0, len(rows), size), start=1):
        some = rows[start : start + size]
        yield ScreenPage(part, number, title, about, some, start + 1, start + len(some), len(rows))


# Seats


def _seats(event: _Event) -> Iterator[ScreenPage]:
    if event.round:
        title = _seats_title(event.round)
        yield from _in_pages(Part.SEATS, title, _("by table"), table_cards(event.round), TABLES)


def _names(event: _Event) -> Iterator[ScreenPage]:
    if event.round:
        rows = sorted(seats_of(event.round), key=name_order)
        yield from _in_pages(Part.NAMES, _seats_title(event.round), _("by name"), rows, NAMES)


def _seats_title(round_: Round) -> str:
    return _("Seats of round %(number)s") % {"number": round_.number}


# The clock


@dataclass(frozen=True, slots=True)
class ClockFacts:
    """
    What stands below the clock.

    `hand` is where most tables are, None when all are done; `ticks` are the hands of a game, true
    for those most tables have played.
    """

    face: ClockFace
    rule: str
    hand: int | None
    ticks: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class Note:
    """A table that is not as the others, in words."""

    table: str
    words: str


def _clock(event: _Event) -> Iterator[ScreenPage]:
    face = clock_face(event.round) if event.round else None
    if event.round is None or face is None or face.phase == Phase.WAITING:
        return
    states = table_states(event.round, face.now)
    yield ScreenPage(
        Part.CLOCK,
        1,
        str(event.round),
        event.tournament.name,
        list(_notes(states, face))[:NOTES],
        facts=_clock_facts(event.tournament, states, face),
    )


def _clock_facts(
    tournament: Tournament, states: Sequence[TableState], face: ClockFace
) -> ClockFacts:
    hands = Counter(state.next_hand for state in states if state.next_hand)
    hand = hands.most_common(1)[0][0] if hands else None
    played = tournament.hands_per_game if hand is None else hand - 1
    ticks = tuple(number <= played for number in range(1, tournament.hands_per_game + 1))
    return ClockFacts(face, _rule(tournament), hand, ticks)


def _rule(tournament: Tournament) -> str:
    """Return what to do at the end, before it comes."""
    return {
        EndRule.FINISH: _("When time is up: finish the hand, then stop"),
        EndRule.FINISH_AND_ONE: _("When time is up: finish the hand, and one more may follow"),
        EndRule.STOP: _("When time is up: stop at once, the hand is void"),
    }[EndRule(tournament.end_rule)]


def _notes(states: Sequence[TableState], face: ClockFace) -> Iterator[Note]:
    """Return the tables with a time of their own first, then those that are done."""
    for state in states:
        if more := state.clock.extra - face.clock.extra:
            words = ngettext("%(minutes)s more minute", "%(minutes)s more minutes", more)
            yield _note(state, words % {"minutes": more})
    for state in states:
        if state.game.state != Game.State.OPEN:
            yield _note(state, str(Game.State(state.game.state).label))
        elif state.is_finished:
            yield _note(state, _("played, to be signed"))


def _note(state: TableState, words: str) -> Note:
    return Note(str(state.game.table), words)


# Standings


def _standings(event: _Event) -> Iterator[ScreenPage]:
    if event.results.rounds:
        rows = list(standing_rows(event.results))
        yield from _in_pages(
            Part.STANDINGS, _("Individual standings"), _as_of(event.results), rows, ROWS
        )


def _teams(event: _Event) -> Iterator[ScreenPage]:
    if event.results.rounds:
        rows = list(team_rows(event.results))
        yield from _in_pages(Part.TEAMS, _("Team standings"), _as_of(event.results), rows, ROWS)


def _as_of(results: Results) -> str:
    state = _("Final") if results.tournament.is_final else _("Provisional")
    return _("up to round %(number)s") % {"number": results.rounds[-1]} + f" · {state}"


BUILDERS: Final[Mapping[Part, Callable[[_Event], Iterator[ScreenPage]]]] = {
    Part.SEATS: _seats,
    Part.NAMES: _names,
    Part.CLOCK: _clock,
    Part.STANDINGS: _standings,
    Part.TEAMS: _teams,
}
