"""What a hand short of one tile wins on, and for how many points."""

import pytest

from scoring.rules import Hand, Tile, WinningTile, parse_hand, winning_tiles
from scoring.rules.tiles import tiles


def found(text):
    return [
        (str(one.tile), one.by_self_draw, one.by_discard, one.left)
        for one in winning_tiles(parse_hand(text))
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(
            "[123p,1][444s,1][789m,1]34pCC",
            [("2p", 1, 8, 3), ("5p", 1, 8, 4)],
            id="无番和-unless-self-drawn",
        ),
        pytest.param(
            "[123p,1][444s,1][789m,1]34pCC5p|EE1111|8",
            [("2p", 1, 8, 3), ("5p", 1, 8, 4)],
            id="conditions-and-flowers-aside",
        ),
        pytest.param(
            "[333m,1][456s,1][789p,1]12mEE", [("3m", 16, 15, 1)], id="和绝张-shown-in-own-melds"
        ),
        pytest.param("[3333m][456s,1][789p,1]12mEE", [("3m", None, None, 0)], id="no-copy-left"),
        pytest.param(
            "[EEE,1]456s567s34m99p|EE0000", [("2m", 5, 4, 4), ("5m", 5, 4, 4)], id="winds-count"
        ),
        pytest.param("123m", [], id="too-few-tiles"),
        pytest.param("123456789m123456s", [], id="too-many-tiles"),
        pytest.param("[135m,1][456s,1][789p,1]12mEE", [], id="impossible-meld"),
        pytest.param("111112345m12399s", [], id="a-fifth-copy"),
        pytest.param("159m267s348pESWN", [], id="waiting-for-nothing"),
    ],
)
def test_winning_tiles(text, expected):
    assert found(text) == expected


def test_every_orphan_wins():
    assert winning_tiles(parse_hand("19m19s19pESWNCFP")) == tuple(
        WinningTile(tile, 89, 88, 3) for tile in tiles("19m19s19pESWNCFP")
    )


def test_a_hand_made_without_a_tile_too_many():
    hand = Hand(concealed=tiles("1199m1199s11pEE"), winning_tile=Tile.C)

    assert [one.tile for one in winning_tiles(hand)] == [Tile.C]


def test_only_a_profile_that_scores():
    with pytest.raises(ValueError, match="unknown rule profile"):
        winning_tiles(parse_hand("19m19s19pESWNCFP"), "riichi")
