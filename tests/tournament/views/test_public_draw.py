"""The organiser's pages of a draw in public, and what everybody may read of it when."""

import json
import re
import subprocess
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.factories import make_official, make_tournament
from tournament import in_public
from tournament.draw import Kind
from tournament.draw.commitment import commitment, revealed_seed
from tournament.draw.numbers import drawn_numbers
from tournament.in_public import Way
from tournament.models import Draw, Player, Role, Round
from tournament.services.draw_order import Order
from tournament.services.draws import cancel_draw, publish_draw
from tournament.services.log import Request
from tournament.services.people import add_player
from tournament.services.public_draws import make_schedule, publish_schedule
from tournament.services.public_lots import finish_lots, say_word
from tournament.services.rounds import start_round

pytestmark = pytest.mark.django_db
SECRET, WORD = "nobody can guess this", "it's 春天"
NEW = {
    "token": "new",
    "kind": "plan",
    "first_round": "1",
    "last_round": "3",
    "teams_apart": "on",
    "clubs_apart": "on",
    "seed": "s",
}


@pytest.fixture
def event(client):
    """Sixteen players in four teams, all there; the client is the organiser."""
    tournament = make_tournament(players=16, teams=4, slug="open")
    tournament.players.update(status=Player.Status.CHECKED_IN)
    client.force_login(make_official(tournament, Role.ORGANISER))
    return tournament


def address(name, *arguments):
    return reverse(f"tournament:{name}", args=["open", *arguments])


def schedule(event, way, last=3):
    order = Order(1, last, Kind.PLAN, seed="s")
    return make_schedule(stage=event.stages.get(), order=order, way=way, request=Request())


def numbered(event, way):
    secret = SECRET * (way is Way.REVEALED)
    return publish_schedule(draw=schedule(event, way), secret=secret, request=Request())


def by_hand(draw):
    return drawn_numbers(in_public.pots_of_draw(draw), "a bag")


def fields(lots, **more):
    return {"token": "t", "seen": "0", **{f"entry-{e}": str(n) for n, e in lots.items()}, **more}


def words_of(response):
    """The page's words without markup, spaces as one."""
    return " ".join(re.sub(r"<[^>]+>", " ", response.content.decode()).split())


def terms(client):
    """What the public page says of its draws, by term."""
    page = client.get(address("draw-proof")).content.decode()
    rows = re.findall(r"<dt>(.*?)</dt>\s*<dd.*?>(.*?)</dd>", page, re.S)
    return {term: " ".join(re.sub("<.*?>", " ", value).split()) for term, value in rows}, page


def test_the_new_draw_page_makes_a_schedule_of_numbers(client, event):
    page = client.post(address("new-draw"), NEW | {"in_public": "typed"}, follow=True)

    draw = Draw.objects.get()
    assert page.redirect_chain[-1][0] == address("public-draw", draw.pk)
    assert (draw.state, draw.rounds.count()) == (Draw.State.DRAFT, 0)
    assert "Draft, not published" in words_of(page)
    assert "in blocks of 4" in words_of(page)
    assert client.get(address("draw", draw.pk)).url == address("public-draw", draw.pk)
    listed = words_of(client.get(address("draws")))
    assert listed.count("Numbers drawn in public") == 3
    assert "Draw round 4" in listed


def test_other_kinds_have_no_numbers_and_say_so(client, event):
    posted = NEW | {"in_public": "typed", "kind": "manual", "last_round": ""}

    page = client.post(address("new-draw"), posted)

    assert page.status_code == 409
    assert "planned rounds and for a round by lot" in words_of(page)
    assert Draw.objects.count() == 0


def test_a_draft_schedule_is_on_no_public_page(client, event):
    draw = schedule(event, Way.TYPED)

    assert draw.sha256 not in terms(client)[1]
    assert client.get(address("schedule-json", draw.pk)).status_code == 404


