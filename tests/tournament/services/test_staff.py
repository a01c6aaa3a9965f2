"""Officials: nobody gets more than an organiser gives, and one organiser stays."""

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.utils import timezone

from tests.factories import make_game, make_official, make_tournament, make_user
from tournament.models import ActionLog, Official, Role, Signature
from tournament.services.errors import BadState, NotAllowed
from tournament.services.log import Request
from tournament.services.staff import add_official, appoint, dismiss

pytestmark = pytest.mark.django_db
PASSWORD = "tw9k-mmf3-x2pq"


def add(event, username="li", role=Role.REFEREE, *, tables=(), password=PASSWORD, request=None):
    return add_official(
        tournament=event,
        username=username,
        password=password,
        role=role,
        tables=tables,
        request=request or Request(),
    )


def official(event, role):
    return Official.objects.get(tournament=event, user=make_official(event, role))


def test_a_new_user_is_plain_and_his_password_stays_out_of_the_log():
    event = make_tournament()

    made, is_new = add(event, tables=(1, 2))

    assert (is_new, made.role) == (True, Role.REFEREE)
    assert list(made.tables.values_list("number", flat=True)) == [1, 2]
    assert made.user.check_password(PASSWORD)
    assert (made.user.is_staff, made.user.is_superuser) == (False, False)
    assert made.user.get_all_permissions() == set()
    line = ActionLog.objects.latest("pk")
    assert line.after == {"user": "li", "role": "referee", "tables": [1, 2], "new_user": True}
    assert PASSWORD not in str([line.before, line.after, line.payload_sha256, line.object_label])


def test_a_user_who_exists_keeps_his_password():
    event = make_tournament()
    boss = make_user("boss", superuser=True)
    before = boss.password

    made, is_new = add(event, "boss", Role.VIEWER)

    boss.refresh_from_db()
    assert (made.user, is_new, boss.password) == (boss, False, before)


def test_somebody_is_added_once():
    event = make_tournament()
    add(event)

    with pytest.raises(BadState, match="already"):
        add(event)


@pytest.mark.parametrize(
    ("username", "password"),
    [
        pytest.param("li", "12345678", id="digits"),
        pytest.param("liwei1998", "liwei1998", id="own-name"),
        pytest.param("li wei", PASSWORD, id="space"),
        pytest.param("", PASSWORD, id="no-name"),
    ],
)
def test_a_name_or_password_that_will_not_do_makes_nobody(username, password):
    event = make_tournament()

    with pytest.raises(ValidationError):
        add(event, username, password=password)
    assert not User.objects.exists()


def test_a_retry_makes_one_user():
    event = make_tournament()
    request = Request()

    first, _new = add(event, request=request)
    again, is_new = add(event, request=request)

    assert (again, is_new, User.objects.count()) == (first, False, 1)


@pytest.mark.parametrize("tables", [(0,), (401,), (1, 99999)])
def test_tables_have_bounds(tables):
    with pytest.raises(BadState):
        add(make_tournament(), tables=tables)


@pytest.mark.parametrize("role", [Role.HEAD_REFEREE, Role.REFEREE, Role.CLERK, Role.VIEWER])
def test_no_official_below_the_organiser_gives_himself_more(role):
    event = make_tournament()
    organiser = official(event, Role.ORGANISER)
    climber = make_official(event, role)
    before = list(Official.objects.order_by("pk").values_list())

    with pytest.raises(NotAllowed):
        appoint(
            tournament=event, user=climber, role=Role.ORGANISER, tables=(), request=Request(climber)
        )
    with pytest.raises(NotAllowed):
        add(event, "friend", Role.ORGANISER, request=Request(climber))
    with pytest.raises(NotAllowed):
        dismiss(official=organiser, request=Request(climber))
    assert list(Official.objects.order_by("pk").values_list()) == before


def test_an_organiser_of_another_event_is_nobody_here():
    event, other = make_tournament(), make_tournament()
    stranger = make_official(other, Role.ORGANISER)

    with pytest.raises(NotAllowed):
        appoint(
            tournament=event,
            user=stranger,
            role=Role.ORGANISER,
            tables=(),
            request=Request(stranger),
        )


def test_the_last_organiser_stays():
    event = make_tournament()
    only = official(event, Role.ORGANISER)

    with pytest.raises(BadState, match="only organiser"):
        dismiss(official=only, request=Request(only.user))
    with pytest.raises(BadState, match="only organiser"):
        appoint(
            tournament=event,
            user=only.user,
            role=Role.VIEWER,
            tables=(),
            request=Request(only.user),
        )

    second = official(event, Role.ORGANISER)
    dismiss(official=only, request=Request(second.user))
    assert list(event.officials.all()) == [second]


def test_who_signed_a_sheet_stays_as_a_viewer():
    game = make_game()
    event = game.round.tournament
    referee = official(event, Role.REFEREE)
    Signature.objects.create(game=game, game_version=1, official=referee, at=timezone.now())

    kept = dismiss(official=referee, request=Request())

    assert (kept, kept.role) == (referee, Role.VIEWER)
    line = ActionLog.objects.latest("pk")
    assert (line.action, line.before["role"], line.after["role"]) == (
        "dismiss",
        "referee",
        "viewer",
    )


def test_a_removal_is_logged_with_what_was():
    event = make_tournament()
    referee, _new = add(event, tables=(3,))

    assert dismiss(official=referee, request=Request()) is None

    line = ActionLog.objects.latest("pk")
    assert line.before == {"user": "li", "role": "referee", "tables": [3]}
    assert line.after is None
    assert User.objects.filter(username="li").exists()
