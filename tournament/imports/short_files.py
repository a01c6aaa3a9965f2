"""
Reads an event in its short form: players, tables and hands, as ids and numbers.

`read_short_event` gives checked values or raises `EventFilesRefused` with every problem; first
what each line says, then, when all lines can be read, how they fit together.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from pathlib import Path

from scoring.entry import HandEntry, Outcome
from scoring.rules import MINIMUM_POINTS
from tournament.event_format import (
    CHICKEN_HAND,
    CHICKEN_POINTS,
    EXPECTED_COLUMNS,
    EXPECTED_FILE,
    EXPECTED_TEAM_COLUMNS,
    EXPECTED_TEAMS_FILE,
    HAND_COLUMNS,
    HANDS_FILE,
    PLAYER_COLUMNS,
    PLAYERS_FILE,
    TABLE_COLUMNS,
    TABLES_FILE,
    Amounts,
    chicken_flowers,
    seat_columns,
)
from tournament.imports.csv_files import (
    LARGEST,
    LARGEST_SMALL,
    Cells,
    Findings,
    Line,
    read_lines,
    shown,
)
from tournament.winds import HANDS_PER_GAME

# An amount no game can reach; sums of them stay within every database's integers.
LARGEST_SCORE = 1_000_000

OptionalScores = tuple[int | None, int | None, int | None, int | None]


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """A line of players.csv."""

    place: str
    number: int
    team: int | None


@dataclass(frozen=True, slots=True)
class TableLine:
    """A line of tables.csv: one game; tuples run A to D."""

    place: str
    round: int
    table: int
    players: tuple[int, int, int, int]
    scores: OptionalScores
    table_points: tuple[Fraction | None, ...]
    completed: bool
    totals_only: bool

    @property
    def key(self) -> tuple[int, int]:
        """Round and table."""
        return self.round, self.table


@dataclass(frozen=True, slots=True)
class HandLine:
    """A line of hands.csv, the players still as entry numbers."""

    place: str
    round: int
    table: int
    hand: int
    winner: int | None
    discarder: int | None
    fan: int
    chicken_hand: bool
    penalties: Amounts

    @property
    def key(self) -> tuple[int, int]:
        """Round and table."""
        return self.round, self.table

    def entry(self, seats: Sequence[int]) -> HandEntry:
        """The hand as a referee would have entered it at a table of these players."""
        if self.winner is None:
            return HandEntry(Outcome.DRAW)
        return HandEntry(
            Outcome.SELF_DRAW if self.discarder is None else Outcome.DISCARD,
            winner=seats.index(self.winner),
            discarder=None if self.discarder is None else seats.index(self.discarder),
            fan_points=self.fan,
            fans={CHICKEN_HAND: 1} if self.chicken_hand else {},
            flowers=chicken_flowers(self.fan) if self.chicken_hand else 0,
        )


@dataclass(frozen=True, slots=True)
class ExpectedLine:
    """A line of a standing: rank, entry or team number, table points, score."""

    rank: int
    number: int
    table_points: Fraction
    score: int


@dataclass(frozen=True)
class ShortEvent:
    """Everything the short files say; a standing is None where its file is missing."""

    players: tuple[PlayerLine, ...]
    tables: tuple[TableLine, ...]
    hands: tuple[HandLine, ...]
    standings: tuple[ExpectedLine, ...] | None
    team_standings: tuple[ExpectedLine, ...] | None

    @cached_property
    def games(self) -> Mapping[tuple[int, int], TableLine]:
        """The games by round and table."""
        return {line.key: line for line in self.tables}

    @cached_property
    def hands_of(self) -> Mapping[tuple[int, int], Sequence[HandLine]]:
        """The hands of each game, in the order of their numbers."""
        hands: dict[tuple[int, int], list[HandLine]] = {key: [] for key in self.games}
        for hand in sorted(self.hands, key=lambda hand: hand.hand):
            hands[hand.key].append(hand)
        return hands


def read_short_event(directory: Path) -> ShortEvent:
    """Read and check the files of `directory`; raise `EventFilesRefused`."""
    findings = Findings()
    event = ShortEvent(
        players=_read_players(directory, findings),
        tables=_read_tables(directory, findings),
        hands=_read_hands(directory, findings),
        standings=_read_standings(directory / EXPECTED_FILE, EXPECTED_COLUMNS, findings),
        team_standings=_read_standings(
            directory / EXPECTED_TEAMS_FILE, EXPECTED_TEAM_COLUMNS, findings
        ),
    )
    findings.stop_at_problems()
    _check_players(event, findings)
    _check_tables(event, findings)
    _check_hands(event, findings)
    if not (directory / HANDS_FILE).exists() and not all(g.totals_only for g in event.tables):
        findings.problems.append(
            f"{HANDS_FILE}: the file is missing, but not all games are totals."
        )
    findings.stop_at_problems()
    return event


# --- what each line says --------------------------------------------------------------------


def _read_players(directory: Path, findings: Findings) -> tuple[PlayerLine, ...]:
    players = []
    for line in read_lines(directory / PLAYERS_FILE, PLAYER_COLUMNS, findings):
        cells = Cells(line, findings)
        number = cells.whole("player_id", 1, LARGEST)
        team = cells.optional_whole("team_id", 1, LARGEST)
        if cells.good:
            players.append(PlayerLine(line.place, number, team))
    return tuple(players)


def _read_tables(directory: Path, findings: Findings) -> tuple[TableLine, ...]:
    lines = read_lines(directory / TABLES_FILE, TABLE_COLUMNS, findings)
    tables = (_read_table(Cells(line, findings)) for line in lines)
    return tuple(table for table in tables if table)


def _read_table(cells: Cells) -> TableLine | None:
    round_number = cells.whole("round", 1, LARGEST_SMALL)
    table = cells.whole("table", 1, LARGEST_SMALL)
    east, south, west, north = (cells.whole(c, 1, LARGEST) for c in seat_columns("id"))
    scores = cells.four_wholes(seat_columns("score"), -LARGEST_SCORE, LARGEST_SCORE)
    points = tuple(cells.optional_points(column) for column in seat_columns("tp"))
    completed = cells.flag("completed")
    totals_only = cells.flag("totals_only")
    if cells.good and totals_only and None in scores:
        cells.refuse("a game with totals only needs the four scores.")
    if not cells.good:
        return None
    return TableLine(
        cells.line.place,
        round_number,
        table,
        (east, south, west, north),
        scores,
        points,
        completed,
        totals_only,
    )


def _read_hands(directory: Path, findings: Findings) -> tuple[HandLine, ...]:
    path = directory / HANDS_FILE
    if not path.exists():
        return ()
    hands = (_read_hand(line, findings) for line in read_lines(path, HAND_COLUMNS, findings))
    return tuple(hand for hand in hands if hand)


def _read_hand(line: Line, findings: Findings) -> HandLine | None:
    cells = Cells(line, findings)
    penalties = cells.four_wholes(seat_columns("penalty"), -LARGEST_SCORE, LARGEST_SCORE)
    east, south, west, north = (amount or 0 for amount in penalties)
    hand = HandLine(
        line.place,
        round=cells.whole("round", 1, LARGEST_SMALL),
        table=cells.whole("table", 1, LARGEST_SMALL),
        hand=cells.whole("hand", 1, HANDS_PER_GAME),
        winner=cells.optional_whole("winner_id", 1, LARGEST),
        discarder=cells.optional_whole("discarder_id", 1, LARGEST),
        fan=cells.optional_whole("fan", 0, LARGEST_SCORE) or 0,
        chicken_hand=cells.flag("chicken_hand"),
        penalties=(east, south, west, north),
    )
    if cells.good:
        _check_result(hand, cells)
    return hand if cells.good else None


def _check_result(hand: HandLine, cells: Cells) -> None:
    if hand.winner is None:
        if hand.discarder is not None:
            cells.refuse("a discarder, but no winner.")
        if hand.fan or hand.chicken_hand:
            cells.refuse("points, but no winner. A drawn hand has fan 0.")
        return
    if hand.fan < MINIMUM_POINTS:
        cells.refuse(f"fan is {hand.fan}; a win has at least {MINIMUM_POINTS}.")
    elif hand.chicken_hand and chicken_flowers(hand.fan) != hand.fan - CHICKEN_POINTS:
        cells.refuse(f"a chicken hand is worth {CHICKEN_POINTS} and its flowers, not {hand.fan}.")
    if hand.winner == hand.discarder:
        cells.refuse(f"winner and discarder are both {hand.winner}.")


def _read_standings(
    path: Path, columns: Sequence[str], findings: Findings
) -> tuple[ExpectedLine, ...] | None:
    if not path.exists():
        return None
    expected = []
    for line in read_lines(path, columns, findings):
        cells = Cells(line, findings)
        rank = cells.whole("rank", 1, LARGEST)
        number = cells.whole(columns[1], 1, LARGEST)
        points = cells.optional_points("table_points")
        score = cells.whole("score")
        if points is None and cells.good:
            cells.refuse("table_points is blank.")
        if cells.good and points is not None:
            expected.append(ExpectedLine(rank, number, points, score))
    return tuple(expected)


# --- how the lines fit together -------------------------------------------------------------


def _check_players(event: ShortEvent, findings: Findings) -> None:
    if not event.players:
        findings.problems.append(f"{PLAYERS_FILE}: no players.")
    seen: dict[object, str] = {}
    for player in event.players:
        _once(player.number, f"player {player.number}", player.place, seen, findings)


def _once(key: object, what: str, place: str, seen: dict[object, str], findings: Findings) -> None:
    """Note a problem when `key` came before."""
    if key in seen:
        findings.problems.append(f"{place}: {what} is there already ({seen[key]}).")
    seen.setdefault(key, place)


def _check_tables(event: ShortEvent, findings: Findings) -> None:
    known = {player.number for player in event.players}
    seen: dict[object, str] = {}
    for game in event.tables:
        what = f"round {game.round}, table {game.table}"
        _once(game.key, what, game.place, seen, findings)
        for player in game.players:
            if player not in known:
                findings.problems.append(f"{game.place}: player {player} is not in {PLAYERS_FILE}.")
            what = f"player {player} of round {game.round}"
            _once((game.round, "player", player), what, game.place, seen, findings)


def _check_hands(event: ShortEvent, findings: Findings) -> None:
    seen: dict[object, str] = {}
    for hand in event.hands:
        what = f"hand {hand.hand} of round {hand.round}, table {hand.table}"
        _once((*hand.key, hand.hand), what, hand.place, seen, findings)
        findings.problems += _misfits(hand, event.games.get(hand.key))


def _misfits(hand: HandLine, game: TableLine | None) -> Iterable[str]:
    """Why a hand cannot have been played in its game."""
    if game is None:
        yield f"{hand.place}: round {hand.round}, table {hand.table} is not in {TABLES_FILE}."
        return
    if game.totals_only:
        yield f"{hand.place}: this game has totals only ({game.place}); it takes no hands."
    for role, player in (("winner", hand.winner), ("discarder", hand.discarder)):
        if player is not None and player not in game.players:
            yield f"{hand.place}: the {role} {shown(str(player))} does not sit at this table."
