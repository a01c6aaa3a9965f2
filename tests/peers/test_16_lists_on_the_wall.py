"""
Lists for the wall and for the projector.

The seats of a round are there by table and by name, both to print; a long list on the big screen
comes in pages of twenty that turn by themselves. How they turn stands in tests/e2e/test_screen.py.
"""

import re

import pytest

from tests.factories import discard_win, make_hand, make_round, make_tournament
from tests.peers.pages import rows, url, words

pytestmark = pytest.mark.django_db

NAMES = {1: "Zoe", 2: "adam", 3: "Mia", 4: "Ben"}


@pytest.fixture
def event():
    """90 players, 88 of them seated; four have names."""
    event = make_tournament(players=90)
    for number, name in NAMES.items():
        event.players.filter(number=number).update(name=name)
    game = make_round(event).games.get(table__number=1)
    make_hand(game, 1, discard_win())
    return event


def test_seats_are_listed_by_table(client, event):
    page = client.get(url(event, "seats"))

    tables = re.findall(r'class="seat-card-number">(.*?)</h2>', page.content.decode())
    assert [int(re.sub("<.*?>|[^0-9]", "", table)) for table in tables] == list(range(1, 23))
    assert "East 01 Zoe" in re.sub(r"\b[ESWN] (East|South|West|North)", r"\1", words(page))


def test_seats_are_listed_by_name(client, event):
    shown = rows(client.get(url(event, "seats-by-name")))[1:]

    assert len(shown) == 88
    assert [row[0] for row in shown[:5]] == ["02 adam", "04 Ben", "03 Mia", "01 Zoe", "05"]
    assert [row[1] for row in shown[:5]] == ["1", "1", "1", "1", "2"]


@pytest.mark.parametrize("name", ["seats", "seats-by-name"])
def test_both_lists_are_printed_with_event_and_state(client, event, name):
    page = client.get(url(event, name)).content.decode()

    (head,) = re.findall(r'<p class="print-only print-head">(.*?)</p>', page)
    said = re.sub("<[^>]+>", "", head)
    assert ("Test event" in said, "Running" in said, "printed 2" in said) == (True, True, True)


def test_a_long_list_comes_in_pages_of_twenty_on_the_big_screen(client, event):
    page = client.get(url(event, "screen") + "?show=standings").content.decode()

    pages = page.split("data-page=")[1:]
    sizes = [piece.count('class="screen-rank"') for piece in pages]
    counts = [re.search(r"(\d+/\d+)</p>", piece.replace("\n", ""))[1] for piece in pages]
    assert sizes == [20, 20, 20, 20, 10]
    assert counts == ["1/5", "2/5", "3/5", "4/5", "5/5"]


def test_a_page_of_the_big_screen_stays_seven_seconds_unless_the_address_says_else(client, event):
    plain, slow = (client.get(url(event, "screen") + query) for query in ("", "?seconds=12"))

    assert 'data-seconds="7"' in plain.content.decode()
    assert 'data-seconds="12"' in slow.content.decode()
