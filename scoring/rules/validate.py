"""
What speaks against a claimed win: every reason at once, none of them raised.

Source: 和牌的要求 and the definitions of the fan in the rule text, as docs/rules-sources.md reads
them.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from scoring.rules.catalogue import MINIMUM_POINTS
from scoring.rules.combine import best_counting
from scoring.rules.distance import nearest_win
from scoring.rules.divide import TILES_OF_A_WIN
from scoring.rules.hand import Feeder, Hand, Meld, MeldKind
from scoring.rules.notation import NotationError, parse_hand
from scoring.rules.profiles import DEFAULT_PROFILE, Profile, scoring_profile
from scoring.rules.readings import Reading, readings
from scoring.rules.tiles import COPIES, Flower, Tile, Wind, tiles_text

TILES_OF_A_SET = 3

WON_ON_THE_FIRST_TILE = {"heavenly_hand": Wind.EAST, "earthly_hand": Wind.SOUTH}
"""天和 and 地和 with the seat that can win them: the dealer's, and the one after it."""


@dataclass(frozen=True, slots=True)
class Problem:
    """
    A reason to refuse a hand: a code for programs and parameters for the sentence shown.

    Tiles stand in the parameters as they are written: "5m".
    """

    code: str
    params: tuple[tuple[str, str | int], ...] = ()


def problems(hand: Hand, profile: str | Profile = DEFAULT_PROFILE) -> tuple[Problem, ...]:
    """
    Give every reason to refuse the hand, none for a legal win.

    The points are only judged when nothing else is wrong: a contradiction leaves them open.
    Raise `ValueError` for an unknown profile.
    """
    rules = scoring_profile(profile)
    found, wrong = examine(hand, rules)
    return wrong or points_problems(best_counting(found, rules).points)


def read_hand(text: str) -> Hand | Problem:
    """
    Read a hand from the project's notation, or give the reason why the text is none.

    The parameters of the reason have the `position` in the text, counted from 0. What a hand that
    can be read has against it, `problems` says.
    """
    try:
        return parse_hand(text)
    except NotationError as error:
        return Problem(error.code, (*error.params, ("position", error.position)))


def examine(hand: Hand, profile: Profile) -> tuple[tuple[Reading, ...], tuple[Problem, ...]]:
    """
    Give the readings of the hand, and every reason but its points against it.

    Without the number of tiles of a win, or with a meld that is no set, there are no readings.
    """
    wrong = [
        *_tile_problems(hand),
        *_situation_problems(hand),
        *_declared_problems(hand, profile),
        *_flower_problems(hand),
    ]
    if number_of_tiles(hand) != TILES_OF_A_WIN:
        return (), tuple(wrong)
    found = () if any(problem.code == "impossible_meld" for problem in wrong) else readings(hand)
    return found, tuple(wrong) if found else (*wrong, *_shape_problems(hand))


def points_problems(points: int) -> tuple[Problem, ...]:
    """Refuse points below the minimum; `points` leave flowers out, which do not help."""
    missing = MINIMUM_POINTS - points
    if missing <= 0:
        return ()
    return (_problem("below_minimum", points=points, minimum=MINIMUM_POINTS, missing=missing),)


def number_of_tiles(hand: Hand) -> int:
    """How many tiles the hand has, each meld counted as three."""
    return len(hand.standing) + TILES_OF_A_SET * len(hand.melds)


def _problem(code: str, **params: str | int) -> Problem:
    return Problem(code, tuple(params.items()))


def _tile_problems(hand: Hand) -> Iterator[Problem]:
    for meld in hand.melds:
        if not is_possible(meld):
            yield _problem("impossible_meld", meld=str(meld))
    count = number_of_tiles(hand)
    if count > TILES_OF_A_WIN:
        over = count - TILES_OF_A_WIN
        yield _problem("tile_count", count=count, needed=TILES_OF_A_WIN, too_many=over)
    if count < TILES_OF_A_WIN:
        under = TILES_OF_A_WIN - count
        yield _problem("tile_count", count=count, needed=TILES_OF_A_WIN, too_few=under)
    counts = Counter(hand.tiles)
    for tile in sorted(tile for tile in counts if counts[tile] > COPIES):
        places = _places(hand, tile)
        yield _problem("too_many_copies", tile=str(tile), count=counts[tile], **places)


