"""Draws nobody hopes for, as the organiser meets them on the pages: every one answers clearly."""

import re

import pytest
from django.urls import reverse

from tests.factories import make_official, make_tournament
from tournament.draw import Kind
from tournament.models import Draw, Player, Role
from tournament.services.draws import Order, make_draft
from tournament.services.kept_apart import keep_apart
from tournament.services.log import Request

pytestmark = pytest.mark.django_db


def make_event(players, **fields):
    tournament = make_tournament(players=players, slug="odd", **fields)
    tournament.players.update(status=Player.Status.CHECKED_IN)
    return tournament


def words(response):
    return " ".join(re.sub(r"<[^>]+>", " ", response.content.decode()).split())


@pytest.fixture
def organiser(client):
    def log_in(tournament):
        client.force_login(make_official(tournament, Role.ORGANISER))
        return client

    return log_in


def draw(client, kind="plan", first=1, last=None, **more):
    sent = {"token": f"{kind}{first}", "kind": kind, "first_round": first, "seed": "s",
            "last_round": last or "", "teams_apart": "on", **more}  # fmt: skip
    return client.post(reverse("tournament:new-draw", args=["odd"]), sent, follow=True)


@pytest.mark.parametrize(
    ("players", "before", "status", "after"),
    [
        pytest.param(0, "Enter the players", 409, "Nobody is there to be drawn", id="nobody"),
        pytest.param(3, "The last table lacks 1 player", 409, "Add 1 filler", id="three"),
        pytest.param(5, "The last table lacks 3 players", 409, "Add 3 fillers", id="five"),
        pytest.param(8, "8 players to draw", 200, "56 meetings", id="eight"),
        pytest.param(12, "12 players to draw", 200, "132 meetings", id="twelve"),
    ],
)
def test_small_and_odd_fields_answer_before_and_after(organiser, players, before, status, after):
    client = organiser(make_event(players))

    page = words(client.get(reverse("tournament:new-draw", args=["odd"])))
    answer = draw(client, last={8: 7, 12: 11}.get(players))

    assert before in page
    assert (answer.status_code, after in words(answer)) == (status, True)
    assert Draw.objects.exists() is (status == 200)


def test_when_everybody_withdraws_draft_and_new_draw_say_so(organiser):
    tournament = make_event(8)
    order = Order(1, 1, Kind.LOTS, seed="s")
    drawn = make_draft(stage=tournament.stages.get(), order=order, request=Request())
    tournament.players.update(status=Player.Status.WITHDRAWN)
    client = organiser(tournament)
    press = {"token": "one", "number": "1"}

    page = words(client.get(reverse("tournament:draw", args=["odd", drawn.pk])))
    again = client.post(reverse("tournament:reseat-draw", args=["odd", drawn.pk]), press)
    new = words(client.get(reverse("tournament:new-draw", args=["odd"])))

    assert "Round 1 seats players who have left: 01, 02, 03, 04, 05, 06, 07, 08." in page
    assert (again.status_code, "Nobody is there to be drawn" in words(again)) == (409, True)
    assert "Nobody is there to be drawn" in new
    assert Draw.objects.get() == drawn


def test_a_pair_at_the_only_table_cannot_be_kept_apart_and_that_is_said(organiser):
    tournament = make_event(4)
    keep_apart(
        one=tournament.players.get(number=1), other=tournament.players.get(number=2),
        request=Request(),
    )  # fmt: skip
    client = organiser(tournament)
    sentence = (
        "More are to be kept apart than there are tables, so some meet in every round: 01, 02"
    )

    before = words(client.get(reverse("tournament:new-draw", args=["odd"])))
    after = words(draw(client))

    assert sentence in before
    assert sentence in after
    assert "1 pair is kept apart." in before


def test_teams_that_may_meet_are_no_conflict(organiser):
    client = organiser(make_event(8, teams=2))
    sentence = "More are to be kept apart"

    assert sentence in words(client.get(reverse("tournament:new-draw", args=["odd"])))
    refused = draw(client, kind="plan", first=2, last=1, teams_apart="")

    assert (refused.status_code, sentence in words(refused)) == (409, False)


@pytest.mark.parametrize(
    ("kind", "more", "status", "said"),
    [
        pytest.param("swiss", {}, 409, "There is no standing yet", id="no-standing"),
        pytest.param("final", {"finalists": "8"}, 409, "There is no standing yet", id="final"),
        pytest.param("final", {}, 422, "Say how many play the final", id="how-many"),
        pytest.param("team_round_robin", {}, 409, "are in no team", id="no-teams"),
        pytest.param("singles_round_robin", {}, 409, "here there are 8", id="not-sixteen"),
        pytest.param("manual_last", {}, 409, "no round before", id="no-round"),
        pytest.param("manual", {}, 200, "By hand", id="by-hand"),
    ],
)
def test_a_kind_that_does_not_fit_is_greyed_with_the_reason_and_refused(
    organiser, kind, more, status, said
):
    client = organiser(make_event(8))

    page = client.get(reverse("tournament:new-draw", args=["odd"])).content.decode()
    answer = draw(client, kind=kind, **more)

    option = next(part for part in page.split("<label") if f'name="kind" value="{kind}"' in part)
    assert ("option-off" in option) is (kind != "manual")
    assert (answer.status_code, said in words(answer)) == (status, True)
