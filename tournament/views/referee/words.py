"""Hands and penalties in one line of words, for buttons, receipts and lists."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.entry import HandEntry
from scoring.forms import SeatChoice
from scoring.listing import listed
from scoring.messages import fan_name
from scoring.rules import ANY_FAN_BY_KEY
from tournament.models import Hand, Penalty
from tournament.tables.penalties import measures, offence_name, offences_in
from tournament.templatetags.mahjong import plain_points, signed


def hand_words(entry: HandEntry, seats: Sequence[SeatChoice]) -> str:
    """Return how a hand ended: 35 off 07, 48 self-draw, Drawn hand."""
    if entry.winner is None:
        return str(Hand.Outcome(entry.outcome.value).label)
    winner = seats[entry.winner].number
    if entry.discarder is None:
        return _("%(winner)s self-draw") % {"winner": winner}
    return _("%(winner)s off %(discarder)s") % {
        "winner": winner,
        "discarder": seats[entry.discarder].number,
    }


def worth(entry: HandEntry) -> str:
    """Return what a win is worth: 24 points, 19 points + 2 flowers = 21; empty without a win."""
    if entry.winner is None:
        return ""
    if not entry.flowers:
        words = ngettext("%(points)s point", "%(points)s points", entry.fan_points)
        return words % {"points": entry.fan_points}
    words = ngettext(
        "%(points)s points + %(flowers)s flower = %(total)s",
        "%(points)s points + %(flowers)s flowers = %(total)s",
        entry.flowers,
    )
    return words % {
        "points": entry.fan_points - entry.flowers,
        "flowers": entry.flowers,
        "total": entry.fan_points,
    }


def full_words(entry: HandEntry, seats: Sequence[SeatChoice]) -> str:
    """Return both in one line."""
    return " · ".join(part for part in (hand_words(entry, seats), worth(entry)) if part)


def claim_words(entry: HandEntry) -> str:
    """Return what was claimed and what the others said; empty where nothing was noted."""
    parts = []
    if entry.claimed_points is not None:
        words = {"claimed": entry.claimed_points, "approved": entry.fan_points}
        parts.append(_("claimed %(claimed)s → approved %(approved)s") % words)
    if entry.claimed_fans:
        parts.append(_("claimed fan: %(fans)s") % {"fans": _fan_words(entry.claimed_fans)})
    if entry.agreed:
        parts.append(_("the others agree"))
    if entry.objection:
        parts.append(_("objection: %(text)s") % {"text": entry.objection})
    return " · ".join(parts)


def _fan_words(fans: Mapping[str, int]) -> str:
    named = [
        fan_name(ANY_FAN_BY_KEY[key]) + (f" ×{count}" if count > 1 else "")
        for key, count in fans.items()
    ]
    return listed(named)


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a comparison of two entries; tiles are in the notation."""

    name: str
    left: str
    right: str
    is_tiles: bool = False

    @property
    def differs(self) -> bool:
        """Whether the two say something else."""
        return self.left != self.right


def compare(left: HandEntry, right: HandEntry, seats: Sequence[SeatChoice]) -> list[Line]:
    """Return two entries side by side, with the four amounts."""
    rows = [
        (_("Outcome"), *(str(Hand.Outcome(entry.outcome.value).label) for entry in (left, right))),
        (_("Winner"), *(_number(seats, entry.winner) for entry in (left, right))),
        (_("Discarder"), *(_number(seats, entry.discarder) for entry in (left, right))),
        (_("Points"), *(worth(entry) or "–" for entry in (left, right))),
    ]
    lines = [Line(name, one, two) for name, one, two in rows]
    if left.notation or right.notation:
        lines.append(Line(_("Tiles"), left.notation or "–", right.notation or "–", is_tiles=True))
    if left.has_claim or right.has_claim:
        lines.append(Line(_("Claim"), claim_words(left) or "–", claim_words(right) or "–"))
    amounts = zip(seats, left.amounts, right.amounts, strict=True)
    return lines + [Line(seat.number, signed(one), signed(two)) for seat, one, two in amounts]


def _number(seats: Sequence[SeatChoice], index: int | None) -> str:
    return "–" if index is None else seats[index].number


def penalty_words(penalty: Penalty) -> str:
    """Return what a penalty is for, as the rules it was given under say: Short win (under 8)."""
    revision = penalty.profile_revision
    return offence_name(penalty, {revision.pk: offences_in(revision)})


def measure_words(penalty: Penalty) -> str:
    """Return what it costs: Fine −40 + Dead hand."""
    cost = signed(penalty.own_points) if penalty.own_points else ""
    if penalty.table_points:
        taken = Fraction(penalty.table_points, 12)
        words = ngettext(
            "%(points)s table point", "%(points)s table points", 1 if taken == 1 else 2
        )
        cost = words % {"points": plain_points(-taken)}
    main, *beside = measures(penalty)
    return " + ".join([f"{main} {cost}".strip(), *beside])


@dataclass(frozen=True, slots=True)
class Paid:
    """One seat below the amounts of a preview."""

    label: str
    wind: int
    number: str
    amount: int | None
    was: int | None = None


def paid(
    seats: Sequence[SeatChoice], amounts: Sequence[int | None], was: Sequence[int] | None = None
) -> list[Paid]:
    """Return the four amounts with whose they are."""
    before = was or (None,) * len(seats)
    return [
        Paid(seat.label, seat.wind, seat.number, amount, old)
        for seat, amount, old in zip(seats, amounts, before, strict=True)
    ]
