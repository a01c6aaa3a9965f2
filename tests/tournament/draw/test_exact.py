"""The exact solver against every partition of twelve players."""

from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from tournament.draw.exact import best_tables
from tournament.draw.pair_costs import PairCosts, rank_distances

PLAYERS = 12
PAIRS = list(combinations(range(PLAYERS), 2))


def partitions(players):
    """Every way to make tables of four."""
    if not players:
        yield ()
        return
    first, *rest = players
    for mates in combinations(rest, 3):
        for others in partitions([p for p in rest if p not in mates]):
            yield ((first, *mates), *others)


EVERY = list(partitions(range(PLAYERS)))


def with_heavy(pairs):
    heavy = [[0] * PLAYERS for _player in range(PLAYERS)]
    for one, other in pairs:
        heavy[one][other] = heavy[other][one] = 4
    return PairCosts(heavy, rank_distances(PLAYERS))


def lightest(costs):
    """The light cost of the best partition without anything heavy, None without one."""
    totals = (costs.total(tables) for tables in EVERY)
    return min((light for heavy, light in totals if not heavy), default=None)


def test_there_are_as_many_partitions_as_there_should_be():
    assert len(EVERY) == 5775


@settings(max_examples=20, deadline=None)
@given(st.sets(st.sampled_from(PAIRS), max_size=30))
def test_the_tables_found_are_the_best_there_are(heavy):
    costs = with_heavy(heavy)

    found = best_tables(costs, None)

    best = lightest(costs)
    assert (costs.total(found) if found else None) == (None if best is None else (0, best))


@settings(max_examples=10, deadline=None)
@given(st.sets(st.sampled_from(PAIRS), max_size=20))
def test_nothing_is_found_below_the_best(heavy):
    costs = with_heavy(heavy)
    best = lightest(costs)

    if best is not None:
        assert best_tables(costs, best) is None
        assert costs.total(best_tables(costs, best + 1)) == (0, best)


def test_no_tables_where_one_may_sit_with_nobody():
    assert best_tables(with_heavy((0, other) for other in range(1, PLAYERS)), None) is None
