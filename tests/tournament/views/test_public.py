import re

import pytest
from django.urls import reverse

from tests.factories import (
    discard_win,
    game_url,
    make_game,
    make_hand,
    make_official,
    make_round,
    make_tournament,
    make_user,
    self_draw_win,
)
from tournament.models import ActionLog, Game, Publication, Role, Round, Tournament
from tournament.results import event_results
from tournament.services.games import close_game
from tournament.services.hands import record_hand
from tournament.services.log import Request
from tournament.services.people import withdraw_player
from tournament.services.substitutes import set_substitute
from tournament.tables import StandingsTable

pytestmark = pytest.mark.django_db

EVENT_PAGES = ("event", "games", "standings", "teams", "workbook")
INJECTION = '<script>alert("x")</script>'
ESCAPED = "&lt;script&gt;"


def address(tournament, name, *args):
    return reverse(f"tournament:{name}", args=[tournament.slug, *args])


def get(client, tournament, name, *args, **query):
    return client.get(address(tournament, name, *args), query)


def query_count(client, url, django_assert_max_num_queries):
    with django_assert_max_num_queries(60) as captured:
        assert client.get(url).status_code == 200
    return len(captured)


# Access


@pytest.mark.parametrize("name", EVENT_PAGES)
def test_anybody_reads_an_event(client, name):
    tournament = make_tournament(players=4, teams=2)

    assert get(client, tournament, name).status_code == 200


@pytest.mark.parametrize("name", EVENT_PAGES)
def test_unknown_event_is_not_found(client, name):
    assert client.get(reverse(f"tournament:{name}", args=["nowhere"])).status_code == 404


@pytest.mark.parametrize("name", EVENT_PAGES)
def test_public_pages_refuse_other_methods(client, name):
    tournament = make_tournament()

    assert client.post(address(tournament, name)).status_code == 405


def test_home_and_player_refuse_other_methods(client):
    tournament = make_tournament()

    assert client.post(reverse("home")).status_code == 405
    assert client.delete(address(tournament, "player", 1)).status_code == 405


def test_unknown_player_is_not_found(client):
    tournament = make_tournament(players=4)

    assert get(client, tournament, "player", 5).status_code == 404


def test_player_of_another_event_is_not_found(client):
    make_tournament(players=9)
    tournament = make_tournament(players=4)

    assert get(client, tournament, "player", 9).status_code == 404


# Home and overview


def test_home_without_events_leads_to_the_log_in(client):
    page = client.get(reverse("home")).text

    assert "There is no event yet" in page
    assert reverse("login") in page


def test_home_lists_events(client):
    tournament = make_tournament(name="Spring Open", venue="Hall 3", starts_on="2026-05-01")

    page = client.get(reverse("home")).text

    assert "Spring Open" in page
    assert "2026-05-01 · Hall 3" in page
    assert address(tournament, "event") in page


def test_event_leads_to_every_round(client):
    tournament = make_tournament(players=4)
    make_round(tournament, number=1, state=Round.State.CLOSED)
    make_round(tournament, number=2)

    page = get(client, tournament, "event").text

    assert f"{address(tournament, 'games')}?round=1" in page
    assert f"{address(tournament, 'games')}?round=2" in page
    assert "Running" in page


def test_event_counts_those_who_play_for_a_place(client):
    tournament = make_tournament(players=6)
    tournament.players.filter(number=6).update(is_ranked=False)
    withdraw_player(player=tournament.players.get(number=5), last_round=1, request=Request())

    page = get(client, tournament, "event")

    assert page.context["counts"] == {"players": 4, "fillers": 1, "withdrawn": 1}
    assert "<p>4 players · 1 filler · 1 withdrawn · " in page.text


