"""Draws by their properties: counted here by brute force, not by the product's own report."""

from itertools import accumulate, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournament.draw.schedules import (
    clashes,
    everyone_once,
    most_visits,
    pairs,
    repeats,
    teams,
    wind_spread_ever,
)
from tournament.draw import Constraints, Loose, Lots, one_round, plan, quality, schedule_sha256
from tournament.draw.base_rounds import BASE_ROUNDS
from tournament.draw.base_rows import BASE_ROWS
from tournament.draw.difference import difference_schedule, most_rounds
from tournament.draw.fields import ring_of

# Stored data


@pytest.mark.parametrize("base", BASE_ROUNDS, ids=lambda b: f"{b.players}x{b.rounds}")
def test_stored_base_rounds_hold_what_they_say(base):
    rounds = base.developed()

    assert len(rounds) == base.rounds
    assert everyone_once(rounds, range(base.players))
    assert repeats(rounds) == base.repeats


@pytest.mark.parametrize("groups", sorted(BASE_ROWS))
def test_stored_rows_meet_nobody_twice_and_no_table_twice(groups):
    most = most_rounds(groups)

    _method, rounds = difference_schedule(groups, most, Lots("s"))

    assert len(rounds) == most
    assert everyone_once(rounds, range(4 * groups))
    assert (repeats(rounds), most_visits(rounds)) == (0, 1)


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


# What a plan heeds


@pytest.mark.parametrize(("players", "rounds"), [(24, 7), (32, 8), (36, 11)])
def test_three_fillers_keep_apart_in_a_full_plan_where_a_triple_never_meets(players, rounds):
    fillers = Constraints(((players - 2, players - 1, players),))

    made = plan(range(1, players + 1), rounds, seed="s", constraints=fillers)

    assert (repeats(made.rounds), clashes(made.rounds, fillers.apart)) == (0, 0)


@pytest.mark.parametrize(
    ("players", "rounds", "fillers", "most"),
    [
        pytest.param(28, 9, 2, 6, id="28x9-two"),
        pytest.param(28, 9, 3, 11, id="28x9-three"),
        pytest.param(40, 13, 3, 11, id="40x13"),
        pytest.param(28, 8, 3, 0, id="one-round-less"),
    ],
)
def test_fillers_apart_cost_little_where_all_would_meet_all(players, rounds, fillers, most):
    apart = (tuple(range(players - fillers + 1, players + 1)),)

    made = plan(range(1, players + 1), rounds, seed="s", constraints=Constraints(apart)).rounds

    assert clashes(made, apart) == 0
    assert repeats(made) <= most


@pytest.mark.parametrize(("players", "rounds", "fewest"), [(24, 7, 18), (20, 6, 24), (16, 5, 24)])
def test_teams_keep_apart_above_the_maximum_for_the_fewest_repeats(players, rounds, fewest):
    constraints = Constraints(teams(players))

    made = plan(range(1, players + 1), rounds, seed="s", constraints=constraints).rounds

    assert (clashes(made, constraints.apart), repeats(made)) == (0, fewest)
    assert wind_spread_ever(made) <= 1


def test_pairs_who_must_not_meet_are_kept_apart_besides_their_teams():
    apart = (*teams(40), (1, 6), (1, 11), (6, 21), (9, 40))

    made = plan(range(1, 41), 8, seed="s", constraints=Constraints(apart)).rounds

    assert (clashes(made, apart), repeats(made), most_visits(made)) == (0, 0, 1)


@pytest.mark.parametrize(
    ("players", "rounds", "sizes", "most"),
    [
        pytest.param(40, 6, (10, 8, 6, 6, 5, 5), 0, id="clubs"),
        pytest.param(64, 8, (4,) * 16, 0, id="pairs-of-pairs"),
        pytest.param(100, 8, (30, 20, 12, 12, 10, 8, 8), 40, id="a-club-above-a-quarter"),
        pytest.param(200, 10, (60, 40, 30, 20, 20, 15, 15), 100, id="countries"),
    ],
)
def test_clubs_meet_as_little_as_the_names_allow_and_cost_no_repeat(players, rounds, sizes, most):
    ends = list(accumulate(sizes, initial=1))
    clubs = tuple(tuple(range(first, end)) for first, end in pairwise(ends))
    loose = tuple(Loose(club) for club in clubs)

    made = plan(range(1, players + 1), rounds, seed="s", constraints=Constraints(loose=loose))

    assert (repeats(made.rounds), most_visits(made.rounds)) == (0, 1)
    assert clashes(made.rounds, clubs) <= most


