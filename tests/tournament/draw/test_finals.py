import pytest

from tournament.draw.finals import FinalTables, final_round


def tables(plan):
    return [sorted(table) for table in plan.rounds[0]]


def test_the_best_sit_by_their_ranks():
    made = final_round(range(101, 141), 8, seed="s")

    assert tables(made) == [[101, 102, 103, 104], [105, 106, 107, 108]]


def test_the_snake_makes_tables_equally_strong():
    made = final_round(range(1, 41), 16, tables=FinalTables.SNAKE, seed="s")

    assert tables(made) == [[1, 8, 9, 16], [2, 7, 10, 15], [3, 6, 11, 14], [4, 5, 12, 13]]


def test_everybody_starts_where_he_started_least():
    history = (((1, 2, 3, 4),), ((2, 3, 4, 1),), ((3, 4, 1, 2),))

    made = final_round([1, 2, 3, 4], 4, history=history, seed="s")

    assert made.rounds == (((4, 1, 2, 3),),)


def test_nobody_starts_a_third_time_at_one_wind():
    # East, East, West and North twice: every one of the four goes elsewhere.
    history = (((1, 5, 6, 7), (2, 8, 3, 4)), ((1, 5, 3, 4), (2, 8, 6, 7)))

    ((table,),) = final_round([1, 2, 3, 4], 4, history=history, seed="s").rounds

    assert {table.index(1), table.index(2)}.isdisjoint({0})
    assert (table.index(3) != 2, table.index(4) != 3) == (True, True)


@pytest.mark.parametrize("finalists", [0, 3, 6, 12])
def test_a_final_that_fills_no_tables_is_refused(finalists):
    with pytest.raises(ValueError, match="no final"):
        final_round(range(8), finalists, seed="s")
