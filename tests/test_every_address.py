"""
Every address the resolver knows: what it answers to each role, and what a POST leaves behind.

The addresses come from the resolver; one that has no row here fails, so nobody can add a page
without saying who may see it and what it writes.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from scoring.entry import HandEntry, Outcome
from scoring.rules.penalties import Measure
from tests.factories import (
    discard_win,
    make_hand,
    make_official,
    make_round,
    make_tournament,
    make_user,
    shut_round,
)
from tests.worlds import kept
from tournament.draw import Kind
from tournament.imports.roster import Line, Sheet
from tournament.in_public import Way
from tournament.models import (
    ActionLog,
    Appeal,
    Draw,
    FailedLogIn,
    Game,
    Player,
    Role,
    RosterDraft,
    Seat,
    SheetVisit,
    Table,
    Tournament,
)
from tournament.services.appeals import file_appeal
from tournament.services.badges import badge_pin, badge_token, make_badges
from tournament.services.draws import Order, make_draft
from tournament.services.entries import team_values, version_of
from tournament.services.events import settings_version
from tournament.services.games import close_game
from tournament.services.kept_apart import keep_apart
from tournament.services.log import Request
from tournament.services.penalties import Ruling, add_penalty, penalise_in_table_points
from tournament.services.people import add_player, withdraw_player
from tournament.services.public_draws import make_schedule, publish_schedule
from tournament.services.public_lots import say_word
from tournament.services.roster import player_values, standing_roster
from tournament.services.roster_import import keep_draft
from tournament.services.signing import sign_for_missing

pytestmark = pytest.mark.django_db

PEOPLE = [None, "stranger", "superuser", *Role.values]
EVERYBODY = set(PEOPLE)
SCORERS = {"superuser", Role.ORGANISER, Role.HEAD_REFEREE, Role.REFEREE, Role.CLERK}
REFEREES = SCORERS - {Role.CLERK}
TOTALLERS = SCORERS - {Role.REFEREE}
SUPERUSER = {"superuser"}
LEADERS = {"superuser", Role.ORGANISER, Role.HEAD_REFEREE}
ORGANISERS = {"superuser", Role.ORGANISER}
EVENT = "events/<slug:slug>/"
SHEET = EVENT + "rounds/<int:round_number>/tables/<int:table_number>/"
ROSTER = EVENT + "roster/"
RULES = "rules/"
SETTINGS = {
    "name": "Autumn open",
    "time_zone": "Europe/Vienna",
    "profile": "guobiao",
    "rounds_planned": "6",
    "minutes": "90",
    "hands_per_game": "16",
    "appeal_minutes": "30",
    "end_rule": "finish",
    "seat_change": "every",
    "starting_score": "0",
    "table_point_vector": "4 2 1 0",
    "tie_ladder": "score",
    "publication": "live",
    "state": "running",
}
NEW_EVENT = {**SETTINGS, "slug": "autumn-open"}
NEW_OFFICIAL = {"username": "li", "role": "referee", "tables": "1-2", "password": "tw9k-mmf3-x2pq"}
ANYWAY = {"override": "on", "reason": "tables are late"}
TILES_OF_SOUTH = HandEntry(
    Outcome.DISCARD, winner=0, discarder=2, fan_points=11, notation="EEE123789m123s9m9m|ES0000|0"
)
WIN = {"winner": "B", "discarder": "C", "mode": "points", "points": "21", "replaces": "0"}


class RosterFile:
    """A file to upload, as often as one likes."""

    name = "list.csv"

    def read(self) -> bytes:
        return "编号,姓名\n10,张伟\n".encode()

    def format(self, **_world: object) -> "RosterFile":
        return self


@dataclass(frozen=True)
class Address:
    """One row: who may read it, and what a good POST sends; `post` None = no POST at all."""

    path: str
    readers: set = field(default_factory=lambda: EVERYBODY)
    post: dict | None = None
    writers: set = field(default_factory=set)
    # 1 for what a service writes, 0 for what changes nothing of an event.
    rows: int = 1
    # What a GET answers to those who may read.
    get: int = 200


ADDRESSES = {
    "": Address("/"),
    "worker.js": Address("/worker.js"),
    "badge/<str:token>/": Address("/badge/{code}/", post={}, writers=EVERYBODY, rows=0),
    "guide/organiser/": Address("/guide/organiser/"),
    "guide/referee/": Address("/guide/referee/"),
    "calculator/": Address("/calculator/?hand=223344m55p667788s"),
    RULES: Address("/rules/"),
    RULES + "fan/<slug:key>/": Address("/rules/fan/pure_straight/"),
    RULES + "glossary/": Address("/rules/glossary/"),
    RULES + "payments/": Address("/rules/payments/"),
    RULES + "penalties/": Address("/rules/penalties/"),
    RULES + "penalties/<slug:key>/": Address("/rules/penalties/short_win/"),
    RULES + "play/": Address("/rules/play/"),
    RULES + "principles/": Address("/rules/principles/"),
    RULES + "wall/": Address("/rules/wall/"),
    EVENT: Address("/events/open/"),
    EVENT + "games/": Address("/events/open/games/"),
    EVENT + "standings/": Address("/events/open/standings/"),
    EVENT + "teams/": Address("/events/open/teams/"),
    EVENT + "players/<int:number>/": Address("/events/open/players/1/"),
    EVENT + "results.xlsx": Address("/events/open/results.xlsx"),
    EVENT + "standings.csv": Address("/events/open/standings.csv"),
    "events/new/": Address("/events/new/", SUPERUSER, NEW_EVENT, SUPERUSER),
    EVENT + "board/": Address("/events/open/board/", LEADERS),
    EVENT + "appeals/": Address("/events/open/appeals/", LEADERS),
    EVENT + "appeals/<int:pk>/decide/": Address(
        "/events/open/appeals/{appeal}/decide/",
        post={"outcome": "rejected", "decision": "As it stands"},
        writers=LEADERS,
        get=405,
    ),
    EVENT + "penalties/": Address(
        "/events/open/penalties/",
        LEADERS,
        {"whom": "player", "number": "1", "offence": "discipline"},
        LEADERS,
    ),
    EVENT + "penalties/<int:pk>/cancel/": Address(
        "/events/open/penalties/{event_penalty}/cancel/",
        post={"reason": "another player"},
        writers=LEADERS,
        get=405,
    ),
    EVENT + "log/": Address("/events/open/log/", LEADERS),
    EVENT + "settings/": Address(
        # Round 14 is drawn.
        "/events/open/settings/",
        ORGANISERS,
        {**SETTINGS, "rounds_planned": "14", "seen": "{settings}"},
        ORGANISERS,
    ),
    EVENT + "settings/rules/": Address(
        "/events/open/settings/rules/",
        ORGANISERS,
        {"seen": "1", "value_pure_straight": "20", "reason": "agreed before the event"},
        ORGANISERS,
    ),
    EVENT + "settings/address/": Address(
        "/events/open/settings/address/",
        ORGANISERS,
        {"hall_address": "http://192.0.2.9:8000", "seen": "{settings}"},
        ORGANISERS,
    ),
    EVENT + "badges/": Address(
        "/events/open/badges/", LEADERS, {"official": "{badge_holder}"}, LEADERS
    ),
    EVENT + "badges/print/": Address("/events/open/badges/print/", LEADERS),
    EVENT + "badges/<int:pk>/revoke/": Address(
        "/events/open/badges/{badge}/revoke/", post={}, writers=LEADERS, get=405
    ),
    EVENT + "pin/": Address(
        "/events/open/pin/", post={"name": "{badge}", "pin": "{pin}"}, writers=EVERYBODY, rows=0
    ),
    EVENT + "t/<int:table_number>/": Address("/events/open/t/1/"),
    EVENT + "table-cards/": Address("/events/open/table-cards/", LEADERS),
    EVENT + "staff/": Address("/events/open/staff/", ORGANISERS, NEW_OFFICIAL, ORGANISERS),
    EVENT + "staff/<int:pk>/": Address(
        "/events/open/staff/{official}/", ORGANISERS, {"role": "clerk"}, ORGANISERS
    ),
    EVENT + "staff/<int:pk>/password/": Address(
        "/events/open/staff/{official}/password/", post={}, writers=ORGANISERS, get=405
    ),
    EVENT + "staff/<int:pk>/remove/": Address(
        "/events/open/staff/{official}/remove/", post={}, writers=ORGANISERS, get=405
    ),
    EVENT + "rounds/<int:round_number>/clock/": Address("/events/open/rounds/1/clock/"),
    EVENT + "rounds/<int:round_number>/run/": Address(
        "/events/open/rounds/1/run/", post={"do": "pause"}, writers=LEADERS, get=405
    ),
    ROSTER: Address("/events/open/roster/", LEADERS),
    ROSTER + "add/": Address(
        "/events/open/roster/add/",
        ORGANISERS,
        {"number": "77", "name": "李娜", "first_round": "1"},
        ORGANISERS,
    ),
    ROSTER + "apart/": Address(
        "/events/open/roster/apart/", ORGANISERS, {"one": "{one}", "other": "{two}"}, ORGANISERS
    ),
    ROSTER + "apart/<int:pk>/remove/": Address(
        "/events/open/roster/apart/{pair}/remove/", post={}, writers=ORGANISERS, get=405
    ),
    ROSTER + "check-in/": Address(
        "/events/open/roster/check-in/", LEADERS, {"come": "1"}, LEADERS, get=302
    ),
    ROSTER + "fillers/": Address(
        "/events/open/roster/fillers/", ORGANISERS, {"count": "1"}, ORGANISERS, get=302
    ),
    ROSTER + "import/": Address(
        "/events/open/roster/import/", ORGANISERS, {"file": RosterFile()}, ORGANISERS, rows=0
    ),
    ROSTER + "import/<int:pk>/": Address(
        "/events/open/roster/import/{roster_draft}/", ORGANISERS, {"seen": "{roster}"}, ORGANISERS
    ),
    ROSTER + "import/<int:pk>/columns/": Address(
        "/events/open/roster/import/{roster_draft}/columns/",
        ORGANISERS,
        {"column-0": "", "column-1": "name", "first_row": "2"},
        ORGANISERS,
        rows=0,
    ),
    ROSTER + "players/<int:number>/": Address(
        "/events/open/roster/players/1/",
        LEADERS,
        {"number": "1", "name": "李娜", "first_round": "1", "seen": "{entry}"},
        ORGANISERS,
    ),
    ROSTER + "players/<int:number>/reinstate/": Address(
        "/events/open/roster/players/9/reinstate/", LEADERS, {}, LEADERS, get=302
    ),
    ROSTER + "players/<int:number>/withdraw/": Address(
        "/events/open/roster/players/1/withdraw/",
        LEADERS,
        {"last_round": "1", "reason": "ill"},
        LEADERS,
    ),
    ROSTER + "teams/": Address(
        "/events/open/roster/teams/", ORGANISERS, {"number": "7", "name": "北京队"}, ORGANISERS
    ),
    ROSTER + "teams/<int:number>/": Address(
        "/events/open/roster/teams/1/",
        ORGANISERS,
        {"number": "1", "name": "北京队", "seen": "{team}"},
        ORGANISERS,
    ),
    ROSTER + "players.xlsx": Address("/events/open/roster/players.xlsx", LEADERS),
    ROSTER + "players.csv": Address("/events/open/roster/players.csv", LEADERS),
    ROSTER + "template.xlsx": Address("/events/open/roster/template.xlsx", ORGANISERS),
    SHEET: Address("/events/open/rounds/1/tables/1/"),
    SHEET + "hands/next/": Address("/events/open/rounds/1/tables/1/hands/next/", get=302),
    SHEET + "hands/<int:number>/": Address(
        "/events/open/rounds/1/tables/1/hands/2/", SCORERS, WIN, SCORERS
    ),
    SHEET + "hands/<int:number>/history/": Address(
        "/events/open/rounds/1/tables/1/hands/1/history/"
    ),
    SHEET + "hands/<int:number>/withdraw/": Address(
        "/events/open/rounds/1/tables/1/hands/1/withdraw/", SCORERS, {"replaces": "1"}, SCORERS
    ),
    SHEET + "visit/": Address(
        "/events/open/rounds/1/tables/1/visit/",
        post={"device": "0123456789abcdef", "waiting": "0"},
        writers=SCORERS,
        rows=0,
        get=405,
    ),
    SHEET + "void/": Address(
        "/events/open/rounds/1/tables/1/void/",
        SCORERS,
        {"hand": "1", "reason": "wall destroyed", "seen": "{version}"},
        SCORERS,
    ),
    SHEET + "absence/": Address(
        "/events/open/rounds/1/tables/1/absence/",
        REFEREES,
        {"seat": "D", "presence": "absent", "seen": "{version}"},
        REFEREES,
    ),
    SHEET + "absence/end/": Address(
        "/events/open/rounds/1/tables/1/absence/end/",
        post={"seen": "{version}"},
        writers=SCORERS,
        get=405,
    ),
    SHEET + "substitute/": Address(
        "/events/open/rounds/1/tables/1/substitute/",
        LEADERS,
        {"seat": "D", "who": "outsider", "name": "Guest", "seen": "{version}"},
        LEADERS,
    ),
    SHEET + "wrong-seats/": Address(
        "/events/open/rounds/1/tables/1/wrong-seats/",
        SCORERS,
        {
            "one": "A",
            "other": "B",
            "first": "1",
            "last": "1",
            "reason": "sat wrong",
            "seen": "{version}",
        },
        SCORERS,
    ),
    SHEET + "wrong-seats/rescore/": Address(
        # Hand 1 of table 5 was scored with a wrong wind.
        "/events/open/rounds/1/tables/5/wrong-seats/rescore/",
        post={"hands": "1", "seen": "1"},
        writers=SCORERS,
        get=405,
    ),
    SHEET + "grid/": Address(
        "/events/open/rounds/1/tables/1/grid/",
        SCORERS,
        {"winner-2": "2", "discarder-2": "3", "points-2": "21", "token-2": "two"},
        SCORERS,
    ),
    SHEET + "grid/penalty/": Address(
        "/events/open/rounds/1/tables/1/grid/penalty/",
        post={"offender": "A", "hand": "1", "offence": "false_concealed_kong"},
        writers=SCORERS,
        get=405,
    ),
    SHEET + "totals/": Address(
        # Table 4 has no hands.
        "/events/open/rounds/1/tables/4/totals/",
        TOTALLERS,
        {
            "total_A": "8",
            "total_B": "2",
            "total_C": "-4",
            "total_D": "-6",
            "reason": "sheet lost",
        },
        TOTALLERS,
    ),
    SHEET + "penalties/": Address("/events/open/rounds/1/tables/1/penalties/"),
    SHEET + "penalties/add/": Address(
        "/events/open/rounds/1/tables/1/penalties/add/",
        SCORERS,
        {"offender": "A", "hand": "1", "offence": "false_concealed_kong"},
        SCORERS,
    ),
    SHEET + "penalties/<int:pk>/cancel/": Address(
        "/events/open/rounds/1/tables/1/penalties/{penalty}/cancel/",
        SCORERS,
        {"reason": "wrong table"},
        SCORERS,
        get=302,  # the list asks for the reason in place
    ),
    SHEET + "review/": Address("/events/open/rounds/1/tables/1/review/", SCORERS),
    SHEET + "review/missing/": Address(
        "/events/open/rounds/1/tables/1/review/missing/",
        post={"seen": "{version}", "reason": "left early"},
        writers=SCORERS,
        get=405,
    ),
    SHEET + "review/sheet/": Address(
        # Everybody at table 2 has signed.
        "/events/open/rounds/1/tables/2/review/sheet/",
        post={"seen": "1"},
        writers=SCORERS,
        get=405,
    ),
    SHEET + "review/<str:letter>/": Address(
        "/events/open/rounds/1/tables/1/review/A/", SCORERS, {"seen": "{version}"}, SCORERS
    ),
    SHEET + "reopen/": Address(
        # Table 3 is signed.
        "/events/open/rounds/1/tables/3/reopen/",
        LEADERS,
        {"reason": "hand 1 mixed up"},
        LEADERS,
    ),
    SHEET + "appeals/": Address(
        "/events/open/rounds/1/tables/1/appeals/", SCORERS, {"seat": "B", "text": "5"}, SCORERS
    ),
    SHEET + "changes/": Address("/events/open/rounds/1/tables/1/changes/", SCORERS),
    EVENT + "seats/": Address("/events/open/seats/"),
    EVENT + "seats/by-name/": Address("/events/open/seats/by-name/"),
    EVENT + "seats/cards/": Address("/events/open/seats/cards/"),
    EVENT + "seats/by-player/": Address("/events/open/seats/by-player/"),
    EVENT + "seats/proof/": Address("/events/open/seats/proof/"),
    EVENT + "seats/proof/<int:pk>.json": Address("/events/open/seats/proof/{lots}.json"),
    EVENT + "screen/": Address("/events/open/screen/"),
    EVENT + "draws/": Address("/events/open/draws/", ORGANISERS),
    EVENT + "draws/new/": Address(
        "/events/open/draws/new/",
        ORGANISERS,
        {"kind": "lots", "first_round": "3", "include_entered": "on"} | ANYWAY,
        ORGANISERS,
    ),
    EVENT + "draws/fillers/": Address(
        "/events/open/draws/fillers/",
        post={"count": "1", "first_round": "9"},
        writers=ORGANISERS,
        get=405,
    ),
    EVENT + "draws/<int:pk>/": Address("/events/open/draws/{draw}/", ORGANISERS),
    EVENT + "draws/<int:pk>/redraw/": Address(
        "/events/open/draws/{draw}/redraw/", post={"seed": "t"}, writers=ORGANISERS, get=405
    ),
    EVENT + "draws/<int:pk>/search/": Address(
        # Round 14 was drawn since: with it before, a try is better.
        "/events/open/draws/{draw}/search/",
        post={"tried": "1"},
        writers=ORGANISERS,
        get=405,
    ),
    EVENT + "draws/<int:pk>/remaining/": Address(
        # The seats fit the roster: nothing is drawn.
        "/events/open/draws/{draw}/remaining/",
        post={},
        writers=ORGANISERS,
        rows=0,
        get=405,
    ),
    EVENT + "draws/<int:pk>/swap/": Address(
        "/events/open/draws/{draw}/swap/",
        post={"number": "2", "one": "1", "other": "2"},
        writers=ORGANISERS,
        get=405,
    ),
    EVENT + "draws/<int:pk>/publish/": Address(
        "/events/open/draws/{draw}/publish/",
        post={"number": "2"},
        writers=ORGANISERS,
        get=405,
    ),
    EVENT + "draws/<int:pk>/cancel/": Address(
        "/events/open/draws/{draw}/cancel/", post={"reason": ""}, writers=ORGANISERS, get=405
    ),
    EVENT + "draws/<int:pk>/numbers/": Address(
        "/events/open/draws/{schedule}/numbers/", ORGANISERS
    ),
    EVENT + "draws/<int:pk>/numbers/publish/": Address(
        "/events/open/draws/{schedule}/numbers/publish/",
        post={"secret": ""},
        writers=ORGANISERS,
        get=405,
    ),
    EVENT + "draws/<int:pk>/numbers/give-up/": Address(
        "/events/open/draws/{schedule}/numbers/give-up/", post={}, writers=ORGANISERS, get=405
    ),
    EVENT + "draws/<int:pk>/lots/": Address(
        "/events/open/draws/{bag}/lots/", ORGANISERS, {"seen": "0", "entry-1": "3"}, ORGANISERS
    ),
    EVENT + "draws/<int:pk>/lots/word/": Address(
        "/events/open/draws/{bound}/lots/word/", post={"word": "春"}, writers=ORGANISERS, get=405
    ),
    EVENT + "draws/<int:pk>/lots/throw-away/": Address(
        "/events/open/draws/{lots}/lots/throw-away/",
        post={"reason": "torn"},
        writers=ORGANISERS,
        get=405,
    ),
    "accounts/login/": Address(
        "/accounts/login/", post={"username": "x", "password": "y"}, writers=EVERYBODY, rows=0
    ),
    "accounts/logout/": Address("/accounts/logout/", post={}, writers=EVERYBODY, rows=0, get=405),
    "i18n/setlang/": Address(
        "/i18n/setlang/", post={"language": "zh-hans"}, writers=EVERYBODY, rows=0, get=302
    ),
}


def routes(patterns: list[URLPattern | URLResolver], prefix: str = "") -> Iterator[str]:
    for pattern in patterns:
        route = prefix + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from routes(pattern.url_patterns, route)
        else:
            yield route


ALL_ROUTES = sorted(routes(get_resolver().url_patterns))
OURS = [route for route in ALL_ROUTES if not route.startswith("admin/")]
ADMIN = [route for route in ALL_ROUTES if route.startswith("admin/")]


def writes(route: str) -> bool:
    """Whether a good POST to the address writes a line of the log."""
    address = ADDRESSES.get(route, Address(""))
    return address.post is not None and address.rows == 1


@pytest.fixture
def world() -> dict[str, object]:
    """The keys of `open_event`."""
    return kept(open_event)


def open_event() -> dict[str, object]:
    """Event `open` with a running round: hand 1 won, a warning given; round 2 is a draft."""
    tournament = make_tournament(slug="open", players=8, teams=2)
    game = make_round(tournament).games.get(table__number=1)
    make_hand(game, 1, discard_win())
    penalty = add_penalty(
        game=game, offender=0, hand_number=1, ruling=Ruling(Measure.WARNING), request=Request()
    )
    event_penalty = penalise_in_table_points(
        tournament=tournament,
        player=tournament.players.get(number=2),
        ruling=Ruling(Measure.FINE, "discipline", table_points=6),
        request=Request(),
    )
    spare = tournament.officials.get(user=make_official(tournament, Role.VIEWER))
    holder = tournament.officials.get(user=make_official(tournament, Role.REFEREE))
    badge = make_badges(tournament=tournament, officials=[holder], request=Request())[0]
    draw = make_draft(
        stage=tournament.stages.get(),
        order=Order(2, 2, Kind.LOTS, seed="s", include_entered=True),
        override=True,
        request=Request(reason="tables are late"),
    )
    add_player(tournament=tournament, number=9, name="gone", request=Request())
    withdraw_player(player=tournament.players.get(number=9), last_round=1, request=Request())
    first = tournament.players.select_related("team").get(number=1)
    roster_draft = keep_draft(
        tournament=tournament,
        file_name="list.csv",
        sheet=Sheet((Line(1, ("编号", "姓名")), Line(2, ("10", "张伟")))).as_data(),
        columns=["number", "name"],
        last_header_row=1,
        request=Request(),
    )
    numbers = _draw_numbers(tournament)
    appeal = _close_two_tables(tournament)
    _seat_table(tournament, 4)
    make_hand(_seat_table(tournament, 5), 1, TILES_OF_SOUTH)
    return {
        **numbers,
        "appeal": appeal.pk,
        "roster_draft": roster_draft.pk,
        "roster": standing_roster(tournament).version,
        "entry": version_of(player_values(first)),
        "team": version_of(team_values(first.team)),
        "draw": draw.pk,
        "one": first.pk,
        "two": tournament.players.get(number=2).pk,
        "pair": keep_apart(
            one=tournament.players.get(number=3),
            other=tournament.players.get(number=4),
            request=Request(reason="family"),
        ).pk,
        "tournament": tournament.pk,
        "game": game.pk,
        "version": Game.objects.get(pk=game.pk).version,
        "penalty": penalty.pk,
        "event_penalty": event_penalty.pk,
        "official": spare.pk,
        "badge": badge.pk,
        "badge_holder": badge.official_id,
        "code": badge_token(badge),
        "pin": badge_pin(badge),
        "settings": settings_version(Tournament.objects.get(pk=tournament.pk)),
    }


def _draw_numbers(tournament: Tournament) -> dict[str, int]:
    """Make four draws in public: a draft, one for lots from a bag, one for a word, one drawn."""
    made = {}
    ways = {"schedule": Way.TYPED, "bag": Way.TYPED, "bound": Way.REVEALED, "lots": Way.REVEALED}
    for number, (name, way) in enumerate(ways.items(), start=11):
        order = Order(number, number, Kind.LOTS, "s", include_entered=True, teams_apart=False)
        draw = make_schedule(stage=tournament.stages.get(), order=order, way=way, request=Request())
        made[name] = draw.pk
        if name != "schedule":
            secret = "written on a card" if way is Way.REVEALED else ""
            publish_schedule(draw=draw, request=Request(), secret=secret)
    say_word(draw=Draw.objects.get(pk=made["lots"]), word="tea", request=Request())
    return made


def _close_two_tables(tournament: Tournament) -> Appeal:
    """Let everybody sign at table 2, seat a signed table 3; return its appeal."""
    round_ = tournament.rounds.get(number=1)
    game = round_.games.get(table__number=2)
    make_hand(game, 1, discard_win())
    sign_for_missing(game=game, seen=1, request=Request(reason="on paper"))
    signed = _seat_table(tournament, 3, Game.State.SIGNED)
    return file_appeal(game=signed, text="Hand 1", request=Request())


def _seat_table(tournament: Tournament, number: int, state: str = Game.State.OPEN) -> Game:
    """One more table of round 1, with four new players."""
    round_ = tournament.rounds.get(number=1)
    table = Table.objects.create(tournament=tournament, number=number)
    game = Game.objects.create(round=round_, table=table, state=state)
    for start in range(4):
        player = add_player(
            tournament=tournament, number=number * 10 + start + 1, request=Request()
        )
        Seat.objects.create(game=game, round=round_, start=start, player=player)
    # No later draw asks for them.
    late = tournament.players.filter(seats__game=game)
    late.update(status=Player.Status.WITHDRAWN, last_round=1)
    return game


def data_of(address: Address, world: dict[str, object]) -> dict[str, str]:
    """What a good POST to the address sends."""
    sent = {name: value.format(**world) for name, value in (address.post or {}).items()}
    return {**(sent or {"anything": "1"}), "token": "one"}


def writer_of(address: Address) -> str:
    """Somebody who may write there: the head referee where he may."""
    ranks = (Role.HEAD_REFEREE, Role.ORGANISER, "superuser")
    return next(who for who in ranks if who in address.writers)


def log_in(client: Client, who: str | None) -> None:
    if who is None:
        return
    if who in Role.values:
        game = Game.objects.select_related("round__tournament").earliest("pk")
        client.force_login(make_official(game.round.tournament, Role(who)))
    else:
        client.force_login(make_user(superuser=who == "superuser"))


def footprint() -> dict[str, list[tuple]]:
    """All rows of the event's tables but the log, to see that nothing moved."""
    return {
        model.__name__: list(model.objects.order_by("pk").values_list())
        for model in apps.get_app_config("tournament").get_models()
        # Nor what was read of a file and waits for an answer, nor a log-in that failed, nor who has
        # a sheet open: they are no part of the event.
        if model not in (ActionLog, FailedLogIn, RosterDraft, SheetVisit)
    }


