"""What is wrong with the fan a player claims for a hand."""

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.rules.catalogue import Fan
from scoring.rules.combine import CountedFan, Counting
from scoring.rules.explain import LeftOut
from scoring.rules.hand import Hand
from scoring.rules.profiles import DEFAULT_PROFILE, Profile
from scoring.rules.score import Score, score


@dataclass(frozen=True, slots=True)
class FanDifference:
    """A fan and how many times too often or too seldom it was claimed."""

    fan: Fan
    count: int


@dataclass(frozen=True, slots=True)
class ClaimCheck:
    """
    A claimed list of fan held against the hand, each part in table order.

    `wrong` are claimed but not in the hand so often; `excluded` are there but may not be counted,
    each with its reasons; `missing` count but were not claimed. `claimed` is what the list comes
    to, `approved` what the hand is worth, both without flowers.
    """

    claimed: int
    approved: int
    wrong: tuple[FanDifference, ...]
    excluded: tuple[LeftOut, ...]
    missing: tuple[FanDifference, ...]

    @property
    def is_right(self) -> bool:
        """Whether the list is one that the hand can be counted as for its full worth."""
        return not (self.wrong or self.excluded or self.missing)


def compare_claim(
    hand: Hand, claimed: Mapping[str, int], profile: str | Profile = DEFAULT_PROFILE
) -> ClaimCheck:
    """
    Hold the fan a player claims, keys with counts, against what counts.

    Another list of equal worth is as right as the one chosen, and the claim is held against the one
    it is nearest to. Raise `ValueError` for a hand that is no win, for an unknown profile, and for
    a fan the profile does not have.
    """
    found = score(hand, profile)
    fans = found.profile.fans
    unknown = [key for key in claimed if key not in fans]
    if unknown:
        raise ValueError(f"no such fan in this profile: {', '.join(map(repr, unknown))}")
    counts = _counts(_nearest(found, claimed).fans)
    excess = {key: claimed.get(key, 0) - counts.get(key, 0) for key in fans}
    reasons = [line for line in found.left_out if excess[line.fan.key] > 0]
    excluded = {line.fan.key for line in reasons}
    return ClaimCheck(
        claimed=sum(fans[key].points * times for key, times in claimed.items()),
        approved=found.points,
        wrong=tuple(
            FanDifference(fans[key], times)
            for key, times in excess.items()
            if times > 0 and key not in excluded
        ),
        excluded=tuple(reasons),
        missing=tuple(
            FanDifference(fans[key], -times) for key, times in excess.items() if times < 0
        ),
    )


def _counts(fans: tuple[CountedFan, ...]) -> dict[str, int]:
    return {line.fan.key: line.count for line in fans}


def _nearest(found: Score, claimed: Mapping[str, int]) -> Counting:
    """Give the list of full worth that differs least from the claim, the chosen one first."""
    lists = [
        found.counting,
        *(other for other in found.others if other.points == found.counting.points),
    ]
    return min(lists, key=lambda one: _difference(_counts(one.fans), claimed))


def _difference(counts: Mapping[str, int], claimed: Mapping[str, int]) -> int:
    return sum(
        abs(counts.get(key, 0) - claimed.get(key, 0)) for key in counts.keys() | claimed.keys()
    )
