"""Signing a sheet, locking it, opening it again; appeals and the final results."""

from datetime import timedelta

import pytest
from django.utils import timezone

from scoring.rules.penalties import Measure
from tests.factories import (
    discard_win,
    make_game,
    make_hand,
    make_official,
    make_round,
    make_tournament,
    shut_round,
)
from tournament.board import Trouble, table_states
from tournament.closing import obstacles, signing
from tournament.models import ActionLog, Appeal, Game, Role, SheetVisit, Signature
from tournament.services.appeals import decide_appeal, file_appeal
from tournament.services.errors import BadState, NotAllowed, StaleEdit, TokenReused
from tournament.services.events import edit_tournament, settings_version
from tournament.services.games import close_game, enter_totals
from tournament.services.hands import record_hand, withdraw_hand
from tournament.services.locking import lock_games
from tournament.services.log import Request
from tournament.services.penalties import Ruling, add_penalty
from tournament.services.signing import (
    reopen_game,
    sign_as_official,
    sign_for_missing,
    sign_seat,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def game():
    game = make_game()
    make_hand(game, 1, discard_win(0, 1, 8))
    return game


@pytest.fixture
def referee(game):
    return make_official(game.round.tournament, Role.REFEREE)


@pytest.fixture
def head(game):
    return make_official(game.round.tournament, Role.HEAD_REFEREE)


def fresh(game):
    return Game.objects.select_related("round__tournament", "table").get(pk=game.pk)


def by(user, reason=""):
    return Request(by=user, reason=reason)


def agree(game, *starts, user=None):
    for start in starts or range(4):
        sign_seat(seat=game.seats.get(start=start), seen=fresh(game).version, request=by(user))


def close(game, user, reason=""):
    return sign_as_official(game=game, seen=fresh(game).version, request=by(user, reason))


def missing(game):
    seats = game.seats.select_related("player").order_by("start")
    return [seat.start for seat in signing(fresh(game), seats).missing]


def file(game, user=None, reason="", **more):
    return file_appeal(
        game=game, seat=game.seats.get(start=2), text="Hand 1", request=by(user, reason), **more
    )


# Signing


def test_four_players_the_referee_and_the_head_referee_close_a_sheet(game, referee, head):
    agree(game, user=referee)
    assert fresh(game).state == "open"

    assert close(game, referee).state == "signed"
    assert fresh(game).locked_at is None
    locked = close(game, head)

    assert (locked.state, fresh(game).locked_at is not None) == ("locked", True)
    signers = Signature.objects.order_by("pk").values_list("seat__start", "official__role")
    assert list(signers) == [
        *((start, None) for start in range(4)),
        (None, "referee"),
        (None, "head_referee"),
    ]
    assert set(Signature.objects.values_list("game_version", flat=True)) == {fresh(game).version}


def test_the_head_referee_at_the_table_signs_and_locks_at_once(game, head):
    agree(game, user=head)

    assert close(game, head).state == "locked"


def test_the_referee_cannot_sign_before_the_players(game, referee):
    agree(game, 0, 2, user=referee)

    with pytest.raises(BadState, match=r"Not signed yet: 02, 04\."):
        close(game, referee)
    assert missing(game) == [1, 3]


def test_a_change_voids_the_signatures(game, referee):
    agree(game, user=referee)

    make_hand(game, 2, discard_win(2, 3, 20))

    assert missing(game) == [0, 1, 2, 3]
    with pytest.raises(BadState, match="Not signed yet"):
        close(game, referee)
    agree(game, user=referee)
    assert close(game, referee).state == "signed"


def test_a_change_of_a_signed_sheet_opens_it(game, referee, head):
    agree(game, user=referee)
    close(game, referee)

    add_penalty(
        game=game,
        offender=0,
        ruling=Ruling(Measure.FINE, shares=(-20, 0, 0, 0)),
        request=by(head, "phone"),
    )

    assert fresh(game).state == "open"
    assert missing(game) == [0, 1, 2, 3]


def test_nobody_signs_figures_he_has_not_seen(game, referee):
    seen = fresh(game).version
    make_hand(game, 2)

    with pytest.raises(StaleEdit):
        sign_seat(seat=game.seats.get(start=0), seen=seen, request=by(referee))
    agree(game)
    with pytest.raises(StaleEdit):
        sign_as_official(game=game, seen=seen, request=by(referee))


def test_a_signature_is_stored_once(game, referee):
    seat, seen = game.seats.get(start=1), fresh(game).version
    press = by(referee)
    sign_seat(seat=seat, seen=seen, request=press)
    sign_seat(seat=seat, seen=seen, request=press)  # the retry of a bad connection
    sign_seat(seat=seat, seen=seen, request=by(referee))  # another press

    assert Signature.objects.filter(seat=seat).count() == 1
    with pytest.raises(TokenReused):
        sign_seat(seat=game.seats.get(start=2), seen=seen, request=press)


def test_a_player_who_left_is_signed_for_with_a_reason(game, referee):
    agree(game, 0, 1, 2, user=referee)
    seen = fresh(game).version
    with pytest.raises(BadState, match="Say why"):
        sign_for_missing(game=game, seen=seen, request=by(referee))

    sign_for_missing(game=game, seen=seen, request=by(referee, "caught a train"))

    signatures = Signature.objects.order_by("seat__start").values_list("seat__start", "reason")
    assert list(signatures) == [(0, ""), (1, ""), (2, ""), (3, "caught a train")]
    assert close(game, referee).state == "signed"


def test_an_absent_seat_signs_nothing(game, referee):
    game.seats.filter(start=3).update(present_from=None)

    agree(game, 0, 1, 2, user=referee)

    with pytest.raises(BadState, match="needs no signature"):
        agree(game, 3, user=referee)
    assert close(game, referee).state == "signed"


def test_totals_are_signed_too(referee, game):
    withdraw_hand(game=game, number=1, replaces=1, request=Request())
    enter_totals(game=game, totals=(30, 10, -10, -30), request=Request(reason="paper"))

    agree(game, user=referee)

    assert close(game, referee).state == "signed"


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        pytest.param(lambda game: make_hand(game, 4), "Hands missing: 2, 3. Enter them", id="gap"),
        pytest.param(
            lambda game: withdraw_hand(game=game, number=1, replaces=1, request=Request()),
            "Nothing is entered yet.",
            id="nothing",
        ),
        pytest.param(
            lambda game: game.hands.get().scores.filter(seat__start=0).update(points=1),
            "do not add up",
            id="sum",
        ),
    ],
)
def test_an_incomplete_sheet_takes_no_signature(game, referee, spoil, sentence):
    spoil(game)

    with pytest.raises(BadState, match=sentence):
        agree(game, 0, user=referee)
    assert not Signature.objects.exists()


