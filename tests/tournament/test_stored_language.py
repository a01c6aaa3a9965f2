"""Whatever is stored has no language: everything is done in one, stored alike, read in another."""

import re
from collections import Counter
from dataclasses import dataclass
from importlib import import_module
from types import SimpleNamespace
from zoneinfo import ZoneInfo

import pytest
from django.apps import apps
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Group, User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import translation

from scoring.entry import HandEntry, Outcome
from scoring.rules import derive
from scoring.rules.penalties import Measure
from tests.factories import (
    DRAWN,
    PASSWORD,
    discard_win,
    make_hand,
    make_round,
    make_user,
    shut_round,
)
from tests.tournament.imports.sheets import HEADER, workbook_bytes
from tournament.draw import Kind
from tournament.in_public import Way
from tournament.models import Appeal, Game, Player, Role, RosterDraft, Round, Team, Tournament
from tournament.models.naming import name_in_words
from tournament.services import (
    absence,
    appeals,
    badges,
    clock,
    draws,
    draws_again,
    entries,
    events,
    games,
    hands,
    house_rules,
    kept_apart,
    locking,
    passwords,
    penalties,
    people,
    public_draws,
    public_lots,
    restore,
    roster,
    rounds,
    signing,
    staff,
    substitutes,
    void,
    wrong_seats,
)
from tournament.services.log import Request
from tournament.services.penalties import Ruling
from tournament.services.restore_event import Backup, restore_event
from tournament.tables.log import ACTIONS, LogTable

pytestmark = pytest.mark.django_db

migration = import_module("tournament.migrations.0004_name_log_objects_by_facts")
SECRET = "nobody can guess this"
LANGUAGES = ("en", "zh-hans")
WORD = re.compile(r"[^\W\d_]+")
# Only rows of older versions have these.
NO_MORE_WRITTEN = {"move_round", "withdraw_hand"}
# Random by their nature, and no words.
NOT_READ = {"token", "password", "session_key"}
# Seeds and hashes.
RANDOM = re.compile(r"\b[0-9a-f]{16,}\b")


@dataclass(frozen=True, slots=True)
class Done:
    """What everything left: words stored, the log by reading language, actions, old labels."""

    stored: "Counter[tuple[str, str]]"
    shown: dict[str, list[tuple[str, ...]]]
    actions: set[str]
    moved: list[tuple[str, str, str]]


def why() -> Request:
    return Request(reason="because")


def people_come(event: Tournament) -> None:
    teams = [people.add_team(tournament=event, number=n, request=why()) for n in (1, 2)]
    for number in range(1, 9):
        people.add_player(
            tournament=event, number=number, team=teams[number % 2], request=why(), country="AT"
        )
    team = Team.objects.get(number=2)
    entries.edit_team(
        team=team,
        seen=entries.version_of(entries.team_values(team)),
        number=2,
        name="",
        request=why(),
    )
    player = Player.objects.get(number=8)
    seen = entries.version_of(roster.player_values(player))
    entries.edit_player(player=player, seen=seen, team=None, club="C", request=why())
    people.withdraw_player(player=player, last_round=1, request=why())
    entries.reinstate_player(player=player, request=why())
    roster.check_in(tournament=event, numbers=range(1, 9), present=True, request=why())


def officials_change(event: Tournament) -> None:
    user = make_user("ref")
    stays = staff.appoint(
        tournament=event, user=user, role=Role.ORGANISER, tables=(), request=why()
    )
    gone = staff.appoint(
        tournament=event, user=make_user("gone"), role=Role.CLERK, tables=(1,), request=why()
    )
    passwords.reset_password(official=stays, password=PASSWORD, request=why())
    holder = staff.appoint(
        tournament=event, user=make_user("holder"), role=Role.REFEREE, tables=(), request=why()
    )
    badge = badges.make_badges(tournament=event, officials=[holder], request=why())[0]
    badges.revoke_badge(badge=badge, request=why())
    staff.dismiss(official=gone, request=why())


def settings_change(event: Tournament) -> None:
    events.edit_tournament(
        tournament=event,
        fields={**events.settings_of(event), "publication": "signed", "profile": "wmo2006"},
        seen=events.settings_version(event),
        request=why(),
    )
    house = derive("wmo2006", values={"pure_straight": 20})
    seen = events.current_rules(event).number
    house_rules.change_rules(tournament=event, rules=house, seen=seen, request=why())


