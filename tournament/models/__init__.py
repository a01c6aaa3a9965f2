"""The event's data: one module per family of nouns."""

from tournament.models.event import (
    EndRule,
    Official,
    Profile,
    ProfileRevision,
    Publication,
    Role,
    SeatChangeRule,
    Stage,
    Tournament,
)
from tournament.models.log import AccessLink, ActionLog
from tournament.models.people import Player, RosterDraft, StageEntry, Team
from tournament.models.play import (
    Hand,
    HandScore,
    Penalty,
    PenaltyShare,
    Signature,
)
from tournament.models.seating import (
    ClockEvent,
    Draw,
    Game,
    Round,
    Seat,
    Start,
    Table,
)

__all__ = [
    "AccessLink",
    "ActionLog",
    "ClockEvent",
    "Draw",
    "EndRule",
    "Game",
    "Hand",
    "HandScore",
    "Official",
    "Penalty",
    "PenaltyShare",
    "Player",
    "Profile",
    "ProfileRevision",
    "Publication",
    "Role",
    "RosterDraft",
    "Round",
    "Seat",
    "SeatChangeRule",
    "Signature",
    "Stage",
    "StageEntry",
    "Start",
    "Table",
    "Team",
    "Tournament",
]
