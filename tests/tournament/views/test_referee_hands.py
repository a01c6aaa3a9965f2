"""Entering, correcting and withdrawing a hand through the web."""

import pytest
from django.urls import reverse

from scoring.entry import HandEntry, Outcome
from scoring.rules.penalties import Measure
from tests.factories import (
    discard_win,
    game_url,
    make_game,
    make_hand,
    make_official,
    make_tournament,
    make_user,
    self_draw_win,
)
from tournament.models import ActionLog, Game, Hand, Player, Role, Round
from tournament.services.games import close_game
from tournament.services.hands import entry_of, record_hand, withdraw_hand
from tournament.services.log import Request
from tournament.services.penalties import Ruling, add_penalty

pytestmark = pytest.mark.django_db

HUGE = "9" * 6000
WIN = {"winner": "A", "discarder": "B", "mode": "points", "points": "21", "token": "t1"}


def url(game, name="enter-hand", **where):
    if name in ("enter-hand", "hand-history", "withdraw-hand"):
        where.setdefault("number", 1)
    return game_url(game, name, **where)


# Access


@pytest.mark.parametrize("name", ["enter-hand", "withdraw-hand"])
@pytest.mark.parametrize("method", ["get", "post"])
def test_anonymous_is_sent_to_log_in(client, game, name, method):
    make_hand(game)
    logged = ActionLog.objects.count()

    response = getattr(client, method)(url(game, name), WIN)

    assert response.status_code == 302
    assert response["Location"].startswith(reverse("login"))
    assert ActionLog.objects.count() == logged


@pytest.mark.parametrize("name", ["enter-hand", "withdraw-hand"])
@pytest.mark.parametrize("method", ["get", "post"])
@pytest.mark.parametrize("role", [None, Role.VIEWER])
def test_wrong_role_is_refused(client, game, name, method, role):
    make_hand(game)
    tournament = game.round.tournament
    client.force_login(make_official(tournament, role) if role else make_user())
    logged = ActionLog.objects.count()

    response = getattr(client, method)(url(game, name), WIN)

    assert response.status_code == 403
    assert ActionLog.objects.count() == logged


def test_referee_of_another_table_is_refused(client):
    game = make_game(players=8)
    client.force_login(make_official(game.round.tournament, Role.REFEREE, tables=[2]))

    assert client.post(url(game), WIN).status_code == 403
    assert not game.hands.exists()


@pytest.mark.parametrize("name", ["enter-hand", "withdraw-hand"])
@pytest.mark.parametrize("method", ["put", "delete", "patch"])
def test_wrong_method(client, game, referee, name, method):
    assert getattr(client, method)(url(game, name)).status_code == 405


@pytest.mark.parametrize("number", [0, 17, 10**12])
@pytest.mark.parametrize("name", ["enter-hand", "hand-history", "withdraw-hand"])
def test_no_such_hand(client, game, referee, name, number):
    assert client.get(url(game, name, number=number)).status_code == 404


def test_unknown_round_and_table_are_not_found(client, game, referee):
    base = reverse("tournament:event", args=[game.round.tournament.slug])

    for path in ("rounds/9/tables/1/", "rounds/1/tables/9/", f"rounds/{10**25}/tables/1/"):
        assert client.get(base + path).status_code == 404
        assert client.get(f"{base}{path}hands/1/").status_code == 404


# Entering


def test_entry_is_saved_and_leads_to_the_next_hand(client, game, referee):
    response = client.post(url(game), WIN, follow=True)

    hand = game.hands.get()
    assert response.redirect_chain == [(url(game, number=2), 302)]
    assert entry_of(hand) == discard_win(0, 1, 21)
    assert (hand.entered_by, hand.version) == (referee, 1)
    assert "Hand 1 saved · 01 off 02 · 21 points" in response.text
    assert f'href="{url(game, "withdraw-hand", number=1)}"' in response.text
    assert ActionLog.objects.filter(action="record_hand").count() == 1


def test_a_gap_comes_before_the_hand_after_it(client, game, referee):
    make_hand(game, 1)

    response = client.post(url(game, number=3), WIN)

    assert response["Location"] == url(game, number=2)


