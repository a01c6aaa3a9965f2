"""Rounds by the standing, counted by brute force and held against optima found elsewhere."""

import json
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournament.draw.standing_states import make_state
from tournament.draw import Constraints
from tournament.draw.model import Loose
from tournament.draw.swiss import Mode, swiss_round

OPTIMA = json.loads((Path(__file__).parent / "swiss_optima.json").read_text())["states"]


def pairs(seating):
    return [pair for table in seating for pair in combinations(sorted(table), 2)]


def rematches(seating, history):
    met = {pair for before in history for pair in pairs(before)}
    return sum(pair in met for pair in pairs(seating))


def rank_spread(seating, standings):
    rank = {player: place for place, player in enumerate(standings)}
    return sum((rank[one] - rank[other]) ** 2 for one, other in pairs(seating))


def wind_spread(rounds):
    starts = Counter((p, w) for seating in rounds for table in seating for w, p in enumerate(table))
    return max(
        max(starts[p, w] for w in range(4)) - min(starts[p, w] for w in range(4))
        for p, _wind in starts
    )


def tables(plan):
    return [sorted(table) for table in plan.rounds[0]]


def everyone_once(plan, players):
    (seating,) = plan.rounds
    return sorted(p for table in seating for p in table) == sorted(players) and {
        len(table) for table in seating
    } == {4}


def swiss(standings, history=(), mode=Mode.SWISS, seed="s", **options):
    return swiss_round(standings, history, mode=mode, seed=seed, **options)


# Stored states


def test_there_are_thirty_states_of_three_sizes():
    assert Counter(state["players"] for state in OPTIMA) == {40: 15, 100: 9, 400: 6}


def test_what_is_known_of_the_states_is_said():
    # Where the solver elsewhere did not end, only a bound below the optimum is known.
    known = Counter(
        (state["players"], next(k for k in ("optimum", "at_least", "impossible") if k in state))
        for state in OPTIMA
    )

    assert known == {
        (40, "optimum"): 14,
        (40, "impossible"): 1,
        (100, "optimum"): 3,
        (100, "at_least"): 6,
        (400, "at_least"): 6,
    }


@pytest.mark.parametrize(
    "stored", OPTIMA, ids=lambda s: f"{s['players']}-after-{s['rounds']}-seed-{s['seed']}"
)
def test_a_swiss_round_is_near_the_optimum(stored):
    state = make_state(stored["players"], stored["rounds"], stored["seed"], lots=stored["lots"])
    assert state.sha256 == stored["sha256"]

    made = swiss(state.standings, state.history)

    (seating,) = made.rounds
    spread = rank_spread(seating, state.standings)
    assert everyone_once(made, state.standings)
    assert wind_spread((*state.history, seating)) <= 2
    if not stored.get("impossible"):
        assert rematches(seating, state.history) == 0
        assert spread >= stored.get("optimum", stored.get("at_least"))
    if stored["players"] <= 48 and "optimum" in stored:
        assert spread <= 1.10 * stored["optimum"]


def test_where_somebody_must_meet_again_few_do():
    # Two tables: each of the next two has two pairs from one table of the round before.
    history = (((1, 2, 3, 4), (5, 6, 7, 8)),)

    made = swiss(range(1, 9), history)

    assert rematches(made.rounds[0], history) == 4
    assert tables(made) == [[1, 2, 5, 6], [3, 4, 7, 8]]


# Modes


def test_without_history_neighbours_sit_together():
    assert tables(swiss(range(1, 13))) == [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]


def test_blocks_sit_together_whoever_has_met():
    history = (((1, 2, 3, 4), (5, 6, 7, 8)),) * 3

    assert tables(swiss(range(1, 9), history, Mode.BLOCKS)) == [[1, 2, 3, 4], [5, 6, 7, 8]]


def test_blocks_give_way_to_team_mates_alone():
    made = swiss(range(1, 13), mode=Mode.BLOCKS, constraints=Constraints(((3, 4),)))

    assert tables(made) == [[1, 2, 3, 5], [4, 6, 7, 8], [9, 10, 11, 12]]


