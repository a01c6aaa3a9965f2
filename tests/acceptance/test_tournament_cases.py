"""
The tournament cases and the real event of the reference material, kept beside the checkout.

Every record of `cases/tournament.jsonl` is either computed by one of the functions below or listed
with the reason why no arithmetic can answer it. Without the folder the tests skip and say so; with
REQUIRE_SHARED=1 its absence fails.
"""

import csv
import json
import os
from fractions import Fraction
from pathlib import Path

import pytest

from scoring.rules import settle
from scoring.rules.penalties import (
    CATALOGUES,
    HandEffect,
    Measure,
    Unit,
    late_step,
    offence,
    proposed_step,
    shares,
    step_shares,
    withdrawn_by_forfeits,
)
from tournament.standings import (
    Entry,
    SeatResult,
    TeamEntry,
    check_sum,
    from_twelfths,
    game_scores,
    standings,
    table_points,
    team_standings,
    to_twelfths,
)
from tournament.winds import HANDS_PER_WIND, SeatChange, place

SHARED = Path(__file__).parents[3] / "shared"
CASES = SHARED / "cases" / "tournament.jsonl"
EVENT = SHARED / "data" / "event72"

ABSENT_FINE = 80
FILE_SEATS = ("east", "south", "west", "north")


def load_records():
    if not CASES.exists():
        return []
    return [json.loads(line) for line in CASES.read_text("utf-8").splitlines() if line.strip()]


RECORDS = load_records()


def need(path):
    """Skip, or fail when REQUIRE_SHARED is set, if the reference material is not there."""
    if not path.exists():
        stop = pytest.fail if os.environ.get("REQUIRE_SHARED") == "1" else pytest.skip
        stop(f"the reference material is not beside the checkout: {path.name} is missing")


def profiles(record):
    """The catalogues a record speaks of; none when it is about amounts an organiser sets."""
    if record["profile"] == "free amounts":
        return []
    if record["profile"] == "all":
        return list(CATALOGUES)
    return record["profile"].split(", ")


def steps(record, key, times=1):
    """The steps of the 1st, 2nd, … offence `key`, the same in every profile of the record."""
    found = {
        tuple(proposed_step(offence(profile, key), earlier) for earlier in range(times))
        for profile in profiles(record)
    }
    amounts = {tuple(step.amount for step in ladder) for ladder in found}
    assert len(amounts) == 1
    return found.pop()


# --- penalties ------------------------------------------------------------------------------

FALSE_WINS = {"fh-01": "short_win", "fh-02": "wrong_tile_win", "fh-05": "false_win"}
FALSE_WINS |= {"fh-07": "short_win"}


def check_false_win(record):
    for profile in profiles(record):
        step = proposed_step(offence(profile, FALSE_WINS[record["id"]]), 0)
        offender, *others = step_shares(step, 0)

        assert (offender, others) == (record["expected"]["offender"], record["expected"]["others"])
        assert step.hand is HandEffect.NONE
        if "offender_stopped" in record["expected"]:
            assert Measure.DEAD_HAND in step.measures


def check_free_compensation(record):
    expected = record["expected"]

    assert shares(Measure.COMPENSATION, 90, 0) == (expected["offender"], *expected["others"])


def check_void_win(record):
    (step,) = steps(record, "counted_with_hand_tiles")

    assert (step.hand, step.amount) == (HandEffect.VOID_WIN, 0)


def check_false_concealed_kong(record):
    (step,) = steps(record, "false_concealed_kong")

    assert step_shares(step, 0) == (record["expected"]["offender"], 0, 0, 0)


LADDERS = {"pn-01": "general_warning", "pn-02": "empty_call", "pn-03": "early_draw"}


def check_ladder(record):
    (times,) = record["input"].values()
    amounts = [step.amount for step in steps(record, LADDERS[record["id"]], times)]

    assert amounts == record["expected"]["deductions"]
    assert sum(amounts) == record["expected"].get("sum", sum(amounts))


def check_free_fines(record):
    deductions = record["expected"]["deductions"]
    fines = [shares(Measure.FINE, amount, 0) for amount in deductions]

    assert game_scores([], fines) == (-record["expected"]["sum"], 0, 0, 0)


def check_discipline(record):
    ladder = steps(record, "discipline", record["input"]["discipline offences"])
    points = [from_twelfths(step.amount) for step in ladder]

    assert {step.unit for step in ladder} == {Unit.TABLE_POINTS}
    assert points == [Fraction(text) for text in record["expected"]["table_points_deducted"]]
    assert sum(points) == Fraction(record["expected"]["sum"])


def check_fine_before_table_points(record):
    names, before = zip(*record["input"]["scores"].items(), strict=True)
    ((offender, amount),) = record["input"]["penalty"].items()
    after = game_scores([before], [shares(Measure.FINE, amount, names.index(offender))])

    assert dict(zip(names, after, strict=True)) == record["expected"]["scores"]
    assert dict(zip(names, table_points(after), strict=True)) == record["expected"]["table_points"]