def test_last_hand_leads_to_the_sheet(client, referee, game):
    for number in range(1, 16):
        make_hand(game, number)

    asked = client.post(url(game, number=16), WIN)
    key = asked.context["form"].check_key
    saved = client.post(url(game, number=16), {**WIN, "confirm": key})

    assert asked.status_code == 422
    assert saved["Location"] == url(game, "sheet")


@pytest.mark.parametrize(
    ("values", "entry"),
    [
        pytest.param({"winner": "draw"}, HandEntry(Outcome.DRAW), id="drawn"),
        pytest.param({"winner": "void_win"}, HandEntry(Outcome.VOID_WIN), id="void-win"),
        pytest.param({"winner": "not_played"}, HandEntry(Outcome.NOT_PLAYED), id="not-played"),
        pytest.param(
            {"winner": "D", "discarder": "self", "points": "30"},
            self_draw_win(3, 30),
            id="self-draw",
        ),
    ],
)
def test_outcomes(client, game, referee, values, entry):
    response = client.post(url(game), {"token": "t1", **values})

    assert response.status_code == 302
    assert entry_of(game.hands.get()) == entry


def test_tiles_are_scored(client, game, referee):
    tiles = {**WIN, "mode": "tiles", "notation": "123m123s123p678m44p", "points": "99"}

    client.post(url(game), tiles)

    hand = game.hands.get()
    assert hand.notation.endswith("|EE0000|0")
    assert "mixed_triple_chow" in hand.fans
    assert hand.fan_points < 99


def test_refused_entry_keeps_what_was_typed(client, game, referee):
    logged = ActionLog.objects.count()

    response = client.post(url(game), {**WIN, "points": "7", "notation": '<b>"x'})

    text = response.text
    assert response.status_code == 422
    assert "7 points: 8 are needed without flowers." in text
    assert 'name="points" value="7"' in text
    assert '<b>"x' not in text
    assert "&lt;b&gt;&quot;x" in text
    assert (game.hands.count(), ActionLog.objects.count()) == (0, logged)


@pytest.mark.parametrize(
    "values",
    [
        pytest.param({}, id="nothing"),
        pytest.param({"winner": "draw", "token": "x" * 999}, id="long-token"),
        pytest.param({**WIN, "points": HUGE}, id="huge-points"),
        pytest.param({**WIN, "replaces": HUGE}, id="huge-version"),
        pytest.param({**WIN, "replaces": "-5"}, id="negative-version"),
        pytest.param({**WIN, "replaces": "99999999999999999999"}, id="version-beyond-the-database"),
        pytest.param({**WIN, "token": "\x00"}, id="nul-token"),
        pytest.param({**WIN, "winner": "\x00"}, id="nul-winner"),
        pytest.param({**WIN, "reason": "\x00"}, id="nul-reason"),
        pytest.param({**WIN, "winner": ["A", "Z"]}, id="two-winners"),
        pytest.param({**WIN, "mode": "tiles", "notation": "5555m5m" * 20}, id="many-tiles"),
        pytest.param({**WIN, "mode": "tiles", "notation": "[[[]]],|x|y|z"}, id="malformed"),
        pytest.param({**WIN, "mode": "fans", "fan_tile_hog": "1e9"}, id="fan-count"),
        pytest.param({**WIN, "mode": "fans", "fan_tile_hog": ["", "x"]}, id="fan-list"),
    ],
)
def test_nonsense_is_refused(client, game, referee, values):
    for preview in ({}, {"preview": "1"}):
        response = client.post(url(game), {**values, **preview})

        assert response.status_code == 422
    assert not game.hands.exists()


def test_dead_hand_is_refused(client, game, referee):
    add_penalty(
        game=game,
        offender=0,
        hand_number=1,
        ruling=Ruling(Measure.DEAD_HAND, dead_hand=True),
        request=Request(),
    )

    response = client.post(url(game), WIN)

    assert response.status_code == 422
    assert "has a dead hand and cannot win this hand." in response.text


