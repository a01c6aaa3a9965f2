"""What is wrong with the fan a player claims for a hand."""

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.rules.catalogue import Fan
from scoring.rules.combine import CountedFan, Counting
from scoring.rules.explain import LeftOut, left_out, other_readings
from scoring.rules.fan_list import FLOWERS
from scoring.rules.hand import Hand
from scoring.rules.profiles import DEFAULT_PROFILE, Profile
from scoring.rules.score import Score, score


@dataclass(frozen=True, slots=True)
class FanDifference:
    """A fan that was claimed more or less often than it counts."""

    fan: Fan
    claimed: int
    counted: int


@dataclass(frozen=True, slots=True)
class ClaimCheck:
    """
    A claimed list of fan held against the hand, each part in table order.

    `wrong` are claimed but not in the hand so often; `excluded` are there but may not be counted,
    each with its reasons; `missing` count more often than they were claimed. `claimed` is what the
    list comes to, `approved` what the hand is worth, both without flowers and up to the cap.
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
    it is nearest to; reasons are that list's. Flowers are left aside. Raise `ValueError` for a hand
    that is no win, for an unknown profile, and for a fan the profile does not have.
    """
    found = score(hand, profile)
    fans = found.profile.fans
    unknown = [key for key in claimed if key not in fans]
    if unknown:
        raise ValueError(f"no such fan in this profile: {', '.join(map(repr, unknown))}")
    nearest = _nearest(found, claimed)
    counts = _counts(nearest.fans)
    differences = [
        FanDifference(fan, claimed.get(key, 0), counts.get(key, 0))
        for key, fan in fans.items()
        if key != FLOWERS and claimed.get(key, 0) != counts.get(key, 0)
    ]
    too_often = [one for one in differences if one.claimed > one.counted]
    keys = {one.fan.key for one in too_often}
    others = other_readings(nearest, found.readings, found.profile)
    reasons = [line for line in left_out(nearest, others, found.profile) if line.fan.key in keys]
    excluded = {line.fan.key for line in reasons}
    return ClaimCheck(
        claimed=found.profile.capped(
            sum(fans[key].points * times for key, times in claimed.items() if key != FLOWERS)
        ),
        approved=found.points,
        wrong=tuple(one for one in too_often if one.fan.key not in excluded),
        excluded=tuple(reasons),
        missing=tuple(one for one in differences if one.claimed < one.counted),
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
