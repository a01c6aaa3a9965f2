"""Constraints that cannot hold are told before anything is drawn."""

import pytest

from tournament.draw import Conflict, Constraints, Impossible, conflicts


@pytest.mark.parametrize(
    ("constraints", "expected"),
    [
        pytest.param(Constraints(), [], id="none"),
        pytest.param(Constraints(apart=((1, 2, 3),)), [], id="as-large-as-the-tables"),
        pytest.param(
            Constraints(apart=((4, 3, 2, 1),)),
            [Conflict(Impossible.GROUP_TOO_LARGE, (1, 2, 3, 4))],
            id="group",
        ),
        pytest.param(Constraints(apart=((1, 2, 3, 99),)), [], id="somebody-absent"),
        pytest.param(
            Constraints(apart=tuple((1, other) for other in range(2, 10))), [], id="three-left"
        ),
        pytest.param(
            Constraints(apart=tuple((1, other) for other in range(2, 11))),
            [Conflict(Impossible.NO_COMPANY, (1,))],
            id="two-left",
        ),
        pytest.param(Constraints(tables=((5, 0), (6, 2))), [], id="tables"),
        pytest.param(
            Constraints(tables=((5, 3), (6, -1))),
            [Conflict(Impossible.NO_SUCH_TABLE, (5, 6))],
            id="no-such-table",
        ),
        pytest.param(
            Constraints(tables=((9, 1), (6, 1), (7, 2))),
            [Conflict(Impossible.TABLE_TAKEN, (6, 9))],
            id="taken",
        ),
        pytest.param(Constraints(tables=((99, 1), (6, 1))), [], id="taken-by-an-absentee"),
    ],
)
def test_what_twelve_players_cannot_have(constraints, expected):
    assert conflicts(range(1, 13), constraints) == expected
