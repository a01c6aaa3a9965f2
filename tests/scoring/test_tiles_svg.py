"""The sprite of the tiles: whole, up to date, in the page's colours."""

import re
from xml.etree import ElementTree

from scoring.rules.tiles import ALL_TILES, GREEN_TILES, Flower
from scoring.tiles_svg import FLOWERS, SPRITE, flower_drawing, sprite, tile_drawing

SVG = "{http://www.w3.org/2000/svg}"
NAMES = [
    *(f"tile-{tile}" for tile in ALL_TILES),
    *(f"flower-{flower}" for flower in Flower),
    "tile-back",
]


def test_sprite_holds_42_faces_and_the_back():
    symbols = ElementTree.parse(SPRITE).getroot().findall(f"{SVG}symbol")

    assert [symbol.get("id") for symbol in symbols] == NAMES
    assert {symbol.get("viewBox") for symbol in symbols} == {"0 0 60 84"}


def test_sprite_is_what_the_program_draws():
    assert SPRITE.read_text(encoding="utf-8") == sprite()


def test_every_face_is_another_drawing():
    drawings = [*map(tile_drawing, ALL_TILES), *map(flower_drawing, Flower)]

    assert len(set(drawings)) == 42


def test_colours_are_the_roles_of_the_page():
    assert re.findall(r"#[0-9a-fA-F]{3,8}\b", sprite()) == []


def test_green_tiles_show_no_red():
    assert [tile for tile in GREEN_TILES if "--tile-red" in tile_drawing(tile)] == []


def test_flowers_carry_their_characters():
    assert "".join(FLOWERS.values()) == "梅蘭竹菊春夏秋冬"
