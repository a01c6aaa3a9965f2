"""The forms on plain seats: every refusal with its code, what was typed stays."""

import pytest
from django.http import QueryDict
from django.utils import translation

from scoring.entry import HandEntry, Outcome
from scoring.forms import Earlier, HandForm, PenaltyForm, SeatChoice
from scoring.rules import derive, scoring_profile
from scoring.rules.penalties import HandEffect, Measure

SEATS = (
    SeatChoice("A", 0, "01", "Ann"),
    SeatChoice("B", 1, "02", "Bob"),
    SeatChoice("C", 2, "03", "Cid", may_win=False, reason="03 Cid has a dead hand."),
    SeatChoice("D", 3, "04", "Dan", may_win=False, reason="04 Dan was absent.", may_discard=False),
)
# 三色三同顺 8, 平和 2, 门前清 2 on a discard; on a self-draw 不求人 4 instead.
TILES = "123m123s123p678m44p"
HUGE = "9" * 6000


@pytest.fixture(autouse=True)
def english():
    with translation.override("en"):
        yield


def post(**values):
    data = QueryDict(mutable=True)
    for name, value in values.items():
        data[name] = str(value)
    return data


def hand_form(*, profile="guobiao", correcting=False, is_last=False, number_wind=0, **values):
    return HandForm(
        post(**{"token": "t", **values}),
        seats=SEATS,
        prevalent_wind=number_wind,
        profile=scoring_profile(profile),
        correcting=correcting,
        is_last=is_last,
    )


def codes(form):
    return {
        field: [error.code for error in errors] for field, errors in form.errors.as_data().items()
    }


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        pytest.param(
            {"winner": "A", "discarder": "B", "points": 21},
            HandEntry(Outcome.DISCARD, winner=0, discarder=1, fan_points=21),
            id="discard",
        ),
        pytest.param(
            {"winner": "B", "discarder": "self", "points": 8},
            HandEntry(Outcome.SELF_DRAW, winner=1, fan_points=8),
            id="self-draw",
        ),
        pytest.param(
            {"winner": "A", "discarder": "C", "points": 8},
            HandEntry(Outcome.DISCARD, winner=0, discarder=2, fan_points=8),
            id="dead-hand-may-discard",
        ),
        pytest.param(
            {"winner": "A", "discarder": "B", "points": 10, "flowers": 2},
            HandEntry(Outcome.DISCARD, winner=0, discarder=1, fan_points=10, flowers=2),
            id="points-with-flowers",
        ),
        pytest.param({"winner": "draw"}, HandEntry(Outcome.DRAW), id="drawn"),
        pytest.param(
            {"winner": "draw", "discarder": "B", "points": "x", "flowers": "-1"},
            HandEntry(Outcome.DRAW),
            id="drawn-ignores-the-rest",
        ),
        pytest.param({"winner": "void_win"}, HandEntry(Outcome.VOID_WIN), id="void-win"),
        pytest.param({"winner": "not_played"}, HandEntry(Outcome.NOT_PLAYED), id="not-played"),
        pytest.param(
            {
                "winner": "A",
                "discarder": "B",
                "mode": "fans",
                "fan_pure_straight": 1,
                "fan_all_chows": 1,
                "fan_closed_wait": 1,
                "flowers": 2,
            },
            HandEntry(
                Outcome.DISCARD,
                winner=0,
                discarder=1,
                fan_points=21,
                fans={"pure_straight": 1, "all_chows": 1, "closed_wait": 1},
                flowers=2,
            ),
            id="fan",
        ),
        pytest.param(
            {"winner": "A", "discarder": "B", "points": 9, "notation": "nonsense\x00"},
            HandEntry(Outcome.DISCARD, winner=0, discarder=1, fan_points=9),
            id="other-modes-are-left-alone",
        ),
    ],
)
def test_entry(values, expected):
    form = hand_form(**values)

    assert form.is_valid(), form.errors
    assert form.entry == expected


def test_tiles_take_winds_and_self_draw_from_the_hand():
    form = hand_form(winner="B", discarder="A", mode="tiles", notation=TILES, number_wind=2)

    assert form.is_valid(), form.errors
    assert form.entry.notation.endswith("|WS0000|0")
    assert form.entry.fans["mixed_triple_chow"] == 1
    assert form.entry.fan_points == sum(line.points * line.count for line in form.fan_lines)


