"""The organiser's pages of a draw, and the seats everybody reads."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.factories import (
    discard_win,
    make_hand,
    make_official,
    make_tournament,
    shut_round,
)
from tournament.draw import Kind
from tournament.models import ActionLog, Draw, Player, Role, Round, Seat
from tournament.services.draws import (
    Order,
    add_fillers,
    make_draft,
    publish_draw,
    swap_seats,
)
from tournament.services.draws_again import reseat
from tournament.services.entries import reinstate_player
from tournament.services.games import enter_totals
from tournament.services.log import Request
from tournament.services.penalties import Ruling, penalise_in_table_points
from tournament.services.people import add_player, add_team, withdraw_player
from tournament.services.rounds import cancel_round, start_round
from tournament.services.substitutes import set_substitute

pytestmark = pytest.mark.django_db

PLAN = {"kind": "plan", "first_round": "1", "last_round": "3", "teams_apart": "on", "seed": "s"}


def make_event(players=8, **fields):
    tournament = make_tournament(players=players, **fields)
    tournament.players.update(status=Player.Status.CHECKED_IN)
    return tournament


def draft(tournament, first=1, last=None, kind=Kind.PLAN, **more):
    order = Order(first, last or first, kind, seed="s", **more)
    return make_draft(stage=tournament.stages.get(), order=order, request=Request())


def published(tournament, first=1, last=None):
    return publish_draw(draw=draft(tournament, first, last), request=Request())


def address(tournament, name, *args):
    return reverse(f"tournament:{name}", args=[tournament.slug, *args])


def log_in(client, tournament, role=Role.ORGANISER):
    client.force_login(make_official(tournament, role))


def text_of(response):
    return response.content.decode()


def words_of(response):
    """The page's words without markup, spaces as one."""
    return " ".join(re.sub(r"<[^>]+>", " ", text_of(response)).split())


# Access

READ = ["draws", "new-draw", "draw"]
WRITE = ["redraw", "reseat-draw", "swap-seats", "publish-draw", "cancel-draw"]


def arguments(name, draw):
    return () if name in {"draws", "new-draw", "fillers"} else (draw.pk,)


@pytest.mark.parametrize("name", READ)
def test_only_organisers_read_draws(client, name):
    tournament = make_event()
    url = address(tournament, name, *arguments(name, draft(tournament)))

    assert client.get(url).status_code == 302
    log_in(client, tournament, Role.HEAD_REFEREE)
    assert client.get(url).status_code == 403
    log_in(client, tournament)
    assert client.get(url).status_code == 200


@pytest.mark.parametrize("name", [*WRITE, "fillers", "new-draw"])
def test_only_organisers_change_draws(client, name):
    tournament = make_event()
    url = address(tournament, name, *arguments(name, draft(tournament)))
    data = {"token": "one", "number": "1", "one": "1", "other": "2", "count": "1"}

    assert client.post(url, data).status_code == 302
    log_in(client, tournament, Role.HEAD_REFEREE)
    assert client.post(url, data).status_code == 403
    assert Draw.objects.get().state == Draw.State.DRAFT
    assert ActionLog.objects.filter(action__in=["redraw", "publish_draw"]).count() == 0


@pytest.mark.parametrize("name", [*WRITE, "fillers"])
def test_changes_are_posted(client, name):
    tournament = make_event()
    url = address(tournament, name, *arguments(name, draft(tournament)))
    log_in(client, tournament)

    assert client.get(url).status_code == 405


def test_a_draw_of_another_event_is_not_found(client):
    other = draft(make_event())
    tournament = make_event()
    log_in(client, tournament)

    assert client.get(address(tournament, "draw", other.pk)).status_code == 404


def test_in_a_closed_event_draws_are_read_and_not_changed(client):
    tournament = make_event()
    draw = draft(tournament)
    type(tournament).objects.filter(pk=tournament.pk).update(state="closed")
    log_in(client, tournament)

    assert client.get(address(tournament, "draw", draw.pk)).status_code == 200
    answer = client.post(address(tournament, "publish-draw", draw.pk), {"token": "one"})

    assert answer.status_code == 409
    assert "The event is closed" in text_of(answer)


# The list


