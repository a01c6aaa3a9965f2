from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.standings import (
    DEFAULT_LADDER,
    LADDERS,
    RUNGS,
    Adjustment,
    Entry,
    SeatResult,
    SumCheck,
    TeamEntry,
    TeamMember,
    TeamRound,
    Tiebreak,
    check_sum,
    credited_player,
    from_twelfths,
    game_scores,
    shared_ranks,
    standings,
    table_points,
    team_standings,
    to_twelfths,
)

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)
A, B, C, D = 101, 102, 103, 104


def result(player, points, score, *, round=1, table=1, team=None, **kwargs):
    return SeatResult(round, table, player, team, score, Fraction(points), **kwargs)


def ranks(lines):
    return [(line.rank, line.entry.player) for line in lines]


def team_ranks(lines):
    return [(line.rank, line.entry.team) for line in lines]


# --- table points ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scores", "expected"),
    [
        pytest.param((60, 20, -10, -70), (4, 2, 1, 0), id="all-different"),
        pytest.param((-70, 20, 60, -10), (0, 2, 4, 1), id="in-seat-order"),
        pytest.param((30, 30, -10, -50), (3, 3, 1, 0), id="1=2"),
        pytest.param((60, 5, 5, -70), (4, 3 * HALF, 3 * HALF, 0), id="2=3"),
        pytest.param((60, 20, -40, -40), (4, 2, HALF, HALF), id="3=4"),
        pytest.param((40, -40, 40, -40), (3, HALF, 3, HALF), id="1=2-and-3=4"),
        pytest.param((20, 20, 20, -60), (7 * THIRD, 7 * THIRD, 7 * THIRD, 0), id="1=2=3"),
        pytest.param((60, -20, -20, -20), (4, 1, 1, 1), id="2=3=4"),
        pytest.param((-5, -5, -5, -5), (7 * HALF / 2,) * 4, id="all-equal-after-fines"),
    ],
)
def test_table_points(scores, expected):
    assert table_points(scores) == expected


@pytest.mark.parametrize(
    ("scores", "absent", "expected"),
    [
        pytest.param((30, 10, -25, -95), {3}, (4, 2, 1, 0), id="three-present"),
        pytest.param((30, -200, -25, 10), [1], (4, 0, 1, 2), id="second-seat-absent"),
        pytest.param((10, 10, -28, -72), {3}, (3, 3, 1, 0), id="tie-of-two-present"),
        pytest.param((9, 9, 9, -107), {3}, (7 * THIRD,) * 3 + (0,), id="tie-of-three-present"),
        pytest.param((-20, -30, -30, 0), {3}, (4, 3 * HALF, 3 * HALF, 0), id="best-score-absent"),
        pytest.param((0, 0, -80, -80), {2, 3}, (3, 3, 0, 0), id="two-present-no-play"),
        # The mean of 4 and 2 is 3 as well: only unequal scores tell no play from a tie.
        pytest.param((0, -10, -80, -80), {2, 3}, (3, 3, 0, 0), id="two-present-one-fined"),
        pytest.param((-80, 0, -80, -80), {0, 2, 3}, (0, 3, 0, 0), id="one-present-no-play"),
        pytest.param((-80,) * 4, range(4), (0,) * 4, id="nobody-present"),
    ],
)
def test_table_points_with_absent_players(scores, absent, expected):
    assert table_points(scores, absent=absent) == expected


def test_table_points_by_another_vector():
    assert table_points((1, 9, 9, 0), vector=(30, 10, -10, -30)) == (-10, 20, 20, -30)


@pytest.mark.parametrize(
    ("scores", "vector", "absent"),
    [
        pytest.param((1, 2, 3), (4, 2, 1, 0), (), id="three-scores"),
        pytest.param((1, 2, 3, 4), (4, 2, 1), (), id="three-places"),
        pytest.param((1, 2, 3, 4), (4, 2, 1, 0), (4,), id="fifth-seat-absent"),
    ],
)
def test_table_points_refuses(scores, vector, absent):
    with pytest.raises(ValueError, match=r"a table has four|absent seats"):
        table_points(scores, vector=vector, absent=absent)


