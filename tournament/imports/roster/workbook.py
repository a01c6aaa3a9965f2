"""
Reads .xlsx: guards before the first byte is unpacked, then one sheet row by row.

What a list of players does not need is refused, not skipped: macros, passwords, parts that unpack
to far more than they should.
"""

import io
import re
import zipfile
import zlib
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from datetime import date, datetime, time, timedelta
from itertools import islice
from typing import IO, Any
from xml.etree.ElementTree import ParseError

from openpyxl import load_workbook
from openpyxl.cell.read_only import EMPTY_CELL
from openpyxl.utils import range_boundaries
from openpyxl.utils.exceptions import InvalidFileException

from tournament.imports.roster.refusals import Fault, FileRefused
from tournament.imports.roster.sheet import MOST_COLUMNS, Line, Mark, Sheet, plain

LARGEST_UNPACKED = 60 * 2**20
# Styles, themes and the like are read into memory as a whole; cells and texts are streamed.
LARGEST_OTHER_PART = 8 * 2**20
HIGHEST_RATIO = 200
MOST_PARTS = 1_000
# A row number beyond this is forged: openpyxl would count up to it.
EXCEL_ROWS = 1_048_576
MOST_MERGED = 20_000

# What openpyxl lets through from a file that is not as it should be.
DAMAGES = (
    zipfile.BadZipFile,
    zlib.error,
    InvalidFileException,
    ParseError,
    EOFError,
    LookupError,
    ValueError,
    TypeError,
    AttributeError,
    RuntimeError,  # also a way of packing that zipfile does not know
    OverflowError,
)
_BAD_VALUES = {"#N/A", "#REF!", "#VALUE!", "#DIV/0!", "#NAME?", "#NULL!", "#NUM!"}
_MERGE = re.compile(rb'<(?:\w+:)?mergeCell\s[^>]*?ref="([A-Z]{1,3}\d{1,7}:[A-Z]{1,3}\d{1,7})"')
_FORMULA = re.compile(rb"<(?:\w+:)?f[\s/>]")

# Columns by row.
Places = Mapping[int, Collection[int]]


def read_workbook(content: bytes, *, most_rows: int) -> Sheet:
    """Read the visible sheet of an .xlsx; raise `FileRefused`."""
    with _refusing_damages(), zipfile.ZipFile(io.BytesIO(content)) as archive:
        check_archive(archive)
    return _read(content, most_rows)


@contextmanager
def _refusing_damages() -> Iterator[None]:
    """A block of other people's code that meets a file which is not as it should be."""
    try:
        yield
    except DAMAGES as error:
        raise FileRefused(Fault.DAMAGED) from error


def check_archive(archive: zipfile.ZipFile) -> None:
    """Raise `FileRefused` for what must not be unpacked; reads the list of parts only."""
    parts = archive.infolist()
    names = {part.filename.lower() for part in parts}
    if "xl/workbook.xml" not in names:
        raise FileRefused(Fault.NOT_A_SHEET)
    if any("vbaproject" in name or "macrosheets" in name for name in names):
        raise FileRefused(Fault.MACROS)
    if any(part.flag_bits & 1 for part in parts):
        raise FileRefused(Fault.PASSWORD)
    if (
        len(parts) > MOST_PARTS
        or sum(part.file_size for part in parts) > LARGEST_UNPACKED
        or any(_is_swollen(part) for part in parts)
    ):
        raise FileRefused(Fault.UNPACKS_TOO_LARGE)
    # Only now: the list of kinds is small by the checks above.
    if b"macroEnabled" in archive.read("[Content_Types].xml"):
        raise FileRefused(Fault.MACROS)


def _is_swollen(part: zipfile.ZipInfo) -> bool:
    is_streamed = re.search(r"worksheets/|sharedStrings", part.filename) is not None
    if part.file_size > LARGEST_OTHER_PART and not is_streamed:
        return not part.filename.startswith("xl/media/")
    return part.file_size > 2**20 and part.file_size > HIGHEST_RATIO * max(part.compress_size, 1)


def _read(content: bytes, most_rows: int) -> Sheet:
    with _opened(content) as workbook:
        sheet = _visible(workbook)
        with _refusing_damages(), zipfile.ZipFile(io.BytesIO(content)) as archive:
            merged, has_formulas = _scan(archive, sheet._worksheet_path)
        formulas = _formulas(content, sheet.title) if has_formulas else {}
        lines = _lines(_rows(sheet), formulas, most_rows)
        return Sheet(
            lines=tuple(_fill_down(lines, merged)),
            title=str(sheet.title),
            unread=tuple(str(other.title) for other in workbook.worksheets if other is not sheet),
        )


@contextmanager
def _opened(content: bytes, *, formulas: bool = False) -> Iterator[Any]:
    """A workbook, closed again; without `formulas`, with the values Excel stored beside them."""
    with _refusing_damages():
        workbook = load_workbook(
            io.BytesIO(content), read_only=True, data_only=not formulas, keep_links=False
        )
    with closing(workbook):
        yield workbook


def _visible(workbook: Any) -> Any:
    """Return the sheet one sees when the file is opened, else the first that can be seen."""
    sheets = [sheet for sheet in workbook.worksheets if sheet.sheet_state == "visible"]
    if not sheets:
        raise FileRefused(Fault.EMPTY)
    return workbook.active if workbook.active in sheets else sheets[0]


