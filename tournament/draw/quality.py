"""
How good a draw is, counted from the seats alone: nothing of the solvers is used.

The minimum beside a figure is a bound by counting: no draw can have less. A draw above it may
still be the best there is.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from typing import Any, Final

WINDS: Final = 4

Seats = Sequence[Sequence[Sequence[int]]]
Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Report:
    """
    The figures of a draw; rounds count from 0 within it, tables from 0 within the hall.

    `repeats` are meetings of two who had met before, in the draw or in its history.
    `repeated` lists those pairs with their meetings in all. `wind_spread` is the largest
    difference between how often one player starts at two winds, at the end;
    `wind_spread_ever` the largest after any round. `table_revisits` counts visits to a table a
    player had been at before.
    """

    players: int
    rounds: int
    repeats: int
    repeats_minimum: int
    repeated: tuple[tuple[int, int, int], ...]
    most_meetings: int
    clashes: tuple[tuple[int, int, int, int], ...]
    clashes_minimum: int
    wind_spread: int
    wind_spread_minimum: int
    wind_spread_ever: int
    table_revisits: int
    table_revisits_minimum: int
    seated_twice: tuple[tuple[int, int], ...]
    short_tables: tuple[tuple[int, int], ...]

    def as_json(self) -> dict[str, Any]:
        """Return plain data."""
        return asdict(self)


def quality(rounds: Seats, *, history: Seats = (), apart: Sequence[Sequence[int]] = ()) -> Report:
    """Measure `rounds`; `history` are the rounds before, `apart` the groups to keep apart."""
    forbidden = {pair for group in apart for pair in combinations(sorted(group), 2)}
    before = Counter(pair for seating in history for pair in _pairs(seating))
    met = before + Counter(pair for seating in rounds for pair in _pairs(seating))
    repeated = {pair: met[pair] for pair in met if met[pair] > max(1, before[pair])}
    repeats = sum(count - max(1, before[pair]) for pair, count in repeated.items())
    visits = _visits([*history, *rounds])
    spreads = _wind_spreads(rounds, history)
    return Report(
        players=len({player for seating in rounds for player in _seated(seating)}),
        rounds=len(rounds),
        repeats=repeats,
        repeats_minimum=min(_fewest_repeats(rounds, history, before, forbidden), repeats),
        repeated=tuple(sorted((one, two, count) for (one, two), count in repeated.items())),
        most_meetings=max((met[pair] for pair in met), default=0),
        clashes=tuple(_clashes(rounds, forbidden)),
        clashes_minimum=sum(_fewest_clashes(seating, apart) for seating in rounds),
        wind_spread=spreads[-1] if spreads else 0,
        wind_spread_minimum=_least_spread(rounds, history),
        wind_spread_ever=max(spreads, default=0),
        table_revisits=sum(count - 1 for count in visits.values())
        - sum(count - 1 for count in _visits(history).values()),
        table_revisits_minimum=_fewest_revisits(rounds),
        seated_twice=tuple(_seated_twice(rounds)),
        short_tables=tuple(
            (number, place)
            for number, seating in enumerate(rounds)
            for place, table in enumerate(seating)
            if len(table) not in (0, WINDS)
        ),
    )


def _seated(seating: Sequence[Sequence[int]]) -> list[int]:
    return [player for table in seating for player in table]


def _pairs(seating: Sequence[Sequence[int]]) -> Iterator[Pair]:
    for table in seating:
        yield from combinations(sorted(table), 2)


def _seated_twice(rounds: Seats) -> Iterator[tuple[int, int]]:
    """The (round, player) of everybody with two seats in one round."""
    for number, seating in enumerate(rounds):
        for player, seats in sorted(Counter(_seated(seating)).items()):
            if seats > 1:
                yield number, player


# Repeats


def _fewest_repeats(
    rounds: Seats, history: Seats, before: Counter[Pair], forbidden: set[Pair]
) -> int:
    by_player = _too_many_meetings(rounds, before, forbidden)
    return max(by_player, 0 if history else _too_few_tables(rounds))


def _too_many_meetings(rounds: Seats, before: Counter[Pair], forbidden: set[Pair]) -> int:
    """Each player meets three in a round; those he may still meet for the first time run out."""
    played = Counter(player for seating in rounds for player in _seated(seating))
    new: Counter[int] = Counter()
    for pair in combinations(sorted(played), 2):
        if not before[pair] and pair not in forbidden:
            new.update(pair)
    surplus = sum(max(0, 3 * count - new[player]) for player, count in played.items())
    return -(-surplus // 2)


def _too_few_tables(rounds: Seats) -> int:
    """With fewer than four tables in the first round some of any later table met there."""
    fields = {frozenset(_seated(seating)) for seating in rounds}
    tables = {sum(1 for table in seating if table) for seating in rounds}
    if len(fields) != 1 or len(tables) != 1:
        return 0
    (count,) = tables
    again = {1: 6, 2: 2, 3: 1}.get(count, 0)
    return (len(rounds) - 1) * count * again


# Clashes


def _clashes(rounds: Seats, forbidden: set[Pair]) -> Iterator[tuple[int, int, int, int]]:
    """The (round, table, player, player) of every meeting that should not be."""
    for number, seating in enumerate(rounds):
        for place, table in enumerate(seating):
            for one, other in combinations(sorted(table), 2):
                if (one, other) in forbidden:
                    yield number, place, one, other


def _fewest_clashes(seating: Sequence[Sequence[int]], apart: Sequence[Sequence[int]]) -> int:
    """A group larger than the number of tables must meet itself: least when spread evenly."""
    tables = sum(1 for table in seating if table)
    present = set(_seated(seating))
    fewest = 0
    for group in apart:
        size = len(present.intersection(group))
        each, more = divmod(size, tables) if tables else (0, 0)
        fewest += more * _two_of(each + 1) + (tables - more) * _two_of(each)
    return fewest


def _two_of(count: int) -> int:
    return count * (count - 1) // 2


# Winds and tables


def _wind_spreads(rounds: Seats, history: Seats) -> list[int]:
    """The largest spread among those seated, after each round of the draw."""
    starts: defaultdict[int, list[int]] = defaultdict(lambda: [0] * WINDS)
    _count_starts(history, starts)
    drawn = {player for seating in rounds for player in _seated(seating)}
    spreads = []
    for seating in rounds:
        _count_starts([seating], starts)
        spreads.append(max((max(starts[p]) - min(starts[p]) for p in drawn), default=0))
    return spreads


def _count_starts(rounds: Seats, starts: dict[int, list[int]]) -> None:
    for seating in rounds:
        for table in seating:
            for wind, player in enumerate(table[:WINDS]):
                starts[player][wind] += 1


def _least_spread(rounds: Seats, history: Seats) -> int:
    """Nobody can be nearer than one unless he plays a multiple of four games."""
    games = Counter(p for seating in [*history, *rounds] for p in _seated(seating))
    drawn = {player for seating in rounds for player in _seated(seating)}
    return int(any(games[player] % WINDS for player in drawn))


def _visits(rounds: Seats) -> Counter[tuple[int, int]]:
    return Counter(
        (player, place)
        for seating in rounds
        for place, table in enumerate(seating)
        for player in table
    )


def _fewest_revisits(rounds: Seats) -> int:
    """With more rounds than tables everybody comes back."""
    games = Counter(player for seating in rounds for player in _seated(seating))
    places = max((len(seating) for seating in rounds), default=0)
    return sum(max(0, count - places) for count in games.values())
