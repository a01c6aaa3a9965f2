"""The officials' badges: who has one, make, withdraw, print."""

from dataclasses import dataclass
from datetime import datetime

from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournament.forms.staff import table_ranges
from tournament.models import AccessLink, Official, Role, Tournament
from tournament.permissions import Action, Actor
from tournament.services.badges import (
    BadgeState,
    badge_pin,
    badge_state,
    badge_token,
    badges,
    is_printable,
    last_day,
    make_badges,
    revoke_badge,
    why_no_badge,
)
from tournament.services.errors import ServiceError
from tournament.services.log import new_token
from tournament.views import hall
from tournament.views.organiser import office

for_makers = office.for_role(Action.LEAD, posts=Action.MAKE_BADGES)


@dataclass(frozen=True, slots=True)
class Holder:
    """One official and his newest badge; `why_none` says why he gets none."""

    official: Official
    badge: AccessLink | None
    why_none: str

    @property
    def tables(self) -> str:
        """The tables he keeps, in words; nothing for roles that have none of their own."""
        if self.official.role != Role.REFEREE:
            return ""
        numbers = [table.number for table in self.official.tables.all()]
        if not numbers:
            return _("all tables")
        said = ngettext("table %(tables)s", "tables %(tables)s", len(numbers))
        return said % {"tables": table_ranges(numbers)}

    @property
    def state(self) -> str:
        """The state of the badge, blank without any."""
        return badge_state(self.badge) if self.badge else ""

    @property
    def last_day(self) -> datetime | None:
        """The last day of the badge."""
        return last_day(self.badge) if self.badge else None

    @property
    def is_printable(self) -> bool:
        """Whether there is a badge to print."""
        return bool(self.badge and self.state == BadgeState.VALID and is_printable(self.badge))


@dataclass(frozen=True, slots=True)
class Printed:
    """What stands on one badge."""

    holder: Holder
    number: int
    pin: str
    url: str


@require_http_methods(["GET", "HEAD", "POST"])
@for_makers
def badge_list(request: HttpRequest, tournament: Tournament, who: Actor) -> HttpResponse:
    """List the officials with their badges; make one, or all that are missing."""
    if request.method == "POST":
        return _make(request, tournament)
    holders = _holders(tournament)
    return office.page(
        request,
        tournament,
        who,
        "badges.html",
        section="badges",
        holders=holders,
        has_printable=any(holder.is_printable for holder in holders),
        has_missing=any(_lacks(holder) for holder in holders),
        token=new_token(),
    )


@require_POST
@for_makers
def revoke(request: HttpRequest, tournament: Tournament, who: Actor, pk: int) -> HttpResponse:
    """Withdraw a badge: its log-ins end at their next request."""
    found = get_object_or_404(badges(tournament), pk=pk)
    try:
        revoke_badge(badge=found, request=office.asking(request, office.token_in(request)))
    except ServiceError as error:
        messages.error(request, str(error))
    else:
        messages.success(request, _("The badge is withdrawn. Log-ins by it have ended."))
    return redirect("tournament:badges", tournament.slug)


@never_cache
@require_safe
@for_makers
def badge_sheet(request: HttpRequest, tournament: Tournament, who: Actor) -> HttpResponse:
    """Show the badges to print, with their secrets; `?official=` shows one."""
    asked = request.GET.get("official", "")
    printed = [
        _printed(tournament, holder)
        for holder in _holders(tournament)
        if holder.is_printable and asked in ("", str(holder.official.pk))
    ]
    pin_page = hall.hall_url(tournament, reverse("tournament:badge-pin", args=[tournament.slug]))
    return office.page(
        request,
        tournament,
        who,
        "badge_sheet.html",
        section="badges",
        printed=printed if tournament.hall_address else [],
        pin_page=hall.readable(pin_page),
    )


def _make(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    holders = _holders(tournament)
    asked = request.POST.get("official", "")
    chosen = [
        holder.official
        for holder in holders
        if (str(holder.official.pk) == asked if asked else _lacks(holder))
    ]
    if not chosen:
        messages.info(request, _("Everybody who may have a badge has one."))
        return redirect("tournament:badges", tournament.slug)
    try:
        made = make_badges(
            tournament=tournament,
            officials=chosen,
            request=office.asking(request, office.token_in(request)),
        )
    except ServiceError as error:
        messages.error(request, str(error))
    else:
        messages.success(request, _made_words(len(made)))
    return redirect("tournament:badges", tournament.slug)


def _made_words(count: int) -> str:
    if not count:
        return _("These badges are made already.")
    said = ngettext(
        "%(count)s badge is made. Print it, and give it to its owner by hand.",
        "%(count)s badges are made. Print them, and give each to its owner by hand.",
        count,
    )
    return said % {"count": count}


def _lacks(holder: Holder) -> bool:
    return not holder.why_none and not holder.is_printable


def _holders(tournament: Tournament) -> list[Holder]:
    """Return the officials by role and name, in six queries however many they are."""
    newest: dict[int | None, AccessLink] = {}
    for badge in badges(tournament):
        newest.setdefault(badge.official_id, badge)
    return [
        Holder(official, newest.get(official.pk), why_no_badge(official))
        for official in sorted(_officials(tournament), key=lambda row: Role.values.index(row.role))
    ]


def _officials(tournament: Tournament) -> QuerySet[Official]:
    found = tournament.officials.select_related("user").order_by("user__username")
    return found.prefetch_related("tables", "user__user_permissions", "user__groups")


def _printed(tournament: Tournament, holder: Holder) -> Printed:
    badge = holder.badge
    assert badge is not None
    path = reverse("badge", args=[badge_token(badge)])
    return Printed(holder, badge.pk, badge_pin(badge), hall.hall_url(tournament, path))