def test_tiles_bring_their_score_along():
    right = hand_form(**AS_TILES, notation=TILES)
    cheap = hand_form(**AS_TILES, notation="123m567s789p11s999m")
    wrong = hand_form(**AS_TILES, notation="123m567s789p11s99m4p")
    points = hand_form(**WIN, mode="points", points=12)

    assert [form.preview is None for form in (right, cheap, wrong, points)] == [
        False, True, True, False
    ]  # fmt: skip
    assert right.score.total == right.entry.fan_points
    assert 0 < cheap.score.points < 8
    assert (wrong.score, points.score) == (None, None)


def test_tiles_on_a_self_draw_count_more():
    drawn = hand_form(winner="A", discarder="self", mode="tiles", notation=TILES)
    discard = hand_form(winner="A", discarder="B", mode="tiles", notation=TILES)

    assert drawn.is_valid()
    assert discard.is_valid()
    assert "fully_concealed_hand" in drawn.entry.fans
    assert "concealed_hand" in discard.entry.fans


@pytest.mark.parametrize(
    "values",
    [
        pytest.param({"flowers": 2}, id="field"),
        pytest.param({"notation": TILES + "||2"}, id="notation"),
        pytest.param({"notation": TILES + "||ab"}, id="letters"),
        pytest.param({"notation": TILES + "||ab", "flowers": 2}, id="both-agree"),
    ],
)
def test_tiles_flowers(values):
    form = hand_form(
        **{"winner": "A", "discarder": "B", "mode": "tiles", "notation": TILES, **values}
    )

    assert form.is_valid(), form.errors
    assert form.entry.flowers == 2


