"""Every page that may have nothing to show says what is missing, and who mends it finds the button."""

import re

import pytest
from django.contrib.auth.models import Permission
from django.urls import reverse

from tests.factories import make_game, make_official, make_round, make_tournament, make_user
from tournament.models import Role, Seat

pytestmark = pytest.mark.django_db

EVENT = "/events/hall/"
ORGANISER, HEAD, VISITOR = Role.ORGANISER, Role.HEAD_REFEREE, None
SOON = "The seats appear here as soon as the organiser publishes the draw."
PUBLISH = "Draw the seats and publish them; then everybody sees them here."


def log_in(client, event, role):
    if role is not None:
        client.force_login(make_official(event, role))


def shown(client, path):
    """The words of the page's empty state and where its buttons lead."""
    html = client.get(path).text
    found = re.search(r'<div class="empty">(.*?)</div>\s*(?!</div>)', html, re.DOTALL)
    assert found, html
    words = " ".join(re.sub(r"<[^>]+>", " ", found[1]).split())
    return words, re.findall(r'href="([^"]*)"', found[1])


def test_no_event(client):
    words, buttons = shown(client, "/")

    assert words.startswith("There is no event yet Organisers log in")
    assert buttons == [reverse("login")]


def test_no_event_for_somebody_who_may_make_one(client):
    user = make_user()
    user.user_permissions.add(Permission.objects.get(codename="add_tournament"))
    client.force_login(user)

    words, buttons = shown(client, "/")

    assert words.startswith("There is no event yet Make the first one")
    assert buttons == [reverse("new-event")]


def test_no_event_for_somebody_who_may_not(client):
    client.force_login(make_user())

    words, buttons = shown(client, "/")

    assert "The administrator of the server makes it, or lets you." in words
    assert buttons == []


@pytest.mark.parametrize(
    ("page", "role", "sentence", "button"),
    [
        ("", VISITOR, SOON, None),
        ("", HEAD, SOON, None),
        ("", ORGANISER, PUBLISH, "draws/"),
        ("games/", VISITOR, SOON, None),
        ("games/", Role.REFEREE, SOON, None),
        ("games/", ORGANISER, PUBLISH, "draws/"),
        ("seats/", VISITOR, SOON, None),
        ("seats/", ORGANISER, PUBLISH, "draws/"),
        ("seats/by-name/", VISITOR, SOON, None),
        ("seats/by-name/", ORGANISER, PUBLISH, "draws/"),
        ("standings/", VISITOR, "as soon as the organiser enters them", None),
        ("standings/", ORGANISER, "Everybody who is entered is listed here.", "roster/"),
        ("teams/", VISITOR, "The players stand in the individual standings.", "standings/"),
        ("teams/", ORGANISER, "Add teams if it shall have some", "roster/teams/"),
        ("roster/", HEAD, "An organiser enters the players", None),
        ("roster/", ORGANISER, "Import the list", "roster/import/"),
        ("roster/teams/", ORGANISER, "An import makes the teams", None),
        ("draws/", ORGANISER, "Check the players in, then draw", "draws/new/"),
        ("board/", ORGANISER, "Enter the players, check them in", None),
        ("board/", HEAD, "Enter the players, check them in", None),
        ("log/?q=nothing", ORGANISER, "No line of the log is like that", "log/"),
    ],
)
def test_an_event_with_nothing_in_it(client, page, role, sentence, button):
    log_in(client, make_tournament(slug="hall", players=0), role)

    words, buttons = shown(client, EVENT + page)

    assert sentence in words
    assert (EVENT + button in buttons) if button else buttons == []


@pytest.mark.parametrize(
    ("role", "blocked"),
    [(ORGANISER, None), (HEAD, "Only an organiser enters players.")],
)
def test_the_board_of_an_empty_event_has_its_button_in_the_action_bar(client, role, blocked):
    log_in(client, make_tournament(slug="hall", players=0), role)

    page = client.get(EVENT + "board/").text

    bar = page.partition('class="action-next"')[2].partition("</section>")[0]
    assert (blocked or f'href="{EVENT}roster/"') in bar
    assert (blocked is None) == (f'href="{EVENT}roster/"' in bar)


def test_the_head_referee_is_told_who_draws(client):
    event = make_tournament(slug="hall")
    event.players.update(status="checked_in")
    log_in(client, event, HEAD)

    page = client.get(EVENT + "board/").text

    assert "Only an organiser draws the seats." in page
    assert f'href="{EVENT}draws/"' not in page


@pytest.mark.parametrize(
    ("players", "way_on"), [(0, "Enter the players"), (4, "Check the players in")]
)
def test_a_draw_without_players_leads_to_them(client, players, way_on):
    log_in(client, make_tournament(slug="hall", players=players), ORGANISER)

    page = client.get(EVENT + "draws/new/").text

    assert f'class="receipt-action" href="{EVENT}roster/">{way_on}<' in page


@pytest.mark.parametrize(
    ("role", "sentence", "buttons"),
    [(VISITOR, SOON, []), (ORGANISER, PUBLISH, [EVENT + "draws/"])],
)
def test_a_player_without_a_seat(client, role, sentence, buttons):
    log_in(client, make_tournament(slug="hall"), role)

    words, found = shown(client, EVENT + "players/1/")

    assert words.startswith(f"No seat is published yet {sentence}")
    assert found == buttons


@pytest.mark.parametrize(
    ("role", "sentence", "button"),
    [
        (Role.REFEREE, "An organiser finishes the draw first.", "games/"),
        (ORGANISER, "Finish the draw first.", "draws/"),
    ],
)
def test_a_table_without_its_players(client, role, sentence, button):
    game = make_game(slug="hall")
    Seat.objects.filter(game=game, start=3).delete()
    log_in(client, game.round.tournament, role)

    words, buttons = shown(client, EVENT + "rounds/1/tables/1/")

    assert words.startswith(f"This table has no four seats yet {sentence}")
    assert buttons == [EVENT + button]


def test_a_game_without_a_penalty(client):
    make_game(slug="hall")

    words, buttons = shown(client, EVENT + "rounds/1/tables/1/penalties/")

    assert words == (
        "No penalty in this game What the referee gives is listed here, cancelled ones too."
    )
    assert buttons == []


@pytest.mark.parametrize("role", [ORGANISER, HEAD])
def test_a_round_without_tables(client, role):
    event = make_tournament(slug="hall", players=0)
    make_round(event)
    log_in(client, event, role)

    words, buttons = shown(client, EVENT + "board/")

    assert words.startswith("This round has no tables")
    assert buttons == ([EVENT + "draws/"] if role == ORGANISER else [])


@pytest.mark.parametrize(
    ("tables", "sentence"),
    [
        ((), "No tables are named for you: you may enter hands at every table."),
        ((2,), "None of your tables plays in this round."),
    ],
)
def test_a_referee_without_a_table_in_the_round(client, tables, sentence):
    event = make_game(slug="hall").round.tournament
    client.force_login(make_official(event, Role.REFEREE, tables=tables))

    assert sentence in client.get(EVENT + "games/").text
