"""What the database itself refuses, whoever writes."""

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone

from tests.factories import make_game, make_hand, make_tournament
from tournament.models import (
    ActionLog,
    Hand,
    HandScore,
    Penalty,
    Player,
    Round,
    Seat,
    Table,
    Team,
)
from tournament.services.events import current_revision

pytestmark = pytest.mark.django_db


def hand(game, **fields):
    values = {
        "number": 1,
        "version": 1,
        "outcome": "draw",
        "profile_revision": current_revision(game.round.tournament),
        "entered_at": timezone.now(),
        **fields,
    }
    return Hand.objects.create(game=game, **values)


def refused(make):
    with pytest.raises(IntegrityError), transaction.atomic():
        make()


def test_one_current_row_for_a_hand():
    game = make_game()
    hand(game)

    refused(lambda: hand(game, version=2))
    hand(game, version=2, is_current=False)


def test_a_version_number_is_used_once():
    game = make_game()
    hand(game, is_current=False)

    refused(lambda: hand(game))


@pytest.mark.parametrize(
    "fields",
    [
        pytest.param({"number": 0}, id="hand-0"),
        pytest.param({"number": 17}, id="hand-17"),
        pytest.param({"outcome": "discard", "winner": 0, "fan_points": 8}, id="no-discarder"),
        pytest.param(
            {"outcome": "discard", "winner": 0, "discarder": 0, "fan_points": 8},
            id="winner-is-discarder",
        ),
        pytest.param(
            {"outcome": "discard", "winner": 0, "discarder": 1, "fan_points": 7}, id="under-8"
        ),
        pytest.param(
            {"outcome": "self_draw", "winner": 0, "discarder": 1, "fan_points": 8},
            id="self-draw-with-discarder",
        ),
        pytest.param({"outcome": "self_draw", "winner": 4, "fan_points": 8}, id="fifth-seat"),
        pytest.param({"outcome": "draw", "winner": 1}, id="drawn-with-winner"),
        pytest.param({"outcome": "draw", "fan_points": 8}, id="drawn-with-points"),
        pytest.param({"outcome": "nonsense"}, id="unknown-outcome"),
    ],
)
def test_a_hand_that_cannot_be(fields):
    game = make_game()

    refused(lambda: hand(game, **fields))


def test_one_score_for_a_hand_and_seat():
    game = make_game()
    score = make_hand(game).scores.first()

    refused(
        lambda: HandScore.objects.create(
            hand=score.hand, seat=score.seat, player=score.player, points=1
        )
    )


def test_nobody_sits_twice_in_a_round_and_no_chair_holds_two():
    game = make_game()
    first = game.seats.get(start=0)

    refused(lambda: Seat.objects.create(game=game, round=game.round, start=3, player=first.player))
    refused(lambda: Seat.objects.filter(pk=first.pk).update(start=1))
    refused(lambda: Seat.objects.filter(pk=first.pk).update(start=4))


def test_numbers_are_unique_in_their_event():
    game = make_game()
    tournament = game.round.tournament
    Team.objects.create(tournament=tournament, number=1)

    refused(lambda: Team.objects.create(tournament=tournament, number=1))
    refused(lambda: Player.objects.create(tournament=tournament, number=1))
    refused(lambda: Table.objects.create(tournament=tournament, number=1))
    refused(
        lambda: Round.objects.create(
            tournament=tournament, stage=game.round.stage, number=game.round.number
        )
    )


def test_a_token_is_used_once():
    tournament = make_tournament()
    row = ActionLog.objects.latest("pk")

    refused(
        lambda: ActionLog.objects.create(
            tournament=tournament, object_id=1, token=row.token, action="x"
        )
    )


@pytest.mark.parametrize(
    "fields",
    [
        pytest.param({}, id="nobody"),
        pytest.param({"hand_number": 3, "game": None}, id="hand-without-game"),
        pytest.param({"hand_number": 17}, id="hand-17"),
        pytest.param({"cancelled_at": timezone.now()}, id="cancelled-without-reason"),
        pytest.param({"cancel_reason": "x"}, id="reason-without-cancelling"),
    ],
)
def test_a_penalty_that_cannot_be(fields):
    game = make_game()
    player = game.seats.get(start=0).player if fields else None
    values = {
        "tournament": game.round.tournament,
        "game": game,
        "player": player,
        "measure": "fine",
        "profile_revision": current_revision(game.round.tournament),
        "decided_at": timezone.now(),
        **fields,
    }

    refused(lambda: Penalty.objects.create(**values))


def test_an_event_has_a_real_time_zone():
    with pytest.raises(ValidationError, match="time zone"):
        make_tournament(time_zone="Mars/Olympus")
