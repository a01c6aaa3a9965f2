"""Repeated, cancelled and combined offences, worked out on paper."""

from fractions import Fraction

import pytest
from django.urls import reverse

from scoring.rules.penalties import Measure, shares
from tests.factories import (
    DRAWN,
    discard_win,
    game_url,
    make_game,
    make_hand,
    make_official,
    make_round,
    make_tournament,
    self_draw_win,
)
from tests.tournament.hard_cases.steps import (
    HALF,
    correct,
    figures,
    fine,
    lines,
    seen,
    team_lines,
    throw_out,
    why,
)
from tournament.models import ActionLog, Role
from tournament.services.errors import BadState
from tournament.services.hands import withdraw_hand
from tournament.services.log import Request
from tournament.services.penalties import (
    Ruling,
    add_penalty,
    cancel_penalty,
)
from tournament.services.void import void_hand

pytestmark = pytest.mark.django_db


def give_on_page(client, game, offender, offence, **more):
    facts = {"offender": "ABCD"[offender], "offence": offence, "hand": "", "token": Request().token}
    return client.post(game_url(game, "penalise"), facts | more)


def given(game, offence):
    rows = game.penalties.filter(offence=offence).order_by("pk").prefetch_related("shares__seat")
    return [(row.step, row.measure, row.own_points) for row in rows]


def test_empty_calls_climb_within_a_game_and_begin_anew_in_the_next(client):
    event = make_tournament()
    one = make_round(event).games.get()
    client.force_login(make_official(event, Role.HEAD_REFEREE))
    for hand in (1, 1, 4, 9, 16):
        give_on_page(client, one, 2, "empty_call", hand=str(hand))
    give_on_page(client, one, 3, "empty_call", hand="4")
    two = make_round(event, number=2).games.get()
    give_on_page(client, two, 2, "empty_call", hand="1")

    assert given(one, "empty_call") == [
        (1, "warning", 0),
        (2, "fine", -10),
        (3, "fine", -20),
        (4, "fine", -40),
        (5, "fine", -40),
        (1, "warning", 0),
    ]
    assert given(two, "empty_call") == [(1, "warning", 0)]
    assert figures(one) == ((0, 0, -110, 0), (Fraction(7, 3), Fraction(7, 3), 0, Fraction(7, 3)))


def test_a_cancelled_offence_is_no_step_of_the_ladder(client):
    game = make_game()
    client.force_login(make_official(game.round.tournament, Role.HEAD_REFEREE))
    for _ in range(3):
        give_on_page(client, game, 0, "early_draw")
    second = game.penalties.order_by("pk")[1]
    cancel_penalty(penalty=second, request=why("it was B"))
    give_on_page(client, game, 0, "early_draw")

    assert given(game, "early_draw") == [
        (1, "warning", 0),
        (2, "fine", -10),
        (3, "fine", -20),
        (3, "fine", -20),
    ]
    assert figures(game)[0] == (-40, 0, 0, 0)


def test_1998_counts_empty_calls_within_the_hand(client):
    game = make_game(profile="cn1998")
    client.force_login(make_official(game.round.tournament, Role.REFEREE))
    for hand in (1, 2, 2):
        give_on_page(client, game, 0, "empty_call", hand=str(hand))

    assert given(game, "empty_call") == [(1, "warning", 0), (1, "warning", 0), (2, "fine", -5)]


def test_discipline_climbs_over_days_and_takes_from_player_and_team(client):
    event = make_tournament(players=4, teams=4)
    one = make_round(event).games.get()
    client.force_login(make_official(event, Role.HEAD_REFEREE))
    page = reverse("tournament:event-penalties", args=[event.slug])
    facts = {"whom": "player", "number": "1", "offence": "discipline"}
    give_on_page(client, one, 0, "discipline")
    client.post(page, facts | {"token": Request().token})
    two = make_round(event, number=2).games.get()
    give_on_page(client, two, 0, "discipline")
    client.post(page, facts | {"token": Request().token})

    taken = list(event.penalties.order_by("pk").values_list("step", "table_points"))
    assert taken == [(1, 6), (2, 12), (3, 24), (4, 36)]
    assert lines(event)[1][1] == -6 - HALF
    assert team_lines(event)[1] == (-6 - HALF, 0)


