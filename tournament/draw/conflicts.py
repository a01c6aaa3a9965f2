"""What of a draw's constraints cannot hold, seen by counting before anything is drawn."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from tournament.draw.model import SEATS, Constraints


class Impossible(StrEnum):
    """Why a constraint cannot hold."""

    GROUP_TOO_LARGE = "group_too_large"
    """Kept apart, but more than there are tables: some of them meet in every round."""

    NO_COMPANY = "no_company"
    """Kept apart from so many that three are not left to fill his table."""

    NO_SUCH_TABLE = "no_such_table"
    """The table is not among those that are used."""

    TABLE_TAKEN = "table_taken"
    """Several always sit at one table, and who sits at one table meets in every round."""


@dataclass(frozen=True, slots=True)
class Conflict:
    """A constraint that cannot hold, and the players it concerns in order."""

    why: Impossible
    players: tuple[int, ...]


def conflicts(players: Sequence[int], constraints: Constraints) -> list[Conflict]:
    """Return what cannot hold for `players`; a draw heeds it as far as possible all the same."""
    present = set(players)
    tables = len(players) // SEATS
    fixed = [(player, place) for player, place in constraints.tables if player in present]
    found = []
    for group in constraints.apart:
        members = tuple(sorted(present.intersection(group)))
        if len(members) > tables:
            found.append(Conflict(Impossible.GROUP_TOO_LARGE, members))
    found += _without_company(present, constraints)
    if strays := tuple(sorted(player for player, place in fixed if not 0 <= place < tables)):
        found.append(Conflict(Impossible.NO_SUCH_TABLE, strays))
    wanted = Counter(place for _player, place in fixed)
    for taken in sorted(place for place, count in wanted.items() if count > 1):
        sharing = tuple(sorted(player for player, place in fixed if place == taken))
        found.append(Conflict(Impossible.TABLE_TAKEN, sharing))
    return found


def _without_company(present: set[int], constraints: Constraints) -> list[Conflict]:
    """Return those whose groups leave fewer than three; one group too large is told already."""
    shunned: Counter[int] = Counter()
    for one, other in constraints.pairs():
        if one in present and other in present:
            shunned.update((one, other))
    lonely = tuple(sorted(p for p, count in shunned.items() if count > len(present) - SEATS))
    return [Conflict(Impossible.NO_COMPANY, lonely)] if lonely else []
