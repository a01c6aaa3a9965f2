"""
Badges: a link and a PIN by which an official gets in without a password, for the event's days.

Neither is kept: link and PIN are computed from the server's key and the badge's row, so that a
badge can be printed again, and the row holds only what recognises them. One badge of an official is
valid at a time.
"""

import hashlib
from collections.abc import Sequence
from datetime import datetime, time, timedelta
from enum import StrEnum
from secrets import token_hex
from typing import Final
from zoneinfo import ZoneInfo

from django.core.signing import Signer
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext as _

from tournament.models import AccessLink, Official, Role, Tournament
from tournament.permissions import Action
from tournament.services.access import require
from tournament.services.errors import BadState
from tournament.services.log import Request, answered, write

DIGITS: Final = 6
LATE_EVENING: Final = time(6)
"""A day of play ends at this hour of the next: nobody is logged out at midnight."""


class BadgeState(StrEnum):
    """Whether a badge still lets its holder in."""

    VALID = "valid"
    REVOKED = "revoked"
    EXPIRED = "expired"


# What is printed


def badge_token(badge: AccessLink) -> str:
    """Return the end of the link, the same every time."""
    return Signer(salt=f"tournament.badge {_made(badge)}", sep=".").sign(str(badge.pk))


def badge_pin(badge: AccessLink) -> str:
    """Return the six digits, the same every time."""
    digest = salted_hmac(
        "tournament.badge.pin", f"{badge.pk} {_made(badge)}", algorithm="sha256"
    ).hexdigest()
    return f"{int(digest, 16) % 10**DIGITS:0{DIGITS}}"


def is_printable(badge: AccessLink) -> bool:
    """Whether link and PIN can still be computed: not after the server got another key."""
    return constant_time_compare(badge.token_hash, _token_hash(badge_token(badge)))


def _made(badge: AccessLink) -> str:
    return badge.created_at.isoformat()


def _token_hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def _pin_hash(badge: AccessLink, pin: str) -> str:
    """A hash with the server's key: a million PINs are tried in a second by who has the rows."""
    text = f"{badge.pk} {pin}"
    return salted_hmac("tournament.badge.pin-hash", text, algorithm="sha256").hexdigest()


# Getting in


def badges(tournament: Tournament | None = None) -> QuerySet[AccessLink]:
    """Return the badges, the newest first, with official, account and event."""
    found = AccessLink.objects.filter(official__isnull=False)
    if tournament is not None:
        found = found.filter(tournament=tournament)
    return found.select_related("official__user", "tournament").order_by("-pk")


def badge_by_token(token: str) -> AccessLink | None:
    """Return the badge whose link ends so, whatever its state; None for no badge of ours."""
    return badges().filter(token_hash=_token_hash(token)).first()


def badges_named(tournament: Tournament, name: str) -> list[AccessLink]:
    """Return the badges of the official with that account or badge number, in one query."""
    named = Q(official__user__username__iexact=name)
    if name.isascii() and name.isdecimal() and len(name) < 10:
        holder = AccessLink.objects.filter(pk=int(name)).values("official")
        named |= Q(official__in=holder)
    return list(badges(tournament).filter(named))


def badge_with_pin(candidates: Sequence[AccessLink], pin: str) -> AccessLink | None:
    """Return the badge the PIN belongs to, a valid one first; None for a wrong PIN."""
    found = [
        badge
        for badge in candidates
        if constant_time_compare(badge.pin_hash, _pin_hash(badge, pin))
    ]
    valid = [badge for badge in found if badge_state(badge) is BadgeState.VALID]
    return next(iter([*valid, *found]), None)


def badge_state(badge: AccessLink) -> BadgeState:
    """
    Return whether the badge is valid now; its official and account are read.

    What an account became since counts too: a code that anybody can photograph opens no more than
    a table.
    """
    official = badge.official
    if badge.revoked_at or official is None or not may_hold(official):
        return BadgeState.REVOKED
    return BadgeState.EXPIRED if badge.valid_until <= timezone.now() else BadgeState.VALID


def may_hold(official: Official) -> bool:
    """Whether the account may come in by a badge at all."""
    user = official.user
    is_more = user.is_staff or user.is_superuser or not user.is_active
    return official.role != Role.ORGANISER and not is_more


# Making and revoking


