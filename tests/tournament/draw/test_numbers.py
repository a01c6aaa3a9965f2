"""Who may draw which number, and lots that anybody can run again."""

from dataclasses import replace

import pytest

from tournament.draw import Constraints, plan, quality
from tournament.draw.commitment import commitment, revealed_seed, with_players
from tournament.draw.numbers import (
    LotDiffers,
    LotLine,
    Lottery,
    Pot,
    apart_of,
    differing_lots,
    drawn_numbers,
    entries_of,
    numbers_of,
    pots_of,
    torn_groups,
)

SECRET, WORD = "a long secret", "春天"
TEAMS = [(11, 12), (21, 22, 23, 24), (31,), (41, 42), (51, 52, 53, 54)]
POTS = (
    Pot(((21, 22, 23, 24), (51, 52, 53, 54)), ((1, 2, 3, 4), (5, 6, 7, 8))),
    Pot(((11, 12), (41, 42)), ((9, 10), (11, 12))),
    Pot(((31,),), ((13,),)),
    Pot(((91, 92, 93),), ((14, 15, 16),)),
)

AUTUMN = [23, 24, 22, 21, 53, 51, 54, 52, 42, 41, 12, 11, 31, 91, 92, 93]


def revealed(**changes):
    seed = revealed_seed(SECRET, WORD)
    lottery = Lottery(POTS, drawn_numbers(POTS, seed), commitment(SECRET), SECRET, WORD, seed)
    return replace(lottery, **changes)


def test_teams_draw_blocks_and_fillers_have_their_own():
    assert pots_of(TEAMS, (91, 92, 93)) == POTS
    assert numbers_of(POTS) == list(range(1, 17))
    assert entries_of(POTS) == [21, 22, 23, 24, 51, 52, 53, 54, 11, 12, 41, 42, 31, 91, 92, 93]
    assert apart_of(POTS) == ((1, 2, 3, 4), (5, 6, 7, 8), (9, 10), (11, 12), (14, 15, 16))


def test_the_same_seed_deals_the_same_numbers():
    """The entries were once read off; another Python must find them again."""
    drawn = drawn_numbers(POTS, "autumn")

    assert list(drawn) == list(range(1, 17))
    assert list(drawn.values()) == AUTUMN


@pytest.mark.parametrize("seed", [str(n) for n in range(20)])
def test_whatever_the_lots_say_no_team_mates_meet(seed):
    teams = [tuple(range(n, n + 4)) for n in range(101, 173, 4)]
    pots = pots_of(teams)
    schedule = plan(numbers_of(pots), 6, seed="s", constraints=Constraints(apart_of(pots))).rounds

    report = quality(with_players(schedule, drawn_numbers(pots, seed)), apart=teams)

    assert (report.players, report.repeats, report.clashes) == (72, 0, ())


def test_a_torn_team_is_told_before_all_have_drawn():
    assert torn_groups(POTS, {1: 21, 5: 22, 9: 11, 12: 42}) == [(21, 22, 23, 24)]
    assert torn_groups(POTS, {1: 21, 4: 22, 16: 91, 13: 31}) == []
    assert torn_groups(POTS, {14: 31, 13: 91}) == [(31,), (91, 92, 93)]


def test_true_lots_have_no_line_that_differs():
    assert differing_lots(revealed()) == []
    assert differing_lots(Lottery(POTS, drawn_numbers(POTS, "by hand"))) == []


def test_each_touch_of_revealed_lots_is_named():
    true = revealed()
    swapped = {**true.lots, 1: true.lots[2], 2: true.lots[1]}
    other = revealed_seed(SECRET, "秋天")

    assert differing_lots(replace(true, secret="another")) == [
        LotDiffers(LotLine.SECRET, "another", true.commitment)
    ]
    assert differing_lots(replace(true, word="秋天")) == [
        LotDiffers(LotLine.WORD, true.seed, other)
    ]
    assert differing_lots(replace(true, lots=swapped)) == [
        LotDiffers(LotLine.LOT, str(true.lots[2]), str(true.lots[1]), 1),
        LotDiffers(LotLine.LOT, str(true.lots[1]), str(true.lots[2]), 2),
    ]
    with_another_word = differing_lots(replace(true, word="秋天", seed=other))
    assert {line.line for line in with_another_word} == {LotLine.LOT}


def test_each_touch_of_lots_by_hand_is_named():
    lots = drawn_numbers(POTS, "by hand")
    true = Lottery(POTS, lots)
    missing = {number: entry for number, entry in lots.items() if number != 13}

    assert differing_lots(replace(true, lots={**lots, 4: lots[9], 9: lots[4]})) != []
    assert differing_lots(replace(true, lots=missing)) == [
        LotDiffers(LotLine.ENTRY, "", "31"),
        LotDiffers(LotLine.ENTRY, "", "", 13),
    ]
    assert differing_lots(replace(true, lots={**lots, 13: 99})) == [
        LotDiffers(LotLine.ENTRY, "", "31"),
        LotDiffers(LotLine.ENTRY, "99", "", 13),
    ]
