"""
Asks PyMahjongGB, an independent library, what a hand is worth.

It is installed with the extra `oracle`. Its own names: W 万, T 条, B 饼, F 风, J 箭.
"""

from collections.abc import Callable
from importlib import import_module
from typing import Any

from scoring.rules import Hand, Meld, MeldKind, Suit, Tile
from scoring.rules.tiles import WINDS

MODULE = "MahjongGB"
SUIT_LETTERS = {Suit.CHARACTERS: "W", Suit.BAMBOO: "T", Suit.DOTS: "B"}
PACKS = {MeldKind.CHOW: "CHI", MeldKind.PUNG: "PENG"}
FLOWERS = "花牌"


def oracle_points(hand: Hand) -> int:
    """Give the points of a legal win without flowers; raise `ImportError` without the library."""
    calculate: Callable[..., Any] = import_module(MODULE).MahjongFanCalculator
    fans = calculate(
        pack=tuple(map(_pack, hand.melds)),
        hand=tuple(map(_code, hand.concealed)),
        winTile=_code(hand.winning_tile),
        flowerCount=hand.flower_count,
        isSelfDrawn=hand.self_drawn,
        is4thTile=hand.last_of_kind,
        isAboutKong=hand.kong,
        isWallLast=hand.last_in_wall,
        seatWind=int(hand.seat_wind),
        prevalentWind=int(hand.prevalent_wind),
        verbose=True,
    )
    return sum(points * count for points, count, name, _ in fans if name != FLOWERS)


def _code(tile: Tile) -> str:
    if tile.suit is not None:
        return f"{SUIT_LETTERS[tile.suit]}{tile.rank}"
    return f"F{tile - Tile.E + 1}" if tile in WINDS else f"J{tile - Tile.C + 1}"


def _pack(meld: Meld) -> tuple[str, str, int]:
    """Name a meld by its middle tile; a concealed kong was offered by nobody."""
    offer = meld.claimed if meld.kind is MeldKind.CHOW else meld.feeder
    return PACKS.get(meld.kind, "GANG"), _code(meld.tiles[1]), int(offer or 0)
