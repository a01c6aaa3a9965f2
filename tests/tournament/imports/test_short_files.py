"""What the reader of short files refuses, each with file and line."""

import pytest

from tests.tournament.imports.files import HANDS, PLAYERS, TABLES, refusal, write_files
from tournament.imports import csv_files
from tournament.imports.short_files import read_short_event
from tournament.models import ActionLog, Tournament

pytestmark = pytest.mark.django_db

GAME = TABLES[0]


@pytest.mark.parametrize(
    ("files", "problem"),
    [
        pytest.param(
            {"players": (*PLAYERS, "x,1")},
            "players.csv, line 6: player_id is “x”, not a whole number from 1 to 2147483647.",
            id="player-not-a-number",
        ),
        pytest.param(
            {"players": (*PLAYERS, "5,0")},
            "players.csv, line 6: team_id is “0”, not a whole number from 1 to 2147483647.",
            id="team-zero",
        ),
        pytest.param(
            {"players": (*PLAYERS, ",1")},
            "players.csv, line 6: player_id is blank.",
            id="player-blank",
        ),
        pytest.param(
            {"players": (*PLAYERS, "９,1")},
            "players.csv, line 6: player_id is “９”, not a whole number from 1 to 2147483647.",
            id="full-width-digit",
        ),
        pytest.param(
            {"players": (*PLAYERS, "4,1")},
            "players.csv, line 6: player 4 is there already (players.csv, line 5).",
            id="player-twice",
        ),
        pytest.param(
            {"players": (*PLAYERS, "5")},
            "players.csv, line 6: 1 cells, the header has 2.",
            id="cell-missing",
        ),
        pytest.param(
            {"players": (*PLAYERS, '5,"1')},
            "players.csv, line 6: not CSV (unexpected end of data).",
            id="quote-not-closed",
        ),
        pytest.param(
            {"tables": (GAME.replace("1,1,1,2,3,4", "1,1,1,2,3,9"),), "hands": ()},
            "tables.csv, line 2: player 9 is not in players.csv.",
            id="unknown-player",
        ),
        pytest.param(
            {"tables": (GAME.replace("1,1,1,2,3,4", "1,1,1,2,3,1"),), "hands": ()},
            "tables.csv, line 2: player 1 of round 1 is there already (tables.csv, line 2).",
            id="player-seated-twice",
        ),
        pytest.param(
            {
                "players": (*PLAYERS, "5,", "6,", "7,", "8,"),
                "tables": (GAME, GAME.replace("1,1,1,2,3,4", "1,1,5,6,7,8")),
                "hands": (),
            },
            "tables.csv, line 3: round 1, table 1 is there already (tables.csv, line 2).",
            id="game-twice",
        ),
        pytest.param(
            {"tables": (GAME.replace(",4,0,1,2,", ",4,0,1,7/0,"),)},
            "tables.csv, line 2: north_tp is “7/0”, not a number such as 4, 0.5 or 7/3.",
            id="points-over-zero",
        ),
        pytest.param(
            {"tables": (GAME.replace(",4,0,1,2,", ",4,0,1,two,"),)},
            "tables.csv, line 2: north_tp is “two”, not a number such as 4, 0.5 or 7/3.",
            id="points-a-word",
        ),
        pytest.param(
            {"tables": (GAME.replace(",1,0", ",yes,0"),)},
            "tables.csv, line 2: completed is “yes”, not 0 or 1.",
            id="flag-a-word",
        ),
        pytest.param(
            {"tables": (GAME.replace("76,", ",").replace(",1,0", ",1,1"),), "hands": ()},
            "tables.csv, line 2: a game with totals only needs the four scores.",
            id="total-blank",
        ),
        pytest.param(
            {"tables": (GAME.replace(",1,0", ",1,1"),), "hands": HANDS[:1]},
            "hands.csv, line 2: this game has totals only (tables.csv, line 2); it takes no hands.",
            id="hands-on-totals",
        ),
        pytest.param(
            {"hands": None},
            "hands.csv: the file is missing, but not all games are totals.",
            id="hands-missing",
        ),
        pytest.param(
            {"hands": (*HANDS, "1,2,1,1,,8,0,,,,")},
            "hands.csv, line 4: round 1, table 2 is not in tables.csv.",
            id="unknown-game",
        ),
        pytest.param(
            {"hands": (*HANDS, "1,1,1,1,,8,0,,,,")},
            "hands.csv, line 4: hand 1 of round 1, table 1 is there already (hands.csv, line 2).",
            id="hand-twice",
        ),
        pytest.param(
            {"hands": (*HANDS, "1,1,17,1,,8,0,,,,")},
            "hands.csv, line 4: hand is “17”, not a whole number from 1 to 16.",
            id="hand-17",
        ),
        pytest.param(
            {"hands": (*HANDS, "1,1,4,1,,7,0,,,,")},
            "hands.csv, line 4: fan is 7; a win has at least 8.",
            id="below-8",
        ),
        pytest.param(
            {"hands": (*HANDS, "1,1,4,1,,,0,,,,")},
            "hands.csv, line 4: fan is 0; a win has at least 8.",
            id="points-blank",
        ),
        pytest.param(
            {"hands": (*HANDS, "1,1,4,1,,17,1,,,,")},
            "hands.csv, line 4: a chicken hand is worth 8 and its flowers, not 17.",
            id="chicken-with-nine-flowers",
        ),
        pytest.param(
            {"hands": (*HANDS, "1,1,4,1,1,8,0,,,,")},
            "hands.csv, line 4: winner and discarder are both 1.",
            id="winner-is-discarder",
        ),
        pytest.param(
            {"hands": (*HANDS, "1,1,4,,1,0,0,,,,")},
            "hands.csv, line 4: a discarder, but no winner.",
            id="discarder-alone",
        ),
        pytest.param(
            {"hands": (*HANDS, "1,1,4,,,8,0,,,,")},
            "hands.csv, line 4: points, but no winner. A drawn hand has fan 0.",
            id="points-alone",
        ),
        pytest.param(
            {"players": (*PLAYERS, "5,"), "hands": (*HANDS, "1,1,4,5,,8,0,,,,")},
            "hands.csv, line 4: the winner “5” does not sit at this table.",
            id="winner-elsewhere",
        ),
        pytest.param(
            {"hands": (*HANDS, "1,1,4,1,9,8,0,,,,")},
            "hands.csv, line 4: the discarder “9” does not sit at this table.",
            id="discarder-elsewhere",
        ),
        pytest.param(
            {"hands": (*HANDS, "1,1,4,1,,8,0,1.5,,,")},
            "hands.csv, line 4: east_penalty is “1.5”, not a whole number.",
            id="penalty-not-whole",
        ),
        pytest.param(
            {"expected_standings": ("rank,player_id,table_points,score", "1,1,,0")},
            "expected_standings.csv, line 2: table_points is blank.",
            id="expected-blank",
        ),
        pytest.param({"players": (), "tables": (), "hands": ()}, "players.csv: no players.", id="empty"),
    ],
)  # fmt: skip
def test_refused_with_its_line(tmp_path, files, problem):
    problems = refusal(write_files(tmp_path, **files))

    assert problems == (problem,)
    assert not Tournament.objects.exists()
    assert not ActionLog.objects.exists()


