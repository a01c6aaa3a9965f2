"""A new field or model must not be forgotten by the files, nor by the removal of the demo event."""

import pytest
from django.apps import apps

from tournament.long_format import (
    LONG_HAND_COLUMNS,
    LONG_PENALTY_COLUMNS,
    LONG_PLAYER_COLUMNS,
    LONG_ROUND_COLUMNS,
    LONG_TABLE_COLUMNS,
)
from tournament.models import (
    AccessLink,
    ActionLog,
    FailedLogIn,
    RosterDraft,
    SheetVisit,
    Tournament,
)
from tournament.services.removal import ROWS
from tournament.services.restore_event import ORDER

MODELS = {
    model for model in apps.get_app_config("tournament").get_models() if not model._meta.proxy
}

LEFT_OUT = {ActionLog, AccessLink, FailedLogIn, RosterDraft, SheetVisit}

# Plain fields become columns by themselves; each relation is named in the readers and writers.
RELATIONS = {
    "ProfileRevision": {"tournament"},
    "Stage": {"tournament"},
    "StageEntry": {"stage", "player"},
    "Team": {"tournament"},
    "Table": {"tournament"},
    "Player": {"tournament", "team", "fixed_table"},
    "KeptApart": {"tournament", "one", "other"},
    "Official": {"tournament", "user", "tables"},
    "Draw": {"stage"},
    "Round": {"tournament", "stage", "draw"},
    "Game": {"round", "table"},
    "Seat": {"game", "round", "player", "played_by"},
    "Hand": {"game", "profile_revision", "entered_by"},
    "HandScore": {"hand", "seat", "player"},
    "Penalty": {
        "tournament", "round", "game", "seat", "player", "team", "profile_revision",
        "decided_by", "cancelled_by",
    },
    "PenaltyShare": {"penalty", "seat", "player"},
    "ClockEvent": {"round", "game", "by"},
    "Signature": {"game", "seat", "official"},
    "Appeal": {"game", "seat", "filed_by", "decided_by"},
}  # fmt: skip


def test_every_model_is_exported_or_left_out_on_purpose():
    assert {*ORDER, Tournament} == MODELS - LEFT_OUT


def test_every_relation_is_exported():
    found = {
        model.__name__: {
            field.name
            for field in (*model._meta.concrete_fields, *model._meta.many_to_many)
            if field.is_relation
        }
        for model in ORDER
    }

    assert found == RELATIONS


def test_the_scores_of_hands_and_shares_have_no_other_fields():
    assert {
        field.name
        for name in ("HandScore", "PenaltyShare")
        for field in apps.get_model("tournament", name)._meta.concrete_fields
        if not field.is_relation
    } == {"id", "points"}


def test_every_model_is_removed():
    assert {model for model, _ in ROWS} == MODELS - {Tournament, FailedLogIn}


@pytest.mark.parametrize(
    "columns",
    [
        pytest.param(LONG_PLAYER_COLUMNS, id="players"),
        pytest.param(LONG_ROUND_COLUMNS, id="rounds"),
        pytest.param(LONG_TABLE_COLUMNS, id="tables"),
        pytest.param(LONG_HAND_COLUMNS, id="hands"),
        pytest.param(LONG_PENALTY_COLUMNS, id="penalties"),
    ],
)
def test_every_column_has_a_name_of_its_own(columns):
    assert len(set(columns)) == len(columns)
