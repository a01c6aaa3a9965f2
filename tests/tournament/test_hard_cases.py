"""
What a referee meets on a bad day, each worked out on paper from the rules.

Scores are A to D, starting score included where there is one; penalties stand apart so that the
sum can be followed by hand.
"""

from fractions import Fraction

import pytest
from django.urls import reverse

from scoring.entry import HandEntry, Outcome
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
from tournament.checks import violations
from tournament.closing import signing
from tournament.models import Game, Penalty, Role
from tournament.results import event_results, game_results
from tournament.services.absence import end_game, note_absence
from tournament.services.appeals import file_appeal
from tournament.services.entries import reinstate_player
from tournament.services.errors import BadState, NotAllowed
from tournament.services.events import edit_tournament, settings_version
from tournament.services.games import close_game, enter_totals, return_to_hands
from tournament.services.hands import record_hand, withdraw_hand
from tournament.services.log import Request
from tournament.services.penalties import (
    Ruling,
    add_penalty,
    cancel_penalty,
    penalise_in_table_points,
)
from tournament.services.people import add_player, withdraw_player
from tournament.services.roster import check_in
from tournament.services.signing import sign_as_official, sign_seat
from tournament.services.substitutes import set_substitute
from tournament.services.void import void_hand
from tournament.services.wrong_seats import correct_seats, rescore_hands, rescorings

pytestmark = pytest.mark.django_db

OUT = Ruling(Measure.DISQUALIFICATION)
HALF = Fraction(1, 2)


def why(reason="seen"):
    return Request(reason=reason)


def seen(game):
    return Game.objects.get(pk=game.pk).version


def note(game, start, present_from, minutes=0):
    return note_absence(
        game=game,
        start=start,
        present_from=present_from,
        minutes=minutes,
        seen=seen(game),
        request=why(),
    )


def fine(game, offender, amount, offence="free", **more):
    hand = more.pop("hand", None)
    ruling = Ruling(Measure.FINE, offence, shares=shares(Measure.FINE, amount, offender), **more)
    return add_penalty(game=game, offender=offender, ruling=ruling, hand_number=hand, request=why())


def throw_out(game, offender, hand=None):
    return add_penalty(
        game=game, offender=offender, ruling=OUT, hand_number=hand, request=why("fraud")
    )


def correct(game, number, entry, replaces=1):
    return record_hand(
        game=game, number=number, entry=entry, replaces=replaces, request=why("typed wrong")
    )


def figures(game):
    (found,) = game_results(Game.objects.filter(pk=game.pk), game.round.tournament, public=False)
    assert found.check.ok
    assert violations(game.round.tournament) == ()
    return found.scores, found.table_points


def lines(event):
    return {
        line.entry.number: (line.rank, line.table_points, line.score)
        for line in event_results(event, public=False).lines
    }


def team_lines(event):
    return {
        line.entry.number: (line.table_points, line.score)
        for line in event_results(event, public=False).team_lines
    }


def standing(game):
    rows = Penalty.objects.standing().filter(game=game).order_by("pk")
    return [(row.seat.start, row.offence, row.own_points) for row in rows]


# Missing


@pytest.mark.parametrize("absent", range(4))
def test_the_seat_that_is_empty_pays_and_the_three_share_four_two_one(absent):
    game = make_game(starting_score=500)
    one, two, three = (seat for seat in range(4) if seat != absent)
    note(game, absent, None)
    make_hand(game, 1, self_draw_win(one, 10))
    make_hand(game, 2, discard_win(two, three, 20))
    make_hand(game, 3, DRAWN)

    scores, points = figures(game)

    # +54 −18 −18 −18, then −8 +44 −28 −8, and 80 from the absent one.
    paper = {one: (546, 4), two: (526, 2), three: (454, 1), absent: (394, 0)}
    assert dict(zip(range(4), zip(scores, points, strict=True), strict=True)) == paper


def test_a_compensation_pays_the_empty_seat_its_part():
    game = make_game(profile="cn1998")
    note(game, 1, None)
    make_hand(game, 1, DRAWN)
    add_penalty(
        game=game,
        offender=0,
        ruling=Ruling(
            Measure.COMPENSATION, "short_win", shares=shares(Measure.COMPENSATION, 30, 0)
        ),
        hand_number=1,
        request=why(),
    )

    assert figures(game) == ((-30, 10, 10, 10), (1, 0, 3, 3))


