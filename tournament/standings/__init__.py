"""
From the scores of games to table points, ranks and team ranks, in exact arithmetic.

The one source of these numbers: pages, the big screen, workbooks, the API and the commands all
show what these functions return. Plain rows go in and plain rows come out; players and teams are
opaque integers with an entry number for their order. Table points are fractions, because a tie of
three shares 7 points and must still add up to 7.

Source: R98 and MIL25 (MIL's supplement of December 2025) on 标准分 and 名次.
"""

from tournament.standings.game import (
    FEWEST_TO_PLAY,
    NO_PLAY_POINTS,
    SEATS,
    TWELFTHS,
    VECTOR,
    SumCheck,
    check_sum,
    from_twelfths,
    game_scores,
    shared_points,
    table_points,
    to_twelfths,
)
from tournament.standings.individual import standings
from tournament.standings.ladder import (
    DEFAULT_LADDER,
    LADDERS,
    RUNGS,
    Cell,
    Ladder,
    Line,
    Tiebreak,
    ranking_key,
    shared_ranks,
)
from tournament.standings.rows import (
    Adjustment,
    Entry,
    SeatResult,
    TeamEntry,
    credited_player,
)
from tournament.standings.teams import (
    TeamLine,
    TeamMember,
    TeamRound,
    team_standings,
)

__all__ = [
    "DEFAULT_LADDER",
    "FEWEST_TO_PLAY",
    "LADDERS",
    "NO_PLAY_POINTS",
    "RUNGS",
    "SEATS",
    "TWELFTHS",
    "VECTOR",
    "Adjustment",
    "Cell",
    "Entry",
    "Ladder",
    "Line",
    "SeatResult",
    "SumCheck",
    "TeamEntry",
    "TeamLine",
    "TeamMember",
    "TeamRound",
    "Tiebreak",
    "check_sum",
    "credited_player",
    "from_twelfths",
    "game_scores",
    "ranking_key",
    "shared_points",
    "shared_ranks",
    "standings",
    "table_points",
    "team_standings",
    "to_twelfths",
]
