"""The tables of a round as the board draws them, and the list of what needs somebody."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.listing import phrased
from tournament.board import Missing, TableState, Trouble
from tournament.models import Game, Tournament
from tournament.standings import SEATS
from tournament.templatetags.mahjong import signed

MINUTE = timedelta(minutes=1)
KINDS: Mapping[Trouble, str] = {Trouble.DEVICES: "info", Trouble.OFFLINE: "warn"}
"""Of the pill of a trouble that is none of the sheet's."""

SHOWS: Mapping[str, tuple[object, Callable[["Tile"], bool], str]] = {
    # key: words, which tiles, kind of the pill
    "trouble": (gettext_lazy("With problems"), lambda tile: bool(tile.state.troubles), "bad"),
    "disputed": (gettext_lazy("Disputed"), lambda tile: tile.state.is_disputed, "bad"),
    "missing": (gettext_lazy("No complete result"), lambda tile: tile.is_missing, "warn"),
    "explained": (gettext_lazy("With fines"), lambda tile: tile.has_fines, "warn"),
    "unsigned": (gettext_lazy("To be signed"), lambda tile: tile.waits_for_signatures, "info"),
    "signed": (gettext_lazy("To be locked"), lambda tile: tile.waits_for_the_lock, "ok"),
}


@dataclass(frozen=True)
class Tile:
    """One table on the board."""

    state: TableState
    tournament: Tournament
    players: tuple[str, ...]
    round_extra: int = 0

    @property
    def game(self) -> Game:
        """The game at the table."""
        return self.state.game

    @property
    def number(self) -> int:
        """The number of the table."""
        return self.game.table.number

    @property
    def url(self) -> str:
        """Where the sheet is."""
        return self.page("sheet")

    def page(self, name: str, *more: object) -> str:
        """Return the address of a page of this game."""
        where = [self.tournament.slug, self.game.round.number, self.number, *more]
        return reverse(f"tournament:{name}", args=where)

    @property
    def is_missing(self) -> bool:
        """Whether the round cannot be closed because of this table."""
        return self.state.missing is not None

    @property
    def has_fines(self) -> bool:
        """Whether fines explain that the four scores do not add up to what they began with."""
        return bool(self._fines) and not self.state.result.check.difference

    @property
    def waits_for_signatures(self) -> bool:
        """Whether everything is entered and the sheet is open."""
        return self.state.is_open and self.state.is_finished and self.state.result.counts

    @property
    def waits_for_the_lock(self) -> bool:
        """Whether the sheet is signed and nobody has locked it yet."""
        return self.game.state == Game.State.SIGNED

    @property
    def hand_words(self) -> str:
        """Which hand is played."""
        if self.game.result != Game.Result.HANDS:
            return str(self.game.get_result_display())
        if self.state.next_hand is None:
            return _("All hands")
        return _("Hand %(number)s") % {"number": self.state.next_hand}

    @property
    def ticks(self) -> list[str]:
        """Done, gap or nothing for every hand of the game."""
        numbers = range(1, self.state.hands_per_game + 1)
        is_gap, is_done = set(self.state.gaps), set(self.state.numbers)
        return ["gap" if n in is_gap else "done" if n in is_done else "" for n in numbers]

    @property
    def ago(self) -> str:
        """How long ago something was entered; empty without an entry."""
        if self.state.last_entry is None:
            return ""
        minutes = (self.state.now - self.state.last_entry) // MINUTE
        if minutes < 60:
            return _("%(minutes)s min ago") % {"minutes": max(minutes, 0)}
        return _("%(hours)s h ago") % {"hours": minutes // 60}

    @property
    def pills(self) -> list[tuple[str, str]]:
        """What stands out at this table: kind of the pill, words."""
        pills = [
            (KINDS.get(trouble, "bad"), trouble_pill(self.state, trouble))
            for trouble in self.state.troubles
        ]
        if self.has_fines:
            pills.append(("warn", _("Fines %(sum)s") % {"sum": signed(self._fines)}))
        if self.state.clock.extra > self.round_extra:
            extra = self.state.clock.extra - self.round_extra
            pills.append(("warn", _("+%(minutes)s min") % {"minutes": extra}))
        return [*pills, *self._closing_pills]

    @property
    def _closing_pills(self) -> list[tuple[str, str]]:
        """How far the sheet is on the way to its lock."""
        if self.game.state == Game.State.LOCKED:
            return [("", str(self.game.get_state_display()))]
        if self.waits_for_the_lock:
            return [("ok", _("✓ Signed"))]
        if self.state.signed or self.waits_for_signatures:
            words = {"signed": self.state.signed, "all": self.state.signers}
            return [("info", _("To be signed %(signed)s/%(all)s") % words)]
        return []

    @property
    def _fines(self) -> int:
        return self.state.result.check.expected - SEATS * self.tournament.starting_score

    @property
    def missing_words(self) -> str:
        """Why the round cannot be closed because of this table."""
        return missing_words(self.state.missing) if self.state.missing else ""

    @property
    def spoken(self) -> str:
        """The whole tile in words."""
        parts = [str(self.game.table), self.hand_words, *(words for _kind, words in self.pills)]
        if self.ago:
            parts.append(_("last entry %(ago)s") % {"ago": self.ago})
        return phrased(parts)


@dataclass(frozen=True, slots=True)
class Task:
    """One line of what needs somebody."""

    tile: Tile
    kind: str
    text: str
    url: str
    action: str


@dataclass(frozen=True, slots=True)
class Filter:
    """One way to look at the board."""

    key: str
    label: object
    kind: str
    count: int


def filters(tiles: Sequence[Tile]) -> list[Filter]:
    """Return the filters of the board that show something."""
    counted = [
        Filter(key, label, kind, sum(holds(tile) for tile in tiles))
        for key, (label, holds, kind) in SHOWS.items()
    ]
    return [row for row in counted if row.count]


def filtered(tiles: Sequence[Tile], show: str) -> list[Tile]:
    """Return the tiles a filter shows, all for an unknown one."""
    if show not in SHOWS:
        return list(tiles)
    _label, holds, _kind = SHOWS[show]
    return [tile for tile in tiles if holds(tile)]


def tasks(tiles: Iterable[Tile]) -> list[Task]:
    """Return what needs somebody, the worst first, one line per table and trouble."""
    found = [
        (list(Trouble).index(trouble), _task(tile, trouble))
        for tile in tiles
        for trouble in tile.state.troubles
    ]
    return [task for _weight, task in sorted(found, key=lambda row: (row[0], row[1].tile.number))]


def _task(tile: Tile, trouble: Trouble) -> Task:
    state = tile.state
    open_sheet = (tile.url, _("Open the sheet"))
    match trouble:
        case Trouble.DISPUTE:
            text = _("A player disputes this game.")
            return Task(tile, "bad", text, tile.page("game-appeals"), _("Decide…"))
        case Trouble.GAP:
            number = state.gaps[0]
            text = _("Hand %(gap)s is missing, hand %(last)s is entered.")
            url, action = tile.page("enter-hand", number), _("Enter hand %(number)s")
            words = {"gap": number, "last": state.numbers[-1]}
            return Task(tile, "bad", text % words, url, action % {"number": number})
        case Trouble.SUM:
            text = _("The four scores are %(points)s off, and no fine explains it.")
            points = signed(state.result.check.difference)
            return Task(tile, "bad", text % {"points": points}, *open_sheet)
        case Trouble.IDLE:
            return Task(tile, "bad", idle_words(state), *open_sheet)
        case Trouble.UNSIGNED:
            text, review = _("Everything is entered, the sheet is open."), tile.page("review")
            return Task(tile, "info", text, review, _("Review and sign"))
        case Trouble.DEVICES:
            text = _("%(count)s devices have this sheet open.") % {"count": state.devices}
            return Task(tile, "info", text, *open_sheet)
        case Trouble.OFFLINE:
            return Task(tile, "warn", waiting_words(state), *open_sheet)


def trouble_pill(state: TableState, trouble: Trouble) -> str:
    """Return a trouble in two or three words."""
    if trouble is Trouble.DISPUTE:
        return _("Disputed")
    if trouble is Trouble.GAP:
        return _("Hand %(number)s missing") % {"number": state.gaps[0]}
    if trouble is Trouble.SUM:
        return _("Sum off by %(points)s") % {"points": signed(state.result.check.difference)}
    if trouble is Trouble.DEVICES:
        return _("Two devices")
    if trouble is Trouble.OFFLINE:
        return _("Offline · %(count)s waiting") % {"count": state.waiting}
    return idle_words(state) if trouble is Trouble.IDLE else _("Not signed")


def waiting_words(state: TableState) -> str:
    """Return how many entries a phone at the table could not send yet."""
    words = ngettext(
        "%(count)s entry on a phone at this table is not sent yet.",
        "%(count)s entries on a phone at this table are not sent yet.",
        state.waiting,
    )
    return words % {"count": state.waiting}


def idle_words(state: TableState) -> str:
    """Return for how long nothing was entered."""
    minutes = (state.idle or timedelta(0)) // MINUTE
    words = ngettext("No entry for %(count)s min", "No entry for %(count)s min", minutes)
    return words % {"count": minutes}


def missing_words(missing: Missing) -> str:
    """Return why a table keeps the round from being closed."""
    return {
        Missing.NO_RESULT: _("no result"),
        Missing.GAP: _("a hand is missing"),
        Missing.SUM: _("the sum is not explained"),
        Missing.PLAYING: _("still playing"),
    }[missing]
