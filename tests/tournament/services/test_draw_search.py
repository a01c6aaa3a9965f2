"""A draft searched on: replaced by a better try only, and anybody can run that try again."""

from itertools import count

import pytest
from django.urls import reverse

from tests.factories import make_official
from tests.tournament.services.test_draw_kinds import verdict
from tests.tournament.services.test_draws import draft, make_event, seats
from tournament.draw import Kind
from tournament.draw.merit import merit, seed_of_try, tries_of
from tournament.models import ActionLog, Draw, Role
from tournament.proof import Verdict
from tournament.services.draw_search import is_worth_searching, search_on
from tournament.services.draws import publish_draw, swap_seats
from tournament.services.errors import BadState, NotAllowed
from tournament.services.log import Request

pytestmark = pytest.mark.django_db

# Sixteen players, five rounds: everybody meets everybody, and the tables come out differently.
PLAYERS, ROUNDS, BETTER = 16, 5, 3


def search(draw, *, tried=1, tries=10, seconds=1000, **more):
    return search_on(
        draw=draw, tried=tried, tries=tries, seconds=seconds, request=Request(), **more
    )


def five_rounds():
    return draft(make_event(PLAYERS), 1, ROUNDS)


@pytest.mark.parametrize(
    ("seed", "number", "expected"),
    [
        ("autumn", 2, "autumn/2"),
        ("autumn/7", 12, "autumn/12"),
        ("2026/5/a", 2, "2026/5/a/2"),
        ("/5", 2, "/5/2"),
        ("x" * 64, 10, "x" * 61 + "/10"),
    ],
)
def test_the_seed_of_a_try_names_the_first_and_its_number(seed, number, expected):
    assert seed_of_try(seed, number) == expected
    assert tries_of(expected) == number


def test_the_order_of_merit_is_clashes_repeats_clubs_tables_winds():
    good = {
        "seated_twice": [], "short_tables": [], "clashes": [], "rematches": [], "repeats": 0,
        "loose_weight": 0, "tables_missed": [], "rank_spread": None, "wind_spread_ever": 1,
        "table_revisits": 0,
    }  # fmt: skip
    worse = [
        {"table_revisits": 99},
        {"wind_spread_ever": 2},
        {"tables_missed": [[1, 5]]},
        {"loose_weight": 1},
        {"repeats": 1},
        {"clashes": [[1, 1, 2, 3]]},
        {"short_tables": [[1, 1]]},
    ]

    found = [merit(good | change) for change in ({}, *worse)]

    assert found == sorted(found)
    assert len(set(found)) == len(found)


def test_a_better_try_replaces_the_draft_and_can_be_run_again():
    draw = five_rounds()
    before = draw.quality["table_revisits"]

    found = search(draw)

    assert (found.tried, found.is_better, found.draw.seed) == (BETTER, True, f"s/{BETTER}")
    assert found.draw.quality["table_revisits"] < before
    assert [row.action for row in ActionLog.objects.filter(action="redraw")] == ["redraw"]
    draw.refresh_from_db()
    assert draw.state == Draw.State.SUPERSEDED
    assert verdict(publish_draw(draw=found.draw, request=Request())) is Verdict.SAME


def test_tries_that_are_no_better_leave_everything_as_it_was():
    draw = five_rounds()
    rows = ActionLog.objects.count()
    before = [seats(draw.stage.tournament, number) for number in range(1, ROUNDS + 1)]

    found = search(draw, tries=BETTER - 2)

    assert (found.draw, found.tried, found.is_better) == (draw, BETTER - 1, False)
    assert ActionLog.objects.count() == rows
    assert [seats(draw.stage.tournament, n) for n in range(1, ROUNDS + 1)] == before


def test_a_search_ends_in_time_and_makes_one_try_in_any_case():
    ticks = count()

    found = search(five_rounds(), seconds=0, clock=lambda: next(ticks))

    assert found.tried == 2


@pytest.mark.parametrize("change", ["published", "swapped", "by-hand", "roster"])
def test_what_is_no_untouched_draft_is_not_searched_on(change):
    tournament = make_event(PLAYERS)
    draw = draft(tournament, kind=Kind.MANUAL if change == "by-hand" else Kind.PLAN)
    if change == "published":
        publish_draw(draw=draw, request=Request())
    if change == "swapped":
        swap_seats(round_=draw.rounds.get(), one=1, other=9, request=Request())
    if change == "roster":
        tournament.players.filter(number=3).update(status="withdrawn")
    draw = Draw.objects.get()

    with pytest.raises(BadState):
        search(draw)


