"""Enter, correct and withdraw a hand; read what became of it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import wraps
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from scoring.entry import HandEntry
from scoring.forms import HandForm, SeatChoice
from scoring.forms.fans import PREFIX, fan_lines
from scoring.forms.hand import NO_WIN, SELF_DRAW, Mode, WithdrawForm
from tournament.models import Hand
from tournament.permissions import Action
from tournament.services.errors import HandConflict, ServiceError
from tournament.services.hands import (
    Recorded,
    Saved,
    current_hand,
    entry_of,
    record_hand,
    withdraw_hand,
)
from tournament.services.log import new_token
from tournament.views.referee.desk import (
    Desk,
    DeskView,
    asking,
    for_officials,
    for_readers,
    page,
    say,
)
from tournament.views.referee.words import (
    Line,
    compare,
    full_words,
    hand_words,
    measure_words,
    own_points,
    penalty_words,
    worth,
)
from tournament.winds import prevalent_wind

# Fields a conflict page hands on; the rest it makes anew.
KEPT = (
    *("winner", "discarder", "mode", "points", "notation", "flowers"),
    *("last_of_kind", "last_in_wall", "kong", "why", "reason"),
)


def of_a_hand(view: DeskView) -> DeskView:
    """Answer 404 for a hand the game does not have."""

    @wraps(view)
    def checked(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
        if number not in desk.numbers:
            raise Http404
        return view(request, desk, number)

    return checked


# Entering and correcting


@require_http_methods(["GET", "HEAD", "POST"])
@for_officials(Action.ENTER_HAND)
@of_a_hand
def enter_hand(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Show and accept the entry of one hand, a first one or a correction."""
    form = hand_form(request, desk, number)
    if request.method != "POST":
        return hand_page(request, desk, number, form, 409 if desk.closed else 200)
    if "preview" in request.POST:
        return preview(request, desk, number, form)
    if not form.is_valid():
        return hand_page(request, desk, number, form, 422)
    if form.needs_check:
        return hand_page(request, desk, number, form, 422, is_check=True)
    return save_hand(request, desk, number, form)


def save_hand(request: HttpRequest, desk: Desk, number: int, form: HandForm) -> HttpResponse:
    """Store a valid entry and go on, or say on the same page why not."""
    try:
        recorded = record_hand(
            game=desk.game,
            number=number,
            entry=form.entry,
            replaces=form.cleaned_data["replaces"],
            request=asking(request, form.cleaned_data["token"], form.full_reason),
        )
    except HandConflict:
        return conflict_page(request, desk, number, form)
    except ServiceError as error:
        form.add_error(None, str(error))
        return hand_page(request, desk, number, form, 409)
    say_saved(request, desk, recorded)
    return redirect(_after_saving(desk, form))


def _after_saving(desk: Desk, form: HandForm) -> str:
    fresh = Desk(desk.tournament, desk.game, desk.who)
    if form.correcting or fresh.next_open is None:
        return desk.url("sheet")
    return desk.url("enter-hand", number=fresh.next_open)


def say_saved(request: HttpRequest, desk: Desk, recorded: Recorded) -> None:
    """Leave the receipt, with the way to take it back."""
    hand = recorded.hand
    if recorded.saved is not Saved.NEW:
        say(request, messages.INFO, _("This hand was already saved; nothing was doubled."))
        return
    words = {"number": hand.number, "what": full_words(entry_of(hand), desk.choices(hand.number))}
    say(
        request,
        messages.SUCCESS,
        _("Hand %(number)s saved · %(what)s") % words,
        "undo",
        desk.url("withdraw-hand", number=hand.number),
    )


def hand_form(request: HttpRequest, desk: Desk, number: int) -> HandForm:
    """Return the form of a hand, with what was sent or with what is saved."""
    data = request.POST if request.method == "POST" else None
    seen = _seen(desk, number, data)
    correcting = seen is not None and seen.outcome != Hand.Outcome.WITHDRAWN
    initial: dict[str, Any] = {"replaces": seen.version if seen else 0}
    if seen and correcting:
        initial |= initial_of(entry_of(seen))
    elif request.GET.get("winner") in NO_WIN:
        initial["winner"] = request.GET["winner"]
    return HandForm(
        data,
        seats=desk.choices(number),
        prevalent_wind=prevalent_wind(number),
        profile=desk.tournament.profile,
        correcting=correcting,
        is_last=number == desk.numbers[-1],
        previewing="preview" in request.POST,
        initial=initial,
    )


def _seen(desk: Desk, number: int, data: Mapping[str, Any] | None) -> Hand | None:
    """
    Return the version the referee has before him.

    Of a form that was sent it is the one it names: a retry of a first entry stays a first entry.
    """
    if data is None:
        return desk.hands.get(number)
    try:
        version = int(data.get("replaces") or 0)
    except ValueError:
        return None
    current = desk.hands.get(number)
    if current and current.version == version:
        return current
    if not 0 < version < 1_000_000:
        return None
    return desk.game.hands.filter(number=number, version=version).first()


