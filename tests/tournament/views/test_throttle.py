"""Wrong passwords and PINs: ten for a name from an address, whatever page and process asks."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories import PASSWORD, make_user
from tournament.models import FailedLogIn
from tournament.services.throttle import MOST_FAILURES, are_too_many, count_failure

pytestmark = pytest.mark.django_db


def attempt(path, name, password="wrong", **more):
    sent = {"username": name, "password": password}
    return Client(**more).post(path, sent).status_code


def test_the_administration_and_the_log_in_page_share_one_count():
    make_user("li", superuser=True)
    for path in ["/admin/login/", reverse("login")] * (MOST_FAILURES // 2):
        assert attempt(path, "Li") == 200

    answers = [attempt(path, "li", PASSWORD) for path in ("/admin/login/", reverse("login"))]

    assert answers == [429, 429]


def test_a_log_in_leads_on_to_the_administration(client):
    make_user("li", superuser=True)
    sent = {"username": "li", "password": PASSWORD, "next": "/admin/tournament/"}

    asked = client.get("/admin/tournament/", follow=True)
    answer = client.post("/admin/login/", sent)

    assert asked.redirect_chain == [("/admin/login/?next=/admin/tournament/", 302)]
    assert 'name="next" value="/admin/tournament/"' in asked.text
    assert answer["Location"] == "/admin/tournament/"


def test_twenty_phones_behind_one_address_do_not_lock_each_other_out():
    for number in range(20):
        name = make_user(f"referee-{number}").username
        for _try in range(MOST_FAILURES - 1):
            count_failure(name=name, address="192.0.2.1")

    answers = {
        attempt(reverse("login"), f"referee-{number}", PASSWORD, REMOTE_ADDR="192.0.2.1")
        for number in range(20)
    }

    assert answers == {302}


def test_old_failures_count_no_more_and_go_away():
    for _try in range(MOST_FAILURES):
        count_failure(name="li", address="192.0.2.1")
    assert are_too_many(name="li", address="192.0.2.1")
    FailedLogIn.objects.update(at=timezone.now() - timedelta(minutes=5))

    is_over = not are_too_many(name="li", address="192.0.2.1")
    count_failure(name="zhang", address="192.0.2.1")

    assert is_over
    assert FailedLogIn.objects.count() == 1


def test_neither_name_nor_address_is_kept():
    count_failure(name="zhang-wei", address="192.0.2.77")

    kept = str(FailedLogIn.objects.values_list())

    assert "zhang" not in kept
    assert "192.0.2.77" not in kept


@pytest.mark.parametrize(
    ("behind_proxy", "expected"),
    [pytest.param(True, 302, id="the-client-the-proxy-saw"), pytest.param(False, 429, id="none")],
)
def test_behind_a_proxy_the_address_is_the_one_it_saw(settings, behind_proxy, expected):
    settings.BEHIND_PROXY = behind_proxy
    make_user("li")
    for number in range(MOST_FAILURES):
        seen = f"198.51.100.{number}, 203.0.113.5"  # the first word is the client's own
        attempt(reverse("login"), "li", HTTP_X_FORWARDED_FOR=seen)

    there = attempt(reverse("login"), "li", PASSWORD, HTTP_X_FORWARDED_FOR="203.0.113.5")
    elsewhere = attempt(reverse("login"), "li", PASSWORD, HTTP_X_FORWARDED_FOR="203.0.113.6")

    assert (there, elsewhere) == (429, expected)
