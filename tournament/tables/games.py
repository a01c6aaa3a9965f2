"""The games of a round: who sits where, how it stands."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import django_tables2 as tables
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tournament.models import Game, Player, Round, Start, Tournament
from tournament.results import GameResult
from tournament.tables.base import (
    EventTable,
    ValueColumn,
    as_number,
    numbered,
    player_link,
    sheet_url,
    styled,
)
from tournament.templatetags.mahjong import amount, table_points, wind_badge


@dataclass(frozen=True, slots=True)
class GameRow:
    """One game with the people at its table, A to D."""

    result: GameResult
    players: Mapping[int, Player]
    tournament: Tournament

    @property
    def game(self) -> Game:
        """The game."""
        return self.result.game

    def number(self, index: int) -> int:
        """Return the entry number of a seat."""
        return self.players[self.result.seats[index].player_id].number

    def substitute(self, index: int) -> str:
        """Return who plays a seat in its entry's place; nothing for himself."""
        seat = self.result.seats[index]
        if seat.played_by_id:
            return numbered(self.players[seat.played_by_id])
        return seat.played_by_name


class SeatColumn(tables.Column):  # type: ignore[misc]  # as above
    """One seat of a game, as the page shows it: who, and how it stands."""

    def __init__(self, index: int) -> None:
        super().__init__(
            verbose_name=Start(index).label,
            # An accessor that leads nowhere would print the row into its error, seat by seat.
            accessor="result",
            exclude_from_export=True,
            attrs=styled("seat-cell"),
        )
        self.index = index

    def render(self, record: GameRow) -> SafeString:
        """Draw wind, entry number, name; then the score and its table points."""
        result = record.result
        player = record.players[result.seats[self.index].player_id]
        substitute = record.substitute(self.index)
        return format_html(
            '<span class="seat-who">{} {} {}{}</span>{}',
            wind_badge(self.index),
            player.entry_number if player.name else "",
            player_link(record.tournament, player),
            substitute_note(substitute),
            seat_result(result, self.index),
        )


def substitute_note(substitute: str) -> SafeString | str:
    """Return the line that names who plays instead; nothing when nobody does."""
    if not substitute:
        return ""
    note = gettext("played by %(name)s") % {"name": substitute}
    return format_html(' <small class="hint">{}</small>', note)


def seat_result(result: GameResult, index: int) -> SafeString | str:
    """Return score and table points of a seat once they are there to be seen."""
    if not result.counts:
        return ""
    return format_html(
        ' <span class="seat-score">{} <b>{}</b></span>',
        amount(result.scores[index]),
        table_points(result.table_points[index]),
    )


class SeatValueColumn(ValueColumn):
    """One figure of one seat, for the workbook."""

    FACTS = {
        "number": _("No."),
        "name": pgettext_lazy("person", "Name"),
        "substitute": _("Substitute"),
        "score": _("Score"),
        "table_points": _("Table points"),
        "penalties": _("Penalties"),
    }

    def __init__(self, index: int, fact: str) -> None:
        super().__init__(f"{Start(index).label} {self.FACTS[fact]}", "result")
        self.index = index
        self.fact = fact

    def value(self, record: GameRow) -> str | int | float | None:
        """Return the figure; nothing for results that are not to be seen."""
        if self.fact == "number":
            return record.number(self.index)
        if self.fact == "name":
            return str(record.players[record.result.seats[self.index].player_id])
        if self.fact == "substitute":
            return record.substitute(self.index)
        if not record.result.counts:
            return None
        if self.fact == "table_points":
            return as_number(record.result.table_points[self.index])
        figures = {"score": record.result.scores, "penalties": record.result.penalties}
        return figures[self.fact][self.index]


# Hands are entered into games like this.
TAKES_HANDS = (Round.State.RUNNING, Game.State.OPEN, Game.Result.HANDS)


class GamesTable(EventTable):
    """The games of one round."""

    caption: Any = _("Games")
    row_header = "table"

    table = tables.Column(_("Table"), accessor="game__table", attrs=styled("table-cell"))
    room = ValueColumn(_("Room"), "game__table__room")
    state = tables.Column(_("State"), accessor="game__state", attrs=styled("state-cell"))
    hands = tables.Column(_("Hands"), accessor="result__hands", attrs=styled("number hands-cell"))
    check = ValueColumn(_("Check of the sum"), "result__check")
    reason = ValueColumn(_("Reason"), "game__reason")

    class Meta(EventTable.Meta):
        attrs = {"class": "games fold"}

    def __init__(self, rows: Iterable[GameRow], *, caption: str = "", work: str = "sheet") -> None:
        self.work = work
        columns: list[tuple[str, Any]] = []
        for start in range(len(Start)):
            columns.append((f"seat{start}", SeatColumn(start)))
            for fact in SeatValueColumn.FACTS:
                columns.append((f"seat{start}_{fact}", SeatValueColumn(start, fact)))
        names = [name for name, _column in columns]
        super().__init__(
            list(rows),
            extra_columns=columns,
            sequence=["table", "room", *names, "check", "hands", "state", "reason"],
        )
        if caption:
            self.caption = caption

    def render_table(self, record: GameRow) -> SafeString:
        """Draw the table as the way to its sheet; to `work`, a page's name, while it takes hands."""
        game = record.game
        takes_hands = (game.round.state, game.state, game.result) == TAKES_HANDS
        name = self.work if takes_hands else "sheet"
        url = sheet_url(record.tournament, game.round.number, game.table.number, name)
        return format_html('<a href="{}">{}</a>', url, game.table)

    def value_table(self, record: GameRow) -> int:
        """Return the table's number."""
        return record.game.table.number

    def render_state(self, record: GameRow) -> SafeString:
        """Draw how the game stands."""
        kind, label = game_state(record.result)
        pill = format_html('<span class="pill {}">{}</span>', kind, label)
        check = record.result.check
        if check.ok or not record.result.counts:
            return pill
        wrong = gettext("Sum off by %(points)s") % {"points": f"{check.difference:+d}"}
        return format_html('{} <span class="pill pill-bad">{}</span>', pill, wrong)

    def value_state(self, record: GameRow) -> str:
        """Return how the game stands, in words."""
        return game_state(record.result)[1]

    def render_hands(self, record: GameRow) -> SafeString | str:
        """Draw the hands done of those to play."""
        if record.game.result != Game.Result.HANDS:
            return record.game.get_result_display()
        of = record.tournament.hands_per_game
        unit = gettext("hands")
        return format_html(
            '{}/{}<span class="narrow-only"> {}</span>', record.result.hands, of, unit
        )

    def value_hands(self, record: GameRow) -> int:
        """Return the hands done."""
        return record.result.hands

    def value_check(self, record: GameRow) -> str | int | None:
        """Return "ok" for a sum that is explained, otherwise by how much it is not."""
        if not record.result.counts:
            return None
        return gettext("ok") if record.result.check.ok else record.result.check.difference


def game_state(result: GameResult) -> tuple[str, str]:
    """Return the class of a game's pill and its words."""
    if result.game.state == Game.State.LOCKED:
        return "", gettext("Locked")
    if result.game.state == Game.State.SIGNED:
        return "pill-ok", gettext("✓ Signed")
    if result.hands or result.counts:
        return "pill-info", gettext("Open")
    return "", gettext("Not started")