def initial_of(entry: HandEntry) -> dict[str, Any]:
    """Return what the form's fields show for a saved entry."""
    tiles, _bar, how = entry.notation.partition("|")
    flags, _bar, flowers = how.partition("|")
    switches = [flag == "1" for flag in flags[3:]] or [False] * 3
    names = ("last_of_kind", "last_in_wall", "kong")
    return {
        "winner": entry.outcome.value if entry.winner is None else "ABCD"[entry.winner],
        "discarder": SELF_DRAW if entry.discarder is None else "ABCD"[entry.discarder],
        "mode": Mode.TILES if tiles else Mode.FANS if entry.fans else Mode.POINTS,
        "points": entry.fan_points or None,
        "fans": {} if tiles else dict(entry.fans),
        "notation": f"{tiles}||{flowers}" if flowers.isalpha() else tiles,
        "flowers": None if flowers.isalpha() else entry.flowers or None,
        **dict(zip(names, switches, strict=True)),
    }


@dataclass(frozen=True, slots=True)
class Paid:
    """One seat below the amounts of a preview."""

    label: str
    wind: int
    number: str
    amount: int | None
    was: int | None = None


def paid(
    seats: Sequence[SeatChoice], amounts: Sequence[int | None], was: Sequence[int] | None = None
) -> list[Paid]:
    """Return the four amounts with whose they are."""
    before = was or (None,) * len(seats)
    return [
        Paid(seat.label, seat.wind, seat.number, amount, old)
        for seat, amount, old in zip(seats, amounts, before, strict=True)
    ]


def preview_context(desk: Desk, number: int, form: HandForm) -> dict[str, Any]:
    """Return what a save would do: amounts, fan, for a correction old and new."""
    now = desk.hands.get(number)
    entry = form.preview
    if form.correcting and now and not form.is_bound:
        entry = entry_of(now)
    context: dict[str, Any] = {
        "paid": paid(form.seats, entry.amounts if entry else (0, 0, 0, 0)),
        "entry": entry,
        "save_words": " · ".join(_save_words(number, entry, form)),
        "save_worth": worth(entry) if entry else "",
    }
    if form.correcting and now:
        was = entry_of(now)
        if entry and form.is_bound:
            context["changes"] = compare(was, entry, form.seats)
            totals = [seat.total for seat in form.seats]
            change = [new - old for new, old in zip(entry.amounts, was.amounts, strict=True)]
            after = [total + moved for total, moved in zip(totals, change, strict=True)]
            context["totals"] = paid(form.seats, after, totals)
    return context


def _save_words(number: int, entry: HandEntry | None, form: HandForm) -> Iterator[str]:
    yield _("Hand %(number)s") % {"number": number}
    if entry:
        yield hand_words(entry, form.seats)


def preview(request: HttpRequest, desk: Desk, number: int, form: HandForm) -> HttpResponse:
    """Show what a save would do, as a page or as the piece that changes."""
    if "HX-Request" in request.headers:
        return page(
            request,
            desk,
            "_preview.html",
            form=form,
            number=number,
            is_swap=True,
            **preview_context(desk, number, form),
        )
    status = 200 if form.is_valid() else 422
    return hand_page(request, desk, number, form, status, is_preview=True)


def hand_page(
    request: HttpRequest,
    desk: Desk,
    number: int,
    form: HandForm,
    status: int = 200,
    **context: Any,
) -> HttpResponse:
    """Show the entry page."""
    return page(
        request,
        desk,
        "enter_hand.html",
        status,
        form=form,
        number=number,
        seats=form.seats,
        token=new_token(),
        may_penalise=desk.may(Action.ADD_PENALTY),
        penalise_url=f"{desk.url('penalise')}?hand={number}",
        replaces=form["replaces"].value() or 0,
        missing=[gap for gap in desk.gaps if gap < number],
        hand_penalties=penalty_lines(desk, number),
        history=_versions(desk, number) if form.correcting else [],
        **preview_context(desk, number, form),
        **context,
    )


def penalty_lines(desk: Desk, number: int) -> list[str]:
    """Return the penalties that stand on a hand, in words."""
    return [
        " · ".join(
            (
                f"{row.seat.player.number:02d}",
                penalty_words(row, desk.tournament.profile),
                measure_words(row, own_points(row)),
            )
        )
        for row in desk.standing_penalties
        if row.hand_number == number and row.seat
    ]


# Conflicts


