"""What a phone's script gets when it sends an entry: an answer it can act on, never a page."""

import pytest
from django.test import Client

from scoring.entry import HandEntry
from tests.factories import (
    discard_win,
    game_url,
    make_game,
    make_hand,
    make_official,
    self_draw_win,
    shut_round,
)
from tournament.models import Game, Role
from tournament.services.hands import entry_of
from tournament.services.log import Request

pytestmark = pytest.mark.django_db

WIN = {"winner": "B", "discarder": "D", "mode": "points", "points": "21", "replaces": "0"}


@pytest.fixture
def game() -> Game:
    return make_game(slug="hall", players=8)


@pytest.fixture
def referee(game):
    return make_official(game.round.tournament, Role.REFEREE, tables=(1,), username="ref")


@pytest.fixture
def phone(client, referee) -> Client:
    client.force_login(referee)
    return client


def send(client, game, number=1, *, by=None, **fields):
    """Send as the script does; return status and answer."""
    headers = {"accept": "application/json", "x-sent-for": str(by.pk) if by else "1"}
    address = game_url(game, "enter-hand", number=number)
    answer = client.post(address, {"token": f"t{number}", **WIN, **fields}, headers=headers)
    return answer.status_code, answer.json()


def hands(game: Game) -> list[HandEntry]:
    return [entry_of(hand) for hand in game.hands.order_by("number", "version")]


def test_saved_names_the_next_page_and_leaves_its_receipt_there(phone, referee, game):
    status, answer = send(phone, game, by=referee)

    next_url = game_url(game, "enter-hand", number=2)
    assert (status, answer) == (
        200,
        {
            "state": "saved",
            "text": "Hand 1 saved · 02 off 04 · 21 points",
            "how": "new",
            "next": next_url,
            "undo": game_url(game, "withdraw-hand", number=1),
        },
    )
    assert [r.text for r in phone.get(next_url).context["receipts"]] == [answer["text"]]


def test_a_retry_gets_the_first_answer_even_after_the_round_has_closed(phone, referee, game):
    send(phone, game, by=referee, queued="t1")
    shut_round(round_=game.round, request=Request())

    status, answer = send(phone, game, by=referee, queued="t1")

    assert (status, answer["state"], answer["how"]) == (200, "saved", "repeated")
    assert hands(game) == [discard_win(1, 3, 21)]
    # Its receipt was shown where it was kept.
    assert phone.get(game_url(game, "enter-hand", number=2)).context["receipts"] == []


def test_another_entry_of_the_same_hand_has_to_be_chosen_from(phone, referee, game):
    make_hand(game, 1, self_draw_win(0, 9))

    status, answer = send(phone, game, by=referee)

    assert (status, answer) == (409, {"state": "choose", "text": "01 self-draw · 9 points"})
    assert hands(game) == [self_draw_win(0, 9)]


def test_the_same_entry_of_somebody_else_is_saved_already(phone, referee, game):
    make_hand(game, 1, discard_win(1, 3, 21))

    status, answer = send(phone, game, by=referee)

    assert (status, answer["state"], answer["how"]) == (200, "saved", "same")
    assert hands(game) == [discard_win(1, 3, 21)]


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        pytest.param({"points": "7"}, "7 points: 8 are needed", id="too-few"),
        pytest.param({"points": "88"}, "88 points are rare.", id="asked-twice"),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(phone, referee, game, fields, said):
    status, answer = send(phone, game, by=referee, **fields)

    assert (status, answer["state"], said in answer["text"]) == (422, "refused", True)


def test_a_closed_round_refuses(phone, referee, game):
    shut_round(round_=game.round, request=Request())

    status, answer = send(phone, game, by=referee)

    assert (status, answer["state"]) == (409, "refused")
    assert "The round is not running" in answer["text"]


def test_a_table_of_another_referee_refuses(phone, referee, game):
    other = game.round.games.get(table__number=2)

    status, answer = send(phone, other, by=referee)

    assert (status, answer["state"]) == (403, "refused")


def test_who_is_logged_out_is_asked_to_log_in(client, referee, game):
    status, answer = send(client, game, by=referee)

    assert (status, answer["state"], hands(game)) == (401, "login", [])
    assert "kept_form" not in client.session


def test_nobody_saves_what_another_has_typed(client, referee, game):
    client.force_login(make_official(game.round.tournament, Role.CLERK))

    status, answer = send(client, game, by=referee)

    assert (status, answer["state"], hands(game)) == (401, "login", [])


def test_a_missing_secret_keeps_the_entry_too(referee, game):
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(referee)

    status, answer = send(strict, game, by=referee)

    assert (status, answer["state"], hands(game)) == (401, "login", [])


def test_what_was_refused_comes_back_as_a_page_that_knows_where_it_is_kept(phone, game):
    answer = phone.post(
        game_url(game, "enter-hand", number=1), {**WIN, "points": "7", "token": "x", "queued": "t1"}
    )

    assert (answer.status_code, answer.context["queued"]) == (422, "t1")
    assert '<input type="hidden" name="queued" value="t1">' in answer.content.decode()


def test_the_page_brings_the_open_hands_with_it(phone, game):
    make_hand(game, 1, discard_win(0, 1, 8))

    table = phone.get(game_url(game, "enter-hand", number=2)).context["table"]

    assert (table["number"], table["totals"]) == (2, [32, -16, -8, -8])
    assert [hand["number"] for hand in table["hands"]] == list(range(2, 17))
    fifth = next(hand for hand in table["hands"] if hand["number"] == 5)
    assert fifth["heading"] == "Hand 5 · South 1"
    assert [seat["letter"] for seat in fifth["seats"]] == ["S", "E", "N", "W"]
    assert [hand["is_last"] for hand in table["hands"]] == [False] * 14 + [True]
