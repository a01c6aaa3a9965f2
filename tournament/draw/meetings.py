"""Who met whom: the counts that searches work on."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from heapq import heapify, heappop, heappush
from itertools import combinations
from typing import Final, TypeAlias

from tournament.draw.model import SEATS, Constraints, Rounds, Table

# For each player the number of meetings with each other player.
Meetings: TypeAlias = dict[int, dict[int, int]]
# A repeat; loose groups weigh quarters of it, and so does every meeting of two after their second.
REPEAT: Final = 4
AGAIN: Final = 1
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


class Costs:
    """
    What the meetings of players cost, players being their places in a list.

    `coming[one][other]` is the cost of their next meeting, `latest[one][other]` that of their last.
    """

    def __init__(self, players: Sequence[int], history: Rounds, constraints: Constraints) -> None:
        count = range(len(players))
        self.met = [[0 for _other in count] for _one in count]
        self.coming = [[0 for _other in count] for _one in count]
        self.latest = [[0 for _other in count] for _one in count]
        place = {player: index for index, player in enumerate(players)}
        weights = Counter(constraints.loose_weights())
        groups = constraints.separate()
        weights.update(
            dict.fromkeys({p for group in groups for p in combinations(sorted(group), 2)}, CLASH)
        )
        for (one, other), weight in weights.items():
            if one in place and other in place:
                self.coming[place[one]][place[other]] += weight
                self.coming[place[other]][place[one]] += weight
        for table in tables_of(history):
            self.meet([place[player] for player in table if player in place])

    def meet(self, table: Sequence[int]) -> int:
        """Let the players of a table meet; return what that costs."""
        cost = 0
        for one, other in combinations(table, 2):
            cost += self.coming[one][other]
            self.count(one, other)
        return cost

    def part(self, table: Sequence[int]) -> None:
        """Take a meeting back."""
        for one, other in combinations(table, 2):
            self.uncount(one, other)

    def count(self, one: int, other: int) -> None:
        """Count one meeting more."""
        cost = self.coming[one][other]
        self.met[one][other] += 1
        self.met[other][one] += 1
        self.latest[one][other] = self.latest[other][one] = cost
        cost += REPEAT if self.met[one][other] == 1 else AGAIN
        self.coming[one][other] = self.coming[other][one] = cost

    def uncount(self, one: int, other: int) -> None:
        """Count one meeting less."""
        cost = self.latest[one][other]
        self.met[one][other] -= 1
        self.met[other][one] -= 1
        self.coming[one][other] = self.coming[other][one] = cost
        cost -= REPEAT if self.met[one][other] == 1 else AGAIN
        self.latest[one][other] = self.latest[other][one] = cost

    def floor(self, rounds: int) -> int:
        """Return the cost nothing goes below: every new meeting where it costs least so far."""
        size = len(self.met)
        pairs = Counter(
            (self.coming[one][other], self.met[one][other] == 0)
            for one, other in combinations(range(size), 2)
        )
        left, floor = rounds * size * (SEATS - 1) // 2, 0
        levels = [(cost, new, count) for (cost, new), count in pairs.items()]
        heapify(levels)
        while left:
            cost, new, count = heappop(levels)
            taken = min(left, count)
            floor, left = floor + taken * cost, left - taken
            heappush(levels, (cost + (REPEAT if new else AGAIN), False, taken))
        return floor
