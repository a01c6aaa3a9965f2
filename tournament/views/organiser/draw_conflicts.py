"""What of a draw's constraints cannot hold, in words, before it is made and after."""

from collections.abc import Sequence

from django.utils.translation import gettext_lazy

from scoring.listing import listed
from tournament.draw import Conflict, Constraints, Impossible, conflicts
from tournament.field import hall_of, hall_tables
from tournament.models import Draw, Seat
from tournament.models.people import entry_number


def conflict_sentences(found: Sequence[Conflict]) -> list[str]:
    """Say what cannot hold; a draw heeds it as far as possible all the same."""
    return [
        _IMPOSSIBLE[conflict.why] % {"players": listed(map(entry_number, conflict.players))}
        for conflict in found
    ]


_IMPOSSIBLE = {
    Impossible.GROUP_TOO_LARGE: gettext_lazy(
        "More are to be kept apart than there are tables, so some meet in every round: %(players)s"
    ),
    Impossible.NO_COMPANY: gettext_lazy(
        "Kept apart from so many that nobody is left to sit with: %(players)s"
    ),
    Impossible.NO_SUCH_TABLE: gettext_lazy("Their own table is not used: %(players)s"),
    Impossible.TABLE_TAKEN: gettext_lazy(
        "Several have the same table as their own, and the smallest number gets it: %(players)s"
    ),
}


def draw_conflicts(draw: Draw) -> list[str]:
    """Say what of a draw's constraints could not hold for its players."""
    seats = Seat.objects.filter(round__draw=draw).order_by("player__number")
    players = list(seats.values_list("player__number", flat=True).distinct())
    kept = draw.constraints
    apart = tuple(tuple(group) for group in kept.get("apart", ()))
    own = kept.get("tables", ())
    hall = hall_of(draw, hall_tables(draw.stage.tournament, 0)) if own else ()
    tables = tuple((player, hall.index(number)) for player, number in own)
    return conflict_sentences(conflicts(players, Constraints(apart, tables=tables)))
