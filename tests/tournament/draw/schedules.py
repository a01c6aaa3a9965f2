"""What a schedule is worth, counted by brute force and not by the product's own report."""

from collections import Counter
from itertools import combinations

KNOWN_MAXIMUM = {8: 1, 12: 1, 16: 5, 20: 5}
"""Rounds without a repeat, where counting allows more (OEIS A107431)."""


def known_maximum(players):
    return KNOWN_MAXIMUM.get(players, (players - 1) // 3)


def pairs(rounds):
    return Counter(
        pair for seating in rounds for table in seating for pair in combinations(sorted(table), 2)
    )


def repeats(rounds):
    return sum(count - 1 for count in pairs(rounds).values())


def teams(players, size=4):
    return tuple(
        tuple(range(first, min(first + size, players + 1))) for first in range(1, players + 1, size)
    )


def clashes(rounds, groups):
    met = pairs(rounds)
    return sum(met[pair] for group in groups for pair in combinations(sorted(group), 2))


def wind_spread_ever(rounds):
    starts = {player: [0] * 4 for table in rounds[0] for player in table}
    worst = 0
    for seating in rounds:
        for table in seating:
            for wind, player in enumerate(table):
                starts[player][wind] += 1
        worst = max(worst, *(max(counts) - min(counts) for counts in starts.values()))
    return worst


def most_visits(rounds):
    """How often anybody sat at one table."""
    return max(
        Counter(
            (player, place)
            for seating in rounds
            for place, table in enumerate(seating)
            for player in table
        ).values()
    )


def everyone_once(rounds, players):
    return all(
        sorted(player for table in seating for player in table) == sorted(players)
        and all(len(table) == 4 for table in seating)
        for seating in rounds
    )
