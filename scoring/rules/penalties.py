"""
The offence catalogue (罚则) of each rule text, and what a measure does to the four scores.

The catalogue is data: an organiser may edit a copy of it, and every function that takes a
catalogue, an offence or a step works on such a copy as well. Points are whole game points;
table points (标准分) are counted in twelfths, so half a point is 6.

Two money flows must be told apart. A fine (罚分) is taken from the offender and given to nobody:
the table's sum turns negative. A compensation (赔偿) goes to other players: the sum stays.

Source: R98 (中国麻将竞赛规则, 1998), MIL25 (MIL's supplement of December 2025), WMO06 (World
Mahjong Organization 2006, as used by the European association).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Final

SEATS: Final = 4
TWELFTHS: Final = 12


class Measure(StrEnum):
    """What the referee decides."""

    WARNING = "warning"
    FINE = "fine"
    COMPENSATION = "compensation"
    DEAD_HAND = "dead_hand"
    FORFEIT = "forfeit"
    DISQUALIFICATION = "disqualification"


class Unit(StrEnum):
    """What an amount is counted in: game points, or twelfths of a table point."""

    POINTS = "points"
    TABLE_POINTS = "table_points"


class Group(StrEnum):
    """The pages of the referee's penalty dialog: 和牌, 吃碰杠, 行为, 迟到, 自定."""

    WIN = "win"
    CALLS = "calls"
    CONDUCT = "conduct"
    LATE = "late"
    FREE = "free"


class Scope(StrEnum):
    """Where earlier offences of the same kind and player are counted: 盘, 局 or 赛事."""

    HAND = "hand"
    GAME = "game"
    EVENT = "event"


class HandEffect(StrEnum):
    """What happens to the hand itself."""

    NONE = "none"
    """It goes on, or stands as it is."""

    VOID_WIN = "void_win"
    """The win is void and the hand counts as drawn (荒庄)."""

    REPLAY = "replay"
    """The hand is played again under its number (作废重打)."""


class Receivers(StrEnum):
    """To whom a compensation goes."""

    OTHERS = "others"
    """The three other seats, in equal parts."""

    PLAYER = "player"
    """One player, the one who was harmed."""


MONEY: Final = (Measure.FINE, Measure.COMPENSATION)


@dataclass(frozen=True, slots=True)
class Step:
    """
    One step of an offence's ladder; its measures stand together, as 罚分 40 with 停和.

    `amount` is positive, in `unit`, and is all the offender loses: a compensation of 30 to three
    others gives each 10. `at_most` opens a range the referee chooses from, `amount` being its low
    end. A step may have no measure and only a `hand` effect.
    """

    measures: tuple[Measure, ...]
    amount: int = 0
    unit: Unit = Unit.POINTS
    at_most: int | None = None
    receivers: Receivers = Receivers.OTHERS
    hand: HandEffect = HandEffect.NONE

    @property
    def money(self) -> Measure | None:
        """The measure the amount belongs to: fine, compensation or neither."""
        return next((measure for measure in self.measures if measure in MONEY), None)


@dataclass(frozen=True, slots=True)
class Offence:
    """
    A kind of offence: the n-th one of a player within `scope` takes the n-th of `steps`.

    The last step repeats, raised by `rise` (in its unit) each further time. `minutes` is for
    lateness: the offence covers arrivals up to and including it, None those later still.
    """

    key: str
    zh: str
    en: str
    group: Group
    steps: tuple[Step, ...]
    scope: Scope
    source: str
    rise: int = 0
    minutes: int | None = None
    reason_required: bool = False


# --- the steps the texts use ----------------------------------------------------------------

WARNING: Final = Step((Measure.WARNING,))
DEAD_HAND: Final = Step((Measure.DEAD_HAND,))
VOID_WIN: Final = Step((), hand=HandEffect.VOID_WIN)


def fine(amount: int, *others: Measure) -> Step:
    """A step that fines `amount` game points, with other measures beside it."""
    return Step((Measure.FINE, *others), amount)


def compensation(amount: int, *others: Measure) -> Step:
    """A step by which the offender loses `amount` game points to the three others."""
    return Step((Measure.COMPENSATION, *others), amount)


def table_point_fine(twelfths: int) -> Step:
    """A step that takes table points, in twelfths."""
    return Step((Measure.FINE,), twelfths, Unit.TABLE_POINTS)


ONE_WARNING_THEN_10: Final = (WARNING, fine(10))

FREE: Final = Offence(
    "free",
    "自定",
    "Other, free amount",
    Group.FREE,
    (fine(0),),
    Scope.GAME,
    "R98, MIL25: the referee's decision",
    reason_required=True,
)


