"""Who is missing, who plays for whom, who sat wrong, which hand is void: through the web."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.entry import HandEntry, Outcome
from scoring.rules.penalties import Measure
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
from tests.peers.pages import words
from tournament.models import ActionLog, Game, Hand, Penalty, Player, Role
from tournament.results import event_results
from tournament.services.absence import note_absence
from tournament.services.log import Request
from tournament.services.penalties import Ruling, add_penalty

pytestmark = pytest.mark.django_db

AMENDING = {"note_absence", "set_substitute", "correct_seats", "rescore_hands", "void_hand"}


def seen(game):
    return Game.objects.get(pk=game.pk).version


def send(client, game, page, /, **facts):
    facts = {"token": f"t-{page}-{seen(game)}", "seen": seen(game), **facts}
    return client.post(game_url(game, page), facts, follow=True)


def lead(client, game):
    client.force_login(make_official(game.round.tournament, Role.HEAD_REFEREE))


def written():
    return list(ActionLog.objects.filter(action__in=AMENDING).values_list("action", flat=True))


# Absent


def test_the_absent_one_is_greyed_on_the_entry_page_and_named_on_the_sheet(client, game, referee):
    said = words(send(client, game, "absence", seat="D", presence="absent", reason="ill"))

    assert "Player 04 is noted as absent." in said
    assert "Sum −80 = fines (04 −80)" in said
    page = client.get(game_url(game, "enter-hand", number=1)).text
    (own,) = re.findall(r'<label class="seat seat-cannot"[^>]*data-seat="D".*?</label>', page, re.S)
    assert ("Absent" in own, "disabled" in own) == (True, True)
    assert client.post(
        game_url(game, "enter-hand", number=1),
        {"winner": "A", "discarder": "D", "mode": "points", "points": "8", "token": "h"},
    ).status_code == 422  # fmt: skip


def test_the_preview_says_what_follows_and_writes_nothing(client, game, referee):
    facts = {"seat": "D", "presence": "absent", "preview": "1"}

    whole = words(send(client, game, "absence", **facts))
    answer = client.post(
        game_url(game, "absence"),
        {**facts, "token": "p", "seen": seen(game)},
        headers={"HX-Request": "true"},
    )

    for said in (whole, words(answer)):
        assert "Note · Player 04 absent" in said
        assert "The three others share 4, 2 and 1." in said
        assert "−80" in said
    assert "<html" not in answer.text
    assert written() == []


def test_a_second_absent_player_ends_the_table_before_it_began(client, game, referee):
    send(client, game, "absence", seat="D", presence="absent")

    said = words(send(client, game, "absence", seat="C", presence="absent"))

    assert "The table points of this game were awarded." in said
    assert "Enter hand" not in said


@pytest.mark.parametrize(
    ("facts", "says"),
    [
        pytest.param({}, "Say who.", id="nothing"),
        pytest.param({"seat": "D"}, "Say whether", id="no-presence"),
        pytest.param({"seat": "Z", "presence": "absent"}, "Say who.", id="no-such-seat"),
        pytest.param({"seat": "D", "presence": "late", "hand": "17"}, "Choose a hand", id="hand"),
        pytest.param({"seat": "D", "presence": "late"}, "Choose a hand", id="no-hand"),
    ],
)
def test_what_is_not_said_is_asked_for_and_nothing_typed_is_lost(
    client, game, referee, facts, says
):
    answer = send(client, game, "absence", reason="stuck in traffic", **facts)

    assert answer.status_code == 422
    assert (says in words(answer), 'value="stuck in traffic"' in answer.text) == (True, True)
    assert written() == []


def test_an_old_page_is_refused_and_can_be_sent_again(client, game, referee):
    old = seen(game)
    make_hand(game)

    answer = send(client, game, "absence", seat="D", presence="late", hand="3", seen=old)

    assert (answer.status_code, "Somebody changed this sheet" in words(answer)) == (409, True)
    assert f'name="seen" value="{seen(game)}"' in answer.text


def test_when_too_few_are_left_the_game_is_ended_with_one_press(client):
    game = make_game(hands_per_game=4)
    make_hand(game, 1)
    lead(client, game)
    url = game_url(game, "penalise")
    for number, label in enumerate("CD"):
        client.post(
            url,
            {"offender": label, "hand": "1", "offence": "free", "measure": "disqualification"}
            | {"reason": "brawl", "token": f"out{number}"},
        )
    page = client.get(game_url(game, "absence")).text
    assert "Fewer than three players are left" in page

    said = words(send(client, game, "end-game"))

    assert "Hands 2 to 4: not played." in said
    assert Hand.objects.filter(game=game, outcome="not_played").count() == 3


@pytest.mark.parametrize(
    ("out", "late", "offered"),
    [
        pytest.param((2, 3), (), True, id="sent-away-before-hand-1"),
        pytest.param((), (2, 3), False, id="late-but-coming"),
        pytest.param((3,), (2,), False, id="three-from-hand-3-on"),
    ],
)
def test_a_game_that_cannot_begin_is_ended_too(client, out, late, offered):
    game = make_game(hands_per_game=4)
    lead(client, game)
    for start in late:
        note_absence(
            game=game, start=start, present_from=3, seen=seen(game), request=Request(reason="x")
        )
    for start in out:
        ruling = Ruling(Measure.DISQUALIFICATION)
        add_penalty(game=game, offender=start, ruling=ruling, request=Request(reason="brawl"))

    page = client.get(game_url(game, "absence")).text

    assert ("Fewer than three players are left" in page) is offered
    if offered:
        assert "Hands 1 to 4: not played." in words(send(client, game, "end-game"))
        found = event_results(game.round.tournament, public=False).games[0]
        assert (found.scores, found.table_points) == ((0, 0, 0, 0), (3, 3, 0, 0))


# Disqualified


def test_a_disqualified_player_is_marked_everywhere(client):
    game = make_game(players=8)
    make_round(game.round.tournament, number=2, state="published")
    make_hand(game, 1, discard_win(0, 1, 20))
    lead(client, game)
    sent = {"offender": "B", "hand": "1", "offence": "free", "measure": "disqualification"}

    client.post(game_url(game, "penalise"), {**sent, "reason": "fraud", "token": "out"})

    event = game.round.tournament
    assert Penalty.objects.get().forfeit is True
    for name in ("standings", "player"):
        where = [event.slug] if name == "standings" else [event.slug, 2]
        assert "disqualified" in words(client.get(reverse(f"tournament:{name}", args=where)))
    later = client.get(game_url(event.rounds.get(number=2).games.first(), "sheet"))
    assert "Absent" in words(later)


def test_a_table_referee_is_not_offered_a_disqualification(client, game, referee):
    assert 'value="disqualification"' not in client.get(game_url(game, "penalise")).text


# Void


def test_a_void_hand_is_open_again_and_its_versions_stay(client, game, referee):
    make_hand(game, 1)

    said = words(send(client, game, "void-hand", hand="1", reason="wall destroyed"))

    assert "Hand 1 is void and open again." in said
    assert [(hand.outcome, hand.reason) for hand in game.hands.order_by("version")] == [
        ("discard", ""),
        ("withdrawn", "wall destroyed"),
    ]
    assert "wall destroyed" in words(client.get(game_url(game, "hand-history", number=1)))


def test_a_void_hand_says_before_and_after_that_its_dead_hand_ends(client, game, referee):
    ruling = Ruling(Measure.DEAD_HAND, "wrong_tile_count", dead_hand=True)
    add_penalty(game=game, offender=2, ruling=ruling, hand_number=1, request=Request())
    assert "Dead hand" in words(client.get(game_url(game, "enter-hand", number=1)))

    page = words(client.get(game_url(game, "void-hand") + "?hand=1"))
    assert "Player 03 may win the replayed hand: a dead hand ends with its tiles." in page
    assert "stays as it is" not in page
    send(client, game, "void-hand", hand="1", reason="wall destroyed")

    assert "Dead hand" not in words(client.get(game_url(game, "enter-hand", number=1)))
    listed = words(client.get(game_url(game, "penalties")))
    assert "Dead hand, ended with a void hand" in listed


def test_the_hand_being_played_can_be_void_and_no_later_one(client, game, referee):
    make_hand(game, 1)

    assert send(client, game, "void-hand", hand="3", reason="x").status_code == 422
    assert send(client, game, "void-hand", hand="2").status_code == 422
    send(client, game, "void-hand", hand="2", reason="tiles missing")

    assert [hand.reason for hand in game.hands.filter(number=2)] == ["tiles missing"]
    make_hand_again = client.get(game_url(game, "enter-hand", number=2))
    assert make_hand_again.status_code == 200


# Substitutes


def test_a_substitute_is_named_and_taken_out_again(client):
    tournament = make_tournament(players=6, teams=2)
    game = make_round(tournament).games.get()
    lead(client, game)
    reserve = tournament.players.get(number=5)

    form = client.get(game_url(game, "substitute"))
    said = words(send(client, game, "substitute", seat="B", who="reserve", player=reserve.pk))

    assert [row.number for row in form.context["form"].fields["player"].queryset] == [5, 6]
    assert "Player 05 plays for Player 02 in this game." in said
    assert "played by Player 05" in said
    said = words(send(client, game, "substitute", seat="B", who="outsider", name="<Eva>"))
    assert "&lt;Eva&gt; plays for Player 02" in said
    said = words(send(client, game, "substitute", seat="B", who="nobody"))
    assert "Player 02 plays himself." in said
    assert written() == ["set_substitute"] * 3


def test_a_closed_round_takes_a_substitute_with_a_reason_only(client):
    game = make_game(state="closed")
    lead(client, game)
    facts = {"seat": "B", "who": "outsider", "name": "Eva"}

    assert send(client, game, "substitute", **facts).status_code == 409
    said = words(send(client, game, "substitute", reason="noted late", **facts))

    assert "Eva plays for Player 02 in this game." in said


# Wrong seats


def test_two_who_sat_wrong_are_put_right_and_back(client, game, referee):
    for number, entry in enumerate((discard_win(0, 2, 20), self_draw_win(1, 8)), start=1):
        make_hand(game, number, entry)
    facts = {"one": "A", "other": "B", "first": "1", "last": "2", "reason": "sat wrong"}

    preview = words(send(client, game, "wrong-seats", preview="1", **facts))
    said = words(send(client, game, "wrong-seats", **facts))

    assert "Hand 1: 01 off 03 · 20 points → 02 off 03" in preview
    assert "2 hands are credited to the right players." in said
    assert [hand.winner for hand in game.hands.current().order_by("number")] == [1, 0]
    undo = game_url(game, "wrong-seats") + "?one=A&other=B&first=1&last=2"
    assert client.get(undo).context["form"]["last"].value() == "2"
    send(client, game, "wrong-seats", **facts)
    assert [hand.winner for hand in game.hands.current().order_by("number")] == [0, 1]


def test_tiles_with_another_wind_are_scored_anew_when_asked(client, game, referee):
    tiles = "EEE123789m123s9m9m|EE0000|0"
    entry = HandEntry(Outcome.DISCARD, winner=0, discarder=2, fan_points=13, notation=tiles)
    make_hand(game, 1, entry)
    facts = {"one": "A", "other": "B", "first": "1", "last": "1", "reason": "sat wrong"}
    said = words(send(client, game, "wrong-seats", **facts))
    assert "1 hand was scored from tiles with another wind." in said
    assert game.hands.current().get().fan_points == 13

    listed = words(client.get(game_url(game, "wrong-seats")))
    assert "13 → 11" in listed
    said = words(send(client, game, "rescore-hands", hands="1"))

    assert "1 hand is scored anew." in said
    assert game.hands.current().get().fan_points == 11
    assert send(client, game, "rescore-hands", hands="1").status_code == 409
    assert send(client, game, "rescore-hands").status_code == 422


# The pages of penalties


def test_every_fine_is_a_line_of_the_sum(client):
    game = make_game(starting_score=500)
    lead(client, game)
    url = game_url(game, "penalise")
    for number, (offender, offence) in enumerate(
        (("C", "short_win"), ("A", "false_concealed_kong"))
    ):
        client.post(
            url, {"offender": offender, "hand": "2", "offence": offence, "token": f"p{number}"}
        )
    client.post(url, {"offender": "B", "hand": "", "offence": "empty_call", "token": "w"})

    said = words(client.get(game_url(game, "penalties")))

    assert "Four starting scores 2,000" in said
    assert "03 · Short win (complete, under 8) · Hand 2 −40 1,960" in said
    assert "01 · False concealed kong, seen at the end · Hand 2 −40 1,920" in said
    assert "The four scores 1,920" in said
    assert "Warnings in this game: 02 1 warning" in said
    assert "1 warning" in client.get(url).text


def test_two_forfeited_games_are_proposed_as_a_withdrawal(client):
    tournament = make_tournament(players=4)
    games = [make_round(tournament, number=number).games.get() for number in (1, 2)]
    lead(client, games[1])
    for game in games:
        note_absence(
            game=game, start=3, present_from=None, seen=seen(game), request=Request(reason="gone")
        )

    page = client.get(game_url(games[1], "penalties"))

    assert "Player 04 has forfeited 2 games" in words(page)
    assert tournament.players.get(number=4).status == "entered"
    (form,) = re.findall(
        r'<form method="post" action="([^"]*withdraw/)">(.*?)</form>', page.text, re.S
    )
    sent = dict(re.findall(r'name="(token|last_round|reason)" value="([^"]*)"', form[1]))
    client.post(form[0], sent)
    gone = tournament.players.get(number=4)
    assert (gone.status, gone.last_round) == (Player.Status.WITHDRAWN, 2)
    assert "has forfeited" not in words(client.get(game_url(games[1], "penalties")))


@pytest.mark.parametrize("name", ["absence", "wrong-seats", "void-hand", "penalties", "penalise"])
def test_queries_do_not_grow_with_hands(client, game, referee, name):
    counts = []
    for number in range(1, 5):
        make_hand(game, number)
        with CaptureQueriesContext(connection) as queries:
            client.get(game_url(game, name))
        counts.append(len(queries))

    assert counts[-1] == counts[1]


def test_who_sat_wrong_and_has_the_others_dead_hand_is_told_the_way_out(client, game, referee):
    make_hand(game, 1, discard_win(1, 3, 12))
    ruling = Ruling(Measure.DEAD_HAND, "wrong_tile_count", dead_hand=True)
    penalty = add_penalty(
        game=game, offender=0, ruling=ruling, hand_number=1, request=Request(reason="14 tiles")
    )
    facts = {"one": "A", "other": "B", "first": "1", "last": "1", "reason": "wrong"}

    preview = words(send(client, game, "wrong-seats", preview="1", **facts))

    assert "01 may not win it: if the dead hand was" in preview
    assert send(client, game, "wrong-seats", **facts).status_code == 409
    client.post(
        game_url(game, "cancel-penalty", pk=penalty.pk), {"token": "c", "reason": "it was 02"}
    )
    assert "may not win it" not in words(send(client, game, "wrong-seats", preview="1", **facts))
    send(client, game, "wrong-seats", token="again", **facts)
    add_penalty(game=game, offender=1, ruling=ruling, hand_number=1, request=Request())
    assert [hand.winner for hand in game.hands.current()] == [0]


def test_who_sat_wrong_is_told_to_change_chairs(client, game, referee):
    words = "let the two change chairs before the next one"
    make_hand(game, 1, discard_win(0, 1))

    assert words in client.get(game_url(game, "wrong-seats")).text
    for number in range(2, 17):
        make_hand(game, number, DRAWN)
    assert words not in client.get(game_url(game, "wrong-seats")).text
