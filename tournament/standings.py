"""
From the scores of games to table points, ranks and team ranks, in exact arithmetic.

The one source of these numbers: pages, the big screen, workbooks, the API and the commands all
show what these functions return. Plain rows go in and plain rows come out; players and teams are
opaque integers with an entry number for their order. Table points are fractions, because a tie of
three shares 7 points and must still add up to 7.

Source: R98 and MIL25 (MIL's supplement of December 2025) on 标准分 and 名次.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from itertools import groupby
from typing import Final, TypeVar

SEATS: Final = 4
TWELFTHS: Final = 12

VECTOR: Final = (4, 2, 1, 0)
NO_PLAY_POINTS: Final = Fraction(3)
"""What each player present gets at a table where nobody can play."""

FEWEST_TO_PLAY: Final = 3


# --- one game -------------------------------------------------------------------------------


def to_twelfths(points: Fraction) -> int:
    """Table points as whole twelfths, the way they are stored; raise `ValueError` if they are not."""
    twelfths = points * TWELFTHS
    if twelfths.denominator != 1:
        raise ValueError(f"not a whole number of twelfths: {points!r}")
    return twelfths.numerator


def from_twelfths(twelfths: int) -> Fraction:
    """Table points from the stored whole twelfths."""
    return Fraction(twelfths, TWELFTHS)


def game_scores(
    hands: Iterable[Sequence[int]],
    penalties: Iterable[Sequence[int]] = (),
    *,
    starting_score: int = 0,
) -> tuple[int, int, int, int]:
    """
    The final score of each seat: starting score, hand points and penalty shares added up.

    Every row has four signed amounts in one seat order; a fine's row has a negative sum. Cancelled
    penalties and superseded hands must not be among the rows.
    """
    totals = [starting_score] * SEATS
    for row in (*hands, *penalties):
        totals = [total + amount for total, amount in zip(totals, row, strict=True)]
    east, south, west, north = totals
    return east, south, west, north


@dataclass(frozen=True, slots=True)
class SumCheck:
    """What the four scores of a game should add up to, and what they do."""

    expected: int
    actual: int

    @property
    def difference(self) -> int:
        """Points too many (positive) or missing (negative); 0 when the sum is explained."""
        return self.actual - self.expected

    @property
    def ok(self) -> bool:
        """Whether the sum is explained."""
        return self.difference == 0


def check_sum(scores: Sequence[int], fines: int, starting_score: int) -> SumCheck:
    """
    Compare the sum of four final scores with 4 × `starting_score` − `fines`.

    `fines` is the total taken at this table and given to nobody, as a positive number, that of an
    absent seat included. Compensations do not belong to it: they stay at the table.
    """
    if fines < 0:
        raise ValueError(f"fines are a positive total, not {fines!r}")
    return SumCheck(SEATS * starting_score - fines, sum(scores))


def shared_points(
    scores: Mapping[int, int], vector: Sequence[int | Fraction]
) -> dict[int, Fraction]:
    """The points of `vector` by score, best first; equal scores share the mean of their places."""
    placed = sorted(scores, key=lambda seat: scores[seat], reverse=True)
    points: dict[int, Fraction] = {}
    for _, group in groupby(placed, key=lambda seat: scores[seat]):
        tied = tuple(group)
        places = vector[len(points) : len(points) + len(tied)]
        mean = Fraction(sum(places)) / len(tied)
        points |= dict.fromkeys(tied, mean)
    return points


def table_points(
    scores: Sequence[int],
    *,
    vector: Sequence[int | Fraction] = VECTOR,
    absent: Collection[int] = (),
) -> tuple[Fraction, ...]:
    """
    The table points (标准分) of the four seats, in the order of `scores`.

    `scores` are the final game scores, penalties included. `absent` holds the indexes 0-3 of the
    seats without a player or with a forfeited game: they get 0 whatever their score, and those
    present share the first places. With one or two present there is no play and each gets 3.

    Source: MIL25 on absent players; a tie among three present is not written down there, the mean
    of the places is the natural reading.
    """
    if len(scores) != SEATS or len(vector) != SEATS:
        raise ValueError(f"a table has four scores and four places: {scores!r}, {vector!r}")
    if not set(absent) <= set(range(SEATS)):
        raise ValueError(f"absent seats are 0-3: {absent!r}")
    present = {seat: score for seat, score in enumerate(scores) if seat not in absent}
    if len(present) < FEWEST_TO_PLAY:
        points = dict.fromkeys(present, NO_PLAY_POINTS)
    else:
        points = shared_points(present, vector)
    return tuple(points.get(seat, Fraction(0)) for seat in range(SEATS))


# --- rows in --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Entry:
    """
    A player's entry in the event or stage, and what he brings along.

    A filler (陪打, `ranked` false) is listed without a rank. A withdrawn player keeps his line, his
    rank and a mark; nothing is divided by the games played. `carried_points` and `carried_score`
    come from an earlier stage. The lowest `lot` wins a tie settled by lot.
    """

    player: int
    number: int
    team: int | None = None
    ranked: bool = True
    withdrawn: bool = False
    carried_points: Fraction = Fraction(0)
    carried_score: int = 0
    lot: int | None = None


@dataclass(frozen=True, slots=True)
class TeamEntry:
    """A team in the team standing; `number` orders teams that are level."""

    team: int
    number: int
    ranked: bool = True
    withdrawn: bool = False


@dataclass(frozen=True, slots=True)
class SeatResult:
    """
    One seat of one game and whom it is credited to.

    `player` is credited in the individual standing, `team` in the team standing; either may be
    None. `member` says in whose place an uncredited result was played, so that "best k of a team"
    counts it with that member; None means `player`. `score` is the final game score with its
    penalties; give it without the starting score, otherwise a missed game would cost 500. A result
    that does not count (game open, held back, cancelled) is shown in its cell and summed nowhere.
    """

    round: int
    table: int
    player: int | None
    team: int | None
    score: int
    table_points: Fraction
    counts: bool = True
    member: int | None = None


@dataclass(frozen=True, slots=True)
class Adjustment:
    """
    A signed change outside every game: a penalty in table points is negative.

    With `player` alone it touches the individual standing, with `team` alone the team's total,
    with both it goes to the player's line and to his share of the team. Penalties inside a game
    belong in that game's score, not here. A cancelled one changes nothing.
    """

    player: int | None
    team: int | None
    table_points: Fraction = Fraction(0)
    score: int = 0
    cancelled: bool = False


class SubstituteCredit(StrEnum):
    """Who is credited in the individual standing when an outside substitute plays a seat."""

    SEAT = "seat"
    NOBODY = "nobody"


def credited_player(entry: int, *, outside: bool, rule: SubstituteCredit) -> int | None:
    """
    The player credited for a seat of `entry`: the entry itself, or nobody.

    `outside` tells that the one who played is not on the roster. The team is credited either way.
    """
    return None if outside and rule is SubstituteCredit.NOBODY else entry


# --- the ladder of tie-breaks ---------------------------------------------------------------


class Tiebreak(StrEnum):
    """What separates players level on table points; the higher value wins, the lot excepted."""

    SCORE = "score"
    """Total score (比赛分)."""

    BEST_GAME = "best_game"
    """Best score of a single game."""

    BEST_TABLE_POINTS = "best_table_points"
    """Best table points of a single game."""

    MORE_FIRSTS = "more_firsts"
    """More games with the highest table points, then with the next lower ones, and so on."""

    LOT = "lot"
    """The lower lot number; without lots the place stays shared."""


Ladder = tuple[Tiebreak, ...]
Row = TypeVar("Row")

LADDERS: Final[dict[str, Ladder]] = {
    # No third key is written in MIL25: level in both is a shared place.
    "default": (Tiebreak.SCORE,),
    "r98": (Tiebreak.SCORE, Tiebreak.BEST_TABLE_POINTS, Tiebreak.MORE_FIRSTS),
    "full": (Tiebreak.SCORE, Tiebreak.BEST_GAME, Tiebreak.MORE_FIRSTS),
    "lot": (Tiebreak.SCORE, Tiebreak.BEST_GAME, Tiebreak.MORE_FIRSTS, Tiebreak.LOT),
}
DEFAULT_LADDER: Final = LADDERS["default"]

# A key without values loses against any other.
Key = tuple[Fraction | int, ...]


@dataclass(frozen=True, slots=True)
class Cell:
    """One game in a player's line."""

    round: int
    table: int
    score: int
    table_points: Fraction
    counts: bool


