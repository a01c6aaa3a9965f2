"""What an organiser types when numbers are drawn in public."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from django import forms
from django.core.validators import RegexValidator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.listing import listed
from tournament import in_public
from tournament.draw.commitment import LotProblem, read_lots
from tournament.draw.numbers import Pot, entries_of, numbers_of, torn_groups
from tournament.models import Draw, Player
from tournament.services.public_draws import SHORTEST_SECRET

# As long as the number of an entry or a place can be; what is longer is no number here.
MOST_DIGITS: Final = 6
# A pasted list may have empty lines and mistakes; what is longer is another list.
LINES_A_PLAYER: Final = 4
MOST_NAMED: Final = 12
one_line = RegexValidator(
    r"^[^\x00-\x1f\x7f]*$", gettext_lazy("Only letters, digits, signs and blanks on one line.")
)


class PublishForm(forms.Form):
    """The secret that is bound when a schedule is published; empty: one is made."""

    token = forms.CharField(max_length=64)
    secret = forms.CharField(
        max_length=100, min_length=SHORTEST_SECRET, required=False, validators=[one_line]
    )


class WordForm(forms.Form):
    """The word from the hall."""

    token = forms.CharField(max_length=64)
    word = forms.CharField(max_length=200, validators=[one_line])


class ReasonForm(forms.Form):
    """Why something is given up."""

    token = forms.CharField(max_length=64)
    reason = forms.CharField(max_length=200, required=False)


class LotsForm(forms.Form):
    """What goes with the lots themselves, which `TypedLots` reads."""

    token = forms.CharField(max_length=64)
    seen = forms.IntegerField(min_value=0, max_value=2**31 - 1)
    finish = forms.BooleanField(required=False)


@dataclass(slots=True)
class LotRow:
    """One player's field: what was typed and what is wrong with it."""

    player: Player
    text: str = ""
    problems: list[str] = field(default_factory=list)


@dataclass(slots=True)
class LotGroup:
    """Players who draw together; `block` is what they drew, empty while nobody has."""

    rows: list[LotRow]
    block: str = ""
    problems: list[str] = field(default_factory=list)


