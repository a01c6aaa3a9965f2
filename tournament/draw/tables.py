"""Which table of the hall: nobody should come back to one he sat at."""

from collections import defaultdict
from itertools import combinations
from typing import Final, TypeAlias

from tournament.draw.lots import Lots
from tournament.draw.model import Rounds, Seating

PASSES: Final = 4
SWEEPS: Final = 4
# Small fields are tried more often: what a try costs grows with the square of the tables.
MOST_TRIES: Final = 20
WORK: Final = 8_000

Visits: TypeAlias = defaultdict[tuple[int, int], int]


def assign_tables(rounds: Rounds, *, lots: Lots, history: Rounds = ()) -> Rounds:
    """Return the rounds with their tables in places that their players visited least."""
    work = sum(len(seating) ** 2 for seating in rounds)
    tries = [
        _assigned(rounds, lots, history) for _try in range(max(1, min(MOST_TRIES, WORK // work)))
    ]
    return min(tries)[1]


def _assigned(rounds: Rounds, lots: Lots, history: Rounds) -> tuple[int, Rounds]:
    """Return one assignment, after the pairs of visits to one table it makes."""
    visits: Visits = defaultdict(int)
    for seating in history:
        _count(seating, visits, 1)
    placed: list[Seating] = []
    for seating in rounds:
        placed.append(_place(seating, visits, lots))
        _count(placed[-1], visits, 1)
    for _sweep in range(SWEEPS):
        for number, seating in enumerate(placed):
            _count(seating, visits, -1)
            placed[number] = _place(seating, visits, lots)
            _count(placed[number], visits, 1)
    return sum(count * (count - 1) // 2 for count in visits.values()), tuple(placed)


def _count(seating: Seating, visits: Visits, change: int) -> None:
    for place, table in enumerate(seating):
        for player in table:
            visits[player, place] += change


def _place(seating: Seating, visits: Visits, lots: Lots) -> Seating:
    """Draw the places, then exchange two as long as that saves a visit."""
    tables = lots.shuffled(seating)
    count = range(len(tables))
    cost = [[sum(visits[player, place] for player in table) for place in count] for table in tables]
    at = list(count)
    for _pass in range(PASSES):
        changed = False
        for one, other in combinations(count, 2):
            now = cost[at[one]][one] + cost[at[other]][other]
            if cost[at[one]][other] + cost[at[other]][one] < now:
                at[one], at[other] = at[other], at[one]
                changed = True
        if not changed:
            break
    return tuple(tables[index] for index in at)