def test_an_empty_list_says_what_to_do(client):
    tournament = make_event()
    log_in(client, tournament)

    page = text_of(client.get(address(tournament, "draws")))

    assert "No round is drawn yet" in page
    assert address(tournament, "new-draw") in page


def test_the_list_shows_states_and_what_comes_next(client):
    tournament = make_event(rounds_planned=3)
    published(tournament)
    draw = draft(tournament, 2)
    log_in(client, tournament)

    answer = client.get(address(tournament, "draws"))

    assert [(row.number, row.round and row.round.state) for row in answer.context["lines"]] == [
        (1, "published"),
        (2, "draft"),
        (3, None),
    ]
    assert answer.context["next_number"] == 3
    assert f"{address(tournament, 'draw', draw.pk)}?round=2" in text_of(answer)


# A new draft


def test_the_form_proposes_the_planned_rounds(client):
    tournament = make_event(rounds_planned=5)
    log_in(client, tournament)

    form = client.get(address(tournament, "new-draw")).context["form"]

    asked = {name: form.initial[name] for name in ("kind", "first_round", "last_round")}
    assert asked == {"kind": "plan", "first_round": 1, "last_round": 5}


def test_a_draft_is_made_and_shown(client):
    tournament = make_event(16)
    log_in(client, tournament)

    answer = client.post(address(tournament, "new-draw"), {**PLAN, "token": "one"}, follow=True)

    draw = Draw.objects.get()
    assert answer.redirect_chain == [(address(tournament, "draw", draw.pk), 302)]
    page = words_of(answer)
    assert "Draft, not published" in page
    assert "Repeated meetings theoretical minimum 0 0 meetings" in page
    assert draw.sha256 in page
    assert "The draft is ready. Nobody else sees it yet." in page


def test_a_wrong_form_comes_back(client):
    tournament = make_event()
    log_in(client, tournament)

    answer = client.post(address(tournament, "new-draw"), {"token": "one", "first_round": "x"})

    assert answer.status_code == 422
    assert not Draw.objects.exists()


def test_a_refused_draft_says_why(client):
    tournament = make_event()
    draft(tournament)
    log_in(client, tournament)

    answer = client.post(address(tournament, "new-draw"), {**PLAN, "token": "one"})

    assert answer.status_code == 409
    assert "Round 1 is already drawn" in text_of(answer)


def test_fillers_are_offered_and_entered_at_a_press(client):
    """PEERS 8."""
    tournament = make_event(5)
    log_in(client, tournament)
    url = address(tournament, "new-draw")

    refused = client.post(url, {**PLAN, "token": "one"})
    assert refused.status_code == 409
    assert "Add 3 fillers" in text_of(refused)
    assert tournament.players.count() == 5

    press = {"token": "two", "count": "3", "first_round": "1"}
    client.post(address(tournament, "fillers"), press)
    client.post(url, {**PLAN, "token": "three"})

    assert tournament.players.filter(is_ranked=False).count() == 3
    assert Draw.objects.get().quality["players"] == 8


def test_fillers_no_longer_needed_are_pointed_out(client):
    tournament = make_event(8)
    for number in (9, 10, 11, 12):
        add_player(
            tournament=tournament,
            number=number,
            status="checked_in",
            is_ranked=False,
            request=Request(),
        )
    log_in(client, tournament)

    assert "4 fillers are not needed any more" in text_of(
        client.get(address(tournament, "new-draw"))
    )


@pytest.mark.parametrize("name", ["new-draw", "roster"])
def test_two_organisers_at_once_add_one_filler(client, name):
    tournament = make_event(7)
    log_in(client, tournament)
    page = text_of(client.get(address(tournament, name)))
    form = next(part for part in page.split("<form")[1:] if "fillers/" in part)
    fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form.partition("</form>")[0]))
    action = re.search(r'action="([^"]+)"', form)[1]

    client.post(action, fields | {"token": "one"})
    again = words_of(client.post(action, fields | {"token": "other"}, follow=True))

    assert "Entries were added meanwhile. Look whether fillers are still missing." in again
    assert tournament.players.count() == 8


