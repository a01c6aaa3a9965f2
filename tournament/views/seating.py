"""The tables of a round as pages show them: number, four winds, who sits there."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import QuerySet

from tournament.models import Round, Seat, Table


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


def seats_of(round_: Round) -> QuerySet[Seat]:
    """Return the seats of a round with table, player, team and substitute."""
    return Seat.objects.filter(round=round_).select_related(
        "game__table", "player__team", "played_by"
    )