@contextmanager
def undone() -> Iterator[None]:
    """A block whose writes are taken back: one world serves many requests."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def test_no_address_is_missing_here_and_none_is_gone():
    assert sorted(ADDRESSES) == OURS


@pytest.mark.parametrize("who", PEOPLE)
def test_who_may_read(client, world, who):
    log_in(client, who)

    answers = {}
    for route, address in ADDRESSES.items():
        answer = client.get(address.path.format(**world))
        answers[route] = answer.status_code

    assert answers == {route: reading(address, who) for route, address in ADDRESSES.items()}


def reading(address: Address, who: str | None) -> int:
    """What a GET of the address answers."""
    if who in address.readers:
        return address.get
    return 302 if who is None else 403


@pytest.mark.parametrize("route", OURS)
def test_a_post_writes_one_row_or_changes_nothing(world, route):
    address = ADDRESSES[route]
    data = data_of(address, world)

    for who in PEOPLE:
        client = Client()
        with undone():
            log_in(client, who)
            rows, before = ActionLog.objects.count(), footprint()

            answer = client.post(address.path.format(**world), data)

            written = ActionLog.objects.count() - rows
            if address.post is None:
                assert (who, answer.status_code, written) == (who, 405, 0)
            elif who in address.writers:
                assert (who, answer.status_code in {200, 302}) == (who, True)
                assert (who, written) == (who, address.rows)
            else:
                assert (who, answer.status_code in {302, 403}, written) == (who, True, 0)
            assert (who, written == 1 or footprint() == before) == (who, True)


@pytest.mark.parametrize("route", [r for r in OURS if writes(r)])
def test_a_second_post_with_the_same_token_writes_nothing(client, world, route):
    address = ADDRESSES[route]
    log_in(client, writer_of(address))
    data = data_of(address, world)
    client.post(address.path.format(**world), data)
    rows, before = ActionLog.objects.count(), footprint()

    answer = client.post(address.path.format(**world), data)

    assert answer.status_code in {200, 302, 409}
    assert ActionLog.objects.count() == rows
    assert footprint() == before


# An appeal comes when a sheet is locked, and the leaders open it again.
AFTER_THE_LOCK = {SHEET + "appeals/", SHEET + "reopen/"}
OF_A_GAME = [r for r in OURS if r.startswith(SHEET) and writes(r) and r not in AFTER_THE_LOCK]


@pytest.mark.parametrize("route", OF_A_GAME)
@pytest.mark.parametrize("state", ["closed", "locked"])
def test_a_closed_round_and_a_locked_game_refuse_every_write(client, world, route, state):
    address = ADDRESSES[route]
    round_ = Game.objects.get(pk=world["game"]).round
    if state == "closed":
        shut_round(round_=round_, request=Request())
        # What is for leaders alone they do afterwards too, with a reason: none is sent.
        ranks = (Role.REFEREE, Role.CLERK, Role.HEAD_REFEREE)
        log_in(client, next(who for who in ranks if who in address.writers))
    else:
        for game in round_.games.all():
            close_game(game=game, request=Request())
        log_in(client, Role.HEAD_REFEREE)
    rows, before = ActionLog.objects.count(), footprint()

    answer = client.post(address.path.format(**world), data_of(address, world))

    assert answer.status_code == 409
    assert ActionLog.objects.count() == rows
    assert footprint() == before


@pytest.mark.parametrize(
    "data",
    [
        pytest.param({}, id="empty"),
        pytest.param({"token": ""}, id="no-token"),
        pytest.param({"token": "x" * 5000}, id="long-token"),
        pytest.param({"winner": "\0", "token": "a\0b", "reason": "\0"}, id="nul"),
        pytest.param({"winner": ["A", "B"], "points": ["8", "9"], "token": ["1", "2"]}, id="lists"),
        pytest.param({"points": "9" * 5000, "replaces": "-1", "flowers": "²"}, id="numbers"),
        pytest.param({"notation": "🀄" * 150, "mode": "tiles", "winner": "A"}, id="tiles"),
        pytest.param({"notation": "5m" * 60, "mode": "tiles", "winner": "A"}, id="many-tiles"),
        pytest.param({"offence": "🀄", "minutes": "∞", "amount": "1e9"}, id="signs"),
        pytest.param({"language": "xx", "next": "//evil.example/"}, id="language"),
    ],
)
def test_no_500_for_anything_posted(client, world, data):
    log_in(client, Role.ORGANISER)

    for route in (route for route in OURS if ADDRESSES[route].post is not None):
        with undone():
            answer = client.post(ADDRESSES[route].path.format(**world), data)

            assert (route, answer.status_code in {200, 302, 403, 404, 409, 422}) == (route, True)


UNKNOWN = [
    "/events/no/",
    "/events/open/players/999/",
    "/events/open/players/99999999999999999999/",
    "/events/open/rounds/9/tables/1/",
    "/events/open/rounds/1/tables/99999999999999999999/",
    "/events/open/rounds/1/tables/1/hands/17/",
    "/events/open/rounds/1/tables/1/hands/0/history/",
    "/events/open/rounds/1/tables/1/penalties/99999999999999999999/cancel/",
    "/events/open/staff/99999999999999999999/",
    "/events/open/t/0/",
    "/events/open/t/401/",
    "/badge/no-such/",
    "/events/open/rounds/9/clock/",
    "/events/open/roster/players/99999999999999999999/",
    "/events/open/roster/players/99/withdraw/",
    "/events/open/roster/teams/99999999999999999999/",
    "/events/open/roster/import/99999999999999999999/",
    "/events/open/board/?round=9",
    "/events/open/%00/",
    "/rules/fan/no_such/",
    "/rules/fan/heavenly_hand/",
    "/rules/penalties/no_such/",
    "/rules/penalties/?profile=no",
    "/nowhere/",
]


@pytest.mark.parametrize("who", [None, "superuser"])
def test_unknown_ids_are_404(client, world, who):
    log_in(client, who)

    answers = {path: client.get(path).status_code for path in UNKNOWN}

    # A visitor is asked to log in before he learns that a hand is not there.
    gone = {404, 302} if who is None else {404}
    assert {path: status for path, status in answers.items() if status not in gone} == {}


# Django's own administration: for superusers; what is scored is only read there.


def admin_path(route: str, world: dict[str, object]) -> str:
    path = "/" + route
    for name, value in {
        "<path:object_id>": world["game"],
        "<int:content_type_id>": 1,
        "<id>": 1,
    }.items():
        path = path.replace(name, str(value))
    return path.replace("^(?P<app_label>auth|tournament)/$", "tournament/")


@pytest.mark.parametrize("who", [None, "stranger", Role.ORGANISER, "superuser"])
def test_the_administration_changes_nothing_unasked(client, world, who):
    log_in(client, who)
    rows, before = ActionLog.objects.count(), footprint()

    # A bare POST to a delete page is the confirmed wish to delete.
    for route in (route for route in ADMIN if not re.search("logout|/delete/", route)):
        path = admin_path(route, world)
        answers = [client.get(path).status_code, client.post(path, {"anything": "1"}).status_code]

        assert (route, max(answers) < 500) == (route, True)
        if who != "superuser" and "login" not in route:
            assert (route, set(answers) <= {302, 403, 404}) == (route, True)
    assert (ActionLog.objects.count(), footprint()) == (rows, before)


def test_a_change_in_the_administration_is_logged(client, world):
    log_in(client, "superuser")
    rows = ActionLog.objects.count()

    answer = client.post(
        "/admin/tournament/table/add/", {"tournament": world["tournament"], "number": 9}
    )

    assert answer.status_code == 302
    row = ActionLog.objects.latest("pk")
    assert ActionLog.objects.count() == rows + 1
    assert (row.action, row.object_type) == ("admin_add", "table")
    assert row.by == User.objects.get(is_superuser=True)


def test_a_deletion_in_the_administration_is_logged(client, world):
    spare = Table.objects.create(tournament_id=world["tournament"], number=9)
    log_in(client, "superuser")
    rows = ActionLog.objects.count()

    client.post(f"/admin/tournament/table/{spare.pk}/delete/", {"post": "yes"})

    assert not Table.objects.filter(pk=spare.pk).exists()
    assert ActionLog.objects.count() == rows + 1
