"""Who plays a seat in its entry's place, for this game."""

from typing import Any

from django import forms
from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from scoring.forms.fields import refusal
from tournament.models import Player
from tournament.permissions import Action
from tournament.services.substitutes import set_substitute
from tournament.tables.base import numbered
from tournament.views.referee.amend import (
    AmendForm,
    Amendment,
    Outlook,
    SeatField,
    answer,
    bound_data,
)
from tournament.views.referee.desk import Desk, entry_number
from tournament.views.referee.frame import asking, for_officials, say

NOBODY, RESERVE, OUTSIDER = "nobody", "reserve", "outsider"
NO_WAY = gettext_lazy("Say who plays.")


class PlayerChoice(forms.ModelChoiceField):  # type: ignore[type-arg]  # not at run time
    """An entry, with its number."""

    def label_from_instance(self, obj: Any) -> str:
        """Return entry number and name."""
        return numbered(obj)


class SubstituteForm(AmendForm):
    """Whose seat, and who plays it: an entry, somebody else, or again the entry itself."""

    field_order = ("seat", "who", "player", "name", "reason")
    seat = SeatField()
    who = forms.ChoiceField(
        choices=[(value, value) for value in (RESERVE, OUTSIDER, NOBODY)],
        error_messages={"required": NO_WAY, "invalid_choice": NO_WAY},
    )
    player = PlayerChoice(
        Player.objects.none(),
        required=False,
        label=gettext_lazy("Who of the roster"),
        error_messages={"invalid_choice": gettext_lazy("Choose somebody of the list.")},
    )
    name = forms.CharField(
        required=False,
        max_length=100,
        label=gettext_lazy("Name of somebody else"),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, data: Any, *, free: "QuerySet[Player]") -> None:
        super().__init__(data, label_suffix="")
        field = self.fields["player"]
        assert isinstance(field, forms.ModelChoiceField)
        field.queryset = free

    def clean(self) -> None:
        """Whoever is chosen must be named."""
        who = self.cleaned_data.get("who")
        if who == RESERVE and not self.cleaned_data.get("player") and "player" not in self.errors:
            self.add_error("player", refusal(_("Choose somebody of the list."), "no_player"))
        if who == OUTSIDER and not self.cleaned_data.get("name") and "name" not in self.errors:
            self.add_error("name", refusal(_("Write the name."), "no_name"))

    @property
    def substitute(self) -> dict[str, Any]:
        """Who plays, as the service takes it."""
        who = self.cleaned_data["who"]
        if who == RESERVE:
            return {"player": self.cleaned_data["player"]}
        return {"name": self.cleaned_data["name"]} if who == OUTSIDER else {}


@require_http_methods(["GET", "HEAD", "POST"])
@for_officials(Action.SET_SUBSTITUTE, keeps=True)
def substitute(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Show and accept who plays for whom."""
    form = SubstituteForm(bound_data(request, desk), free=_free(desk))
    amendment = Amendment(
        action=Action.SET_SUBSTITUTE,
        template="substitute.html",
        outlook=lambda: _outlook(desk, form),
        save=lambda: _save(request, desk, form),
        number=desk.next_open or desk.numbers[-1],
        context={"outsiders_count": desk.tournament.outside_substitute_counts},
    )
    return answer(request, desk, form, amendment)


def _free(desk: Desk) -> "QuerySet[Player]":
    """Return who has no seat in this round and has not left, the reserves first."""
    players = desk.tournament.players.exclude(status=Player.Status.WITHDRAWN)
    seated = desk.game.round.seats.values("player")
    return players.exclude(pk__in=seated).order_by("-is_reserve", "number")


def _outlook(desk: Desk, form: SubstituteForm) -> Outlook:
    if not form.is_bound or not form.is_valid():
        return Outlook(_("Name the substitute"), desk.place, shows_amounts=False)
    seat = desk.seats[form.cleaned_data["seat"]]
    player = form.substitute.get("player")
    name = numbered(player) if player else form.substitute.get("name", "")
    words = {"player": entry_number(seat), "name": name}
    if not name:
        title = _("Player %(player)s plays himself") % words
    else:
        title = _("%(name)s plays for %(player)s") % words
    return Outlook(title, desk.place, shows_amounts=False)


def _save(request: HttpRequest, desk: Desk, form: SubstituteForm) -> HttpResponse:
    facts = form.cleaned_data
    seat = set_substitute(
        seat=desk.seats[facts["seat"]],
        request=asking(request, facts["token"], facts["reason"]),
        **form.substitute,
    )
    name = seat.played_by or seat.played_by_name
    words = {"player": seat.player, "name": name}
    text = (
        _("%(name)s plays for %(player)s in this game.") if name else _("%(player)s plays himself.")
    )
    say(request, messages.SUCCESS, text % words, "undo", desk.url("substitute"))
    return redirect(desk.url("sheet"))
