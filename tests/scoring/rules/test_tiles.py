import pytest

from scoring.rules.tiles import (
    ALL_TILES,
    DRAGONS,
    GREEN_TILES,
    HONOURS,
    REVERSIBLE_TILES,
    SIMPLES,
    SUIT_TILES,
    TERMINALS,
    TERMINALS_AND_HONOURS,
    TILE_BY_CODE,
    WINDS,
    Flower,
    Suit,
    Tile,
    Wind,
    suit_tile,
    tiles,
    tiles_text,
)


def test_every_tile_is_written_and_read_back():
    assert [TILE_BY_CODE[str(tile)] for tile in Tile] == list(Tile)


def test_every_suit_tile_comes_from_its_suit_and_rank():
    made = [suit_tile(suit, rank) for suit in Suit for rank in range(1, 10)]

    assert made == list(ALL_TILES[:27])
    assert [(tile.suit, tile.rank) for tile in made] == [
        (suit, rank) for suit in Suit for rank in range(1, 10)
    ]


def test_honours_have_neither_suit_nor_rank():
    assert {(tile.suit, tile.rank) for tile in HONOURS} == {(None, 0)}


@pytest.mark.parametrize("rank", [0, 10])
def test_suit_tile_refuses_other_ranks(rank):
    with pytest.raises(ValueError, match=f"no such rank: {rank}"):
        suit_tile(Suit.DOTS, rank)


def test_winds_show_as_tiles():
    assert [(wind.letter, str(wind.tile)) for wind in Wind] == [(x, x) for x in "ESWN"]


def test_flowers_are_a_to_h():
    assert "".join(Flower) == "abcdefgh"


@pytest.mark.parametrize(
    ("kinds", "size"),
    [
        pytest.param(SUIT_TILES, 27, id="suit-tiles"),
        pytest.param(WINDS, 4, id="winds"),
        pytest.param(DRAGONS, 3, id="dragons"),
        pytest.param(HONOURS, 7, id="honours"),
        pytest.param(TERMINALS, 6, id="terminals"),
        pytest.param(TERMINALS_AND_HONOURS, 13, id="terminals-and-honours"),
        pytest.param(SIMPLES, 21, id="simples"),
        pytest.param(GREEN_TILES, 6, id="green"),
        pytest.param(REVERSIBLE_TILES, 14, id="reversible"),
    ],
)
def test_class_sizes(kinds, size):
    assert len(kinds) == size


def test_neighbours_of_one_suit_share_its_letter():
    assert tiles_text(tiles("2333m EE 5p 4s")) == "2333mEE5p4s"


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("12", id="no-suit"),
        pytest.param("1E", id="rank-before-honour"),
        pytest.param("m", id="suit-without-rank"),
        pytest.param("0m", id="rank-zero"),
    ],
)
def test_tiles_refuses_what_is_no_tile(text):
    with pytest.raises(ValueError, match=repr(text)):
        tiles(text)
