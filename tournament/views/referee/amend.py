"""
The pages that amend a game: who is missing, who sat wrong, who plays for whom, a void hand.

Each is one form that says beforehand what a save would do, and goes back to the sheet.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy

from scoring.forms.fields import EntryForm, ReasonField, TokenField
from scoring.forms.seats import LABELS, SeatChoice
from tournament.permissions import Action
from tournament.services.errors import ServiceError
from tournament.services.log import new_token
from tournament.views.referee.desk import Desk
from tournament.views.referee.frame import page, typed
from tournament.views.referee.words import Paid, paid

NO_SEAT = gettext_lazy("Say who.")
MOST_VERSIONS = 1_000_000


class AmendForm(EntryForm):
    """What all these forms send: why, the version of the sheet that was seen, the token."""

    reason = ReasonField(gettext_lazy("Reason"))
    seen = forms.IntegerField(min_value=0, max_value=MOST_VERSIONS, widget=forms.HiddenInput)
    token = TokenField()


class SeatField(forms.TypedChoiceField):
    """One of the four columns, as 0-3."""

    def __init__(self, label: Any = None) -> None:
        super().__init__(
            choices=[(label, label) for label in LABELS],
            coerce=LABELS.index,
            label=label,
            error_messages={"required": NO_SEAT, "invalid_choice": NO_SEAT},
        )


@dataclass(frozen=True, slots=True)
class Outlook:
    """What a save would do: the words of the button, sentences, amounts A to D with those before."""

    title: str
    words: str
    effects: Sequence[str] = ()
    amounts: Sequence[int] = (0, 0, 0, 0)
    was: Sequence[int] | None = None
    shows_amounts: bool = True


@dataclass(frozen=True, slots=True)
class Amendment:
    """One such page: its right, its template, what it foresees and what it does."""

    action: Action
    template: str
    outlook: Callable[[], Outlook]
    save: Callable[[], HttpResponse]
    number: int = 1
    context: dict[str, Any] = field(default_factory=dict)


def bound_data(request: HttpRequest, desk: Desk) -> Any:
    """Return what was sent, or what was kept while the user logged in again."""
    return typed(request, desk)


def answer(request: HttpRequest, desk: Desk, form: AmendForm, amendment: Amendment) -> HttpResponse:
    """Show the page or its preview, or carry the change out."""
    closed = desk.refusal(amendment.action)
    if request.method != "POST":
        return show(request, desk, form, amendment, 409 if closed else 200)
    if "preview" in request.POST:
        return _preview(request, desk, form, amendment)
    if not form.is_valid():
        form.focus_first_error()
        return show(request, desk, form, amendment, 422)
    try:
        return amendment.save()
    except ServiceError as error:
        form.add_error(None, str(error))
        return show(request, desk, form, amendment, 409)


def _preview(
    request: HttpRequest, desk: Desk, form: AmendForm, amendment: Amendment
) -> HttpResponse:
    if "HX-Request" in request.headers:
        context = _foreseen(desk, form, amendment)
        return page(request, desk, "_amend_preview.html", is_swap=True, **context)
    return show(request, desk, form, amendment, 200 if form.is_valid() else 422)


def _foreseen(desk: Desk, form: AmendForm, amendment: Amendment) -> dict[str, Any]:
    outlook = amendment.outlook()
    seats = desk.choices(amendment.number)
    return {
        "form": form,
        "seats": seats,
        "outlook": outlook,
        "paid": _paid(seats, outlook),
        "save_missing": form.first_error if form.is_bound else "",
    }


def _paid(seats: Sequence[SeatChoice], outlook: Outlook) -> list[Paid]:
    return paid(seats, outlook.amounts, outlook.was) if outlook.shows_amounts else []


def show(
    request: HttpRequest, desk: Desk, form: AmendForm, amendment: Amendment, status: int
) -> HttpResponse:
    """Show the page with the form as it is."""
    return page(
        request,
        desk,
        amendment.template,
        status,
        token=new_token(),
        closed=desk.closed_words(amendment.action),
        **_foreseen(desk, form, amendment),
        **amendment.context,
    )
