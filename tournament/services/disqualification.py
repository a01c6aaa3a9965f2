"""
What a disqualification (停赛) does beyond its game: the player leaves, his later seats stay empty.

Each such change has a line of its own in the log, marked; by these lines a cancelled disqualification
gives back what was there, and leaves alone what was decided otherwise.
"""

from collections.abc import Mapping
from typing import Any, Final

from django.db.models import Max, QuerySet
from django.utils.translation import gettext as _

from scoring.listing import listed
from scoring.rules.penalties import Measure
from tournament.models import ActionLog, Game, Penalty, Player, Round, Seat, Tournament
from tournament.permissions import PLAYED
from tournament.services.awards import settle_award
from tournament.services.locks import lock_game, touch_game
from tournament.services.log import Request, write

Facts = Mapping[str, Any]
MARK: Final = "disqualified"
MARKED: Final[Facts] = {MARK: True}
UNMARKED: Final[Facts] = {}


def last_started(tournament: Tournament) -> int:
    """Return the number of the last round that was started, 0 for none."""
    started = tournament.rounds.filter(state__in=PLAYED)
    return started.aggregate(last=Max("number"))["last"] or 0


def is_disqualified(player: Player) -> bool:
    """Whether a disqualification of a player stands."""
    standing = Penalty.objects.standing().filter(player=player)
    return standing.filter(measure=Measure.DISQUALIFICATION).exists()


def plays_on_words(penalty: Penalty) -> str:
    """
    Return that a player disqualified by `penalty` sits in another game that runs; empty otherwise.

    Nobody but the referee there knows after which hand he leaves: such a game is left alone.
    """
    player = penalty.player
    if player is None or penalty.measure != Measure.DISQUALIFICATION:
        return ""
    running = Game.objects.filter(seats__player=player, round__state=Round.State.RUNNING)
    others = running.exclude(pk=penalty.game_id or 0).exclude(state=Game.State.LOCKED)
    found = others.select_related("round", "table").first()
    if found is None:
        return ""
    return _(
        "%(player)s sits in round %(round)s, table %(table)s, which is being played: "
        "disqualify him in that game too if he is to leave it."
    ) % {"player": player, "round": found.round.number, "table": found.table.number}


def not_known_words(penalty: Penalty) -> str:
    """
    Return what to do by hand after `penalty` was cancelled; empty where the log knew what was before.

    An event restored from a file begins a new log: how the player stood before is not in the file.
    """
    player = penalty.player
    if player is None or penalty.measure != Measure.DISQUALIFICATION or is_disqualified(player):
        return ""
    if _lines(player, "withdraw_player").exists():
        return ""
    return _(
        "This event came from a file, without its log: how %(player)s stood before is not known. "
        "He is entered again: check him in, and look at his seats in the rounds to come."
    ) % {"player": player}


def left_empty_words(penalty: Penalty) -> str:
    """
    Return at which tables a player is still absent after `penalty` was cancelled; empty for none.

    Their rounds began without him: from which hand on he plays there is for the referee to say.
    """
    player = penalty.player
    if player is None or penalty.measure != Measure.DISQUALIFICATION or is_disqualified(player):
        return ""
    begun = Seat.objects.filter(player=player, present_from=None, round__state__in=PLAYED)
    empty = [
        _("round %(round)s table %(table)s")
        % {"round": seat.round.number, "table": seat.game.table.number}
        for seat in begun.select_related("round", "game__table").order_by("round__number")
        if _found(seat, "note_absence")
    ]
    if not empty:
        return ""
    return _(
        "%(player)s is still noted absent, as play began without him: %(games)s. "
        "If he plays there after all, note at that table from which hand on."
    ) % {"player": player, "games": listed(empty)}


def take_out(player: Player, request: Request) -> None:
    """
    Withdraw a disqualified player after the last round that was started.

    Seats he has in rounds that have not begun stay empty. Who had left before has left then.
    """
    player = Player.objects.select_related("tournament").get(pk=player.pk)
    last_round = last_started(player.tournament)
    if player.status != Player.Status.WITHDRAWN or (player.last_round or 0) > last_round:
        _move(player, Player.Status.WITHDRAWN, last_round, "withdraw_player", request, MARKED)
    for seat in _waiting(player).exclude(present_from=None):
        _seat_again(seat, None, request, MARKED)


def take_back(penalty: Penalty, request: Request) -> None:
    """Give the entry and its seats back what they had, unless another disqualification stands."""
    player = penalty.player
    if player is None or is_disqualified(player):
        return
    found = _found(player, "withdraw_player")
    if player.status == Player.Status.WITHDRAWN and found is not None:
        status = Player.Status(found.get("status", Player.Status.ENTERED))
        _move(player, status, found.get("last_round"), "reinstate_player", request)
    forfeited = Penalty.objects.standing().filter(forfeit=True).values("seat")
    for seat in _waiting(player).filter(present_from=None).exclude(pk__in=forfeited):
        noted = _found(seat, "note_absence")
        if noted is not None:
            _seat_again(seat, noted.get("present_from", 1), request)


def _found(row: Player | Seat, action: str) -> dict[str, Any] | None:
    """
    Return what a disqualification found, None where the last word was somebody else's.

    Without any line, as in an event that came from files, it was the disqualification.
    """
    line = _lines(row, action).order_by("-pk").first()
    if line is None:
        return {}
    return line.before if MARK in (line.after or {}) else None


def _lines(row: Player | Seat, action: str) -> "QuerySet[ActionLog]":
    return ActionLog.objects.filter(
        object_type=row._meta.model_name, object_id=row.pk, action=action
    )


def _move(
    player: Player,
    status: Player.Status,
    last_round: int | None,
    action: str,
    request: Request,
    mark: Facts = UNMARKED,
) -> None:
    before = {"status": player.status, "last_round": player.last_round}
    player.status, player.last_round = status, last_round
    player.save(update_fields=["status", "last_round"])
    after = {"status": status.value, "last_round": last_round}
    _write(player, action, before, {**after, **mark}, player.tournament, request)


def _waiting(player: Player) -> "QuerySet[Seat]":
    """The seats of a player in rounds that are published and have not begun; no draft is asked."""
    seats = Seat.objects.filter(player=player, round__state=Round.State.PUBLISHED)
    return seats.order_by("round__number")


def _seat_again(
    seat: Seat, present_from: int | None, request: Request, mark: Facts = UNMARKED
) -> None:
    """Note from which hand on a seat is taken; a table with fewer than three left is awarded."""
    game = lock_game(seat.game_id)
    seats = list(game.seats.select_related("player").order_by("start"))
    seat = seats[seat.start]
    before = {"present_from": seat.present_from}
    seat.present_from = present_from
    seat.save(update_fields=["present_from"])
    settle_award(game, seats, request)
    touch_game(game)
    after = {"present_from": present_from, **mark}
    _write(seat, "note_absence", before, after, game.round.tournament, request)


def _write(
    row: Player | Seat,
    action: str,
    before: Facts,
    after: Facts,
    tournament: Tournament,
    request: Request,
) -> None:
    """Write a line of its own, under a token of its own."""
    own = Request(by=request.by, reason=request.reason)
    write(own, action, after, tournament=tournament, obj=row, before=before, after=after)
