"""Getting in by badge: the link, the PIN, what such a log-in may do and when it ends."""

import re
from datetime import timedelta

import pytest
import segno
from django.template import Context, Template
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories import (
    PASSWORD,
    game_url,
    make_hand,
    make_official,
    make_round,
    make_tournament,
)
from tournament.models import AccessLink, Hand, Role, Round, Tournament
from tournament.services.badges import badge_pin, badge_token, make_badges, revoke_badge
from tournament.services.log import Request
from tournament.services.staff import appoint
from tournament.services.throttle import MOST_FAILURES

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    return make_tournament(slug="hall", players=8, hall_address="http://192.0.2.20:8000")


def badge_for(event, role=Role.REFEREE, tables=(), username=""):
    user = make_official(event, role, tables=tables, username=username)
    official = event.officials.get(user=user)
    return make_badges(tournament=event, officials=[official], request=Request())[0]


def link(badge):
    return reverse("badge", args=[badge_token(badge)])


def who_is(client):
    return client.get(reverse("home")).context["user"]


def start(client, badge):
    return client.post(link(badge))["Location"]


def test_opening_the_link_logs_nobody_in(client, event):
    badge = badge_for(event, tables=(1, 2), username="zhang")

    page = client.get(link(badge))

    assert page.status_code == 200
    assert all(words in page.text for words in ("zhang", "Table referee", "1-2", "Test event"))
    assert "no-store" in page.headers["Cache-Control"]
    assert who_is(client).is_anonymous
    client.post(link(badge))
    assert who_is(client) == badge.official.user


def test_a_press_without_the_pages_secret_logs_nobody_in(event):
    client = Client(enforce_csrf_checks=True)

    assert client.post(link(badge_for(event))).status_code == 403
    assert who_is(client).is_anonymous


@pytest.mark.parametrize(
    ("role", "tables", "state", "path"),
    [
        (Role.REFEREE, (2,), "running", "/events/hall/rounds/1/tables/2/hands/2/"),
        (Role.REFEREE, (2,), "published", "/events/hall/games/"),
        (Role.REFEREE, (9,), "running", "/events/hall/games/"),
        (Role.REFEREE, (1, 2), "running", "/events/hall/games/"),
        (Role.REFEREE, (), "running", "/events/hall/games/"),
        (Role.CLERK, (2,), "running", "/events/hall/games/"),
        (Role.HEAD_REFEREE, (), "running", "/events/hall/board/"),
        (Role.VIEWER, (), "running", "/events/hall/"),
    ],
)
def test_a_badge_leads_to_its_owners_work(client, event, role, tables, state, path):
    round_ = make_round(event, state=state)
    if state == "running":
        make_hand(round_.games.get(table__number=2), 1)

    assert start(client, badge_for(event, role, tables)) == path
    assert client.get(path).status_code == 200


def test_number_or_name_and_pin_open_the_same(event):
    badge = badge_for(event, username="zhang")
    page = reverse("tournament:badge-pin", args=["hall"])
    pin = badge_pin(badge)

    for name, typed in ((str(badge.pk), pin), (" ZHANG ", f"{pin[:3]} {pin[3:]}")):
        client = Client()
        answer = client.post(page, {"name": name, "pin": typed})

        assert (answer.status_code, who_is(client)) == (302, badge.official.user)


