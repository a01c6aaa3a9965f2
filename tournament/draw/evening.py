"""
Even starts in a single round, by what its players started at before.

Four who all lack the same wind cannot all get it: `even_starts` lets neighbours of the standing
change tables where that helps, `Starts.in_order` then gives the winds.
"""

from collections import defaultdict
from collections.abc import Sequence
from itertools import permutations
from typing import Final

from tournament.draw.lots import Lots
from tournament.draw.meetings import tables_of
from tournament.draw.model import SEATS, Rounds, Seating, Table
from tournament.draw.pair_costs import PairCosts, Partition

# One start more than at another wind is nothing to avoid at any price; two more is.
TWICE_TOO_OFTEN: Final = 40
# What one start too many may cost in light costs, and how far apart two who change may stand.
WORTH: Final = 3
REACH: Final = 6

_ORDERS: Final = tuple(permutations(range(SEATS)))


class Starts:
    """How often each player started East, South, West and North."""

    def __init__(self, history: Rounds) -> None:
        self._counts: defaultdict[int, list[int]] = defaultdict(lambda: [0] * SEATS)
        for table in tables_of(history):
            for wind, player in enumerate(table):
                self._counts[player][wind] += 1

    def unevenness(self, table: Sequence[int]) -> int:
        """Return how uneven the best order of a table leaves its four players, 0 for not at all."""
        costs = [self._costs(player) for player in table]
        one, two, three, four = costs
        return min(one[a] + two[b] + three[c] + four[d] for a, b, c, d in _ORDERS)

    def in_order(self, table: Table, lots: Lots) -> Table:
        """Return the table in the best order of starts, East first; among equals by lot."""
        costs = {player: self._costs(player) for player in table}
        return min(
            permutations(lots.shuffled(table)),
            key=lambda order: sum(costs[player][wind] for wind, player in enumerate(order)),
        )

    def _costs(self, player: int) -> list[int]:
        """What it costs to let a player start at each wind."""
        counts = self._counts[player]
        fewest = min(counts)
        return [
            more if more < 2 else TWICE_TOO_OFTEN * more
            for more in (count - fewest for count in counts)
        ]


def seat_in_order(seating: Seating, *, history: Rounds, lots: Lots) -> Seating:
    """Return a round with every table in the order that evens its players' starts best."""
    starts = Starts(history)
    return tuple(starts.in_order(table, lots) for table in seating)


def even_starts(
    tables: Partition, costs: PairCosts, starts: Starts, standings: Sequence[int]
) -> None:
    """Let players change tables where their starts get evener, nothing heavier and little dearer."""
    exchange = _Exchange(tables, costs, starts, standings)
    for one in range(len(standings)):
        for other in range(max(0, one - REACH), min(len(standings), one + REACH + 1)):
            exchange.consider(one, other)


class _Exchange:
    """Tables of places in a standing, and how uneven each leaves its players."""

    def __init__(
        self, tables: Partition, costs: PairCosts, starts: Starts, standings: Sequence[int]
    ) -> None:
        self.costs = costs
        self.starts = starts
        self.standings = standings
        self.table_of = {place: table for table in tables for place in table}
        self.uneven = {id(table): self._unevenness(table) for table in tables}

    def _unevenness(self, table: Sequence[int]) -> int:
        return self.starts.unevenness([self.standings[place] for place in table])

    def consider(self, one: int, other: int) -> None:
        """Exchange two if that is worth it."""
        home, away = self.table_of[one], self.table_of[other]
        uneven = self.uneven[id(home)] + self.uneven[id(away)]
        if home is away or not self.uneven[id(home)]:
            return
        changed = _with(home, one, other), _with(away, other, one)
        heavy, light = self.costs.total((home, away))
        heavier, dearer = self.costs.total(changed)
        # Dear changes are many: those no evenness could pay for end here.
        if heavier > heavy or dearer - light >= WORTH * uneven:
            return
        left = [self._unevenness(table) for table in changed]
        if dearer - light < WORTH * (uneven - sum(left)):
            home[:], away[:] = changed
            self.table_of[one], self.table_of[other] = away, home
            self.uneven[id(home)], self.uneven[id(away)] = left


def _with(table: Sequence[int], leaving: int, coming: int) -> list[int]:
    return [coming if place == leaving else place for place in table]
