import json
from dataclasses import asdict, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rules.penalties import (
    CATALOGUES,
    FORFEITS_TO_WITHDRAW,
    MIL25,
    R98,
    WMO06,
    Group,
    HandEffect,
    Measure,
    Offence,
    Receivers,
    Scope,
    Step,
    Unit,
    late_offence,
    late_step,
    offence,
    offence_from_data,
    offences,
    proposed_step,
    shares,
    step_from_data,
    step_shares,
    withdrawn_by_forfeits,
)

FINE, COMPENSATION = Measure.FINE, Measure.COMPENSATION
WARNING, DEAD_HAND, FORFEIT = Measure.WARNING, Measure.DEAD_HAND, Measure.FORFEIT

every_offence = [
    pytest.param(row, id=f"{profile}-{row.key}")
    for profile in ("guobiao", "cn1998", "wmo2006")
    for row in CATALOGUES[profile]
]


def ladder(profile, key, times):
    """What the 1st, 2nd, … offence costs: (measures, amount)."""
    row = offence(profile, key)
    steps = [proposed_step(row, earlier) for earlier in range(times)]
    return [(step.measures, step.amount) for step in steps]


# --- the data -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("profile", "catalogue"),
    [
        ("guobiao", MIL25),
        ("jmsa", MIL25),
        ("cn1998", R98),
        ("lianzhong", R98),
        ("wmo2006", WMO06),
    ],
)
def test_offences_of_every_profile(profile, catalogue):
    assert offences(profile) is catalogue


@pytest.mark.parametrize("profile", CATALOGUES)
def test_keys_and_names_are_unique_in_a_catalogue(profile):
    rows = offences(profile)

    for names in ({r.key for r in rows}, {r.zh for r in rows}, {r.en for r in rows}):
        assert len(names) == len(rows)


@pytest.mark.parametrize("profile", CATALOGUES)
def test_every_catalogue_ends_with_the_free_amount(profile):
    free = [row for row in offences(profile) if row.group is Group.FREE]

    assert free == [offences(profile)[-1]]
    assert free[0].reason_required


@pytest.mark.parametrize(
    ("profile", "counts"),
    [
        pytest.param("guobiao", (7, 7, 8, 4, 1), id="guobiao"),
        pytest.param("cn1998", (3, 4, 5, 3, 1), id="cn1998"),
        pytest.param("wmo2006", (4, 2, 0, 0, 1), id="wmo2006"),
    ],
)
def test_offences_by_group(profile, counts):
    groups = [row.group for row in offences(profile)]

    assert tuple(groups.count(group) for group in Group) == counts


def test_a_key_has_one_name_in_every_text():
    names = {(row.key, row.zh, row.en) for rows in CATALOGUES.values() for row in rows}
    by_minutes = {name for name in names if name[0].startswith("late_")}

    assert len({key for key, *_ in names - by_minutes}) == len(names - by_minutes)


@pytest.mark.parametrize("row", every_offence)
def test_every_step_is_well_formed(row):
    assert row.steps
    for step in row.steps:
        assert step.measures or step.hand is not HandEffect.NONE
        assert (step.money is not None) == (step.amount > 0 or row.group is Group.FREE)
        assert step.at_most is None or step.at_most > step.amount
        assert {FINE, COMPENSATION} - set(step.measures)


@pytest.mark.parametrize("row", every_offence)
def test_every_compensation_can_be_paid(row):
    for step in row.steps:
        if step.money is COMPENSATION:
            receivers = (2,) if step.receivers is Receivers.PLAYER else ()
            assert sum(step_shares(step, 1, receivers)) == 0


