"""A forgotten password, as the organiser replaces it on the official's page."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import make_official, make_tournament
from tournament.models import Role
from tournament.services.log import Request
from tournament.services.staff import appoint

pytestmark = pytest.mark.django_db
TOKEN = {"token": "one"}


@pytest.fixture
def event():
    return make_tournament()


@pytest.fixture
def referee(event):
    return make_official(event, Role.REFEREE)


@pytest.fixture
def organiser(event):
    client = Client()
    client.force_login(make_official(event, Role.ORGANISER))
    return client


def page_of(event, user):
    return reverse("tournament:official", args=[event.slug, event.officials.get(user=user).pk])


def test_a_forgotten_password_is_replaced_and_ends_the_log_ins(client, event, referee, organiser):
    client.force_login(referee)
    assert client.get(reverse("home")).context["user"] == referee
    url = page_of(event, referee)
    assert "Set a new password" in organiser.get(url).text

    shown = organiser.post(url + "password/", TOKEN)
    again = organiser.post(url + "password/", TOKEN)

    password = shown.context["password"]
    assert shown.headers["Cache-Control"] == "no-store"
    assert f"{referee.username} has a new password" in shown.text
    assert password in shown.text
    assert client.get(reverse("home")).context["user"].is_anonymous
    assert client.login(username=referee.username, password=password)
    assert (again.status_code, again["Location"]) == (302, url)
    assert password not in organiser.get(url).text


def test_the_page_says_why_a_password_cannot_be_set(event, referee, organiser):
    other = make_tournament()
    appoint(tournament=other, user=referee, role=Role.CLERK, tables=(), request=Request())
    url = page_of(event, referee)

    page, refused = organiser.get(url), organiser.post(url + "password/", TOKEN)

    assert "works in another event too" in page.text
    assert "Set a new password" not in page.text
    assert (refused.status_code, "works in another event too" in refused.text) == (409, True)


def test_the_head_referee_does_not_get_there(client, event, referee):
    client.force_login(make_official(event, Role.HEAD_REFEREE))

    assert client.post(page_of(event, referee) + "password/", TOKEN).status_code == 403


def test_an_official_of_another_event_is_out_of_reach(event, referee):
    client, other = Client(), make_tournament()
    client.force_login(make_official(other, Role.ORGANISER))
    pk = event.officials.get(user=referee).pk

    assert client.post(f"/events/{other.slug}/staff/{pk}/password/", TOKEN).status_code == 404
