import pytest

from scoring.rules import (
    FAN_BY_KEY,
    PROFILES,
    CountedFan,
    Judgement,
    Problem,
    SetKind,
    Tile,
    TileSet,
    judge,
    parse_hand,
    problems,
    score,
)

NINE_POINTS = parse_hand("[333s,1][444p,1]7788s111p8s|NE0000|2")
SEVEN_POINTS = parse_hand("[345m,1][678p,1]12567s22p3s|EE0100|5")


def test_a_score_in_full():
    result = score(NINE_POINTS)

    assert (result.hand, result.profile) == (NINE_POINTS, PROFILES["guobiao"])
    assert (result.points, result.flowers, result.total) == (9, 2, 11)
    assert result.fans == (
        CountedFan(FAN_BY_KEY["all_pungs"], 1, ()),
        CountedFan(
            FAN_BY_KEY["pung_of_terminals_or_honors"],
            1,
            ((TileSet(SetKind.PUNG, Tile.P1),),),
        ),
        CountedFan(FAN_BY_KEY["one_voided_suit"], 1, ()),
        CountedFan(FAN_BY_KEY["no_honors"], 1, ()),
    )


def test_each_copy_has_its_sets():
    result = score(parse_hand("[222m,1][222s,1][444m,1]44s99p4s"))

    line = next(line for line in result.fans if line.fan.key == "double_pung")
    assert (line.points, line.count) == (2, 2)
    assert [[one.tile for one in copy] for copy in line.sets] == [
        [Tile.M2, Tile.S2],
        [Tile.M4, Tile.S4],
    ]


def test_equal_chows_are_told_apart():
    result = score(parse_hand("[123m,1][123s,1]123p12m55s3m"))

    assert [line.fan.key for line in result.fans][:1] == ["mixed_triple_chow"]
    assert "pure_double_chow" in [line.fan.key for line in result.fans]


def test_flowers_are_not_added_below_the_minimum():
    result = score(SEVEN_POINTS)

    assert (result.points, result.flowers, result.total) == (7, 5, 7)


def test_flowers_are_added_to_无番和():
    result = score(parse_hand("[123p,1][444s,1][789m,1]34pCC5p|EE0000|3"))

    assert [(line.fan.key, line.points) for line in result.fans] == [("chicken_hand", 8)]
    assert result.total == 11


def test_a_hand_that_is_no_win_is_a_bug_of_the_caller():
    with pytest.raises(ValueError, match=r"tile_count.*'1m1m\|EE0000\|0'"):
        score(parse_hand("11m"))


def test_judgement_of_a_legal_hand():
    assert judge(NINE_POINTS) == Judgement(score(NINE_POINTS), ())


def test_judgement_below_the_minimum_has_both():
    assert judge(SEVEN_POINTS) == Judgement(score(SEVEN_POINTS), problems(SEVEN_POINTS))


def test_judgement_of_no_win():
    assert judge(parse_hand("11m")) == Judgement(
        None, (Problem("tile_count", (("count", 2), ("needed", 14), ("too_few", 12))),)
    )


def test_profiles_known_by_name():
    assert list(PROFILES) == ["guobiao", "cn1998", "wmo2006", "jmsa", "lianzhong"]


@pytest.mark.parametrize("ask", [score, problems, judge])
def test_unknown_profile(ask):
    with pytest.raises(ValueError, match="unknown rule profile: 'mcr'; known are guobiao, cn1998"):
        ask(NINE_POINTS, "mcr")