def test_late_by_eight_minutes_from_hand_three():
    game = make_game()
    note(game, 3, 3, minutes=8)
    make_hand(game, 1, self_draw_win(0, 8))
    make_hand(game, 2, discard_win(1, 0, 12))
    make_hand(game, 3, discard_win(3, 2, 30))

    # +48 −16 −16 −16 · −20 +36 −8 −8 · −8 −8 −38 +54 · 20 from D
    assert figures(game) == ((20, 12, -62, 10), (4, 2, 0, 1))


@pytest.mark.parametrize(
    ("profile", "minutes", "expected"),
    [
        pytest.param("guobiao", 1, [(2, "late_5", -10)], id="mil-1"),
        pytest.param("guobiao", 10, [(2, "late_10", -20)], id="mil-10"),
        pytest.param("guobiao", 11, [(2, "late_15", -40)], id="mil-11"),
        pytest.param("cn1998", 10, [(2, "late_10", -10)], id="1998-10"),
        pytest.param("cn1998", 15, [(2, "late_15", -20)], id="1998-15"),
        pytest.param("wmo2006", 15, [], id="wmo"),
    ],
)
def test_lateness_by_the_minute(profile, minutes, expected):
    game = make_game(profile=profile)

    note(game, 2, 2, minutes=minutes)

    assert standing(game) == expected


def test_minutes_said_later_take_the_place_of_the_first_ones():
    game = make_game()
    fine(game, 2, 20, "late_10")

    note(game, 2, 3, minutes=12)

    assert standing(game) == [(2, "late_15", -40)]


def test_minutes_are_put_right_without_another_hand():
    game = make_game()
    note(game, 2, 3)
    note(game, 2, 3, minutes=4)
    note(game, 2, 3, minutes=12)

    assert standing(game) == [(2, "late_15", -40)]
    with pytest.raises(BadState, match="already noted"):
        note(game, 2, 3, minutes=13)


def test_nobody_is_late_twice_for_one_game():
    game = make_game()
    note(game, 2, 3, minutes=4)

    with pytest.raises(BadState, match="late"):
        fine(game, 2, 20, "late_10")
    fine(game, 1, 20, "late_10")

    assert standing(game) == [(2, "late_5", -10), (1, "late_10", -20)]


def test_totals_of_a_table_of_three_and_back_to_hands():
    game = make_game()
    enter_totals(game=game, totals=(46, 26, -46, -106), request=why("paper"))
    note(game, 3, None)
    assert figures(game) == ((46, 26, -46, -106), (4, 2, 1, 0))

    return_to_hands(game=game, request=why("the sheets were found"))
    make_hand(game, 1, self_draw_win(0, 10))
    make_hand(game, 2, discard_win(1, 2, 20))

    assert figures(game) == ((46, 26, -46, -106), (4, 2, 1, 0))


# Nobody plays


def test_totals_are_not_entered_where_nobody_played():
    game = make_game()
    note(game, 2, None)
    note(game, 3, None)

    with pytest.raises(BadState, match="Nobody plays"):
        enter_totals(game=game, totals=(0, 0, 0, 0), request=why("paper"))

    assert figures(game) == ((0, 0, -80, -80), (3, 3, 0, 0))


def test_who_came_and_was_sent_away_is_awarded_nothing():
    game = make_game()
    note(game, 2, None)
    note(game, 3, None)

    throw_out(game, 0)

    assert figures(game) == ((0, 0, -80, -80), (0, 3, 0, 0))


