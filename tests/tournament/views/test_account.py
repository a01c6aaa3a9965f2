"""Where a log-in leads, and how officials find back to their work."""

import pytest
from django.contrib.auth.models import Permission
from django.urls import reverse

from tests.factories import PASSWORD, make_official, make_round, make_tournament, make_user
from tournament.models import Role, Tournament
from tournament.services.log import Request
from tournament.services.staff import appoint

pytestmark = pytest.mark.django_db

PUBLIC = ["event", "seats", "seats-by-name", "games", "standings", "teams"]


def event(**fields):
    return make_tournament(**{"state": Tournament.State.RUNNING, **fields})


def log_in(client, user, page_asked_for=""):
    """Log in by the form; return where it leads."""
    sent = {"username": user.username, "password": PASSWORD, "next": page_asked_for}
    return client.post(reverse("login"), sent)["Location"]


@pytest.mark.parametrize(
    ("role", "path"),
    [
        (Role.ORGANISER, "/events/hall/board/"),
        (Role.HEAD_REFEREE, "/events/hall/board/"),
        (Role.REFEREE, "/events/hall/games/"),
        (Role.CLERK, "/events/hall/games/"),
        (Role.VIEWER, "/events/hall/"),
    ],
)
def test_an_official_of_one_event_lands_at_his_work(client, role, path):
    user = make_official(event(slug="hall"), role)

    assert log_in(client, user) == path


def test_the_page_one_came_for_comes_first(client):
    user = make_official(event(slug="hall"), Role.REFEREE)

    assert log_in(client, user, "/events/hall/standings/") == "/events/hall/standings/"


def test_an_address_elsewhere_is_not_followed(client):
    user = make_official(event(slug="hall"), Role.REFEREE)

    assert log_in(client, user, "https://elsewhere.example/") == "/events/hall/games/"


def test_of_several_events_the_one_that_runs_is_meant(client):
    user = make_official(event(slug="hall"), Role.REFEREE)
    for state in (Tournament.State.SETUP, Tournament.State.CLOSED):
        other = event(state=state, players=0)
        appoint(tournament=other, user=user, role=Role.ORGANISER, tables=(), request=Request())

    assert log_in(client, user) == "/events/hall/games/"


def test_two_running_events_leave_the_choice_on_the_start_page(client):
    one, two = event(slug="one", name="One"), event(slug="two", name="Two")
    event(slug="three", name="Three")
    user = make_official(one, Role.REFEREE)
    appoint(tournament=two, user=user, role=Role.ORGANISER, tables=(), request=Request())

    assert log_in(client, user) == reverse("home")
    page = client.get(reverse("home")).text
    assert page.index("/events/one/games/") < page.index("Other events")
    assert page.index("/events/two/board/") < page.index("Other events")
    assert page.index("Other events") < page.index('"/events/three/"')


@pytest.mark.parametrize("superuser", [True, False])
def test_who_works_nowhere_lands_on_the_start_page(client, superuser):
    event()

    assert log_in(client, make_user(superuser=superuser)) == reverse("home")


def test_who_may_create_events_lands_where_that_is_done(client):
    user = make_official(event(slug="hall"), Role.ORGANISER)
    user.user_permissions.add(Permission.objects.get(codename="add_tournament"))

    assert log_in(client, user) == reverse("home")
    page = client.get(reverse("home")).text
    assert reverse("new-event") in page
    assert "/events/hall/board/" in page


def test_who_worked_in_a_closed_event_finds_it_among_all(client):
    closed = event(slug="old", state=Tournament.State.CLOSED, players=0)
    user = make_official(closed, Role.ORGANISER)

    assert log_in(client, user) == reverse("home")
    page = client.get(reverse("home")).text
    assert "Where I work" not in page
    assert '"/events/old/"' in page


@pytest.mark.parametrize("number_of_posts", [1, 3])
def test_the_start_page_takes_the_same_queries(client, number_of_posts, django_assert_num_queries):
    user = make_official(event(), Role.REFEREE)
    for _other in range(number_of_posts - 1):
        appoint(tournament=event(), user=user, role=Role.CLERK, tables=(), request=Request())
    client.force_login(user)

    with django_assert_num_queries(6):  # session, user, two for his rights, posts, events
        client.get(reverse("home"))


@pytest.mark.parametrize("name", [*PUBLIC, "player", "sheet"])
@pytest.mark.parametrize(
    ("role", "shown"),
    [
        (None, set()),
        (Role.ORGANISER, {"board", "roster", "draws", "log", "staff", "settings"}),
        (Role.HEAD_REFEREE, {"board", "roster", "log"}),
        (Role.REFEREE, set()),
    ],
)
def test_the_tabs_of_public_pages_lead_back_to_the_work(client, name, role, shown):
    made = event(slug="hall", teams=2)
    make_round(made)
    if role:
        client.force_login(make_official(made, role))
    where = {"player": (1,), "sheet": (1, 1)}.get(name, ())
    shown = shown & {"board"} if name == "sheet" else shown

    page = client.get(reverse(f"tournament:{name}", args=["hall", *where])).text

    tabs = page.partition('class="menu-nav"')[2].partition("</nav>")[0]
    offices = ("board", "roster", "draws", "log", "staff", "settings")
    found = {office for office in offices if f'"/events/hall/{office}/"' in tabs}
    assert found == shown
    assert ("My tables" in tabs) == (role == Role.REFEREE)


@pytest.mark.parametrize("name", PUBLIC)
def test_the_tabs_cost_a_visitor_nothing(client, name, django_assert_max_num_queries):
    made = event(slug="hall", players=4)

    with django_assert_max_num_queries(60) as captured:
        client.get(reverse(f"tournament:{name}", args=[made.slug]))

    assert not [query for query in captured if "tournament_official" in query["sql"]]