@pytest.mark.parametrize(
    ("state", "primary"),
    [
        pytest.param(None, "Standings", id="nothing is drawn"),
        pytest.param("draft", "Standings", id="nobody may see the draft"),
        pytest.param("published", "Seats", id="everybody looks for a table"),
        pytest.param("running", "Standings", id="round 1 has started"),
    ],
)
def test_event_leads_to_the_seats_until_a_round_has_started(client, state, primary):
    tournament = make_tournament(players=4)
    if state:
        make_round(tournament, state=state)

    page = get(client, tournament, "event").text

    assert re.findall(r'button-primary" href="[^"]*">([^<]*)<', page) == [primary]


def test_event_says_when_its_results_are_final(client):
    tournament = make_tournament()
    running = get(client, tournament, "event").text
    Tournament.objects.update(is_final=True)

    assert 'pill-ok">Final<' not in running
    assert 'pill-ok">Final<' in get(client, tournament, "event").text


def test_drafts_are_for_the_organiser_only(client):
    tournament = make_tournament(players=4)
    make_round(tournament, number=1, state=Round.State.DRAFT)
    organiser = make_official(tournament, Role.ORGANISER)
    referee = make_official(tournament, Role.REFEREE)
    addresses = [address(tournament, "games") + "?round=1"]
    link = "?round=1"

    seen = {}
    for who in (None, referee, organiser):
        if who:
            client.force_login(who)
        overview = get(client, tournament, "event").text
        seen[who] = (link in overview, client.get(addresses[0]).status_code)

    assert seen == {None: (False, 404), referee: (False, 404), organiser: (True, 200)}


# Games


def test_games_open_at_the_running_round(client):
    tournament = make_tournament(players=4)
    make_round(tournament, number=1, state=Round.State.CLOSED)
    make_round(tournament, number=2)
    make_round(tournament, number=3, state=Round.State.PUBLISHED)

    assert get(client, tournament, "games").context["round"].number == 2
    assert get(client, tournament, "games", round=3).context["round"].number == 3


def test_games_open_at_the_last_round_when_all_are_closed(client):
    tournament = make_tournament(players=4)
    make_round(tournament, number=1, state=Round.State.CLOSED)
    make_round(tournament, number=2, state=Round.State.CLOSED)

    assert get(client, tournament, "games").context["round"].number == 2


@pytest.mark.parametrize("asked", ["2", "0", "-1", "x", ""])
def test_unknown_round_is_not_found(client, asked):
    tournament = make_tournament(players=4)
    make_round(tournament, number=1)

    assert get(client, tournament, "games", round=asked).status_code == 404


def test_games_without_a_round_say_so(client):
    tournament = make_tournament(players=4)

    assert "No round is published yet" in get(client, tournament, "games").text


def test_referee_sees_own_tables_first(client):
    tournament = make_tournament(players=12)
    make_round(tournament)
    client.force_login(make_official(tournament, Role.REFEREE, tables=[2]))

    page = get(client, tournament, "games").text

    own = address(tournament, "next-hand", 1, 2)
    assert "My tables" in page
    assert page.index(own) < page.index(address(tournament, "sheet", 1, 1))


def test_the_next_hand_is_the_first_open_one(client):
    tournament = make_tournament(players=4)
    game = make_round(tournament).games.get()
    make_hand(game, 1)
    make_hand(game, 3)
    url = game_url(game, "next-hand")

    assert client.get(url).url == game_url(game, "sheet")
    client.force_login(make_official(tournament, Role.REFEREE))
    assert client.get(url).url == game_url(game, "enter-hand", number=2)


def test_visitor_has_no_own_tables(client):
    tournament = make_tournament(players=12)
    make_round(tournament)

    assert "My tables" not in get(client, tournament, "games").text


# What is public


@pytest.fixture
def hidden_event():
    """Round 2 is played, its results are held back."""
    tournament = make_tournament(
        players=4, publication=Publication.HIDDEN, hidden_from_round=2, teams=2
    )
    first = make_round(tournament, number=1, state=Round.State.CLOSED)
    make_hand(first.games.get(), entry=self_draw_win(0, 20))
    make_hand(make_round(tournament, number=2).games.get(), entry=discard_win(1, 2, 77))
    return tournament


# 8 + 77 and 8 for the others.
HIDDEN_SCORES = ("+101", "−85", "101", "-85")


