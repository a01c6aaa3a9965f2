"""
The rules of Chinese Official Mahjong (国标麻将) as plain Python.

`parse_hand` reads a hand, `problems` says why it cannot be accepted, `score` what it is worth and
`settle` who pays. No Django, clock, randomness or input and output in this package.
"""

from scoring.rules.catalogue import ANY_FAN_BY_KEY, FAN_BY_KEY, FANS, MINIMUM_POINTS, Fan
from scoring.rules.claim import ClaimCheck, FanDifference, compare_claim
from scoring.rules.combine import CountedFan, Counting, warm_up
from scoring.rules.divide import SetKind, TileSet
from scoring.rules.explain import LeftOut, Principle
from scoring.rules.hand import Feeder, Hand, Meld, MeldKind
from scoring.rules.notation import NotationError, parse_hand
from scoring.rules.payments import BASE_POINTS, settle
from scoring.rules.profiles import (
    DEFAULT_PROFILE,
    PROFILES,
    Profile,
    derive,
    profile_from_data,
    scoring_profile,
)
from scoring.rules.score import Judgement, Score, judge, score
from scoring.rules.switches import SWITCHES, Switch
from scoring.rules.tiles import Flower, Suit, Tile, Wind
from scoring.rules.validate import Problem, problems, read_hand
from scoring.rules.winning_tiles import WinningTile, winning_tiles

__all__ = [
    "ANY_FAN_BY_KEY",
    "BASE_POINTS",
    "DEFAULT_PROFILE",
    "FANS",
    "FAN_BY_KEY",
    "MINIMUM_POINTS",
    "PROFILES",
    "SWITCHES",
    "ClaimCheck",
    "CountedFan",
    "Counting",
    "Fan",
    "FanDifference",
    "Feeder",
    "Flower",
    "Hand",
    "Judgement",
    "LeftOut",
    "Meld",
    "MeldKind",
    "NotationError",
    "Principle",
    "Problem",
    "Profile",
    "Score",
    "SetKind",
    "Suit",
    "Switch",
    "Tile",
    "TileSet",
    "Wind",
    "WinningTile",
    "compare_claim",
    "derive",
    "judge",
    "parse_hand",
    "problems",
    "profile_from_data",
    "read_hand",
    "score",
    "scoring_profile",
    "settle",
    "warm_up",
    "winning_tiles",
]
