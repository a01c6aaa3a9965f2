"""Tells the kinds of files apart by their first bytes, not by their names."""

from typing import BinaryIO

from tournament.imports.roster.refusals import Fault, FileRefused
from tournament.imports.roster.sheet import Sheet
from tournament.imports.roster.text import read_text_file
from tournament.imports.roster.workbook import read_workbook

LARGEST_FILE = 5 * 1024 * 1024
MOST_ROWS = 20_000

_ZIP = b"PK"
# The container of .xls, and of an .xlsx with a password.
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")
_NEVER_TEXT = (b"%PDF", b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"\x1f\x8b", b"Rar!", b"7z\xbc\xaf")


def read_roster(file: BinaryIO, size: int) -> Sheet:
    """Read an .xlsx, .csv or .txt file of `size` bytes; raise `FileRefused`."""
    if size > LARGEST_FILE:
        raise FileRefused(Fault.TOO_LARGE, megabytes=LARGEST_FILE // 2**20)
    content = file.read(LARGEST_FILE + 1)
    if not content.strip():
        raise FileRefused(Fault.EMPTY)
    sheet = _read(content)
    if not sheet.lines:
        raise FileRefused(Fault.EMPTY)
    return sheet


def _read(content: bytes) -> Sheet:
    if content.startswith(_OLE):
        raise FileRefused(Fault.PASSWORD if _ENCRYPTED in content else Fault.OLD_EXCEL)
    if content.startswith(_ZIP):
        return read_workbook(content, most_rows=MOST_ROWS)
    # Other programs write a web page or XML and call it .xls.
    if content.startswith(_NEVER_TEXT) or content.lstrip()[:1] == b"<":
        raise FileRefused(Fault.NOT_A_SHEET)
    return read_text_file(content, most_rows=MOST_ROWS)
