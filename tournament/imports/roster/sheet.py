"""The cells of a sheet as they stand, with what only the file's format knows of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

MOST_COLUMNS = 64
# Longer than every field: a cell that is cut is refused for its length anyway.
LONGEST_CELL = 300


class Mark(StrEnum):
    """What a cell was before it became text."""

    NUMBER = "number"
    DATE = "date"
    FLAG = "flag"
    ERROR = "error"
    FORMULA = "formula"
    NOT_CALCULATED = "not_calculated"
    MERGED = "merged"


@dataclass(frozen=True, slots=True)
class Line:
    """
    One row that is not blank: its number in the sheet, its cells, the marks by column index.

    `merged` names the cells a value was filled down from: "C2:C4".
    """

    row: int
    cells: tuple[str, ...]
    marks: Mapping[int, Mark] = field(default_factory=dict)
    merged: Mapping[int, str] = field(default_factory=dict)

    def cell(self, index: int) -> str:
        """The text of a column, blank beyond the last cell."""
        return self.cells[index] if index < len(self.cells) else ""


@dataclass(frozen=True, slots=True)
class Sheet:
    """
    The lines of the sheet that was read, and what to tell of it.

    `title` is the sheet's name, `unread` the names of the others, `encoding` that of a text file
    that is not UTF-8.
    """

    lines: tuple[Line, ...]
    title: str = ""
    unread: tuple[str, ...] = ()
    encoding: str = ""

    def as_data(self) -> dict[str, Any]:
        """The sheet as JSON keeps it."""
        return {
            "lines": [
                [line.row, list(line.cells), _by_text(line.marks), _by_text(line.merged)]
                for line in self.lines
            ],
            "title": self.title,
            "unread": list(self.unread),
            "encoding": self.encoding,
        }

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> "Sheet":
        """The sheet `as_data` gave."""
        return cls(
            lines=tuple(
                Line(
                    row,
                    tuple(cells),
                    {int(index): Mark(mark) for index, mark in marks.items()},
                    {int(index): where for index, where in merged.items()},
                )
                for row, cells, marks, merged in data["lines"]
            ),
            title=data["title"],
            unread=tuple(data["unread"]),
            encoding=data["encoding"],
        )


def text_line(row: int, cells: Sequence[str]) -> Line | None:
    """Return a line of plain text, None for a blank one."""
    kept = tuple(plain(cell) for cell in cells[:MOST_COLUMNS])
    return Line(row, kept) if any(kept) else None


def plain(text: str) -> str:
    """Return a cell's text without NUL, cut, blank when it holds only spaces."""
    cut = text[:LONGEST_CELL].replace("\0", "")
    return cut if cut.strip() else ""


def _by_text(values: Mapping[int, str]) -> dict[str, str]:
    return {str(index): str(value) for index, value in values.items()}
