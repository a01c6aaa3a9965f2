"""
The rest of an event seated anew: somebody left, somebody came, the rounds played stay.

Who takes over a number sits where the other would have sat and all else stays. Otherwise the
remaining rounds are solved again with the played ones as history; where as many come as leave and
that finds nothing as good, they take over all the same.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations
from typing import Final

from tournament.draw.meetings import tables_of
from tournament.draw.model import SEATS, Constraints, Rounds
from tournament.draw.plan import BUDGET, plan

NO_CONSTRAINTS: Final = Constraints()


@dataclass(frozen=True, slots=True)
class Changes:
    """
    Who leaves (withdrawn or disqualified), who comes, who takes over from whom.

    `taking_over` are pairs of one who leaves and one who comes, a substitute or a filler; they
    stand in neither of the others.
    """

    leaving: tuple[int, ...] = ()
    coming: tuple[int, ...] = ()
    taking_over: tuple[tuple[int, int], ...] = ()

    def all_leaving(self) -> tuple[int, ...]:
        """Return everybody who leaves."""
        return self.leaving + tuple(gone for gone, _new in self.taking_over)

    def all_coming(self) -> tuple[int, ...]:
        """Return everybody who comes."""
        return self.coming + tuple(new for _gone, new in self.taking_over)


class Outcome(StrEnum):
    """What became of the remaining rounds."""

    UNCHANGED = "unchanged"
    """There was nothing to change."""

    TAKEN_OVER = "taken_over"
    """The seats stay; only names changed."""

    SOLVED = "solved"
    """The remaining rounds are new."""

    FILLERS_NEEDED = "fillers_needed"
    """The players fill no whole number of tables."""

    NOBODY_LEFT = "nobody_left"
    NO_ROUNDS_LEFT = "no_rounds_left"

    CONTRADICTION = "contradiction"
    """Somebody leaves who is not there, comes who is there, or is named twice."""


@dataclass(frozen=True, slots=True)
class Reseated:
    """
    The answer; `rounds` are all rounds, the played ones first, as they were where nothing is new.

    `fillers` is how many players the last table lacks, `contradictions` the numbers that cannot be,
    `steps` what the search took.
    """

    outcome: Outcome
    rounds: Rounds
    fillers: int = 0
    contradictions: tuple[int, ...] = ()
    steps: int = 0


def reseat_remaining(
    rounds: Rounds,
    played: int,
    changes: Changes,
    *,
    seed: str,
    constraints: Constraints = NO_CONSTRAINTS,
    budget: int = BUDGET,
) -> Reseated:
    """Seat the rounds after the first `played` anew for those who play on."""
    remaining = rounds[played:]
    if not remaining:
        return Reseated(Outcome.NO_ROUNDS_LEFT, rounds)
    here = {player for seating in remaining for table in seating for player in table}
    if wrong := _contradictions(here, changes):
        return Reseated(Outcome.CONTRADICTION, rounds, contradictions=wrong)
    field = sorted((here - set(changes.all_leaving())) | set(changes.all_coming()))
    if not field:
        return Reseated(Outcome.NOBODY_LEFT, rounds[:played])
    if fillers := -len(field) % SEATS:
        return Reseated(Outcome.FILLERS_NEEDED, rounds, fillers=fillers)
    if not changes.leaving and not changes.coming:
        outcome = Outcome.TAKEN_OVER if changes.taking_over else Outcome.UNCHANGED
        renamed = _renamed(remaining, dict(changes.taking_over))
        return Reseated(outcome, rounds[:played] + renamed)
    solved = plan(
        field,
        len(remaining),
        seed=seed,
        history=rounds[:played],
        constraints=constraints,
        budget=budget,
    )
    renamed = _all_taken_over(remaining, changes)
    # A schedule too tight to be solved again may still be right for those who come.
    if renamed and _cost(rounds[:played] + renamed, constraints) < _cost(
        rounds[:played] + solved.rounds, constraints
    ):
        return Reseated(Outcome.TAKEN_OVER, rounds[:played] + renamed, steps=solved.steps)
    return Reseated(Outcome.SOLVED, rounds[:played] + solved.rounds, steps=solved.steps)


def _contradictions(here: set[int], changes: Changes) -> tuple[int, ...]:
    leaving, coming = changes.all_leaving(), changes.all_coming()
    named = leaving + coming
    twice = {player for player in named if named.count(player) > 1}
    return tuple(sorted(twice | (set(leaving) - here) | (set(coming) & here)))


def _renamed(rounds: Rounds, names: Mapping[int, int]) -> Rounds:
    return tuple(
        tuple(tuple(names.get(player, player) for player in table) for table in seating)
        for seating in rounds
    )


def _all_taken_over(rounds: Rounds, changes: Changes) -> Rounds:
    """Return the rounds with those who come for those who leave, none unless they are as many."""
    if len(changes.leaving) != len(changes.coming):
        return ()
    return _renamed(rounds, dict(zip(changes.all_leaving(), changes.all_coming(), strict=True)))


def _cost(rounds: Rounds, constraints: Constraints) -> tuple[int, int]:
    """Return the meetings of those to be kept apart, and the repeats."""
    met = Counter(pair for table in tables_of(rounds) for pair in combinations(sorted(table), 2))
    clashes = sum(met[pair] for pair in constraints.pairs())
    return clashes, sum(met.values()) - len(met)