def test_a_filler_whose_place_is_taken_again_is_pointed_out(client):
    """Somebody left, a filler took his seats, and now he is back."""
    tournament = make_event(8)
    draw = published(tournament, 1, 2)
    left = tournament.players.get(number=4)
    withdraw_player(player=left, last_round=0, request=Request())
    add_fillers(tournament=tournament, count=1, first_round=1, request=Request())
    draw = reseat(draw=draw, take_over=True, request=Request(reason="04 is ill"))
    reinstate_player(player=left, request=Request())
    log_in(client, tournament)
    words = "1 filler is not needed any more: withdraw it in the roster, and the tables are full."

    for page in ("new-draw", "roster"):
        shown = words_of(client.get(address(tournament, page)))
        assert words in shown
        assert "Add 3 fillers" not in shown
    shown = words_of(client.get(address(tournament, "draw", draw.pk)))
    assert words in shown
    assert "Add 3 fillers" not in shown

    withdraw_player(player=tournament.players.get(number=9), last_round=0, request=Request())
    shown = words_of(client.get(address(tournament, "draw", draw.pk)))
    assert "Who comes takes the seats of who left" in shown


def test_reserves_fill_no_table(client):
    tournament = make_event(9)
    tournament.players.filter(number=9).update(is_reserve=True)
    log_in(client, tournament)

    shown = words_of(client.get(address(tournament, "roster")))

    assert "fillers" not in shown.partition("Find")[0]


def test_a_final_that_somebody_leaves_needs_no_filler(client):
    tournament = make_event(12)
    published(tournament)
    played(tournament)
    draw = draft(tournament, 2, kind=Kind.FINAL, finalists=8)
    first, *_others = draw.constraints["standing"]
    withdraw_player(player=tournament.players.get(number=first), last_round=1, request=Request())
    log_in(client, tournament)

    shown = words_of(client.get(address(tournament, "draw", draw.pk)))
    assert "Who is next in the standing moves up" in shown
    assert "Add 1 filler" not in shown
    client.post(address(tournament, "reseat-draw", draw.pk), {"token": "one"})
    draw = Draw.objects.latest("pk")
    assert (draw.kind, draw.quality["players"]) == (Kind.FINAL, 8)

    tournament.players.filter(number__in=draw.constraints["standing"][:4]).update(
        status=Player.Status.WITHDRAWN, last_round=1
    )
    shown = words_of(client.get(address(tournament, "draw", draw.pk)))
    assert "A final of 8 needs as many ranked players; here there are 7." in shown
    assert "Draw the remaining rounds again" not in shown


def test_nobody_there_is_said(client):
    tournament = make_tournament(players=8)
    log_in(client, tournament)

    page = words_of(client.get(address(tournament, "new-draw")))

    assert "Nobody is there to be drawn" in page
    assert "8 entered and not checked in" in page


def test_missing_tables_are_named_and_a_reason_overrides(client):
    """PEERS 18."""
    tournament = make_event()
    published(tournament)
    round_ = tournament.rounds.get()
    start_round(round_=round_, request=Request())
    make_hand(round_.games.get(table__number=1), 1, discard_win())
    log_in(client, tournament)
    url = address(tournament, "new-draw")
    lots = {"kind": "lots", "first_round": "2", "seed": "s"}

    refused = client.post(url, {**lots, "token": "one"})
    assert refused.status_code == 409
    assert "2 tables have no result: round 1 table 1, round 1 table 2." in text_of(refused)
    assert client.post(url, {**lots, "override": "on", "token": "two"}).status_code == 409

    client.post(url, {**lots, "override": "on", "reason": "late", "token": "three"})

    assert tournament.rounds.get(number=2).state == Round.State.DRAFT
    assert ActionLog.objects.get(action="make_draw", reason="late").after["missing_tables"]


# A draft


def test_a_round_that_is_not_of_the_draw_is_not_found(client):
    tournament = make_event()
    draw = draft(tournament)
    log_in(client, tournament)

    assert client.get(address(tournament, "draw", draw.pk), {"round": 9}).status_code == 404


def test_the_report_says_that_eight_players_must_meet_again(client):
    """PEERS 8."""
    tournament = make_event(8)
    draw = draft(tournament, 1, 7)
    log_in(client, tournament)

    page = words_of(client.get(address(tournament, "draw", draw.pk)))

    assert "Repeated meetings theoretical minimum 56 56 meetings" in page
    assert "Quality report: 4 at their best" in page
    assert "1 and 2: 3 times" in page


