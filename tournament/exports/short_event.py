"""
Writes an event in the short form, players, tables and hands as ids and numbers, where that says all.

`obstacles` tells what the short form cannot say; slug, name, profile and starting score are told
when importing, and who may work on the event belongs to the machine, so these do not count.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.db import models

from tournament.event_format import (
    CHICKEN_HAND,
    HAND_COLUMNS,
    HANDS_FILE,
    IMPORTED,
    PLAYER_COLUMNS,
    PLAYERS_FILE,
    TABLE_COLUMNS,
    TABLES_FILE,
    Amounts,
    chicken_flowers,
    penalty_parts,
    points_text,
)
from tournament.exports.csv_files import csv_bytes
from tournament.models import (
    Appeal,
    ClockEvent,
    Draw,
    Game,
    Hand,
    HandScore,
    Penalty,
    PenaltyShare,
    Player,
    Round,
    Seat,
    Signature,
    Stage,
    StageEntry,
    Table,
    Tournament,
)
from tournament.results import GameResult, event_results
from tournament.standings import DEFAULT_LADDER, VECTOR

SAID_OUTCOMES = (Hand.Outcome.DISCARD, Hand.Outcome.SELF_DRAW, Hand.Outcome.DRAW)

Row = tuple[Any, ...]


def short_files(tournament: Tournament) -> Mapping[str, bytes]:
    """Return the three files by name; only meant for an event without `obstacles`."""
    results = event_results(tournament, public=False)
    rows = (table_row(game, results.players) for game in results.games)
    return {
        PLAYERS_FILE: csv_bytes(PLAYER_COLUMNS, _player_rows(tournament)),
        TABLES_FILE: csv_bytes(TABLE_COLUMNS, rows),
        HANDS_FILE: csv_bytes(HAND_COLUMNS, _hand_rows(tournament)),
    }


def _player_rows(tournament: Tournament) -> Iterator[Row]:
    for player in tournament.players.select_related("team").order_by("number"):
        yield player.number, player.team.number if player.team else None


def table_row(result: GameResult, players: Mapping[int, Player]) -> Row:
    """A game's line of tables.csv; a game without a result has neither scores nor points."""
    game = result.game
    numbers: Row = (None,) * 8
    if result.counts:
        numbers = (*result.scores, *map(points_text, result.table_points))
    return (
        game.round.number,
        game.table.number,
        *(players[seat.player_id].number for seat in result.seats),
        *numbers,
        int(game.state != Game.State.OPEN),
        int(game.result == Game.Result.TOTALS),
    )


def _hand_rows(tournament: Tournament) -> Iterator[Row]:
    penalties = _penalties_by_hand(tournament)
    seats = _numbers_by_start(tournament)
    hands = (
        Hand.objects.filter(game__round__tournament=tournament)
        .select_related("game__round", "game__table")
        .order_by("game__round__number", "game__table__number", "number")
    )
    for hand in hands:
        numbers = seats[hand.game_id]
        amounts = _sum(penalties[hand.game_id, hand.number])
        yield (
            hand.game.round.number,
            hand.game.table.number,
            hand.number,
            None if hand.winner is None else numbers[hand.winner],
            None if hand.discarder is None else numbers[hand.discarder],
            hand.fan_points,
            int(CHICKEN_HAND in hand.fans),
            *(amount or None for amount in amounts),
        )


def _numbers_by_start(tournament: Tournament) -> Mapping[int, list[int]]:
    """The entry numbers A to D by game."""
    numbers: dict[int, list[int]] = defaultdict(list)
    seats = Seat.objects.filter(round__tournament=tournament).order_by("game", "start")
    for game, number in seats.values_list("game", "player__number"):
        numbers[game].append(number)
    return numbers


HandPenalties = Mapping[tuple[int | None, int | None], list[tuple[Penalty, Amounts]]]


