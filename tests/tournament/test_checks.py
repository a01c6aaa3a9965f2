"""`check_tournament` names every row that does not fit; each case breaks one."""

from datetime import UTC, datetime

import pytest
from django.core.management import CommandError, call_command

from scoring.rules.penalties import Measure, shares
from tests.factories import make_game, make_hand, make_round, make_tournament
from tournament.checks import violations
from tournament.models import (
    Game,
    Hand,
    HandScore,
    Penalty,
    PenaltyShare,
    Player,
    Round,
    Seat,
    Signature,
    Stage,
)
from tournament.services.games import enter_totals
from tournament.services.log import Request
from tournament.services.penalties import Ruling, add_penalty

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    """Eight players at two tables, a hand, a fine and a compensation at the first."""
    event = make_tournament(players=8, teams=2)
    game = make_round(event).games.get(table__number=1)
    make_hand(game)
    for measure in (Measure.FINE, Measure.COMPENSATION):
        ruling = Ruling(measure, shares=shares(measure, 30, 2))
        add_penalty(game=game, offender=2, ruling=ruling, hand_number=1, request=Request())
    return event


def first_game():
    return Game.objects.get(table__number=1, round__number=1)


def test_an_event_that_fits(event):
    assert violations(event) == ()


def break_seat_round(event):
    second = make_round(event, number=2)
    second.seats.all().delete()
    Seat.objects.filter(game=first_game(), start=0).update(round=second)


def break_stage(event):
    Round.objects.update(stage=Stage.objects.get(tournament=make_tournament()))


def break_team(event):
    stranger = make_tournament(teams=1).teams.get()
    Player.objects.filter(tournament=event, number=1).update(team=stranger)


def break_current(event):
    Hand.objects.update(is_current=False)


def break_score(event):
    HandScore.objects.filter(seat__start=0).update(points=99)


def break_credit(event):
    HandScore.objects.filter(seat__start=0).update(player=event.players.get(number=8))


def break_foreign_score(event):
    other = Game.objects.get(table__number=2).seats.get(start=0)
    HandScore.objects.filter(seat__start=0).update(seat=other, player=other.player)


def break_totals(event):
    first_game().seats.filter(start=0).update(total=5)


def break_result(event):
    Game.objects.filter(pk=first_game().pk).update(result="totals")
    first_game().seats.update(total=0)
    PenaltyShare.objects.all().delete()


def break_version(event):
    Game.objects.filter(pk=first_game().pk).update(version=0)


def break_seats(event):
    Game.objects.get(table__number=2).seats.filter(start=3).delete()


def break_hands_per_game(event):
    type(event).objects.filter(pk=event.pk).update(hands_per_game=1)
    Hand.objects.update(number=2)


def break_fine(event):
    seat = first_game().seats.get(start=0)
    fine = Penalty.objects.get(measure="fine")
    PenaltyShare.objects.create(penalty=fine, seat=seat, player=seat.player, points=10)


def break_compensation(event):
    PenaltyShare.objects.filter(penalty__measure="compensation", seat__start=0).update(points=20)


def break_direction(event):
    PenaltyShare.objects.filter(penalty__measure="fine").update(points=30)


def break_warning(event):
    Penalty.objects.filter(measure="fine").update(measure="warning")


def break_penalty_round(event):
    Penalty.objects.filter(measure="fine").update(round=make_round(event, number=2))


def break_signature(event):
    at = datetime(2025, 5, 1, tzinfo=UTC)
    game = first_game()
    Signature.objects.create(game=game, game_version=99, seat=game.seats.get(start=0), at=at)


@pytest.mark.parametrize(
    ("damage", "expected"),
    [
        pytest.param(break_seat_round, "its round is not its game's.", id="seat-round"),
        pytest.param(break_stage, "its stage belongs to another event.", id="stage"),
        pytest.param(break_team, "its team belongs to another event.", id="team"),
        pytest.param(break_current, "the current version is not the last one alone.", id="current"),
        pytest.param(break_score, "the scores add up to 67, not to 0.", id="score"),
        pytest.param(
            break_credit, "a score is credited to somebody who does not hold the seat.", id="credit"
        ),
        pytest.param(
            break_foreign_score, "a score belongs to a seat of another game.", id="foreign-score"
        ),
        pytest.param(
            break_totals, "a seat has total, but the result is 'hands'.", id="totals-and-hands"
        ),
        pytest.param(break_result, "has hands, but its result is 'Totals only'.", id="result"),
        pytest.param(break_version, "version 0 after 3 changes.", id="version"),
        pytest.param(break_seats, "3 seats, not 4.", id="seats"),
        pytest.param(break_hands_per_game, "a game has 1 hands.", id="hands-per-game"),
        pytest.param(break_fine, "a fine is given to nobody.", id="fine"),
        pytest.param(
            break_compensation, "a compensation adds up to 0, not to 10.", id="compensation"
        ),
        pytest.param(
            break_direction, "it gives to the offender or takes from others.", id="direction"
        ),
        pytest.param(break_warning, "warning moves no points.", id="warning"),
        pytest.param(break_penalty_round, "its round is not its game's.", id="penalty-round"),
        pytest.param(
            break_signature, "not of a version or a seat of its game.", id="signature"
        ),
    ],
)  # fmt: skip
def test_a_row_that_does_not_fit(event, damage, expected):
    damage(event)
    event.refresh_from_db()

    found = violations(event)

    assert [sentence for sentence in found if expected in sentence]


def test_a_sum_that_is_not_explained():
    game = make_game()
    enter_totals(game=game, totals=(10, 0, 0, 0), request=Request(reason="Lost"))

    assert violations(game.round.tournament) == (
        "Round 1 · Table 1: the scores add up to 10, not to 0.",
    )


@pytest.mark.parametrize("tables", [1, 3])
def test_the_queries_do_not_grow(tables, django_assert_max_num_queries):
    event = make_tournament(players=4 * tables)
    for game in make_round(event).games.all():
        make_hand(game)

    with django_assert_max_num_queries(40):
        violations(event)


def test_the_command_says_that_all_is_well(event, capsys):
    call_command("check_tournament", event.slug)

    assert capsys.readouterr().out == f"{event.slug}: everything fits together.\n"


def test_the_command_fails_for_any_event(event, capsys):
    break_version(event)
    other = make_tournament()

    with pytest.raises(CommandError, match=r"1 found\."):
        call_command("check_tournament", all=True)

    assert capsys.readouterr().out.splitlines() == [
        f"{event.slug}: Round 1 · Table 1: version 0 after 3 changes.",
        f"{other.slug}: everything fits together.",
    ]


def test_the_command_names_an_unknown_event():
    with pytest.raises(CommandError, match="There is no event with the address nothing"):
        call_command("check_tournament", "nothing")
