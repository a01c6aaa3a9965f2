"""Who is missing at a table, or comes late; and the game that ends because of it."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from scoring.forms.fields import TokenField, refusal
from scoring.forms.offences import step_text
from scoring.rules.penalties import Step, step_shares
from tournament.models import Game, Penalty, Seat, Start
from tournament.permissions import Action
from tournament.services.absence import end_game, note_absence
from tournament.services.errors import ServiceError
from tournament.services.lateness import Lateness, due_offence, late_offences, lateness
from tournament.services.log import new_token
from tournament.standings import FEWEST_TO_PLAY
from tournament.views.referee.amend import (
    MOST_VERSIONS,
    AmendForm,
    Amendment,
    Outlook,
    SeatField,
    answer,
    bound_data,
    show,
)
from tournament.views.referee.desk import Desk, entry_number
from tournament.views.referee.frame import asking, for_officials, say
from tournament.views.referee.words import measure_words, penalty_words

ABSENT, LATE, PRESENT = "absent", "late", "present"
MOST_MINUTES = 999


class AbsenceForm(AmendForm):
    """Who, and since when he is there; `present_from` is the value to store."""

    field_order = ("seat", "presence", "hand", "minutes", "reason")
    seat = SeatField()
    presence = forms.ChoiceField(
        choices=[(value, value) for value in (ABSENT, LATE, PRESENT)],
        error_messages={
            "required": gettext_lazy("Say whether the player is absent or comes late."),
            "invalid_choice": gettext_lazy("Say whether the player is absent or comes late."),
        },
    )
    hand = forms.TypedChoiceField(
        coerce=int,
        required=False,
        empty_value=None,
        label=gettext_lazy("Plays from hand"),
        error_messages={"invalid_choice": gettext_lazy("Choose a hand.")},
    )
    minutes = forms.IntegerField(
        required=False,
        min_value=0,
        max_value=MOST_MINUTES,
        label=gettext_lazy("Minutes late, for the fine"),
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )

    def __init__(self, data: Any, *, hands: int, initial: dict[str, Any]) -> None:
        super().__init__(data, initial=initial, label_suffix="")
        field = self.fields["hand"]
        assert isinstance(field, forms.TypedChoiceField)
        field.choices = [(number, str(number)) for number in range(1, hands + 1)]

    def clean(self) -> None:
        """A player who comes late plays from a hand on."""
        if self.cleaned_data.get("presence") != LATE or "hand" in self.errors:
            return
        if self.cleaned_data.get("hand") is None:
            self.add_error("hand", refusal(_("Choose a hand."), "no_hand"))

    @property
    def present_from(self) -> int | None:
        """The first hand he plays, None for none."""
        presence = self.cleaned_data["presence"]
        if presence == LATE:
            return int(self.cleaned_data["hand"])
        return 1 if presence == PRESENT else None

    @property
    def minutes_late(self) -> int:
        """The minutes that are fined; none for who is there or never comes."""
        late = self.cleaned_data["presence"] == LATE
        return (self.cleaned_data["minutes"] or 0) if late else 0


@require_http_methods(["GET", "HEAD", "POST"])
@for_officials(Action.NOTE_ABSENCE, keeps=True)
def absence(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Show and accept who is missing, or from which hand on he plays."""
    form = _form(desk, bound_data(request, desk))
    return answer(request, desk, form, _amendment(request, desk, form))


def _form(desk: Desk, data: Any = None) -> AbsenceForm:
    playing = desk.next_open or desk.numbers[-1]
    return AbsenceForm(data, hands=len(desk.numbers), initial={"hand": playing})


def _amendment(request: HttpRequest, desk: Desk, form: AbsenceForm) -> Amendment:
    absent = due_offence(late_offences(desk.tournament.profile), None)
    return Amendment(
        action=Action.NOTE_ABSENCE,
        template="absence.html",
        outlook=lambda: _outlook(desk, form),
        save=lambda: _save(request, desk, form),
        number=desk.next_open or desk.numbers[-1],
        context={
            "fine": step_text(absent.steps[0]) if absent else "",
            "ending": ends(desk),
            "may_end": desk.may(Action.ENTER_HAND),
            "end_token": new_token(),
        },
    )


def ends(desk: Desk) -> bool:
    """Whether too few players are left for all hands to come; who comes late is there for the last."""
    if desk.next_open is None or desk.game.result != Game.Result.HANDS:
        return False
    last = desk.choices(desk.numbers[-1])
    return sum(choice.may_discard for choice in last) < FEWEST_TO_PLAY


