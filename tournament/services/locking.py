"""Lock the sheets of a round at once."""

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from scoring.listing import listed
from tournament.closing import hindrances
from tournament.models import Appeal, Game, Round
from tournament.permissions import Action
from tournament.results import game_results
from tournament.services.access import require
from tournament.services.errors import BadState
from tournament.services.games import lock_as_it_stands
from tournament.services.locks import lock_game, lock_round
from tournament.services.log import Request, answered, write
from tournament.services.missing import expect_reason
from tournament.services.presence import tables_waited_for
from tournament.services.signing import gaps_of


@transaction.atomic
def lock_games(*, round_: Round, request: Request, unsigned: bool = False) -> tuple[Game, ...]:
    """
    Lock all signed sheets of a round at once, those without an open appeal.

    With `unsigned` the complete ones nobody signed here as well: they were signed on paper, or the
    reason of `request` says otherwise; it also says why entries that wait on a phone are not waited
    for. Return the games that were locked.
    """
    round_ = lock_round(round_.pk)
    values = {"round": round_.pk, "unsigned": unsigned}
    if row := answered(request, "lock_games", values):
        tables = (row.after or {}).get("tables", ())
        return tuple(round_.games.filter(table__number__in=tables))
    require(request, Action.RUN_ROUNDS, round_.tournament)
    if unsigned:
        expect_reason(request)
    games = tuple(lock_game(game.pk) for game in _lockable(round_, unsigned=unsigned))
    _expect_sent_or_reason(games, request)
    for game in games:
        require(request, Action.LOCK_GAME, round_.tournament, game)
        lock_as_it_stands(game, {"game": game.pk}, Request(by=request.by, reason=request.reason))
    if not games:
        raise BadState(_("No sheet of this round waits to be locked."))
    tables = [game.table.number for game in games]
    write(
        request,
        "lock_games",
        values,
        tournament=round_.tournament,
        obj=round_,
        after={"tables": tables},
    )
    return games


def _expect_sent_or_reason(games: Sequence[Game], request: Request) -> None:
    waited_for = tables_waited_for(games)
    if waited_for and not request.reason.strip():
        named = listed(waited_for)
        raise BadState(
            _(
                "Entries of these tables wait on a phone: %(tables)s. Send them first, or say why "
                "the sheets are closed without them."
            )
            % {"tables": named}
        )


def _lockable(round_: Round, *, unsigned: bool) -> list[Game]:
    """Return the sheets to lock, by table."""
    games = round_.games.exclude(appeals__outcome=Appeal.Outcome.OPEN).select_related("table")
    signed = list(games.filter(state=Game.State.SIGNED).order_by("table__number"))
    if not unsigned:
        return signed
    still_open = games.filter(state=Game.State.OPEN)
    results = game_results(still_open, round_.tournament, public=False)
    return signed + [one.game for one in results if not hindrances(one, gaps_of(one.game))]
