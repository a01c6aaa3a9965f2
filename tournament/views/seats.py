"""The published seats of a round, by table, by name and as cards, and of all rounds by player."""

from collections.abc import Sequence

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournament.in_public import numbers_are_public
from tournament.models import Round, Seat, Tournament
from tournament.results import SHOWN_ROUNDS
from tournament.views.fetch import actor_of, event_or_404, rights
from tournament.views.seating import player_schedules, seats_of, table_cards


@require_safe
def seats(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the tables of a published round with their four players."""
    tournament = event_or_404(slug)
    rounds = _rounds(tournament)
    round_ = _chosen(rounds, request.GET.get("round"))
    cards = table_cards(round_) if round_ else []
    return _page(request, tournament, rounds, round_, "seats.html", cards=cards)


@require_safe
def seats_cards(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a card for each table of a published round, to print and lay on the table."""
    tournament = event_or_404(slug)
    rounds = _rounds(tournament)
    round_ = _chosen(rounds, request.GET.get("round"))
    cards = table_cards(round_) if round_ else []
    return _page(request, tournament, rounds, round_, "seats_cards.html", cards=cards)


@require_safe
def seats_by_name(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the players of a published round by name, each with table and wind."""
    tournament = event_or_404(slug)
    rounds = _rounds(tournament)
    round_ = _chosen(rounds, request.GET.get("round"))
    rows = sorted(seats_of(round_), key=name_order) if round_ else []
    return _page(request, tournament, rounds, round_, "seats_by_name.html", rows=rows)


@require_safe
def seats_by_player(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a card for each player with all his published rounds, to print and hand out."""
    tournament = event_or_404(slug)
    rounds = _rounds(tournament)
    latest = rounds[-1] if rounds else None
    schedules = player_schedules(rounds)
    return _page(request, tournament, rounds, latest, "seats_by_player.html", schedules=schedules)


def name_order(seat: Seat) -> tuple[str, int]:
    """By Latin name where there is one, else by name; unnamed entries by number at the end."""
    player = seat.player
    return ((player.latin_name or player.name).casefold() or "\U0010ffff", player.number)


def _rounds(tournament: Tournament) -> list[Round]:
    return list(tournament.rounds.filter(state__in=SHOWN_ROUNDS).order_by("number"))


def _chosen(rounds: Sequence[Round], asked: str | None) -> Round | None:
    """Return the round asked for, else the running, the next published or the last played one."""
    if asked is not None:
        for round_ in rounds:
            if str(round_.number) == asked:
                return round_
        raise Http404
    for state in (Round.State.RUNNING, Round.State.PUBLISHED):
        for round_ in rounds:
            if round_.state == state:
                return round_
    return rounds[-1] if rounds else None


def _page(
    request: HttpRequest,
    tournament: Tournament,
    rounds: Sequence[Round],
    round_: Round | None,
    template: str,
    **found: object,
) -> HttpResponse:
    context = {
        "tournament": tournament,
        "section": "seats",
        "has_teams": tournament.teams.exists(),
        "rounds": rounds,
        "round": round_,
        "has_numbers": round_ is None and numbers_are_public(tournament.pk),
        **rights(tournament, actor_of(request, tournament)),
        **found,
    }
    return render(request, f"tournament/public/{template}", context)
