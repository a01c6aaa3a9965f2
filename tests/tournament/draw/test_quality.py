"""The report against brute force, and against schedules broken on purpose."""

from collections import Counter
from dataclasses import replace
from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from tournament.draw import plan, quality
from tournament.draw.quality import Report

PERFECT = plan(range(1, 29), 6, seed="s").rounds


def swapped(rounds, number, one, other):
    """The rounds with two players of one round in each other's seats."""
    change = {one: other, other: one}
    return tuple(
        tuple(tuple(change.get(p, p) if n == number else p for p in table) for table in seating)
        for n, seating in enumerate(rounds)
    )


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
        repeated=(),
        most_meetings=1,
        clashes=(),
        clashes_minimum=0,
        wind_spread=1,
        wind_spread_minimum=1,
        wind_spread_ever=1,
        table_revisits=0,
        table_revisits_minimum=0,
        seated_twice=(),
        short_tables=(),
    )


def test_a_swap_shows_as_repeats():
    one, other = PERFECT[2][0][0], PERFECT[2][1][0]

    report = quality(swapped(PERFECT, 2, one, other))

    assert report.repeats > 0
    assert all(count == 2 for _one, _other, count in report.repeated)


def test_team_mates_at_a_table_are_named_with_round_and_table():
    table = sorted(PERFECT[3][2])

    report = quality(PERFECT, apart=(tuple(table[:2]),))

    assert report.clashes == ((3, 2, table[0], table[1]),)


def test_a_player_twice_and_a_short_table_are_named():
    seating = ((1, 2, 3, 4), (5, 6, 1))

    report = quality((seating,))

    assert (report.seated_twice, report.short_tables) == (((0, 1),), ((0, 1),))


def test_one_wind_for_ever_is_seen():
    assert quality((((1, 2, 3, 4),),) * 3).wind_spread_ever == 3


def test_the_table_visited_again_is_seen_and_more_rounds_than_tables_allow_it():
    report = quality((((1, 2, 3, 4),),) * 3)

    assert (report.table_revisits, report.table_revisits_minimum) == (8, 8)


def test_history_counts_but_is_not_blamed_on_the_draw():
    history = (((1, 2, 3, 4), (5, 6, 7, 8)),) * 2

    report = quality((((1, 5, 2, 6), (3, 7, 4, 8)),), history=history)

    assert report.repeats == 4
    assert {row[2] for row in report.repeated} == {3}


def test_a_report_becomes_plain_data():
    assert quality(PERFECT).as_json()["repeats"] == 0
    assert replace(quality(PERFECT), repeats=3).as_json()["repeats"] == 3
