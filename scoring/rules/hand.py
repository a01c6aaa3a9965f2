"""
What the engine is asked about: a hand as it lies on the table when somebody says 和.

Values only. `notation` reads them from text, `validate` says what contradicts the rules.
"""

from dataclasses import dataclass
from enum import IntEnum, StrEnum

from scoring.rules.tiles import Flower, Tile, Wind, tiles_text


class MeldKind(StrEnum):
    """How a meld 副露 was made."""

    CHOW = "chow"
    PUNG = "pung"
    MELDED_KONG = "melded_kong"
    ADDED_KONG = "added_kong"
    CONCEALED_KONG = "concealed_kong"


class Feeder(IntEnum):
    """Whose discard was claimed, seen from the claimer: 上家, 对家 or 下家."""

    LEFT = 1
    OPPOSITE = 2
    RIGHT = 3


ADDED_KONG_OFFSET = 4
"""An added kong writes its feeder as 5, 6 or 7."""


@dataclass(frozen=True, slots=True)
class Meld:
    """
    One set laid down: chow, pung or kong.

    `feeder` is None for a concealed kong. `claimed` says which tile of a chow was claimed, 1-3.
    `str()` gives it as written: "[345m,1]", "[7777s,5]", "[4444p]".
    """

    kind: MeldKind
    tiles: tuple[Tile, ...]
    feeder: Feeder | None = None
    claimed: int | None = None

    @property
    def is_kong(self) -> bool:
        """Whether it is a kong 杠 of any kind."""
        return self.kind not in (MeldKind.CHOW, MeldKind.PUNG)

    def __str__(self) -> str:
        number: int | None = self.feeder
        if self.kind is MeldKind.CHOW:
            number = self.claimed
        elif self.kind is MeldKind.ADDED_KONG and self.feeder is not None:
            number = self.feeder + ADDED_KONG_OFFSET
        mark = "" if number is None else f",{number}"
        return f"[{tiles_text(self.tiles)}{mark}]"


@dataclass(frozen=True, slots=True)
class Hand:
    """
    A claimed win: the tiles, how the last one came, the winds and the flowers.

    `concealed` leaves the winning tile out and may come in any order. `kong` means 杠上开花 on
    a self-draw, 抢杠和 on a discard; `last_in_wall` means 妙手回春 or 海底捞月; `last_of_kind`
    means 和绝张. `flowers` are the tiles, or their number when nobody wrote down which.
    `declared` holds keys of fan that tiles do not show, such as "heavenly_hand" 天和.
    `str()` gives the printed form, which `parse_hand` reads back.
    """

    concealed: tuple[Tile, ...]
    winning_tile: Tile
    melds: tuple[Meld, ...] = ()
    prevalent_wind: Wind = Wind.EAST
    seat_wind: Wind = Wind.EAST
    self_drawn: bool = False
    last_of_kind: bool = False
    last_in_wall: bool = False
    kong: bool = False
    flowers: tuple[Flower, ...] | int = 0
    declared: frozenset[str] = frozenset()

    @property
    def standing(self) -> tuple[Tile, ...]:
        """The concealed tiles with the winning tile."""
        return (*self.concealed, self.winning_tile)

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """Every tile, melds included."""
        return sum((meld.tiles for meld in self.melds), self.standing)

    @property
    def flower_count(self) -> int:
        """How many flowers 花牌 there are."""
        return self.flowers if isinstance(self.flowers, int) else len(self.flowers)

    @property
    def robs_kong(self) -> bool:
        """Whether the win is claimed as 抢杠和."""
        return self.kong and not self.self_drawn

    def __str__(self) -> str:
        melds = "".join(map(str, self.melds))
        flags = (self.self_drawn, self.last_of_kind, self.last_in_wall, self.kong)
        winds = self.prevalent_wind.letter + self.seat_wind.letter
        how = winds + "".join("1" if flag else "0" for flag in flags)
        letters = "" if isinstance(self.flowers, int) else "".join(self.flowers)
        standing = tiles_text(sorted(self.concealed)) + str(self.winning_tile)
        return f"{melds}{standing}|{how}|{letters or self.flower_count}"
