"""From the signatures to the lock and the final results, on a bad day."""

import pytest

from scoring.rules.penalties import Measure
from tests.factories import (
    DRAWN,
    discard_win,
    make_game,
    make_hand,
    make_round,
    make_tournament,
    self_draw_win,
)
from tests.tournament.hard_cases.steps import (
    OUT,
    correct,
    figures,
    fine,
    lines,
    note,
    seen,
    throw_out,
    why,
)
from tournament.closing import signing
from tournament.models import Game
from tournament.services.absence import end_game
from tournament.services.appeals import file_appeal
from tournament.services.errors import BadState, NotAllowed
from tournament.services.events import edit_tournament, settings_version
from tournament.services.games import close_game, enter_totals, return_to_hands
from tournament.services.hands import withdraw_hand
from tournament.services.log import Request
from tournament.services.penalties import (
    Ruling,
    cancel_penalty,
    penalise_in_table_points,
)
from tournament.services.people import withdraw_player
from tournament.services.signing import sign_as_official, sign_seat
from tournament.services.substitutes import set_substitute
from tournament.services.void import void_hand
from tournament.services.wrong_seats import correct_seats, rescore_hands

pytestmark = pytest.mark.django_db


def agree(game, *starts):
    for start in starts or range(4):
        sign_seat(seat=game.seats.get(start=start), seen=seen(game), request=Request())


def lock(game):
    agree(game)
    return sign_as_official(game=game, seen=seen(game), request=Request())


def state(game):
    return Game.objects.get(pk=game.pk).state


def test_a_fine_alone_is_no_game_to_sign():
    game = make_game()
    fine(game, 2, 10, "late_5")

    with pytest.raises(BadState, match="Nothing is entered yet"):
        agree(game, 0)
    end_game(game=game, seen=seen(game), request=why("nobody came in time"))
    agree(game)


def test_every_kind_of_change_voids_the_signatures():
    event = make_tournament(players=5)
    game = make_round(event).games.get()
    make_hand(game, 1, discard_win(0, 1))
    changes = [
        lambda: fine(game, 3, 10),
        lambda: cancel_penalty(penalty=game.penalties.get(), request=why()),
        lambda: correct(game, 1, discard_win(0, 2)),
        lambda: correct_seats(
            game=game, one=0, other=1, first=1, last=1, seen=seen(game), request=why()
        ),
        lambda: set_substitute(seat=game.seats.get(start=0), name="Guest", request=why()),
        lambda: note(game, 3, 2),
        lambda: make_hand(game, 2, DRAWN),
        lambda: end_game(game=game, seen=seen(game), request=why()),
        lambda: void_hand(game=game, number=1, seen=seen(game), request=why()),
    ]
    for change in changes:
        agree(game)
        change()
        fresh = Game.objects.get(pk=game.pk)
        seats = list(fresh.seats.order_by("start"))
        assert len(signing(fresh, seats).missing) == 4


def make_final(event, is_final=True):
    event.refresh_from_db()
    return edit_tournament(
        tournament=event,
        fields={"is_final": is_final, "appeal_minutes": 0},
        seen=settings_version(event),
        request=Request(),
    )


