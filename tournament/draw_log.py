"""What the log told of a draw when it was made, published and its lots drawn, beside what it says now."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from scoring.listing import listed
from tournament import in_public
from tournament.models import ActionLog, Draw

# What says which rounds, of what kind and for whom: without it nothing can be run again.
BASIC: Final = ("rounds", "kind", "way", "pots")


@dataclass(frozen=True, slots=True)
class LogDiffers:
    """Something of a draw that is not what the log told; of lots those that differ."""

    what: str
    told: str
    now: str

    @property
    def is_basic(self) -> bool:
        """Whether the draw cannot be run again without it."""
        return self.what in BASIC


def differing_log(draw: Draw, rows: Sequence[ActionLog], sha256: str) -> tuple[LogDiffers, ...]:
    """
    Return what of a draw is not as the log told it, `sha256` being that of its seats as drawn.

    An event that came from a file has no log, and nothing to compare.
    """
    now = _made(draw, sha256) | (in_public.as_bound(draw) if draw.schedule else {})
    found: dict[str, LogDiffers] = {}
    for row in rows:
        facts = dict(now)
        if row.action == "draw_lots":
            facts |= in_public.as_drawn(draw)
        elif draw.schedule:
            del facts["sha256"]
        found |= {line.what: line for line in _differing(facts, row.after)}
    return tuple(found.values())


def _made(draw: Draw, sha256: str) -> dict[str, Any]:
    return {
        "rounds": [draw.first_round, draw.last_round],
        "kind": draw.kind,
        "seed": draw.seed,
        "algorithm": draw.algorithm,
        "sha256": sha256,
    }


def _differing(now: Mapping[str, Any], told: Any) -> Iterator[LogDiffers]:
    for what, value in now.items():
        before = told.get(what, value)
        if before == value:
            continue
        if isinstance(value, dict):
            yield LogDiffers(what, _unlike(before, value), _unlike(value, before))
        else:
            yield LogDiffers(what, _words(before), _words(value))


def _unlike(lots: Mapping[str, int], others: Mapping[str, int]) -> str:
    pairs = sorted((int(number), entry) for number, entry in lots.items())
    return _words([pair for pair in pairs if others.get(str(pair[0])) != pair[1]])


def _words(value: Any) -> str:
    """Return a value on one line, rows of numbers parted by blanks and signs."""
    if not isinstance(value, list | tuple):
        return str(value)
    words = map(_words, value)
    return " ".join(words) if all(isinstance(part, int) for part in value) else listed(words)