def _places(hand: Hand, tile: Tile) -> dict[str, int]:
    """Count where the copies of a tile lie."""
    return {
        "concealed": hand.concealed.count(tile),
        "melded": sum(meld.tiles.count(tile) for meld in hand.melds),
        "won": int(tile == hand.winning_tile),
    }


def _shape_problems(hand: Hand) -> Iterator[Problem]:
    """Name the nearest winning shape, unless the standing tiles fit and only a meld is wrong."""
    nearest = nearest_win(hand.standing, (meld.tiles for meld in hand.melds))
    if nearest.distance:
        yield _problem(
            "not_a_win",
            distance=nearest.distance,
            shape=nearest.shape.value,
            out=tiles_text(nearest.out),
            into=tiles_text(nearest.into),
        )


def is_possible(meld: Meld) -> bool:
    """Whether the tiles are the set the meld says, claimed in a way it can be."""
    ordered = sorted(meld.tiles)
    if meld.kind is MeldKind.CHOW:
        suits = {tile.suit for tile in ordered}
        steps = [tile - ordered[0] for tile in ordered]
        # From the left; from the opposite seat if the one between is empty.
        fed = meld.claimed in (1, 2, 3) and meld.feeder is not Feeder.RIGHT
        return fed and steps == [0, 1, 2] and len(suits) == 1 and None not in suits
    size = 4 if meld.is_kong else 3
    claimed = (meld.feeder is None) == (meld.kind is MeldKind.CONCEALED_KONG)
    return len(ordered) == size and len(set(ordered)) == 1 and claimed


def _situation_problems(hand: Hand) -> Iterator[Problem]:
    """Hold what is claimed of the last tile against the tiles and against each other."""
    tile = str(hand.winning_tile)
    if hand.kong and hand.self_drawn and not any(meld.is_kong for meld in hand.melds):
        yield _problem("replacement_without_kong")
    if hand.robs_kong and hand.last_in_wall:
        # No kong may be declared once the wall is empty: there is no tile to replace it.
        yield _problem("robbed_last_tile")
    if hand.robs_kong and _holds_winning_tile(hand):
        # The robbed tile is the fourth: the other three lie in the pung it was added to.
        yield _problem("robbed_tile_held", tile=tile)
    if hand.last_of_kind and hand.winning_tile in hand.concealed:
        yield _problem("last_of_kind_held", tile=tile)


def _holds_winning_tile(hand: Hand) -> bool:
    """Whether the winner has a copy of the winning tile besides it."""
    return hand.tiles.count(hand.winning_tile) > 1


def _declared_problems(hand: Hand, profile: Profile) -> Iterator[Problem]:
    """Hold what somebody declared against the profile, the seat and the melds."""
    declared = sorted(hand.declared)
    for fan in declared:
        if fan not in profile.declarable:
            yield _problem("not_declarable", fan=fan)
    if len(declared) > 1:
        yield _problem("declared_alone", fan=declared[0], other=declared[1])
    for fan, seat in WON_ON_THE_FIRST_TILE.items():
        if fan in hand.declared:
            if hand.seat_wind is not seat:
                yield _problem("declared_seat", fan=fan)
            if hand.melds or not hand.self_drawn or hand.last_in_wall or hand.last_of_kind:
                yield _problem("declared_late", fan=fan)


def _flower_problems(hand: Hand) -> Iterator[Problem]:
    if not 0 <= hand.flower_count <= len(Flower):
        yield _problem("flower_count", count=hand.flower_count, most=len(Flower))
    if not isinstance(hand.flowers, int):
        for flower, copies in sorted(Counter(hand.flowers).items()):
            if copies > 1:
                yield _problem("duplicate_flower", flower=flower.value, count=copies)
