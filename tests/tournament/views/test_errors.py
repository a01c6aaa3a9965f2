"""Pages for what went wrong."""

import re

from django.test import Client
from django.urls import path

from tournament import urls


def broken(request):
    raise ZeroDivisionError


urlpatterns = [path("broken/", broken), *urls.urlpatterns]
handler500 = urls.handler500


def test_a_fault_of_ours_names_a_reference_that_the_log_has(client, settings, caplog):
    settings.ROOT_URLCONF = __name__
    client.raise_request_exception = False

    answer = client.get("/broken/")

    assert answer.status_code == 500
    reference = re.search(r"Ref ([0-9A-F]{4})\.", answer.content.decode())
    assert reference
    assert f"reference {reference[1]}: GET /broken/" in caplog.text


def test_a_form_without_its_secret_is_answered_in_words():
    answer = Client(enforce_csrf_checks=True).post("/i18n/setlang/", {"language": "en"})

    assert answer.status_code == 403
    assert "<h1>" in answer.content.decode()
