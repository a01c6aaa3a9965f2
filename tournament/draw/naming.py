"""Names for the places of a schedule, so that groups fall on places that never meet."""

from collections.abc import Sequence
from itertools import combinations
from typing import Final

from tournament.draw.lots import Lots
from tournament.draw.model import Constraints, Rounds

STEPS: Final = 30_000
# A change for the worse by one is taken once in so many times.
WARMTH: Final = 24


def name_places(
    players: Sequence[int], schedule: Rounds, constraints: Constraints, lots: Lots
) -> dict[int, int] | None:
    """Return the player of each place 0 … N - 1, None when no naming without a clash was found."""
    naming = _Naming(players, schedule, constraints, lots)
    for _step in range(STEPS):
        if not naming.clashes:
            return {place: player for player, place in naming.place.items()}
        naming.step()
    return None


class _Naming:
    """Players on places; two change places as long as fewer of a group meet."""

    def __init__(
        self, players: Sequence[int], schedule: Rounds, constraints: Constraints, lots: Lots
    ) -> None:
        self.lots = lots
        self.players = tuple(players)
        self.place = dict(zip(lots.shuffled(players), range(len(players)), strict=True))
        self.met = {
            pair
            for seating in schedule
            for table in seating
            for one, other in combinations(table, 2)
            for pair in ((one, other), (other, one))
        }
        self.mates: dict[int, list[int]] = {player: [] for player in players}
        for one, other in sorted(constraints.pairs()):
            if one in self.mates and other in self.mates:
                self.mates[one].append(other)
                self.mates[other].append(one)
        self.grouped = [player for player in self.players if self.mates[player]]
        self.clashes = sum(self._own(player) for player in self.grouped) // 2

    def step(self) -> None:
        """Try to move one who meets a mate."""
        player = self.grouped[self.lots.below(len(self.grouped))]
        other = self.players[self.lots.below(len(self.players))]
        if other == player or not self._own(player):
            return
        before = self._own(player) + self._own(other)
        self._exchange(player, other)
        change = self._own(player) + self._own(other) - before
        if change > 1 or (change == 1 and self.lots.below(WARMTH)):
            self._exchange(player, other)
        else:
            # A pair of the two themselves is counted twice before and after.
            self.clashes += change

    def _own(self, player: int) -> int:
        place = self.place[player]
        return sum((place, self.place[mate]) in self.met for mate in self.mates[player])

    def _exchange(self, one: int, other: int) -> None:
        self.place[one], self.place[other] = self.place[other], self.place[one]
