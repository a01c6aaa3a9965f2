"""The four seats of a form, as plain values."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext

LABELS = "ABCD"


def no_totals() -> Sequence[int]:
    """The scores of a game that has just begun."""
    return (0,) * len(LABELS)


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
    # Asked for by pages, not by a save: whoever sums the sheet does so when it is read.
    totals: Callable[[], Sequence[int]] = field(default=no_totals, compare=False, repr=False)
    may_win: bool = True
    reason: str = ""
    may_discard: bool = True
    note: str = ""

    @property
    def index(self) -> int:
        """The column, 0-3."""
        return LABELS.index(self.label)

    @property
    def total(self) -> int:
        """The score so far."""
        return self.totals()[self.index]

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
