"""Players who are missing: for the whole game, for its first hands, or from a hand on."""

from fractions import Fraction

import pytest

from scoring.rules.penalties import Measure
from tests.factories import (
    DRAWN,
    discard_win,
    make_game,
    make_hand,
    make_official,
    make_round,
    make_tournament,
    self_draw_win,
)
from tournament.checks import violations
from tournament.models import ActionLog, Game, Hand, Penalty, Player, Role
from tournament.results import game_results
from tournament.services.absence import end_game, note_absence
from tournament.services.errors import BadState, NotAllowed, StaleEdit
from tournament.services.games import enter_totals, return_to_hands
from tournament.services.log import Request
from tournament.services.penalties import (
    Ruling,
    add_penalty,
    cancel_penalty,
    penalise_in_table_points,
)

pytestmark = pytest.mark.django_db

OUT = Ruling(Measure.DISQUALIFICATION)


def note(game, start, present_from, *, request=None, **facts):
    seen = Game.objects.get(pk=game.pk).version
    return note_absence(
        game=game,
        start=start,
        present_from=present_from,
        seen=facts.pop("seen", seen),
        request=request or Request(),
        **facts,
    )


def result(game):
    (found,) = game_results(Game.objects.filter(pk=game.pk), game.round.tournament, public=False)
    return found


def standing(game):
    rows = Penalty.objects.standing().filter(game=game).order_by("pk")
    return [(row.seat.start, row.offence, row.own_points, row.forfeit) for row in rows]


# The whole game


def test_three_play_on_and_the_absent_one_pays_like_the_others():
    game = make_game()
    note(game, 3, None)
    make_hand(game, 1, self_draw_win(0, 8))
    make_hand(game, 2, discard_win(1, 2, 20))

    found = result(game)

    assert found.scores == (48 - 8, -16 + 44, -16 - 28, -16 - 8 - 80)
    assert found.table_points == (4, 2, 1, 0)
    assert found.check.ok
    assert standing(game) == [(3, "late_forfeit", -80, True)]
    assert violations(game.round.tournament) == ()


def test_level_players_of_three_share_the_mean_of_their_places():
    game = make_game()
    note(game, 0, None)
    make_hand(game, 1, DRAWN)

    assert result(game).table_points == (0, Fraction(7, 3), Fraction(7, 3), Fraction(7, 3))


@pytest.mark.parametrize(
    ("profile", "expected"),
    [
        pytest.param("cn1998", [(3, "late_forfeit", 0, True)], id="1998-forfeit-without-fine"),
        pytest.param("wmo2006", [], id="wmo-says-nothing"),
    ],
)
def test_the_fine_is_that_of_the_rules(profile, expected):
    game = make_game(profile=profile)
    note(game, 3, None)
    make_hand(game, 1, self_draw_win(0, 8))

    assert standing(game) == expected
    assert result(game).table_points[3] == 0


def test_the_absent_one_neither_wins_nor_discards():
    game = make_game()
    note(game, 3, None)

    for entry in (discard_win(3, 0), self_draw_win(3), discard_win(0, 3)):
        with pytest.raises(BadState, match="absent"):
            make_hand(game, 1, entry)


def test_who_was_there_after_all_is_not_fined():
    game = make_game()
    make_hand(game, 1, self_draw_win(0, 8))
    before = result(game).scores, result(game).table_points

    note(game, 3, None)
    assert result(game).scores != before[0]
    note(game, 3, 1, request=Request(reason="sat at another table"))

    assert (result(game).scores, result(game).table_points) == before
    assert Penalty.objects.get().cancel_reason == "sat at another table"


def test_hands_that_say_otherwise_are_named():
    game = make_game()
    make_hand(game, 1, discard_win(0, 1))
    make_hand(game, 2, discard_win(2, 1))

    with pytest.raises(BadState, match=r"played in hand 1, 2\."):
        note(game, 1, None)
    with pytest.raises(BadState, match=r"played in hand 2\."):
        note(game, 2, 3)
    note(game, 2, 2)


