"""The address that printed codes carry: proposed, normalised, never the machine itself."""

import pytest
from django.urls import reverse

from tests.factories import make_official, make_tournament
from tournament import lan
from tournament.models import Role

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    return make_tournament(slug="hall")


@pytest.fixture
def organiser(client, event, monkeypatch):
    monkeypatch.setattr(lan, "_route_address", lambda: ["192.0.2.5"])
    monkeypatch.setattr(lan, "_interface_addresses", lambda: ["127.0.0.1", "192.0.2.5", "10.0.0.7"])
    client.force_login(make_official(event, Role.ORGANISER))
    return client


def save(client, typed, **where):
    url = reverse("tournament:hall-address", args=["hall"], **where)
    seen = client.get(url).context["form"].initial["seen"]
    return client.post(url, {"token": "one", "hall_address": typed, "seen": seen})


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("192.168.1.20:8000", "http://192.168.1.20:8000"),
        ("http://192.168.1.20:8000/", "http://192.168.1.20:8000"),
        ("https://Mahjong.Example.org", "https://mahjong.example.org"),
        ("laptop.local:8000", "http://laptop.local:8000"),
        ("http://[2001:db8::5]:8000", "http://[2001:db8::5]:8000"),
        ("", ""),
    ],
)
def test_an_address_is_kept_without_a_page(organiser, event, typed, kept):
    answer = save(organiser, typed)

    event.refresh_from_db()
    assert (answer.status_code, event.hall_address) == (302, kept)


OWN = "Phones cannot reach this address"
NONE = "This is no address of the program"


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("http://127.0.0.1:8000", OWN),
        ("localhost:8000", OWN),
        ("http://LOCALHOST.", OWN),
        ("http://hall.localhost:8000", OWN),
        ("127.1.2.3", OWN),
        ("http://[::1]:8000/", OWN),
        ("http://0.0.0.0:8000", OWN),
        ("http://192.0.2.5:8000/events/hall/", NONE),
        ("http://user@192.0.2.5", NONE),
        ("ftp://192.0.2.5", NONE),
        ("http://192.0.2.5:99999", NONE),
        ("http://[192.0.2.5", NONE),
        ("http://", NONE),
        ("http://a b", "Enter a valid URL."),
    ],
)
def test_what_phones_cannot_reach_is_refused_in_a_sentence(organiser, event, typed, sentence):
    answer = save(organiser, typed)

    event.refresh_from_db()
    assert (answer.status_code, event.hall_address) == (422, "")
    assert sentence in answer.text
    assert f'value="{typed}"' in answer.text


@pytest.mark.parametrize(
    ("host", "proposed"),
    [
        (
            "hall.example:8000",
            ["http://hall.example:8000", "http://192.0.2.5:8000", "http://10.0.0.7:8000"],
        ),
        ("127.0.0.1:8000", ["http://192.0.2.5:8000", "http://10.0.0.7:8000"]),
        ("localhost", ["http://192.0.2.5", "http://10.0.0.7"]),
    ],
)
def test_addresses_are_proposed_and_never_the_machines_own(organiser, settings, host, proposed):
    settings.ALLOWED_HOSTS = ["*"]
    url = reverse("tournament:hall-address", args=["hall"])

    page = organiser.get(url, headers={"host": host})

    assert page.context["proposals"] == proposed
    assert page.context["form"].initial["hall_address"] == proposed[0]
    assert (
        f'<option value="{proposed[0]}">'
        in organiser.get(reverse("tournament:settings", args=["hall"]), headers={"host": host}).text
    )


def test_it_leads_back_to_what_was_to_be_printed(organiser):
    url = reverse("tournament:hall-address", args=["hall"])
    seen = organiser.get(url).context["form"].initial["seen"]
    sent = {"token": "one", "hall_address": "192.0.2.5", "seen": seen}

    answer = organiser.post(f"{url}?back=table-cards", sent)

    assert answer["Location"] == reverse("tournament:table-cards", args=["hall"])
