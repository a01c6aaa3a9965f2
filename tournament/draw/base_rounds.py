"""
Base rounds of small fields, found by this project's own search.

Each gives a whole schedule by turning: player p below modulus × orbits is an orbit and a residue,
step k adds k to the residue, players above stay where they are. In the schedules without a repeat
no two players meet twice; of 8 and 12 players every pair meets exactly three times; 24 players in
8 rounds reach the least number of repeats, 12, and have none in the first six rounds. Tests
develop and verify every one.
"""

from dataclasses import dataclass

from tournament.draw.model import SEATS, Rounds, Seating


@dataclass(frozen=True, slots=True)
class BaseRounds:
    """One schedule; a base is the number of steps it makes and its tables in words."""

    players: int
    rounds: int
    modulus: int
    orbits: int
    repeats: int
    bases: tuple[tuple[int, str], ...]

    def developed(self) -> Rounds:
        """Return all the rounds, players from 0."""
        return tuple(
            tuple(tuple(self._turned(player, step) for player in table) for table in _read(text))
            for count, text in self.bases
            for step in range(count)
        )

    def _turned(self, player: int, step: int) -> int:
        if player >= self.modulus * self.orbits:
            return player
        orbit, residue = divmod(player, self.modulus)
        return orbit * self.modulus + (residue + step) % self.modulus


def _read(text: str) -> Seating:
    players = [int(word) for word in text.split()]
    return tuple(tuple(players[first : first + SEATS]) for first in range(0, len(players), SEATS))


# fmt: off
BASE_ROUNDS = (
    BaseRounds(16, 5, 5, 3, 0, (
        (5,
         "0 5 10 15  1 4 7 8  6 9 12 13  2 3 11 14"),
    )),
    BaseRounds(20, 5, 5, 4, 0, (
        (1,
         "0 5 10 15  1 6 11 16  2 7 12 17  3 8 13 18  4 9 14 19"),
        (1,
         "0 6 12 18  1 7 13 19  2 8 14 15  3 9 10 16  4 5 11 17"),
        (1,
         "0 7 14 16  1 8 10 17  2 9 11 18  3 5 12 19  4 6 13 15"),
        (1,
         "0 8 11 19  1 9 12 15  2 5 13 16  3 6 14 17  4 7 10 18"),
        (1,
         "0 9 13 17  1 5 14 18  2 6 10 19  3 7 11 15  4 8 12 16"),
    )),
    BaseRounds(24, 7, 7, 3, 0, (
        (7,
         "2 8 18 21  0 7 14 22  1 3 4 13  9 11 12 17  5 15 16 20  6 10 19 23"),
    )),
    BaseRounds(28, 9, 9, 3, 0, (
        (9,
         "6 15 24 27  1 13 17 23  8 16 19 20  5 7 11 22  0 3 4 14  9 10 12 26  "
         "2 18 21 25"),
    )),
    BaseRounds(32, 10, 8, 4, 0, (
        (2,
         "0 1 8 11  2 3 10 13  4 5 12 15  6 7 9 14  16 17 24 27  18 19 26 29  "
         "20 21 28 31  22 23 25 30"),
        (4,
         "0 2 16 28  4 6 20 24  3 12 18 23  7 8 19 22  1 14 25 26  5 10 29 30  "
         "9 11 21 27  13 15 17 31"),
        (4,
         "0 12 17 19  4 8 21 23  2 7 20 29  3 6 16 25  1 15 24 30  5 11 26 28  "
         "9 10 18 31  13 14 22 27"),
    )),
    BaseRounds(36, 11, 11, 3, 0, (
        (11,
         "1 18 31 35  9 12 29 33  7 20 23 34  3 5 8 15  14 16 19 26  4 25 27 30  "
         "0 10 24 28  2 6 11 21  13 17 22 32"),
    )),
    BaseRounds(40, 13, 13, 3, 0, (
        (13,
         "2 19 31 39  0 24 27 37  3 7 13 33  8 21 22 26  1 4 6 29  9 16 18 25  "
         "14 28 35 36  5 12 17 20  15 23 34 38  10 11 30 32"),
    )),
    BaseRounds(44, 14, 14, 3, 0, (
        (14,
         "6 24 40 42  9 15 39 43  2 3 16 18  19 22 30 36  4 8 32 41  0 25 29 31  "
         "5 11 14 37  1 23 27 28  7 10 12 17  20 21 26 33  13 34 35 38"),
    )),
    BaseRounds(48, 15, 15, 3, 0, (
        (15,
         "0 28 34 47  4 15 43 45  13 19 30 46  3 8 11 44  14 18 23 26  29 33 38 41  "
         "2 24 25 42  12 17 39 40  9 10 27 32  1 5 7 36  6 16 20 22  21 31 35 37"),
    )),
    BaseRounds(52, 17, 17, 3, 0, (
        (17,
         "0 17 34 51  1 16 24 27  18 33 41 44  7 10 35 50  2 15 20 31  19 32 37 48  "
         "3 14 36 49  4 13 23 28  21 30 40 45  6 11 38 47  8 9 22 29  25 26 39 46  "
         "5 12 42 43"),
    )),
    BaseRounds(56, 18, 18, 3, 0, (
        (18,
         "10 34 40 54  6 24 42 55  3 16 33 53  11 21 22 51  15 23 39 46  5 7 27 30  "
         "31 35 45 48  9 12 37 47  0 1 8 52  4 18 20 25  28 36 49 50  2 14 41 43  "
         "13 17 26 32  19 29 38 44"),
    )),
    BaseRounds(60, 19, 19, 3, 0, (
        (19,
         "0 19 38 57  13 34 48 58  8 37 50 59  4 7 20 29  28 30 45 51  11 15 39 44  "
         "2 14 25 55  5 22 33 42  9 35 40 41  1 12 18 32  26 27 31 53  10 46 49 56  "
         "3 17 43 47  6 16 21 24  23 36 52 54"),
    )),
    BaseRounds(64, 21, 21, 3, 0, (
        (21,
         "4 37 43 63  3 6 13 55  10 24 31 33  40 48 54 61  7 22 32 38  28 44 46 47  "
         "8 16 20 49  9 14 27 52  19 35 36 45  12 34 56 60  5 11 51 62  15 17 23 41  "
         "26 39 50 59  0 30 53 58  1 2 21 57  18 25 29 42"),
    )),
    BaseRounds(24, 8, 6, 4, 12, (
        (3,
         "6 7 14 16  9 10 13 17  0 8 19 21  3 11 18 22  1 5 15 23  2 4 12 20"),
        (1,
         "0 3 12 15  1 4 13 16  2 5 14 17  6 9 18 21  7 10 19 22  8 11 20 23"),
        (1,
         "0 7 13 23  1 8 14 18  2 9 15 19  3 10 16 20  4 11 17 21  5 6 12 22"),
        (3,
         "0 1 6 10  3 4 7 9  2 8 13 22  5 11 16 19  12 17 18 23  14 15 20 21"),
    )),
    BaseRounds(12, 11, 11, 1, 132, (
        (11,
         "0 1 3 11  2 6 7 9  4 5 8 10"),
    )),
    BaseRounds(8, 7, 7, 1, 56, (
        (7,
         "0 1 3 7  2 4 5 6"),
    )),
)
# fmt: on
