from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rules import (
    Feeder,
    Flower,
    Hand,
    Meld,
    MeldKind,
    NotationError,
    Suit,
    Tile,
    Wind,
    parse_hand,
)
from scoring.rules.tiles import suit_tile, tiles

FULL_WIDTH = ord("１") - ord("1")
"""How far the full-width form of an ASCII sign lies from it."""

feeders = st.sampled_from(Feeder)
chows = st.builds(
    lambda suit, rank, claimed: Meld(
        MeldKind.CHOW,
        tuple(suit_tile(suit, rank + step) for step in range(3)),
        Feeder.LEFT,
        claimed,
    ),
    st.sampled_from(Suit),
    st.integers(1, 7),
    st.integers(1, 3),
)
pungs = st.builds(
    lambda tile, feeder: Meld(MeldKind.PUNG, (tile,) * 3, feeder), st.sampled_from(Tile), feeders
)
fed_kongs = st.builds(
    lambda kind, tile, feeder: Meld(kind, (tile,) * 4, feeder),
    st.sampled_from([MeldKind.MELDED_KONG, MeldKind.ADDED_KONG]),
    st.sampled_from(Tile),
    feeders,
)
concealed_kongs = st.builds(
    lambda tile: Meld(MeldKind.CONCEALED_KONG, (tile,) * 4), st.sampled_from(Tile)
)
written_hands = st.builds(
    Hand,
    concealed=st.lists(st.sampled_from(Tile), max_size=16).map(lambda some: tuple(sorted(some))),
    winning_tile=st.sampled_from(Tile),
    melds=st.lists(chows | pungs | fed_kongs | concealed_kongs, max_size=5).map(tuple),
    prevalent_wind=st.sampled_from(Wind),
    seat_wind=st.sampled_from(Wind),
    self_drawn=st.booleans(),
    last_of_kind=st.booleans(),
    last_in_wall=st.booleans(),
    kong=st.booleans(),
    flowers=st.integers(0, 99)
    | st.lists(st.sampled_from(Flower), min_size=1, max_size=9).map(tuple),
)


@given(written_hands)
def test_whatever_is_written_reads_back(hand):
    assert parse_hand(str(hand)) == hand


@given(written_hands, st.data())
def test_spaces_and_full_width_signs_change_nothing(hand, data):
    signs = list(str(hand))
    for place in data.draw(st.sets(st.integers(0, len(signs) - 1), max_size=5)):
        wide = chr(ord(signs[place]) + FULL_WIDTH)
        signs[place] = data.draw(st.sampled_from([wide, f" {signs[place]}", f"{signs[place]}\n"]))

    assert parse_hand("".join(signs)) == hand


@given(written_hands)
def test_the_order_of_standing_tiles_is_not_kept(hand):
    backwards = replace(hand, concealed=hand.concealed[::-1])

    assert str(backwards) == str(hand)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("[333s,1][444p,1]7788s111p8s|NE0000|0", id="two-pungs"),
        pytest.param("[345m,2][7777s,3][8888p,6][4444p]EE|SW1101|3", id="every-kind-of-meld"),
        pytest.param("19m19s19pESWNCFPP|EE1000|ach", id="flowers-by-letter"),
        pytest.param("5m|EE0000|0", id="one-tile"),
    ],
)
def test_printed_form_reads_back(text):
    assert str(parse_hand(text)) == text


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        pytest.param("1m1m2m", "11m2m|EE0000|0", id="tiles-joined"),
        pytest.param("P9pE1m5s3m", "1m5s9pEP3m|EE0000|0", id="sorted-but-the-last"),
        pytest.param("11m|", "1m1m|EE0000|0", id="nothing-after-the-bar"),
        pytest.param("11m||2", "1m1m|EE0000|2", id="flowers-only"),
        pytest.param("11m|SN0100", "1m1m|SN0100|0", id="no-flowers"),
        pytest.param("11m|SN0100|", "1m1m|SN0100|0", id="empty-flowers"),
        pytest.param(" 11m | EE0000 | 0\n", "1m1m|EE0000|0", id="spaces"),
        pytest.param("１１ｍ｜ＥＥ００００｜０", "1m1m|EE0000|0", id="full-width"),
        pytest.param("［３３３ｓ，１］1m", "[333s,1]1m|EE0000|0", id="full-width-meld"),
        pytest.param("11m|EE0000|12", "1m1m|EE0000|12", id="too-many-flowers-are-read"),
    ],
)
def test_other_ways_to_write(text, printed):
    assert str(parse_hand(text)) == printed


