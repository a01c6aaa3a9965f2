"""
The least of what a draw gives up that no draw can avoid, and the least that is known.

Proved by counting or by trying everything; nothing of the solvers is used.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Final

WINDS: Final = 4

Seats = Sequence[Sequence[Sequence[int]]]
Pair = tuple[int, int]

# (players, rounds): proved, and more than counting gives. Of 12 players every second round up to
# symmetry was tried with every third and fourth; 20 players have no six rounds without a repeat
# (OEIS A107431).
PROVED: Final = {(12, 4): 13, (20, 6): 1}
# (players, rounds): the fewest repeats known, where nothing proves that there are none fewer.
BEST_KNOWN: Final = {(20, 6): 6, (20, 7): 24, (36, 12): 27, (48, 16): 36}


def seated(seating: Sequence[Sequence[int]]) -> list[int]:
    """Return who has a seat in a round, table after table."""
    return [player for table in seating for player in table]


def pairs_at(seating: Sequence[Sequence[int]]) -> Iterator[Pair]:
    """Return the pairs who meet in a round, the smaller number first."""
    for table in seating:
        yield from combinations(sorted(table), 2)


def _size(rounds: Seats) -> tuple[int, int]:
    """Return how many players and rounds, 0 players where not all have a seat in all rounds."""
    fields = {frozenset(seated(seating)) for seating in rounds}
    full = all(len(table) in (0, WINDS) for seating in rounds for table in seating)
    return (len(next(iter(fields))) if len(fields) == 1 and full else 0), len(rounds)


def known_repeats(rounds: Seats) -> int:
    """Return the fewest repeats known, 0 where they are no more than the proved minimum."""
    return BEST_KNOWN.get(_size(rounds), 0)


def fewest_repeats(
    rounds: Seats, history: Seats, before: Counter[Pair], forbidden: set[Pair]
) -> int:
    """Return a number of repeats no such rounds can stay below, none of `forbidden` meeting."""
    by_player = _too_many_meetings(rounds, before, forbidden)
    if history:
        return by_player
    return max(by_player, _too_few_tables(rounds), PROVED.get(_size(rounds), 0))


def _too_many_meetings(rounds: Seats, before: Counter[Pair], forbidden: set[Pair]) -> int:
    """Each player meets three in a round; those he may still meet for the first time run out."""
    meetings: Counter[int] = Counter()
    for seating in rounds:
        for pair in pairs_at(seating):
            meetings.update(pair)
    new: Counter[int] = Counter()
    for pair in combinations(sorted(meetings), 2):
        if not before[pair] and pair not in forbidden:
            new.update(pair)
    surplus = sum(max(0, count - new[player]) for player, count in meetings.items())
    return -(-surplus // 2)


def _too_few_tables(rounds: Seats) -> int:
    """With fewer than four tables in the first round some of any later table met there."""
    tables = _size(rounds)[0] // WINDS
    again = {1: 6, 2: 2, 3: 1}.get(tables, 0)
    return (len(rounds) - 1) * tables * again


def fewest_clashes(seating: Sequence[Sequence[int]], apart: Sequence[Sequence[int]]) -> int:
    """A group larger than the number of tables must meet itself: least when spread evenly."""
    tables = sum(1 for table in seating if table)
    left = set(seated(seating))
    fewest = 0
    # A pair may stand in two groups and clashes once: nobody is counted in a second one.
    for group in sorted(apart, key=len, reverse=True):
        size = len(left.intersection(group))
        left.difference_update(group)
        each, more = divmod(size, tables) if tables else (0, 0)
        fewest += more * _two_of(each + 1) + (tables - more) * _two_of(each)
    return fewest


def _two_of(count: int) -> int:
    return count * (count - 1) // 2


def least_wind_spread(rounds: Seats, history: Seats) -> int:
    """Nobody can be nearer than one unless he plays a multiple of four games."""
    games = Counter(p for seating in [*history, *rounds] for p in seated(seating))
    drawn = {player for seating in rounds for player in seated(seating)}
    return int(any(games[player] % WINDS for player in drawn))


def fewest_revisits(rounds: Seats, visited: Iterable[tuple[int, int]] = ()) -> int:
    """
    With more rounds than tables he has not been at everybody comes back.

    `visited` are the (player, table) of rounds before, once each. Empty tables behind the last one
    that is used are none of the draw's.
    """
    games = Counter(player for seating in rounds for player in seated(seating))
    used = (n for seating in rounds for n, table in enumerate(seating, 1) if table)
    places = max(used, default=0)
    known = Counter(player for player, place in visited if place < places)
    return sum(max(0, count - places + known[player]) for player, count in games.items())


def rank_spread(rounds: Seats, ranks: Mapping[int, int]) -> int:
    """The sum over meetings of squared differences; who has no rank counts as last."""
    last = max(ranks.values(), default=0) + 1
    return sum(
        (ranks.get(one, last) - ranks.get(other, last)) ** 2
        for seating in rounds
        for one, other in pairs_at(seating)
    )


def least_rank_spread(rounds: Seats, ranks: Mapping[int, int]) -> int:
    """Nothing is nearer than four after four of the standing, round for round."""
    last = max(ranks.values(), default=0) + 1
    blocks = []
    for seating in rounds:
        order = sorted(seated(seating), key=lambda player: ranks.get(player, last))
        blocks.append([order[first : first + WINDS] for first in range(0, len(order), WINDS)])
    return rank_spread(blocks, ranks)
