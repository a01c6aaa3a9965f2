"""How many tiles are exchanged to reach the nearest winning hand."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.rules import Hand, Meld, MeldKind
from scoring.rules.distance import Nearest, nearest_win
from scoring.rules.divide import Shape
from scoring.rules.readings import readings
from scoring.rules.tiles import ALL_TILES, tiles

pytestmark = pytest.mark.bulk

KONGS = tuple(Meld(MeldKind.CONCEALED_KONG, (tile,) * 4) for tile in tiles("36mCF"))


def is_win(standing, melds):
    return bool(readings(Hand(tuple(standing[:-1]), standing[-1], tuple(melds))))


def exchanged(standing, out, into):
    return sorted((Counter(standing) - Counter(out) + Counter(into)).elements())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("123m456m789m123s55p", Nearest(Shape.SETS, (), ()), id="a-win"),
        pytest.param(
            "123m456m789m123s5p7p",
            Nearest(Shape.SETS, tiles("5p"), tiles("7p")),
            id="no-pair",
        ),
        pytest.param("2233m7799s11pEECC", Nearest(Shape.SEVEN_PAIRS, (), ()), id="seven-pairs"),
        pytest.param(
            "11111m234s567s789s",
            Nearest(Shape.SETS, tiles("11m"), tiles("22m")),
            id="a-fifth-copy-has-to-go",
        ),
        pytest.param(
            "147m258s36p ESWNCC",
            Nearest(Shape.SINGLES, tiles("C"), tiles("9p")),
            id="one-honour-twice",
        ),
        pytest.param(
            "19m19s19p ESWNC 234m",
            Nearest(Shape.THIRTEEN_ORPHANS, tiles("234m"), tiles("1mFP")),
            id="orphans",
        ),
        pytest.param(
            "147m258s369p 12m EEP",
            Nearest(Shape.KNITTED_STRAIGHT, tiles("P"), tiles("3m")),
            id="beside-the-knitted-straight",
        ),
        pytest.param(
            "258m369s8p ESWNCFP",
            Nearest(Shape.SINGLES, tiles("8p"), tiles("1p")),
            id="seven-stars",
        ),
    ],
)
def test_the_nearest_win(text, expected):
    assert nearest_win(tiles(text), ()) == expected


@st.composite
def standing_tiles(draw):
    """Tiles beside 0-4 concealed kongs, half of them of few kinds so that sets come about."""
    melds = KONGS[: draw(st.integers(0, 4))]
    shown = [meld.tiles[0] for meld in melds]
    kinds = draw(st.sampled_from([ALL_TILES, tiles("123456789mECFP")]))
    wall = [tile for tile in kinds for _ in range(4) if tile not in shown]
    return sorted(draw(st.randoms()).sample(wall, 14 - 3 * len(melds))), melds


@given(standing_tiles())
def test_the_exchange_named_makes_a_win(hand):
    standing, melds = hand
    nearest = nearest_win(standing, (meld.tiles for meld in melds))

    after = exchanged(standing, nearest.out, nearest.into)

    assert is_win(after, melds)
    assert max(Counter(after + [t for meld in melds for t in meld.tiles]).values()) <= 4
    assert len(nearest.out) == len(nearest.into) == nearest.distance


def within_one(standing, melds):
    """Every way to exchange one tile, for another that is still there."""
    held = Counter(standing) + Counter(tile for meld in melds for tile in meld.tiles)
    return (
        exchanged(standing, [out], [into])
        for out in set(standing)
        for into in ALL_TILES
        if into != out and held[into] < 4
    )


@settings(max_examples=10)
@given(standing_tiles())
def test_no_shorter_way_leads_to_a_win(hand):
    standing, melds = hand
    laid = [meld.tiles for meld in melds]
    distance = nearest_win(standing, laid).distance

    assert (distance == 0) == is_win(standing, melds)
    assert (distance <= 1) == (
        is_win(standing, melds) or any(is_win(one, melds) for one in within_one(standing, melds))
    )
    if distance:
        nearer = min(nearest_win(one, laid).distance for one in within_one(standing, melds))
        assert nearer == distance - 1
