"""A whole draw: constructed where that is easy, searched for where it is not."""

from collections.abc import Sequence
from typing import Final

from tournament.draw.base_rounds import BASE_ROUNDS
from tournament.draw.difference import difference_schedule
from tournament.draw.lots import Lots
from tournament.draw.model import SEATS, Constraints, Plan, Rounds
from tournament.draw.naming import name_places
from tournament.draw.search import search_rounds
from tournament.draw.tables import assign_tables
from tournament.draw.winds import assign_winds

# What a search may take: two or three seconds on a slow laptop.
BUDGET: Final = 60_000
NO_CONSTRAINTS: Final = Constraints()


def one_round(
    players: Sequence[int],
    *,
    seed: str,
    history: Rounds = (),
    constraints: Constraints = NO_CONSTRAINTS,
    budget: int = BUDGET,
) -> Plan:
    """Seat one round by lot: groups apart and repeats avoided as far as the search finds."""
    _check(players, 1)
    lots = Lots(seed)
    return _searched(players, 1, lots, seed, history, constraints, budget)


def plan(
    players: Sequence[int],
    rounds: int,
    *,
    seed: str,
    history: Rounds = (),
    constraints: Constraints = NO_CONSTRAINTS,
    budget: int = BUDGET,
) -> Plan:
    """
    Seat `rounds` rounds at once, with the rounds of `history` as played.

    Raise `ValueError` for a number of players that is no multiple of four.
    """
    _check(players, rounds)
    lots = Lots(seed)
    if history:
        return _searched(players, rounds, lots, seed, history, constraints, budget)
    made = _constructed(players, rounds, lots, seed, constraints)
    if made is not None:
        return made
    stored = _stored_and_searched(players, rounds, lots, seed, constraints, budget)
    return stored or _searched(players, rounds, lots, seed, (), constraints, budget)


def _check(players: Sequence[int], rounds: int) -> None:
    if len(set(players)) != len(players):
        raise ValueError(f"a player twice: {players!r}")
    if not players or len(players) % SEATS or rounds < 1:
        raise ValueError(f"not a field of full tables: {len(players)} players, {rounds} rounds")


# Constructions


def _constructed(
    players: Sequence[int], rounds: int, lots: Lots, seed: str, constraints: Constraints
) -> Plan | None:
    """Return a schedule without repeats and clashes, None where no construction gives one."""
    groups = _as_tables(players, constraints, lots) if constraints.apart else None
    # One round more than wanted lists the teams: who shares its tables never meets elsewhere.
    made = _schedule(len(players) // SEATS, rounds + 1, lots) if groups else None
    if made and groups:
        method, schedule = made
        names: dict[int, int] | None = _names(schedule[-1], groups)
        return _named(schedule[:-1], names, method, seed, lots)
    made = _schedule(len(players) // SEATS, rounds, lots)
    if made is None:
        return None
    method, schedule = made
    return _named(schedule, name_places(players, schedule, constraints, lots), method, seed, lots)


def _named(
    schedule: Rounds, names: dict[int, int] | None, method: str, seed: str, lots: Lots
) -> Plan | None:
    if names is None:
        return None
    named = tuple(
        tuple(tuple(names[player] for player in table) for table in seating) for seating in schedule
    )
    return Plan(_seated(named, lots, keep_tables=method != "stored"), method, seed)


def _schedule(groups: int, rounds: int, lots: Lots) -> tuple[str, Rounds] | None:
    """Return a method's name and a schedule without repeats, players from 0."""
    made = difference_schedule(groups, rounds, lots)
    if made is not None:
        return made
    for base in BASE_ROUNDS:
        if base.players == groups * SEATS and not base.repeats and rounds <= base.rounds:
            return "stored", tuple(lots.shuffled(base.developed()))[:rounds]
    return None


def _as_tables(
    players: Sequence[int], constraints: Constraints, lots: Lots
) -> list[list[int]] | None:
    """Pack the groups into tables of four, None where they do not fit whole."""
    present = set(players)
    groups = [[p for p in sorted(group) if p in present] for group in constraints.apart]
    grouped = [player for group in groups for player in group]
    if len(set(grouped)) != len(grouped):
        return None
    alone = [[player] for player in players if player not in set(grouped)]
    packed: list[list[int]] = [[] for _table in range(len(players) // SEATS)]
    for group in sorted(lots.shuffled(groups) + lots.shuffled(alone), key=len, reverse=True):
        table = next((table for table in packed if len(table) + len(group) <= SEATS), None)
        if table is None:
            return None
        table.extend(group)
    return packed


def _names(seating: Sequence[Sequence[int]], groups: list[list[int]]) -> dict[int, int]:
    return {
        place: player
        for table, group in zip(seating, groups, strict=True)
        for place, player in zip(table, group, strict=True)
    }


def _seated(rounds: Rounds, lots: Lots, *, keep_tables: bool) -> Rounds:
    """Number the tables and give the winds."""
    if keep_tables:
        # No player visits a table twice: all rounds get their numbers by the same lots.
        order = lots.shuffled(range(len(rounds[0])))
        placed = tuple(tuple(seating[place] for place in order) for seating in rounds)
    else:
        placed = assign_tables(rounds, lots=lots)
    return assign_winds(placed, lots=lots)


# Search


def _searched(
    players: Sequence[int],
    rounds: int,
    lots: Lots,
    seed: str,
    history: Rounds,
    constraints: Constraints,
    budget: int,
) -> Plan:
    found, steps = search_rounds(
        lots.shuffled(players),
        rounds,
        lots=lots,
        history=history,
        constraints=constraints,
        budget=budget,
    )
    placed = assign_tables(found, lots=lots, history=history)
    return Plan(assign_winds(placed, lots=lots, history=history), "search", seed, steps)


def _stored_and_searched(
    players: Sequence[int],
    rounds: int,
    lots: Lots,
    seed: str,
    constraints: Constraints,
    budget: int,
) -> Plan | None:
    """Return the best stored schedule, cut to length or prolonged by search, if there is one."""
    fitting = [base for base in BASE_ROUNDS if base.players == len(players)]
    if constraints.apart or not fitting:
        return None
    long_enough = [base for base in fitting if base.rounds >= rounds]
    base = min(long_enough or fitting, key=lambda each: (each.repeats, -each.rounds))
    names = lots.shuffled(players)
    stored: Rounds = tuple(
        tuple(tuple(names[player] for player in table) for table in seating)
        for seating in base.developed()[:rounds]
    )
    missing, steps = rounds - len(stored), 0
    if missing:
        added, steps = search_rounds(
            names, missing, lots=lots, history=stored, constraints=constraints, budget=budget
        )
        stored += added
    method = "stored+search" if missing else "stored"
    return Plan(_seated(stored, lots, keep_tables=False), method, seed, steps)