scores_of_four = st.lists(st.integers(-20, 20), min_size=4, max_size=4)
vectors = st.lists(st.integers(-30, 30), min_size=4, max_size=4)


@given(scores_of_four, vectors)
def test_table_points_add_up_to_the_vector(scores, vector):
    assert sum(table_points(scores, vector=vector)) == sum(vector)


@given(scores_of_four, st.permutations(range(4)))
def test_table_points_do_not_depend_on_the_seat(scores, order):
    points = table_points(scores)

    assert table_points([scores[i] for i in order]) == tuple(points[i] for i in order)


@given(scores_of_four, st.integers(0, 3))
def test_three_present_share_the_first_three_places(scores, absent):
    points = table_points(scores, absent={absent})

    assert (sum(points), points[absent]) == (7, 0)


@given(scores_of_four, st.sets(st.integers(0, 3)))
def test_table_points_are_whole_twelfths(scores, absent):
    points = table_points(scores, absent=absent)

    assert tuple(from_twelfths(to_twelfths(value)) for value in points) == points


def test_to_twelfths_refuses_what_would_be_rounded():
    with pytest.raises(ValueError, match="not a whole number of twelfths"):
        to_twelfths(Fraction(7, 8))


# --- scores of a game -----------------------------------------------------------------------


def test_game_scores_add_hands_and_penalties_to_the_starting_score():
    hands = [(48, -32, -8, -8), (-21, 63, -21, -21)]
    penalties = [(-40, 0, 0, 0), (10, 10, -30, 10)]

    assert game_scores(hands, penalties, starting_score=500) == (497, 541, 441, 481)
    assert game_scores([]) == (0, 0, 0, 0)


def test_game_scores_refuse_a_row_of_three():
    with pytest.raises(ValueError, match="zip"):
        game_scores([(8, -8, 0)])


@pytest.mark.parametrize(
    ("scores", "fines", "starting_score", "difference"),
    [
        pytest.param((55, -31, -21, -3), 0, 0, 0, id="zero-sum"),
        pytest.param((15, -31, -21, -3), 40, 0, 0, id="fine-explains"),
        pytest.param((500, 500, 500, 420), 80, 500, 0, id="starting-500"),
        pytest.param((55, -31, -21, -15), 0, 0, -12, id="points-missing"),
        pytest.param((67, -31, -21, -3), 40, 0, 52, id="points-too-many"),
    ],
)
def test_check_sum(scores, fines, starting_score, difference):
    check = check_sum(scores, fines, starting_score)

    assert check == SumCheck(4 * starting_score - fines, sum(scores))
    assert (check.difference, check.ok) == (difference, difference == 0)


def test_check_sum_refuses_a_negative_total_of_fines():
    with pytest.raises(ValueError, match="positive total"):
        check_sum((0, 0, 0, -40), -40, 0)


# --- ranks ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        pytest.param([], (), id="nobody"),
        pytest.param([9, 8, 7], (1, 2, 3), id="all-different"),
        pytest.param([9, 9, 7], (1, 1, 3), id="two-first"),
        pytest.param([9, 8, 8, 8, 7], (1, 2, 2, 2, 5), id="three-second"),
    ],
)
def test_shared_ranks(keys, expected):
    assert shared_ranks(keys) == expected


def test_standings_by_table_points_then_score():
    entries = [Entry(A, 1), Entry(B, 2), Entry(C, 3)]
    results = [result(A, 11, 35), result(B, 11, 120), result(C, 12, -60)]

    assert ranks(standings(entries, results)) == [(1, C), (2, B), (3, A)]