def test_a_swap_is_shown_with_what_it_costs(client):
    tournament = make_event(16)
    draw = draft(tournament, 1, 5)
    seats = Seat.objects.filter(round__number=2).order_by("pk").select_related("player")
    one, other = seats[0].player.number, seats[5].player.number
    log_in(client, tournament)

    answer = client.post(
        address(tournament, "swap-seats", draw.pk),
        {"token": "one", "number": "2", "one": one, "other": other},
        follow=True,
    )

    page = words_of(answer)
    assert answer.redirect_chain == [(f"{address(tournament, 'draw', draw.pk)}?round=2", 302)]
    assert f"{one:02d} and {other:02d} have swapped their seats." in page
    assert "Look at this: Repeated meetings" in page
    assert f"round 2: {one} and {other}" in page
    assert any(card.is_marked for card in answer.context["cards"])


def test_what_a_kind_cannot_heed_is_neither_promised_nor_marked(client):
    """In a final the standing alone seats everybody, by hand a person does."""
    tournament = make_event(16, teams=4)
    by_hand = draft(tournament, 1, kind=Kind.MANUAL)
    swap_seats(round_=by_hand.rounds.get(), one=1, other=6, request=Request())
    log_in(client, tournament)
    page = client.get(address(tournament, "draw", by_hand.pk))
    assert "Look at this: Kept apart, yet at one table" in words_of(page)
    assert [card.is_marked for card in page.context["cards"]] == [True, True, False, False]
    assert "Begin again…" in words_of(page)
    assert "new seed" not in words_of(page)
    publish_draw(draw=by_hand, request=Request())
    played(tournament)

    final = draft(tournament, 2, kind=Kind.FINAL, finalists=8)
    publish_draw(draw=final, request=Request())
    page = client.get(address(tournament, "draw", final.pk))

    assert final.quality["clashes"] != []
    assert "Look at this" not in words_of(page)
    assert not any(card.is_marked for card in page.context["cards"])
    for shown in (page, client.get(address(tournament, "draw-proof"))):
        assert "team-mates apart" not in words_of(shown)


def test_meetings_that_cannot_be_avoided_mark_no_table(client):
    tournament = make_event(8)
    draw = draft(tournament, 1, 7)
    log_in(client, tournament)

    page = client.get(address(tournament, "draw", draw.pk))

    assert draw.quality["repeats"] == draw.quality["repeats_known"] == 56
    assert not any(card.is_marked for card in page.context["cards"])


@pytest.mark.parametrize(
    "data",
    [
        pytest.param({"number": "1", "one": "1", "other": "1"}, id="same"),
        pytest.param({"number": "9", "one": "1", "other": "2"}, id="no-such-round"),
        pytest.param({"number": "1", "one": "1"}, id="one-only"),
        pytest.param({"number": "1", "one": "9" * 30, "other": "2"}, id="no-such-number"),
    ],
)
def test_a_senseless_swap_is_refused(client, data):
    tournament = make_event()
    draw = draft(tournament)
    log_in(client, tournament)

    answer = client.post(address(tournament, "swap-seats", draw.pk), {"token": "one", **data})

    assert answer.status_code == 409
    assert "Choose two different players of this round." in text_of(answer)


def test_a_press_without_a_token_is_refused(client):
    tournament = make_event()
    draw = draft(tournament)
    log_in(client, tournament)

    assert client.post(address(tournament, "publish-draw", draw.pk)).status_code == 422


def test_publishing_shows_the_seats_to_everybody(client):
    """PEERS 9: a draft is seen by organisers only, a published one by all."""
    tournament = make_event()
    draw = draft(tournament, 1, 2)
    seats_url = address(tournament, "seats")
    assert "No round is published yet" in text_of(client.get(seats_url))
    log_in(client, tournament)

    client.post(address(tournament, "publish-draw", draw.pk), {"token": "one", "number": "1"})
    client.logout()

    assert client.get(seats_url, {"round": 1}).status_code == 200
    assert client.get(seats_url, {"round": 2}).status_code == 404
    assert client.get(address(tournament, "seats-by-name"), {"round": 2}).status_code == 404


