"""Pairs that must not meet and players with a table of their own, from the roster to the report."""

import pytest
from django.urls import reverse

from tests.factories import make_official
from tests.tournament.services.test_draw_kinds import event_after, verdict
from tests.tournament.services.test_draws import draft, make_event, pairs, seats
from tournament.draw import Kind
from tournament.models import ActionLog, KeptApart, Role, Table
from tournament.proof import Verdict
from tournament.services.draws import publish_draw, swap_seats
from tournament.services.draws_again import redraw
from tournament.services.entries import edit_player, version_of
from tournament.services.errors import BadState, NotAllowed
from tournament.services.kept_apart import keep_apart, let_meet
from tournament.services.log import Request
from tournament.services.roster import player_values

pytestmark = pytest.mark.django_db


def entry(tournament, number):
    return tournament.players.select_related("team", "fixed_table").get(number=number)


def apart(tournament, one, other, reason="family"):
    return keep_apart(
        one=entry(tournament, one), other=entry(tournament, other), request=Request(reason=reason)
    )


def fix(tournament, number, table):
    player = entry(tournament, number)
    edit_player(
        player=player,
        seen=version_of(player_values(player)),
        team=player.team,
        fixed_table=table,
        request=Request(),
    )


def own_tables(tournament, player, *numbers):
    return [
        table
        for number in numbers
        for table, people in seats(tournament, number).items()
        if player in people
    ]


def report_words(client, draw):
    client.force_login(make_official(draw.stage.tournament, Role.ORGANISER))
    page = client.get(reverse("tournament:draw", args=[draw.stage.tournament.slug, draw.pk]))
    return page.content.decode()


# The pairs


def test_a_pair_is_kept_once_whoever_is_named_first_and_can_be_let_go():
    tournament = make_event(8)
    pair = apart(tournament, 7, 2)

    with pytest.raises(BadState, match="2 and 7 are kept apart already"):
        apart(tournament, 2, 7)
    with pytest.raises(BadState, match="two different"):
        apart(tournament, 2, 2)
    let_meet(tournament=tournament, pair=pair.pk, request=Request())
    with pytest.raises(BadState, match="may meet already"):
        let_meet(tournament=tournament, pair=pair.pk, request=Request())

    assert not KeptApart.objects.exists()
    rows = ActionLog.objects.filter(object_type="keptapart").order_by("pk")
    kept = {"pair": [2, 7], "reason": "family"}
    assert [(row.action, row.before, row.after) for row in rows] == [
        ("keep_apart", None, kept),
        ("let_meet", kept, None),
    ]


def test_the_head_referee_keeps_nobody_apart():
    tournament = make_event(8)
    judge = make_official(tournament, Role.HEAD_REFEREE)

    with pytest.raises(NotAllowed):
        keep_apart(one=entry(tournament, 1), other=entry(tournament, 2), request=Request(by=judge))


@pytest.mark.parametrize(
    ("kind", "first", "last"),
    [(Kind.PLAN, 3, 5), (Kind.LOTS, 3, 3), (Kind.SWISS, 3, 3), (Kind.GROUPS, 3, 3),
     (Kind.BLOCKS, 3, 3), (Kind.SNAKE, 3, 3)],
)  # fmt: skip
def test_pairs_and_tables_are_heeded_by_every_kind_and_can_be_run_again(kind, first, last):
    tournament = event_after(2, players=24 if kind is Kind.PLAN else 16)
    apart(tournament, 1, 2)
    apart(tournament, 3, 11)
    fix(tournament, 5, 3)

    draw = draft(tournament, first, last, kind=kind)

    together = {frozenset(pair) for pair in pairs(tournament, *range(first, last + 1))}
    assert not together & {frozenset((1, 2)), frozenset((3, 11))}
    assert set(own_tables(tournament, 5, *range(first, last + 1))) == {3}
    assert (draw.quality["clashes"], draw.quality["tables_missed"]) == ([], [])
    assert verdict(publish_draw(draw=draw, request=Request())) is Verdict.SAME


def test_a_constructed_plan_heeds_a_pair_inside_its_teams():
    tournament = make_event(32, teams=8)
    apart(tournament, 1, 2)

    draw = draft(tournament, 1, 6)

    assert frozenset((1, 2)) not in {frozenset(pair) for pair in pairs(tournament, *range(1, 7))}
    assert (draw.quality["clashes"], draw.quality["repeats"]) == ([], 0)


@pytest.mark.parametrize("kind", [Kind.FINAL, Kind.SINGLES_ROBIN])
def test_a_final_and_a_round_robin_put_tables_where_they_should_be(kind):
    tournament = event_after(1)
    fix(tournament, 1, 2)
    last = 2 if kind is Kind.FINAL else 6

    draw = draft(tournament, 2, last, kind=kind, finalists=16 if kind is Kind.FINAL else 0)

    assert set(own_tables(tournament, 1, *range(2, last + 1))) == {2}
    assert verdict(publish_draw(draw=draw, request=Request())) is Verdict.SAME


