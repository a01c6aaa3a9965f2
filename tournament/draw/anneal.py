"""
Tables for one round by annealing: two players change places, for the worse ever more seldom.

What is heavy weighs little at first and much at the end, so that the search passes through rounds
that may not be. The steps are counted and chance comes from lots: the same seed, the same tables.
"""

from dataclasses import dataclass
from typing import Final

from tournament.draw.lots import SPAN, Lots
from tournament.draw.pair_costs import PairCosts, Partition

STAGES: Final = 24
# A chance is a word of 32 bits: half of them add nothing, a quarter one heat, and so on.
FRACTION: Final = 1 << 8
SPAN_BITS: Final = SPAN.bit_length()


@dataclass(frozen=True, slots=True)
class Cooling:
    """
    How a search begins and ends.

    `heat` is how much worse a change may typically make it, `weight` what one heavy unit weighs,
    `reach` how many places of the standing two who change may lie apart.
    """

    heat: tuple[int, int]
    weight: tuple[int, int]
    reach: tuple[int, int]

    def at(self, stage: int) -> tuple[int, int, int]:
        """Return heat, weight and reach of a stage, each falling or rising by the same factor."""
        heat, weight, reach = (
            _between(*ends, stage) for ends in (self.heat, self.weight, self.reach)
        )
        return heat, weight, reach


def _between(first: int, last: int, stage: int) -> int:
    """Return a whole number on the geometric way from the first stage to the last."""
    rest = STAGES - 1 - stage
    # Whole numbers alone: a power of a float need not be the same on every machine.
    product = first**rest * last**stage
    low, high = min(first, last), max(first, last)
    while low < high:
        middle = (low + high + 1) // 2
        if middle ** (STAGES - 1) <= product:
            low = middle
        else:
            high = middle - 1
    return low


def anneal(
    start: Partition, costs: PairCosts, cooling: Cooling, *, steps: int, lots: Lots
) -> Partition:
    """Return the best tables of `steps` tries from `start`."""
    search = _Search(start, costs, lots)
    for stage in range(STAGES):
        search.weigh(cooling.at(stage)[1])
        search.run(steps // STAGES, *cooling.at(stage)[::2])
    return search.best


class _Search:
    def __init__(self, start: Partition, costs: PairCosts, lots: Lots) -> None:
        self.lots = lots
        self.costs = costs
        self.heavy = costs.heavy_pairs()
        self.row = [list(row) for row in costs.light]
        self.table_of: Partition = [[]] * len(costs.light)
        for table in start:
            own = list(table)
            for player in own:
                self.table_of[player] = own
        self.lowest = costs.total(start)
        self.best = [list(table) for table in start]

    def weigh(self, weight: int) -> None:
        """Let a heavy unit weigh so much from now on."""
        light = self.costs.light
        for one, other, heavy in self.heavy:
            self.row[one][other] = self.row[other][one] = light[one][other] + weight * heavy

    def run(self, steps: int, heat: int, reach: int) -> None:
        """Try so many changes."""
        # Most of the time of a large round goes by here: lots are taken as `Lots.below` takes them,
        # without its calls, and the eight at the two tables are named.
        take, row, table_of = self.lots.words.__next__, self.row, self.table_of
        count = len(row)
        even, near = SPAN - SPAN % count, SPAN - SPAN % reach
        for _step in range(steps):
            while (word := take()) >= even:
                pass
            one = word % count
            while (word := take()) >= near:
                pass
            other = one + 1 + word % reach
            if other >= count:
                continue
            home, away = table_of[one], table_of[other]
            if home is away:
                continue
            mine, theirs = row[one], row[other]
            a, b, c, d = home
            e, f, g, h = away
            change = theirs[a] + theirs[b] + theirs[c] + theirs[d]
            change -= mine[a] + mine[b] + mine[c] + mine[d]
            change += mine[e] + mine[f] + mine[g] + mine[h]
            change -= theirs[e] + theirs[f] + theirs[g] + theirs[h] + 2 * mine[other]
            if change > 0 and not _may_be_worse(change, heat, take()):
                continue
            home[home.index(one)], away[away.index(other)] = other, one
            table_of[one], table_of[other] = away, home
        self._keep()

    def _keep(self) -> None:
        """Remember the tables if they are the best so far."""
        tables = list({id(table): table for table in self.table_of}.values())
        total = self.costs.total(tables)
        if total < self.lowest:
            self.lowest = total
            self.best = [list(table) for table in tables]


def _may_be_worse(change: int, heat: int, word: int) -> bool:
    """
    Return whether a change for the worse is taken by a word of 32 bits.

    It is as long as it costs no more heats than -log2 of the word as an even number between 0 and
    1, counted in fractions.
    """
    word += 1
    high = word.bit_length()
    # Whole heats decide most of them.
    if change > heat * (SPAN_BITS - high):
        return False
    chance = (SPAN_BITS - high) * FRACTION - ((word * FRACTION >> (high - 1)) - FRACTION)
    return change * FRACTION <= heat * chance
