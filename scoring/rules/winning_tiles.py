"""
What a hand that lacks one tile can win on, and for how many points.

Source: 听牌 of the rule text; `waits` finds the tiles, `score` prices them.
"""

from collections import Counter
from dataclasses import dataclass, replace

from scoring.rules.divide import TILES_OF_A_WIN
from scoring.rules.hand import Hand
from scoring.rules.profiles import DEFAULT_PROFILE, Profile
from scoring.rules.score import score
from scoring.rules.tiles import COPIES, Tile
from scoring.rules.validate import is_possible, number_of_tiles
from scoring.rules.waits import all_waits


@dataclass(frozen=True, slots=True)
class WinningTile:
    """
    A tile that completes a hand, with its points by self-draw and by discard.

    Points leave flowers out and may be below the minimum. `left` counts the copies outside the
    hand, 0-4; with none left the tile is waited for formally only and the points are None.
    """

    tile: Tile
    by_self_draw: int | None
    by_discard: int | None
    left: int


def winning_tiles(hand: Hand, profile: str | Profile = DEFAULT_PROFILE) -> tuple[WinningTile, ...]:
    """
    Give every tile that completes the hand, in the order hands are printed.

    Of a hand with one tile too few, as `parse_hand` reads "23m99p", every tile waits; of one with
    the number of a win, all but its winning tile. Any other number, an impossible meld or a fifth
    copy waits for nothing. Winds count; conditions, what was declared and flowers are left aside.
    Raise `ValueError` for an unknown profile.
    """
    missing = TILES_OF_A_WIN - number_of_tiles(hand)
    concealed = hand.standing if missing == 1 else hand.concealed
    held = Counter(sum((meld.tiles for meld in hand.melds), concealed))
    if missing not in (0, 1) or not all(map(is_possible, hand.melds)):
        return ()
    if max(held.values(), default=0) > COPIES:
        return ()
    plain = Hand(
        concealed,
        hand.winning_tile,
        hand.melds,
        prevalent_wind=hand.prevalent_wind,
        seat_wind=hand.seat_wind,
    )
    return tuple(
        _priced(replace(plain, winning_tile=tile), COPIES - held[tile], profile)
        for tile in sorted(all_waits(concealed))
    )


def _priced(hand: Hand, left: int, profile: str | Profile) -> WinningTile:
    if not left:
        return WinningTile(hand.winning_tile, None, None, 0)
    by_self_draw, by_discard = (
        score(replace(hand, self_drawn=self_drawn), profile).points for self_drawn in (True, False)
    )
    return WinningTile(hand.winning_tile, by_self_draw, by_discard, left)
