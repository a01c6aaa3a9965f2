"""
Results that are missing: they hold the closing of a round and the next draw up.

Who goes on all the same says why. Publishing and starting ask no second time: what they need was
drawn, and every round before was closed.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.listing import listed
from tournament.board import unfinished_rounds
from tournament.models import Tournament
from tournament.services.errors import BadState, TablesMissing
from tournament.services.log import Request

# A sentence names so many tables; the board shows them all.
MOST_NAMED: Final = 20


def missing_before(tournament: Tournament, number: int) -> dict[int, tuple[int, ...]]:
    """Return the tables without a complete result in the rounds before round `number`."""
    return {n: tables for n, tables in unfinished_rounds(tournament).items() if n < number}


def expect_results(
    tournament: Tournament, number: int, request: Request, *, override: bool
) -> dict[str, object]:
    """
    Return what the log says of the tables missing before round `number`, nothing when none are.

    Raise `TablesMissing` when there are some; `override` goes on, with the reason of `request`.
    """
    missing = missing_before(tournament, number)
    if not missing:
        return {}
    if not override:
        tables = tuple(table for tables in missing.values() for table in tables)
        raise TablesMissing(missing_before_sentence(missing), tables)
    expect_reason(request)
    return {"missing_tables": missing}


def expect_reason(request: Request) -> None:
    """Raise `BadState` when nobody says why."""
    if not request.reason.strip():
        raise BadState(_("Say why: the reason is kept in the log."))


def missing_before_sentence(missing: Mapping[int, Sequence[int]]) -> str:
    """Return why the next round cannot come yet: rounds, tables, and what to do."""
    words = ngettext(
        "%(count)s table has no result: %(tables)s. Complete it, or go on with a reason.",
        "%(count)s tables have no result: %(tables)s. Complete them, or go on with a reason.",
        sum(len(tables) for tables in missing.values()),
    )
    named = [
        _("round %(round)s table %(table)s") % {"round": number, "table": table}
        for number, tables in missing.items()
        for table in tables
    ]
    return words % {"count": len(named), "tables": listed(named, MOST_NAMED)}
