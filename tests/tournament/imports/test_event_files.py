"""What an import of short files makes, and what it remarks."""

import pytest
from django.core.management import CommandError, call_command

from tests.factories import make_tournament
from tests.tournament.imports.files import HANDS, PLAYERS, TABLES, load, refusal, write_files
from tournament.imports.csv_files import EventFilesRefused
from tournament.models import ActionLog, ClockEvent, Game, Hand, PenaltyShare, Round, Tournament
from tournament.results import event_results
from tournament.services.hands import entry_of

pytestmark = pytest.mark.django_db

GAME = TABLES[0]


def shares(tournament):
    """The penalties: measure, seat and the amounts by seat."""
    rows = tournament.penalties.order_by("pk")
    return [
        (
            row.measure,
            row.seat.start,
            dict(PenaltyShare.objects.filter(penalty=row).values_list("seat__start", "points")),
        )
        for row in rows
    ]


def test_the_event_as_imported(tmp_path):
    imported = load(write_files(tmp_path), name="Old event")
    event = imported.tournament

    assert imported.remarks == ()
    assert (event.name, event.slug, event.profile) == ("Old event", "imported", "wmo2006")
    assert event.state == Tournament.State.RUNNING
    assert list(event.players.values_list("number", "team__number")) == [
        (1, 1), (2, 1), (3, 2), (4, 2),
    ]  # fmt: skip
    game = Game.objects.get(round__tournament=event)
    assert (game.round.state, game.state, game.result) == ("closed", "signed", "hands")
    assert list(game.seats.values_list("player__number", flat=True)) == [1, 2, 3, 4]
    assert list(game.hands.values_list("number", "outcome", "winner", "discarder")) == [
        (1, "self_draw", 0, None),
        (3, "discard", 3, 1),
    ]
    assert event_results(event).games[0].scores == (76, -44, -36, 4)


def test_no_clock_is_made_up_and_the_log_names_the_command(tmp_path):
    load(write_files(tmp_path))

    assert not ClockEvent.objects.exists()
    assert set(ActionLog.objects.values_list("by", flat=True)) == {None}
    assert ActionLog.objects.filter(action="record_hand").count() == 2


def test_a_chicken_hand_has_its_fan_list(tmp_path):
    load(write_files(tmp_path, hands=("1,1,1,1,2,10,1,,,,",)))

    hand = Hand.objects.get()
    assert (hand.fans, hand.fan_points, hand.flowers) == ({"chicken_hand": 1}, 10, 2)


def test_a_drawn_hand(tmp_path):
    load(write_files(tmp_path, hands=("1,1,1,,,0,0,,,,", "1,1,2,,,,,,,,")))

    assert [hand.outcome for hand in Hand.objects.all()] == ["draw", "draw"]
    assert {entry_of(hand).amounts for hand in Hand.objects.all()} == {(0, 0, 0, 0)}


def test_a_game_with_totals_only(tmp_path):
    tables = ("1,1,1,2,3,4,30,10,-10,-30,4,2,1,0,1,1",)
    event = load(write_files(tmp_path, tables=tables, hands=None)).tournament

    game = Game.objects.get()
    assert (game.result, game.reason, game.hands.count()) == ("totals", "Imported", 0)
    assert event_results(event).games[0].scores == (30, 10, -10, -30)


def test_a_game_still_played_leaves_its_round_running(tmp_path):
    tables = (GAME, "1,2,5,6,7,8,,,,,,,,,0,0")
    players = (*PLAYERS, "5,", "6,", "7,", "8,")
    load(write_files(tmp_path, players=players, tables=tables))

    assert Round.objects.get().state == Round.State.RUNNING
    assert list(Game.objects.values_list("table__number", "state")) == [(1, "signed"), (2, "open")]


def test_teams_of_any_number_and_size(tmp_path):
    players = ("1,7", "2,7", "3,7", "4,7", "5,7", "6,3", "8,")
    event = load(write_files(tmp_path, players=players)).tournament

    assert list(event.teams.values_list("number", flat=True)) == [3, 7]
    assert event.teams.get(number=7).members.count() == 5


@pytest.mark.parametrize(
    ("amounts", "expected"),
    [
        pytest.param(
            "10,10,-30,10",
            [("compensation", 2, {0: 10, 1: 10, 2: -30, 3: 10})],
            id="compensation",
        ),
        pytest.param(",,-40,", [("fine", 2, {2: -40})], id="fine"),
        pytest.param("-10,-20,,", [("fine", 0, {0: -10}), ("fine", 1, {1: -20})], id="two-fines"),
        pytest.param(
            "-20,-20,20,20",
            [
                ("compensation", 0, {0: -20, 2: 10, 3: 10}),
                ("compensation", 1, {1: -20, 2: 10, 3: 10}),
            ],
            id="two-offenders",
        ),
        pytest.param(
            "10,10,-70,10",
            [("compensation", 2, {0: 10, 1: 10, 2: -30, 3: 10}), ("fine", 2, {2: -40})],
            id="compensation-and-fine",
        ),
        pytest.param(",,,15", [("compensation", 3, {3: 15})], id="nobody-pays"),
        pytest.param(
            "-10,,5,15",
            [("compensation", 0, {0: -10, 2: 3, 3: 7}), ("compensation", 2, {2: 2, 3: 8})],
            id="nobody-pays-the-rest",
        ),
        pytest.param("0,0,0,0", [], id="nothing"),
    ],
)
def test_penalties_of_a_hand(tmp_path, amounts, expected):
    event = load(write_files(tmp_path, hands=(f"1,1,1,,,0,0,{amounts}",))).tournament

    assert shares(event) == expected
    assert {(p.offence, p.reason, p.hand_number) for p in event.penalties.all()} <= {
        ("free", "Imported", 1)
    }


