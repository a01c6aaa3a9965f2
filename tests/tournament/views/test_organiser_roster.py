import io
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils import timezone, translation
from openpyxl import load_workbook

from tests.factories import make_official, make_round, make_tournament, make_user
from tests.tournament.imports.sheets import HEADER, text_bytes, workbook_bytes
from tournament.imports.roster import find_header, read_roster
from tournament.models import ActionLog, Player, Role, RosterDraft, Tournament
from tournament.services.log import Request
from tournament.services.people import add_player, withdraw_player

pytestmark = pytest.mark.django_db

INJECTION = '<script>alert("x")</script>'
ESCAPED = "&lt;script&gt;"
PAGES = {
    "roster": (),
    "add-player": (),
    "edit-player": (1,),
    "withdraw-player": (1,),
    "roster-teams": (),
    "edit-team": (1,),
    "import-roster": (),
    "roster-template": (),
}
FOR_THE_HEAD_REFEREE = {"roster", "edit-player", "withdraw-player"}


@pytest.fixture
def event():
    return make_tournament(players=4, teams=2)


@pytest.fixture
def organiser(client, event):
    client.force_login(make_official(event, Role.ORGANISER))
    return client


def address(event, name, *args):
    return reverse(f"tournament:{name}", args=[event.slug, *args])


def get(client, event, name, *args, **query):
    return client.get(address(event, name, *args), query)


def post(client, event, page, /, *args, follow=False, **data):
    return client.post(address(event, page, *args), {"token": "one", **data}, follow=follow)


def text_of(response):
    return response.content.decode()


def send(client, event, rows, name="list.xlsx"):
    """Upload rows; return the answer to the upload."""
    content = rows if isinstance(rows, bytes) else workbook_bytes(rows)
    return post(client, event, "import-roster", file=SimpleUploadedFile(name, content))


def people(event):
    return list(event.players.order_by("number").values_list("number", "name"))


def hidden(response, name):
    return re.search(rf'name="{name}" value="([^"]*)"', text_of(response))[1]


# Access


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("role", [Role.HEAD_REFEREE, Role.REFEREE, Role.CLERK, Role.VIEWER])
def test_other_officials_are_refused(client, event, name, role):
    client.force_login(make_official(event, role))

    allowed = role == Role.HEAD_REFEREE and name in FOR_THE_HEAD_REFEREE
    assert get(client, event, name, *PAGES[name]).status_code == (200 if allowed else 403)


def test_the_head_referee_sees_only_what_he_may_do(client, event):
    client.force_login(make_official(event, Role.HEAD_REFEREE))

    listed = text_of(get(client, event, "roster"))
    entry = text_of(get(client, event, "edit-player", 1))

    assert "Check in chosen" in listed
    for name in ("import-roster", "add-player", "roster-teams", "staff", "settings", "draws"):
        assert f'href="{address(event, name)}"' not in listed
    assert "<fieldset disabled" in entry.replace(' class="form"', "")
    assert "Save 01" not in entry
    assert address(event, "withdraw-player", 1) in entry


def test_the_head_referee_of_an_empty_event_is_told_who_enters_the_players(client):
    event = make_tournament(players=0)
    client.force_login(make_official(event, Role.HEAD_REFEREE))

    page = text_of(get(client, event, "roster"))

    assert "An organiser enters the players" in page
    assert "Import a list" not in page


def test_the_head_referee_checks_in_withdraws_and_reinstates(client, event):
    client.force_login(make_official(event, Role.HEAD_REFEREE))

    post(client, event, "check-in", token="a", come="2")
    post(client, event, "withdraw-player", 1, token="b", last_round="0", reason="ill")
    post(client, event, "withdraw-player", 3, token="c", last_round="0", reason="ill")
    post(client, event, "reinstate-player", 3, token="d")

    assert list(event.players.order_by("number").values_list("status", flat=True)) == [
        "withdrawn",
        "checked_in",
        "entered",
        "entered",
    ]


def test_the_head_referee_renames_nobody(client, event):
    client.force_login(make_official(event, Role.HEAD_REFEREE))

    answer = post(client, event, "edit-player", 1, number=1, name="x", first_round=1)

    assert answer.status_code == 403
    assert people(event)[0] == (1, "")


