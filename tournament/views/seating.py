"""The tables of a round as pages show them: number, four winds, who sits there."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import QuerySet

from tournament.models import Player, Round, Seat, Table


@dataclass(frozen=True, slots=True)
class TableCard:
    """One table with its seats, East first; `is_marked` is drawn in amber."""

    table: Table
    seats: tuple[Seat, ...]
    is_marked: bool = False


def table_cards(round_: Round, marked: Iterable[int] = ()) -> list[TableCard]:
    """Return the tables of a round by number, in one query; `marked` are table numbers."""
    amber = set(marked)
    tables: dict[int, tuple[Table, list[Seat]]] = {}
    for seat in seats_of(round_).order_by("game__table__number", "start"):
        table = seat.game.table
        tables.setdefault(table.pk, (table, []))[1].append(seat)
    return [TableCard(table, tuple(row), table.number in amber) for table, row in tables.values()]


@dataclass(frozen=True, slots=True)
class PlayerSchedule:
    """Where one player sits in each round, in order."""

    player: Player
    seats: tuple[Seat, ...]


def player_schedules(rounds: Iterable[Round]) -> list[PlayerSchedule]:
    """Return the schedule of everybody who sits in one of `rounds`, by number, in one query."""
    found: dict[int, list[Seat]] = {}
    seats = Seat.objects.filter(round__in=[round_.pk for round_ in rounds])
    for seat in seats.select_related("round", "game__table", "player__team").order_by(
        "player__number", "round__number"
    ):
        found.setdefault(seat.player.pk, []).append(seat)
    return [PlayerSchedule(own[0].player, tuple(own)) for own in found.values()]


def seats_of(round_: Round) -> QuerySet[Seat]:
    """Return the seats of a round with table, player, team and substitute."""
    return Seat.objects.filter(round=round_).select_related(
        "game__table", "player__team", "played_by"
    )
