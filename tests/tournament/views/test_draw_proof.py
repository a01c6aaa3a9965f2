"""The public page of how the seats were drawn."""

import re

import pytest
from django.urls import reverse
from django.utils import translation

from tests.factories import make_official, make_round, make_tournament
from tournament.draw import ALGORITHM, Kind
from tournament.in_public import Way
from tournament.models import Player, Role
from tournament.services.draws import Order, make_draft, publish_draw, swap_seats
from tournament.services.draws_again import redraw, reseat
from tournament.services.kept_apart import keep_apart
from tournament.services.log import Request
from tournament.services.people import add_player, withdraw_player
from tournament.services.public_draws import make_schedule, publish_schedule
from tournament.services.public_lots import say_word

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    tournament = make_tournament(players=16, teams=4, slug="open")
    tournament.players.update(status=Player.Status.CHECKED_IN)
    return tournament


def entry(event, number):
    return event.players.get(number=number)


def draft(event, first=1, last=3, **more):
    order = Order(first, last, Kind.PLAN, seed="autumn", **more)
    return make_draft(stage=event.stages.get(), order=order, request=Request())


def facts(client):
    """The terms and values of every draw on the page, as text."""
    page = client.get(reverse("tournament:draw-proof", args=["open"])).content.decode()
    rows = re.findall(r"<dt>(.*?)</dt>\s*<dd.*?>(.*?)</dd>", page, re.S)
    return [(term, " ".join(re.sub("<.*?>", "", value).split())) for term, value in rows], page


def test_a_published_draw_is_shown_with_all_it_follows_from(client, event):
    draw = publish_draw(draw=draft(event), request=Request())

    found, page = facts(client)

    assert found == [
        ("Kind of draw", "Planned rounds · team-mates apart"),
        ("Seed", "autumn"),
        ("Algorithm and version", f"{draw.algorithm}"),
        ("SHA-256", draw.sha256),
        ("Kept apart, by entry number", "1, 5, 9, 13 · 2, 6, 10, 14 · 3, 7, 11, 15 · 4, 8, 12, 16"),
        ("Swapped by hand", "nothing"),
        ("Number of the draw", str(draw.pk)),
    ]
    assert draw.algorithm.endswith(f" {ALGORITHM}")
    assert "manage.py verify_draw open" in page


@pytest.mark.parametrize("role", [None, Role.REFEREE, Role.ORGANISER])
def test_a_draft_is_shown_to_nobody(client, event, role):
    draw = draft(event)
    if role:
        client.force_login(make_official(event, role))

    found, page = facts(client)

    assert found == []
    assert draw.sha256 not in page
    assert "No round is published yet" in page


def test_the_seed_is_kept_while_a_round_is_a_draft(client, event):
    draw = draft(event)
    for number, pair in ((1, (1, 2)), (3, (3, 4))):
        swap_seats(
            round_=draw.rounds.get(number=number), one=pair[0], other=pair[1], request=Request()
        )
    publish_draw(draw=draw, number=1, request=Request())

    found, page = facts(client)

    assert dict(found)["Seed"] == "shown once all rounds of this draw are published"
    assert "autumn" not in page
    assert dict(found)["Swapped by hand"].startswith("round 1: 1 and 2")
    assert "3 and 4" not in page
    assert "?round=1" in page
    assert "?round=2" not in page


def test_swaps_have_their_time_where_the_log_knows_it(client, event):
    draw = draft(event)
    swap_seats(round_=draw.rounds.get(number=2), one=1, other=2, request=Request())
    publish_draw(draw=draw, request=Request())

    with_log = dict(facts(client)[0])["Swapped by hand"]
    event.log.all().delete()
    without = dict(facts(client)[0])["Swapped by hand"]

    assert re.fullmatch(r"round 2: 1 and 2 \d{4}-\d\d-\d\d \d\d:\d\d", with_log)
    assert without == "round 2: 1 and 2"


def test_a_draw_of_which_nothing_is_left_gives_way_to_the_new_one(client, event):
    old = publish_draw(draw=draft(event), request=Request())
    new = redraw(draw=old, seed="again", request=Request(reason="somebody came"))
    publish_draw(draw=new, request=Request())

    seeds = [value for term, value in facts(client)[0] if term == "Seed"]

    assert seeds == ["again"]


def test_a_round_seated_without_a_draw_is_said_to_be(client, event):
    make_round(event, number=2)

    found, page = facts(client)

    assert found == []
    assert "Seated without a draw: round 2" in page


def test_wishes_and_the_standing_are_in_words(client, event):
    draw = publish_draw(draw=draft(event), request=Request())
    draw.constraints |= {"loose": [[[1, 2], 1]], "prefix_first": True, "standing": [4, 2, 1, 3]}
    draw.save()

    found = dict(facts(client)[0])

    assert found["Kind of draw"] == (
        "Planned rounds · team-mates apart · clubs and countries apart as far as possible · "
        "the rounds without repeats first"
    )
    assert found["The standing it was drawn by, by entry number"] == "4, 2, 1, 3"


def test_the_seats_lead_to_it_and_it_speaks_chinese(client, event):
    publish_draw(draw=draft(event), request=Request())
    address = reverse("tournament:draw-proof", args=["open"])

    assert f'href="{address}"' in client.get("/events/open/seats/").content.decode()
    assert f'href="{address}"' in client.get("/events/open/seats/by-name/").content.decode()
    client.cookies["django_language"] = "zh-hans"
    with translation.override("zh-hans"):
        assert "<h1>座位如何产生</h1>" in client.get(address).content.decode()


def test_lots_and_seats_taken_over_claim_to_heed_no_more_than_they_do(client, event):
    """Clubs, pairs and the company of who comes are left to chance there."""
    event.players.filter(number__in=(1, 2)).update(club="Dragon")
    keep_apart(one=entry(event, 1), other=entry(event, 2), request=Request())
    order = Order(1, 2, Kind.PLAN, seed="s", clubs_apart=True)
    draw = make_schedule(stage=event.stages.get(), order=order, way=Way.REVEALED, request=Request())
    publish_schedule(draw=draw, secret="", request=Request())
    publish_draw(draw=say_word(draw=draw, word="spring", request=Request()), request=Request())

    found, _page = facts(client)
    assert ("Kind of draw", "Planned rounds · team-mates apart") in found
    teams = "1, 5, 9, 13 · 2, 6, 10, 14 · 3, 7, 11, 15 · 4, 8, 12, 16"
    assert dict(found)["Kept apart, by entry number"] == teams

    draw.refresh_from_db()
    withdraw_player(player=entry(event, 4), last_round=0, request=Request())
    add_player(tournament=event, number=17, status="checked_in", request=Request())
    again = reseat(draw=draw, take_over=True, request=Request(reason="04 is ill"))
    publish_draw(draw=again, request=Request())

    found, page = facts(client)
    assert found[-1] == ("Number of the draw", str(again.pk))
    words = "Planned rounds · the seats before, with those who came in the place of those who left"
    assert ("Kind of draw", words) in found
    assert page.count("Kept apart, by entry number") == 1
