"""
Every address that writes × everybody × every state of round, game and event.

The addresses come from the resolver by way of `test_every_address`, what is allowed from the
permission table, whose own test states it a second time. A new address without a row here fails.
What the table forbids writes nothing, whatever is sent; what it allows is not turned away.
"""

import re
from contextlib import contextmanager

import pytest
from django.db import connection
from django.test import Client
from django.urls import resolve

from tests.factories import make_hand, make_official, make_tournament, self_draw_win
from tests.test_every_address import (
    ADDRESSES,
    EVENT,
    EVERYBODY,
    OURS,
    ROSTER,
    SHEET,
    data_of,
    open_event,
    undone,
)
from tests.worlds import kept
from tournament import permissions
from tournament.models import Game, Role, Round, Table, Tournament
from tournament.permissions import Action, Actor, Refusal

pytestmark = pytest.mark.django_db

DOES = {
    EVENT + "settings/": Action.EDIT_EVENT,
    EVENT + "settings/rules/": Action.EDIT_RULES,
    EVENT + "settings/address/": Action.EDIT_EVENT,
    EVENT + "badges/": Action.MAKE_BADGES,
    EVENT + "badges/<int:pk>/revoke/": Action.MAKE_BADGES,
    EVENT + "staff/": Action.EDIT_EVENT,
    EVENT + "staff/<int:pk>/": Action.EDIT_EVENT,
    EVENT + "staff/<int:pk>/password/": Action.EDIT_EVENT,
    EVENT + "staff/<int:pk>/remove/": Action.EDIT_EVENT,
    EVENT + "rounds/<int:round_number>/run/": Action.RUN_ROUNDS,
    EVENT + "appeals/<int:pk>/decide/": Action.DECIDE_APPEAL,
    EVENT + "penalties/": Action.PENALISE_IN_TABLE_POINTS,
    EVENT + "penalties/<int:pk>/cancel/": Action.PENALISE_IN_TABLE_POINTS,
    ROSTER + "add/": Action.EDIT_ROSTER,
    ROSTER + "apart/": Action.EDIT_ROSTER,
    ROSTER + "apart/<int:pk>/remove/": Action.EDIT_ROSTER,
    ROSTER + "check-in/": Action.NOTE_ATTENDANCE,
    ROSTER + "fillers/": Action.EDIT_ROSTER,
    ROSTER + "import/": Action.EDIT_ROSTER,
    ROSTER + "import/<int:pk>/": Action.EDIT_ROSTER,
    ROSTER + "import/<int:pk>/columns/": Action.EDIT_ROSTER,
    ROSTER + "players/<int:number>/": Action.EDIT_ROSTER,
    ROSTER + "players/<int:number>/reinstate/": Action.NOTE_ATTENDANCE,
    ROSTER + "players/<int:number>/withdraw/": Action.NOTE_ATTENDANCE,
    ROSTER + "teams/": Action.EDIT_ROSTER,
    ROSTER + "teams/<int:number>/": Action.EDIT_ROSTER,
    **{
        f"{EVENT}draws/{end}": Action.MAKE_DRAW
        for end in (
            "new/",
            "fillers/",
            "<int:pk>/redraw/",
            "<int:pk>/search/",
            "<int:pk>/remaining/",
            "<int:pk>/swap/",
            "<int:pk>/publish/",
            "<int:pk>/cancel/",
            "<int:pk>/lots/",
            "<int:pk>/lots/word/",
            "<int:pk>/lots/throw-away/",
            "<int:pk>/numbers/",
            "<int:pk>/numbers/publish/",
            "<int:pk>/numbers/give-up/",
        )
    },
    SHEET + "hands/<int:number>/": Action.ENTER_HAND,
    SHEET + "hands/<int:number>/withdraw/": Action.WITHDRAW_HAND,
    SHEET + "void/": Action.WITHDRAW_HAND,
    SHEET + "absence/": Action.NOTE_ABSENCE,
    SHEET + "absence/end/": Action.ENTER_HAND,
    SHEET + "substitute/": Action.SET_SUBSTITUTE,
    SHEET + "wrong-seats/": Action.CORRECT_HAND,
    SHEET + "wrong-seats/rescore/": Action.CORRECT_HAND,
    SHEET + "penalties/add/": Action.ADD_PENALTY,
    SHEET + "penalties/<int:pk>/cancel/": Action.CANCEL_PENALTY,
    SHEET + "grid/": Action.ENTER_HAND,
    SHEET + "grid/penalty/": Action.ADD_PENALTY,
    SHEET + "totals/": Action.ENTER_TOTALS,
    SHEET + "appeals/": Action.FILE_APPEAL,
    SHEET + "review/": Action.SIGN_GAME,
    SHEET + "review/missing/": Action.SIGN_GAME,
    SHEET + "review/sheet/": Action.SIGN_GAME,  # and what THEN names
    SHEET + "review/<str:letter>/": Action.SIGN_GAME,
    SHEET + "reopen/": Action.REOPEN_GAME,
}
"""What a POST to an address does."""