def test_equal_players_share_a_place_and_stand_by_entry_number():
    entries = [Entry(A, 40), Entry(B, 7), Entry(C, 3)]
    results = [result(A, 11, 35), result(B, 11, 35), result(C, 9, 200)]

    lines = standings(entries, results)

    assert ranks(lines) == [(1, B), (1, A), (3, C)]
    assert [line.shared for line in lines] == [True, True, False]


def test_thirds_that_add_up_equal_whole_points():
    entries = [Entry(A, 1), Entry(B, 2)]
    results = [result(A, 7 * THIRD, 0, round=n) for n in (1, 2, 3)]
    results += [result(B, 7, 0)]

    assert [line.rank for line in standings(entries, results)] == [1, 1]


def test_filler_is_listed_without_taking_a_place():
    entries = [Entry(A, 1), Entry(B, 2, ranked=False), Entry(C, 3), Entry(D, 4)]
    results = [result(A, 4, 9), result(B, 2, 9), result(C, 1, 9), result(D, 1, 9)]

    lines = standings(entries, results)

    assert ranks(lines) == [(1, A), (None, B), (2, C), (2, D)]
    assert lines[1].table_points == 2


def test_filler_level_with_a_player_does_not_make_his_place_shared():
    entries = [Entry(A, 1), Entry(B, 2, ranked=False)]
    lines = standings(entries, [result(A, 4, 9), result(B, 4, 9)])

    assert [(line.rank, line.shared) for line in lines] == [(1, False), (None, False)]


def test_withdrawn_player_stays_in_the_list_with_what_he_has():
    entries = [Entry(A, 1, withdrawn=True), Entry(B, 2)]
    results = [result(A, 4, 50, round=1), result(A, 0, -80, round=2), result(B, 2, 1, round=1)]

    lines = standings(entries, results)

    assert ranks(lines) == [(1, A), (2, B)]
    assert (lines[0].entry.withdrawn, lines[0].table_points, lines[0].score) == (True, 4, -30)


def test_disqualified_player_stands_last_without_a_place_and_takes_none():
    entries = [
        Entry(A, 1, disqualified=True),
        Entry(B, 2),
        Entry(C, 3),
        Entry(D, 4, withdrawn=True),
    ]
    results = [result(A, 4, 90), result(B, 2, 9), result(C, 1, 9)]

    lines = standings(entries, results)

    assert ranks(lines) == [(1, B), (2, C), (None, D), (None, A)]
    assert (lines[-1].table_points, lines[-1].score) == (4, 90)


def test_player_without_a_game_is_listed():
    (line,) = standings([Entry(A, 1)], [])

    assert (line.rank, line.table_points, line.score, line.cells) == (1, 0, 0, ())


def test_line_shows_what_its_sum_is_made_of():
    entry = Entry(A, 1, carried_points=Fraction(5, 2), carried_score=30)
    results = [result(A, 4, 60, round=2, table=9), result(A, 7 * THIRD, 5, round=1)]

    (line,) = standings([entry], results, [Adjustment(A, None, -HALF, -10)])

    assert line.table_points == 4 + 7 * THIRD + Fraction(5, 2) - HALF
    assert line.score == 60 + 5 + 30 - 10
    assert (line.adjusted_points, line.adjusted_score) == (-HALF, -10)
    assert [(c.round, c.table, c.score) for c in line.cells] == [(1, 1, 5), (2, 9, 60)]


def test_result_that_does_not_count_is_shown_and_not_summed():
    (line,) = standings([Entry(A, 1)], [result(A, 4, 60, counts=False), result(A, 1, 2, round=2)])

    assert (line.table_points, line.score, len(line.cells)) == (1, 2, 2)
    assert [cell.round for cell in line.counted] == [2]


