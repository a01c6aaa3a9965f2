from dataclasses import replace

import pytest

from scoring.rules import (
    Feeder,
    Flower,
    Hand,
    Meld,
    MeldKind,
    Problem,
    Tile,
    parse_hand,
    problems,
    read_hand,
)
from scoring.rules.tiles import tiles


def found(text):
    """The problems of a hand as (code, parameters)."""
    return [(problem.code, dict(problem.params)) for problem in problems(parse_hand(text))]


def copies(tile, count, *, concealed=0, melded=0, won=0):
    where = {"concealed": concealed, "melded": melded, "won": won}
    return "too_many_copies", {"tile": tile, "count": count, **where}


def no_win(distance, shape, out, into):
    return "not_a_win", {"distance": distance, "shape": shape, "out": out, "into": into}


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("[333s,1][444p,1]7788s111p8s|NE0000|0", id="nine-points"),
        pytest.param("[123p,1][444s,1][789m,1]34pCC5p|EE0000|8", id="无番和-with-every-flower"),
        pytest.param("[234m,1][555m,1]567m5557p6p|EE0101|3", id="抢杠和-on-the-last-of-its-kind"),
        pytest.param("[1111m,1][456p,1]23455s78p9p|EE1001|0", id="杠上开花"),
        pytest.param("[1111m][456p,1]23455s78p9p|EE1011|0", id="杠上开花-on-the-last-tile"),
        pytest.param("[333m,1][456s,1][789p,1]12mEE3m|EE0100|0", id="和绝张-shown-in-own-melds"),
        pytest.param("19m19s19pESWNCFPP|EE0000|abcdefgh", id="every-flower-by-letter"),
    ],
)
def test_legal_hands_have_no_problem(text):
    assert problems(parse_hand(text)) == ()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(
            "[1111m,1][2222s,1]34555p6p|EE1000",
            [("tile_count", {"count": 12, "needed": 14, "too_few": 2})],
            id="two-tiles-short",
        ),
        pytest.param(
            "[123m,1][123m,1][123s,1][123s,1][123p,1]1p1p",
            [("tile_count", {"count": 17, "needed": 14, "too_many": 3})],
            id="five-melds",
        ),
        pytest.param(
            "[2222m,1]34m345s55678p2m",
            [copies("2m", 5, melded=4, won=1)],
            id="fifth-copy",
        ),
        pytest.param(
            "[222m,1][123m,2]22m345s11p2m",
            [copies("2m", 7, concealed=2, melded=4, won=1)],
            id="copies-everywhere",
        ),
        pytest.param(
            "11111m22222m1119p9p",
            [
                ("tile_count", {"count": 15, "needed": 14, "too_many": 1}),
                copies("1m", 5, concealed=5),
                copies("2m", 5, concealed=5),
            ],
            id="everything-about-the-tiles",
        ),
        pytest.param("1223344455678m6m|EE1000", [no_win(1, "sets", "2m", "7m")], id="no-shape"),
        pytest.param(
            "147m147s369pESWNC",
            [no_win(3, "singles", "147s", "258s")],
            id="knitted-in-two-suits-alike",
        ),
        pytest.param("28m47s369pESWCCPN", [no_win(1, "singles", "C", "5m")], id="an-honour-twice"),
        pytest.param("2233m7799s11pEECP", [no_win(1, "seven_pairs", "P", "C")], id="six-pairs"),
        pytest.param(
            "19m19s19pESWNCFF2m",
            [no_win(1, "thirteen_orphans", "2m", "P")],
            id="an-orphan-missing",
        ),
        pytest.param(
            "147m258s36p123mEE8s",
            [no_win(1, "knitted_straight", "8s", "9p")],
            id="a-knitted-tile-missing",
        ),
        pytest.param(
            "[3333m][EEE,1][123s,2]12m5s9p9p",
            [no_win(2, "sets", "12m", "5s9p")],
            id="no-third-3m-is-left",
        ),
        pytest.param(
            "[135m,1]123s456s789s9p9p",
            [("impossible_meld", {"meld": "[135m,1]"})],
            id="no-chow",
        ),
        pytest.param(
            "[89m1s,1][ESW,2][EES,1]123p9p9p",
            [
                ("impossible_meld", {"meld": "[89m1s,1]"}),
                ("impossible_meld", {"meld": "[ESW,2]"}),
                ("impossible_meld", {"meld": "[EES,1]"}),
            ],
            id="chow-across-suits-and-of-honours-and-a-pung-of-two-kinds",
        ),
        pytest.param(
            "[1112m,1][EEES]456s789sCC",
            [
                ("impossible_meld", {"meld": "[1112m,1]"}),
                ("impossible_meld", {"meld": "[EEES]"}),
            ],
            id="no-kongs",
        ),
        pytest.param(
            "[345m,1][678p,1]45567s22p3s|EE1000|5",
            [("below_minimum", {"points": 6, "minimum": 8, "missing": 2})],
            id="flowers-do-not-help",
        ),
        pytest.param(
            "[234m,1][555m,1]567m5557p6p|EE0011",
            [("robbed_last_tile", {})],
            id="no-kong-on-an-empty-wall",
        ),
        pytest.param(
            "[123p,1][444s,1][789m,1]345pCC|EE0001",
            [("robbed_tile_held", {"tile": "C"})],
            id="robbed-tile-in-the-hand",
        ),
        pytest.param(
            "[333m,1][456s,1][789p,1]12mEE3m|EE0001",
            [("robbed_tile_held", {"tile": "3m"})],
            id="robbed-tile-in-a-meld",
        ),
        pytest.param(
            "[456p,1]23m34555s789p1m|EE1001",
            [("replacement_without_kong", {})],
            id="杠上开花-without-a-kong",
        ),
        pytest.param(
            "[123p,1][444s,1][789m,1]345pCC|EE0100",
            [("last_of_kind_held", {"tile": "C"})],
            id="和绝张-with-a-copy-in-the-hand",
        ),
        pytest.param(
            "[123p,1][444s,1][789m,1]34pCC5p|EE0000|9",
            [("flower_count", {"count": 9, "most": 8})],
            id="nine-flowers",
        ),
        pytest.param(
            "[123p,1][444s,1][789m,1]34pCC5p|EE0000|abab",
            [
                ("duplicate_flower", {"flower": "a", "count": 2}),
                ("duplicate_flower", {"flower": "b", "count": 2}),
            ],
            id="flowers-twice",
        ),
        pytest.param(
            "[135m,1][789m,1]123s456s9p8p|EE0011",
            [
                ("impossible_meld", {"meld": "[135m,1]"}),
                ("robbed_last_tile", {}),
                no_win(1, "sets", "8p", "9p"),
            ],
            id="meld-conditions-and-shape",
        ),
        pytest.param(
            "[123p,1][444s,1][789m,1]35pCCP|EE0111|9",
            [
                ("robbed_last_tile", {}),
                ("flower_count", {"count": 9, "most": 8}),
                no_win(1, "sets", "P", "4p"),
            ],
            id="several-at-once",
        ),
    ],
)
def test_every_problem_is_named(text, expected):
    assert found(text) == expected


