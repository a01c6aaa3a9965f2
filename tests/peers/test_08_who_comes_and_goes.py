"""
People leave and arrive in the middle, and few may be left.

Every draw seats those who are there then; when tables cannot be filled it says how many are missing,
when nobody is there it says so, and when people must meet again it says how often.
"""

from fractions import Fraction

import pytest

from tests.factories import make_official
from tests.peers.pages import url, words
from tests.peers.worlds import draft, make_event, places, play, published, seated
from tournament.models import Player, Role
from tournament.services.draws import add_fillers
from tournament.services.errors import BadState, FillersNeeded
from tournament.services.log import Request
from tournament.services.people import add_player, withdraw_player

pytestmark = pytest.mark.django_db


def leave(event, *numbers, last_round=1):
    for number in numbers:
        player = event.players.get(number=number)
        withdraw_player(player=player, last_round=last_round, request=Request(reason="ill"))


def everybody(event, number):
    return sorted(player for table in seated(event, number) for player in table)


def test_one_leaves_and_one_arrives_between_two_rounds():
    event = make_event(8)
    published(event, 1)
    play(event, 1)
    before = {number: line for *_rank, number, line in [(r, n, p) for r, n, p, _s in places(event)]}

    leave(event, 5)
    add_player(tournament=event, number=9, first_round=2, request=Request())
    event.players.filter(number=9).update(status=Player.Status.CHECKED_IN)
    published(event, 2)

    assert everybody(event, 1) == [1, 2, 3, 4, 5, 6, 7, 8]
    assert everybody(event, 2) == [1, 2, 3, 4, 6, 7, 8, 9]
    after = {number: points for _rank, number, points, _score in places(event)}
    assert after == {**before, 9: Fraction(0)}


def test_five_players_left_need_three_fillers_and_then_play():
    event = make_event(8)
    published(event, 1)
    play(event, 1)
    leave(event, 6, 7, 8)

    with pytest.raises(FillersNeeded) as refused:
        draft(event, 2)
    add_fillers(tournament=event, count=3, first_round=2, request=Request())
    published(event, 2)

    assert refused.value.count == 3
    assert everybody(event, 2) == [1, 2, 3, 4, 5, 9, 10, 11]
    assert [rank for rank, number, *_rest in places(event) if number > 8] == [None] * 3


def test_nobody_left_is_said_and_draws_nothing():
    event = make_event(4)
    published(event, 1)
    play(event, 1)
    leave(event, 1, 2, 3, 4)

    with pytest.raises(BadState, match="Nobody is there to be drawn"):
        draft(event, 2)

    assert event.rounds.count() == 1


def test_eight_players_seven_rounds_repeat_as_little_as_can_be_and_say_so(client):
    """84 meetings of 28 pairs: 56 of them are repeats, whatever one does."""
    event = make_event(8)

    draw = published(event, 1, 7)

    report = draw.quality
    assert (report["repeats"], report["repeats_minimum"], report["most_meetings"]) == (56, 56, 3)
    assert all(everybody(event, number) == list(range(1, 9)) for number in range(1, 8))
    client.force_login(make_official(event, Role.ORGANISER))
    said = words(client.get(url(event, "draw", draw.pk)))
    assert "56" in said
    assert "Quality report" in said
