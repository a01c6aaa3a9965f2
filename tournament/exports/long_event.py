"""
Writes an event in the long form: everything recorded, history included.

Left out: user accounts but for their names, links, the action log, and what is counted anew
wherever the event goes (keys, the standings' version). The address is left out as well, so that
an export of the import is the same, byte for byte.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

from django.contrib.auth.models import User

from tournament.event_fields import json_values, texts
from tournament.event_format import (
    CHICKEN_HAND,
    EVENT_FILE,
    HANDS_FILE,
    PENALTIES_FILE,
    PLAYERS_FILE,
    ROUNDS_FILE,
    TABLES_FILE,
    points_text,
)
from tournament.exports.csv_files import csv_bytes
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
)
from tournament.models import (
    Appeal,
    ClockEvent,
    Draw,
    Game,
    Hand,
    HandScore,
    Penalty,
    PenaltyShare,
    Seat,
    Signature,
    StageEntry,
    Start,
    Tournament,
)
from tournament.results import GameResult, game_results

Row = tuple[Any, ...]
Four = list[Any]


def long_files(tournament: Tournament) -> Mapping[str, bytes]:
    """Return the six files by name."""
    event = _Event(tournament)
    return {
        EVENT_FILE: _json_bytes(_event_parts(event)),
        PLAYERS_FILE: csv_bytes(LONG_PLAYER_COLUMNS, _player_rows(event)),
        ROUNDS_FILE: csv_bytes(LONG_ROUND_COLUMNS, _round_rows(event)),
        TABLES_FILE: csv_bytes(LONG_TABLE_COLUMNS, _table_rows(event)),
        HANDS_FILE: csv_bytes(LONG_HAND_COLUMNS, _hand_rows(event)),
        PENALTIES_FILE: csv_bytes(LONG_PENALTY_COLUMNS, _penalty_rows(event)),
    }


def _json_bytes(parts: Mapping[str, Any]) -> bytes:
    return (json.dumps(parts, ensure_ascii=False, indent=1) + "\n").encode()


class _Event:
    """An event's rows, and for each key what the files call it."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.player = _named(tournament.players, "number")
        self.team = _named(tournament.teams, "number")
        self.table = _named(tournament.tables, "number")
        self.stage = _named(tournament.stages, "order")
        self.revision = _named(tournament.profile_revisions, "number")
        self.user: dict[int | None, str] = dict(User.objects.values_list("pk", "username"))
        self.rounds = list(tournament.rounds.order_by("number", "pk"))
        self.games = list(
            Game.objects.filter(round__tournament=tournament).order_by(
                "round__number", "round_id", "table__number"
            )
        )

    @cached_property
    def draws(self) -> list[Draw]:
        """The draws; the files number them from 1."""
        return list(Draw.objects.filter(stage__tournament=self.tournament).order_by("pk"))

    @cached_property
    def draw(self) -> Mapping[int | None, int]:
        """The number of each draw."""
        return {draw.pk: number for number, draw in enumerate(self.draws, start=1)}

    @cached_property
    def round(self) -> Mapping[int | None, tuple[int, int]]:
        """Number and attempt of each round."""
        seen: Counter[int] = Counter()
        keys: dict[int | None, tuple[int, int]] = {}
        for round_ in self.rounds:
            seen[round_.number] += 1
            keys[round_.pk] = (round_.number, seen[round_.number])
        return keys

    @cached_property
    def game(self) -> Mapping[int | None, tuple[int, int, int]]:
        """Round number, attempt and table number of each game."""
        return {g.pk: (*self.round[g.round_id], self.table[g.table_id]) for g in self.games}

    @cached_property
    def seats(self) -> Mapping[int, list[Seat | None]]:
        """The seats A to D of each game, None for an empty place."""
        seats: dict[int, list[Seat | None]] = defaultdict(lambda: [None] * len(Start))
        for seat in Seat.objects.filter(round__tournament=self.tournament):
            seats[seat.game_id][seat.start] = seat
        return seats

    @cached_property
    def seat(self) -> Mapping[int | None, Seat]:
        """The seats by key."""
        return {seat.pk: seat for four in self.seats.values() for seat in four if seat}


def _named(rows: Any, name: str) -> dict[int | None, Any]:
    """What the files call each row, by key."""
    return dict(rows.values_list("pk", name))


# --- event.json -----------------------------------------------------------------------------


