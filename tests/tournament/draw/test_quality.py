"""The report against brute force, and against schedules broken on purpose."""

from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournament.draw import plan, quality, unmet_pairs
from tournament.draw.quality import Report

PERFECT = plan(range(1, 29), 6, seed="s").rounds


def swapped(rounds, number, one, other):
    """The rounds with two players of one round in each other's seats."""
    change = {one: other, other: one}
    return tuple(
        tuple(tuple(change.get(p, p) if n == number else p for p in table) for table in seating)
        for n, seating in enumerate(rounds)
    )


def pairs_of(rounds):
    return {p for seating in rounds for table in seating for p in combinations(sorted(table), 2)}


@st.composite
def schedules(draw):
    tables = draw(st.integers(1, 5))
    players = list(range(1, 4 * tables + 1))
    orders = draw(st.lists(st.permutations(players), min_size=1, max_size=5))
    return tuple(
        tuple(tuple(order[i : i + 4]) for i in range(0, len(order), 4)) for order in orders
    )


@settings(max_examples=60, deadline=None)
@given(schedules(), st.integers(0, 3))
def test_the_report_agrees_with_brute_force(rounds, played):
    history, drawn = rounds[:played], rounds[played:]
    apart = ((1, 2, 3),)

    report = quality(drawn, history=history, apart=apart)

    met, again, clashes = set(), 0, 0
    for number, seating in enumerate(rounds):
        now = [frozenset(p) for table in seating for p in combinations(table, 2)]
        if number >= played:
            again += sum(pair in met for pair in now)
            clashes += sum(pair <= {1, 2, 3} for pair in now)
        met.update(now)
    assert (report.repeats, len(report.clashes)) == (again, clashes)
    assert report.repeats_minimum <= again
    assert report.clashes_minimum <= clashes
    assert (report.seated_twice, report.short_tables) == ((), ())
    assert report.wind_spread_minimum <= report.wind_spread_ever or not drawn


@settings(max_examples=40, deadline=None)
@given(schedules())
def test_winds_and_tables_agree_with_brute_force(rounds):
    report = quality(rounds)

    starts = Counter((p, w) for seating in rounds for table in seating for w, p in enumerate(table))
    visits = Counter((p, t) for seating in rounds for t, table in enumerate(seating) for p in table)
    people = {p for table in rounds[0] for p in table}
    spread = max(
        max(starts[p, w] for w in range(4)) - min(starts[p, w] for w in range(4)) for p in people
    )
    assert report.wind_spread == spread
    assert report.table_revisits == sum(n - 1 for n in visits.values())
    assert report.table_revisits_minimum <= report.table_revisits


def test_a_perfect_plan_has_nothing_to_report():
    assert quality(PERFECT) == Report(
        players=28,
        rounds=6,
        repeats=0,
        repeats_minimum=0,
        repeats_known=0,
        repeated=(),
        rematches=(),
        most_meetings=1,
        unmet=28 * 27 // 2 - 6 * 7 * 6,
        clashes=(),
        clashes_minimum=0,
        loose_clashes=(),
        loose_minimum=0,
        loose_weight=0,
        wind_spread=1,
        wind_spread_minimum=1,
        wind_spread_ever=1,
        wind_spreads=(1, 1, 1, 0, 1, 1),
        table_revisits=0,
        table_revisits_minimum=0,
        revisited=(),
        tables_missed=(),
        rank_spread=None,
        rank_spread_minimum=None,
        seated_twice=(),
        short_tables=(),
    )


# Broken on purpose


def changed(rounds, number, seating):
    """The rounds with another seating in one of them."""
    return (*rounds[:number], tuple(seating), *rounds[number + 1 :])


def differences(broken, **asked):
    """What the report of broken rounds has that that of the perfect ones has not."""
    good, bad = quality(PERFECT, **asked).as_json(), quality(broken, **asked).as_json()
    return {name: bad[name] for name in bad if bad[name] != good[name]}


