"""
Rows of difference matrices where the field is small or fails, found by this project's own search.

Five columns, the last for the tables; over the integers modulo q, or of two moduli whose product is
q. Any of the rows make a schedule. Tests develop and verify every one.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class BaseRows:
    """Rows over a group of pairs (x modulo `outer`, y modulo `inner`), written x × inner + y."""

    outer: int
    inner: int
    text: str

    def rows(self) -> list[tuple[int, ...]]:
        """Return the rows."""
        return [tuple(map(int, row.split())) for row in self.text.split("/")]

    def add(self, left: int, right: int) -> int:
        """Return the sum in the group."""
        outer = (left // self.inner + right // self.inner) % self.outer
        return outer * self.inner + (left + right) % self.inner


# fmt: off
BASE_ROWS = {
    6: BaseRows(
        1, 6,
        "0 0 3 0 0 / 0 2 2 3 4 / 0 3 1 5 1 / 0 4 0 2 5 / 0 5 4 4 2",
    ),
    10: BaseRows(
        1, 10,
        "0 0 2 9 4 / 0 1 5 4 8 / 0 2 9 2 0 / 0 3 3 8 9 / 0 5 6 6 6 / 0 6 1 3 5 / 0 7 0 1 7 / "
        "0 8 4 0 3 / 0 9 7 5 2",
    ),
    12: BaseRows(
        2, 6,
        "0 0 8 1 11 / 0 1 7 8 7 / 0 2 1 4 2 / 0 3 0 6 6 / 0 4 9 9 5 / 0 5 5 3 4 / 0 6 4 0 9 / "
        "0 7 11 10 3 / 0 8 3 7 10 / 0 9 10 5 1 / 0 10 6 2 8 / 0 11 2 11 0",
    ),
    14: BaseRows(
        1, 14,
        "0 0 8 0 4 / 0 1 1 2 2 / 0 2 4 12 7 / 0 3 12 10 11 / 0 4 11 13 1 / 0 5 9 9 3 / 0 7 5 "
        "4 10 / 0 8 0 11 0 / 0 10 13 8 6 / 0 11 7 3 13 / 0 12 3 6 5 / 0 13 10 1 8",
    ),
    15: BaseRows(
        1, 15,
        "0 0 2 13 11 / 0 1 14 11 10 / 0 2 8 1 5 / 0 3 13 4 0 / 0 4 0 10 3 / 0 5 6 7 7 / 0 6 "
        "11 0 6 / 0 8 5 12 13 / 0 9 12 14 2 / 0 10 9 3 8 / 0 12 4 9 4 / 0 13 7 5 14 / 0 14 3 "
        "2 9",
    ),
}
# fmt: on
