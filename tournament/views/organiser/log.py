"""The log: who did what, when, to what."""

from collections.abc import Iterator
from datetime import datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.dateparse import parse_date
from django.views.decorators.http import require_safe

from tournament.models import ActionLog, Tournament
from tournament.models.naming import name_in_words
from tournament.permissions import Actor
from tournament.tables.base import paged
from tournament.tables.log import ACTIONS, LogTable, action_words
from tournament.views.organiser import office

LINES = 50
LONGEST = 100


@require_safe
@office.for_leaders
def log(request: HttpRequest, tournament: Tournament, who: Actor) -> HttpResponse:
    """Show the log; `?q=` finds words, `who`, `what` and `day` narrow it."""
    asked = {
        name: request.GET.get(name, "")[:LONGEST].replace("\0", "").strip()
        for name in ("q", "who", "what", "day")
    }
    zone = ZoneInfo(tournament.time_zone)
    lines = _found(tournament.log.select_related("by"), asked, zone)
    table = LogTable(lines, tournament, zone)
    paged(request, table, LINES)
    return office.page(
        request,
        tournament,
        who,
        "log.html",
        section="log",
        table=table,
        asked=asked,
        is_narrowed=any(asked.values()),
        people=_people(tournament),
        actions=sorted(_actions(tournament), key=lambda pair: pair[1]),
    )


def _found(
    lines: "QuerySet[ActionLog]", asked: dict[str, str], zone: ZoneInfo
) -> "QuerySet[ActionLog]":
    if asked["who"]:
        lines = lines.filter(by__username=asked["who"])
    if asked["what"]:
        lines = lines.filter(action=asked["what"])
    if day := _day(asked["day"]):
        start = datetime.combine(day, time(), tzinfo=zone)
        lines = lines.filter(at__gte=start, at__lt=start + timedelta(days=1))
    return lines.filter(_words(lines, asked["q"])) if asked["q"] else lines


def _words(lines: "QuerySet[ActionLog]", text: str) -> Q:
    """
    Lines with the text in object, reason, name of the official or words of the action.

    The database knows the objects as facts; their names in the reader's language are made here.
    """
    wanted = text.casefold()
    known = [key for key, words in ACTIONS.items() if wanted in str(words).casefold()]
    facts = lines.order_by().values_list("pk", "object_type", "object_facts")
    named = [pk for pk, *name in facts if wanted in name_in_words(*name).casefold()]
    return (
        Q(pk__in=named)
        | Q(reason__icontains=text)
        | Q(by__username__icontains=text)
        | Q(action__in=known)
    )


def _day(text: str) -> Any:
    try:
        return parse_date(text)
    except ValueError:
        return None


def _people(tournament: Tournament) -> list[str]:
    rows = tournament.log.order_by("by__username").exclude(by=None)
    return list(rows.values_list("by__username", flat=True).distinct())


def _actions(tournament: Tournament) -> Iterator[tuple[str, str]]:
    keys = tournament.log.order_by("action").values_list("action", flat=True).distinct()
    return ((key, action_words(key)) for key in keys)
