"""The final: the best of a standing at their tables."""

from collections.abc import Sequence
from enum import StrEnum

from tournament.draw.evening import seat_in_order
from tournament.draw.groups import blocks, snake
from tournament.draw.lots import Lots
from tournament.draw.model import SEATS, Plan, Rounds
from tournament.draw.tables import NOBODY, Fixed, pin


class FinalTables(StrEnum):
    """Who sits with whom in a final."""

    BY_RANK = "by_rank"
    """1-4 at the first table, 5-8 at the second, …"""

    SNAKE = "snake"
    """All tables equally strong: 1, 8, 9 and 16 at the first of four."""


def final_round(
    standings: Sequence[int],
    finalists: int,
    *,
    tables: FinalTables = FinalTables.BY_RANK,
    history: Rounds = (),
    fixed: Fixed = NOBODY,
    seed: str,
) -> Plan:
    """
    Seat the first `finalists` of a standing; their starts even out those of `history`.

    Who met before may meet again, team-mates too: the standing alone decides. The table of
    somebody who always sits at one (`fixed`: its place in the hall) goes there. Raise `ValueError`
    for a number that fills no tables or is larger than the standing.
    """
    if finalists < SEATS or finalists % SEATS or finalists > len(standings):
        raise ValueError(f"no final of {finalists} among {len(standings)} players")
    places = blocks(finalists) if tables is FinalTables.BY_RANK else snake(finalists)
    seating = tuple(tuple(standings[place] for place in table) for table in places)
    placed, _places = pin(seating, fixed)
    ordered = seat_in_order(placed, history=history, lots=Lots(seed))
    return Plan((ordered,), f"final {tables.value}", seed)
