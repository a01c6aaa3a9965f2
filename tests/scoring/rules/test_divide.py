import pytest

from scoring.rules.combine import best_choice, warm_up
from scoring.rules.divide import (
    HONOUR_GROUP,
    Shape,
    divisions,
    group_tiles,
    special_shapes,
    splits,
    ways,
)
from scoring.rules.tiles import tiles, tiles_text
from scoring.rules.waits import waits


def written(text):
    """Every division of the tiles, as its sets and pair written one after another."""
    return [
        " ".join(tiles_text(one.tiles) for one in division.sets) + f" {division.pair}"
        for division in divisions(group_tiles(tiles(text)))
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("11m", [" 1m"], id="pair-alone"),
        pytest.param("123m 456s EEE 99p", ["123m 456s EEE 9p"], id="one-way"),
        pytest.param("111222333m EE", ["111m 222m 333m E", "123m 123m 123m E"], id="two-ways"),
        pytest.param(
            "11123444m", ["111m 234m 4m", "123m 444m 1m"], id="pair-at-either-end"
        ),
        pytest.param("1111234m 99s", [], id="one-tile-left-over"),
        pytest.param("89m 1s EEE 11p", [], id="no-chow-across-suits"),
        pytest.param("ESW NN", [], id="no-chow-of-honours"),
        pytest.param("11m 22s", [], id="two-pairs"),
        pytest.param("111m", [], id="no-pair"),
    ],
)  # fmt: skip
def test_divisions(text, expected):
    assert sorted(written(text)) == sorted(expected)


def test_splits_come_once_each():
    found = splits(0, 0x114)  # 1111 2 3: four of a kind are reached in two orders

    assert len(found) == len(set(found)) == 1


def test_splits_of_nothing_and_of_honours():
    assert len(splits(0, 0)) == 1
    assert splits(HONOUR_GROUP, 0x111) == ()


def test_warm_up_fills_the_tables():
    ways.cache_clear()

    warm_up()

    assert ways.cache_info().currsize == 4
    assert len(ways(0)) > 40_000
    # Every two, three and four of the 21 chows, every two and three of the 27 pungs.
    assert best_choice.cache_info().currsize >= 231 + 1771 + 10_626 + 351 + 2925


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("2233m 7799s 11p EE CC", [Shape.SEVEN_PAIRS], id="seven-pairs"),
        pytest.param("2222m 7799s 11p EE CC", [Shape.SEVEN_PAIRS], id="four-alike"),
        pytest.param("19m 19s 19p ESWNCFPP", [Shape.THIRTEEN_ORPHANS], id="thirteen-orphans"),
        pytest.param("147m 258s 36p ESWNCF", [Shape.SINGLES], id="singles"),
        pytest.param("147m 147s 36p ESWNCF", [], id="two-suits-of-one-pattern"),
        pytest.param("147m 258s 36p ESWNCC", [], id="an-honour-twice"),
        pytest.param("2233m 7779s 11p EE CC", [], id="three-alike"),
    ],
)
def test_special_shapes(text, expected):
    assert list(special_shapes(tiles(text))) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("1m", "1m", id="single"),
        pytest.param("12m 99p", "3m", id="edge"),
        pytest.param("13m 99p", "2m", id="closed"),
        pytest.param("23m 99p", "14m", id="two-sided"),
        pytest.param("2333m", "124m", id="single-or-chow"),
        pytest.param("5666p", "457p", id="5666-is-no-single-wait"),
        pytest.param("1111m", "1m", id="four-alike-wait-formally-for-a-fifth"),
        pytest.param("1112345678999p", "123456789p", id="nine-gates"),
        pytest.param("147m 258s 369p 12m EE", "3m", id="beside-a-knitted-straight"),
        pytest.param("147m 258s 36p 123m EE", "9p", id="the-last-knitted-tile"),
        pytest.param("147m 258s 36p 124m EE", "", id="two-things-missing"),
        pytest.param("2244m 5577s 33p EE C", "C", id="seven-pairs"),
        pytest.param("2244m 5577s 33p E C F", "", id="five-pairs"),
    ],
)
def test_waits(text, expected):
    assert tiles_text(sorted(waits(tiles(text)))) == expected


def test_waits_are_formal():
    # Nobody can draw a fifth 1m, but 111 1-234 waits for it all the same, so 4m is no sole wait.
    assert tiles_text(sorted(waits(tiles("1111234m")))) == "14m"
