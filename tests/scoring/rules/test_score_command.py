import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.utils import translation

LEGAL = "[333s,1][444p,1]7788s111p8s|NE0000|2"
BELOW = "[345m,1][678p,1]12567s22p3s|EE0100|5"
NO_WIN = "1223344455678m6m|EE1000|0"
ROOT = Path(__file__).parents[3]


def run(*args):
    """The exit code and what was printed."""
    out = io.StringIO()
    with translation.override("en"):
        try:
            call_command("score", *args, stdout=out)
        except SystemExit as stop:
            return stop.code, out.getvalue()
    return 0, out.getvalue()


def test_a_legal_hand_for_people():
    code, out = run(LEGAL)

    assert code == 0
    assert out.splitlines() == [
        LEGAL,
        "   6  碰碰和 All Pungs",
        "   1  幺九刻 Pung of Terminals or Honors",
        "   1  缺一门 One Voided Suit",
        "   1  无字 No Honors",
        "   2  花牌 Flower Tiles",
        "  11",
    ]


def test_a_refused_hand_for_people():
    code, out = run(BELOW)

    assert code == 1
    assert out.splitlines()[-2:] == [
        "   7",
        "Points missing: 1. There are 7, but 8 are needed without flowers. "
        "Check the hand, or record a short win.",
    ]


def test_copies_are_multiplied_for_people():
    assert "   4  双同刻 Double Pung x2" in run("[222m,1][222s,1][444m,1]44s99p4s")[1].splitlines()


def test_unreadable_text_for_people():
    assert run("11x") == (2, "After 11 the suit is missing (place 1). Add m, s or p.\n")


def test_json_of_a_legal_hand():
    code, out = run("--json", LEGAL)

    assert code == 0
    answer = json.loads(out)
    assert answer.pop("fans")[0] == {
        "key": "all_pungs",
        "zh": "碰碰和",
        "en": "All Pungs",
        "points": 6,
        "count": 1,
    }
    assert answer == {
        "hand": LEGAL,
        "profile": "guobiao",
        "points": 9,
        "total": 11,
        "left_out": [],
        "reading": ["333s", "444p", "888s", "111p", "77s"],
        "others": [],
        "flowers": 2,
        "missing": 0,
        "problems": [],
    }


def test_json_says_why():
    _, out = run("--json", "3m123789s123789p3m")

    answer = json.loads(out)
    assert answer["fans"][2]["sets"] == [["123s", "123p"], ["789s", "789p"]]
    assert answer["left_out"] == [
        {"key": "two_terminal_chows", "because": "mixed_double_chow", "principle": "joined_once"},
        {"key": "no_honors", "because": "all_chows", "principle": "not_repeated"},
    ]
    assert [
        (other["points"], other["reading"], [(fan["key"], fan["count"]) for fan in other["fans"]])
        for other in answer["others"]
    ] == [
        (
            8,
            ["123s", "789s", "123p", "789p", "33m"],
            [
                ("concealed_hand", 1),
                ("all_chows", 1),
                ("mixed_double_chow", 1),
                ("two_terminal_chows", 2),
                ("single_wait", 1),
            ],
        )
    ]


def test_reasons_for_people():
    _, out = run("--explain", "3m123789s123789p3m|EE0000|2")

    assert out.splitlines()[-6:] == [
        "  10",
        "Read as: 123s 789s 123p 789p 33m",
        "   -  Two Terminal Chows would join sets again that Mixed Double Chow has joined already. "
        "(joined once) 123p+789p",
        "   -  No Honors is part of All Chows and is not counted. (no repeating)",
        "   8  123s 789s 123p 789p 33m: Concealed Hand 2, All Chows 2, Mixed Double Chow 1, "
        "Two Terminal Chows 2, Single Wait 1",
        "8 points reach the minimum of 8; flowers add 2.",
    ]


def test_declared_fan_need_rules_that_have_them():
    dealt = "1122445566889p9p|EE1000"

    assert run("--profile", "lianzhong", "--declare", "heavenly_hand", dealt)[1].splitlines()[
        1
    ] == (" 168  天和 Heavenly Hand")
    assert run("--declare", "heavenly_hand", dealt) == (
        1,
        f"{dealt}|0\n"
        "Heavenly Hand does not exist in these rules. "
        "Take it back, or choose the rules that have it.\n",
    )


@pytest.mark.parametrize(
    ("text", "code", "points", "total", "problems"),
    [
        pytest.param(BELOW, 1, 7, 7, ["below_minimum"], id="below-the-minimum"),
        pytest.param(NO_WIN, 1, None, None, ["not_a_win"], id="no-win"),
        pytest.param("11x", 2, None, None, ["suit_missing"], id="unreadable"),
    ],
)
def test_json_of_refused_hands(text, code, points, total, problems):
    exit_code, out = run("--json", text)

    answer = json.loads(out)
    assert exit_code == code
    assert (answer["hand"], answer["points"], answer["total"]) == (text, points, total)
    assert [problem["code"] for problem in answer["problems"]] == problems


def test_every_line_gets_an_answer(monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{LEGAL}\n\n11x\r\n{NO_WIN}"))

    code, out = run("--stdin")

    answers = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    assert [(answer["hand"], answer["points"]) for answer in answers] == [
        (LEGAL, 9),
        ("", None),
        ("11x", None),
        (NO_WIN, None),
    ]


@pytest.mark.parametrize(
    ("args", "message"),
    [
        pytest.param(["--profile", "mcr", LEGAL], "invalid choice", id="unknown-profile"),
        pytest.param([], "required", id="no-hand"),
    ],
)
def test_wrong_use(args, message):
    with pytest.raises(CommandError, match=message):
        run(*args)


def test_bytes_that_are_no_text_are_answered_line_by_line():
    lines = b"\xff\xfe\n" + b"1m\r1m\n" + LEGAL.encode()

    done = subprocess.run(
        [sys.executable, "manage.py", "score", "--stdin"],
        input=lines, cwd=ROOT, env={"SECRET_KEY": "of a test", **os.environ},
        capture_output=True, check=True, timeout=60,
    )  # fmt: skip

    assert [json.loads(line)["points"] for line in done.stdout.splitlines()] == [None, None, 9]
