"""Enter, correct and withdraw a hand; read what became of it."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from scoring.entry import HandEntry
from scoring.forms import HandForm
from scoring.forms.claim import AGREED, OBJECTED
from scoring.forms.fans import PREFIX
from scoring.forms.hand_fields import NO_WIN, SELF_DRAW, Mode
from tournament.models import Hand
from tournament.permissions import Action
from tournament.services.errors import HandConflict, ServiceError
from tournament.services.events import rules_in
from tournament.services.hands import (
    Recorded,
    Saved,
    current_hand,
    entry_of,
    record_hand,
)
from tournament.services.log import new_token
from tournament.views.referee import offline, sent
from tournament.views.referee.desk import Desk, entry_url
from tournament.views.referee.frame import asking, for_officials, page, say, seated, typed
from tournament.views.referee.history import of_a_hand, penalty_lines, versions_of
from tournament.views.referee.more import more_rows
from tournament.views.referee.words import (
    compare,
    full_words,
    hand_words,
    paid,
    worth,
)
from tournament.winds import prevalent_wind

# Fields a conflict page hands on; the rest it makes anew.
KEPT = (
    *("winner", "discarder", "mode", "points", "notation", "flowers"),
    *("last_of_kind", "last_in_wall", "kong", "why", "reason"),
    *("claim", "claimed", "claimed_fans", "agreed", "objection"),
)


# One line of a phone.
MOST_RECENT = 4

# Entering and correcting


@require_http_methods(["GET", "HEAD", "POST"])
@for_officials(Action.ENTER_HAND, keeps=True)
@of_a_hand
def enter_hand(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Show and accept the entry of one hand, a first one or a correction."""
    form = hand_form(request, desk, number)
    if request.method != "POST":
        return hand_page(request, desk, number, form, 409 if desk.closed else 200)
    if "preview" in request.POST:
        return preview(request, desk, number, form)
    if not form.is_valid():
        form.focus_first_error()
        return hand_page(request, desk, number, form, 422)
    if form.needs_check:
        return hand_page(request, desk, number, form, 422, is_check=True)
    return save_hand(request, desk, number, form)


