"""
Seat draws (编排, 抽签): pure, deterministic, standard library only.

Players are their entry numbers. A round is a tuple of tables, a table the four players East first;
a table's place in the round is its place in the hall. The same seed gives the same draw on every
Python: chance comes from `lots` alone and every search stops by counting its steps.
"""

from tournament.draw.conflicts import Conflict, Impossible, conflicts
from tournament.draw.construction import known_rounds
from tournament.draw.finals import FinalTables, final_round
from tournament.draw.lots import Lots
from tournament.draw.model import (
    ALGORITHM,
    Constraints,
    Kind,
    Loose,
    Plan,
    Rounds,
    Seating,
    Table,
    schedule_sha256,
)
from tournament.draw.plan import one_round, plan
from tournament.draw.quality import Report, quality, unmet_pairs
from tournament.draw.reseat import Changes, Outcome, reseat_remaining
from tournament.draw.round_robins import (
    PERFECT_FIVE,
    SINGLES,
    SINGLES_ROUNDS,
    TEAM_ROUNDS,
    singles_round_robin,
    team_round_robin,
)
from tournament.draw.swiss import Mode, swiss_round
from tournament.draw.tables import assign_tables
from tournament.draw.winds import assign_winds

__all__ = [
    "ALGORITHM",
    "PERFECT_FIVE",
    "SINGLES",
    "SINGLES_ROUNDS",
    "TEAM_ROUNDS",
    "Changes",
    "Conflict",
    "Constraints",
    "FinalTables",
    "Impossible",
    "Kind",
    "Loose",
    "Lots",
    "Mode",
    "Outcome",
    "Plan",
    "Report",
    "Rounds",
    "Seating",
    "Table",
    "assign_tables",
    "assign_winds",
    "conflicts",
    "final_round",
    "known_rounds",
    "one_round",
    "plan",
    "quality",
    "reseat_remaining",
    "schedule_sha256",
    "singles_round_robin",
    "swiss_round",
    "team_round_robin",
    "unmet_pairs",
]