def test_signing_waits_for_entries_on_a_phone(game, referee, head):
    visit = SheetVisit.objects.create(game=game, device="d", seen_at=timezone.now(), waiting=2)

    with pytest.raises(BadState, match="wait on a phone"):
        agree(game, 0, user=referee)
    visit.delete()
    agree(game, user=referee)
    visit.save()
    with pytest.raises(BadState, match="ask the head referee"):
        close(game, referee, "the phone is lost")
    # A leader goes on, should the phone be lost; not by mistake.
    with pytest.raises(BadState, match="say why"):
        close(game, head)

    assert close(game, head, "the phone is lost").state == "locked"
    assert ActionLog.objects.get(action="sign_game").reason == "the phone is lost"


@pytest.mark.parametrize("role", [Role.VIEWER, None])
def test_strangers_take_no_signature(game, role):
    user = make_official(game.round.tournament if role else make_tournament(), role or Role.REFEREE)

    with pytest.raises(NotAllowed):
        agree(game, 0, user=user)


# Opening again, locking many


def test_a_locked_sheet_is_opened_with_a_reason_and_signed_anew(game, referee, head):
    agree(game, user=head)
    close(game, head)
    with pytest.raises(NotAllowed):
        reopen_game(game=game, request=by(referee, "wrong"))
    with pytest.raises(BadState, match="Say why"):
        reopen_game(game=game, request=by(head))

    reopen_game(game=game, request=by(head, "hand 1 mixed up"))

    assert (fresh(game).state, fresh(game).locked_at) == ("open", None)
    assert missing(game) == [0, 1, 2, 3]
    line = ActionLog.objects.latest("pk")
    assert (line.action, line.before, line.after, line.reason) == (
        "reopen_game",
        {"state": "locked"},
        {"state": "open"},
        "hand 1 mixed up",
    )


def test_a_round_is_locked_at_once_but_for_what_is_disputed_or_incomplete():
    event = make_tournament(players=20)
    round_ = make_round(event)
    games = list(round_.games.order_by("table__number"))
    head = make_official(event, Role.HEAD_REFEREE)
    referee = make_official(event, Role.REFEREE)
    for game in games[:4]:
        make_hand(game, 1)
    for game in games[:2]:
        agree(game, user=referee)
        close(game, referee)
    file(games[1], referee)
    with pytest.raises(NotAllowed):
        lock_games(round_=round_, request=by(referee))

    locked = lock_games(round_=round_, request=by(head))
    assert [game.table.number for game in locked] == [1]
    with pytest.raises(BadState, match="Say why"):
        lock_games(round_=round_, unsigned=True, request=by(head))
    locked = lock_games(round_=round_, unsigned=True, request=by(head, "signed on paper"))
    assert [game.table.number for game in locked] == [3, 4]
    with pytest.raises(BadState, match="No sheet"):
        lock_games(round_=round_, request=by(head))

    assert [game.state for game in round_.games.order_by("table__number")] == [
        *("locked", "signed", "locked", "locked", "open")
    ]


