import pytest

from scoring.entry import HandEntry, Outcome
from tests.factories import (
    DRAWN,
    discard_win,
    make_game,
    make_hand,
    make_official,
    make_round,
    make_tournament,
    self_draw_win,
    shut_round,
)
from tournament.models import ActionLog, Game, Hand, HandScore, Role, Round
from tournament.permissions import Refusal
from tournament.services.errors import BadState, HandConflict, NotAllowed, TokenReused
from tournament.services.games import close_game, enter_totals
from tournament.services.hands import Saved, entry_of, record_hand, withdraw_hand
from tournament.services.log import Request
from tournament.services.penalties import Ruling, add_penalty

pytestmark = pytest.mark.django_db


def amounts(hand: Hand) -> list[int]:
    return list(hand.scores.order_by("seat__start").values_list("points", flat=True))


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        pytest.param(discard_win(0, 1, 24), [48, -32, -8, -8], id="discard"),
        pytest.param(self_draw_win(2, 24), [-32, -32, 96, -32], id="self-draw"),
        pytest.param(DRAWN, [0, 0, 0, 0], id="drawn"),
        pytest.param(HandEntry(Outcome.NOT_PLAYED), [0, 0, 0, 0], id="not-played"),
        pytest.param(HandEntry(Outcome.VOID_WIN), [0, 0, 0, 0], id="void-win"),
    ],
)
def test_record_hand_writes_the_four_amounts(entry, expected):
    recorded = record_hand(game=make_game(), number=1, entry=entry, replaces=0, request=Request())

    assert amounts(recorded.hand) == expected
    assert entry_of(recorded.hand) == entry


def test_a_correction_is_a_new_version_and_the_old_one_stays():
    game = make_game()
    make_hand(game, entry=discard_win(0, 1, 8))

    record_hand(
        game=game,
        number=1,
        entry=discard_win(1, 0, 12),
        replaces=1,
        request=Request(reason="tapped the wrong seat"),
    )

    rows = game.hands.order_by("version").values_list("version", "is_current", "winner", "reason")
    assert list(rows) == [(1, False, 0, ""), (2, True, 1, "tapped the wrong seat")]
    assert amounts(game.hands.current().get()) == [-20, 36, -8, -8]


def test_every_accepted_change_counts_game_and_standings_version_and_writes_one_log_row():
    game = make_game()
    tournament = game.round.tournament
    tournament.refresh_from_db()
    before = tournament.standings_version, ActionLog.objects.count()

    make_hand(game)

    game.refresh_from_db()
    tournament.refresh_from_db()
    assert game.version == 1
    assert (tournament.standings_version, ActionLog.objects.count()) == (
        before[0] + 1,
        before[1] + 1,
    )


def test_a_retry_gets_the_first_answer_and_changes_nothing():
    game, request = make_game(), Request()
    first = record_hand(game=game, number=1, entry=DRAWN, replaces=0, request=request)

    again = record_hand(game=game, number=1, entry=DRAWN, replaces=0, request=request)

    assert (first.saved, again.saved) == (Saved.NEW, Saved.REPEATED)
    assert again.hand == first.hand
    assert Hand.objects.count() == 1
    assert ActionLog.objects.filter(action="record_hand").count() == 1


def test_a_retry_is_answered_even_after_the_round_was_closed():
    game, request = make_game(), Request()
    referee = make_official(game.round.tournament, Role.REFEREE)
    request = Request(by=referee)
    first = record_hand(game=game, number=1, entry=DRAWN, replaces=0, request=request)
    shut_round(round_=game.round, request=Request())

    again = record_hand(game=game, number=1, entry=DRAWN, replaces=0, request=request)

    assert again.hand == first.hand


def test_the_same_token_with_other_values_is_refused():
    game, request = make_game(), Request()
    record_hand(game=game, number=1, entry=DRAWN, replaces=0, request=request)

    with pytest.raises(TokenReused):
        record_hand(game=game, number=1, entry=discard_win(), replaces=0, request=request)


def test_the_same_values_from_a_second_phone_are_not_doubled():
    game = make_game()
    first = make_hand(game, entry=discard_win(0, 1, 9))

    second = record_hand(
        game=game, number=1, entry=discard_win(0, 1, 9), replaces=0, request=Request()
    )

    assert second.saved is Saved.SAME
    assert second.hand == first
    assert ActionLog.objects.filter(action="record_hand").count() == 1