def test_every_part_of_a_hand():
    hand = parse_hand("[345m,2][777s,3][8888p,6][EEEE]3sC|SW1010|bh")

    assert hand == Hand(
        concealed=tiles("3s"),
        winning_tile=Tile.C,
        melds=(
            Meld(MeldKind.CHOW, tiles("345m"), feeder=Feeder.LEFT, claimed=2),
            Meld(MeldKind.PUNG, tiles("777s"), feeder=Feeder.RIGHT),
            Meld(MeldKind.ADDED_KONG, tiles("8888p"), feeder=Feeder.OPPOSITE),
            Meld(MeldKind.CONCEALED_KONG, tiles("EEEE")),
        ),
        prevalent_wind=Wind.SOUTH,
        seat_wind=Wind.WEST,
        self_drawn=True,
        last_in_wall=True,
        flowers=(Flower.ORCHID, Flower.WINTER),
    )
    assert hand.flower_count == 2


def test_four_flags():
    hand = parse_hand("1m|EE0101|0")

    flags = (hand.self_drawn, hand.last_of_kind, hand.last_in_wall, hand.kong)
    assert flags == (False, True, False, True)
    assert hand.robs_kong


@pytest.mark.parametrize(
    ("text", "code", "position", "params"),
    [
        pytest.param("", "no_tiles", 0, (), id="empty"),
        pytest.param("  ", "no_tiles", 2, (), id="blank"),
        pytest.param("[333s,1]", "no_tiles", 8, (), id="melds-only"),
        pytest.param("|EE0000|0", "no_tiles", 0, (), id="no-tiles"),
        pytest.param("11m2", "suit_missing", 3, (("ranks", "2"),), id="no-suit-at-the-end"),
        pytest.param("11mE12E", "suit_missing", 4, (("ranks", "12"),), id="no-suit-before-wind"),
        pytest.param("0m", "unexpected_character", 0, (("character", "0"),), id="zero"),
        pytest.param("11x", "suit_missing", 0, (("ranks", "11"),), id="unknown-suit"),
        pytest.param("1m m", "unexpected_character", 3, (("character", "m"),), id="suit-alone"),
        pytest.param("1m①", "suit_missing", 2, (("ranks", "1"),), id="circled-digit"),
        pytest.param("11m[333s,1]", "unexpected_character", 3, (("character", "["),), id="late-meld"),
        pytest.param("[333s,11m", "unexpected_character", 7, (("character", "1"),), id="no-bracket"),
        pytest.param("[333s", "bracket_missing", 5, (), id="open-at-the-end"),
        pytest.param("[333s,", "meld_number", 6, (), id="no-number"),
        pytest.param("[333s,8]1m", "unexpected_character", 6, (("character", "8"),), id="eight"),
        pytest.param("1m[", "unexpected_character", 2, (("character", "["),), id="bracket-later"),
        pytest.param("[345m,1][333s,5]1m", "meld_number", 8, (), id="added-pung"),
        pytest.param("[333s]1m", "meld_number", 0, (), id="pung-from-nobody"),
        pytest.param("[3333s,4]1m", "meld_number", 0, (), id="kong-from-oneself"),
        pytest.param("[33s,1]1m", "meld_size", 0, (("count", 2),), id="pair-as-meld"),
        pytest.param("[]1m", "meld_size", 0, (("count", 0),), id="empty-meld"),
        pytest.param("1m|E", "wind_missing", 4, (), id="one-wind"),
        pytest.param("1m|EC0000", "unexpected_character", 4, (("character", "C"),), id="dragon-wind"),
        pytest.param("1m|EE000", "flag_missing", 8, (), id="three-flags"),
        pytest.param("1m|EE0|0", "flag_missing", 6, (), id="one-flag"),
        pytest.param("1m|EE2000", "unexpected_character", 5, (("character", "2"),), id="flag-two"),
        pytest.param("1m|EE00001", "unexpected_character", 9, (("character", "1"),), id="five-flags"),
        pytest.param("1m|EE0000|i", "unexpected_character", 10, (("character", "i"),), id="ninth-flower"),
        pytest.param("1m|EE0000|a1", "unexpected_character", 11, (("character", "1"),), id="mixed-flowers"),
        pytest.param("1m|EE0000|-1", "unexpected_character", 10, (("character", "-"),), id="negative"),
        pytest.param("1m|EE0000|" + "9" * 5000, "flower_number", 10, (), id="endless-number"),
        pytest.param("1m|EE0000|0|0", "too_many_parts", 11, (), id="fourth-part"),
        pytest.param("ﷺ1m", "unexpected_character", 0, (("character", "ص"),), id="ligature"),
    ],
)  # fmt: skip
def test_unreadable_text_names_the_place(text, code, position, params):
    with pytest.raises(NotationError) as caught:
        parse_hand(text)

    assert (caught.value.code, caught.value.position, caught.value.params) == (
        code,
        position,
        params,
    )


@pytest.mark.parametrize(
    ("meld", "text"),
    [
        pytest.param(Meld(MeldKind.CHOW, tiles("345m")), "[345m]", id="chow-unmarked"),
        pytest.param(Meld(MeldKind.ADDED_KONG, tiles("3333m")), "[3333m]", id="kong-unmarked"),
    ],
)
def test_an_incomplete_meld_still_prints(meld, text):
    assert str(meld) == text