def _rows(sheet: Any, *, values_only: bool = True) -> Iterator[Sequence[Any]]:
    """Return the rows there are: neither the size a file claims nor its row numbers are trusted."""
    sheet.reset_dimensions()
    rows = sheet.iter_rows(max_col=MOST_COLUMNS, values_only=values_only)
    with _refusing_damages():
        yield from islice(rows, EXCEL_ROWS)


def _lines(rows: Iterator[Sequence[Any]], formulas: Places, most_rows: int) -> list[Line]:
    lines: list[Line] = []
    for row, values in enumerate(rows, start=1):
        # A cell in Excel's last row makes a million blank ones: they must cost nothing.
        if values.count(None) == len(values) and row not in formulas:
            continue
        if line := _line(row, values, formulas.get(row, ())):
            lines.append(line)
            if len(lines) > most_rows:
                raise FileRefused(Fault.TOO_MANY_ROWS, rows=most_rows)
    return lines


def _line(row: int, values: Sequence[Any], formulas: Collection[int]) -> Line | None:
    cells: list[str] = []
    marks: dict[int, Mark] = {}
    for index, value in enumerate(values):
        text, mark = cell_text(value)
        cells.append(text)
        if index in formulas:
            mark = mark or (Mark.FORMULA if text else Mark.NOT_CALCULATED)
        if mark:
            marks[index] = mark
    while cells and not cells[-1]:
        cells.pop()
    return Line(row, tuple(cells), marks) if cells or marks else None


def cell_text(value: Any) -> tuple[str, Mark | None]:
    """Return a cell's value as text, and what it was."""
    match value:
        case None:
            return "", None
        case str():
            return plain(value), Mark.ERROR if value in _BAD_VALUES else None
        case bool():
            return str(value).upper(), Mark.FLAG
        case float() if value.is_integer():
            return plain(str(int(value))), Mark.NUMBER
        case int() | float():
            return plain(str(value)), Mark.NUMBER
        case datetime() | date() | time() | timedelta():
            return plain(str(value)), Mark.DATE
        case _:
            return plain(str(value)), None


def _formulas(content: bytes, title: str) -> Places:
    """Return where the sheet has formulas."""
    with _opened(content, formulas=True) as workbook:
        found = {}
        for row, cells in enumerate(_rows(workbook[title], values_only=False), start=1):
            # Compared by identity: cells of rows that are there cannot be compared with this one.
            if {*map(id, cells)} == {id(EMPTY_CELL)}:
                continue
            if columns := {index for index, cell in enumerate(cells) if cell.data_type == "f"}:
                found[row] = columns
        return found


def _scan(archive: zipfile.ZipFile, part: str) -> tuple[list[str], bool]:
    """
    Return the merged ranges of a sheet, and whether it has formulas.

    openpyxl gives merged cells only with the whole sheet in memory; they stand behind the rows.
    """
    merged: list[str] = []
    has_formulas = False
    with archive.open(part) as stream:
        for piece in _pieces(stream):
            merged += [match.decode() for match in _MERGE.findall(piece)]
            has_formulas = has_formulas or _FORMULA.search(piece) is not None
            if len(merged) > MOST_MERGED:
                raise FileRefused(Fault.UNPACKS_TOO_LARGE)
    return merged, has_formulas


def _pieces(stream: IO[bytes], size: int = 2**18) -> Iterator[bytes]:
    """The stream in pieces that end with a tag, so that none is cut in two."""
    rest = b""
    while more := stream.read(size):
        head, sign, rest = (rest + more).rpartition(b">")
        yield head + sign
    yield rest


def _fill_down(lines: Sequence[Line], merged: Sequence[str]) -> Iterator[Line]:
    """Give the cells below the first of a merged range its value, and say where it came from."""
    tall: dict[int, list[tuple[int, int, str]]] = {}
    for where in merged:
        left, top, _right, bottom = range_boundaries(where)
        if left and top and bottom and bottom > top and left <= MOST_COLUMNS:
            tall.setdefault(left - 1, []).append((top, bottom, where))
    for ranges in tall.values():
        ranges.sort()
    values: dict[str, str] = {}
    positions = dict.fromkeys(tall, 0)
    for line in lines:
        yield _filled(line, tall, positions, values)


def _filled(
    line: Line,
    tall: Mapping[int, Sequence[tuple[int, int, str]]],
    positions: dict[int, int],
    values: dict[str, str],
) -> Line:
    cells, merged = list(line.cells), {}
    for index, ranges in tall.items():
        while positions[index] < len(ranges) and ranges[positions[index]][1] < line.row:
            positions[index] += 1
        if positions[index] == len(ranges) or ranges[positions[index]][0] > line.row:
            continue
        top, _bottom, where = ranges[positions[index]]
        if top == line.row:
            values[where] = line.cell(index)
        elif (value := values.get(where, "")) and not line.cell(index):
            cells += [""] * (index + 1 - len(cells))
            cells[index] = value
            merged[index] = where
    return Line(line.row, tuple(cells), line.marks, merged) if merged else line
