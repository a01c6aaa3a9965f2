"""
Search for rounds where no construction fits: a field with history, or more rounds than there are.

Two players of a round change places as long as that lowers the number of repeated meetings, now
and then also where it does not. The search is bounded by its steps, so the same seed gives the
same rounds whatever the machine; whoever watches may end it, and the steps taken give it again.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final, TypeAlias

from tournament.draw.lots import Lots
from tournament.draw.meetings import CLASH, Costs
from tournament.draw.model import SEATS, Constraints, Rounds

# Gets the steps taken and the repeats of the best rounds so far; False ends the search.
Progress: TypeAlias = Callable[[int, int], bool | None]

# A swap for the worse by n quarters of a repeat is taken once in so many times, a larger one never.
ODDS: Final = (1, 2, 3, 6, 12, 22, 42, 77, 144, 268, 499, 928, 1728)
MIXING: Final = 8
# So many of those waiting are compared for a seat.
CHOICE: Final = 64
PULSE: Final = 5000


@dataclass
class Budget:
    """The steps all searches of a draw may take together, and who is told how they go."""

    limit: int
    progress: Progress | None = None
    taken: int = 0
    ended: bool = False
    fewest: int | None = None

    @property
    def left(self) -> int:
        """The steps still allowed."""
        return 0 if self.ended else self.limit - self.taken

    def tell(self, repeats: int) -> None:
        """Tell the watcher of the best so far."""
        if self.progress is None:
            return
        self.fewest = repeats if self.fewest is None else min(self.fewest, repeats)
        if self.progress(self.taken, self.fewest) is False:
            self.ended = True


def improved(
    start: Rounds, costs: Costs, *, lots: Lots, budget: Budget, steps: int, mixed: bool = False
) -> Rounds:
    """
    Return the best rounds found from `start` in `steps` steps at most.

    Players are their places in `costs`, which counts the rounds afterwards; `mixed` shuffles a start that still lies in order.
    """
    search = _Search(start, costs, lots)
    if mixed:
        search.mix()
    search.run(budget, steps)
    return search.best()


def cost_of(rounds: Rounds, costs: Costs) -> int:
    """Return what the meetings of the rounds cost after those counted; nothing stays counted."""
    tables = [table for seating in rounds for table in seating]
    cost = sum(costs.meet(table) for table in tables)
    for table in tables:
        costs.part(table)
    return cost


def deal(players: Sequence[int], constraints: Constraints, lots: Lots) -> list[list[int]]:
    """
    Deal the players over the tables by lot, members of a group at different ones.

    Group after group goes round the tables: no group meets itself unless it outnumbers them.
    """
    present = set(players)
    groups = [
        [p for p in lots.shuffled(sorted(group)) if p in present]
        for group in constraints.separate()
    ]
    grouped = {player for group in groups for player in group}
    alone = [[player] for player in players if player not in grouped]
    tables: list[list[int]] = [[] for _table in range(len(players) // SEATS)]
    dealt: set[int] = set()
    place = 0
    for group in lots.shuffled(groups + alone):
        for player in group:
            if player not in dealt:
                dealt.add(player)
                tables[place % len(tables)].append(player)
                place += 1
    return tables


def deal_closest(costs: Costs, rounds: int, lots: Lots) -> Rounds:
    """
    Seat round after round whoever costs least beside those already at the table.

    Players are their places in `costs`, which counts the rounds afterwards.
    """
    dealt = []
    for _round in range(rounds):
        waiting = lots.shuffled(range(len(costs.met)))
        seating = []
        while waiting:
            table = [waiting.pop()]
            while len(table) < SEATS:
                table.append(_cheapest(waiting, table, costs))
            costs.meet(table)
            seating.append(tuple(table))
        dealt.append(tuple(seating))
    return tuple(dealt)


def _cheapest(waiting: list[int], table: Sequence[int], costs: Costs) -> int:
    """Take the player who costs least at a table from the end of those waiting."""
    rows = [costs.coming[player] for player in table]
    places = range(len(waiting) - 1, max(-1, len(waiting) - 1 - CHOICE), -1)
    return waiting.pop(min(places, key=lambda place: sum(row[waiting[place]] for row in rows)))


class _Search:
    """The rounds as they stand, what meetings cost, and the way back to the best seen."""

    def __init__(self, start: Rounds, costs: Costs, lots: Lots) -> None:
        self.lots = lots
        self.size = len(costs.met)
        self.costs = costs
        self.floor = costs.floor(len(start))
        self.rounds = [[list(table) for table in seating] for seating in start]
        self.table_of = [
            {player: table for table in seating for player in table} for seating in self.rounds
        ]
        self.met_before = {
            pair for pair in combinations(range(self.size), 2) if costs.met[pair[0]][pair[1]]
        }
        # The sum over meetings of what each costs after those before it.
        self.cost = sum(costs.meet(table) for seating in self.rounds for table in seating)
        self.lowest = self.cost
        self.since_best: list[tuple[int, int, int]] = []

    def mix(self) -> None:
        """Shuffle what a deal left in order, without making a clash."""
        for number in range(len(self.rounds)):
            for player in range(self.size):
                for _try in range(MIXING):
                    other = self.lots.below(self.size)
                    change = self._change(number, player, other)
                    if change is not None and change < CLASH // 2:
                        self._swap(number, player, other, change)
                        break
        self.lowest = self.cost
        self.since_best.clear()

    def run(self, budget: Budget, steps: int) -> None:
        """Improve until it cannot be better or the steps are used up."""
        last = min(budget.taken + steps, budget.limit)
        costly: list[tuple[int, int]] = []
        while budget.taken < last and not budget.ended and self.lowest > self.floor:
            costly = costly or self._costly()
            budget.taken += 1
            if budget.progress and budget.taken % PULSE == 0:
                budget.tell(repeats_of(self.best(), self.met_before))
            pick = self.lots.below(len(costly))
            number, player = costly[pick]
            if not self._own_cost(number, player):
                costly[pick] = costly[-1]
                costly.pop()
                continue
            self._try(number, player, costly)

    def _costly(self) -> list[tuple[int, int]]:
        """The places whose player meets somebody he should not."""
        return [
            (number, player)
            for number in range(len(self.rounds))
            for player in range(self.size)
            if self._own_cost(number, player)
        ]

    def _own_cost(self, number: int, player: int) -> int:
        latest = self.costs.latest[player]
        return sum(latest[mate] for mate in self.table_of[number][player] if mate != player)

    def _try(self, number: int, player: int, costly: list[tuple[int, int]]) -> None:
        other = self.lots.below(self.size)
        change = self._change(number, player, other)
        if change is None or change >= len(ODDS):
            return
        if change > 0 and self.lots.below(ODDS[change]):
            return
        self._swap(number, player, other, change)
        # Those who sit with the two now may have got a repeat.
        costly.extend((number, p) for p in (player, other) if self._own_cost(number, p))
        if self.cost < self.lowest:
            self.lowest = self.cost
            self.since_best.clear()

    def _change(self, number: int, player: int, other: int) -> int | None:
        """What swapping the two would add to the cost; None at one table."""
        home, away = self.table_of[number][player], self.table_of[number][other]
        if home is away:
            return None
        coming, latest = self.costs.coming, self.costs.latest
        mine, theirs = coming[player], coming[other]
        my_latest, their_latest = latest[player], latest[other]
        change = 0
        for mate in home:
            if mate != player:
                change += theirs[mate] - my_latest[mate]
        for mate in away:
            if mate != other:
                change += mine[mate] - their_latest[mate]
        return change

    def _swap(self, number: int, player: int, other: int, change: int) -> None:
        home, away = self.table_of[number][player], self.table_of[number][other]
        for table, leaving, coming in ((home, player, other), (away, other, player)):
            for mate in table:
                if mate != leaving:
                    self.costs.uncount(leaving, mate)
                    self.costs.count(coming, mate)
            table[table.index(leaving)] = coming
        self.table_of[number][player], self.table_of[number][other] = away, home
        self.cost += change
        self.since_best.append((number, player, other))

    def best(self) -> Rounds:
        """The best rounds seen: in those that stand, who sits where before the swaps since."""
        names = [list(range(self.size)) for _round in self.rounds]
        for number, one, other in self.since_best:
            name = names[number]
            name[one], name[other] = name[other], name[one]
        return tuple(
            tuple(tuple(names[number][player] for player in table) for table in seating)
            for number, seating in enumerate(self.rounds)
        )


def repeats_of(rounds: Rounds, met_before: Collection[tuple[int, int]] = ()) -> int:
    """Return how many meetings were not the first of their pair."""
    pairs = [p for seating in rounds for table in seating for p in combinations(sorted(table), 2)]
    return len(pairs) - len(set(pairs).difference(met_before))