def test_final_waits_for_the_appeal():
    game = make_game()
    make_hand(game, 1, discard_win(0, 1))
    file_appeal(game=game, seat=game.seats.get(start=1), text="Hand 1", request=why())

    with pytest.raises(BadState, match="round 1 table 1"):
        make_final(game.round.tournament)


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda game: fine(game, 0, 10), id="fine"),
        pytest.param(lambda game: throw_out(game, 0, hand=1), id="disqualification"),
        pytest.param(
            lambda game: cancel_penalty(penalty=game.penalties.get(), request=why()), id="cancelled"
        ),
        pytest.param(lambda game: correct(game, 1, discard_win(0, 2)), id="correction"),
        pytest.param(lambda game: make_hand(game, 2, DRAWN), id="hand"),
        pytest.param(
            lambda game: withdraw_hand(game=game, number=1, replaces=1, request=why()),
            id="withdrawn",
        ),
        pytest.param(
            lambda game: void_hand(game=game, number=1, seen=seen(game), request=why()), id="void"
        ),
        pytest.param(
            lambda game: correct_seats(
                game=game, one=0, other=1, first=1, last=1, seen=seen(game), request=why()
            ),
            id="seats",
        ),
        pytest.param(lambda game: end_game(game=game, seen=seen(game), request=why()), id="ended"),
        pytest.param(
            lambda game: file_appeal(game=game, text="Hand 1", request=why()), id="appeal"
        ),
        pytest.param(
            lambda game: set_substitute(seat=game.seats.get(start=0), name="Guest", request=why()),
            id="substitute",
        ),
        pytest.param(lambda game: note(game, 3, None), id="absence"),
        pytest.param(
            lambda game: penalise_in_table_points(
                tournament=game.round.tournament,
                player=game.seats.get(start=0).player,
                ruling=Ruling(Measure.FINE, "discipline", table_points=6),
                request=why(),
            ),
            id="table-points",
        ),
    ],
)
def test_final_results_that_change_are_provisional_and_the_log_says_once_why(change):
    event = make_tournament(players=8)
    game = make_round(event).games.get(table__number=1)
    make_round(event, number=2, state="published")
    make_hand(game, 1, discard_win(0, 1))
    fine(game, 3, 10)
    make_final(event)
    last = event.log.latest("pk").pk

    change(game)

    event.refresh_from_db()
    assert not event.is_final
    rows = event.log.filter(pk__gt=last).order_by("-pk")
    told = [(row.before or {}).get("is_final") for row in rows]
    assert told == [True, *[None] * (len(rows) - 1)]
    assert rows[0].after["is_final"] is False


def test_a_locked_game_takes_nothing():
    event = make_tournament(players=5)
    game = make_round(event).games.get()
    make_hand(game, 1, discard_win(0, 1))
    given_before = fine(game, 3, 10)
    lock(game)
    before, version = figures(game), seen(game)
    tries = [
        lambda: fine(game, 0, 10),
        lambda: throw_out(game, 0),
        lambda: cancel_penalty(penalty=given_before, request=why()),
        lambda: correct(game, 1, discard_win(0, 2)),
        lambda: withdraw_hand(game=game, number=1, replaces=1, request=why()),
        lambda: void_hand(game=game, number=1, seen=version, request=why()),
        lambda: make_hand(game, 2, DRAWN),
        lambda: correct_seats(
            game=game, one=0, other=1, first=1, last=1, seen=version, request=why()
        ),
        lambda: rescore_hands(game=game, numbers=[1], seen=version, request=why()),
        lambda: set_substitute(seat=game.seats.get(start=0), name="Guest", request=why()),
        lambda: note(game, 3, None),
        lambda: end_game(game=game, seen=version, request=why()),
        lambda: enter_totals(game=game, totals=(0, 0, 0, 0), request=why()),
        lambda: return_to_hands(game=game, request=why()),
        lambda: agree(game, 0),
        lambda: sign_as_official(game=game, seen=version, request=why()),
        lambda: close_game(game=game, request=why()),
    ]
    for attempt in tries:
        with pytest.raises(NotAllowed):
            attempt()

    assert (figures(game), seen(game), state(game)) == (before, version, "locked")


def test_who_leaves_after_the_lock_keeps_what_he_played():
    event = make_tournament(players=8)
    game = make_round(event).games.first()
    make_hand(game, 1, discard_win(0, 1, 20))
    lock(game)
    before = figures(game)
    one = event.players.get(number=1)

    withdraw_player(player=one, last_round=1, request=Request())
    penalise_in_table_points(tournament=event, player=one, ruling=OUT, request=why())

    assert figures(game) == before
    assert lines(event)[1][1:] == (4, 44)


def test_who_never_played_has_no_place():
    event = make_tournament(players=9)
    withdraw_player(player=event.players.get(number=9), last_round=0, request=Request())
    one, two = make_round(event).games.order_by("table__number")
    make_hand(one, 1, self_draw_win(0, 10))
    make_hand(two, 1, discard_win(0, 1, 20))
    withdraw_player(player=event.players.get(number=1), last_round=1, request=Request())

    found = lines(event)

    assert found[9] == (None, 0, 0)
    assert found[1] == (1, 4, 54)
    # +54 −18 −18 −18 and +44 −28 −8 −8; 9 comes after all who played
    assert list(found) == [1, 5, 7, 8, 2, 3, 4, 6, 9]
    assert [rank for rank, *_ in found.values()] == [1, 2, 3, 3, 5, 5, 5, 8, None]
