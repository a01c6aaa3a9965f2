"""The rows of the clerk's grid: what is saved, what was typed, what is wrong with it."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.forms.cells import Cells, cells_of, fits_cells
from tournament.models import Hand
from tournament.services.hands import entry_of
from tournament.services.log import new_token
from tournament.views.referee.desk import Desk, entry_number, substitute_note
from tournament.views.referee.sheet import (
    Cell,
    Fines,
    Row,
    explain_sum,
    penalty_marks,
    whole_game_row,
    win_marks,
)
from tournament.winds import dealer, prevalent_wind


@dataclass(frozen=True, slots=True)
class Answer:
    """
    What became of a row that was sent.

    `said` is a receipt, `error` why it is not saved; `wrong` is the field to go to. `ask` is what is
    wanted first: a reason, a second press (`confirm` is its key), a choice against `theirs`, the
    version that was saved meanwhile.
    """

    cells: Cells
    status: int = 200
    said: str = ""
    error: str = ""
    wrong: str = ""
    ask: str = ""
    confirm: str = ""
    reason: str = ""
    replaces: int = 0
    theirs: int = 0


@dataclass(frozen=True, slots=True)
class GridRow:
    """One hand of the grid; `kind` is saved, gap, now or open."""

    kind: str
    number: int
    wind: int
    dealer: int
    cells: Cells
    shown: Cells
    columns: tuple[Cell, ...]
    sum: int | None
    replaces: int
    token: str
    is_last: bool
    history_url: str = ""
    own_page: str = ""
    label: str = ""
    version: int = 0
    by: str = ""
    at: datetime | None = None
    is_doubtful: bool = False
    answer: Answer | None = None


@dataclass(frozen=True, slots=True)
class GridColumn:
    """One player: his number in the cells, who he is, how he stands."""

    key: int
    number: str
    name: str
    title: str
    note: str
    total: int


@dataclass(frozen=True)
class Grid:
    """Everything the table shows."""

    columns: tuple[GridColumn, ...]
    rows: tuple[GridRow, ...]
    whole_game: Row | None
    fines: Fines
    entered: int
    gaps: list[int]
    start: int


def build_grid(desk: Desk, answers: Mapping[int, Answer]) -> Grid:
    """Return the grid of a seated game with what became of the rows that were sent."""
    return Grid(
        columns=tuple(
            GridColumn(
                key=seat.start + 1,
                number=entry_number(seat),
                name=seat.player.name,
                title=str(seat.player),
                note=substitute_note(seat),
                total=desk.result.scores[seat.start],
            )
            for seat in desk.seats
        ),
        rows=tuple(_row(desk, number, answers.get(number)) for number in desk.numbers),
        whole_game=whole_game_row(desk),
        fines=explain_sum(desk),
        entered=len(desk.entered),
        gaps=desk.gaps,
        start=desk.tournament.starting_score,
    )


def _row(desk: Desk, number: int, answer: Answer | None) -> GridRow:
    hand = desk.hands.get(number)
    standing = hand if number in desk.entered else None
    entry = entry_of(standing) if standing else None
    shown = cells_of(entry) if entry else Cells()
    failed = answer if answer and not answer.said else None
    columns = _columns(desk, number, standing)
    return GridRow(
        kind=_kind(desk, number, standing),
        number=number,
        wind=prevalent_wind(number),
        dealer=dealer(number, desk.rule) + 1,
        cells=failed.cells if failed else shown,
        shown=shown,
        columns=columns,
        sum=_sum(columns),
        replaces=failed.replaces if failed else hand.version if hand else 0,
        token=new_token(),
        is_last=standing is not None and standing == _newest(desk),
        history_url=desk.url("hand-history", number=number) if hand else "",
        own_page=""
        if entry is None or fits_cells(entry)
        else desk.url("enter-hand", number=number),
        label=_label(desk, number, hand, standing),
        version=standing.version if standing else 0,
        by=str(standing.entered_by or _("The organiser")) if standing else "",
        at=standing.entered_at if standing else None,
        is_doubtful=standing is not None and desk.is_doubtful(standing),
        answer=answer,
    )


def _kind(desk: Desk, number: int, standing: Hand | None) -> str:
    if standing:
        return "saved"
    if number in desk.gaps:
        return "gap"
    return "now" if number == desk.next_open else "open"


def _label(desk: Desk, number: int, hand: Hand | None, standing: Hand | None) -> str:
    """What stands in the place of the amounts, or beside them when nobody won."""
    if standing:
        return "" if standing.winner is not None else standing.get_outcome_display()
    if number in desk.gaps:
        return _("Hand %(number)s is missing. Enter it, or mark it as not played.") % {
            "number": number
        }
    return pgettext("hand", "Withdrawn") if hand else ""


def _columns(desk: Desk, number: int, hand: Hand | None) -> tuple[Cell, ...]:
    amounts = desk.amounts(hand)
    return tuple(
        Cell(
            entry_number(seat),
            amounts.get(seat.pk),
            (*(win_marks(hand, seat) if hand else ()), *penalty_marks(desk, seat, number)),
            is_winner=hand is not None and hand.winner == seat.start,
        )
        for seat in desk.seats
    )


def _sum(columns: tuple[Cell, ...]) -> int | None:
    """The four amounts with what penalties on the hand moved; None where there is nothing."""
    parts = [cell.amount for cell in columns if cell.amount is not None]
    parts += [mark.points for cell in columns for mark in cell.marks if mark.points is not None]
    return sum(parts) if parts else None


def _newest(desk: Desk) -> Hand | None:
    """The hand that was saved last: the one to take back first."""
    saved = [desk.hands[number] for number in desk.entered]
    return max(saved, key=lambda hand: (hand.entered_at, hand.pk), default=None)
