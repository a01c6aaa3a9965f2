"""
The real event of the reference material, imported through the command, and out again.

Without the folder the tests skip and say so; with REQUIRE_SHARED=1 its absence fails.
"""

import csv
from fractions import Fraction

import pytest
from django.core.management import call_command

from scoring.rules import settle
from tournament.checks import violations
from tournament.exports.event_files import write_event
from tournament.imports.event_files import import_event
from tournament.models import Game, Hand, Tournament
from tournament.results import event_results
from tournament.services.removal import remove_event

SEATS = ("east", "south", "west", "north")

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def files(shared):
    return shared / "data" / "event72"


@pytest.fixture(scope="module")
def event(files, django_db_setup, django_db_blocker):
    """The event, imported once for the tests that only read it, and taken away again."""
    with django_db_blocker.unblock():
        call_command("import_event", files, slug="event72", profile="wmo2006")
        event = Tournament.objects.get(slug="event72")
        yield event
        remove_event(event)


def rows(path):
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def test_nothing_in_the_files_disagrees(files):
    assert import_event(files, slug="again", profile="wmo2006").remarks == ()


def test_its_size(event):
    games = Game.objects.filter(round__tournament=event)

    assert (event.players.count(), event.teams.count(), event.rounds.count()) == (72, 18, 6)
    assert (games.count(), games.filter(result="totals").count()) == (108, 15)
    assert Hand.objects.filter(game__round__tournament=event).count() == 1431
    assert event.penalties.count() == 11
    assert Hand.objects.filter(fans={"chicken_hand": 1}).count() == 22


def test_standings_line_for_line(event, files):
    lines = [
        (line.rank, line.entry.number, line.table_points, line.score)
        for line in event_results(event).lines
    ]

    assert lines == [
        (int(r["rank"]), int(r["player_id"]), Fraction(r["table_points"]), int(r["score"]))
        for r in rows(files / "expected_standings.csv")
    ]
    assert len(lines) == 72


def test_team_standings_line_for_line(event, files):
    lines = [
        (line.rank, line.entry.number, line.table_points, line.score)
        for line in event_results(event).team_lines
    ]

    assert lines == [
        (int(r["rank"]), int(r["team_id"]), Fraction(r["table_points"]), int(r["score"]))
        for r in rows(files / "expected_team_standings.csv")
    ]
    assert len(lines) == 18


def test_the_scores_of_every_game_follow_from_its_hands(event, files):
    results = {
        (game.game.round.number, game.game.table.number): game
        for game in event_results(event).games
        if game.game.result == Game.Result.HANDS
    }
    recorded = {
        (int(r["round"]), int(r["table"])): tuple(int(r[f"{seat}_score"]) for seat in SEATS)
        for r in rows(files / "tables.csv")
        if r["totals_only"] == "0"
    }

    assert {place: game.scores for place, game in results.items()} == recorded
    assert len(recorded) == 93


def test_the_amounts_of_every_hand_follow_from_its_entry(event):
    hands = Hand.objects.filter(game__round__tournament=event).prefetch_related("scores__seat")
    for hand in hands:
        amounts = {score.seat.start: score.points for score in hand.scores.all()}
        expected = (0, 0, 0, 0)
        if hand.winner is not None:
            expected = settle(hand.fan_points, hand.winner, hand.discarder)
        assert amounts == dict(enumerate(expected))


def test_its_rows_fit_together(event):
    assert violations(event) == ()


def test_it_comes_out_byte_for_byte(event, files, tmp_path):
    call_command("export_event", "event72", tmp_path)

    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "hands.csv", "players.csv", "tables.csv",
    ]  # fmt: skip
    for path in tmp_path.iterdir():
        assert path.read_bytes() == (files / path.name).read_bytes(), path.name


def test_with_a_name_it_goes_out_long_and_comes_back(event, tmp_path):
    event.players.filter(number=1).update(name="Player One")

    write_event(event, tmp_path / "1")
    again = import_event(tmp_path / "1", slug="again").tournament
    write_event(again, tmp_path / "2")

    assert len(list((tmp_path / "1").iterdir())) == 6
    for path in (tmp_path / "1").iterdir():
        assert path.read_bytes() == (tmp_path / "2" / path.name).read_bytes(), path.name
    assert event_results(again).lines[0].score == 994