def a_list_is_imported(event: Tournament, client: Client) -> None:
    rows = [HEADER, (21, "Ann", "", "", ""), (22, "李四", "", "", "")]
    file = SimpleUploadedFile("list.xlsx", workbook_bytes(rows))
    upload = reverse("tournament:import-roster", args=[event.slug])
    page = client.post(upload, {"token": "upload", "file": file}, follow=True)
    seen = re.findall('name="seen" value="([^"]+)"', page.content.decode())[0]
    preview = reverse("tournament:roster-draft", args=[event.slug, RosterDraft.objects.get().pk])
    assert client.post(preview, {"token": "import", "seen": seen}).status_code == 302
    Player.objects.filter(number__in=(21, 22)).update(status=Player.Status.WITHDRAWN)


def rounds_are_drawn(event: Tournament) -> None:
    stage = event.stages.get()
    order = draws.Order(1, 1, Kind.PLAN, seed="s")
    draw = draws.make_draft(stage=stage, order=order, request=why())
    draws.swap_seats(round_=draw.rounds.get(), one=1, other=2, request=why())
    draw = draws_again.redraw(draw=draw, request=why(), seed="t")
    draws.publish_draw(draw=draw, request=why())
    draws.cancel_draw(draw=draw, request=why())
    draws.add_fillers(tournament=event, count=3, first_round=9, request=why())
    rounds.cancel_round(
        round_=make_round(event, number=7, state=Round.State.PUBLISHED), request=why()
    )


def numbers_are_drawn_in_public(event: Tournament) -> None:
    one, other = event.players.order_by("number")[:2]
    pair = kept_apart.keep_apart(one=one, other=other, request=why())
    kept_apart.let_meet(tournament=event, pair=pair.pk, request=why())
    order = draws.Order(8, 8, Kind.LOTS, seed="s", include_entered=True, teams_apart=False)
    for secret in ("", SECRET):
        way = Way.REVEALED if secret else Way.TYPED
        draw = public_draws.make_schedule(
            stage=event.stages.get(), order=order, way=way, request=why()
        )
        public_draws.publish_schedule(draw=draw, request=why(), secret=secret)
        if not secret:
            public_lots.save_lots(draw=draw, typed=[(1, 1)], seen=0, request=why())
            public_draws.give_up_schedule(draw=draw, request=why())
    draw = public_lots.say_word(draw=draw, word="tea", request=why())
    draw = public_lots.throw_lots_away(draw=draw, request=why())
    public_draws.give_up_schedule(draw=draw, request=why())


def rounds_are_played(event: Tournament) -> None:
    round_ = make_round(event, number=1)
    one, two = round_.games.order_by("table__number")[:2]
    clock.pause_clock(round_=round_, request=why())
    clock.resume_clock(round_=round_, request=why())
    clock.add_minutes(round_=round_, minutes=5, game=one, request=why())
    make_hand(one, 1, discard_win())
    make_hand(one, 2, DRAWN)
    hands.withdraw_hand(game=one, number=2, replaces=1, request=why())
    games.enter_totals(game=two, totals=(4, 3, -2, -5), request=why())
    substitutes.set_substitute(seat=one.seats.get(start=0), name="Eva", request=why())
    the_table_is_put_right(one)
    penalties.add_penalty(
        game=one,
        offender=1,
        ruling=Ruling(Measure.FINE, shares=(0, -10, 0, 0)),
        request=why(),
    )
    given = penalties.penalise_in_table_points(
        tournament=event,
        ruling=Ruling(Measure.FINE, table_points=12),
        team=Team.objects.get(number=1),
        request=why(),
    )
    penalties.cancel_penalty(penalty=given, request=why())
    games.return_to_hands(game=two, request=why())
    the_sheets_are_closed(round_)
    restore.restore_signed(game=two, request=why())
    rounds.reopen_round(round_=shut_round(round_=round_, request=why()), request=why())
    restore.restore_round(round_=round_, state=Round.State.CLOSED, request=why())


