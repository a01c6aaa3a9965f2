"""Who met whom: the counts that searches work on."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import TypeAlias

from tournament.draw.model import Constraints, Rounds, Table

# For each player the number of meetings with each other player.
Meetings: TypeAlias = dict[int, dict[int, int]]


def count_meetings(players: Iterable[int], tables: Iterable[Table]) -> Meetings:
    """Return the meetings of `players` at `tables`; others are left out."""
    counts: Meetings = {player: defaultdict(int) for player in players}
    for table in tables:
        for one, other in combinations([p for p in table if p in counts], 2):
            counts[one][other] += 1
            counts[other][one] += 1
    return counts


def tables_of(rounds: Rounds) -> list[Table]:
    """Return all tables of all rounds."""
    return [table for seating in rounds for table in seating if table]


def loaded_meetings(
    players: Sequence[int], history: Rounds, constraints: Constraints, weight: int
) -> Meetings:
    """Return the meetings so far; pairs to keep apart count as met `weight` times more."""
    counts = count_meetings(players, tables_of(history))
    for one, other in constraints.pairs():
        if one in counts and other in counts:
            counts[one][other] += weight
            counts[other][one] += weight
    return counts