@pytest.mark.parametrize(
    ("out", "expected"),
    [
        pytest.param((0,), ((24, 4, -16, -12), (0, 4, 1, 2)), id="one"),
        pytest.param((0, 1), ((24, 4, -16, -12), (0, 0, 3, 3)), id="two"),
        pytest.param((0, 1, 2), ((24, 4, -16, -12), (0, 0, 0, 3)), id="three"),
        pytest.param((0, 1, 2, 3), ((24, 4, -16, -12), (0, 0, 0, 0)), id="four"),
    ],
)
def test_sent_away_after_two_hands(out, expected):
    game = make_game(hands_per_game=4)
    # +32 −16 −8 −8, then −8 +36 −8 −20, and 16 from B
    make_hand(game, 1, discard_win(0, 1, 8))
    make_hand(game, 2, discard_win(1, 3, 12))
    add_penalty(
        game=game,
        offender=1,
        ruling=Ruling(Measure.COMPENSATION, shares=(0, -16, 0, 16)),
        request=why(),
    )
    assert figures(game)[0] == (24, 4, -16, -12)
    for offender in out:
        throw_out(game, offender, hand=2)
    if len(out) > 1:
        end_game(game=game, seen=seen(game), request=why())

    assert figures(game) == expected


# Offences


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


# Sent away, and back


def status(player):
    player.refresh_from_db()
    return player.status, player.last_round


def test_who_was_checked_in_is_so_again():
    event = make_tournament(players=8)
    game = make_round(event).games.first()
    check_in(tournament=event, numbers=[1], present=True, request=Request())
    one = event.players.get(number=1)

    out = throw_out(game, 0)
    assert status(one) == ("withdrawn", 1)
    cancel_penalty(penalty=out, request=why())
    assert status(one) == ("checked_in", None)

    out = penalise_in_table_points(tournament=event, player=one, ruling=OUT, request=why())
    assert status(one) == ("withdrawn", 1)
    cancel_penalty(penalty=out, request=why())
    assert status(one) == ("checked_in", None)

    withdraw_player(player=one, last_round=1, request=Request())
    reinstate_player(player=one, request=Request())
    assert status(one) == ("checked_in", None)


def test_who_had_left_before_he_was_disqualified_has_still_left():
    event = make_tournament(players=8)
    game = make_round(event).games.first()
    one = event.players.get(number=1)
    withdraw_player(player=one, last_round=1, request=Request())

    for out in (
        throw_out(game, 0),
        penalise_in_table_points(tournament=event, player=one, ruling=OUT, request=why()),
    ):
        cancel_penalty(penalty=out, request=why())

    assert status(one) == ("withdrawn", 1)


def test_the_last_of_two_disqualifications_brings_him_back():
    event = make_tournament(players=8)
    game = make_round(event).games.first()
    check_in(tournament=event, numbers=[1], present=True, request=Request())
    one = event.players.get(number=1)
    first = throw_out(game, 0)
    second = penalise_in_table_points(tournament=event, player=one, ruling=OUT, request=why())

    cancel_penalty(penalty=first, request=why())
    assert status(one) == ("withdrawn", 1)
    cancel_penalty(penalty=second, request=why())
    assert status(one) == ("checked_in", None)


def test_who_is_disqualified_is_not_reinstated():
    event = make_tournament(players=8)
    game = make_round(event).games.first()
    one = event.players.get(number=1)
    throw_out(game, 0)

    with pytest.raises(BadState, match="disqualif"):
        reinstate_player(player=one, request=Request())

    assert status(one) == ("withdrawn", 1)


@pytest.mark.parametrize("present_from", [None, 3])
def test_a_later_seat_is_again_as_it_was_noted(present_from):
    event = make_tournament(players=8)
    game = make_round(event).games.first()
    later = make_round(event, number=2, state="published")
    table = later.games.get(seats__player__number=1)
    note(table, 0, present_from)
    before = figures(table), standing(table)

    out = throw_out(game, 0)
    assert table.seats.get(start=0).present_from is None
    cancel_penalty(penalty=out, request=why())

    assert table.seats.get(start=0).present_from == present_from
    assert (figures(table), standing(table)) == before


def test_found_out_a_round_later_he_leaves_after_the_round_that_runs():
    event = make_tournament(players=8)
    one = make_round(event).games.first()
    make_hand(one, 1, discard_win(0, 1))
    make_round(event, number=2)
    three = make_round(event, number=3, state="published")
    player = event.players.get(number=1)

    out = throw_out(one, 0, hand=1)

    assert status(player) == ("withdrawn", 2)
    assert three.games.first().seats.get(player=player).present_from is None
    cancel_penalty(penalty=out, request=why())
    assert status(player) == ("entered", None)


# Wrong seats


TILES = "EEE123789m123s9m9m|{winds}0000|0"


