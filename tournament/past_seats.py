"""
All seats an event ever had, and what its log tells of its draws.

A draw follows from the seats that stood when it was made. They are found by the order in which
rounds came into being and by the log, so that what was drawn, cancelled or swapped afterwards does
not count.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Final

from tournament.draw.model import Rounds, Seating
from tournament.field import hall_of, hall_tables
from tournament.models import ActionLog, Draw, Round, Seat, Tournament

MADE: Final = ("make_draw", "redraw")
IN_PUBLIC: Final = ("publish_schedule", "throw_lots_away", "draw_lots")
UNDONE: Final = ("cancel_draw", "cancel_round", "swap_seats")


def swapped_back(seating: Seating, swaps: Sequence[tuple[int, int]]) -> Seating:
    """Return a round as it was before pairs of entries swapped their seats, one after the other."""
    names = {player: player for table in seating for player in table}
    for one, other in reversed(swaps):
        exchange = {one: other, other: one}
        names = {player: exchange.get(name, name) for player, name in names.items()}
    return tuple(tuple(names[player] for player in table) for table in seating)


class PastSeats:
    """All seats an event ever had and what the log tells of its draws, in four queries."""

    def __init__(self, tournament: Tournament) -> None:
        self._hall = hall_tables(tournament, 0)
        self._rounds = list(tournament.rounds.order_by("pk"))
        self._log = list(tournament.log.filter(action__in=MADE + IN_PUBLIC + UNDONE).order_by("pk"))
        self._seats: defaultdict[int, defaultdict[int, list[int]]]
        self._seats = defaultdict(lambda: defaultdict(list))
        for round_, table, player in (
            Seat.objects.filter(round__tournament=tournament)
            .order_by("start")
            .values_list("round_id", "game__table__number", "player__number")
        ):
            self._seats[round_][table].append(player)

    def hall(self, draw: Draw) -> tuple[int, ...]:
        """Return the numbers of the tables in the places that a draw saw them in."""
        return hall_of(draw, self._hall)

    def own(self, draw: Draw) -> list[Round]:
        """Return the rounds of a draw by number, cancelled ones too."""
        own = [round_ for round_ in self._rounds if round_.draw_id == draw.pk]
        return sorted(own, key=lambda round_: round_.number)

    def seating(self, round_: Round, hall: Sequence[int]) -> Seating:
        """Return the tables of a round in their places of `hall`, up to the last used one."""
        tables: Mapping[int, list[int]] = self._seats[round_.pk]
        last = max((place for place, number in enumerate(hall, 1) if number in tables), default=0)
        return tuple(tuple(tables.get(number, ())) for number in hall[:last])

    def told(self, draw: Draw) -> list[ActionLog]:
        """Return the log's rows in which a draw was made, published as numbers, given its lots."""
        return [
            row
            for row in self._log
            if row.object_type == "draw"
            and row.object_id == draw.pk
            and row.action in MADE + IN_PUBLIC
        ]

    def before(self, round_: Round, hall: Sequence[int]) -> Seating:
        """Return the seats of the round of the same number made last before `round_`."""
        same = [r for r in self._rounds if r.number == round_.number and r.pk < round_.pk]
        return self.seating(same[-1], hall) if same else ()

    def history(self, draw: Draw) -> Rounds:
        """Return the seats that stood when a draw was made, without the rounds it drew."""
        own = self.own(draw)
        first, numbers = min(round_.pk for round_ in own), {round_.number for round_ in own}
        born, hall = self._born(draw), self.hall(draw)
        newest = {
            round_.number: round_
            for round_ in self._rounds
            if round_.pk < first and round_.number not in numbers
        }
        return tuple(
            swapped_back(self.seating(round_, hall), self._swaps_after(round_, born))
            for _number, round_ in sorted(newest.items())
            if not self._was_cancelled(round_, born)
        )

    def _born(self, draw: Draw) -> int:
        """Return the key of the log's row in which a draw was made; 0 without one."""
        return next(
            (row.pk for row in self._log if row.action in MADE and row.object_id == draw.pk), 0
        )

    def _was_cancelled(self, round_: Round, born: int) -> bool:
        """Whether a round was cancelled, with no other in its place, before row `born`."""
        return round_.state == Round.State.CANCELLED and any(
            row.pk < born and _cancels(row, round_) for row in self._log
        )

    def _swaps_after(self, round_: Round, born: int) -> list[tuple[int, int]]:
        found = []
        for row in self._log:
            if row.action == "swap_seats" and row.object_id == round_.pk and row.pk > born:
                one, other = map(int, row.before or ())
                found.append((one, other))
        return found


def _cancels(row: ActionLog, round_: Round) -> bool:
    match row.action:
        case "cancel_draw":
            return row.object_id == round_.draw_id
        case "cancel_round":
            return row.object_id == round_.pk
        case "throw_lots_away":
            # The row is about the draw that waits for other lots; it names the one given up.
            return isinstance(row.before, dict) and row.before.get("draw") == round_.draw_id
    return False