@pytest.mark.parametrize(("weights", "met"), [((3, 1), (0, 3)), ((1, 3), (3, 0))])
def test_of_two_clubs_that_cannot_both_be_spared_the_heavier_is(weights, met):
    """Of 16 players in 4 rounds everybody leaves out three; both clubs have three for player 1."""
    clubs = ((1, 2, 3, 4), (1, 5, 6, 7))
    loose = tuple(Loose(club, weight) for club, weight in zip(clubs, weights, strict=True))

    made = plan(range(1, 17), 4, seed="s", constraints=Constraints(loose=loose)).rounds

    assert repeats(made) == 0
    assert [min(clashes(made, [club]), 3) for club in clubs] == list(met)


def test_team_mates_never_meet_for_the_sake_of_a_club():
    club = tuple(range(1, 41))
    constraints = Constraints(teams(100), loose=(Loose(club, 3),))

    made = plan(range(1, 101), 8, seed="s", constraints=constraints).rounds

    assert (clashes(made, constraints.apart), repeats(made)) == (0, 0)


@pytest.mark.parametrize(
    ("players", "rounds", "most"),
    [
        pytest.param(40, 8, 0, id="constructed"),
        pytest.param(72, 6, 0, id="many"),
        pytest.param(28, 8, 0, id="stored"),
        pytest.param(28, 10, 60, id="searched"),
    ],
)
def test_players_with_tables_of_their_own_sit_there_in_every_round(players, rounds, most):
    own = ((7, 0), (9, 3), (20, 6))

    made = plan(range(1, players + 1), rounds, seed="s", constraints=Constraints(tables=own)).rounds

    assert all(player in seating[place] for seating in made for player, place in own)
    assert repeats(made) <= most
    assert everyone_once(made, range(1, players + 1))


def test_of_two_who_want_one_table_the_first_has_it_and_the_other_is_reported():
    own = ((7, 2), (9, 2))

    made = plan(range(1, 41), 8, seed="s", constraints=Constraints(tables=own)).rounds

    report = quality(made, tables=dict(own))
    assert all(7 in seating[2] for seating in made)
    assert report.tables_missed == tuple((number, 9) for number in range(8))


@pytest.mark.parametrize("size", [5, 8, 16])
def test_clubs_as_large_as_a_block_never_meet_in_a_constructed_plan(size):
    clubs = Constraints(teams(64, size))

    made = plan(range(1, 65), 6, seed="s", constraints=clubs)

    assert (clashes(made.rounds, clubs.apart), everyone_once(made.rounds, range(1, 65))) == (
        0,
        True,
    )


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


