"""The score of a hand: which fan count, how often, and what they come to."""

from dataclasses import dataclass
from itertools import groupby

from scoring.rules.catalogue import Fan
from scoring.rules.combine import Counting, best_counting
from scoring.rules.divide import TileSet
from scoring.rules.hand import Hand
from scoring.rules.profiles import DEFAULT_PROFILE, scoring_profile
from scoring.rules.validate import MINIMUM_POINTS, Problem, examine, points_problems


@dataclass(frozen=True, slots=True)
class CountedFan:
    """
    One line of a score: a fan and how often it counts.

    `sets` holds for each copy the sets that make it; it is empty for a fan of the whole hand.
    """

    fan: Fan
    count: int
    sets: tuple[tuple[TileSet, ...], ...]

    @property
    def points(self) -> int:
        """Points of one copy."""
        return self.fan.points


@dataclass(frozen=True, slots=True)
class Score:
    """
    What a hand is worth.

    `points` leaves flowers out and may be below the minimum; `fans` has the dearest first and
    otherwise follows the table.
    """

    hand: Hand
    profile: str
    points: int
    flowers: int
    fans: tuple[CountedFan, ...]

    @property
    def total(self) -> int:
        """The points paid for: flowers 花牌 (81) are added once the minimum is reached."""
        return self.points + self.flowers if self.points >= MINIMUM_POINTS else self.points


@dataclass(frozen=True, slots=True)
class Judgement:
    """
    All there is to say about a hand that somebody entered.

    `score` is None when the hand is no win or contradicts itself; below the minimum there are a
    score and a problem.
    """

    score: Score | None
    problems: tuple[Problem, ...]


def judge(hand: Hand, profile: str = DEFAULT_PROFILE) -> Judgement:
    """
    Give the problems of a hand and its score in one go.

    Raise `ValueError` for a profile that cannot score tiles.
    """
    rules = scoring_profile(profile)
    found, wrong = examine(hand)
    if wrong:
        return Judgement(None, wrong)
    best = best_counting(found, rules)
    result = Score(hand, profile, best.points, hand.flower_count, _counted_fans(best))
    return Judgement(result, points_problems(result.points))


def score(hand: Hand, profile: str = DEFAULT_PROFILE) -> Score:
    """
    Score a hand, also one below the minimum.

    Raise `ValueError` for a hand that is no win or contradicts itself, and for a profile that
    cannot score tiles. What somebody entered goes through `problems` or `judge` first.
    """
    judgement = judge(hand, profile)
    if judgement.score is None:
        codes = ", ".join(problem.code for problem in judgement.problems)
        raise ValueError(f"no win to score ({codes}): {str(hand)!r}")
    return judgement.score


def _counted_fans(counting: Counting) -> tuple[CountedFan, ...]:
    """Gather the copies of each fan into one line."""
    lines = []
    for fan, group in groupby(counting.copies, key=lambda copy: copy.fan):
        copies = list(group)
        sets = tuple(
            tuple(counting.reading.sets[place] for place in copy.places)
            for copy in copies
            if copy.places
        )
        lines.append(CountedFan(fan, len(copies), sets))
    return tuple(lines)