def test_two_players_swapped_show_as_rematches_of_their_round():
    one, other = PERFECT[2][0][0], PERFECT[2][1][0]
    broken = swapped(PERFECT, 2, one, other)

    report = quality(broken)

    earlier = pairs_of(broken[:2])
    again = {pair for pair in pairs_of(broken[2:3]) if pair in earlier}
    assert report.repeats == len(report.rematches) > 0
    assert {meeting[2:] for meeting in report.rematches if meeting[0] == 2} == again
    assert {count for _one, _other, count in report.repeated} == {2}
    assert report.unmet == quality(PERFECT).unmet + report.repeats


def test_two_seats_exchanged_at_one_table_show_in_the_winds():
    one, other, *rest = PERFECT[3][0]

    found = differences(changed(PERFECT, 3, ((other, one, *rest), *PERFECT[3][1:])))

    assert found["wind_spreads"][:4] == (1, 1, 1, 2)
    assert set(found) == {"wind_spread", "wind_spread_ever", "wind_spreads"}


def test_two_tables_exchanged_show_as_visits():
    first, second, *rest = PERFECT[1]

    found = differences(changed(PERFECT, 1, (second, first, *rest)))

    people = {player for player, _place, _visits in found["revisited"]}
    assert people <= {*first, *second}
    assert found == {"table_revisits": len(found["revisited"]), "revisited": found["revisited"]}
    assert found["table_revisits"] > 0


def test_a_round_twice_shows_as_every_meeting_again():
    found = differences(changed(PERFECT, 5, PERFECT[0]))

    assert (found["repeats"], found["table_revisits"]) == (42, 28)
    assert found["rematches"][:2] == (
        (5, 0, *sorted(PERFECT[0][0])[:2]),
        (5, 0, sorted(PERFECT[0][0])[0], sorted(PERFECT[0][0])[2]),
    )


def test_a_player_seated_for_another_shows():
    (_one, *rest), *others = PERFECT[4]
    double = others[0][0]

    found = differences(changed(PERFECT, 4, ((double, *rest), *others)))

    assert found["seated_twice"] == ((4, double),)


def test_a_missing_player_and_a_missing_round_show():
    (_one, *rest), *others = PERFECT[4]

    assert differences(changed(PERFECT, 4, (tuple(rest), *others)))["short_tables"] == ((4, 0),)
    assert differences(PERFECT[:5])["rounds"] == 5


def test_who_was_to_be_kept_apart_shows_with_what_binds_them():
    (one, other, _third, gone), (coming, *_rest) = PERFECT[3][2], PERFECT[3][5]
    asked = {"apart": ((one, coming),), "loose": (((other, coming), 3),)}

    before, after = (
        set(quality(PERFECT, **asked).clashes),
        quality(swapped(PERFECT, 3, gone, coming), **asked),
    )

    assert set(after.clashes) - before == {(3, 2, *sorted((one, coming)))}
    assert (3, 2, *sorted((other, coming))) in after.loose_clashes
    assert after.loose_weight == 3 * len(after.loose_clashes)


def test_a_player_away_from_his_own_table_shows():
    player = PERFECT[0][4][0]
    own = {player: 4}

    report = quality(PERFECT, tables=own)

    assert report.tables_missed == tuple((number, player) for number in range(1, 6))
    assert quality(PERFECT[:1], tables=own).tables_missed == ()


def test_ranks_far_apart_show_beside_the_least_there_is():
    blocks = ((1, 2, 3, 4), (8, 7, 5, 6))
    mixed = ((1, 2, 3, 8), (4, 5, 6, 7))
    ranks = {player: player for player in range(1, 9)}

    best, worse = quality((blocks,), ranks=ranks), quality((mixed,), ranks=ranks)

    assert (best.rank_spread, best.rank_spread_minimum) == (40, 40)
    assert (worse.rank_spread, worse.rank_spread_minimum) == (1 + 4 + 49 + 1 + 36 + 25 + 20, 40)


def test_who_has_no_rank_counts_as_last():
    report = quality((((1, 2, 3, 9),),), ranks={1: 1, 2: 2, 3: 3})

    assert report.rank_spread == 20