def the_sheets_are_closed(round_: Round) -> None:
    """Somebody signs, for somebody it is signed; an appeal, the locks, and open once more."""
    one, two = round_.games.order_by("table__number")[:2]
    make_hand(two, 1, DRAWN)
    seen = Game.objects.get(pk=two.pk).version
    signing.sign_seat(seat=two.seats.get(start=0), seen=seen, request=why())
    signing.sign_for_missing(game=two, seen=seen, request=why())
    appeal = appeals.file_appeal(game=two, text="Q", seat=two.seats.get(start=1), request=why())
    appeals.decide_appeal(
        appeal=appeal, outcome=Appeal.Outcome.REJECTED, decision="D", request=why()
    )
    signing.sign_as_official(game=two, seen=seen, request=why())
    signing.reopen_game(game=two, request=why())
    games.close_game(game=one, request=why())
    locking.lock_games(round_=round_, unsigned=True, request=why())
    signing.reopen_game(game=two, request=why())


def the_table_is_put_right(game: Game) -> None:
    """Somebody is late, two sat wrong, tiles are scored anew, a hand is void, the rest is not played."""

    def seen() -> int:
        return Game.objects.get(pk=game.pk).version

    notation = "EEE123789m123s9m9m|ES0000|0"
    tiles = HandEntry(Outcome.DISCARD, winner=0, discarder=2, fan_points=11, notation=notation)
    make_hand(game, 5, tiles)
    where = {"one": 0, "other": 1, "first": 5, "last": 5}
    wrong_seats.correct_seats(game=game, **where, seen=seen(), request=why())
    wrong_seats.rescore_hands(game=game, numbers=[5], seen=seen(), request=why())
    void.void_hand(game=game, number=5, seen=seen(), request=why())
    for present_from in (3, 1):
        absence.note_absence(
            game=game, start=3, present_from=present_from, seen=seen(), minutes=5, request=why()
        )
    absence.end_game(game=game, seen=seen(), request=why())


def the_administration_is_used(event: Tournament, client: Client) -> None:
    where = {"tournament": event.pk, "number": 40, "name": ""}
    client.post(reverse("admin:tournament_team_add"), where)
    team = event.teams.get(number=40).pk
    client.post(reverse("admin:tournament_team_change", args=[team]), {**where, "number": 41})
    client.post(reverse("admin:tournament_team_delete", args=[team]), {"post": "yes"})
    client.post(reverse("admin:auth_group_add"), {"name": "G"})
    assert (event.teams.filter(number__gte=40).count(), Group.objects.count()) == (0, 1)


def everything_happens(language: str) -> Tournament:
    """Every action of the log once, each done by somebody who reads `language`."""
    client = Client(headers={"Accept-Language": language})
    client.force_login(make_user("root", superuser=True))
    with translation.override(language):
        event = events.create_tournament(slug="one", name="E", profile="guobiao", request=why())
        officials_change(event)
        settings_change(event)
        event.refresh_from_db()
        people_come(event)
        rounds_are_drawn(event)
        numbers_are_drawn_in_public(event)
        rounds_are_played(event)
        restored = {"name": "E", "profile": "guobiao"}
        old = restore_event(slug="old", backup=Backup(restored, {}), request=why())
        old.log.update(tournament=event)
    client.force_login(User.objects.get(username="ref"))
    a_list_is_imported(event, client)
    client.force_login(User.objects.get(username="root"))
    the_administration_is_used(event, client)
    return event


def words_of(text: str) -> list[str]:
    """The words in a text, those that chance made left out."""
    return WORD.findall(RANDOM.sub(" ", text))


def words_stored() -> Counter[tuple[str, str]]:
    """Every word in the database, with the model that holds it."""
    found: Counter[tuple[str, str]] = Counter()
    for model in (*apps.get_app_config("tournament").get_models(), LogEntry, User, Group):
        names = [
            field.name
            for field in model._meta.concrete_fields
            if field.get_internal_type() in {"CharField", "TextField", "JSONField"}
            and field.name not in NOT_READ
        ]
        for row in model.objects.values_list(*names):
            found.update((model.__name__, word) for word in words_of(str(row)))
    return found


def lines_shown(event: Tournament, language: str) -> list[tuple[str, ...]]:
    """The words of the log's lines as somebody reads them."""
    with translation.override(language):
        table = LogTable(event.log.order_by("pk"), event, ZoneInfo("UTC"))
        return [
            tuple(str(row.get_cell(name)) for name in ("action", "object_label"))
            + tuple(words_of(re.sub("<[^>]+>", " ", str(row.get_cell("change")))))
            for row in table.rows
        ]


