"""
A score explained in words: for the page, the command line and programs.

What there is to say comes from `scoring.rules`; here it gets names and sentences in the language of
whoever reads it.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.messages import SHAPE_NAMES, fan_name
from scoring.rules import (
    ClaimCheck,
    CountedFan,
    Counting,
    Fan,
    FanDifference,
    LeftOut,
    Principle,
    Score,
    Tile,
    TileSet,
)
from scoring.rules.divide import Shape
from scoring.rules.tiles import tiles_text

PRINCIPLE_NAMES: Mapping[Principle, Promise] = {
    Principle.NOT_REPEATED: gettext_lazy("no repeating"),
    Principle.NOT_REGROUPED: gettext_lazy("no regrouping"),
    Principle.NOT_THE_SAME: gettext_lazy("not the same again"),
    Principle.JOINED_ONCE: gettext_lazy("joined once"),
    Principle.HIGHEST: gettext_lazy("the highest counts"),
}

REASONS: Mapping[Principle, Promise] = {
    Principle.NOT_REPEATED: gettext_lazy("%(fan)s is part of %(by)s and is not counted."),
    Principle.NOT_REGROUPED: gettext_lazy("%(fan)s would regroup the sets that make %(by)s."),
    Principle.NOT_THE_SAME: gettext_lazy(
        "%(fan)s is not made again with a set that makes %(by)s already."
    ),
    Principle.JOINED_ONCE: gettext_lazy(
        "%(fan)s would join sets again that %(by)s has joined already."
    ),
    Principle.HIGHEST: gettext_lazy("%(fan)s gives way to %(by)s, which is worth no less."),
}


@dataclass(frozen=True, slots=True)
class FanRow:
    """A line of what counts: the points of all copies, and the sets of each as text."""

    fan: Fan
    count: int
    points: int
    sets: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class ReasonRow:
    """A line of what was left out, with its sentence; `sets` is as in `FanRow`."""

    fan: Fan
    because: Fan
    principle: str
    sentence: str
    sets: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class OtherRow:
    """Another way to count: its points, how the tiles are read, its fan."""

    points: int
    parts: tuple[str, ...]
    fans: tuple[FanRow, ...]


@dataclass(frozen=True, slots=True)
class Explanation:
    """Everything a page shows of a score; sets are tiles as they are written, "123m"."""

    score: Score
    shape: str
    parts: tuple[str, ...]
    fans: tuple[FanRow, ...]
    left_out: tuple[ReasonRow, ...]
    others: tuple[OtherRow, ...]
    minimum: str


def explanation(score: Score) -> Explanation:
    """Give a score with all its reasons in the language of the page."""
    return Explanation(
        score=score,
        shape=str(SHAPE_NAMES[score.counting.reading.shape]),
        parts=_parts(score.counting),
        fans=tuple(map(_fan_row, score.fans)),
        left_out=tuple(map(_reason_row, score.left_out)),
        others=tuple(
            OtherRow(other.points, _parts(other), tuple(map(_fan_row, other.fans)))
            for other in score.others
        ),
        minimum=minimum_sentence(score),
    )


def left_out_sentence(line: LeftOut) -> str:
    """Say why a fan does not count."""
    names = {"fan": fan_name(line.fan), "by": fan_name(line.because)}
    return str(REASONS[line.principle]) % names


def claim_sentences(check: ClaimCheck) -> tuple[str, ...]:
    """Say what is wrong with a claimed list of fan, nothing if it is right."""
    return (
        *(_with_count(_("%(fan)s is not in the hand."), wrong) for wrong in check.wrong),
        *map(left_out_sentence, check.excluded),
        *(_with_count(_("%(fan)s counts, but was not claimed."), one) for one in check.missing),
    )


def _with_count(sentence: str, found: FanDifference) -> str:
    times = f" ×{found.count}" if found.count > 1 else ""
    return sentence % {"fan": fan_name(found.fan) + times}


def minimum_sentence(score: Score) -> str:
    """Say whether the minimum 起和分 is met, and what became of the flowers and the cap."""
    params = {
        "points": score.points,
        "missing": score.missing,
        "flowers": score.flowers,
        "total": score.total,
    }
    if score.missing:
        if score.flowers:
            return (
                _("Points missing: %(missing)s. Flowers (%(flowers)s) do not help to reach 8.")
                % params
            )
        return _("Points missing: %(missing)s. A win needs 8.") % params
    if score.is_capped:
        return _("These rules pay %(total)s points a hand at most.") % params
    if score.flowers:
        return _("%(points)s points reach the minimum of 8; flowers add %(flowers)s.") % params
    return _("%(points)s points reach the minimum of 8.") % params


def _fan_row(line: CountedFan) -> FanRow:
    return FanRow(line.fan, line.count, line.points * line.count, _set_texts(line.sets))


def _reason_row(line: LeftOut) -> ReasonRow:
    return ReasonRow(
        line.fan,
        line.because,
        str(PRINCIPLE_NAMES[line.principle]),
        left_out_sentence(line),
        _set_texts(line.sets),
    )


def _set_texts(copies: Iterable[tuple[TileSet, ...]]) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(tiles_text(one.tiles) for one in copy) for copy in copies)


def _parts(counting: Counting) -> tuple[str, ...]:
    """Give the sets and the pair of a reading; a shape without sets gives its tiles."""
    reading = counting.reading
    if reading.shape is Shape.SEVEN_PAIRS:
        pairs = sorted(reading.hand.tiles)[::2]
        return tuple(tiles_text((tile, tile)) for tile in pairs)
    parts = [tiles_text(one.tiles) for one in reading.sets]
    if reading.pair is not None:
        parts.append(tiles_text((reading.pair, reading.pair)))
    return (tiles_text(rest), *parts) if (rest := _rest(counting)) else tuple(parts)


def _rest(counting: Counting) -> tuple[Tile, ...]:
    """Give the tiles outside sets and pair: the nine of 组合龙, or all of a special shape."""
    reading = counting.reading
    used = Counter(tile for one in reading.sets for tile in one.tiles)
    if reading.pair is not None:
        used[reading.pair] += 2
    return tuple(sorted((Counter(reading.hand.tiles) - used).elements()))


# For programs


def explanation_data(score: Score) -> dict[str, Any]:
    """Give what a score says beyond its points as plain data, sets as text."""
    return {
        "fans": fans_data(score.fans),
        "left_out": [
            {
                "key": line.fan.key,
                "because": line.because.key,
                "principle": line.principle.value,
            }
            for line in score.left_out
        ],
        "reading": list(_parts(score.counting)),
        "others": [
            {"points": other.points, "reading": list(_parts(other)), "fans": fans_data(other.fans)}
            for other in score.others
        ],
        "flowers": score.flowers,
        "missing": score.missing,
    }


def fans_data(fans: Iterable[CountedFan]) -> list[dict[str, Any]]:
    """Give counted fan as plain data, with `sets` where sets make them."""
    return [
        {
            "key": line.fan.key,
            "zh": line.fan.zh,
            "en": line.fan.en,
            "points": line.points,
            "count": line.count,
            **({"sets": [list(copy) for copy in _set_texts(line.sets)]} if line.sets else {}),
        }
        for line in fans
    ]
