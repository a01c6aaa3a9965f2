"""
How good a draw is, counted from the seats alone: nothing of the solvers is used.

The minimum beside a figure is proved: no draw can have less. Where it is a bound by counting that
no draw is known to reach, the best known stands beside it.
"""

from collections import Counter, defaultdict
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from typing import Any

from tournament.draw.bounds import (
    WINDS,
    Pair,
    Seats,
    fewest_clashes,
    fewest_repeats,
    fewest_revisits,
    known_repeats,
    least_rank_spread,
    least_wind_spread,
    pairs_at,
    rank_spread,
    seated,
)

# A round, a table, and two players there.
Meeting = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Report:
    """
    The figures of a draw; rounds count from 0 within it, tables from 0 within the hall.

    `repeats` are meetings of two who had met before, in the draw or in its history: `rematches`
    lists each with its round and table, `repeated` the pairs with their meetings in all.
    `repeats_known` is the fewest anybody knows, never below the minimum. `unmet` counts the pairs
    of those drawn who never met.

    `wind_spread` is the largest difference between how often one player starts at two winds, at
    the end; `wind_spreads` the largest after each round, `wind_spread_ever` the largest of those.
    `table_revisits` counts visits to a table a player had been at before, `revisited` names
    player, table and visits in all.

    `clashes` are meetings of two to be kept apart, `loose_clashes` of two to be kept apart as far
    as possible, with `loose_weight` in all. `tables_missed` are the (round, player) away from the
    player's own table. `rank_spread` is the sum over all meetings of the squared difference of
    ranks; it and its minimum are None without ranks.
    """

    players: int
    rounds: int
    repeats: int
    repeats_minimum: int
    repeats_known: int
    repeated: tuple[tuple[int, int, int], ...]
    rematches: tuple[Meeting, ...]
    most_meetings: int
    unmet: int
    clashes: tuple[Meeting, ...]
    clashes_minimum: int
    loose_clashes: tuple[Meeting, ...]
    loose_minimum: int
    loose_weight: int
    wind_spread: int
    wind_spread_minimum: int
    wind_spread_ever: int
    wind_spreads: tuple[int, ...]
    table_revisits: int
    table_revisits_minimum: int
    revisited: tuple[tuple[int, int, int], ...]
    tables_missed: tuple[tuple[int, int], ...]
    rank_spread: int | None
    rank_spread_minimum: int | None
    seated_twice: tuple[tuple[int, int], ...]
    short_tables: tuple[tuple[int, int], ...]

    def as_json(self) -> dict[str, Any]:
        """Return plain data."""
        return asdict(self)

    def numbered(self, rounds: Sequence[int], tables: Sequence[int]) -> dict[str, Any]:
        """Return plain data with the numbers people know the rounds and tables by."""
        data = self.as_json()
        for name in ("rematches", "clashes", "loose_clashes"):
            data[name] = [
                [rounds[number], tables[place], one, other]
                for number, place, one, other in data[name]
            ]
        for name in ("tables_missed", "seated_twice"):
            data[name] = [[rounds[number], player] for number, player in data[name]]
        data["short_tables"] = [[rounds[n], tables[place]] for n, place in self.short_tables]
        data["revisited"] = [[player, tables[place], n] for player, place, n in self.revisited]
        data["repeated"] = [list(row) for row in self.repeated]
        data["wind_spreads"] = list(self.wind_spreads)
        return data


def quality(
    rounds: Seats,
    *,
    history: Seats = (),
    apart: Sequence[Sequence[int]] = (),
    loose: Sequence[tuple[Sequence[int], int]] = (),
    tables: Mapping[int, int] | None = None,
    ranks: Mapping[int, int] | None = None,
) -> Report:
    """
    Measure `rounds`; `history` are the rounds before.

    `apart` are the groups to keep apart, `loose` those to keep apart as far as possible with their
    weights, `tables` the places of players who always sit at one table, `ranks` the standing.
    """
    weights = _weights(loose)
    spreads = _wind_spreads(rounds, history)
    clashes = tuple(_meetings(rounds, _pairs_of(apart)))
    loose_clashes = tuple(_meetings(rounds, weights))
    return Report(
        players=len({player for seating in rounds for player in seated(seating)}),
        rounds=len(rounds),
        **_repeats(rounds, history, _pairs_of(apart) if not clashes else set()),
        clashes=clashes,
        clashes_minimum=sum(fewest_clashes(seating, apart) for seating in rounds),
        loose_clashes=loose_clashes,
        loose_minimum=sum(fewest_clashes(seating, [g for g, _w in loose]) for seating in rounds),
        loose_weight=sum(weights[one, other] for _round, _table, one, other in loose_clashes),
        wind_spread=spreads[-1] if spreads else 0,
        wind_spread_minimum=least_wind_spread(rounds, history),
        wind_spread_ever=max(spreads, default=0),
        wind_spreads=tuple(spreads),
        **_revisits(rounds, history),
        tables_missed=tuple(_missed(rounds, tables or {})),
        rank_spread=None if ranks is None else rank_spread(rounds, ranks),
        rank_spread_minimum=None if ranks is None else least_rank_spread(rounds, ranks),
        seated_twice=tuple(_seated_twice(rounds)),
        short_tables=tuple(
            (number, place)
            for number, seating in enumerate(rounds)
            for place, table in enumerate(seating)
            if len(table) not in (0, WINDS)
        ),
    )