def check_late(record):
    for minutes, expected in zip(
        record["input"]["late_minutes"], record["expected"]["penalty"], strict=True
    ):
        step = late_step("guobiao", minutes)
        if isinstance(expected, str):
            assert (step.measures, step.amount) == ((Measure.FINE, Measure.FORFEIT), 80)
        else:
            assert (step.amount if step else 0) == expected


def check_wall_destroyed(record):
    (step,) = steps(record, "wall_destroyed")

    assert step_shares(step, 0)[0] == record["expected"]["offender"]
    assert step.hand is HandEffect.REPLAY


# --- ranking --------------------------------------------------------------------------------


def ranking(record):
    players = record["input"]["players"]
    entries = [Entry(player, player) for player in range(len(players))]
    results = [
        SeatResult(1, 1, player, None, score, Fraction(points))
        for player, (points, score) in enumerate(players.values())
    ]
    return [(list(players)[line.entry.player], line.rank) for line in standings(entries, results)]


def check_order(record):
    assert [name for name, _ in ranking(record)] == record["expected"]["order"]


def check_shared_ranks(record):
    assert dict(ranking(record)) == record["expected"]["ranks"]


def check_withdrawn(record):
    entries = [Entry(1, 1, withdrawn=True), Entry(2, 2)]
    results = [SeatResult(n, 1, 1, None, 10, Fraction(4)) for n in (1, 2)]
    results += [SeatResult(n, 1, 2, None, 10, Fraction(1)) for n in range(1, 6)]

    lines = standings(entries, results)

    assert [(line.entry.withdrawn, line.table_points) for line in lines] == [(True, 8), (False, 5)]
    assert [withdrawn_by_forfeits("guobiao", count) for count in (1, 2)] == [False, True]


def check_team_sum(record):
    thirds = [Fraction(7, 3)] * 3
    totals = [Fraction(20), Fraction("18.5"), *thirds, Fraction(9)]
    results = [SeatResult(n, 1, None, 1, 0, points) for n, points in enumerate(totals, 1)]

    (line,) = team_standings([TeamEntry(1, 1)], [], results)

    assert line.table_points == Fraction(record["expected"]["team total exact"])


# --- seats ----------------------------------------------------------------------------------


def check_seats(record):
    start = "ESWN".index(record["input"]["start seat"])
    first_hands = range(1, 17, HANDS_PER_WIND)
    places = ["ESWN"[place(start, number, SeatChange.EVERY)] for number in first_hands]

    assert places == record["expected"]["seats by quarter"]


# --- table points ---------------------------------------------------------------------------


def check_table_points(record):
    expected = record["expected"]
    points = table_points(record["input"]["scores"])

    assert points == tuple(map(Fraction, expected["table_points_exact"]))
    if "table_points_2_decimals" in expected:
        assert points == tuple(map(Fraction, expected["table_points_2_decimals"]))


def check_absent_seat(record):
    scores = [*record["input"]["scores"].values()]
    absent = shares(Measure.FINE, ABSENT_FINE, 3)[3]
    points = dict(zip("ABCD", table_points([*scores, absent], absent={3}), strict=True))

    assert points.pop("D") == 0
    assert points == {name: record["expected"][name] for name in "ABC"}


def check_absent_seat_pays(record):
    assert dict(zip("ABCD", settle(12, 0, 1), strict=True)) == record["expected"]


def check_no_play(record):
    expected = record["expected"]["each present"]

    for absent in ({2, 3}, {1, 2, 3}):
        points = table_points((expected["score"],) * 4, absent=absent)
        assert points == tuple(0 if s in absent else expected["table_points"] for s in range(4))


def check_stored_exactly(record):
    exact = (Fraction(7, 3), Fraction(7, 4), Fraction(1, 2))

    assert [f"{float(value):.3g}".replace(".", ",") for value in exact] == record["input"]["stored"]
    assert tuple(from_twelfths(to_twelfths(value)) for value in exact) == exact


# --- payments -------------------------------------------------------------------------------


def check_payment(record):
    given = record["input"]
    (amounts,) = record["expected"].values()
    discarder = None if given["win"] == "self_draw" else 1
    paid = settle(given["fan"] + given["flowers"], 0, discarder)

    assert sorted(paid[1:]) == sorted(amounts[1:])
    assert (paid[0], sum(paid)) == (amounts[0], 0)
    assert discarder is None or paid[discarder] == amounts[1]


def check_drawn_hand(record):
    (amounts,) = record["expected"].values()

    assert list(game_scores([])) == amounts


def check_zero_sum(record):
    scores = game_scores(record["input"]["hands"])
    check = check_sum(scores, record["input"]["penalty"], 0)

    assert (check.actual, check.ok) == (record["expected"]["sum_of_table"], True)


