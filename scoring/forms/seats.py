"""The four seats of a form, as plain values."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

LABELS = "ABCD"


@dataclass(frozen=True, slots=True)
class SeatChoice:
    """
    One seat in one hand.

    `label` is the sheet's column, A-D, `wind` the seat wind 0-3 in this hand. `reason` is the
    sentence shown when the seat cannot win, `note` the same in one or two words.
    """

    label: str
    wind: int
    number: str = ""
    name: str = ""
    total: int = 0
    may_win: bool = True
    reason: str = ""
    may_discard: bool = True
    note: str = ""

    @property
    def index(self) -> int:
        """The column, 0-3."""
        return LABELS.index(self.label)

    @property
    def is_dealer(self) -> bool:
        """Whether he deals (庄)."""
        return self.wind == 0

    @property
    def title(self) -> str:
        """Number and name in one line; a player without a name is called by his number."""
        if self.number and not self.name:
            return gettext("Player %(number)s") % {"number": self.number}
        return f"{self.number} {self.name}".strip() or self.label


def seat_at(seats: Sequence[SeatChoice], label: str | None) -> SeatChoice | None:
    """Return the seat of a label, None for anything else that was chosen."""
    return next((seat for seat in seats if seat.label == label), None)
