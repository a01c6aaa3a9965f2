"""Players who are sent away or leave, and come back as they were."""

import pytest

from tests.factories import (
    discard_win,
    game_url,
    make_hand,
    make_official,
    make_round,
    make_tournament,
)
from tests.peers.pages import url, words
from tests.tournament.hard_cases.steps import OUT, figures, note, standing, throw_out, why
from tournament.exports.event_files import write_event
from tournament.imports.event_files import import_event
from tournament.models import Role, Round
from tournament.services.disqualification import (
    left_empty_words,
    not_known_words,
    plays_on_words,
)
from tournament.services.entries import reinstate_player
from tournament.services.errors import BadState
from tournament.services.log import Request
from tournament.services.penalties import (
    cancel_penalty,
    penalise_in_table_points,
)
from tournament.services.people import withdraw_player
from tournament.services.roster import check_in

pytestmark = pytest.mark.django_db


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


def test_who_had_said_when_he_leaves_plays_no_later_round_either():
    event = make_tournament(players=8)
    game = make_round(event).games.first()
    one = event.players.get(number=1)
    withdraw_player(player=one, last_round=5, request=Request())

    out = throw_out(game, 0)
    assert status(one) == ("withdrawn", 1)
    cancel_penalty(penalty=out, request=why())

    assert status(one) == ("withdrawn", 5)


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

    assert "sits in round 2, table 1, which is being played" in plays_on_words(out)
    assert status(player) == ("withdrawn", 2)
    assert three.games.first().seats.get(player=player).present_from is None
    cancel_penalty(penalty=out, request=why())
    assert status(player) == ("entered", None)


def test_the_log_has_a_line_for_the_entry_and_for_each_seat(client):
    event = make_tournament(players=8)
    game = make_round(event).games.first()
    later = make_round(event, number=2, state="published")
    table = later.games.get(seats__player__number=1)
    client.force_login(make_official(event, Role.HEAD_REFEREE))
    last = event.log.order_by("-pk").first().pk

    cancel_penalty(penalty=throw_out(game, 0), request=why("no proof"))

    written = event.log.filter(pk__gt=last).order_by("pk").values_list("action", flat=True)
    assert list(written) == [
        *("withdraw_player", "note_absence", "add_penalty"),
        *("reinstate_player", "note_absence", "cancel_penalty"),
    ]
    told = words(client.get(game_url(table, "game-changes")))
    assert "Presence noted" in told
    assert "fraud before → after present from hand 1 → – disqualified – → yes" in told


@pytest.mark.parametrize("where", ["game", "event"])
def test_an_event_from_a_file_says_what_it_cannot_give_back(client, tmp_path, where):
    event = make_tournament(players=8, slug="first")
    check_in(tournament=event, numbers=[1, 2], present=True, request=Request())
    game = make_round(event).games.first()
    throw_out(game, 0)
    one = event.players.get(number=2)
    penalise_in_table_points(tournament=event, player=one, ruling=OUT, request=why())
    write_event(event, tmp_path)
    restored = import_event(tmp_path, slug="second").tournament
    client.force_login(make_official(restored, Role.HEAD_REFEREE))
    penalty = restored.penalties.get(player__number=1 if where == "game" else 2)

    if where == "game":
        address = game_url(penalty.game, "cancel-penalty", pk=penalty.pk)
    else:
        address = url(restored, "cancel-event-penalty", penalty.pk)
    said = words(client.post(address, {"token": "x", "reason": "no proof"}, follow=True))

    assert f"how {penalty.player} stood before is not known" in said
    assert status(penalty.player) == ("entered", None)


def test_where_the_log_knows_nothing_is_left_to_do_by_hand():
    event = make_tournament(players=8)
    penalty = throw_out(make_round(event).games.first(), 0)

    cancel_penalty(penalty=penalty, request=why())

    assert not_known_words(penalty) == ""


@pytest.mark.parametrize("where", ["game", "event"])
def test_what_began_without_him_is_named_for_the_referee(client, where):
    """Rounds 2 and 3 have begun; in round 4 his seat is his again, in 3 he was noted absent anyway."""
    event = make_tournament(players=8, slug="hall")
    check_in(tournament=event, numbers=[1], present=True, request=Request())
    game, *later = (
        make_round(event, number=n, state="published").games.first() for n in range(1, 5)
    )
    Round.objects.filter(number=1).update(state="running")
    note(later[1], 0, None)
    one = event.players.get(number=1)
    if where == "game":
        out = throw_out(game, 0)
        address = game_url(game, "cancel-penalty", pk=out.pk)
    else:
        out = penalise_in_table_points(tournament=event, player=one, ruling=OUT, request=why())
        address = url(event, "cancel-event-penalty", out.pk)
    Round.objects.filter(number__in=(2, 3)).update(state="running")
    client.force_login(make_official(event, Role.HEAD_REFEREE))

    said = words(client.post(address, {"token": "x", "reason": "no proof"}, follow=True))

    assert "still noted absent, as play began without him: round 2 table 1. If he plays" in said
    assert [seat.present_from for seat in one.seats.order_by("round")] == [1, None, None, 1]
    note(later[0], 0, 4)
    assert left_empty_words(out) == ""