@transaction.atomic
def make_badges(
    *, tournament: Tournament, officials: Sequence[Official], request: Request
) -> list[AccessLink]:
    """
    Give each official a new badge; the one he had ends now, with the log-ins it opened.

    Return them, none for a request that was answered before. Raise `BadState` for an official who
    may hold none, and when the event's last day is over.
    """
    tournament = Tournament.objects.select_for_update().get(pk=tournament.pk)
    keys = sorted(official.pk for official in officials)
    values = {"tournament": tournament.pk, "officials": keys}
    if answered(request, "make_badges", values):
        return []
    require(request, Action.MAKE_BADGES, tournament)
    found = list(tournament.officials.select_related("user").filter(pk__in=keys).order_by("pk"))
    for official in found:
        if why := why_no_badge(official):
            raise BadState(why)
    until = valid_until(tournament)
    if until <= timezone.now():
        raise BadState(_("The event's last day is over. Set another last day in the settings."))
    now = timezone.now()
    _standing(tournament).filter(official__in=keys).update(revoked_at=now)
    made = [_make(tournament, official, until, now) for official in found]
    write(
        request,
        "make_badges",
        values,
        tournament=tournament,
        obj=found[0] if len(found) == 1 else tournament,
        after={
            "official": [official.user.get_username() for official in found],
            "valid_until": until.isoformat(),
        },
    )
    return made


def _make(tournament: Tournament, official: Official, until: datetime, now: datetime) -> AccessLink:
    badge = AccessLink.objects.create(
        tournament=tournament,
        official=official,
        token_hash=token_hex(32),  # until its key is known
        valid_until=until,
        created_at=now,
    )
    badge.token_hash = _token_hash(badge_token(badge))
    badge.pin_hash = _pin_hash(badge, badge_pin(badge))
    badge.save(update_fields=["token_hash", "pin_hash"])
    return badge


@transaction.atomic
def revoke_badge(*, badge: AccessLink, request: Request) -> None:
    """End a badge, and with it the log-ins it opened; one that is revoked stays so."""
    tournament = Tournament.objects.select_for_update().get(pk=badge.tournament_id)
    values = {"tournament": tournament.pk, "badge": badge.pk}
    if answered(request, "revoke_badge", values):
        return
    require(request, Action.MAKE_BADGES, tournament)
    standing = _standing(tournament).filter(pk=badge.pk)
    if not standing.update(revoked_at=timezone.now()):
        raise BadState(_("This badge was withdrawn already."))
    official = Official.objects.select_related("user").get(links=badge)
    write(
        request,
        "revoke_badge",
        values,
        tournament=tournament,
        obj=official,
        before={"badge": badge.pk},
    )


def drop_badges(official: Official, *, keep_rows: bool) -> None:
    """End all badges of an official who loses his role; their rows go with his, or stay with it."""
    rows = AccessLink.objects.filter(official=official)
    if keep_rows:
        rows.filter(revoked_at=None).update(revoked_at=timezone.now())
    else:
        rows.delete()


def why_no_badge(official: Official) -> str:
    """Return why an official gets no badge, blank when he may have one."""
    if official.role == Role.ORGANISER:
        return _("Organisers log in with their password: a lost badge would open everything.")
    user = official.user
    # Not `exists()`: a list has fetched both for all its accounts.
    if not may_hold(official) or user.user_permissions.all() or user.groups.all():
        return _("This account may do more than its role here gives. It logs in with its password.")
    return ""


def valid_until(tournament: Tournament) -> datetime:
    """Return when badges of the event end: late on its last day, or today without dates."""
    zone = ZoneInfo(tournament.time_zone)
    last = tournament.ends_on or tournament.starts_on or timezone.localdate(timezone=zone)
    return datetime.combine(last + timedelta(days=1), LATE_EVENING, tzinfo=zone)


def last_day(badge: AccessLink) -> datetime:
    """Return a moment of the last day a badge is valid, in the event's time zone."""
    zone = ZoneInfo(badge.tournament.time_zone)
    return badge.valid_until.astimezone(zone) - timedelta(hours=LATE_EVENING.hour, minutes=1)


def _standing(tournament: Tournament) -> QuerySet[AccessLink]:
    return AccessLink.objects.filter(
        tournament=tournament, official__isnull=False, revoked_at__isnull=True
    )
