"""Giving and cancelling penalties through the web."""

import re
from datetime import UTC, datetime

import pytest
from django.urls import reverse

from scoring.rules.penalties import Measure
from tests.factories import discard_win, game_url, make_game, make_hand, make_official, make_user
from tournament.models import ActionLog, Penalty, Role, Round, Tournament
from tournament.results import game_results
from tournament.services.games import close_game, enter_totals
from tournament.services.log import Request
from tournament.services.penalties import Ruling, add_penalty

pytestmark = pytest.mark.django_db

SHORT = {"offender": "C", "hand": "7", "offence": "short_win", "token": "p1"}


def url(game, name="penalise", **where):
    return game_url(game, name, **where)


def fine(game, **where):
    ruling = Ruling(Measure.FINE, "empty_call", 1, (0, 0, -10, 0))
    return add_penalty(game=game, offender=2, ruling=ruling, request=Request(), **where)


# Access


@pytest.mark.parametrize("method", ["get", "post"])
@pytest.mark.parametrize("name", ["penalise", "cancel-penalty"])
def test_anonymous_is_sent_to_log_in(client, game, method, name):
    where = {"pk": fine(game).pk} if name == "cancel-penalty" else {}
    logged = ActionLog.objects.count()

    response = getattr(client, method)(url(game, name, **where), SHORT)

    assert response["Location"].startswith(reverse("login"))
    assert ActionLog.objects.count() == logged


@pytest.mark.parametrize("name", ["penalise", "cancel-penalty"])
@pytest.mark.parametrize("role", [None, Role.VIEWER])
def test_wrong_role_is_refused(client, game, name, role):
    where = {"pk": fine(game).pk} if name == "cancel-penalty" else {}
    tournament = game.round.tournament
    client.force_login(make_official(tournament, role) if role else make_user())

    response = client.post(url(game, name, **where), {**SHORT, "reason": "r"})

    assert response.status_code == 403
    assert Penalty.objects.filter(offence="short_win").count() == 0
    assert not Penalty.objects.filter(cancelled_at__isnull=False).exists()


def test_wrong_method(client, game, referee):
    assert client.put(url(game)).status_code == 405
    assert client.delete(url(game, "cancel-penalty", pk=fine(game).pk)).status_code == 405


def test_the_clock_runs_where_it_is_shown(client, game, referee):
    for name, where in {
        "sheet": {},
        "enter-hand": {"number": 1},
        "penalties": {},
        "penalise": {},
    }.items():
        page = client.get(url(game, name, **where)).text

        assert ("data-clock" in page, "js/clock.js" in page) == (True, True), name


# Giving


def test_penalty_is_given(client, game, referee):
    response = client.post(url(game), SHORT, follow=True)

    penalty = Penalty.objects.get()
    assert response.redirect_chain == [(url(game, "sheet"), 302)]
    assert (penalty.offence, penalty.hand_number, penalty.seat.start) == ("short_win", 7, 2)
    assert (penalty.measure, penalty.dead_hand) == ("fine", True)
    assert penalty.decided_by == referee
    assert list(penalty.shares.values_list("seat__start", "points")) == [(2, -40)]
    assert "Penalty recorded · Player 03 · Fine −40 + Dead hand" in response.text
    assert ActionLog.objects.filter(action="add_penalty").count() == 1
    scores = game_results(type(game).objects.filter(pk=game.pk), game.round.tournament)[0].scores
    assert scores == (0, 0, -40, 0)


def test_retry_is_not_doubled(client, game, referee):
    client.post(url(game), SHORT)
    client.post(url(game), SHORT)

    assert Penalty.objects.count() == 1


def test_preview_shows_amounts_sum_and_ladder(client, game, referee):
    fine(game, hand_number=2)
    values = {**SHORT, "offence": "empty_call", "preview": "1"}

    text = client.post(url(game), values).text

    assert "Table sum −10 → <b>−20</b>" in text
    assert "Record −10 · Player 03" in text
    assert "1 Warning" in text
    assert Penalty.objects.count() == 1


