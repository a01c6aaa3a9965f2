"""
One hand as a clerk types it from paper: three cells, 和 炮 番, read as what `HandForm` takes.

和 is a player 1-4, 0 for a drawn hand, X for one not played, V for a void win; 炮 is a player, the
winner once more (or 自, S) for a self-draw; 番 is the number. Full-width signs are read as well.
"""

import unicodedata
from dataclasses import dataclass

from django.utils.translation import get_language

from scoring.entry import HandEntry, Outcome
from scoring.forms.hand_fields import SELF_DRAW, Mode
from scoring.forms.seats import LABELS

NO_WIN = {"0": Outcome.DRAW, "X": Outcome.NOT_PLAYED, "V": Outcome.VOID_WIN}
SELF_SIGNS = ("自", "S")
PLAYERS = dict(zip("1234", LABELS, strict=True))
LONGEST = 8


@dataclass(frozen=True, slots=True)
class Cells:
    """What stands in the three cells of a row."""

    winner: str = ""
    discarder: str = ""
    points: str = ""

    @property
    def is_empty(self) -> bool:
        """Whether nothing is typed."""
        return not (self.winner or self.discarder or self.points)

    @property
    def data(self) -> dict[str, str]:
        """The same as `HandForm` takes it; what cannot be read comes to nothing there."""
        winner = PLAYERS.get(self.winner) or NO_WIN.get(self.winner, self.winner)
        is_self = self.discarder in SELF_SIGNS or self.discarder == self.winner
        discarder = SELF_DRAW if is_self and self.discarder else PLAYERS.get(self.discarder, "")
        return {
            "winner": str(winner),
            "discarder": discarder,
            "mode": Mode.POINTS,
            "points": self.points,
        }


def read_cells(winner: str, discarder: str, points: str) -> Cells:
    """Return what was typed, spaces and full-width signs put right."""
    return Cells(*(_plain(text) for text in (winner, discarder, points)))


def _plain(text: str) -> str:
    return unicodedata.normalize("NFKC", text).strip().upper()[:LONGEST]


def self_sign() -> str:
    """Return what stands in 炮 for a self-draw, in the language of the page."""
    return SELF_SIGNS[0] if (get_language() or "").startswith("zh") else SELF_SIGNS[1]


def cells_of(entry: HandEntry) -> Cells:
    """Return a saved hand as its three cells; nothing for one that was withdrawn."""
    if entry.winner is None:
        signs = {outcome: sign for sign, outcome in NO_WIN.items()}
        return Cells(signs.get(entry.outcome, ""))
    off = self_sign() if entry.discarder is None else str(entry.discarder + 1)
    return Cells(str(entry.winner + 1), off, str(entry.fan_points))


def fits_cells(entry: HandEntry) -> bool:
    """Whether three cells say everything of a hand: no fan, tiles, flowers or claim beside them."""
    return not (entry.fans or entry.notation or entry.flowers or entry.has_claim)