def test_the_pairs_who_never_met_are_named():
    assert unmet_pairs((((1, 2, 3, 4), (5, 6, 7, 8)), ((1, 2, 5, 6), (3, 4, 7, 8)))) == [
        (1, 7), (1, 8), (2, 7), (2, 8), (3, 5), (3, 6), (4, 5), (4, 6),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("players", "rounds", "minimum", "known"),
    [
        pytest.param(28, 9, 0, 0, id="none"),
        pytest.param(12, 4, 13, 13, id="proved"),
        pytest.param(20, 6, 1, 6, id="known"),
        pytest.param(20, 7, 20, 24, id="between"),
        pytest.param(20, 8, 50, 50, id="counted"),
        pytest.param(36, 12, 18, 27, id="36x12"),
    ],
)
def test_the_least_that_is_proved_and_the_least_that_is_known(players, rounds, minimum, known):
    report = quality(plan(range(1, players + 1), rounds, seed="s").rounds)

    assert (report.repeats_minimum, report.repeats_known) == (minimum, known)
    assert report.repeats == known


def test_nothing_is_known_of_a_draw_with_history():
    rounds = plan(range(1, 21), 6, seed="s").rounds

    report = quality(rounds, history=(((1, 2, 3, 4),),))

    assert report.repeats_known == report.repeats_minimum


def test_team_mates_at_a_table_are_named_with_round_and_table():
    table = sorted(PERFECT[3][2])

    report = quality(PERFECT, apart=(tuple(table[:2]),))

    assert report.clashes == ((3, 2, table[0], table[1]),)


def test_a_pair_in_two_groups_is_one_clash_and_one_that_must_be():
    report = quality((((1, 2, 3, 4),),), apart=((1, 2), (1, 2, 3)))

    assert (len(report.clashes), report.clashes_minimum) == (3, 3)


def test_a_player_twice_and_a_short_table_are_named():
    seating = ((1, 2, 3, 4), (5, 6, 1))

    report = quality((seating,))

    assert (report.seated_twice, report.short_tables) == (((0, 1),), ((0, 1),))


def test_one_wind_for_ever_is_seen():
    assert quality((((1, 2, 3, 4),),) * 3).wind_spread_ever == 3


def test_the_table_visited_again_is_seen_and_more_rounds_than_tables_allow_it():
    report = quality((((1, 2, 3, 4),),) * 3)

    assert (report.table_revisits, report.table_revisits_minimum) == (8, 8)
    # The hall may have more tables than the draw uses.
    assert quality((((1, 2, 3, 4), (), ()),) * 3).table_revisits_minimum == 8


def test_history_counts_but_is_not_blamed_on_the_draw():
    history = (((1, 2, 3, 4), (5, 6, 7, 8)),) * 2

    report = quality((((1, 5, 2, 6), (3, 7, 4, 8)),), history=history)

    assert report.repeats == 4
    assert {row[2] for row in report.repeated} == {3}


def test_who_is_not_drawn_any_more_has_nobody_left_to_meet():
    history = (((1, 2, 3, 4), (5, 6, 7, 8)),)

    # Of the finalists 1, 2, 5 and 6 all have met now; 3 and 9 have not.
    assert quality((((1, 2, 5, 6),),), history=history).unmet == 0
    assert unmet_pairs((((1, 2, 3, 4), (5, 6, 7, 9)),), history) == [
        (one, other) for one in (1, 2, 3, 4) for other in (5, 6, 7, 9)
    ]


def test_a_report_becomes_plain_data():
    assert quality(PERFECT).as_json()["repeats"] == 0
    assert replace(quality(PERFECT), repeats=3).as_json()["repeats"] == 3


def test_tables_of_rounds_before_raise_the_minimum_of_visits_again():
    before, after = [[[1, 2, 3, 4], [5, 6, 7, 8]]], [[5, 2, 3, 8], [1, 6, 7, 4]]

    once, twice = quality([after], history=before), quality([after] * 2, history=before)

    # In one round everybody could sit at the other table; in two everybody comes back once.
    assert (once.table_revisits_minimum, once.table_revisits) == (0, 4)
    assert (twice.table_revisits_minimum, twice.table_revisits) == (8, 12)
