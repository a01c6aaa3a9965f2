"""A whole draw: constructed where that is easy, searched for where it is not."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import cycle
from typing import Final

from tournament.draw.construction import (
    Design,
    longest_without_clash,
    named_schedule,
    stored_with_repeats,
    with_names,
)
from tournament.draw.lots import Lots
from tournament.draw.meetings import Costs
from tournament.draw.model import SEATS, Constraints, Plan, Rounds
from tournament.draw.search import Budget, Progress, cost_of, deal, deal_closest, improved
from tournament.draw.tables import assign_tables, keep_tables
from tournament.draw.winds import assign_winds

# What all searches of a draw may take: a second or two on a slow laptop.
BUDGET: Final = 160_000
# What each start gets before the next has its turn.
STAGE: Final = 40_000
NO_CONSTRAINTS: Final = Constraints()


def one_round(
    players: Sequence[int],
    *,
    seed: str,
    history: Rounds = (),
    constraints: Constraints = NO_CONSTRAINTS,
    budget: int = BUDGET,
    progress: Progress | None = None,
) -> Plan:
    """Seat one round by lot: groups apart and repeats avoided as far as the search finds."""
    _check(players, 1)
    task = _Task(tuple(players), 1, seed, Lots(seed), history, constraints)
    return _searched(task, [CLOSEST, BY_LOT] if history else [BY_LOT], Budget(budget, progress))


def plan(
    players: Sequence[int],
    rounds: int,
    *,
    seed: str,
    history: Rounds = (),
    constraints: Constraints = NO_CONSTRAINTS,
    budget: int = BUDGET,
    prefix_first: bool = False,
    progress: Progress | None = None,
) -> Plan:
    """
    Seat `rounds` rounds at once, with the rounds of `history` as played.

    With more rounds than can be without a repeat the repeats of all rounds together are few;
    `prefix_first` puts as many rounds as there are without any first, which an event that may end
    early wants. `progress` is told of the search every few thousand steps and may end it.

    Raise `ValueError` for a number of players that is no multiple of four.
    """
    _check(players, rounds)
    task = _Task(tuple(players), rounds, seed, Lots(seed), history, constraints)
    if history:
        return _searched(task, [CLOSEST, BY_LOT], Budget(budget, progress))
    made = named_schedule(task.players, rounds, constraints, task.lots)
    if made and not made.clashes:
        return _seated(task, made.method, made.rounds, 0, by_blocks=made.by_blocks)
    starts = list(_starts(task, made, prefix_first=prefix_first))
    return _searched(task, starts, Budget(budget, progress))


def _check(players: Sequence[int], rounds: int) -> None:
    if len(set(players)) != len(players):
        raise ValueError(f"a player twice: {players!r}")
    if not players or len(players) % SEATS or rounds < 1:
        raise ValueError(f"not a field of full tables: {len(players)} players, {rounds} rounds")


@dataclass(frozen=True, slots=True)
class _Task:
    players: tuple[int, ...]
    rounds: int
    seed: str
    lots: Lots
    history: Rounds
    constraints: Constraints


@dataclass(frozen=True, slots=True)
class _Start:
    """
    Where a search begins: `kept` rounds stay, `free` ones are bettered, missing ones dealt.

    They are dealt by lot, groups apart, or `closest`: to whom the rounds before leave cheapest.
    """

    method: str
    kept: Rounds = ()
    free: Rounds = ()
    closest: bool = False


BY_LOT: Final = _Start("search")
CLOSEST: Final = _Start("search", closest=True)


def _starts(task: _Task, made: Design | None, *, prefix_first: bool) -> Iterator[_Start]:
    """The starts in the order of preference between equals."""
    prefix = longest_without_clash(task.players, task.rounds - 1, task.constraints, task.lots)
    if prefix_first and prefix:
        yield _Start(prefix.method, kept=prefix.rounds, closest=True)
        return
    if stored := stored_with_repeats(task.players, task.rounds, task.lots):
        yield _Start(stored.method, free=stored.rounds)
    if prefix:
        yield _Start(prefix.method, kept=prefix.rounds, closest=True)
    if made:
        yield _Start(made.method, free=made.rounds)
    yield BY_LOT


def _searched(task: _Task, starts: Sequence[_Start], budget: Budget) -> Plan:
    """Give each start its turn until the steps are used up or nothing can be better."""
    costs = Costs(task.players, task.history, task.constraints)
    floor = costs.floor(task.rounds)
    best: tuple[int, str, Rounds] | None = None
    for turn, start in enumerate(cycle(starts)):
        if best and (best[0] == floor or (turn >= len(starts) and not budget.left)):
            break
        if best and not budget.left:
            continue
        found = _from(start, task, budget)
        cost = cost_of(_places(task, found), costs)
        if best is None or cost < best[0]:
            best = cost, _method(start, found), found
    assert best is not None
    _cost, method, rounds = best
    return _seated(task, method, rounds, budget.taken, by_blocks=False)


def _from(start: _Start, task: _Task, budget: Budget) -> Rounds:
    """Return the rounds the search makes of a start."""
    history = task.history + start.kept
    missing = task.rounds - len(start.kept) - len(start.free)
    found = improved(
        _places(task, start.free) + _dealt(start, task, missing),
        Costs(task.players, history, task.constraints),
        lots=task.lots,
        budget=budget,
        steps=STAGE,
        mixed=bool(missing) and not start.closest,
    )
    return start.kept + with_names(found, task.players)


def _dealt(start: _Start, task: _Task, rounds: int) -> Rounds:
    """Return rounds to begin with, players by their places."""
    if start.closest:
        costs = Costs(task.players, task.history + start.kept, task.constraints)
        return deal_closest(costs, rounds, task.lots)
    return _places(
        task,
        tuple(
            tuple(map(tuple, deal(task.lots.shuffled(task.players), task.constraints, task.lots)))
            for _round in range(rounds)
        ),
    )


def _places(task: _Task, rounds: Rounds) -> Rounds:
    return with_names(rounds, {player: place for place, player in enumerate(task.players)})


def _method(start: _Start, found: Rounds) -> str:
    changed = found != start.kept + start.free
    return f"{start.method}+search" if changed and start.method != "search" else start.method


def _seated(task: _Task, method: str, rounds: Rounds, steps: int, *, by_blocks: bool) -> Plan:
    """Number the tables and give the winds."""
    fixed = dict(task.constraints.tables)
    if by_blocks:
        placed = keep_tables(rounds, lots=task.lots, fixed=fixed)
    else:
        placed = assign_tables(rounds, lots=task.lots, history=task.history, fixed=fixed)
    winds = assign_winds(placed, lots=task.lots, history=task.history)
    return Plan(winds, method, task.seed, steps)
