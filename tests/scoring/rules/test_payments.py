import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rules import settle


@pytest.mark.parametrize(
    ("points", "winner", "discarder", "expected"),
    [
        pytest.param(20, 0, None, (84, -28, -28, -28), id="self-draw"),
        pytest.param(20, 2, None, (-28, -28, 84, -28), id="self-draw-of-west"),
        pytest.param(20, 0, 1, (44, -28, -8, -8), id="discard"),
        pytest.param(8, 3, 0, (-16, -8, -8, 32), id="least"),
    ],
)
def test_settle(points, winner, discarder, expected):
    assert settle(points, winner, discarder) == expected


@pytest.mark.parametrize(
    ("points", "winner", "discarder", "message"),
    [
        pytest.param(7, 0, 1, "at least 8 points: 7", id="below-the-minimum"),
        pytest.param(8, 0, 0, "cannot be the discarder: 0", id="off-himself"),
        pytest.param(8, 4, None, "no such seat: 4, None", id="fifth-winner"),
        pytest.param(8, 0, -1, "no such seat: 0, -1", id="negative-discarder"),
    ],
)
def test_settle_refuses(points, winner, discarder, message):
    with pytest.raises(ValueError, match=message):
        settle(points, winner, discarder)


@given(st.integers(8, 400), st.permutations(range(4)), st.booleans())
def test_amounts_add_up_to_nothing(points, seats, by_discard):
    winner, discarder = seats[0], seats[1] if by_discard else None

    amounts = settle(points, winner, discarder)

    assert sum(amounts) == 0
    assert amounts[winner] == max(amounts) == (points + 24 if by_discard else 3 * (points + 8))