def conflict_page(request: HttpRequest, desk: Desk, number: int, form: HandForm) -> HttpResponse:
    """Show both entries; the one who sits at the table chooses."""
    saved = current_hand(desk.game, number)
    assert saved is not None
    theirs = entry_of(saved)
    return page(
        request,
        desk,
        "conflict.html",
        409,
        number=number,
        saved=saved,
        mine_words=full_words(form.entry, form.seats),
        saved_words=full_words(theirs, form.seats),
        lines=compare(form.entry, theirs, form.seats),
        hidden=_hidden_values(request.POST, form, saved),
        next_version=saved.version + 1,
    )


def _hidden_values(data: QueryDict, form: HandForm, saved: Hand) -> list[tuple[str, str]]:
    """Return the form once more, meant for the version that stands now."""
    typed = [
        (name, value)
        for name, value in data.items()
        if isinstance(value, str) and (name in KEPT or name.startswith(PREFIX))
    ]
    if not form.full_reason:
        chosen = _("Chosen instead of version %(number)s") % {"number": saved.version}
        typed = [*(pair for pair in typed if pair[0] != "why"), ("why", chosen)]
    return [
        *typed,
        ("replaces", str(saved.version)),
        ("confirm", form.check_key),
        ("token", new_token()),
    ]


# Withdrawing


@require_http_methods(["GET", "HEAD", "POST"])
@for_officials(Action.WITHDRAW_HAND)
@of_a_hand
def withdraw(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Take a hand back after one more press; it is open again and stays in the history."""
    if number not in desk.hands:
        raise Http404
    form = WithdrawForm(request.POST if request.method == "POST" else None, label_suffix="")
    status = 409 if desk.closed else 200
    if request.method == "POST":
        status = 422
    if form.is_valid():
        try:
            recorded = withdraw_hand(
                game=desk.game,
                number=number,
                replaces=form.cleaned_data["replaces"],
                request=asking(request, form.cleaned_data["token"], form.cleaned_data["reason"]),
            )
        except ServiceError as error:
            form.add_error(None, str(error))
            status = 409
        else:
            say_withdrawn(request, recorded)
            return redirect(desk.url("enter-hand", number=number))
    return withdraw_page(request, desk, number, form, status)


def say_withdrawn(request: HttpRequest, recorded: Recorded) -> None:
    """Leave the receipt."""
    text = _("Hand %(number)s withdrawn; it is open again.") % {"number": recorded.hand.number}
    say(request, messages.SUCCESS if recorded.saved is Saved.NEW else messages.INFO, text)


def withdraw_page(
    request: HttpRequest, desk: Desk, number: int, form: WithdrawForm, status: int
) -> HttpResponse:
    """Ask once more, showing what stands now."""
    hand = current_hand(desk.game, number)
    assert hand is not None
    return page(
        request,
        desk,
        "withdraw.html",
        status,
        form=form,
        number=number,
        hand=hand,
        words=full_words(entry_of(hand), desk.choices(number)),
        token=new_token(),
    )


# History


@dataclass(frozen=True, slots=True)
class Version:
    """One version of a hand, as its history shows it."""

    hand: Hand
    words: str
    lines: list[Line]
    paid: list[Paid]


@require_safe
@for_readers
@of_a_hand
def hand_history(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Show all versions of a hand: who, when, what changed, why."""
    versions = _versions(desk, number)
    current = desk.hands.get(number)
    is_open = current is None or current.outcome == Hand.Outcome.WITHDRAWN
    return page(
        request,
        desk,
        "history.html",
        number=number,
        hand=None if is_open else current,
        words=versions[0].words if versions else "",
        fans=list(fan_lines(current.fans)) if current else [],
        versions=versions,
        hand_penalties=penalty_lines(desk, number),
        may_correct=desk.may(Action.CORRECT_HAND),
        may_withdraw=desk.may(Action.WITHDRAW_HAND),
        correct_url=desk.url("enter-hand", number=number),
        withdraw_url=desk.url("withdraw-hand", number=number),
    )


def _versions(desk: Desk, number: int) -> list[Version]:
    """Return the versions of a hand, newest first, each with what it changed."""
    rows = list(
        desk.game.hands.filter(number=number)
        .select_related("entered_by")
        .prefetch_related("scores")
        .order_by("version")
    )
    seats = desk.choices(number)
    before: Sequence[Hand | None] = [None, *rows[:-1]]
    return [_version(desk, seats, was, hand) for was, hand in zip(before, rows, strict=True)][::-1]


def _version(desk: Desk, seats: list[SeatChoice], was: Hand | None, hand: Hand) -> Version:
    points = {score.seat_id: score.points for score in hand.scores.all()}
    lines = compare(entry_of(was), entry_of(hand), seats) if was else []
    # Amounts as stored, on the winds of the hand.
    stored = paid([replace(seat) for seat in seats], [points.get(s.pk) for s in desk.seats])
    return Version(
        hand=hand,
        words=full_words(entry_of(hand), seats),
        lines=[line for line in lines if line.differs],
        paid=stored,
    )
