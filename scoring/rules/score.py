"""The score of a hand: which fan count, how often, what they come to, and why."""

from dataclasses import dataclass, field
from functools import cached_property

from scoring.rules.catalogue import MINIMUM_POINTS
from scoring.rules.combine import CountedFan, Counting, best_counting
from scoring.rules.explain import LeftOut, left_out, other_countings, other_readings
from scoring.rules.hand import Hand
from scoring.rules.profiles import DEFAULT_PROFILE, Profile, scoring_profile
from scoring.rules.readings import Reading
from scoring.rules.validate import Problem, examine, points_problems


@dataclass(frozen=True)
class Score:
    """
    What a hand is worth.

    `counting` is the reading chosen with what counts in it. What explains it is worked out when it
    is asked for.
    """

    hand: Hand
    profile: Profile
    counting: Counting
    readings: tuple[Reading, ...] = field(repr=False)

    @property
    def points(self) -> int:
        """The points of the fan without flowers; may be below the minimum."""
        return self.profile.capped(self.counting.points)

    @property
    def flowers(self) -> int:
        """How many flowers 花牌 there are."""
        return self.hand.flower_count

    @property
    def total(self) -> int:
        """The points paid for: flowers 花牌 (81) are added once the minimum is reached."""
        return self.profile.capped(self.points if self.missing else self.points + self.flowers)

    @property
    def missing(self) -> int:
        """How many points are missing to the minimum 起和分, which flowers do not help to reach."""
        return max(0, MINIMUM_POINTS - self.points)

    @property
    def is_capped(self) -> bool:
        """Whether the fan and flowers come to more than the profile pays."""
        return self.total < self.counting.points + self.flowers and not self.missing

    @cached_property
    def fans(self) -> tuple[CountedFan, ...]:
        """What counts, the dearest first and otherwise by the table."""
        return self.counting.fans

    @cached_property
    def left_out(self) -> tuple[LeftOut, ...]:
        """What is there but does not count, with the reason, the dearest first."""
        return left_out(self.counting, self._other_readings, self.profile)

    @cached_property
    def others(self) -> tuple[Counting, ...]:
        """Up to five other ways to count the hand, the best first."""
        return other_countings(self.counting, self._other_readings, self.profile)

    @cached_property
    def _other_readings(self) -> tuple[Counting, ...]:
        return other_readings(self.counting, self.readings, self.profile)


@dataclass(frozen=True, slots=True)
class Judgement:
    """
    All there is to say about a hand that somebody entered.

    `score` is None when the hand is no win or contradicts itself; below the minimum there are a
    score and a problem.
    """

    score: Score | None
    problems: tuple[Problem, ...]


def judge(hand: Hand, profile: str | Profile = DEFAULT_PROFILE) -> Judgement:
    """
    Give the problems of a hand and its score in one go.

    `profile` is the key of an edition or a profile derived from one. Raise `ValueError` for an
    unknown key.
    """
    rules = scoring_profile(profile)
    found, wrong = examine(hand, rules)
    if wrong:
        return Judgement(None, wrong)
    result = Score(hand, rules, best_counting(found, rules), found)
    return Judgement(result, points_problems(result.points))


def score(hand: Hand, profile: str | Profile = DEFAULT_PROFILE) -> Score:
    """
    Score a hand, also one below the minimum.

    Raise `ValueError` for a hand that is no win or contradicts itself, and for an unknown profile.
    What somebody entered goes through `problems` or `judge` first.
    """
    judgement = judge(hand, profile)
    if judgement.score is None:
        codes = ", ".join(problem.code for problem in judgement.problems)
        raise ValueError(f"no win to score ({codes}): {str(hand)!r}")
    return judgement.score
