"""The clerk's grid (纸面补录): all hands of a game on one screen, each row saved by itself."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from scoring.forms import HandForm, PenaltyForm
from scoring.forms.cells import Cells, cells_of, fits_cells, read_cells, self_sign
from scoring.forms.hand import REASONS
from scoring.listing import listed
from tournament.models import Game, Hand
from tournament.permissions import Action
from tournament.services.errors import HandConflict, ServiceError
from tournament.services.hands import (
    current_hand,
    entry_of,
    withdraw_hand,
)
from tournament.views.referee.desk import Desk
from tournament.views.referee.frame import asking, for_officials, page, say
from tournament.views.referee.grid_rows import Answer, build_grid
from tournament.views.referee.hands import record, saved_words, seen_hand
from tournament.views.referee.words import full_words
from tournament.winds import prevalent_wind

CELLS = ("winner", "discarder", "points")
TYPED = (*CELLS, "replaces", "token", "confirm", "reason", "choice", "withdraw")


@dataclass(frozen=True, slots=True)
class Sent:
    """One row as it was sent; `choice` is a version to replace, or "saved"."""

    cells: Cells
    data: Mapping[str, str]
    choice: str = ""
    withdraw: str = ""


@require_http_methods(["GET", "HEAD", "POST"])
@for_officials(Action.ENTER_HAND)
def grid(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Show the grid; save the row that is named, without scripts every row that was changed."""
    if request.method != "POST":
        return grid_page(request, desk, {}, 409 if desk.closed else 200)
    answers = dict(_save_rows(request, desk))
    status = max((answer.status for answer in answers.values()), default=200)
    fresh = Desk(desk.tournament, desk.game, desk.who)
    if "row" in request.POST:
        return grid_piece(request, fresh, answers, status)
    _say_saved(request, answers)
    if status == 200:
        return redirect(desk.url("grid"))
    return grid_page(request, fresh, answers, status)


def grid_piece(
    request: HttpRequest,
    desk: Desk,
    answers: Mapping[int, Answer],
    status: int = 200,
    said: str = "",
) -> HttpResponse:
    """Show the table alone, for js/grid.js; `said` is read out."""
    context = {
        "grid": build_grid(desk, answers),
        "is_piece": True,
        "locked": bool(desk.closed),
        "reasons": [str(reason) for reason in REASONS],
        "said": said or " ".join(answer.said or answer.error for answer in answers.values()),
    }
    return page(request, desk, "_grid_table.html", status, **context)


def grid_page(
    request: HttpRequest, desk: Desk, answers: Mapping[int, Answer], status: int
) -> HttpResponse:
    """Show the whole page."""
    before, after = _neighbours(desk)
    return page(
        request,
        desk,
        "grid.html",
        status,
        grid=build_grid(desk, answers),
        reasons=[str(reason) for reason in REASONS],
        takes_hands=desk.game.result == Game.Result.HANDS,
        before=before,
        after=after,
        locked=bool(desk.closed),
        self_sign=self_sign(),
        may_penalise=desk.may(Action.ADD_PENALTY),
        penalise_url=desk.url("penalise"),
        penalty_url=desk.url("grid-penalty"),
        penalty=_catalogue(desk) if desk.may(Action.ADD_PENALTY) else None,
        may_total=desk.may(Action.ENTER_TOTALS),
        totals_url=desk.url("totals"),
    )


def _catalogue(desk: Desk) -> PenaltyForm:
    """Return an empty form: its offences by number."""
    return PenaltyForm(
        seats=desk.choices(desk.numbers[0]),
        profile=desk.rules.key,
        hands=desk.tournament.hands_per_game,
        may_take_table_points=desk.may(Action.PENALISE_IN_TABLE_POINTS),
    )


@dataclass(frozen=True, slots=True)
class Neighbour:
    """The grid of another table of the round."""

    number: int
    url: str


def _neighbours(desk: Desk) -> tuple[Neighbour | None, Neighbour | None]:
    """The table before and the one after, of those the visitor writes for. One query."""
    games = desk.game.round.games.order_by("table__number")
    tables = games.values_list("table", "table__number")
    here = desk.game.table.number
    may = [number for pk, number in tables if not desk.who.tables or pk in desk.who.tables]
    before = max((number for number in may if number < here), default=None)
    after = min((number for number in may if number > here), default=None)
    first, second = (
        Neighbour(number, desk.url("grid", table_number=number)) if number else None
        for number in (before, after)
    )
    return first, second


# Saving


def _save_rows(request: HttpRequest, desk: Desk) -> Iterator[tuple[int, Answer]]:
    for number, sent in _sent(desk, request.POST):
        answer = _save_row(request, desk, number, sent)
        if answer:
            yield number, answer


def _sent(desk: Desk, data: QueryDict) -> Iterator[tuple[int, Sent]]:
    asked = data.get("row")
    for number in desk.numbers:
        if asked not in (None, str(number)) or f"winner-{number}" not in data:
            continue
        row = {name: data.get(f"{name}-{number}", "") for name in TYPED}
        cells = read_cells(*(row[name] for name in CELLS))
        yield number, Sent(cells, {**row, **cells.data}, row["choice"], row["withdraw"])


