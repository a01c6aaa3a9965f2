"""The grid without scripts: one form; good rows are kept, the others come back with what is wrong."""

import pytest

from scoring.entry import HandEntry, Outcome
from tests.factories import (
    discard_win,
    game_url,
    make_game,
    make_hand,
    make_official,
    self_draw_win,
)
from tests.peers.pages import words
from tournament.models import ActionLog, Game, Role
from tournament.services.games import close_game
from tournament.services.hands import entry_of, record_hand
from tournament.services.log import Request

pytestmark = pytest.mark.django_db


@pytest.fixture
def clerk(game, client):
    user = make_official(game.round.tournament, Role.CLERK, username="clerk")
    client.force_login(user)
    return user


def typed(**rows):
    """A whole form; `r5="2 4 21"` is row 5, with its version after a slash."""
    data = {}
    for name, text in rows.items():
        number = name[1:]
        cells, _slash, replaces = text.partition("/")
        names = ("winner", "discarder", "points")
        for field, cell in zip(names, cells.split(" "), strict=True):
            data[f"{field}-{number}"] = cell
        data[f"replaces-{number}"] = replaces or "0"
        data[f"token-{number}"] = f"token-{number}"
    return data


def entries(game):
    hands = game.hands.current().exclude(outcome="withdrawn").order_by("number")
    return {hand.number: entry_of(hand) for hand in hands}


def answers(response):
    """What was said of each row."""
    rows = response.context["grid"].rows
    return {row.number: row.answer.error for row in rows if row.answer and row.answer.error}


@pytest.mark.parametrize(
    ("cells", "expected"),
    [
        pytest.param("2 4 12", discard_win(1, 3, 12), id="discard"),
        pytest.param("2 2 16", self_draw_win(1, 16), id="same-number-is-self-draw"),
        pytest.param("3 自 16", self_draw_win(2, 16), id="自"),
        pytest.param("3 s 16", self_draw_win(2, 16), id="s"),
        pytest.param("0  ", HandEntry(Outcome.DRAW), id="drawn"),
        pytest.param("x  ", HandEntry(Outcome.NOT_PLAYED), id="not-played"),
        pytest.param("V  ", HandEntry(Outcome.VOID_WIN), id="void"),
        pytest.param("２ ４ １２", discard_win(1, 3, 12), id="full-width"),
    ],
)
def test_three_cells_are_a_hand(client, game, clerk, cells, expected):
    response = client.post(game_url(game, "grid"), typed(r1=cells))

    assert response.status_code == 302
    assert entries(game) == {1: expected}


def test_good_rows_are_kept_and_the_others_say_what_is_wrong_beside_them(client, game, clerk):
    sent = typed(r1="2 4 12", r2="1 1 7", r3="5 1 9", r4="1  9", r5="1 2 ", r6="  ", r7="3 3 20")

    response = client.post(game_url(game, "grid"), sent)

    assert response.status_code == 422
    assert entries(game) == {1: discard_win(1, 3, 12), 7: self_draw_win(2, 20)}
    assert answers(response) == {
        2: "7 points: 8 are needed without flowers. Change the points, or record a short win.",
        3: "Say who won, or how the hand ended.",
        4: "Say who discarded, or choose self-draw.",
        5: "Write the points.",
    }
    assert "Hands 1, 7 saved." in words(response)
    assert "Hands 2, 3, 4, 5 are not saved: see their rows." in words(response)
    # What was typed stands there still.
    rows = {row.number: row.cells for row in response.context["grid"].rows}
    assert (rows[2].points, rows[3].winner, rows[4].points) == ("7", "5", "9")


def test_untouched_rows_are_left_alone_and_one_press_twice_stores_once(client, game, clerk):
    make_hand(game, 1, discard_win(0, 1, 12))
    sent = typed(r1="1 2 12/1", r2="2 3 20", r3="  ")

    client.post(game_url(game, "grid"), sent)
    again = client.post(game_url(game, "grid"), sent)

    assert again.status_code == 302
    assert [(hand.number, hand.version) for hand in game.hands.all()] == [(1, 1), (2, 1)]


def test_a_correction_needs_its_reason_in_the_row(client, game, clerk):
    make_hand(game, 1, discard_win(0, 1, 12))
    sent = typed(r1="1 2 21/1")

    refused = client.post(game_url(game, "grid"), sent)
    assert answers(refused) == {1: "Say why the hand is corrected."}
    client.post(game_url(game, "grid"), {**sent, "reason-1": "wrote 12 for 21"})

    hand = game.hands.get(is_current=True)
    assert (entry_of(hand), hand.version, hand.reason, hand.entered_by) == (
        discard_win(0, 1, 21),
        2,
        "wrote 12 for 21",
        clerk,
    )


