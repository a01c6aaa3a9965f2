"""Published draws run again by the command: true ones, touched ones, and what cannot be run."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from tests.factories import make_round, make_tournament
from tournament.draw import ALGORITHM, Kind
from tournament.models import ActionLog, Draw, Game, Player, Round, Seat, Table
from tournament.services.draws import (
    Order,
    cancel_draw,
    make_draft,
    publish_draw,
    swap_seats,
)
from tournament.services.draws_again import redraw
from tournament.services.log import Request
from tournament.services.rounds import start_round

pytestmark = pytest.mark.django_db

WINDS = ("East", "South", "West", "North")


@pytest.fixture
def event():
    """Sixteen players in four teams, all there."""
    tournament = make_tournament(players=16, teams=4, slug="open")
    tournament.players.update(status=Player.Status.CHECKED_IN)
    return tournament


def draft(tournament, first, last, kind=Kind.PLAN, **more):
    order = Order(first, last, kind, seed=f"s{first}", **more)
    return make_draft(stage=tournament.stages.get(), order=order, request=Request())


def published(*place, **more):
    return publish_draw(draw=draft(*place, **more), request=Request())


def verified(*options):
    """What the command prints; a draw that differs raises."""
    out = StringIO()
    call_command("verify_draw", "open", *options, stdout=out)
    return out.getvalue().splitlines()


def refused(*options):
    """What the command prints, and what it says when it fails."""
    out = StringIO()
    with pytest.raises(CommandError) as error:
        call_command("verify_draw", "open", *options, stdout=out)
    assert error.value.returncode == 1
    return out.getvalue().splitlines(), str(error.value)


def rewrite(draw, **facts):
    """Let a draw, and the log of it, say something else, as an older program would have written."""
    row = ActionLog.objects.get(action="make_draw", object_id=draw.pk)
    row.after |= facts
    row.save()
    Draw.objects.filter(pk=draw.pk).update(**facts)


def exchange(draw, number, one, other):
    """Exchange two players in the database, as nobody may."""
    rows = [Seat.objects.get(round__draw=draw, round__number=number, player__number=entry)
            for entry in (one, other)]  # fmt: skip
    Seat.objects.filter(pk__in=[row.pk for row in rows]).delete()
    rows[0].player, rows[1].player = rows[1].player, rows[0].player
    Seat.objects.bulk_create(rows)
    return [(row.game.table.number, "ESWN"[row.start], row.player.number) for row in rows]


def test_a_plan_and_rounds_by_lot_after_it_are_true(event):
    plan = published(event, 1, 3)
    lots = published(event, 4, 4, Kind.LOTS)

    assert verified() == [
        f"Draw {plan.pk}, rounds 1-3: yes, as drawn.",
        f"Draw {lots.pk}, round 4: yes, as drawn.",
    ]
    assert verified("--draw", str(lots.pk)) == [f"Draw {lots.pk}, round 4: yes, as drawn."]


def test_it_speaks_chinese(event):
    plan = published(event, 1, 3)

    assert verified("--language", "zh-hans") == [
        f"第 {plan.pk} 号编排，第 1-3 轮：一致，与抽签结果相同。"
    ]


def test_seats_touched_in_the_database_are_named(event):
    draw = published(event, 1, 2)
    (table, wind, now), (table2, wind2, now2) = exchange(draw, 2, 3, 8)

    lines, error = refused("--json")

    data = json.loads("\n".join(lines))
    assert data["true"] is False
    assert data["draws"][0]["verdict"] == "different"
    assert data["draws"][0]["sha256"]["published"] == draw.sha256
    assert data["draws"][0]["sha256"]["seats"] != draw.sha256
    assert sorted(data["draws"][0]["differing"], key=lambda seat: seat["drawn"]) == [
        {"round": 2, "table": table, "seat": wind, "published": now, "drawn": now2},
        {"round": 2, "table": table2, "seat": wind2, "published": now2, "drawn": now},
    ]
    assert error == "1 draw differs."
    lines, _error = refused()
    winds = dict(zip("ESWN", ("East", "South", "West", "North"), strict=True))
    assert lines[0] == f"Draw {draw.pk}, rounds 1-2: NO, not as drawn."
    assert f"  round 2, table {table}, {winds[wind]}: published 8, drawn 3" in lines
    assert f"  round 2, table {table2}, {winds[wind2]}: published 3, drawn 8" in lines
    assert lines[3].startswith(f"  SHA-256: published {draw.sha256}, of the seats ")
    assert len(lines) == 4


def test_another_seed_or_hash_than_the_drawn_one_shows(event):
    draw = published(event, 1, 1)

    Draw.objects.update(seed="other")
    assert json.loads("\n".join(refused("--json")[0]))["draws"][0]["differing"] != []
    Draw.objects.update(seed=draw.seed, sha256="0" * 64)
    assert refused()[0] == [
        f"Draw {draw.pk}, round 1: NO, not as drawn.",
        f"  SHA-256: published {'0' * 64}, of the seats {draw.sha256}",
    ]


def test_swaps_by_hand_are_said_and_are_not_wrong(event):
    draw = draft(event, 1, 2)
    round_ = draw.rounds.get(number=2)
    for one, other in ((3, 8), (8, 5), (3, 5)):
        swap_seats(round_=round_, one=one, other=other, request=Request())
    publish_draw(draw=draw, request=Request())

    assert verified() == [
        f"Draw {draw.pk}, rounds 1-2: yes, as drawn, then changed by hand.",
        "  round 2: 3 and 8 swapped by hand",
        "  round 2: 8 and 5 swapped by hand",
        "  round 2: 3 and 5 swapped by hand",
    ]


def test_a_touched_seat_shows_beside_a_swap(event):
    draw = draft(event, 1, 1)
    swap_seats(round_=draw.rounds.get(), one=3, other=8, request=Request())
    publish_draw(draw=draw, request=Request())
    exchange(draw, 1, 1, 2)

    assert refused()[0][0] == f"Draw {draw.pk}, round 1: NO, not as drawn."


def test_a_draw_of_an_older_version_is_not_called_wrong(event):
    draw = published(event, 1, 1)
    rewrite(draw, algorithm=f"stored {ALGORITHM - 1}")

    assert verified() == [
        f"Draw {draw.pk}, round 1: made by version {ALGORITHM - 1} of the algorithm; "
        f"this program has version {ALGORITHM} and cannot run it again."
    ]
    exchange(draw, 1, 1, 2)
    assert refused()[0][0] == f"Draw {draw.pk}, round 1: NO, not as drawn."


def test_a_draw_without_a_seed_has_nothing_to_run(event):
    draw = published(event, 1, 1, kind=Kind.MANUAL)

    assert verified() == [f"Draw {draw.pk}, round 1: not drawn from a seed, nothing to run again."]
    exchange(draw, 1, 1, 8)
    assert refused()[0][0] == f"Draw {draw.pk}, round 1: NO, not as drawn."


def test_a_draw_cannot_be_called_older_or_by_hand_afterwards(event):
    draw = published(event, 1, 1)

    Draw.objects.update(algorithm="plan 1")
    assert refused()[0] == [
        f"Draw {draw.pk}, round 1: NO, not as drawn.",
        f"  log, algorithm: told {draw.algorithm}, now plan 1",
    ]
    Draw.objects.update(algorithm=draw.algorithm, seed="", kind="manual")
    assert refused()[0] == [
        f"Draw {draw.pk}, round 1: NO, not as drawn.",
        "  log, kind of draw: told plan, now manual",
        "  log, seed: told s1, now –",
    ]


def test_drafts_are_left_out(event):
    draft(event, 1, 2)

    assert verified() == ["No draw is public yet."]
    assert json.loads("\n".join(verified("--json"))) == {
        "event": "open",
        "true": True,
        "draws": [],
        "undrawn": [],
    }


def test_rounds_seated_without_a_draw_are_history(event):
    make_round(event, number=1, state=Round.State.CLOSED)
    order = Order(2, 3, Kind.PLAN, seed="s")
    request = Request(reason="the sheets are late")
    draw = make_draft(stage=event.stages.get(), order=order, override=True, request=request)
    publish_draw(draw=draw, request=Request())

    assert verified() == [
        f"Draw {draw.pk}, rounds 2-3: yes, as drawn.",
        "Round 1: seated without a draw, nothing to run again.",
    ]
    assert verified("--draw", str(draw.pk)) == [f"Draw {draw.pk}, rounds 2-3: yes, as drawn."]
    assert json.loads("\n".join(verified("--json")))["undrawn"] == [1]


def test_what_happened_after_a_draw_does_not_count(event):
    """Later draws of earlier rounds, a swap in a draft that was history, new tables, players."""
    first, second = draft(event, 1, 2), published(event, 3, 3, kind=Kind.LOTS)
    swap_seats(round_=first.rounds.get(number=1), one=3, other=8, request=Request())
    third = redraw(draw=first, seed="again", request=Request())
    publish_draw(draw=third, request=Request())
    Table.objects.create(tournament=event, number=9)

    assert verified() == [
        f"Draw {third.pk}, rounds 1-2: yes, as drawn.",
        f"Draw {second.pk}, round 3: yes, as drawn.",
    ]


@pytest.mark.parametrize("kind", [Kind.PLAN, Kind.LOTS])
def test_tables_that_came_or_went_after_a_draw_do_not_count(event, kind):
    """Tables 2 to 5 and 7 are there; then 1 and 6 come and 7 goes."""
    Table.objects.bulk_create(Table(tournament=event, number=n) for n in (2, 3, 4, 5, 7))
    event.players.filter(number=3).update(fixed_table=event.tables.get(number=4))
    first = published(event, 1, 1, kind=kind)
    Table.objects.bulk_create(Table(tournament=event, number=n) for n in (1, 6))
    event.tables.get(number=7).delete()
    second = published(event, 2, 2, kind=kind)

    assert verified() == [
        f"Draw {first.pk}, round 1: yes, as drawn.",
        f"Draw {second.pk}, round 2: yes, as drawn.",
    ]
    numbers = Game.objects.order_by("round__number", "table__number")
    assert [*numbers.values_list("table__number", flat=True)] == [2, 3, 4, 5, 1, 2, 3, 4]


def test_a_game_moved_to_a_table_that_came_later_is_named(event):
    published(event, 1, 1)
    new = Table.objects.create(tournament=event, number=9)
    Game.objects.filter(table__number=4).update(table=new)

    lines, _why = refused()
    assert [line.split(":")[0].strip() for line in lines[1:]] == [
        f"round 1, table {table}, {wind}" for table in (4, 9) for wind in WINDS
    ]


def test_a_cancelled_draw_is_history_only_before_it_was_cancelled(event):
    gone = draft(event, 1, 2)
    before = published(event, 3, 3, kind=Kind.LOTS)
    cancel_draw(draw=gone, request=Request())
    after = published(event, 4, 4, kind=Kind.LOTS)

    assert verified() == [
        f"Draw {before.pk}, round 3: yes, as drawn.",
        f"Draw {after.pk}, round 4: yes, as drawn.",
    ]


def test_a_draw_that_was_given_up_half_way_is_still_true(event):
    draw = published(event, 1, 3)
    start_round(round_=event.rounds.get(number=1), request=Request())
    again = redraw(draw=draw, seed="again", request=Request(reason="somebody left"))
    publish_draw(draw=again, request=Request())

    assert verified() == [
        f"Draw {draw.pk}, rounds 1-3: yes, as drawn.",
        f"Draw {again.pk}, rounds 2-3: yes, as drawn.",
    ]


def test_unknown_event_and_draw(event):
    draw = published(event, 1, 1)

    with pytest.raises(CommandError, match="There is no event 'nowhere'"):
        call_command("verify_draw", "nowhere")
    assert refused("--draw", "999") == (
        [],
        f"Draw 999 is not public; these are: {draw.pk}.",
    )