def _event_parts(event: _Event) -> dict[str, Any]:
    tournament = event.tournament
    revisions = tournament.profile_revisions.order_by("number")
    return {
        "format": FORMAT,
        "event": json_values(tournament, EVENT_FIELDS),
        "profile_revisions": [json_values(row, REVISION_FIELDS) for row in revisions],
        "stages": [json_values(row, STAGE_FIELDS) for row in tournament.stages.order_by("order")],
        "teams": [json_values(row, TEAM_FIELDS) for row in tournament.teams.order_by("number")],
        "tables": [json_values(row, HALL_FIELDS) for row in tournament.tables.order_by("number")],
        "kept_apart": _kept_apart(event),
        "stage_entries": list(_stage_entries(event)),
        "officials": list(_officials(event)),
        "draws": [
            {"stage": event.stage[row.stage_id], **json_values(row, DRAW_FIELDS)}
            for row in event.draws
        ],
        "clock_events": list(_clock_events(event)),
        "signatures": list(_signatures(event)),
        "appeals": list(_appeals(event)),
    }


def _kept_apart(event: _Event) -> list[dict[str, Any]]:
    """The pairs by entry number: what their keys say goes with the database."""
    pairs = []
    for row in event.tournament.kept_apart.all():
        one, other = sorted((event.player[row.one_id], event.player[row.other_id]))
        pairs.append({"one": one, "other": other, **json_values(row, KEPT_APART_FIELDS)})
    return sorted(pairs, key=lambda pair: (pair["one"], pair["other"]))


def _stage_entries(event: _Event) -> Iterator[dict[str, Any]]:
    rows = StageEntry.objects.filter(stage__tournament=event.tournament)
    for row in rows.order_by("stage__order", "place", "player__number"):
        yield {
            "stage": event.stage[row.stage_id],
            "player": event.player[row.player_id],
            **json_values(row, STAGE_ENTRY_FIELDS),
        }


def _officials(event: _Event) -> Iterator[dict[str, Any]]:
    rows = event.tournament.officials.prefetch_related("tables").order_by("user__username")
    for row in rows:
        tables = sorted(event.table[table.pk] for table in row.tables.all())
        user = event.user[row.user_id]
        yield {"user": user, "tables": tables, **json_values(row, OFFICIAL_FIELDS)}


def _clock_events(event: _Event) -> Iterator[dict[str, Any]]:
    rows = ClockEvent.objects.filter(round__tournament=event.tournament)
    for row in rows.order_by("round__number", "round_id", "at", "pk"):
        number, attempt = event.round[row.round_id]
        yield {
            "round": number,
            "attempt": attempt,
            "table": event.game[row.game_id][-1] if row.game_id else None,
            "by": event.user[row.by_id] if row.by_id else None,
            **json_values(row, CLOCK_FIELDS),
        }


def _signatures(event: _Event) -> Iterator[dict[str, Any]]:
    rows = Signature.objects.filter(game__round__tournament=event.tournament)
    for row in rows.select_related("official").order_by(
        "game__round__number", "game__round_id", "game__table__number", "at", "pk"
    ):
        number, attempt, table = event.game[row.game_id]
        yield {
            "round": number,
            "attempt": attempt,
            "table": table,
            "seat": _letter(event, row.seat_id),
            "official": event.user[row.official.user_id] if row.official else None,
            **json_values(row, SIGNATURE_FIELDS),
        }


def _appeals(event: _Event) -> Iterator[dict[str, Any]]:
    rows = Appeal.objects.filter(game__round__tournament=event.tournament)
    for row in rows.order_by(
        "game__round__number", "game__round_id", "game__table__number", "filed_at", "pk"
    ):
        number, attempt, table = event.game[row.game_id]
        yield {
            "round": number,
            "attempt": attempt,
            "table": table,
            "seat": _letter(event, row.seat_id),
            "filed_by": event.user.get(row.filed_by_id),
            "decided_by": event.user.get(row.decided_by_id),
            **json_values(row, APPEAL_FIELDS),
        }


def _letter(event: _Event, seat: int | None) -> str | None:
    return Start(event.seat[seat].start).label if seat else None


# --- the tables -----------------------------------------------------------------------------


def _player_rows(event: _Event) -> Iterator[Row]:
    for player in event.tournament.players.order_by("number"):
        yield (
            player.number,
            event.team.get(player.team_id),
            *texts(player, PLAYER_FIELDS),
            event.table.get(player.fixed_table_id),
        )


def _round_rows(event: _Event) -> Iterator[Row]:
    for row in event.rounds:
        yield (
            *event.round[row.pk],
            event.stage[row.stage_id],
            event.draw.get(row.draw_id),
            *texts(row, ROUND_FIELDS),
        )


def _table_rows(event: _Event) -> Iterator[Row]:
    games = Game.objects.filter(round__tournament=event.tournament)
    results = {r.game.pk: r for r in game_results(games, event.tournament, public=False)}
    for game in event.games:
        number, attempt, table = event.game[game.pk]
        seats = event.seats[game.pk]
        yield (
            number,
            table,
            *(event.player[seat.player_id] if seat else None for seat in seats),
            *result_cells(results.get(game.pk)),
            int(game.state != Game.State.OPEN),
            int(game.result == Game.Result.TOTALS),
            attempt,
            *texts(game, GAME_FIELDS),
            *(cell for seat in seats for cell in _seat_cells(event, seat)),
        )