def unmet_pairs(rounds: Seats, history: Seats = ()) -> list[Pair]:
    """Return the pairs of players of `rounds` who met neither there nor before, in order."""
    players = sorted({player for seating in rounds for player in seated(seating)})
    met = {pair for seating in [*history, *rounds] for pair in pairs_at(seating)}
    return [pair for pair in combinations(players, 2) if pair not in met]


def _seated_twice(rounds: Seats) -> Iterator[tuple[int, int]]:
    """The (round, player) of everybody with two seats in one round."""
    for number, seating in enumerate(rounds):
        for player, seats in sorted(Counter(seated(seating)).items()):
            if seats > 1:
                yield number, player


# Repeats


def _repeats(rounds: Seats, history: Seats, forbidden: set[Pair]) -> dict[str, Any]:
    before = Counter(pair for seating in history for pair in pairs_at(seating))
    met = before + Counter(pair for seating in rounds for pair in pairs_at(seating))
    repeated = {pair: met[pair] for pair in met if met[pair] > max(1, before[pair])}
    rematches = tuple(_rematches(rounds, set(before)))
    minimum = fewest_repeats(rounds, history, before, forbidden)
    known = 0 if history or forbidden else known_repeats(rounds)
    return {
        "repeats": len(rematches),
        "repeats_minimum": minimum,
        "repeats_known": max(minimum, known),
        "repeated": tuple(sorted((one, two, count) for (one, two), count in repeated.items())),
        "rematches": rematches,
        "most_meetings": max((met[pair] for pair in met), default=0),
        "unmet": len(unmet_pairs(rounds, history)),
    }


def _rematches(rounds: Seats, met: set[Pair]) -> Iterator[Meeting]:
    for number, seating in enumerate(rounds):
        now = set(pairs_at(seating))
        yield from _meetings((seating,), now & met, number)
        met |= now


# Clashes


def _pairs_of(groups: Sequence[Sequence[int]]) -> set[Pair]:
    return {pair for group in groups for pair in combinations(sorted(group), 2)}


def _weights(loose: Sequence[tuple[Sequence[int], int]]) -> Counter[Pair]:
    weights: Counter[Pair] = Counter()
    for group, weight in loose:
        for pair in combinations(sorted(group), 2):
            weights[pair] += weight
    return weights


def _meetings(rounds: Seats, pairs: Container[Pair], first: int = 0) -> Iterator[Meeting]:
    """The (round, table, player, player) of every meeting of one of `pairs`."""
    for number, seating in enumerate(rounds, first):
        for place, table in enumerate(seating):
            for one, other in combinations(sorted(table), 2):
                if (one, other) in pairs:
                    yield number, place, one, other


# Winds and tables


def _wind_spreads(rounds: Seats, history: Seats) -> list[int]:
    """The largest spread among those seated, after each round of the draw."""
    starts: defaultdict[int, list[int]] = defaultdict(lambda: [0] * WINDS)
    _count_starts(history, starts)
    drawn = {player for seating in rounds for player in seated(seating)}
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


def _revisits(rounds: Seats, history: Seats) -> dict[str, Any]:
    before, visits = _visits(history), _visits([*history, *rounds])
    again = {at: count for at, count in visits.items() if count > max(1, before[at])}
    return {
        "table_revisits": sum(count - max(1, before[at]) for at, count in again.items()),
        "table_revisits_minimum": fewest_revisits(rounds, before),
        "revisited": tuple(sorted((*at, count) for at, count in again.items())),
    }


def _missed(rounds: Seats, tables: Mapping[int, int]) -> Iterator[tuple[int, int]]:
    """The (round, player) of everybody who sits at another table than his own."""
    for number, seating in enumerate(rounds):
        for place, table in enumerate(seating):
            for player in table:
                if tables.get(player, place) != place:
                    yield number, player


def _visits(rounds: Seats) -> Counter[tuple[int, int]]:
    return Counter(
        (player, place)
        for seating in rounds
        for place, table in enumerate(seating)
        for player in table
    )
