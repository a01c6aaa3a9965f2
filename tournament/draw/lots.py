"""
Lots: chance that anybody can repeat.

Python promises only `random.random()` to stay the same between versions, so the draw has its own
generator: the SHA-256 digests of "seed/0", "seed/1", … cut into words of 32 bits.
"""

import hashlib
from collections.abc import Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")

WORD = 4
SPAN = 1 << 32


class Lots:
    """A stream of numbers that follows from its seed."""

    def __init__(self, seed: str) -> None:
        self._words = _words(seed)

    def below(self, bound: int) -> int:
        """Return a number from 0 to `bound` - 1, each as likely as the others."""
        limit = SPAN - SPAN % bound
        for word in self._words:
            if word < limit:
                return word % bound
        raise AssertionError("the stream has no end")

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """Return the items in drawn order (Fisher-Yates from the end)."""
        drawn = list(items)
        for last in range(len(drawn) - 1, 0, -1):
            other = self.below(last + 1)
            drawn[last], drawn[other] = drawn[other], drawn[last]
        return drawn


def _words(seed: str) -> Iterator[int]:
    counter = 0
    while True:
        digest = hashlib.sha256(f"{seed}/{counter}".encode()).digest()
        for start in range(0, len(digest), WORD):
            yield int.from_bytes(digest[start : start + WORD], "big")
        counter += 1