@pytest.mark.parametrize("name", PAGES)
def test_visitors_log_in_first(client, event, name):
    response = get(client, event, name, *PAGES[name])

    assert (response.status_code, "login" in response["Location"]) == (302, True)


@pytest.mark.parametrize("name", PAGES)
def test_organisers_read(organiser, event, name):
    assert get(organiser, event, name, *PAGES[name]).status_code == 200


@pytest.mark.parametrize("name", ["roster", "roster-template"])
def test_pages_that_only_read_refuse_other_methods(organiser, event, name):
    assert organiser.post(address(event, name)).status_code == 405


@pytest.mark.parametrize(
    "path",
    ["players/99/", "players/99999999999999999999/", "teams/9/", "import/9/", "import/9/columns/"],
)
def test_unknown_ids_are_not_found(organiser, event, path):
    assert organiser.get(address(event, "roster") + path).status_code == 404


def test_entries_of_another_event_are_not_found(organiser, event):
    make_tournament(players=9)

    assert get(organiser, event, "edit-player", 9).status_code == 404


def test_drafts_of_another_event_are_not_found(organiser, event):
    send(organiser, event, [HEADER, (9, "张伟")])
    other = make_tournament()
    organiser.force_login(make_user(superuser=True))

    assert get(organiser, other, "roster-draft", RosterDraft.objects.get().pk).status_code == 404


def test_a_closed_event_shows_and_changes_nothing(organiser, event):
    Tournament.objects.update(state=Tournament.State.CLOSED)

    assert "The event is closed" in text_of(get(organiser, event, "roster"))
    assert post(organiser, event, "edit-player", 1, number=1, name="x", first_round=1).status_code == 409  # fmt: skip
    assert send(organiser, event, [HEADER, (9, "张伟")]).status_code == 409
    assert people(event)[0] == (1, "")


@pytest.mark.parametrize("name", ["roster", "roster-teams"])
def test_query_count_does_not_grow(organiser, event, name, django_assert_max_num_queries):
    counts = []
    for more in (0, 30):
        for number in range(more):
            add_player(
                tournament=event, number=100 + number, team=event.teams.first(), request=Request()
            )
        with django_assert_max_num_queries(40) as captured:
            assert get(organiser, event, name).status_code == 200
        counts.append(len(captured))

    assert counts[0] == counts[1]


def test_preview_query_count_does_not_grow(organiser, event, django_assert_max_num_queries):
    counts = []
    for lines in (1, 30):
        rows = [HEADER, *((None, f"P{n}x", f"Team {n}") for n in range(lines)), (None, "P0x", "Y")]
        url = send(organiser, event, rows)["Location"]
        with django_assert_max_num_queries(40) as captured:
            assert organiser.get(url).status_code == 200
        counts.append(len(captured))

    assert counts[0] == counts[1]


# The list


def test_an_empty_roster_says_what_to_do(client):
    event = make_tournament(players=0)
    client.force_login(make_official(event, Role.ORGANISER))

    page = text_of(get(client, event, "roster"))

    for name in ("roster-template", "import-roster", "add-player"):
        assert address(event, name) in page


def test_the_list_leads_to_the_first_draw_once_somebody_is_here(organiser, event):
    draw = f'href="{address(event, "new-draw")}"'
    assert draw not in text_of(get(organiser, event, "roster"))

    event.players.filter(number=1).update(status=Player.Status.CHECKED_IN)
    assert draw in text_of(get(organiser, event, "roster"))

    make_round(event)
    assert draw not in text_of(get(organiser, event, "roster"))


def test_names_are_escaped_everywhere(organiser, event):
    event.players.filter(number=1).update(name=INJECTION, club=INJECTION)
    event.teams.filter(number=1).update(name=INJECTION)
    event.players.filter(number=2).update(name="A")
    rows = [("No.", "Name", "Club", INJECTION), (2, INJECTION, INJECTION, "x")]
    draft = send(organiser, event, rows, name=f"{INJECTION}.xlsx")["Location"]
    pages = [get(organiser, event, name, *args) for name, args in PAGES.items() if "template" not in name]  # fmt: skip
    pages += [organiser.get(draft), organiser.get(draft + "columns/")]

    for page in map(text_of, pages):
        assert INJECTION not in page
    assert ESCAPED in text_of(pages[0])
    assert ESCAPED in text_of(pages[-1])