def _save_row(request: HttpRequest, desk: Desk, number: int, sent: Sent) -> Answer | None:
    """Save one row, or say in it why not; None for one that nobody touched."""
    if sent.withdraw:
        return _withdraw(request, desk, number, sent)
    data = _chosen(sent)
    seen = seen_hand(desk, number, data)
    standing = None if seen is None or seen.outcome == Hand.Outcome.WITHDRAWN else seen
    shown = entry_of(standing) if standing else None
    is_same = sent.cells.data == (cells_of(shown) if shown else Cells()).data
    if sent.choice == "saved" or (is_same and not sent.choice):
        return None
    if shown and not fits_cells(shown):
        return _failed(sent, _("This hand has more than three cells say: correct it on its page."))
    form = HandForm(
        data,
        seats=desk.choices(number),
        prevalent_wind=prevalent_wind(number),
        profile=desk.rules,
        correcting=standing is not None,
    )
    return _store(request, desk, number, sent, form)


def _chosen(sent: Sent) -> dict[str, str]:
    """The form's data; after a conflict it is meant for the version that was saved meanwhile."""
    data = dict(sent.data)
    if sent.choice.isdecimal():
        data["replaces"] = sent.choice
        chosen = _("Chosen instead of version %(number)s") % {"number": sent.choice[:7]}
        data["reason"] = data["reason"] or chosen
    return data


def _store(request: HttpRequest, desk: Desk, number: int, sent: Sent, form: HandForm) -> Answer:
    if not form.is_valid():
        return _refused(sent, form)
    if form.needs_check:
        sentence = " ".join([*form.checks, _("Press Enter again if it is right.")])
        return _failed(sent, sentence, 422, wrong="points", ask="check", confirm=form.check_key)
    try:
        recorded = record(request, desk, number, form)
    except HandConflict:
        return _conflict(desk, number, sent)
    except ServiceError as error:
        return _failed(sent, str(error), 409)
    return Answer(sent.cells, said=saved_words(recorded, desk, correcting=form.correcting))


def _refused(sent: Sent, form: HandForm) -> Answer:
    names = [name for name in form.errors if name in (*CELLS, "reason")]
    if names == ["reason"]:
        return _failed(sent, form.first_error, 422, wrong="reason", ask="reason")
    wrong = next((name for name in names if name in CELLS), "winner")
    return _failed(sent, form.first_error, 422, wrong=wrong)


def _failed(
    sent: Sent,
    error: str,
    status: int = 422,
    *,
    wrong: str = "winner",
    ask: str = "",
    confirm: str = "",
) -> Answer:
    replaces = sent.choice if sent.choice.isdecimal() else sent.data["replaces"]
    return Answer(
        sent.cells,
        status,
        error=error,
        wrong=wrong,
        ask=ask,
        confirm=confirm,
        reason=sent.data["reason"],
        replaces=int(replaces[:7]) if replaces.isdecimal() else 0,
    )


def _conflict(desk: Desk, number: int, sent: Sent) -> Answer:
    """Both values in the row; the clerk chooses."""
    saved = current_hand(desk.game, number)
    assert saved is not None
    words = {
        "by": saved.entered_by or _("The organiser"),
        "number": number,
        "what": full_words(entry_of(saved), desk.choices(number)),
    }
    sentence = _("%(by)s saved hand %(number)s: %(what)s.") % words
    failed = _failed(sent, sentence, 409, wrong="choice", ask="conflict")
    return replace(failed, theirs=saved.version)


def _withdraw(request: HttpRequest, desk: Desk, number: int, sent: Sent) -> Answer:
    version = sent.withdraw[:7]
    try:
        recorded = withdraw_hand(
            game=desk.game,
            number=number,
            replaces=int(version) if version.isdecimal() else 0,
            request=asking(request, sent.data["token"][:64], sent.data["reason"][:200]),
        )
    except ServiceError as error:
        return _failed(sent, str(error), 409)
    words = {"number": recorded.hand.number}
    return Answer(sent.cells, said=_("Hand %(number)s withdrawn; it is open again.") % words)


def _say_saved(request: HttpRequest, answers: Mapping[int, Answer]) -> None:
    """Leave one receipt for all rows that were saved, and one for those that were not."""
    saved = [str(number) for number, answer in answers.items() if answer.said]
    failed = [str(number) for number, answer in answers.items() if not answer.said]
    if saved:
        text = ngettext("Hand %(list)s saved.", "Hands %(list)s saved.", len(saved))
        say(request, messages.SUCCESS, text % {"list": listed(saved)})
    if failed:
        text = ngettext(
            "Hand %(list)s is not saved: see its row.",
            "Hands %(list)s are not saved: see their rows.",
            len(failed),
        )
        say(request, messages.ERROR, text % {"list": listed(failed)})
    if not answers:
        say(request, messages.INFO, _("Nothing was changed."))
