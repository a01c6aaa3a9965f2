"""
Who may do what, when: one table of allowed actions, read by services and views alike.

A row allows an action to some roles while the round and the game are in some states. Actions
that no row allows are refused; several rows of one action add up.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from tournament.models import Game, Official, Role, Round, Tournament

if TYPE_CHECKING:
    from django.contrib.auth.models import AbstractBaseUser, AnonymousUser


class Action(StrEnum):
    """Everything an official can do to an event."""

    ENTER_HAND = "enter_hand"
    CORRECT_HAND = "correct_hand"
    WITHDRAW_HAND = "withdraw_hand"
    ADD_PENALTY = "add_penalty"
    CANCEL_PENALTY = "cancel_penalty"
    ENTER_TOTALS = "enter_totals"
    SIGN_GAME = "sign_game"
    LOCK_GAME = "lock_game"
    REOPEN_GAME = "reopen_game"
    FILE_APPEAL = "file_appeal"
    DECIDE_APPEAL = "decide_appeal"
    SET_SUBSTITUTE = "set_substitute"
    NOTE_ABSENCE = "note_absence"
    DISQUALIFY = "disqualify"
    SEE_DRAFTS = "see_drafts"
    SEE_HIDDEN_RESULTS = "see_hidden_results"
    LEAD = "lead"
    MAKE_BADGES = "make_badges"
    MAKE_DRAW = "make_draw"
    RUN_ROUNDS = "run_rounds"
    EDIT_ROSTER = "edit_roster"
    NOTE_ATTENDANCE = "note_attendance"
    EDIT_EVENT = "edit_event"
    EDIT_RULES = "edit_rules"
    PENALISE_IN_TABLE_POINTS = "penalise_in_table_points"


class Refusal(StrEnum):
    """Why an action is not allowed; the first that applies, in this order."""

    LOGIN = "login"
    ROLE = "role"
    TABLE = "table"
    EVENT = "event"
    ROUND = "round"
    GAME = "game"


@dataclass(frozen=True, slots=True)
class Allowed:
    """One row of the table; a table referee needs the table on top of it."""

    action: Action
    roles: frozenset[Role]
    rounds: frozenset[Round.State] = frozenset(Round.State)
    games: frozenset[Game.State] = frozenset(Game.State)
    events: frozenset[Tournament.State] = frozenset(
        {Tournament.State.SETUP, Tournament.State.RUNNING}
    )


LEADERS = frozenset({Role.ORGANISER, Role.HEAD_REFEREE})
SCORERS = LEADERS | {Role.REFEREE, Role.CLERK}
RUNNING = frozenset({Round.State.RUNNING})
PLAYED = frozenset({Round.State.RUNNING, Round.State.CLOSED})
OPEN = frozenset({Game.State.OPEN})
NOT_LOCKED = frozenset({Game.State.OPEN, Game.State.SIGNED})
CLOSED = frozenset({Game.State.SIGNED, Game.State.LOCKED})
ALWAYS = frozenset(Tournament.State)

# A viewer has no row: he sees what everybody sees. Who signed sheets and was dismissed is one too.
TABLE: tuple[Allowed, ...] = (
    # While a round runs, whoever keeps the sheet writes; afterwards only those who answer for
    # the result; a locked game is closed to everybody.
    Allowed(Action.ENTER_HAND, SCORERS, RUNNING, OPEN),
    Allowed(Action.ENTER_HAND, LEADERS, PLAYED, NOT_LOCKED),
    Allowed(Action.CORRECT_HAND, SCORERS, RUNNING, OPEN),
    Allowed(Action.CORRECT_HAND, LEADERS, PLAYED, NOT_LOCKED),
    Allowed(Action.WITHDRAW_HAND, SCORERS, RUNNING, OPEN),
    Allowed(Action.WITHDRAW_HAND, LEADERS, PLAYED, NOT_LOCKED),
    Allowed(Action.ADD_PENALTY, SCORERS, RUNNING, OPEN),
    Allowed(Action.ADD_PENALTY, LEADERS, PLAYED, NOT_LOCKED),
    Allowed(Action.CANCEL_PENALTY, SCORERS, RUNNING, OPEN),
    Allowed(Action.CANCEL_PENALTY, LEADERS, PLAYED, NOT_LOCKED),
    Allowed(Action.ENTER_TOTALS, LEADERS | {Role.CLERK}, RUNNING, OPEN),
    Allowed(Action.ENTER_TOTALS, LEADERS, PLAYED, NOT_LOCKED),
    Allowed(Action.SET_SUBSTITUTE, LEADERS, PLAYED | {Round.State.PUBLISHED}, NOT_LOCKED),
    # The players sign on the device of whoever keeps the sheet, then he does; a leader locks it.
    Allowed(Action.SIGN_GAME, SCORERS, RUNNING, OPEN),
    Allowed(Action.SIGN_GAME, LEADERS, PLAYED, OPEN),
    # Who is missing is known at the table, often before the round starts.
    Allowed(Action.NOTE_ABSENCE, LEADERS | {Role.REFEREE}, RUNNING, OPEN),
    Allowed(Action.NOTE_ABSENCE, LEADERS, PLAYED | {Round.State.PUBLISHED}, NOT_LOCKED),
    Allowed(Action.DISQUALIFY, LEADERS),
    Allowed(Action.LOCK_GAME, LEADERS, PLAYED, NOT_LOCKED),
    Allowed(Action.REOPEN_GAME, LEADERS, PLAYED, CLOSED),
    # A player says it to the nearest official, after the lock too.
    Allowed(Action.FILE_APPEAL, SCORERS, PLAYED),
    Allowed(Action.DECIDE_APPEAL, LEADERS),
    Allowed(Action.SEE_DRAFTS, frozenset({Role.ORGANISER}), events=ALWAYS),
    Allowed(Action.SEE_HIDDEN_RESULTS, LEADERS, events=ALWAYS),
    # Read the board and the log; what may be changed there has rows of its own.
    Allowed(Action.LEAD, LEADERS, events=ALWAYS),
    # A badge opens no more than the head referee may do himself: organisers have none.
    Allowed(Action.MAKE_BADGES, LEADERS),
    # As SEE_DRAFTS: nobody draws what he may not see.
    Allowed(Action.MAKE_DRAW, frozenset({Role.ORGANISER})),
    Allowed(Action.RUN_ROUNDS, LEADERS),
    Allowed(Action.EDIT_ROSTER, frozenset({Role.ORGANISER})),
    # Who has come and who leaves is learnt in the hall, where the head referee stands.
    Allowed(Action.NOTE_ATTENDANCE, LEADERS),
    Allowed(Action.EDIT_EVENT, frozenset({Role.ORGANISER}), events=ALWAYS),
    Allowed(Action.EDIT_RULES, frozenset({Role.ORGANISER})),
    Allowed(Action.PENALISE_IN_TABLE_POINTS, LEADERS),
)


@dataclass(frozen=True, slots=True)
class Actor:
    """A user seen from one event; `tables` limits a table referee, empty = every table."""

    role: Role | None
    tables: frozenset[int] = frozenset()
    is_known: bool = True


NOBODY = Actor(role=None, is_known=False)
# Commands run by whoever owns the machine.
MACHINE = Actor(role=Role.ORGANISER)


def actor(user: "AbstractBaseUser | AnonymousUser | None", tournament: Tournament) -> Actor:
    """Return what `user` is in `tournament`, in one query; None is a command."""
    if user is None:
        return MACHINE
    if not user.is_authenticated:
        return NOBODY
    if badge_event(user) not in (None, tournament.pk):
        return Actor(role=None)
    if getattr(user, "is_superuser", False):
        return MACHINE
    # A row for each of his tables, one without a table for nobody's.
    officials = Official.objects.filter(tournament=tournament, user_id=user.pk)
    rows = list(officials.order_by().values_list("role", "tables"))
    if not rows:
        return Actor(role=None)
    role = Role(rows[0][0])
    tables = (table for _role, table in rows if table is not None and role is Role.REFEREE)
    return Actor(role=role, tables=frozenset(tables))


def badge_event(user: object) -> int | None:
    """Return the key of the only event a user may act in who came in by a badge, else None."""
    event: int | None = getattr(user, "badge_event", None)
    return event


def refusal(
    action: Action, who: Actor, tournament: Tournament, game: Game | None = None
) -> Refusal | None:
    """
    Return why `who` may not do `action` now, None when he may.

    `game` is the game it would be done to, if any; its round is read.
    """
    if not who.is_known:
        return Refusal.LOGIN
    rows = [row for row in TABLE if row.action == action and who.role in row.roles]
    if not rows:
        return Refusal.ROLE
    if game and who.role == Role.REFEREE and who.tables and game.table_id not in who.tables:
        return Refusal.TABLE
    rows = [row for row in rows if tournament.state in row.events]
    if not rows:
        return Refusal.EVENT
    if game is None:
        return None
    rows = [row for row in rows if game.round.state in row.rounds]
    if not rows:
        return Refusal.ROUND
    if not any(game.state in row.games for row in rows):
        return Refusal.GAME
    return None


def sentence(why: Refusal) -> str:
    """Return what to tell the user."""
    return {
        Refusal.LOGIN: _("Log in first, then try again. What you typed is still in the form."),
        Refusal.ROLE: _("Your role does not allow this. Ask the head referee or an organiser."),
        Refusal.TABLE: _("This table belongs to another referee. Ask the head referee."),
        Refusal.EVENT: _("The event is closed. Ask the organiser for a change."),
        Refusal.ROUND: _(
            "The round is not running, so this sheet is closed. Ask the head referee for a change."
        ),
        Refusal.GAME: _("This sheet is signed or locked. Ask the head referee for a change."),
    }[why]