WIN = {"winner": "A", "discarder": "B"}
FANS = {**WIN, "mode": "fans"}
AS_TILES = {**WIN, "mode": "tiles"}


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        pytest.param({}, {"winner": ["required"], "discarder": ["no_discarder"], "points": ["no_points"]}, id="nothing"),
        pytest.param({"winner": "E", "discarder": "B", "points": 8}, {"winner": ["invalid_choice"]}, id="no-such-seat"),
        pytest.param({"winner": "A", "points": 8}, {"discarder": ["no_discarder"]}, id="no-discarder"),
        pytest.param({"winner": "A", "discarder": "A", "points": 8}, {"discarder": ["winner_discards"]}, id="winner-discards"),
        pytest.param({"winner": "C", "discarder": "A", "points": 8}, {"winner": ["cannot_win"]}, id="dead-hand"),
        pytest.param({"winner": "A", "discarder": "D", "points": 8}, {"discarder": ["cannot_discard"]}, id="absent-discarder"),
        pytest.param({"winner": "D", "discarder": "D", "points": 7}, {"winner": ["cannot_win"], "discarder": ["winner_discards"], "points": ["below_minimum"]}, id="all-at-once"),
        pytest.param({**WIN, "points": 7}, {"points": ["below_minimum"]}, id="seven"),
        pytest.param({**WIN, "points": 8, "flowers": 1}, {"points": ["below_minimum"]}, id="flowers-do-not-help"),
        pytest.param({**WIN, "points": -8}, {"points": ["min_value"]}, id="negative"),
        pytest.param({**WIN, "points": 1000}, {"points": ["max_value"]}, id="too-much"),
        pytest.param({**WIN, "points": HUGE}, {"points": ["invalid"]}, id="huge"),
        pytest.param({**WIN, "points": "8.5"}, {"points": ["invalid"]}, id="fraction"),
        pytest.param({**WIN, "points": "8\x00"}, {"points": ["invalid"]}, id="nul"),
        pytest.param({**WIN, "points": 9, "flowers": 9}, {"flowers": ["max_value"]}, id="nine-flowers"),
        pytest.param({**WIN, "points": 9, "mode": "guess"}, {"mode": ["invalid_choice"]}, id="no-such-mode"),
        pytest.param(FANS, {"fans": ["no_fans"]}, id="no-fan"),
        pytest.param({**FANS, "fan_pure_straight": 1, "fan_short_straight": 1}, {"fans": ["excluded_fan"]}, id="part-of-another"),
        pytest.param({**FANS, "fan_seven_pairs": 1, "fan_all_pungs": 1}, {"fans": ["impossible_pair"]}, id="impossible-pair"),
        pytest.param({**FANS, "fan_all_chows": 1}, {"fans": ["below_minimum"]}, id="fan-below-minimum"),
        pytest.param({**FANS, "fan_all_pungs": 1, "flowers": 2}, {"fans": ["below_minimum"]}, id="flowers-do-not-help-fan"),
        pytest.param({**FANS, "fan_pure_straight": 1, "fan_self_drawn": 1}, {"fans": ["needs_self_draw"]}, id="self-drawn-off-a-discard"),
        pytest.param({**FANS, "fan_pure_straight": "x"}, {"fans": ["count"]}, id="count-no-number"),
        pytest.param({**FANS, "fan_pure_straight": HUGE}, {"fans": ["count"]}, id="count-huge"),
        pytest.param({**FANS, "fan_pure_straight": 2}, {"fans": ["counted_too_often"]}, id="twice"),
        pytest.param(AS_TILES, {"notation": ["no_tiles"]}, id="no-tiles"),
        pytest.param({**AS_TILES, "notation": "123x"}, {"notation": ["suit_missing"]}, id="no-notation"),
        pytest.param({**AS_TILES, "notation": "[" * 200}, {"notation": ["unexpected_character"]}, id="brackets"),
        pytest.param({**AS_TILES, "notation": "1" * 201}, {"notation": ["max_length"]}, id="too-long"),
        pytest.param({**AS_TILES, "notation": "1m\x00"}, {"notation": ["null_characters_not_allowed"]}, id="notation-nul"),
        pytest.param({**AS_TILES, "notation": "55555m123s123p44p4p"}, {"notation": ["too_many_copies"]}, id="five-of-a-tile"),
        pytest.param({**AS_TILES, "notation": "123m567s789p11s999m"}, {"notation": ["below_minimum"]}, id="tiles-below-minimum"),
        pytest.param({**AS_TILES, "notation": TILES, "kong": "on", "last_in_wall": "on"}, {"notation": ["robbed_last_tile", "robbed_tile_held"]}, id="flags-contradict"),
        pytest.param({**AS_TILES, "notation": TILES + "|SW1000|0"}, {"notation": ["other_prevalent_wind", "other_seat_wind", "other_self_draw"]}, id="situation-contradicts"),
        pytest.param({**AS_TILES, "notation": TILES + "||3", "flowers": 1}, {"notation": ["other_flowers"]}, id="flowers-contradict"),
        pytest.param({**WIN, "points": 9, "token": ""}, {"token": ["required"]}, id="no-token"),
        pytest.param({**WIN, "points": 9, "token": "x" * 65}, {"token": ["max_length"]}, id="long-token"),
        pytest.param({**WIN, "points": 9, "replaces": "x"}, {"replaces": ["invalid"]}, id="bad-version"),
        pytest.param({**WIN, "points": 9, "replaces": HUGE}, {"replaces": ["invalid"]}, id="huge-version"),
    ],
)  # fmt: skip
def test_refusals(values, expected):
    form = hand_form(**values)

    assert codes(form) == expected
    for name, value in values.items():
        if name in form.fields:
            assert form[name].value() in (str(value), value == "on")


def test_refusals_are_sentences():
    form = hand_form(winner="A", discarder="A", points=7)

    assert form.errors["discarder"] == [
        "The discarder cannot be the winner. Tap the winner again for a self-draw."
    ]
    assert form.errors["points"] == [
        "7 points: 8 are needed without flowers. Change the points, or record a short win."
    ]
    assert hand_form(winner="C", discarder="A", points=8).errors["winner"] == [
        "03 Cid has a dead hand."
    ]


def test_excluded_fan_is_answered_with_the_pair():
    form = hand_form(**FANS, fan_pure_straight=1, fan_short_straight=1)

    assert form.errors["fans"] == ["Short Straight is part of Pure Straight and is not counted."]


