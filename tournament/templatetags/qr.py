"""QR codes as drawings in the page: no address of theirs carries what a badge keeps secret."""

from typing import Any

import segno
from django import template

register = template.Library()

QUIET = 4
"""Modules left white around a code, as its standard asks."""


@register.inclusion_tag("_qr.html")
def qr(text: str, label: str = "") -> dict[str, Any]:
    """Draw `text` as a code of level M (15 % may be dirt), with its quiet zone."""
    code = segno.make(text, error="m", micro=False, boost_error=False)
    rows = [[bool(module) for module in row] for row in code.matrix]
    return {"size": len(rows) + 2 * QUIET, "path": _path(rows), "label": label}


def _path(rows: list[list[bool]]) -> str:
    """One stroke of a module's height for each run of dark modules."""
    strokes = []
    for y, row in enumerate(rows):
        start = None
        for x, is_dark in enumerate([*row, False]):
            if is_dark and start is None:
                start = x
            elif not is_dark and start is not None:
                strokes.append(f"M{start + QUIET} {y + QUIET}h{x - start}v1h-{x - start}z")
                start = None
    return "".join(strokes)