def test_result_of_an_outside_substitute_can_be_credited_to_nobody():
    entries, teams = [Entry(A, 1, team=1)], [TeamEntry(1, 1)]
    played = [result(A, 4, 60, team=1), result(None, 2, 8, round=2, team=1, member=A)]

    (line,) = standings(entries, played)
    (team,) = team_standings(teams, entries, played)

    assert (line.table_points, line.score) == (4, 60)
    assert (team.table_points, team.score) == (6, 68)


@pytest.mark.parametrize(
    ("outside", "counts", "expected"),
    [
        pytest.param(False, False, A, id="himself-or-a-team-mate"),
        pytest.param(True, False, None, id="outside-nobody"),
        pytest.param(True, True, A, id="outside-seat"),
    ],
)
def test_credited_player(outside, counts, expected):
    assert credited_player(A, outside=outside, counts=counts) == expected


@pytest.mark.parametrize(
    ("results", "adjustments"),
    [
        pytest.param([result(D, 4, 1)], [], id="result"),
        pytest.param([], [Adjustment(D, None, -HALF)], id="adjustment"),
    ],
)
def test_row_for_an_unknown_player_is_refused(results, adjustments):
    with pytest.raises(ValueError, match="no entry for 104"):
        standings([Entry(A, 1)], results, adjustments)


# --- the ladder -----------------------------------------------------------------------------

# Each pair is level on table points (8) and total score (30); A has the higher entry number.
LEVEL = {
    "best-game": ([(4, 50), (4, -20)], [(4, 40), (4, -10)]),
    "best-table-points": ([(4, 20), (4, 10)], [(3, 20), (3, 10), (2, 0)]),
    "more-firsts": ([(4, 20), (4, 10), (0, 0)], [(4, 20), (2, 10), (2, 0)]),
}


@pytest.mark.parametrize(
    ("case", "rung"),
    [
        pytest.param("best-game", Tiebreak.BEST_GAME, id="best-game"),
        pytest.param("best-table-points", Tiebreak.BEST_TABLE_POINTS, id="best-table-points"),
        pytest.param("more-firsts", Tiebreak.MORE_FIRSTS, id="more-firsts"),
    ],
)
def test_rung_separates_players_level_on_score(case, rung):
    games_a, games_b = LEVEL[case]
    results = [result(A, p, s, round=n) for n, (p, s) in enumerate(games_a, 1)]
    results += [result(B, p, s, round=n) for n, (p, s) in enumerate(games_b, 1)]
    entries = [Entry(A, 2), Entry(B, 1)]

    assert ranks(standings(entries, results)) == [(1, B), (1, A)]
    assert ranks(standings(entries, results, ladder=(Tiebreak.SCORE, rung))) == [(1, A), (2, B)]


@pytest.mark.parametrize(
    ("games_a", "games_b", "expected"),
    [
        pytest.param([4, 4, 1], [4, 3, 2], [(1, A), (2, B)], id="more-of-the-highest"),
        pytest.param([4, 2, 2], [4, 3, 1], [(1, B), (2, A)], id="more-of-the-next"),
        pytest.param([4, 4], [4, 4, 0], [(1, B), (1, A)], id="a-game-without-points-is-nothing"),
    ],
)
def test_more_firsts_counts_from_the_top(games_a, games_b, expected):
    results = [result(A, points, 0, round=n) for n, points in enumerate(games_a)]
    results += [result(B, points, 0, round=n) for n, points in enumerate(games_b)]
    entries = [Entry(A, 2), Entry(B, 1)]

    assert ranks(standings(entries, results, ladder=(Tiebreak.MORE_FIRSTS,))) == expected


@pytest.mark.parametrize(
    ("lots", "expected"),
    [
        pytest.param((1, 2), [(1, A), (2, B)], id="lower-lot-first"),
        pytest.param((5, None), [(1, A), (2, B)], id="no-lot-behind-a-lot"),
        pytest.param((None, None), [(1, B), (1, A)], id="without-lots-shared"),
    ],
)
def test_lot(lots, expected):
    entries = [Entry(A, 2, lot=lots[0]), Entry(B, 1, lot=lots[1])]

    assert ranks(standings(entries, [], ladder=LADDERS["lot"])) == expected