def test_a_conflict_shows_theirs_and_is_chosen_by_a_button_of_the_row(client, game, clerk):
    make_hand(game, 1, discard_win(3, 2, 30))
    sent = typed(r1="1 2 12", r2="0  ")

    response = client.post(game_url(game, "grid"), sent)
    assert response.status_code == 409
    assert answers(response) == {1: "The organiser saved hand 1: 04 off 03 · 30 points."}
    assert entries(game)[2] == HandEntry(Outcome.DRAW)

    kept = client.post(game_url(game, "grid"), {**typed(r1="1 2 12"), "choice-1": "saved"})
    assert (kept.status_code, entries(game)[1]) == (302, discard_win(3, 2, 30))
    for _press in range(2):
        client.post(game_url(game, "grid"), {**typed(r1="1 2 12"), "choice-1": "1"})
    assert [entry_of(hand) for hand in game.hands.filter(number=1).order_by("version")] == [
        discard_win(3, 2, 30),
        discard_win(0, 1, 12),
    ]


def test_a_dear_hand_is_confirmed_in_its_row(client, game, clerk):
    sent = typed(r1="1 2 88")
    first = client.post(game_url(game, "grid"), sent)
    assert answers(first) == {1: "88 points are rare. Press Enter again if it is right."}
    (key,) = [row.answer.confirm for row in first.context["grid"].rows if row.answer]

    client.post(game_url(game, "grid"), {**sent, "confirm-1": key})

    assert entries(game) == {1: discard_win(0, 1, 88)}


def test_what_three_cells_cannot_say_is_left_to_its_own_page(client, game, clerk):
    claimed = HandEntry(Outcome.DISCARD, 0, 1, fan_points=12, claimed_points=14, agreed=True)
    make_hand(game, 1, claimed)

    page = client.get(game_url(game, "grid"))
    response = client.post(game_url(game, "grid"), {**typed(r1="1 2 13/1"), "reason-1": "typing"})

    assert game_url(game, "enter-hand", number=1) in page.text
    assert response.status_code == 422
    assert entries(game) == {1: claimed}


def test_one_row_answers_with_the_table_alone_and_shows_what_others_saved(client, game, clerk):
    record_hand(
        game=game, number=3, entry=self_draw_win(1, 9), replaces=0, request=Request(by=clerk)
    )

    response = client.post(game_url(game, "grid"), {**typed(r1="1 2 12", r2="0  "), "row": "1"})

    assert entries(game) == {1: discard_win(0, 1, 12), 3: self_draw_win(1, 9)}
    assert "<html" not in response.text
    kinds = [row.kind for row in response.context["grid"].rows]
    assert kinds == ["saved", "gap", "saved", *["open"] * 13]
    assert "Version 1 · clerk" in words(response)


@pytest.mark.parametrize("state", ["locked", "totals"])
def test_a_game_that_takes_no_hands_says_so(client, game, clerk, state):
    if state == "locked":
        close_game(game=game, request=Request())
    else:
        Game.objects.filter(pk=game.pk).update(result=Game.Result.TOTALS)
    logged = ActionLog.objects.count()

    response = client.post(game_url(game, "grid"), typed(r1="1 2 12"))

    assert (response.status_code, ActionLog.objects.count()) == (409, logged)


def test_clerks_come_to_the_grid_from_the_games_and_others_to_the_sheet(client, game, clerk):
    games = f"/events/{game.round.tournament.slug}/games/"
    assert f'href="{game_url(game, "grid")}"' in client.get(games).text

    client.force_login(make_official(game.round.tournament, Role.REFEREE))

    assert f'href="{game_url(game, "grid")}"' not in client.get(games).text
    # A wide screen offers it on the sheet.
    assert f'href="{game_url(game, "grid")}"' in client.get(game_url(game, "sheet")).text


def test_the_tables_before_and_after_are_those_one_writes_for(client):
    game = make_game(players=16)
    client.force_login(make_official(game.round.tournament, Role.REFEREE, tables=[1, 3]))

    context = client.get(game_url(game, "grid")).context

    assert (context["before"], context["after"].number) == (None, 3)
