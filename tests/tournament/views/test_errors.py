"""Pages for what went wrong: each is met in a real situation, in two languages, with one way on."""

import re

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.urls import path, reverse

from tests.factories import PASSWORD, make_game, make_official, make_tournament, make_user
from tournament import urls
from tournament.middleware import LARGEST_REQUEST
from tournament.models import Role
from tournament.permissions import Refusal
from tournament.services.errors import EntryConflict, NotAllowed
from tournament.services.throttle import MOST_FAILURES


def broken(request):
    raise ZeroDivisionError


def denied(request):
    raise PermissionDenied


def raced(request):
    raise EntryConflict("Somebody changed the list.")


def refused(request):
    raise NotAllowed(Refusal.ROUND)


urlpatterns = [
    path("broken/", broken),
    path("denied/", denied),
    path("raced/", raced),
    path("refused/", refused),
    *urls.urlpatterns,
]
handler500 = urls.handler500


@pytest.fixture
def faults(client, settings):
    """A client of a server with views that fail."""
    settings.ROOT_URLCONF = __name__
    client.raise_request_exception = False
    return client


def heading(answer):
    return re.search(r"<h1>(.*?)</h1>", answer.text)[1]


def ways_on(answer):
    return re.findall(r'<a class="button[^"]*" href="([^"]*)"', answer.text)


# 400


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "This request could not be read"), ("zh-hans", "无法读取这次请求")],
)
def test_400_for_a_name_that_is_not_the_servers(client, settings, language, words):
    settings.ALLOWED_HOSTS = ["hall.example"]

    answer = client.get("/", headers={"host": "elsewhere.example", "accept-language": language})

    assert (answer.status_code, heading(answer), ways_on(answer)) == (400, words, ["/"])


def test_400_for_more_fields_than_any_form_has(client):
    answer = client.post(reverse("login"), {f"field{n}": "x" for n in range(501)})

    assert (answer.status_code, ways_on(answer)) == (400, ["/"])


# 403


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "words"), [("en", "Not allowed here"), ("zh-hans", "无权进入")]
)
def test_403_for_the_wrong_role(client, language, words):
    event = make_tournament(slug="hall")
    client.force_login(make_official(event, Role.CLERK))

    answer = client.get("/events/hall/board/", headers={"accept-language": language})

    assert (answer.status_code, heading(answer)) == (403, words)
    assert ways_on(answer) == [reverse("login"), "/"]


def test_403_that_django_itself_answers(faults):
    answer = faults.get("/denied/")

    assert (answer.status_code, heading(answer)) == (403, "Not allowed here")


@pytest.mark.django_db
def test_403_for_a_service_that_says_no_where_the_view_asked_nobody(faults):
    faults.force_login(make_user())

    answer = faults.get("/refused/")

    assert (answer.status_code, "The round is not running" in answer.text) == (403, True)


@pytest.mark.parametrize(
    ("language", "words"), [("en", "This page was open too long"), ("zh-hans", "这一页打开太久了")]
)
def test_a_form_without_its_secret_is_answered_in_words(language, words):
    client = Client(enforce_csrf_checks=True, headers={"accept-language": language})

    answer = client.post("/i18n/setlang/", {"language": "en"})

    assert (answer.status_code, heading(answer), ways_on(answer)) == (403, words, ["/"])


# 404, without the database


@pytest.mark.parametrize(
    ("language", "words"), [("en", "There is no such page"), ("zh-hans", "没有这一页")]
)
def test_404_needs_no_database(client, language, words):
    answer = client.get("/nowhere/", headers={"accept-language": language})

    assert (answer.status_code, heading(answer), ways_on(answer)) == (404, words, ["/"])


# 405


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "words"), [("en", "This is no page to open"), ("zh-hans", "这里没有页面可看")]
)
def test_405_for_the_address_of_a_button(client, language, words):
    make_game(slug="hall")

    answer = client.get("/events/hall/rounds/1/run/", headers={"accept-language": language})

    assert (answer.status_code, heading(answer), ways_on(answer)) == (405, words, ["/"])
    assert answer.headers["Allow"] == "POST"


# 409


@pytest.mark.parametrize(
    ("language", "words"), [("en", "Somebody else was faster"), ("zh-hans", "有人抢先保存了")]
)
def test_409_for_a_race_that_no_view_foresaw(faults, language, words):
    answer = faults.get("/raced/", headers={"accept-language": language})

    assert (answer.status_code, heading(answer), ways_on(answer)) == (409, words, ["/"])
    assert "Somebody changed the list." in answer.text


# 413


@pytest.mark.parametrize(
    ("language", "words"), [("en", "The file is too large"), ("zh-hans", "文件太大")]
)
def test_413_before_anything_is_read(client, language, words):
    answer = client.post(
        "/events/hall/roster/import/",
        b"",
        content_type="multipart/form-data; boundary=x",
        headers={"content-length": str(LARGEST_REQUEST + 1), "accept-language": language},
    )

    assert (answer.status_code, heading(answer), ways_on(answer)) == (413, words, ["/"])


# 429


def try_to_log_in(client, username="li", password="wrong", **more):
    return client.post(reverse("login"), {"username": username, "password": password}, **more)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "words"), [("en", "Too many attempts"), ("zh-hans", "试得太多次")]
)
def test_429_after_ten_wrong_passwords(client, language, words):
    user = make_user("li")
    answers = [try_to_log_in(client).status_code for _try in range(MOST_FAILURES)]

    right = try_to_log_in(client, password=PASSWORD, headers={"accept-language": language})

    assert answers == [200] * MOST_FAILURES
    assert (right.status_code, heading(right), ways_on(right)) == (429, words, ["/"])
    assert right.headers["Retry-After"] == "300"
    assert try_to_log_in(client, make_user().username, PASSWORD).status_code == 302
    assert try_to_log_in(Client(REMOTE_ADDR="10.0.0.9"), "li", PASSWORD).status_code == 302
    assert user.is_active


@pytest.mark.django_db
def test_a_log_in_starts_the_count_anew(client):
    make_user("li")
    for _round in range(2):
        for _try in range(MOST_FAILURES - 1):
            try_to_log_in(client)
        assert try_to_log_in(client, password=PASSWORD).status_code == 302


# 500, without the database


def test_a_fault_of_ours_names_a_reference_that_the_log_has(faults, caplog):
    answer = faults.get("/broken/")

    assert (answer.status_code, heading(answer), ways_on(answer)) == (500, "出错了", ["/"])
    reference = re.search(r"Ref ([0-9A-F]{4})\.", answer.text)
    assert reference
    assert f"reference {reference[1]}: GET /broken/" in caplog.text


def test_500_is_answered_when_the_database_is_not_there(faults):
    answer = faults.get("/events/hall/")  # this test may not touch the database

    assert (answer.status_code, heading(answer), ways_on(answer)) == (500, "出错了", ["/"])
    assert "Something broke" in answer.text