@pytest.mark.parametrize("typed", ["", SECRET])
def test_a_published_schedule_is_public_and_its_secret_is_nowhere(client, event, typed):
    draw = schedule(event, Way.REVEALED)

    client.post(address("publish-schedule", draw.pk), {"token": "p", "secret": typed})

    draw.refresh_from_db()
    assert draw.commitment == commitment(draw.secret)
    found, page = terms(client)
    assert found["SHA-256 of the schedule of numbers"] == draw.sha256
    assert found["Commitment"] == draw.commitment
    assert found["Lots drawn"] == "not yet"
    answers = [page] + [
        client.get(address(name, *arguments)).content.decode()
        for name, *arguments in (
            ["public-draw", draw.pk],
            ["schedule-json", draw.pk],
            ["draws"],
            ["log"],
            ["seats"],
        )
    ]
    assert [draw.secret in answer for answer in answers] == [False] * 6
    assert address("draw-proof") in answers[-1]


def test_the_secret_is_in_no_admin_page(client, event):
    draw = numbered(event, Way.REVEALED)
    client.force_login(event.officials.get().user)
    type(event.officials.get().user).objects.update(is_superuser=True, is_staff=True)

    page = client.get(reverse("admin:tournament_draw_change", args=[draw.pk])).content.decode()

    assert draw.commitment in page
    assert SECRET not in page


@pytest.mark.parametrize(
    ("secret", "why"), [("short", "at least 12 characters"), ("with a\nsecond line", "on one line")]
)
def test_a_secret_that_will_not_do_is_refused(client, event, secret, why):
    draw = schedule(event, Way.REVEALED)

    page = client.post(address("publish-schedule", draw.pk), {"token": "p", "secret": secret})

    assert page.status_code == 422
    assert why in words_of(page)
    assert Draw.objects.get().state == Draw.State.DRAFT


def test_the_word_reveals_the_secret_and_cannot_be_said_again(client, event):
    draw = numbered(event, Way.REVEALED)

    page = client.post(
        address("say-word", draw.pk), {"token": "w", "word": f" {WORD} "}, follow=True
    )

    assert page.redirect_chain[-1][0] == address("draw", draw.pk)
    assert "Nothing had to be given up to the lots." in words_of(page)
    found, html = terms(client)
    assert found["Secret"] == SECRET
    assert found["Seed of the lots"] == revealed_seed(SECRET, WORD)
    assert "printf &#x27;%s&#x27; &#x27;nobody can guess this&#x27; | sha256sum" in html
    client.post(address("say-word", draw.pk), {"token": "w2", "word": "another"}, follow=True)
    assert Draw.objects.get().public_word == WORD


def test_the_commands_on_the_page_are_true(client, event):
    draw = numbered(event, Way.REVEALED)
    say_word(draw=draw, word=WORD, request=Request())
    page = client.get(address("draw-proof"))

    numbers = page.context["draws"][0].numbers
    shown = [
        subprocess.run(["sh", "-c", command], capture_output=True, text=True).stdout.split()[0]
        for command in numbers.commands
    ]
    assert shown == [draw.commitment, revealed_seed(SECRET, WORD)]


def test_lots_are_saved_half_typed(client, event):
    draw = numbered(event, Way.TYPED)
    page = client.get(address("type-lots", draw.pk))
    assert page.status_code == 200
    assert "No number yet" not in words_of(page)

    data = {"token": "t", "seen": "0", "entry-1": "3", "entry-5": " 4", "lines": "1 9\n2\t13"}
    saved = client.post(address("type-lots", draw.pk), data, follow=True)

    assert "The lots are saved" in words_of(saved)
    assert in_public.typed_of(Draw.objects.get()) == ((1, 9), (2, 13), (3, 1), (4, 5))
    html = saved.content.decode()
    assert re.search(r'name="entry-13"[^>]* value="2"', html)
    assert "4 of 16 are filled in" in words_of(saved)


def test_what_is_wrong_is_said_in_place_and_nothing_is_lost(client, event):
    draw = numbered(event, Way.TYPED)
    data = {
        "token": "t",
        "seen": "0",
        "finish": "1",
        "entry-1": "3",
        "entry-5": "3",
        "entry-2": "99",
        "entry-3": "x1",
        "lines": "4 77\nhello\n5 1\n",
    }

    page = client.post(address("type-lots", draw.pk), data)

    assert page.status_code == 422
    rows = {
        entry: row.problems
        for entry, row in page.context["typed"].rows.items()
        if entry in (1, 2, 3, 4, 5)
    }
    assert rows == {
        1: ["Number 3 is there twice.", "Entry 1 has two numbers."],
        2: ["The schedule has no number 99."],
        3: ["This is no number."],
        4: ["No number yet."],
        5: ["Number 3 is there twice."],
    }
    said = page.context["typed"].problems
    assert said[0] == "Line 2 is not a number and an entry: hello"
    assert said[1] == "Entry 77 draws no number here."
    assert said[2].startswith("Nobody has drawn: 1, 2, 6, ")
    html = page.content.decode()
    assert re.search(r'name="entry-3"[^>]* value="x1"', html)
    assert "4 77\nhello\n5 1</textarea>" in html
    assert Round.objects.count() == 0


