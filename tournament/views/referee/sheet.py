"""The sheet (记录表) of one game: every hand, every mark, the totals and their check."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext
from django.views.decorators.http import require_safe

from scoring.listing import listed, phrased
from scoring.rules.penalties import Measure
from tournament.clock import Phase
from tournament.closing import signing
from tournament.models import Appeal, Game, Hand, Penalty, Seat
from tournament.permissions import Action
from tournament.templatetags.mahjong import signed
from tournament.views.referee.desk import TURNED_AWAY, Desk, entry_number, substitute_note
from tournament.views.referee.frame import for_readers, page
from tournament.views.referee.more import more_rows
from tournament.views.referee.offline import kept_offline
from tournament.views.referee.words import penalty_words
from tournament.winds import HANDS_PER_WIND, prevalent_wind


@dataclass(frozen=True, slots=True)
class Mark:
    """和, 自摸, 炮, 罚−40."""

    kind: str
    points: int | None = None


@dataclass(frozen=True, slots=True)
class Cell:
    """One player's amount in one hand; None where there is none."""

    number: str
    amount: int | None
    marks: tuple[Mark, ...]
    is_winner: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the sheet; `kind` is played, gap, now, open or game."""

    kind: str
    number: int
    label: str
    cells: tuple[Cell, ...] = ()
    url: str = ""
    spoken: str = ""
    is_edited: bool = False
    is_doubtful: bool = False


@dataclass(frozen=True, slots=True)
class Band:
    """The four hands of one prevalent wind (圈风) and who sits where in them."""

    wind: int
    places: tuple[tuple[str, int], ...]
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Column:
    """One player's head of the sheet."""

    label: str
    number: str
    name: str
    title: str
    note: str
    total: int


@dataclass(frozen=True, slots=True)
class Fines:
    """The sum of the sheet against its fines."""

    sum: int
    is_explained: bool
    why: str


@dataclass(frozen=True)
class Sheet:
    """Everything the page shows."""

    columns: tuple[Column, ...]
    bands: tuple[Band, ...]
    whole_game: Row | None
    fines: Fines
    next_open: int | None
    gaps: list[int]
    start: int = field(default=0)


