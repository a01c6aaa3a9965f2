"""
A hand of the first round that is corrected after the third.

Every page and every file follows at once; a game that is locked takes no hand, whatever address one
posts to.
"""

import pytest

from tests.factories import (
    discard_win,
    game_url,
    make_hand,
    make_official,
    make_round,
    make_tournament,
    shut_round,
)
from tests.peers.pages import post, rows, url, words
from tournament.models import ActionLog, Role
from tournament.services.games import close_game
from tournament.services.log import Request

pytestmark = pytest.mark.django_db

# 24 of the base points and 88 of the discarder's instead of 8.
CORRECTED = {"winner": "A", "discarder": "B", "mode": "points", "points": "60", "replaces": "1", "reason": "checked"}  # fmt: skip


@pytest.fixture
def event():
    """Three rounds at two tables, one hand each, the last one closed."""
    event = make_tournament(players=8, teams=2, slug="hall")
    for number in (1, 2, 3):
        round_ = make_round(event, number=number)
        for game in round_.games.all():
            make_hand(game, 1, discard_win(0, 1, 8))
        shut_round(round_=round_, request=Request())
    return event


def first_game(event):
    return event.rounds.get(number=1).games.get(table__number=1)


def test_a_hand_of_round_1_corrected_after_round_3_moves_every_total(client, event):
    client.force_login(make_official(event, Role.HEAD_REFEREE))
    before = {row[1]: row for row in rows(client.get(url(event, "standings")))[1:]}

    answer = post(client, game_url(first_game(event), "enter-hand", number=1), **CORRECTED)

    assert answer.status_code == 302
    after = {row[1]: row for row in rows(client.get(url(event, "standings")))[1:]}
    # Player 1 won 3 × 32 and now 84 + 2 × 32; player 2 paid it. The last cell unfolds the row.
    assert (before["01"][-2], after["01"][-2]) == ("+96", "+148")
    assert (before["02"][-2], after["02"][-2]) == ("−48", "−100")
    assert before["05"][-2] == after["05"][-2] == "+96"
    assert "+148" in words(client.get(url(event, "player", 1)))
    assert "+84" in words(client.get(game_url(first_game(event), "sheet")))
    assert "+84" in words(client.get(url(event, "games") + "?round=1"))
    teams = {row[1]: row[-2] for row in rows(client.get(url(event, "teams")))[1:]}
    assert teams["1"] != teams["2"]
    in_file = client.get(url(event, "standings-csv")).content.decode("utf-8-sig").splitlines()
    assert in_file[1].startswith("1,1,Player 01,")
    assert in_file[1].split(",").count("148") == 1


def test_the_other_rounds_stay_as_they_are(client, event):
    client.force_login(make_official(event, Role.HEAD_REFEREE))
    before = [rows(client.get(url(event, "games") + f"?round={n}")) for n in (2, 3)]

    post(client, game_url(first_game(event), "enter-hand", number=1), **CORRECTED)

    assert [rows(client.get(url(event, "games") + f"?round={n}")) for n in (2, 3)] == before
    assert first_game(event).hands.get(version=1).fan_points == 8


@pytest.mark.parametrize("role", [Role.HEAD_REFEREE, Role.ORGANISER])
@pytest.mark.parametrize(
    ("name", "where", "sent"),
    [
        ("enter-hand", {"number": 1}, CORRECTED),
        ("enter-hand", {"number": 2}, {**CORRECTED, "replaces": "0"}),
        ("withdraw-hand", {"number": 1}, {"replaces": "1"}),
        ("penalise", {}, {"offender": "A", "hand": "1", "offence": "false_concealed_kong"}),
    ],
)
def test_a_locked_game_refuses_a_post_by_its_address(client, event, role, name, where, sent):
    game = first_game(event)
    close_game(game=game, request=Request())
    client.force_login(make_official(event, role))
    logged = ActionLog.objects.count()

    answer = post(client, game_url(game, name, **where), **sent)

    assert answer.status_code == 409
    assert ActionLog.objects.count() == logged
    assert list(game.hands.values_list("number", "version", "fan_points")) == [(1, 1, 8)]
