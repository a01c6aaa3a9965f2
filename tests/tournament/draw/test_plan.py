"""Draws by their properties: counted here by brute force, not by the product's own report."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournament.draw import Constraints, one_round, plan, schedule_sha256
from tournament.draw.base_rounds import BASE_ROUNDS
from tournament.draw.fields import ring_of

KNOWN_MAXIMUM = {16: 5, 20: 5, 24: 7, 28: 9, 32: 10, 36: 11, 40: 13, 44: 14, 48: 15}


def pairs(rounds):
    return Counter(
        pair for seating in rounds for table in seating for pair in combinations(sorted(table), 2)
    )


def repeats(rounds):
    return sum(count - 1 for count in pairs(rounds).values())


def teams(players, size=4):
    return Constraints(
        tuple(tuple(range(i, min(i + size, players + 1))) for i in range(1, players + 1, size))
    )


def clashes(rounds, constraints):
    met = pairs(rounds)
    return sum(met[pair] for group in constraints.apart for pair in combinations(group, 2))


def wind_spread_ever(rounds):
    starts = {player: [0] * 4 for table in rounds[0] for player in table}
    worst = 0
    for seating in rounds:
        for table in seating:
            for wind, player in enumerate(table):
                starts[player][wind] += 1
        worst = max(worst, *(max(counts) - min(counts) for counts in starts.values()))
    return worst


def everyone_once(rounds, players):
    return all(
        sorted(player for table in seating for player in table) == sorted(players)
        and all(len(table) == 4 for table in seating)
        for seating in rounds
    )


# Stored data


@pytest.mark.parametrize("base", BASE_ROUNDS, ids=lambda b: f"{b.players}x{b.rounds}")
def test_stored_base_rounds_hold_what_they_say(base):
    rounds = base.developed()

    assert len(rounds) == base.rounds
    assert everyone_once(rounds, range(base.players))
    assert repeats(rounds) == base.repeats


@pytest.mark.parametrize("order", [2, 3, 4, 5, 7, 8, 9, 16, 25, 27, 49, 64, 81])
def test_a_prime_power_gives_a_field(order):
    ring = ring_of(order)

    for element in range(1, order):
        assert {ring.multiply(element, other) for other in range(order)} == set(range(order))
        assert {ring.add(element, other) for other in range(order)} == set(range(order))
    a, b, c = 1, order - 1, order // 2
    left = ring.multiply(ring.add(a, b), c)
    assert left == ring.add(ring.multiply(a, c), ring.multiply(b, c))


@pytest.mark.parametrize(
    ("order", "smallest"), [(6, 2), (10, 2), (12, 3), (35, 5), (40, 5), (63, 7), (100, 4)]
)
def test_other_orders_give_products_of_fields(order, smallest):
    ring = ring_of(order)

    assert ring.smallest == smallest
    for digit in range(1, smallest):
        unit = ring.everywhere(digit)
        assert {ring.multiply(unit, other) for other in range(order)} == set(range(order))


# Plans


@pytest.mark.parametrize(("players", "rounds"), sorted(KNOWN_MAXIMUM.items()))
def test_small_fields_reach_the_known_maximum_without_a_repeat(players, rounds):
    for count in range(1, rounds + 1):
        made = plan(range(1, players + 1), count, seed="s")

        assert everyone_once(made.rounds, range(1, players + 1))
        assert (count, repeats(made.rounds), wind_spread_ever(made.rounds) <= 1) == (count, 0, True)


@pytest.mark.parametrize("players", [60, 64, 68, 72, 76, 80, 84, 88, 100, 136, 200, 400])
def test_larger_fields_have_no_repeat_and_no_table_twice_in_twelve_rounds(players):
    made = plan(range(1, players + 1), 12, seed="s")

    visits = Counter(
        (player, place)
        for seating in made.rounds
        for place, table in enumerate(seating)
        for player in table
    )
    assert everyone_once(made.rounds, range(1, players + 1))
    assert (repeats(made.rounds), max(visits.values())) == (0, 1)
    assert wind_spread_ever(made.rounds) == 1


@pytest.mark.parametrize(
    ("players", "rounds"), [(16, 4), (20, 4), (24, 6), (32, 9), (40, 7), (72, 6), (100, 8)]
)
def test_teams_of_four_never_meet_and_nobody_meets_twice(players, rounds):
    made = plan(range(1, players + 1), rounds, seed="s", constraints=teams(players))

    assert everyone_once(made.rounds, range(1, players + 1))
    assert (repeats(made.rounds), clashes(made.rounds, teams(players))) == (0, 0)


@pytest.mark.parametrize(("players", "rounds"), [(24, 7), (32, 8), (36, 11)])
def test_three_fillers_keep_apart_in_a_full_plan_where_a_triple_never_meets(players, rounds):
    fillers = Constraints(((players - 2, players - 1, players),))

    made = plan(range(1, players + 1), rounds, seed="s", constraints=fillers)

    assert (repeats(made.rounds), clashes(made.rounds, fillers)) == (0, 0)


@pytest.mark.parametrize("size", [5, 8, 16])
def test_clubs_as_large_as_a_block_never_meet_in_a_constructed_plan(size):
    clubs = teams(64, size)

    made = plan(range(1, 65), 6, seed="s", constraints=clubs)

    assert (clashes(made.rounds, clubs), everyone_once(made.rounds, range(1, 65))) == (0, True)


@pytest.mark.parametrize(
    ("players", "rounds", "fewest"),
    [
        pytest.param(4, 3, 12, id="one-table"),
        pytest.param(8, 2, 4, id="two-tables"),
        pytest.param(8, 7, 56, id="8x7"),
        pytest.param(12, 2, 3, id="three-tables"),
        pytest.param(12, 11, 132, id="12x11"),
        pytest.param(16, 6, 24, id="16x6"),
        pytest.param(24, 8, 12, id="24x8"),
    ],
)
def test_above_the_maximum_the_plan_has_as_few_repeats_as_can_be(players, rounds, fewest):
    assert repeats(plan(range(1, players + 1), rounds, seed="s").rounds) == fewest


def test_eight_players_in_seven_rounds_meet_everybody_exactly_three_times():
    assert set(pairs(plan(range(1, 9), 7, seed="s").rounds).values()) == {3}


@pytest.mark.parametrize("players", [0, 3, 5, 6, 18])
def test_a_field_that_fills_no_tables_is_refused(players):
    with pytest.raises(ValueError, match="full tables"):
        plan(range(1, players + 1), 2, seed="s")


def test_a_player_twice_is_refused():
    with pytest.raises(ValueError, match="twice"):
        one_round([1, 2, 3, 3], seed="s")


@settings(max_examples=25, deadline=None)
@given(tables=st.integers(1, 12), rounds=st.integers(1, 5), seed=st.text(max_size=8))
def test_a_plan_seats_everyone_once_and_follows_from_its_seed(tables, rounds, seed):
    players = range(101, 101 + 4 * tables)

    made = plan(players, rounds, seed=seed, budget=2000)

    assert everyone_once(made.rounds, players)
    assert len(made.rounds) == rounds
    assert wind_spread_ever(made.rounds) <= 1
    assert plan(players, rounds, seed=seed, budget=2000) == made


def test_the_same_seed_gives_the_same_bytes_on_every_python():
    hashes = [
        plan(range(1, 17), 5, seed="vector").sha256,
        plan(range(1, 73), 6, seed="vector", constraints=teams(72)).sha256,
        plan(range(1, 101), 8, seed="vector").sha256,
        plan(range(1, 21), 6, seed="vector").sha256,
        one_round(range(1, 41), seed="vector", constraints=teams(40)).sha256,
    ]

    assert hashes == [
        "89b16577fcaa0859e0df0c1758503d75248aca27b9b1c3ecea75fb25f7a46328",
        "504c420791c36293dd2c4a79863191d9361831bc1c3ddbea955bad05ac3a3acf",
        "5edb823e962b05fcd448064ddc79263c3893b85f565faaeb9c28da373fb481cf",
        "edc87c361dbc3b7af367d9a483ed9796db5e877d227c91330e3c02fb6b2258ab",
        "4277ecc43ed4ad775369eb2a4c64b1fc209972144c0cd726addb0ef2d04f9da2",
    ]


def test_the_hash_is_of_the_plain_schedule():
    assert schedule_sha256((((1, 2, 3, 4),),)) == schedule_sha256([[[1, 2, 3, 4]]])
    assert schedule_sha256((((1, 2, 3, 4),),)) != schedule_sha256((((2, 1, 3, 4),),))


# One round by lot


@settings(max_examples=25, deadline=None)
@given(
    tables=st.integers(2, 10),
    sizes=st.lists(st.integers(1, 8), max_size=8),
    seed=st.text(max_size=5),
)
def test_team_mates_are_apart_whenever_they_can_be(tables, sizes, seed):
    players = list(range(1, 4 * tables + 1))
    groups, rest = [], list(players)
    for size in sizes:
        groups.append(tuple(rest[: min(size, tables)]))
        rest = rest[min(size, tables) :]
    constraints = Constraints(tuple(group for group in groups if group))

    made = one_round(players, seed=seed, constraints=constraints, budget=3000)

    assert everyone_once(made.rounds, players)
    assert clashes(made.rounds, constraints) == 0


@pytest.mark.parametrize("players", [40, 72, 100])
def test_rounds_by_lot_repeat_nobody_while_that_is_easy(players):
    history = ()

    for number in range(4):
        history += one_round(
            range(1, players + 1), seed=f"s{number}", history=history, constraints=teams(players)
        ).rounds

    assert clashes(history, teams(players)) == 0
    assert repeats(history) == 0


def test_a_search_stops_at_its_budget():
    history = plan(range(1, 21), 5, seed="s").rounds

    made = one_round(range(1, 21), seed="s", history=history, budget=500)

    assert made.steps == 500
    assert everyone_once(made.rounds, range(1, 21))


def test_history_of_people_who_left_does_not_disturb():
    history = plan(range(1, 25), 2, seed="s").rounds
    players = [p for p in range(1, 27) if p not in {3, 8, 20}][:20]

    made = plan(players, 2, seed="t", history=history)

    assert everyone_once(made.rounds, players)
    assert max(pairs(history + made.rounds).values()) == 1