@pytest.mark.parametrize("role", [None, Role.VIEWER, Role.CLERK, Role.REFEREE])
def test_held_back_results_stay_hidden(client, hidden_event, role):
    if role:
        client.force_login(make_official(hidden_event, role))

    pages = [
        get(client, hidden_event, "standings").text,
        get(client, hidden_event, "teams").text,
        get(client, hidden_event, "games", round=2).text,
        *(get(client, hidden_event, "player", number).text for number in (1, 2, 3, 4)),
    ]

    assert [score for page in pages for score in HIDDEN_SCORES if score in page] == []


@pytest.mark.parametrize("role", [Role.ORGANISER, Role.HEAD_REFEREE])
def test_held_back_results_are_there_for_the_leaders(client, hidden_event, role):
    client.force_login(make_official(hidden_event, role))

    page = get(client, hidden_event, "standings").text

    assert "+101" in page
    assert "Includes results that are not public yet" in page


def test_unsigned_results_wait_for_the_signature(client):
    tournament = make_tournament(players=4, publication=Publication.SIGNED)
    game = make_round(tournament).games.get()
    make_hand(game, entry=self_draw_win(0, 20))
    before = get(client, tournament, "standings").text

    close_game(game=game, request=Request())

    after = get(client, tournament, "standings").text
    assert ("+84" in before, "+84" in after) == (False, True)


# Standings


def test_standings_show_a_line_exactly(client):
    tournament = make_tournament(players=4)
    make_hand(make_round(tournament).games.get(), entry=self_draw_win(0, 20))

    page = get(client, tournament, "standings").text

    # Three are level behind the winner: they share 2 + 1 + 0.
    assert "shared" in page
    assert ">+84</span>" in page
    assert address(tournament, "sheet", 1, 1) in page


def test_standings_share_points_of_a_tie_in_thirds(client):
    tournament = make_tournament(players=4)
    make_hand(make_round(tournament).games.get(), entry=discard_win(0, 3, 8))
    make_hand(tournament.rounds.get().games.get(), number=2, entry=discard_win(1, 3, 8))
    make_hand(tournament.rounds.get().games.get(), number=3, entry=discard_win(2, 3, 8))

    page = get(client, tournament, "standings").text

    assert page.count("2⅓") == 6
    assert "2.33" not in page


def test_standings_are_paged(client):
    tournament = make_tournament(players=24)

    first = get(client, tournament, "standings")
    second = get(client, tournament, "standings", page=2)

    assert len(first.context["table"].page.object_list) == 20
    assert len(second.context["table"].page.object_list) == 4
    assert "?page=2" in first.text


def test_standings_are_shown_whole_for_paper(client):
    tournament = make_tournament(players=24)

    first = get(client, tournament, "standings", page=2)
    whole = get(client, tournament, "standings", all=1)

    assert 'href="?all=1"' in first.text
    assert len(whole.context["table"].page.object_list) == 24
    assert 'href="?all=1' not in whole.text


@pytest.mark.parametrize(
    "query",
    [{"page": "x"}, {"page": "0"}, {"page": "99"}, {"per_page": "-1"}, {"all": "1", "page": "9"}],
)
def test_standings_forgive_a_wrong_page(client, query):
    tournament = make_tournament(players=24)

    assert get(client, tournament, "standings", **query).status_code == 200


@pytest.mark.parametrize("name", ["standings", "teams", "games", "seats", "seats-by-name"])
@pytest.mark.parametrize(("is_final", "words"), [(False, "Provisional"), (True, "Final")])
def test_what_is_printed_says_which_event_and_how_final(client, name, is_final, words):
    tournament = make_tournament(players=4, teams=1, name="Autumn open", venue="Hall 1")
    make_round(tournament)
    Tournament.objects.update(is_final=is_final, starts_on="2026-10-03")

    (head,) = re.findall(
        r'<p class="print-only print-head">(.*?)</p>', get(client, tournament, name).text
    )

    assert head.startswith("<b>Autumn open</b> · Hall 1 · 2026-10-03 ")
    assert head.endswith(f" · {words}")


