"""
Lots nobody could choose: drawn from a bag and typed in, or from a secret bound before.

The numbered schedule and its hash are published first. Then the numbers are drawn: by physical
lots, or from a seed nobody could choose, made of the organiser's secret, bound by its hash before,
and a public word from the hall said after.
"""

import hashlib
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from tournament.draw.model import Rounds

# Commit and reveal


def commitment(secret: str) -> str:
    """Return the SHA-256 of the secret's UTF-8 bytes, in lower-case hexadecimal digits."""
    return hashlib.sha256(secret.encode()).hexdigest()


def revealed_seed(secret: str, word: str) -> str:
    """
    Return the seed of a secret and a public word, in lower-case hexadecimal digits.

    It is the SHA-256 of the secret's UTF-8 bytes and then, with nothing between, those of the
    word; blanks around either belong to it. `printf '%s%s' SECRET WORD | sha256sum` gives the same.
    """
    return hashlib.sha256(secret.encode() + word.encode()).hexdigest()


def keeps_commitment(secret: str, committed: str) -> bool:
    """Whether a revealed secret is the one committed to."""
    return commitment(secret) == committed.strip().lower()


# Physical lots


class LotProblem(StrEnum):
    """What can be wrong with typed lots."""

    UNKNOWN_NUMBER = "unknown_number"
    """No such number in the schedule."""

    UNKNOWN_PLAYER = "unknown_player"
    """No such player in the draw."""

    NUMBER_TWICE = "number_twice"
    PLAYER_TWICE = "player_twice"
    NUMBER_MISSING = "number_missing"
    PLAYER_MISSING = "player_missing"


@dataclass(frozen=True, slots=True)
class TypedLots:
    """Lots as typed: `players` by number, complete only without `problems`."""

    players: Mapping[int, int]
    problems: tuple[tuple[LotProblem, int], ...]


def read_lots(
    typed: Sequence[tuple[int, int]], numbers: Collection[int], players: Collection[int]
) -> TypedLots:
    """Return which player drew which number and every problem at once, by kind, then ascending."""
    drawn = Counter(number for number, _player in typed)
    drawing = Counter(player for _number, player in typed)
    found = {
        LotProblem.UNKNOWN_NUMBER: drawn.keys() - set(numbers),
        LotProblem.UNKNOWN_PLAYER: drawing.keys() - set(players),
        LotProblem.NUMBER_TWICE: {number for number, count in drawn.items() if count > 1},
        LotProblem.PLAYER_TWICE: {player for player, count in drawing.items() if count > 1},
        LotProblem.NUMBER_MISSING: set(numbers) - drawn.keys(),
        LotProblem.PLAYER_MISSING: set(players) - drawing.keys(),
    }
    problems = tuple((kind, value) for kind, values in found.items() for value in sorted(values))
    return TypedLots(dict(typed), problems)


def with_players(rounds: Rounds, players: Mapping[int, int]) -> Rounds:
    """Return a numbered schedule with the players who drew the numbers."""
    return tuple(
        tuple(tuple(players[number] for number in table) for table in seating) for seating in rounds
    )
