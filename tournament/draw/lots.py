"""
Lots: chance that anybody can repeat.

Python promises only `random.random()` to stay the same between versions, so the draw has its own
generator: the SHA-256 digests of "seed/0", "seed/1", … cut into words of 32 bits.
"""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import chain, count
from struct import Struct
from typing import TypeVar

T = TypeVar("T")

SPAN = 1 << 32
cut = Struct(">8I").unpack


class Lots:
    """
    A stream of numbers that follows from its seed.

    `words` are the words not used yet: a search that needs very many of them takes them itself, as
    `below` does.
    """

    def __init__(self, seed: str) -> None:
        self.words = chain.from_iterable(_digests(seed))

    def below(self, bound: int) -> int:
        """Return a number from 0 to `bound` - 1, each as likely as the others."""
        limit = SPAN - SPAN % bound
        for word in self.words:
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


def _digests(seed: str) -> Iterator[tuple[int, ...]]:
    stem = f"{seed}/".encode()
    for counter in count():
        yield cut(sha256(stem + b"%d" % counter).digest())
