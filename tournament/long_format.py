"""
The columns of the long event files and the parts of event.json (docs/event-files.md).

They follow from the models' own fields; what is left out here is either said by another column or
only means something in one database.
"""

from collections.abc import Iterable
from typing import Final

from tournament.event_fields import PlainField, plain_fields
from tournament.event_format import (
    HAND_COLUMNS,
    PLAYER_COLUMNS,
    SEATS,
    TABLE_COLUMNS,
    seat_columns,
)
from tournament.models import (
    Appeal,
    ClockEvent,
    Draw,
    Game,
    Hand,
    KeptApart,
    Official,
    Penalty,
    Player,
    ProfileRevision,
    Round,
    Seat,
    Signature,
    Stage,
    StageEntry,
    Table,
    Team,
    Tournament,
)

FORMAT: Final = 1
"""The version of the long form; a change that old readers would misread makes a new one."""

EVENT_FIELDS: Final = plain_fields(Tournament, "slug", "standings_version")
REVISION_FIELDS: Final = plain_fields(ProfileRevision)
STAGE_FIELDS: Final = plain_fields(Stage)
STAGE_ENTRY_FIELDS: Final = plain_fields(StageEntry)
TEAM_FIELDS: Final = plain_fields(Team)
HALL_FIELDS: Final = plain_fields(Table)
OFFICIAL_FIELDS: Final = plain_fields(Official)
DRAW_FIELDS: Final = plain_fields(Draw)
CLOCK_FIELDS: Final = plain_fields(ClockEvent)
SIGNATURE_FIELDS: Final = plain_fields(Signature)
APPEAL_FIELDS: Final = plain_fields(Appeal)
KEPT_APART_FIELDS: Final = plain_fields(KeptApart)

PLAYER_FIELDS: Final = plain_fields(Player, "number")
ROUND_FIELDS: Final = plain_fields(Round, "number")
GAME_FIELDS: Final = plain_fields(Game)
SEAT_FIELDS: Final = plain_fields(Seat, "start")
HAND_FIELDS: Final = plain_fields(Hand, "number", "winner", "discarder", "fan_points")
PENALTY_FIELDS: Final = plain_fields(Penalty, "hand_number")


def names(fields: Iterable[PlainField]) -> tuple[str, ...]:
    """The columns of fields."""
    return tuple(field.name for field in fields)


def seat_field_columns() -> tuple[str, ...]:
    """What tables.csv says of the seats beyond the short form, seat by seat."""
    words = ("played_by_id", *names(SEAT_FIELDS))
    return tuple(f"{seat}_{word}" for seat in SEATS for word in words)


ROUND_KEY: Final = ("round", "attempt")
"""Cancelled rounds keep their number: the attempts at a number count from 1."""

LONG_PLAYER_COLUMNS: Final = (*PLAYER_COLUMNS, *names(PLAYER_FIELDS), "fixed_table")
LONG_ROUND_COLUMNS: Final = (*ROUND_KEY, "stage", "draw", *names(ROUND_FIELDS))
LONG_TABLE_COLUMNS: Final = (
    *TABLE_COLUMNS,
    "attempt",
    *names(GAME_FIELDS),
    *seat_field_columns(),
)
LONG_HAND_COLUMNS: Final = (
    *HAND_COLUMNS,
    "attempt",
    *names(HAND_FIELDS),
    "profile_revision",
    "entered_by",
    *seat_columns("points"),
    *seat_columns("credited_id"),
)
LONG_PENALTY_COLUMNS: Final = (
    "penalty",
    *ROUND_KEY,
    "table",
    "hand",
    "seat",
    "player_id",
    "team_id",
    *names(PENALTY_FIELDS),
    *seat_columns("share"),
    *seat_columns("credited_id"),
    "profile_revision",
    "decided_by",
    "cancelled_by",
)