# Signing on, a leader locks.
THEN = {SHEET + "review/sheet/": Action.LOCK_GAME}

NO_CHANGE = {
    "events/new/",  # belongs to no event: who may add events is Django's own permission
    SHEET + "visit/",  # who has the sheet open is no part of it
}
WRITING = sorted(
    route
    for route in set(OURS) & set(ADDRESSES) - NO_CHANGE
    if ADDRESSES[route].post is not None and ADDRESSES[route].writers != EVERYBODY
)
ON_A_SHEET = [route for route in WRITING if route.startswith(SHEET)]
ON_THE_EVENT = [route for route in WRITING if not route.startswith(SHEET)]

TOLD = (EVENT + "t/<int:table_number>/", SHEET)
"""Where the scores of a table stand for whoever keeps its sheet."""

CAST = (
    "nobody",
    "organiser of another event",
    Role.VIEWER,
    Role.CLERK,
    "referee of the table",
    "referee of another table",
    Role.HEAD_REFEREE,
    Role.ORGANISER,
)
PLAYED = (Round.State.RUNNING, Round.State.CLOSED)
# The games of a round that is not played are open.
STATES = [
    (round_, game)
    for round_ in Round.State
    for game in Game.State
    if round_ in PLAYED or game == Game.State.OPEN
]
# For whom no row names: he is turned away before a state is read.
FEW_STATES = [
    (Round.State.DRAFT, Game.State.OPEN),
    (Round.State.RUNNING, Game.State.OPEN),
    (Round.State.CLOSED, Game.State.LOCKED),
]
WROTE = re.compile(r'(INSERT INTO|UPDATE|DELETE FROM) "tournament_(?!failedlogin|sheetvisit)')
LOGIN = "/accounts/login/"


@pytest.fixture
def world():
    return kept(open_event)


def enter(who, world):
    """Return a browser of one of the cast, and what he is by the table."""
    client, event = Client(), Tournament.objects.get(pk=world["tournament"])
    if who == "nobody":
        return client, permissions.NOBODY
    if who == "organiser of another event":
        client.force_login(make_official(make_tournament(players=0), Role.ORGANISER))
        return client, Actor(role=None)
    tables = {"referee of the table": (1, 2, 3), "referee of another table": (9,)}.get(who, ())
    role = Role.REFEREE if tables else Role(who)
    client.force_login(make_official(event, role, tables=tables))
    keys = Table.objects.filter(tournament=event, number__in=tables).values_list("pk", flat=True)
    return client, Actor(role=role, tables=frozenset(keys))


@contextmanager
def writes():
    """Collect the statements that change a row of an event."""
    seen = []

    def note(execute, sql, params, many, context):
        if WROTE.match(sql):
            seen.append(sql)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(note):
        yield seen


def fault(answer, wrote, why, *, is_hidden):
    """Return what is wrong with an answer, None when nothing is."""
    is_login = answer.status_code == 302 and answer["Location"].startswith(LOGIN)
    status = "log in" if is_login else answer.status_code
    if why is None and not is_hidden:
        return f"turned away: {status}" if status in ("log in", 403, 404) else None
    if wrote:
        return f"wrote: {wrote[0]}"
    if is_hidden:
        return None if status == 404 else f"shown: {status}"
    expected = {
        Refusal.LOGIN: {"log in"},
        Refusal.ROLE: {403},
        Refusal.TABLE: {403},
    }.get(why, {302, 403, 409, 422})
    return None if status in expected else f"{why}: {status}"


