"""
Published draws run again from what the database keeps of them.

A draw follows from its seed, its constraints, its players and the seats that stood when it was
drawn. What cannot follow from anything, as lots from a bag, is compared with the log.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from tournament import in_public
from tournament.draw import ALGORITHM, Constraints, Kind, Loose, schedule_sha256
from tournament.draw.commitment import with_players
from tournament.draw.model import Rounds, Table
from tournament.draw.numbers import LotDiffers, differing_lots
from tournament.draw.verify import METHODS, Differing, Facts, Line, differing_tables, verify
from tournament.draw_log import LogDiffers, differing_log
from tournament.models import Draw, Round, Tournament
from tournament.past_seats import PastSeats, swapped_back
from tournament.published_draws import HandSwap, algorithm_of, hand_swaps, is_taken_over

KINDS: Final[Collection[str]] = frozenset(Kind)


class Verdict(StrEnum):
    """What running a draw again shows."""

    SAME = "same"
    SWAPPED = "swapped"
    """As drawn, and then seats were swapped by hand."""

    OLDER = "older"
    """Made by another version of the algorithm, which this program does not run."""

    WAITING = "waiting"
    """A schedule of numbers as made; its lots are not drawn yet."""

    TAKEN_OVER = "taken_over"
    """The seats of the draw before, with others in the place of those who left."""

    NOT_DRAWN = "not_drawn"
    """Made in a way that does not follow from a seed."""

    DIFFERENT = "different"


@dataclass(frozen=True, slots=True)
class SeatDiffers:
    """A seat that is not as drawn: numbers as printed, `wind` 0 for East, entry 0 for nobody."""

    round: int
    table: int
    wind: int
    published: int
    drawn: int


@dataclass(frozen=True, slots=True)
class Proof:
    """
    A draw run again: the seats that differ, and the hash of the seats as they are.

    Of a draw in public `schedule` and `lots` are the lines that differ there; before there are
    seats the hash is the schedule's. `taken_over` are pairs of who left and who has his seats; `told`
    is what the log tells otherwise.
    """

    draw: Draw
    verdict: Verdict
    sha256: str
    swaps: tuple[HandSwap, ...] = ()
    differing: tuple[SeatDiffers, ...] = ()
    schedule: tuple[Differing, ...] = ()
    lots: tuple[LotDiffers, ...] = ()
    taken_over: tuple[tuple[int, int], ...] = ()
    told: tuple[LogDiffers, ...] = ()

    @property
    def hash_differs(self) -> bool:
        """Whether the stored hash is not that of the seats."""
        return self.draw.sha256 != self.sha256

    @property
    def is_wrong(self) -> bool:
        """Whether something is not as it was drawn or written down."""
        return self.verdict is Verdict.DIFFERENT


# Run again


def proofs(tournament: Tournament, draws: Sequence[Draw]) -> list[Proof]:
    """Run draws of an event again; a large one may take some seconds."""
    seats = PastSeats(tournament)
    swaps = hand_swaps(tournament, draws)
    return [_proof(draw, seats, swaps[draw.pk]) for draw in draws]


def _proof(draw: Draw, seats: PastSeats, swaps: tuple[HandSwap, ...]) -> Proof:
    own, hall = seats.own(draw), seats.hall(draw)
    published = tuple(seats.seating(round_, hall) for round_ in own)
    drawn = _drawn(own, published, swaps)
    told = differing_log(draw, seats.told(draw), _sha256(drawn))
    if any(line.is_basic for line in told):
        # What is left says nothing any more about how the seats came to be.
        return Proof(draw, Verdict.DIFFERENT, draw.sha256, swaps, told=told)
    proof = _run_again(draw, own, published, seats, swaps)
    if proof.differing or proof.hash_differs:
        told = tuple(line for line in told if line.what != "sha256")
    wrong = told or proof.hash_differs
    return replace(proof, told=told, verdict=Verdict.DIFFERENT if wrong else proof.verdict)


def _run_again(
    draw: Draw,
    own: Sequence[Round],
    published: Rounds,
    seats: PastSeats,
    swaps: tuple[HandSwap, ...],
) -> Proof:
    if draw.schedule:
        return _in_public(draw, own, published, seats.hall(draw), swaps)
    if is_taken_over(draw):
        return _taken_over(draw, own, published, seats, swaps)
    sha256 = _sha256(published)
    if draw.kind not in KINDS or not draw.seed:
        return Proof(draw, Verdict.NOT_DRAWN, sha256, swaps)
    if algorithm_of(draw)[1] != ALGORITHM:
        return Proof(draw, Verdict.OLDER, sha256, swaps)
    drawn = _drawn(own, published, swaps)
    hall = seats.hall(draw)
    lines = verify(_facts(draw, drawn, seats.history(draw), hall))
    differing = tuple(_seats_of(lines, [r.number for r in own], hall))
    good = Verdict.SWAPPED if swaps else Verdict.SAME
    return Proof(draw, Verdict.DIFFERENT if differing else good, sha256, swaps, differing)


def _sha256(rounds: Rounds) -> str:
    """Hash the tables that are used."""
    return schedule_sha256([[table for table in seating if table] for seating in rounds])


def _facts(draw: Draw, drawn: Rounds, history: Rounds, hall: Sequence[int]) -> Facts:
    kept = draw.constraints
    kind = Kind(draw.kind)
    here = sorted({player for table in drawn[0] for player in table})
    return Facts(
        method=METHODS.get(kind, kind),
        players=tuple(kept.get("standing") or here),
        seed=draw.seed,
        published=drawn,
        sha256=schedule_sha256(drawn),
        history=history,
        constraints=Constraints(
            tuple(tuple(group) for group in kept.get("apart", ())),
            tuple(Loose(tuple(group), weight) for group, weight in kept.get("loose", ())),
            tuple((player, hall.index(number)) for player, number in kept.get("tables", ())),
        ),
        teams=tuple(tuple(team) for team in kept.get("teams", ())),
        prefix_first=bool(kept.get("prefix_first")),
    )


def _drawn(own: Sequence[Round], published: Rounds, swaps: Sequence[HandSwap]) -> Rounds:
    """Return the seats of a draw's rounds as they were before swaps by hand."""
    return tuple(
        swapped_back(seating, [(swap.one, swap.other) for swap in swaps if swap.round == r.number])
        for r, seating in zip(own, published, strict=True)
    )


