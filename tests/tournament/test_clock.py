"""The clock from its events alone: no database, no time of the machine."""

from datetime import UTC, datetime, timedelta

import pytest

from tournament.clock import Event, Kind, Phase, clock

NINE = datetime(2026, 5, 1, 9, tzinfo=UTC)


def at(minutes, kind=Kind.START, *, extra=0, game=None):
    return Event(kind, NINE + timedelta(minutes=minutes), extra, game)


def state(*events, minutes=120, game=None):
    return clock(events, minutes=minutes, game=game)


def end(*events, **more):
    """Minutes after nine at which time is up, None while the clock stands."""
    ends_at = state(*events, **more).ends_at
    return None if ends_at is None else (ends_at - NINE) / timedelta(minutes=1)


START = at(0)
PAUSE, RESUME = at(30, Kind.PAUSE), at(45, Kind.RESUME)


@pytest.mark.parametrize(
    ("events", "expected"),
    [
        pytest.param([], None, id="not-started"),
        pytest.param([START], 120, id="started"),
        pytest.param([START, at(5)], 120, id="a-second-start-is-nothing"),
        pytest.param([START, PAUSE], None, id="paused"),
        pytest.param([START, PAUSE, RESUME], 135, id="a-pause-moves-the-end-by-its-length"),
        pytest.param([START, PAUSE, at(40, Kind.PAUSE), RESUME], 135, id="paused-twice"),
        pytest.param([START, at(10, Kind.RESUME)], 120, id="resumed-without-a-pause"),
        pytest.param([at(-9, Kind.PAUSE), START], 120, id="paused-before-the-start"),
        pytest.param([START, at(60, Kind.EXTRA, extra=5)], 125, id="extra"),
        pytest.param([at(-1, Kind.EXTRA, extra=5), START], 125, id="extra-before-the-start"),
        pytest.param([START, PAUSE, at(31, Kind.EXTRA, extra=5), RESUME], 140, id="extra-in-pause"),
        pytest.param([START, at(130, Kind.EXTRA, extra=5)], 135, id="extra-after-the-end"),
        pytest.param(
            [START, at(130, Kind.PAUSE), at(140, Kind.EXTRA, extra=5), at(150, Kind.RESUME)],
            155,
            id="paused-after-the-end",
        ),
    ],
)
def test_when_the_clock_ends(events, expected):
    assert end(*events) == expected


def test_extra_minutes_of_one_table_are_its_own():
    events = [START, at(60, Kind.EXTRA, extra=5, game=7), at(70, Kind.EXTRA, extra=2)]

    assert [end(*events), end(*events, game=7), end(*events, game=8)] == [122, 127, 122]
    assert [state(*events).extra, state(*events, game=7).extra] == [2, 7]


@pytest.mark.parametrize(
    ("minute", "phase", "left"),
    [
        pytest.param(0, Phase.RUNNING, 120, id="start"),
        pytest.param(114.5, Phase.RUNNING, 5.5, id="before-the-last-minutes"),
        pytest.param(115, Phase.LAST, 5, id="last-minutes"),
        pytest.param(120, Phase.UP, 0, id="up"),
        pytest.param(500, Phase.UP, 0, id="long-after"),
        pytest.param(-1, Phase.RUNNING, 120, id="a-reader-whose-clock-is-behind"),
    ],
)
def test_how_a_running_clock_stands(minute, phase, left):
    now = NINE + timedelta(minutes=minute)

    running = state(START)

    assert running.phase(now) == phase
    assert running.remaining(now) == timedelta(minutes=left)


def test_a_paused_clock_keeps_what_is_left():
    paused = state(START, PAUSE)
    later = NINE + timedelta(hours=9)

    assert paused.phase(later) == Phase.PAUSED
    assert paused.remaining(later) == timedelta(minutes=90)
    assert state().phase(later) == Phase.WAITING
