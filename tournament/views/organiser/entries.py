"""One entry: add, edit, withdraw, reinstate."""

from django.contrib import messages
from django.db.models import Max
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from scoring.listing import listed
from tournament.forms.roster import PlayerForm, TokenForm, WithdrawForm
from tournament.models import Player, Round, Tournament
from tournament.permissions import Actor
from tournament.services import entries as services
from tournament.services.errors import EntryConflict, ServiceError
from tournament.services.log import new_token
from tournament.services.people import add_player, withdraw_player
from tournament.services.roster import next_number, next_round, player_values
from tournament.views.organiser import office
from tournament.views.organiser.roster import closed_words, for_attendance, for_readers, for_roster


@require_http_methods(["GET", "HEAD", "POST"])
@for_roster
def add(request: HttpRequest, tournament: Tournament, who: Actor) -> HttpResponse:
    """Enter somebody by hand."""
    first = {"number": next_number(tournament), "first_round": next_round(tournament)}
    form = PlayerForm(request.POST or None, tournament=tournament, initial=first)
    if request.method != "POST":
        return _entry_page(request, tournament, who, form)
    if not form.is_valid():
        return _entry_page(request, tournament, who, form, 422)
    try:
        player = add_player(
            tournament=tournament,
            team=form.cleaned_data["team"],
            request=office.asking(request, form.cleaned_data["token"]),
            **form.values,
        )
    except ServiceError as error:
        form.add_error(None, str(error))
        return _entry_page(request, tournament, who, form, 409)
    messages.success(request, _("Entered: %(player)s") % {"player": _named(player)})
    if "again" in request.POST:
        return redirect("tournament:add-player", tournament.slug)
    return redirect("tournament:roster", tournament.slug)


@require_http_methods(["GET", "HEAD", "POST"])
@for_readers
def edit(request: HttpRequest, tournament: Tournament, who: Actor, number: int) -> HttpResponse:
    """Show and change an entry."""
    player = entry_or_404(tournament, number)
    shown = entry_or_404(tournament, number)  # the form writes what is sent into its own
    seen = services.version_of(player_values(player))
    form = PlayerForm(
        request.POST or None, tournament=tournament, instance=shown, initial={"seen": seen}
    )
    if request.method != "POST":
        return _entry_page(request, tournament, who, form, player=player)
    if not form.is_valid():
        return _entry_page(request, tournament, who, form, 422, player)
    try:
        services.edit_player(
            player=player,
            seen=form.cleaned_data["seen"],
            team=form.cleaned_data["team"],
            request=office.asking(request, form.cleaned_data["token"]),
            **form.values,
        )
    except EntryConflict as error:
        return _conflict_page(request, tournament, who, form, player, str(error))
    except ServiceError as error:
        form.add_error(None, str(error))
        return _entry_page(request, tournament, who, form, 409, player)
    messages.success(request, _("Saved: %(player)s") % {"player": _named(shown)})
    return redirect("tournament:roster", tournament.slug)


def entry_or_404(tournament: Tournament, number: int) -> Player:
    """Return an entry of the event, or answer 404."""
    return get_object_or_404(
        tournament.players.select_related("team", "fixed_table"), number=number
    )


def _named(player: Player) -> str:
    return f"{player.entry_number} {player}"


def _conflict_page(
    request: HttpRequest,
    tournament: Tournament,
    who: Actor,
    form: PlayerForm,
    player: Player,
    words: str,
) -> HttpResponse:
    """Show the form as it was sent, what is saved beside it; saving again is then a choice."""
    saved = PlayerForm(tournament=tournament, instance=player)
    differing = [
        (form[name].label, _shown(saved, player, name))
        for name in (*form.Meta.fields, "fixed_table")
        if str(form[name].value() or "") != str(saved[name].value() or "")
    ]
    form.look_again(services.version_of(player_values(player)))
    form.add_error(None, words)
    return _entry_page(request, tournament, who, form, 409, player, differing=differing)


def _shown(saved: PlayerForm, player: Player, name: str) -> str:
    value = player.team if name == "team" else saved[name].value()
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return str(value) if value not in (None, "") else _("blank")


def _entry_page(
    request: HttpRequest,
    tournament: Tournament,
    who: Actor,
    form: PlayerForm,
    status: int = 200,
    player: Player | None = None,
    **context: object,
) -> HttpResponse:
    return office.page(
        request,
        tournament,
        who,
        "entry.html",
        section="roster",
        status=status,
        form=form,
        player=player,
        token=new_token(),
        closed=closed_words(tournament, who),
        **context,
    )


# Leaving and coming back


@require_http_methods(["GET", "HEAD", "POST"])
@for_attendance
def withdraw(request: HttpRequest, tournament: Tournament, who: Actor, number: int) -> HttpResponse:
    """Withdraw somebody after a round, with the reason."""
    player = entry_or_404(tournament, number)
    form = WithdrawForm(request.POST or None, initial={"last_round": _last_round(tournament)})
    if request.method != "POST":
        return _withdraw_page(request, tournament, who, player, form)
    if not form.is_valid():
        return _withdraw_page(request, tournament, who, player, form, 422)
    facts = form.cleaned_data
    try:
        withdraw_player(
            player=player,
            last_round=facts["last_round"],
            request=office.asking(request, facts["token"], facts["reason"]),
        )
    except ServiceError as error:
        form.add_error(None, str(error))
        return _withdraw_page(request, tournament, who, player, form, 409)
    messages.success(request, _("Withdrawn: %(player)s") % {"player": _named(player)})
    if seats := _seats_after(player, facts["last_round"]):
        messages.warning(
            request,
            ngettext(
                "Still seated in round %(rounds)s: draw it again, or name a substitute.",
                "Still seated in rounds %(rounds)s: draw them again, or name a substitute.",
                len(seats),
            )
            % {"rounds": listed(seats)},
        )
    return redirect("tournament:roster", tournament.slug)


def _last_round(tournament: Tournament) -> int:
    """Return the last round that was played or is being played."""
    played = tournament.rounds.filter(state__in=(Round.State.RUNNING, Round.State.CLOSED))
    last: int | None = played.aggregate(last=Max("number"))["last"]
    return last or 0


def _seats_after(player: Player, last_round: int) -> list[int]:
    seats = player.seats.filter(round__number__gt=last_round).exclude(
        round__state=Round.State.CANCELLED
    )
    return list(seats.order_by("round__number").values_list("round__number", flat=True))


def _withdraw_page(
    request: HttpRequest,
    tournament: Tournament,
    who: Actor,
    player: Player,
    form: WithdrawForm,
    status: int = 200,
) -> HttpResponse:
    return office.page(
        request,
        tournament,
        who,
        "withdraw_entry.html",
        section="roster",
        status=status,
        form=form,
        player=player,
        token=new_token(),
        closed=closed_words(tournament, who),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@for_attendance
def reinstate(
    request: HttpRequest, tournament: Tournament, who: Actor, number: int
) -> HttpResponse:
    """Take a withdrawal back; the entry's page has the button."""
    player = entry_or_404(tournament, number)
    form = TokenForm(request.POST)
    if request.method == "POST" and form.is_valid():
        facts = office.asking(request, form.cleaned_data["token"])
        try:
            services.reinstate_player(player=player, request=facts)
        except ServiceError as error:
            messages.error(request, str(error))
        else:
            messages.success(
                request, _("Back in the event: %(player)s") % {"player": _named(player)}
            )
    return redirect("tournament:edit-player", tournament.slug, number)