def labels_moved(event: Tournament) -> list[tuple[str, str, str]]:
    """Type and name of every line's object, then the name its old label is read back as."""
    found = []
    # Older versions had no house rules, no pairs kept apart, no appeals.
    for line in event.log.exclude(
        object_type__in=("profilerevision", "keptapart", "appeal")
    ).order_by("pk"):
        old = SimpleNamespace(
            object_type=line.object_type,
            object_id=line.object_id,
            object_label=line.object_label,
            before=line.before,
            after=line.after,
        )
        facts = migration.facts_of(apps, old)
        read = name_in_words(line.object_type, facts) if facts else "text"
        found.append((line.object_type, line.object_label, read))
    return found


@pytest.fixture(scope="module")
def done(django_db_setup, django_db_blocker):
    """By acting language: the words stored, the lines by reading language, what else is asked."""
    found = {}
    with django_db_blocker.unblock():
        for acting in LANGUAGES:
            with transaction.atomic():
                event = everything_happens(acting)
                shown = {reading: lines_shown(event, reading) for reading in LANGUAGES}
                actions = set(event.log.values_list("action", flat=True))
                with translation.override(acting):
                    moved = labels_moved(event)
                found[acting] = Done(words_stored(), shown, actions, moved)
                transaction.set_rollback(True)
    return found


def test_every_action_happens(done):
    for each in done.values():
        assert each.actions == ACTIONS.keys() - NO_MORE_WRITTEN


def test_what_is_stored_has_no_language(done):
    assert done["en"].stored == done["zh-hans"].stored


@pytest.mark.parametrize("reading", LANGUAGES)
def test_the_log_reads_alike_whoever_acted(done, reading):
    assert done["en"].shown[reading] == done["zh-hans"].shown[reading]


@pytest.mark.parametrize(
    ("reading", "objects"),
    [
        (
            "en",
            [
                "Round 1",
                "Round 1 · Table 1 · Hand 1",
                "Round 1 · Table 1 · Hand 2 · Version 2",
                "Player 08",
                "Team 1 · Fine",
            ],
        ),
        (
            "zh-hans",
            [
                "第 1 轮",
                "第 1 轮 · 1 桌 · 第 1 盘",
                "第 1 轮 · 1 桌 · 第 2 盘 · 第 2 版",
                "选手 08",
                "队 1 · 罚分",
            ],
        ),
    ],
)
def test_objects_have_names_in_both_languages(done, reading, objects):
    shown = {re.sub("<[^>]+>", "", label) for _action, label, *_ in done["en"].shown[reading]}

    assert set(objects) <= shown


@pytest.mark.parametrize(
    ("language", "one", "several"),
    [("en", "Round 2", "Rounds 2 to 4"), ("zh-hans", "第 2 轮", "第 2 至 4 轮")],
)
def test_a_draw_is_named_by_its_rounds(language, one, several):
    # Rows of older versions have the stage as well.
    facts = {"stage": {"name": "1"}, "first_round": 2, "last_round": 4}

    with translation.override(language):
        assert name_in_words("draw", facts) == several
        assert name_in_words("draw", {**facts, "last_round": 2}) == one


@pytest.mark.parametrize("acting", LANGUAGES)
def test_labels_of_older_versions_become_facts(done, acting):
    # Deleted in the administration: the text stays.
    lost = {"text", "Team 40", "Team 41", "队 40", "队 41"}

    for kind, label, read in done[acting].moved:
        assert read == label or {read, label} <= lost, kind


def test_fillers_of_older_versions_lose_the_name_that_was_made_up():
    event = events.create_tournament(slug="one", name="E", profile="guobiao", request=why())
    for number, name in enumerate(["Filler 1", "陪打 2", "Filler 9", "Li"], start=1):
        people.add_player(
            tournament=event, number=number, name=name, is_ranked=False, request=why()
        )

    migration.name_fillers_by_number(apps)

    assert list(event.players.order_by("number").values_list("name", flat=True)) == [
        "",
        "",
        "Filler 9",
        "Li",
    ]
