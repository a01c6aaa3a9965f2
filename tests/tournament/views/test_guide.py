"""The guides: reachable from where a referee stands, and readable without the database."""

import pytest
from django.urls import reverse

from tests.factories import make_game, make_official
from tournament.models import Role

GUIDES = ["referee-guide", "organiser-guide"]


@pytest.mark.parametrize("name", GUIDES)
@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_a_guide_needs_no_database(client, name, language):
    page = client.get(reverse(name), headers={"accept-language": language})

    assert page.status_code == 200
    assert reverse("login") in page.text


@pytest.mark.parametrize("name", GUIDES)
def test_a_guide_asks_nothing_of_who_is_logged_in(client, db, name, django_assert_num_queries):
    client.force_login(make_official(make_game().round.tournament, Role.REFEREE))

    with django_assert_num_queries(0):
        client.get(reverse(name))


@pytest.mark.parametrize("name", GUIDES)
def test_a_guide_is_only_read(client, name):
    assert client.post(reverse(name)).status_code == 405


@pytest.mark.django_db
@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/accounts/login/",
        "/events/hall/games/",
        "/events/hall/rounds/1/tables/1/",
        "/events/hall/rounds/1/tables/1/hands/1/",
        "/events/hall/rounds/1/tables/1/penalties/add/",
    ],
)
def test_a_referee_finds_his_guide_from_every_page_he_works_on(client, path):
    game = make_game(slug="hall")
    client.force_login(make_official(game.round.tournament, Role.REFEREE))

    assert f'href="{reverse("referee-guide")}"' in client.get(path).text


@pytest.mark.django_db
def test_an_organiser_finds_his(client):
    game = make_game(slug="hall")
    client.force_login(make_official(game.round.tournament, Role.ORGANISER))

    assert f'href="{reverse("organiser-guide")}"' in client.get("/events/hall/board/").text