def test_a_list_of_something_else_is_refused_and_kept(client, event):
    draw = numbered(event, Way.TYPED)
    long = "\n".join(f"{n} {n}" for n in range(10_000))
    odd = "\n".join(["９ １", "2 2 2", "²  ³", "-1 3", "999999999999999999999 4", "4 999999"] * 10)

    for lines, said in ((long, "10000 lines are too many for 16 players"), (odd, "and 29 more")):
        data = {"token": "t", "seen": "0", "lines": lines}
        page = client.post(address("type-lots", draw.pk), data)
        assert page.status_code == 422
        assert said in words_of(page)
        assert lines.splitlines()[-1] in page.content.decode()
    assert in_public.typed_of(Draw.objects.get()) == ()


def test_who_types_lots_that_are_drawn_already_is_told(client, event):
    draw = numbered(event, Way.TYPED)
    finish_lots(draw=draw, typed=tuple(by_hand(draw).items()), seen=0, request=Request())

    page = client.post(address("type-lots", draw.pk), fields(by_hand(draw)), follow=True)

    assert "No lots are waited for here any more" in words_of(page)


def test_who_left_or_came_since_the_schedule_is_named(client, event):
    draw = numbered(event, Way.TYPED)
    event.players.filter(number=7).update(status=Player.Status.WITHDRAWN)
    add_player(tournament=event, number=17, request=Request())
    event.players.filter(number=17).update(status=Player.Status.CHECKED_IN)

    page = words_of(client.get(address("public-draw", draw.pk)))

    assert "Left since the schedule was made: 07." in page
    assert "Come since the schedule was made, without a number: 17." in page
    assert "or draw all lots" in page


def test_a_team_with_numbers_of_two_blocks_is_told(client, event):
    draw = numbered(event, Way.TYPED)
    lots = by_hand(draw)
    lots[1], lots[5] = lots[5], lots[1]

    page = client.post(address("type-lots", draw.pk), fields(lots, finish="1"))

    assert page.status_code == 422
    assert words_of(page).count("A team has the numbers of one block.") == 2


def test_complete_lots_seat_the_players(client, event):
    draw = numbered(event, Way.TYPED)
    lots = by_hand(draw)
    pasted = "\n".join(f"{number} {entry}" for number, entry in lots.items())

    data = {"token": "t", "seen": "0", "finish": "1", "lines": pasted}
    page = client.post(address("type-lots", draw.pk), data, follow=True)

    assert page.redirect_chain[-1][0] == address("draw", draw.pk)
    assert "Throw the lots away" in words_of(page)
    assert "Draw again with a new seed" not in words_of(page)
    assert in_public.lots_of(Draw.objects.get()) == lots
    assert client.get(address("type-lots", draw.pk)).status_code == 302


def test_who_saved_in_between_is_not_overwritten_unseen(client, event):
    draw = numbered(event, Way.TYPED)
    client.post(address("type-lots", draw.pk), {"token": "1", "seen": "0", "entry-1": "3"})

    page = client.post(address("type-lots", draw.pk), {"token": "2", "seen": "0", "entry-1": "4"})

    assert page.status_code == 409
    assert "Somebody saved lots since" in words_of(page)
    assert re.search(r'name="entry-1"[^>]* value="4"', page.content.decode())
    assert in_public.typed_of(Draw.objects.get()) == ((3, 1),)


def test_lots_thrown_away_stay_readable_with_the_reason(client, event):
    draw = say_word(draw=numbered(event, Way.REVEALED), word=WORD, request=Request())

    client.post(address("throw-lots-away", draw.pk), {"token": "t"}, follow=True)
    assert Draw.objects.count() == 1
    page = client.post(
        address("throw-lots-away", draw.pk),
        {"token": "u", "reason": "a lot fell down"},
        follow=True,
    )

    again = Draw.objects.latest("pk")
    assert page.redirect_chain[-1][0] == address("public-draw", again.pk)
    html = client.get(address("draw-proof")).content.decode()
    assert "a lot fell down" in html
    assert SECRET in html
    assert again.commitment in html
    assert again.secret not in html


