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
    18: BaseRows(
        1, 18,
        "0 1 10 15 8 / 0 2 2 6 12 / 0 3 11 2 15 / 0 4 0 12 9 / 0 5 15 0 2 / 0 6 7 3 4 / 0 7 5 "
        "13 13 / 0 8 13 11 7 / 0 9 4 10 0 / 0 10 16 8 11 / 0 11 8 5 14 / 0 12 6 1 5 / 0 14 17 "
        "16 10 / 0 15 14 7 17 / 0 16 9 9 16 / 0 17 3 4 3",
    ),
    20: BaseRows(
        2, 10,
        "0 0 19 8 10 / 0 1 17 19 0 / 0 3 14 7 11 / 0 4 1 13 13 / 0 5 8 1 6 / 0 7 5 12 14 / 0 "
        "8 15 10 5 / 0 9 3 0 7 / 0 10 0 15 16 / 0 11 16 14 3 / 0 12 12 11 17 / 0 13 6 6 9 / 0 "
        "15 7 17 15 / 0 16 18 2 18 / 0 17 13 4 8 / 0 18 2 18 1 / 0 19 10 16 4",
    ),
    21: BaseRows(
        1, 21,
        "0 0 10 9 7 / 0 1 18 8 20 / 0 2 5 3 5 / 0 5 20 20 16 / 0 6 7 11 18 / 0 7 4 0 9 / 0 8 "
        "13 10 4 / 0 9 9 19 8 / 0 10 12 14 19 / 0 12 19 4 1 / 0 13 3 12 13 / 0 14 2 5 11 / 0 "
        "15 8 2 2 / 0 16 1 13 17 / 0 17 15 7 0 / 0 18 17 18 10 / 0 19 14 1 12 / 0 20 11 16 15",
    ),
    22: BaseRows(
        1, 22,
        "0 0 2 3 7 / 0 1 9 15 15 / 0 2 6 4 10 / 0 3 15 1 2 / 0 4 5 21 8 / 0 5 1 14 16 / 0 6 "
        "12 12 6 / 0 7 17 0 12 / 0 8 19 9 5 / 0 9 4 19 11 / 0 10 8 17 0 / 0 11 14 16 14 / 0 "
        "12 11 6 21 / 0 13 20 2 9 / 0 14 7 10 20 / 0 16 3 13 4 / 0 17 0 7 18 / 0 19 16 5 13 / "
        "0 21 21 20 19",
    ),
    24: BaseRows(
        2, 12,
        "0 1 11 4 2 / 0 2 21 23 17 / 0 3 2 1 1 / 0 4 6 14 7 / 0 7 4 13 9 / 0 8 19 0 14 / 0 9 "
        "17 6 5 / 0 11 20 12 6 / 0 12 0 18 23 / 0 13 13 21 13 / 0 14 8 9 10 / 0 15 18 5 12 / "
        "0 16 9 7 22 / 0 17 3 19 21 / 0 18 7 17 4 / 0 19 15 3 0 / 0 20 12 15 3 / 0 21 1 8 11 "
        "/ 0 22 23 2 15 / 0 23 16 16 8",
    ),
}
# fmt: on
