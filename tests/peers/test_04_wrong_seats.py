"""
Two players sat on each other's seats for some hands, and nobody noticed at once.

All their hands are credited to the right persons in one step or none is; no hand and no version is
lost; tiles that now have another wind are scored anew only when somebody says so.
"""

import pytest

from scoring.entry import HandEntry, Outcome
from scoring.rules.penalties import Measure
from tests.factories import DRAWN, discard_win, make_game, make_hand
from tournament.checks import violations
from tournament.models import ActionLog, Game, Hand
from tournament.results import game_results
from tournament.services.errors import BadState, StaleEdit
from tournament.services.hands import entry_of
from tournament.services.log import Request
from tournament.services.penalties import Ruling, add_penalty
from tournament.services.wrong_seats import correct_seats, rescore_hands, rescorings

pytestmark = pytest.mark.django_db


def version(game):
    return Game.objects.get(pk=game.pk).version


def swap(game, one=0, other=1, first=1, last=16, **facts):
    facts = {"seen": version(game), "request": Request(reason="sat wrong"), **facts}
    return correct_seats(game=game, one=one, other=other, first=first, last=last, **facts)


def scores(game):
    (found,) = game_results(Game.objects.filter(pk=game.pk), game.round.tournament, public=False)
    return found.scores


def standing(game):
    return [entry_of(hand) for hand in game.hands.current().order_by("number")]


def played():
    """Five hands; A and B sat wrong in the hands 2 to 4."""
    game = make_game()
    entries = (
        discard_win(0, 1, 10),
        discard_win(0, 2, 20),
        HandEntry(Outcome.SELF_DRAW, winner=1, fan_points=8),
        discard_win(3, 2, 30),
        discard_win(2, 0, 12),
    )
    for number, entry in enumerate(entries, start=1):
        make_hand(game, number, entry)
    return game


def east_pung(points, tiles):
    """A wins off C with a pung of East, his seat wind in hand 1 and not B's."""
    return HandEntry(
        Outcome.DISCARD, winner=0, discarder=2, fan_points=points, notation=f"{tiles}|EE0000|0"
    )


def test_three_hands_are_credited_to_the_right_persons():
    game = played()

    hands = swap(game, first=2, last=4)

    # 4 is D's win off C: nothing of it changes, so no version is written.
    assert [(hand.number, hand.version) for hand in hands] == [(2, 2), (3, 2)]
    assert standing(game)[1:3] == [
        discard_win(1, 2, 20),
        HandEntry(Outcome.SELF_DRAW, winner=0, fan_points=8),
    ]
    assert scores(game) == (
        34 - 8 + 48 - 8 - 20,
        -18 + 44 - 16 - 8 - 8,
        -8 - 28 - 16 - 38 + 36,
        -8 - 8 - 16 + 54 - 8,
    )
    assert violations(game.round.tournament) == ()


def test_both_ways_is_as_before_and_every_version_stays():
    game = played()
    before = standing(game), scores(game)

    swap(game)
    assert standing(game) != before[0]
    swap(game)

    assert (standing(game), scores(game)) == before
    kept = Hand.objects.filter(game=game, number=2).order_by("version")
    assert [(hand.winner, hand.reason) for hand in kept] == [
        (0, ""),
        (1, "sat wrong"),
        (0, "sat wrong"),
    ]


def test_all_or_nothing():
    game = played()
    ruling = Ruling(Measure.DEAD_HAND, dead_hand=True)
    add_penalty(game=game, offender=0, hand_number=3, ruling=ruling, request=Request())
    before = standing(game), ActionLog.objects.count()

    with pytest.raises(BadState, match="dead hand"):
        swap(game, first=2, last=4)

    assert (standing(game), ActionLog.objects.count()) == before


def test_a_retry_is_one_change_and_an_old_page_none():
    game, request = played(), Request(reason="sat wrong")
    seen = version(game)

    first = swap(game, seen=seen, request=request)
    again = swap(game, seen=seen, request=request)

    assert [hand.pk for hand in first] == [hand.pk for hand in again]
    assert ActionLog.objects.filter(action="correct_seats").count() == 1
    assert version(game) == seen + len(first)
    with pytest.raises(StaleEdit):
        swap(game, seen=seen)


@pytest.mark.parametrize(
    ("facts", "says"),
    [
        pytest.param({"request": Request()}, "why", id="no-reason"),
        pytest.param({"first": 4, "last": 4}, "Nothing changes", id="neither-played"),
        pytest.param({"first": 9, "last": 12}, "Nothing changes", id="not-entered"),
    ],
)
def test_what_is_no_correction_is_refused(facts, says):
    with pytest.raises(BadState, match=says):
        swap(played(), **facts)


def test_tiles_with_another_wind_are_listed_and_scored_anew_on_request_only():
    game = make_game()
    make_hand(game, 1, east_pung(13, "EEE123789m123s9m9m"))
    make_hand(game, 2, DRAWN)
    assert rescorings(game, game.hands.current()) == ()

    (swapped,) = swap(game)
    (row,) = rescorings(game, game.hands.current())

    assert (swapped.winner, swapped.fan_points) == (1, 13)
    assert (row.hand.number, row.was, row.now) == (1, 13, 11)

    (anew,) = rescore_hands(
        game=game, numbers=[1], seen=version(game), request=Request(reason="as they sat")
    )

    assert (anew.version, anew.fan_points, anew.notation[-8:]) == (3, 11, "ES0000|0")
    assert rescorings(game, game.hands.current()) == ()
    assert violations(game.round.tournament) == ()


def test_tiles_that_would_be_no_win_are_never_scored_anew():
    game = make_game()
    make_hand(game, 1, east_pung(9, "EEE123m456m789s2s2s"))
    swap(game)

    (row,) = rescorings(game, game.hands.current())

    assert (row.was, row.now) == (9, None)
    with pytest.raises(BadState, match="by hand"):
        rescore_hands(game=game, numbers=[1], seen=version(game), request=Request())
