"""
Search for rounds where no construction fits: a field with history, or more rounds than there are.

Every round starts from a deal that keeps groups apart; then two players of a round change places
as long as that lowers the number of repeated meetings, now and then also where it does not. The
search is bounded by its steps, so the same seed gives the same rounds whatever the machine.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import Final

from tournament.draw.lots import Lots
from tournament.draw.meetings import Meetings, loaded_meetings
from tournament.draw.model import SEATS, Constraints, Rounds

# A clash outweighs any number of repeats a swap could save.
CLASH: Final = 1000
# A swap for the worse by n is taken once in WARMTH ** n times, and never beyond WORST.
WARMTH: Final = 12
WORST: Final = 3
MIXING: Final = 8


def search_rounds(
    players: Sequence[int],
    rounds: int,
    *,
    lots: Lots,
    history: Rounds,
    constraints: Constraints,
    budget: int,
) -> tuple[Rounds, int]:
    """Return the best rounds found and the steps taken, `budget` at most."""
    meetings = loaded_meetings(players, history, constraints, CLASH)
    search = _Search(players, rounds, meetings, constraints, lots)
    steps = search.run(budget)
    return search.best, steps


def deal(players: Sequence[int], constraints: Constraints, lots: Lots) -> list[list[int]]:
    """
    Deal the players over the tables by lot, members of a group at different ones.

    Group after group goes round the tables: no group meets itself unless it outnumbers them.
    """
    present = set(players)
    groups = [
        [p for p in lots.shuffled(sorted(group)) if p in present] for group in constraints.apart
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


def _floor(players: Sequence[int], rounds: int, meetings: Meetings) -> int:
    """Return the cost nothing goes below: every new meeting where the two met least so far."""
    pairs = Counter(meetings[one][other] for one, other in combinations(players, 2))
    left, level, floor = rounds * len(players) * (SEATS - 1) // 2, min(pairs), 0
    while left:
        taken = min(left, pairs[level])
        floor, left = floor + taken * level, left - taken
        pairs[level + 1] += taken
        level += 1
    return floor


class _Search:
    """The rounds as they stand, the meetings they make, and the best seen."""

    def __init__(
        self,
        players: Sequence[int],
        rounds: int,
        meetings: Meetings,
        constraints: Constraints,
        lots: Lots,
    ) -> None:
        self.lots = lots
        self.players = tuple(players)
        self.meetings = meetings
        self.rounds = [deal(players, constraints, lots) for _round in range(rounds)]
        self.table_of = [
            {player: table for table in seating for player in table} for seating in self.rounds
        ]
        self.floor = _floor(players, rounds, meetings)
        # The sum over pairs of what each meeting costs: the meetings before it.
        self.cost = 0
        for seating in self.rounds:
            for table in seating:
                self._seat_all(table)
        self._mix()
        self.lowest = self.cost
        self.best = self._frozen()

    def _seat_all(self, table: list[int]) -> None:
        for index, player in enumerate(table):
            for mate in table[:index]:
                self.cost += self.meetings[player][mate]
                self._count(player, mate, 1)

    def _count(self, player: int, mate: int, change: int) -> None:
        self.meetings[player][mate] += change
        self.meetings[mate][player] += change

    def _mix(self) -> None:
        """Shuffle what the deal left in order, without making a clash."""
        for number in range(len(self.rounds)):
            for player in self.players:
                for _try in range(MIXING):
                    other = self.players[self.lots.below(len(self.players))]
                    change = self._change(number, player, other)
                    if change is not None and change < CLASH // 2:
                        self._swap(number, player, other, change)
                        break

    def run(self, budget: int) -> int:
        """Improve until it cannot be better or the steps are used up; return the steps."""
        steps = 0
        costly: list[tuple[int, int]] = []
        while steps < budget and self.lowest > self.floor:
            costly = costly or self._costly()
            steps += 1
            pick = self.lots.below(len(costly))
            number, player = costly[pick]
            if not self._own_cost(number, player):
                costly[pick] = costly[-1]
                costly.pop()
                continue
            self._try(number, player, costly)
        return steps

    def _costly(self) -> list[tuple[int, int]]:
        """The places whose player meets somebody again."""
        return [
            (number, player)
            for number in range(len(self.rounds))
            for player in self.players
            if self._own_cost(number, player)
        ]

    def _own_cost(self, number: int, player: int) -> int:
        row = self.meetings[player]
        return sum(row[mate] - 1 for mate in self.table_of[number][player] if mate != player)

    def _try(self, number: int, player: int, costly: list[tuple[int, int]]) -> None:
        other = self.players[self.lots.below(len(self.players))]
        change = self._change(number, player, other)
        if change is None or change > WORST:
            return
        if change > 0 and self.lots.below(WARMTH**change):
            return
        self._swap(number, player, other, change)
        # Those who sit with the two now may have got a repeat.
        costly.extend((number, p) for p in (player, other) if self._own_cost(number, p))
        if self.cost < self.lowest:
            self.lowest, self.best = self.cost, self._frozen()

    def _change(self, number: int, player: int, other: int) -> int | None:
        """What swapping the two would add to the cost; None at one table."""
        home, away = self.table_of[number][player], self.table_of[number][other]
        if home is away:
            return None
        mine, theirs = self.meetings[player], self.meetings[other]
        change = 0
        for mate in home:
            if mate != player:
                change += theirs[mate] - mine[mate] + 1
        for mate in away:
            if mate != other:
                change += mine[mate] - theirs[mate] + 1
        return change

    def _swap(self, number: int, player: int, other: int, change: int) -> None:
        home, away = self.table_of[number][player], self.table_of[number][other]
        for table, leaving, coming in ((home, player, other), (away, other, player)):
            for mate in table:
                if mate != leaving:
                    self._count(leaving, mate, -1)
                    self._count(coming, mate, 1)
            table[table.index(leaving)] = coming
        self.table_of[number][player], self.table_of[number][other] = away, home
        self.cost += change

    def _frozen(self) -> Rounds:
        return tuple(tuple(tuple(table) for table in seating) for seating in self.rounds)
