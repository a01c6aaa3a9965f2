"""Three games with players missing, worked out on paper: the same on sheets, standings and file."""

import csv
import io
import re

import pytest
from django.urls import reverse

from tests.factories import (
    DRAWN,
    discard_win,
    game_url,
    make_hand,
    make_official,
    make_round,
    make_tournament,
    self_draw_win,
)
from tests.peers.pages import words
from tournament.models import Game, Role
from tournament.services.absence import note_absence
from tournament.services.log import Request

pytestmark = pytest.mark.django_db

# One absent: +44 −28 −8 −8, then −18 −18 −18 +54, and 80 from who is absent.
# One there from hand 5, eight minutes late: +32 −8 −16 −8, −20 −20 +60 −20, −38 −8 −8 +54,
# −8 +40 −8 −24, and 20 from who is late. Two absent: nobody plays, 80 from each.
SCORES = {1: (526, 454, 394, 546), 2: (466, 484, 528, 502), 3: (420, 500, 500, 420)}
SUMS = {1: "Sum −80 = fines (03 −80)", 2: "Sum −20 = fines (06 −20)",
        3: "Sum −160 = fines (09 −80, 12 −80)"}  # fmt: skip
STANDING = [
    (4, 4, 46), (7, 4, 28), (10, 3, 0), (11, 3, 0), (1, 2, 26), (8, 2, 2),
    (6, 1, -16), (2, 1, -46), (5, 0, -34), (9, 0, -80), (12, 0, -80), (3, 0, -106),
]  # fmt: skip

COLUMNS = ("No.", "Table points", "Score")


def note(game, start, present_from, minutes=0):
    seen = Game.objects.get(pk=game.pk).version
    note_absence(
        game=game,
        start=start,
        present_from=present_from,
        minutes=minutes,
        seen=seen,
        request=Request(reason="not here"),
    )


@pytest.fixture
def games():
    event = make_tournament(slug="open", players=12, starting_score=500)
    one, two, three = make_round(event).games.order_by("table__number")
    note(one, 2, None)
    for number, entry in enumerate([discard_win(0, 1, 20), self_draw_win(3, 10), DRAWN], start=1):
        make_hand(one, number, entry)
    early = [discard_win(0, 2, 8), self_draw_win(2, 12), DRAWN, discard_win(3, 0, 30)]
    for number, entry in enumerate(early, start=1):
        make_hand(two, number, entry)
    note(two, 1, 5, minutes=8)
    make_hand(two, 5, discard_win(1, 3, 16))
    note(three, 0, None)
    note(three, 3, None)
    return {1: one, 2: two, 3: three}


def test_players_who_are_missing_count_alike_on_every_page(client, games):
    client.force_login(make_official(games[1].round.tournament, Role.HEAD_REFEREE))

    sheets = {table: words(client.get(game_url(game, "sheet"))) for table, game in games.items()}
    page = words(client.get(reverse("tournament:standings", args=["open"])))
    file = client.get(reverse("tournament:standings-csv", args=["open"])).content.decode(
        "utf-8-sig"
    )

    shown = {
        table: tuple(map(int, re.findall(r"[A-D] · \d\d (?:\* )?(\d{3})\b", said)))
        for table, said in sheets.items()
    }
    assert shown == SCORES
    assert [table for table, said in sheets.items() if SUMS[table] not in said] == []
    listed = re.findall(r"Player \d\d Table \d: \S+ \S+ (\S+) (\S+)", page)
    assert [(int(points), number(score)) for points, score in listed] == [
        (points, score) for _player, points, score in STANDING
    ]
    rows = csv.DictReader(io.StringIO(file))
    assert [tuple(number(row[name]) for name in COLUMNS) for row in rows] == STANDING


def number(text):
    return int(text.replace("−", "-"))
