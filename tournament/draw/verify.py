"""A published draw run again from what it was made of."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import zip_longest
from typing import Final

from tournament.draw.finals import FinalTables, final_round
from tournament.draw.groups import GROUP_TABLES
from tournament.draw.model import ALGORITHM, Constraints, Kind, Plan, Rounds, Table, schedule_sha256
from tournament.draw.plan import BUDGET, one_round, plan
from tournament.draw.round_robins import singles_round_robin, team_round_robin
from tournament.draw.swiss import BUDGET as SWISS_BUDGET
from tournament.draw.swiss import Mode, swiss_round


class RoundRobin(StrEnum):
    """Who plays a round robin."""

    TEAMS = "team_round_robin"
    SINGLES = "singles_round_robin"


@dataclass(frozen=True, slots=True)
class Facts:
    """
    All a draw follows from, and what was published of it.

    `players` are in the order they were drawn in: of the standing for rounds by the standing, of
    the final the finalists alone; `teams` are those of a round robin. `budget` is 0 for the usual,
    `prefix_first` is about a plan. `found` names how the draw was found, empty where nothing tells.
    """

    method: Kind | Mode | FinalTables | RoundRobin
    players: tuple[int, ...]
    seed: str
    published: Rounds
    sha256: str
    algorithm: int = ALGORITHM
    history: Rounds = ()
    constraints: Constraints = field(default_factory=Constraints)
    teams: tuple[tuple[int, ...], ...] = ()
    group_tables: int = GROUP_TABLES
    budget: int = 0
    prefix_first: bool = False
    found: str = ""


METHODS: Final[Mapping[Kind, Mode | FinalTables | RoundRobin]] = {
    Kind.SWISS: Mode.SWISS,
    Kind.BLOCKS: Mode.BLOCKS,
    Kind.GROUPS: Mode.GROUPS,
    Kind.SNAKE: Mode.SNAKE,
    Kind.FINAL: FinalTables.BY_RANK,
    Kind.FINAL_SNAKE: FinalTables.SNAKE,
    Kind.TEAM_ROBIN: RoundRobin.TEAMS,
    Kind.SINGLES_ROBIN: RoundRobin.SINGLES,
}
"""What runs again the draws that no plan makes; those by hand follow from nothing."""


class Line(StrEnum):
    """What a differing line is about."""

    ALGORITHM = "algorithm"
    METHOD = "method"
    TABLE = "table"
    SHA256 = "sha256"


@dataclass(frozen=True, slots=True)
class Differing:
    """
    A line in which the published draw is not what it should be.

    `round` and `table` count from 1 and are 0 for what concerns the whole; a table that one of the
    two lacks is empty.
    """

    line: Line
    published: Table | str
    expected: Table | str
    round: int = 0
    table: int = 0


def verify(facts: Facts) -> list[Differing]:
    """
    Draw again and return the lines that differ, none when the published draw is true.

    A draw of another version of the algorithm cannot be run again: that is a line, and only its hash
    is compared.
    """
    if facts.algorithm == ALGORITHM:
        made = draw_again(facts)
        lines = list(differing_tables(facts.published, made.rounds))
        if facts.found and facts.found != made.method:
            lines.append(Differing(Line.METHOD, facts.found, made.method))
    else:
        lines = [Differing(Line.ALGORITHM, str(facts.algorithm), str(ALGORITHM))]
    sha256 = schedule_sha256(facts.published)
    if sha256 != facts.sha256:
        lines.append(Differing(Line.SHA256, facts.sha256, sha256))
    return lines


def draw_again(facts: Facts) -> Plan:
    """Return the draw that follows from the facts."""
    rounds, fixed = len(facts.published), dict(facts.constraints.tables)
    match facts.method:
        case Kind():
            return _planned(facts)
        case Mode():
            return swiss_round(
                facts.players,
                facts.history,
                mode=facts.method,
                seed=facts.seed,
                constraints=facts.constraints,
                group_tables=facts.group_tables,
                budget=facts.budget or SWISS_BUDGET,
            )
        case FinalTables():
            return final_round(
                facts.players,
                len(facts.players),
                tables=facts.method,
                history=facts.history,
                fixed=fixed,
                seed=facts.seed,
            )
        case RoundRobin.TEAMS:
            return team_round_robin(
                facts.teams, rounds, seed=facts.seed, history=facts.history, fixed=fixed
            )
        case RoundRobin.SINGLES:
            return singles_round_robin(
                facts.players, rounds, seed=facts.seed, history=facts.history, fixed=fixed
            )


def _planned(facts: Facts) -> Plan:
    budget = facts.budget or BUDGET
    if facts.method is Kind.LOTS:
        return one_round(
            facts.players,
            seed=facts.seed,
            history=facts.history,
            constraints=facts.constraints,
            budget=budget,
        )
    return plan(
        facts.players,
        len(facts.published),
        seed=facts.seed,
        history=facts.history,
        constraints=facts.constraints,
        budget=budget,
        prefix_first=facts.prefix_first,
    )


def differing_tables(published: Rounds, expected: Rounds) -> Iterator[Differing]:
    """Give the tables in which rounds are not as expected."""
    rounds = zip_longest(published, expected, fillvalue=())
    for number, (before, after) in enumerate(rounds, start=1):
        for place, (old, new) in enumerate(_beside(before, after), start=1):
            if old != new:
                yield Differing(Line.TABLE, old, new, number, place)


def _beside(one: Sequence[Table], other: Sequence[Table]) -> Iterator[tuple[Table, Table]]:
    for left, right in zip_longest(one, other, fillvalue=()):
        yield tuple(left), tuple(right)