def test_player_without_a_game_loses_the_best_game_to_a_negative_one():
    entries = [Entry(A, 2, carried_score=5), Entry(B, 1)]
    results = [result(A, 0, -30)]
    carried = [Adjustment(A, None, score=25)]

    lines = standings(entries, results, carried, ladder=LADDERS["full"])

    assert ranks(lines) == [(1, A), (2, B)]


def test_ladders_start_with_the_total_score():
    assert {ladder[0] for ladder in LADDERS.values()} == {Tiebreak.SCORE}
    assert DEFAULT_LADDER == (Tiebreak.SCORE,)


def test_r98_ladder():
    assert LADDERS["r98"] == (
        Tiebreak.SCORE,
        Tiebreak.BEST_TABLE_POINTS,
        Tiebreak.MORE_FIRSTS,
    )


def test_every_tiebreak_has_a_rung():
    assert set(RUNGS) == set(Tiebreak)


# --- properties -----------------------------------------------------------------------------

players = st.integers(1, 6)
some_points = st.sampled_from([Fraction(n) for n in (4, 2, 1, 0)] + [7 * THIRD, HALF, 3 * HALF])
some_results = st.lists(
    st.builds(
        lambda player, round, score, points: result(
            player, points, score, round=round, team=player % 2
        ),
        players,
        st.integers(1, 4),
        st.integers(-3, 3),
        some_points,
    ),
    max_size=20,
)
ladders = st.sampled_from(sorted(LADDERS)).map(LADDERS.__getitem__)
ENTRIES = tuple(Entry(player, 10 - player, team=player % 2, lot=player) for player in range(1, 7))
TEAMS = (TeamEntry(0, 2), TeamEntry(1, 1))
some_adjustments = st.lists(
    st.builds(lambda player, points: Adjustment(player, player % 2, -points), players, some_points),
    max_size=4,
)


@given(some_results, some_adjustments, ladders, st.randoms(use_true_random=False))
def test_standings_do_not_depend_on_the_order_of_the_rows(results, adjustments, ladder, random):
    def shuffled(rows):
        return random.sample(rows, len(rows))

    def outcome(lines):
        return [
            (line.rank, line.entry, line.table_points, line.score, Counter(line.cells))
            for line in lines
        ]

    first = standings(ENTRIES, results, adjustments, ladder=ladder)
    again = standings(shuffled(ENTRIES), shuffled(results), shuffled(adjustments), ladder=ladder)

    assert outcome(again) == outcome(first)


@given(some_results, some_adjustments, st.none() | st.integers(1, 3))
def test_adding_and_cancelling_a_penalty_changes_nothing(results, adjustments, best_k):
    cancelled = [replace(row, cancelled=True) for row in adjustments]

    assert standings(ENTRIES, results, cancelled) == standings(ENTRIES, results)
    assert team_standings(TEAMS, ENTRIES, results, cancelled, best_k=best_k) == team_standings(
        TEAMS, ENTRIES, results, best_k=best_k
    )


@given(some_results, ladders)
def test_ranks_count_the_players_in_front(results, ladder):
    lines = standings(ENTRIES, results, ladder=ladder)

    assert all(line.rank == 1 + sum(other.rank < line.rank for other in lines) for line in lines)


@given(some_results, some_adjustments)
def test_teams_have_all_the_points_of_their_members(results, adjustments):
    lines = standings(ENTRIES, results, adjustments)
    teams = team_standings(TEAMS, ENTRIES, results, adjustments)

    for team in teams:
        members = [line for line in lines if line.entry.team == team.entry.team]
        assert team.table_points == sum(line.table_points for line in members)
        assert team.score == sum(line.score for line in members)


# --- teams ----------------------------------------------------------------------------------