def test_absent_seat_is_refused(client, game, referee):
    game.seats.filter(start=0).update(present_from=3)

    response = client.post(url(game), WIN)

    assert response.status_code == 422
    assert "was absent and cannot win." in response.text


# Preview and second press


def test_preview_shows_amounts_and_saves_nothing(client, game, referee):
    response = client.post(url(game), {**WIN, "preview": "1"})

    text = response.text
    assert response.status_code == 200
    assert [amount for amount in ("+45", "−29", "−8") if amount in text] == ["+45", "−29", "−8"]
    assert "01 off 02" in text
    assert not game.hands.exists()


def test_preview_names_the_fan(client, game, referee):
    tiles = {**WIN, "mode": "tiles", "notation": "123m123s123p678m44p", "preview": "1"}

    assert "Mixed Triple Chow" in client.post(url(game), tiles).text


def test_live_preview_is_a_piece(client, game, referee):
    response = client.post(url(game), {**WIN, "preview": "1"}, headers={"HX-Request": "true"})

    text = response.text
    assert response.status_code == 200
    assert "<html" not in text
    assert "Save · 21 points" in text


def test_live_preview_says_what_is_missing(client, game, referee):
    response = client.post(
        url(game), {"winner": "A", "token": "t", "preview": "1"}, headers={"HX-Request": "true"}
    )

    assert response.status_code == 200
    assert "Say who discarded, or choose self-draw." in response.text


def test_dear_hand_is_pressed_twice(client, game, referee):
    dear = {**WIN, "points": "88"}

    first = client.post(url(game), dear)
    assert first.status_code == 422
    assert "88 points? Press again" in first.text
    assert not game.hands.exists()

    second = client.post(url(game), {**dear, "confirm": first.context["form"].check_key})

    assert second.status_code == 302
    assert game.hands.get().fan_points == 88


# Retries, conflicts


def test_retry_is_not_doubled(client, game, referee):
    client.post(url(game), WIN)

    response = client.post(url(game), WIN, follow=True)

    assert game.hands.count() == 1
    assert "Hand 1 was already saved, nothing was doubled" in response.text
    assert ActionLog.objects.filter(action="record_hand").count() == 1


def test_retry_of_what_was_taken_back_says_so(client, game, referee):
    client.post(url(game), WIN)
    withdraw_hand(game=game, number=1, replaces=1, request=Request())

    response = client.post(url(game), WIN, follow=True)

    assert "Hand 1 was saved before and has been changed since" in response.text
    assert game.hands.current().get().outcome == Outcome.WITHDRAWN


def test_same_values_from_another_device_are_not_doubled(client, game, referee):
    make_hand(game, 1, discard_win(0, 1, 21))

    response = client.post(url(game), WIN, follow=True)

    assert game.hands.count() == 1
    assert "nothing was doubled" in response.text


def test_retry_after_the_round_closed_finds_its_answer(client, game, referee):
    client.post(url(game), WIN)
    Round.objects.update(state=Round.State.CLOSED)

    assert client.post(url(game), WIN).status_code == 302
    assert game.hands.count() == 1


def test_conflict_shows_both_and_using_mine_saves_it(client, game, referee):
    make_hand(game, 1, discard_win(2, 3, 12))

    response = client.post(url(game), {**WIN, "replaces": "0"})

    text = response.text
    assert response.status_code == 409
    assert "Keep the saved one" in text
    assert "03 off 04 · 12 points" in text
    assert "01 off 02 · 21 points" in text
    assert game.hands.count() == 1

    mine = dict(response.context["hidden"])
    assert mine["replaces"] == "1"
    assert mine["token"] != WIN["token"]
    assert client.post(url(game), mine).status_code == 302
    hand = game.hands.get(is_current=True)
    assert (hand.version, entry_of(hand)) == (2, discard_win(0, 1, 21))
    assert hand.reason == "Chosen instead of version 1"


