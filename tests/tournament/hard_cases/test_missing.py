"""Players who are missing or late, and tables where nobody plays, worked out on paper."""

import pytest

from scoring.rules.penalties import Measure, shares
from tests.factories import (
    DRAWN,
    discard_win,
    make_game,
    make_hand,
    self_draw_win,
)
from tests.tournament.hard_cases.steps import figures, fine, note, seen, standing, throw_out, why
from tournament.services.absence import end_game
from tournament.services.errors import BadState
from tournament.services.games import enter_totals, return_to_hands
from tournament.services.penalties import (
    Ruling,
    add_penalty,
)

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("absent", range(4))
def test_the_seat_that_is_empty_pays_and_the_three_share_four_two_one(absent):
    game = make_game(starting_score=500)
    one, two, three = (seat for seat in range(4) if seat != absent)
    note(game, absent, None)
    make_hand(game, 1, self_draw_win(one, 10))
    make_hand(game, 2, discard_win(two, three, 20))
    make_hand(game, 3, DRAWN)

    scores, points = figures(game)

    # +54 −18 −18 −18, then −8 +44 −28 −8, and 80 from the absent one.
    paper = {one: (546, 4), two: (526, 2), three: (454, 1), absent: (394, 0)}
    assert dict(zip(range(4), zip(scores, points, strict=True), strict=True)) == paper


def test_a_compensation_pays_the_empty_seat_its_part():
    game = make_game(profile="cn1998")
    note(game, 1, None)
    make_hand(game, 1, DRAWN)
    add_penalty(
        game=game,
        offender=0,
        ruling=Ruling(
            Measure.COMPENSATION, "short_win", shares=shares(Measure.COMPENSATION, 30, 0)
        ),
        hand_number=1,
        request=why(),
    )

    assert figures(game) == ((-30, 10, 10, 10), (1, 0, 3, 3))


def test_late_by_eight_minutes_from_hand_three():
    game = make_game()
    note(game, 3, 3, minutes=8)
    make_hand(game, 1, self_draw_win(0, 8))
    make_hand(game, 2, discard_win(1, 0, 12))
    make_hand(game, 3, discard_win(3, 2, 30))

    # +48 −16 −16 −16 · −20 +36 −8 −8 · −8 −8 −38 +54 · 20 from D
    assert figures(game) == ((20, 12, -62, 10), (4, 2, 0, 1))


@pytest.mark.parametrize(
    ("profile", "minutes", "expected"),
    [
        pytest.param("guobiao", 1, [(2, "late_5", -10)], id="mil-1"),
        pytest.param("guobiao", 10, [(2, "late_10", -20)], id="mil-10"),
        pytest.param("guobiao", 11, [(2, "late_15", -40)], id="mil-11"),
        pytest.param("cn1998", 10, [(2, "late_10", -10)], id="1998-10"),
        pytest.param("cn1998", 15, [(2, "late_15", -20)], id="1998-15"),
        pytest.param("wmo2006", 15, [], id="wmo"),
    ],
)
def test_lateness_by_the_minute(profile, minutes, expected):
    game = make_game(profile=profile)

    note(game, 2, 2, minutes=minutes)

    assert standing(game) == expected


def test_minutes_said_later_take_the_place_of_the_first_ones():
    game = make_game()
    fine(game, 2, 20, "late_10")

    note(game, 2, 3, minutes=12)

    assert standing(game) == [(2, "late_15", -40)]


def test_minutes_are_put_right_without_another_hand():
    game = make_game()
    note(game, 2, 3)
    note(game, 2, 3, minutes=4)
    note(game, 2, 3, minutes=12)

    assert standing(game) == [(2, "late_15", -40)]
    with pytest.raises(BadState, match="already noted"):
        note(game, 2, 3, minutes=13)


def test_nobody_is_late_twice_for_one_game():
    game = make_game()
    note(game, 2, 3, minutes=4)

    with pytest.raises(BadState, match="late"):
        fine(game, 2, 20, "late_10")
    fine(game, 1, 20, "late_10")

    assert standing(game) == [(2, "late_5", -10), (1, "late_10", -20)]


def test_totals_of_a_table_of_three_and_back_to_hands():
    game = make_game()
    enter_totals(game=game, totals=(46, 26, -46, -106), request=why("paper"))
    note(game, 3, None)
    assert figures(game) == ((46, 26, -46, -106), (4, 2, 1, 0))

    return_to_hands(game=game, request=why("the sheets were found"))
    make_hand(game, 1, self_draw_win(0, 10))
    make_hand(game, 2, discard_win(1, 2, 20))

    assert figures(game) == ((46, 26, -46, -106), (4, 2, 1, 0))


def test_totals_are_not_entered_where_nobody_played():
    game = make_game()
    note(game, 2, None)
    note(game, 3, None)

    with pytest.raises(BadState, match="Nobody plays"):
        enter_totals(game=game, totals=(0, 0, 0, 0), request=why("paper"))

    assert figures(game) == ((0, 0, -80, -80), (3, 3, 0, 0))


def test_who_came_and_was_sent_away_is_awarded_nothing():
    game = make_game()
    note(game, 2, None)
    note(game, 3, None)

    throw_out(game, 0)

    assert figures(game) == ((0, 0, -80, -80), (0, 3, 0, 0))


@pytest.mark.parametrize(
    ("out", "expected"),
    [
        pytest.param((0,), ((24, 4, -16, -12), (0, 4, 1, 2)), id="one"),
        pytest.param((0, 1), ((24, 4, -16, -12), (0, 0, 3, 3)), id="two"),
        pytest.param((0, 1, 2), ((24, 4, -16, -12), (0, 0, 0, 3)), id="three"),
        pytest.param((0, 1, 2, 3), ((24, 4, -16, -12), (0, 0, 0, 0)), id="four"),
    ],
)
def test_sent_away_after_two_hands(out, expected):
    game = make_game(hands_per_game=4)
    # +32 −16 −8 −8, then −8 +36 −8 −20, and 16 from B
    make_hand(game, 1, discard_win(0, 1, 8))
    make_hand(game, 2, discard_win(1, 3, 12))
    add_penalty(
        game=game,
        offender=1,
        ruling=Ruling(Measure.COMPENSATION, shares=(0, -16, 0, 16)),
        request=why(),
    )
    assert figures(game)[0] == (24, 4, -16, -12)
    for offender in out:
        throw_out(game, offender, hand=2)
    if len(out) > 1:
        end_game(game=game, seen=seen(game), request=why())

    assert figures(game) == expected
