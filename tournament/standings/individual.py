"""The individual standing."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from tournament.standings.ladder import (
    DEFAULT_LADDER,
    Cell,
    Ladder,
    Line,
    ranking_key,
    shared_places,
)
from tournament.standings.rows import Adjustment, Entry, SeatResult, Sums, rows_of, sum_up


def _cell(result: SeatResult) -> Cell:
    return Cell(result.round, result.table, result.score, result.table_points, result.counts)


def _line(entry: Entry, results: Sequence[SeatResult], adjustments: Sequence[Adjustment]) -> Line:
    """The line of one entry, not ranked yet."""
    adjusted = sum_up(adjustments)
    carried = Sums(entry.carried_points, entry.carried_score)
    total = sum_up(result for result in results if result.counts) + carried + adjusted
    cells = sorted(map(_cell, results), key=lambda cell: (cell.round, cell.table))
    return Line(
        rank=None,
        shared=False,
        entry=entry,
        table_points=total.points,
        score=total.score,
        adjusted_points=adjusted.points,
        adjusted_score=adjusted.score,
        cells=tuple(cells),
    )


def _standing(line: Line) -> tuple[bool, bool]:
    """Where a line belongs before any figure is asked: the disqualified last, who never came above."""
    return not line.entry.disqualified, _took_part(line)


def _took_part(line: Line) -> bool:
    """Whether the player has a game that counts, brought something along, or is still expected."""
    entry = line.entry
    brought = bool(entry.carried_points or entry.carried_score)
    return bool(line.counted) or brought or not entry.withdrawn


def _ranked(lines: Sequence[Line], ladder: Ladder) -> tuple[Line, ...]:
    """Lines that stand best first, with their ranks."""
    places = shared_places(
        [(line.entry.ranked and all(_standing(line)), ranking_key(line, ladder)) for line in lines]
    )
    return tuple(
        replace(line, rank=rank, shared=shared)
        for line, (rank, shared) in zip(lines, places, strict=True)
    )


def standings(
    entries: Collection[Entry],
    results: Iterable[SeatResult],
    adjustments: Iterable[Adjustment] = (),
    *,
    ladder: Ladder = DEFAULT_LADDER,
) -> tuple[Line, ...]:
    """
    Every entry's line, best first by table points and then by `ladder`.

    Lines equal in all of it share a rank (1, 1, 3) and stand in the order of their entry numbers.
    Fillers stand where their points put them, with rank None; who left before any game counted
    comes last and has none either, and behind them who is disqualified. Raise `ValueError` for a row
    that credits a player who has no entry.
    """
    results_of: dict[int, list[SeatResult]] = {entry.player: [] for entry in entries}
    adjustments_of: dict[int, list[Adjustment]] = {entry.player: [] for entry in entries}
    for result in results:
        if result.player is not None:
            rows_of(results_of, result.player).append(result)
    for adjustment in adjustments:
        if adjustment.player is not None and not adjustment.cancelled:
            rows_of(adjustments_of, adjustment.player).append(adjustment)

    by_number = sorted(entries, key=lambda entry: (entry.number, entry.player))
    lines = [_line(e, results_of[e.player], adjustments_of[e.player]) for e in by_number]
    # A reversed sort keeps equal lines in the order of their numbers.
    best_first = sorted(
        lines, key=lambda line: (_standing(line), ranking_key(line, ladder)), reverse=True
    )
    return _ranked(best_first, ladder)