def test_conflict_of_fan_lists_keeps_them(client, game, referee):
    make_hand(game, 1, discard_win(2, 3, 12))
    fans = {**WIN, "mode": "fans", "fan_pure_straight": "1", "flowers": "5"}
    key = client.post(url(game), fans).context["form"].check_key

    response = client.post(url(game), {**fans, "confirm": key})
    assert response.status_code == 409
    assert client.post(url(game), dict(response.context["hidden"])).status_code == 302

    assert game.hands.get(is_current=True).fans == {"pure_straight": 1}


def test_reused_token_keeps_the_entry_and_gets_a_new_one(client, game, referee):
    client.post(url(game), WIN)

    response = client.post(url(game, number=2), {**WIN, "points": "22"})

    text = response.text
    assert response.status_code == 409
    assert "already sent with other values" in text
    assert 'name="points" value="22"' in text
    assert 'name="token" value="t1"' not in text
    assert game.hands.count() == 1


# Closed and locked


@pytest.mark.parametrize("state", [Round.State.PUBLISHED, Round.State.CLOSED])
def test_round_that_does_not_run(client, state):
    game = make_game(state=state)
    client.force_login(make_official(game.round.tournament, Role.REFEREE))

    shown = client.get(url(game))
    sent = client.post(url(game), WIN)

    assert (shown.status_code, sent.status_code) == (409, 409)
    assert "The round is not running" in shown.text
    assert 'name="points" value="21"' in sent.text
    assert "The round is not running" in sent.text
    assert not game.hands.exists()


def test_locked_game(client, game, referee):
    make_hand(game)
    close_game(game=game, request=Request())

    assert client.get(url(game)).status_code == 409
    assert client.post(url(game, number=2), WIN).status_code == 409
    assert client.get(url(game, "withdraw-hand")).status_code == 409


def test_head_referee_corrects_after_the_round(client):
    game = make_game(state=Round.State.CLOSED)
    client.force_login(make_official(game.round.tournament, Role.HEAD_REFEREE))

    assert client.get(url(game)).status_code == 200
    assert client.post(url(game), WIN).status_code == 302


def test_totals_only_takes_no_hands(client, game, referee):
    Game.objects.filter(pk=game.pk).update(result=Game.Result.TOTALS)

    response = client.post(url(game), WIN)

    assert response.status_code == 409
    assert "It takes no hands." in response.text
    page = client.get(url(game)).text
    assert "This game takes no hands" in page
    assert 'name="winner"' not in page


# Correcting


def test_correction_needs_a_reason_and_becomes_version_2(client, game, referee):
    make_hand(game, 1, discard_win(0, 1, 12))
    values = {**WIN, "replaces": "1"}

    shown = client.get(url(game))
    without = client.post(url(game), values)
    corrected = client.post(url(game), {**values, "why": "Fan verified"})

    assert 'name="points" value="12"' in shown.text
    assert without.status_code == 422
    assert "Say why the hand is corrected." in without.text
    assert corrected["Location"] == url(game, "sheet")
    assert list(game.hands.values_list("version", "fan_points", "is_current", "reason")) == [
        (1, 12, False, ""),
        (2, 21, True, "Fan verified"),
    ]


def test_preview_of_a_correction_shows_old_and_new(client, game, referee):
    make_hand(game, 1, discard_win(0, 1, 12))

    text = client.post(url(game), {**WIN, "replaces": "1", "preview": "1"}).text

    assert "<s>12 points</s>" in text
    assert "The four totals become" in text


def test_tiles_of_a_correction_come_back_without_their_situation(client, game, referee):
    tiles = {**WIN, "mode": "tiles", "notation": "123m123s123p678m44p||ab", "last_of_kind": ""}
    client.post(url(game), tiles)

    form = client.get(url(game)).context["form"]

    assert form["notation"].value().endswith("||ab")
    assert form["mode"].value() == "tiles"


def test_penalty_of_the_hand_is_named_as_unchanged(client, game, referee):
    make_hand(game, 1, discard_win(0, 1, 12))
    add_penalty(
        game=game,
        offender=2,
        hand_number=1,
        ruling=Ruling(Measure.FINE, "short_win", shares=(0, 0, -40, 0)),
        request=Request(),
    )

    text = client.get(url(game)).text

    assert "03 · Short win (complete, under 8) · Fine −40 · stays as it is" in text