def test_chips_are_those_of_the_rules_with_their_points():
    points = {
        profile: {
            chip.key: chip.points
            for tier in hand_form(profile=profile).fan_tiers
            for chip in tier.chips
        }
        for profile in ("guobiao", "cn1998", "wmo2006", "lianzhong")
    }

    assert {profile: len(chips) for profile, chips in points.items()} == {
        "guobiao": 81, "cn1998": 80, "wmo2006": 81, "lianzhong": 85,
    }  # fmt: skip
    assert [chips["two_concealed_kongs"] for chips in points.values()] == [6, 6, 8, 6]
    assert points["lianzhong"]["heavenly_hand"] == 168


def test_a_fan_of_other_rules_is_refused():
    form = hand_form(**FANS, profile="cn1998", fan_melded_and_concealed_kong=1, fan_all_pungs=1)

    assert form.errors["fans"] == [
        "Melded and Concealed Kong does not exist in these rules. Remove it.",
        "2 missing: 8 points are needed without flowers, here are 6. "
        "Add a fan, or record a short win.",
    ]


def test_tabs_hold_every_fan():
    tiers = hand_form().fan_tiers

    assert [(tier.top, tier.bottom) for tier in tiers] == [
        (88, 48),
        (32, 16),
        (12, 6),
        (5, 2),
        (1, 1),
    ]


def test_a_tab_that_no_fan_is_priced_for_is_left_out():
    cheap = derive("guobiao", values=dict.fromkeys(scoring_profile("guobiao").fans, 8))

    form = hand_form(profile=cheap, tier="3")

    assert [(tier.top, tier.bottom, len(tier.chips)) for tier in form.fan_tiers] == [(8, 8, 81)]
    assert form.open_tier == 0


def test_house_rules_count_in_every_way_of_entering():
    house = derive("guobiao", values={"pure_straight": 20}, cap=24)

    fans = hand_form(profile=house, **FANS, fan_pure_straight=1)
    flowers = hand_form(profile=house, **FANS, fan_pure_straight=1, flowers=8)
    tiles = hand_form(profile=house, **WIN, mode="tiles", notation="123456789m11p456s")
    paid = hand_form(profile=house, **WIN, points=24)
    dearer = hand_form(profile=house, **WIN, points=25)

    assert [form.is_valid() and form.entry.fan_points for form in (fans, flowers, tiles, paid)] == [
        *(20, 24, 24, 24)
    ]
    assert [line.points for line in fans.fan_lines] == [20]
    assert codes(dearer) == {"points": ["above_cap"]}
    assert dearer.errors["points"] == ["No hand pays more than 24 points by these rules."]


def test_the_rules_of_the_event_count():
    concealed_kongs = "[CCCC][FFFF]345m6788s5s"

    forms = [
        hand_form(profile=profile, **WIN, mode="tiles", notation=concealed_kongs)
        for profile in ("guobiao", "wmo2006")
    ]

    assert [form.is_valid() and form.entry.fan_points for form in forms] == [15, 17]


@pytest.mark.parametrize(
    ("values", "valid"),
    [
        pytest.param({}, False, id="none"),
        pytest.param({"why": "Fan verified"}, True, id="chip"),
        pytest.param({"reason": "the players agree"}, True, id="text"),
    ],
)
def test_correction_needs_a_reason(values, valid):
    form = hand_form(correcting=True, **WIN, points=9, **values)

    assert form.is_valid() is valid


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        pytest.param({"points": 63}, False, id="63"),
        pytest.param({"points": 64}, True, id="64"),
        pytest.param({"points": 20, "flowers": 3}, False, id="three-flowers"),
        pytest.param({"points": 20, "flowers": 4}, True, id="four-flowers"),
        pytest.param({"points": 20, "is_last": True}, True, id="last-hand"),
    ],
)
def test_unusual_entry_needs_a_second_press(values, expected):
    form = hand_form(**WIN, **values)

    assert form.is_valid()
    assert form.needs_check is expected
    assert hand_form(**WIN, **values, confirm=form.check_key).is_valid()