@pytest.mark.parametrize(
    ("query", "found"),
    [
        pytest.param("2", [2], id="number"),
        pytest.param("zhang", [1], id="latin"),
        pytest.param("张", [1], id="name"),
        pytest.param("nobody", [], id="none"),
        pytest.param("²", [], id="a-digit-that-is-no-number"),
    ],
)
def test_standings_find_a_name(client, query, found):
    tournament = make_tournament(players=4)
    tournament.players.filter(number=1).update(name="张三", latin_name="Zhang San")

    page = get(client, tournament, "standings", q=query)

    assert [row.number for row in page.context["table"].data] == found


def test_standings_mark_withdrawn_players_and_fillers(client):
    tournament = make_tournament(players=4)
    tournament.players.filter(number=2).update(is_ranked=False)
    withdraw_player(player=tournament.players.get(number=1), last_round=1, request=Request())

    page = get(client, tournament, "standings").text

    assert '<span class="pill pill-warn">withdrawn</span>' in page
    assert '<span class="pill pill-warn">filler</span>' in page
    assert "not ranked" in page


def test_standings_say_provisional_until_final(client):
    tournament = make_tournament(players=4)
    before = get(client, tournament, "standings").text
    tournament.is_final = True
    tournament.save(update_fields=["is_final"])

    after = get(client, tournament, "standings").text

    assert ("Provisional" in before, "Final" in before) == (True, False)
    assert ("Provisional" in after, "Final" in after) == (False, True)


def test_nobody_has_a_rank_before_there_is_a_result(client):
    tournament = make_tournament(players=4, teams=2)
    round_ = make_round(tournament)

    before = [get(client, tournament, name).text for name in ("standings", "teams")]
    player_before = get(client, tournament, "player", 1).text
    rows = list(StandingsTable(event_results(tournament)).as_values())
    make_hand(round_.games.get(), 1)
    player_after = get(client, tournament, "player", 1).text

    assert [page.count('<span class="sr-only">No result yet</span>') for page in before] == [4, 2]
    assert "shared" not in player_before
    assert "<dt>No result yet</dt><dd>–</dd>" in player_before
    assert [row[0] for row in rows] == ["Rank", None, None, None, None]
    assert "<dt>Rank of 4</dt><dd>1</dd>" in player_after


def test_standings_survive_a_wrong_time_zone(client):
    tournament = make_tournament(players=4)
    type(tournament).objects.filter(pk=tournament.pk).update(time_zone="Mars/Base")

    assert get(client, tournament, "standings").status_code == 200
    assert get(client, tournament, "workbook").status_code == 200


# Players


def test_player_page_has_the_next_seat(client):
    tournament = make_tournament(players=8)
    make_round(tournament, state=Round.State.PUBLISHED)

    page = get(client, tournament, "player", 6).context["page"]

    assert page.next.game.table.number == 2
    assert page.next.place.index == 1
    assert [other.player.number for other in page.next.others] == [5, 7, 8]


def test_player_page_has_no_next_seat_after_the_last_round(client):
    tournament = make_tournament(players=4)
    make_round(tournament, state=Round.State.CLOSED)

    assert get(client, tournament, "player", 1).context["page"].next is None


def test_player_page_names_an_outside_substitute(client):
    tournament = make_tournament(players=4)
    game = make_round(tournament).games.get()
    set_substitute(seat=game.seats.get(start=0), name="Guest", request=Request())
    make_hand(game)

    response = get(client, tournament, "player", 1)

    assert "played by Guest" in response.text
    assert "not counted for this entry" in response.text
    assert response.context["page"].line.score == 0


def test_player_page_lists_games_played_for_others(client):
    tournament = make_tournament(players=5)
    game = make_round(tournament).games.get()
    reserve = tournament.players.get(number=5)
    set_substitute(seat=game.seats.get(start=0), player=reserve, request=Request())
    make_hand(game)

    assert "in place of Player 01" in get(client, tournament, "player", 5).text
    assert "played by Player 05" in get(client, tournament, "player", 1).text