# Withdrawing and history


def test_withdraw_asks_then_opens_the_hand_again(client, game, referee):
    make_hand(game)

    shown = client.get(url(game, "withdraw-hand"))
    done = client.post(url(game, "withdraw-hand"), {"replaces": "1", "token": "w"})

    assert "Undo hand 1" in shown.text
    assert done["Location"] == url(game)
    assert game.hands.get(is_current=True).outcome == Hand.Outcome.WITHDRAWN
    assert client.get(url(game)).status_code == 200


def test_withdrawn_hand_is_entered_anew_without_a_reason(client, game, referee):
    make_hand(game)
    withdraw_hand(game=game, number=1, replaces=1, request=Request())

    assert client.get(url(game)).context["replaces"] == 2
    assert client.post(url(game), {**WIN, "replaces": "2"}).status_code == 302


def test_stale_withdrawal_is_refused(client, game, referee):
    make_hand(game)
    record_hand(game=game, number=1, entry=self_draw_win(), replaces=1, request=Request())

    response = client.post(url(game, "withdraw-hand"), {"replaces": "1", "token": "w"})

    assert response.status_code == 409
    assert game.hands.get(is_current=True).version == 2


@pytest.mark.parametrize("values", [{}, {"replaces": HUGE, "token": "t"}, {"replaces": "1"}])
def test_nonsense_withdrawal(client, game, referee, values):
    make_hand(game)

    assert client.post(url(game, "withdraw-hand"), values).status_code == 422


def test_nothing_to_withdraw(client, game, referee):
    assert client.get(url(game, "withdraw-hand")).status_code == 404
    assert (
        client.post(url(game, "withdraw-hand"), {"replaces": "0", "token": "w"}).status_code == 404
    )
    assert not game.hands.exists()


@pytest.mark.parametrize("reader", ["referee", "anybody"])
def test_a_hand_without_an_entry_has_a_history_page_that_says_so(client, game, referee, reader):
    if reader == "anybody":
        client.logout()
    make_hand(game, 1)

    page = client.get(url(game, "hand-history", number=2))

    assert page.status_code == 200
    assert "This hand is open." in page.text


def test_history_shows_who_what_and_why(client, game, referee):
    make_hand(game, 1, discard_win(0, 1, 12))
    record_hand(
        game=game,
        number=1,
        entry=discard_win(0, 2, 12),
        replaces=1,
        request=Request(referee, reason="<i>seats</i>"),
    )
    client.logout()

    response = client.get(url(game, "hand-history"))

    text = response.text
    assert response.status_code == 200
    assert "Version 1" in text
    assert "Version 2" in text
    assert "ref</span> ·" in text
    assert "<s>02</s> → <b>03</b>" in text
    assert "&lt;i&gt;seats&lt;/i&gt;" in text
    assert "Correct hand 1" not in text


def test_names_are_escaped(client, referee, game):
    Player.objects.update(name='<script>alert("x")</script>')
    make_hand(game)

    for name in ("sheet", "enter-hand", "hand-history", "withdraw-hand", "penalties", "penalise"):
        assert "<script>alert" not in client.get(url(game, name)).text


@pytest.mark.parametrize("name", ["enter-hand", "hand-history"])
def test_query_count_does_not_grow(client, game, referee, name, django_assert_max_num_queries):
    def count():
        with django_assert_max_num_queries(40) as captured:
            assert client.get(url(game, name)).status_code == 200
        return len(captured)

    make_hand(game)
    count()  # the first request of a session asks for more
    few = count()
    for number in range(2, 9):
        make_hand(game, number)
    for version in (1, 2, 3):
        entry = discard_win(points=10 + version)
        record_hand(game=game, number=1, entry=entry, replaces=version, request=Request())

    assert count() == few


