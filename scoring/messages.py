"""
The sentences shown for problems and for text that cannot be read.

The engine gives codes and parameters only; here they become one sentence each, in the language of
whoever reads it: what happened, then what to do.
"""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import get_language, gettext_lazy

from scoring.listing import listed
from scoring.rules.catalogue import ANY_FAN_BY_KEY, Fan
from scoring.rules.tiles import Flower, Tile, tiles
from scoring.rules.validate import Problem

TILE_NAMES: Mapping[str, Promise] = {
    "1m": gettext_lazy("1 characters"),
    "2m": gettext_lazy("2 characters"),
    "3m": gettext_lazy("3 characters"),
    "4m": gettext_lazy("4 characters"),
    "5m": gettext_lazy("5 characters"),
    "6m": gettext_lazy("6 characters"),
    "7m": gettext_lazy("7 characters"),
    "8m": gettext_lazy("8 characters"),
    "9m": gettext_lazy("9 characters"),
    "1s": gettext_lazy("1 bamboo"),
    "2s": gettext_lazy("2 bamboo"),
    "3s": gettext_lazy("3 bamboo"),
    "4s": gettext_lazy("4 bamboo"),
    "5s": gettext_lazy("5 bamboo"),
    "6s": gettext_lazy("6 bamboo"),
    "7s": gettext_lazy("7 bamboo"),
    "8s": gettext_lazy("8 bamboo"),
    "9s": gettext_lazy("9 bamboo"),
    "1p": gettext_lazy("1 dots"),
    "2p": gettext_lazy("2 dots"),
    "3p": gettext_lazy("3 dots"),
    "4p": gettext_lazy("4 dots"),
    "5p": gettext_lazy("5 dots"),
    "6p": gettext_lazy("6 dots"),
    "7p": gettext_lazy("7 dots"),
    "8p": gettext_lazy("8 dots"),
    "9p": gettext_lazy("9 dots"),
    "E": gettext_lazy("East wind"),
    "S": gettext_lazy("South wind"),
    "W": gettext_lazy("West wind"),
    "N": gettext_lazy("North wind"),
    "C": gettext_lazy("red dragon"),
    "F": gettext_lazy("green dragon"),
    "P": gettext_lazy("white dragon"),
}

FLOWER_NAMES: Mapping[str, Promise] = {
    "a": gettext_lazy("plum blossom"),
    "b": gettext_lazy("orchid"),
    "c": gettext_lazy("bamboo flower"),
    "d": gettext_lazy("chrysanthemum"),
    "e": gettext_lazy("spring"),
    "f": gettext_lazy("summer"),
    "g": gettext_lazy("autumn"),
    "h": gettext_lazy("winter"),
}

SHAPE_NAMES: Mapping[str, Promise] = {
    "sets": gettext_lazy("four sets and a pair"),
    "knitted_straight": gettext_lazy("Knitted Straight with a set and a pair"),
    "seven_pairs": gettext_lazy("seven pairs"),
    "thirteen_orphans": gettext_lazy("thirteen orphans"),
    "singles": gettext_lazy("honors and knitted tiles, all different"),
}

PROBLEM_SENTENCES: Mapping[str, Promise] = {
    "impossible_meld": gettext_lazy(
        "%(meld)s is no chow, pung or kong that can be laid down. "
        "Check its tiles and whose discard it was."
    ),
    "tile_count.too_many": gettext_lazy(
        "Tiles in the hand: %(count)s, each kong counted as three; "
        "a win has %(needed)s. Tiles to remove: %(too_many)s."
    ),
    "tile_count.too_few": gettext_lazy(
        "Tiles in the hand: %(count)s, each kong counted as three; "
        "a win has %(needed)s. Tiles to add: %(too_few)s."
    ),
    "too_many_copies": gettext_lazy(
        "Tiles of %(tile)s: %(count)s (concealed %(concealed)s, in melds %(melded)s, "
        "winning tile %(won)s), but a set of tiles has four. Check the tiles."
    ),
    "not_a_win": gettext_lazy(
        "These tiles make no winning hand. Tiles to exchange for the nearest, %(shape)s: "
        "%(distance)s, such as %(out)s for %(into)s. Check the tiles, or record a false win."
    ),
    "below_minimum": gettext_lazy(
        "Points missing: %(missing)s. There are %(points)s, but %(minimum)s are needed without "
        "flowers. Check the hand, or record a short win."
    ),
    "replacement_without_kong": gettext_lazy(
        "Out with Replacement Tile needs a kong in the hand. Add the kong, or clear the condition."
    ),
    "robbed_last_tile": gettext_lazy(
        "No kong can be made with the wall empty, so none can be robbed. "
        "Clear one of the two conditions."
    ),
    "robbed_tile_held": gettext_lazy(
        "The other three %(tile)s lie in the robbed kong, but the winner has one too. "
        "Clear Robbing the Kong, or check the tiles."
    ),
    "last_of_kind_held": gettext_lazy(
        "Last Tile needs the other three %(tile)s lying open, but the winner holds one. "
        "Clear the condition, or check the tiles."
    ),
    "not_declarable": gettext_lazy(
        "%(fan)s does not exist in these rules. Take it back, or choose the rules that have it."
    ),
    "declared_alone": gettext_lazy(
        "%(fan)s and %(other)s cannot both be declared. Take one of them back."
    ),
    "declared_seat": gettext_lazy(
        "%(fan)s cannot be won from this seat. Check the seat wind, or take it back."
    ),
    "declared_late": gettext_lazy(
        "%(fan)s is won by self-draw before any set is laid down. Check the hand, or take it back."
    ),
    "flower_count": gettext_lazy(
        "Flowers: %(count)s, but a hand has from 0 to %(most)s. Check the flowers."
    ),
    "duplicate_flower": gettext_lazy(
        "%(flower)s is there %(count)s times, but every flower exists once. Check the flowers."
    ),
}

