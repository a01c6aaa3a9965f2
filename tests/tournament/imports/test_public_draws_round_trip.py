"""Draws in public leave and enter with all that proves them, a bound secret too."""

from io import StringIO

import pytest
from django.core.management import call_command

from tests.factories import make_tournament
from tests.tournament.imports.files import contents
from tournament.checks import violations
from tournament.draw import Kind
from tournament.exports.event_files import write_event
from tournament.imports.event_files import import_event
from tournament.in_public import Way
from tournament.models import Draw, Player
from tournament.services.draw_order import Order
from tournament.services.draws import publish_draw
from tournament.services.log import Request
from tournament.services.public_draws import make_schedule, publish_schedule
from tournament.services.public_lots import save_lots, say_word, throw_lots_away

pytestmark = pytest.mark.django_db


def numbered(event, number, way):
    order = Order(number, number, Kind.LOTS, seed=f"s{number}")
    draw = make_schedule(stage=event.stages.get(), order=order, way=way, request=Request())
    return publish_schedule(draw=draw, request=Request())


def verified(slug):
    out = StringIO()
    call_command("verify_draw", slug, stdout=out)
    return [line.partition(", ")[2] for line in out.getvalue().splitlines()]


def test_draws_in_public_come_back_and_can_go_on(tmp_path):
    event = make_tournament(players=8, slug="open")
    event.players.update(status=Player.Status.CHECKED_IN)
    drawn = say_word(draw=numbered(event, 1, Way.REVEALED), word="tea", request=Request())
    again = throw_lots_away(draw=drawn, request=Request(reason="misheard"))
    publish_draw(draw=say_word(draw=again, word="tee", request=Request()), request=Request())
    bag = numbered(event, 2, Way.TYPED)
    save_lots(draw=bag, typed=[(1, 1), (1, 2)], seen=0, request=Request())
    numbered(event, 3, Way.REVEALED)

    write_event(event, tmp_path / "1")
    copy = import_event(tmp_path / "1", slug="copy").tournament
    write_event(copy, tmp_path / "2")

    assert contents(tmp_path / "2") == contents(tmp_path / "1")
    assert violations(copy) == ()
    assert verified("copy") == verified("open")
    waiting = Draw.objects.get(stage__tournament=copy, first_round=3)
    say_word(draw=waiting, word="milk", request=Request())
    assert verified("copy")[-1] == "round 3: yes, as drawn."
