"""Which table of the hall: nobody should come back to one he sat at."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Final, TypeAlias

from tournament.draw.lots import Lots
from tournament.draw.model import Rounds, Seating, Table

PASSES: Final = 4
SWEEPS: Final = 4
# Small fields are tried more often: what a try costs grows with the square of the tables.
MOST_TRIES: Final = 20
WORK: Final = 8_000

Visits: TypeAlias = defaultdict[tuple[int, int], int]
# The place in the hall of each player who always sits at one table.
Fixed: TypeAlias = Mapping[int, int]

NOBODY: Final[Fixed] = {}


def assign_tables(
    rounds: Rounds, *, lots: Lots, history: Rounds = (), fixed: Fixed = NOBODY
) -> Rounds:
    """Return the rounds with their tables in places that their players visited least."""
    work = sum(len(seating) ** 2 for seating in rounds)
    tries = [
        _assigned(rounds, lots, history, fixed)
        for _try in range(max(1, min(MOST_TRIES, WORK // work)))
    ]
    return min(tries)[1]


def keep_tables(rounds: Rounds, *, lots: Lots, fixed: Fixed = NOBODY) -> Rounds:
    """
    Return rounds in which no player visits a table twice with their places drawn, all alike.

    Whoever has a table of his own brings others back to it; no more than need be.
    """
    order = lots.shuffled(range(len(rounds[0])))
    kept = tuple(pin([seating[place] for place in order], fixed)[0] for seating in rounds)
    if not fixed:
        return kept
    return min(_weighed(kept), _weighed(assign_tables(kept, lots=lots, fixed=fixed)))[1]


def _weighed(rounds: Rounds) -> tuple[int, Rounds]:
    """Return rounds after the pairs of visits to one table they make."""
    visits: Visits = defaultdict(int)
    for seating in rounds:
        _count(seating, visits, 1)
    return sum(count * (count - 1) // 2 for count in visits.values()), rounds


def pin(tables: Sequence[Table], fixed: Fixed) -> tuple[Seating, set[int]]:
    """Return the tables with those of fixed players in their places, and which places these are."""
    at, pinned = list(tables), set[int]()
    for player, place in fixed.items():
        now = next((index for index, table in enumerate(at) if player in table), None)
        if now is not None and 0 <= place < len(at) and not {now, place} & pinned:
            at[now], at[place] = at[place], at[now]
            pinned.add(place)
    return tuple(at), pinned


def _assigned(rounds: Rounds, lots: Lots, history: Rounds, fixed: Fixed) -> tuple[int, Rounds]:
    """Return one assignment, after the pairs of visits to one table it makes."""
    visits: Visits = defaultdict(int)
    for seating in history:
        _count(seating, visits, 1)
    placed: list[Seating] = []
    for seating in rounds:
        placed.append(_place(seating, visits, lots, fixed))
        _count(placed[-1], visits, 1)
    for _sweep in range(SWEEPS):
        for number, seating in enumerate(placed):
            _count(seating, visits, -1)
            placed[number] = _place(seating, visits, lots, fixed)
            _count(placed[number], visits, 1)
    return sum(count * (count - 1) // 2 for count in visits.values()), tuple(placed)


def _count(seating: Seating, visits: Visits, change: int) -> None:
    for place, table in enumerate(seating):
        for player in table:
            visits[player, place] += change


def _place(seating: Seating, visits: Visits, lots: Lots, fixed: Fixed) -> Seating:
    """Draw the places, then exchange two as long as that saves a visit."""
    tables, pinned = pin(lots.shuffled(seating), fixed)
    count = range(len(tables))
    free = [place for place in count if place not in pinned]
    cost = [[sum(visits[player, place] for player in table) for place in count] for table in tables]
    at = list(count)
    for _pass in range(PASSES):
        changed = False
        for one, other in combinations(free, 2):
            now = cost[at[one]][one] + cost[at[other]][other]
            if cost[at[one]][other] + cost[at[other]][one] < now:
                at[one], at[other] = at[other], at[one]
                changed = True
        if not changed:
            break
    return tuple(tables[index] for index in at)