def test_live_preview_is_a_piece(client, game, referee):
    response = client.post(url(game), {**SHORT, "preview": "1"}, headers={"HX-Request": "true"})
    missing = client.post(url(game), {"preview": "1"}, headers={"HX-Request": "true"})

    assert "<html" not in response.text
    assert "Record −40 · Player 03" in response.text
    assert missing.status_code == 200
    assert "Say who is penalised." in missing.text


def test_refused_penalty_keeps_what_was_typed(client, game, referee):
    response = client.post(url(game), {**SHORT, "amount": "25", "measure": "fine"})

    text = response.text
    assert response.status_code == 422
    assert "This is not what the rules propose. Say why." in text
    assert 'name="amount" value="25"' in text
    assert not Penalty.objects.exists()


@pytest.mark.parametrize(
    "values",
    [
        pytest.param({}, id="nothing"),
        pytest.param({**SHORT, "hand": "99999999999999999999"}, id="huge-hand"),
        pytest.param({**SHORT, "amount": "9" * 6000}, id="huge-amount"),
        pytest.param({**SHORT, "minutes": "9" * 6000, "offence": ""}, id="huge-minutes"),
        pytest.param({**SHORT, "offence": "\x00"}, id="nul"),
        pytest.param({**SHORT, "reason": "\x00"}, id="nul-reason"),
        pytest.param({**SHORT, "offender": ["A", "Z"]}, id="two-offenders"),
        pytest.param({**SHORT, "measure": "<b>"}, id="measure"),
        pytest.param({**SHORT, "receivers": "Z"}, id="receivers"),
        pytest.param({**SHORT, "token": ""}, id="no-token"),
    ],
)
def test_nonsense_is_refused(client, game, referee, values):
    for preview in ({}, {"preview": "1"}):
        assert client.post(url(game), {**values, **preview}).status_code == 422
    assert not Penalty.objects.exists()


@pytest.mark.parametrize("hand", ["x", "0", "17", "9" * 5000])
def test_odd_hand_in_the_address(client, game, referee, hand):
    response = client.get(url(game), {"hand": hand})

    assert response.status_code == 200
    assert response.context["form"]["hand"].value() == 1


def test_dead_hand_of_the_winner_is_refused(client, game, referee):
    make_hand(game, 7, discard_win(2, 0))

    response = client.post(url(game), SHORT)

    assert response.status_code == 409
    assert "is recorded as the winner of hand 7." in response.text
    assert not Penalty.objects.exists()


def test_table_points_are_for_the_head_referee(client, game, referee):
    values = {"offender": "A", "hand": "", "offence": "discipline", "token": "d"}
    assert client.post(url(game), values).status_code == 422

    client.force_login(make_official(game.round.tournament, Role.HEAD_REFEREE))
    response = client.post(url(game), values, follow=True)

    assert Penalty.objects.get().table_points == 6
    assert "−½ table points" in response.text


def test_replayed_hand_is_hinted_at(client, game, referee):
    response = client.post(url(game), {**SHORT, "offence": "wall_destroyed"}, follow=True)

    text = response.text
    assert "The hand is replayed" in text
    assert f'href="{url(game, "void-hand")}?hand=7"' in text


def test_void_win_is_no_penalty_but_a_hint(client, game, referee):
    response = client.post(url(game), {**SHORT, "offence": "win_not_announced"})

    assert response.status_code == 422
    assert "record the hand as a void win" in response.text


@pytest.mark.parametrize("state", [Round.State.PUBLISHED, Round.State.CLOSED])
def test_round_that_does_not_run(client, state):
    game = make_game(state=state)
    client.force_login(make_official(game.round.tournament, Role.REFEREE))

    shown = client.get(url(game))
    sent = client.post(url(game), SHORT)

    assert (shown.status_code, sent.status_code) == (409, 409)
    assert "The round is not running" in sent.text
    assert not Penalty.objects.exists()


