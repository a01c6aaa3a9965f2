"""Where a standing puts people if nothing is in the way: blocks, power groups, the snake."""

from typing import Final

from tournament.draw.lots import Lots
from tournament.draw.meetings import REPEAT
from tournament.draw.model import SEATS
from tournament.draw.pair_costs import Costs, PairCosts, Partition

GROUP_TABLES: Final = 4
# Leaving one's group, or meeting one's own quarter, weighs more than any number of repeats; a
# clash weighs more still.
OUTSIDE: Final = 100 * REPEAT
# The first and the last of a field are so far from its middle, whatever its size.
SCALE: Final = 40


def blocks(count: int) -> Partition:
    """Return 1-4, 5-8 and so on, as places from 0."""
    return [list(range(first, first + SEATS)) for first in range(0, count, SEATS)]


def power_groups(count: int, group_tables: int, lots: Lots) -> Partition:
    """Return the tables of groups of `group_tables` tables, inside a group by lot."""
    size = group_tables * SEATS
    drawn = [
        place
        for first in range(0, count, size)
        for place in lots.shuffled(range(first, min(first + size, count)))
    ]
    return [drawn[first : first + SEATS] for first in range(0, count, SEATS)]


def power_group_costs(loads: Costs, group_tables: int) -> PairCosts:
    """Return the costs of power groups: every border between two of a table is heavy."""
    size, count = group_tables * SEATS, len(loads)
    groups = [place // size for place in range(count)]
    heavy = [
        [load + OUTSIDE * abs(groups[one] - groups[other]) for other, load in enumerate(row)]
        for one, row in enumerate(loads)
    ]
    return PairCosts(heavy, [[0] * count for _place in range(count)])


def snake(count: int) -> Partition:
    """Return the quarters laid over the tables to and fro: 1, 8, 9, 16 at the first of four."""
    tables = count // SEATS
    return [
        [table, 2 * tables - 1 - table, 2 * tables + table, 4 * tables - 1 - table]
        for table in range(tables)
    ]


def snake_costs(loads: Costs) -> PairCosts:
    """
    Return the costs of the snake: two of a quarter are heavy, uneven tables are light.

    The squares of the tables' sums of places, counted from the middle, are least when the products
    of the pairs are.
    """
    count = len(loads)
    quarter = [place * SEATS // count for place in range(count)]
    middle = [(2 * place - (count - 1)) * SCALE // count for place in range(count)]
    heavy = [
        [load + OUTSIDE * (quarter[one] == quarter[other]) for other, load in enumerate(row)]
        for one, row in enumerate(loads)
    ]
    return PairCosts(heavy, [[one * other for other in middle] for one in middle])
