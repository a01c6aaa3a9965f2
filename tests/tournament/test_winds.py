import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.winds import (
    HANDS_PER_GAME,
    PLACES,
    SeatChange,
    dealer,
    hand_in_wind,
    hand_name_en,
    hand_name_zh,
    place,
    prevalent_wind,
    seat_wind,
    starts_by_wind,
)

E, S, W, N = range(4)
FIRST_HANDS = (1, 5, 9, 13)

rules = st.sampled_from(SeatChange)
numbers = st.integers(1, HANDS_PER_GAME)
starts = st.integers(0, 3)


@pytest.mark.parametrize(
    ("start", "expected"),
    [
        pytest.param(0, (E, S, N, W), id="A"),
        pytest.param(1, (S, E, W, N), id="B"),
        pytest.param(2, (W, N, E, S), id="C"),
        pytest.param(3, (N, W, S, E), id="D"),
    ],
)
def test_place_when_seats_change_before_every_wind(start, expected):
    assert tuple(place(start, number, SeatChange.EVERY) for number in FIRST_HANDS) == expected


@pytest.mark.parametrize(
    ("start", "expected"),
    [
        pytest.param(0, (E, E, S, S), id="A"),
        pytest.param(1, (S, S, E, E), id="B"),
        pytest.param(2, (W, W, N, N), id="C"),
        pytest.param(3, (N, N, W, W), id="D"),
    ],
)
def test_place_when_seats_change_halfway(start, expected):
    assert tuple(place(start, number, SeatChange.HALFWAY) for number in FIRST_HANDS) == expected


@pytest.mark.parametrize("start", range(4))
def test_place_without_seat_change_is_the_start(start):
    assert {place(start, n, SeatChange.NONE) for n in range(1, 17)} == {start}


def test_every_wind_table_follows_from_the_moves_in_words():
    swap = {E: S, S: E, W: N, N: W}
    turn = {E: W, S: N, W: S, N: E}
    derived = tuple(
        (start, swap[start], turn[swap[start]], swap[turn[swap[start]]]) for start in range(4)
    )

    assert PLACES[SeatChange.EVERY] == derived


def test_places_cover_every_rule():
    assert set(PLACES) == set(SeatChange)


@pytest.mark.parametrize(
    ("number", "wind", "hand"),
    [
        pytest.param(1, E, 0, id="first"),
        pytest.param(4, E, 3, id="last-of-east"),
        pytest.param(5, S, 0, id="first-of-south"),
        pytest.param(7, S, 2, id="seventh"),
        pytest.param(16, N, 3, id="last"),
    ],
)
def test_prevalent_wind_and_hand_in_wind(number, wind, hand):
    assert (prevalent_wind(number), hand_in_wind(number)) == (wind, hand)


@pytest.mark.parametrize("number", [0, 17, -1])
def test_hand_number_outside_a_game_is_refused(number):
    with pytest.raises(ValueError, match="hands 1-16"):
        prevalent_wind(number)


@pytest.mark.parametrize("start", [-1, 4])
def test_start_outside_a_table_is_refused(start):
    with pytest.raises(ValueError, match="start is 0-3"):
        place(start, 1, SeatChange.NONE)


@pytest.mark.parametrize(
    ("number", "expected"),
    [
        pytest.param(1, 0, id="A-deals-first"),
        pytest.param(5, 1, id="B-sits-east-in-the-second-wind"),
        pytest.param(7, 3, id="D-sits-west-in-the-second-wind"),
        pytest.param(9, 2, id="C-sits-east-in-the-third-wind"),
        pytest.param(16, 1, id="B-sits-north-in-the-last-wind"),
    ],
)
def test_dealer_is_not_always_who_started_there(number, expected):
    assert dealer(number, SeatChange.EVERY) == expected


def test_seat_winds_turn_with_every_hand():
    winds = [seat_wind(0, number, SeatChange.EVERY) for number in range(1, 17)]

    assert winds == [E, N, W, S, S, E, N, W, N, W, S, E, W, S, E, N]


def test_starts_by_wind_of_hand_7():
    assert starts_by_wind(7, SeatChange.EVERY) == (3, 2, 1, 0)


def test_hand_names():
    assert (hand_name_zh(7), hand_name_en(7)) == ("南风西", "South 3")
    assert len({hand_name_zh(number) for number in range(1, 17)}) == 16


@given(rules, numbers)
def test_every_hand_gives_each_start_another_place_and_another_wind(rule, number):
    assert sorted(place(start, number, rule) for start in range(4)) == [E, S, W, N]
    assert sorted(seat_wind(start, number, rule) for start in range(4)) == [E, S, W, N]


@given(rules, numbers)
def test_every_hand_has_exactly_one_dealer(rule, number):
    dealers = [start for start in range(4) if seat_wind(start, number, rule) == E]

    assert dealers == [dealer(number, rule)]
    assert place(dealers[0], number, rule) == hand_in_wind(number)


@given(rules, starts, st.sampled_from(FIRST_HANDS))
def test_every_start_holds_each_wind_once_under_each_prevalent_wind(rule, start, first):
    assert sorted(seat_wind(start, first + hand, rule) for hand in range(4)) == [E, S, W, N]


@given(starts)
def test_every_start_sits_in_each_place_once_when_seats_change_every_wind(start):
    assert sorted(PLACES[SeatChange.EVERY][start]) == [E, S, W, N]