def test_every_address_that_writes_says_what_it_does():
    assert [route for route in WRITING if route not in DOES] == []
    assert [route for route in DOES if route not in OURS] == []


@pytest.mark.parametrize("who", CAST)
def test_a_sheet_is_written_by_whom_the_table_allows(world, who):
    client, actor = enter(who, world)
    games = {
        (game.round.number, game.table.number): game
        for game in Game.objects.select_related("round__tournament", "table")
    }

    faults = {}
    for route in ON_A_SHEET:
        path, data = ADDRESSES[route].path.format(**world), data_of(ADDRESSES[route], world)
        where = resolve(path).kwargs
        game = games[where["round_number"], where["table_number"]]
        is_named = any(
            row.action in (DOES[route], THEN.get(route)) and actor.role in row.roles
            for row in permissions.TABLE
        )
        for round_state, game_state in STATES if is_named else FEW_STATES:
            game.round.state, game.state = round_state, game_state
            why = refusal_of(route, actor, game)
            with undone():
                Round.objects.filter(pk=game.round_id).update(state=round_state)
                Game.objects.filter(pk=game.pk).update(state=game_state)
                with writes() as wrote:
                    answer = client.post(path, data)
            hidden = is_hidden(round_state, actor)
            if found := fault(answer, wrote, why, is_hidden=hidden):
                faults[route, round_state, game_state] = found

    assert faults == {}


def refusal_of(route, actor, game):
    """What the table says to a POST on a sheet."""
    why = permissions.refusal(DOES[route], actor, game.round.tournament, game)
    if why and route in THEN:
        return permissions.refusal(THEN[route], actor, game.round.tournament, game) and why
    return why


def is_hidden(round_state, actor):
    """Whether there is no such round for the visitor."""
    is_draft = round_state == Round.State.DRAFT and actor.role != Role.ORGANISER
    return is_draft or round_state == Round.State.CANCELLED


@pytest.mark.parametrize("who", CAST)
def test_an_event_is_changed_by_whom_the_table_allows(world, who):
    client, actor = enter(who, world)
    event = Tournament.objects.get(pk=world["tournament"])

    faults = {}
    # While it is set up the table allows what it allows while it runs.
    for event.state in (Tournament.State.RUNNING, Tournament.State.CLOSED):
        for route in ON_THE_EVENT:
            why = permissions.refusal(DOES[route], actor, event)
            with undone():
                Tournament.objects.filter(pk=event.pk).update(state=event.state)
                with writes() as wrote:
                    path = ADDRESSES[route].path.format(**world)
                    answer = client.post(path, data_of(ADDRESSES[route], world))
            if found := fault(answer, wrote, why, is_hidden=False):
                faults[route, event.state] = found

    assert faults == {}


@pytest.mark.parametrize("who", CAST)
def test_hidden_scores_are_shown_to_whom_the_table_allows(world, who):
    """A self-draw of 881 points is in the hidden round: 889 from each, 2699 with hand 1."""
    client, actor = enter(who, world)
    game = Game.objects.get(pk=world["game"])
    Tournament.objects.update(publication="hidden", hidden_from_round=1)
    make_hand(game, 2, self_draw_win(0, 881))

    seen = {}
    is_leader = actor.role in permissions.LEADERS
    keeps_it = is_leader or actor.role == Role.CLERK or who == "referee of the table"
    # Who keeps the sheet is to see it there; the others must find it nowhere.
    for route in TOLD if keeps_it else ADDRESSES:
        address = ADDRESSES[route]
        answer = client.get(address.path.format(**world))
        if answer.status_code == 200 and not route.endswith(".xlsx"):
            seen[route] = bool(re.search(r"\b(881|889|2,?6(67|99))\b", answer.text))

    told = {route for route, is_seen in seen.items() if is_seen}
    assert told == (set(TOLD) if keeps_it else set())
