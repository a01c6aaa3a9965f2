"""
One round by the standing: people of about the same place together, and nobody again.

First nothing that should not be, then the mode's own measure, then even starts as far as that
costs little.
"""

from collections.abc import Sequence
from enum import StrEnum
from typing import Final

from tournament.draw.anneal import Cooling, anneal
from tournament.draw.evening import Starts, even_starts
from tournament.draw.exact import best_tables
from tournament.draw.groups import (
    GROUP_TABLES,
    blocks,
    power_group_costs,
    power_groups,
    snake,
    snake_costs,
)
from tournament.draw.lots import Lots
from tournament.draw.meetings import REPEAT
from tournament.draw.model import SEATS, Constraints, Plan, Rounds, Seating
from tournament.draw.pair_costs import PairCosts, Partition, heavy_costs, rank_distances

# What a search may take: a third of a second on a slow laptop.
BUDGET: Final = 120_000
NO_CONSTRAINTS: Final = Constraints()
# The tables solved together where annealing leaves something heavy, and how often.
WINDOW: Final = 12
WINDOWS: Final = 4


class Mode(StrEnum):
    """How the standing makes a round."""

    SWISS = "swiss"
    """Neighbours together who have not met yet."""

    BLOCKS = "blocks"
    """1-4, 5-8, … whoever has met; team-mates never."""

    GROUPS = "groups"
    """1-16 over four tables and so on, inside a group by lot and without repeats."""

    SNAKE = "snake"
    """One of each quarter at every table, all tables equally strong."""


GENTLE: Final = Cooling(heat=(40, 4), weight=(10, 2000), reach=(8, 4))
# For small fields in which hardly anybody is new to another: far changes, dearly bought.
HOT: Final = Cooling(heat=(400, 10), weight=(500, 3000), reach=(40, 40))
# The evenness of the snake's tables is counted in far larger numbers.
EVEN: Final = Cooling(heat=(2000, 20), weight=(1000, 10_000), reach=(8, 8))
# Only what is heavy counts: half a repeat may be made worse at first.
BY_LOT: Final = Cooling(heat=(2, 1), weight=(1, 1), reach=(16, 16))


def swiss_round(
    standings: Sequence[int],
    history: Rounds,
    *,
    mode: Mode,
    seed: str,
    constraints: Constraints = NO_CONSTRAINTS,
    group_tables: int = GROUP_TABLES,
    budget: int = BUDGET,
) -> Plan:
    """
    Seat one round by `standings`, the players from first to last.

    Tables stand in the order of their best players, but for those with a table of their own.
    `group_tables` is how many tables a power group fills. Raise `ValueError` for a number of
    players that is no multiple of four.
    """
    _check(standings)
    lots, starts = Lots(seed), Starts(history)
    costs, start = _task(standings, history, mode, constraints, group_tables, lots)
    found, steps = _solved(start, costs, mode, budget, lots)
    if mode in (Mode.SWISS, Mode.GROUPS):
        even_starts(found, costs, starts, standings)
    seating = _placed(found, standings, constraints)
    ordered = tuple(starts.in_order(table, lots) for table in seating)
    return Plan((ordered,), mode.value, seed, steps)


def _check(standings: Sequence[int]) -> None:
    if len(set(standings)) != len(standings):
        raise ValueError(f"a player twice: {standings!r}")
    if not standings or len(standings) % SEATS:
        raise ValueError(f"not a field of full tables: {len(standings)} players")


def _task(
    standings: Sequence[int],
    history: Rounds,
    mode: Mode,
    constraints: Constraints,
    group_tables: int,
    lots: Lots,
) -> tuple[PairCosts, Partition]:
    """Return what pairs cost and the tables the mode would have if nothing were heavy."""
    count = len(standings)
    if mode is Mode.BLOCKS:
        strict = Constraints(constraints.apart, (), constraints.tables)
        loads = heavy_costs(standings, (), strict)
        return PairCosts(loads, rank_distances(count)), blocks(count)
    loads = heavy_costs(standings, history, constraints)
    if mode is Mode.GROUPS:
        return power_group_costs(loads, group_tables), power_groups(count, group_tables, lots)
    if mode is Mode.SNAKE:
        return snake_costs(loads), snake(count)
    return PairCosts(loads, rank_distances(count)), blocks(count)


# Solve


def _solved(
    start: Partition, costs: PairCosts, mode: Mode, budget: int, lots: Lots
) -> tuple[Partition, int]:
    """Return tables and the steps of annealing they took; none where the start is perfect."""
    if not costs.total(start)[0]:
        return start, 0
    if mode is Mode.GROUPS:
        return anneal(start, costs, BY_LOT, steps=budget, lots=lots), budget
    if mode is Mode.SNAKE:
        return anneal(start, costs, EVEN, steps=budget, lots=lots), budget
    found = _solved_exactly(anneal(start, costs, GENTLE, steps=budget, lots=lots), costs)
    if all(costs.of_table(table)[0] < REPEAT for table in found):
        return found, budget
    if len(found) > WINDOW:
        again = _solved_exactly(anneal(start, costs, GENTLE, steps=budget, lots=lots), costs)
    else:
        again = anneal(start, costs, HOT, steps=budget, lots=lots)
    return min(found, again, key=costs.total), 2 * budget


def _solved_exactly(tables: Partition, costs: PairCosts) -> Partition:
    """Solve a small field as a whole, in a large one the neighbours of whoever meets again."""
    tables = sorted((sorted(table) for table in tables), key=sum)
    for _window in range(WINDOWS):
        worst = max(range(len(tables)), key=lambda place: costs.of_table(tables[place])[0])
        if len(tables) > WINDOW and costs.of_table(tables[worst])[0] < REPEAT:
            break
        first = max(0, min(worst - WINDOW // 2, len(tables) - WINDOW))
        part = tables[first : first + WINDOW]
        better = _better(part, costs)
        if better is None:
            break
        tables = sorted(tables[:first] + better + tables[first + WINDOW :], key=sum)
    return tables


def _better(tables: Partition, costs: PairCosts) -> Partition | None:
    """Return better tables of the same players, None where none were found."""
    players = sorted(player for table in tables for player in table)
    place = {player: index for index, player in enumerate(players)}
    part = costs.among(players).with_loose_as_light()
    heavy, light = part.total([place[player] for player in table] for table in tables)
    found = best_tables(part, None if heavy else light)
    if found is None:
        return None
    better = [[players[index] for index in table] for table in found]
    return better if costs.total(better) < costs.total(tables) else None


# Place


def _placed(tables: Partition, standings: Sequence[int], constraints: Constraints) -> Seating:
    """Return the tables by their best players, those of fixed players at their places."""
    by_rank = [
        tuple(standings[place] for place in sorted(table)) for table in sorted(tables, key=min)
    ]
    own: dict[int, int] = {}
    for player, place in constraints.tables:
        index = next((i for i, table in enumerate(by_rank) if player in table), None)
        if index is not None and place < len(by_rank) and index not in own.values():
            own.setdefault(place, index)
    others = (index for index in range(len(by_rank)) if index not in own.values())
    return tuple(
        by_rank[own[place] if place in own else next(others)] for place in range(len(by_rank))
    )
