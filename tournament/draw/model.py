"""The values a draw is made of."""

import hashlib
import json
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
ALGORITHM: Final = 1


class Kind(StrEnum):
    """How a draw is made."""

    PLAN = "plan"
    """All its rounds at once, so that nobody meets twice if it can be."""

    LOTS = "lots"
    """One round by lot, with the rounds played before as history."""


@dataclass(frozen=True, slots=True)
class Constraints:
    """
    What a draw must heed.

    `apart` are groups whose members never share a table: teams, and the fillers.
    """

    apart: tuple[tuple[int, ...], ...] = ()

    def pairs(self) -> frozenset[tuple[int, int]]:
        """Return the pairs to keep apart, the smaller number first."""
        return frozenset(pair for group in self.apart for pair in combinations(sorted(group), 2))


@dataclass(frozen=True, slots=True)
class Plan:
    """
    A draw as made.

    `method` names the construction: "field", "difference", "stored", "search" or
    "stored+search"; `steps` is what the search took, 0 without one.
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
