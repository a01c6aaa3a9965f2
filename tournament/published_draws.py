"""The draws anybody may read about: which are public, how they were found, what was swapped in them."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q

from tournament import in_public
from tournament.draw import Outcome
from tournament.models import Draw, Round, Tournament
from tournament.results import SHOWN_ROUNDS


@dataclass(frozen=True, slots=True)
class HandSwap:
    """Two entries who swapped their seats in a draft round; `at` is unknown without a log."""

    round: int
    one: int
    other: int
    at: datetime | None = None


def published_draws(tournament: Tournament) -> list[Draw]:
    """
    Return the draws of which a round, or the schedule of numbers, is public, in two queries.

    They come by their rounds; a schedule that was given up stays among them.
    """
    shown = set(
        Round.objects.filter(tournament=tournament, state__in=SHOWN_ROUNDS)
        .order_by()
        .values_list("draw", flat=True)
        .distinct()
    )
    draws = Draw.objects.filter(Q(pk__in=shown - {None}) | ~Q(schedule=[]))
    of_event = draws.filter(stage__tournament=tournament).select_related("stage")
    return [
        draw
        for draw in of_event.order_by("first_round", "pk")
        if draw.pk in shown or in_public.is_public(draw)
    ]


def undrawn_rounds(tournament: Tournament) -> list[int]:
    """Return the numbers of the public rounds that no draw made, in one query."""
    rounds = tournament.rounds.filter(state__in=SHOWN_ROUNDS, draw=None)
    return list(rounds.order_by("number").values_list("number", flat=True))


def hand_swaps(tournament: Tournament, draws: Sequence[Draw]) -> dict[int, tuple[HandSwap, ...]]:
    """Return the swaps of each draw in their order, by its key, in two queries."""
    rounds = dict(tournament.rounds.filter(draw__in=draws).values_list("pk", "draw_id"))
    times: defaultdict[int, list[datetime]] = defaultdict(list)
    for row in tournament.log.filter(action="swap_seats", object_id__in=rounds).order_by("pk"):
        times[rounds[row.object_id] or 0].append(row.at)
    return {draw.pk: tuple(_swaps(draw, times[draw.pk])) for draw in draws}


def _swaps(draw: Draw, times: Sequence[datetime]) -> Iterator[HandSwap]:
    """Give the swaps a draw keeps, each with its time where the log has them all."""
    kept = draw.constraints.get("swaps", ())
    known = times if len(times) == len(kept) else [None] * len(kept)
    for (number, one, other), at in zip(kept, known, strict=True):
        yield HandSwap(number, one, other, at)


def is_taken_over(draw: Draw) -> bool:
    """Whether a draw is the one before with others in the place of those who left."""
    return algorithm_of(draw)[0] == Outcome.TAKEN_OVER.value and not draw.seed


def algorithm_of(draw: Draw) -> tuple[str, int]:
    """Return how a draw was found and the version of the algorithm, 0 when it is not told."""
    method, _blank, version = draw.algorithm.rpartition(" ")
    return (method, int(version)) if version.isdecimal() else (draw.algorithm, 0)
