"""
The words the event files share (docs/event-files.md): columns, amounts, penalties in a hand's row.

Plain values only; `tournament.imports` reads with it and `tournament.exports` writes with it.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from scoring.rules.penalties import Measure

PLAYERS_FILE: Final = "players.csv"
TABLES_FILE: Final = "tables.csv"
HANDS_FILE: Final = "hands.csv"
EXPECTED_FILE: Final = "expected_standings.csv"
EXPECTED_TEAMS_FILE: Final = "expected_team_standings.csv"
EVENT_FILE: Final = "event.json"
ROUNDS_FILE: Final = "rounds.csv"
PENALTIES_FILE: Final = "penalties.csv"

SEATS: Final = ("east", "south", "west", "north")


def seat_columns(word: str) -> tuple[str, ...]:
    """The four columns of something every seat has, A to D."""
    return tuple(f"{seat}_{word}" for seat in SEATS)


PLAYER_COLUMNS: Final = ("player_id", "team_id")
TABLE_COLUMNS: Final = (
    "round",
    "table",
    *seat_columns("id"),
    *seat_columns("score"),
    *seat_columns("tp"),
    "completed",
    "totals_only",
)
HAND_COLUMNS: Final = (
    "round",
    "table",
    "hand",
    "winner_id",
    "discarder_id",
    "fan",
    "chicken_hand",
    *seat_columns("penalty"),
)
EXPECTED_COLUMNS: Final = ("rank", "player_id", "table_points", "score")
EXPECTED_TEAM_COLUMNS: Final = ("rank", "team_id", "table_points", "score")

CHICKEN_HAND: Final = "chicken_hand"
CHICKEN_POINTS: Final = 8
MOST_FLOWERS: Final = 8

IMPORTED: Final = "Imported"
"""The reason of what an import of short files decides: penalties, games without hands."""


# --- numbers --------------------------------------------------------------------------------

_POINTS = re.compile(r"[+-]?\d{1,9}(\.\d{1,9}|/\d{1,9})?", re.ASCII)


def points_text(points: Fraction) -> str:
    """Table points in their shortest exact form: "4", "0.5", "7/3"."""
    if points.denominator == 1:
        return str(points.numerator)
    # Twelfths that end after the point are quarters: two digits say them all.
    cents = points * 100
    if cents.denominator != 1:
        return str(points)
    sign = "-" if cents < 0 else ""
    whole, rest = divmod(abs(cents.numerator), 100)
    return f"{sign}{whole}.{rest:02d}".rstrip("0")


def points_from(text: str) -> Fraction:
    """Table points from an integer, decimal or fraction; raise `ValueError` for anything else."""
    if not _POINTS.fullmatch(text) or re.search(r"/0+$", text):
        raise ValueError(f"not table points: {text!r}")
    return Fraction(text)


def chicken_flowers(fan_points: int) -> int:
    """What a chicken hand's points hold beyond its 8: only flowers can be added to it."""
    flowers = fan_points - CHICKEN_POINTS
    return flowers if 0 <= flowers <= MOST_FLOWERS else 0


# --- penalties in a hand's row --------------------------------------------------------------

Amounts = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Part:
    """One penalty of a hand's row: the seat it is given to and the four signed amounts."""

    seat: int
    measure: Measure
    shares: Amounts


def penalty_parts(row: Amounts) -> tuple[Part, ...]:
    """
    The penalties that make up a hand's four signed amounts.

    Each seat below zero has one compensation, as far as others are above zero, and a fine for the
    rest. Who receives is shared in proportion, with whole points, the last offender giving what is
    left. Amounts above zero that nobody pays come as one part of their first seat.
    """
    paid = [max(-amount, 0) for amount in row]
    due = [max(amount, 0) for amount in row]
    compensated = _proportional(min(sum(paid), sum(due)), paid)
    parts: list[Part] = []
    for seat, given in enumerate(compensated):
        to = _proportional(given, due)
        due = [left - part for left, part in zip(due, to, strict=True)]
        if given:
            parts.append(Part(seat, Measure.COMPENSATION, _amounts(to, seat, given)))
        if rest := paid[seat] - given:
            parts.append(Part(seat, Measure.FINE, _amounts([0] * len(SEATS), seat, rest)))
    if any(due):
        first = next(seat for seat, amount in enumerate(due) if amount)
        parts.append(Part(first, Measure.COMPENSATION, _amounts(due, first, 0)))
    return tuple(parts)


def _proportional(amount: int, weights: Sequence[int]) -> list[int]:
    """Split `amount`, at most the weights' sum, in proportion to them; odd points go first."""
    total = sum(weights)
    parts = [amount * weight // total if total else 0 for weight in weights]
    for place, weight in enumerate(weights):
        if sum(parts) < amount and parts[place] < weight:
            parts[place] += 1
    return parts


def _amounts(received: Sequence[int], offender: int, paid: int) -> Amounts:
    east, south, west, north = (
        amount - paid if seat == offender else amount for seat, amount in enumerate(received)
    )
    return east, south, west, north
