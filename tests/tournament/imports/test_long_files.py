"""What the reader of long files refuses, each with its place."""

import json
from dataclasses import replace

import pytest
from django.core.management import CommandError, call_command

from scoring.entry import HandEntry, Outcome
from scoring.rules import SWITCHES
from scoring.rules.penalties import Measure
from tests.factories import discard_win, make_official, make_round, make_tournament
from tests.tournament.imports.files import contents
from tournament.exports.event_files import differing_lines, write_event
from tournament.imports.csv_files import EventFilesRefused
from tournament.imports.event_files import import_event
from tournament.models import ActionLog, Role, Tournament
from tournament.services.hands import record_hand
from tournament.services.log import Request
from tournament.services.penalties import Ruling, add_penalty

pytestmark = pytest.mark.django_db


@pytest.fixture
def directory(tmp_path):
    """The files of an event of one game with a hand, entered and corrected, and a fine."""
    event = make_tournament(players=4, slug="first")
    referee = make_official(event, Role.REFEREE, username="referee")
    game = make_round(event).games.get()
    for replaces, entry in enumerate(
        [HandEntry(Outcome.DRAW), replace(discard_win(), fans={"all_chows": 1})]
    ):
        record_hand(game=game, number=1, entry=entry, replaces=replaces, request=Request(referee))
    fine = Ruling(Measure.FINE, offence="short_win", shares=(0, 0, -40, 0))
    add_penalty(
        game=game,
        offender=2,
        ruling=fine,
        hand_number=1,
        request=Request(referee, reason="6 points"),
    )
    write_event(event, tmp_path)
    return tmp_path


def refusal(directory):
    with pytest.raises(EventFilesRefused) as refused:
        import_event(directory, slug="second")
    return refused.value.problems


def edit(path, old, new):
    text = path.read_bytes().decode()
    assert old in text
    path.write_bytes(text.replace(old, new, 1).encode())


def edit_json(directory, change):
    path = directory / "event.json"
    parts = json.loads(path.read_text("utf-8"))
    change(parts)
    path.write_text(json.dumps(parts), "utf-8")


def test_the_files_as_written_are_taken(directory):
    event = import_event(directory, slug="second").tournament

    assert event.rounds.get().games.get().hands.count() == 2
    assert ActionLog.objects.filter(tournament=event).get().action == "restore_event"