def test_locked_game(client, game, referee):
    penalty = fine(game)
    close_game(game=game, request=Request())

    assert client.post(url(game), SHORT).status_code == 409
    cancel = url(game, "cancel-penalty", pk=penalty.pk)
    assert client.post(cancel, {"reason": "r", "token": "c"}).status_code == 409


# The list, cancelling


def test_list_explains_the_sum(client, game):
    fine(game, hand_number=3)

    text = client.get(url(game, "penalties")).text

    assert "= fines (03 −10)" in text
    assert "A fine is taken from a player and given to nobody" in text
    assert "Call that cannot be made" in text
    assert "Cancel this penalty" not in text


def test_cancelled_penalty_stays_struck_through(client, game, referee):
    penalty = fine(game)

    response = client.post(
        url(game, "cancel-penalty", pk=penalty.pk),
        {"reason": "<b>mistake", "token": "c"},
        follow=True,
    )

    text = response.text
    penalty.refresh_from_db()
    assert penalty.cancelled_by == referee
    assert "<s>" in text
    assert 'Cancelled by <span lang="en">ref</span>' in text
    assert "&lt;b&gt;mistake" in text
    assert "Sum 0" in text
    assert ActionLog.objects.filter(action="cancel_penalty").count() == 1


@pytest.mark.parametrize(
    "values",
    [{}, {"token": "c"}, {"reason": "x" * 201, "token": "c"}, {"reason": "\x00", "token": "c"}],
)
def test_cancelling_needs_a_reason(client, game, referee, values):
    penalty = fine(game)

    response = client.post(url(game, "cancel-penalty", pk=penalty.pk), values)

    penalty.refresh_from_db()
    assert response.status_code == 422
    assert penalty.cancelled_at is None


def test_cancelling_twice_is_refused(client, game, referee):
    penalty = fine(game)
    address = url(game, "cancel-penalty", pk=penalty.pk)
    client.post(address, {"reason": "r", "token": "c"})

    assert client.post(address, {"reason": "other", "token": "d"}).status_code == 409


def test_only_penalties_of_this_game_can_be_cancelled(client, game, referee):
    other = fine(make_game())

    for pk in (other.pk, 10**18, 10**30):
        address = url(game, "cancel-penalty", pk=pk)
        assert client.post(address, {"reason": "r", "token": "c"}).status_code == 404


def test_address_of_a_cancellation_leads_to_the_list(client, game, referee):
    penalty = fine(game)

    response = client.get(url(game, "cancel-penalty", pk=penalty.pk))

    assert response["Location"] == url(game, "penalties")


def test_offence_is_named_by_the_rules_it_was_given_under(client, game):
    revision = fine(game).profile_revision
    row = next(row for row in revision.content["offences"] if row["key"] == "empty_call")
    row["en"] = row["zh"] = "As it was called then"
    revision.save(update_fields=["content"])

    assert "As it was called then" in client.get(url(game, "penalties")).text


# What the save button says


def free(**values):
    return {
        **SHORT,
        "offence": "free",
        "measure": "compensation",
        "reason": "Knocked over",
        **values,
    }


def test_a_compensation_is_not_called_a_fine(client, game, referee):
    text = client.post(url(game), {**free(amount="30"), "preview": "1"}).text

    assert "Record compensation −30 · Player 03" in text
    assert "This player so far" not in text


def test_a_repeated_offence_says_which_it_is(client, game, referee):
    fine(game, hand_number=2)

    text = client.post(url(game), {**SHORT, "offence": "empty_call", "preview": "1"}).text

    assert " · No. 2" in text


def test_table_points_are_named_on_the_button(client, game):
    user = make_official(game.round.tournament, Role.ORGANISER, username="org")
    client.force_login(user)

    values = {"offender": "C", "offence": "discipline", "hand": "", "preview": "1", "token": "t"}

    assert "Record table points −½ · Player 03" in client.post(url(game), values).text


