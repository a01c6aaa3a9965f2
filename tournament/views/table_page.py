"""
The page behind the code on a table: what is played there now, for anybody.

It gives no rights: whoever came in by his own badge finds the way to the next hand on it.
"""

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournament.models import Game, Player, Round, Tournament
from tournament.permissions import Action, Actor, Refusal, sentence
from tournament.results import SHOWN_ROUNDS
from tournament.services.staff import MOST_TABLES
from tournament.views import fetch
from tournament.views.referee.desk import Desk, entry_url, substitute_note


@dataclass(frozen=True, slots=True)
class Place:
    """Who sits at one wind of a table; `score` is None where it is not to be seen."""

    wind: int
    player: Player
    note: str
    score: int | None


@require_safe
def table(request: HttpRequest, slug: str, table_number: int) -> HttpResponse:
    """Show who plays at a table in the current round, and the scores as far as they are public."""
    if not 1 <= table_number <= MOST_TABLES:
        raise Http404
    tournament = fetch.event_or_404(slug)
    who = fetch.actor_of(request, tournament)
    round_ = current_round(tournament)
    desk = desk_at(tournament, table_number, who, round_)
    page = {
        "tournament": tournament,
        "section": "seats",
        "has_teams": tournament.teams.exists(),
        "number": table_number,
        "round": round_,
        "desk": desk,
        **fetch.rights(tournament, who),
    }
    if desk:
        page |= {
            "places": _places(desk),
            "entered": len(desk.entered) if desk.may_see else 0,
            "entry_url": entry_url(desk),
            "is_anothers": desk.refusal(Action.ENTER_HAND) is Refusal.TABLE,
            "anothers": sentence(Refusal.TABLE),
            "sheet_url": desk.url("sheet"),
        }
    return render(request, "tournament/public/table.html", page)


def current_round(tournament: Tournament) -> Round | None:
    """Return the round that is played, else the next one whose seats are public, else the last."""
    rounds = list(tournament.rounds.filter(state__in=SHOWN_ROUNDS).order_by("number"))
    for state in (Round.State.RUNNING, Round.State.PUBLISHED):
        for round_ in rounds:
            if round_.state == state:
                return round_
    return rounds[-1] if rounds else None


def desk_at(
    tournament: Tournament, table_number: int, who: Actor, round_: Round | None = None
) -> Desk | None:
    """Return the game at a table in the current round, None when nobody plays there."""
    round_ = round_ or current_round(tournament)
    games = Game.objects.select_related("round__tournament", "table")
    game = games.filter(round=round_, table__number=table_number).first() if round_ else None
    return Desk(tournament, game, who) if game else None


def _places(desk: Desk) -> list[Place]:
    """Return the seats in the order of the draw, each with its wind at the next hand."""
    number = desk.next_open or desk.numbers[-1]
    has_scores = desk.is_seated and desk.may_see and desk.game.round.state != Round.State.PUBLISHED
    scores = desk.result.scores if has_scores else None
    return [
        Place(
            desk.wind(seat.start, number),
            seat.player,
            substitute_note(seat),
            scores[seat.start] if scores else None,
        )
        for seat in desk.seats
    ]