def test_published_seats_lead_on_to_the_board_and_to_the_public_page(client):
    tournament = make_event()
    draw = draft(tournament, 1, 2)
    log_in(client, tournament)
    ways = [f'href="{address(tournament, name)}?round=1"' for name in ("seats", "board")]
    before = text_of(client.get(address(tournament, "draw", draw.pk)))

    client.post(address(tournament, "publish-draw", draw.pk), {"token": "one", "number": "1"})
    after = text_of(client.get(address(tournament, "draw", draw.pk), {"round": 1}))

    assert [(way in before, way in after) for way in ways] == [(False, True)] * 2


def test_a_draft_that_no_longer_fits_cannot_be_published(client):
    tournament = make_event()
    draw = draft(tournament)
    withdraw_player(player=tournament.players.get(number=4), last_round=0, request=Request())
    log_in(client, tournament)

    page = words_of(client.get(address(tournament, "draw", draw.pk)))
    answer = client.post(address(tournament, "publish-draw", draw.pk), {"token": "one"})

    assert "Round 1 seats players who have left: 04." in page
    assert f'action="{address(tournament, "publish-draw", draw.pk)}"' not in text_of(answer)
    assert answer.status_code == 409


def test_who_left_is_told_before_the_round_starts_unless_somebody_plays_for_him(client):
    tournament = make_event()
    draw = published(tournament, 1, 3)
    running = start_round(round_=tournament.rounds.get(number=1), request=Request())
    shut_round(round_=running, request=Request())
    left = tournament.players.get(number=4)
    withdraw_player(player=left, last_round=1, request=Request())
    log_in(client, tournament)
    board = reverse("tournament:board", args=[tournament.slug])

    def pages():
        return [words_of(client.get(url)) for url in (address(tournament, "draws"), board)]

    listed, on_board = pages()
    assert listed.count("The roster has changed") == 2
    assert "Round 2 seats players who have left: 04. Draw it again." in on_board
    page = words_of(client.get(address(tournament, "draw", draw.pk)))
    assert "Seats of round 2" in page
    assert "Rounds 2, 3 seat players who have left: 04. Draw them again." in page
    client.cookies["django_language"] = "zh-hans"
    page = words_of(client.get(address(tournament, "draw", draw.pk)))
    assert "第 2、3 轮排了已离开的选手：04。请重排。" in page
    client.cookies["django_language"] = "en"

    seat = left.seats.get(round__number=2)
    set_substitute(seat=seat, name="Aunt", request=Request(reason="04 is ill"))
    listed, on_board = pages()
    assert listed.count("The roster has changed") == 1
    assert "players who have left" not in on_board


@pytest.mark.parametrize("role", [Role.ORGANISER, Role.HEAD_REFEREE])
def test_the_board_leads_to_the_draws_who_may_see_them(client, role):
    tournament = make_event(rounds_planned=3)
    log_in(client, tournament, role)

    board = text_of(client.get(reverse("tournament:board", args=[tournament.slug])))

    steps = board.partition("</ol>")[0]
    assert steps.count("Not drawn") == 3
    assert (f'href="{address(tournament, "draws")}"' in steps) == (role == Role.ORGANISER)


def test_the_board_publishes_a_draft_under_the_same_checks(client):
    tournament = make_event()
    draw = draft(tournament)
    withdraw_player(player=tournament.players.get(number=4), last_round=0, request=Request())
    log_in(client, tournament)
    url = reverse("tournament:run-round", args=[tournament.slug, 1])

    refused = client.post(url, {"do": "publish", "token": "one"})
    tournament.players.filter(number=4).update(status="checked_in", last_round=None)
    client.post(url, {"do": "publish", "token": "two"})

    draw.refresh_from_db()
    assert (refused.status_code, draw.state) == (409, Draw.State.PUBLISHED)


def test_redraw_and_cancel_by_press(client):
    tournament = make_event()
    draw = draft(tournament)
    log_in(client, tournament)

    redrawn = client.post(
        address(tournament, "redraw", draw.pk), {"token": "one", "seed": "t"}, follow=True
    )
    new = Draw.objects.get(state=Draw.State.DRAFT)
    assert redrawn.redirect_chain == [(address(tournament, "draw", new.pk), 302)]
    assert new.seed == "t"
    cancelled = client.post(
        address(tournament, "cancel-draw", new.pk), {"token": "two"}, follow=True
    )

    assert cancelled.redirect_chain == [(address(tournament, "draws"), 302)]
    assert not tournament.rounds.exclude(state=Round.State.CANCELLED).exists()
    assert client.get(address(tournament, "draw", draw.pk)).status_code == 200