class TypedLots:
    """
    Lots as they stand on the page: a field for each player, and lines of "number entry".

    `pairs` are the (number, entry) that could be read; `problems` what belongs to no field.
    """

    def __init__(self, draw: Draw, players: Mapping[int, Player]) -> None:
        self.pots = in_public.pots_of_draw(draw)
        self.rows = {entry: LotRow(players[entry]) for entry in entries_of(self.pots)}
        self.lines = ""
        self.pairs: list[tuple[int, int]] = []
        self.problems: list[str] = []
        self.torn: set[tuple[int, ...]] = set()
        self.is_readable = True

    def fill(self, pairs: tuple[tuple[int, int], ...]) -> None:
        """Show what was saved before; what fits no field is a line."""
        spare = []
        for number, entry in pairs:
            if entry in self.rows and not self.rows[entry].text:
                self.rows[entry].text = str(number)
            else:
                spare.append(f"{number} {entry}")
        self.lines = "\n".join(spare)
        self.pairs = list(pairs)

    def read(self, posted: Mapping[str, str]) -> None:
        """Take what was typed."""
        for entry, row in self.rows.items():
            row.text = posted.get(f"entry-{entry}", "").strip()[:20]
            number = _number(row.text)
            if number is not None:
                self.pairs.append((number, entry))
            elif row.text:
                row.problems.append(_("This is no number."))
                self.is_readable = False
        self._read_lines(posted.get("lines", ""))
        self.pairs = sorted(set(self.pairs))

    def _read_lines(self, text: str) -> None:
        """Take lines of a number and an entry; those that agree with a field, or fill it, go."""
        lines, spare = text.splitlines(), []
        if len(lines) > LINES_A_PLAYER * len(self.rows):
            words = _("%(lines)s lines are too many for %(players)s players. None of them is read.")
            self.problems.append(words % {"lines": len(lines), "players": len(self.rows)})
            self.lines, self.is_readable = text, False
            return
        for place, line in enumerate(lines, 1):
            pair = _pair(line)
            if pair is None:
                if line.strip():
                    spare.append(line)
                    self.is_readable = False
                    words = _("Line %(line)s is not a number and an entry: %(text)s")
                    self.problems.append(words % {"line": place, "text": line.strip()[:40]})
                continue
            number, entry = pair
            row = self.rows.get(entry)
            if row is not None and row.text in ("", str(number)):
                row.text = str(number)
            else:
                spare.append(line)
            self.pairs.append(pair)
        self.lines = "\n".join(spare)

    def judge(self, *, complete: bool) -> None:
        """Say at its place what is wrong; what is missing only when it ought to be `complete`."""
        lots = read_lots(self.pairs, numbers_of(self.pots), list(self.rows))
        missing: list[int] = []
        for kind, value in lots.problems:
            if kind is LotProblem.PLAYER_MISSING:
                row = self.rows[value]
                if complete and not row.problems:
                    row.problems.append(_("No number yet."))
            elif kind is LotProblem.NUMBER_MISSING:
                missing.append(value)
            else:
                self._wrong(kind, value)
        if complete and missing:
            named = listed(missing)
            self.problems.append(_("Nobody has drawn: %(numbers)s") % {"numbers": named})
        self.torn = set(torn_groups(self.pots, dict(self.pairs)))

    def _wrong(self, kind: LotProblem, value: int) -> None:
        words = _WRONG[kind] % {"value": value}
        concerned = [
            entry
            for number, entry in self.pairs
            if value == (entry if kind is LotProblem.PLAYER_TWICE else number)
        ]
        rows = [self.rows[entry] for entry in concerned if entry in self.rows]
        if kind is LotProblem.UNKNOWN_PLAYER or not rows:
            self.problems.append(words)
        for row in rows:
            if kind is not LotProblem.UNKNOWN_PLAYER and words not in row.problems:
                row.problems.append(words)

    @property
    def named_problems(self) -> list[str]:
        """The first of the problems that belong to no field, the rest counted."""
        more = len(self.problems) - MOST_NAMED
        if more <= 0:
            return self.problems
        words = ngettext("and %(count)s more", "and %(count)s more", more) % {"count": more}
        return [*self.problems[:MOST_NAMED], words]

    @property
    def typed(self) -> int:
        """How many fields hold something."""
        return sum(bool(row.text) for row in self.rows.values())

    @property
    def has_problems(self) -> bool:
        """Whether anything is marked."""
        return bool(self.problems or self.torn or any(row.problems for row in self.rows.values()))

    @property
    def groups(self) -> list[LotGroup]:
        """The fields by who draws together; those who draw alone are one group."""
        found = []
        for pot in self.pots:
            if len(pot.blocks[0]) == 1:
                found.append(LotGroup([self.rows[entry] for (entry,) in pot.groups]))
                continue
            for group in pot.groups:
                torn = [_("A team has the numbers of one block.")] if group in self.torn else []
                rows = [self.rows[entry] for entry in group]
                found.append(LotGroup(rows, _block_of(pot, rows), torn))
        return found


def _block_of(pot: Pot, rows: Sequence[LotRow]) -> str:
    """Return the block that a team has drawn, as far as a number of it is typed."""
    typed = {_number(row.text) for row in rows}
    return next((f"{b[0]}-{b[-1]}" for b in pot.blocks if typed.intersection(b)), "")


_WRONG = {
    LotProblem.UNKNOWN_NUMBER: gettext_lazy("The schedule has no number %(value)s."),
    LotProblem.UNKNOWN_PLAYER: gettext_lazy("Entry %(value)s draws no number here."),
    LotProblem.NUMBER_TWICE: gettext_lazy("Number %(value)s is there twice."),
    LotProblem.PLAYER_TWICE: gettext_lazy("Entry %(value)s has two numbers."),
}


def _number(text: str) -> int | None:
    return int(text) if text.isdecimal() and len(text) <= MOST_DIGITS else None


def _pair(line: str) -> tuple[int, int] | None:
    """Return the two numbers of a line, parted by blanks or a sign."""
    for sign in "\t,;:，；：、=":
        line = line.replace(sign, " ")
    cells = [_number(cell) for cell in line.split()]
    if len(cells) != 2 or cells[0] is None or cells[1] is None:
        return None
    return cells[0], cells[1]
