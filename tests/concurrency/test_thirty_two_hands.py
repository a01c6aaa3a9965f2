"""
A hall's worst minute: six phones, two server processes, every hand sent twice, some disagree.

Runs on the database the tests run on: a SQLite file, or PostgreSQL with DATABASE_URL.
"""

import random
import re
from collections import Counter
from itertools import chain
from multiprocessing import get_context

import pytest
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.db import connection

from tests.concurrency.phones import Phone, Post, enter, take_barrier
from tests.factories import PASSWORD, make_official, make_round, make_tournament
from tests.servers import own_environment, serving
from tournament.models import ActionLog, Game, Hand, Role, Round

PHONES = 6
COLLISIONS = [(1, 1), (1, 16), (1, 8), (2, 5), (2, 12), (2, 16)]  # table, hand


@pytest.fixture
def event(transactional_db) -> Round:
    """A running round of two tables, with a referee for each phone."""
    tournament = make_tournament(players=8, slug="hall")
    for number in range(PHONES):
        user = make_official(tournament, Role.REFEREE, username=f"referee{number}")
        # The server hashes as in earnest, the tests do not; few rounds, as nobody attacks here.
        user.password = PBKDF2PasswordHasher().encode(PASSWORD, "salt", iterations=1)
        user.save(update_fields=["password"])
    return make_round(tournament)


@pytest.fixture
def address(event: Round) -> str:
    """Gunicorn with two workers on the tests' own database."""
    with serving(own_environment(DATABASE_URL=database_url())) as port:
        yield f"http://127.0.0.1:{port}"


def database_url() -> str:
    at = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{at['NAME']}"
    secret = f":{at['PASSWORD']}" if at["PASSWORD"] else ""
    return f"postgres://{at['USER']}{secret}@{at['HOST']}:{at['PORT']}/{at['NAME']}"


def path(table: int, number: int) -> str:
    return f"/events/hall/rounds/1/tables/{table}/hands/{number}/"


def read_form(phone: Phone, table: int, number: int) -> dict[str, str]:
    """What the page gives along: the token and the version it shows."""
    page = phone.get(path(table, number))
    assert page.status == 200
    hidden = {
        name: re.search(rf'name="{name}"[^>]*value="([^"]*)"', page.text) or pytest.fail(name)
        for name in ("token", "replaces")
    }
    return {name: found[1] for name, found in hidden.items()}


def win(form: dict[str, str], table: int, number: int, *, points: int) -> Post:
    """A wins off B; the last hand of a game asks for a second press, which goes along."""
    fields = {
        **form,
        "winner": "A",
        "discarder": "B",
        "mode": "points",
        "points": str(points),
        "confirm": f"discard:0:1:{points}:0",
    }
    return Post(path(table, number), tuple(fields.items()))


def presses(phone: Phone) -> list[Post]:
    """32 hands, each sent twice under one token, and six of them differently by somebody else."""
    posts = []
    for table in (1, 2):
        for number in range(1, 17):
            form = read_form(phone, table, number)
            posts += [win(form, table, number, points=8 + number)] * 2
            if (table, number) in COLLISIONS:
                other = read_form(phone, table, number)
                assert other["token"] != form["token"]
                posts.append(win(other, table, number, points=40 + number))
    return posts


def post_all(address: str, posts: list[Post]) -> list[tuple[Post, int, str]]:
    """Deal the posts to the phones, let these start together, return what each was answered."""
    hands = [posts[number::PHONES] for number in range(PHONES)]
    jobs = [(address, (f"referee{n}", PASSWORD), hand) for n, hand in enumerate(hands)]
    # New processes, not copies of this one with its threads and connections.
    context = get_context("spawn")
    with context.Pool(PHONES, take_barrier, (context.Barrier(PHONES),)) as pool:
        answers = pool.starmap(enter, jobs, chunksize=1)
    return [
        (post, answer.status, answer.text)
        for post, answer in zip(chain(*hands), chain(*answers), strict=True)
    ]


def test_thirty_two_hands_sent_twice_with_collisions(address):
    phone = Phone(address)
    phone.log_in("referee0", PASSWORD)
    posts = presses(phone)
    # Neighbours in a shuffled row reach the server together, from two phones.
    random.Random(1998).shuffle(posts)

    answers = post_all(address, posts)

    statuses = Counter(status for _, status, _ in answers)
    assert set(statuses) <= {200, 302, 409}, [text for _, status, text in answers if status >= 422]
    assert len(answers) == 32 * 2 + len(COLLISIONS)
    # One side of each collision is refused: the other values once, or the two equal ones.
    assert len(COLLISIONS) <= statuses[409] <= 2 * len(COLLISIONS)

    current = Hand.objects.current().select_related("game__table").order_by("game__table", "number")
    accepted = {(post.path, points(post)) for post, status, _ in answers if status == 302}
    standing = [(path(hand.game.table.number, hand.number), hand.fan_points) for hand in current]
    assert [where for where, _ in standing] == [path(t, n) for t in (1, 2) for n in range(1, 17)]
    assert set(standing) == accepted

    assert Hand.objects.count() == 32
    assert ActionLog.objects.filter(action="record_hand").count() == 32
    assert list(Game.objects.values_list("version", flat=True)) == [16, 16]
    for hand in current:
        amounts = hand.scores.order_by("seat__start").values_list("points", flat=True)
        assert list(amounts) == [hand.fan_points + 24, -8 - hand.fan_points, -8, -8]


def points(post: Post) -> int:
    return int(dict(post.fields)["points"])