@pytest.mark.parametrize(
    ("made", "method", "sha256"),
    [
        pytest.param(
            lambda: plan(range(1, 17), 5, seed="vector"),
            "stored",
            "89b16577fcaa0859e0df0c1758503d75248aca27b9b1c3ecea75fb25f7a46328",
            id="stored",
        ),
        pytest.param(
            lambda: plan(range(1, 101), 8, seed="vector"),
            "field",
            "20b49e8721667f167c6de82ed5f6fa506596d0b80ba824ab640405af5094c6fc",
            id="field",
        ),
        pytest.param(
            lambda: plan(range(1, 141), 9, seed="vector"),
            "field",
            "8afd8c379262cb310bac11155df0f12292ad6f758e34d222410270e13c99c23e",
            id="ring",
        ),
        pytest.param(
            lambda: plan(range(1, 41), 8, seed="vector"),
            "difference",
            "25175b2c49cebea6244395c0bcaafb2dff9a7ead550177e135cef675453fc79a",
            id="rows",
        ),
        pytest.param(
            lambda: plan(range(1, 105), 9, seed="vector"),
            "difference",
            "091f528127be2fad4174cfad6be9cfdf371a651f8940117419cafc7977a5a025",
            id="search",
        ),
        pytest.param(
            lambda: plan(range(1, 73), 6, seed="vector", constraints=Constraints(teams(72))),
            "difference",
            "7547a774bf9d5d7735c6398987227d5c9977af92e4586538ca8c42514566f3fb",
            id="teams",
        ),
        pytest.param(
            lambda: plan(
                range(1, 101),
                8,
                seed="vector",
                constraints=Constraints(
                    teams(100), (Loose(tuple(range(1, 31)), 2),), ((5, 0), (9, 7))
                ),
            ),
            "field",
            "856e91ce88eb1bf2f8fa52c78be5ba8607b3f8db842c92199e7abf368c00881c",
            id="clubs-and-tables",
        ),
        pytest.param(
            lambda: plan(range(1, 21), 6, seed="vector"),
            "field+search",
            "fee43f4462eff38d05e3a281f9e63327d3d3fef3142b75933fadeb49d96377ef",
            id="field+search",
        ),
        pytest.param(
            lambda: plan(range(1, 25), 8, seed="vector", prefix_first=True),
            "stored+search",
            "b1166fb4dc0818df951198c57b855124d258f3f2d9adac95eda213631a140dff",
            id="prefix-first",
        ),
        pytest.param(
            lambda: plan(range(1, 13), 8, seed="vector"),
            "stored+search",
            "b3b70d096e4cbe2ece40087372f80c08f6654ef951173358a7bdd3d5c4fdfc6a",
            id="searched",
        ),
        pytest.param(
            lambda: one_round(range(1, 41), seed="vector", constraints=Constraints(teams(40))),
            "search",
            "fdccd3dde795a8b5a7603525004935798cb126053e667c041da2bc6139ebaf83",
            id="lots",
        ),
        pytest.param(
            lambda: plan(
                range(1, 41), 3, seed="vector", history=plan(range(1, 41), 4, seed="h").rounds
            ),
            "search",
            "1fb325f8f664bfa50a220b8096d113c34b3971b1a896973971e8bcc167186ebc",
            id="history",
        ),
    ],
)
def test_the_same_seed_gives_the_same_bytes_on_every_python(made, method, sha256):
    found = made()

    assert (found.method, found.sha256) == (method, sha256)


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
    assert clashes(made.rounds, constraints.apart) == 0


@pytest.mark.parametrize("players", [40, 72, 100])
def test_rounds_by_lot_repeat_nobody_while_that_is_easy(players):
    history = ()

    for number in range(4):
        history += one_round(
            range(1, players + 1),
            seed=f"s{number}",
            history=history,
            constraints=Constraints(teams(players)),
        ).rounds

    assert clashes(history, teams(players)) == 0
    assert repeats(history) == 0


def test_a_search_stops_at_its_budget():
    history = plan(range(1, 21), 5, seed="s").rounds

    made = one_round(range(1, 21), seed="s", history=history, budget=500)

    assert made.steps == 500
    assert everyone_once(made.rounds, range(1, 21))


def test_the_steps_a_search_took_give_it_again():
    whole = plan(range(1, 21), 6, seed="s")
    told = []

    def enough(steps, repeats):
        told.append((steps, repeats))
        return steps < 20_000

    ended = plan(range(1, 21), 6, seed="s", progress=enough)

    assert ended.steps == 20_000 < whole.steps
    assert ended == plan(range(1, 21), 6, seed="s", budget=ended.steps)
    assert [steps for steps, _repeats in told] == [5_000, 10_000, 15_000, 20_000]
    assert [repeats for _steps, repeats in told] == sorted((r for _s, r in told), reverse=True)
    assert repeats(ended.rounds) == told[-1][1]


def test_watching_changes_nothing():
    assert plan(range(1, 21), 6, seed="s", progress=lambda *_: None) == plan(
        range(1, 21), 6, seed="s"
    )


def test_history_of_people_who_left_does_not_disturb():
    history = plan(range(1, 25), 2, seed="s").rounds
    players = [p for p in range(1, 27) if p not in {3, 8, 20}][:20]

    made = plan(players, 2, seed="t", history=history)

    assert everyone_once(made.rounds, players)
    assert max(pairs(history + made.rounds).values()) == 1
