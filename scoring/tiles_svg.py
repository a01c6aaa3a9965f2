"""
Draws the faces of the tiles 牌: one SVG sprite, 42 faces and the back.

Each face is a `<symbol>` of 60x84 units, named as tiles are written ("tile-5m", "tile-E"), flowers
"flower-a" to "flower-h", the back "tile-back". Colours are the roles of the page's style sheet, so
that the tiles follow its theme. Characters are text in the page's serif type.

`python -m scoring.tiles_svg` writes the sprite anew after a change here.
"""

from collections.abc import Iterator
from itertools import product
from pathlib import Path

from scoring.rules.tiles import ALL_TILES, Flower, Suit, Tile

SPRITE = Path(__file__).parent / "static" / "scoring" / "tiles.svg"
WIDTH, HEIGHT = 60, 84

INK, RED, GREEN, BLUE, FACE = (
    f"var(--tile-{role})" for role in ("ink", "red", "green", "blue", "face")
)

NUMERALS = "一二三四五六七八九"
HONOURS = dict(zip(ALL_TILES[Tile.E :], "東南西北中發", strict=False))
FLOWERS = dict(zip(Flower, "梅蘭竹菊春夏秋冬", strict=True))
FLOWER_COLOURS = (RED, BLUE, GREEN, RED, GREEN, RED, BLUE, INK)

Spot = tuple[float, float, str]
"""Where the middle of a dot or stick lies, and its colour."""


def spots(xs: tuple[float, ...], ys: tuple[float, ...], colour: str) -> tuple[Spot, ...]:
    """Give a spot at each crossing of columns and rows."""
    return tuple((x, y, colour) for y, x in product(ys, xs))


# Rank: radius, spots. The 1 has a drawing of its own.
DOTS: dict[int, tuple[float, tuple[Spot, ...]]] = {
    2: (11.5, ((30, 20, GREEN), (30, 56, BLUE))),
    3: (10, ((16, 17, BLUE), (30, 38, RED), (44, 59, GREEN))),
    4: (
        10.5,
        ((17, 20, BLUE), (43, 20, GREEN), (17, 56, GREEN), (43, 56, BLUE)),
    ),
    5: (
        9.5,
        ((15, 17, BLUE), (45, 17, GREEN), (30, 38, RED), (15, 59, GREEN), (45, 59, BLUE)),
    ),
    6: (9.5, (*spots((17, 43), (16,), GREEN), *spots((17, 43), (39, 60), RED))),
    7: (
        8,
        ((14, 13, GREEN), (30, 19, GREEN), (46, 25, GREEN), *spots((19, 41), (43, 62), RED)),
    ),
    8: (7.8, spots((19, 41), (12, 29.5, 47, 64.5), BLUE)),
    9: (
        7.8,
        (
            *spots((13, 30, 47), (15,), GREEN),
            *spots((13, 30, 47), (38,), RED),
            *spots((13, 30, 47), (61,), BLUE),
        ),
    ),
}
# Rank: length of a stick, spots. 1 and 8 have drawings of their own.
STICKS: dict[int, tuple[float, tuple[Spot, ...]]] = {
    2: (28, ((30, 21, GREEN), (30, 56, BLUE))),
    3: (28, ((30, 21, BLUE), *spots((18, 42), (56,), GREEN))),
    4: (28, ((18, 21, BLUE), (42, 21, GREEN), (18, 56, GREEN), (42, 56, BLUE))),
    5: (
        28,
        ((14, 21, GREEN), (46, 21, BLUE), (30, 38, RED), (14, 56, BLUE), (46, 56, GREEN)),
    ),
    6: (28, (*spots((14, 30, 46), (21,), GREEN), *spots((14, 30, 46), (56,), BLUE))),
    7: (
        19,
        (
            (30, 15, RED),
            *spots((14, 30, 46), (38,), GREEN),
            *spots((14, 30, 46), (61,), BLUE),
        ),
    ),
    9: (
        19,
        (
            *spots((14,), (15, 38, 61), GREEN),
            *spots((30,), (15, 38, 61), RED),
            *spots((46,), (15, 38, 61), BLUE),
        ),
    ),
}

BIRD = (
    f'<path d="M31 41L47 11L51 26Z" fill="{BLUE}"/><path d="M33 45L54 24L53 40Z" fill="{RED}"/>'
    f'<path d="M8 22Q14 16 20 19Q26 22 26 30Q38 34 45 42Q43 56 29 57Q15 56 14 42Q15 34 16 29Z"'
    f' fill="{GREEN}"/><circle cx="18" cy="24" r="2.6" fill="{FACE}"/>'
    f'<path d="M21 42Q29 50 39 43" fill="none" stroke="{FACE}" stroke-width="3"/>'
    f'<path d="M27 57V67M33 56V67" stroke="{RED}" stroke-width="3.5"/>'
    f'<path d="M14 68H46" stroke="{GREEN}" stroke-width="4"/>'
)
"""1 条, a bird since there are tiles."""

WHITE_DRAGON = (
    f'<path d="M11 10H49V67H11Z" fill="none" stroke="{BLUE}" stroke-width="5"/>'
    f'<path d="M19 18H41V59H19Z" fill="none" stroke="{BLUE}" stroke-width="2"/>'
)
BACK = (
    '<rect x="6" y="6" width="48" height="66" rx="4" fill="var(--tile-side)"/>'
    f'<path d="M18 6V72M30 6V72M42 6V72M6 22H54M6 39H54M6 56H54" stroke="{FACE}"'
    ' stroke-width="1.5" opacity=".55"/>'
)