def test_only_organisers_search_on():
    draw = five_rounds()
    judge = make_official(draw.stage.tournament, Role.HEAD_REFEREE)

    with pytest.raises(NotAllowed):
        search_on(draw=draw, tried=1, tries=1, seconds=1, request=Request(by=judge))


def test_a_perfect_draft_offers_no_search():
    assert not is_worth_searching(draft(make_event(20), 1, 4))
    assert is_worth_searching(five_rounds())


# The page


@pytest.fixture
def page(client):
    """The organiser's page of the draft, and what posts to its search."""
    draw = five_rounds()
    client.force_login(make_official(draw.stage.tournament, Role.ORGANISER))
    slug = draw.stage.tournament.slug
    return client, draw, reverse("tournament:search-draw", args=[slug, draw.pk])


def test_a_press_without_a_script_makes_ten_tries_and_shows_the_better_draft(page):
    client, draw, url = page

    answer = client.post(
        url, {"token": "one", "tried": "1", "until": "0", "spent": "0"}, follow=True
    )

    text = answer.content.decode()
    assert f"Try {BETTER} is better; it is the draft now." in text
    assert f"s/{BETTER}" in text
    old = client.get(reverse("tournament:draw", args=[draw.stage.tournament.slug, draw.pk]))
    assert "This round was drawn again." in old.content.decode()
    again = client.post(url, {"token": "two", "tried": "1"}, follow=True)
    assert "Only a draft that nobody has changed by hand" in again.content.decode()


def test_a_script_goes_on_until_a_better_try_and_is_sent_to_its_page(page):
    client, _draw, url = page
    press = {"tried": str(BETTER - 1), "until": str(BETTER), "spent": "7"}

    better = client.post(url, {"token": "one", **press}, headers={"HX-Request": "true"})

    assert better.headers["HX-Redirect"].endswith(
        f"/draws/{Draw.objects.latest('pk').pk}/?{better.headers['HX-Redirect'].partition('?')[2]}"
    )
    assert f"tried={BETTER}&until={BETTER}&spent=" in better.headers["HX-Redirect"]


def test_a_script_shows_how_far_it_is_and_ends_at_the_deadline(page):
    client, draw, url = page
    shown = reverse("tournament:draw", args=[draw.stage.tournament.slug, draw.pk])

    running = client.get(shown, {"tried": "12", "until": "31", "spent": "85"}).content.decode()
    over = client.get(shown, {"tried": "12", "until": "31", "spent": "600"}).content.decode()

    assert "Try 11 of 30, 8 of 60 seconds." in running
    assert 'hx-trigger="load delay:200ms, submit"' in running
    assert "11 tries made: the draft on this page is the best of them." in over
    assert "hx-trigger" not in over.partition('id="draw-search"')[2].partition("</section>")[0]
    assert client.post(url, {"token": "x", "tried": "no"}).status_code == 302


def test_a_search_that_was_stopped_leads_to_what_it_still_found(page):
    client, draw, _url = page
    slug = draw.stage.tournament.slug
    found = search(draw).draw

    answer = client.get(reverse("tournament:draw", args=[slug, draw.pk]), {"tried": 2})

    assert answer.url == reverse("tournament:draw", args=[slug, found.pk])


def test_drawing_again_offers_what_was_asked(page):
    client, draw, _url = page
    slug = draw.stage.tournament.slug
    redraw = reverse("tournament:redraw", args=[slug, draw.pk])
    shown = client.get(reverse("tournament:draw", args=[slug, draw.pk])).content.decode()

    client.post(redraw, {"token": "one", "seed": "t", "asks_prefix_first": "1",
                         "prefix_first": "on"})  # fmt: skip

    assert 'name="asks_prefix_first"' in shown
    assert 'name="asks_teams_apart"' not in shown
    made = Draw.objects.latest("pk")
    assert (made.seed, made.constraints["prefix_first"], made.constraints["teams_apart"]) == (
        "t",
        True,
        True,
    )