def test_a_wrong_score_is_remarked_and_the_hands_win(tmp_path):
    tables = (GAME.replace("76,-44", "80,-40"),)
    imported = load(write_files(tmp_path, tables=tables))

    assert imported.remarks == (
        "tables.csv, line 2: east_score is 80, hands and penalties give 76.",
        "tables.csv, line 2: south_score is -40, hands and penalties give -44.",
    )
    assert event_results(imported.tournament).games[0].scores == (76, -44, -36, 4)


def test_wrong_table_points_are_remarked(tmp_path):
    tables = (GAME.replace(",4,0,1,2,", ",7/3,0,1,2,"),)

    assert load(write_files(tmp_path, tables=tables)).remarks == (
        "tables.csv, line 2: east_tp is 7/3, the scores give 4.",
    )


def test_a_sum_that_fines_do_not_explain_is_remarked(tmp_path):
    tables = ("1,1,1,2,3,4,30,10,-10,-70,4,2,1,0,1,1",)

    assert load(write_files(tmp_path, tables=tables, hands=())).remarks == (
        "tables.csv, line 2: the scores add up to -40, "
        "with the fines given they should add up to 0.",
    )


def test_points_that_nobody_pays_are_remarked(tmp_path):
    tables = ("1,1,1,2,3,4,0,0,0,15,1,1,1,4,1,0",)

    assert load(write_files(tmp_path, tables=tables, hands=("1,1,1,,,0,0,,,,15",))).remarks == (
        "tables.csv, line 2: the scores add up to 15, "
        "with the fines given they should add up to 0.",
    )


def test_a_starting_score_is_told_by_the_command(tmp_path):
    tables = (GAME.replace("76,-44,-36,4,", "576,456,464,504,"),)
    imported = load(write_files(tmp_path, tables=tables), starting_score=500)

    assert imported.remarks == ()
    assert event_results(imported.tournament).games[0].scores == (576, 456, 464, 504)


def test_standings_that_differ_are_remarked(tmp_path):
    expected = ("rank,player_id,table_points,score", "1,1,4.0,76", "2,4,2,5", "3,3,1,-36")
    teams = ("rank,team_id,table_points,score", "1,1,4.0,32", "2,2,3.0,-32")
    write_files(tmp_path, expected_standings=expected, expected_team_standings=teams)

    assert load(tmp_path).remarks == (
        "expected_standings.csv: 3 lines, the event has 4.",
        "expected_standings.csv, place 2: rank 2, number 4, 2 points, score 5 there, "
        "rank 2, number 4, 2 points, score 4 here.",
    )


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        pytest.param(
            {"slug": "not a slug"},
            "The address “not a slug”: Enter a valid “slug” consisting of letters, numbers, "
            "underscores or hyphens.",
            id="slug",
        ),
        pytest.param({"slug": ""}, "The event needs an address (--slug).", id="no-slug"),
        pytest.param(
            {"slug": "x" * 51},
            f"The address “{'x' * 51}”: Ensure this value has at most 50 characters (it has 51).",
            id="long-slug",
        ),
        pytest.param(
            {"slug": "there"}, "There is already an event with the address there.", id="taken"
        ),
        pytest.param(
            {"profile": ""},
            "Say the rule profile: one of guobiao, cn1998, wmo2006, jmsa, lianzhong.",
            id="no-profile",
        ),
        pytest.param(
            {"name": "x" * 201},
            "Ensure this value has at most 200 characters (it has 201).",
            id="long-name",
        ),
        pytest.param(
            {"starting_score": -1}, "The starting score is 0 to 100000.", id="starting-score"
        ),
    ],
)
def test_what_the_command_says_is_checked(tmp_path, options, problem):
    make_tournament(slug="there")

    assert refusal(write_files(tmp_path), **options) == (problem,)
    assert Tournament.objects.count() == 1


def test_the_command_reports(tmp_path, capsys):
    tables = (GAME.replace("76,", "77,"),)
    write_files(tmp_path, tables=tables)

    call_command("import_event", tmp_path, slug="old", profile="guobiao")

    assert capsys.readouterr().out.splitlines() == [
        "tables.csv, line 2: east_score is 77, hands and penalties give 76.",
        "Imported “old”: 4 players, 1 rounds.",
    ]


def test_the_command_fails_with_every_problem(tmp_path):
    write_files(tmp_path, hands=("1,1,1,1,,7,0,,,,", "1,1,2,1,,6,0,,,,"))

    with pytest.raises(CommandError) as error:
        call_command("import_event", tmp_path, slug="old", profile="guobiao")

    assert str(error.value).splitlines() == [
        "Nothing was imported.",
        "hands.csv, line 2: fan is 7; a win has at least 8.",
        "hands.csv, line 3: fan is 6; a win has at least 8.",
    ]


def test_a_directory_that_is_not_there(tmp_path):
    assert refusal(tmp_path / "no") == (f"{tmp_path / 'no'}: there is no such directory.",)


def test_a_long_list_of_problems_is_cut(tmp_path):
    hands = tuple(f"1,1,{n},1,,7,0,,,," for n in range(1, 61))

    with pytest.raises(EventFilesRefused) as refused:
        load(write_files(tmp_path, hands=hands))

    assert len(refused.value.problems) == 60
    assert str(refused.value).splitlines()[-1] == "… and 10 more."


def test_hands_in_any_order(tmp_path):
    load(write_files(tmp_path, hands=tuple(reversed(HANDS))))

    assert list(Hand.objects.order_by("pk").values_list("number", flat=True)) == [1, 3]
