"""A new password: for whom an organiser may set it, and what becomes of the old one."""

import pytest
from django.contrib.auth.models import Group, Permission

from tests.factories import PASSWORD, make_official, make_tournament
from tournament.models import ActionLog, Role, Tournament
from tournament.services.errors import BadState, NotAllowed
from tournament.services.log import Request
from tournament.services.passwords import reset_password
from tournament.services.staff import appoint

pytestmark = pytest.mark.django_db
NEW = "tw9k-mmf3-x2pq"


@pytest.fixture
def event():
    return make_tournament()


@pytest.fixture
def organiser(event):
    return make_official(event, Role.ORGANISER)


@pytest.fixture
def referee(event):
    return event.officials.get(user=make_official(event, Role.REFEREE))


def reset(official, by=None, **request):
    given = reset_password(official=official, password=NEW, request=Request(by, **request))
    official.user.refresh_from_db()
    return given


def test_the_old_password_goes_and_the_log_has_neither(event, organiser, referee):
    assert reset(referee, organiser) is True

    assert referee.user.check_password(NEW)
    assert not referee.user.check_password(PASSWORD)
    line = ActionLog.objects.latest("pk")
    assert (line.action, line.by, line.before) == ("reset_password", organiser, None)
    assert line.after == {"user": referee.user.username}
    assert NEW not in str([*ActionLog.objects.values_list()])


def test_the_same_press_sets_it_once(organiser, referee):
    assert reset(referee, organiser, token="one") is True

    again = reset_password(
        official=referee, password="another-9k2x", request=Request(organiser, token="one")
    )

    referee.user.refresh_from_db()
    assert (again, referee.user.check_password(NEW)) == (False, True)


@pytest.mark.parametrize("role", [Role.HEAD_REFEREE, Role.REFEREE, Role.CLERK, Role.VIEWER])
def test_nobody_below_the_organiser_sets_one(event, referee, role):
    with pytest.raises(NotAllowed):
        reset(referee, make_official(event, role))

    referee.user.refresh_from_db()
    assert referee.user.check_password(PASSWORD)


def test_an_organiser_of_another_event_sets_none(referee):
    stranger = make_official(make_tournament(), Role.ORGANISER)

    with pytest.raises(NotAllowed):
        reset(referee, stranger)


def superuser(user):
    user.is_superuser = True
    user.save()


def staff(user):
    user.is_staff = True
    user.save()


def maker_of_events(user):
    user.user_permissions.add(Permission.objects.get(codename="add_tournament"))


def member_of_a_group(user):
    user.groups.add(Group.objects.create(name="makers"))


def official_elsewhere(user):
    appoint(tournament=make_tournament(), user=user, role=Role.VIEWER, tables=(), request=Request())


def official_of_a_closed_event(user):
    official_elsewhere(user)
    Tournament.objects.filter(officials__user=user).exclude(
        pk=user.officials.earliest("pk").tournament_id
    ).update(state=Tournament.State.CLOSED)


@pytest.mark.parametrize(
    ("promote", "words"),
    [
        (superuser, "may do more than its role"),
        (staff, "may do more than its role"),
        (maker_of_events, "may do more than its role"),
        (member_of_a_group, "may do more than its role"),
        (official_elsewhere, "works in another event too"),
        (official_of_a_closed_event, "works in another event too"),
    ],
)
def test_an_account_worth_more_than_its_role_here_is_not_taken_over(
    organiser, referee, promote, words
):
    promote(referee.user)

    with pytest.raises(BadState, match=words):
        reset(referee, organiser)

    referee.user.refresh_from_db()
    assert referee.user.check_password(PASSWORD)


def test_nobody_sets_his_own_without_knowing_the_old_one(event, organiser):
    own = event.officials.get(user=organiser)

    with pytest.raises(BadState, match="your own account"):
        reset(own, organiser)


def test_one_organiser_helps_another(event, organiser):
    other = event.officials.get(user=make_official(event, Role.ORGANISER))

    assert reset(other, organiser) is True