def tile_win(winner, discarder, points, winds, **more):
    return HandEntry(
        Outcome.DISCARD,
        winner=winner,
        discarder=discarder,
        fan_points=points,
        notation=TILES.format(winds=winds),
        **more,
    )


def test_two_who_sat_wrong_since_hand_five_are_put_right_in_hand_nine():
    """Hand 9 is the first of the west wind: A sits North, B West; D deals."""
    game = make_game(starting_score=500)
    # 圈 2: A South, B East, C North, D West; hand 5 is the prevalent South.
    wins = [discard_win(0, 2, 8), DRAWN, DRAWN, DRAWN, discard_win(0, 1, 24), self_draw_win(1, 10)]
    for number, entry in enumerate([*wins, discard_win(2, 1, 8), DRAWN, DRAWN], start=1):
        make_hand(game, number, entry)
    fine(game, 0, 10, hand=5)
    # 1: +32 −8 −16 −8 · 5: +48 −32 −8 −8 · 6: −18 +54 −18 −18 · 7: −8 −16 +32 −8 · −10
    assert figures(game)[0] == (544, 498, 490, 458)

    correct_seats(game=game, one=0, other=1, first=5, last=9, seen=seen(game), request=why())

    # 5: −32 +48 · 6: +54 −18 · 7: −16 −8; the fine stays with whom it names
    assert figures(game) == ((528, 514, 490, 458), (4, 2, 1, 0))
    assert rescorings(game, game.hands.current()) == ()


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        pytest.param({"fan_points": 13}, 11, id="worth"),
        pytest.param({"fan_points": 10, "claimed_points": 10}, 10, id="claim-below-stands"),
        pytest.param({"fan_points": 12, "claimed_points": 12}, 11, id="claim-now-above"),
        pytest.param(
            {"fan_points": 13, "claimed_points": 9, "agreed": False, "objection": "by C"},
            11,
            id="objection",
        ),
    ],
)
def test_tiles_scored_anew_keep_to_what_was_claimed(entry, expected):
    game = make_game()
    won = tile_win(0, 2, entry.pop("fan_points"), "EE", **entry)
    make_hand(game, 1, won)
    correct_seats(game=game, one=0, other=1, first=1, last=1, seen=seen(game), request=why())
    (found,) = rescorings(game, game.hands.current())

    rescore_hands(game=game, numbers=[1], seen=seen(game), request=why())

    hand = game.hands.current().get()
    assert (found.now, hand.fan_points) == (expected, expected)
    assert figures(game)[0] == (-8, 24 + expected, -8 - expected, -8)


# Substitutes


def test_a_substitute_for_one_game_and_an_outsider_in_the_next():
    event = make_tournament(players=4, teams=4)
    reserve_team = event.teams.get(number=2)
    reserve = add_player(
        tournament=event, number=5, team=reserve_team, is_reserve=True, request=Request()
    )
    one = make_round(event).games.get()
    set_substitute(seat=one.seats.get(start=1), player=reserve, request=why())
    make_hand(one, 1, discard_win(1, 0, 20))
    two = make_round(event, number=2).games.get()
    set_substitute(seat=two.seats.get(start=1), name="Guest", request=why())
    make_hand(two, 1, self_draw_win(1, 10))
    set_substitute(seat=two.seats.get(start=0), name="By mistake", request=why())
    set_substitute(seat=two.seats.get(start=0), request=why())

    # −28 +44 −8 −8, then −18 +54 −18 −18
    assert {number: row[1:] for number, row in lines(event).items()} == {
        1: (1, -46),
        2: (4, 44),
        3: (Fraction(5, 2), -26),
        4: (Fraction(5, 2), -26),
        5: (0, 0),
    }
    assert team_lines(event) == {
        1: (1, -46),
        2: (8, 98),
        3: (Fraction(5, 2), -26),
        4: (Fraction(5, 2), -26),
    }


# Signing, appeals, final, lock


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
        pytest.param(lambda game: correct(game, 1, discard_win(0, 2)), id="correction"),
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
def test_no_result_changes_while_it_is_called_final(change):
    game = make_game()
    event = game.round.tournament
    make_hand(game, 1, discard_win(0, 1))
    make_final(event)

    change(game)

    event.refresh_from_db()
    assert not event.is_final


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