def test_a_published_draw_asks_for_a_reason(client):
    tournament = make_event()
    draw = published(tournament)
    log_in(client, tournament)

    answer = client.post(address(tournament, "redraw", draw.pk), {"token": "one"})

    assert answer.status_code == 409
    assert "Say why" in text_of(answer)


# The public seats


def test_seats_by_table_and_by_name_agree(client):
    tournament = make_event(8)
    tournament.players.filter(number=3).update(name="Zoe", latin_name="")
    tournament.players.filter(number=7).update(name="Adam")
    published(tournament)

    by_table = client.get(address(tournament, "seats"))
    by_name = client.get(address(tournament, "seats-by-name"))

    cards = {
        (seat.player.number, card.table.number, seat.start)
        for card in by_table.context["cards"]
        for seat in card.seats
    }
    rows = [(s.player.number, s.game.table.number, s.start) for s in by_name.context["rows"]]
    assert set(rows) == cards
    assert [number for number, _, _ in rows] == [7, 3, 1, 2, 4, 5, 6, 8]
    assert "Provisional" in text_of(by_table)


def test_seats_open_at_the_running_round_then_the_next(client):
    tournament = make_event(8)
    published(tournament, 1, 3)
    url = address(tournament, "seats")

    assert client.get(url).context["round"].number == 1
    start_round(round_=tournament.rounds.get(number=2), request=Request())

    assert client.get(url).context["round"].number == 2


def test_a_cancelled_round_is_not_shown(client):
    tournament = make_event(8)
    published(tournament)
    cancel_round(round_=tournament.rounds.get(), request=Request())

    assert client.get(address(tournament, "seats"), {"round": 1}).status_code == 404


@pytest.mark.parametrize("name", ["seats", "seats-by-name"])
def test_public_seats_refuse_other_methods_and_unknown_events(client, name):
    tournament = make_event()

    assert client.post(address(tournament, name)).status_code == 405
    assert client.get(reverse(f"tournament:{name}", args=["nowhere"])).status_code == 404


def test_the_event_leads_to_the_seats(client):
    tournament = make_event()

    assert address(tournament, "seats") in text_of(client.get(address(tournament, "event")))


def test_a_name_is_escaped(client):
    tournament = make_event()
    tournament.players.filter(number=1).update(name="<script>alert(1)</script>")
    draw = published(tournament)
    log_in(client, tournament)

    for url in (
        address(tournament, "seats"),
        address(tournament, "seats-by-name"),
        address(tournament, "draw", draw.pk),
    ):
        assert "<script>alert(1)" not in text_of(client.get(url))


# Queries


def queries(client, tournament, draw, names):
    counts = {}
    for name in names:
        url = address(tournament, name, *arguments(name, draw) if name == "draw" else ())
        with CaptureQueriesContext(connection) as captured:
            assert client.get(url).status_code == 200
        counts[name] = len(captured)
    return counts


def test_the_number_of_queries_does_not_grow(client):
    counts = []
    for players, teams, rounds in ((4, 2, 1), (32, 8, 3)):
        tournament = make_event(players, teams=teams)
        draw = draft(tournament, 1, rounds)
        log_in(client, tournament)
        found = queries(client, tournament, draw, ("draws", "new-draw", "draw"))
        publish_draw(draw=draw, request=Request())
        counts.append(found | queries(client, tournament, draw, ("seats", "seats-by-name")))

    assert counts[0] == counts[1]
    assert max(counts[0].values()) <= 40


# Clubs, the standing, the remaining rounds


def played(tournament, number=1):
    round_ = tournament.rounds.exclude(state=Round.State.CANCELLED).get(number=number)
    start_round(round_=round_, request=Request())
    for game in round_.games.all():
        enter_totals(game=game, totals=(20, 10, -10, -20), request=Request(reason="test"))
    shut_round(round_=round_, request=Request())


