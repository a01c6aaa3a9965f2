"""A list of fan (番种) in a form: one control per fan, and the sentences for what cannot be."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.datastructures import MultiValueDict
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.messages import fan_name, problem_message
from scoring.names import search_words
from scoring.rules import ANY_FAN_BY_KEY, Fan, Problem, Profile
from scoring.rules.demands import demand_of
from scoring.rules.fan_list import FLOWERS, MOST, excluded_by, fan_list_problems

PREFIX = "fan_"
LISTED = tuple(fan for fan in ANY_FAN_BY_KEY.values() if fan.key != FLOWERS)
SET_LIMIT = 4
# The least points on each tab of the phone; the table of fan goes from dear to cheap.
TIERS = (48, 16, 6, 2, 1)

SENTENCES: Mapping[str, Promise] = {
    "excluded_fan": gettext_lazy("%(fan)s is part of %(by)s and is not counted."),
    "impossible_pair": gettext_lazy(
        "%(fan)s and %(other)s cannot stand in one hand. Remove one of them."
    ),
    "needs_discard": gettext_lazy(
        "%(fan)s needs a discard, but this is a self-draw. Remove it, or change the discarder."
    ),
    "needs_self_draw": gettext_lazy(
        "%(fan)s needs a self-draw, but somebody discarded. Remove it, or choose self-draw."
    ),
    "missing_self_drawn": gettext_lazy(
        "This is a self-draw: add Self-Drawn, or a fan that contains it."
    ),
    "counted_too_often": gettext_lazy("How often %(fan)s counts: %(most)s at most, not %(count)s."),
    "below_minimum": gettext_lazy(
        "%(missing)s missing: %(minimum)s points are needed without flowers, here are %(points)s. "
        "Add a fan, or record a short win."
    ),
    "unknown_fan": gettext_lazy("%(fan)s does not exist in these rules. Remove it."),
    "too_many_chow_pairs": gettext_lazy(
        "Two-chow fan: %(count)s, but these chows make %(most)s at most. Remove some."
    ),
}


def list_message(problem: Problem) -> str:
    """Return the sentence for a reason to refuse a fan list."""
    if problem.code not in SENTENCES:
        return problem_message(problem)
    params = {name: _fan_or_number(value) for name, value in problem.params}
    return str(SENTENCES[problem.code]) % params


def _fan_or_number(value: str | int) -> str | int:
    fan = ANY_FAN_BY_KEY.get(value) if isinstance(value, str) else None
    return fan_name(fan) if fan else value


class FanCounts(forms.Widget):
    """Gathers the controls fan_<key>; the template draws them from `fan_tiers`."""

    def value_from_datadict(
        self, data: Mapping[str, Any], files: MultiValueDict[str, Any], name: str
    ) -> dict[str, Any]:
        """Return what was typed, by fan key, fields left empty apart."""
        typed = {fan.key: data.get(PREFIX + fan.key) for fan in LISTED}
        return {key: value for key, value in typed.items() if value}

    def value_omitted_from_data(
        self, data: Mapping[str, Any], files: MultiValueDict[str, Any], name: str
    ) -> bool:
        """No control at all is an empty list."""
        return False


class FanCountsField(forms.Field):
    """Fan keys with their counts."""

    widget = FanCounts

    def to_python(self, value: Mapping[str, Any] | None) -> dict[str, int]:
        """Return the counts above 0; refuse what is no number of 0-4."""
        typed = value or {}
        for key in typed.keys() - _counts(typed).keys():
            params = {"fan": fan_name(ANY_FAN_BY_KEY[key]), "most": MOST.get(key, 1)}
            raise ValidationError(
                _("Write how often %(fan)s counts: 0 to %(most)s."), code="count", params=params
            )
        return readable(typed)


def _counts(typed: Mapping[str, Any]) -> dict[str, int]:
    """Return what can be read as a number of 0-4."""
    counts = {}
    for key, text in typed.items():
        with suppress(TypeError, ValueError):
            counts[key] = int(text)
    return {key: count for key, count in counts.items() if 0 <= count <= SET_LIMIT}


def readable(typed: Mapping[str, Any]) -> dict[str, int]:
    """Return the counts above 0 of what was typed, leaving out what cannot be read."""
    return {key: count for key, count in _counts(typed).items() if count}


@dataclass(frozen=True, slots=True)
class Bar:
    """Why a fan cannot be added: in a few words for its chip, and in a sentence."""

    short: str = ""
    full: str = ""


@dataclass(frozen=True, slots=True)
class Chip:
    """One fan to choose: what is typed for it, why it cannot be added, what a search finds."""

    key: str
    name: str
    field: str
    points: int
    most: int
    value: str
    bar: Bar
    words: str

    @property
    def is_out(self) -> bool:
        """Whether it cannot be added to those chosen."""
        return bool(self.bar.short) and not self.value


@dataclass(frozen=True, slots=True)
class Tier:
    """The fan of one tab, from `top` down to `bottom` points."""

    top: int
    bottom: int
    chips: tuple[Chip, ...]

    @property
    def chosen(self) -> int:
        """How many of them are in the list."""
        return sum(bool(chip.value) for chip in self.chips)


def fan_tiers(typed: Mapping[str, Any], bars: Mapping[str, Bar], profile: Profile) -> list[Tier]:
    """
    Return all fan with what is `typed`, and the reasons against those that cannot be added.

    A tab no fan is priced for is left out.
    """
    chips = fan_chips(typed, bars, profile)
    tiers = [[chip for chip in chips if _tier_of(chip) == bottom] for bottom in TIERS]
    return [Tier(some[0].points, some[-1].points, tuple(some)) for some in tiers if some]


def _tier_of(chip: Chip) -> int:
    return next(bottom for bottom in TIERS if bottom <= chip.points)


def fan_chips(typed: Mapping[str, Any], bars: Mapping[str, Bar], profile: Profile) -> list[Chip]:
    """Return all fan of the rules but flowers, dearest first."""
    fans = profile.fans.values()
    return [
        Chip(
            key=fan.key,
            name=fan_name(fan),
            field=PREFIX + fan.key,
            points=fan.points,
            most=MOST.get(fan.key, 1),
            value=str(typed.get(fan.key) or ""),
            bar=bars.get(fan.key, Bar()),
            words=" ".join(search_words(fan)),
        )
        for fan in sorted(fans, key=lambda fan: -fan.points)
        if fan.key != FLOWERS
    ]


def fan_bars(
    counts: Mapping[str, int], *, self_drawn: bool | None, profile: Profile
) -> dict[str, Bar]:
    """
    Return why fan cannot be added to a list; `self_drawn` is None while nobody has said.

    A fan of the list that another one contains is among them.
    """
    barred = excluded_by(counts, profile=profile) if counts else {}
    bars = {key: _pair_bar(key, by[0], profile) for key, by in barred.items()}
    if self_drawn is not None:
        bars |= {
            fan.key: _win_bar(fan, self_drawn=self_drawn)
            for fan in LISTED
            if demand_of(fan.key).self_drawn is (not self_drawn)
        }
    return bars


def _pair_bar(key: str, other: str, profile: Profile) -> Bar:
    found = fan_list_problems({key: 1, other: 1}, self_drawn=False, profile=profile)
    name, by = fan_name(ANY_FAN_BY_KEY[key]), fan_name(ANY_FAN_BY_KEY[other])
    for problem in found:
        if problem.code == "excluded_fan":
            return Bar(_("in %(fan)s") % {"fan": by}, list_message(problem))
        if problem.code == "impossible_pair":
            return Bar(_("not with %(fan)s") % {"fan": by}, list_message(problem))
    sentence = _("%(fan)s cannot be added: the other fan leave no set for it.")
    return Bar(_("no set left"), sentence % {"fan": name})


def _win_bar(fan: Fan, *, self_drawn: bool) -> Bar:
    code = "needs_discard" if self_drawn else "needs_self_draw"
    short = _("this is a self-draw") if self_drawn else _("this is a discard")
    return Bar(short, list_message(Problem(code, (("fan", fan.key),))))


@dataclass(frozen=True, slots=True)
class FanLine:
    """One counted fan, as shown in a preview."""

    key: str
    name: str
    points: int
    count: int


def fan_lines(counts: Mapping[str, int], profile: Profile) -> Iterator[FanLine]:
    """Return the lines of a list, dearest first, with what the rules give for each."""
    for fan in profile.fans.values():
        if count := counts.get(fan.key):
            yield FanLine(fan.key, fan_name(fan), fan.points, count)
