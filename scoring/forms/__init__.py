"""Forms that turn what a referee types into values of the rules; they know seats, not players."""

from scoring.forms.hand import HandForm
from scoring.forms.penalty import CancelForm, Decision, Earlier, PenaltyForm
from scoring.forms.seats import SeatChoice

__all__ = ["CancelForm", "Decision", "Earlier", "HandForm", "PenaltyForm", "SeatChoice"]