@pytest.mark.parametrize(
    ("query", "numbers"),
    [
        pytest.param({"q": "3"}, [3], id="number"),
        pytest.param({"q": "芳"}, [2], id="part-of-name"),
        pytest.param({"q": "WANG"}, [2], id="latin"),
        pytest.param({"q": "国标"}, [4], id="club"),
        pytest.param({"team": "1"}, [1, 3], id="team"),
        pytest.param({"status": "withdrawn"}, [4], id="status"),
        pytest.param({"status": "fillers"}, [3], id="fillers"),
        pytest.param({"status": "nonsense"}, [1, 2, 3, 4], id="unknown-status"),
        pytest.param({"sort": "-number"}, [4, 3, 2, 1], id="sorted"),
        pytest.param({"q": "nobody"}, [], id="nobody"),
    ],
)
def test_the_list_is_narrowed_and_sorted(organiser, event, query, numbers):
    event.players.filter(number=2).update(name="王芳", latin_name="Wang Fang")
    event.players.filter(number=3).update(is_ranked=False)
    event.players.filter(number=4).update(status="withdrawn", club="国标社")

    page = text_of(get(organiser, event, "roster", **query))

    assert [int(n) for n in re.findall(r'id="entry-(\d+)"', page)] == numbers


@pytest.mark.parametrize(("players", "missing"), [(4, ""), (5, "3 fillers"), (7, "1 filler")])
def test_fillers_are_offered_when_tables_are_not_full(client, players, missing):
    event = make_tournament(players=players)
    client.force_login(make_official(event, Role.ORGANISER))

    page = text_of(get(client, event, "roster"))

    assert re.findall(r"Add (\d fillers?)", page) == ([missing] if missing else [])


def test_the_fillers_fill_the_tables(client):
    event = make_tournament(players=6)
    client.force_login(make_official(event, Role.ORGANISER))

    post(client, event, "add-fillers", count=2)
    post(client, event, "add-fillers", count=2)

    assert event.players.filter(is_ranked=False).count() == 2


# Checking in


def statuses(event):
    return list(event.players.order_by("number").values_list("status", flat=True))


def test_one_tap_checks_in_and_another_takes_it_back(organiser, event):
    response = post(organiser, event, "check-in", come="2", back="sort=name&page=1")
    assert response["Location"] == f"{address(event, 'roster')}?sort=name&page=1#entry-2"
    assert statuses(event)[1] == "checked_in"

    organiser.post(address(event, "check-in"), {"token": "two", "undo": "2"})

    assert statuses(event)[1] == "entered"


def test_the_chosen_are_checked_in_at_once_with_one_row_in_the_log(organiser, event):
    rows = ActionLog.objects.count()

    post(organiser, event, "check-in", come="all", number=["1", "3", "²", "x"])
    post(organiser, event, "check-in", come="all", number=["1", "3"])

    assert statuses(event) == ["checked_in", "entered", "checked_in", "entered"]
    assert ActionLog.objects.count() == rows + 1


def test_nobody_chosen_is_said(organiser, event):
    page = text_of(post(organiser, event, "check-in", come="all", follow=True))

    assert "Tick the people first" in page


def test_who_is_withdrawn_is_not_checked_in(organiser, event):
    player = event.players.get(number=1)
    withdraw_player(player=player, last_round=0, request=Request())

    page = text_of(post(organiser, event, "check-in", come="1", follow=True))

    assert "Reinstate first" in page
    assert statuses(event)[0] == "withdrawn"


def test_a_return_address_stays_in_this_event(organiser, event):
    response = post(organiser, event, "check-in", come="2", back='//evil.example/"\r\nX: 1')

    assert response["Location"].startswith(address(event, "roster") + "?")


# Entries