def test_a_forfeit_given_before_is_not_fined_twice():
    game = make_game()
    ruling = Ruling(Measure.FINE, "late_forfeit", 1, (0, 0, 0, -80), forfeit=True)
    add_penalty(game=game, offender=3, ruling=ruling, request=Request())

    note(game, 3, None)

    assert standing(game) == [(3, "late_forfeit", -80, True)]


def test_totals_have_the_fine_in_them_already():
    game = make_game()
    enter_totals(game=game, totals=(40, 10, 30, -160), request=Request(reason="paper"))

    note(game, 3, None)

    assert result(game).scores == (40, 10, 30, -160)
    assert result(game).table_points == (4, 1, 2, 0)
    assert standing(game) == [(3, "late_forfeit", -80, True)]
    assert result(game).check.ok


def test_totals_without_the_fine_are_entered_anew():
    game = make_game()
    enter_totals(game=game, totals=(40, 10, 30, -80), request=Request(reason="paper"))

    with pytest.raises(BadState, match="do not fit the fine"):
        note(game, 3, None)
    return_to_hands(game=game, request=Request(reason="D was absent"))
    note(game, 3, None)
    enter_totals(
        game=game, totals=(40, 10, 30, -160), request=Request(reason="paper"), must_add_up=True
    )

    assert result(game).check.ok


# Late


@pytest.mark.parametrize(
    ("minutes", "expected"),
    [
        pytest.param(0, [], id="not-said"),
        pytest.param(5, [(2, "late_5", -10, False)], id="5"),
        pytest.param(6, [(2, "late_10", -20, False)], id="6"),
        pytest.param(15, [(2, "late_15", -40, False)], id="15"),
    ],
)
def test_minutes_of_lateness_are_fined(minutes, expected):
    game = make_game()

    note(game, 2, 3, minutes=minutes)

    assert standing(game) == expected


def test_too_late_is_absent():
    with pytest.raises(BadState, match="forfeited"):
        note(make_game(), 2, 3, minutes=16)


def test_a_late_player_plays_from_his_hand_on():
    game = make_game()
    note(game, 2, 3)

    with pytest.raises(BadState, match="absent"):
        make_hand(game, 2, discard_win(2, 0))
    make_hand(game, 3, discard_win(2, 0))

    assert result(game).table_points[2] == 4


# Too few


def test_fewer_than_three_are_awarded_their_points_and_play_on_when_a_third_comes():
    game = make_game(starting_score=500)
    note(game, 3, None)
    note(game, 2, None, request=Request(reason="both ill"))

    found = result(game)
    assert (found.game.result, found.game.reason) == ("award", "both ill")
    assert found.scores == (500, 500, 420, 420)
    assert found.table_points == (3, 3, 0, 0)
    assert (found.counts, found.check.ok) == (True, True)
    with pytest.raises(BadState, match="Nobody plays"):
        make_hand(game, 1, DRAWN)
    assert violations(game.round.tournament) == ()

    with pytest.raises(BadState, match="why"):
        note(game, 2, 1)
    note(game, 2, 1, request=Request(reason="came after all"))

    assert result(game).game.result == "hands"
    make_hand(game, 1, self_draw_win(0, 8))
    assert result(game).table_points == (4, Fraction(3, 2), Fraction(3, 2), 0)
    assert violations(game.round.tournament) == ()


def test_a_table_that_played_is_not_awarded():
    game = make_game()
    note(game, 3, None)
    make_hand(game, 1, self_draw_win(0, 8))

    with pytest.raises(BadState, match="Withdraw"):
        note(game, 2, None)


def test_nobody_plays_before_the_third_comes():
    game = make_game()
    note(game, 2, 3)
    note(game, 3, 3)

    with pytest.raises(BadState, match="Fewer than three"):
        make_hand(game, 2, DRAWN)
    make_hand(game, 3, DRAWN)


# Asking


def test_a_retry_changes_nothing_and_a_stale_page_is_refused():
    game, request = make_game(), Request()
    note(game, 3, None, seen=0, request=request)
    note(game, 3, None, seen=0, request=request)

    assert ActionLog.objects.filter(action="note_absence").count() == 1
    with pytest.raises(StaleEdit):
        note(game, 2, 5, seen=0)
    with pytest.raises(BadState, match="already noted"):
        note(game, 3, None)


