"""What the engine says about a hand drawn in the book."""

from dataclasses import dataclass

from scoring.book.model import Example
from scoring.rules import DEFAULT_PROFILE, PROFILES, Problem, Score, judge
from scoring.rules.profiles import Profile

FLOWERS = "flower_tiles"


@dataclass(frozen=True, slots=True)
class Drawn:
    """
    An example as the engine counts it by the default profile.

    `elsewhere` has the total of each edition that comes to another one.
    """

    example: Example
    score: Score | None
    problems: tuple[Problem, ...]
    elsewhere: tuple[tuple[Profile, int], ...]

    @property
    def counted(self) -> frozenset[str]:
        """The keys of the fan that count, flowers included."""
        if self.score is None:
            return frozenset()
        flowers = {FLOWERS} if self.flowers else set()
        return frozenset({line.fan.key for line in self.score.fans} | flowers)

    @property
    def flowers(self) -> int:
        """How many flowers are paid for."""
        return self.score.total - self.score.points if self.score else 0

    @property
    def missing(self) -> int:
        """How many points are missing to the minimum; 0 for a win and for what is no hand."""
        return self.score.missing if self.score else 0


def draw(example: Example) -> Drawn:
    """Give what the engine says about an example."""
    judgement = judge(example.hand)
    return Drawn(
        example=example,
        score=judgement.score,
        problems=judgement.problems,
        elsewhere=tuple(_elsewhere(example, judgement.score)) if judgement.score else (),
    )


def _elsewhere(example: Example, here: Score) -> list[tuple[Profile, int]]:
    scores = {
        key: judge(example.hand, profile).score
        for key, profile in PROFILES.items()
        if key != DEFAULT_PROFILE
    }
    return [
        (PROFILES[key], score.total)
        for key, score in scores.items()
        if score and score.total != here.total
    ]