@pytest.mark.parametrize(
    ("file", "old", "new", "problem"),
    [
        pytest.param(
            "players.csv", "\r\n4,,", "\r\n1,,",
            "players.csv, line 5: player 1 is there already (players.csv, line 2).",
            id="player-twice",
        ),
        pytest.param(
            "players.csv", "entered", "gone",
            "players.csv, line 2: status is 'gone': Value 'gone' is not a valid choice.",
            id="status",
        ),
        pytest.param(
            "players.csv", "\r\n1,,", "\r\n1,9,",
            "players.csv, line 2: there is no team 9.",
            id="unknown-team",
        ),
        pytest.param(
            "rounds.csv", "running", "walking",
            "rounds.csv, line 2: state is 'walking': Value 'walking' is not a valid choice.",
            id="state",
        ),
        pytest.param(
            "rounds.csv", "1,1,1,", "1,1,2,", "rounds.csv, line 2: there is no stage 2.",
            id="unknown-stage",
        ),
        pytest.param(
            "tables.csv", "1,1,1,2,3,4,", "1,1,1,2,3,9,",
            "tables.csv, line 2: there is no player 9.",
            id="unknown-player",
        ),
        pytest.param(
            "hands.csv", ",2,1,discard,", ",1,1,discard,",
            "hands.csv, line 3: hand 1/1/1/1/1 is there already (hands.csv, line 2).",
            id="version-twice",
        ),
        pytest.param(
            "hands.csv", ",1,0,draw,", ",1,1,draw,",
            "hands.csv, line 3: does not fit the other rows (",
            id="two-current",
        ),
        pytest.param(
            "hands.csv", "1,1,1,1,2,8,", "1,1,1,1,2,7,",
            "hands.csv, line 3: does not fit the other rows (",
            id="below-8",
        ),
        pytest.param(
            "hands.csv", "1,1,1,1,2,8,", "1,1,1,1,9,8,",
            "hands.csv, line 3: discarder_id: player 9 does not sit at this table.",
            id="discarder-elsewhere",
        ),
        pytest.param(
            "hands.csv", "all_chows", "all_cows",
            "hands.csv, line 3: there is no fan 'all_cows'.",
            id="unknown-fan",
        ),
        pytest.param(
            "hands.csv", "all_chows", "all_chows*x",
            "hands.csv, line 3: fans has 'all_chows*x', not a fan such as all_chows or tile_hog*2.",
            id="no-fan-list",
        ),
        pytest.param(
            "hands.csv", "Z,1,referee", ",1,referee",
            "hands.csv, line 2: entered_at is ",
            id="moment-without-zone",
        ),
        pytest.param(
            "hands.csv", "Z,1,referee", "Z,7,referee",
            "hands.csv, line 2: there is no revision of the rules 7.",
            id="unknown-revision",
        ),
        pytest.param(
            "hands.csv", "Z,1,referee", "Z,1,re/fe ree",
            "The user name 're/fe ree': ",
            id="user-name",
        ),
        pytest.param(
            "hands.csv", ",0,0,0,0,1,2,3,4", ",0,0,0,,1,2,3,4",
            "hands.csv, line 2: north_points: an amount needs a table and a player.",
            id="amount-missing",
        ),
        pytest.param(
            "penalties.csv", "1,1,1,1,1,C", "1,1,1,1,1,X",
            "penalties.csv, line 2: seat is 'X', not one of A, B, C, D.",
            id="seat-letter",
        ),
        pytest.param(
            "penalties.csv", ",fine,", ",fun,",
            "penalties.csv, line 2: measure is 'fun': Value 'fun' is not a valid choice.",
            id="measure",
        ),
        pytest.param(
            "penalties.csv", ",1,fine,", ",-1,fine,",
            "penalties.csv, line 2: step is '-1': ",
            id="step-negative",
        ),
        pytest.param(
            "penalties.csv", ",1,fine,", ",1.0,fine,",
            "penalties.csv, line 2: step is '1.0', not a whole number.",
            id="step-not-whole",
        ),
    ],
)  # fmt: skip
def test_refused_with_its_line(directory, file, old, new, problem):
    edit(directory / file, old, new)

    assert [found.startswith(problem) for found in refusal(directory)][:1] == [True]
    assert Tournament.objects.count() == 1


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        pytest.param(
            lambda p: p.update(format=2),
            "event.json: format 2, this program reads 1.",
            id="format",
        ),
        pytest.param(lambda p: p.pop("teams"), "event.json: missing: teams.", id="part-missing"),
        pytest.param(lambda p: p.update(more=1), "event.json: unknown: more.", id="part-unknown"),
        pytest.param(
            lambda p: p.update(teams={}), "event.json: teams: not a list.", id="not-a-list"
        ),
        pytest.param(
            lambda p: p.update(teams=[3]), "event.json: teams 1: not an object.", id="not-an-object"
        ),
        pytest.param(
            lambda p: p["event"].update(minutes="long"),
            "event.json: event: minutes is 'long', not a whole number.",
            id="minutes",
        ),
        pytest.param(
            lambda p: p["event"].update(minutes=[]),
            "event.json: event: minutes is not a plain value.",
            id="minutes-a-list",
        ),
        pytest.param(
            lambda p: p["event"].update(name=""),
            "event.json: event: name is '': This field cannot be blank.",
            id="no-name",
        ),
        pytest.param(
            lambda p: p["event"].update(name="a\0"),
            "event.json: event: name holds a NUL character.",
            id="nul",
        ),
        pytest.param(
            lambda p: p["event"].update(table_point_vector=[4, 2, 1]),
            "event.json: event: table_point_vector is not a list of four whole numbers.",
            id="vector",
        ),
        pytest.param(
            lambda p: p["event"].update(tie_ladder=["luck"]),
            "event.json: event: tie_ladder is not a list of score, best_game, "
            "best_table_points, more_firsts, lot.",
            id="ladder",
        ),
        pytest.param(
            lambda p: p["event"].update(time_zone="Mars"),
            "event.json: event: time_zone is 'Mars': Mars is not the name of a time zone, "
            "such as Europe/Vienna.",
            id="time-zone",
        ),
        pytest.param(
            lambda p: p["profile_revisions"][0].update(content={}),
            "event.json: profile_revisions 1: content: not a copy of the rules ('offences').",
            id="rules",
        ),
        pytest.param(
            lambda p: p["profile_revisions"][0]["content"]["switches"].update(real=True),
            "event.json: profile_revisions 1: content: not a copy of the rules "
            "(unknown switch: 'real'; known are " + ", ".join(SWITCHES) + ").",
            id="switches",
        ),
        pytest.param(
            lambda p: p["officials"][0].update(tables=["x"]),
            "event.json: officials 1: tables is not a list of numbers.",
            id="official-tables",
        ),
        pytest.param(
            lambda p: p["officials"][0].update(tables=[7]),
            "event.json: officials 1: there is no table 7.",
            id="official-unknown-table",
        ),
    ],
)
def test_event_json_refused(directory, change, problem):
    edit_json(directory, change)

    assert refusal(directory) == (problem,)


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(b"{", id="cut"),
        pytest.param(b"[]" * 2, id="two-values"),
        pytest.param(b'{"format": NaN}', id="no-number"),
        pytest.param(b'{"format": "\\ud800"}', id="half-a-character"),
        pytest.param(b"[" * 200_000, id="too-deep"),
    ],
)
def test_event_json_that_is_no_json(directory, content):
    (directory / "event.json").write_bytes(content)

    assert refusal(directory)[0].startswith("event.json: not JSON")


