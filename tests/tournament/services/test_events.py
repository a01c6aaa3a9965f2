"""Set an event up, change its settings: what is logged, what is refused, what goes stale."""

from datetime import date

import pytest
from django.contrib.auth.models import Permission
from django.core.exceptions import ValidationError

from scoring.rules import PROFILES, profile_from_data
from tests.factories import make_game, make_hand, make_official, make_round, make_tournament
from tests.factories import make_user as plain_user
from tournament.models import ActionLog, Official, Role, Tournament
from tournament.services.errors import BadState, NotAllowed, StaleEdit
from tournament.services.events import (
    LOCKED_BY_PLAY,
    create_tournament,
    edit_tournament,
    settings_version,
)
from tournament.services.log import Request

pytestmark = pytest.mark.django_db

OTHER = {
    "hands_per_game": 8,
    "seat_change": "none",
    "starting_score": 500,
    "table_point_vector": [7, 4, 2, 0],
}


def edit(tournament, by=None, seen=None, request=None, **fields):
    return edit_tournament(
        tournament=tournament,
        fields=fields,
        seen=settings_version(tournament) if seen is None else seen,
        request=request or Request(by),
    )


def test_who_creates_an_event_becomes_its_organiser():
    maker = plain_user()
    maker.user_permissions.add(Permission.objects.get(codename="add_tournament"))

    event = create_tournament(slug="own", name="Own", profile="guobiao", request=Request(maker))

    assert [(o.user, o.role) for o in event.officials.all()] == [(maker, Role.ORGANISER)]
    assert ActionLog.objects.get().action == "create_tournament"


def test_nobody_else_creates_events():
    other = make_official(make_tournament(), Role.ORGANISER)

    with pytest.raises(NotAllowed):
        create_tournament(slug="own", name="Own", profile="guobiao", request=Request(other))
    assert not Tournament.objects.filter(slug="own").exists()


def test_a_change_is_logged_before_and_after():
    event = make_tournament(name="Spring")

    edit(event, name="Autumn", rounds_planned=6, minutes=event.minutes, starts_on=date(2026, 5, 1))

    line = ActionLog.objects.latest("pk")
    assert line.action == "edit_tournament"
    assert line.before == {"name": "Spring", "rounds_planned": None, "starts_on": None}
    assert line.after == {"name": "Autumn", "rounds_planned": 6, "starts_on": "2026-05-01"}
    event.refresh_from_db()
    assert (event.name, event.rounds_planned) == ("Autumn", 6)


def test_a_stale_change_is_refused():
    event = make_tournament()
    seen = settings_version(event)
    edit(event, name="First")

    with pytest.raises(StaleEdit):
        edit(event, seen=seen, name="Second")
    event.refresh_from_db()
    assert event.name == "First"


def test_a_retry_changes_once():
    event = make_tournament()
    request, seen = Request(), settings_version(event)
    edit(event, seen=seen, request=request, name="Once")

    edit(event, seen=seen, request=request, name="Once")

    assert ActionLog.objects.filter(action="edit_tournament").count() == 1


@pytest.mark.parametrize("role", [Role.HEAD_REFEREE, Role.REFEREE, Role.CLERK, Role.VIEWER])
def test_only_organisers_change_settings(role):
    event = make_tournament()

    with pytest.raises(NotAllowed):
        edit(event, by=make_official(event, role), name="Mine")


def test_another_profile_makes_a_revision_and_hands_keep_theirs():
    game = make_game()
    hand = make_hand(game)
    event = game.round.tournament

    edit(event, profile="wmo2006")

    revisions = event.profile_revisions.all()
    assert [row.profile for row in revisions] == ["guobiao", "wmo2006"]
    assert [profile_from_data(row.content) for row in revisions] == [
        PROFILES["guobiao"],
        PROFILES["wmo2006"],
    ]
    hand.refresh_from_db()
    assert hand.profile_revision.profile == "guobiao"
    assert make_hand(game, 2).profile_revision.profile == "wmo2006"


@pytest.mark.parametrize("name", LOCKED_BY_PLAY)
def test_what_played_games_depend_on_is_locked(name):
    event = make_tournament()
    edit(event, **{name: OTHER[name]})
    event.refresh_from_db()
    make_round(event)

    with pytest.raises(BadState, match="A round was started"):
        edit(event, **{name: Tournament._meta.get_field(name).get_default()})


def test_no_fewer_rounds_than_are_drawn():
    event = make_tournament()
    make_round(event, number=3)

    with pytest.raises(BadState, match="Round 3"):
        edit(event, rounds_planned=2)


def test_a_value_that_will_not_do_is_refused():
    event = make_tournament()

    with pytest.raises(ValidationError):
        edit(event, time_zone="Mars/Olympus")
    assert Official.objects.count() == 0
