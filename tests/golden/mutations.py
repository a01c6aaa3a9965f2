"""
Single slips in legal hands, by kind, with the problems that each kind must and may cause.

A change gives the hand with the slip, or None for a hand that has no place for it.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass, replace

from scoring.rules import Feeder, Flower, Hand, Meld, MeldKind, Tile, Wind

Change = Callable[[random.Random, Hand], Hand | None]
Codes = frozenset[str]

COUNT = frozenset({"tile_count"})
MELD = frozenset({"impossible_meld"})
COPIES = frozenset({"too_many_copies"})
POINTS = frozenset({"below_minimum"})
HELD = frozenset({"last_of_kind_held", "robbed_tile_held"})
SHAPE = frozenset({"not_a_win"}) | COPIES | HELD | POINTS
ROBBED = frozenset({"robbed_tile_held", "robbed_last_tile"})
REPLACED = frozenset({"replacement_without_kong"})
NONE: Codes = frozenset()


@dataclass(frozen=True)
class Mutation:
    """A kind of slip: every code of `must` is a problem then, and none but those of `may`."""

    name: str
    change: Change
    must: Codes = NONE
    may: Codes = NONE


# Tiles


def _lose_tile(rng: random.Random, hand: Hand) -> Hand | None:
    return replace(hand, concealed=_without(rng, hand.concealed))


def _double_tile(rng: random.Random, hand: Hand) -> Hand | None:
    return replace(hand, concealed=(*hand.concealed, rng.choice(hand.standing)))


def _change_tile(rng: random.Random, hand: Hand) -> Hand | None:
    return replace(hand, concealed=_exchanged(rng, hand.concealed))


def _change_winning_tile(rng: random.Random, hand: Hand) -> Hand | None:
    return replace(hand, winning_tile=_other(rng, hand.winning_tile))


def _add_fifth_copy(rng: random.Random, hand: Hand) -> Hand | None:
    complete = [tile for tile in set(hand.tiles) if hand.tiles.count(tile) == 4]
    others = [tile for tile in hand.concealed if tile not in complete]
    if not complete or not others:
        return None
    left = list(hand.concealed)
    left[left.index(rng.choice(others))] = rng.choice(sorted(complete))
    return replace(hand, concealed=tuple(left))


def _without(rng: random.Random, tiles: tuple[Tile, ...]) -> tuple[Tile, ...]:
    place = rng.randrange(len(tiles))
    return tiles[:place] + tiles[place + 1 :]


def _exchanged(rng: random.Random, tiles: tuple[Tile, ...]) -> tuple[Tile, ...]:
    place = rng.randrange(len(tiles))
    return (*tiles[:place], _other(rng, tiles[place]), *tiles[place + 1 :])


def _other(rng: random.Random, tile: Tile) -> Tile:
    return rng.choice([other for other in Tile if other is not tile])


# Melds


def _on_meld(
    change: Callable[[random.Random, Meld], Meld], *kinds: MeldKind
) -> Callable[[random.Random, Hand], Hand | None]:
    """Give the change of one meld of these kinds."""

    def changed(rng: random.Random, hand: Hand) -> Hand | None:
        places = [place for place, meld in enumerate(hand.melds) if meld.kind in kinds]
        if not places:
            return None
        melds = list(hand.melds)
        place = rng.choice(places)
        melds[place] = change(rng, melds[place])
        return replace(hand, melds=tuple(melds))

    return changed


def _change_meld_tile(rng: random.Random, meld: Meld) -> Meld:
    return replace(meld, tiles=_exchanged(rng, meld.tiles))


def _lose_meld_tile(rng: random.Random, meld: Meld) -> Meld:
    return replace(meld, tiles=_without(rng, meld.tiles))


def _lose_meld(rng: random.Random, hand: Hand) -> Hand | None:
    if not hand.melds:
        return None
    place = rng.randrange(len(hand.melds))
    return replace(hand, melds=hand.melds[:place] + hand.melds[place + 1 :])


def _double_meld(rng: random.Random, hand: Hand) -> Hand | None:
    return replace(hand, melds=(*hand.melds, rng.choice(hand.melds))) if hand.melds else None


def _change_feeder(rng: random.Random, meld: Meld) -> Meld:
    return replace(meld, feeder=rng.choice([one for one in Feeder if one is not meld.feeder]))


def _change_claimed(rng: random.Random, meld: Meld) -> Meld:
    return replace(meld, claimed=rng.choice([one for one in (1, 2, 3) if one != meld.claimed]))


def _lose_feeder(rng: random.Random, meld: Meld) -> Meld:
    return replace(meld, feeder=None)


def _feed_from_the_right(rng: random.Random, meld: Meld) -> Meld:
    return replace(meld, feeder=Feeder.RIGHT)


def _lose_claimed(rng: random.Random, meld: Meld) -> Meld:
    return replace(meld, claimed=rng.choice([None, 0, 4]))


# What is said of the hand


def _flip(flag: str) -> Change:
    def flipped(rng: random.Random, hand: Hand) -> Hand | None:
        return replace(hand, **{flag: not getattr(hand, flag)})

    return flipped


def _claim(flag: str, condition: Callable[[Hand], bool]) -> Change:
    """Give the change that sets a flag on a hand of which the condition holds."""

    def claimed(rng: random.Random, hand: Hand) -> Hand | None:
        return replace(hand, **{flag: True}) if condition(hand) else None

    return claimed


def _holds_winning_tile(hand: Hand) -> bool:
    return hand.tiles.count(hand.winning_tile) > 1


def _change_wind(name: str) -> Change:
    def changed(rng: random.Random, hand: Hand) -> Hand | None:
        return replace(
            hand, **{name: rng.choice([wind for wind in Wind if wind is not getattr(hand, name)])}
        )

    return changed


def _change_flowers(rng: random.Random, hand: Hand) -> Hand | None:
    count = rng.randint(0, len(Flower))
    return replace(hand, flowers=rng.choice([count, tuple(rng.sample(list(Flower), count))]))


def _add_ninth_flower(rng: random.Random, hand: Hand) -> Hand | None:
    return replace(hand, flowers=rng.choice([-1, 9, rng.randint(9, 99)]))


def _double_flower(rng: random.Random, hand: Hand) -> Hand | None:
    some = rng.sample(list(Flower), rng.randint(1, len(Flower) - 1))
    return replace(hand, flowers=(*some, rng.choice(some)))


FED = (MeldKind.PUNG, MeldKind.MELDED_KONG, MeldKind.ADDED_KONG)
ALIKE = (*FED, MeldKind.CONCEALED_KONG)

MUTATIONS = (
    Mutation("tile-lost", _lose_tile, must=COUNT),
    Mutation("tile-doubled", _double_tile, must=COUNT, may=COPIES | HELD),
    Mutation("tile-changed", _change_tile, may=SHAPE),
    Mutation("winning-tile-changed", _change_winning_tile, may=SHAPE),
    Mutation("fifth-copy", _add_fifth_copy, must=COPIES, may=SHAPE - POINTS),
    Mutation("chow-changed", _on_meld(_change_meld_tile, MeldKind.CHOW), may=MELD | SHAPE),
    Mutation("pung-changed", _on_meld(_change_meld_tile, *ALIKE), must=MELD, may=SHAPE - POINTS),
    Mutation("meld-tile-lost", _on_meld(_lose_meld_tile, *MeldKind), must=MELD),
    Mutation("meld-lost", _lose_meld, must=COUNT, may=REPLACED),
    Mutation("meld-doubled", _double_meld, must=COUNT, may=COPIES),
    Mutation("feeder-changed", _on_meld(_change_feeder, *FED)),
    Mutation("feeder-lost", _on_meld(_lose_feeder, *FED), must=MELD),
    Mutation("暗杠-fed", _on_meld(_change_feeder, MeldKind.CONCEALED_KONG), must=MELD),
    Mutation("chow-from-the-right", _on_meld(_feed_from_the_right, MeldKind.CHOW), must=MELD),
    Mutation("claimed-changed", _on_meld(_change_claimed, MeldKind.CHOW)),
    Mutation("claimed-lost", _on_meld(_lose_claimed, MeldKind.CHOW), must=MELD),
    Mutation("self_drawn-flipped", _flip("self_drawn"), may=ROBBED | REPLACED | POINTS),
    Mutation("last_of_kind-flipped", _flip("last_of_kind"), may=HELD | POINTS),
    Mutation("last_in_wall-flipped", _flip("last_in_wall"), may=ROBBED | POINTS),
    Mutation("kong-flipped", _flip("kong"), may=ROBBED | REPLACED | POINTS),
    Mutation(
        "和绝张-of-a-held-tile",
        _claim("last_of_kind", lambda hand: hand.winning_tile in hand.concealed),
        must=frozenset({"last_of_kind_held"}),
    ),
    Mutation(
        "杠上开花-without-a-kong",
        _claim("kong", lambda h: h.self_drawn and not any(meld.is_kong for meld in h.melds)),
        must=REPLACED,
    ),
    Mutation(
        "抢杠和-on-the-last-tile",
        _claim("kong", lambda hand: hand.last_in_wall and not hand.self_drawn),
        must=frozenset({"robbed_last_tile"}),
        may=ROBBED,
    ),
    Mutation(
        "抢杠和-of-a-held-tile",
        _claim("kong", lambda hand: not hand.self_drawn and _holds_winning_tile(hand)),
        must=frozenset({"robbed_tile_held"}),
        may=ROBBED,
    ),
    Mutation("prevalent_wind-changed", _change_wind("prevalent_wind"), may=POINTS),
    Mutation("seat_wind-changed", _change_wind("seat_wind"), may=POINTS),
    Mutation("flowers-changed", _change_flowers),
    Mutation("ninth-flower", _add_ninth_flower, must=frozenset({"flower_count"})),
    Mutation("flower-doubled", _double_flower, must=frozenset({"duplicate_flower"})),
)
