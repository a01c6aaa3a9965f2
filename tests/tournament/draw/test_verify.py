"""Published draws run again, true ones and such as somebody touched."""

from dataclasses import replace

import pytest

from tournament.draw import Constraints, Kind, one_round, plan, schedule_sha256
from tournament.draw.finals import FinalTables, final_round
from tournament.draw.model import ALGORITHM
from tournament.draw.round_robins import singles_round_robin, team_round_robin
from tournament.draw.swiss import Mode, swiss_round
from tournament.draw.verify import Differing, Facts, Line, RoundRobin, verify

PLAYERS = tuple(range(1, 17))
TEAMS = tuple(tuple(range(i, i + 4)) for i in range(1, 17, 4))
APART = Constraints(TEAMS)
HISTORY = plan(PLAYERS, 2, seed="before").rounds
BUDGET = 5_000


def facts(method, made, **options):
    return Facts(method, PLAYERS, made.seed, made.rounds, made.sha256, **options)


TRUE = [
    facts(Kind.PLAN, plan(PLAYERS, 4, seed="a", constraints=APART), constraints=APART),
    facts(
        Kind.PLAN,
        plan(PLAYERS, 2, seed="a", history=HISTORY, budget=BUDGET),
        history=HISTORY,
        budget=BUDGET,
    ),
    facts(
        Kind.LOTS,
        one_round(PLAYERS, seed="a", history=HISTORY, budget=BUDGET),
        history=HISTORY,
        budget=BUDGET,
    ),
    *(
        facts(
            mode,
            swiss_round(PLAYERS, HISTORY, mode=mode, seed="a", constraints=APART, group_tables=2),
            history=HISTORY,
            constraints=APART,
            group_tables=2,
        )
        for mode in Mode
    ),
    *(
        facts(
            tables, final_round(PLAYERS, 16, tables=tables, history=HISTORY, seed="a"),
            history=HISTORY,
        )
        for tables in FinalTables
    ),
    facts(RoundRobin.TEAMS, team_round_robin(TEAMS, 3, seed="a"), teams=TEAMS),
    facts(RoundRobin.SINGLES, singles_round_robin(PLAYERS, seed="a")),
]  # fmt: skip


@pytest.mark.parametrize("true", TRUE, ids=lambda f: f"{f.method}-{len(f.history)}")
def test_a_true_draw_differs_in_nothing(true):
    assert verify(true) == []


@pytest.mark.parametrize("true", TRUE, ids=lambda f: f"{f.method}-{len(f.history)}")
def test_two_seats_exchanged_differ_in_their_tables(true):
    first, second, *others = true.published[-1]
    touched = (
        *true.published[:-1],
        ((second[0], *first[1:]), (first[0], *second[1:]), *others),
    )
    sha256 = schedule_sha256(touched)

    lines = verify(replace(true, published=touched, sha256=sha256))

    number = len(true.published)
    assert lines == [
        Differing(Line.TABLE, touched[-1][0], first, number, 1),
        Differing(Line.TABLE, touched[-1][1], second, number, 2),
    ]


def test_a_seat_exchanged_under_the_old_hash_differs_in_the_hash_too():
    true = TRUE[0]
    table, *others = true.published[0]
    touched = ((tuple(reversed(table)), *others), *true.published[1:])

    lines = verify(replace(true, published=touched))

    assert [line.line for line in lines] == [Line.TABLE, Line.SHA256]
    assert lines[1] == Differing(Line.SHA256, true.sha256, schedule_sha256(touched))


def test_another_seed_differs_almost_everywhere():
    assert len(verify(replace(TRUE[0], seed="b"))) >= 12


def test_a_table_too_many_and_one_too_few_are_lines():
    (seating,) = TRUE[-3].published
    more = replace(TRUE[-3], published=((*seating, (17, 18, 19, 20)),))
    less = replace(TRUE[-3], published=(seating[:-1],))

    assert verify(more)[0] == Differing(Line.TABLE, (17, 18, 19, 20), (), 1, 5)
    assert verify(less)[0] == Differing(Line.TABLE, (), seating[-1], 1, 4)


def test_a_draw_of_another_algorithm_is_not_judged():
    old = replace(TRUE[0], algorithm=ALGORITHM - 1)

    assert verify(old) == [Differing(Line.ALGORITHM, str(ALGORITHM - 1), str(ALGORITHM))]