def _rows(
    source: str, scope: Scope, *rows: tuple[str, str, str, Group, tuple[Step, ...]]
) -> tuple[Offence, ...]:
    """Offences that share a rule text and a scope."""
    return tuple(
        Offence(key, zh, en, group, steps, scope, source) for key, zh, en, group, steps in rows
    )


def _late(source: str, bands: Mapping[int, Step], forfeit: Step) -> tuple[Offence, ...]:
    """Lateness by minutes; every band is an offence of its own and never escalates."""
    limit = max(bands)
    rows = (
        *(
            (f"late_{minutes}", f"迟到 {minutes} 分钟以内", f"Late, up to {minutes} minutes", step)
            for minutes, step in bands.items()
        ),
        ("late_forfeit", f"迟到超过 {limit} 分钟，弃权", f"Late, over {limit} minutes", forfeit),
    )
    return tuple(
        Offence(key, zh, en, Group.LATE, (step,), Scope.GAME, source, minutes=minutes)
        for (key, zh, en, step), minutes in zip(rows, (*bands, None), strict=True)
    )


# --- MIL25 ----------------------------------------------------------------------------------

MIL25: Final = (
    *_rows(
        "MIL25",
        Scope.GAME,
        ("short_win", "错和", "Short win (complete, under 8)", Group.WIN, (fine(40, Measure.DEAD_HAND),)),
        ("wrong_tile_win", "和错牌", "Wrong-tile win (ready)", Group.WIN, (fine(40, Measure.DEAD_HAND),)),
        ("false_win", "诈和", "False win (not ready)", Group.WIN, (fine(80, Measure.DEAD_HAND),)),
        ("winning_tile_not_taken", "算番前未取和牌张", "Winning tile not taken before counting", Group.WIN, (fine(10),)),
        ("counted_with_hand_tiles", "用手牌摆算番种", "Counting with own hand tiles", Group.WIN, (VOID_WIN,)),
        ("win_not_announced", "未按规定报和", "Win not announced properly", Group.WIN, (VOID_WIN,)),
        ("hand_not_shown", "报和后未亮牌", "Hand not shown after announcing", Group.WIN, (DEAD_HAND,)),
        ("wrong_call", "错吃、错碰、错杠", "Wrong chow, pung or kong", Group.CALLS, (DEAD_HAND,)),
        ("wrong_tile_count", "相公", "Wrong tile count", Group.CALLS, (DEAD_HAND,)),
        ("empty_call", "空吃、空碰、空杠", "Call that cannot be made", Group.CALLS, (WARNING, fine(10), fine(20), fine(40))),
        ("early_draw", "抢摸", "Early draw", Group.CALLS, (WARNING, fine(10), fine(20), fine(40))),
        ("wrong_wall_tile", "错摸牌已并入手牌", "Wrong wall tile joined to the hand", Group.CALLS, (DEAD_HAND,)),
        ("false_concealed_kong", "虚假暗杠", "False concealed kong, seen at the end", Group.CALLS, (fine(40),)),
        ("concealed_kong_not_shown", "洗牌前未亮暗杠", "Concealed kong not shown before mixing", Group.CALLS, (WARNING, fine(40))),
        ("wrong_words", "用语不规范", "Wrong words", Group.CONDUCT, ONE_WARNING_THEN_10),
        ("early_flower", "提前补花", "Early flower replacement", Group.CONDUCT, ONE_WARNING_THEN_10),
        ("wrong_wall_place", "取牌位置错误", "Wrong place of the wall", Group.CONDUCT, ONE_WARNING_THEN_10),
        ("wall_tile_exposed", "碰露牌墙的牌", "Wall tile exposed", Group.CONDUCT, ONE_WARNING_THEN_10),
        ("player_tile_exposed", "碰露他人的牌", "Another player's tile exposed", Group.CONDUCT, (fine(10),)),
        ("wall_destroyed", "毁坏牌墙，无法继续", "Wall destroyed, hand cannot continue", Group.CONDUCT, (Step((Measure.FINE,), 80, hand=HandEffect.REPLAY),)),
        ("general_warning", "一般警告累计", "General warnings (slow, tile named …)", Group.CONDUCT, ONE_WARNING_THEN_10),
    ),
    Offence(
        "discipline",
        "赛场纪律",
        "Discipline (phone, smoking, leaving the seat …)",
        Group.CONDUCT,
        # 0.5, 1, 2, 3, 4 and on: every further one costs a whole table point more.
        tuple(map(table_point_fine, (6, 12, 24, 36, 48))),
        Scope.EVENT,
        "MIL25",
        rise=TWELFTHS,
    ),
    *_late("MIL25", {5: fine(10), 10: fine(20), 15: fine(40)}, fine(80, Measure.FORFEIT)),
    FREE,
)  # fmt: skip