CHECKS = {
    **dict.fromkeys(FALSE_WINS, check_false_win),
    "fh-06": check_free_compensation,
    "fh-11": check_void_win,
    "fh-12": check_false_concealed_kong,
    **dict.fromkeys(LADDERS, check_ladder),
    "pn-04": check_free_fines,
    "pn-05": check_discipline,
    "pn-06": check_fine_before_table_points,
    "pn-07": check_late,
    "rk-01": check_order,
    "rk-02": check_shared_ranks,
    "rk-05": check_withdrawn,
    "rk-06": check_team_sum,
    **dict.fromkeys(("st-01", "st-03"), check_seats),
    **dict.fromkeys(("tb-01", "tb-03", "tb-05", "tb-07", "tb-08", "tb-09"), check_table_points),
    **dict.fromkeys(("tb-10", "tb-13"), check_absent_seat),
    "tb-11": check_absent_seat_pays,
    "tb-12": check_no_play,
    "tb-17": check_stored_exactly,
    **dict.fromkeys(("tp-01", "tp-02", "tp-03", "tp-04", "tp-05"), check_payment),
    "tp-06": check_drawn_hand,
    "tp-10": check_zero_sum,
    "us-06": check_wall_destroyed,
}

NOT_ARITHMETIC = {
    "tp-09": "claimed and approved points: two stored numbers, kept by the service of the hand",
    "us-01": "the end rule of a round: which hand is the last is decided at the table",
    "us-03": "what counts as a played hand: outcome of the stored hand, read by the statistics",
    "us-04": "when a game ends at once: decided by the head referee, recorded by a service",
    "us-05": "a gap in the hands: refused by the service that closes a game",
}


def test_the_cases_are_there():
    need(CASES)

    assert RECORDS


def test_every_record_is_checked_or_explained():
    need(CASES)
    ids = [record["id"] for record in RECORDS]

    assert sorted(ids) == sorted([*CHECKS, *NOT_ARITHMETIC])


@pytest.mark.parametrize(
    "record", [pytest.param(r, id=r["id"]) for r in RECORDS if r["id"] not in NOT_ARITHMETIC]
)
def test_record(record):
    CHECKS[record["id"]](record)


# --- the real event -------------------------------------------------------------------------


def rows(name):
    need(EVENT / name)
    with (EVENT / name).open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def by_seat(row, field):
    return tuple(int(row[f"{seat}_{field}"] or 0) for seat in FILE_SEATS)


def event_rows():
    """Entries, teams and seat results of the event, table points by this project's own function."""
    team_of = {int(row["player_id"]): int(row["team_id"]) for row in rows("players.csv")}
    entries = [Entry(player, player, team) for player, team in team_of.items()]
    teams = [TeamEntry(team, team) for team in set(team_of.values())]
    results = [
        SeatResult(int(row["round"]), int(row["table"]), player, team_of[player], score, points)
        for row in rows("tables.csv")
        for player, score, points in zip(
            by_seat(row, "id"),
            by_seat(row, "score"),
            table_points(by_seat(row, "score")),
            strict=True,
        )
    ]
    return entries, teams, results


def test_standings_of_the_real_event():
    entries, _, results = event_rows()
    lines = [
        (line.rank, line.entry.player, line.table_points, line.score)
        for line in standings(entries, results)
    ]

    assert lines == [
        (int(r["rank"]), int(r["player_id"]), Fraction(r["table_points"]), int(r["score"]))
        for r in rows("expected_standings.csv")
    ]


def test_team_standings_of_the_real_event():
    entries, teams, results = event_rows()
    lines = [
        (line.rank, line.entry.team, line.table_points, line.score)
        for line in team_standings(teams, entries, results)
    ]

    assert lines == [
        (int(r["rank"]), int(r["team_id"]), Fraction(r["table_points"]), int(r["score"]))
        for r in rows("expected_team_standings.csv")
    ]


def seat_amounts(hand, seats):
    """The four amounts of a hand of the file; a drawn hand moves nothing."""
    if not hand["winner_id"]:
        return (0, 0, 0, 0)
    discarder = seats.index(int(hand["discarder_id"])) if hand["discarder_id"] else None
    return settle(int(hand["fan"]), seats.index(int(hand["winner_id"])), discarder)


def test_games_of_the_real_event_recompute_from_their_hands():
    games = {(r["round"], r["table"]): r for r in rows("tables.csv") if r["totals_only"] == "0"}
    hands = {key: [] for key in games}
    for hand in rows("hands.csv"):
        hands[hand["round"], hand["table"]].append(hand)

    for key, game in games.items():
        seats = by_seat(game, "id")
        amounts = [seat_amounts(hand, seats) for hand in hands[key]]
        penalties = [by_seat(hand, "penalty") for hand in hands[key]]

        assert game_scores(amounts, penalties) == by_seat(game, "score"), key
    assert len(games) == 93