@pytest.mark.parametrize(
    ("profile", "key", "measures", "amount"),
    [
        pytest.param("guobiao", "short_win", (FINE, DEAD_HAND), 40, id="mil-错和"),
        pytest.param("guobiao", "wrong_tile_win", (FINE, DEAD_HAND), 40, id="mil-和错牌"),
        pytest.param("guobiao", "false_win", (FINE, DEAD_HAND), 80, id="mil-诈和"),
        pytest.param("guobiao", "winning_tile_not_taken", (FINE,), 10, id="mil-未取和牌张"),
        pytest.param("guobiao", "hand_not_shown", (DEAD_HAND,), 0, id="mil-未亮牌"),
        pytest.param("guobiao", "wrong_call", (DEAD_HAND,), 0, id="mil-错吃碰杠"),
        pytest.param("guobiao", "wrong_tile_count", (DEAD_HAND,), 0, id="mil-相公"),
        pytest.param("guobiao", "wrong_wall_tile", (DEAD_HAND,), 0, id="mil-错摸"),
        pytest.param("guobiao", "false_concealed_kong", (FINE,), 40, id="mil-虚假暗杠"),
        pytest.param("guobiao", "player_tile_exposed", (FINE,), 10, id="mil-碰露"),
        pytest.param("cn1998", "short_win", (COMPENSATION, DEAD_HAND), 30, id="r98-错和"),
        pytest.param("cn1998", "wrong_tile_win", (COMPENSATION, DEAD_HAND), 30, id="r98-和错牌"),
        pytest.param("cn1998", "false_win", (COMPENSATION, DEAD_HAND), 60, id="r98-诈和"),
        pytest.param("cn1998", "wrong_words", (WARNING,), 0, id="r98-用语"),
        pytest.param("wmo2006", "short_win", (COMPENSATION,), 30, id="wmo-错和"),
        pytest.param("wmo2006", "wrong_tile_win", (COMPENSATION,), 30, id="wmo-和错牌"),
        pytest.param("wmo2006", "false_win", (COMPENSATION,), 60, id="wmo-诈和"),
        pytest.param("wmo2006", "winning_tile_not_taken", (FINE,), 10, id="wmo-未取和牌张"),
    ],
)
def test_measures_that_do_not_escalate(profile, key, measures, amount):
    assert ladder(profile, key, 3) == [(measures, amount)] * 3


@pytest.mark.parametrize(
    ("key", "effect"),
    [
        ("counted_with_hand_tiles", HandEffect.VOID_WIN),
        ("win_not_announced", HandEffect.VOID_WIN),
        ("wall_destroyed", HandEffect.REPLAY),
        ("short_win", HandEffect.NONE),
    ],
)
def test_effect_on_the_hand(key, effect):
    assert proposed_step(offence("guobiao", key), 0).hand is effect


@pytest.mark.parametrize(
    ("profile", "key", "scope"),
    [
        ("guobiao", "empty_call", Scope.GAME),
        ("guobiao", "discipline", Scope.EVENT),
        ("cn1998", "empty_call", Scope.HAND),
    ],
)
def test_scope_of_a_ladder(profile, key, scope):
    assert offence(profile, key).scope is scope


def test_exposing_a_tile_in_r98_is_a_range_paid_to_that_player():
    step = proposed_step(offence("cn1998", "player_tile_exposed"), 0)

    assert (step.amount, step.at_most, step.receivers) == (5, 60, Receivers.PLAYER)


# --- looking up -----------------------------------------------------------------------------


def test_unknown_profile_is_refused():
    with pytest.raises(ValueError, match="no offence catalogue for profile 'riichi'"):
        offences("riichi")


def test_offence_missing_from_a_text_is_refused():
    with pytest.raises(ValueError, match="profile 'wmo2006' has no offence 'discipline'"):
        offence("wmo2006", "discipline")


@pytest.mark.parametrize(
    ("profile", "key", "amounts"),
    [
        pytest.param("guobiao", "empty_call", [0, 10, 20, 40, 40], id="mil-空吃"),
        pytest.param("guobiao", "early_draw", [0, 10, 20, 40, 40], id="mil-抢摸"),
        pytest.param("guobiao", "concealed_kong_not_shown", [0, 40, 40], id="mil-暗杠未亮"),
        pytest.param("guobiao", "general_warning", [0, 10, 10], id="mil-警告累计"),
        pytest.param("guobiao", "discipline", [6, 12, 24, 36, 48, 60, 72], id="mil-纪律"),
        pytest.param("cn1998", "empty_call", [0, 5, 10, 20, 20], id="r98-空吃"),
        pytest.param("cn1998", "early_draw", [0, 5, 10, 20, 20], id="r98-抢摸"),
    ],
)
def test_proposed_step_climbs_the_ladder(profile, key, amounts):
    assert [amount for _, amount in ladder(profile, key, len(amounts))] == amounts


