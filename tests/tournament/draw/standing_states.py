"""
Events in the middle, made from a seed: a standing and the rounds that led to it.

Nothing of the draws is used here, so that a state stays what its optimum was proven for. Python
keeps `random.random()` the same between versions; only that is taken.
"""

import hashlib
import json
from dataclasses import dataclass
from itertools import combinations, permutations
from random import Random

POINTS = (4, 2, 1, 0)


@dataclass(frozen=True)
class State:
    """Players from 1, best first, and the rounds played, tables East first."""

    standings: tuple[int, ...]
    history: tuple[tuple[tuple[int, ...], ...], ...]

    @property
    def sha256(self):
        """What a stored optimum is bound to."""
        text = json.dumps([self.standings, self.history], separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()


def make_state(players, rounds, seed, *, lots=0):
    """Play `rounds` rounds, the first `lots` by lot, the others first come first seated by rank."""
    chance = Random(seed)
    skill = {player: chance.random() for player in range(1, players + 1)}
    points = dict.fromkeys(skill, 0)
    met, starts = set(), {player: [0] * 4 for player in skill}
    history = []
    for number in range(rounds):
        order = ranked(points) if number >= lots else sorted(skill, key=lambda _: chance.random())
        seating = tuple(in_order(table, starts) for table in first_fit(order, met))
        for table in seating:
            met.update(frozenset(pair) for pair in combinations(table, 2))
            finish = sorted(table, key=lambda p: skill[p] + 1.5 * chance.random(), reverse=True)
            for player, won in zip(finish, POINTS, strict=True):
                points[player] += won
        history.append(seating)
    return State(tuple(ranked(points)), tuple(history))


def ranked(points):
    """Best first; level ones by number."""
    return sorted(points, key=lambda player: (-points[player], player))


def first_fit(order, met):
    """Give the highest free player the next ones he met least."""
    free, tables = list(order), []
    while free:
        table = [free.pop(0)]
        while len(table) < 4:
            follower = min(
                free, key=lambda p: (sum(frozenset((p, q)) in met for q in table), free.index(p))
            )
            free.remove(follower)
            table.append(follower)
        tables.append(table)
    return tables


def in_order(table, starts):
    """The order that evens the starts best, and counted."""
    best = min(
        permutations(table),
        key=lambda order: sum(3 ** (starts[p][w] - min(starts[p])) for w, p in enumerate(order)),
    )
    for wind, player in enumerate(best):
        starts[player][wind] += 1
    return best
