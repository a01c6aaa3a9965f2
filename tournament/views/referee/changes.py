"""Everything that happened to one game, newest first: who, when, before → after, why."""

from zoneinfo import ZoneInfo

from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tournament.models import ActionLog, Game
from tournament.permissions import Action
from tournament.tables.base import paged
from tournament.tables.log import LogTable
from tournament.views.referee.desk import Desk
from tournament.views.referee.frame import for_officials, page

LINES = 50


@require_safe
@for_officials(Action.SIGN_GAME)
def game_changes(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Show the lines of the log that concern the game: hands, penalties, seats, signatures."""
    lines = lines_of(desk.game).select_related("by").order_by("-pk")
    table = LogTable(lines, desk.tournament, ZoneInfo(desk.tournament.time_zone))
    paged(request, table, LINES)
    return page(request, desk, "changes.html", table=table)


def lines_of(game: Game) -> "QuerySet[ActionLog]":
    """Return the lines of the log about a game and whatever belongs to it."""
    parts = {
        "hand": game.hands,
        "penalty": game.penalties,
        "seat": game.seats,
        "appeal": game.appeals,
    }
    about = Q(object_type="game", object_id=game.pk)
    for kind, rows in parts.items():
        about |= Q(object_type=kind, object_id__in=rows.order_by().values("pk"))
    return game.round.tournament.log.filter(about)
