"""The penalties of an event."""

from collections.abc import Mapping, Sequence
from typing import Any

import django_tables2 as tables
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.rules.penalties import Measure
from tournament.models import Penalty, ProfileRevision, Start, Tournament
from tournament.standings import from_twelfths
from tournament.tables.base import EventTable, as_number, styled
from tournament.templatetags.mahjong import in_chinese

Offences = Mapping[int, Mapping[str, Mapping[str, Any]]]
"""For each revision of the rules, its offences by key."""


class PenaltiesTable(EventTable):
    """The penalties of an event, cancelled ones marked."""

    caption = _("Penalties")
    row_header = "player"

    round = tables.Column(_("Round"), accessor="round__number", attrs=styled("number"))
    table = tables.Column(_("Table"), accessor="game__table__number", attrs=styled("number"))
    hand = tables.Column(_("Hand"), accessor="hand_number", attrs=styled("number"))
    number = tables.Column(_("No."), accessor="player__number", attrs=styled("number"))
    player = tables.Column(_("Player"))
    team = tables.Column(_("Team"))
    offence_zh = tables.Column("违规", accessor="offence")
    offence_en = tables.Column("Offence", accessor="offence")
    step = tables.Column(_("Step"), attrs=styled("number"))
    measure = tables.Column(_("Measure"))
    points = tables.Column(
        pgettext_lazy("penalty", "Points"), accessor="pk", attrs=styled("number")
    )
    shares = tables.Column(_("Shares A–D"), accessor="pk")
    table_points = tables.Column(_("Table points"), attrs=styled("number"))
    reason = tables.Column(_("Reason"))
    decided_by = tables.Column(_("Decided by"))
    decided_at = tables.Column(_("Decided"))
    cancelled_at = tables.Column(pgettext_lazy("time", "Cancelled"))
    cancelled_by = tables.Column(_("Cancelled by"))
    cancel_reason = tables.Column(_("Reason of the cancellation"))

    class Meta(EventTable.Meta):
        """As every list."""

    def __init__(self, penalties: Sequence[Penalty], offences: Offences) -> None:
        super().__init__(penalties)
        self.offences = offences

    def value_player(self, record: Penalty) -> str:
        """Return the player's name; a team's penalty has none."""
        return str(record.player) if record.player else ""

    def value_offence_zh(self, record: Penalty) -> str:
        """Return the offence in Chinese."""
        return offence_name(record, self.offences, "zh")

    def value_offence_en(self, record: Penalty) -> str:
        """Return the offence in English."""
        return offence_name(record, self.offences, "en")

    def value_measure(self, record: Penalty) -> str:
        """Return the measures."""
        return " + ".join(measures(record))

    def value_points(self, record: Penalty) -> int | None:
        """Return what the offender lost, negative."""
        return record.own_points or None

    def value_shares(self, record: Penalty) -> str:
        """Return the four signed amounts; nothing when no points move."""
        by_start = {share.seat.start: share.points for share in record.shares.all()}
        amounts = [by_start.get(start, 0) for start in Start]
        return " ".join(f"{points:+d}" if points else "0" for points in amounts) if by_start else ""

    def value_table_points(self, value: int) -> int | float | None:
        """Return the table points taken, negative."""
        return as_number(-from_twelfths(value)) if value else None

    def value_decided_by(self, record: Penalty) -> str:
        """Return the official's name."""
        return official_name(record.decided_by)

    def value_cancelled_by(self, record: Penalty) -> str:
        """Return the official's name."""
        return official_name(record.cancelled_by)

    def value_decided_at(self, value: Any) -> Any:
        """Return the time itself."""
        return value

    def value_cancelled_at(self, value: Any) -> Any:
        """Return the time itself."""
        return value


def official_name(user: Any) -> str:
    """Return how an official is called; nothing for a command."""
    return (user.get_full_name() or user.get_username()) if user else ""


def offences_of(tournament: Tournament) -> Offences:
    """Return the offence catalogue of each revision of the rules by key, in one query."""
    return {revision.pk: offences_in(revision) for revision in tournament.profile_revisions.all()}


def offences_in(revision: ProfileRevision) -> Mapping[str, Mapping[str, Any]]:
    """Return the offence catalogue of one revision of the rules by key."""
    return {row["key"]: row for row in revision.content.get("offences", ())}


def offence_name(penalty: Penalty, offences: Offences, language: str = "") -> str:
    """Return an offence in "zh" or "en", by default in the page's language, or its bare key."""
    row = offences.get(penalty.profile_revision_id, {}).get(penalty.offence)
    return row[language or ("zh" if in_chinese() else "en")] if row else penalty.offence


def measures(penalty: Penalty) -> list[str]:
    """
    Return the measures of a penalty in words, the main one first.

    A dead hand that bars no more (its hand was void and is dealt anew) says so.
    """
    beside = {"warning": _("Warning"), "dead_hand": _("Dead hand"), "forfeit": _("Game forfeited")}
    ended = penalty.measure == Measure.DEAD_HAND and not penalty.dead_hand
    return [
        str(_("Dead hand, ended with a void hand")) if ended else penalty.get_measure_display(),
        *(
            str(word)
            for name, word in beside.items()
            if getattr(penalty, name) and name != penalty.measure
        ),
    ]
