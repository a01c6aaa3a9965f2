"""Remove a whole event: for the demo only, nothing recorded is ever deleted otherwise."""

from django.db import models, transaction

from tournament.models import (
    AccessLink,
    ActionLog,
    Appeal,
    ClockEvent,
    Draw,
    Game,
    Hand,
    HandScore,
    KeptApart,
    Official,
    Penalty,
    PenaltyShare,
    Player,
    ProfileRevision,
    RosterDraft,
    Round,
    Seat,
    SheetVisit,
    Signature,
    Stage,
    StageEntry,
    Table,
    Team,
    Tournament,
)

# Every row before the rows it points to, with its way to the event.
ROWS: tuple[tuple[type[models.Model], str], ...] = (
    (ActionLog, "tournament"),
    (RosterDraft, "tournament"),
    (AccessLink, "tournament"),
    (SheetVisit, "game__round__tournament"),
    (Appeal, "game__round__tournament"),
    (Signature, "game__round__tournament"),
    (PenaltyShare, "penalty__tournament"),
    (Penalty, "tournament"),
    (HandScore, "hand__game__round__tournament"),
    (Hand, "game__round__tournament"),
    (ClockEvent, "round__tournament"),
    (Seat, "round__tournament"),
    (Game, "round__tournament"),
    (Round, "tournament"),
    (Draw, "stage__tournament"),
    (StageEntry, "stage__tournament"),
    (Stage, "tournament"),
    (Official, "tournament"),
    (KeptApart, "tournament"),
    (Player, "tournament"),
    (Table, "tournament"),
    (Team, "tournament"),
    (ProfileRevision, "tournament"),
)


@transaction.atomic
def remove_event(tournament: Tournament) -> None:
    """Delete an event with everything that hangs on it; user accounts stay."""
    for model, path in ROWS:
        model._default_manager.filter(**{path: tournament}).delete()
    tournament.delete()
