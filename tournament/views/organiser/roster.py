"""The list of players: find them, check them in, fill the tables up."""

from dataclasses import dataclass

from django.contrib import messages
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_safe

from tournament import permissions
from tournament.field import SEATS, spare_fillers
from tournament.forms.roster import CheckInForm, FillersForm, RosterFilter
from tournament.models import Player, Tournament
from tournament.permissions import Action, Actor
from tournament.services import roster as services
from tournament.services.draws import add_fillers
from tournament.services.errors import ServiceError
from tournament.services.events import last_drawn
from tournament.services.log import new_token
from tournament.tables.base import paged
from tournament.tables.roster import RosterTable
from tournament.views.organiser import office

ROWS = 50
for_roster = office.for_role(Action.EDIT_ROSTER)
for_attendance = office.for_role(Action.NOTE_ATTENDANCE)
for_readers = office.for_role(Action.NOTE_ATTENDANCE, posts=Action.EDIT_ROSTER)


@dataclass(frozen=True, slots=True)
class Counts:
    """How many people there are; `playing` are those who are not withdrawn, reserves among them."""

    playing: int
    checked_in: int
    withdrawn: int
    fillers: int
    reserves: int

    @property
    def entered(self) -> int:
        """Everybody who was ever entered."""
        return self.playing + self.withdrawn

    @property
    def seated(self) -> int:
        """Everybody who is to be seated: reserves wait."""
        return self.playing - self.reserves

    @property
    def missing(self) -> int:
        """How many fillers would make the tables full."""
        return -self.seated % SEATS

    @property
    def spare(self) -> int:
        """How many fillers could stay away so that the tables are full all the same."""
        return spare_fillers(self.seated, self.fillers)


def counts_of(tournament: Tournament) -> Counts:
    """Count the people of an event in one query."""
    gone = Q(status=Player.Status.WITHDRAWN)
    return Counts(
        **tournament.players.aggregate(
            playing=Count("pk", filter=~gone),
            checked_in=Count("pk", filter=Q(status=Player.Status.CHECKED_IN)),
            withdrawn=Count("pk", filter=gone),
            fillers=Count("pk", filter=Q(is_ranked=False, is_reserve=False) & ~gone),
            reserves=Count("pk", filter=Q(is_reserve=True) & ~gone),
        )
    )


def closed_words(tournament: Tournament, who: Actor) -> str:
    """Return why nothing of the roster can be changed now, blank when it can."""
    why = permissions.refusal(Action.NOTE_ATTENDANCE, who, tournament)
    return permissions.sentence(why) if why else ""


@require_safe
@for_attendance
def roster(request: HttpRequest, tournament: Tournament, who: Actor) -> HttpResponse:
    """Show the players, narrowed by number or name, team and status."""
    teams = tuple(tournament.teams.all())
    narrow = RosterFilter(request.GET, teams)
    closed = closed_words(tournament, who)
    table = RosterTable(_found(tournament, narrow), tournament, may_check_in=not closed)
    paged(request, table, ROWS)
    return office.page(
        request,
        tournament,
        who,
        "roster.html",
        section="roster",
        table=table,
        narrow=narrow,
        is_narrowed=any(request.GET.get(name) for name in narrow.fields),
        counts=counts_of(tournament),
        has_teams=bool(teams),
        is_drawn=bool(last_drawn(tournament)),
        token=new_token(),
        back=request.GET.urlencode(),
        closed=closed,
    )


def _found(tournament: Tournament, narrow: RosterFilter) -> QuerySet[Player]:
    players = tournament.players.select_related("team").order_by("number")
    wanted = narrow.cleaned_data if narrow.is_valid() else {}
    if text := wanted.get("q", "").strip():
        named = Q()
        for field in ("name", "latin_name", "club", "federation_id"):
            named |= Q(**{f"{field}__icontains": text})
        if text.isdecimal() and len(text) < 7:
            named |= Q(number=int(text))
        players = players.filter(named)
    if team := wanted.get("team"):
        players = players.filter(team__number=team) if team != "0" else players.filter(team=None)
    match wanted.get("status"):
        case None | "":
            return players
        case "fillers":
            return players.filter(is_ranked=False)
        case status:
            return players.filter(status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@for_attendance
def check_in(request: HttpRequest, tournament: Tournament, who: Actor) -> HttpResponse:
    """Note who has come, or take it back; the list has the buttons."""
    form = CheckInForm(request.POST)
    url = reverse("tournament:roster", args=[tournament.slug])
    if request.method == "POST" and form.is_valid():
        try:
            moved = services.check_in(
                tournament=tournament,
                numbers=form.numbers,
                present=form.present,
                request=office.asking(request, form.cleaned_data["token"]),
            )
        except ServiceError as error:
            messages.error(request, str(error))
        else:
            messages.success(request, _moved_words(len(moved), form.present))
        # The address is this event's own; what is given back is only its filter.
        anchor = f"#entry-{form.numbers[0]}" if len(form.numbers) == 1 else ""
        return redirect(f"{url}?{_query(form.cleaned_data['back'])}{anchor}")
    for sentence in form.non_field_errors():
        messages.error(request, str(sentence))
    return redirect(url)


def _query(text: str) -> str:
    return "".join(
        sign for sign in text if sign.isascii() and (sign.isalnum() or sign in "&=%+-_.")
    )


def _moved_words(count: int, present: bool) -> str:
    if present:
        words = ngettext("%(count)s person checked in.", "%(count)s people checked in.", count)
    else:
        words = ngettext("Check-in of %(count)s person taken back.", "Check-in of %(count)s people taken back.", count)  # fmt: skip
    return words % {"count": count}


@require_http_methods(["GET", "HEAD", "POST"])
@for_roster
def enter_fillers(request: HttpRequest, tournament: Tournament, who: Actor) -> HttpResponse:
    """Enter the fillers that make the tables full; the list has the button."""
    form = FillersForm(request.POST)
    if request.method == "POST" and form.is_valid():
        try:
            made = add_fillers(
                tournament=tournament,
                count=form.cleaned_data["count"],
                first_round=services.next_round(tournament),
                seen=form.cleaned_data["seen"],
                request=office.asking(request, form.cleaned_data["token"]),
            )
        except ServiceError as error:
            messages.error(request, str(error))
        else:
            words = ngettext("%(count)s filler entered.", "%(count)s fillers entered.", len(made))
            messages.success(request, words % {"count": len(made)})
    elif request.method == "POST":
        messages.error(request, _("One to three fillers complete a table."))
    return redirect("tournament:roster", tournament.slug)
