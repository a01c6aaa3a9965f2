"""
A hundred tables post a hand each within ten seconds: `make bench`.

The server is the product's own command with two workers, the database the one of DATABASE_URL, which
must be empty, or else a new SQLite file that waits for the disk as in a hall. A post is sent at its
own moment whether the one before was answered or not; it takes from that moment to the last byte of
the answer. Beside it the floor (`tests/benchmarks/floor.py`): a bare view that inserts one row.
Floor and product take turns, so that what else the machine does hits both.
"""

import os
import random
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from statistics import median, quantiles
from typing import TYPE_CHECKING
from urllib.parse import urlencode

if TYPE_CHECKING:
    from django.contrib.auth.models import User

TABLES = 100
SECONDS = 10
TURNS = 3
SECRET = "c" * 32  # in the cookie and in the form
GOAL_P95 = 1.0
GOAL_RATIO = 1.5


@dataclass(frozen=True, slots=True)
class Post:
    """One press of a save button."""

    path: str
    body: str
    cookies: str = ""
    expected: int = 302


@contextmanager
def database() -> Iterator[str]:
    """Give the URL of the database to use."""
    if given := os.environ.get("DATABASE_URL"):
        yield given
        return
    with tempfile.TemporaryDirectory(prefix="tournament-bench-") as folder:
        yield f"sqlite:///{Path(folder, 'hall.sqlite3')}"


def prepare() -> list[str]:
    """Make the tables, an event with a round that runs, a referee for each table; give sessions."""
    from django.contrib.auth.models import User  # noqa: PLC0415 - Django is set up by now
    from django.core.management import call_command  # noqa: PLC0415

    from tests.factories import make_round, make_tournament  # noqa: PLC0415
    from tournament.models import Official, Role  # noqa: PLC0415

    call_command("migrate", verbosity=0)
    tournament = make_tournament(players=4 * TABLES, slug="hall")
    make_round(tournament)
    users = User.objects.bulk_create(User(username=f"referee{n}") for n in range(1, TABLES + 1))
    tables = list(tournament.tables.order_by("number"))
    for user, table in zip(users, tables, strict=True):
        official = Official.objects.create(tournament=tournament, user=user, role=Role.REFEREE)
        official.tables.set([table])
    return [_session(user) for user in users]


def _session(user: "User") -> str:
    from django.contrib.auth import (  # noqa: PLC0415
        BACKEND_SESSION_KEY,
        HASH_SESSION_KEY,
        SESSION_KEY,
    )
    from django.contrib.sessions.backends.db import SessionStore  # noqa: PLC0415

    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.create()
    return str(session.session_key)


def hands(sessions: Sequence[str], number: int) -> list[Post]:
    """Hand `number` of every table, each another win."""
    return [
        Post(
            path=f"/events/hall/rounds/1/tables/{table}/hands/{number}/",
            body=urlencode(
                {
                    "winner": "ABCD"[table % 4],
                    "discarder": "ABCD"[(table + 1) % 4],
                    "mode": "points",
                    "points": 8 + table % 20,
                    "replaces": 0,
                    "token": f"bench-{number}-{table}",
                    "csrfmiddlewaretoken": SECRET,
                }
            ),
            cookies=f"csrftoken={SECRET}; sessionid={session}",
        )
        for table, session in enumerate(sessions, 1)
    ]


def rows(number: int) -> list[Post]:
    """As many rows for the floor."""
    return [
        Post("/floor/", urlencode({"key": f"{number}-{table}"}), expected=204)
        for table in range(TABLES)
    ]


def send(port: int, posts: Sequence[Post], *, seconds: float) -> list[float]:
    """Post all within some seconds, in a mixed order; return how long each took."""
    order = list(posts)
    random.Random(1998).shuffle(order)
    start = time.perf_counter() + 0.5

    def one(index: int) -> float:
        due = start + index * seconds / len(order)
        time.sleep(max(0.0, due - time.perf_counter()))
        _post(port, order[index])
        return time.perf_counter() - due

    with ThreadPoolExecutor(len(order)) as phones:
        return list(phones.map(one, range(len(order))))


def _post(port: int, post: Post) -> None:
    connection = HTTPConnection("127.0.0.1", port, timeout=60)
    headers = {
        "Content-Type": "application/x-www-form-urlencoded",
        "Origin": f"http://127.0.0.1:{port}",
        "Cookie": post.cookies,
    }
    connection.request("POST", post.path, post.body, headers)
    answer = connection.getresponse()
    text = answer.read()
    connection.close()
    if answer.status != post.expected:
        raise SystemExit(f"{post.path}: {answer.status}\n{text.decode()[:2000]}")


def line(name: str, took: Sequence[float]) -> str:
    """Median, 95th percentile and the slowest, in milliseconds."""
    p95 = quantiles(took, n=20)[-1]
    figures = (median(took), p95, max(took))
    return f"{name:24}" + "".join(f"{1000 * figure:9.1f}" for figure in figures)


def kept() -> tuple[int, int]:
    """How many hands stand, and how many versions there are of them."""
    from tournament.models import Hand  # noqa: PLC0415

    return Hand.objects.current().count(), Hand.objects.count()


def main() -> None:
    """Print the figures for one database."""
    with database() as url:
        os.environ["DATABASE_URL"] = url
        os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
        import django  # noqa: PLC0415 - the settings read the environment

        django.setup()
        from django.db import connection, connections  # noqa: PLC0415

        from tests.servers import own_environment, serving  # noqa: PLC0415

        sessions = prepare()
        vendor = connection.vendor
        connections.close_all()
        product = own_environment(DATABASE_URL=url)
        floor = product | {"DJANGO_SETTINGS_MODULE": "tests.benchmarks.floor"}
        with serving(product) as port, serving(floor) as floor_port:
            measure(vendor, sessions, port, floor_port)
        standing, versions = kept()
    expected = (TURNS + 1) * TABLES
    sys.stdout.write(f"hands lost {expected - standing}, doubled {versions - standing}\n")
    if (standing, versions) != (expected, expected):
        raise SystemExit("hands were lost or doubled")


def measure(vendor: str, sessions: Sequence[str], port: int, floor_port: int) -> None:
    """Let floor and product take turns; print what they took."""
    shape = f"{TABLES} posts in {SECONDS} s, {TURNS} turns, 2 workers"
    sys.stdout.write(f"{vendor}: {shape}; ms\n{'':24}{'median':>9}{'95 %':>9}{'slowest':>9}\n")
    bare: list[float] = []
    saved: list[float] = []
    for turn in range(1, TURNS + 1):
        bare += send(floor_port, rows(turn), seconds=SECONDS)
        saved += send(port, hands(sessions, turn), seconds=SECONDS)
    at_once = send(port, hands(sessions, TURNS + 1), seconds=0)
    for name, took in (
        ("one row, bare view", bare),
        ("a hand, the product", saved),
        ("a hand, all at once", at_once),
    ):
        sys.stdout.write(line(name, took) + "\n")
    ratio = median(saved) / median(bare)
    p95 = quantiles(saved, n=20)[-1]
    sys.stdout.write(
        f"ratio of medians {ratio:.1f} (goal {GOAL_RATIO}); "
        f"95 % below {p95:.2f} s (goal {GOAL_P95:.0f} s)\n"
    )


if __name__ == "__main__":
    main()