def test_ladder_starts_with_a_warning_and_goes_on_with_fines():
    assert ladder("guobiao", "empty_call", 2) == [((WARNING,), 0), ((FINE,), 10)]


def test_discipline_costs_table_points():
    assert proposed_step(offence("guobiao", "discipline"), 5).unit is Unit.TABLE_POINTS


def test_proposed_step_refuses_a_negative_count():
    with pytest.raises(ValueError, match="earlier offences cannot be -1"):
        proposed_step(offence("guobiao", "empty_call"), -1)


@given(st.sampled_from(MIL25 + R98 + WMO06), st.integers(0, 40))
def test_amounts_never_fall_along_a_ladder(row, earlier):
    assert proposed_step(row, earlier).amount <= proposed_step(row, earlier + 1).amount


@pytest.mark.parametrize(
    ("profile", "minutes", "measures", "amount"),
    [
        pytest.param("guobiao", 1, (FINE,), 10, id="mil-1"),
        pytest.param("guobiao", 5, (FINE,), 10, id="mil-5"),
        pytest.param("guobiao", 6, (FINE,), 20, id="mil-6"),
        pytest.param("guobiao", 10, (FINE,), 20, id="mil-10"),
        pytest.param("guobiao", 11, (FINE,), 40, id="mil-11"),
        pytest.param("guobiao", 15, (FINE,), 40, id="mil-15"),
        pytest.param("guobiao", 16, (FINE, FORFEIT), 80, id="mil-16"),
        pytest.param("guobiao", 3000, (FINE, FORFEIT), 80, id="mil-two-days"),
        pytest.param("cn1998", 10, (FINE, WARNING), 10, id="r98-10"),
        pytest.param("cn1998", 11, (FINE,), 20, id="r98-11"),
        pytest.param("cn1998", 15, (FINE,), 20, id="r98-15"),
        pytest.param("cn1998", 16, (FORFEIT,), 0, id="r98-16"),
    ],
)
def test_late_step(profile, minutes, measures, amount):
    assert late_step(profile, minutes) == Step(measures, amount)


@pytest.mark.parametrize(
    ("profile", "minutes"),
    [
        pytest.param("guobiao", 0, id="on-time"),
        pytest.param("guobiao", -3, id="early"),
        pytest.param("wmo2006", 30, id="text-says-nothing"),
    ],
)
def test_late_step_when_nothing_is_due(profile, minutes):
    assert late_step(profile, minutes) is None


def test_late_offence_names_the_band():
    late = late_offence(offences("guobiao"), 7)

    assert (late.key, late.zh, late.minutes) == ("late_10", "迟到 10 分钟以内", 10)


def test_late_forfeit_names_the_last_limit():
    row = offence("cn1998", "late_forfeit")

    assert (row.zh, row.minutes) == ("迟到超过 15 分钟，弃权", None)


@pytest.mark.parametrize(
    ("profile", "forfeited", "expected"),
    [
        pytest.param("guobiao", 1, False, id="mil-one"),
        pytest.param("guobiao", 2, True, id="mil-two"),
        pytest.param("guobiao", 3, True, id="mil-three"),
        pytest.param("cn1998", 5, False, id="r98-says-nothing"),
    ],
)
def test_withdrawn_by_forfeits(profile, forfeited, expected):
    assert withdrawn_by_forfeits(profile, forfeited) is expected


def test_forfeit_limits_name_known_profiles():
    assert set(FORFEITS_TO_WITHDRAW) <= set(CATALOGUES)


