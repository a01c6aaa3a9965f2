"""
The rules of Chinese Official Mahjong (国标麻将) as plain Python.

`parse_hand` reads a hand, `problems` says why it cannot be accepted, `score` what it is worth and
`settle` who pays. No Django, clock, randomness or input and output in this package.
"""

from scoring.rules.catalogue import FAN_BY_KEY, FANS, Fan
from scoring.rules.divide import SetKind, TileSet, warm_up
from scoring.rules.hand import Feeder, Hand, Meld, MeldKind
from scoring.rules.notation import NotationError, parse_hand
from scoring.rules.payments import BASE_POINTS, settle
from scoring.rules.profiles import DEFAULT_PROFILE, PROFILES, Profile
from scoring.rules.score import CountedFan, Judgement, Score, judge, score
from scoring.rules.tiles import Flower, Suit, Tile, Wind
from scoring.rules.validate import MINIMUM_POINTS, Problem, problems, read_hand

__all__ = [
    "BASE_POINTS",
    "DEFAULT_PROFILE",
    "FANS",
    "FAN_BY_KEY",
    "MINIMUM_POINTS",
    "PROFILES",
    "CountedFan",
    "Fan",
    "Feeder",
    "Flower",
    "Hand",
    "Judgement",
    "Meld",
    "MeldKind",
    "NotationError",
    "Problem",
    "Profile",
    "Score",
    "SetKind",
    "Suit",
    "Tile",
    "TileSet",
    "Wind",
    "judge",
    "parse_hand",
    "problems",
    "read_hand",
    "score",
    "settle",
    "warm_up",
]
