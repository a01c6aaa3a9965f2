"""What holds for every hand, tried on made-up ones."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from scoring.rules import (
    PROFILES,
    Feeder,
    Flower,
    Hand,
    Meld,
    MeldKind,
    NotationError,
    Suit,
    Tile,
    Wind,
    compare_claim,
    parse_hand,
    problems,
    score,
)
from scoring.rules.catalogue import IMPLIED_COPIES
from scoring.rules.combine import best_counting, count, implies
from scoring.rules.detect import group_fans, single_fans
from scoring.rules.divide import KNITTED
from scoring.rules.profiles import scoring_profile
from scoring.rules.readings import readings
from scoring.rules.tiles import HONOURS, TERMINALS_AND_HONOURS, suit_tile

pytestmark = pytest.mark.bulk

BOUND_TO_A_SUIT = {"all_green", "reversible_tiles"}

chows = st.builds(
    lambda suit, rank: tuple(suit_tile(suit, rank + step) for step in range(3)),
    st.sampled_from(Suit),
    st.integers(1, 7),
)
pungs = st.builds(lambda tile: (tile,) * 3, st.sampled_from(Tile))


kongs = st.builds(lambda tile: (tile,) * 4, st.sampled_from(Tile))
KONGS = (MeldKind.CONCEALED_KONG, MeldKind.MELDED_KONG, MeldKind.ADDED_KONG)


def laid_down(one, kong):
    """A set as it lies on the table."""
    if len(one) == 4:
        return Meld(kong, one, None if kong is MeldKind.CONCEALED_KONG else Feeder.LEFT)
    if one[0] is one[1]:
        return Meld(MeldKind.PUNG, one, Feeder.LEFT)
    return Meld(MeldKind.CHOW, one, Feeder.LEFT, 1)


@st.composite
def wins_of_sets(draw):
    """Four sets and a pair: melds, standing tiles."""
    sets = draw(st.lists(chows | pungs | kongs, min_size=4, max_size=4))
    sets.sort(key=len, reverse=True)
    pair = draw(st.sampled_from(Tile))
    least = sum(len(one) == 4 for one in sets)
    count = draw(st.integers(least, 4))
    melds = [laid_down(one, draw(st.sampled_from(KONGS))) for one in sets[:count]]
    return tuple(melds), [tile for one in sets[count:] for tile in one] + [pair] * 2


@st.composite
def wins_of_singles_and_pairs(draw):
    """Seven pairs, thirteen orphans, or fourteen single tiles, with or without 组合龙."""
    nine = draw(st.sampled_from(KNITTED))
    return (), draw(
        st.lists(st.sampled_from(Tile), min_size=7, max_size=7).map(lambda some: some * 2)
        | st.sampled_from(sorted(TERMINALS_AND_HONOURS)).map(
            lambda one: [*TERMINALS_AND_HONOURS, one]
        )
        | st.permutations(sorted(nine | HONOURS)).map(lambda some: some[:14])
    )


@st.composite
def wins_with_nine_knitted_tiles(draw):
    """组合龙 with a set, standing or laid down, and a pair."""
    one, pair = draw(chows | pungs | kongs), draw(st.sampled_from(Tile))
    standing = [*draw(st.sampled_from(KNITTED)), pair, pair]
    if len(one) == 3 and draw(st.booleans()):
        return (), [*standing, *one]
    return (laid_down(one, draw(st.sampled_from(KONGS))),), standing


@st.composite
def wins(draw):
    """A win of any shape with possible tiles, some sets laid down, won in any way."""
    melds, standing = draw(
        wins_of_sets() | wins_of_singles_and_pairs() | wins_with_nine_knitted_tiles()
    )
    tiles = Counter([*standing, *(tile for meld in melds for tile in meld.tiles)])
    assume(max(tiles.values()) <= 4)
    standing = draw(st.permutations(sorted(standing)))
    return Hand(
        concealed=tuple(standing[1:]),
        winning_tile=standing[0],
        melds=melds,
        prevalent_wind=draw(st.sampled_from(Wind)),
        seat_wind=draw(st.sampled_from(Wind)),
        self_drawn=draw(st.booleans()),
        last_in_wall=draw(st.booleans()),
    )


melds = st.builds(
    Meld,
    st.sampled_from(MeldKind),
    st.lists(st.sampled_from(Tile), max_size=4).map(tuple),
    st.none() | st.sampled_from(Feeder),
    st.none() | st.integers(0, 4),
)
any_hands = st.builds(
    Hand,
    concealed=st.lists(st.sampled_from(Tile) | st.just(Tile.M1), max_size=18).map(tuple),
    winning_tile=st.sampled_from(Tile),
    melds=st.lists(melds, max_size=5).map(tuple),
    self_drawn=st.booleans(),
    last_of_kind=st.booleans(),
    last_in_wall=st.booleans(),
    kong=st.booleans(),
    flowers=st.integers(-3, 12) | st.lists(st.sampled_from(Flower), max_size=10).map(tuple),
)


def lines(hand):
    return [(line.fan.key, line.count) for line in score(hand).fans]


def reasons(hand):
    """What was left out and why, which sets apart."""
    return [(line.fan.key, line.because.key, line.principle) for line in score(hand).left_out]


@given(wins(), st.randoms())
def test_the_order_of_tiles_and_melds_does_not_matter(hand, random):
    concealed, laid_down = list(hand.concealed), list(hand.melds)
    random.shuffle(concealed)
    random.shuffle(laid_down)

    shuffled = replace(hand, concealed=tuple(concealed), melds=tuple(laid_down))

    assert lines(shuffled) == lines(hand)
    assert reasons(shuffled) == reasons(hand)


@given(wins(), st.permutations(Suit))
def test_the_suits_may_change_places(hand, suits):
    def renamed(tile):
        return tile if tile.suit is None else suit_tile(suits[tile.suit], tile.rank)

    other = replace(
        hand,
        concealed=tuple(map(renamed, hand.concealed)),
        winning_tile=renamed(hand.winning_tile),
        melds=tuple(replace(meld, tiles=tuple(map(renamed, meld.tiles))) for meld in hand.melds),
    )
    assume(BOUND_TO_A_SUIT.isdisjoint(key for key, _ in (*lines(hand), *lines(other))))

    assert lines(other) == lines(hand)


@given(wins())
def test_no_reading_is_better_than_the_score(hand):
    profile = scoring_profile("guobiao")

    every = [count(reading, profile).points for reading in readings(hand)]

    assert score(hand).points == best_counting(readings(hand), profile).points == max(every)
    assert all(other.points <= max(every) for other in score(hand).others)


@given(wins(), st.sampled_from(list(PROFILES)))
def test_every_fan_of_the_reading_counts_or_has_a_reason(hand, profile):
    found = score(hand, profile)
    reading = found.counting.reading

    there = {key for key, _ in (*single_fans(reading), *group_fans(reading))}
    explained = {line.fan.key for line in (*found.fans, *found.left_out)}

    assert there & found.profile.fans.keys() <= explained


@given(wins(), st.sampled_from(list(PROFILES)))
def test_nothing_counts_that_a_counted_fan_contains(hand, profile):
    copies = score(hand, profile).counting.copies

    contained = [
        (container.fan.key, copy.fan.key)
        for container in copies
        for copy in copies
        if implies(container, copy)
    ]

    assert set(contained) <= set(IMPLIED_COPIES)


@given(wins())
def test_a_claim_of_what_counts_is_right(hand):
    check = compare_claim(hand, {line.fan.key: line.count for line in score(hand).fans})

    assert check.is_right
    assert check.claimed == check.approved


@given(wins())
def test_fan_add_up_to_the_points(hand):
    result = score(hand)

    assert sum(line.points * line.count for line in result.fans) == result.points


@given(wins())
def test_printed_form_reads_back(hand):
    again = parse_hand(str(hand))

    assert str(again) == str(hand)
    assert again == replace(hand, concealed=tuple(sorted(hand.concealed)))


@given(any_hands)
def test_problems_answers_about_anything(hand):
    codes = [problem.code for problem in problems(hand)]

    assert ("not_a_win" in codes) <= ("tile_count" not in codes)
    assert codes in ([], ["below_minimum"]) or "below_minimum" not in codes


@given(st.text() | st.text(alphabet="[],|123456789mspESWNCFPabch0 ", max_size=40))
def test_any_text_is_read_or_refused(text):
    try:
        printed = str(parse_hand(text))
    except NotationError as error:
        printed, position = "", error.position
    else:
        position = 0

    assert not printed or str(parse_hand(printed)) == printed
    assert 0 <= position <= len(text)
