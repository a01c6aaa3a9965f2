"""CSV as the event files have it: UTF-8, lines ending in CR LF, quotes only where needed."""

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Any


def csv_bytes(columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> bytes:
    """Return a file of a header and its rows; None becomes a blank cell."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(columns)
    writer.writerows(rows)
    return text.getvalue().encode()
