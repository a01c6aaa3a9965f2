"""Reads .csv and .txt: the encodings and separators spreadsheets write."""

import codecs
import csv
import io
from collections.abc import Iterator, Sequence

from tournament.imports.roster.columns import find_header
from tournament.imports.roster.refusals import Fault, FileRefused
from tournament.imports.roster.sheet import Line, Sheet, text_line

DELIMITERS = (",", ";", "\t")
_LOOKED_AT = 20


def read_text_file(content: bytes, *, most_rows: int) -> Sheet:
    """Read a text file; the row of a line is the one a spreadsheet would show it in."""
    text, encoding = decode(content)
    if "\0" in text:
        raise FileRefused(Fault.NOT_A_SHEET)
    first, _, rest = text.partition("\n")
    skipped = 0
    # Excel's own hint, hidden when it shows the file, which still counts the row.
    if first.strip().lower().startswith("sep=") and len(first.strip()) == len("sep=,"):
        text, skipped, delimiter = rest, 1, first.strip()[-1]
    else:
        delimiter = _delimiter(text)
    lines: list[Line] = []
    for row, cells in _rows(text, delimiter):
        if line := text_line(row + skipped, cells):
            lines.append(line)
        if len(lines) > most_rows:
            raise FileRefused(Fault.TOO_MANY_ROWS, rows=most_rows)
    return Sheet(tuple(lines), encoding=encoding)


def decode(content: bytes) -> tuple[str, str]:
    """Return the text, and the encoding's name unless it is UTF-8; raise `FileRefused`."""
    for encoding, name in _encodings(content):
        try:
            return content.decode(encoding), name
        except UnicodeDecodeError:
            continue
    raise FileRefused(Fault.UNKNOWN_ENCODING)


def _encodings(content: bytes) -> Sequence[tuple[str, str]]:
    """The encodings to try in turn: marks first, then the strict one, then the one for the rest."""
    if content.startswith(codecs.BOM_UTF8):
        return [("utf-8-sig", "")]
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return [("utf-16", "UTF-16")]
    if b"\0" in content:
        # Separators and line ends have one zero byte in UTF-16: where it stands tells the order.
        zeros = [content[start::2].count(0) for start in (0, 1)]
        return [("utf-16-be" if zeros[0] > zeros[1] else "utf-16-le", "UTF-16")]
    return [("utf-8", ""), ("gb18030", "GB18030")]


def _delimiter(text: str) -> str:
    """Return the separator under which a header is found, else the most frequent one."""
    head = text[: 64 * 1024]
    for delimiter in DELIMITERS:
        lines = (text_line(row, cells) for row, cells in _head(head, delimiter))
        found = [line for line in lines if line and len(line.cells) > 1]
        if find_header(found):
            return delimiter
    first = next((line for line in head.splitlines() if line.strip()), "")
    return max(DELIMITERS, key=first.count)


def _head(text: str, delimiter: str) -> Iterator[tuple[int, list[str]]]:
    """The first rows; a quotation mark the cut left open is nobody's fault."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    for row, cells in enumerate(reader, start=1):
        if row > _LOOKED_AT:
            return
        yield row, cells


def _rows(text: str, delimiter: str) -> Iterator[tuple[int, list[str]]]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    row = 0
    try:
        for row, cells in enumerate(reader, start=1):
            yield row, cells
    except csv.Error as error:
        raise FileRefused(Fault.BROKEN_QUOTES, row=row + 1) from error
