"""
Reads the lines of the event's CSV files; every fault becomes a sentence with file and line.

Nothing here raises for what a file may hold: `Findings` collects, the caller decides at the end.
"""

import csv
import io
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

from tournament.event_fields import PlainField, json_value_of, value_of
from tournament.event_format import points_from

LARGEST_FILE = 32 * 1024 * 1024
SHOWN_CHARACTERS = 40
# What the narrowest of the databases keeps in an integer column.
LARGEST = 2**31 - 1
LARGEST_SMALL = 2**15 - 1

_WHOLE = re.compile(r"[+-]?\d{1,12}", re.ASCII)


class EventFilesRefused(Exception):
    """Files that cannot be imported; `problems` are sentences, all of them."""

    SHOWN = 50

    def __init__(self, problems: Sequence[str]) -> None:
        # A cell that is read for two rows is told once.
        self.problems = tuple(dict.fromkeys(problems))
        shown = list(self.problems[: self.SHOWN])
        if more := len(self.problems) - len(shown):
            shown.append(f"… and {more} more.")
        super().__init__("\n".join(shown))


@dataclass
class Findings:
    """What reading found: problems refuse the files, remarks only tell."""

    problems: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)

    def stop_at_problems(self) -> None:
        """Raise `EventFilesRefused` when there is a problem."""
        if self.problems:
            raise EventFilesRefused(self.problems)


@dataclass(frozen=True, slots=True)
class Line:
    """
    One line of a file, or one object of event.json: its cells by column, and where it stands.

    `raw` are an object's values as JSON has them.
    """

    place: str
    cells: Mapping[str, str]
    raw: Mapping[str, Any] | None = None


def read_text(path: Path, findings: Findings) -> str | None:
    """Return a file's text, None with a problem when it has none."""
    name = path.name
    try:
        if path.stat().st_size > LARGEST_FILE:
            findings.problems.append(f"{name}: larger than {LARGEST_FILE // 2**20} MB.")
            return None
        content = path.read_bytes()
    except FileNotFoundError:
        findings.problems.append(f"{name}: the file is missing.")
        return None
    except OSError as error:
        findings.problems.append(f"{name}: cannot be read ({error.strerror}).")
        return None
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = "\0"
    if "\0" in text:
        findings.problems.append(f"{name}: not a text file in UTF-8. Save it as CSV UTF-8.")
        return None
    return text


def read_lines(path: Path, columns: Collection[str], findings: Findings) -> tuple[Line, ...]:
    """Return the lines under a header that names exactly `columns`, in any order."""
    text = read_text(path, findings)
    if text is None:
        return ()
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    lines: list[Line] = []
    try:
        header = [cell.strip() for cell in next(reader, [])]
        if not _header_fits(path.name, header, columns, findings):
            return ()
        for row in reader:
            if not any(row):
                continue
            if len(row) == len(header):
                place = f"{path.name}, line {reader.line_num}"
                lines.append(Line(place, dict(zip(header, row, strict=True))))
            else:
                findings.problems.append(
                    f"{path.name}, line {reader.line_num}: "
                    f"{len(row)} cells, the header has {len(header)}."
                )
    except csv.Error as error:
        findings.problems.append(f"{path.name}, line {reader.line_num}: not CSV ({error}).")
    return tuple(lines)


def _header_fits(
    name: str, header: Sequence[str], columns: Collection[str], findings: Findings
) -> bool:
    missing = [column for column in columns if column not in header]
    unknown = [column for column in header if column not in columns]
    twice = sorted({column for column in header if header.count(column) > 1} - set(unknown))
    for what, found in (("missing", missing), ("unknown", unknown), ("given twice", twice)):
        if found:
            listed = ", ".join(shown(column) for column in found[:5])
            findings.problems.append(f"{name}, line 1: column {what}: {listed}.")
    return not (missing or unknown or twice)


def shown(text: str) -> str:
    """A cell for a sentence: quoted, and cut when long."""
    cut = text if len(text) <= SHOWN_CHARACTERS else text[:SHOWN_CHARACTERS] + "…"
    return f"“{cut}”"


class Cells:
    """The values of one line; a bad one is noted and stands in as its lowest allowed value."""

    def __init__(self, line: Line, findings: Findings) -> None:
        self.line = line
        self.findings = findings
        self.good = True

    def refuse(self, sentence: str) -> None:
        """Note a problem of this line."""
        self.good = False
        self.findings.problems.append(f"{self.line.place}: {sentence}")

    def text(self, column: str) -> str:
        """The cell as it stands."""
        return self.line.cells[column]

    def optional_whole(
        self, column: str, low: int = -LARGEST, high: int = LARGEST, *, spell: str = ""
    ) -> int | None:
        """A whole number from `low` to `high`, None for a blank cell."""
        text = self.text(column).strip()
        if not text:
            return None
        if _WHOLE.fullmatch(text) and low <= int(text) <= high:
            return int(text)
        wanted = spell or ("a whole number" if low < 0 else f"a whole number from {low} to {high}")
        self.refuse(f"{column} is {shown(text)}, not {wanted}.")
        return None

    def whole(self, column: str, low: int = -LARGEST, high: int = LARGEST) -> int:
        """A whole number from `low` to `high` that must be there."""
        if not self.text(column).strip():
            self.refuse(f"{column} is blank.")
        number = self.optional_whole(column, low, high)
        return low if number is None else number

    def flag(self, column: str) -> bool:
        """0 or 1; blank is 0."""
        return self.optional_whole(column, 0, 1, spell="0 or 1") == 1

    def optional_points(self, column: str) -> Fraction | None:
        """Table points, None for a blank cell."""
        text = self.text(column).strip()
        if not text:
            return None
        try:
            return points_from(text)
        except ValueError:
            self.refuse(f"{column} is {shown(text)}, not a number such as 4, 0.5 or 7/3.")
            return None

    def field(self, field: PlainField, column: str = "") -> Any:
        """The value of a model's field, in the column of its name."""
        column = column or field.name
        try:
            if self.line.raw is not None:
                return json_value_of(field, self.line.raw[column])
            return value_of(field, self.line.cells[column])
        except ValueError as error:
            self.refuse(f"{column} {error}".rstrip(".") + ".")
            return None

    def fields(self, fields: Iterable[PlainField], prefix: str = "") -> dict[str, Any]:
        """The values of several fields by name; `prefix` is that of their columns."""
        return {field.name: self.field(field, prefix + field.name) for field in fields}

    def four_wholes(
        self, columns: Sequence[str], low: int = -LARGEST, high: int = LARGEST
    ) -> tuple[int | None, int | None, int | None, int | None]:
        """The same of every seat, A to D."""
        east, south, west, north = (self.optional_whole(column, low, high) for column in columns)
        return east, south, west, north