ENTRY = {"number": "9", "name": "李 娜", "first_round": "1", "is_ranked": "on"}


def test_somebody_is_entered_by_hand(organiser, event):
    response = post(organiser, event, "add-player", **ENTRY, team=event.teams.get(number=2).pk)

    assert response.status_code == 302
    player = event.players.get(number=9)
    assert (player.name, player.team.number, player.is_ranked) == ("李 娜", 2, True)


def test_a_filler_is_entered_by_hand(organiser, event):
    post(organiser, event, "add-player", number="9", name="Filler", first_round="1")

    assert event.players.get(number=9).is_ranked is False


def test_a_taken_number_is_refused_and_nothing_is_lost(organiser, event):
    response = post(organiser, event, "add-player", **ENTRY | {"number": "1"})

    assert response.status_code == 409
    assert "already an entry number 1" in text_of(response)
    assert "李 娜" in text_of(response)


@pytest.mark.parametrize(
    "fault",
    [
        pytest.param({"number": "0"}, id="zero"),
        pytest.param({"number": "9" * 30}, id="endless"),
        pytest.param({"name": ""}, id="no-name"),
        pytest.param({"name": "x" * 101}, id="long"),
        pytest.param({"name": "a\0b"}, id="nul"),
        pytest.param({"team": "77"}, id="unknown-team"),
        pytest.param({"member_number": "-1"}, id="negative"),
        pytest.param({"token": ""}, id="no-token"),
    ],
)
def test_a_faulty_entry_is_refused(organiser, event, fault):
    assert post(organiser, event, "add-player", **ENTRY | fault).status_code == 422
    assert event.players.count() == 4


def test_a_team_of_another_event_is_refused(organiser, event):
    other = make_tournament(teams=1)

    response = post(organiser, event, "add-player", **ENTRY, team=other.teams.get().pk)

    assert response.status_code == 422


def test_a_name_that_is_there_is_asked_about(organiser, event):
    event.players.filter(number=1).update(name="李娜")

    response = post(organiser, event, "add-player", **ENTRY)
    assert response.status_code == 422
    assert 'name="is_another"' in text_of(response)

    response = post(organiser, event, "add-player", **ENTRY, is_another="on")
    assert response.status_code == 302


def test_an_entry_is_edited(organiser, event):
    seen = hidden(get(organiser, event, "edit-player", 1), "seen")

    response = post(organiser, event, "edit-player", 1, **ENTRY, seen=seen, club="国标社")

    assert response.status_code == 302
    assert event.players.get(number=9).club == "国标社"
    assert not event.players.filter(number=1).exists()


def test_a_stale_edit_loses_nothing_and_may_be_saved_after_a_look(organiser, event):
    seen = hidden(get(organiser, event, "edit-player", 1), "seen")
    event.players.filter(number=1).update(club="雀友会")

    response = post(organiser, event, "edit-player", 1, **ENTRY, seen=seen, club="国标社")
    assert response.status_code == 409
    assert "雀友会" in text_of(response)
    assert "国标社" in text_of(response)
    assert event.players.get(number=1).club == "雀友会"

    again = {**ENTRY, "seen": hidden(response, "seen"), "club": "国标社", "token": "two"}
    assert post(organiser, event, "edit-player", 1, **again).status_code == 302
    assert event.players.get(number=9).club == "国标社"


def test_somebody_leaves_and_comes_back(organiser, event):
    make_round(event)
    assert 'value="1"' in text_of(get(organiser, event, "withdraw-player", 1))

    post(organiser, event, "withdraw-player", 1, last_round="0", reason="ill")
    player = event.players.get(number=1)
    assert (player.status, player.last_round) == ("withdrawn", 0)
    assert ActionLog.objects.latest("pk").reason == "ill"
    page = text_of(get(organiser, event, "roster"))
    assert "Still seated in round 1" in page
    assert "before round 1" in page

    organiser.post(address(event, "reinstate-player", 1), {"token": "two"})
    player.refresh_from_db()
    assert (player.status, player.last_round) == ("entered", None)


