"""Referees' phones, each a process of its own: log in, wait for the others, post what is given."""

from collections.abc import Sequence
from dataclasses import dataclass
from http.client import HTTPResponse
from http.cookiejar import CookieJar
from multiprocessing.synchronize import Barrier
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, HTTPErrorProcessor, Request, build_opener

type_of_form = {"Content-Type": "application/x-www-form-urlencoded"}


@dataclass(frozen=True)
class Post:
    """One press of the save button: where, and the form's fields."""

    path: str
    fields: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Answer:
    """What came back; the reason of an error is worth reading."""

    status: int
    text: str


class _AsItIs(HTTPErrorProcessor):
    """Neither follow redirects nor raise for a status."""

    def http_response(self, request: Request, response: HTTPResponse) -> HTTPResponse:
        return response


class Phone:
    """A browser without pictures: cookies and forms."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.cookies = CookieJar()
        self.browser = build_opener(HTTPCookieProcessor(self.cookies), _AsItIs())

    def get(self, path: str) -> Answer:
        with self.browser.open(self.address + path, timeout=60) as response:
            return Answer(response.status, response.read().decode())

    def post(self, path: str, fields: Sequence[tuple[str, str]]) -> Answer:
        secret = next(each.value for each in self.cookies if each.name == "csrftoken")
        body = urlencode([*fields, ("csrfmiddlewaretoken", secret)]).encode()
        request = Request(self.address + path, body, {**type_of_form, "Origin": self.address})
        with self.browser.open(request, timeout=60) as response:
            return Answer(response.status, response.read().decode())

    def log_in(self, username: str, password: str) -> None:
        path = "/accounts/login/"
        self.get(path)
        answer = self.post(path, [("username", username), ("password", password)])
        assert answer.status == 302, answer.text


_start: Barrier


def take_barrier(start: Barrier) -> None:
    """Give a process of the pool what it waits at before it posts."""
    global _start
    _start = start


def enter(address: str, account: tuple[str, str], posts: Sequence[Post]) -> list[Answer]:
    """Log in, wait until every phone has, then post one after the other."""
    phone = Phone(address)
    phone.log_in(*account)
    _start.wait(timeout=60)
    return [phone.post(post.path, post.fields) for post in posts]
