"""Two players who sat on each other's seats: credit their hands rightly, score tiles anew."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods, require_POST

from scoring.forms.fields import ReasonField, TokenField, refusal
from tournament.models import Hand
from tournament.permissions import Action
from tournament.services.errors import ServiceError
from tournament.services.hands import entry_of
from tournament.services.log import new_token
from tournament.services.wrong_seats import (
    Rescoring,
    correct_seats,
    exchanged,
    rescore_hands,
    rescorings,
)
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
from tournament.views.referee.history import penalties_on, penalty_lines
from tournament.views.referee.words import full_words, hand_words

NO_HAND = gettext_lazy("Choose a hand.")


class HandField(forms.TypedChoiceField):
    """One hand of the game."""

    def __init__(self, label: Any) -> None:
        super().__init__(
            coerce=int, label=label, error_messages={"required": NO_HAND, "invalid_choice": NO_HAND}
        )


class WrongSeatsForm(AmendForm):
    """Which two, and in which hands."""

    field_order = ("one", "other", "first", "last", "reason")
    one = SeatField()
    other = SeatField()
    first = HandField(gettext_lazy("From hand"))
    last = HandField(gettext_lazy("To hand"))
    reason = ReasonField(gettext_lazy("Reason"), missing=gettext_lazy("Say why."))

    def __init__(self, data: Any, *, hands: int, initial: dict[str, Any]) -> None:
        super().__init__(data, initial=initial, label_suffix="")
        for name in ("first", "last"):
            field = self.fields[name]
            assert isinstance(field, forms.TypedChoiceField)
            field.choices = [(number, str(number)) for number in range(1, hands + 1)]

    def clean(self) -> None:
        """Two players, and hands in their order."""
        facts = self.cleaned_data
        if "one" in facts and facts["one"] == facts.get("other"):
            self.add_error("other", refusal(_("Choose two different players."), "same_player"))
        if "first" in facts and "last" in facts and facts["first"] > facts["last"]:
            self.add_error("last", refusal(_("The last hand comes before the first."), "order"))


@dataclass(frozen=True, slots=True)
class Changed:
    """One hand as it would be: in words, with the penalties that stay; `barred` may not win it."""

    number: int
    was: str
    now: str
    penalties: Sequence[str]
    barred: str


@dataclass(frozen=True, slots=True)
class Wind:
    """One hand whose tiles were scored with another wind."""

    row: Rescoring
    words: str
    token: str


@require_http_methods(["GET", "HEAD", "POST"])
@for_officials(Action.CORRECT_HAND, keeps=True)
def wrong_seats(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Show and accept which two sat wrong in which hands; list the tiles with other winds."""
    form = _form(request, desk, bound_data(request, desk))
    return answer(request, desk, form, _amendment(request, desk, form))


def _played(desk: Desk) -> list[int]:
    return [number for number in desk.entered if desk.hands[number].winner is not None]


def _form(request: HttpRequest, desk: Desk, data: Any = None) -> WrongSeatsForm:
    initial = _initial(request, _played(desk))
    return WrongSeatsForm(data, hands=len(desk.numbers), initial=initial)


def _amendment(request: HttpRequest, desk: Desk, form: WrongSeatsForm) -> Amendment:
    winds = _winds(desk)
    return Amendment(
        action=Action.CORRECT_HAND,
        template="wrong_seats.html",
        outlook=lambda: _outlook(desk, form),
        save=lambda: _save(request, desk, form),
        number=desk.next_open or desk.numbers[-1],
        context={
            "played": _played(desk),
            "winds": winds,
            "certain": [wind.row.hand.number for wind in winds if wind.row.entry],
            "every_token": new_token(),
        },
    )


def _initial(request: HttpRequest, played: Sequence[int]) -> dict[str, Any]:
    """Return all hands so far, or what the receipt of a correction asks for to undo it."""
    asked = {name: request.GET.get(name) for name in ("one", "other", "first", "last")}
    return {
        "first": 1,
        "last": max(played, default=1),
        "reason": _("Sat on each other's seats"),
        **{name: value for name, value in asked.items() if value},
    }


def _winds(desk: Desk) -> list[Wind]:
    hands = [desk.hands[number] for number in desk.entered]
    return [
        Wind(row, full_words(entry_of(row.hand), desk.choices(row.hand.number)), new_token())
        for row in rescorings(desk.game, hands)
    ]


def changed_hands(desk: Desk, form: WrongSeatsForm) -> list[Changed]:
    """Return the hands that a valid form would change."""
    return [
        Changed(
            hand.number,
            full_words(entry_of(hand), desk.choices(hand.number)),
            hand_words(_exchanged(hand, form), desk.choices(hand.number)),
            penalty_lines(desk, hand.number),
            _barred(desk, hand.number, _exchanged(hand, form).winner),
        )
        for hand in _affected(desk, form)
    ]


