"""What a win is worth by what was filled in: its points, its fan, or its tiles."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.entry import HandEntry
from scoring.forms.fans import list_message
from scoring.forms.fields import refusal
from scoring.forms.tiles import contradictions
from scoring.messages import problem_message
from scoring.rules import MINIMUM_POINTS, Hand, Problem, Profile, Score, Wind, judge, read_hand
from scoring.rules.fan_list import fan_list_points, fan_list_problems, possible_total

Refused = tuple[str, forms.ValidationError]
"""A field, and why what it holds cannot be taken."""


@dataclass(frozen=True, slots=True)
class Worth:
    """`points` include the flowers; `fans` and `notation` are empty where only points are known."""

    points: int
    flowers: int = 0
    fans: Mapping[str, int] = field(default_factory=dict)
    notation: str = ""


@dataclass(frozen=True, slots=True)
class Reading:
    """What a win is worth, None where that cannot be said; `score` where tiles were counted."""

    worth: Worth | None = None
    refused: tuple[Refused, ...] = ()
    score: Score | None = None


@dataclass(frozen=True, slots=True)
class Situation:
    """What the form says of a win besides its tiles; `flowers` None leaves them to the tiles."""

    prevalent_wind: int
    seat_wind: int
    self_drawn: bool
    flowers: int | None
    flags: Mapping[str, bool]


def of_points(points: int, flowers: int, profile: Profile) -> Reading:
    """Read points that were written down."""
    return Reading(Worth(points, flowers), tuple(_points_refused(points, flowers, profile)))


def _points_refused(points: int, flowers: int, profile: Profile) -> Iterator[Refused]:
    if points - flowers < MINIMUM_POINTS:
        sentence = ngettext(
            "%(points)s point: 8 are needed without flowers. "
            "Change the points, or record a short win.",
            "%(points)s points: 8 are needed without flowers. "
            "Change the points, or record a short win.",
            points - flowers,
        )
        yield "points", refusal(sentence, "below_minimum", points=points - flowers)
    if points > profile.capped(points):
        sentence = _("No hand pays more than %(cap)s points by these rules.")
        yield "points", refusal(sentence, "above_cap", cap=profile.cap)


def of_fans(
    counts: Mapping[str, int], flowers: int, *, self_drawn: bool, profile: Profile
) -> Reading:
    """Read chosen fan, by their keys."""
    if not counts:
        return Reading(refused=(("fans", refusal(_("Choose the fan of the hand."), "no_fans")),))
    problems = fan_list_problems(counts, self_drawn=self_drawn, flowers=flowers, profile=profile)
    refused = tuple(("fans", refusal(list_message(found), found.code)) for found in problems)
    _points, total = fan_list_points(counts, flowers=flowers, profile=profile)
    return Reading(Worth(total, flowers, counts), refused)


def of_tiles(text: str, situation: Situation, profile: Profile) -> Reading:
    """Read tiles in the hand notation and count them."""
    if not text:
        return _refused_tiles((_("Write the tiles."), "no_tiles"))
    written = read_hand(text)
    if isinstance(written, Problem):
        return _refused_tiles((problem_message(written), written.code))
    hand = _placed(written, situation)
    judgement = judge(hand, profile)
    refused = [
        *contradictions(text, written, hand),
        *((problem_message(found), found.code) for found in judgement.problems),
    ]
    score = judgement.score
    if score is None:
        return _refused_tiles(*refused)
    fans = {line.fan.key: line.count for line in score.fans}
    worth = Worth(score.total, hand.flower_count, fans, str(hand))
    return replace(_refused_tiles(*refused), worth=worth, score=score)


def _placed(written: Hand, situation: Situation) -> Hand:
    """Return written tiles where the form says they were won."""
    asked = situation.flowers
    flags: dict[str, Any] = {
        flag: getattr(written, flag) or is_set for flag, is_set in situation.flags.items()
    }
    return replace(
        written,
        prevalent_wind=Wind(situation.prevalent_wind),
        seat_wind=Wind(situation.seat_wind),
        self_drawn=situation.self_drawn,
        flowers=written.flowers if asked in (None, written.flower_count) else asked,
        **flags,
    )


def _refused_tiles(*reasons: tuple[str, str]) -> Reading:
    refused = tuple(("notation", refusal(sentence, code)) for sentence, code in reasons)
    return Reading(refused=refused)


def is_doubtful(entry: HandEntry, profile: Profile) -> bool:
    """Whether points were written down that no set of fan gives."""
    if entry.winner is None or entry.fans or entry.notation:
        return False
    return not possible_total(entry.fan_points, profile=profile)
