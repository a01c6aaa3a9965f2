"""What the pages of the rule book show, gathered from the book and the rules."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.http import HttpRequest

from scoring.book import Drawn, Words, agree, editions_of, load_book
from scoring.forms.offences import step_text
from scoring.names import ALIASES
from scoring.rules import FAN_BY_KEY, FANS, PROFILES, Fan, settle
from scoring.rules.penalties import CATALOGUES, Group, Offence, Scope
from scoring.rules.profiles import Profile

LONGEST_QUERY = 60
ORDERS = ("value", "series")
RENUMBERED = range(48, 54)
"""The fan of six points have other numbers in the edition of 2006."""

SHOWN_POINTS = (8, 12, 16, 20, 24, 32, 48, 64, 88)


@dataclass(frozen=True, slots=True)
class FanGroup:
    """The fan under one heading: a value, or the name of a series."""

    anchor: str
    points: int | None
    name: Words | None
    fans: tuple[Fan, ...]


def order_of(request: HttpRequest) -> str:
    """Return how the list of fan is sorted: `?by=series`, else by value."""
    by = request.GET.get("by")
    return by if by in ORDERS else ORDERS[0]


def fan_groups(by: str) -> list[FanGroup]:
    """Return all fan in groups, by value or by series."""
    if by == "series":
        return [
            FanGroup(one.key, None, one.name, tuple(FAN_BY_KEY[key] for key in one.fans))
            for one in load_book().series
        ]
    return [
        FanGroup(f"value-{points}", points, None, tuple(fans))
        for points, fans in groupby(FANS, key=lambda fan: fan.points)
    ]


def relations(key: str) -> dict[str, Any]:
    """Return what the fan contains, what contains it, and its neighbours in the table."""
    place = next(i for i, fan in enumerate(FANS) if fan.key == key)
    return {
        "implied": [FAN_BY_KEY[one] for one in FAN_BY_KEY[key].implies],
        "implied_by": [fan for fan in FANS if key in fan.implies],
        "previous": FANS[place - 1] if place else None,
        "next": FANS[place + 1] if place + 1 < len(FANS) else None,
        "aliases": list(ALIASES.get(key, {})),
        "renumbered": FAN_BY_KEY[key].number in RENUMBERED,
    }


def edition_rows(key: str) -> dict[str, Any]:
    """Return how the editions see the fan, and whether they all agree."""
    editions = editions_of(key)
    return {"editions": editions, "editions_agree": agree(editions)}


def counted_together(key: str, examples: Iterable[Drawn]) -> list[Fan]:
    """Return the other fan that count in the examples of one, the dearest first."""
    seen = frozenset().union(*(drawn.counted for drawn in examples))
    return [fan for fan in FANS if fan.key in seen and fan.key != key]


@dataclass(frozen=True, slots=True)
class PaymentRow:
    """A win of so many points: what everybody gets or pays, self-drawn and off a discard."""

    points: int
    drawn_winner: int
    drawn_others: int
    winner: int
    discarder: int
    others: int


def payment_rows() -> list[PaymentRow]:
    """Return the payments for some values."""
    return [_payment_row(points) for points in SHOWN_POINTS]


def _payment_row(points: int) -> PaymentRow:
    drawn_winner, drawn_others, *_ = settle(points, winner=0)
    winner, discarder, others, _ = settle(points, winner=0, discarder=1)
    return PaymentRow(points, drawn_winner, drawn_others, winner, discarder, others)


@dataclass(frozen=True, slots=True)
class OffenceRow:
    """An offence of an edition with its steps in words."""

    offence: Offence
    steps: tuple[str, ...]
    words: Words

    @property
    def counted_in(self) -> Scope | None:
        """Within what earlier offences are counted; None where there is only one step."""
        return self.offence.scope if len(self.steps) > 1 else None


def offence_groups(profile: str) -> list[tuple[Group, list[OffenceRow]]]:
    """Return the offences of an edition by the kind of conduct."""
    rows = [_offence_row(offence) for offence in CATALOGUES[profile]]
    groups = groupby(rows, key=lambda row: row.offence.group)
    return [(group, list(some)) for group, some in groups]


def offence_editions(key: str) -> list[tuple[Profile, OffenceRow | None]]:
    """Return every edition with its row for the offence, None where its text has none."""
    found = {
        profile: next((row for row in rows if row.key == key), None)
        for profile, rows in CATALOGUES.items()
    }
    return [
        (profile, _offence_row(row) if (row := found[profile.key]) else None)
        for profile in PROFILES.values()
    ]


def _offence_row(offence: Offence) -> OffenceRow:
    steps = tuple(step_text(step) for step in offence.steps)
    return OffenceRow(offence, steps, load_book().offences[offence.key])


def fan_aliases(fans: Iterable[Fan]) -> list[tuple[str, Fan]]:
    """Return the other names of fan, each with the fan it means."""
    return [(alias, fan) for fan in fans for alias in ALIASES.get(fan.key, {})]