NOTATION_SENTENCES: Mapping[str, Promise] = {
    "no_tiles": gettext_lazy(
        "There are no tiles outside the melds. Write them, the winning tile last."
    ),
    "suit_missing": gettext_lazy(
        "After %(ranks)s the suit is missing (place %(position)s). Add m, s or p."
    ),
    "unexpected_character": gettext_lazy(
        "“%(character)s” cannot stand at place %(position)s. Remove or replace it."
    ),
    "bracket_missing": gettext_lazy("A meld is not closed (place %(position)s). Add “]”."),
    "meld_number": gettext_lazy(
        "The meld at place %(position)s needs another number: 1, 2 or 3, "
        "for an added kong 5, 6 or 7, for a concealed kong none."
    ),
    "meld_size": gettext_lazy(
        "The meld at place %(position)s has %(count)s tiles. Write three, or four for a kong."
    ),
    "wind_missing": gettext_lazy(
        "A wind is missing at place %(position)s. "
        "Write the prevalent wind and the seat wind: E, S, W or N."
    ),
    "flag_missing": gettext_lazy(
        "A condition is missing at place %(position)s. After the winds write four digits, 0 or 1."
    ),
    "flower_number": gettext_lazy(
        "The number of flowers at place %(position)s is too long. Write 0 to 8."
    ),
    "too_many_parts": gettext_lazy(
        "There is something after the flowers (place %(position)s). Remove it."
    ),
}


def tile_name(tile: Tile) -> str:
    """Give the name of a tile, as “5 characters” or 五万."""
    return str(TILE_NAMES[str(tile)])


def fan_name(fan: Fan) -> str:
    """Give the fan's name in the language of the page."""
    return fan.zh if (get_language() or "").startswith("zh") else fan.en


def flower_name(flower: Flower) -> str:
    """Give the name of a flower."""
    return str(FLOWER_NAMES[flower.value])


def problem_message(problem: Problem) -> str:
    """Give the sentence for a reason to refuse a hand, or a text that `read_hand` cannot read."""
    if problem.code in NOTATION_SENTENCES:
        return _notation_sentence(problem.code, dict(problem.params))
    named = {name: _named(name, value) for name, value in problem.params}
    return str(_sentence(problem)) % named


def _sentence(problem: Problem) -> Promise:
    """Find the sentence by the code, or by the code and the parameter that it is about."""
    if problem.code in PROBLEM_SENTENCES:
        return PROBLEM_SENTENCES[problem.code]
    keys = (f"{problem.code}.{name}" for name, _ in problem.params)
    return PROBLEM_SENTENCES[next(key for key in keys if key in PROBLEM_SENTENCES)]


def _named(parameter: str, value: str | int) -> str | int:
    """Give what a parameter stands for in words; numbers and melds stay as they are."""
    match parameter:
        case "tile":
            return str(TILE_NAMES[str(value)])
        case "out" | "into":
            return listed(map(tile_name, tiles(str(value))))
        case "fan" | "other":
            fan = ANY_FAN_BY_KEY.get(str(value))
            return fan_name(fan) if fan else value
        case "flower":
            return str(FLOWER_NAMES[str(value)])
        case "shape":
            return str(SHAPE_NAMES[str(value)])
        case _:
            return value


def _notation_sentence(code: str, params: dict[str, str | int]) -> str:
    """Fill the sentence in; places count from 1, and signs that cannot be seen get their code."""
    shown: dict[str, str | int] = {"position": int(params["position"]) + 1}
    sign = str(params.get("character", " "))
    if not sign.isprintable():
        shown["character"] = f"U+{ord(sign):04X}"
    return str(NOTATION_SENTENCES[code]) % (params | shown)
