"""The colours: every contrast of the design is recomputed from the style sheet."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
STATIC = ROOT / "tournament" / "static"
TOKENS = (STATIC / "css" / "tokens.css").read_text(encoding="utf-8")
HEX = re.compile(r"#(?:[0-9a-fA-F]{8}|[0-9a-fA-F]{6}|[0-9a-fA-F]{3,4})\b(?![\w-])")

TEXT = 4.5
CONTROL = 3.0


def block(selector: str) -> str:
    """Return the declarations that follow a selector, up to the closing brace."""
    start = TOKENS.index(selector + " {")
    return TOKENS[start : TOKENS.index("}", start)]


def roles(selector: str) -> dict[str, str]:
    """Return the colour roles that one block defines."""
    return dict(re.findall(r"--([\w-]+): (#[0-9A-F]{6});", block(selector)))


LIGHT = roles(":root")
DARK = roles(':root[data-theme="dark"]')
DARK_BY_SYSTEM = roles(':root:not([data-theme="light"])')
THEMES = {"light": LIGHT, "dark": DARK}


def luminance(colour: str) -> float:
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours as WCAG 2 defines it, 1 to 21."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


GROUNDS = ("bg", "surface", "sunken")
SOFT = ("felt-soft", "red-soft", "amber-soft", "blue-soft")
PAIRS = [
    # text, ground, least contrast
    *((ink, ground, TEXT) for ink in ("ink", "ink2", "ink3") for ground in GROUNDS),
    *(("ink", soft, TEXT) for soft in SOFT),
    *((role, ground, TEXT) for role in ("felt", "red", "amber") for ground in ("surface", "bg")),
    *((role, f"{role}-soft", TEXT) for role in ("felt", "red", "amber", "blue")),
    *((f"on-{role}", role, TEXT) for role in ("felt", "red", "amber")),
    ("blue", "surface", TEXT),
    # receipts and chosen rows write second lines and links on the soft fills
    *(("ink2", soft, TEXT) for soft in SOFT),
    *(("felt", soft, TEXT) for soft in SOFT),
    ("surface", "ink", TEXT),
    *((ink, "tile-face", TEXT) for ink in ("tile-ink", "tile-red", "tile-green", "tile-blue")),
    *(("edge", ground, CONTROL) for ground in GROUNDS),
    *(("focus", ground, CONTROL) for ground in ("surface", "bg")),
    ("tile-side", "bg", CONTROL),
]


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(
    ("front", "ground", "least"), [pytest.param(*pair, id="-on-".join(pair[:2])) for pair in PAIRS]
)
def test_contrast(theme, front, ground, least):
    colours = THEMES[theme]

    assert contrast(colours[front], colours[ground]) >= least


@pytest.mark.parametrize(
    ("theme", "front", "ground", "expected"),
    [
        ("light", "ink", "surface", 16.5),
        ("light", "ink3", "sunken", 4.6),
        ("light", "felt", "surface", 8.1),
        ("light", "edge", "sunken", 3.3),
        ("light", "focus", "felt", 1.3),
        ("dark", "ink", "bg", 15.8),
        ("dark", "red", "surface", 7.7),
        ("dark", "on-amber", "amber", 10.1),
        ("dark", "tile-side", "bg", 3.5),
        ("dark", "focus", "felt", 1.1),
    ],
)
def test_contrast_agrees_with_the_design(theme, front, ground, expected):
    colours = THEMES[theme]

    assert contrast(colours[front], colours[ground]) == pytest.approx(expected, abs=0.06)


def test_both_ways_into_the_dark_agree():
    assert DARK_BY_SYSTEM == DARK
    assert DARK.keys() == LIGHT.keys()


def test_every_role_used_is_defined():
    tokens = set(re.findall(r"(--[\w-]+):", TOKENS))
    undefined = {}
    for path in STATIC.rglob("*.css"):
        css = path.read_text(encoding="utf-8")
        own = set(re.findall(r"(--[\w-]+):", css))
        undefined[path.name] = set(re.findall(r"var\((--[\w-]+)", css)) - tokens - own

    assert {name: names for name, names in undefined.items() if names} == {}


def test_no_colour_outside_the_tokens():
    files = [
        *(STATIC / "css").glob("*.css"),
        *(STATIC / "js").glob("*.js"),
        *(ROOT / "templates").rglob("*.html"),
    ]
    found = {
        path.relative_to(ROOT).as_posix(): colours
        for path in files
        if path.name != "tokens.css"
        and (
            colours := re.findall(
                HEX.pattern + r"|\b(?:rgb|hsl|oklch)a?\(", path.read_text("utf-8")
            )
        )
    }

    assert found == {}


def test_the_icon_uses_tile_colours():
    icon = (STATIC / "img" / "favicon.svg").read_text(encoding="utf-8")

    assert set(HEX.findall(icon)) <= set(LIGHT.values())


def test_templates_carry_no_inline_style_or_script():
    inline = re.compile(r"<style|\sstyle=|\son\w+=\"|<script(?![^>]*\ssrc=)", re.IGNORECASE)
    found = {
        path.relative_to(ROOT).as_posix(): hits
        for path in (ROOT / "templates").rglob("*.html")
        if (hits := inline.findall(path.read_text(encoding="utf-8")))
    }

    assert found == {}