def _penalties_by_hand(tournament: Tournament) -> HandPenalties:
    """Every penalty with its four amounts, by game and hand number."""
    shares: dict[int, list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    rows = PenaltyShare.objects.filter(penalty__tournament=tournament)
    for penalty, start, points in rows.values_list("penalty", "seat__start", "points"):
        shares[penalty][start] += points
    found: dict[tuple[int | None, int | None], list[tuple[Penalty, Amounts]]] = defaultdict(list)
    for row in tournament.penalties.select_related("seat").order_by("pk"):
        east, south, west, north = shares[row.pk]
        found[row.game_id, row.hand_number].append((row, (east, south, west, north)))
    return found


def _sum(penalties: Iterable[tuple[Penalty, Amounts]]) -> Amounts:
    amounts = [row for _, row in penalties]
    east, south, west, north = (sum(row[seat] for row in amounts) for seat in range(4))
    return east, south, west, north


# --- what the short form cannot say ---------------------------------------------------------


def obstacles(tournament: Tournament) -> tuple[str, ...]:
    """Return what of the event the short form cannot say, empty when it says everything."""
    checks = {
        "settings of the event": _has_own_settings(tournament),
        "revisions of its rules": tournament.profile_revisions.count() != 1,
        "stages": _has_stages(tournament),
        "draws": Draw.objects.filter(stage__tournament=tournament).exists(),
        "facts about players": _differs(
            tournament.players, Player, ("tournament", "number", "team")
        ),
        "pairs kept apart": tournament.kept_apart.exists(),
        "names of teams": tournament.teams.exclude(name="").exists(),
        "teams without players": tournament.teams.filter(members=None).exists(),
        "names of tables": _differs(tournament.tables, Table, ("tournament", "number")),
        "tables not played at": tournament.tables.filter(games=None).exists(),
        "plans and states of rounds": _has_round_facts(tournament),
        "clocks": ClockEvent.objects.filter(round__tournament=tournament).exists(),
        "appeals": Appeal.objects.filter(game__round__tournament=tournament).exists(),
        "signatures": Signature.objects.filter(game__round__tournament=tournament).exists(),
        "awards, locks and reasons of games": _has_game_facts(tournament),
        "substitutes and absences": _has_seat_facts(tournament),
        "details of hands": _has_hand_facts(tournament),
        "details of penalties": _has_penalty_facts(tournament),
    }
    return tuple(what for what, there in checks.items() if there)


def _differs(rows: Any, model: type[models.Model], said: Iterable[str], **usual: Any) -> bool:
    """Whether a row has another value than the usual one, or the default, in an unsaid field."""
    silent = {"id", *said}
    expected = {
        field.name: field.get_default()
        for field in model._meta.concrete_fields
        if field.name not in silent
    }
    return bool(rows.exclude(**{**expected, **usual}).exists())


def _has_own_settings(tournament: Tournament) -> bool:
    said = ("slug", "name", "profile", "starting_score", "standings_version")
    return _differs(
        Tournament.objects.filter(pk=tournament.pk),
        Tournament,
        said,
        state=Tournament.State.RUNNING,
        table_point_vector=list(VECTOR),
        tie_ladder=list(DEFAULT_LADDER),
    )


def _has_stages(tournament: Tournament) -> bool:
    return (
        tournament.stages.count() != 1
        or _differs(tournament.stages, Stage, ("tournament",), order=1, name="1")
        or StageEntry.objects.filter(stage__tournament=tournament).exists()
    )


def _has_round_facts(tournament: Tournament) -> bool:
    """An imported round is closed when all its games are completed, and runs otherwise."""
    unfinished = tournament.rounds.filter(games__state=Game.State.OPEN)
    return (
        _differs(tournament.rounds, Round, ("tournament", "stage", "number", "state"))
        or tournament.rounds.filter(games=None).exists()
        or unfinished.exclude(state=Round.State.RUNNING).exists()
        or tournament.rounds.exclude(pk__in=unfinished).exclude(state=Round.State.CLOSED).exists()
    )


def _has_game_facts(tournament: Tournament) -> bool:
    games = Game.objects.filter(round__tournament=tournament)
    from_hands = games.filter(result=Game.Result.HANDS, reason="")
    totals = games.filter(result=Game.Result.TOTALS, reason=IMPORTED, hands=None)
    said = {*from_hands.values_list("pk", flat=True), *totals.values_list("pk", flat=True)}
    return (
        games.filter(state=Game.State.LOCKED).exists()
        or games.exclude(pk__in=said).exists()
        or games.annotate(seated=models.Count("seats")).exclude(seated=4).exists()
    )


def _has_seat_facts(tournament: Tournament) -> bool:
    seats = Seat.objects.filter(round__tournament=tournament)
    said = ("game", "round", "start", "player", "total")
    return (
        _differs(seats, Seat, said)
        or seats.filter(game__result=Game.Result.TOTALS, total=None).exists()
        or seats.exclude(game__result=Game.Result.TOTALS).exclude(total=None).exists()
    )


def _has_hand_facts(tournament: Tournament) -> bool:
    hands = Hand.objects.filter(game__round__tournament=tournament)
    said = (
        "game",
        "number",
        "outcome",
        "winner",
        "discarder",
        "fan_points",
        "fans",
        "flowers",
        "profile_revision",
        "entered_at",
    )
    listed = hands.values_list("fans", "fan_points", "flowers").distinct()
    return (
        _differs(hands, Hand, said, version=1)
        or hands.exclude(outcome__in=SAID_OUTCOMES).exists()
        or not all(_is_said(*facts) for facts in listed)
        or _has_moved_scores(tournament)
    )


def _is_said(fans: Mapping[str, int], fan_points: int, flowers: int) -> bool:
    """Whether a hand's fan list is what the column chicken_hand makes of its points."""
    if not fans:
        return not flowers
    return fans == {CHICKEN_HAND: 1} and flowers == chicken_flowers(fan_points)


def _has_moved_scores(tournament: Tournament) -> bool:
    """Whether points are credited to somebody else than their seat's player."""
    scores = HandScore.objects.filter(seat__round__tournament=tournament)
    shares = PenaltyShare.objects.filter(seat__round__tournament=tournament)
    return any(rows.exclude(player=models.F("seat__player")).exists() for rows in (scores, shares))


def _has_penalty_facts(tournament: Tournament) -> bool:
    said = ("tournament", "round", "game", "hand_number", "seat", "player", "team")
    unsaid_again = ("measure", "profile_revision", "decided_at")
    if _differs(
        tournament.penalties,
        Penalty,
        (*said, *unsaid_again),
        offence="free",
        reason=IMPORTED,
    ):
        return True
    hands = set(
        Hand.objects.filter(game__round__tournament=tournament).values_list("game", "number")
    )
    return any(
        place not in hands or not _is_split(penalties)
        for place, penalties in _penalties_by_hand(tournament).items()
    )


def _is_split(penalties: list[tuple[Penalty, Amounts]]) -> bool:
    """Whether a hand's penalties are what an import makes of their sums."""
    as_imported = [
        (part.seat, part.measure.value, part.shares) for part in penalty_parts(_sum(penalties))
    ]
    return as_imported == [
        (row.seat.start if row.seat else None, row.measure, amounts) for row, amounts in penalties
    ]
