"""Badges: who gets one, until when it is valid, what is kept of its secrets."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

import pytest
from django.contrib.auth.models import Permission
from django.utils import timezone

from tests.factories import make_game, make_official, make_tournament
from tournament.models import AccessLink, ActionLog, Role, Signature
from tournament.services.badges import (
    BadgeState,
    badge_by_token,
    badge_pin,
    badge_state,
    badge_token,
    badge_with_pin,
    badges_named,
    is_printable,
    make_badges,
    revoke_badge,
    valid_until,
)
from tournament.services.errors import BadState, NotAllowed
from tournament.services.log import Request
from tournament.services.staff import appoint, dismiss

pytestmark = pytest.mark.django_db


@dataclass
class World:
    event: object
    referee: object

    def make(self, by=None, **request):
        made = make_badges(
            tournament=self.event, officials=[self.referee], request=Request(by, **request)
        )
        return made[0] if made else None

    def state(self, badge):
        return badge_state(badge_by_token(badge_token(badge)))


@pytest.fixture
def world():
    event = make_tournament()
    user = make_official(event, Role.REFEREE, username="zhang")
    return World(event, event.officials.get(user=user))


def test_link_and_pin_open_the_badge_and_are_kept_nowhere(world):
    badge = world.make()
    token, pin = badge_token(badge), badge_pin(badge)

    named = {name: badges_named(world.event, name) for name in ("Zhang", str(badge.pk), "li", "0")}

    assert badge_by_token(token) == badge
    assert badge_by_token(token[:-1]) is None
    assert named == {"Zhang": [badge], str(badge.pk): [badge], "li": [], "0": []}
    assert badge_with_pin([badge], pin) == badge
    assert badge_with_pin([badge], "0" * 6 if pin != "0" * 6 else "1" * 6) is None
    assert (len(pin), pin.isdecimal()) == (6, True)
    rows = str([*AccessLink.objects.values_list(), *ActionLog.objects.values_list()])
    assert token.partition(".")[2] not in rows
    assert pin not in rows


def test_a_badge_can_be_printed_again_until_the_server_has_another_key(world, settings):
    badge = world.make()
    printed = badge_token(badge), badge_pin(badge)
    again = AccessLink.objects.get(pk=badge.pk)

    assert (badge_token(again), badge_pin(again), is_printable(again)) == (*printed, True)
    settings.SECRET_KEY = "another"
    assert not is_printable(again)
    assert badge_by_token(printed[0]) == badge  # what was printed before still opens


def test_a_new_badge_ends_the_old_one(world):
    old = world.make()
    new = world.make()

    assert (world.state(old), world.state(new)) == (BadgeState.REVOKED, BadgeState.VALID)
    assert badge_token(old) != badge_token(new)
    assert badges_named(world.event, str(old.pk)) == [new, old]


def test_the_same_press_makes_one_badge(world):
    assert world.make(token="one") is not None
    assert world.make(token="one") is None
    assert AccessLink.objects.count() == 1


def test_badges_end_late_on_the_last_day_where_the_event_is():
    event = make_tournament(
        time_zone="Asia/Tokyo", starts_on=date(2026, 5, 1), ends_on=date(2026, 5, 3)
    )
    one_day = make_tournament(time_zone="Europe/Vienna", starts_on=date(2026, 5, 1))
    undated = make_tournament(time_zone="Asia/Tokyo")

    today = timezone.localdate(timezone=valid_until(undated).tzinfo)

    assert valid_until(event) == datetime(2026, 5, 3, 21, tzinfo=UTC)
    assert valid_until(one_day) == datetime(2026, 5, 2, 4, tzinfo=UTC)
    assert valid_until(undated).date() == today + timedelta(days=1)


def test_a_badge_is_over_after_its_last_moment(world):
    badge = world.make()
    AccessLink.objects.update(valid_until=timezone.now())

    assert world.state(badge) is BadgeState.EXPIRED


def test_an_event_that_is_over_makes_no_badges(world):
    world.event.ends_on = date(2020, 1, 1)
    world.event.save()

    with pytest.raises(BadState, match="last day is over"):
        world.make()


@pytest.mark.parametrize("change", ["organiser", "staff", "superuser", "inactive", "rights"])
def test_who_may_do_more_than_keep_a_table_gets_no_badge(world, change):
    badge = world.make()
    user = world.referee.user
    if change == "organiser":
        appoint(
            tournament=world.event, user=user, role=Role.ORGANISER, tables=(), request=Request()
        )
    elif change == "rights":
        user.user_permissions.add(Permission.objects.get(codename="add_tournament"))
    else:
        name = {"staff": "is_staff", "superuser": "is_superuser", "inactive": "is_active"}[change]
        setattr(user, name, change != "inactive")
        user.save()

    # One made before is worth nothing any more; a right it was not made for is not in it.
    expected = BadgeState.VALID if change == "rights" else BadgeState.REVOKED
    assert world.state(badge) is expected
    with pytest.raises(BadState):
        world.make()


@pytest.mark.parametrize("role", Role)
def test_leaders_make_and_withdraw_badges(world, role):
    badge = world.make()
    user = make_official(world.event, role)
    if role in (Role.ORGANISER, Role.HEAD_REFEREE):
        revoke_badge(badge=badge, request=Request(user))
        line = ActionLog.objects.latest("pk")
        assert world.state(badge) is BadgeState.REVOKED
        assert (line.action, line.by, line.object_label) == (
            "revoke_badge",
            user,
            "zhang · Table referee",
        )
        assert world.state(world.make(user)) is BadgeState.VALID
    else:
        with pytest.raises(NotAllowed):
            revoke_badge(badge=badge, request=Request(user))
        with pytest.raises(NotAllowed):
            world.make(user)
        assert world.state(badge) is BadgeState.VALID


@pytest.mark.parametrize("has_signed", [False, True])
def test_a_dismissed_official_loses_his_badge(has_signed):
    game = make_game()
    event = game.round.tournament
    official = event.officials.get(user=make_official(event, Role.REFEREE))
    badge = make_badges(tournament=event, officials=[official], request=Request())[0]
    if has_signed:
        Signature.objects.create(
            game=game, official=official, game_version=game.version, at=timezone.now()
        )

    dismiss(official=official, request=Request())

    found = badge_by_token(badge_token(badge))
    assert (found and badge_state(found)) == (BadgeState.REVOKED if has_signed else None)
