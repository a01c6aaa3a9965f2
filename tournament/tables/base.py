"""What the lists have in common: order, columns for the workbook, addresses."""

from fractions import Fraction
from typing import Any, Final

import django_tables2 as tables
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from tournament.models import Player, Tournament
from tournament.templatetags.mahjong import with_lang

BLANK = "·"
MOST_ON_A_PAGE: Final = 500
"""So many rows `?all=1` shows at once."""


class EventTable(tables.Table):  # type: ignore[misc]  # django-tables2 has no types
    """What the lists have in common: rows in the order they come in."""

    class Meta:
        orderable = False
        default = BLANK


def paged(request: HttpRequest, table: tables.Table, rows: int) -> None:
    """Put a table in the order asked for and on page `?page=` of `rows`; `?all=1` is for paper."""
    tables.RequestConfig(request, paginate=False).configure(table)
    table.paginate(per_page=MOST_ON_A_PAGE if request.GET.get("all") else rows)
    table.page = table.paginator.get_page(request.GET.get(table.prefixed_page_field))


class ValueColumn(tables.Column):  # type: ignore[misc]  # as above
    """A column only the workbook shows."""

    def __init__(self, verbose_name: Any, accessor: str | None = None) -> None:
        super().__init__(verbose_name=verbose_name, accessor=accessor, visible=False)


def styled(classes: str, **more: str) -> dict[str, dict[str, str]]:
    """Return the attributes of a column whose cells and header have the classes."""
    return {"th": {"class": classes}, "td": {"class": classes, **more}}


def sheet_url(
    tournament: Tournament, round_number: int, table_number: int, name: str = "sheet"
) -> str:
    """Return where the sheet of a game is, or another page of it."""
    return reverse(f"tournament:{name}", args=[tournament.slug, round_number, table_number])


def player_link(tournament: Tournament, player: Player) -> SafeString:
    """Return a player's name as the way to his page."""
    url = reverse("tournament:player", args=[tournament.slug, player.number])
    return format_html('<a href="{}">{}</a>', url, with_lang(player))


def numbered(player: Player) -> str:
    """Return entry number and name; who has no name is called by the number already."""
    return f"{player.entry_number} {player}" if player.name else str(player)


def as_number(points: Fraction) -> int | float:
    """
    Return table points as the number a sheet holds: whole ones as an integer.

    `Fraction(number).limit_denominator(99)` gives every sum of table points back exactly.
    """
    return points.numerator if points.denominator == 1 else float(points)
