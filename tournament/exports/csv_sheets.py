"""
A list as CSV for spreadsheets that open no .xlsx.

The file begins with a byte order mark: without it Excel reads Chinese as something else. Text that
a spreadsheet would take for a formula gets an apostrophe in front, and 28/3 is written 9 1/3.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any, Final

from tournament.exports.csv_files import csv_bytes

BOM: Final = "\ufeff".encode()
FORMULA_SIGNS: Final = ("=", "+", "-", "@", "\t", "\r", "\n")
LARGEST_PART: Final = 99


def csv_sheet(rows: Iterable[Sequence[Any]]) -> bytes:
    """Return a file of `rows`, the header first."""
    header, *body = ([_cell(value) for value in row] for row in rows)
    return BOM + csv_bytes(header, body)


def _cell(value: Any) -> Any:
    if isinstance(value, float):
        return _mixed(Fraction(value).limit_denominator(LARGEST_PART))
    if isinstance(value, str) and value.startswith(FORMULA_SIGNS):
        return f"'{value}"
    return value


def _mixed(value: Fraction) -> str:
    """Return 9 1/3, −9 1/3 with a hyphen, and 0 1/2: "1/2" alone would be a day in January."""
    whole, part = divmod(abs(value), 1)
    return f"{'-' if value < 0 else ''}{whole} {part.numerator}/{part.denominator}"