@dataclass(frozen=True, slots=True)
class Line:
    """
    A player's line: totals, and everything they are made of.

    `table_points` = the counted cells + `carried_points` of the entry + `adjusted_points`, and
    `score` likewise. `rank` is None for a filler; `shared` tells that the rank has several holders.
    """

    rank: int | None
    shared: bool
    entry: Entry
    table_points: Fraction
    score: int
    adjusted_points: Fraction
    adjusted_score: int
    cells: tuple[Cell, ...]

    @property
    def counted(self) -> tuple[Cell, ...]:
        """The cells that are summed."""
        return tuple(cell for cell in self.cells if cell.counts)

    def in_round(self, number: int) -> Cell | None:
        """The cell of round `number`, None when the player sat out."""
        return next((cell for cell in self.cells if cell.round == number), None)


def _lot_key(line: Line) -> Key:
    return () if line.entry.lot is None else (-line.entry.lot,)


def _high_points_key(line: Line) -> Key:
    """
    The positive table points of the games, best first.

    Compared from the left this is the count of the highest value, then of the next one; zeros are
    left out because a game more without points is no advantage.
    """
    return tuple(sorted((c.table_points for c in line.counted if c.table_points > 0), reverse=True))


RUNGS: Final[dict[Tiebreak, Callable[[Line], Key]]] = {
    Tiebreak.SCORE: lambda line: (line.score,),
    Tiebreak.BEST_GAME: lambda line: tuple(sorted(c.score for c in line.counted)[-1:]),
    Tiebreak.BEST_TABLE_POINTS: lambda line: tuple(
        sorted(c.table_points for c in line.counted)[-1:]
    ),
    Tiebreak.MORE_FIRSTS: _high_points_key,
    Tiebreak.LOT: _lot_key,
}