def test_player_page_counts_corrections(client):
    game = make_game()
    make_hand(game)
    record_hand(
        game=game, number=1, entry=discard_win(2, 1, 24), replaces=1, request=Request(reason="slip")
    )

    page = get(client, game.round.tournament, "player", 1).context["page"]

    assert [row.corrections for row in page.rounds] == [1]


# Names are text


def test_names_are_escaped_on_every_page(client):
    tournament = make_tournament(players=4, teams=1, name=INJECTION, venue=INJECTION)
    tournament.players.update(name=INJECTION, latin_name=INJECTION)
    tournament.teams.update(name=INJECTION)
    game = make_round(tournament).games.get()
    set_substitute(seat=game.seats.get(start=0), name=INJECTION, request=Request())
    game.table.label = INJECTION
    game.table.save()
    make_hand(game)

    pages = [get(client, tournament, name).text for name in EVENT_PAGES[:-1]]
    pages.append(get(client, tournament, "player", 1).text)
    pages.append(client.get(reverse("home")).text)
    pages.append(get(client, tournament, "standings", q=INJECTION).text)
    pages.append(get(client, tournament, "standings", q='"><b>').text)

    assert [INJECTION in page for page in pages] == [False] * len(pages)
    assert [ESCAPED in page for page in pages] == [True] * len(pages)
    assert '"><b>' not in pages[-1].partition('name="q"')[2][:200]


# The workbook


def test_workbook_is_named_after_the_event(client):
    tournament = make_tournament(players=4, slug="spring", name='春季"赛;\n')

    response = get(client, tournament, "workbook")

    assert response["Content-Disposition"] == (
        'attachment; filename="spring.xlsx"; '
        "filename*=UTF-8''%E6%98%A5%E5%AD%A3%22%E8%B5%9B%3B%0A.xlsx"
    )
    assert response["Content-Type"].endswith("spreadsheetml.sheet")


# Query counts


@pytest.mark.parametrize("name", ["standings", "teams", "games", "workbook"])
@pytest.mark.parametrize("logged_in", [False, True], ids=["visitor", "referee"])
def test_event_page_query_count_does_not_grow(
    client, name, logged_in, django_assert_max_num_queries
):
    counts = []
    for players in (4, 32):
        tournament = make_tournament(players=players, teams=players // 4)
        for game in make_round(tournament).games.all():
            make_hand(game)
        if logged_in:
            client.force_login(make_official(tournament, Role.REFEREE, tables=[1]))
        counts.append(query_count(client, address(tournament, name), django_assert_max_num_queries))

    assert counts[0] == counts[1]


def test_home_query_count_does_not_grow(client, django_assert_max_num_queries):
    counts = []
    for events in (1, 29):
        for _ in range(events):
            make_tournament(players=0)
        counts.append(query_count(client, reverse("home"), django_assert_max_num_queries))

    assert counts[0] == counts[1]


def test_rounds_do_not_add_queries(client, django_assert_max_num_queries):
    counts = []
    for rounds in (1, 6):
        tournament = make_tournament(players=8)
        for number in range(1, rounds + 1):
            round_ = make_round(tournament, number=number, state=Round.State.CLOSED)
            for game in round_.games.all():
                make_hand(game)
        counts.append(
            [
                query_count(client, url, django_assert_max_num_queries)
                for url in (
                    address(tournament, "event"),
                    address(tournament, "games"),
                    address(tournament, "standings"),
                    address(tournament, "player", 1),
                    address(tournament, "workbook"),
                )
            ]
        )

    assert counts[0] == counts[1]


def test_reading_writes_nothing(client):
    tournament = make_tournament(players=4)
    make_round(tournament)
    client.force_login(make_user(superuser=True))
    before = (ActionLog.objects.count(), Game.objects.values_list("version", flat=True).get())

    for name in EVENT_PAGES:
        get(client, tournament, name)

    after = (ActionLog.objects.count(), Game.objects.values_list("version", flat=True).get())
    assert after == before
