"""What can go wrong when data is changed: each a sentence for the user, nothing is written."""

from collections.abc import Sequence
from datetime import datetime

from django.utils import formats, timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament import permissions


class ServiceError(Exception):
    """A change that was refused; `str()` is the sentence to show."""


class NotAllowed(ServiceError):
    """The user's role, or the state of the round or game, forbids it."""

    def __init__(self, refusal: permissions.Refusal) -> None:
        super().__init__(permissions.sentence(refusal))
        self.refusal = refusal


class HandConflict(ServiceError):
    """Somebody else saved this hand in between."""

    def __init__(self, *, number: int, version: int, by: str, at: datetime) -> None:
        super().__init__(
            _(
                "%(by)s saved hand %(number)s at %(time)s (version %(version)s). "
                "Yours is kept; please choose."
            )
            % {
                "by": by,
                "number": number,
                "version": version,
                "time": formats.time_format(timezone.localtime(at), "H:i"),
            }
        )
        self.number = number
        self.version = version


class TokenReused(ServiceError):
    """The token of an earlier request came with other values."""

    def __init__(self) -> None:
        super().__init__(
            _("This form was already sent with other values. Open the page again and re-enter.")
        )


class BadState(ServiceError):
    """The data as it stands does not allow the change."""


class TablesMissing(BadState):
    """Tables without a complete result stand in the way; `tables` are their numbers."""

    def __init__(self, sentence: str, tables: Sequence[int]) -> None:
        super().__init__(sentence)
        self.tables = tuple(tables)


class StaleEdit(ServiceError):
    """Somebody else changed the same thing since the page was opened."""


class EntryConflict(ServiceError):
    """Somebody else changed this entry, or the roster, in between."""


class FillersNeeded(BadState):
    """The players fill no whole number of tables; `count` more are needed."""

    def __init__(self, players: int, count: int) -> None:
        super().__init__(
            ngettext(
                "%(players)s players fill no whole number of tables: %(count)s filler is needed.",
                "%(players)s players fill no whole number of tables: %(count)s fillers are needed.",
                count,
            )
            % {"players": players, "count": count}
        )
        self.count = count