def left(tournament, *numbers):
    for number in numbers:
        player = tournament.players.get(number=number)
        withdraw_player(player=player, last_round=1, request=Request())


def test_the_page_tells_how_many_rounds_can_be_had_and_asks_when_it_is_more(client):
    tournament = make_event(24, rounds_planned=7)
    log_in(client, tournament)
    url = address(tournament, "new-draw")
    question = "Rounds without repeats first"

    page = words_of(client.get(url))
    assert "With so many players 7 rounds can be had in which nobody meets twice." in page
    assert question not in page
    type(tournament).objects.update(rounds_planned=8)

    assert question in words_of(client.get(url))


def test_the_report_counts_the_rounds_before_the_first_repeat_where_these_come_first(client):
    tournament = make_event(24, rounds_planned=8)
    log_in(client, tournament)
    press = {**PLAN, "last_round": "8", "prefix_first": "on", "seed": "s", "token": "one"}

    page = words_of(client.post(address(tournament, "new-draw"), press, follow=True))

    hint = "Repeated meetings theoretical minimum 12, none in the first 7 rounds 18 meetings"
    assert hint in page


def test_clubs_and_teams_are_asked_about_where_there_are_some(client):
    tournament = make_event(8)
    log_in(client, tournament)
    url, words = address(tournament, "new-draw"), "Club-mates and compatriots apart"
    assert words not in words_of(client.get(url))

    tournament.players.filter(number__lt=4).update(club="Pine")

    assert words in words_of(client.get(url))
    client.post(url, {**PLAN, "last_round": "1", "clubs_apart": "on", "token": "one"})
    page = words_of(client.get(address(tournament, "draw", Draw.objects.get().pk)))
    assert "Of one club or country at one table theoretical minimum 1 1 pair" in page


def test_what_cannot_hold_is_said_before_and_after_the_draw(client):
    tournament = make_event(8)
    team = add_team(tournament=tournament, number=1, request=Request())
    tournament.players.filter(number__lt=4).update(team=team)
    log_in(client, tournament)
    sentence = "so some meet in every round: 01, 02, 03"

    assert sentence in words_of(client.get(address(tournament, "new-draw")))
    assert sentence in words_of(client.get(address(tournament, "draw", draft(tournament).pk)))


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("swiss", "By the standing, neighbours who have not met"),
        ("blocks", "By the standing, four after four"),
        ("groups", "By the standing, in groups"),
        ("snake", "By the standing, all tables equally strong"),
    ],
)
def test_a_round_is_drawn_by_the_standing(client, kind, words):
    tournament = make_event(16)
    published(tournament)
    played(tournament)
    log_in(client, tournament)
    press = {"kind": kind, "first_round": "2", "last_round": "5", "seed": "s", "token": "one"}

    page = words_of(client.post(address(tournament, "new-draw"), press, follow=True))

    assert words in page
    assert Draw.objects.latest("pk").last_round == 2
    assert ("Distance in the standing at a table" in page) == (kind in {"swiss", "blocks"})


@pytest.mark.parametrize(("kind", "more"), [(Kind.SWISS, {}), (Kind.FINAL, {"finalists": 4})])
def test_a_draft_by_a_standing_that_results_have_changed_says_so(client, kind, more):
    tournament = make_event(8)
    published(tournament)
    played(tournament)
    draw = draft(tournament, 2, kind=kind, **more)
    log_in(client, tournament)
    words = "Results have changed since this draw"
    url = address(tournament, "draw", draw.pk)
    assert words not in words_of(client.get(url))

    first = draw.constraints["standing"][0]
    penalise_in_table_points(
        tournament=tournament,
        player=tournament.players.get(number=first),
        team=None,
        ruling=Ruling("fine", table_points=48),
        request=Request(reason="late"),
    )

    assert words in words_of(client.get(url))
    client.post(address(tournament, "redraw", draw.pk), {"token": "again"})
    newest = Draw.objects.latest("pk")
    assert newest.constraints["standing"][0] != first
    assert words not in words_of(client.get(address(tournament, "draw", newest.pk)))