def test_event_json_that_is_a_list(directory):
    (directory / "event.json").write_text("[]")

    assert refusal(directory)[0] == "event.json: not an object."


def test_numbers_for_readers_are_compared(directory):
    edit(directory / "tables.csv", "1,1,1,2,3,4,32,", "1,1,1,2,3,4,35,")

    event = import_event(directory, slug="second").tournament
    (remark,) = differing_lines(event, directory)

    assert remark.startswith("tables.csv, line 2: reads '1,1,1,2,3,4,35,")


def test_other_line_ends_are_remarked_only(directory):
    path = directory / "players.csv"
    path.write_bytes(path.read_bytes().replace(b"\r\n", b"\n"))

    event = import_event(directory, slug="second").tournament

    assert differing_lines(event, directory) == (
        "players.csv: other line ends or a byte order mark; the content is the same.",
    )


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        pytest.param({"profile": "jmsa"}, "event.json says the profile is guobiao, not jmsa.", id="profile"),
        pytest.param(
            {"name": "x"},
            "event.json says the name and the starting score itself.",
            id="name",
        ),
    ],
)  # fmt: skip
def test_what_the_command_says_must_not_contradict(directory, options, problem):
    with pytest.raises(CommandError, match=problem):
        call_command("import_event", directory, slug="second", **options)


def test_the_commands_carry_an_event_over(directory, tmp_path, capsys):
    call_command("import_event", directory, slug="second", profile="guobiao")
    call_command("export_event", "second", tmp_path / "again")

    again = contents(tmp_path / "again")
    assert again == {name: (directory / name).read_bytes() for name in again}
    assert capsys.readouterr().out.splitlines() == [
        "Imported “Test event”: 4 players, 1 rounds.",
        "Wrote event.json, players.csv, rounds.csv, tables.csv, hands.csv, penalties.csv.",
    ]
