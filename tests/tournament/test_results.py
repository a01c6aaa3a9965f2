from fractions import Fraction

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
from tournament.models import ActionLog, Publication, Round
from tournament.results import corrections, event_penalties, event_results, last_change
from tournament.services.games import close_game, enter_totals
from tournament.services.hands import record_hand, withdraw_hand
from tournament.services.log import Request
from tournament.services.penalties import (
    Ruling,
    add_penalty,
    cancel_penalty,
    penalise_in_table_points,
)
from tournament.services.substitutes import set_substitute

pytestmark = pytest.mark.django_db

FINE = Ruling(Measure.FINE, shares=(-10, 0, 0, 0))


def lines(tournament, *, public=False):
    """Entry number -> table points and score."""
    results = event_results(tournament, public=public)
    return {line.entry.number: (line.table_points, line.score) for line in results.lines}


def only_game(tournament, **fields):
    return make_round(tournament, **fields).games.get()


# What counts


def test_event_without_games_has_everybody_level():
    results = event_results(make_tournament(players=3))

    assert [(line.rank, line.shared, line.score) for line in results.lines] == [(1, True, 0)] * 3
    assert results.rounds == ()
    assert results.team_lines == ()


def test_hands_and_penalties_are_not_multiplied():
    game = make_game()
    for number in range(1, 4):
        make_hand(game, number=number, entry=self_draw_win(0, 8))
    for _ in range(2):
        add_penalty(game=game, offender=0, ruling=FINE, request=Request(reason="x"))

    assert lines(game.round.tournament) == {
        1: (4, 3 * 48 - 20),
        2: (1, -48),
        3: (1, -48),
        4: (1, -48),
    }


def test_a_game_that_has_not_begun_counts_nothing():
    tournament = make_tournament(players=4)
    make_round(tournament)

    assert set(lines(tournament).values()) == {(0, 0)}


def test_drawn_hands_alone_are_a_tie_of_four():
    game = make_game()
    make_hand(game, entry=DRAWN)

    assert set(lines(game.round.tournament).values()) == {(Fraction(7, 4), 0)}


def test_withdrawn_hand_does_not_count():
    game = make_game()
    make_hand(game)
    withdraw_hand(game=game, number=1, replaces=1, request=Request(reason="x"))

    (result,) = event_results(game.round.tournament).games
    assert (result.hands, result.counts, result.scores) == (0, False, (0, 0, 0, 0))


def test_cancelled_penalty_leaves_no_trace():
    game = make_game()
    make_hand(game)
    before = lines(game.round.tournament)
    penalty = add_penalty(game=game, offender=0, ruling=FINE, request=Request(reason="x"))
    cancel_penalty(penalty=penalty, request=Request(reason="mistake"))

    assert lines(game.round.tournament) == before


def test_cancelled_and_draft_rounds_do_not_count():
    tournament = make_tournament(players=4)
    make_hand(only_game(tournament))
    round_ = tournament.rounds.get()
    assert lines(tournament)[1] != (0, 0)

    for state in (Round.State.DRAFT, Round.State.CANCELLED):
        Round.objects.filter(pk=round_.pk).update(state=state)
        assert set(lines(tournament).values()) == {(0, 0)}


def test_starting_score_is_in_the_game_but_not_in_the_standing():
    tournament = make_tournament(players=4, starting_score=500)
    make_hand(only_game(tournament), entry=self_draw_win(0, 8))

    results = event_results(tournament)

    assert results.games[0].scores == (548, 484, 484, 484)
    assert results.games[0].check.ok
    assert results.lines[0].score == 48


def test_totals_stand_as_they_were_entered():
    game = make_game()
    enter_totals(game=game, totals=(30, 10, -10, -30), request=Request(reason="paper"))

    assert lines(game.round.tournament) == {1: (4, 30), 2: (2, 10), 3: (1, -10), 4: (0, -30)}


def test_absent_seat_gets_no_table_points():
    game = make_game()
    game.seats.filter(start=0).update(present_from=None)
    make_hand(game, entry=self_draw_win(1, 8))

    (result,) = event_results(game.round.tournament).games
    assert result.table_points == (0, 4, Fraction(3, 2), Fraction(3, 2))


def test_results_take_the_same_queries_whatever_they_hold(django_assert_num_queries):
    small = make_game().round.tournament
    large = make_tournament(players=16, teams=4)
    for number in (1, 2):
        for game in make_round(large, number=number).games.all():
            make_hand(game)

    for tournament in (small, large):
        with django_assert_num_queries(11):
            results = event_results(tournament, public=False)
            assert len(results.lines) == len(results.players)
            assert len(results.team_lines) == len(results.teams)
            assert len(results.places) == len(results.players)