def test_before_a_game_there_is_no_standing(client):
    tournament = make_event(8)
    log_in(client, tournament)
    press = {"kind": "swiss", "first_round": "1", "token": "one"}

    answer = client.post(address(tournament, "new-draw"), press)

    assert answer.status_code == 409
    assert "There is no standing yet." in text_of(answer)


def test_the_report_gives_the_winds_after_each_round_and_who_never_met(client):
    tournament = make_event(16)
    draw = draft(tournament, 1, 4)
    log_in(client, tournament)

    page = words_of(client.get(address(tournament, "draw", draw.pk)))

    assert "After round 3: 1 After round 4: 0" in page
    assert "Never met after these rounds 24 pairs" in page


def test_a_withdrawal_offers_a_filler_and_then_its_seat(client):
    """PEERS 8."""
    tournament = make_event(16)
    draw = published(tournament, 1, 3)
    played(tournament)
    left(tournament, 5)
    log_in(client, tournament)
    url = address(tournament, "draw", draw.pk)

    page = text_of(client.get(url))
    assert "The roster has changed" in page
    assert "Draw the remaining rounds again" not in page

    press = {"token": "f", "count": "1", "first_round": "2", "draw": draw.pk}
    answer = client.post(address(tournament, "fillers"), press, follow=True)
    assert answer.redirect_chain == [(url, 302)]
    assert "Who comes takes the seats of who left" in text_of(answer)

    press = {"token": "n", "take_over": "on", "reason": "5 is ill"}
    answer = client.post(address(tournament, "reseat-draw", draw.pk), press, follow=True)
    made = Draw.objects.latest("pk")
    assert answer.redirect_chain == [(address(tournament, "draw", made.pk), 302)]
    assert (made.first_round, made.last_round, made.state) == (2, 3, Draw.State.DRAFT)
    assert made.rounds.filter(seats__player__number=17).count() == 2
    assert "The roster has changed" not in text_of(answer)

    # The seats that were given up lead to those that stand; the public page says how they came.
    old = client.get(f"{url}?round=2")
    assert "This round was drawn again." in text_of(old)
    assert f'href="{address(tournament, "draw", made.pk)}?round=2"' in text_of(old)
    assert "This round was drawn again." not in text_of(client.get(f"{url}?round=1"))
    publish_draw(draw=made, request=Request())
    assert "with those who came in the place of those who left" in words_of(
        client.get(address(tournament, "draw-proof"))
    )


def test_who_leaves_later_is_missed_from_that_round_on(client):
    tournament = make_event(16)
    draw = published(tournament, 1, 4)
    played(tournament)
    five = tournament.players.get(number=5)
    withdraw_player(player=five, last_round=3, request=Request(reason="has a train"))
    log_in(client, tournament)
    url = address(tournament, "draw", draw.pk)

    answer = client.get(url)
    assert "Rounds 2, 3 still fit and stay as they are." in words_of(answer)
    # A filler is there from the round on in which a seat is empty.
    assert 'name="first_round" value="4"' in text_of(answer)

    six = tournament.players.get(number=6)
    withdraw_player(player=six, last_round=2, request=Request(reason="has a bus"))
    page = words_of(client.get(url))
    assert "Round 2 still fits and stays as it is." in page
    assert "These entries play only some of the rounds: 05." in page
    assert "Add 1 filler" not in page
    assert "Draw the remaining rounds again" not in page


def test_the_remaining_rounds_need_a_reason_once_published(client):
    tournament = make_event(16)
    draw = published(tournament, 1, 3)
    played(tournament)
    left(tournament, 5, 6, 7, 8)
    log_in(client, tournament)
    url = address(tournament, "reseat-draw", draw.pk)

    refused = client.post(url, {"token": "one"})
    assert refused.status_code == 409
    assert "Say why" in text_of(refused)

    client.post(url, {"token": "two", "reason": "a team left"})
    assert Draw.objects.latest("pk").quality["players"] == 12


def test_in_a_closed_event_the_remaining_rounds_stay(client):
    tournament = make_event(16)
    draw = published(tournament, 1, 3)
    left(tournament, 5, 6, 7, 8)
    type(tournament).objects.filter(pk=tournament.pk).update(state="closed")
    log_in(client, tournament)

    page = text_of(client.get(address(tournament, "draw", draw.pk)))

    assert "Draw the remaining rounds again" not in page
