"""
Reads a hand from one line: melds, concealed tiles, winning tile | winds and flags | flowers.

`[333s,1][444p,1]7788s111p8s|NE0000|0`. The parts after the first bar may be missing. What is
written but against the rules is not this module's business: `problems` names it.
"""

from collections.abc import Sequence
from unicodedata import normalize

from scoring.rules.hand import ADDED_KONG_OFFSET, Feeder, Hand, Meld, MeldKind
from scoring.rules.tiles import TILE_BY_CODE, Flower, Tile, Wind

Params = tuple[tuple[str, str | int], ...]

RANKS = "123456789"
SUIT_LETTERS = "msp"
HONOUR_LETTERS = "ESWNCFP"
WIND_LETTERS = "ESWN"
FLAGS = 4
"""self_drawn, last_of_kind, last_in_wall, kong."""
MOST_FLOWER_DIGITS = 2


class NotationError(ValueError):
    """
    Text that cannot be read as a hand.

    `position` counts from 0 in the text as it came; `code` and `params` are for the sentence shown.
    """

    def __init__(self, code: str, position: int, params: Params = ()) -> None:
        super().__init__(f"{code} at {position}")
        self.code = code
        self.position = position
        self.params = params


class _Reader:
    """
    The text, character by character, whitespace and character width set aside.

    Full-width signs typed on a Chinese keyboard read as plain ones; each remembers its place.
    """

    def __init__(self, text: str) -> None:
        signs = [
            (sign, place)
            for place, character in enumerate(text)
            for sign in normalize("NFKC", character)
            if not sign.isspace()
        ]
        self.signs = "".join(sign for sign, _ in signs)
        self.places = [place for _, place in signs] + [len(text)]
        self.at = 0

    @property
    def next(self) -> str:
        """The sign to be read next, "" at the end."""
        return self.signs[self.at : self.at + 1]

    def take(self, allowed: str) -> str:
        """Read one sign if it is an allowed one, else give ""."""
        sign = self.next
        if not sign or sign not in allowed:
            return ""
        self.at += 1
        return sign

    def take_all(self, allowed: str) -> str:
        """Read as many allowed signs as follow."""
        start = self.at
        while self.take(allowed):
            pass
        return self.signs[start : self.at]

    def error(self, code: str, at: int | None = None, **params: str | int) -> NotationError:
        """Give the error for the sign at `at`, by default the next one."""
        place = self.places[self.at if at is None else at]
        return NotationError(code, place, tuple(params.items()))

    def error_at_next(self, missing: str) -> NotationError:
        """Name the sign that cannot stand where it does, or what is missing at a part's end."""
        if self.next in ("", "|"):
            return self.error(missing)
        return self.error("unexpected_character", character=self.next)


def parse_hand(text: str) -> Hand:
    """
    Read a hand from the project's notation.

    Raise `NotationError` for any text that is not in it.
    """
    reader = _Reader(text)
    melds = _read_melds(reader)
    standing = _read_tiles(reader)
    if not standing:
        raise reader.error_at_next("no_tiles")
    prevalent, seat, flags = _read_situation(reader)
    flowers = _read_flowers(reader)
    if reader.next:
        raise reader.error_at_next("too_many_parts")
    return Hand(
        concealed=tuple(sorted(standing[:-1])),
        winning_tile=standing[-1],
        melds=melds,
        prevalent_wind=prevalent,
        seat_wind=seat,
        flowers=flowers,
        self_drawn=flags[0],
        last_of_kind=flags[1],
        last_in_wall=flags[2],
        kong=flags[3],
    )


def _read_tiles(reader: _Reader) -> tuple[Tile, ...]:
    """Read tiles until something else comes; a run such as 123m needs its suit letter."""
    found: list[Tile] = []
    while reader.next and reader.next in RANKS + HONOUR_LETTERS:
        start = reader.at
        ranks = reader.take_all(RANKS)
        letter = reader.take(SUIT_LETTERS if ranks else HONOUR_LETTERS)
        if not letter:
            raise reader.error("suit_missing", at=start, ranks=ranks[:14])
        found += [TILE_BY_CODE[rank + letter] for rank in ranks or ("",)]
    return tuple(found)


def _read_melds(reader: _Reader) -> tuple[Meld, ...]:
    """Read the melds in brackets at the start."""
    melds: list[Meld] = []
    start = reader.at
    while reader.take("["):
        tiles = _read_tiles(reader)
        number = _read_meld_number(reader)
        if not reader.take("]"):
            raise reader.error_at_next("bracket_missing")
        melds.append(_meld(reader, start, tiles, number))
        start = reader.at
    return tuple(melds)


def _read_meld_number(reader: _Reader) -> int | None:
    """Read the number after the comma, or None when the meld has none."""
    if not reader.take(","):
        return None
    digit = reader.take("1234567")
    if not digit:
        raise reader.error_at_next("meld_number")
    return int(digit)


def _meld(reader: _Reader, start: int, tiles: Sequence[Tile], number: int | None) -> Meld:
    """
    Make a meld of what stands in the brackets.

    The tiles only have to be three or four: `problems` says whether they are a set.
    """
    tiles = tuple(tiles)
    match len(tiles), number:
        case 3, 1 | 2 | 3 if tiles[0] == tiles[1]:
            return Meld(MeldKind.PUNG, tiles, feeder=Feeder(number))
        case 3, 1 | 2 | 3:
            # A chow is claimed from the left; the number tells which of its tiles.
            return Meld(MeldKind.CHOW, tiles, feeder=Feeder.LEFT, claimed=number)
        case 4, None:
            return Meld(MeldKind.CONCEALED_KONG, tiles)
        case 4, 1 | 2 | 3:
            return Meld(MeldKind.MELDED_KONG, tiles, feeder=Feeder(number))
        case 4, 5 | 6 | 7:
            return Meld(MeldKind.ADDED_KONG, tiles, feeder=Feeder(number - ADDED_KONG_OFFSET))
        case 3 | 4, _:
            raise reader.error("meld_number", at=start)
        case _:
            raise reader.error("meld_size", at=start, count=len(tiles))


def _read_situation(reader: _Reader) -> tuple[Wind, Wind, list[bool]]:
    """Read prevalent wind, seat wind and four flags; East, East and none when missing."""
    if not reader.take("|") or reader.next in ("", "|"):
        return Wind.EAST, Wind.EAST, [False] * FLAGS
    prevalent, seat = _read_wind(reader), _read_wind(reader)
    return prevalent, seat, [_read_flag(reader) for _ in range(FLAGS)]


def _read_wind(reader: _Reader) -> Wind:
    letter = reader.take(WIND_LETTERS)
    if not letter:
        raise reader.error_at_next("wind_missing")
    return Wind(WIND_LETTERS.index(letter))


def _read_flag(reader: _Reader) -> bool:
    digit = reader.take("01")
    if not digit:
        raise reader.error_at_next("flag_missing")
    return digit == "1"


def _read_flowers(reader: _Reader) -> tuple[Flower, ...] | int:
    """Read the flowers' letters or their number; none when missing."""
    if not reader.take("|"):
        return 0
    start = reader.at
    letters = reader.take_all("".join(Flower))
    if letters:
        return tuple(map(Flower, letters))
    digits = reader.take_all("0123456789")
    if len(digits) > MOST_FLOWER_DIGITS:
        raise reader.error("flower_number", at=start)
    return int(digits or 0)
