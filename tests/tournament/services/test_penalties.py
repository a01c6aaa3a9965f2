import pytest

from scoring.rules.penalties import Measure, shares
from tests.factories import (
    discard_win,
    make_game,
    make_hand,
    make_official,
    make_tournament,
    player,
)
from tournament.models import ActionLog, Penalty, PenaltyShare, Role
from tournament.results import event_results
from tournament.services.errors import BadState, NotAllowed, TokenReused
from tournament.services.games import enter_totals
from tournament.services.log import Request
from tournament.services.penalties import (
    Ruling,
    add_penalty,
    cancel_penalty,
    penalise_in_table_points,
)

pytestmark = pytest.mark.django_db

FINE_40 = Ruling(Measure.FINE, offence="short_win", shares=(-40, 0, 0, 0), dead_hand=True)
SHORT_WIN_1998 = Ruling(
    Measure.COMPENSATION, offence="short_win", shares=shares(Measure.COMPENSATION, 30, 0)
)


def lines(tournament):
    return [(line.rank, line.entry.number, line.table_points, line.score)
            for line in event_results(tournament).lines]  # fmt: skip


@pytest.mark.parametrize(
    ("ruling", "expected"),
    [
        pytest.param(FINE_40, {0: -40}, id="fine-goes-to-nobody"),
        pytest.param(SHORT_WIN_1998, {0: -30, 1: 10, 2: 10, 3: 10}, id="compensation-to-all"),
        pytest.param(Ruling(Measure.WARNING), {}, id="warning-moves-nothing"),
    ],
)
def test_add_penalty_writes_the_shares_that_move_points(ruling, expected):
    penalty = add_penalty(game=make_game(), offender=0, ruling=ruling, request=Request())

    assert dict(penalty.shares.values_list("seat__start", "points")) == expected


def test_two_penalties_stand_on_one_hand_that_somebody_else_wins():
    game = make_game()
    make_hand(game, 7, discard_win(1, 2, 10))

    for offender in (0, 3):
        add_penalty(
            game=game,
            offender=offender,
            hand_number=7,
            ruling=Ruling(Measure.FINE, shares=shares(Measure.FINE, 10, offender)),
            request=Request(),
        )

    result = event_results(game.round.tournament).games[0]
    assert result.scores == (-18, 34, -18, -18)
    assert result.check.ok


def test_adding_and_cancelling_leaves_the_standings_identical():
    game = make_game()
    make_hand(game)
    before = lines(game.round.tournament)

    penalty = add_penalty(game=game, offender=0, ruling=FINE_40, request=Request())
    changed = lines(game.round.tournament)
    cancel_penalty(penalty=penalty, request=Request(reason="wrong table"))

    assert changed != before
    assert lines(game.round.tournament) == before
    assert Penalty.objects.count() == 1


def test_a_cancellation_needs_a_reason_and_happens_once():
    penalty = add_penalty(game=make_game(), offender=0, ruling=FINE_40, request=Request())

    with pytest.raises(BadState, match="why"):
        cancel_penalty(penalty=penalty, request=Request())
    cancel_penalty(penalty=penalty, request=Request(reason="wrong player"))
    with pytest.raises(BadState, match="already"):
        cancel_penalty(penalty=penalty, request=Request(reason="again"))


def test_a_retry_adds_no_second_penalty():
    game, request = make_game(), Request()

    first = add_penalty(game=game, offender=0, ruling=FINE_40, request=request)
    again = add_penalty(game=game, offender=0, ruling=FINE_40, request=request)

    assert first == again
    assert PenaltyShare.objects.count() == 1
    with pytest.raises(TokenReused):
        add_penalty(game=game, offender=1, ruling=FINE_40, request=request)


def test_a_dead_hand_is_not_given_to_the_recorded_winner_of_that_hand():
    game = make_game()
    make_hand(game, 2, discard_win(0, 1))

    with pytest.raises(BadState, match="winner"):
        add_penalty(game=game, offender=0, hand_number=2, ruling=FINE_40, request=Request())


def test_totals_include_their_penalties():
    game = make_game()
    enter_totals(game=game, totals=(40, 0, 0, -80), request=Request(reason="paper"))

    with pytest.raises(BadState, match="totals"):
        add_penalty(game=game, offender=0, ruling=FINE_40, request=Request())


def test_a_forfeit_takes_the_table_points():
    game = make_game()
    make_hand(game, 1, discard_win(0, 1, 20))

    add_penalty(
        game=game,
        offender=0,
        ruling=Ruling(Measure.FINE, shares=(-80, 0, 0, 0), forfeit=True),
        request=Request(),
    )

    result = event_results(game.round.tournament).games[0]
    assert [str(points) for points in result.table_points] == ["0", "1", "3", "3"]


def test_table_points_are_taken_from_a_player_outside_every_game():
    tournament = make_tournament()
    offender = tournament.players.get(number=2)

    penalise_in_table_points(
        tournament=tournament,
        player=offender,
        ruling=Ruling(Measure.FINE, offence="discipline", table_points=6),
        request=Request(reason="phone"),
    )

    assert [str(points) for _, number, points, _ in lines(tournament) if number == 2] == ["-1/2"]
    assert ActionLog.objects.filter(action="penalise").count() == 1


def test_a_table_referee_takes_no_table_points():
    game = make_game()
    referee = make_official(game.round.tournament, Role.REFEREE)

    with pytest.raises(NotAllowed):
        add_penalty(
            game=game,
            offender=0,
            ruling=Ruling(Measure.FINE, table_points=6),
            request=Request(by=referee),
        )


def test_the_penalty_names_player_and_hand():
    game = make_game()
    penalty = add_penalty(game=game, offender=2, hand_number=5, ruling=FINE_40, request=Request())

    assert (penalty.player, penalty.hand_number) == (player(game, 2), 5)
