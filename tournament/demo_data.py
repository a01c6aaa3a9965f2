"""
What the demo event is made of: its seats, its incidents and the tiles of some of its hands.

Everybody is a number; nobody here is a real person.
"""

from dataclasses import dataclass
from typing import Final

from scoring.entry import HandEntry, Outcome
from scoring.rules.penalties import Measure

SLUG: Final = "demo"
NAME: Final = "Demo 演示赛"
PROFILE: Final = "guobiao"

TEAMS: Final = 6
TEAM_SIZE: Final = 4
FINISHED_ROUNDS: Final = 3
RUNNING_ROUND: Final = 4

# Entry numbers, A to D, tables 1 to 6 of rounds 1 to 4. Team 1 is entries 1-4 and so on: team-mates
# never meet, nobody meets anybody twice, and each player starts once in every seat.
SEATING: Final = (
    ((23, 3, 16, 5), (21, 10, 15, 19), (9, 14, 6, 2), (1, 7, 17, 12), (24, 20, 13, 8), (22, 11, 18, 4)),
    ((2, 23, 20, 7), (18, 12, 5, 13), (8, 1, 19, 11), (4, 16, 9, 21), (14, 22, 10, 3), (6, 15, 24, 17)),
    ((19, 4, 12, 24), (3, 17, 8, 9), (7, 18, 21, 14), (10, 13, 23, 1), (20, 6, 22, 16), (5, 2, 11, 15)),
    ((12, 8, 14, 23), (16, 24, 2, 18), (17, 5, 4, 10), (11, 21, 3, 6), (15, 9, 1, 20), (13, 19, 7, 22)),
)  # fmt: skip

# Which hands a game has: (round, table) -> the last hand played, the whole game where not named.
LAST_HAND: Final = {
    (1, 5): 15,
    (2, 3): 13,
    (3, 2): 14,
    (4, 1): 9,
    (4, 2): 7,
    (4, 3): 5,
    (4, 4): 5,
    (4, 5): 6,
    (4, 6): 0,
}
# Hand 4 of this table was forgotten: the sheet shows the gap.
MISSING_HANDS: Final = {(4, 4, 4)}
WITHDRAWN_HANDS: Final = {(4, 5, 6): "Entered at the wrong table"}

TOTALS_ONLY: Final = {(3, 6): (131, -52, -96, 17)}
TOTALS_REASON: Final = "The sheet got lost, the totals were signed"

# Outside substitutes: (round, entry number) -> who played. Entry 20 withdrew after round 3.
SUBSTITUTES: Final = {(2, 22): "Guest 1", (4, 20): "Guest 2"}
WITHDRAWN: Final = {20: 3}


@dataclass(frozen=True, slots=True)
class Correction:
    """A hand that was first entered wrongly: `wrong` was saved, then the right one."""

    wrong: HandEntry
    reason: str


CORRECTIONS: Final = {
    (1, 3, 9): Correction(
        HandEntry(Outcome.DISCARD, winner=1, discarder=3, fan_points=12),
        "21 points were read as 12",
    ),
}

# Hands an incident fixes; every other one is made up from its place in the event.
HANDS: Final = {
    (1, 2, 7): HandEntry(Outcome.DISCARD, winner=0, discarder=1, fan_points=12),
    (1, 3, 9): HandEntry(Outcome.DISCARD, winner=1, discarder=3, fan_points=21),
    (1, 5, 3): HandEntry(Outcome.SELF_DRAW, winner=2, fan_points=16, claimed_points=18),
    (2, 4, 5): HandEntry(Outcome.DRAW),
    (2, 1, 11): HandEntry(Outcome.VOID_WIN),
}


@dataclass(frozen=True, slots=True)
class Incident:
    """
    A penalty at a table: `hand` None is the game as a whole.

    `amount` is a free one, None takes the step of the catalogue. `receiver` gets a compensation
    alone; `cancelled` is the reason why the penalty no longer stands.
    """

    round: int
    table: int
    hand: int | None
    offender: int
    offence: str
    reason: str = ""
    measure: Measure = Measure.FINE
    amount: int | None = None
    receiver: int | None = None
    cancelled: str = ""


INCIDENTS: Final = (
    Incident(1, 2, 7, 2, "short_win", "6 points without flowers"),
    Incident(1, 5, 3, 0, "early_draw", measure=Measure.WARNING),
    Incident(2, 4, 5, 1, "false_win"),
    Incident(
        2,
        4,
        5,
        3,
        "free",
        "Knocked over a hand while objecting",
        measure=Measure.COMPENSATION,
        amount=15,
        receiver=0,
    ),
    Incident(3, 1, None, 3, "late_5", cancelled="Held up by the organiser"),
    Incident(4, 2, 3, 0, "wrong_call", measure=Measure.DEAD_HAND),
)

# Half a table point for a telephone that rang: (entry number, offence, reason).
TABLE_POINT_PENALTY_ROUND: Final = 2
TABLE_POINT_PENALTY: Final = (9, "discipline", "Telephone rang during round 2")

# Points of hands without a fan list, as often as they occur: median 13, few above 27.
POINTS: Final = (
    8,
    8,
    9,
    9,
    9,
    10,
    10,
    10,
    11,
    11,
    12,
    12,
    13,
    13,
    14,
    14,
    15,
    16,
    17,
    18,
    19,
    20,
    22,
    24,
    26,
    30,
)

# Hands without winds and dragons: worth the same in every seat and wind.
TILES: Final = (
    "[123m,1]123s12377p12m3m",
    "234m234s23488p67m5m",
    "[456m,2]456s45699p23s4s",
    "123456789m55p67s8s",
    "[123s,3]456789s22m34p5p",
    "147m258s369p44m56p7p",
    "[222m,1][555s,2]88p777p33m3m",
    "[111m,1][999s,3]111p44s99m9m",
    "1133m5577s2288p6m6m",
    "[234m,2]567m567s567p4m4m",
    "345m345p34577s34m5m",
    "456m456p45688s23p4p",
    "[123p,1]789p123s789s5m5m",
    "[678s,1]67867m55p678p8m",
    "123p456p78p123m33s9p",
    "[555m,2]666s777p22m34p5p",
    "345m456m567m88p23s4s",
    "[234p,1]345s456m77s23m4m",
)
