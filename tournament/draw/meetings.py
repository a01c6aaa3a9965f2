"""Who met whom: the counts that searches work on."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Final, TypeAlias

from tournament.draw.model import Constraints, Rounds, Table

# For each player the number of meetings with each other player.
Meetings: TypeAlias = dict[int, dict[int, int]]
# For players by their places in a list: what one more meeting of two costs.
Loads: TypeAlias = list[list[int]]

# A repeat; loose groups weigh quarters of it.
REPEAT: Final = 4
# A clash outweighs any number of repeats a swap could save.
CLASH: Final = 1000 * REPEAT


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


def meeting_loads(players: Sequence[int], history: Rounds, constraints: Constraints) -> Loads:
    """Return what meeting costs after `history`: repeats, clashes and loose groups together."""
    place = {player: index for index, player in enumerate(players)}
    loads = [[0] * len(players) for _player in players]

    def add(one: int, other: int, load: int) -> None:
        if one in place and other in place:
            loads[place[one]][place[other]] += load
            loads[place[other]][place[one]] += load

    for table in tables_of(history):
        for one, other in combinations(table, 2):
            add(one, other, REPEAT)
    for one, other in {
        pair for group in constraints.separate() for pair in combinations(sorted(group), 2)
    }:
        add(one, other, CLASH)
    for (one, other), weight in constraints.loose_weights().items():
        add(one, other, weight)
    return loads
