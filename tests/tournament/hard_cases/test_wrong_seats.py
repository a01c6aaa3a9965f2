"""Wrong seats found late, tiles scored anew, substitutes, worked out on paper."""

from fractions import Fraction

import pytest

from scoring.entry import HandEntry, Outcome
from tests.factories import (
    DRAWN,
    discard_win,
    make_game,
    make_hand,
    make_round,
    make_tournament,
    self_draw_win,
)
from tests.tournament.hard_cases.steps import figures, fine, lines, seen, team_lines, why
from tournament.services.log import Request
from tournament.services.people import add_player
from tournament.services.substitutes import set_substitute
from tournament.services.wrong_seats import correct_seats, rescore_hands, rescorings

pytestmark = pytest.mark.django_db

TILES = "EEE123789m123s9m9m|{winds}0000|0"


def tile_win(winner, discarder, points, winds, **more):
    return HandEntry(
        Outcome.DISCARD,
        winner=winner,
        discarder=discarder,
        fan_points=points,
        notation=TILES.format(winds=winds),
        **more,
    )


def test_two_who_sat_wrong_since_hand_five_are_put_right_in_hand_nine():
    """Hand 9 is the first of the west wind: A sits North, B West, C deals."""
    game = make_game(starting_score=500)
    # 圈 2: A South, B East, C North, D West; hand 5 is the prevalent South.
    wins = [discard_win(0, 2, 8), DRAWN, DRAWN, DRAWN, discard_win(0, 1, 24), self_draw_win(1, 10)]
    for number, entry in enumerate([*wins, discard_win(2, 1, 8), DRAWN, DRAWN], start=1):
        make_hand(game, number, entry)
    fine(game, 0, 10, hand=5)
    # 1: +32 −8 −16 −8 · 5: +48 −32 −8 −8 · 6: −18 +54 −18 −18 · 7: −8 −16 +32 −8 · −10
    assert figures(game)[0] == (544, 498, 490, 458)

    correct_seats(game=game, one=0, other=1, first=5, last=9, seen=seen(game), request=why())

    # 5: −32 +48 · 6: +54 −18 · 7: −16 −8; the fine stays with whom it names
    assert figures(game) == ((528, 514, 490, 458), (4, 2, 1, 0))
    assert rescorings(game, game.hands.current()) == ()


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        pytest.param({"fan_points": 13}, 11, id="worth"),
        pytest.param({"fan_points": 10, "claimed_points": 10}, 10, id="claim-below-stands"),
        pytest.param({"fan_points": 12, "claimed_points": 12}, 11, id="claim-now-above"),
        pytest.param(
            {"fan_points": 13, "claimed_points": 9, "agreed": False, "objection": "by C"},
            11,
            id="objection",
        ),
    ],
)
def test_tiles_scored_anew_keep_to_what_was_claimed(entry, expected):
    game = make_game()
    won = tile_win(0, 2, entry.pop("fan_points"), "EE", **entry)
    make_hand(game, 1, won)
    correct_seats(game=game, one=0, other=1, first=1, last=1, seen=seen(game), request=why())
    (found,) = rescorings(game, game.hands.current())

    rescore_hands(game=game, numbers=[1], seen=seen(game), request=why())

    hand = game.hands.current().get()
    assert (found.now, hand.fan_points) == (expected, expected)
    assert figures(game)[0] == (-8, 24 + expected, -8 - expected, -8)


def test_a_substitute_for_one_game_and_an_outsider_in_the_next():
    event = make_tournament(players=4, teams=4)
    reserve_team = event.teams.get(number=2)
    reserve = add_player(
        tournament=event, number=5, team=reserve_team, is_reserve=True, request=Request()
    )
    one = make_round(event).games.get()
    set_substitute(seat=one.seats.get(start=1), player=reserve, request=why())
    make_hand(one, 1, discard_win(1, 0, 20))
    two = make_round(event, number=2).games.get()
    set_substitute(seat=two.seats.get(start=1), name="Guest", request=why())
    make_hand(two, 1, self_draw_win(1, 10))
    set_substitute(seat=two.seats.get(start=0), name="By mistake", request=why())
    set_substitute(seat=two.seats.get(start=0), request=why())

    # −28 +44 −8 −8, then −18 +54 −18 −18
    assert {number: row[1:] for number, row in lines(event).items()} == {
        1: (1, -46),
        2: (4, 44),
        3: (Fraction(5, 2), -26),
        4: (Fraction(5, 2), -26),
        5: (0, 0),
    }
    assert team_lines(event) == {
        1: (1, -46),
        2: (8, 98),
        3: (Fraction(5, 2), -26),
        4: (Fraction(5, 2), -26),
    }