@require_safe
@seated
def next_hand(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Lead to the entry of the next open hand, to the sheet where there is none to enter."""
    return redirect(entry_url(desk) or desk.url("sheet"))


def save_hand(request: HttpRequest, desk: Desk, number: int, form: HandForm) -> HttpResponse:
    """Store a valid entry and go on, or say on the same page why not."""
    try:
        recorded = record(request, desk, number, form)
    except HandConflict:
        return conflict_page(request, desk, number, form)
    except ServiceError as error:
        form.add_error(None, str(error))
        return hand_page(request, desk, number, form, 409)
    next_url = _after_saving(desk, number, form)
    if sent.by_script(request):
        return saved_by_script(request, desk, recorded, form, next_url)
    say(request, *receipt_of(desk, recorded, form))
    return redirect(next_url)


def record(request: HttpRequest, desk: Desk, number: int, form: HandForm) -> Recorded:
    """Store a valid entry."""
    return record_hand(
        game=desk.game,
        number=number,
        entry=form.entry,
        replaces=form.cleaned_data["replaces"],
        request=asking(request, form.cleaned_data["token"], form.full_reason),
        revision=desk.revision,
    )


def saved_by_script(
    request: HttpRequest, desk: Desk, recorded: Recorded, form: HandForm, next_url: str
) -> HttpResponse:
    """Answer a phone; the receipt of what it kept a while is shown where it is now."""
    level, text, way_on, url = receipt_of(desk, recorded, form)
    if not sent.queued_token(request):
        say(request, level, text, way_on, url)
    undo_url = url if way_on == "undo" else ""
    return sent.saved(text, next_url=next_url, undo_url=undo_url, how=recorded.saved)


def _after_saving(desk: Desk, number: int, form: HandForm) -> str:
    entered = {*desk.entered, number}
    open_hands = (hand for hand in desk.numbers if hand not in entered)
    next_open = None if form.correcting else next(open_hands, None)
    return desk.url("enter-hand", number=next_open) if next_open else desk.url("sheet")


def receipt_of(desk: Desk, recorded: Recorded, form: HandForm) -> tuple[int, str, str, str]:
    """Return the receipt: with the way to take a hand back, or to what it was before."""
    hand = recorded.hand
    words = saved_words(recorded, desk, correcting=form.correcting)
    level = messages.SUCCESS if recorded.saved is Saved.NEW else messages.INFO
    if recorded.saved is Saved.SAME and form.correcting:
        return level, words, "", ""
    has_past = form.correcting or not hand.is_current
    way_on, page_name = ("history", "hand-history") if has_past else ("undo", "withdraw-hand")
    return level, words, way_on, desk.url(page_name, number=hand.number)


def saved_words(recorded: Recorded, desk: Desk, *, correcting: bool) -> str:
    """Say what became of an entry; a retry names its hand like the first answer."""
    hand = recorded.hand
    if recorded.saved is Saved.SAME and correcting:
        text = _("Hand %(number)s already says this; nothing was changed.")
    elif not hand.is_current:
        text = _(
            "Hand %(number)s was saved before and has been changed since. Look at its history."
        )
    elif recorded.saved is not Saved.NEW:
        text = _("Hand %(number)s was already saved, nothing was doubled · %(what)s")
    elif correcting:
        text = _("Hand %(number)s corrected · %(what)s")
    else:
        text = _("Hand %(number)s saved · %(what)s")
    what = full_words(entry_of(hand), desk.choices(hand.number))
    return text % {"number": hand.number, "what": what}


def hand_form(request: HttpRequest, desk: Desk, number: int) -> HandForm:
    """Return the form of a hand, with what was sent or with what is saved."""
    data = typed(request, desk)
    seen = seen_hand(desk, number, data)
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
        profile=desk.rules,
        correcting=correcting,
        is_last=number == desk.numbers[-1],
        previewing=request.method != "POST" or "preview" in request.POST,
        initial=initial,
    )


def seen_hand(desk: Desk, number: int, data: Mapping[str, Any] | None) -> Hand | None:
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
        "fans": dict(entry.claimed_fans if tiles else entry.fans),
        "notation": f"{tiles}||{flowers}" if flowers.isalpha() else tiles,
        "flowers": None if flowers.isalpha() else entry.flowers or None,
        **dict(zip(names, switches, strict=True)),
        **initial_claim(entry),
    }


def initial_claim(entry: HandEntry) -> dict[str, Any]:
    """Return what the fields of the claim show; nothing where none was noted."""
    if not entry.has_claim:
        return {}
    return {
        "claim": True,
        "claimed": entry.claimed_points,
        "claimed_fans": bool(entry.claimed_fans),
        "agreed": {None: "", True: AGREED, False: OBJECTED}[entry.agreed],
        "objection": entry.objection,
    }


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
    """Show the entry page; a script that sent it is told what is missing."""
    if sent.by_script(request):
        return sent.refused(status, form.first_error or " ".join(form.checks))
    answer = page(
        request,
        desk,
        "enter_hand.html",
        status,
        form=form,
        number=number,
        seats=form.seats,
        token=new_token(),
        queued=sent.queued_token(request),
        table=offline.table_of(desk, number),
        visit_url=desk.url("visit-sheet"),
        more=more_rows(desk, number),
        replaces=form["replaces"].value() or 0,
        recent=form.chips(recent_fans(desk)),
        missing=[gap for gap in range(1, number) if gap not in desk.entered],
        hand_penalties=penalty_lines(desk, number),
        history=versions_of(desk, number) if form.correcting else [],
        rules_changed=form.correcting and _rules_changed(desk, number),
        **preview_context(desk, number, form),
        **context,
    )
    is_plain = request.method in {"GET", "HEAD"} and status == 200 and not form.correcting
    return offline.kept_offline(request, answer) if is_plain else answer


def _rules_changed(desk: Desk, number: int) -> bool:
    """Whether the hand that stands was judged by other rules than a correction would be."""
    saved = desk.hands.get(number)
    if saved is None or saved.profile_revision_id == desk.revision.pk:
        return False
    return rules_in(saved.profile_revision) != desk.rules


def recent_fans(desk: Desk) -> list[str]:
    """Return the fan last counted at this table, each once."""
    newest = sorted(desk.hands.values(), key=lambda hand: hand.entered_at, reverse=True)
    keys = dict.fromkeys(key for hand in newest for key in hand.fans)
    return list(keys)[:MOST_RECENT]


# Conflicts


def conflict_page(request: HttpRequest, desk: Desk, number: int, form: HandForm) -> HttpResponse:
    """Show both entries; the one who sits at the table chooses."""
    saved = current_hand(desk.game, number)
    assert saved is not None
    theirs = entry_of(saved)
    if sent.by_script(request):
        return sent.conflict(full_words(theirs, form.seats))
    return page(
        request,
        desk,
        "conflict.html",
        409,
        number=number,
        queued=sent.queued_token(request),
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