# --- R98 ------------------------------------------------------------------------------------

R98: Final = (
    *_rows(
        "R98",
        Scope.HAND,
        ("short_win", "错和", "Short win (complete, under 8)", Group.WIN, (compensation(30, Measure.DEAD_HAND),)),
        ("wrong_tile_win", "和错牌", "Wrong-tile win (ready)", Group.WIN, (compensation(30, Measure.DEAD_HAND),)),
        ("false_win", "诈和", "False win (not ready)", Group.WIN, (compensation(60, Measure.DEAD_HAND),)),
        ("wrong_call", "错吃、错碰、错杠", "Wrong chow, pung or kong", Group.CALLS, (DEAD_HAND,)),
        ("wrong_tile_count", "相公", "Wrong tile count", Group.CALLS, (DEAD_HAND,)),
        ("empty_call", "空吃、空碰、空杠", "Call that cannot be made", Group.CALLS, (WARNING, fine(5), fine(10), fine(20))),
        ("early_draw", "抢摸", "Early draw", Group.CALLS, (WARNING, fine(5), fine(10), fine(20))),
        ("wrong_words", "用语不规范", "Wrong words", Group.CONDUCT, (WARNING,)),
        ("early_flower", "提前补花", "Early flower replacement", Group.CONDUCT, (WARNING,)),
        ("wrong_wall_place", "取牌位置错误", "Wrong place of the wall", Group.CONDUCT, (WARNING,)),
        ("wall_tile_exposed", "碰露牌墙的牌", "Wall tile exposed", Group.CONDUCT, (WARNING,)),
        ("player_tile_exposed", "碰露他人的牌", "Another player's tile exposed", Group.CONDUCT, (Step((Measure.COMPENSATION,), 5, at_most=60, receivers=Receivers.PLAYER),)),
    ),
    *_late("R98", {10: fine(10, Measure.WARNING), 15: fine(20)}, Step((Measure.FORFEIT,))),
    FREE,
)  # fmt: skip

# --- WMO06 ----------------------------------------------------------------------------------

WMO06: Final = (
    *_rows(
        "WMO06",
        Scope.GAME,
        ("short_win", "错和", "Short win (complete, under 8)", Group.WIN, (compensation(30),)),
        ("wrong_tile_win", "和错牌", "Wrong-tile win (ready)", Group.WIN, (compensation(30),)),
        ("false_win", "诈和", "False win (not ready)", Group.WIN, (compensation(60),)),
        ("winning_tile_not_taken", "算番前未取和牌张", "Winning tile not taken before counting", Group.WIN, (fine(10),)),
        ("wrong_call", "错吃、错碰、错杠", "Wrong chow, pung or kong", Group.CALLS, (DEAD_HAND,)),
        ("wrong_tile_count", "相公", "Wrong tile count", Group.CALLS, (DEAD_HAND,)),
    ),
    FREE,
)  # fmt: skip

CATALOGUES: Final[Mapping[str, tuple[Offence, ...]]] = {
    "guobiao": MIL25,
    "jmsa": MIL25,
    "cn1998": R98,
    "lianzhong": R98,
    "wmo2006": WMO06,
}

# MIL25: a player whose second game is forfeited has withdrawn (弃赛). No other text says so.
FORFEITS_TO_WITHDRAW: Final[Mapping[str, int]] = {"guobiao": 2, "jmsa": 2}


# --- looking up -----------------------------------------------------------------------------


def offences(profile: str) -> tuple[Offence, ...]:
    """The catalogue of a rule profile in printed order; raise `ValueError` for an unknown one."""
    try:
        return CATALOGUES[profile]
    except KeyError:
        raise ValueError(f"no offence catalogue for profile {profile!r}") from None


def offence(profile: str, key: str) -> Offence:
    """One offence of a rule profile; raise `ValueError` when its text has none of that key."""
    for row in offences(profile):
        if row.key == key:
            return row
    raise ValueError(f"profile {profile!r} has no offence {key!r}")


def proposed_step(offence: Offence, earlier: int) -> Step:
    """
    The step for a player with `earlier` offences of this kind within the offence's scope.

    Cancelled ones must not be among them. After the last step it repeats, raised by `rise` each
    time. The referee may decide otherwise with a reason.
    """
    if earlier < 0:
        raise ValueError(f"earlier offences cannot be {earlier!r}")
    beyond = max(0, earlier - len(offence.steps) + 1)
    step = offence.steps[min(earlier, len(offence.steps) - 1)]
    return replace(step, amount=step.amount + beyond * offence.rise)