def test_a_wrong_pin_says_so_and_ten_end_it_for_that_name_from_that_phone(client, event):
    badge, other = badge_for(event, username="zhang"), badge_for(event)
    page = reverse("tournament:badge-pin", args=["hall"])
    right = {"name": "zhang", "pin": badge_pin(badge)}
    wrong = "0000000"  # a digit too many: no PIN at all
    names = ["zhang", str(badge.pk)] * (MOST_FAILURES // 2)

    answers = [client.post(page, {"name": name, "pin": wrong}) for name in names]

    assert {answer.status_code for answer in answers} == {422}
    assert "Name or PIN is wrong." in answers[0].text
    assert 'value="zhang"' in answers[0].text
    refused = client.post(page, right)
    assert (refused.status_code, refused["Retry-After"]) == (429, "300")
    assert "ask the head referee for a new PIN" in refused.text
    assert client.post(page, {"name": other.pk, "pin": badge_pin(other)}).status_code == 302
    assert Client(REMOTE_ADDR="192.0.2.9").post(page, right).status_code == 302


def test_the_log_in_page_leads_to_the_pins_of_running_events(client, event):
    Tournament.objects.update(state=Tournament.State.RUNNING)
    make_tournament(slug="later")

    page = client.get(reverse("login")).text

    assert re.findall(r'href="(/events/[^"]+)"', page) == ["/events/hall/pin/"]


def test_the_pin_of_another_event_opens_nothing(client, event):
    badge = badge_for(make_tournament(slug="other"))
    page = reverse("tournament:badge-pin", args=["hall"])

    answer = client.post(page, {"name": badge.pk, "pin": badge_pin(badge)})

    assert answer.status_code == 422
    assert who_is(client).is_anonymous


def test_wrong_expired_and_withdrawn_badges_have_a_page_each(client, event):
    wrong, over, gone = "/badge/12.abc/", badge_for(event), badge_for(event)
    AccessLink.objects.filter(pk=over.pk).update(valid_until=timezone.now())
    revoke_badge(badge=gone, request=Request())
    paths = {wrong: 404, link(over): 410, link(gone): 410}
    headings = (
        "This is no badge of this program",
        "This badge is over",
        "This badge was withdrawn",
    )

    for (path, status), heading in zip(paths.items(), headings, strict=True):
        for answer in (client.get(path), client.post(path)):
            assert (answer.status_code, f"<h1>{heading}</h1>" in answer.text) == (status, True)
    pin = {"name": gone.pk, "pin": badge_pin(gone)}
    answer = client.post(reverse("tournament:badge-pin", args=["hall"]), pin)
    assert (answer.status_code, headings[2] in answer.text) == (410, True)
    assert who_is(client).is_anonymous


def test_a_withdrawn_badge_ends_its_log_in_at_the_next_request(client, event):
    game = make_round(event).games.get(table__number=1)
    badge = badge_for(event, tables=(1,))
    client.post(link(badge))
    win = {"winner": "A", "discarder": "B", "mode": "points", "points": "9", "replaces": "0"}
    hand = game_url(game, "enter-hand", number=1)
    revoke_badge(badge=badge, request=Request())

    answer = client.post(hand, {**win, "token": "one"})

    assert answer["Location"].startswith("/accounts/login/")
    assert Hand.objects.count() == 0
    assert "Your badge is no longer valid." in client.get(answer["Location"]).text
    assert who_is(client).is_anonymous


@pytest.mark.parametrize("what", ["expires", "new", "dismissed"])
def test_a_badge_that_ends_otherwise_ends_its_log_in_too(client, event, what):
    badge = badge_for(event)
    client.post(link(badge))
    assert who_is(client) == badge.official.user
    if what == "expires":
        AccessLink.objects.update(valid_until=timezone.now())
    elif what == "new":
        make_badges(tournament=event, officials=[badge.official], request=Request())
    else:
        AccessLink.objects.all().delete()

    assert who_is(client).is_anonymous


def test_the_session_ends_with_the_badge(client, event):
    badge = badge_for(event)
    client.post(link(badge))

    assert client.session.get_expiry_date() == badge.valid_until


def test_a_badge_acts_in_its_own_event_alone(client, event):
    badge = badge_for(event, Role.REFEREE)
    user = badge.official.user
    other = make_tournament(slug="other", state=Tournament.State.RUNNING)
    appoint(tournament=other, user=user, role=Role.ORGANISER, tables=(), request=Request())
    client.post(link(badge))

    with_badge = client.get("/events/other/board/").status_code
    posts = [post.tournament for post, _url in client.get(reverse("home")).context["posts"]]
    client.post(reverse("login"), {"username": user.username, "password": PASSWORD})
    with_password = client.get("/events/other/board/").status_code

    assert (with_badge, posts, with_password) == (403, [event], 200)
    revoke_badge(badge=badge, request=Request())
    assert who_is(client) == user  # a password's log-in outlives the badge before it


@pytest.mark.parametrize("by_badge", [False, True])
def test_a_log_in_by_badge_costs_one_query_more(
    client, event, by_badge, django_assert_max_num_queries
):
    badge = badge_for(event)
    if by_badge:
        client.post(link(badge))
    else:
        client.force_login(badge.official.user)

    with django_assert_max_num_queries(60) as captured:
        client.get(reverse("tournament:event", args=["hall"]))

    found = [query for query in captured if 'FROM "tournament_accesslink"' in query["sql"]]
    assert len(found) == by_badge


# What is made and printed


@pytest.fixture
def leader(client, event):
    client.force_login(make_official(event, Role.HEAD_REFEREE, username="head"))
    return client


def test_leaders_make_the_missing_badges_and_print_them(leader, event):
    for name in ("zhang", "li"):
        make_official(event, Role.REFEREE, tables=(1,), username=name)
    make_official(event, Role.ORGANISER, username="wang")
    url = reverse("tournament:badges", args=["hall"])

    answer = leader.post(url, {"token": "one"}, follow=True)
    sheet = leader.get(reverse("tournament:badge-sheet", args=["hall"]))

    made = {badge.official.user.username: badge for badge in AccessLink.objects.all()}
    assert sorted(made) == ["head", "li", "zhang"]
    assert "3 badges are made." in answer.text
    assert "Organisers log in with their password" in answer.text
    assert "no-store" in sheet.headers["Cache-Control"]
    assert sheet.text.count('<article class="badge-card">') == 3
    for badge in made.values():
        assert badge_pin(badge) in sheet.text
        assert strokes_of(f"http://192.0.2.20:8000{link(badge)}") in sheet.text
        assert badge_token(badge) not in sheet.text
    assert "192.0.2.20:8000/events/hall/pin/" in sheet.text
    assert "不要放在桌上" in sheet.text
    assert "Do not leave on a table" in sheet.text


def strokes_of(text):
    page = Template("{% load qr %}{% qr text %}").render(Context({"text": text}))
    return re.search(r'class="qr-ink" d="([^"]+)"', page)[1]


def test_a_code_is_drawn_as_the_library_makes_it():
    text = "http://192.0.2.20:8000/events/hall/t/1/"
    code = segno.make(text, error="m", micro=False, boost_error=False)

    dark = {
        (int(y), int(x) + step)
        for x, y, length in re.findall(r"M(\d+) (\d+)h(\d+)v1", strokes_of(text))
        for step in range(int(length))
    }

    expected = {
        (y + 4, x + 4)
        for y, row in enumerate(code.matrix)
        for x, is_dark in enumerate(row)
        if is_dark
    }
    assert dark == expected
    assert code.error == "M"


def test_without_the_halls_address_nothing_is_printed_and_the_way_out_is_named(leader, event):
    badge = badge_for(event)
    Tournament.objects.update(hall_address="")
    organiser = Client()
    organiser.force_login(make_official(event, Role.ORGANISER))

    for name in ("badge-sheet", "table-cards"):
        path = reverse(f"tournament:{name}", args=["hall"])
        pages = leader.get(path, {"tables": "1"}).text, organiser.get(path, {"tables": "1"}).text

        fix = reverse("tournament:hall-address", args=["hall"])
        assert all("The address in the hall is missing" in page for page in pages)
        assert all("<article" not in page and badge_pin(badge) not in page for page in pages)
        assert [fix in page for page in pages] == [False, True]


def test_table_cards_open_the_public_page(leader, event):
    make_round(event, state=Round.State.PUBLISHED)
    path = reverse("tournament:table-cards", args=["hall"])

    drawn, chosen, wrong = (leader.get(path, {"tables": t}) for t in ("", "1-3, 18", "x"))

    numbers = [
        re.findall(r"192\.0\.2\.20:8000/events/hall/t/(\d+)/<", page.text)
        for page in (drawn, chosen, wrong)
    ]
    assert numbers == [["1", "2"], ["1", "2", "3", "18"], []]
    assert strokes_of("http://192.0.2.20:8000/events/hall/t/18/") in chosen.text
    assert (wrong.status_code, 'value="x"' in wrong.text) == (422, True)


@pytest.mark.parametrize("number", [1, 3])
@pytest.mark.parametrize(("name", "queries"), [("badges", 9), ("badge-sheet", 9)])
def test_lists_of_badges_take_the_same_queries(
    leader, event, number, name, queries, django_assert_num_queries
):
    for _each in range(number):
        badge_for(event, tables=(1, 2))

    with django_assert_num_queries(queries):
        leader.get(reverse(f"tournament:{name}", args=["hall"]))


# The page behind the code on a table


def table_page(client, number=1):
    return client.get(reverse("tournament:table", args=["hall", number]))


def test_a_table_shows_seats_and_scores_and_gives_no_rights(client, event):
    game = make_round(event).games.get(table__number=1)
    make_hand(game, 1)

    page = table_page(client).text

    assert re.findall(r"/events/hall/players/(\d+)/", page) == ["1", "2", "3", "4"]
    assert "+32" in page
    assert "1 hand is entered." in page
    assert "hands/2/" not in page
    assert reverse("tournament:badge-pin", args=["hall"]) in page


@pytest.mark.parametrize(
    ("role", "tables", "may"),
    [
        (Role.REFEREE, (1,), True),
        (Role.REFEREE, (2,), False),
        (Role.CLERK, (2,), True),
        (Role.HEAD_REFEREE, (), True),
        (Role.VIEWER, (), False),
    ],
)
def test_with_a_right_the_same_page_leads_to_the_next_hand(client, event, role, tables, may):
    make_hand(make_round(event).games.get(table__number=1), 1)
    client.post(link(badge_for(event, role, tables)))

    page = table_page(client).text

    assert ('href="/events/hall/rounds/1/tables/1/hands/2/"' in page) is may
    assert ("This table belongs to another referee." in page) == (tables == (2,) and not may)


def test_a_table_keeps_hidden_scores_from_those_who_may_not_see_them(client, event):
    Tournament.objects.update(publication="hidden", hidden_from_round=1)
    make_hand(make_round(event).games.get(table__number=1), 1)

    page = table_page(client).text

    assert "+32" not in page
    assert "Scores are not public yet" in page


def test_a_table_says_when_nobody_plays_there(client, event):
    before = table_page(client).text
    make_round(event, number=1, state=Round.State.CLOSED)
    make_round(event, number=2, state=Round.State.PUBLISHED)
    make_round(event, number=3, state=Round.State.DRAFT)

    assert "No round is published yet" in before
    assert "The round has not started." in table_page(client).text
    assert "Nobody plays here in round 2" in table_page(client, 18).text
    assert table_page(client, 401).status_code == 404


def test_a_clerks_tables_are_left_out(client, event):
    client.force_login(make_official(event, Role.ORGANISER))
    clerk = event.officials.get(user=make_official(event, Role.CLERK))
    url = reverse("tournament:official", args=["hall", clerk.pk])

    client.post(url, {"token": "a", "role": "clerk", "tables": "1-3"})
    as_clerk = clerk.tables.count()
    client.post(url, {"token": "b", "role": "referee", "tables": "1-3"})

    assert (as_clerk, clerk.tables.count()) == (0, 3)


def test_badges_of_yesterday_are_not_printed(leader, event):
    badge = badge_for(event)
    AccessLink.objects.update(valid_until=timezone.now() - timedelta(days=1))

    page = leader.get(reverse("tournament:badge-sheet", args=["hall"])).text

    assert "There is no badge to print" in page
    assert badge_pin(badge) not in page
