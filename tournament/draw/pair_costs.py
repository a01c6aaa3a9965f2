"""
What it costs to seat two together: what should not be, then what makes a table uneven.

Players are their places in the standing, from 0. `heavy` counts clashes, repeats and loose groups;
`light` is what the kind of round makes small among rounds equal in that.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final, TypeAlias

from tournament.draw.meetings import CLASH, REPEAT, count_meetings, tables_of
from tournament.draw.model import Constraints, Rounds

Costs: TypeAlias = list[list[int]]
Partition: TypeAlias = list[list[int]]

# What a quarter of a repeat is worth in squares of places: more than a table can save.
LOOSE_PRICE: Final = 1000


@dataclass(frozen=True, slots=True)
class PairCosts:
    """Both costs of every pair, as [one][other] and as [other][one]."""

    heavy: Costs
    light: Costs

    def of_table(self, table: Sequence[int]) -> tuple[int, int]:
        """Return both costs of a table."""
        pairs = list(combinations(table, 2))
        return (
            sum(self.heavy[one][other] for one, other in pairs),
            sum(self.light[one][other] for one, other in pairs),
        )

    def total(self, tables: Iterable[Sequence[int]]) -> tuple[int, int]:
        """Return both costs of a round; the lower the better, the first before the second."""
        costs = [self.of_table(table) for table in tables]
        return sum(heavy for heavy, _light in costs), sum(light for _heavy, light in costs)

    def heavy_pairs(self) -> list[tuple[int, int, int]]:
        """Return the pairs with a heavy cost and that cost."""
        return [
            (one, other, heavy)
            for one, row in enumerate(self.heavy)
            for other, heavy in enumerate(row[:one])
            if heavy
        ]

    def among(self, players: Sequence[int]) -> "PairCosts":
        """Return the costs of some players, who are counted anew from 0."""
        return PairCosts(
            [[self.heavy[one][other] for other in players] for one in players],
            [[self.light[one][other] for other in players] for one in players],
        )

    def with_loose_as_light(self) -> "PairCosts":
        """Return the costs with what is heavy and less than a repeat made light, at a high price."""
        rows = [list(zip(*rows, strict=True)) for rows in zip(self.heavy, self.light, strict=True)]
        return PairCosts(
            [[heavy if heavy >= REPEAT else 0 for heavy, _light in row] for row in rows],
            [
                [light + LOOSE_PRICE * heavy * (heavy < REPEAT) for heavy, light in row]
                for row in rows
            ],
        )


def rank_distances(count: int) -> Costs:
    """Return the squares of how far apart two stand."""
    squares = [distance * distance for distance in range(count)]
    return [squares[place:0:-1] + squares[: count - place] for place in range(count)]


def heavy_costs(standings: Sequence[int], history: Rounds, constraints: Constraints) -> Costs:
    """Return the heavy costs of one more meeting: of repeats, clashes and loose groups."""
    place = {player: index for index, player in enumerate(standings)}
    met = count_meetings(standings, tables_of(history))
    heavy = [[met[one].get(other, 0) * REPEAT for other in standings] for one in standings]
    loads = constraints.loose_weights()
    for group in constraints.separate():
        loads |= dict.fromkeys(combinations(sorted(group), 2), CLASH)
    for (one, other), load in loads.items():
        if one in place and other in place:
            heavy[place[one]][place[other]] += load
            heavy[place[other]][place[one]] += load
    return heavy
