"""A void hand that is replayed (作废重打)."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from scoring.forms.fields import ReasonField
from scoring.rules.penalties import Measure
from tournament.permissions import Action
from tournament.services.hands import entry_of
from tournament.services.void import void_hand
from tournament.views.referee.amend import (
    AmendForm,
    Amendment,
    Outlook,
    answer,
    bound_data,
)
from tournament.views.referee.desk import Desk
from tournament.views.referee.frame import asking, for_officials, say
from tournament.views.referee.history import penalties_on, penalty_line
from tournament.views.referee.words import full_words

NO_HAND = gettext_lazy("Choose a hand.")
REASONS = (
    gettext_lazy("Wall destroyed"),
    gettext_lazy("Tiles missing or too many"),
    gettext_lazy("Decision of the referee"),
)


class VoidForm(AmendForm):
    """Which hand, and why it is void."""

    hand = forms.TypedChoiceField(
        coerce=int,
        label=gettext_lazy("Hand"),
        error_messages={"required": NO_HAND, "invalid_choice": NO_HAND},
    )
    reason = ReasonField(
        gettext_lazy("Why is it void?"), missing=gettext_lazy("Say why: the reason is kept.")
    )

    def __init__(self, data: Any, *, hands: Iterable[int], initial: dict[str, Any]) -> None:
        super().__init__(data, initial=initial, label_suffix="")
        field = self.fields["hand"]
        assert isinstance(field, forms.TypedChoiceField)
        field.choices = [(number, str(number)) for number in hands]
        self.fields["reason"].widget.attrs["list"] = "reasons"

    @property
    def number(self) -> int | None:
        """The hand chosen so far."""
        text = str(self["hand"].value())
        return int(text) if text in {str(number) for number, _name in self.choices} else None

    @property
    def choices(self) -> Any:
        """The hands that can be void: those played, and the one being played."""
        field = self.fields["hand"]
        assert isinstance(field, forms.TypedChoiceField)
        return field.choices


@require_http_methods(["GET", "HEAD", "POST"])
@for_officials(Action.WITHDRAW_HAND, keeps=True)
def void(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Ask why a hand is void, and open it again."""
    hands = [*desk.entered, desk.next_open] if desk.next_open else desk.entered
    asked = request.GET.get("hand", "")
    number = next((n for n in hands if str(n) == asked), hands[-1])
    form = VoidForm(bound_data(request, desk), hands=hands, initial={"hand": number})
    number = form.number or number
    amendment = Amendment(
        action=Action.WITHDRAW_HAND,
        template="void.html",
        outlook=lambda: Outlook(
            _("Void hand %(number)s, replay it") % {"number": number},
            " · ".join(part for part in (desk.place, _words(desk, number)) if part),
            effects=_effects(desk, number),
            shows_amounts=False,
        ),
        save=lambda: _save(request, desk, form),
        number=number,
        context={"reasons": REASONS},
    )
    return answer(request, desk, form, amendment)


def _words(desk: Desk, number: int) -> str:
    """What is entered of a hand, empty while it is open."""
    if number not in desk.entered:
        return ""
    return full_words(entry_of(desk.hands[number]), desk.choices(number))


def _effects(desk: Desk, number: int) -> list[str]:
    """What becomes of the penalties on a hand: all stay, but nobody's hand is dead any more."""
    given = [(row, row.seat) for row in penalties_on(desk, number) if row.seat]
    stay = [(row, seat) for row, seat in given if row.measure != Measure.DEAD_HAND]
    barred = dict.fromkeys(seat.player for row, seat in given if row.bars_win(number))
    ends = _("%(player)s may win the replayed hand: a dead hand ends with its tiles.")
    return [
        *(f"{penalty_line(*one)} · {_('stays as it is')}" for one in stay),
        *(ends % {"player": player} for player in barred),
    ]


def _save(request: HttpRequest, desk: Desk, form: VoidForm) -> HttpResponse:
    facts = form.cleaned_data
    void_hand(
        game=desk.game,
        number=facts["hand"],
        seen=facts["seen"],
        request=asking(request, facts["token"], facts["reason"]),
    )
    text = _("Hand %(number)s is void and open again.") % {"number": facts["hand"]}
    url = desk.url("enter-hand", number=facts["hand"])
    say(request, messages.SUCCESS, text, "hand", url)
    return redirect(desk.url("sheet"))