def test_second_press_confirms_that_entry_only():
    first = hand_form(**WIN, points=64)
    assert first.is_valid()

    again = hand_form(**WIN, points=64, confirm=first.check_key)
    other = hand_form(**WIN, points=88, confirm=first.check_key)

    assert again.is_valid()
    assert not again.needs_check
    assert other.is_valid()
    assert other.needs_check


def test_excluded_chips_say_why():
    form = hand_form(**FANS, fan_pure_straight=1)

    chips = {chip.field: chip for tier in form.fan_tiers for chip in tier.chips}

    assert chips["fan_pure_straight"].value == "1"
    assert chips["fan_short_straight"].bar.short == "in Pure Straight"
    assert chips["fan_all_chows"].bar.short == ""


# Penalties


def penalty_form(*, profile="guobiao", earlier=(), may_take_table_points=False, **values):
    return PenaltyForm(
        post(**{"token": "t", **values}),
        seats=SEATS,
        profile=profile,
        hands=16,
        earlier=earlier,
        may_take_table_points=may_take_table_points,
    )


def test_proposed_penalty():
    form = penalty_form(offender="B", hand=7, offence="short_win")

    assert form.is_valid(), form.errors
    decision = form.decision
    assert (decision.measure, decision.shares) == (Measure.FINE, (0, -40, 0, 0))
    assert (decision.hand, decision.step, decision.dead_hand) == (7, 1, True)


@pytest.mark.parametrize(
    ("earlier", "step", "shares"),
    [
        pytest.param([], 1, (0, 0, 0, 0), id="first-warning"),
        pytest.param([Earlier("B", "empty_call", 2, here=True)], 2, (0, -10, 0, 0), id="second"),
        pytest.param([Earlier("A", "empty_call", 2, here=True)], 1, (0, 0, 0, 0), id="other-player"),
        pytest.param([Earlier("B", "empty_call", 2, here=False)], 1, (0, 0, 0, 0), id="other-game"),
        pytest.param([Earlier("B", "early_draw", 2, here=True)], 1, (0, 0, 0, 0), id="other-offence"),
        pytest.param([Earlier("B", "empty_call", 2, here=True)] * 9, 10, (0, -40, 0, 0), id="last-step-repeats"),
    ],
)  # fmt: skip
def test_ladder_follows_the_record(earlier, step, shares):
    form = penalty_form(earlier=earlier, offender="B", hand=7, offence="empty_call")

    assert form.is_valid(), form.errors
    assert (form.decision.step, form.decision.shares) == (step, shares)
    assert [rung.is_now for rung in form.ladder].index(True) == min(step, 4) - 1


def test_hand_scope_starts_anew_with_each_hand():
    earlier = [Earlier("B", "empty_call", 2, here=True)]

    same = penalty_form(
        profile="cn1998", earlier=earlier, offender="B", hand=2, offence="empty_call"
    )
    other = penalty_form(
        profile="cn1998", earlier=earlier, offender="B", hand=3, offence="empty_call"
    )

    assert same.is_valid()
    assert other.is_valid()
    assert (same.decision.step, other.decision.step) == (2, 1)


@pytest.mark.parametrize(
    ("minutes", "offence", "shares"),
    [
        pytest.param(3, "late_5", (-10, 0, 0, 0), id="3"),
        pytest.param(6, "late_10", (-20, 0, 0, 0), id="6"),
        pytest.param(16, "late_forfeit", (-80, 0, 0, 0), id="16"),
    ],
)
def test_minutes_choose_the_lateness(minutes, offence, shares):
    form = penalty_form(offender="A", minutes=minutes)

    assert form.is_valid(), form.errors
    assert (form.decision.offence, form.decision.shares) == (offence, shares)


@pytest.mark.parametrize(
    ("values", "shares"),
    [
        pytest.param({"measure": "compensation", "amount": 30}, (10, -30, 10, 10), id="all-others"),
        pytest.param({"measure": "compensation", "amount": 7, "receivers": "A"}, (7, -7, 0, 0), id="one"),
        pytest.param({"measure": "fine", "amount": 25}, (0, -25, 0, 0), id="fine"),
        pytest.param({"measure": "warning"}, (0, 0, 0, 0), id="warning"),
    ],
)  # fmt: skip
def test_free_decision(values, shares):
    form = penalty_form(offender="B", hand=3, offence="free", reason="decided", **values)

    assert form.is_valid(), form.errors
    assert form.decision.shares == shares


