"""What is printed of the seats: cards for the tables, each player's own rounds with their times."""

import re
from datetime import UTC, datetime

import pytest
from django.urls import reverse

from tests.factories import make_round, make_tournament
from tournament.models import Round
from tournament.services.log import Request
from tournament.services.substitutes import set_substitute

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    return make_tournament(players=8, teams=2, slug="open", time_zone="Asia/Shanghai")


def text(html):
    return " ".join(re.sub("<.*?>", " ", html).split())


def cards(client, **query):
    page = client.get(reverse("tournament:seats-cards", args=["open"]), query)
    return [text(card) for card in re.findall(r'<article class="hall-card">.*?</article>',
                                              page.text, re.S)]  # fmt: skip


def at(round_, hour):
    Round.objects.filter(pk=round_.pk).update(planned_start=datetime(2026, 5, 1, hour, tzinfo=UTC))


def test_each_table_has_a_card_with_round_time_and_seats(client, event):
    at(make_round(event, state=Round.State.PUBLISHED), 1)

    assert cards(client) == [
        "Test event Round 1 · 2026-05-01 09:00 Table 1 "
        "E East 01 Team 1 S South 02 Team 2 W West 03 Team 1 N North 04 Team 2",
        "Test event Round 1 · 2026-05-01 09:00 Table 2 "
        "E East 05 Team 1 S South 06 Team 2 W West 07 Team 1 N North 08 Team 2",
    ]


def test_a_card_names_who_plays_for_somebody_and_who_fills(client, event):
    round_ = make_round(event, state=Round.State.PUBLISHED)
    event.players.filter(number=2).update(is_ranked=False, team=None)
    seat = round_.seats.get(player__number=1)
    set_substitute(seat=seat, name="Guest", request=Request(reason="ill"))

    assert "E East 01 Team 1 played by Guest S South 02 filler W West 03" in cards(client)[0]


def test_a_draft_has_no_cards(client, event):
    make_round(event, number=1, state=Round.State.PUBLISHED)
    make_round(event, number=2, state=Round.State.DRAFT)

    assert len(cards(client)) == 2
    address = reverse("tournament:seats-cards", args=["open"])
    assert client.get(address, {"round": 2}).status_code == 404


def test_before_any_round_there_is_nothing_to_print(client, event):
    page = client.get(reverse("tournament:seats-cards", args=["open"]))

    assert "No round is published yet" in page.text


def test_a_players_page_lists_every_public_round_with_its_time(client, event):
    for number, state in ((1, "published"), (2, "published"), (3, "draft")):
        at(make_round(event, number=number, state=state), number)

    page = client.get(reverse("tournament:player", args=["open", 6])).text

    rows = re.findall(r'<b class="round-number">.*?</li>', page, re.S)
    assert [text(row) for row in rows] == [
        f"Round R {number} Table 2 · South 2026-05-01 {hour} "
        "Player 05 Player 07 Player 08 Not started"
        for number, hour in ((1, "09:00"), (2, "10:00"))
    ]
    assert '<p class="print-only print-head"><b>Test event</b>' in page


def test_each_player_has_a_card_with_all_public_rounds(client, event):
    for number, state in ((1, "published"), (2, "published"), (3, "draft")):
        at(make_round(event, number=number, state=state), number)
    event.players.filter(number=8).update(name="李娜")

    page = client.get(reverse("tournament:seats-by-player", args=["open"])).text

    found = re.findall(r'<article class="schedule-card">.*?</article>', page, re.S)
    assert len(found) == 8
    assert text(found[7]) == (
        "08 李娜 Team 2 2 rounds Round R 1 Table 2 05-01 09:00 N North "
        "Round R 2 Table 2 05-01 10:00 N North Test event"
    )
