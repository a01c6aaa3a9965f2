"""`manage.py plan_seats`: nothing here may touch the database."""

import hashlib
import json
from io import StringIO
from itertools import combinations

import pytest
from django.core.management import CommandError, call_command

from tournament.draw import plan


def printed(*arguments):
    out = StringIO()
    call_command("plan_seats", *map(str, arguments), stdout=out)
    return out.getvalue()


def planned(*arguments):
    return json.loads(printed(*arguments, "--json"))


def test_the_json_has_the_plan_its_hash_and_its_quality():
    made = planned("--players", 72, "--rounds", 6, "--seed", "spring", "--teams", 18)

    assert set(made) == {"players", "rounds", "method", "seed", "sha256", "quality"}
    assert (made["players"], made["method"], made["seed"]) == (72, "difference", "spring")
    plain = json.dumps(made["rounds"], separators=(",", ":")).encode()
    assert made["sha256"] == hashlib.sha256(plain).hexdigest()
    met = [p for seating in made["rounds"] for table in seating for p in combinations(table, 2)]
    assert len({frozenset(pair) for pair in met}) == 6 * 18 * 6
    assert not [(one, two) for one, two in met if (one - 1) // 4 == (two - 1) // 4]
    for seating in made["rounds"]:
        assert sorted(player for table in seating for player in table) == list(range(1, 73))
    quality = made["quality"]
    assert (quality["repeats"], quality["clashes"], quality["table_revisits"]) == (0, [], 0)


def test_the_same_seed_prints_the_same_and_none_draws_one():
    asked = ("--players", 20, "--rounds", 6)

    assert printed(*asked, "--seed", "s") == printed(*asked, "--seed", "s")
    assert planned(*asked, "--seed", "s") != planned(*asked, "--seed", "t")
    assert planned(*asked)["seed"] != planned(*asked)["seed"]


def test_rounds_and_tables_of_the_report_count_from_one():
    quality = planned("--players", 8, "--rounds", 2, "--seed", "s")["quality"]

    assert {(number, table) for number, table, _one, _two in quality["rematches"]} == {
        (2, 1),
        (2, 2),
    }
    assert {table for _player, table, _visits in quality["revisited"]} <= {1, 2}


def test_the_text_names_every_table_and_what_is_best():
    text = printed("--players", 16, "--rounds", 5, "--seed", "s")

    assert text.count("Round ") == 5
    assert "Repeated meetings: 0 (proved minimum 0), the best possible" in text
    assert f"SHA-256: {plan(range(1, 17), 5, seed='s').sha256}\n" in text


@pytest.mark.parametrize(
    ("players", "rounds", "line"),
    [
        (8, 7, "Repeated meetings: 56 (proved minimum 56), the best possible"),
        (12, 11, "Repeated meetings: 132 (proved minimum 132), the best possible"),
        (12, 4, "Repeated meetings: 13 (proved minimum 13), the best possible"),
        (20, 6, "Repeated meetings: 6 (proved minimum 1), the best known"),
        (4, 1, "Repeated meetings: 0 (proved minimum 0), the best possible"),
    ],
)
def test_small_fields_say_how_good_they_are(players, rounds, line):
    assert line in printed("--players", players, "--rounds", rounds, "--seed", "s")


def test_a_prefix_without_repeats_is_a_choice():
    asked = ("--players", 24, "--rounds", 8, "--seed", "s")

    assert planned(*asked)["quality"]["repeats"] == 12
    first = planned(*asked, "--prefix-first")["quality"]
    assert (first["repeats"], {number for number, *_rest in first["rematches"]}) == (18, {8})


def test_teams_that_cannot_keep_apart_are_named():
    text = printed("--players", 12, "--rounds", 2, "--seed", "s", "--teams", 2)

    assert "Cannot hold: more of one team than tables" in text
    assert ": 1, 2, 3, 4, 5, 6\n" in text
    assert "Team-mates at one table: 12 (proved minimum 12)" in text


@pytest.mark.parametrize(
    ("players", "rounds", "teams", "message"),
    [
        pytest.param(0, 2, 0, "Too few players for a table: 0", id="nobody"),
        pytest.param(3, 2, 0, "Too few players for a table: 3", id="three"),
        pytest.param(5, 2, 0, "add 3 fillers, or plan for 4", id="five"),
        pytest.param(7, 2, 0, "add 1 filler, or plan for 4", id="seven"),
        pytest.param(-4, 2, 0, "Too few players", id="negative"),
        pytest.param(8, 0, 0, "one round at least", id="no-round"),
        pytest.param(8, 2, 9, "cannot make 9 teams", id="teams"),
    ],
)
def test_what_cannot_be_planned_is_said(players, rounds, teams, message):
    with pytest.raises(CommandError, match=message):
        printed("--players", players, "--rounds", rounds, "--teams", teams)


def test_a_seed_that_is_no_text_is_refused():
    # What a shell hands over when its bytes are no UTF-8.
    with pytest.raises(CommandError, match="no text in UTF-8"):
        printed("--players", 8, "--rounds", 1, "--seed", "\udcff")
