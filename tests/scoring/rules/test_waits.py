"""What thirteen tiles wait for, formally and really."""

import pytest

from scoring.rules import parse_hand
from scoring.rules.tiles import tiles, tiles_text
from scoring.rules.waits import all_waits, real_waits

ORPHANS = "19m19s19pESWNCFP"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("2333m", "124m", id="sets"),
        pytest.param("11m 22s 789p", "1m2s", id="either-pair"),
        pytest.param("147m 258s 36p 123m EE", "9p", id="the-last-knitted-tile"),
        pytest.param("2244m 5577s 33p EE C", "C", id="seven-pairs"),
        pytest.param("223344m 556677s 9p", "9p", id="pairs-and-sets"),
        pytest.param(ORPHANS, ORPHANS, id="any-orphan"),
        pytest.param("19m19s19pEESWNCF", "P", id="one-orphan"),
        pytest.param("19m19s19pEESSWNC", "", id="two-orphans-missing"),
        pytest.param("28m19s19pESWNCFP", "", id="no-orphans"),
        pytest.param("147m258s36pESWNC", "9pFP", id="singles"),
        pytest.param("147m258s369pESWN", "CFP", id="nine-knitted-and-four-honours"),
        pytest.param("147m258sESWNCFP", "369p", id="seven-stars"),
        pytest.param("147m258s36pESWCC", "", id="an-honour-twice"),
        pytest.param("147m147s36pESWNC", "", id="two-suits-of-one-pattern"),
    ],
)
def test_every_shape_is_waited_for(text, expected):
    assert tiles_text(sorted(all_waits(tiles(text)))) == expected


@pytest.mark.parametrize(
    ("text", "formal", "real"),
    [
        pytest.param("1111234m567s789s", "14m", "4m", id="four-in-the-hand"),
        pytest.param("[1111m]456s789p23s9p9p", "147s", "147s", id="none-held"),
        pytest.param("[3333m]456s789s12m9p9p", "3m", "", id="a-kong-of-the-last-tile"),
        pytest.param("[333m,1]456s789s12m9p9p", "3m", "3m", id="three-melded"),
    ],
)
def test_a_real_wait_is_for_a_tile_somebody_else_may_hold(text, formal, real):
    # Written without a winning tile: every standing tile waits.
    hand = parse_hand(text)

    assert tiles_text(sorted(all_waits(hand.standing))) == formal
    assert tiles_text(sorted(real_waits(hand.standing, hand.melds))) == real
