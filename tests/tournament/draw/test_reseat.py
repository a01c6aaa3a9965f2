"""The rest of an event after somebody left or came."""

from collections import Counter
from itertools import combinations

import pytest

from tournament.draw import Constraints, plan
from tournament.draw.reseat import Changes, Outcome, Reseated, reseat_remaining

ROUNDS = plan(range(1, 41), 6, seed="s").rounds


def reseat(changes, rounds=ROUNDS, played=2, **options):
    return reseat_remaining(rounds, played, changes, seed="t", budget=40_000, **options)


def players(seating):
    return sorted(player for table in seating for player in table)


def repeats(rounds):
    met = Counter(p for seating in rounds for t in seating for p in combinations(sorted(t), 2))
    return sum(count - 1 for count in met.values())


def test_without_changes_everything_stays():
    assert reseat(Changes()) == Reseated(Outcome.UNCHANGED, ROUNDS)


def test_a_filler_takes_over_a_number_and_nobody_else_moves():
    made = reseat(Changes(taking_over=((7, 41),)))

    assert made.outcome is Outcome.TAKEN_OVER
    assert made.rounds[:2] == ROUNDS[:2]
    assert made.rounds[2:] == tuple(
        tuple(tuple(41 if p == 7 else p for p in table) for table in seating)
        for seating in ROUNDS[2:]
    )


def test_four_who_leave_are_seated_no_more_and_nobody_meets_again():
    made = reseat(Changes(leaving=(3, 8, 20, 33)))

    rest = [player for player in range(1, 41) if player not in {3, 8, 20, 33}]
    assert (made.outcome, made.rounds[:2]) == (Outcome.SOLVED, ROUNDS[:2])
    assert [players(seating) for seating in made.rounds[2:]] == [rest] * 4
    assert repeats(made.rounds) == 0


def test_late_entries_are_seated_and_nobody_meets_again():
    made = reseat(Changes(coming=(41, 42, 43, 44)), played=3)

    assert [players(seating) for seating in made.rounds[3:]] == [list(range(1, 45))] * 3
    assert repeats(made.rounds) == 0


def test_one_leaves_one_comes_and_one_takes_over():
    made = reseat(Changes(leaving=(1,), coming=(41,), taking_over=((2, 42),)))

    assert made.outcome is Outcome.SOLVED
    assert players(made.rounds[2]) == list(range(3, 43))
    assert repeats(made.rounds) == 0


def test_where_nothing_else_is_as_good_who_comes_takes_over():
    # Seven rounds are all that 24 players have without a repeat.
    rounds = plan(range(1, 25), 7, seed="s").rounds

    made = reseat(Changes(leaving=(1,), coming=(25,)), rounds, played=3)

    assert made.outcome is Outcome.TAKEN_OVER
    assert players(made.rounds[3]) == list(range(2, 26))
    assert repeats(made.rounds) == 0


def test_team_mates_stay_apart_in_what_is_solved_again():
    teams = tuple(tuple(range(i, i + 4)) for i in range(1, 41, 4))
    rounds = plan(range(1, 41), 5, seed="s", constraints=Constraints(teams)).rounds

    made = reseat(Changes(leaving=(1, 2, 3, 4)), rounds, played=2, constraints=Constraints(teams))

    mates = {pair for team in teams for pair in combinations(team, 2)}
    met = {p for seating in made.rounds for t in seating for p in combinations(sorted(t), 2)}
    assert (met & mates, repeats(made.rounds)) == (set(), 0)


@pytest.mark.parametrize(
    ("leaving", "fillers"),
    [
        pytest.param((5,), 1, id="one-left-of-a-table"),
        pytest.param((5, 6), 2, id="two"),
        pytest.param((5, 6, 7), 3, id="three"),
        pytest.param(tuple(range(6, 41)), 3, id="five-left"),
        pytest.param(tuple(range(2, 41)), 3, id="one-left"),
    ],
)
def test_an_open_table_asks_for_fillers_and_changes_nothing(leaving, fillers):
    made = reseat(Changes(leaving=leaving))

    assert made == Reseated(Outcome.FILLERS_NEEDED, ROUNDS, fillers=fillers)


def test_five_left_and_three_fillers_play_on():
    made = reseat(Changes(leaving=tuple(range(6, 41)), coming=(41, 42, 43)))

    assert made.outcome is Outcome.SOLVED
    assert players(made.rounds[5]) == [1, 2, 3, 4, 5, 41, 42, 43]


def test_everybody_withdrawn_leaves_the_rounds_played():
    made = reseat(Changes(leaving=tuple(range(1, 41))))

    assert made == Reseated(Outcome.NOBODY_LEFT, ROUNDS[:2])


@pytest.mark.parametrize("rounds", [ROUNDS[:2], ()])
def test_after_the_last_round_there_is_nothing_to_seat(rounds):
    assert reseat(Changes(leaving=(1,)), rounds) == Reseated(Outcome.NO_ROUNDS_LEFT, rounds)


@pytest.mark.parametrize(
    ("changes", "wrong"),
    [
        pytest.param(Changes(leaving=(99, 3)), (99,), id="leaves-and-is-not-there"),
        pytest.param(Changes(coming=(3, 41)), (3,), id="comes-and-is-there"),
        pytest.param(Changes(leaving=(3, 3)), (3,), id="leaves-twice"),
        pytest.param(Changes(leaving=(3,), taking_over=((3, 41),)), (3,), id="two-ways"),
        pytest.param(Changes(taking_over=((3, 4),)), (4,), id="one-of-the-field-takes-over"),
        pytest.param(Changes(coming=(41,), taking_over=((3, 41),)), (41,), id="comes-twice"),
    ],
)
def test_changes_that_cannot_be_are_named(changes, wrong):
    assert reseat(changes) == Reseated(Outcome.CONTRADICTION, ROUNDS, contradictions=wrong)


def test_the_same_seed_gives_the_same_rounds():
    changes = Changes(leaving=(3, 8, 20, 33))

    assert reseat(changes) == reseat(changes)