@pytest.mark.parametrize(
    "meld",
    [
        pytest.param(Meld(MeldKind.CHOW, tiles("345m"), claimed=4), id="fourth-tile-of-a-chow"),
        pytest.param(Meld(MeldKind.CHOW, tiles("345m")), id="chow-of-nothing-claimed"),
        pytest.param(Meld(MeldKind.CHOW, ()), id="no-tiles"),
        pytest.param(
            Meld(MeldKind.CHOW, tiles("345m"), Feeder.RIGHT, claimed=1), id="chow-from-the-right"
        ),
        pytest.param(Meld(MeldKind.PUNG, tiles("333m")), id="pung-from-nobody"),
        pytest.param(Meld(MeldKind.PUNG, ()), id="empty-pung"),
        pytest.param(
            Meld(MeldKind.CONCEALED_KONG, tiles("3333m"), feeder=Feeder.LEFT), id="fed-暗杠"
        ),
        pytest.param(Meld(MeldKind.MELDED_KONG, tiles("333m"), Feeder.LEFT), id="kong-of-three"),
    ],
)
def test_melds_that_no_notation_writes(meld):
    hand = Hand(concealed=tiles("123m456m78m99p"), winning_tile=Tile.M9, melds=(meld,))

    assert Problem("impossible_meld", (("meld", str(meld)),)) in problems(hand)