def test_power_groups_keep_their_ranks_and_repeat_nobody():
    standings = range(1, 41)
    history = swiss(standings, mode=Mode.BLOCKS).rounds

    made = swiss(standings, history, Mode.GROUPS)

    groups = [{(player - 1) // 16 for player in table} for table in made.rounds[0]]
    assert groups == [{0}] * 4 + [{1}] * 4 + [{2}] * 2
    # Eight players at two tables: two and two of each old table at the least.
    assert rematches(made.rounds[0][:8], history) == 0
    assert rematches(made.rounds[0][8:], history) == 4


def test_power_groups_can_be_smaller():
    made = swiss(range(1, 25), mode=Mode.GROUPS, group_tables=2)

    assert [{(p - 1) // 8 for p in table} for table in made.rounds[0]] == [
        {0}, {0}, {1}, {1}, {2}, {2},
    ]  # fmt: skip


def test_the_snake_takes_one_of_each_quarter():
    assert tables(swiss(range(1, 17), mode=Mode.SNAKE)) == [
        [1, 8, 9, 16],
        [2, 7, 10, 15],
        [3, 6, 11, 14],
        [4, 5, 12, 13],
    ]


def test_the_snake_repeats_nobody_and_stays_even():
    history = swiss(range(1, 41), mode=Mode.SNAKE).rounds

    made = swiss(range(1, 41), history, Mode.SNAKE)

    assert rematches(made.rounds[0], history) == 0
    assert all({(p - 1) // 10 for p in table} == {0, 1, 2, 3} for table in made.rounds[0])
    assert max(abs(sum(table) - 82) for table in made.rounds[0]) <= 8


# Constraints


def team_list(players, size):
    return tuple(tuple(range(i, i + size)) for i in range(1, players + 1, size))


def clashes(seating, groups):
    return sum(pair in set(combinations(group, 2)) for group in groups for pair in pairs(seating))


@pytest.mark.parametrize("mode", Mode)
def test_team_mates_who_stand_together_never_meet(mode):
    teams = team_list(40, 4)

    made = swiss(range(1, 41), mode=mode, constraints=Constraints(teams))

    assert (clashes(made.rounds[0], teams), everyone_once(made, range(1, 41))) == (0, True)


def test_two_who_must_not_meet_sit_as_near_as_they_can():
    made = swiss(range(1, 9), constraints=Constraints(((1, 2),)))

    assert tables(made) == [[1, 3, 4, 5], [2, 6, 7, 8]]


def test_a_club_is_kept_apart_as_far_as_it_can_be():
    # Six of a club at four tables: two tables have two of them.
    club = (1, 2, 3, 4, 5, 6)

    made = swiss(range(1, 17), constraints=Constraints(loose=(Loose(club, 2),)))

    assert clashes(made.rounds[0], [club]) == 2


def test_no_club_is_worth_a_repeat():
    history = (((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12), (13, 14, 15, 16)),)
    club = (1, 5, 9, 13)

    made = swiss(range(1, 17), history, constraints=Constraints(loose=(Loose(club, 1),)))

    assert (rematches(made.rounds[0], history), clashes(made.rounds[0], [club])) == (0, 0)


def test_a_player_keeps_his_table_and_the_others_their_order():
    made = swiss(range(1, 17), constraints=Constraints(tables=((14, 1),)))

    assert tables(made) == [[1, 2, 3, 4], [13, 14, 15, 16], [5, 6, 7, 8], [9, 10, 11, 12]]


def test_two_with_tables_of_their_own_sit_at_both():
    made = swiss(range(1, 17), constraints=Constraints(tables=((1, 3), (2, 0))))

    (seating,) = made.rounds
    assert (1 in seating[3], 2 in seating[0]) == (True, True)


@pytest.mark.parametrize("players", [range(0), range(3), range(5), range(18)])
def test_a_field_that_fills_no_tables_is_refused(players):
    with pytest.raises(ValueError, match="full tables"):
        swiss(players)


def test_a_player_twice_is_refused():
    with pytest.raises(ValueError, match="twice"):
        swiss([1, 2, 3, 3])


# Properties


@settings(max_examples=30, deadline=None)
@given(
    mode=st.sampled_from(Mode),
    count=st.integers(1, 8),
    rounds=st.integers(0, 3),
    size=st.sampled_from([1, 2, 4]),
    seed=st.text(max_size=5),
    number=st.integers(0, 99),
)
def test_any_round_seats_everyone_once_and_follows_from_its_seed(
    mode, count, rounds, size, seed, number
):
    state = make_state(4 * count, rounds, number)
    teams = team_list(4 * count, size) if count >= size and count > 1 else ()

    made = swiss(
        state.standings, state.history, mode, seed, constraints=Constraints(teams), budget=12_000
    )

    assert everyone_once(made, state.standings)
    assert clashes(made.rounds[0], teams) == 0
    assert made == swiss(
        state.standings, state.history, mode, seed, constraints=Constraints(teams), budget=12_000
    )


def test_the_same_seed_gives_the_same_bytes_on_every_python():
    state = make_state(40, 5, 6)

    made = [swiss(state.standings, state.history, mode, "vector") for mode in Mode]

    assert [(plan.method, plan.sha256) for plan in made] == [
        ("swiss", "676b0b7ddee9128dcc99714a4a5064af4ae79f115f3975c8d276f102a1089569"),
        ("blocks", "4ae4b9f0462860fc1f80244463c97067bc217b70a0ef104160abe09f44094515"),
        ("groups", "695e159875c5031fff4bdab8202f457a1a43a668306dd9358f3bb991b4e2d1ea"),
        ("snake", "8e5a17e564c9d0a4a3006fb9783aa67227292e48ca657f7e8ddda77c420a23c8"),
    ]
