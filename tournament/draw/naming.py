"""Names for the places of a schedule, so that groups fall on places that never meet."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Final

from tournament.draw.lots import Lots
from tournament.draw.model import SEATS, Constraints, Rounds

STEPS: Final = 20_000
# A change for the worse by n, MOST at most, is taken once in n times so many: the search cools.
WARMTH: Final = (8, 16, 32, 64, 128, 256)
MOST: Final = 2
# For loose groups it is heated again so often.
HEATINGS: Final = 4
# Loose groups are never bettered by a clash.
BARRIER: Final = 1000

Pair = tuple[int, int]
Groups = Sequence[Sequence[int]]


def name_places(
    players: Sequence[int],
    schedule: Rounds,
    constraints: Constraints,
    lots: Lots,
    start: Mapping[int, int] | None = None,
) -> tuple[dict[int, int], int]:
    """
    Return the player of each place 0 … N - 1, and how often two kept apart meet all the same.

    `start` is a naming known to be good; without one the players are drawn.
    """
    place = {player: at for at, player in start.items()} if start else None
    place = place or dict(zip(lots.shuffled(players), range(len(players)), strict=True))
    strict = dict.fromkeys(_pairs(constraints.separate()), 1)
    naming = _Naming(players, schedule, place, strict, lots)
    naming.run(STEPS)
    clashes = naming.lowest
    if loose := constraints.loose_weights():
        for pair in strict:
            loose[pair] = BARRIER
        naming = _Naming(players, schedule, naming.best, loose, lots)
        for _time in range(HEATINGS):
            naming.run(STEPS)
    return {at: player for player, at in naming.best.items()}, clashes


def name_blocks(players: Sequence[int], groups: Groups, lots: Lots) -> dict[int, int] | None:
    """Return a naming with every group inside one of four blocks that never meet, or None."""
    size = len(players) // SEATS
    blocks = packed(players, groups, SEATS, size, lots)
    if blocks is None:
        return None
    return dict(enumerate(player for block in blocks for player in lots.shuffled(block)))


def name_tables(
    players: Sequence[int], seating: Groups, groups: Groups, lots: Lots
) -> dict[int, int] | None:
    """Return a naming with every group inside one table of a round nobody plays, or None."""
    tables = packed(players, groups, len(players) // SEATS, SEATS, lots)
    if tables is None:
        return None
    return {
        place: player
        for places, table in zip(seating, tables, strict=True)
        for place, player in zip(places, table, strict=True)
    }


def packed(
    players: Sequence[int], groups: Groups, bins: int, size: int, lots: Lots
) -> list[list[int]] | None:
    """Pack the groups whole into `bins` bins of `size` players, None where first fit fails."""
    parts = sorted(lots.shuffled(_merged(players, groups)), key=len, reverse=True)
    packed: list[list[int]] = [[] for _bin in range(bins)]
    for part in parts:
        fitting = next((each for each in packed if len(each) + len(part) <= size), None)
        if fitting is None:
            return None
        fitting.extend(part)
    return packed


def fill_blocks(players: Sequence[int], groups: Groups, lots: Lots) -> dict[int, int]:
    """Return a naming with the groups in four blocks that never meet, split where they must be."""
    size = len(players) // SEATS
    blocks: list[list[int]] = [[] for _block in range(SEATS)]
    parts = _merged(players, disjoint(groups))
    for part in sorted(lots.shuffled(parts), key=len, reverse=True):
        while part:
            fitting = [block for block in blocks if len(block) + len(part) <= size]
            block = fitting[0] if fitting else min(blocks, key=len)
            room = size - len(block)
            block.extend(part[:room])
            part = part[room:]
    return dict(enumerate(player for block in blocks for player in lots.shuffled(block)))


def disjoint(groups: Groups) -> list[Sequence[int]]:
    """Return groups that share nobody, the larger first."""
    kept: list[Sequence[int]] = []
    taken: set[int] = set()
    for group in sorted(groups, key=len, reverse=True):
        if taken.isdisjoint(group):
            kept.append(group)
            taken.update(group)
    return kept


def _merged(players: Sequence[int], groups: Groups) -> list[list[int]]:
    """Return the players in parts: those linked by groups together, the others alone."""
    part_of = {player: [player] for player in players}
    for group in groups:
        present = [player for player in group if player in part_of]
        for player in present[1:]:
            into, part = part_of[present[0]], part_of[player]
            if part is not into:
                into.extend(part)
                part_of.update(dict.fromkeys(part, into))
    return list({id(part): part for part in part_of.values()}.values())


def _pairs(groups: Groups) -> list[Pair]:
    return sorted({pair for group in groups for pair in combinations(sorted(group), 2)})


class _Naming:
    """Players on places; two change places as long as fewer who should not meet do."""

    def __init__(
        self,
        players: Sequence[int],
        schedule: Rounds,
        place: Mapping[int, int],
        weights: Mapping[Pair, int],
        lots: Lots,
    ) -> None:
        self.lots = lots
        self.players = tuple(players)
        self.place = dict(place)
        self.met = [bytearray(len(players)) for _place in players]
        for one, other in (p for s in schedule for t in s for p in combinations(t, 2)):
            self.met[one][other] = self.met[other][one] = 1
        self.mates: dict[int, list[tuple[int, int]]] = {player: [] for player in players}
        for (one, other), weight in sorted(weights.items()):
            if one in self.mates and other in self.mates:
                self.mates[one].append((other, weight))
                self.mates[other].append((one, weight))
        self.grouped = [player for player in self.players if self.mates[player]]
        self.cost = sum(self._own(player) for player in self.grouped) // 2
        self.costly: list[int] = []
        self.lowest, self.best = self.cost, dict(self.place)

    def run(self, steps: int) -> None:
        """Improve `best` until nobody clashes or the steps are used up."""
        for step in range(steps):
            if not self.lowest:
                return
            self._step(WARMTH[step * len(WARMTH) // steps])

    def _step(self, warmth: int) -> None:
        """Try to move one who meets a mate."""
        self.costly = self.costly or [player for player in self.grouped if self._own(player)]
        pick = self.lots.below(len(self.costly))
        player = self.costly[pick]
        other = self.players[self.lots.below(len(self.players))]
        if not (own := self._own(player)):
            self.costly[pick] = self.costly[-1]
            self.costly.pop()
            return
        if other == player:
            return
        before = own + self._own(other)
        self._exchange(player, other)
        # A pair of the two themselves is counted twice before and after.
        change = self._own(player) + self._own(other) - before
        if change > MOST or (change > 0 and self.lots.below(warmth * change)):
            self._exchange(player, other)
            return
        self.costly.extend(each for each in (player, other) if self._own(each))
        self.cost += change
        if self.cost < self.lowest:
            self.lowest, self.best = self.cost, dict(self.place)

    def _own(self, player: int) -> int:
        place, met = self.place, self.met[self.place[player]]
        return sum(weight for mate, weight in self.mates[player] if met[place[mate]])

    def _exchange(self, one: int, other: int) -> None:
        self.place[one], self.place[other] = self.place[other], self.place[one]