def test_a_false_win_paid_to_the_others_and_a_fine_on_the_hand_another_wins():
    game = make_game(profile="cn1998", starting_score=500)
    make_hand(game, 1, discard_win(1, 2, 20))
    add_penalty(
        game=game,
        offender=0,
        hand_number=1,
        ruling=Ruling(
            Measure.COMPENSATION,
            "false_win",
            shares=shares(Measure.COMPENSATION, 60, 0),
            dead_hand=True,
        ),
        request=why(),
    )
    fine(game, 0, 5, "empty_call", hand=1)

    # −8 +44 −28 −8, then −60 +20 +20 +20, then −5
    assert figures(game) == ((427, 564, 492, 512), (0, 4, 1, 2))


def test_a_dead_hand_holds_for_its_hand_until_it_is_cancelled():
    game = make_game()
    make_hand(game, 1, discard_win(0, 1))
    make_hand(game, 2, DRAWN)
    dead = add_penalty(
        game=game,
        offender=1,
        hand_number=2,
        ruling=Ruling(Measure.DEAD_HAND, "wrong_call", dead_hand=True),
        request=why(),
    )

    with pytest.raises(BadState, match="dead hand"):
        correct(game, 2, discard_win(1, 0))
    correct(game, 1, discard_win(1, 0))
    cancel_penalty(penalty=dead, request=why("it was C"))
    correct(game, 2, discard_win(1, 0))

    assert figures(game)[0] == (-32, 64, -16, -16)


def test_a_destroyed_wall_costs_eighty_and_the_hand_keeps_its_number():
    game = make_game(starting_score=500)
    make_hand(game, 1, discard_win(0, 1, 8))
    make_hand(game, 2, discard_win(2, 3, 30))
    fine(game, 3, 80, "wall_destroyed", hand=2)
    void_hand(game=game, number=2, seen=seen(game), request=why("wall destroyed"))
    assert figures(game)[0] == (532, 484, 492, 412)
    correct(game, 2, self_draw_win(1, 10), replaces=2)

    assert figures(game) == ((514, 538, 474, 394), (2, 4, 1, 0))
    assert game.hands.filter(number=2).count() == 3


DEAD = Ruling(Measure.DEAD_HAND, "wrong_tile_count", dead_hand=True)


def dead_hand(game, offender, hand):
    return add_penalty(
        game=game, offender=offender, ruling=DEAD, hand_number=hand, request=why("14 tiles")
    )


def test_a_dead_hand_ends_with_the_tiles_of_a_void_hand_and_what_was_fined_stays():
    game = make_game()
    dead_hand(game, 0, 1)
    fine(game, 0, 40, "short_win", hand=1, dead_hand=True)
    dead_hand(game, 0, 2)
    with pytest.raises(BadState, match="has a dead hand"):
        make_hand(game, 1, discard_win(0, 1, 20))

    void_hand(game=game, number=1, seen=seen(game), request=why("wall destroyed"))

    row = ActionLog.objects.get(action="void_hand")
    assert (row.before, row.after.get("dead_hand")) == ({"dead_hand": [1, 1]}, None)
    correct(game, 1, discard_win(0, 1, 20))
    assert figures(game)[0] == (4, -28, -8, -8)
    assert [(row.hand_number, row.dead_hand) for row in game.penalties.order_by("pk")] == [
        (1, False),
        (1, False),
        (2, True),
    ]
    with pytest.raises(BadState, match="has a dead hand"):
        make_hand(game, 2, discard_win(0, 1, 20))


def test_a_hand_withdrawn_to_be_typed_anew_keeps_its_dead_hand():
    game = make_game()
    make_hand(game, 1, discard_win(1, 2, 20))
    dead_hand(game, 0, 1)
    withdraw_hand(game=game, number=1, replaces=1, request=why("typed wrong"))

    with pytest.raises(BadState, match="has a dead hand"):
        correct(game, 1, discard_win(0, 1, 20), replaces=2)


def test_a_forfeit_and_a_disqualification_stand_beside_each_other():
    game = make_game()
    make_hand(game, 1, discard_win(0, 1, 20))
    late = fine(game, 0, 80, "late_forfeit", forfeit=True)
    out = throw_out(game, 0, hand=1)

    assert figures(game) == ((-36, -28, -8, -8), (0, 1, 3, 3))
    cancel_penalty(penalty=late, request=why())
    assert figures(game) == ((44, -28, -8, -8), (0, 1, 3, 3))
    cancel_penalty(penalty=out, request=why())
    assert figures(game) == ((44, -28, -8, -8), (4, 0, Fraction(3, 2), Fraction(3, 2)))
