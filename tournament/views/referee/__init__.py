"""The referee's pages of one game: sheet, hands, penalties."""

from tournament.views.referee.hands import enter_hand
from tournament.views.referee.history import hand_history, withdraw
from tournament.views.referee.penalties import cancel, penalise, penalties
from tournament.views.referee.presence import visit
from tournament.views.referee.sheet import sheet

__all__ = [
    "cancel",
    "enter_hand",
    "hand_history",
    "penalise",
    "penalties",
    "sheet",
    "visit",
    "withdraw",
]