def ranking_key(line: Line, ladder: Ladder) -> tuple[Key, ...]:
    """What a line is ranked by, higher is better: table points, then the rungs of the ladder."""
    return ((line.table_points,), *(RUNGS[rung](line) for rung in ladder))


def shared_ranks(keys: Sequence[object]) -> tuple[int, ...]:
    """The places 1, 1, 3 of keys that already stand best first: equal keys share a place."""
    ranks: list[int] = []
    for index, key in enumerate(keys):
        ranks.append(ranks[-1] if index and key == keys[index - 1] else index + 1)
    return tuple(ranks)


def _places(lines: Sequence[tuple[bool, object]]) -> tuple[tuple[int | None, bool], ...]:
    """
    Rank and whether it is shared, for (ranked, key) of lines that stand best first.

    Fillers are passed over: they get None and take no place from those behind them.
    """
    ranks = shared_ranks([key for ranked, key in lines if ranked])
    holders = Counter(ranks)
    rest = iter(ranks)
    places: list[tuple[int | None, bool]] = []
    for ranked, _ in lines:
        rank = next(rest) if ranked else None
        places.append((rank, rank is not None and holders[rank] > 1))
    return tuple(places)


# --- individual standing --------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Sums:
    """Table points and score added up."""

    points: Fraction = Fraction(0)
    score: int = 0

    def __add__(self, other: "_Sums") -> "_Sums":
        return _Sums(self.points + other.points, self.score + other.score)