def character(sign: str, y: float, size: float, colour: str) -> str:
    """Give one Chinese character, `y` being its base line."""
    return (
        f'<text x="30" y="{y}" font-size="{size}" font-weight="700" text-anchor="middle"'
        f' font-family="var(--serif)" fill="{colour}">{sign}</text>'
    )


def ring(x: float, y: float, radius: float, colour: str) -> str:
    """Give one dot 饼: a ring with a filled middle."""
    width = round(radius * 0.38, 1)
    return (
        f'<circle cx="{x}" cy="{y}" r="{round(radius - width / 2, 1)}" fill="none"'
        f' stroke="{colour}" stroke-width="{width}"/>'
        f'<circle cx="{x}" cy="{y}" r="{round(radius * 0.3, 1)}" fill="{colour}"/>'
    )


def stick(x: float, y: float, length: float, colour: str) -> str:
    """Give one stick of bamboo 条: two joints."""
    top, bottom = y - length / 2, y + length / 2
    return (
        f'<path d="M{x} {top + 4}V{y - 3}M{x} {y + 3}V{bottom - 4}" stroke="{colour}"'
        ' stroke-width="8" stroke-linecap="round"/>'
        f'<path d="M{x - 4.5} {y}H{x + 4.5}M{x} {top + 3}V{bottom - 3}" stroke="{colour}"'
        ' stroke-width="3"/>'
    )


def wheel() -> str:
    """Give the one large dot of 1 饼."""
    petals = "".join(
        f'<ellipse cx="30" cy="30" rx="4.4" ry="6.5" transform="rotate({angle} 30 38)"/>'
        for angle in range(0, 360, 45)
    )
    return (
        f'<circle cx="30" cy="38" r="21" fill="none" stroke="{BLUE}" stroke-width="5"/>'
        f'<g fill="{RED}">{petals}</g><circle cx="30" cy="38" r="5" fill="{FACE}"/>'
        f'<circle cx="30" cy="38" r="3" fill="{GREEN}"/>'
    )


def eight_sticks() -> str:
    """Give 8 条: an M over a W."""
    return "".join(
        f'<path d="{line}" fill="none" stroke="{colour}" stroke-width="6.5"'
        ' stroke-linejoin="round" stroke-linecap="round"/>'
        for line, colour in (
            ("M12 33V11L30 26L48 11V33", GREEN),
            ("M12 44V66L30 51L48 66V44", BLUE),
        )
    )


def blossom(colour: str) -> str:
    """Give the small flower in the corner of a flower tile."""
    petals = "".join(
        f'<circle cx="45" cy="9.5" r="4.2" transform="rotate({angle} 45 15)"/>'
        for angle in range(0, 360, 72)
    )
    return f'<g fill="{colour}">{petals}</g><circle cx="45" cy="15" r="2.4" fill="{FACE}"/>'


def tile_drawing(tile: Tile) -> str:
    """Give what is drawn on a tile's face."""
    rank = tile.rank
    if tile is Tile.P:
        return WHITE_DRAGON
    if tile.suit is None:
        colour = {Tile.C: RED, Tile.F: GREEN}.get(tile, INK)
        return character(HONOURS[tile], 57, 50, colour)
    if tile.suit is Suit.CHARACTERS:
        return character(NUMERALS[rank - 1], 34, 31, INK) + character("萬", 69, 34, RED)
    if tile.suit is Suit.DOTS:
        radius, found = DOTS.get(rank, (0, ()))
        return "".join(ring(x, y, radius, colour) for x, y, colour in found) or wheel()
    if rank == 1:
        return BIRD
    length, found = STICKS.get(rank, (0, ()))
    return "".join(stick(x, y, length, colour) for x, y, colour in found) or eight_sticks()


def flower_drawing(flower: Flower) -> str:
    """Give what is drawn on a flower's face: its character, its number in the four, a blossom."""
    place = list(Flower).index(flower)
    colour = FLOWER_COLOURS[place]
    number = (
        f'<text x="13" y="24" font-size="20" font-weight="700" text-anchor="middle"'
        f' font-family="var(--sans)" fill="{INK}">{place % 4 + 1}</text>'
    )
    return number + blossom(colour) + character(FLOWERS[flower], 67, 42, colour)


def symbol(name: str, drawing: str) -> str:
    """Give one tile: its body with the thick lower edge, and the drawing."""
    return (
        f'<symbol id="{name}" viewBox="0 0 {WIDTH} {HEIGHT}">'
        '<rect x="1" y="1" width="58" height="82" rx="7" fill="var(--tile-side)"/>'
        f'<rect x="1" y="1" width="58" height="76" rx="7" fill="{FACE}"'
        ' stroke="var(--tile-line)" stroke-width="1.5"/>'
        f"{drawing}</symbol>"
    )


def symbols() -> Iterator[str]:
    """Give all 43, in the order tiles are printed."""
    for tile in ALL_TILES:
        yield symbol(f"tile-{tile}", tile_drawing(tile))
    for flower in Flower:
        yield symbol(f"flower-{flower}", flower_drawing(flower))
    yield symbol("tile-back", BACK)


def sprite() -> str:
    """Give the whole file, a tile a line."""
    lines = "\n".join(symbols())
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n{lines}\n</svg>\n'


if __name__ == "__main__":
    SPRITE.write_text(sprite(), encoding="utf-8")
