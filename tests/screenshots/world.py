"""
The events that are photographed: `demo`, and small ones for what a running event does not show.

`ready` has a published draw and a roster file half imported, `done` is final, `empty` has nothing,
`public` draws numbers in public, `signing` has sheets to sign and an appeal, `last` and `over` have a
clock that runs out or has run out.
"""

from datetime import timedelta
from io import BytesIO, StringIO

from django.contrib.auth.models import User
from django.core.management import call_command

from scoring.entry import HandEntry
from scoring.rules.penalties import Measure
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
from tournament.in_public import Way
from tournament.models import AccessLink, Appeal, ClockEvent, Draw, Player, Role, Round, Tournament
from tournament.services.appeals import decide_appeal, file_appeal
from tournament.services.badges import badge_token, make_badges
from tournament.services.draws import Order, add_fillers, make_draft, publish_draw
from tournament.services.games import close_game
from tournament.services.log import Request
from tournament.services.penalties import Ruling, add_penalty
from tournament.services.people import add_player, withdraw_player
from tournament.services.public_draws import make_schedule, publish_schedule
from tournament.services.public_lots import save_lots, say_word
from tournament.services.roster_import import keep_draft
from tournament.services.signing import sign_as_official, sign_for_missing, sign_seat
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
    _signing()
    old, badge = _badges(demo)
    return {
        **_in_public(),
        "old_code": badge_token(old),
        "code": badge_token(badge),
        "draft": _draft(demo, number=5).pk,
        "draw": ready.stages.get().draws.get().pk,
        "roster": _half_imported(ready, HEADER).pk,
        "columns": _half_imported(ready, ("A", "B", "C", "D", "E")).pk,
        "official": demo.officials.get(role=Role.REFEREE).pk,
    }


def _badges(tournament: Tournament) -> list[AccessLink]:
    """Give the referee a badge twice, and the event the address that is printed."""
    tournament.hall_address = "http://192.168.1.20:8000"
    tournament.save(update_fields=["hall_address"])
    officials = list(tournament.officials.filter(role=Role.REFEREE)[:1])
    return [
        make_badges(tournament=tournament, officials=officials, request=Request())[0]
        for _time in range(2)
    ]


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


def _in_public() -> dict[str, int]:
    """Event `public`: rounds 1-3 follow from a word, 4 waits for lots from a bag, 5 is a draft."""
    tournament = _with_officials(
        make_tournament(slug="public", name="Open draw 公开抽签", players=16, teams=4)
    )
    tournament.players.update(status=Player.Status.CHECKED_IN)
    made = {}
    ways = {
        "lots_drawn": (1, 3, Kind.PLAN, Way.REVEALED),
        "lots_waiting": (4, 4, Kind.LOTS, Way.TYPED),
        "schedule": (5, 6, Kind.PLAN, Way.REVEALED),
    }
    for name, (first, last, kind, way) in ways.items():
        order = Order(first, last, kind, seed="pictures")
        draw = make_schedule(stage=tournament.stages.get(), order=order, way=way, request=Request())
        if name != "schedule":
            secret = "a secret for pictures" if way is Way.REVEALED else ""
            publish_schedule(draw=draw, secret=secret, request=Request())
        made[name] = draw.pk
    drawn = Draw.objects.get(pk=made["lots_drawn"])
    publish_draw(draw=say_word(draw=drawn, word="春天", request=Request()), request=Request())
    waiting = Draw.objects.get(pk=made["lots_waiting"])
    save_lots(draw=waiting, typed=[(1, 1), (1, 5), (99, 9)], seen=0, request=Request())
    return made


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


def _signing() -> None:
    """Table 1 is half signed, table 2 has a gap, table 3 is locked and appealed, 4 is signed."""
    tournament = _with_officials(make_tournament(slug="signing", name="Sign-off 签字", players=16))
    referee = User.objects.get(username="referee")
    games = list(make_round(tournament).games.order_by("table__number"))
    for game in games:
        for hand in range(1, 17):
            if (game.table.number, hand) != (2, 8):
                make_hand(game, hand, _hand(game.table.number, hand))
    fine = Ruling(Measure.FINE, "short_win", shares=(0, 0, -40, 0))
    add_penalty(game=games[0], offender=2, hand_number=5, ruling=fine, request=Request())
    for seat in games[0].seats.filter(start__lt=2):
        sign_seat(seat=seat, seen=17, request=Request(by=referee))
    for game in (games[2], games[3]):
        sign_for_missing(game=game, seen=16, request=Request(reason="签在纸上"))
        sign_as_official(game=game, seen=16, request=Request(by=referee))
    close_game(game=games[2], request=Request())
    for text in ("第 9 盘谁点的炮？", "第 3 盘记了两次。"):
        appeal = file_appeal(
            game=games[2], text=text, seat=games[2].seats.get(start=1), request=Request(by=referee)
        )
    decide_appeal(
        appeal=appeal,
        outcome=Appeal.Outcome.REJECTED,
        decision="维持原记录。",
        request=Request(),
    )


def _clock(slug: str, name: str, *, minutes_left: int) -> None:
    tournament = _with_officials(make_tournament(slug=slug, name=name, players=8))
    round_ = make_round(tournament)
    make_hand(round_.games.earliest("pk"), 1)
    start = ClockEvent.objects.get(round=round_, kind=ClockEvent.Kind.START)
    start.at -= timedelta(minutes=tournament.minutes - minutes_left)
    start.save()
