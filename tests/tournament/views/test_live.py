"""The standings that follow the event: 204 while nothing changed, else the piece alone."""

import re

import pytest
from django.urls import reverse

from tests.factories import make_game, make_hand, make_official, make_tournament
from tournament.models import Publication, Role

pytestmark = pytest.mark.django_db

PAGES = ("standings", "teams")


def url_of(tournament, name):
    return reverse(f"tournament:{name}", args=[tournament.slug])


def piece_url(client, tournament, name, query=""):
    page = client.get(url_of(tournament, name) + query)
    return page.context["live_url"]


@pytest.fixture
def game():
    return make_game(players=8, teams=2)


@pytest.mark.parametrize("name", PAGES)
def test_an_unchanged_standing_is_204_in_one_query(client, game, name, django_assert_num_queries):
    piece = piece_url(client, game.round.tournament, name)

    with django_assert_num_queries(1):
        answer = client.get(piece)

    assert (answer.status_code, answer.content) == (204, b"")
    assert answer.headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize("name", PAGES)
def test_a_changed_standing_comes_as_a_piece_with_its_new_version(client, game, name):
    tournament = game.round.tournament
    piece = piece_url(client, tournament, name)
    make_hand(game)

    answer = client.get(piece)

    page = answer.content.decode()
    assert answer.status_code == 200
    assert "<html" not in page
    assert 'id="as-of" hx-swap-oob="true"' in page
    assert client.get(answer.context["live_url"]).status_code == 204


def test_the_piece_keeps_page_and_search_and_its_links_lead_to_pages(client):
    tournament = make_tournament(players=60)
    piece = piece_url(client, tournament, "standings", "?q=Player&page=2")
    assert "q=Player" in piece
    assert "page=2" in piece

    answer = client.get(re.sub(r"v=\d+", "v=0", piece))

    links = re.findall(r'href="(\?[^"]*)"', answer.content.decode())
    assert links
    assert [link for link in links if "v=" in link] == []


@pytest.mark.parametrize("version", ["", "x", "-1", "²", "9" * 40, "999999999"])
def test_a_version_nobody_gave_brings_the_piece(client, game, version):
    answer = client.get(url_of(game.round.tournament, "standings"), {"v": version})

    assert answer.status_code == 200
    assert "<html" not in answer.content.decode()


def test_a_piece_shows_no_more_than_the_page(client):
    game = make_game(publication=Publication.SIGNED)
    tournament = game.round.tournament
    make_hand(game)
    url = url_of(tournament, "standings")

    public = client.get(url, {"v": "0"}).content.decode()
    client.force_login(make_official(tournament, Role.ORGANISER))
    own = client.get(url, {"v": "0"}).content.decode()

    assert ("+32" in public, "+32" in own) == (False, True)


def test_a_piece_of_an_unknown_event_is_404(client):
    assert client.get("/events/nowhere/standings/?v=1").status_code == 404
