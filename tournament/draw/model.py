"""The values a draw is made of."""

import hashlib
import json
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations
from typing import Final, TypeAlias

SEATS: Final = 4

# Four entry numbers, East first; empty for a table of the hall that is not used.
Table: TypeAlias = tuple[int, ...]
Seating: TypeAlias = tuple[Table, ...]
Rounds: TypeAlias = tuple[Seating, ...]

# Counted up whenever the same seed gives another draw.
ALGORITHM: Final = 2


class Kind(StrEnum):
    """How a draw is made."""

    PLAN = "plan"
    """All its rounds at once, so that nobody meets twice if it can be."""

    LOTS = "lots"
    """One round by lot, with the rounds played before as history."""

    SWISS = "swiss"
    """One round by the standing: neighbours together who have not met yet."""

    BLOCKS = "blocks"
    """One round by the standing: 1-4, 5-8, … whoever has met."""

    GROUPS = "groups"
    """One round by the standing: 1-16 over four tables and so on, by lot inside."""

    SNAKE = "snake"
    """One round by the standing: all tables equally strong."""

    FINAL = "final"
    """One round of the best alone: 1-4 at the first table and so on."""

    FINAL_SNAKE = "final_snake"
    """One round of the best alone: all their tables equally strong."""

    TEAM_ROBIN = "team_round_robin"
    """Four to seven teams of four: every two teams meet equally often."""

    SINGLES_ROBIN = "singles_round_robin"
    """Sixteen players: everybody meets everybody once in five rounds."""

    MANUAL = "manual"
    """One round by hand, beginning in entry order."""

    MANUAL_LAST = "manual_last"
    """One round by hand, beginning with the seats of the round before."""

    @property
    def by_standing(self) -> bool:
        """Whether the draw follows the standing."""
        return self in (Kind.SWISS, Kind.BLOCKS, Kind.GROUPS, Kind.SNAKE) or self.is_final

    @property
    def is_final(self) -> bool:
        """Whether the best of the standing play alone."""
        return self in (Kind.FINAL, Kind.FINAL_SNAKE)

    @property
    def is_robin(self) -> bool:
        """Whether the rounds are a round robin."""
        return self in (Kind.TEAM_ROBIN, Kind.SINGLES_ROBIN)

    @property
    def is_manual(self) -> bool:
        """Whether a person chooses the seats: there is no seed."""
        return self in (Kind.MANUAL, Kind.MANUAL_LAST)

    @property
    def keeps_apart(self) -> bool:
        """Whether the draw heeds who is to be kept apart; elsewhere that is only counted."""
        return not (self.is_manual or self.is_final or self is Kind.SINGLES_ROBIN)


@dataclass(frozen=True, slots=True)
class Loose:
    """
    A group kept apart as far as that costs no repeat: a club, a country.

    Where a search has to weigh both, a meeting of two of them counts as `weight` quarters of a
    repeat; between groups the larger weight goes first.
    """

    players: tuple[int, ...]
    weight: int = 1


@dataclass(frozen=True, slots=True)
class Constraints:
    """
    What a draw must heed.

    `apart` are groups whose members never share a table: teams, the fillers, and any two who must
    not meet. `loose` are kept apart as far as possible. `tables` gives players the table they
    always sit at, as its place in the hall from 0.
    """

    apart: tuple[tuple[int, ...], ...] = ()
    loose: tuple[Loose, ...] = ()
    tables: tuple[tuple[int, int], ...] = ()

    def pairs(self) -> frozenset[tuple[int, int]]:
        """Return the pairs to keep apart, the smaller number first."""
        return frozenset(pair for group in self.apart for pair in combinations(sorted(group), 2))

    def separate(self) -> tuple[tuple[int, ...], ...]:
        """Return the groups of `apart`, and as one more those with tables of their own."""
        bound = tuple(player for player, _place in self.tables)
        return self.apart + ((bound,) if len(bound) > 1 else ())

    def loose_weights(self) -> dict[tuple[int, int], int]:
        """Return what a meeting weighs of each pair in loose groups, the smaller number first."""
        weights: defaultdict[tuple[int, int], int] = defaultdict(int)
        for group in self.loose:
            for pair in combinations(sorted(group.players), 2):
                weights[pair] += group.weight
        return dict(weights)


@dataclass(frozen=True, slots=True)
class Plan:
    """
    A draw as made.

    `method` names the construction, "field", "difference" or "stored", with "+search" behind it
    where rounds were added or changed, or "search" alone; `steps` is what the search took, 0
    without one. The same steps as budget give the same draw.
    """

    rounds: Rounds
    method: str
    seed: str
    steps: int = 0

    @property
    def sha256(self) -> str:
        """The hash of the schedule."""
        return schedule_sha256(self.rounds)


def schedule_sha256(rounds: Sequence[Sequence[Sequence[int]]]) -> str:
    """Return the hash of rounds of tables of players, written as JSON without spaces."""
    plain = [[list(table) for table in seating] for seating in rounds]
    return hashlib.sha256(json.dumps(plain, separators=(",", ":")).encode()).hexdigest()
