"""What a referee enters of one hand, as one value: between the form and whoever stores it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from scoring.rules import settle


class Outcome(StrEnum):
    """How a hand ended."""

    SELF_DRAW = "self_draw"
    DISCARD = "discard"
    DRAW = "draw"
    VOID_WIN = "void_win"
    NOT_PLAYED = "not_played"
    WITHDRAWN = "withdrawn"


@dataclass(frozen=True, slots=True)
class HandEntry:
    """
    One validated entry.

    `winner` and `discarder` are columns of the sheet, 0-3 for A-D. `fan_points` is the approved
    value with flowers, 0 unless somebody won; `claimed_points` is what the winner announced when
    that was not what the hand is worth, `claimed_fans` the fan he named. `agreed` is what the three
    others said, None if nobody asked; `objection` is theirs, in words. `fans` maps fan keys to
    counts and is empty where only points were written down; `notation` is the printed form of the
    tiles, or empty.
    """

    outcome: Outcome
    winner: int | None = None
    discarder: int | None = None
    fan_points: int = 0
    claimed_points: int | None = None
    claimed_fans: Mapping[str, int] = field(default_factory=dict)
    agreed: bool | None = None
    objection: str = ""
    fans: Mapping[str, int] = field(default_factory=dict)
    notation: str = ""
    flowers: int = 0

    @property
    def has_claim(self) -> bool:
        """Whether anything was noted of what the winner announced."""
        noted = (self.claimed_points, self.agreed)
        return any(part is not None for part in noted) or bool(self.claimed_fans or self.objection)

    @property
    def amounts(self) -> tuple[int, int, int, int]:
        """The four signed amounts, A first; zeros when nobody won."""
        if self.winner is None:
            return 0, 0, 0, 0
        return settle(self.fan_points, self.winner, self.discarder)