@pytest.mark.parametrize(
    ("role", "state", "allowed"),
    [
        pytest.param(Role.REFEREE, "running", True, id="referee"),
        pytest.param(Role.REFEREE, "published", False, id="referee-before-the-round"),
        pytest.param(Role.HEAD_REFEREE, "published", True, id="head-referee-before-the-round"),
        pytest.param(Role.CLERK, "running", False, id="clerk"),
    ],
)
def test_who_notes_it(role, state, allowed):
    game = make_game(state=state)
    request = Request(make_official(game.round.tournament, role))

    if allowed:
        assert note(game, 3, None, request=request).present_from is None
    else:
        with pytest.raises(NotAllowed):
            note(game, 3, None, request=request)


# Disqualification


def test_a_disqualified_player_is_out_from_then_on():
    game = make_game(players=8)
    later = make_round(game.round.tournament, number=2, state="published")
    make_hand(game, 1, discard_win(0, 1, 30))

    penalty = add_penalty(
        game=game, offender=0, hand_number=2, ruling=OUT, request=Request(reason="fraud")
    )

    with pytest.raises(BadState, match="absent"):
        make_hand(game, 3, discard_win(0, 1))
    make_hand(game, 2, discard_win(0, 1))
    assert result(game).table_points[0] == 0
    gone = Player.objects.get(pk=penalty.player_id)
    assert (gone.status, gone.last_round) == ("withdrawn", 1)
    assert later.seats.get(player=gone).present_from is None

    cancel_penalty(penalty=penalty, request=Request(reason="another player"))

    gone.refresh_from_db()
    assert (gone.status, gone.last_round) == ("entered", None)
    assert later.seats.get(player=gone).present_from == 1
    make_hand(game, 3, discard_win(0, 1))
    assert violations(game.round.tournament) == ()


def test_nobody_is_disqualified_before_a_hand_he_played():
    game = make_game()
    make_hand(game, 3, discard_win(0, 1))

    with pytest.raises(BadState, match="hand 3"):
        add_penalty(game=game, offender=1, hand_number=2, ruling=OUT, request=Request(reason="x"))


def test_a_table_referee_disqualifies_nobody():
    game = make_game()
    referee = make_official(game.round.tournament, Role.REFEREE)

    with pytest.raises(NotAllowed):
        add_penalty(game=game, offender=1, ruling=OUT, request=Request(referee, reason="x"))


def test_when_three_are_out_the_rest_is_not_played():
    game = make_game(hands_per_game=4)
    make_hand(game, 1, discard_win(0, 1))
    for start in (0, 1, 2):
        add_penalty(
            game=game, offender=start, hand_number=1, ruling=OUT, request=Request(reason="brawl")
        )
    with pytest.raises(BadState, match="Fewer than three"):
        make_hand(game, 2, DRAWN)

    hands = end_game(
        game=game, seen=Game.objects.get(pk=game.pk).version, request=Request(reason="brawl")
    )

    assert [(hand.number, hand.outcome) for hand in hands] == [
        (number, Hand.Outcome.NOT_PLAYED) for number in (2, 3, 4)
    ]
    assert violations(make_tournament()) == violations(game.round.tournament) == ()


def test_two_disqualified_at_a_later_table_end_it_before_it_begins():
    game = make_game(players=8)
    later = make_round(game.round.tournament, number=2, state="published")
    seats = later.seats.select_related("player").order_by("game", "start")
    table = later.games.get(pk=seats[0].game_id)
    gone = [seat.player for seat in seats.filter(game=table)[:2]]

    given = [
        penalise_in_table_points(
            tournament=game.round.tournament, player=player, ruling=OUT, request=Request(reason="x")
        )
        for player in gone
    ]

    assert Game.objects.get(pk=table.pk).result == "award"
    assert result(table).table_points == (0, 0, 3, 3)
    assert (result(table).scores, result(table).check.ok) == ((0, 0, 0, 0), True)
    assert violations(game.round.tournament) == ()

    cancel_penalty(penalty=given[0], request=Request(reason="another player"))

    assert Game.objects.get(pk=table.pk).result == "hands"
    assert [seat.present_from for seat in result(table).seats] == [1, None, 1, 1]
    assert [seat.awarded for seat in result(table).seats] == [None] * 4
