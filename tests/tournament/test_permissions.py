"""The table of allowed actions, checked as a matrix against a second, plainer statement of it."""

import itertools

import pytest
from django.contrib.auth.models import AnonymousUser

from tests.factories import make_game, make_official, make_user
from tournament.models import Game, Role, Round, Tournament
from tournament.permissions import Action, Actor, Refusal, actor, refusal, sentence

WRITING = {
    Action.ENTER_HAND: {Role.ORGANISER, Role.HEAD_REFEREE, Role.REFEREE, Role.CLERK},
    Action.CORRECT_HAND: {Role.ORGANISER, Role.HEAD_REFEREE, Role.REFEREE, Role.CLERK},
    Action.WITHDRAW_HAND: {Role.ORGANISER, Role.HEAD_REFEREE, Role.REFEREE, Role.CLERK},
    Action.ADD_PENALTY: {Role.ORGANISER, Role.HEAD_REFEREE, Role.REFEREE, Role.CLERK},
    Action.CANCEL_PENALTY: {Role.ORGANISER, Role.HEAD_REFEREE, Role.REFEREE, Role.CLERK},
    Action.ENTER_TOTALS: {Role.ORGANISER, Role.HEAD_REFEREE, Role.CLERK},
}
LEADERS = {Role.ORGANISER, Role.HEAD_REFEREE}
WHOLE_EVENT = {
    Action.SEE_DRAFTS: {Role.ORGANISER},
    Action.SEE_HIDDEN_RESULTS: LEADERS,
    Action.LEAD: LEADERS,
    Action.MAKE_BADGES: LEADERS,
    Action.MAKE_DRAW: {Role.ORGANISER},
    Action.RUN_ROUNDS: LEADERS,
    Action.EDIT_ROSTER: {Role.ORGANISER},
    Action.NOTE_ATTENDANCE: LEADERS,
    Action.EDIT_EVENT: {Role.ORGANISER},
    Action.EDIT_RULES: {Role.ORGANISER},
    Action.PENALISE_IN_TABLE_POINTS: LEADERS,
    Action.DISQUALIFY: LEADERS,
}
IN_CLOSED_EVENT = {
    Action.SEE_DRAFTS,
    Action.SEE_HIDDEN_RESULTS,
    Action.EDIT_EVENT,
    Action.LEAD,
}
CLOSING = (
    *(Action.SIGN_GAME, Action.LOCK_GAME, Action.REOPEN_GAME),
    *(Action.FILE_APPEAL, Action.DECIDE_APPEAL),
)
ROLES = [*Role, None]


def world(round_state="running", game_state="open", event_state="running"):
    tournament = Tournament(state=event_state)
    return tournament, Game(
        round=Round(tournament=tournament, state=round_state), table_id=1, state=game_state
    )


@pytest.mark.parametrize("action", list(WRITING))
@pytest.mark.parametrize("role", ROLES)
def test_writing_on_a_sheet(action, role):
    for round_state, game_state in itertools.product(Round.State, Game.State):
        tournament, game = world(round_state, game_state)

        answer = refusal(action, Actor(role), tournament, game)

        leader_may = (
            role in LEADERS
            and round_state in {"running", "closed"}
            and game_state in {"open", "signed"}
        )
        scorer_may = role in WRITING[action] and (round_state, game_state) == ("running", "open")
        assert (answer is None) == (leader_may or scorer_may), (round_state, game_state)


@pytest.mark.parametrize("role", ROLES)
def test_closing_a_sheet(role):
    is_leader, is_scorer = role in LEADERS, role in WRITING[Action.ENTER_HAND]
    for round_state, game_state in itertools.product(Round.State, Game.State):
        tournament, game = world(round_state, game_state)
        is_played, is_open = round_state in {"running", "closed"}, game_state == "open"

        allowed = {
            action: refusal(action, Actor(role), tournament, game) is None for action in CLOSING
        }

        assert allowed == {
            Action.SIGN_GAME: is_open
            and ((is_scorer and round_state == "running") or (is_leader and is_played)),
            Action.LOCK_GAME: is_leader and is_played and game_state != "locked",
            Action.REOPEN_GAME: is_leader and is_played and not is_open,
            Action.FILE_APPEAL: is_scorer and is_played,
            Action.DECIDE_APPEAL: is_leader,
        }, (round_state, game_state)


@pytest.mark.parametrize("action", list(WHOLE_EVENT))
@pytest.mark.parametrize("role", ROLES)
def test_acting_on_the_event(action, role):
    for event_state in Tournament.State:
        tournament, _ = world(event_state=event_state)

        answer = refusal(action, Actor(role), tournament)

        open_event = event_state != "closed" or action in IN_CLOSED_EVENT
        assert (answer is None) == (role in WHOLE_EVENT[action] and open_event), event_state


@pytest.mark.parametrize("action", list(Action))
def test_every_action_has_a_row_and_none_is_open_to_strangers(action):
    tournament, game = world(game_state="locked" if action == Action.REOPEN_GAME else "open")

    assert refusal(action, Actor(None, is_known=False), tournament, game) is Refusal.LOGIN
    assert refusal(action, Actor(None), tournament, game) is Refusal.ROLE
    assert refusal(action, Actor(Role.VIEWER), tournament, game) is Refusal.ROLE
    assert refusal(action, Actor(Role.ORGANISER), tournament, game) is None


@pytest.mark.parametrize(
    ("tables", "expected"),
    [
        pytest.param(frozenset(), None, id="none-named-all-allowed"),
        pytest.param(frozenset({1, 4}), None, id="own"),
        pytest.param(frozenset({2}), Refusal.TABLE, id="another's"),
    ],
)
def test_a_table_referee_keeps_to_his_tables(tables, expected):
    tournament, game = world()

    answer = refusal(Action.ENTER_HAND, Actor(Role.REFEREE, tables), tournament, game)

    assert answer is expected


@pytest.mark.parametrize("why", list(Refusal))
def test_every_refusal_has_a_sentence(why):
    assert sentence(why).endswith((".", "。"))


@pytest.mark.django_db
def test_the_actor_is_read_from_the_event():
    game = make_game()
    tournament = game.round.tournament
    referee = make_official(tournament, Role.REFEREE, tables=(1,))

    assert actor(AnonymousUser(), tournament) == Actor(None, is_known=False)
    assert actor(make_user(), tournament) == Actor(None)
    assert actor(referee, tournament) == Actor(Role.REFEREE, frozenset({game.table_id}))
    assert actor(make_user(superuser=True), tournament).role is Role.ORGANISER
    assert actor(None, tournament).role is Role.ORGANISER
