"""The team standing."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from tournament.standings.ladder import shared_places
from tournament.standings.rows import (
    Adjustment,
    Entry,
    SeatResult,
    Sums,
    TeamEntry,
    rows_of,
    sum_up,
)


@dataclass(frozen=True, slots=True)
class TeamMember:
    """
    What one member brought to the team; `counted` is false beyond the best k or without a game.

    `player` is None for results credited to the team in no member's place.
    """

    player: int | None
    table_points: Fraction
    score: int
    counted: bool


@dataclass(frozen=True, slots=True)
class TeamRound:
    """The sum of all members' games in one round."""

    round: int
    table_points: Fraction
    score: int


@dataclass(frozen=True, slots=True)
class TeamLine:
    """
    A team's line: the counted members plus `adjusted_points` and `adjusted_score` of the team.

    `members` stand best first; `rounds` holds what was played, whoever counts in the end.
    """

    rank: int | None
    shared: bool
    entry: TeamEntry
    table_points: Fraction
    score: int
    adjusted_points: Fraction
    adjusted_score: int
    members: tuple[TeamMember, ...]
    rounds: tuple[TeamRound, ...]


@dataclass(frozen=True, slots=True)
class _TeamRows:
    """The rows credited to one team; `roster` by entry number."""

    roster: tuple[Entry, ...]
    results: tuple[SeatResult, ...]
    adjustments: tuple[Adjustment, ...]


def _contributions(rows: _TeamRows) -> dict[int | None, Sums]:
    """What each member brought: carried points, counted games, own adjustments."""
    sums: defaultdict[int | None, Sums] = defaultdict(Sums)
    for entry in rows.roster:
        if entry.carried_points or entry.carried_score:
            sums[entry.player] += Sums(entry.carried_points, entry.carried_score)
    for result in rows.results:
        member = result.player if result.member is None else result.member
        sums[member] += Sums(result.table_points, result.score)
    for adjustment in rows.adjustments:
        if adjustment.player is not None:
            sums[adjustment.player] += Sums(adjustment.table_points, adjustment.score)
    return sums


def _members(rows: _TeamRows, best_k: int | None) -> tuple[TeamMember, ...]:
    """
    The members best first, the first `best_k` of those with a contribution counted.

    A reserve who never played is listed but not counted: his 0 would beat a colleague's loss.
    """
    sums = _contributions(rows)
    order = {entry.player: index for index, entry in enumerate(rows.roster)}

    def best_first(player: int | None) -> tuple[Fraction, int, int]:
        place = len(order) if player is None else order.get(player, len(order))
        return -sums[player].points, -sums[player].score, place

    active = sorted(sums, key=best_first)
    idle = [player for player in order if player not in sums]
    return tuple(
        TeamMember(player, sums[player].points, sums[player].score, counted=index < counted)
        for counted in (len(active) if best_k is None else best_k,)
        for index, player in enumerate(active)
    ) + tuple(TeamMember(player, Fraction(0), 0, counted=False) for player in idle)


def _rounds(results: Iterable[SeatResult]) -> tuple[TeamRound, ...]:
    by_round: defaultdict[int, list[SeatResult]] = defaultdict(list)
    for result in results:
        by_round[result.round].append(result)
    sums = {number: sum_up(rows) for number, rows in sorted(by_round.items())}
    return tuple(TeamRound(number, total.points, total.score) for number, total in sums.items())


def _team_line(entry: TeamEntry, rows: _TeamRows, best_k: int | None) -> TeamLine:
    """The line of one team, not ranked yet."""
    members = _members(rows, best_k)
    adjusted = sum_up(row for row in rows.adjustments if row.player is None)
    brought = [Sums(m.table_points, m.score) for m in members if m.counted]
    total = sum(brought, adjusted)
    return TeamLine(
        rank=None,
        shared=False,
        entry=entry,
        table_points=total.points,
        score=total.score,
        adjusted_points=adjusted.points,
        adjusted_score=adjusted.score,
        members=members,
        rounds=_rounds(rows.results),
    )


def team_standings(
    teams: Collection[TeamEntry],
    entries: Iterable[Entry],
    results: Iterable[SeatResult],
    adjustments: Iterable[Adjustment] = (),
    *,
    best_k: int | None = None,
) -> tuple[TeamLine, ...]:
    """
    Every team's line, best first by the members' table points, then by their scores.

    With `best_k` only the k best members count, by what they brought over all rounds. Teams equal
    in both share a rank and stand in the order of their numbers. `entries` name the members and
    what they carry. Raise `ValueError` for a row that credits an unknown team.
    """
    roster: dict[int, list[Entry]] = {team.team: [] for team in teams}
    results_of: dict[int, list[SeatResult]] = {team.team: [] for team in teams}
    adjustments_of: dict[int, list[Adjustment]] = {team.team: [] for team in teams}
    for entry in sorted(entries, key=lambda entry: (entry.number, entry.player)):
        if entry.team is not None:
            rows_of(roster, entry.team).append(entry)
    for result in results:
        if result.team is not None and result.counts:
            rows_of(results_of, result.team).append(result)
    for adjustment in adjustments:
        if adjustment.team is not None and not adjustment.cancelled:
            rows_of(adjustments_of, adjustment.team).append(adjustment)

    lines = [
        _team_line(
            team,
            _TeamRows(
                tuple(roster[team.team]),
                tuple(results_of[team.team]),
                tuple(adjustments_of[team.team]),
            ),
            best_k,
        )
        for team in sorted(teams, key=lambda team: (team.number, team.team))
    ]
    return _ranked_teams(sorted(lines, key=_team_key, reverse=True))


def _team_key(line: TeamLine) -> tuple[Fraction, int]:
    return line.table_points, line.score


def _ranked_teams(lines: Sequence[TeamLine]) -> tuple[TeamLine, ...]:
    places = shared_places([(line.entry.ranked, _team_key(line)) for line in lines])
    return tuple(
        replace(line, rank=rank, shared=shared)
        for line, (rank, shared) in zip(lines, places, strict=True)
    )