# Appeals


def test_a_dispute_keeps_the_sheet_open_and_tells_the_head_referee(game, referee, head):
    agree(game, user=referee)
    file(game, referee)

    with pytest.raises(BadState, match="disputes this sheet"):
        close(game, referee)
    (state,) = table_states(game.round)
    assert (state.troubles[0], state.signed, state.signers) == (Trouble.DISPUTE, 4, 4)

    decide_appeal(
        appeal=Appeal.objects.get(),
        outcome=Appeal.Outcome.REJECTED,
        decision="The tiles were shown.",
        request=by(head),
    )

    assert close(game, referee).state == "signed"
    appeal = Appeal.objects.get()
    assert (appeal.filed_by, appeal.text) == (referee, "Hand 1")
    assert (appeal.outcome, appeal.decided_by, appeal.decision) == (
        *("rejected", head, "The tiles were shown."),
    )


def test_an_appeal_is_decided_once_by_a_leader_with_a_text(game, referee, head):
    appeal = file(game, referee)

    def decide(user, text="so", outcome=Appeal.Outcome.UPHELD):
        decide_appeal(appeal=appeal, outcome=outcome, decision=text, request=by(user))

    with pytest.raises(NotAllowed):
        decide(referee)
    with pytest.raises(BadState, match="and why"):
        decide(head, " ")
    with pytest.raises(BadState, match="and why"):
        decide(head, outcome=Appeal.Outcome.OPEN)
    decide(head)
    with pytest.raises(BadState, match="decided already"):
        decide(head, "otherwise")


def locked_minutes_ago(game, minutes):
    close_game(game=game, request=Request())
    Game.objects.filter(pk=game.pk).update(locked_at=timezone.now() - timedelta(minutes=minutes))


def test_an_appeal_comes_in_time(game, referee):
    locked_minutes_ago(game, 29)

    assert file(game, referee).outcome == "open"


def test_a_late_appeal_is_the_head_referees_with_a_reason(game, referee, head):
    locked_minutes_ago(game, 31)

    with pytest.raises(BadState, match="Appeals could be filed until"):
        file(game, referee)
    with pytest.raises(NotAllowed):
        file(game, referee, "he asked before", late=True)
    with pytest.raises(BadState, match="Say why"):
        file(game, head, late=True)
    assert file(game, head, "he asked before", late=True).outcome == "open"


# Final results


def make_final(event, **more):
    fields = {"is_final": True, **more}
    return edit_tournament(
        tournament=event, fields=fields, seen=settings_version(event), request=Request()
    )


def test_results_are_final_after_the_last_appeal(game, head):
    event = game.round.tournament
    locked_minutes_ago(game, 10)
    shut_round(round_=game.round, request=Request())
    appeal = file(game, head)

    with pytest.raises(BadState, match=r"An appeal is open: round 1 table 1\. Decide it first\."):
        make_final(event)
    decide_appeal(appeal=appeal, outcome=Appeal.Outcome.REJECTED, decision="no", request=by(head))
    with pytest.raises(
        BadState, match=r"^Until \d\d:\d\d appeals can be filed: round 1 table 1\.$"
    ):
        make_final(event)
    assert [found.pk for found, _until in obstacles(event).windows] == [game.pk]
    event.refresh_from_db()
    assert not event.is_final

    locked_at = timezone.now() - timedelta(minutes=30, seconds=1)
    Game.objects.filter(pk=game.pk).update(locked_at=locked_at)
    assert make_final(event).is_final


def test_the_organiser_may_end_the_time_for_appeals(game):
    locked_minutes_ago(game, 0)

    assert make_final(game.round.tournament, appeal_minutes=0).is_final


@pytest.mark.parametrize("what", ["appeal", "reopen"])
def test_final_results_are_provisional_again(game, head, what):
    event = game.round.tournament
    locked_minutes_ago(game, 60)
    make_final(event)

    if what == "appeal":
        file(game, head, "found on the video", late=True)
    else:
        reopen_game(game=game, request=by(head, "hand 1"))

    event.refresh_from_db()
    assert not event.is_final
    assert ActionLog.objects.latest("pk").after["is_final"] is False


def test_a_table_referee_corrects_until_it_is_signed_then_the_head_referee(game, referee, head):
    agree(game, user=referee)
    close(game, referee)

    def correct(user, points):
        record_hand(
            game=game,
            number=1,
            entry=discard_win(0, 1, points),
            replaces=game.hands.get(is_current=True).version,
            request=by(user, "checked"),
        )

    with pytest.raises(NotAllowed):
        correct(referee, 9)
    correct(head, 10)
    agree(game, user=head)
    close(game, head)
    with pytest.raises(NotAllowed):
        correct(head, 11)
    reopen_game(game=game, request=by(head, "checked"))
    correct(referee, 12)

    assert list(game.hands.order_by("version").values_list("fan_points", flat=True)) == [8, 10, 12]