def _in_public(
    draw: Draw,
    own: Sequence[Round],
    published: Rounds,
    hall: Sequence[int],
    swaps: tuple[HandSwap, ...],
) -> Proof:
    """Make the schedule again, then the lots, then seat the players by their numbers."""
    kept = in_public.as_published(draw)
    is_drawn = bool(draw.lots or own or draw.public_word)
    lots = tuple(differing_lots(kept.lottery)) if is_drawn else ()
    made = kept.differing_schedule()
    schedule = tuple(line for line in made if line.line is not Line.ALGORITHM)
    sha256 = schedule_sha256(draw.schedule)
    differing: tuple[SeatDiffers, ...] = ()
    if is_drawn:
        sha256 = _sha256(published)
        numbers = range(draw.first_round, draw.last_round + 1)
        by_lot = _seated_by(kept.schedule.published, kept.lottery.lots)
        lines = list(differing_tables(_drawn(own, published, swaps), by_lot))
        differing = tuple(_seats_of(lines, numbers, hall))
    good = Verdict.WAITING if not is_drawn else Verdict.SWAPPED if swaps else Verdict.SAME
    if len(schedule) < len(made):
        good = Verdict.OLDER
    wrong = schedule or lots or differing
    verdict = Verdict.DIFFERENT if wrong else good
    return Proof(draw, verdict, sha256, swaps, differing, schedule, lots)


def _seated_by(schedule: Rounds, lots: Mapping[int, int]) -> Rounds:
    """Return the seats that follow from lots; 0 sits where nobody drew the number."""
    numbers = {number for seating in schedule for table in seating for number in table}
    return with_players(schedule, {number: lots.get(number, 0) for number in numbers})


def _taken_over(
    draw: Draw,
    own: Sequence[Round],
    published: Rounds,
    seats: PastSeats,
    swaps: tuple[HandSwap, ...],
) -> Proof:
    """Compare with the rounds before, those who left replaced by those who came, by their numbers."""
    hall = seats.hall(draw)
    before = tuple(seats.before(round_, hall) for round_ in own)
    drawn = _drawn(own, published, swaps)
    there, here = (
        {p for seating in rounds for table in seating for p in table} for rounds in (before, drawn)
    )
    pairs = tuple(zip(sorted(there - here), sorted(here - there), strict=False))
    new = dict(pairs)
    expected = tuple(
        tuple(tuple(new.get(p, p) for p in table) for table in seating) for seating in before
    )
    lines = list(differing_tables(drawn, expected))
    differing = tuple(_seats_of(lines, [r.number for r in own], hall))
    verdict = Verdict.DIFFERENT if differing else Verdict.TAKEN_OVER
    return Proof(draw, verdict, _sha256(published), swaps, differing, taken_over=pairs)


def _seats_of(
    lines: Sequence[Differing], numbers: Sequence[int], hall: Sequence[int]
) -> Iterator[SeatDiffers]:
    """Give the seats in which tables differ, under the numbers of the event."""
    for line in lines:
        if line.line is not Line.TABLE:
            continue
        for wind in range(4):
            before, after = (_at(table, wind) for table in (line.published, line.expected))
            if before != after:
                number, table = numbers[line.round - 1], hall[line.table - 1]
                yield SeatDiffers(number, table, wind, before, after)


def _at(table: Table | str, wind: int) -> int:
    return int(table[wind]) if wind < len(table) else 0