def test_nobody_leaves_twice(organiser, event):
    post(organiser, event, "withdraw-player", 1, last_round="0", reason="ill")

    response = post(organiser, event, "withdraw-player", 1, token="two", last_round="3", reason="x")

    assert response.status_code == 409
    assert event.players.get(number=1).last_round == 0


def test_leaving_needs_a_reason(organiser, event):
    assert post(organiser, event, "withdraw-player", 1, last_round="0").status_code == 422


def test_who_is_not_withdrawn_is_not_reinstated(organiser, event):
    page = text_of(post(organiser, event, "reinstate-player", 1, follow=True))

    assert "is not withdrawn" in page


# Teams


def test_a_team_is_added_renamed_and_renumbered(organiser, event):
    post(organiser, event, "roster-teams", number="7", name=" 北京队 ")
    seen = hidden(get(organiser, event, "edit-team", 7), "seen")

    response = post(organiser, event, "edit-team", 7, token="two", number="8", name="上海队", seen=seen)  # fmt: skip

    assert response.status_code == 302
    assert event.teams.get(number=8).name == "上海队"


def test_a_teams_number_is_taken_once(organiser, event):
    seen = hidden(get(organiser, event, "edit-team", 1), "seen")

    assert post(organiser, event, "roster-teams", number="1", name="x").status_code == 409
    assert post(organiser, event, "edit-team", 1, token="two", number="2", name="x", seen=seen).status_code == 409  # fmt: skip


def test_a_stale_edit_of_a_team_is_refused(organiser, event):
    seen = hidden(get(organiser, event, "edit-team", 1), "seen")
    event.teams.filter(number=1).update(name="雀友队")

    response = post(organiser, event, "edit-team", 1, number="1", name="北京队", seen=seen)

    assert response.status_code == 409
    assert {"雀友队", "北京队"} <= set(re.findall("..队", text_of(response)))


# Importing


def answer(client, url, **data):
    """Answer a preview; its hidden fields go back as they came."""
    page = client.get(url)
    sent = {"token": hidden(page, "token"), "seen": hidden(page, "seen"), **data}
    return client.post(url, sent)


def test_nothing_is_entered_before_the_answer(organiser, event):
    rows, before = ActionLog.objects.count(), people(event)

    url = send(organiser, event, [HEADER, (9, "张伟", "北京队")])["Location"]
    organiser.get(url)

    assert (people(event), event.teams.count()) == (before, 2)
    assert ActionLog.objects.count() == rows


def test_a_list_is_imported_with_its_teams_and_one_row_in_the_log(organiser, event):
    lines = [
        HEADER,
        (9, "张伟", "北京队", "国标社", "006"),
        (None, "王芳", "北京队"),
        ("x", "李娜"),
    ]
    url = send(organiser, event, lines)["Location"]
    rows, version = ActionLog.objects.count(), Tournament.objects.get().standings_version
    page = text_of(organiser.get(url))
    assert "Import 2 people" in page
    assert "1 line left out" in page
    assert "not a whole number" in page

    response = answer(organiser, url)

    assert response.status_code == 302
    assert people(event)[4:] == [(9, "张伟"), (10, "王芳")]
    assert event.players.get(number=9).team == event.teams.get(name="北京队")
    assert event.players.get(number=9).federation_id == "006"
    assert ActionLog.objects.count() == rows + 1
    assert Tournament.objects.get().standings_version == version + 1
    assert "2 people imported, 1 line left out" in text_of(get(organiser, event, "roster"))


def test_a_second_press_imports_nothing_twice(organiser, event):
    url = send(organiser, event, [HEADER, (9, "张伟")])["Location"]
    page = organiser.get(url)
    data = {"token": "one", "seen": hidden(page, "seen")}
    organiser.post(url, data)
    rows, before = ActionLog.objects.count(), people(event)

    response = organiser.post(url, data)

    assert response.status_code == 302
    assert (ActionLog.objects.count(), people(event)) == (rows, before)


def test_the_same_list_sent_again_enters_nobody(organiser, event):
    lines = [HEADER, (9, "张伟", "北京队"), (10, "王芳", "上海队")]
    answer(organiser, send(organiser, event, lines)["Location"])

    page = text_of(organiser.get(send(organiser, event, lines)["Location"]))

    assert "2 lines are entered already" in page
    assert "nobody new" in page


