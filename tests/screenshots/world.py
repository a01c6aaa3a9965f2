"""
The events that are photographed: `demo`, and small ones for what a running event does not show.

`ready` has a published draw and a roster file half imported, `done` is final, `empty` has nothing,
`last` and `over` have a clock that runs out or has run out.
"""

from datetime import timedelta
from io import BytesIO, StringIO

from django.contrib.auth.models import User
from django.core.management import call_command

from scoring.entry import HandEntry
from tests.factories import (
    DRAWN,
    discard_win,
    make_hand,
    make_round,
    make_tournament,
    make_user,
    self_draw_win,
)
from tests.tournament.imports.sheets import HEADER, workbook_bytes
from tournament.draw import Kind
from tournament.imports.roster import find_header, read_roster
from tournament.models import ClockEvent, Player, Role, Round, Tournament
from tournament.services.draws import Order, add_fillers, make_draft, publish_draw
from tournament.services.games import close_game
from tournament.services.log import Request
from tournament.services.people import add_player, withdraw_player
from tournament.services.roster_import import keep_draft
from tournament.services.staff import appoint

# A row for each verdict of the preview: doubtful, good, refused. The names are days of the week.
ROSTER = (
    HEADER,
    (1, "周一", "一队", "东区", ""),
    (21, "周二", "一队", "东区", "A-21"),
    (22, "周三", "二队", "西区", "A-22"),
    (2, "周四", "二队", "西区", "A-23"),
    ("廿四", "周五", "二队", "西区", ""),
    (25, "", "二队", "西区", ""),
)
PEOPLE = ("organiser", "referee", "stranger", "admin")


def make_world() -> dict[str, object]:
    """Make all events and accounts; return the keys that stand in addresses."""
    call_command("migrate", verbosity=0)
    call_command("demo", stdout=StringIO())
    make_user("stranger")
    make_user("admin", superuser=True)
    demo = Tournament.objects.get(slug="demo")
    add_fillers(tournament=demo, count=1, first_round=5, request=Request())
    ready = _ready()
    _done()
    _with_officials(make_tournament(slug="empty", name="New event 新赛事", players=0))
    _clock("last", "Last minutes 最后几分钟", minutes_left=4)
    _clock("over", "Time is up 时间到", minutes_left=-2)
    return {
        "draft": _draft(demo, number=5).pk,
        "draw": ready.stages.get().draws.get().pk,
        "roster": _half_imported(ready, HEADER).pk,
        "columns": _half_imported(ready, ("A", "B", "C", "D", "E")).pk,
        "official": demo.officials.get(role=Role.REFEREE).pk,
    }


def _with_officials(tournament: Tournament) -> Tournament:
    for role in (Role.ORGANISER, Role.REFEREE):
        user = User.objects.get(username=str(role))
        appoint(tournament=tournament, user=user, role=role, tables=(), request=Request())
    return tournament


def _draft(tournament: Tournament, *, number: int):
    order = Order(number, number, Kind.PLAN, seed="pictures", include_entered=True)
    return make_draft(
        stage=tournament.stages.get(),
        order=order,
        override=True,
        request=Request(reason="The last tables are being played"),
    )


def _ready() -> Tournament:
    tournament = _with_officials(
        make_tournament(
            slug="ready", name="Autumn open 秋季赛", players=16, teams=4, venue="Hall 1"
        )
    )
    tournament.players.update(status=Player.Status.CHECKED_IN)
    publish_draw(draw=_draft(tournament, number=1), request=Request())
    add_player(tournament=tournament, number=17, request=Request())
    gone = add_player(tournament=tournament, number=18, request=Request())
    withdraw_player(player=gone, last_round=0, request=Request(reason="ill"))
    return tournament


def _half_imported(tournament: Tournament, header: tuple[str, ...]):
    content = workbook_bytes((header, *ROSTER[1:]))
    sheet = read_roster(BytesIO(content), len(content))
    found = find_header(sheet.lines)
    return keep_draft(
        tournament=tournament,
        file_name="players.xlsx",
        sheet=sheet.as_data(),
        columns=[column or "" for column in found.columns] if found else [],
        last_header_row=found.last_row if found else 0,
        request=Request(),
    )


def _done() -> None:
    tournament = _with_officials(
        make_tournament(
            slug="done", name="Spring open 春季赛", players=16, teams=4, rounds_planned=2
        )
    )
    for number in (1, 2):
        round_ = make_round(tournament, number=number, state=Round.State.CLOSED)
        for game in round_.games.select_related("table"):
            for hand in range(1, 17):
                make_hand(game, hand, _hand(number + game.table.number, hand))
            close_game(game=game, request=Request())
    Tournament.objects.filter(pk=tournament.pk).update(is_final=True, state=Tournament.State.CLOSED)


def _hand(salt: int, number: int) -> HandEntry:
    """A hand as good as any: every fifth self-drawn, every seventh drawn."""
    winner = (salt * number + number // 3) % 4
    points = 8 + (salt * 7 + number * 5) % 33
    if number % 7 == 0:
        return DRAWN
    if number % 5 == 0:
        return self_draw_win(winner, points)
    return discard_win(winner, (winner + 1 + number % 3) % 4, points)


def _clock(slug: str, name: str, *, minutes_left: int) -> None:
    tournament = _with_officials(make_tournament(slug=slug, name=name, players=8))
    round_ = make_round(tournament)
    make_hand(round_.games.earliest("pk"), 1)
    start = ClockEvent.objects.get(round=round_, kind=ClockEvent.Kind.START)
    start.at -= timedelta(minutes=tournament.minutes - minutes_left)
    start.save()
