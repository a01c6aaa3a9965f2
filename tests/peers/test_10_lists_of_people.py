"""
Lists of people as they come.

Two people with one name, one person twice, stray spaces, full-width digits, merged cells, old
encodings: whatever is in doubt is asked about with the row it stands in, and nothing is guessed.
"""

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.factories import make_official, make_tournament
from tests.peers.pages import post, url, words
from tests.tournament.imports.sheets import HEADER, text_bytes, workbook_bytes
from tournament.models import Role

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(client):
    event = make_tournament(players=0)
    client.force_login(make_official(event, Role.ORGANISER))
    return event


def preview(client, event, content, name="list.xlsx"):
    """Upload a file; return where its preview is."""
    answer = post(client, url(event, "import-roster"), file=SimpleUploadedFile(name, content))
    assert answer.status_code == 302
    return answer["Location"]


def confirm(client, address, **answers):
    """Answer a preview; what it hides goes back as it came."""
    page = client.get(address).content.decode()
    sent = dict(re.findall(r'type="hidden" name="(token|seen)" value="([^"]*)"', page))
    return client.post(address, {**sent, **answers})


def people(event):
    return list(event.players.order_by("number").values_list("number", "name", "club"))


TWO = [HEADER, (9, "张伟", "", "甲"), (10, "张伟", "", "乙")]


def test_nothing_is_entered_before_somebody_has_looked(client, event):
    client.get(preview(client, event, workbook_bytes(TWO)))

    assert people(event) == []


def test_two_people_with_one_name_are_asked_about_with_their_row(client, event):
    address = preview(client, event, workbook_bytes(TWO))
    assert "Row 3" in words(client.get(address))

    unanswered = confirm(client, address)
    assert (unanswered.status_code, people(event)) == (422, [])
    confirm(client, address, **{"row-3": "another"})

    assert people(event) == [(9, "张伟", "甲"), (10, "张伟", "乙")]


def test_one_person_entered_twice_becomes_one_entry(client, event):
    address = preview(client, event, workbook_bytes(TWO))

    confirm(client, address, **{"row-3": "row-2"})

    assert people(event) == [(9, "张伟", "甲")]


def test_spaces_around_a_name_make_no_other_person(client, event):
    rows = [HEADER, (1, "张伟 "), (2, "\u3000张伟")]
    address = preview(client, event, workbook_bytes(rows))

    assert confirm(client, address).status_code == 422
    confirm(client, address, **{"row-3": "skip"})

    assert people(event) == [(1, "张伟", "")]


def test_full_width_digits_are_the_same_digits(client, event):
    address = preview(client, event, workbook_bytes([HEADER, ("１２", "李娜")]))

    confirm(client, address)

    assert people(event) == [(12, "李娜", "")]


def test_a_merged_team_goes_to_all_its_rows_and_says_so(client, event):
    rows = [HEADER, (1, "张伟", "北京队"), (2, "李娜"), (3, "王芳", "上海队")]
    address = preview(client, event, workbook_bytes(rows, merged=["C2:C3"]))
    said = words(client.get(address))

    confirm(client, address)

    assert "merged" in said
    teams = event.players.order_by("number").values_list("team__name", flat=True)
    assert list(teams) == ["北京队", "北京队", "上海队"]


@pytest.mark.parametrize(
    ("encoding", "named"),
    [
        pytest.param("gbk", "GB18030", id="gbk"),
        pytest.param("utf-16", "UTF-16", id="utf-16"),
        pytest.param("utf-8-sig", "", id="utf-8-with-a-mark"),
    ],
)
def test_old_encodings_are_read_and_named(client, event, encoding, named):
    content = text_bytes([HEADER, (1, "张伟"), (2, "欧阳修远")], encoding)
    address = preview(client, event, content, "名单.csv")
    said = words(client.get(address))

    confirm(client, address)

    assert named in said
    assert people(event) == [(1, "张伟", ""), (2, "欧阳修远", "")]


def test_every_faulty_line_is_reported_with_its_row_and_its_reason(client, event):
    rows = [HEADER, (1, "张伟"), ("x", "李娜"), (3, ""), (4, "王芳")]
    address = preview(client, event, workbook_bytes(rows))
    said = words(client.get(address))

    confirm(client, address)

    assert re.search(r"\b3\b.{0,80}not a whole number", said)
    assert "Import 2 people" in said
    assert "2 lines left out" in said
    assert [number for number, *_who in people(event)] == [1, 4]