def late_offence(catalogue: Iterable[Offence], minutes: int) -> Offence | None:
    """
    The lateness (迟到) of somebody who comes `minutes` after the start, None when on time.

    A minute begun counts as a whole one, which closes the gap the text leaves between "5 分钟以内"
    and "6-10". None as well where the catalogue says nothing about lateness.
    """
    if minutes <= 0:
        return None
    late = (row for row in catalogue if row.group is Group.LATE)
    return next((row for row in late if row.minutes is None or minutes <= row.minutes), None)


def late_step(profile: str, minutes: int) -> Step | None:
    """The step for coming `minutes` late, None when nothing is due; see `late_offence`."""
    late = late_offence(offences(profile), minutes)
    return late.steps[0] if late else None


def withdrawn_by_forfeits(profile: str, forfeited: int) -> bool:
    """Whether a player with so many forfeited games counts as withdrawn (弃赛)."""
    limit = FORFEITS_TO_WITHDRAW.get(profile)
    return limit is not None and forfeited >= limit


# --- amounts --------------------------------------------------------------------------------


def shares(
    measure: Measure, amount: int, offender: int, receivers: Sequence[int] = ()
) -> tuple[int, int, int, int]:
    """
    The four signed amounts of a measure, by seat 0-3.

    `amount` is positive and is what the offender loses in all. A fine is lost to nobody. A
    compensation is split evenly among `receivers`, the three others when none are named: 30 gives
    10 to each, or 30 to a single one, and the four amounts add up to 0. The share of an absent
    seat goes to that seat. Other measures move nothing.

    Raise `ValueError` for an amount that is negative, cannot be split evenly, or comes with a
    measure that moves nothing, and for a seat that cannot be meant.
    """
    if not 0 <= offender < SEATS:
        raise ValueError(f"a seat is 0-3, not {offender!r}")
    if amount < 0 or (amount and measure not in MONEY):
        raise ValueError(f"not an amount for {measure}: {amount!r}")
    paid = [0] * SEATS
    if measure in MONEY:
        paid[offender] = -amount
    if measure is Measure.COMPENSATION:
        for seat, part in _parts(amount, offender, receivers):
            paid[seat] = part
    east, south, west, north = paid
    return east, south, west, north


def _parts(amount: int, offender: int, receivers: Iterable[int]) -> tuple[tuple[int, int], ...]:
    """Each receiver of a compensation with his equal part."""
    others = set(range(SEATS)) - {offender}
    seats = tuple(receivers) or tuple(sorted(others))
    if not set(seats) <= others or len(set(seats)) != len(seats):
        raise ValueError(f"seat {offender} cannot compensate {seats!r}")
    part, rest = divmod(amount, len(seats))
    if rest:
        raise ValueError(f"{amount} points cannot be split among {len(seats)} players")
    return tuple((seat, part) for seat in seats)


def step_shares(
    step: Step, offender: int, receivers: Sequence[int] = ()
) -> tuple[int, int, int, int]:
    """
    The four signed game points of a step; zeros when it only costs table points.

    A compensation to one player needs that player in `receivers`.
    """
    if step.money is None or step.unit is Unit.TABLE_POINTS:
        return shares(Measure.WARNING, 0, offender)
    if step.receivers is Receivers.PLAYER and len(receivers) != 1:
        raise ValueError(f"this compensation goes to one player, not {receivers!r}")
    return shares(step.money, step.amount, offender, receivers)


# --- an edited copy -------------------------------------------------------------------------


def step_from_data(data: Mapping[str, Any]) -> Step:
    """A step from the plain values `dataclasses.asdict` gave; raise `ValueError` for a bad word."""
    return Step(
        measures=tuple(Measure(word) for word in data["measures"]),
        amount=data["amount"],
        unit=Unit(data["unit"]),
        at_most=data["at_most"],
        receivers=Receivers(data["receivers"]),
        hand=HandEffect(data["hand"]),
    )


def offence_from_data(data: Mapping[str, Any]) -> Offence:
    """
    An offence from the plain values `dataclasses.asdict` gave, as kept in a profile's JSON copy.

    Raise `ValueError` for an unknown word, `KeyError` or `TypeError` for a missing field.
    """
    words = {
        "group": Group(data["group"]),
        "scope": Scope(data["scope"]),
        "steps": tuple(map(step_from_data, data["steps"])),
    }
    return Offence(**{**data, **words})