def test_refused_penalty_says_why_on_the_button_and_takes_the_focus_there(client, game, referee):
    response = client.post(url(game), free(amount="5", reason="", measure="fine"))

    assert response.status_code == 422
    assert '<span class="save-missing">A free decision needs a reason.</span>' in response.text
    assert response.context["form"].fields["reason"].widget.attrs["autofocus"]


def test_points_of_a_cancelled_penalty_are_struck_through(client, game, referee):
    penalty = fine(game, hand_number=2)
    cancel = url(game, "cancel-penalty", pk=penalty.pk)

    text = client.post(cancel, {"reason": "Wrong player", "token": "c"}, follow=True).text

    assert re.search(r"<p><s>03 <[^>]+>−10<", text)


def test_a_retry_of_the_second_step_gets_the_first_answer(client, game, referee):
    """The first try was stored, its answer lost: the record now holds it, the step is the same."""
    fine(game, hand_number=2)
    sent = {**SHORT, "offence": "empty_call"}
    headers = {"accept": "application/json", "x-sent-for": str(referee.pk)}

    first = client.post(url(game), sent, headers=headers)
    fine(game, hand_number=3)
    again = client.post(url(game), {**sent, "queued": "p1"}, headers=headers)
    as_form = client.post(url(game), sent)

    assert first.json()["text"] == "Penalty recorded · Player 03 · Fine −10"
    assert (first.status_code, first.json()) == (again.status_code, again.json())
    assert (as_form.status_code, as_form["Location"]) == (302, url(game, "sheet"))
    assert Penalty.objects.filter(hand_number=7).count() == 1


def test_a_phone_is_told_what_its_penalty_lacks(client, game, referee):
    headers = {"accept": "application/json", "x-sent-for": str(referee.pk)}

    answer = client.post(url(game), {**SHORT, "offence": ""}, headers=headers)

    assert (answer.status_code, answer.json()["state"]) == (422, "refused")
    assert answer.json()["text"]


def test_a_fine_inside_the_totals_says_how_it_is_cancelled(client, game, referee):
    given = fine(game)
    enter_totals(game=game, totals=(10, 20, -40, 0), request=Request(reason="sheet lost"))

    page = client.get(url(game, "penalties")).text
    answer = client.post(url(game, "cancel-penalty", pk=given.pk), {"reason": "r", "token": "c"})

    assert url(game, "cancel-penalty", pk=given.pk) not in page
    for text in (page, answer.text):
        assert "Let its hands count again, cancel it, then enter the totals anew." in text
    assert answer.status_code == 409


def test_a_clerk_is_asked_who_decided_and_no_one_else(client, game, referee):
    question = "Write down who decided it"
    assert question not in client.get(url(game)).text
    client.force_login(make_official(game.round.tournament, Role.CLERK))

    assert question in client.get(url(game)).text
    client.post(url(game), {**SHORT, "reason": "Referee Wang"})
    listed = client.get(url(game, "penalties")).text
    assert f"Recorded by {Penalty.objects.get().decided_by}" in re.sub("<[^>]+>", "", listed)
    assert "Referee Wang" in listed


def test_a_disqualification_says_what_it_does_before_it_is_given(client, game):
    client.force_login(make_official(game.round.tournament, Role.HEAD_REFEREE))
    sent = {**SHORT, "offence": "free", "measure": "disqualification", "reason": "fraud"}

    page = client.post(url(game), {**sent, "preview": "1"}).text

    assert "The player loses this game, 0 table points, and plays no later round." in page
    assert not Penalty.objects.exists()


def test_times_are_those_of_the_event(client, game, referee):
    Tournament.objects.update(time_zone="America/Lima")
    given = fine(game)
    Penalty.objects.filter(pk=given.pk).update(decided_at=datetime(2026, 5, 1, 15, 30, tzinfo=UTC))

    assert "05-01 10:30</time>" in client.get(url(game, "penalties")).text
