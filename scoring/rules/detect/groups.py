"""
What two, three or four chows or pungs make together.

A group is given by the lowest tiles of its sets. Nothing here knows which groups may stand beside
each other: that is for the counting principles in `combine`.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import combinations, pairwise

from scoring.rules.tiles import Tile

Group = tuple[Tile, ...]


def ranks(group: Group) -> list[int]:
    """The ranks of its sets, ascending."""
    return sorted(tile.rank for tile in group)


def steps(group: Group) -> set[int]:
    """The differences between neighbouring ranks."""
    return {high - low for low, high in pairwise(ranks(group))}


def one_suit(group: Group) -> bool:
    """All sets are of one suit."""
    return len({tile.suit for tile in group}) == 1


def different_suits(group: Group) -> bool:
    """No two sets are of the same suit."""
    return len({tile.suit for tile in group}) == len(group)


# Chows 顺子


def quadruple_chow(group: Group) -> bool:
    """
    一色四同顺 (14, 48 points): four identical chows.

    Source: 番种分值表 no. 14.
    """
    return len(set(group)) == 1


def four_pure_shifted_chows(group: Group) -> bool:
    """
    一色四步高 (16, 32 points): four chows of one suit, each one or each two higher.

    Source: 番种分值表 no. 16.
    """
    return one_suit(group) and steps(group) in ({1}, {2})


def pure_triple_chow(group: Group) -> bool:
    """
    一色三同顺 (23, 24 points): three identical chows.

    Source: 番种分值表 no. 23.
    """
    return len(set(group)) == 1


def pure_straight(group: Group) -> bool:
    """
    清龙 (28, 16 points): 123, 456 and 789 of one suit.

    Source: 番种分值表 no. 28.
    """
    return one_suit(group) and ranks(group) == [1, 4, 7]


def pure_shifted_chows(group: Group) -> bool:
    """
    一色三步高 (30, 16 points): three chows of one suit, each one or each two higher.

    Source: 番种分值表 no. 30.
    """
    return one_suit(group) and steps(group) in ({1}, {2})


def mixed_straight(group: Group) -> bool:
    """
    花龙 (39, 8 points): 123, 456 and 789 in three suits.

    Source: 番种分值表 no. 39.
    """
    return different_suits(group) and ranks(group) == [1, 4, 7]


def mixed_triple_chow(group: Group) -> bool:
    """
    三色三同顺 (41, 8 points): the same chow in three suits.

    Source: 番种分值表 no. 41.
    """
    return different_suits(group) and steps(group) == {0}


def mixed_shifted_chows(group: Group) -> bool:
    """
    三色三步高 (50, 6 points): chows in three suits, each one higher.

    Source: 番种分值表 no. 50.
    """
    return different_suits(group) and steps(group) == {1}


def pure_double_chow(group: Group) -> bool:
    """
    一般高 (69, 1 point): two identical chows.

    Source: 番种分值表 no. 69.
    """
    return len(set(group)) == 1


def mixed_double_chow(group: Group) -> bool:
    """
    喜相逢 (70, 1 point): the same chow in two suits.

    Source: 番种分值表 no. 70.
    """
    return different_suits(group) and steps(group) == {0}


def short_straight(group: Group) -> bool:
    """
    连六 (71, 1 point): two chows of one suit that follow each other.

    Source: 番种分值表 no. 71.
    """
    return one_suit(group) and steps(group) == {3}


def two_terminal_chows(group: Group) -> bool:
    """
    老少副 (72, 1 point): 123 and 789 of one suit.

    Source: 番种分值表 no. 72.
    """
    return one_suit(group) and ranks(group) == [1, 7]


# Pungs and kongs 刻子, 杠 of suit tiles


def four_pure_shifted_pungs(group: Group) -> bool:
    """
    一色四节高 (15, 48 points): four pungs of one suit, each one higher.

    Source: 番种分值表 no. 15.
    """
    return one_suit(group) and steps(group) == {1}


def pure_shifted_pungs(group: Group) -> bool:
    """
    一色三节高 (24, 24 points): three pungs of one suit, each one higher.

    Source: 番种分值表 no. 24.
    """
    return one_suit(group) and steps(group) == {1}


def triple_pung(group: Group) -> bool:
    """
    三同刻 (32, 16 points): the same pung in three suits.

    Source: 番种分值表 no. 32.
    """
    return different_suits(group) and steps(group) == {0}


def mixed_shifted_pungs(group: Group) -> bool:
    """
    三色三节高 (42, 8 points): pungs in three suits, each one higher.

    Source: 番种分值表 no. 42.
    """
    return different_suits(group) and steps(group) == {1}


def double_pung(group: Group) -> bool:
    """
    双同刻 (65, 2 points): the same pung in two suits.

    Source: 番种分值表 no. 65.
    """
    return different_suits(group) and steps(group) == {0}


Predicate = Callable[[Group], bool]

CHOW_GROUPS: tuple[tuple[int, tuple[Predicate, ...]], ...] = (
    (4, (quadruple_chow, four_pure_shifted_chows)),
    (
        3,
        (
            pure_triple_chow,
            pure_straight,
            pure_shifted_chows,
            mixed_straight,
            mixed_triple_chow,
            mixed_shifted_chows,
        ),
    ),
    (2, (pure_double_chow, mixed_double_chow, short_straight, two_terminal_chows)),
)

PUNG_GROUPS: tuple[tuple[int, tuple[Predicate, ...]], ...] = (
    (4, (four_pure_shifted_pungs,)),
    (3, (pure_shifted_pungs, triple_pung, mixed_shifted_pungs)),
    (2, (double_pung,)),
)

GROUP_FANS = frozenset(
    predicate.__name__ for _, predicates in (*CHOW_GROUPS, *PUNG_GROUPS) for predicate in predicates
)
"""The keys of the fan that several chows or several suit pungs make."""

FoundGroup = tuple[str, tuple[int, ...]]
"""A fan's key, and which of the sets make it, counted from 0."""
Grouping = Callable[[Group], tuple[FoundGroup, ...]]


@lru_cache(maxsize=1 << 14)
def chow_groups(chows: Group) -> tuple[FoundGroup, ...]:
    """Give every fan that some of these chows make together."""
    return tuple(_groups(chows, CHOW_GROUPS))


@lru_cache(maxsize=1 << 14)
def pung_groups(pungs: Group) -> tuple[FoundGroup, ...]:
    """Give every fan that some of these pungs of suit tiles make together."""
    return tuple(_groups(pungs, PUNG_GROUPS))


def _groups(
    tiles: Group, table: tuple[tuple[int, tuple[Predicate, ...]], ...]
) -> Iterator[FoundGroup]:
    for size, predicates in table:
        for places in combinations(range(len(tiles)), size):
            group = tuple(tiles[place] for place in places)
            for predicate in predicates:
                if predicate(group):
                    yield predicate.__name__, places
