"""The four walls from above as places in a square of 240 units, East below and South at the right."""

from dataclasses import dataclass

from scoring.book import Opening
from scoring.book.wall import PLAYERS, STACKS
from scoring.rules import Wind

STEP = 10
START = 30
NEAR, FAR = 12, 214
LONG, SHORT = 14, 8


@dataclass(frozen=True, slots=True)
class Stack:
    """One stack: `kind` is "counted", "first" for the two dealt first, or empty."""

    x: int
    y: int
    width: int
    height: int
    kind: str


@dataclass(frozen=True, slots=True)
class Label:
    """The middle of a wind's name."""

    wind: Wind
    x: int
    y: int


LABELS = (
    Label(Wind.EAST, 120, 200),
    Label(Wind.SOUTH, 198, 125),
    Label(Wind.WEST, 120, 50),
    Label(Wind.NORTH, 42, 125),
)


def stacks_of(opening: Opening) -> list[Stack]:
    """Return all 72 stacks, as an opening marks them."""
    return [
        _stack(wind, number, _kind(opening, wind, number))
        for wind in Wind
        for number in range(1, STACKS + 1)
    ]


def _kind(opening: Opening, wind: Wind, number: int) -> str:
    """Say whether a stack was counted by the throws or is among the first two dealt."""
    walls_on = (opening.thrower - wind) % PLAYERS
    place = walls_on * STACKS + number - opening.count
    if place <= 0:
        return "counted"
    return "first" if place <= 2 else ""


def _stack(wind: Wind, number: int, kind: str) -> Stack:
    """Place a stack, numbered from its owner's right end."""
    up, down = START + (number - 1) * STEP, START + (STACKS - number) * STEP
    return {
        Wind.EAST: Stack(down, FAR, SHORT, LONG, kind),
        Wind.SOUTH: Stack(FAR, up, LONG, SHORT, kind),
        Wind.WEST: Stack(up, NEAR, SHORT, LONG, kind),
        Wind.NORTH: Stack(NEAR, down, LONG, SHORT, kind),
    }[wind]
