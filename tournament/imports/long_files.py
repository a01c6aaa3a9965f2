"""
Reads an event in its long form; `read_backup` gives rows to restore or raises `EventFilesRefused`.

Scores, table points and the penalties beside hands are there for readers and are not read: they
are computed again, and the command that imports compares.
"""

import json
from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from django.contrib.auth.models import User
from django.db import models

from scoring.rules import ANY_FAN_BY_KEY, profile_from_data
from scoring.rules.penalties import offence_from_data
from tournament.event_fields import text_of
from tournament.event_format import (
    EVENT_FILE,
    HANDS_FILE,
    PENALTIES_FILE,
    PLAYERS_FILE,
    ROUNDS_FILE,
    SEATS,
    TABLES_FILE,
    seat_columns,
)
from tournament.imports.csv_files import (
    LARGEST,
    LARGEST_SMALL,
    Cells,
    Findings,
    Line,
    read_lines,
    read_text,
)
from tournament.long_format import (
    APPEAL_FIELDS,
    CLOCK_FIELDS,
    DRAW_FIELDS,
    EVENT_FIELDS,
    FORMAT,
    GAME_FIELDS,
    HALL_FIELDS,
    HAND_FIELDS,
    KEPT_APART_FIELDS,
    LONG_HAND_COLUMNS,
    LONG_PENALTY_COLUMNS,
    LONG_PLAYER_COLUMNS,
    LONG_ROUND_COLUMNS,
    LONG_TABLE_COLUMNS,
    OFFICIAL_FIELDS,
    PENALTY_FIELDS,
    PLAYER_FIELDS,
    REVISION_FIELDS,
    ROUND_FIELDS,
    SEAT_FIELDS,
    SIGNATURE_FIELDS,
    STAGE_ENTRY_FIELDS,
    STAGE_FIELDS,
    TEAM_FIELDS,
    names,
)
from tournament.models import (
    Appeal,
    ClockEvent,
    Draw,
    Game,
    Hand,
    HandScore,
    KeptApart,
    Official,
    Penalty,
    PenaltyShare,
    Player,
    ProfileRevision,
    Round,
    Seat,
    Signature,
    Stage,
    StageEntry,
    Start,
    Table,
    Team,
)
from tournament.services.restore_event import Backup, Reference, Row
from tournament.standings import Tiebreak

EVENT_PARTS = (
    "format",
    "event",
    "profile_revisions",
    "stages",
    "teams",
    "tables",
    "kept_apart",
    "stage_entries",
    "officials",
    "draws",
    "clock_events",
    "signatures",
    "appeals",
)

GameKey = tuple[int, int, int]
Refs = Mapping[str, Reference | None]


def read_backup(directory: Path) -> Backup:
    """Read the six files of `directory`; raise `EventFilesRefused` with every problem."""
    reader = _Reader(directory)
    event = reader.read_event()
    reader.read_players()
    reader.read_rounds()
    reader.read_tables()
    reader.read_hands()
    reader.read_penalties()
    reader.findings.stop_at_problems()
    return Backup(event=event, rows=reader.rows)


