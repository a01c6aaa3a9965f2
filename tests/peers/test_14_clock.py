"""
One clock for the hall.

A page is given the moment of the end, not a number that ticks; it sets itself right by the server;
extra minutes go to all tables or to one. How it counts and sounds in a browser stands in
tests/e2e/test_live.py and tests/e2e/test_bell.py.
"""

import re
from datetime import timedelta

import pytest

from tests.factories import game_url, make_official, make_round, make_tournament
from tests.peers.pages import post, url, words
from tournament.board import round_clock
from tournament.models import ActionLog, ClockEvent, Role

pytestmark = pytest.mark.django_db

MINUTE = 60_000  # milliseconds


@pytest.fixture
def round_(client):
    round_ = make_round(make_tournament(players=8, minutes=90))
    client.force_login(make_official(round_.tournament, Role.HEAD_REFEREE))
    return round_


def asked(client, round_, table=None):
    """What the server answers a page that sets its clock."""
    query = f"?table={table}" if table else ""
    answer = client.get(url(round_.tournament, "clock", round_.number) + query)
    assert answer.headers["Cache-Control"] == "no-store"
    return answer.json()


def run(client, round_, **what):
    return post(client, url(round_.tournament, "run-round", round_.number), **what)


def end_of(page):
    return int(re.search(r'data-end="(\d+)"', page.content.decode())[1])


def test_the_page_gets_the_end_from_the_server(client, round_):
    started = ClockEvent.objects.get().at
    end = int((started + timedelta(minutes=90)).timestamp() * 1000)
    game = round_.games.get(table__number=1)

    pages = [url(round_.tournament, "board"), game_url(game, "sheet")]
    pages += [url(round_.tournament, "screen"), game_url(game, "enter-hand", number=1)]
    assert [end_of(client.get(page)) for page in pages] == [end] * 4
    assert asked(client, round_)["end"] == end


def test_an_answer_carries_the_servers_time_to_set_the_clock_by(client, round_):
    first, second = asked(client, round_), asked(client, round_)

    assert first["end"] == second["end"]
    assert first["now"] <= second["now"] < second["end"]
    assert first["phase"] == "running"


def test_extra_minutes_for_all_tables(client, round_):
    before = asked(client, round_)["end"]

    assert run(client, round_, do="extra", minutes="5").status_code == 302

    assert [asked(client, round_, table)["end"] for table in (None, 1, 2)] == [
        before + 5 * MINUTE
    ] * 3
    assert ActionLog.objects.latest("pk").action == "add_minutes"


def test_extra_minutes_for_one_table(client, round_):
    before = asked(client, round_)["end"]

    assert run(client, round_, do="extra", minutes="7", table="2").status_code == 302

    ends = [asked(client, round_, table)["end"] - before for table in (None, 1, 2)]
    assert ends == [0, 0, 7 * MINUTE]
    sheets = [game_url(game, "sheet") for game in round_.games.order_by("table__number")]
    assert [end_of(client.get(page)) - before for page in sheets] == [0, 7 * MINUTE]
    assert "Table 2 7 more minutes" in words(client.get(url(round_.tournament, "screen")))


def test_a_pause_stops_every_table_and_the_end_moves_by_its_length(client, round_):
    start = ClockEvent.objects.get()
    ClockEvent.objects.update(at=start.at - timedelta(minutes=10))
    before = asked(client, round_)["end"]
    run(client, round_, do="pause")
    assert asked(client, round_, 1)["phase"] == "paused"
    assert asked(client, round_, 1)["end"] is None
    paused = ClockEvent.objects.get(kind="pause")
    ClockEvent.objects.filter(pk=paused.pk).update(at=paused.at - timedelta(minutes=3))

    run(client, round_, do="resume")

    resumed = ClockEvent.objects.get(kind="resume")
    length = resumed.at - (paused.at - timedelta(minutes=3))
    assert asked(client, round_)["end"] == pytest.approx(
        before + length.total_seconds() * 1000, abs=1
    )
    assert round_clock(round_).extra == 0


def test_the_sound_at_the_end_can_be_switched_on_where_the_clock_stands(client, round_):
    for name in ("board", "screen"):
        page = client.get(url(round_.tournament, name)).content.decode()
        assert (name, page.count("data-bell")) == (name, 1)
