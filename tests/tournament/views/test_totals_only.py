"""Totals only: four scores that add up, or the page says which fines they should show."""

import pytest

from scoring.rules.penalties import Measure
from tests.factories import game_url, make_game, make_hand, make_official
from tests.peers.pages import words
from tournament.checks import violations
from tournament.models import ActionLog, Game, Role
from tournament.services.errors import BadState
from tournament.services.hands import withdraw_hand
from tournament.services.log import Request
from tournament.services.penalties import Ruling, add_penalty, cancel_penalty

pytestmark = pytest.mark.django_db

FINE = Ruling(Measure.FINE, shares=(0, -40, 0, 0), offence="short_win")


@pytest.fixture
def game(client):
    game = make_game(starting_score=500)
    client.force_login(make_official(game.round.tournament, Role.CLERK))
    return game


def send(client, game, *totals, token="one", reason="sheet lost"):
    sent = {f"total_{label}": str(total) for label, total in zip("ABCD", totals, strict=True)}
    return client.post(game_url(game, "totals"), {**sent, "reason": reason, "token": token})


def kept(game):
    game = Game.objects.get(pk=game.pk)
    return game.result, [seat.total for seat in game.seats.order_by("start")]


def test_totals_are_kept_with_their_reason_and_logged(client, game):
    answer = send(client, game, 540, "480", "＋520", "460")

    assert answer.status_code == 302
    assert kept(game) == (Game.Result.TOTALS, [540, 480, 520, 460])
    row = ActionLog.objects.get(action="enter_totals")
    assert (row.reason, row.after) == ("sheet lost", {"totals": [540, 480, 520, 460]})
    assert "sheet lost" in words(client.get(game_url(game, "sheet")))


def test_the_sum_is_four_starting_scores_less_the_recorded_fines(client, game):
    fine = add_penalty(game=game, offender=1, hand_number=1, ruling=FINE, request=Request())

    refused = send(client, game, 540, 480, 520, 460)
    assert refused.status_code == 409
    said = "The four totals add up to 2000, not to 1960: 4 × 500 less the fines, 40."
    assert said in words(refused)
    assert "Fine 02 −40" in words(refused)
    assert kept(game)[0] == Game.Result.HANDS

    send(client, game, 540, 440, 520, 460, token="two")
    assert kept(game) == (Game.Result.TOTALS, [540, 440, 520, 460])
    assert violations(game.round.tournament) == ()
    # The fine is in the totals: it cannot go without them.
    with pytest.raises(BadState, match="include this penalty"):
        cancel_penalty(penalty=fine, request=Request(reason="mistake"))


def test_a_sum_below_nothing_has_the_sign_of_the_sheet(client):
    game = make_game()
    client.force_login(make_official(game.round.tournament, Role.HEAD_REFEREE))
    add_penalty(game=game, offender=1, hand_number=1, ruling=FINE, request=Request())

    refused = words(send(client, game, -50, 0, 0, 0))

    assert "The four totals add up to −50, not to −40: 4 × 0 less the fines, 40." in refused
    assert "The four add up to −40: 4 × 0" in refused


@pytest.mark.parametrize(
    ("totals", "reason"),
    [
        pytest.param((540, 480, 520, 460), "", id="no-reason"),
        pytest.param((540, 480, 520, ""), "lost", id="one-missing"),
        pytest.param((540, 480, 520, "many"), "lost", id="no-number"),
        pytest.param((540, 480, 520, 99999), "lost", id="too-large"),
    ],
)
def test_what_is_missing_is_asked_for_and_nothing_is_lost(client, game, totals, reason):
    answer = send(client, game, *totals, reason=reason)

    assert answer.status_code == 422
    assert kept(game) == (Game.Result.HANDS, [None] * 4)
    assert 'value="540"' in answer.text


def test_hands_that_stand_come_first_and_count_again_afterwards(client, game):
    make_hand(game, 1)
    assert send(client, game, 540, 480, 520, 460).status_code == 409
    withdraw_hand(game=game, number=1, replaces=1, request=Request())
    send(client, game, 540, 480, 520, 460, token="two")

    address = game_url(game, "totals")
    unsaid = client.post(address, {"back": "1", "reason": "", "token": "three"})
    assert unsaid.status_code == 422
    assert kept(game)[0] == Game.Result.TOTALS
    for _press in range(2):
        client.post(address, {"back": "1", "reason": "sheet found", "token": "four"})

    assert kept(game) == (Game.Result.HANDS, [None] * 4)
    assert [hand.version for hand in game.hands.order_by("version")] == [1, 2]
    row = ActionLog.objects.get(action="return_to_hands")
    assert (row.reason, row.before) == ("sheet found", {"totals": [540, 480, 520, 460]})


def test_a_table_referee_leaves_it_to_clerks_and_leaders(client, game):
    client.force_login(make_official(game.round.tournament, Role.REFEREE))

    assert send(client, game, 540, 480, 520, 460).status_code == 403
    assert kept(game)[0] == Game.Result.HANDS