# What is public


def publication_case(publication, **fields):
    tournament = make_tournament(players=4, publication=publication, **fields)
    make_hand(only_game(tournament, number=1), entry=self_draw_win(0, 8))
    make_hand(only_game(tournament, number=2), entry=self_draw_win(0, 8))
    return tournament


def test_live_results_are_public():
    assert lines(publication_case(Publication.LIVE), public=True)[1] == (8, 96)


def test_signed_results_are_public_once_signed():
    tournament = publication_case(Publication.SIGNED)
    close_game(game=tournament.rounds.get(number=2).games.get(), request=Request())

    assert lines(tournament, public=True)[1] == (4, 48)
    assert lines(tournament, public=False)[1] == (8, 96)


def test_rounds_can_be_held_back():
    tournament = publication_case(Publication.HIDDEN, hidden_from_round=2)

    assert lines(tournament, public=True)[1] == (4, 48)
    assert event_results(tournament, public=True).rounds == (1,)
    assert event_results(tournament, public=False).rounds == (1, 2)


def test_penalties_are_public_with_their_game():
    tournament = publication_case(Publication.HIDDEN, hidden_from_round=2)
    half = Ruling(Measure.FINE, table_points=6)
    for number in (1, 2):
        game = tournament.rounds.get(number=number).games.get()
        add_penalty(game=game, offender=0, ruling=half, request=Request(reason="x"))
    player = tournament.players.get(number=1)
    penalise_in_table_points(
        tournament=tournament, player=player, ruling=half, request=Request(reason="x")
    )

    assert lines(tournament, public=True)[1] == (4 - 1, 48)
    assert lines(tournament, public=False)[1] == (8 - Fraction(3, 2), 96)
    assert len(event_penalties(tournament, public=True)) == 2
    assert len(event_penalties(tournament, public=False)) == 3


def test_penalties_take_the_same_queries_whatever_they_hold(django_assert_num_queries):
    game = make_game()
    for count in (1, 4):
        for _ in range(count):
            add_penalty(game=game, offender=0, ruling=FINE, request=Request(reason="x"))
        with django_assert_num_queries(3):
            for penalty in event_penalties(game.round.tournament):
                assert str(penalty)
                assert [share.seat.start for share in penalty.shares.all()] == [0]


# Places, substitutes, corrections


@pytest.mark.parametrize(("counts", "expected"), [(False, (0, 0)), (True, (4, 48))])
def test_outside_substitute_is_credited_by_the_rule_of_the_event(counts, expected):
    tournament = make_tournament(players=4, teams=1, outside_substitute_counts=counts)
    game = only_game(tournament)
    set_substitute(seat=game.seats.get(start=0), name="Guest", request=Request())
    make_hand(game, entry=self_draw_win(0, 8))

    results = event_results(tournament)

    assert lines(tournament)[1] == expected
    assert results.team_lines[0].table_points == 7
    (place,) = results.places[tournament.players.get(number=1).pk]
    assert (place.credited, place.score, place.table_points) == (counts, 48, 4)


def test_substitute_from_the_roster_plays_for_the_entry():
    tournament = make_tournament(players=5)
    game = only_game(tournament)
    reserve = tournament.players.get(number=5)
    set_substitute(seat=game.seats.get(start=0), player=reserve, request=Request())
    make_hand(game, entry=self_draw_win(0, 8))

    assert (lines(tournament)[1], lines(tournament)[5]) == ((4, 48), (0, 0))


def test_place_knows_the_others():
    tournament = make_tournament(players=4)
    make_round(tournament)
    results = event_results(tournament)

    (place,) = results.places[tournament.players.get(number=3).pk]

    assert place.seat.start == 2
    assert [results.players[seat.player_id].number for seat in place.others] == [1, 2, 4]


def test_corrections_count_later_versions():
    game = make_game()
    make_hand(game, number=1)
    make_hand(game, number=2)
    record_hand(game=game, number=1, entry=discard_win(2, 3), replaces=1, request=Request())
    record_hand(game=game, number=1, entry=DRAWN, replaces=2, request=Request())

    assert corrections([game]) == {game.pk: 2}


def test_last_change_is_the_last_row_of_the_log():
    game = make_game()
    make_hand(game)
    make_game()

    expected = ActionLog.objects.filter(tournament=game.round.tournament).latest("pk").at
    assert last_change(game.round.tournament) == expected