def test_table_points_of_discipline():
    earlier = [Earlier("A", "discipline", None, here=False)]

    form = penalty_form(
        earlier=earlier, may_take_table_points=True, offender="A", offence="discipline"
    )

    assert form.is_valid(), form.errors
    assert (form.decision.table_points, form.decision.shares) == (12, (0, 0, 0, 0))


SHORT = {"offender": "B", "hand": 7, "offence": "short_win"}


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        pytest.param({}, {"offender": ["required"], "offence": ["no_offence"]}, id="nothing"),
        pytest.param({"offender": "E", "offence": "short_win"}, {"offender": ["invalid_choice"]}, id="no-such-seat"),
        pytest.param({**SHORT, "offence": "x\x00"}, {"offence": ["null_characters_not_allowed", "no_offence"]}, id="nul"),
        pytest.param({**SHORT, "offence": "unknown"}, {"offence": ["no_offence"]}, id="no-such-offence"),
        pytest.param({"offender": "A", "offence": "discipline"}, {"offence": ["no_offence"]}, id="table-points-not-allowed"),
        pytest.param({**SHORT, "hand": 17}, {"hand": ["invalid_choice"]}, id="hand-17"),
        pytest.param({**SHORT, "hand": ""}, {"hand": ["no_hand"]}, id="dead-hand-of-no-hand"),
        pytest.param({**SHORT, "amount": 20}, {"reason": ["no_reason"]}, id="other-amount-without-reason"),
        pytest.param({**SHORT, "measure": "warning"}, {"reason": ["no_reason"]}, id="other-measure-without-reason"),
        pytest.param({**SHORT, "measure": "x"}, {"measure": ["invalid_choice"]}, id="no-such-measure"),
        pytest.param({**SHORT, "amount": HUGE}, {"amount": ["invalid"]}, id="huge"),
        pytest.param({**SHORT, "amount": -1}, {"amount": ["min_value"]}, id="negative"),
        pytest.param({"offender": "B", "hand": 1, "offence": "free", "reason": "r"}, {"amount": ["no_amount"]}, id="free-without-amount"),
        pytest.param({"offender": "B", "hand": 1, "offence": "free", "amount": 5}, {"reason": ["no_reason"]}, id="free-without-reason"),
        pytest.param({"offender": "B", "hand": 1, "offence": "free", "measure": "warning", "amount": 5, "reason": "r"}, {"amount": ["no_money"]}, id="warning-with-amount"),
        pytest.param({"offender": "B", "offence": "free", "measure": "compensation", "amount": 10, "reason": "r"}, {"amount": ["cannot_split"]}, id="ten-among-three"),
        pytest.param({"offender": "B", "offence": "free", "measure": "compensation", "amount": 10, "receivers": "B", "reason": "r"}, {"receivers": ["own_receiver"]}, id="to-himself"),
        pytest.param({"offender": "B", "hand": 1, "offence": "win_not_announced"}, {"measure": ["no_measure"]}, id="only-the-hand-is-void"),
    ],
)  # fmt: skip
def test_penalty_refusals(values, expected):
    form = penalty_form(**values)

    assert codes(form) == expected


def test_compensation_to_one_player_within_its_range():
    chosen = {"offender": "A", "hand": 2, "offence": "player_tile_exposed"}

    nobody = penalty_form(profile="cn1998", **chosen)
    one = penalty_form(profile="cn1998", **chosen, amount=60, receivers="C")
    beyond = penalty_form(profile="cn1998", **chosen, amount=61, receivers="C")

    assert codes(nobody) == {"receivers": ["no_receiver"]}
    assert one.is_valid()
    assert one.decision.shares == (-60, 0, 60, 0)
    assert codes(beyond) == {"reason": ["no_reason"]}


def test_destroyed_wall_replays_the_hand():
    form = penalty_form(offender="A", hand=4, offence="wall_destroyed")

    assert form.is_valid()
    assert form.decision.effect is HandEffect.REPLAY
