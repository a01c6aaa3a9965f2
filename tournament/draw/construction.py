"""Schedules without a repeat, and their places named so that groups do not meet."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from tournament.draw.base_rounds import BASE_ROUNDS
from tournament.draw.difference import difference_schedule, most_rounds
from tournament.draw.lots import Lots
from tournament.draw.model import SEATS, Constraints, Rounds
from tournament.draw.naming import disjoint, fill_blocks, name_blocks, name_places, name_tables

# So many shorter schedules are tried before a prefix without clashes is given up.
SHORTER: Final = 3


@dataclass(frozen=True, slots=True)
class Design:
    """
    Rounds of a known construction, and how often two kept apart meet in them.

    In those `by_blocks` no player comes to a table twice, and four blocks of players, one after
    another, never meet.
    """

    method: str
    rounds: Rounds
    by_blocks: bool = False
    clashes: int = 0


def schedule(groups: int, rounds: int, lots: Lots) -> Design | None:
    """Return a schedule of 4 × `groups` players from 0 without a repeat, None if none is known."""
    made = difference_schedule(groups, rounds, lots)
    if made is not None:
        return Design(*made, by_blocks=True)
    for base in BASE_ROUNDS:
        if base.players == groups * SEATS and not base.repeats and rounds <= base.rounds:
            return Design("stored", tuple(lots.shuffled(base.developed()))[:rounds])
    return None


def known_rounds(groups: int) -> int:
    """Return how many rounds of `schedule` are sure for 4 × `groups` players, 1 at least."""
    stored = [b.rounds for b in BASE_ROUNDS if b.players == groups * SEATS and not b.repeats]
    return max(1, most_rounds(groups), *stored)


def named_schedule(
    players: Sequence[int], rounds: int, constraints: Constraints, lots: Lots
) -> Design | None:
    """Return a schedule of the players without a repeat, with as few clashes as were found."""
    made = schedule(len(players) // SEATS, rounds, lots)
    if made is None:
        return None
    groups = constraints.separate()
    start = None
    if made.by_blocks and groups:
        start = name_blocks(players, groups, lots)
    elif made.by_blocks:
        start = fill_blocks(players, [group.players for group in constraints.loose], lots)
    if start is None and groups:
        made, start = _around_tables(players, made, groups, lots)
    names, clashes = name_places(players, made.rounds, constraints, lots, start)
    return Design(made.method, with_names(made.rounds, names), made.by_blocks, clashes)


def _around_tables(
    players: Sequence[int], made: Design, groups: Sequence[Sequence[int]], lots: Lots
) -> tuple[Design, dict[int, int] | None]:
    """
    Return a schedule one round longer without its last, whose tables list the groups, if it can be.

    Who shares a table there never meets elsewhere. Of groups that overlap the larger ones go there.
    """
    longer = schedule(len(players) // SEATS, len(made.rounds) + 1, lots)
    if longer is None:
        return made, None
    *played, last = longer.rounds
    names = name_tables(players, last, groups, lots)
    names = names or name_tables(players, last, disjoint(groups), lots)
    if names is None:
        return made, None
    return Design(longer.method, tuple(played), longer.by_blocks), names


def longest_without_clash(
    players: Sequence[int], most: int, constraints: Constraints, lots: Lots
) -> Design | None:
    """Return a schedule of at most `most` rounds without repeat or clash, None if none is found."""
    longest = min(most, known_rounds(len(players) // SEATS))
    for rounds in range(longest, max(0, longest - SHORTER), -1):
        made = named_schedule(players, rounds, constraints, lots)
        if made and not made.clashes:
            return made
    return None


def stored_with_repeats(players: Sequence[int], rounds: int, lots: Lots) -> Design | None:
    """Return stored rounds of which some repeat meetings, as few as can be over all of them."""
    for base in BASE_ROUNDS:
        if base.players == len(players) and base.repeats and rounds <= base.rounds:
            names = dict(enumerate(lots.shuffled(players)))
            return Design("stored", with_names(base.developed()[:rounds], names))
    return None


def with_names(rounds: Rounds, names: Mapping[int, int] | Sequence[int]) -> Rounds:
    """Return the rounds with names for their places."""
    return tuple(
        tuple(tuple(names[place] for place in table) for table in seating) for seating in rounds
    )
