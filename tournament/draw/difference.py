"""
Schedules of N = 4q players from a difference matrix: no pair twice, no table twice.

Players are four blocks of q. Row (a, b, c, d, s) is a round: for every x of a group of order q the
table x + s gets player x + a of the first block, x + b of the second, and so on. Two players meet
once at most exactly when the differences of each two columns are distinct over the rows; the fifth
column does the same for tables.

Source: difference matrices and transversal designs; over a product of fields of five elements or
more the rows r·(0, 1, α, β, γ), whose columns differ by units.
"""

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Final, TypeAlias

from tournament.draw.base_rows import BASE_ROWS
from tournament.draw.fields import Ring, ring_of
from tournament.draw.lots import Lots
from tournament.draw.model import SEATS, Rounds

Row: TypeAlias = tuple[int, ...]

COLUMNS: Final = SEATS + 1
RESTARTS: Final = 10
NODES: Final = 6_000
# Searching for more of the rows a group can have takes long and seldom succeeds.
REACH: Final = 0.75


def most_rounds(groups: int) -> int:
    """Return how many rounds `difference_schedule` is likely to give, 0 for very small fields."""
    if groups in BASE_ROWS:
        return len(BASE_ROWS[groups].rows())
    if groups < COLUMNS:
        return 0
    return groups if ring_of(groups).smallest >= COLUMNS else int(groups * REACH)


def difference_schedule(groups: int, rounds: int, lots: Lots) -> tuple[str, Rounds] | None:
    """Return the method's name and the rounds for 4 × `groups` players from 0, or None."""
    if rounds > most_rounds(groups):
        return None
    if base := BASE_ROWS.get(groups):
        rows = lots.shuffled(base.rows())[:rounds]
        return "difference", _developed(rows, groups, base.add)
    ring = ring_of(groups)
    if ring.smallest >= COLUMNS:
        rows = lots.shuffled(_ring_rows(ring, groups))[:rounds]
        return "field", _developed(rows, groups, ring.add)
    found = _cyclic_rows(groups, rounds, lots)
    if found is None:
        return None
    return "difference", _developed(found, groups, lambda x, y: (x + y) % groups)


def _ring_rows(ring: Ring, order: int) -> list[Row]:
    columns = [ring.everywhere(digit) for digit in range(COLUMNS)]
    return [tuple(ring.multiply(row, column) for column in columns) for row in range(order)]


def _developed(rows: Sequence[Row], groups: int, add: Callable[[int, int], int]) -> Rounds:
    rounds = []
    for *columns, table in rows:
        seating: list[tuple[int, ...]] = [()] * groups
        for x in range(groups):
            seating[add(x, table)] = tuple(
                block * groups + add(x, column) for block, column in enumerate(columns)
            )
        rounds.append(tuple(seating))
    return tuple(rounds)


def _cyclic_rows(groups: int, rounds: int, lots: Lots) -> list[Row] | None:
    """Return rows over the integers modulo `groups`, None when the search finds none."""
    for _restart in range(RESTARTS):
        rows = _Search(groups, rounds, lots).rows()
        if rows is not None:
            return rows
    return None


class _Search:
    """One try: rows are extended cell by cell, back at the first that fits nowhere."""

    def __init__(self, groups: int, rounds: int, lots: Lots) -> None:
        self.groups = groups
        self.cells = [(row, column) for row in range(rounds) for column in range(2, COLUMNS)]
        # The first column is 0 throughout and the second counts the rows: no loss of generality.
        self.matrix = [[0, row] + [0] * (COLUMNS - 2) for row in range(rounds)]
        self.used = dict.fromkeys(combinations(range(COLUMNS), 2), 0)
        self.order = [lots.shuffled(range(groups)) for _cell in self.cells]
        self.nodes = 0

    def rows(self) -> list[Row] | None:
        """Walk the cells, each with its own drawn order of values."""
        tried = [0] * len(self.cells)
        depth = 0
        while depth < len(self.cells):
            if self.nodes == NODES or depth < 0:
                return None
            self.nodes += 1
            place = self._next(depth, tried[depth])
            if place is None:
                tried[depth] = 0
                depth -= 1
                if depth >= 0:
                    self._mark(depth)
            else:
                tried[depth] = place + 1
                row, column = self.cells[depth]
                self.matrix[row][column] = self.order[depth][place]
                self._mark(depth)
                depth += 1
        return [tuple(row) for row in self.matrix]

    def _next(self, depth: int, first: int) -> int | None:
        row, column = self.cells[depth]
        cells, groups = self.matrix[row], self.groups
        order = self.order[depth]
        for place in range(first, groups):
            value = order[place]
            if not any(
                self.used[left, column] >> ((value - cells[left]) % groups) & 1
                for left in range(column)
            ):
                return place
        return None

    def _mark(self, depth: int) -> None:
        """Mark the differences of a cell as used, or take the marks back."""
        row, column = self.cells[depth]
        cells = self.matrix[row]
        for left in range(column):
            difference = (cells[column] - cells[left]) % self.groups
            self.used[left, column] ^= 1 << difference
