"""Two devices at one table know of each other; the board knows of both and of what waits on them."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.factories import game_url, make_game, make_hand, make_official
from tests.peers.pages import words
from tournament.board import Trouble, table_states
from tournament.models import Game, Role, SheetVisit
from tournament.services.log import Request
from tournament.services.presence import note_visit
from tournament.services.signing import sign_for_missing

pytestmark = pytest.mark.django_db

MINE, THEIRS = "aaaaaaaa", "bbbbbbbb"


@pytest.fixture
def game() -> Game:
    return make_game(slug="hall")


@pytest.fixture
def referees(game):
    return [
        make_official(game.round.tournament, Role.REFEREE, username=name) for name in ("li", "wu")
    ]


@pytest.fixture
def phones(referees):
    found = [Client(), Client()]
    for phone, referee in zip(found, referees, strict=True):
        phone.force_login(referee)
    return found


def tell(phone, game, device, waiting=0):
    answer = phone.post(game_url(game, "visit-sheet"), {"device": device, "waiting": waiting})
    return answer.status_code, answer.json()["text"]


def troubles(game):
    (state,) = table_states(game.round)
    return state.troubles


def test_the_second_device_hears_of_the_first(phones, game):
    assert tell(phones[0], game, MINE) == (200, "")
    assert tell(phones[1], game, THEIRS) == (200, "li has this sheet open too.")
    assert tell(phones[0], game, MINE, 2) == (200, "wu has this sheet open too.")
    assert tell(phones[1], game, THEIRS) == (
        200,
        "li has this sheet open too. 2 entries wait there to be sent.",
    )
    assert tell(phones[1], game, "cccccccc", 0)[1].startswith("li has this sheet open too.")
    assert SheetVisit.objects.count() == 3


def test_one_referee_with_two_devices_hears_so(phones, game):
    tell(phones[0], game, MINE)

    assert tell(phones[0], game, THEIRS)[1] == "You have this sheet open on another device too."


def test_who_put_the_sheet_away_is_forgotten_unless_entries_wait_there(game, referees):
    li, wu = referees
    start = timezone.now()
    note_visit(game=game, device=MINE, waiting=0, by=li, now=start)
    note_visit(game=game, device=THEIRS, waiting=1, by=wu, now=start)

    soon = start + timedelta(minutes=4)
    others = note_visit(game=game, device="cccccccc", waiting=0, by=li, now=soon)
    assert [visit.device for visit in others] == [THEIRS]
    note_visit(game=game, device="cccccccc", waiting=0, by=li, now=start + timedelta(minutes=11))
    assert set(SheetVisit.objects.values_list("device", flat=True)) == {THEIRS, "cccccccc"}
    note_visit(game=game, device="cccccccc", waiting=0, by=li, now=start + timedelta(hours=13))
    assert list(SheetVisit.objects.values_list("device", flat=True)) == ["cccccccc"]


def test_the_board_names_two_devices_and_what_waits(client, phones, game):
    tell(phones[0], game, MINE)
    assert troubles(game) == ()
    tell(phones[1], game, THEIRS, 3)
    client.force_login(make_official(game.round.tournament, Role.ORGANISER))

    page = client.get(f"/events/{game.round.tournament.slug}/board/").content.decode()

    assert troubles(game) == (Trouble.DEVICES, Trouble.OFFLINE)
    for sentence in (
        "Two devices",
        "2 devices have this sheet open.",
        "Offline · 3 waiting",
        "3 entries on a phone at this table are not sent yet.",
    ):
        assert sentence in page


@pytest.mark.parametrize("device", ["", "x" * 12, "a" * 65, "<b>"])
def test_a_device_without_a_name_is_not_noted(phones, game, device):
    assert tell(phones[0], game, device)[0] == 422
    assert SheetVisit.objects.count() == 0


def test_the_page_to_sign_on_says_what_waits_and_lets_a_leader_go_on(client, phones, game):
    make_hand(game, 1)
    tell(phones[1], game, THEIRS, 2)
    sign_for_missing(game=game, seen=1, request=Request(reason="on paper"))
    waits = "2 entries of this sheet wait on a phone, and cannot be sent once it is signed."
    why = "Why is it closed without them?"
    press = {"seen": 1, "token": "t"}

    page = words(phones[0].get(game_url(game, "review")))
    refused = phones[0].post(game_url(game, "sign-sheet"), {**press, "reason": "lost"})
    assert (waits in page, why in page, refused.status_code) == (True, False, 409)

    client.force_login(make_official(game.round.tournament, Role.HEAD_REFEREE))
    refused = client.post(game_url(game, "sign-sheet"), press)
    assert refused.status_code == 409
    assert "or say why it is closed without them." in words(refused)
    assert why in words(refused)
    done = client.post(game_url(game, "sign-sheet"), {**press, "reason": "the phone is lost"})
    assert done.status_code == 302
    assert Game.objects.get().state == Game.State.LOCKED


def test_many_sheets_are_not_locked_over_what_waits_without_a_reason(client, phones, game):
    make_hand(game, 1)
    sign_for_missing(game=game, seen=1, request=Request(reason="on paper"))
    phones[0].post(game_url(game, "sign-sheet"), {"seen": 1, "token": "t"})
    assert Game.objects.get().state == Game.State.SIGNED
    tell(phones[1], game, THEIRS, 2)
    client.force_login(make_official(game.round.tournament, Role.HEAD_REFEREE))
    board = f"/events/{game.round.tournament.slug}/board/"
    lock = {"do": "lock", "token": "l"}

    page = words(client.get(board))
    refused = client.post("/events/hall/rounds/1/run/", lock)

    assert "2 entries wait on phones, and cannot be sent once their sheets are locked." in page
    assert refused.status_code == 409
    assert "Entries of these tables wait on a phone: 1." in words(refused)
    assert Game.objects.get().state == Game.State.SIGNED
    for _ in range(2):  # the same press once more gets the first answer
        done = client.post("/events/hall/rounds/1/run/", {**lock, "reason": "lost"}, follow=True)
        assert "1 sheet is locked." in words(done)
    assert Game.objects.get().state == Game.State.LOCKED
