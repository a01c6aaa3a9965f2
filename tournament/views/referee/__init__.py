"""The referee's pages of one game: sheet, hands, penalties, who is missing or sat wrong."""

from tournament.views.referee.absence import absence, end
from tournament.views.referee.appeals import game_appeals
from tournament.views.referee.changes import game_changes
from tournament.views.referee.grid import grid
from tournament.views.referee.grid_penalty import grid_penalty
from tournament.views.referee.hands import enter_hand, next_hand
from tournament.views.referee.history import hand_history, withdraw
from tournament.views.referee.penalise import penalise
from tournament.views.referee.penalties import cancel, penalties
from tournament.views.referee.presence import visit
from tournament.views.referee.reopen import reopen
from tournament.views.referee.sheet import sheet
from tournament.views.referee.signing import review, sign, sign_missing, sign_sheet
from tournament.views.referee.substitutes import substitute
from tournament.views.referee.totals import totals
from tournament.views.referee.void import void
from tournament.views.referee.wrong_seats import rescore, wrong_seats

__all__ = [
    "absence",
    "cancel",
    "end",
    "enter_hand",
    "game_appeals",
    "game_changes",
    "grid",
    "grid_penalty",
    "hand_history",
    "next_hand",
    "penalise",
    "penalties",
    "reopen",
    "rescore",
    "review",
    "sheet",
    "sign",
    "sign_missing",
    "sign_sheet",
    "substitute",
    "totals",
    "visit",
    "void",
    "withdraw",
    "wrong_seats",
]