def test_team_standings_by_table_points_then_scores():
    entries = [Entry(A, 1, team=1), Entry(B, 2, team=2), Entry(C, 3, team=3)]
    results = [
        result(A, 4, 10, team=1),
        result(B, 4, 30, team=2),
        result(C, 7 * THIRD, 90, team=3),
    ]
    teams = [TeamEntry(1, 1), TeamEntry(2, 2), TeamEntry(3, 3)]

    assert team_ranks(team_standings(teams, entries, results)) == [(1, 2), (2, 1), (3, 3)]


def test_level_teams_share_a_place_and_unranked_ones_take_none():
    teams = [TeamEntry(1, 9), TeamEntry(2, 8), TeamEntry(3, 1, ranked=False), TeamEntry(4, 2)]
    results = [result(None, 4, 10, team=team) for team in (1, 2, 3)]

    lines = team_standings(teams, [], results)

    assert team_ranks(lines) == [(None, 3), (1, 2), (1, 1), (3, 4)]
    assert [line.shared for line in lines] == [False, True, True, False]


def test_team_line_shows_members_best_first_and_rounds():
    entries = [Entry(A, 1, team=1), Entry(B, 2, team=1), Entry(C, 3, team=1, carried_score=7)]
    results = [
        result(A, 1, 5, team=1),
        result(B, 7 * THIRD, 8, team=1),
        result(B, 7 * THIRD, 8, team=1, round=2),
        result(B, 4, 99, team=1, round=3, counts=False),
    ]

    (line,) = team_standings([TeamEntry(1, 1)], entries, results)

    assert line.members == (
        TeamMember(B, 14 * THIRD, 16, counted=True),
        TeamMember(A, Fraction(1), 5, counted=True),
        TeamMember(C, Fraction(0), 7, counted=True),
    )
    assert line.rounds == (TeamRound(1, 10 * THIRD, 13), TeamRound(2, 7 * THIRD, 8))
    assert (line.table_points, line.score) == (17 * THIRD, 28)


def test_best_k_counts_the_best_members_and_no_idle_reserve():
    entries = [Entry(player, player, team=1) for player in (A, B, C, D)]
    results = [result(A, 4, 5, team=1), result(B, 0, -60, team=1), result(C, 1, 0, team=1)]

    def counted(best_k):
        (line,) = team_standings([TeamEntry(1, 1)], entries, results, best_k=best_k)
        return [member.player for member in line.members if member.counted], line.score

    assert counted(2) == ([A, C], 5)
    assert counted(3) == ([A, C, B], -55)
    assert counted(4) == ([A, C, B], -55)


def test_best_k_counts_a_substitute_with_the_member_he_stood_in_for():
    entries = [Entry(A, 1, team=1), Entry(B, 2, team=1)]
    results = [
        result(A, 2, 0, team=1),
        result(None, 2, 0, round=2, team=1, member=A),
        result(B, 3, 0, team=1),
    ]

    (line,) = team_standings([TeamEntry(1, 1)], entries, results, best_k=1)

    assert (line.table_points, line.members[0].player) == (4, A)


def test_adjustments_of_a_team_and_of_a_member():
    entries = [Entry(A, 1, team=1)]
    adjustments = [Adjustment(None, 1, -HALF), Adjustment(A, 1, Fraction(-1)), Adjustment(A, None)]

    (team,) = team_standings([TeamEntry(1, 1)], entries, [result(A, 4, 0, team=1)], adjustments)
    (line,) = standings(entries, [result(A, 4, 0, team=1)], adjustments)

    assert (team.table_points, team.adjusted_points) == (5 * HALF, -HALF)
    assert line.table_points == 3


def test_row_for_an_unknown_team_is_refused():
    with pytest.raises(ValueError, match="no entry for 5"):
        team_standings([TeamEntry(1, 1)], [], [result(None, 1, 0, team=5)])
