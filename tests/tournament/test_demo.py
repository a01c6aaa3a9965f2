"""The demo event: complete, fitting together, and holding what pages must be able to show."""

from itertools import combinations

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command

from scoring.rules import FAN_BY_KEY, parse_hand, problems, score
from tests.tournament.imports.files import contents
from tournament.checks import violations
from tournament.demo_data import LAST_HAND, MISSING_HANDS, SEATING, TEAM_SIZE
from tournament.exports.event_files import write_event
from tournament.imports.event_files import import_event
from tournament.models import Game, Hand, Penalty, Player, Role, Round, Seat, Tournament
from tournament.services.events import may_create
from tournament.services.removal import remove_event
from tournament.winds import SeatChange, prevalent_wind, seat_wind

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def demo(django_db_setup, django_db_blocker):
    """The demo event, seeded once for the tests that only read it, and taken away again."""
    with django_db_blocker.unblock():
        call_command("demo")
        yield Tournament.objects.get(slug="demo")
        remove_event(Tournament.objects.get(slug="demo"))
        User.objects.filter(username__in=["organiser", "referee"]).delete()


def hands(event):
    return Hand.objects.filter(game__round__tournament=event)


def test_its_size(demo):
    assert (demo.players.count(), demo.teams.count()) == (24, 6)
    assert list(demo.rounds.values_list("number", "state")) == [
        (1, "closed"), (2, "closed"), (3, "closed"), (4, "running"),
    ]  # fmt: skip
    assert Game.objects.filter(round__tournament=demo).count() == 24


def test_its_officials(demo):
    assert list(demo.officials.values_list("user__username", "role")) == [
        ("organiser", Role.ORGANISER),
        ("referee", Role.REFEREE),
    ]


def test_only_its_organiser_may_create_events(demo):
    users = {user.username: may_create(user) for user in User.objects.all()}

    assert users == {"organiser": True, "referee": False}


def test_its_rows_fit_together(demo):
    assert violations(demo) == ()


def test_it_holds_what_pages_must_show(demo):
    penalties = demo.penalties
    outside = Seat.objects.filter(round__tournament=demo).exclude(played_by_name="")

    assert outside.count() == 2
    assert demo.players.get(status=Player.Status.WITHDRAWN).last_round == 3
    assert penalties.filter(measure="fine", round__number=1, hand_number=7).count() == 1
    assert penalties.filter(round__number=2, hand_number=5).count() == 2
    assert penalties.get(game=None).table_points == 6
    assert penalties.exclude(cancelled_at=None).count() == 1
    assert hands(demo).filter(outcome="withdrawn").count() == 1
    assert hands(demo).filter(version=2, outcome="discard", reason__gt="").count() == 1
    assert Game.objects.filter(round__tournament=demo, result="totals").count() == 1
    assert {hand.outcome for hand in hands(demo)} == set(Hand.Outcome)


def test_the_running_round_has_tables_of_different_progress_and_a_gap(demo):
    games = Game.objects.filter(round__tournament=demo, round__state=Round.State.RUNNING)
    numbers = {
        game.table.number: [
            hand.number for hand in game.hands.current().exclude(outcome="withdrawn")
        ]
        for game in games
    }

    assert {table: len(found) for table, found in numbers.items()} == {
        1: 9, 2: 7, 3: 5, 4: 4, 5: 5, 6: 0,
    }  # fmt: skip
    assert numbers[4] == [1, 2, 3, 5]
    assert {(4, 4, 4)} == MISSING_HANDS
    assert LAST_HAND[4, 6] == 0


def test_nobody_is_named(demo):
    assert {player.name for player in demo.players.all()} == {""}
    assert str(demo.players.get(number=1)) == "Player 01"


def test_fan_lists_and_tiles_are_worth_what_is_stored(demo):
    listed = hands(demo).exclude(fans={})

    assert listed.count() > 80
    for hand in listed:
        points = sum(FAN_BY_KEY[key].points * times for key, times in hand.fans.items())
        assert points + hand.flowers == hand.fan_points
        assert points >= 8


def test_tiles_read_as_the_hand_they_stand_for(demo):
    written = hands(demo).exclude(notation="")

    assert written.count() > 40
    for hand in written:
        tiles = parse_hand(hand.notation)
        result = score(tiles, demo.profile)
        assert problems(tiles) == ()
        assert str(tiles) == hand.notation
        assert result.total == hand.fan_points
        assert {line.fan.key: line.count for line in result.fans} == hand.fans
        assert tiles.self_drawn is (hand.outcome == "self_draw")
        assert tiles.prevalent_wind == prevalent_wind(hand.number)
        assert tiles.seat_wind == seat_wind(hand.winner, hand.number, SeatChange.EVERY)


def test_it_goes_out_and_comes_in_the_same(demo, tmp_path):
    write_event(demo, tmp_path / "1")
    again = import_event(tmp_path / "1", slug="again").tournament
    write_event(again, tmp_path / "2")

    assert contents(tmp_path / "2") == contents(tmp_path / "1")
    assert violations(again) == ()


# --- the seats ------------------------------------------------------------------------------


def test_every_round_seats_everybody_once():
    for tables in SEATING:
        assert sorted(entry for seats in tables for entry in seats) == list(range(1, 25))


def test_nobody_meets_anybody_twice_nor_a_team_mate():
    pairs = [
        frozenset(pair) for tables in SEATING for seats in tables for pair in combinations(seats, 2)
    ]
    team_mates = [p for p in pairs if len({(entry - 1) // TEAM_SIZE for entry in p}) == 1]

    assert len(set(pairs)) == len(pairs)
    assert team_mates == []


def test_each_player_starts_once_in_every_seat():
    starts = {
        (entry, start)
        for tables in SEATING
        for seats in tables
        for start, entry in enumerate(seats)
    }

    assert len(starts) == 24 * 4


# --- the command ----------------------------------------------------------------------------


def test_the_command_seeds_once(demo, capsys):
    call_command("demo")

    assert capsys.readouterr().out == "The event 'demo' is there already; --reset makes it anew.\n"
    assert Tournament.objects.get(slug="demo") == demo


def test_a_reset_makes_the_event_anew_and_keeps_the_users(demo, capsys, monkeypatch):
    monkeypatch.delenv("DEMO_PASSWORD", raising=False)
    password = User.objects.get(username="organiser").password

    call_command("demo", reset=True)

    assert Tournament.objects.get(slug="demo") != demo
    assert User.objects.get(username="organiser").password == password
    assert Penalty.objects.count() == 7
    assert capsys.readouterr().out.splitlines() == [
        "User organiser keeps the password it has.",
        "User referee keeps the password it has.",
        "The event 'demo' is ready.",
    ]


def test_a_given_password_is_set_and_not_shown(demo, capsys, monkeypatch):
    monkeypatch.setenv("DEMO_PASSWORD", "only-for-tests-1998")

    call_command("demo", reset=True)

    assert User.objects.get(username="referee").check_password("only-for-tests-1998")
    assert "1998" not in capsys.readouterr().out