def result_cells(result: GameResult | None) -> Row:
    """Scores and table points of a game's line; blank for a game without a result."""
    if result is None or not result.counts:
        return (None,) * 8
    return *result.scores, *map(points_text, result.table_points)


def _seat_cells(event: _Event, seat: Seat | None) -> Row:
    if seat is None:
        return (None,) * (1 + len(SEAT_FIELDS))
    return event.player.get(seat.played_by_id), *texts(seat, SEAT_FIELDS)


def _hand_rows(event: _Event) -> Iterator[Row]:
    penalties = _standing_amounts(event)
    scores = _scores(event)
    hands = Hand.objects.filter(game__round__tournament=event.tournament).order_by(
        "game__round__number", "game__round_id", "game__table__number", "number", "version"
    )
    for hand in hands:
        number, attempt, table = event.game[hand.game_id]
        points, credited = scores[hand.pk]
        amounts = penalties.get((hand.game_id, hand.number)) if hand.is_current else None
        yield (
            number,
            table,
            hand.number,
            _sitting(event, hand.game_id, credited, hand.winner),
            _sitting(event, hand.game_id, credited, hand.discarder),
            hand.fan_points,
            int(CHICKEN_HAND in hand.fans),
            *((amount or None) for amount in amounts or [None] * len(Start)),
            attempt,
            *texts(hand, HAND_FIELDS),
            event.revision[hand.profile_revision_id],
            event.user.get(hand.entered_by_id),
            *points,
            *credited,
        )


def _sitting(event: _Event, game: int, credited: Four, start: int | None) -> int | None:
    """The entry number at a place of a hand: who was credited then, or who sits there."""
    if start is None:
        return None
    seat = event.seats[game][start]
    number: int | None = credited[start] or (event.player[seat.player_id] if seat else None)
    return number


def _scores(event: _Event) -> Mapping[int, tuple[Four, Four]]:
    """The points and the credited entry numbers A to D of each hand."""
    found: dict[int, tuple[Four, Four]] = defaultdict(lambda: ([None] * 4, [None] * 4))
    rows = HandScore.objects.filter(hand__game__round__tournament=event.tournament)
    for hand, start, player, points in rows.values_list("hand", "seat__start", "player", "points"):
        found[hand][0][start] = points
        found[hand][1][start] = event.player[player]
    return found


def _standing_amounts(event: _Event) -> Mapping[tuple[int | None, int | None], Four]:
    """What standing penalties take from and give to the seats, by game and hand number."""
    amounts: dict[tuple[int | None, int | None], Four] = defaultdict(lambda: [0] * 4)
    rows = PenaltyShare.objects.filter(
        penalty__tournament=event.tournament, penalty__cancelled_at=None
    )
    columns = ("penalty__game", "penalty__hand_number", "seat__start", "points")
    for game, number, start, points in rows.values_list(*columns):
        amounts[game, number][start] += points
    return amounts


def _penalty_rows(event: _Event) -> Iterator[Row]:
    shares, credited = _shares(event)
    for number, row in enumerate(event.tournament.penalties.order_by("pk"), start=1):
        yield (
            number,
            *_penalty_place(event, row),
            row.hand_number,
            _letter(event, row.seat_id),
            event.player.get(row.player_id),
            event.team.get(row.team_id),
            *texts(row, PENALTY_FIELDS),
            *shares[row.pk],
            *credited[row.pk],
            event.revision[row.profile_revision_id],
            event.user.get(row.decided_by_id),
            event.user.get(row.cancelled_by_id),
        )


def _penalty_place(event: _Event, row: Penalty) -> Row:
    """Round, attempt and table, as far as the penalty names them."""
    if row.game_id:
        return event.game[row.game_id]
    return *event.round.get(row.round_id, (None, None)), None


def _shares(event: _Event) -> tuple[Mapping[int, Four], Mapping[int, Four]]:
    """The shares of each penalty A to D, and the entry numbers they go to."""
    shares: dict[int, Four] = defaultdict(lambda: [None] * 4)
    credited: dict[int, Four] = defaultdict(lambda: [None] * 4)
    rows = PenaltyShare.objects.filter(penalty__tournament=event.tournament)
    columns = ("penalty", "seat__start", "player", "points")
    for penalty, start, player, points in rows.values_list(*columns):
        shares[penalty][start] = points
        credited[penalty][start] = event.player[player]
    return shares, credited