def test_a_doubt_must_be_answered(organiser, event):
    url = send(organiser, event, [HEADER, (9, "张伟", "", "甲"), (10, "张伟", "", "乙")])[
        "Location"
    ]

    response = answer(organiser, url)

    assert response.status_code == 422
    assert "still need an answer" in text_of(response)
    assert event.players.count() == 4


@pytest.mark.parametrize(
    ("choice", "entered"),
    [
        pytest.param("another", [(9, "甲"), (10, "乙")], id="another"),
        pytest.param("row-2", [(9, "甲")], id="same"),
        pytest.param("skip", [(9, "甲")], id="leave-out"),
    ],
)
def test_a_doubt_is_answered_line_by_line(organiser, event, choice, entered):
    url = send(organiser, event, [HEADER, (9, "张伟", "", "甲"), (10, "张伟", "", "乙")])[
        "Location"
    ]

    answer(organiser, url, **{"row-3": choice})

    assert list(event.players.filter(number__gt=4).values_list("number", "club")) == entered


def test_the_same_person_takes_over_what_the_list_gives(organiser, event):
    event.players.filter(number=1).update(name="选手一", club="国标社")
    url = send(organiser, event, [HEADER, (1, "张伟", "新队")])["Location"]

    answer(organiser, url, **{"row-2": "entry-1"})

    player = event.players.get(number=1)
    assert (player.name, player.team.name, player.club) == ("张伟", "新队", "国标社")
    assert ActionLog.objects.latest("pk").before["changed"][0]["name"] == "选手一"


def test_one_answer_for_all_doubts(organiser, event):
    lines = [HEADER, *((None, "张伟", "", f"club {n}") for n in range(400))]
    url = send(organiser, event, lines)["Location"]
    page = text_of(organiser.get(url))
    assert page.count("<fieldset") == 300

    answer(organiser, url, rest="another")

    assert event.players.filter(name="张伟").count() == 400


def test_a_roster_that_changed_meanwhile_is_looked_at_again(organiser, event):
    url = send(organiser, event, [HEADER, (9, "张伟")])["Location"]
    page = organiser.get(url)
    add_player(tournament=event, number=9, name="李娜", request=Request())

    response = organiser.post(url, {"token": "one", "seen": hidden(page, "seen")})

    assert response.status_code in {409, 422}
    assert "Same person as entry 9" in text_of(response)
    assert people(event)[4:] == [(9, "李娜")]


def test_an_entry_without_a_name_is_told_in_words(organiser, event):
    page = text_of(organiser.get(send(organiser, event, [HEADER, (1, "张伟")])["Location"]))

    option = re.search(r'<label class="option">(.*?)</label>', page, re.DOTALL)[1]

    words = " ".join(re.sub(r"<[^>]+>", " ", option).split())
    assert words == "Same person as entry 1 same number · no name · team 1"


def test_who_comes_late_plays_from_the_next_round_on(organiser, event):
    make_round(event)

    answer(organiser, send(organiser, event, [HEADER, (9, "张伟")])["Location"])

    assert event.players.get(number=9).first_round == 2


def test_a_list_without_headings_is_asked_about(organiser, event):
    url = send(organiser, event, [(9, "张伟"), (10, "王芳")])["Location"]
    assert url.endswith("/columns/")
    assert "张伟" in text_of(organiser.get(url))

    draft = organiser.post(url, {"column-0": "number", "column-1": "name", "first_row": 1})[
        "Location"
    ]
    answer(organiser, draft)

    assert people(event)[4:] == [(9, "张伟"), (10, "王芳")]


@pytest.mark.parametrize(
    "choice",
    [
        pytest.param({"column-0": "number"}, id="no-name"),
        pytest.param({"column-0": "name", "column-1": "name"}, id="twice"),
        pytest.param({"column-0": "nonsense", "column-1": "name"}, id="unknown"),
    ],
)
def test_columns_that_say_no_name_are_refused(organiser, event, choice):
    url = send(organiser, event, [(9, "张伟")])["Location"]

    assert organiser.post(url, {**choice, "first_row": 1}).status_code == 422


