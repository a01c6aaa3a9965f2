"""A list of fan (番种) in a form: one control per fan, and the sentences for what cannot be."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.datastructures import MultiValueDict
from django.utils.functional import Promise
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from scoring.messages import problem_message
from scoring.rules import FAN_BY_KEY, FANS, Fan, Problem
from scoring.rules.fan_list import FLOWERS, MOST, excluded_by

PREFIX = "fan_"
LISTED = tuple(fan for fan in FANS if fan.key != FLOWERS)
SET_LIMIT = 4
# What the phone shows on one tab; the table of fan goes from dear to cheap.
TIERS = ((88, 48), (32, 16), (12, 6), (4, 2), (1, 1))

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
    "too_many_chow_pairs": gettext_lazy(
        "Two-chow fan: %(count)s, but these chows make %(most)s at most. Remove some."
    ),
}


def fan_name(fan: Fan) -> str:
    """Return the fan's name in the language of the page."""
    return fan.zh if (get_language() or "").startswith("zh") else fan.en


def list_message(problem: Problem) -> str:
    """Return the sentence for a reason to refuse a fan list."""
    if problem.code not in SENTENCES:
        return problem_message(problem)
    params = {name: _fan_or_number(value) for name, value in problem.params}
    return str(SENTENCES[problem.code]) % params


def _fan_or_number(value: str | int) -> str | int:
    fan = FAN_BY_KEY.get(value) if isinstance(value, str) else None
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
            params = {"fan": fan_name(FAN_BY_KEY[key]), "most": MOST.get(key, 1)}
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
class Chip:
    """One fan to choose: what is typed for it, and why it cannot be added."""

    name: str
    field: str
    points: int
    most: int
    value: str
    why: str


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


def fan_tiers(typed: Mapping[str, Any], counts: Mapping[str, int], profile: str) -> list[Tier]:
    """Return all fan with what is `typed`; `counts` is the list as far as it could be read."""
    barred = excluded_by(counts, profile=profile) if counts else {}
    chips = [(fan.points, _chip(fan, typed, barred)) for fan in LISTED]
    return [
        Tier(top, bottom, tuple(chip for points, chip in chips if bottom <= points <= top))
        for top, bottom in TIERS
    ]


def _chip(fan: Fan, typed: Mapping[str, Any], barred: Mapping[str, tuple[str, ...]]) -> Chip:
    by = barred.get(fan.key, ())
    return Chip(
        name=fan_name(fan),
        field=PREFIX + fan.key,
        points=fan.points,
        most=MOST.get(fan.key, 1),
        value=str(typed.get(fan.key) or ""),
        why=_("not with %(fan)s") % {"fan": fan_name(FAN_BY_KEY[by[0]])} if by else "",
    )


@dataclass(frozen=True, slots=True)
class FanLine:
    """One counted fan, as shown in a preview."""

    name: str
    points: int
    count: int


def fan_lines(counts: Mapping[str, int]) -> Iterator[FanLine]:
    """Return the lines of a list, dearest first."""
    for fan in FANS:
        if count := counts.get(fan.key):
            yield FanLine(fan_name(fan), fan.points, count)
