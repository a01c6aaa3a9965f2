"""Which devices have a sheet open, and how many entries wait on them: of the moment, never logged."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final

from django.db import transaction
from django.db.models import Q, QuerySet, Sum
from django.utils import timezone

from tournament.models import Game, SheetVisit

if TYPE_CHECKING:
    from django.contrib.auth.models import User

SEEN: Final = timedelta(minutes=3)
"""A device asks once a minute; one that missed three times has put the sheet away."""

FORGOTTEN: Final = timedelta(minutes=10)
KEPT_WAITING: Final = timedelta(hours=12)
"""A device that said it has entries to send and fell silent is what the board should show."""


@transaction.atomic
def note_visit(
    *, game: Game, device: str, waiting: int, by: "User", now: datetime | None = None
) -> tuple[SheetVisit, ...]:
    """Note that a device has the sheet open; return the others that have it open too."""
    now = now or timezone.now()
    old = Q(waiting=0, seen_at__lt=now - FORGOTTEN) | Q(seen_at__lt=now - KEPT_WAITING)
    game.visits.filter(old).delete()
    game.visits.update_or_create(
        device=device, defaults={"by": by, "seen_at": now, "waiting": waiting}
    )
    others = open_now(SheetVisit.objects.filter(game=game), now).exclude(device=device)
    return tuple(others.select_related("by"))


def entries_waiting(game: Game) -> int:
    """Return how many entries of the sheet wait on phones, as far as these could tell."""
    return game.visits.aggregate(waiting=Sum("waiting"))["waiting"] or 0


def tables_waited_for(games: Sequence[Game]) -> list[int]:
    """Return the numbers of the tables whose sheets have entries waiting on phones."""
    visits = SheetVisit.objects.filter(game__in=games, waiting__gt=0)
    numbers = visits.order_by("game__table__number").values_list("game__table__number", flat=True)
    return list(numbers.distinct())


def open_now(visits: QuerySet[SheetVisit], now: datetime) -> QuerySet[SheetVisit]:
    """Return those of `visits` that were heard of lately, or still have entries to send."""
    return visits.filter(Q(seen_at__gte=now - SEEN) | Q(waiting__gt=0))
