"""
Round robins (循环赛): teams of four, or sixteen single players.

Perfect means: nobody meets a team-mate, nobody meets the same person twice, every two teams meet
equally often, and the starts of a player differ by one at most after every round. Four, six and
seven teams and the singles are. Five teams are for four rounds; in six nobody can help meeting two people
again.

Source: the fields of the rules of 1998, whose printed tables for five and six teams have clashes or
repeats. Five and seven teams: in round r member j of team t sits at table t + r·j modulo the teams.
"""

from collections.abc import Sequence
from typing import Final

from tournament.draw.base_rounds import BASE_ROUNDS
from tournament.draw.lots import Lots
from tournament.draw.model import SEATS, Plan, Rounds, Seating
from tournament.draw.tables import NOBODY, Fixed, assign_tables
from tournament.draw.winds import assign_winds

SINGLES: Final = 16
SINGLES_ROUNDS: Final = 5
# By the number of teams, the rounds there are; five teams are perfect for four of them.
TEAM_ROUNDS: Final = {4: 4, 5: 6, 6: 5, 7: 6}
PERFECT_FIVE: Final = 4

# Five teams for six rounds: every two opponents meet, twenty pairs of them twice, fewer cannot.
_FIVE_TEAMS: Final = (
    "1 15 5 10  6 14 19 11  4 16 12 3  8 17 13 0  9 7 18 2",
    "7 19 3 15  5 9 0 14  12 2 10 17  8 6 16 1  13 11 18 4",
    "11 17 5 3  4 2 14 8  19 12 1 9  13 7 10 16  0 6 18 15",
    "6 2 12 10  13 18 11 1  7 8 3 19  4 9 15 17  16 14 0 5",
    "16 11 2 15  9 6 3 13  18 12 5 8  17 1 7 14  10 0 4 19",
    "4 1 16 9  5 2 13 19  8 17 15 6  3 14 10 18  0 11 12 7",
)
# Six teams: member j of team t is 4t + j, and the next round moves teams 0-4 on by one.
_SIX_TEAMS: Final = (
    (20, 7, 9, 12),
    (21, 2, 11, 17),
    (22, 1, 8, 18),
    (23, 4, 10, 15),
    (0, 5, 14, 16),
    (3, 6, 13, 19),
)


def team_round_robin(
    teams: Sequence[Sequence[int]],
    rounds: int | None = None,
    *,
    seed: str,
    history: Rounds = (),
    fixed: Fixed = NOBODY,
) -> Plan:
    """
    Seat four to seven teams of four; the lots decide which team and member has which part.

    `rounds` cuts the schedule short; tables and winds even out `history`, and those of `fixed`
    always sit at their place of the hall. Raise `ValueError` for other teams or more rounds than
    `TEAM_ROUNDS`.
    """
    most = TEAM_ROUNDS.get(len(teams), 0)
    wanted = most if rounds is None else rounds
    if any(len(team) != SEATS for team in teams) or not 1 <= wanted <= most:
        raise ValueError(f"no round robin of {len(teams)} teams in {rounds} rounds: {teams!r}")
    lots = Lots(seed)
    parts = [player for team in lots.shuffled(teams) for player in lots.shuffled(team)]
    schedule = _team_schedule(len(teams), wanted)[:wanted]
    return _seated(_named(schedule, parts), lots, seed, history, fixed)


def singles_round_robin(
    players: Sequence[int],
    rounds: int | None = None,
    *,
    seed: str,
    history: Rounds = (),
    fixed: Fixed = NOBODY,
) -> Plan:
    """
    Seat sixteen players so that in five rounds everybody meets everybody once.

    As `team_round_robin`, with `SINGLES_ROUNDS` rounds at most.
    """
    wanted = SINGLES_ROUNDS if rounds is None else rounds
    if len(set(players)) != SINGLES or not 1 <= wanted <= SINGLES_ROUNDS:
        raise ValueError(f"not sixteen players in one to five rounds: {rounds}, {players!r}")
    lots = Lots(seed)
    named = _named(_sixteen()[:wanted], lots.shuffled(players))
    return _seated(named, lots, seed, history, fixed)


def _named(schedule: Rounds, parts: Sequence[int]) -> Rounds:
    return tuple(
        tuple(tuple(parts[place] for place in table) for table in seating) for seating in schedule
    )


def _seated(named: Rounds, lots: Lots, seed: str, history: Rounds, fixed: Fixed) -> Plan:
    placed = assign_tables(named, lots=lots, history=history, fixed=fixed)
    return Plan(assign_winds(placed, lots=lots, history=history), "round robin", seed)


def _team_schedule(teams: int, rounds: int) -> Rounds:
    """Return at least so many rounds of so many teams, member j of team t as 4t + j."""
    if teams == 4:
        return _four_teams()
    if teams == 6:
        return tuple(_six_teams(step) for step in range(TEAM_ROUNDS[6]))
    if teams == 5 and rounds > PERFECT_FIVE:
        return tuple(_read(text) for text in _FIVE_TEAMS)
    return tuple(_lines(teams, slope) for slope in range(1, teams))


def _lines(teams: int, slope: int) -> Seating:
    return tuple(
        tuple((table - slope * member) % teams * SEATS + member for member in range(SEATS))
        for table in range(teams)
    )


def _read(text: str) -> Seating:
    parts = [int(word) for word in text.split()]
    return tuple(tuple(parts[first : first + SEATS]) for first in range(0, len(parts), SEATS))


def _sixteen() -> Rounds:
    return next(base for base in BASE_ROUNDS if base.players == SINGLES).developed()


def _four_teams() -> Rounds:
    """Everybody meets everybody in five rounds: the tables of one of them are the teams."""
    teams, *schedule = _sixteen()
    place = {player: index for index, player in enumerate(sum(teams, ()))}
    return tuple(
        tuple(tuple(place[player] for player in table) for table in seating) for seating in schedule
    )


def _six_teams(step: int) -> Seating:
    moved = 5 * SEATS
    return tuple(
        tuple(part if part >= moved else (part + step * SEATS) % moved for part in table)
        for table in _SIX_TEAMS
    )