def test_all_problems_are_told_at_once(tmp_path):
    write_files(
        tmp_path, players=("1,a", "2,1", "b,1"), hands=("1,1,1,1,,7,2,,,,", "1,0,1,1,,8,0,,,,")
    )

    assert [problem.split(":")[0] for problem in refusal(tmp_path)] == [
        "players.csv, line 2",
        "players.csv, line 4",
        "hands.csv, line 2",
        "hands.csv, line 3",
    ]


@pytest.mark.parametrize(
    ("name", "content", "problem"),
    [
        pytest.param("players.csv", None, "players.csv: the file is missing.", id="missing"),
        pytest.param(
            "players.csv",
            "player_id,team_id\r\n1,1\r\n".encode("utf-16"),
            "players.csv: not a text file in UTF-8. Save it as CSV UTF-8.",
            id="utf-16",
        ),
        pytest.param(
            "players.csv",
            "选手,队\r\n".encode("gbk"),
            "players.csv: not a text file in UTF-8. Save it as CSV UTF-8.",
            id="gbk",
        ),
        pytest.param(
            "tables.csv",
            b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR",
            "tables.csv: not a text file in UTF-8. Save it as CSV UTF-8.",
            id="picture",
        ),
        pytest.param(
            "players.csv",
            b"",
            "players.csv, line 1: column missing: “player_id”, “team_id”.",
            id="nothing",
        ),
        pytest.param(
            "players.csv",
            b"player_id,team_id,name\r\n1,1,x\r\n",
            "players.csv, line 1: column unknown: “name”.",
            id="unknown-column",
        ),
        pytest.param(
            "players.csv",
            b"player_id,team_id,team_id\r\n1,1,1\r\n",
            "players.csv, line 1: column given twice: “team_id”.",
            id="column-twice",
        ),
        pytest.param(
            "players.csv",
            b'player_id,team_id\r\n"' + b"1" * 200_000 + b'",1\r\n',
            "players.csv, line 2: not CSV (field larger than field limit (131072)).",
            id="huge-cell",
        ),
    ],
)
def test_a_file_that_is_not_what_its_name_says(tmp_path, name, content, problem):
    write_files(tmp_path)
    if content is None:
        (tmp_path / name).unlink()
    else:
        (tmp_path / name).write_bytes(content)

    assert problem in refusal(tmp_path)


def test_a_huge_file_is_not_read(tmp_path, monkeypatch):
    monkeypatch.setattr(csv_files, "LARGEST_FILE", 2**20)
    write_files(tmp_path)
    (tmp_path / "players.csv").write_bytes(b"1" * (2**20 + 1))

    assert refusal(tmp_path) == ("players.csv: larger than 1 MB.",)


def test_a_directory_where_a_file_should_be(tmp_path):
    write_files(tmp_path)
    (tmp_path / "players.csv").unlink()
    (tmp_path / "players.csv").mkdir()

    assert refusal(tmp_path) == ("players.csv: cannot be read (Is a directory).",)


def test_columns_in_another_order_marks_spaces_and_blank_lines_are_read(tmp_path):
    write_files(tmp_path, end="\n")
    (tmp_path / "players.csv").write_text(
        "\ufeffteam_id, player_id\n1, 1\n\n,2\n2,3\n2,4\n", encoding="utf-8"
    )

    players = read_short_event(tmp_path).players

    assert [(p.number, p.team) for p in players] == [(1, 1), (2, None), (3, 2), (4, 2)]