def test_draft_round_is_not_there_for_a_referee(client):
    tournament = make_tournament()
    game = make_game(state=Round.State.DRAFT)
    client.force_login(make_official(game.round.tournament, Role.REFEREE))

    assert client.get(url(game)).status_code == 404
    assert tournament.rounds.count() == 0


# What the page says of it


def test_history_leads_from_a_fan_to_its_page(client, game, referee):
    fans = {**WIN, "mode": "fans", "fan_pure_straight": "1", "flowers": "0"}
    client.post(url(game), fans)

    assert '<a href="/rules/fan/pure_straight/">' in client.get(url(game, "hand-history")).text


def test_history_explains_tiles_by_the_rules_they_were_entered_under(client, game, referee):
    # 双暗杠 is worth 6; this hand's revision says 9.
    notation = "[1111m][9999p]234s567s5s5s|EE0000|0"
    hand = make_hand(game, 1, HandEntry(Outcome.DISCARD, 0, 1, fan_points=10, notation=notation))
    rules = hand.profile_revision
    rules.content["points"]["two_concealed_kongs"] = 9
    rules.save()
    client.force_login(referee)

    text = client.get(url(game, "hand-history")).text

    assert "What does not count, and why" in text
    assert (
        '<a href="/rules/fan/two_concealed_kongs/">Two Concealed Kongs</a></span> <b>9</b>' in text
    )


@pytest.mark.parametrize("notation", ["", "no tiles", "123m456m789m123pE5s|EE0000|0"])
def test_history_of_what_is_no_win_explains_nothing(client, game, referee, notation):
    make_hand(game, 1, HandEntry(Outcome.DISCARD, 0, 1, fan_points=10, notation=notation))
    client.force_login(referee)

    assert "Why it counts so" not in client.get(url(game, "hand-history")).text


def test_correction_says_corrected_and_leads_to_the_history(client, game, referee):
    make_hand(game, 1, discard_win(0, 1, 21))

    values = {**WIN, "points": "24", "replaces": "1", "why": "Fan verified"}
    response = client.post(url(game), values, follow=True)

    assert "Hand 1 corrected · 01 off 02 · 24 points" in response.text
    assert f'href="{url(game, "hand-history")}">History</a>' in response.text
    assert ">Undo</a>" not in response.text


def test_correction_that_changes_nothing_says_so(client, game, referee):
    make_hand(game, 1, discard_win(0, 1, 21))

    values = {**WIN, "replaces": "1", "why": "Fan verified"}
    response = client.post(url(game), values, follow=True)

    assert "Hand 1 already says this; nothing was changed." in response.text
    assert game.hands.count() == 1


def test_refused_entry_says_why_on_the_button_and_takes_the_focus_there(client, game, referee):
    make_hand(game, 1, discard_win(0, 1, 21))

    response = client.post(url(game), {**WIN, "points": "24", "replaces": "1"})

    assert '<span class="save-missing">Say why the hand is corrected.</span>' in response.text
    assert response.context["form"].fields["reason"].widget.attrs["autofocus"]
    assert response.context["entry"].fan_points == 24


def test_fresh_page_does_not_look_ready_to_save(client, game, referee):
    assert 'class="save-missing"' in client.get(url(game)).text


@pytest.mark.parametrize(
    ("number", "values", "sentence"),
    [
        (1, {"points": "64"}, "64 points are rare. Check it and press again."),
        (1, {"points": "20", "flowers": "4"}, "4 flowers are rare. Check it and press again."),
        (16, {}, "This is the last hand of the game. Check it and press again."),
    ],
)
def test_second_press_says_what_is_unusual(client, game, referee, number, values, sentence):
    response = client.post(url(game, number=number), {**WIN, **values})

    assert response.status_code == 422
    assert sentence in response.text


@pytest.mark.parametrize(
    ("number", "sentence"),
    [
        (2, "Hand 1 is missing. Enter it, or mark it as not played."),
        (4, "Hands 1, 3 are missing. Enter them, or mark them as not played."),
    ],
)
def test_hands_left_out_before_this_one_are_named(client, game, referee, number, sentence):
    make_hand(game, 2)

    assert sentence in client.get(url(game, number=number)).text