def test_a_draft_without_columns_leads_to_the_question(organiser, event):
    send(organiser, event, [(9, "张伟")])

    response = get(organiser, event, "roster-draft", RosterDraft.objects.get().pk)

    assert response["Location"].endswith("/columns/")


def test_old_drafts_are_gone_and_removed(organiser, event):
    url = send(organiser, event, [HEADER, (9, "张伟")])["Location"]
    RosterDraft.objects.update(expires_at=timezone.now())

    assert organiser.get(url).status_code == 404
    send(organiser, event, [HEADER, (9, "张伟")])
    assert RosterDraft.objects.count() == 1


def test_other_sheets_encodings_and_columns_are_told(organiser, event):
    content = text_bytes([(*HEADER, "备注"), (9, "张伟", "", "", "", "素食")], "gb18030")

    page = text_of(organiser.get(send(organiser, event, content, "名单.csv")["Location"]))

    assert "read as GB18030" in page
    assert "not read: 备注" in page
    assert "名单.csv" in page


@pytest.mark.parametrize(
    ("content", "words"),
    [
        pytest.param(b"%PDF-1.7", "not a spreadsheet", id="pdf"),
        pytest.param(b"", "is empty", id="empty"),
        pytest.param(b"a,b\n" * (5 * 2**18 + 1), "larger than 5 MB", id="more-than-5-mb"),
    ],
)
def test_a_file_that_cannot_be_read_is_answered_on_the_page(organiser, event, content, words):
    response = send(organiser, event, content)

    assert response.status_code == 422
    assert words in text_of(response)


def test_no_file_at_all_is_said(organiser, event):
    response = post(organiser, event, "import-roster")

    assert response.status_code == 422
    assert "Choose the file" in text_of(response)


class Unread(io.BytesIO):
    def read(self, *size):
        raise AssertionError("the body was read")


def test_fifty_megabytes_are_refused_unread(organiser, event):
    response = organiser.generic(
        "POST",
        address(event, "import-roster"),
        content_type="multipart/form-data; boundary=x",
        **{"CONTENT_LENGTH": str(50 * 2**20), "wsgi.input": Unread()},
    )

    assert response.status_code == 413
    assert "too large" in text_of(response)


def test_ten_thousand_people_are_imported_and_the_page_stays_small(organiser, event):
    lines = [("No.", "Name", "Team"), *((n, f"P{n}x", f"Team {n // 4}") for n in range(10, 10_010))]
    url = send(organiser, event, text_bytes(lines))["Location"]

    page = organiser.get(url)
    assert len(page.content) < 500_000

    answer(organiser, url)
    assert event.players.count() == 10_004


# The template


@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_the_template_is_read_back(organiser, event, language):
    with translation.override(language):
        response = organiser.get(address(event, "roster-template"), headers={"accept-language": language})  # fmt: skip
    workbook = load_workbook(io.BytesIO(response.content))
    sheet = workbook.worksheets[0]

    assert len(workbook.worksheets) == 2
    assert {cell.number_format for cell in sheet[2]} == {"@"}
    content = response.content
    header = find_header(read_roster(io.BytesIO(content), len(content)).lines)
    assert (header.unread, header.unclear, len(header.columns)) == ((), (), 10)
    assert ("姓名" if language == "zh-hans" else "Name") in [cell.value for cell in sheet[1]]


def test_a_filled_template_is_imported(organiser, event):
    workbook = load_workbook(io.BytesIO(get(organiser, event, "roster-template").content))
    for cell, value in zip(workbook.worksheets[0][2], ["9", "张伟", "", "3", "北京队", "1", "是"], strict=False):  # fmt: skip
        cell.value = value
    target = io.BytesIO()
    workbook.save(target)

    answer(organiser, send(organiser, event, target.getvalue())["Location"])

    player = Player.objects.get(number=9, tournament=event)
    assert (player.name, player.team.number, player.member_number, player.is_reserve) == (
        "张伟",
        3,
        1,
        True,
    )