def _outlook(desk: Desk, form: AbsenceForm) -> Outlook:
    if not form.is_bound or not form.is_valid():
        return Outlook(_("Note it"), desk.place)
    seat = desk.seats[form.cleaned_data["seat"]]
    words = {"player": entry_number(seat), "number": form.present_from or 0}
    if form.present_from is None:
        title = _("Note · Player %(player)s absent") % words
    elif form.present_from == 1:
        title = _("Note · Player %(player)s present") % words
    else:
        title = _("Note · Player %(player)s from hand %(number)s") % words
    change = _lateness(desk, form, seat)
    step = change.due.steps[0] if change.due else None
    return Outlook(
        title,
        " · ".join([desk.place, step_text(step)] if step and step.measures else [desk.place]),
        effects=[*_effects(desk, form, seat), *_void_words(change)],
        amounts=_amounts(seat, step, change.void),
    )


def _lateness(desk: Desk, form: AbsenceForm, seat: Seat) -> Lateness:
    """Return which fines come with it, and which fall away."""
    profile, standing = desk.tournament.profile, desk.standing_penalties
    return lateness(profile, standing, seat, form.present_from, form.minutes_late)


def _amounts(seat: Seat, step: Step | None, void: Iterable[Penalty]) -> list[int]:
    """Return what moves at the table."""
    amounts = list(step_shares(step, seat.start)) if step else [0] * len(Start)
    amounts[seat.start] -= sum(row.own_points for row in void)
    return amounts


def _void_words(change: Lateness) -> list[str]:
    return [
        _("Cancelled: %(penalty)s") % {"penalty": f"{penalty_words(row)} · {measure_words(row)}"}
        for row in change.void
    ]


def _effects(desk: Desk, form: AbsenceForm, seat: Seat) -> list[str]:
    absent = [one for one in desk.seats if one.present_from is None and one != seat]
    missing = len(absent) + (form.present_from is None)
    if len(desk.seats) - missing < FEWEST_TO_PLAY:
        return [_("With so few nobody plays: who is here gets 3 table points and 0 points.")]
    if form.present_from is None:
        return [
            _("He pays like a present player in every hand and gets no table points."),
            _("The three others share 4, 2 and 1."),
        ]
    return []


def _save(request: HttpRequest, desk: Desk, form: AbsenceForm) -> HttpResponse:
    facts = form.cleaned_data
    seat = note_absence(
        game=desk.game,
        start=facts["seat"],
        present_from=form.present_from,
        minutes=form.minutes_late,
        seen=facts["seen"],
        request=asking(request, facts["token"], facts["reason"]),
    )
    words = {"player": seat.player, "number": form.present_from or 0}
    if form.present_from is None:
        text = _("%(player)s is noted as absent.") % words
    elif form.present_from == 1:
        text = _("%(player)s is noted as present.") % words
    else:
        text = _("%(player)s plays from hand %(number)s on.") % words
    say(request, messages.SUCCESS, text, "undo", desk.url("absence"))
    return redirect(desk.url("sheet"))


class EndForm(forms.Form):
    """The version of the sheet that was seen."""

    seen = forms.IntegerField(min_value=0, max_value=MOST_VERSIONS)
    token = TokenField()


@require_POST
@for_officials(Action.ENTER_HAND)
def end(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Mark the rest of the game as not played; the page of the absent has the button."""
    form = EndForm(request.POST)
    if not form.is_valid():
        return _not_ended(request, desk, _("Nothing was changed. Open the page again."), 422)
    facts = form.cleaned_data
    asked = asking(request, facts["token"], "")
    try:
        hands = end_game(game=desk.game, seen=facts["seen"], request=asked)
    except ServiceError as error:
        return _not_ended(request, desk, str(error), 409)
    if hands:
        words = {"first": hands[0].number, "last": hands[-1].number}
        say(request, messages.SUCCESS, _("Hands %(first)s to %(last)s: not played.") % words)
    return redirect(desk.url("sheet"))


def _not_ended(request: HttpRequest, desk: Desk, sentence: str, status: int) -> HttpResponse:
    say(request, messages.ERROR, sentence)
    form = _form(desk)
    return show(request, desk, form, _amendment(request, desk, form), status)
