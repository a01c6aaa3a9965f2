"""Series 和牌方式: how the hand was built and how it was won."""

from scoring.rules.hand import Hand, MeldKind
from scoring.rules.readings import Reading, Wait
from scoring.rules.tiles import COPIES

SETS_OF_A_HAND = 4


def _is_concealed(hand: Hand) -> bool:
    """Whether nothing was claimed; a concealed kong does not spoil it."""
    return not hand.melds or all(meld.kind is MeldKind.CONCEALED_KONG for meld in hand.melds)


def last_tile_draw(reading: Reading) -> bool:
    """
    妙手回春 (44, 8 points): self-draw of the wall's last tile.

    Source: 番种分值表 no. 44.
    """
    return reading.hand.last_in_wall and reading.hand.self_drawn


def last_tile_claim(reading: Reading) -> bool:
    """
    海底捞月 (45, 8 points): win on a discard after the wall's last tile was drawn.

    Source: 番种分值表 no. 45.
    """
    return reading.hand.last_in_wall and not reading.hand.self_drawn


def out_with_replacement_tile(reading: Reading) -> bool:
    """
    杠上开花 (46, 8 points): win on the tile drawn after a kong.

    Source: 番种分值表 no. 46.
    """
    return reading.hand.kong and reading.hand.self_drawn


def robbing_the_kong(reading: Reading) -> bool:
    """
    抢杠和 (47, 8 points): win on the tile another player adds to a pung.

    Source: 番种分值表 no. 47.
    """
    return reading.hand.robs_kong


def melded_hand(reading: Reading) -> bool:
    """
    全求人 (52, 6 points): four claimed sets, and the pair completed by a discard.

    Source: 番种分值表 no. 52.
    """
    hand = reading.hand
    return (
        len(hand.melds) == SETS_OF_A_HAND
        and not hand.self_drawn
        and all(meld.kind is not MeldKind.CONCEALED_KONG for meld in hand.melds)
    )


def fully_concealed_hand(reading: Reading) -> bool:
    """
    不求人 (56, 4 points): nothing claimed, won by self-draw.

    Source: 番种分值表 no. 56.
    """
    return reading.hand.self_drawn and _is_concealed(reading.hand)


def last_tile(reading: Reading) -> bool:
    """
    和绝张 (58, 4 points): win on the fourth tile of a kind, three lying open.

    Three of them in the winner's own melds are open to everybody, whatever the flag says.

    Source: 番种分值表 no. 58.
    """
    hand = reading.hand
    shown = [meld.tiles.count(hand.winning_tile) for meld in hand.melds]
    return hand.last_of_kind or sum(shown) == COPIES - 1


def concealed_hand(reading: Reading) -> bool:
    """
    门前清 (62, 2 points): nothing claimed, won on a discard.

    Source: 番种分值表 no. 62.
    """
    return not reading.hand.self_drawn and _is_concealed(reading.hand)


def edge_wait(reading: Reading) -> bool:
    """
    边张 (77, 1 point): waiting only for the 3 of 12 or the 7 of 89.

    Source: 番种分值表 no. 77.
    """
    return Wait.EDGE in reading.waits


def closed_wait(reading: Reading) -> bool:
    """
    坎张 (78, 1 point): waiting only for the middle of a chow.

    Source: 番种分值表 no. 78.
    """
    return Wait.CLOSED in reading.waits


def single_wait(reading: Reading) -> bool:
    """
    单钓将 (79, 1 point): waiting only for the second tile of the pair.

    Source: 番种分值表 no. 79.
    """
    return Wait.SINGLE in reading.waits


def self_drawn(reading: Reading) -> bool:
    """
    自摸 (80, 1 point): win on a tile drawn by oneself.

    Source: 番种分值表 no. 80.
    """
    return reading.hand.self_drawn


def heavenly_hand(reading: Reading) -> bool:
    """
    天和 (168 points): the dealer wins on the tiles dealt; somebody has to say so.

    Source: the list of an online hall; not in the table of 1998.
    """
    return "heavenly_hand" in reading.hand.declared


def earthly_hand(reading: Reading) -> bool:
    """
    地和 (158 points): self-draw of the dealer's right neighbour on the first tile; declared.

    Source: the list of an online hall; not in the table of 1998.
    """
    return "earthly_hand" in reading.hand.declared


def human_hand(reading: Reading) -> bool:
    """
    人和 (108 points): a win before everybody has had a turn; declared.

    Source: the list of an online hall; not in the table of 1998.
    """
    return "human_hand" in reading.hand.declared


PREDICATES = (melded_hand, fully_concealed_hand, last_tile, concealed_hand, self_drawn)
PREDICATES_OF_WAITS = (edge_wait, closed_wait, single_wait)
PREDICATES_OF_LUCK = (
    last_tile_draw,
    last_tile_claim,
    out_with_replacement_tile,
    robbing_the_kong,
)
PREDICATES_OF_DECLARATIONS = (heavenly_hand, earthly_hand, human_hand)