@require_safe
@for_readers
def sheet(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Show the sheet; it is public as far as the results are."""
    answer = page(
        request,
        desk,
        "sheet.html",
        sheet=build_sheet(desk),
        may_enter=desk.may(Action.ENTER_HAND),
        visit_url=desk.url("visit-sheet") if desk.may(Action.ENTER_HAND) else "",
        may_penalise=desk.may(Action.ADD_PENALTY),
        penalise_url=desk.url("penalise"),
        explain_url=desk.url("penalties") if desk.penalties else "",
        next_url=desk.url("enter-hand", number=desk.next_open) if desk.next_open else "",
        closing=build_closing(desk),
        more=more_rows(desk, desk.next_open or desk.numbers[-1], without="penalise"),
    )
    return kept_offline(request, answer) if desk.may(Action.ENTER_HAND) else answer


@dataclass(frozen=True, slots=True)
class Closing:
    """What an official sees of the way to the lock: who signed, what is disputed, what he may do."""

    signed: tuple[str, ...]
    void: tuple[str, ...]
    disputes: int
    is_next: bool
    is_up: bool
    may_sign: bool
    may_lock: bool
    may_reopen: bool


def build_closing(desk: Desk) -> Closing | None:
    """Return it for the officials of this table, None for readers; in two queries."""
    if desk.refusal(Action.SIGN_GAME) in TURNED_AWAY:
        return None
    found = signing(desk.game, desk.seats)
    return Closing(
        signed=tuple(entry_number(line.seat) for line in found.seats if line.is_signed),
        void=tuple(entry_number(seat) for seat in found.void),
        disputes=desk.game.appeals.filter(outcome=Appeal.Outcome.OPEN).count(),
        is_next=desk.next_open is None or desk.game.result != Game.Result.HANDS,
        is_up=desk.clock is not None and desk.clock.phase == Phase.UP,
        may_sign=desk.may(Action.SIGN_GAME),
        may_lock=desk.may(Action.LOCK_GAME),
        may_reopen=desk.may(Action.REOPEN_GAME),
    )


def build_sheet(desk: Desk) -> Sheet:
    """Return the whole sheet of a seated game."""
    has_hands = desk.game.result == Game.Result.HANDS
    return Sheet(
        columns=tuple(_column(desk, seat) for seat in desk.seats),
        bands=tuple(_bands(desk)) if has_hands else (),
        whole_game=whole_game_row(desk),
        fines=explain_sum(desk),
        next_open=desk.next_open,
        gaps=desk.gaps if has_hands else [],
        start=desk.tournament.starting_score,
    )


def _column(desk: Desk, seat: Seat) -> Column:
    note = substitute_note(seat)
    if seat.present_from is None:
        note = _("Absent")
    elif seat.present_from > 1:
        note = _("from hand %(number)s") % {"number": seat.present_from}
    return Column(
        label=seat.get_start_display(),
        number=entry_number(seat),
        name=seat.player.name,
        title=str(seat.player),
        note=note,
        total=desk.result.scores[seat.start],
    )


def explain_sum(desk: Desk) -> Fines:
    """Return whether the four scores add up, and which fines say why not."""
    check = desk.result.check
    numbers = {seat.pk: entry_number(seat) for seat in desk.seats}
    given = [
        _("%(player)s %(points)s") % {"player": numbers[row.seat_id], "points": signed(taken)}
        for row, taken in ((row, _taken(row)) for row in desk.standing_penalties)
        if taken and row.seat_id
    ]
    items = listed(given)
    why = _("= fines (%(list)s)") % {"list": items} if items and check.ok else ""
    if not check.ok:
        why = _("Off by %(points)s, and no fine explains it.") % {
            "points": signed(check.difference)
        }
    return Fines(
        sum=check.actual - len(desk.seats) * desk.tournament.starting_score,
        is_explained=check.ok,
        why=why,
    )


def _taken(penalty: Penalty) -> int:
    """What left the table: all shares together."""
    return sum(share.points for share in penalty.shares.all())


def fines_taken(desk: Desk) -> list[tuple[str, int]]:
    """Return what standing fines took from the table: the player's number, points below 0."""
    numbers = {seat.pk: entry_number(seat) for seat in desk.seats}
    rows = ((row.seat_id, _taken(row)) for row in desk.standing_penalties)
    return [(numbers[seat], taken) for seat, taken in rows if taken and seat]


def _bands(desk: Desk) -> Iterator[Band]:
    for first in desk.numbers[::HANDS_PER_WIND]:
        numbers = [n for n in range(first, first + HANDS_PER_WIND) if n in desk.numbers]
        yield Band(
            wind=prevalent_wind(first),
            places=tuple(
                (seat.get_start_display(), desk.wind(seat.start, first)) for seat in desk.seats
            ),
            rows=tuple(_row(desk, number) for number in numbers),
        )


def _row(desk: Desk, number: int) -> Row:
    hand = desk.hands.get(number)
    if hand is not None and number in desk.entered:
        return _played(desk, hand)
    may_enter = desk.may(Action.ENTER_HAND)
    kind = "open"
    label = pgettext("hand", "Open") if hand is None else pgettext("hand", "Withdrawn")
    if number in desk.gaps:
        kind, label = "gap", _("Hand %(number)s is missing") % {"number": number}
    elif number == desk.next_open and may_enter:
        kind, label = "now", _("Enter hand %(number)s here") % {"number": number}
    return Row(
        kind=kind,
        number=number,
        label=label,
        cells=tuple(
            Cell(entry_number(seat), None, penalty_marks(desk, seat, number)) for seat in desk.seats
        ),
        url=desk.url("enter-hand", number=number) if may_enter else "",
    )


def _played(desk: Desk, hand: Hand) -> Row:
    amounts = desk.amounts(hand)
    label = (
        ngettext("%(points)s point", "%(points)s points", hand.fan_points)
        % {"points": hand.fan_points}
        if hand.winner is not None
        else hand.get_outcome_display()
    )
    return Row(
        kind="played",
        number=hand.number,
        label=label,
        cells=tuple(
            Cell(
                entry_number(seat),
                amounts.get(seat.pk),
                (*win_marks(hand, seat), *penalty_marks(desk, seat, hand.number)),
                is_winner=hand.winner == seat.start,
            )
            for seat in desk.seats
        ),
        url=desk.url("hand-history", number=hand.number),
        spoken=_spoken(desk, hand, label),
        is_edited=hand.version > 1,
        is_doubtful=desk.is_doubtful(hand),
    )


def win_marks(hand: Hand, seat: Seat) -> Iterator[Mark]:
    """Yield the mark of a seat for what it did in a hand, if any."""
    if hand.winner == seat.start:
        yield Mark("self" if hand.discarder is None else "win")
    if hand.discarder == seat.start:
        yield Mark("off")


def penalty_marks(desk: Desk, seat: Seat, number: int | None) -> tuple[Mark, ...]:
    """One mark for all penalties of a seat on one hand, or on the game as a whole (None)."""
    given = [row for row in desk.standing_penalties if row.hand_number == number]
    moved = sum(s.points for row in given for s in row.shares.all() if s.seat_id == seat.pk)
    own = [row for row in given if row.seat_id == seat.pk]
    if not own and not moved:
        return ()
    paid_only = all(row.measure == Measure.COMPENSATION for row in own)
    return (Mark("comp" if paid_only else "pen", moved or None),)


def whole_game_row(desk: Desk) -> Row | None:
    """Return the line of the penalties on the game as a whole, None without any."""
    cells = tuple(
        Cell(entry_number(seat), None, penalty_marks(desk, seat, None)) for seat in desk.seats
    )
    if not any(cell.marks for cell in cells):
        return None
    return Row("game", 0, _("Game"), cells, url=desk.url("penalties"))


def _spoken(desk: Desk, hand: Hand, label: str) -> str:
    """The whole row in words, for those who hear the page."""
    numbers = [entry_number(seat) for seat in desk.seats]
    parts = [_("Hand %(number)s") % {"number": hand.number}]
    if hand.winner is not None:
        won = _("%(player)s self-draw") if hand.discarder is None else _("%(player)s won")
        parts.append(won % {"player": numbers[hand.winner]})
    if hand.discarder is not None:
        parts.append(_("%(player)s discarded") % {"player": numbers[hand.discarder]})
    parts.append(label)
    for penalty in desk.standing_penalties:
        if penalty.hand_number == hand.number and penalty.seat:
            words = {
                "player": numbers[penalty.seat.start],
                "points": signed(penalty.own_points),
                "what": penalty_words(penalty),
            }
            parts.append(_("penalty %(player)s %(points)s %(what)s") % words)
    if hand.version > 1:
        parts.append(_("corrected"))
    return phrased([*parts, _("open")])
