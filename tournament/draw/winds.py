"""
Who starts where: each player's starts East, South, West and North as even as they can be.

Four rounds at a time are coloured like the edges between players and tables: each table has four
different winds, each player four different ones in every full block of four rounds. The counts then differ by one at most after every round.

With history each table of one round takes its best order; of several rounds the better of that and
the colouring, whose blocks of four add nothing to what the history left uneven.

Source: König 1916, a bipartite graph is edge-colourable with as many colours as its degree.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import pairwise, permutations
from typing import TypeAlias

from tournament.draw.lots import Lots
from tournament.draw.model import SEATS, Rounds, Seating, Table

# (round, table) or a player: what a colour may leave once only.
Node: TypeAlias = tuple[int, ...]


def assign_winds(rounds: Rounds, *, lots: Lots, history: Rounds = ()) -> Rounds:
    """Return the rounds with every table in order of its starts, East first."""
    if not history:
        return _by_blocks(rounds, lots)
    greedy = _one_by_one(rounds, history, lots)
    if len(rounds) == 1:
        return greedy
    return min(greedy, _by_blocks(rounds, lots), key=lambda found: _unevenness(history, found))


def _by_blocks(rounds: Rounds, lots: Lots) -> Rounds:
    blocks = [rounds[first : first + SEATS] for first in range(0, len(rounds), SEATS)]
    return tuple(seating for block in blocks for seating in _coloured(block, lots))


def _coloured(block: Rounds, lots: Lots) -> Rounds:
    colouring = _Colouring()
    order = lots.shuffled(range(SEATS))
    for number, seating in enumerate(block):
        for place, table in enumerate(seating):
            for player in table:
                colouring.add((number, place), (player,))
    return tuple(
        tuple(
            tuple(colouring.ends[(number, place), order[wind]][0] for wind in range(len(table)))
            for place, table in enumerate(seating)
        )
        for number, seating in enumerate(block)
    )


class _Colouring:
    """Edges between tables and players in four colours, none twice at a node."""

    def __init__(self) -> None:
        self.ends: dict[tuple[Node, int], Node] = {}

    def add(self, table: Node, player: Node) -> None:
        """Add an edge; where no colour is free at both ends, a path changes its two colours."""
        at_table, at_player = self._free(table), self._free(player)
        if at_table != at_player:
            self._turn(player, at_table, at_player)
        self._set(table, player, at_table)

    def _free(self, node: Node) -> int:
        return next(colour for colour in range(SEATS) if (node, colour) not in self.ends)

    def _set(self, one: Node, other: Node, colour: int) -> None:
        self.ends[one, colour] = other
        self.ends[other, colour] = one

    def _turn(self, start: Node, colour: int, other: int) -> None:
        """Exchange two colours along the path that leaves `start` by `colour`."""
        path = [start]
        wanted = colour
        while (path[-1], wanted) in self.ends:
            path.append(self.ends[path[-1], wanted])
            wanted = other if wanted == colour else colour
        edges = [
            (one, two, colour if index % 2 == 0 else other)
            for index, (one, two) in enumerate(pairwise(path))
        ]
        for one, two, old in edges:
            del self.ends[one, old], self.ends[two, old]
        for one, two, old in edges:
            self._set(one, two, other if old == colour else colour)


def _one_by_one(rounds: Rounds, history: Rounds, lots: Lots) -> Rounds:
    """Give each table the order that evens the starts of its four players best."""
    starts: defaultdict[int, list[int]] = defaultdict(lambda: [0] * SEATS)
    for seating in history:
        _count(seating, starts)
    seated = []
    for seating in rounds:
        ordered = tuple(_best_order(lots.shuffled(table), starts) for table in seating)
        _count(ordered, starts)
        seated.append(ordered)
    return tuple(seated)


def _unevenness(history: Rounds, rounds: Rounds) -> tuple[int, int]:
    """Return the largest spread of one player after any round, and how many came to it."""
    starts: defaultdict[int, list[int]] = defaultdict(lambda: [0] * SEATS)
    for seating in history:
        _count(seating, starts)
    spreads: Counter[int] = Counter()
    for seating in rounds:
        _count(seating, starts)
        spreads.update(
            max(starts[player]) - min(starts[player]) for table in seating for player in table
        )
    return max(spreads), spreads[max(spreads)]


def _count(seating: Seating, starts: dict[int, list[int]]) -> None:
    for table in seating:
        for wind, player in enumerate(table):
            starts[player][wind] += 1


def _best_order(table: Sequence[int], starts: dict[int, list[int]]) -> Table:
    """Return the order whose winds the four had least so far; the most frequent weigh most."""
    return min(
        permutations(table),
        key=lambda order: sum(
            (starts[player][wind] - min(starts[player])) ** 2 for wind, player in enumerate(order)
        ),
    )
