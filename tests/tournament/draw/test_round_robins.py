"""Round robins counted by brute force."""

from collections import Counter
from itertools import combinations

import pytest

from tournament.draw.round_robins import singles_round_robin, team_round_robin


def teams_of_four(count):
    """Teams with numbers that are not those of the schedule."""
    return [tuple(range(100 * team, 100 * team + 4)) for team in range(1, count + 1)]


def meetings(rounds):
    return Counter(
        pair for seating in rounds for table in seating for pair in combinations(sorted(table), 2)
    )


def spread_after_every_round(rounds):
    starts = {player: [0] * 4 for table in rounds[0] for player in table}
    worst = []
    for seating in rounds:
        for table in seating:
            for wind, player in enumerate(table):
                starts[player][wind] += 1
        worst.append(max(max(counts) - min(counts) for counts in starts.values()))
    return worst


def everyone_once(rounds, players):
    return all(
        sorted(player for table in seating for player in table) == sorted(players)
        and {len(table) for table in seating} == {4}
        for seating in rounds
    )


@pytest.mark.parametrize(
    ("count", "rounds", "team_meetings"),
    [
        pytest.param(4, 4, 16, id="four-teams"),
        pytest.param(5, 4, 12, id="five-teams"),
        pytest.param(6, 5, 12, id="six-teams"),
        pytest.param(7, 6, 12, id="seven-teams"),
    ],
)
def test_a_round_robin_of_teams_is_perfect(count, rounds, team_meetings):
    teams = teams_of_four(count)

    made = team_round_robin(teams, rounds, seed="s").rounds

    team_of = {player: team for team in teams for player in team}
    met = meetings(made)
    between = Counter()
    for (one, other), times in met.items():
        between[frozenset((team_of[one], team_of[other]))] += times
    assert everyone_once(made, team_of)
    assert set(met.values()) == {1}
    assert between == {frozenset(pair): team_meetings for pair in combinations(teams, 2)}
    assert spread_after_every_round(made) == [1, 1, 1, 0, 1, 1][:rounds]


def test_five_teams_in_six_rounds_meet_every_opponent_and_twenty_pairs_twice():
    teams = teams_of_four(5)

    made = team_round_robin(teams, seed="s").rounds

    met = meetings(made)
    team_of = {player: team for team in teams for player in team}
    between = Counter()
    for (one, other), times in met.items():
        between[frozenset((team_of[one], team_of[other]))] += times
    # Each of 20 sits with 18 in six rounds and has 16 opponents: 20 repeats at the least.
    assert (len(made), Counter(met.values())) == (6, {1: 140, 2: 20})
    assert set(between.values()) == {18}
    assert (len(between), max(spread_after_every_round(made))) == (10, 1)


def test_sixteen_singles_meet_everybody_once():
    players = range(31, 47)

    made = singles_round_robin(players, seed="s").rounds

    assert (len(made), everyone_once(made, players)) == (5, True)
    assert meetings(made) == dict.fromkeys(combinations(players, 2), 1)
    assert spread_after_every_round(made) == [1, 1, 1, 0, 1]


def test_fewer_rounds_are_the_first_ones():
    teams = teams_of_four(7)

    short = team_round_robin(teams, 3, seed="s")

    assert len(short.rounds) == 3
    assert set(meetings(short.rounds).values()) == {1}


@pytest.mark.parametrize(
    ("teams", "rounds"),
    [
        pytest.param(teams_of_four(3), None, id="three-teams"),
        pytest.param(teams_of_four(8), None, id="eight-teams"),
        pytest.param(teams_of_four(4), 5, id="a-round-too-many"),
        pytest.param(teams_of_four(4), 0, id="no-round"),
        pytest.param([*teams_of_four(3), (1, 2, 3)], None, id="a-team-of-three"),
    ],
)
def test_a_round_robin_that_does_not_exist_is_refused(teams, rounds):
    with pytest.raises(ValueError, match="no round robin"):
        team_round_robin(teams, rounds, seed="s")


@pytest.mark.parametrize("players", [range(15), [*range(15), 3]])
def test_singles_are_sixteen(players):
    with pytest.raises(ValueError, match="sixteen"):
        singles_round_robin(players, seed="s")