def _barred(desk: Desk, number: int, winner: int | None) -> str:
    """Return who would win a hand in which his own is dead, empty for none."""
    dead = {row.seat_id for row in penalties_on(desk, number) if row.bars_win(number)}
    seats = [seat for seat in desk.seats if seat.start == winner and seat.pk in dead]
    return entry_number(seats[0]) if seats else ""


def _affected(desk: Desk, form: WrongSeatsForm) -> list[Hand]:
    facts = form.cleaned_data
    hands = [desk.hands[n] for n in desk.entered if facts["first"] <= n <= facts["last"]]
    return [hand for hand in hands if _exchanged(hand, form) != entry_of(hand)]


def _exchanged(hand: Hand, form: WrongSeatsForm) -> Any:
    return exchanged(entry_of(hand), form.cleaned_data["one"], form.cleaned_data["other"])


def _outlook(desk: Desk, form: WrongSeatsForm) -> Outlook:
    before = list(desk.result.scores)
    if not form.is_bound or not form.is_valid():
        return Outlook(_("Put it right"), desk.place, amounts=before)
    facts = form.cleaned_data
    after = list(before)
    for hand in _affected(desk, form):
        was, now = entry_of(hand).amounts, _exchanged(hand, form).amounts
        after = [total + new - old for total, old, new in zip(after, was, now, strict=True)]
    one, other = (entry_number(desk.seats[facts[name]]) for name in ("one", "other"))
    hands = _("Hands %(first)s to %(last)s") % facts
    return Outlook(
        _("Exchange %(one)s and %(other)s") % {"one": one, "other": other},
        f"{desk.place} · {hands}",
        effects=[_changed_words(row) for row in changed_hands(desk, form)],
        amounts=after,
        was=before,
    )


def _changed_words(row: Changed) -> str:
    words = _("Hand %(number)s: %(was)s → %(now)s") % {
        "number": row.number,
        "was": row.was,
        "now": row.now,
    }
    stay = [_("%(penalty)s stays with the one it names") % {"penalty": p} for p in row.penalties]
    if row.barred:
        way_out = _(
            "%(player)s may not win it: if the dead hand was the other one's, cancel that penalty, "
            "exchange, and give it to him"
        )
        stay.append(way_out % {"player": row.barred})
    return " · ".join([words, *stay])


def _save(request: HttpRequest, desk: Desk, form: WrongSeatsForm) -> HttpResponse:
    facts = form.cleaned_data
    hands = correct_seats(
        game=desk.game,
        one=facts["one"],
        other=facts["other"],
        first=facts["first"],
        last=facts["last"],
        seen=facts["seen"],
        request=asking(request, facts["token"], facts["reason"]),
    )
    words = ngettext(
        "%(count)s hand is credited to the right player.",
        "%(count)s hands are credited to the right players.",
        len(hands),
    )
    again = f"one={request.POST['one']}&other={request.POST['other']}"
    undo = f"{desk.url('wrong-seats')}?{again}&first={facts['first']}&last={facts['last']}"
    say(request, messages.SUCCESS, words % {"count": len(hands)}, "undo", undo)
    fresh = Desk(desk.tournament, desk.game, desk.who)
    if winds := _winds(fresh):
        words = ngettext(
            "%(count)s hand was scored from tiles with another wind.",
            "%(count)s hands were scored from tiles with another wind.",
            len(winds),
        )
        url = f"{desk.url('wrong-seats')}#winds"
        say(request, messages.WARNING, words % {"count": len(winds)}, "winds", url)
    return redirect(desk.url("sheet"))


class RescoreForm(forms.Form):
    """Which hands are scored anew."""

    hands = forms.TypedMultipleChoiceField(
        coerce=int,
        choices=[(number, str(number)) for number in range(1, 17)],
        error_messages={"required": NO_HAND, "invalid_choice": NO_HAND},
    )
    seen = forms.IntegerField(min_value=0, max_value=MOST_VERSIONS)
    token = TokenField()


@require_POST
@for_officials(Action.CORRECT_HAND)
def rescore(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Score the tiles of one hand or of all that are listed anew."""
    form = RescoreForm(request.POST)
    if not form.is_valid():
        return _not_scored(request, desk, _("Nothing was changed. Open the page again."), 422)
    facts = form.cleaned_data
    asked = asking(request, facts["token"], "")
    try:
        hands = rescore_hands(
            game=desk.game, numbers=facts["hands"], seen=facts["seen"], request=asked
        )
    except ServiceError as error:
        return _not_scored(request, desk, str(error), 409)
    words = ngettext(
        "%(count)s hand is scored anew.", "%(count)s hands are scored anew.", len(hands)
    )
    say(request, messages.SUCCESS, words % {"count": len(hands)})
    return redirect(desk.url("wrong-seats"))


def _not_scored(request: HttpRequest, desk: Desk, sentence: str, status: int) -> HttpResponse:
    say(request, messages.ERROR, sentence)
    form = _form(request, desk)
    return show(request, desk, form, _amendment(request, desk, form), status)
