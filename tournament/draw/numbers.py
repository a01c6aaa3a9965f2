"""
Numbers drawn in public: which numbers a schedule has, and who may draw which.

A schedule of numbers is published before anybody has one. So that team-mates are apart whatever
the lots say, a team draws a block of numbers that never meet, and its members draw inside it. Groups
of one size draw from one pot; who belongs to no group is a group of his own, and the fillers have a
pot for themselves.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby

from tournament.draw.commitment import keeps_commitment, revealed_seed
from tournament.draw.lots import Lots


@dataclass(frozen=True, slots=True)
class Pot:
    """
    Groups of one size and as many blocks of numbers; each group draws one block.

    `groups` are entries, `blocks` numbers of the schedule, both in the order they are drawn in.
    """

    groups: tuple[tuple[int, ...], ...]
    blocks: tuple[tuple[int, ...], ...]


def pots_of(groups: Sequence[Sequence[int]], fillers: Sequence[int] = ()) -> tuple[Pot, ...]:
    """
    Return the pots of groups of entries: numbers from 1, large groups first, fillers last.

    Groups of one size keep the order they are given in.
    """
    in_order = sorted((tuple(group) for group in groups if group), key=len, reverse=True)
    pots = [list(same) for _size, same in groupby(in_order, key=len)]
    if fillers:
        pots.append([tuple(fillers)])
    made, first = [], 1
    for pot in pots:
        size = len(pot[0])
        starts = range(first, first + size * len(pot), size)
        made.append(Pot(tuple(pot), tuple(tuple(range(n, n + size)) for n in starts)))
        first += size * len(pot)
    return tuple(made)


def entries_of(pots: Sequence[Pot]) -> list[int]:
    """Return the entries who draw, in the order of the pots."""
    return [entry for pot in pots for group in pot.groups for entry in group]


def numbers_of(pots: Sequence[Pot]) -> list[int]:
    """Return the numbers that are drawn, ascending."""
    return sorted(number for pot in pots for block in pot.blocks for number in block)


def apart_of(pots: Sequence[Pot]) -> tuple[tuple[int, ...], ...]:
    """Return the blocks of numbers that a schedule keeps apart."""
    return tuple(block for pot in pots for block in pot.blocks if len(block) > 1)


def drawn_numbers(pots: Sequence[Pot], seed: str) -> dict[int, int]:
    """
    Return who drew which number, by number, as it follows from a seed.

    Pot after pot the blocks are shuffled and dealt to the groups in order; then the numbers of each
    block, to its members in order. Pots whose sizes differ, as nobody makes them, give what they can.
    """
    lots = Lots(seed)
    drawn: dict[int, int] = {}
    for pot in pots:
        dealt = zip(pot.groups, lots.shuffled(pot.blocks), strict=False)
        for group, block in list(dealt):
            drawn.update(zip(lots.shuffled(block), group, strict=False))
    return dict(sorted(drawn.items()))


def torn_groups(pots: Sequence[Pot], lots: Mapping[int, int]) -> list[tuple[int, ...]]:
    """
    Return the groups whose numbers are not one of their pot's blocks, in order.

    `lots` are entries by number; who has no number yet is not asked.
    """
    number_of = {entry: number for number, entry in lots.items()}
    torn = []
    for pot in pots:
        for group in pot.groups:
            numbers = {number_of[entry] for entry in group if entry in number_of}
            if numbers and not any(numbers <= set(block) for block in pot.blocks):
                torn.append(group)
    return torn


# Checked afterwards


class LotLine(StrEnum):
    """What a line about lots that differ is about."""

    SECRET = "secret"
    """The secret is not the one that was bound."""

    WORD = "word"
    """The seed of the lots is not that of secret and word."""

    LOT = "lot"
    """A number was drawn by another entry than the seed says."""

    GROUP = "group"
    """The numbers of a group are no block of the schedule."""

    ENTRY = "entry"
    """An entry without a number, or who is none of those who draw."""


@dataclass(frozen=True, slots=True)
class LotDiffers:
    """A line in which lots are not what they should be; `number` is 0 for what is about no number."""

    line: LotLine
    published: str
    expected: str
    number: int = 0


@dataclass(frozen=True, slots=True)
class Lottery:
    """Lots as published; without a `commitment` they were drawn by hand and `seed` is empty."""

    pots: tuple[Pot, ...]
    lots: Mapping[int, int]
    commitment: str = ""
    secret: str = ""
    word: str = ""
    seed: str = ""

    @property
    def is_bound(self) -> bool:
        """Whether the lots follow from a secret, even if its commitment is gone."""
        return bool(self.commitment or self.secret or self.word or self.seed)


def differing_lots(lottery: Lottery) -> list[LotDiffers]:
    """Return what of the lots is not as it must be, none when they are true."""
    lines = [*_differing_seed(lottery), *_strangers(lottery)]
    if lottery.is_bound:
        return [*lines, *_differing_numbers(lottery)]
    torn = torn_groups(lottery.pots, lottery.lots)
    return [*lines, *(LotDiffers(LotLine.GROUP, " ".join(map(str, group)), "") for group in torn)]


def _differing_seed(lottery: Lottery) -> Iterator[LotDiffers]:
    if not lottery.is_bound:
        return
    if not keeps_commitment(lottery.secret, lottery.commitment):
        yield LotDiffers(LotLine.SECRET, lottery.secret, lottery.commitment)
        return
    seed = revealed_seed(lottery.secret, lottery.word)
    if seed != lottery.seed:
        yield LotDiffers(LotLine.WORD, lottery.seed, seed)


def _strangers(lottery: Lottery) -> Iterator[LotDiffers]:
    """Give who should have drawn and did not, and who drew and should not."""
    drawing, drew = set(entries_of(lottery.pots)), list(lottery.lots.values())
    for entry in sorted(drawing - set(drew)):
        yield LotDiffers(LotLine.ENTRY, "", str(entry))
    for number, entry in sorted(lottery.lots.items()):
        if entry not in drawing or drew.count(entry) > 1:
            yield LotDiffers(LotLine.ENTRY, str(entry), "", number)
    for number in sorted(set(lottery.lots) ^ set(numbers_of(lottery.pots))):
        yield LotDiffers(LotLine.ENTRY, "", "", number)


def _differing_numbers(lottery: Lottery) -> Iterator[LotDiffers]:
    for number, entry in drawn_numbers(lottery.pots, lottery.seed).items():
        published = lottery.lots.get(number, 0)
        if published != entry:
            yield LotDiffers(LotLine.LOT, str(published), str(entry), number)
