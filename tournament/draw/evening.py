"""Who starts where in a single round, by what the players started at before."""

from collections import defaultdict
from collections.abc import Sequence
from itertools import permutations
from typing import Final

from tournament.draw.lots import Lots
from tournament.draw.meetings import tables_of
from tournament.draw.model import SEATS, Rounds, Seating, Table

# One start more than at another wind is nothing to avoid at any price; two more is.
TWICE_TOO_OFTEN: Final = 40

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