def test_a_schedule_is_given_up_with_a_reason(client, event):
    draw = numbered(event, Way.TYPED)

    refused = client.post(address("give-up-schedule", draw.pk), {"token": "g"})
    assert refused.status_code == 409
    assert "Say why" in words_of(refused)
    client.post(address("give-up-schedule", draw.pk), {"token": "h", "reason": "no bag"})

    assert Draw.objects.get().state == Draw.State.SUPERSEDED
    assert "no bag" in words_of(client.get(address("draw-proof")))
    assert "no bag" in words_of(client.get(address("public-draw", draw.pk)))


def test_lots_given_up_after_a_round_are_told_with_the_reason(client, event):
    draw = say_word(draw=numbered(event, Way.REVEALED), word=WORD, request=Request())
    publish_draw(draw=draw, number=1, request=Request())
    start_round(round_=draw.rounds.get(number=1), request=Request())

    cancel_draw(draw=draw, request=Request(reason="the hall closes"))

    assert terms(client)[0]["Given up later"] == "round 2 · round 3 (the hall closes)"


def test_what_lots_cannot_heed_is_said_before_and_after(client, event):
    event.players.filter(number__in=range(1, 7)).update(club="North")

    draw = numbered(event, Way.TYPED)
    assert "Club-mates and compatriots" in words_of(client.get(address("public-draw", draw.pk)))
    draw = finish_lots(draw=draw, typed=tuple(by_hand(draw).items()), seen=0, request=Request())

    meetings = len(draw.quality["loose_clashes"])
    assert meetings > 0
    assert f"{meetings} meetings of club-mates" in words_of(client.get(address("draw", draw.pk)))


def test_the_file_of_a_published_draw_is_verified_by_the_command(client, event, tmp_path):
    draw = say_word(draw=numbered(event, Way.REVEALED), word=WORD, request=Request())
    publish_draw(draw=draw, request=Request())

    answer = client.get(address("schedule-json", draw.pk))

    assert answer["Content-Disposition"] == f'attachment; filename="open-draw-{draw.pk}.json"'
    data = json.loads(answer.content)
    assert {name: data[name] for name in ("players", "seed", "secret", "word")} == {
        "players": 16,
        "seed": "s",
        "secret": SECRET,
        "word": WORD,
    }
    path = tmp_path / "draw.json"
    path.write_bytes(answer.content)
    out = StringIO()
    call_command("verify_draw", file=path, stdout=out)
    assert out.getvalue().splitlines()[0] == "Yes: schedule and lots are as drawn."


@pytest.mark.parametrize("way", [Way.TYPED, Way.REVEALED])
def test_the_count_of_queries_does_not_grow(client, event, way):
    """Of three more teams, one more schedule and its lots."""

    def counted(draw):
        found = []
        for url in (address("public-draw", draw.pk), address("type-lots", draw.pk),
                    address("draw-proof"), address("draws")):  # fmt: skip
            with CaptureQueriesContext(connection) as queries:
                client.get(url)
            found.append(len(queries))
        return found

    first = numbered(event, way)
    client.get(address("draws"))  # what is read once in a process
    before = counted(first)
    for number in range(17, 29):
        team = event.teams.get_or_create(number=5 + (number - 17) // 4)[0]
        add_player(tournament=event, number=number, team=team, request=Request())
    event.players.update(status=Player.Status.CHECKED_IN)
    order = Order(4, 6, Kind.PLAN, seed="s")
    more = make_schedule(stage=event.stages.get(), order=order, way=way, request=Request())
    publish_schedule(draw=more, request=Request())

    assert counted(more) == before


def test_a_draw_of_players_at_once_has_no_page_of_numbers(client, event):
    client.post(address("new-draw"), NEW)
    draw = Draw.objects.get()

    for name in ("public-draw", "type-lots"):
        assert client.get(address(name, draw.pk)).status_code == 404
    add_player(tournament=event, number=20, request=Request())
    assert client.get(address("schedule-json", draw.pk)).status_code == 404