def test_a_stale_version_is_a_conflict_and_changes_nothing():
    game = make_game()
    make_hand(game, entry=discard_win(0, 1, 9))

    with pytest.raises(HandConflict, match=r"hand 1 at .* \(version 1\)"):
        record_hand(game=game, number=1, entry=discard_win(2, 3, 10), replaces=0, request=Request())

    assert entry_of(game.hands.get()) == discard_win(0, 1, 9)


def test_replacing_a_version_that_never_was_is_refused():
    with pytest.raises(BadState):
        record_hand(game=make_game(), number=1, entry=DRAWN, replaces=3, request=Request())


def test_a_withdrawn_hand_keeps_its_history_and_can_be_entered_again():
    game = make_game()
    make_hand(game)

    withdraw_hand(game=game, number=1, replaces=1, request=Request())
    record_hand(game=game, number=1, entry=DRAWN, replaces=2, request=Request())

    outcomes = game.hands.order_by("version").values_list("outcome", flat=True)
    assert list(outcomes) == ["discard", "withdrawn", "draw"]
    assert HandScore.objects.filter(hand__is_current=True, points__gt=0).count() == 0


@pytest.mark.parametrize("number", [0, 17, 10**9])
def test_a_hand_outside_the_game_is_refused(number):
    with pytest.raises(BadState):
        record_hand(game=make_game(), number=number, entry=DRAWN, replaces=0, request=Request())


def test_a_shorter_game_has_fewer_hands():
    with pytest.raises(BadState):
        record_hand(
            game=make_game(hands_per_game=8), number=9, entry=DRAWN, replaces=0, request=Request()
        )


def test_an_absent_player_cannot_win():
    game = make_game()
    game.seats.filter(start=0).update(present_from=5)

    with pytest.raises(BadState, match="absent"):
        record_hand(game=game, number=4, entry=discard_win(0, 1), replaces=0, request=Request())
    record_hand(game=game, number=5, entry=discard_win(0, 1), replaces=0, request=Request())


def test_an_absent_player_cannot_discard():
    game = make_game()
    game.seats.filter(start=1).update(present_from=None)

    with pytest.raises(BadState, match="absent"):
        record_hand(game=game, number=1, entry=discard_win(0, 1), replaces=0, request=Request())


def test_a_hand_that_was_never_entered_cannot_be_withdrawn():
    with pytest.raises(BadState):
        withdraw_hand(game=make_game(), number=1, replaces=0, request=Request())


def test_a_dead_hand_cannot_win_this_hand_but_the_next():
    game = make_game()
    add_penalty(
        game=game,
        offender=0,
        hand_number=3,
        ruling=Ruling("fine", shares=(-40, 0, 0, 0), dead_hand=True),
        request=Request(),
    )

    with pytest.raises(BadState, match="dead hand"):
        record_hand(game=game, number=3, entry=discard_win(0, 1), replaces=0, request=Request())
    record_hand(game=game, number=4, entry=discard_win(0, 1), replaces=0, request=Request())


def test_a_totals_only_game_takes_no_hands():
    game = make_game()
    enter_totals(game=game, totals=(10, 0, 0, -10), request=Request(reason="sheet lost"))

    with pytest.raises(BadState):
        record_hand(game=game, number=1, entry=DRAWN, replaces=0, request=Request())


def test_a_closed_round_refuses_the_referee_and_not_the_head_referee():
    tournament = make_tournament()
    game = make_round(tournament, state=Round.State.CLOSED).games.get()
    referee = make_official(tournament, Role.REFEREE)
    head = make_official(tournament, Role.HEAD_REFEREE)

    with pytest.raises(NotAllowed) as error:
        record_hand(game=game, number=1, entry=DRAWN, replaces=0, request=Request(by=referee))
    record_hand(game=game, number=1, entry=DRAWN, replaces=0, request=Request(by=head))

    assert error.value.refusal is Refusal.ROUND


def test_a_locked_game_refuses_everybody():
    game = make_game()
    close_game(game=game, request=Request())

    with pytest.raises(NotAllowed) as error:
        record_hand(game=game, number=1, entry=DRAWN, replaces=0, request=Request())

    assert error.value.refusal is Refusal.GAME
    assert Game.objects.get(pk=game.pk).state == Game.State.LOCKED


def test_a_referee_writes_on_his_own_tables_only():
    tournament = make_tournament(players=8)
    games = make_round(tournament).games.order_by("table__number")
    referee = make_official(tournament, Role.REFEREE, tables=(2,))

    with pytest.raises(NotAllowed) as error:
        record_hand(game=games[0], number=1, entry=DRAWN, replaces=0, request=Request(by=referee))
    record_hand(game=games[1], number=1, entry=DRAWN, replaces=0, request=Request(by=referee))

    assert error.value.refusal is Refusal.TABLE
