"""
The best tables of a small field whose players may meet few others any more.

Every table that may be has its cost. Prices for the players are raised and lowered until no table
is cheaper than its four players' prices and the prices come near the cost of the best round: what
a table costs above its prices is what choosing it loses. Tables that lose little are few, and trying
them one after the other finds a round that loses least. All numbers are whole and all steps are
counted.

Source: Lagrange bound of set partition with subgradient steps; branch and bound on what is left.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple, TypeAlias

from tournament.draw.model import SEATS
from tournament.draw.pair_costs import PairCosts, Partition

MOST_PLAYERS: Final = 48
# The tables weighed: the narrowest ones, until there are so many.
ENOUGH: Final = 5_000
# How often prices move; the steps are halved after some that brought no higher bound.
PRICINGS: Final = 160
PATIENCE: Final = 8
FIRST_STEP: Final = 512
# Without a known round the prices aim this many quarters of their bound high.
RISE: Final = 5
# The tables looked at while choosing, a tenth of a second for half a million; and before more may
# be lost: a round is found sooner among more tables.
LOOKS: Final = 3_000_000
LOOKS_AT_ONCE: Final = 400_000
# Prices are counted in fractions of a cost unit, steps in fractions of the way to the goal.
UNIT: Final = 256

# A table that may be: its light cost and its players.
_Possible: TypeAlias = tuple[int, tuple[int, int, int, int]]


class _Choice(NamedTuple):
    """A table that may be, by what choosing it loses; `mask` has a bit for each player."""

    loss: int
    mask: int
    players: tuple[int, ...]


def best_tables(costs: PairCosts, known: int | None) -> Partition | None:
    """
    Return tables without anything heavy and lighter than `known`, None where none are found.

    `known` is the light cost of a round that has nothing heavy, None without such a round.
    """
    count = len(costs.light)
    if count > MOST_PLAYERS:
        return None
    tables = _possible_tables(costs)
    # Every table has a first player, and every player must have a table.
    firsts = {players[0] for _cost, players in tables}
    if len(firsts) < count // SEATS or not all(_by_player(tables, count)):
        return None
    prices = _Prices(tables, count, known)
    prices.settle()
    return _Chooser(prices.choices(), count).lightest(prices.room)


def _possible_tables(costs: PairCosts) -> list[_Possible]:
    """Return the narrowest tables without anything heavy, at least as many as are wanted."""
    width, count = SEATS + 2, len(costs.light)
    found = _no_wider(costs, width)
    while len(found) < ENOUGH and width < count:
        width += width // 2
        found = _no_wider(costs, width)
    return found


def _no_wider(costs: PairCosts, width: int) -> list[_Possible]:
    """Return the tables whose first and last stand at most `width` apart."""
    light, count = costs.light, len(costs.light)
    free = [
        [b for b in range(a + 1, min(count, a + width + 1)) if not costs.heavy[a][b]]
        for a in range(count)
    ]
    may = [set(row) for row in free]
    return [
        (light[a][b] + light[a][c] + light[b][c] + light[a][d] + light[b][d] + light[c][d],
         (a, b, c, d))
        for a in range(count)
        for b in free[a]
        for c in free[b] if c in may[a]
        for d in free[c] if d in may[a] and d in may[b]
    ]  # fmt: skip


def _by_player(tables: Sequence[_Possible], count: int) -> list[list[_Possible]]:
    own: list[list[_Possible]] = [[] for _player in range(count)]
    for table in tables:
        for player in table[1]:
            own[player].append(table)
    return own


class _Prices:
    """A price for each player; `bound` is what no round can cost less than."""

    def __init__(self, tables: list[_Possible], count: int, known: int | None) -> None:
        self.count = count
        self.known = known
        self.tables: list[list[tuple[int, int, int, int]]] = [[] for _player in range(count)]
        for cost, (one, two, three, four) in tables:
            self.tables[one].append((cost * UNIT, two, three, four))
        self.price = [
            min(cost for cost, _players in own) * UNIT // SEATS for own in _by_player(tables, count)
        ]
        self.bound = -1
        self.best = list(self.price)

    @property
    def room(self) -> int | None:
        """How much a round may lose and still be better than the known one."""
        return None if self.known is None else self.known * UNIT - self.bound

    def settle(self) -> None:
        """Raise and lower the prices towards the highest bound."""
        step, waited = FIRST_STEP, 0
        for _turn in range(PRICINGS):
            cheapest = self._cheapest()
            chosen = sorted(cheapest)[: self.count // SEATS]
            bound = sum(self.price) + sum(loss for loss, *_players in chosen)
            waited += 1
            if bound > self.bound:
                self.bound, self.best, waited = bound, list(self.price), 0
            if waited == PATIENCE:
                step, waited = step // 2, 0
            self._move(chosen, bound, step)
        self.price = self.best
        # All prices together go down until no more tables are too cheap than a round has; then the
        # first player of each that still is. The bound stays what it was.
        level = sorted(self._cheapest())[self.count // SEATS - 1][0]
        self.price = [price + level // SEATS for price in self.best]
        for loss, player, *_others in self._cheapest():
            self.price[player] += min(0, loss)
        self.bound = sum(self.price)

    def _cheapest(self) -> list[tuple[int, int, int, int, int]]:
        """Return for each player the table of which he is the first that loses least."""
        price, found = self.price, []
        for player, tables in enumerate(self.tables):
            if tables:
                losses = [c - price[b] - price[d] - price[e] for c, b, d, e in tables]
                least = min(losses)
                # The tables are in order: of equal ones the first.
                _cost, two, three, four = tables[losses.index(least)]
                found.append((least - price[player], player, two, three, four))
        return found

    def _move(self, chosen: list[tuple[int, int, int, int, int]], bound: int, step: int) -> None:
        """Make dearer who is at no chosen table, and cheaper who is at several."""
        lacks = [1] * self.count
        for _loss, *players in chosen:
            for player in players:
                lacks[player] -= 1
        length = sum(lack * lack for lack in lacks)
        goal = self.known * UNIT if self.known is not None else bound * RISE // 4 + UNIT
        size = max(0, goal - bound) * step // UNIT
        if length:
            for player, lack in enumerate(lacks):
                self.price[player] += lack * size // length

    def choices(self) -> list[_Choice]:
        """Return every table with what it loses, the least first."""
        price = self.price
        return sorted(
            _Choice(
                cost - price[one] - price[two] - price[three] - price[four],
                1 << one | 1 << two | 1 << three | 1 << four,
                (one, two, three, four),
            )
            for one, tables in enumerate(self.tables)
            for cost, two, three, four in tables
        )


class _Chooser:
    """Branch and bound over the tables that lose little."""

    def __init__(self, choices: list[_Choice], count: int) -> None:
        self.choices = choices
        self.count = count
        self.looks = 0

    def lightest(self, room: int | None) -> Partition | None:
        """Return the tables that lose least and less than `room`, allowing ever more to be lost."""
        allowed = UNIT * self.count // 4
        while self.looks < LOOKS:
            if room is not None:
                allowed = min(allowed, room)
            found = self._within(allowed)
            if found is not None or allowed == room or allowed > self.choices[-1].loss * self.count:
                return found
            allowed *= 2
        return None

    def _within(self, allowed: int) -> Partition | None:
        self.own: list[list[_Choice]] = [[] for _player in range(self.count)]
        for choice in self.choices:
            if choice.loss >= allowed:
                break
            for player in choice.players:
                self.own[player].append(choice)
        self.left = allowed
        self.enough = self.looks + LOOKS_AT_ONCE
        self.found: Partition | None = None
        self._choose(0, 0, [])
        return self.found

    def _choose(self, taken: int, lost: int, tables: list[tuple[int, ...]]) -> None:
        if taken == (1 << self.count) - 1:
            self.left, self.found = lost, [list(table) for table in tables]
            return
        fewest: list[_Choice] | None = None
        for player in range(self.count):
            if not taken >> player & 1:
                self.looks += len(self.own[player])
                fitting = [
                    c for c in self.own[player] if not c.mask & taken and lost + c.loss < self.left
                ]
                if fewest is None or len(fitting) < len(fewest):
                    fewest = fitting
                    if not fewest:
                        return
        for choice in fewest or ():
            if self.looks >= self.enough:
                return
            if lost + choice.loss < self.left:
                self._choose(taken | choice.mask, lost + choice.loss, [*tables, choice.players])