# --- amounts --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("measure", "amount", "offender", "receivers", "expected"),
    [
        pytest.param(FINE, 40, 0, (), (-40, 0, 0, 0), id="fine"),
        pytest.param(COMPENSATION, 30, 0, (), (-30, 10, 10, 10), id="10-to-each"),
        pytest.param(COMPENSATION, 60, 3, (), (20, 20, 20, -60), id="20-to-each"),
        pytest.param(COMPENSATION, 25, 1, (2,), (0, -25, 25, 0), id="to-one-player"),
        pytest.param(COMPENSATION, 10, 1, (2, 0), (5, -10, 5, 0), id="to-two-players"),
        pytest.param(WARNING, 0, 2, (), (0, 0, 0, 0), id="warning"),
        pytest.param(DEAD_HAND, 0, 2, (), (0, 0, 0, 0), id="dead-hand"),
        pytest.param(Measure.DISQUALIFICATION, 0, 2, (), (0, 0, 0, 0), id="disqualification"),
        pytest.param(FINE, 0, 2, (), (0, 0, 0, 0), id="fine-of-nothing"),
    ],
)
def test_shares(measure, amount, offender, receivers, expected):
    assert shares(measure, amount, offender, receivers) == expected


@pytest.mark.parametrize(
    ("measure", "amount", "offender", "receivers", "message"),
    [
        pytest.param(FINE, -5, 0, (), "not an amount", id="negative"),
        pytest.param(WARNING, 5, 0, (), "not an amount", id="warning-with-amount"),
        pytest.param(FINE, 5, 4, (), "a seat is 0-3", id="fifth-seat"),
        pytest.param(COMPENSATION, 25, 0, (), "cannot be split", id="uneven"),
        pytest.param(COMPENSATION, 30, 0, (0,), "cannot compensate", id="to-himself"),
        pytest.param(COMPENSATION, 30, 0, (1, 1), "cannot compensate", id="twice-to-one"),
        pytest.param(COMPENSATION, 30, 0, (7,), "cannot compensate", id="to-nobody"),
    ],
)
def test_shares_refuses(measure, amount, offender, receivers, message):
    with pytest.raises(ValueError, match=message):
        shares(measure, amount, offender, receivers)


@given(st.integers(0, 500), st.integers(0, 3))
def test_a_fine_is_lost_and_a_compensation_is_not(third, offender):
    amount = 3 * third

    assert sum(shares(FINE, amount, offender)) == -amount
    assert sum(shares(COMPENSATION, amount, offender)) == 0
    assert shares(COMPENSATION, amount, offender)[offender] == -amount


def test_step_shares_takes_the_money_among_several_measures():
    assert step_shares(late_step("guobiao", 16), 3) == (0, 0, 0, -80)
    assert step_shares(late_step("cn1998", 16), 3) == (0, 0, 0, 0)


def test_step_shares_of_table_points_moves_no_game_points():
    assert step_shares(proposed_step(offence("guobiao", "discipline"), 1), 0) == (0, 0, 0, 0)


def test_step_shares_to_one_player_needs_that_player():
    step = proposed_step(offence("cn1998", "player_tile_exposed"), 0)

    assert step_shares(replace(step, amount=20), 0, (3,)) == (-20, 0, 0, 20)
    with pytest.raises(ValueError, match="goes to one player"):
        step_shares(step, 0)


# --- an edited copy -------------------------------------------------------------------------


@pytest.mark.parametrize("row", every_offence)
def test_offence_survives_json(row):
    assert offence_from_data(json.loads(json.dumps(asdict(row)))) == row


def test_unknown_word_in_an_edited_copy_is_refused():
    data = asdict(Step((FINE,), 5)) | {"measures": ["flogging"]}

    with pytest.raises(ValueError, match="flogging"):
        step_from_data(data)


def test_edited_copy_works_like_the_catalogue():
    row = Offence(
        "spill", "洒水", "Spilt drink", Group.CONDUCT, (Step((FINE,), 5),), Scope.GAME, ""
    )

    assert proposed_step(replace(row, rise=5), 2).amount == 15
