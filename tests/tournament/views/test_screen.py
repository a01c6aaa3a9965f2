"""The big screen's pages as the server makes them."""

import re

import pytest
from django.urls import reverse

from tests.factories import (
    discard_win,
    make_game,
    make_hand,
    make_official,
    make_round,
    make_tournament,
    shut_round,
)
from tournament.models import Publication, Role, Round
from tournament.services.clock import add_minutes
from tournament.services.games import close_game
from tournament.services.log import Request
from tournament.services.rounds import publish_round

pytestmark = pytest.mark.django_db


def url_of(tournament, query=""):
    return reverse("tournament:screen", args=[tournament.slug]) + query


def keys(response):
    """The pages in turn."""
    return re.findall(r'data-page="([^"]+)"', response.content.decode())


def sight(response):
    """The page a browser without scripts shows."""
    return re.findall(r'data-page="([^"]+)"[^>]*"(?! hidden)>', response.content.decode())


def words(response):
    return " ".join(re.sub(r"<[^>]+>", " ", response.content.decode()).split())


@pytest.fixture
def game():
    game = make_game(players=8, teams=2)
    make_hand(game)
    return game


def test_anybody_reads_it_and_nobody_posts(client, game):
    tournament = game.round.tournament

    assert client.get(url_of(tournament)).status_code == 200
    assert client.head(url_of(tournament)).status_code == 200
    assert client.post(url_of(tournament)).status_code == 405
    assert client.get("/events/nowhere/screen/").status_code == 404


def test_every_part_has_its_turn(client, game):
    answer = client.get(url_of(game.round.tournament))

    assert keys(answer) == ["seats-1", "names-1", "clock-1", "standings-1", "teams-1"]
    assert sight(answer) == ["seats-1"]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        pytest.param("?show=standings,seats", ["seats-1", "standings-1"], id="some"),
        pytest.param("?show=teams,nothing", ["teams-1"], id="one-unknown"),
        pytest.param(
            "?show=nothing",
            ["seats-1", "names-1", "clock-1", "standings-1", "teams-1"],
            id="none-known",
        ),
    ],
)
def test_the_address_chooses_the_parts(client, game, query, expected):
    assert keys(client.get(url_of(game.round.tournament, query))) == expected


@pytest.mark.parametrize(
    ("asked", "seconds"),
    [("10", 10), ("", 7), ("0", 7), ("-3", 7), ("²", 7), ("9" * 5000, 7), ("99999", 120)],
)
def test_the_address_says_how_long_a_page_stays(client, game, asked, seconds):
    answer = client.get(url_of(game.round.tournament), {"seconds": asked})

    assert f'data-seconds="{seconds}"' in answer.content.decode()


def test_without_scripts_the_last_page_leads_to_the_first(client, game):
    first = client.get(url_of(game.round.tournament, "?show=seats,teams"))
    last = client.get(url_of(game.round.tournament, "?show=seats,teams&page=2"))

    assert "url=" + url_of(game.round.tournament) in first.content.decode()
    assert "page=2" in first.content.decode()
    assert sight(last) == ["teams-1"]
    assert "page=1" in last.content.decode()


def test_an_unchanged_event_is_204_and_a_changed_one_comes_as_a_piece(client, game):
    page = client.get(url_of(game.round.tournament, "?show=standings"))
    piece = page.context["live_url"]

    assert client.get(piece).status_code == 204
    make_hand(game, 2, discard_win(points=30))
    changed = client.get(piece)

    assert changed.status_code == 200
    assert changed.content.decode().strip().startswith('<div class="screen-pages" id="live"')
    assert changed.headers["Cache-Control"] == "no-store"
    assert client.get(changed.context["live_url"]).status_code == 204


def test_a_draft_is_shown_to_nobody(client):
    tournament = make_tournament(players=8)
    round_ = make_round(tournament, state=Round.State.DRAFT)
    client.force_login(make_official(tournament, Role.ORGANISER))

    assert keys(client.get(url_of(tournament))) == ["empty"]
    publish_round(round_=round_, request=Request())

    assert keys(client.get(url_of(tournament))) == ["seats-1", "names-1"]


def test_results_that_are_held_back_are_not_shown_to_the_organiser_either(client):
    game = make_game(players=4, publication=Publication.HIDDEN, hidden_from_round=1)
    make_hand(game)
    client.force_login(make_official(game.round.tournament, Role.ORGANISER))

    assert keys(client.get(url_of(game.round.tournament, "?show=standings"))) == ["empty"]


def test_the_round_that_runs_comes_before_the_next_one(client):
    tournament = make_tournament(players=4)
    make_round(tournament, number=2, state=Round.State.PUBLISHED)
    first = make_round(tournament, number=1)

    assert "Seats of round 1" in words(client.get(url_of(tournament)))
    shut_round(round_=first, request=Request())
    assert "Seats of round 2" in words(client.get(url_of(tournament)))


def test_the_clock_names_the_tables_that_differ(client):
    round_ = make_round(make_tournament(players=12))
    one, two, three = round_.games.order_by("table__number")
    for game in (one, two):
        make_hand(game)
    add_minutes(round_=round_, minutes=5, game=three, request=Request())
    close_game(game=one, request=Request())

    said = words(client.get(url_of(round_.tournament, "?show=clock")))

    assert "Most tables play hand 2 East 2" in said
    assert "Table 3 5 more minutes Table 1 Locked" in said


@pytest.mark.parametrize("tables", [1, 3])
def test_query_count_does_not_grow(client, tables, django_assert_max_num_queries):
    round_ = make_round(make_tournament(players=4 * tables, teams=2))
    for game in round_.games.all():
        make_hand(game)

    with django_assert_max_num_queries(40):
        client.get(url_of(round_.tournament))
