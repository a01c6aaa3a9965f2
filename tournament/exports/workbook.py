"""
An Excel workbook from tables of plain values, typed and safe to open.

Text stays text: a name that begins with "=" is no formula here. A whole number is a number, and so
is an amount of table points with a part: 28/3 is the number 9.333333333333334 shown as 9 1/3 by the
format of its cell. That is the nearest number Excel has, the fraction can be read back from it
exactly, and columns of them add up; see `tournament.tables.as_number`.
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo
from typing import Any, Final, Protocol

from django.utils import timezone
from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.styles import Alignment, Font
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

FRACTION_FORMAT: Final = "# ??/??"
DATETIME_FORMAT: Final = "yyyy-mm-dd hh:mm"
# What XML 1.0 cannot hold.
FORBIDDEN: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
LONGEST_TEXT: Final = 32_767
LONGEST_TITLE: Final = 31
LONGEST_HEADING: Final = 200
NARROWEST: Final = 6
WIDEST: Final = 60

Value = str | int | float | datetime | None


class Target(Protocol):
    """Something to write bytes to: a file, a response."""

    def write(self, content: bytes, /) -> object:
        """Take the next bytes."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """One sheet: the first of `rows` is its header."""

    title: str
    rows: Iterable[Sequence[Any]]


def write_workbook(sheets: Sequence[Sheet], target: Target, *, heading: str, zone: tzinfo) -> None:
    """
    Write `sheets` as .xlsx to `target`.

    `heading` is printed above every page; times are written as the clock in `zone` shows them.
    """
    workbook = Workbook(write_only=True)
    titles = sheet_titles([sheet.title for sheet in sheets])
    for sheet, title in zip(sheets, titles, strict=True):
        _write_sheet(workbook, title, list(sheet.rows), heading, zone)
    workbook.save(target)


def _write_sheet(
    workbook: Workbook, title: str, rows: Sequence[Sequence[Any]], heading: str, zone: tzinfo
) -> None:
    sheet = workbook.create_sheet(title)
    # Everything about the sheet comes before its first row: rows are streamed.
    sheet.freeze_panes = "A2"
    sheet.print_title_rows = "1:1"
    sheet.page_setup.orientation = "landscape"
    sheet.page_setup.paperSize = Worksheet.PAPERSIZE_A4
    sheet.page_setup.fitToHeight = 0
    sheet.sheet_properties.pageSetUpPr.fitToPage = True
    # In a print header "&" begins a code.
    sheet.oddHeader.left.text = clean(heading)[:LONGEST_HEADING].replace("&", "&&")
    sheet.oddHeader.right.text = clean(title).replace("&", "&&")
    sheet.oddFooter.center.text = "&P / &N"
    for index, width in enumerate(_widths(rows), start=1):
        sheet.column_dimensions[get_column_letter(index)].width = width
    for number, row in enumerate(rows):
        sheet.append([_cell(sheet, value, zone, is_header=number == 0) for value in row])


def _cell(sheet: Any, value: Value, zone: tzinfo, *, is_header: bool) -> Any:
    if isinstance(value, datetime) and timezone.is_aware(value):
        value = timezone.make_naive(value, zone).replace(microsecond=0)
    if isinstance(value, str):
        value = clean(value) or None
    cell = WriteOnlyCell(sheet, value=value)
    if isinstance(value, str):
        # Otherwise "=1+1" becomes a formula and "#N/A" an error.
        cell.data_type = "s"
    elif isinstance(value, float):
        cell.number_format = FRACTION_FORMAT
    elif isinstance(value, datetime):
        cell.number_format = DATETIME_FORMAT
    if is_header:
        cell.font = Font(bold=True)
        cell.alignment = Alignment(wrap_text=True, vertical="top")
    return cell


def clean(text: str) -> str:
    """Return `text` without what a workbook cannot hold, cut to the length of a cell."""
    return FORBIDDEN.sub("", text)[:LONGEST_TEXT]


def sheet_titles(titles: Iterable[str]) -> tuple[str, ...]:
    """Return titles Excel accepts, different from one another, in the same order."""
    taken: set[str] = set()
    legal = []
    for title in titles:
        base = re.sub(r"[\[\]:*?/\\]", " ", clean(title)).strip(" '")[:LONGEST_TITLE] or "-"
        name, number = base, 1
        # Excel keeps the name "History" for itself, in any case.
        while name.casefold() in taken | {"history"}:
            number += 1
            tail = f" ({number})"
            name = base[: LONGEST_TITLE - len(tail)] + tail
        taken.add(name.casefold())
        legal.append(name)
    return tuple(legal)


def _widths(rows: Sequence[Sequence[Any]]) -> list[int]:
    """Return a width for every column, from its longest cell."""
    return [
        min(WIDEST, max(NARROWEST, 2 + max(_text_width(value) for value in column)))
        for column in zip(*rows, strict=True)
    ]


def _text_width(value: Value) -> int:
    if value is None:
        return 0
    if isinstance(value, datetime):
        return len(DATETIME_FORMAT)
    if isinstance(value, float):
        return len("-999 99/99")
    return sum(1 + (unicodedata.east_asian_width(sign) in "WF") for sign in str(value))