class _Reader:
    """Gathers the rows of all files."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.findings = Findings()
        self.rows: dict[type[models.Model], list[Row]] = defaultdict(list)
        self.players_at: dict[GameKey, list[int | None]] = {}

    def add(
        self,
        model: type[models.Model],
        cells: Cells,
        key: Hashable,
        values: Mapping[str, Any],
        refs: Refs,
        **many: Sequence[Reference],
    ) -> None:
        """Keep a row when nothing in its line was refused."""
        if cells.good:
            given = {name: ref for name, ref in refs.items() if ref is not None}
            self.rows[model].append(Row(cells.line.place, key, values, given, many))

    def lines(self, file: str, columns: Sequence[str]) -> Iterable[Cells]:
        """The lines of a file."""
        for line in read_lines(self.directory / file, columns, self.findings):
            yield Cells(line, self.findings)

    # --- event.json -------------------------------------------------------------------------

    def read_event(self) -> Mapping[str, Any]:
        """Read event.json; return the values of the event itself."""
        parts = self._json_parts()
        if parts is None:
            return {}
        event = self._object(parts["event"], "event", names(EVENT_FIELDS))
        self._read_numbered(parts)
        self._read_people(parts)
        self._read_draws(parts)
        self._read_clock(parts)
        self._read_signatures(parts)
        self._read_appeals(parts)
        return self._settings(event) if event else {}

    def _settings(self, cells: Cells) -> Mapping[str, Any]:
        """The values of the event, those the standings rest on checked."""
        values = cells.fields(EVENT_FIELDS)
        vector, ladder = values["table_point_vector"], values["tie_ladder"]
        if not (_are(int, vector) and len(vector) == len(SEATS)):
            cells.refuse("table_point_vector is not a list of four whole numbers.")
        if not (_are(str, ladder) and {*ladder} <= {*Tiebreak}):
            cells.refuse(f"tie_ladder is not a list of {', '.join(Tiebreak)}.")
        return values

    def _json_parts(self) -> Mapping[str, Any] | None:
        text = read_text(self.directory / EVENT_FILE, self.findings)
        if text is None:
            return None
        try:
            parts = json.loads(text, parse_constant=_refuse_constant)
            # Half a character, written as an escape, is no text.
            json.dumps(parts, ensure_ascii=False).encode()
        except (ValueError, RecursionError) as error:
            self.findings.problems.append(f"{EVENT_FILE}: not JSON ({error}).")
            return None
        if isinstance(parts, dict) and parts.get("format") != FORMAT:
            self.findings.problems.append(
                f"{EVENT_FILE}: format {str(parts.get('format'))[:20]}, this program reads {FORMAT}."
            )
            return None
        if not self._has_keys(parts, "", EVENT_PARTS):
            return None
        return dict(parts)

    def _has_keys(self, node: Any, place: str, keys: Sequence[str]) -> bool:
        where = f"{EVENT_FILE}: {place}".rstrip(": ")
        if not isinstance(node, dict):
            self.findings.problems.append(f"{where}: not an object.")
            return False
        missing = [key for key in keys if key not in node]
        unknown = [str(key)[:40] for key in node if key not in keys]
        for what, found in (("missing", missing), ("unknown", unknown)):
            if found:
                self.findings.problems.append(f"{where}: {what}: {', '.join(found[:5])}.")
        return not (missing or unknown)

    def _object(self, node: Any, place: str, keys: Sequence[str]) -> Cells | None:
        """An object of event.json, read like a line."""
        if not self._has_keys(node, place, keys):
            return None
        cells = {
            key: "" if isinstance(value, dict | list) else text_of(value)
            for key, value in node.items()
        }
        return Cells(Line(f"{EVENT_FILE}: {place}", cells, node), self.findings)

    def _list(self, parts: Mapping[str, Any], part: str, keys: Sequence[str]) -> Iterable[Cells]:
        nodes = parts[part]
        if not isinstance(nodes, list):
            self.findings.problems.append(f"{EVENT_FILE}: {part}: not a list.")
            return
        for number, node in enumerate(nodes, start=1):
            if cells := self._object(node, f"{part} {number}", keys):
                yield cells

    def _read_numbered(self, parts: Mapping[str, Any]) -> None:
        """The parts whose rows bear a number of their own."""
        for part, model, fields, key in (
            ("profile_revisions", ProfileRevision, REVISION_FIELDS, "number"),
            ("stages", Stage, STAGE_FIELDS, "order"),
            ("teams", Team, TEAM_FIELDS, "number"),
            ("tables", Table, HALL_FIELDS, "number"),
        ):
            for cells in self._list(parts, part, names(fields)):
                values = cells.fields(fields)
                if model is ProfileRevision:
                    _check_rules(cells, values["content"])
                self.add(model, cells, values[key], values, {})

    def _read_people(self, parts: Mapping[str, Any]) -> None:
        columns = ("one", "other", *names(KEPT_APART_FIELDS))
        for cells in self._list(parts, "kept_apart", columns):
            # The entries are written in the order of their numbers: the older one comes first.
            one, other = sorted((cells.whole("one", 1), cells.whole("other", 1)))
            pair: Refs = {"one": (Player, one), "other": (Player, other)}
            self.add(KeptApart, cells, (one, other), cells.fields(KEPT_APART_FIELDS), pair)
        columns = ("stage", "player", *names(STAGE_ENTRY_FIELDS))
        for cells in self._list(parts, "stage_entries", columns):
            stage, player = cells.whole("stage"), cells.whole("player")
            refs: Refs = {"stage": (Stage, stage), "player": (Player, player)}
            self.add(StageEntry, cells, (stage, player), cells.fields(STAGE_ENTRY_FIELDS), refs)
        columns = ("user", "tables", *names(OFFICIAL_FIELDS))
        for cells in self._list(parts, "officials", columns):
            user = cells.text("user")
            numbers = (cells.line.raw or {})["tables"]
            if not _are(int, numbers):
                cells.refuse("tables is not a list of numbers.")
                continue
            tables = [(Table, number) for number in numbers]
            values = cells.fields(OFFICIAL_FIELDS)
            self.add(Official, cells, user, values, {"user": (User, user)}, tables=tables)

    def _read_draws(self, parts: Mapping[str, Any]) -> None:
        columns = ("stage", *names(DRAW_FIELDS))
        for number, cells in enumerate(self._list(parts, "draws", columns), start=1):
            refs: Refs = {"stage": (Stage, cells.whole("stage"))}
            self.add(Draw, cells, number, cells.fields(DRAW_FIELDS), refs)

    def _read_clock(self, parts: Mapping[str, Any]) -> None:
        columns = ("round", "attempt", "table", "by", *names(CLOCK_FIELDS))
        for number, cells in enumerate(self._list(parts, "clock_events", columns)):
            refs: Refs = {
                "round": (Round, _round(cells)),
                "game": _optional_game(cells),
                "by": _user(cells, "by"),
            }
            self.add(ClockEvent, cells, number, cells.fields(CLOCK_FIELDS), refs)

    def _read_signatures(self, parts: Mapping[str, Any]) -> None:
        columns = ("round", "attempt", "table", "seat", "official", *names(SIGNATURE_FIELDS))
        for number, cells in enumerate(self._list(parts, "signatures", columns)):
            official = cells.text("official")
            refs: Refs = {
                "game": (Game, _game(cells)),
                "seat": _optional_seat(cells),
                "official": (Official, official) if official else None,
            }
            self.add(Signature, cells, number, cells.fields(SIGNATURE_FIELDS), refs)

    def _read_appeals(self, parts: Mapping[str, Any]) -> None:
        people = ("filed_by", "decided_by")
        columns = ("round", "attempt", "table", "seat", *people, *names(APPEAL_FIELDS))
        for number, cells in enumerate(self._list(parts, "appeals", columns)):
            refs: Refs = {
                "game": (Game, _game(cells)),
                "seat": _optional_seat(cells),
                **{name: _user(cells, name) for name in people},
            }
            self.add(Appeal, cells, number, cells.fields(APPEAL_FIELDS), refs)

    # --- the tables -------------------------------------------------------------------------

    def read_players(self) -> None:
        """Read players.csv."""
        for cells in self.lines(PLAYERS_FILE, LONG_PLAYER_COLUMNS):
            number = cells.whole("player_id", 1, LARGEST)
            values = {"number": number, **cells.fields(PLAYER_FIELDS)}
            refs = {
                "team": _numbered(cells, "team_id", Team),
                "fixed_table": _numbered(cells, "fixed_table", Table),
            }
            self.add(Player, cells, number, values, refs)
        self.rows[Player].sort(key=lambda row: int(str(row.key)))

    def read_rounds(self) -> None:
        """Read rounds.csv."""
        for cells in self.lines(ROUNDS_FILE, LONG_ROUND_COLUMNS):
            key = _round(cells)
            values = {"number": key[0], **cells.fields(ROUND_FIELDS)}
            refs: Refs = {
                "stage": (Stage, cells.whole("stage")),
                "draw": _numbered(cells, "draw", Draw),
            }
            self.add(Round, cells, key, values, refs)

    def read_tables(self) -> None:
        """Read tables.csv: games and their seats."""
        for cells in self.lines(TABLES_FILE, LONG_TABLE_COLUMNS):
            key = _game(cells)
            refs: Refs = {"round": (Round, key[:2]), "table": (Table, key[2])}
            self.add(Game, cells, key, cells.fields(GAME_FIELDS), refs)
            self.players_at[key] = [cells.optional_whole(c, 1) for c in seat_columns("id")]
            for start, player in enumerate(self.players_at[key]):
                if player is not None:
                    self._read_seat(cells, key, start, player)

    def _read_seat(self, cells: Cells, key: GameKey, start: int, player: int) -> None:
        prefix = f"{SEATS[start]}_"
        values = {"start": start, **cells.fields(SEAT_FIELDS, prefix)}
        refs: Refs = {
            "game": (Game, key),
            "round": (Round, key[:2]),
            "player": (Player, player),
            "played_by": _numbered(cells, f"{prefix}played_by_id", Player),
        }
        self.add(Seat, cells, (*key, start), values, refs)

    def read_hands(self) -> None:
        """Read hands.csv: every version of every hand, with its scores."""
        for cells in self.lines(HANDS_FILE, LONG_HAND_COLUMNS):
            game, number = _game(cells), cells.whole("hand", 1, LARGEST)
            values = {
                "number": number,
                "fan_points": cells.whole("fan", 0, LARGEST),
                "winner": self._start(cells, game, "winner_id"),
                "discarder": self._start(cells, game, "discarder_id"),
                **cells.fields(HAND_FIELDS),
            }
            named = {*(values["fans"] or ()), *(values["claimed_fans"] or ())}
            for fan in named - ANY_FAN_BY_KEY.keys():
                cells.refuse(f"there is no fan {fan[:40]!r}.")
            key = (*game, number, values["version"])
            refs: Refs = {
                "game": (Game, game),
                "profile_revision": _numbered(cells, "profile_revision", ProfileRevision),
                "entered_by": _user(cells, "entered_by"),
            }
            self.add(Hand, cells, key, values, refs)
            self._read_amounts(cells, "points", HandScore, game, {"hand": (Hand, key)})

    def _start(self, cells: Cells, game: GameKey, column: str) -> int | None:
        """The place 0-3 of the player a hand names: who was credited then, or who sits there."""
        player = cells.optional_whole(column, 1)
        if player is None:
            return None
        credited = list(cells.four_wholes(seat_columns("credited_id")))
        sitting = self.players_at.get(game, [])
        for places in (credited, sitting):
            if player in places:
                return places.index(player)
        cells.refuse(f"{column}: player {player} does not sit at this table.")
        return None

    def _read_amounts(
        self,
        cells: Cells,
        word: str,
        model: type[models.Model],
        game: GameKey | None,
        of: Mapping[str, Reference],
    ) -> None:
        """Read the four amounts of a hand or penalty, each with the player it goes to."""
        amounts = cells.four_wholes(seat_columns(word))
        credited = cells.four_wholes(seat_columns("credited_id"), 1)
        for start, (amount, player) in enumerate(zip(amounts, credited, strict=True)):
            if amount is None and player is None:
                continue
            if amount is None or player is None or game is None:
                cells.refuse(f"{SEATS[start]}_{word}: an amount needs a table and a player.")
                return
            key = (*next(iter(of.values())), start)
            refs: Refs = {**of, "seat": (Seat, (*game, start)), "player": (Player, player)}
            self.add(model, cells, key, {"points": amount}, refs)

    def read_penalties(self) -> None:
        """Read penalties.csv."""
        for cells in self.lines(PENALTIES_FILE, LONG_PENALTY_COLUMNS):
            number = cells.whole("penalty", 1)
            game = _optional_game(cells)
            values = {
                "hand_number": cells.optional_whole("hand", 1),
                **cells.fields(PENALTY_FIELDS),
            }
            refs: Refs = {
                "round": (Round, _round(cells)) if cells.text("round") else None,
                "game": game,
                "seat": _optional_seat(cells),
                "player": _numbered(cells, "player_id", Player),
                "team": _numbered(cells, "team_id", Team),
                "profile_revision": _numbered(cells, "profile_revision", ProfileRevision),
                "decided_by": _user(cells, "decided_by"),
                "cancelled_by": _user(cells, "cancelled_by"),
            }
            self.add(Penalty, cells, number, values, refs)
            at = _game(cells) if game else None
            self._read_amounts(cells, "share", PenaltyShare, at, {"penalty": (Penalty, number)})


def _check_rules(cells: Cells, content: Any) -> None:
    """Refuse a copy of the rules whose fan or offences cannot be read."""
    try:
        for offence in content["offences"]:
            offence_from_data(offence)
        profile_from_data(content)
    except (AttributeError, ValueError, KeyError, TypeError) as error:
        cells.refuse(f"content: not a copy of the rules ({error}).")


def _refuse_constant(word: str) -> None:
    raise ValueError(f"{word} is no number")


def _are(kind: type, values: Any) -> bool:
    return isinstance(values, list) and all(type(value) is kind for value in values)


def _round(cells: Cells) -> tuple[int, int]:
    return cells.whole("round", 1, LARGEST_SMALL), cells.whole("attempt", 1, LARGEST_SMALL)


def _game(cells: Cells) -> GameKey:
    return *_round(cells), cells.whole("table", 1, LARGEST_SMALL)


def _optional_game(cells: Cells) -> Reference | None:
    return (Game, _game(cells)) if cells.text("table") else None


def _optional_seat(cells: Cells) -> Reference | None:
    """The seat of a game by its letter."""
    letter = cells.text("seat")
    if not letter:
        return None
    if letter not in Start.labels:
        cells.refuse(f"seat is {letter[:10]!r}, not one of A, B, C, D.")
        return None
    return Seat, (*_game(cells), Start.labels.index(letter))


def _numbered(cells: Cells, column: str, model: type[models.Model]) -> Reference | None:
    number = cells.optional_whole(column, 1)
    return None if number is None else (model, number)


def _user(cells: Cells, column: str) -> Reference | None:
    name = cells.text(column)
    return (User, name) if name else None