def test_fewer_than_no_flowers():
    hand = Hand(concealed=tiles("1199m1199s11pEEC"), winning_tile=Tile.C, flowers=-1)

    assert problems(hand) == (Problem("flower_count", (("count", -1), ("most", 8))),)


def test_flowers_may_be_an_empty_tuple():
    hand = Hand(concealed=tiles("1199m1199s11pEEC"), winning_tile=Tile.C, flowers=())

    assert str(hand).endswith("|0")
    assert problems(hand) == ()


def test_flowers_come_as_tiles():
    hand = Hand(
        concealed=tiles("1199m1199s11pEEC"), winning_tile=Tile.C, flowers=(Flower.PLUM,) * 9
    )

    assert [problem.code for problem in problems(hand)] == ["flower_count", "duplicate_flower"]


def test_text_is_read_as_a_hand():
    assert read_hand("11m") == parse_hand("11m")


def test_text_that_is_no_hand_gives_the_reason_with_its_place():
    assert read_hand("11mx") == Problem(
        "unexpected_character", (("character", "x"), ("position", 3))
    )


DEALT = "1122445566889p9p"


@pytest.mark.parametrize(
    ("text", "declared", "expected"),
    [
        pytest.param(f"{DEALT}|EE1000", {"heavenly_hand"}, [], id="天和"),
        pytest.param(f"{DEALT}|ES1000", {"earthly_hand"}, [], id="地和"),
        pytest.param(f"{DEALT}|EW0000", {"human_hand"}, [], id="人和-on-a-discard"),
        pytest.param(
            f"{DEALT}|ES1000",
            {"heavenly_hand"},
            [("declared_seat", {"fan": "heavenly_hand"})],
            id="天和-not-of-the-dealer",
        ),
        pytest.param(
            f"{DEALT}|EW1000",
            {"earthly_hand"},
            [("declared_seat", {"fan": "earthly_hand"})],
            id="地和-not-next-to-the-dealer",
        ),
        pytest.param(
            f"{DEALT}|EE0000",
            {"heavenly_hand"},
            [("declared_late", {"fan": "heavenly_hand"})],
            id="天和-on-a-discard",
        ),
        pytest.param(
            f"{DEALT}|EE1010",
            {"heavenly_hand"},
            [("declared_late", {"fan": "heavenly_hand"})],
            id="天和-on-the-last-tile",
        ),
        pytest.param(
            "[1111m]234m567s345p8p8p|ES1000",
            {"earthly_hand", "human_hand", "heaven"},
            [
                ("not_declarable", {"fan": "heaven"}),
                ("declared_alone", {"fan": "earthly_hand", "other": "heaven"}),
                ("declared_late", {"fan": "earthly_hand"}),
            ],
            id="several-at-once",
        ),
    ],
)
def test_what_is_declared_is_held_against_the_hand(text, declared, expected):
    hand = replace(parse_hand(text), declared=frozenset(declared))

    found = problems(hand, "lianzhong")

    assert [(problem.code, dict(problem.params)) for problem in found] == expected


def test_only_rules_that_have_a_declared_fan_take_it():
    hand = replace(parse_hand(f"{DEALT}|EE1000"), declared=frozenset({"heavenly_hand"}))

    assert problems(hand) == (Problem("not_declarable", (("fan", "heavenly_hand"),)),)