def _sum(rows: Iterable[SeatResult | Adjustment]) -> _Sums:
    amounts = [(row.table_points, row.score) for row in rows]
    points = sum((points for points, _ in amounts), Fraction(0))
    return _Sums(points, sum(score for _, score in amounts))


def _cell(result: SeatResult) -> Cell:
    return Cell(result.round, result.table, result.score, result.table_points, result.counts)


def _line(entry: Entry, results: Sequence[SeatResult], adjustments: Sequence[Adjustment]) -> Line:
    """The line of one entry, not ranked yet."""
    adjusted = _sum(adjustments)
    carried = _Sums(entry.carried_points, entry.carried_score)
    total = _sum(result for result in results if result.counts) + carried + adjusted
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


def _ranked(lines: Sequence[Line], ladder: Ladder) -> tuple[Line, ...]:
    """Lines that stand best first, with their ranks."""
    places = _places([(line.entry.ranked, ranking_key(line, ladder)) for line in lines])
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
    Fillers stand where their points put them, with rank None. Raise `ValueError` for a row that
    credits a player who has no entry.
    """
    results_of: dict[int, list[SeatResult]] = {entry.player: [] for entry in entries}
    adjustments_of: dict[int, list[Adjustment]] = {entry.player: [] for entry in entries}
    for result in results:
        if result.player is not None:
            _rows_of(results_of, result.player).append(result)
    for adjustment in adjustments:
        if adjustment.player is not None and not adjustment.cancelled:
            _rows_of(adjustments_of, adjustment.player).append(adjustment)

    by_number = sorted(entries, key=lambda entry: (entry.number, entry.player))
    lines = [_line(e, results_of[e.player], adjustments_of[e.player]) for e in by_number]
    # A reversed sort keeps equal lines in the order of their numbers.
    best_first = sorted(lines, key=lambda line: ranking_key(line, ladder), reverse=True)
    return _ranked(best_first, ladder)


def _rows_of(rows: Mapping[int, list[Row]], key: int) -> list[Row]:
    try:
        return rows[key]
    except KeyError:
        raise ValueError(f"no entry for {key!r}") from None


# --- team standing --------------------------------------------------------------------------


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


def _contributions(rows: _TeamRows) -> dict[int | None, _Sums]:
    """What each member brought: carried points, counted games, own adjustments."""
    sums: defaultdict[int | None, _Sums] = defaultdict(_Sums)
    for entry in rows.roster:
        if entry.carried_points or entry.carried_score:
            sums[entry.player] += _Sums(entry.carried_points, entry.carried_score)
    for result in rows.results:
        member = result.player if result.member is None else result.member
        sums[member] += _Sums(result.table_points, result.score)
    for adjustment in rows.adjustments:
        if adjustment.player is not None:
            sums[adjustment.player] += _Sums(adjustment.table_points, adjustment.score)
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
    sums = {number: _sum(rows) for number, rows in sorted(by_round.items())}
    return tuple(TeamRound(number, total.points, total.score) for number, total in sums.items())


def _team_line(entry: TeamEntry, rows: _TeamRows, best_k: int | None) -> TeamLine:
    """The line of one team, not ranked yet."""
    members = _members(rows, best_k)
    adjusted = _sum(row for row in rows.adjustments if row.player is None)
    brought = [_Sums(m.table_points, m.score) for m in members if m.counted]
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
            _rows_of(roster, entry.team).append(entry)
    for result in results:
        if result.team is not None and result.counts:
            _rows_of(results_of, result.team).append(result)
    for adjustment in adjustments:
        if adjustment.team is not None and not adjustment.cancelled:
            _rows_of(adjustments_of, adjustment.team).append(adjustment)

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
    places = _places([(line.entry.ranked, _team_key(line)) for line in lines])
    return tuple(
        replace(line, rank=rank, shared=shared)
        for line, (rank, shared) in zip(lines, places, strict=True)
    )
