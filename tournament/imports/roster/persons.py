"""Reads one line as a person: every fault of it at once, each cell once."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tournament.imports.roster.clean import Cleaned, clean
from tournament.imports.roster.columns import Column
from tournament.imports.roster.remarks import Code, Remark
from tournament.imports.roster.sheet import Line, Mark
from tournament.roster import Person

LONGEST = 100
LONGEST_ID = 40
LARGEST_NUMBER = 99_999
LARGEST_MEMBER = 999
YES = {"是", "对", "替补", "yes", "y", "true", "1", "x", "√", "✓", "✔", "reserve"}
NO = {"", "否", "不", "no", "n", "false", "0", "-", "正式"}

_REFUSED = {
    Mark.DATE: Code.DATE,
    Mark.FLAG: Code.FLAG,
    Mark.ERROR: Code.ERROR,
    Mark.NOT_CALCULATED: Code.NOT_CALCULATED,
}
# What several lines may share by a merged cell.
_SHARED = {Column.TEAM, Column.TEAM_NUMBER, Column.CLUB, Column.COUNTRY}


@dataclass(frozen=True, slots=True)
class Reading:
    """A line as a person; with faults, what could be read of him."""

    row: int
    person: Person
    faults: tuple[Remark, ...]
    remarks: tuple[Remark, ...]


def read_person(
    line: Line, columns: Sequence[Column | None], *, last_header_row: int
) -> Reading | None:
    """Return the person of a line, None when nothing stands in the columns that are read."""
    cells = _Cells(line, last_header_row)
    for index, column in enumerate(columns):
        if column:
            cells.take(index, column)
    if not cells.texts and not cells.faults:
        return None
    person = _person(cells)
    return Reading(line.row, person, tuple(cells.faults), tuple(cells.remarks))


def _person(cells: "_Cells") -> Person:
    values: dict[str, Any] = {
        "number": cells.whole(Column.NUMBER, LARGEST_NUMBER),
        "latin_name": cells.text(Column.LATIN_NAME),
        "team": cells.text(Column.TEAM),
        "team_number": cells.whole(Column.TEAM_NUMBER, LARGEST_NUMBER),
        "member_number": cells.whole(Column.MEMBER_NUMBER, LARGEST_MEMBER),
        "is_reserve": cells.flag(Column.RESERVE),
        "club": cells.text(Column.CLUB),
        "country": cells.text(Column.COUNTRY),
        "federation_id": cells.text(Column.FEDERATION_ID, LONGEST_ID),
    }
    # A team that is only a number in the list is meant by its number.
    if values["team"].isdecimal() and values["team_number"] is None:
        values["team_number"], values["team"] = cells.whole(Column.TEAM, LARGEST_NUMBER), ""
    return Person(name=cells.name(), **values)


class _Cells:
    """The cells of a line by what they mean."""

    def __init__(self, line: Line, last_header_row: int) -> None:
        self.line = line
        self.last_header_row = last_header_row
        self.texts: dict[Column, str] = {}
        self.faults: list[Remark] = []
        self.remarks: list[Remark] = []

    def take(self, index: int, column: Column) -> None:
        """Clean a cell; keep its text unless it is refused for what it was."""
        where = self.line.merged.get(index, "")
        if where and self._is_of_header(where):
            return
        cleaned = clean(self.line.cell(index))
        mark = self.line.marks.get(index)
        if where and column not in _SHARED:
            if column in (Column.NAME, Column.FAMILY_NAME, Column.GIVEN_NAME, Column.NUMBER):
                self.faults.append(Remark(Code.MERGED_NAME, column, where))
            return
        if mark in _REFUSED and not (mark is Mark.FLAG and column is Column.RESERVE):
            self.faults.append(Remark(_REFUSED[mark], column, cleaned.text))
            return
        if cleaned.text:
            self.texts[column] = cleaned.text
            self.remarks += _remarks(column, cleaned, mark, where)

    def _is_of_header(self, where: str) -> bool:
        top = "".join(sign for sign in where.partition(":")[0] if sign.isdigit())
        return int(top) <= self.last_header_row

    def _refused(self, column: Column) -> bool:
        return any(fault.column is column for fault in self.faults)

    def text(self, column: Column, longest: int = LONGEST) -> str:
        """A text; a longer one is refused."""
        text = self.texts.get(column, "")
        if len(text) > longest:
            self.faults.append(Remark(Code.TOO_LONG, column, number=longest))
            return text[:longest]
        return text

    def name(self) -> str:
        """The name, from one column or from two; digits are none."""
        family, given = self.text(Column.FAMILY_NAME), self.text(Column.GIVEN_NAME)
        name = self.text(Column.NAME) or " ".join(part for part in (given, family) if part)
        if not name and not any(map(self._refused, (Column.NAME, Column.FAMILY_NAME))):
            self.faults.append(Remark(Code.NO_NAME, Column.NAME))
        elif name.isdecimal():
            self.faults.append(Remark(Code.DIGITS_FOR_NAME, Column.NAME, name))
        elif len(name) > LONGEST:
            self.faults.append(Remark(Code.TOO_LONG, Column.NAME, number=LONGEST))
        return name[:LONGEST]

    def whole(self, column: Column, largest: int) -> int | None:
        """A whole number from 1 on, None for a blank cell."""
        text = self.texts.get(column, "")
        if not text:
            return None
        # isdigit() would let ² pass, which int() does not read.
        if text.isdecimal() and len(text) <= len(str(largest)) and 1 <= int(text) <= largest:
            return int(text)
        self.faults.append(Remark(Code.NO_WHOLE_NUMBER, column, text[:40], largest))
        return None

    def flag(self, column: Column) -> bool:
        """Yes or no; blank is no."""
        text = self.texts.get(column, "").casefold()
        if text not in YES | NO:
            self.faults.append(Remark(Code.NO_YES_OR_NO, column, text[:40]))
        return text in YES


def _remarks(column: Column, cleaned: Cleaned, mark: Mark | None, where: str) -> list[Remark]:
    found = []
    if where:
        found.append(Remark(Code.FILLED_DOWN, column, where))
    if cleaned.had_lines:
        found.append(Remark(Code.ONE_LINE, column))
    if cleaned.had_hidden_signs:
        found.append(Remark(Code.HIDDEN_SIGNS, column))
    if cleaned.has_inner_spaces and column is Column.NAME:
        found.append(Remark(Code.INNER_SPACES, column, cleaned.text))
    if mark is Mark.NUMBER and column is Column.FEDERATION_ID:
        found.append(Remark(Code.NUMBER_FOR_TEXT, column, cleaned.text))
    if mark is Mark.FORMULA:
        found.append(Remark(Code.FROM_FORMULA, column))
    return found
