"""The engine against an independent library on hands nobody has scored before."""

import sys

import pytest

from scoring.rules import FANS, MeldKind, parse_hand, problems
from scoring.rules.divide import Shape
from tests.golden.differential import (
    EACH,
    FLAG_SETS,
    HANDS,
    coverage,
    drawn_wins,
    report,
    seed_of_this_run,
)
from tests.golden.generate import differences
from tests.golden.oracle import oracle_points

pytestmark = pytest.mark.bulk


@pytest.mark.usefixtures("_library")
def test_totals_are_the_library_s(capsys):
    seed = seed_of_this_run()
    wins = drawn_wins(seed)

    # Standard output of a parallel worker is not shown.
    with capsys.disabled():
        print(f"\n{report(seed, wins)}", file=sys.stderr)  # noqa: T201

    seen = coverage(wins)
    assert len(wins) == HANDS
    assert [fan.key for fan in FANS if seen.fans[fan.key] < EACH] == []
    assert [shape for shape in Shape if seen.shapes[shape] < EACH] == []
    assert [number for number in range(5) if seen.melds[number] < EACH] == []
    assert [kind for kind in MeldKind if "kong" in kind and seen.kongs[kind] < EACH] == []
    assert [flags for flags in FLAG_SETS if seen.flags[flags] < EACH] == []
    assert differences(wins) == []


def test_the_same_seed_gives_the_same_hands():
    first, second = drawn_wins("twice", 60), drawn_wins("twice", 60)

    assert [str(win.hand) for win in first] == [str(win.hand) for win in second]
    assert first != drawn_wins("once", 60)


@pytest.mark.usefixtures("_library")
@pytest.mark.parametrize(
    ("text", "code"),
    [
        pytest.param("11111m456s789s23p4p", "too_many_copies", id="five-standing"),
        pytest.param("[2222m,1]34m345s55678p2m", "too_many_copies", id="a-kong-and-a-fifth"),
        pytest.param(
            "[234m,1][555m,1]567m5557p6p|EE0011", "robbed_last_tile", id="抢杠和-on-the-last-tile"
        ),
        pytest.param(
            "[123p,1][444s,1][789m,1]345pCC|EE0001", "robbed_tile_held", id="抢杠和-of-a-held-tile"
        ),
        pytest.param(
            "[333m,1][456s,1][789p,1]12mEE3m|EE0001",
            "robbed_tile_held",
            id="抢杠和-of-a-melded-tile",
        ),
        pytest.param(
            "[456p,1]23m34555s789p1m|EE1001", "replacement_without_kong", id="杠上开花-without-kong"
        ),
        pytest.param(
            "[123p,1][444s,1][789m,1]345pCC|EE0100", "last_of_kind_held", id="和绝张-held"
        ),
        pytest.param("[234m,1][555m,1]567m5557p6p|EE0000|9", "flower_count", id="nine-flowers"),
    ],
)
def test_what_the_library_takes_and_the_rules_do_not(text, code):
    hand = parse_hand(text)

    assert oracle_points(hand) > 0
    assert code in [problem.code for problem in problems(hand)]