# What cannot be had


def test_of_two_with_one_table_the_report_says_who_was_given_up(client):
    tournament = make_event(16)
    fix(tournament, 9, 2)
    fix(tournament, 4, 2)

    draw = draft(tournament, 1, 2)

    assert own_tables(tournament, 4, 1, 2) == [2, 2]
    assert draw.quality["tables_missed"] == [[1, 9], [2, 9]]
    page = report_words(client, draw)
    assert "the smallest number gets it: 04, 09" in page
    assert "Round 1: 9 is not at table 2, 4 has the same one and the smaller number" in page


def test_a_table_that_is_not_used_is_said_before_and_after(client):
    tournament = make_event(16)
    fix(tournament, 9, 4)
    tournament.players.filter(number__gt=12).update(status="withdrawn")
    client.force_login(make_official(tournament, Role.ORGANISER))

    before = client.get(reverse("tournament:new-draw", args=[tournament.slug])).content.decode()
    draw = draft(tournament)

    assert "Their own table is not used: 09" in before
    assert "Their own table is not used: 09" in report_words(client, draw)


def test_a_swap_by_hand_measures_pairs_and_tables_again():
    tournament = make_event(8)
    fix(tournament, 1, 1)
    apart(tournament, 1, 2)
    draw = draft(tournament)
    mate = next(p for p in seats(tournament, 1)[1] if p != 1)

    swap_seats(round_=draw.rounds.get(), one=2, other=mate, request=Request())
    draw.refresh_from_db()
    assert [row[2:] for row in draw.quality["clashes"]] == [[1, 2]]
    stranger = next(p for p in seats(tournament, 1)[2] if p != 2)
    swap_seats(round_=draw.rounds.get(), one=1, other=stranger, request=Request())

    draw.refresh_from_db()
    assert (draw.quality["clashes"], draw.quality["tables_missed"]) == ([], [[1, 1]])


def test_a_pair_named_after_the_draw_is_heeded_when_it_is_drawn_again():
    tournament = make_event(8)
    draw = draft(tournament)
    one, other = seats(tournament, 1)[1][:2]
    apart(tournament, one, other)

    again = redraw(draw=draw, request=Request())

    assert again.constraints["apart"] == [sorted((one, other))]
    assert again.quality["clashes"] == []


# The hall


def test_an_own_table_beyond_the_hall_adds_the_tables_up_to_it():
    tournament = make_event(16)

    fix(tournament, 5, 3)

    assert list(Table.objects.order_by("number").values_list("number", flat=True)) == [1, 2, 3]
    draft(tournament)
    assert sorted(seats(tournament, 1)) == [1, 2, 3, 4]
    assert own_tables(tournament, 5, 1) == [3]


def test_the_table_of_an_entry_is_chosen_on_its_page_and_shown_with_the_pairs(client):
    tournament = make_event(8)
    client.force_login(make_official(tournament, Role.ORGANISER))
    url = reverse("tournament:edit-player", args=[tournament.slug, 3])
    seen = version_of(player_values(entry(tournament, 3)))
    sent = {"token": "one", "seen": seen, "number": "3", "name": "Li", "is_ranked": "on",
            "first_round": "1", "fixed_table": "2"}  # fmt: skip

    assert client.post(url, sent).status_code == 302
    assert entry(tournament, 3).fixed_table.number == 2
    assert '<option value="2" selected>2</option>' in client.get(url).content.decode()
    refused = client.post(url, sent | {"fixed_table": "7", "token": "two"})
    assert refused.status_code == 422
    page = client.get(reverse("tournament:roster-apart", args=[tournament.slug])).content.decode()
    assert "Table 2" in page


def test_pairs_are_added_and_removed_on_their_page(client):
    tournament = make_event(8)
    client.force_login(make_official(tournament, Role.ORGANISER))
    url = reverse("tournament:roster-apart", args=[tournament.slug])
    key = {number: entry(tournament, number).pk for number in (2, 7)}
    sent = {"token": "one", "one": key[7], "other": key[2], "reason": "Father, son"}

    page = client.post(url, sent, follow=True).content.decode()
    again = client.post(url, sent | {"token": "two"})

    assert "7 and 2 are kept apart in the draws that come." in page
    assert "Father, son" in page
    assert (again.status_code, "kept apart already" in again.content.decode()) == (409, True)
    assert client.post(url, sent | {"token": "three", "one": ""}).status_code == 422
    remove = reverse("tournament:remove-pair", args=[tournament.slug, KeptApart.objects.get().pk])
    assert (
        "may meet in the draws" in client.post(remove, {"token": "4"}, follow=True).content.decode()
    )
    assert client.post(remove, {"token": "5"}).status_code == 409
    assert client.post(remove).status_code == 422
