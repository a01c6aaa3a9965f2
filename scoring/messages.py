"""
The sentences shown for problems and for text that cannot be read.

The engine gives codes and parameters only; here they become one sentence each, in the language of
whoever reads it: what happened, then what to do.
"""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from scoring.rules.notation import NotationError
from scoring.rules.tiles import Flower, Tile
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

PROBLEM_SENTENCES: Mapping[str, Promise] = {
    "impossible_meld": gettext_lazy(
        "%(meld)s is no chow, pung or kong that can be laid down. "
        "Check its tiles and whose discard it was."
    ),
    "tile_count": gettext_lazy(
        "Tiles in the hand: %(count)s, each kong counted as three; "
        "a win has %(needed)s. Add or remove tiles."
    ),
    "too_many_copies": gettext_lazy(
        "Tiles of %(tile)s: %(count)s, but a set of tiles has four. Check the tiles."
    ),
    "not_a_win": gettext_lazy(
        "These tiles make no winning hand. Check them, or record a false win."
    ),
    "below_minimum": gettext_lazy(
        "Points: %(points)s, but %(minimum)s are needed without flowers. "
        "Check the hand, or record a short win."
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


def flower_name(flower: Flower) -> str:
    """Give the name of a flower."""
    return str(FLOWER_NAMES[flower.value])


def problem_message(problem: Problem) -> str:
    """Give the sentence for a reason to refuse a hand."""
    params = dict(problem.params)
    if "tile" in params:
        params["tile"] = str(TILE_NAMES[str(params["tile"])])
    if "flower" in params:
        params["flower"] = str(FLOWER_NAMES[str(params["flower"])])
    return str(PROBLEM_SENTENCES[problem.code]) % params


def notation_message(error: NotationError) -> str:
    """Give the sentence for text that cannot be read; places count from 1."""
    params = dict(error.params) | {"position": error.position + 1}
    return str(NOTATION_SENTENCES[error.code]) % params
