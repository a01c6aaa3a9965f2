"""The event's data: one module per family of nouns."""

from tournament.models.closing import Appeal, SheetVisit, Signature
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
    time_zones,
)
from tournament.models.log import AccessLink, ActionLog, FailedLogIn
from tournament.models.penalties import Penalty, PenaltyShare
from tournament.models.people import KeptApart, Player, RosterDraft, StageEntry, Team
from tournament.models.play import Hand, HandScore
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
    "Appeal",
    "ClockEvent",
    "Draw",
    "EndRule",
    "FailedLogIn",
    "Game",
    "Hand",
    "HandScore",
    "KeptApart",
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
    "SheetVisit",
    "Signature",
    "Stage",
    "StageEntry",
    "Start",
    "Table",
    "Team",
    "Tournament",
    "time_zones",
]
