"""What anybody reads: events, games, standings, teams, players, the workbook."""

from collections.abc import Sequence
from typing import Any
from urllib.parse import quote

from django.db.models import Count, Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from django_tables2 import RequestConfig

from scoring.house import difference_words
from scoring.rules.house import house_differences
from tournament import permissions
from tournament.exports.results import save_results
from tournament.models import Game, Role, Round, Tournament
from tournament.permissions import Action, Actor
from tournament.results import Results, event_results, game_results, last_change
from tournament.services.events import current_rules, may_create, rules_in
from tournament.tables import (
    GameRow,
    GamesTable,
    StandingsTable,
    TeamsTable,
    standing_rows,
)
from tournament.views import live
from tournament.views.fetch import actor_of, event_or_404
from tournament.views.player_page import player_page

ROWS = 20
TEAMS = 10
GAMES = 50
LONGEST_VERSION = 9
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """List the events."""
    page = {"events": Tournament.objects.all(), "may_create": may_create(request.user)}
    return render(request, "home.html", page)


@require_safe
def event(request: HttpRequest, slug: str) -> HttpResponse:
    """Show an event: where and when, its rounds, the ways on."""
    tournament = event_or_404(slug)
    who = actor_of(request, tournament)
    is_done = ~Q(games__state=Game.State.OPEN)
    rounds = _rounds(tournament, who).annotate(
        tables=Count("games"), done=Count("games", filter=is_done)
    )
    page = _page(
        tournament,
        "event",
        rounds=rounds,
        players=tournament.players.count(),
        role=who.role,
        house=list(difference_words(house_differences(rules_in(current_rules(tournament))))),
        may_lead=permissions.refusal(Action.LEAD, who, tournament) is None,
    )
    return render(request, "tournament/public/event.html", page)


@require_safe
def games(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the games of one round, the visitor's own tables first."""
    tournament = event_or_404(slug)
    who = actor_of(request, tournament)
    rounds = list(_rounds(tournament, who))
    round_ = _chosen(rounds, request.GET.get("round"))
    rows = _game_rows(tournament, round_, public=_sees_only_public(who, tournament))
    table = GamesTable(rows)
    RequestConfig(request, paginate={"per_page": GAMES}).configure(table)
    own = [row for row in rows if row.game.table_id in who.tables and who.role == Role.REFEREE]
    page = _page(
        tournament,
        "games",
        rounds=rounds,
        round=round_,
        table=table,
        own=GamesTable(own, caption=_("My tables")) if own else None,
        held_back=any(row.result.hands and not row.result.counts for row in rows),
    )
    return render(request, "tournament/public/games.html", page)


@require_safe
def standings(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the individual standing; `?q=` finds a number or a name, `?v=` asks for what is new."""
    shown = live.take_version(request)
    if _is_current(slug, shown):
        return live.unchanged()
    results = _results(request, slug)
    query = request.GET.get("q", "").strip()
    rows = [row for row in standing_rows(results) if not query or row.matches(query)]
    table = StandingsTable(results, rows)
    RequestConfig(request, paginate={"per_page": ROWS}).configure(table)
    page = _standing_page(results, "standings", table=table, query=query)
    return _live(request, results, "standings", page, is_piece=shown is not None)


@require_safe
def teams(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the team standing, each team with its members; `?v=` asks for what is new."""
    shown = live.take_version(request)
    if _is_current(slug, shown):
        return live.unchanged()
    results = _results(request, slug)
    table = TeamsTable(results)
    RequestConfig(request, paginate={"per_page": TEAMS}).configure(table)
    page = _standing_page(results, "teams", table=table)
    return _live(request, results, "teams", page, is_piece=shown is not None)


@require_safe
def player(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show one player: the next seat, rank and totals, every round, penalties."""
    results = _results(request, slug)
    found = get_object_or_404(results.tournament.players, number=number)
    page = _standing_page(results, "player", page=player_page(results, found))
    return render(request, "tournament/public/player.html", page)


@require_safe
def workbook(request: HttpRequest, slug: str) -> HttpResponse:
    """Answer with the results as an Excel file, in the language of the page."""
    results = _results(request, slug)
    # The address is ASCII; the full name goes into the second form (RFC 6266).
    name = quote(f"{results.tournament.name}.xlsx", safe="")
    disposition = f"attachment; filename=\"{slug}.xlsx\"; filename*=UTF-8''{name}"
    response = HttpResponse(content_type=XLSX, headers={"Content-Disposition": disposition})
    save_results(results, response)
    return response


def _page(tournament: Tournament, section: str, **facts: Any) -> dict[str, Any]:
    """Return what every page of an event needs; `section` is the tab that is open."""
    return {
        "tournament": tournament,
        "section": section,
        "has_teams": tournament.teams.exists(),
        **facts,
    }


def _standing_page(results: Results, section: str, **facts: Any) -> dict[str, Any]:
    changed = last_change(results.tournament)
    return _page(results.tournament, section, results=results, changed=changed, **facts)


def _is_current(slug: str, shown: str | None) -> bool:
    """Whether a piece that shows version `shown` of the standings shows them all, in one query."""
    if not shown or not shown.isascii() or not shown.isdecimal() or len(shown) > LONGEST_VERSION:
        return False
    return Tournament.objects.filter(slug=slug, standings_version=int(shown)).exists()


def _live(
    request: HttpRequest, results: Results, name: str, page: dict[str, Any], *, is_piece: bool
) -> HttpResponse:
    """Show a standing, or the piece of it that follows the event."""
    page["live_url"] = live.piece_url(request, results.version)
    if is_piece:
        page["is_piece"] = True
        return live.never_kept(render(request, f"tournament/public/_live_{name}.html", page))
    return render(request, f"tournament/public/{name}.html", page)


def _sees_only_public(who: Actor, tournament: Tournament) -> bool:
    return permissions.refusal(Action.SEE_HIDDEN_RESULTS, who, tournament) is not None


def _results(request: HttpRequest, slug: str) -> Results:
    """Return the event's results as far as the visitor may see them, or answer 404."""
    tournament = event_or_404(slug)
    who = actor_of(request, tournament)
    return event_results(tournament, public=_sees_only_public(who, tournament))


def _rounds(tournament: Tournament, who: Actor) -> QuerySet[Round]:
    """Return the rounds the visitor may see, in order."""
    rounds = tournament.rounds.exclude(state=Round.State.CANCELLED)
    if permissions.refusal(Action.SEE_DRAFTS, who, tournament):
        rounds = rounds.exclude(state=Round.State.DRAFT)
    return rounds.order_by("number")


def _chosen(rounds: Sequence[Round], asked: str | None) -> Round | None:
    """Return the round asked for, else the current one; answer 404 for one that is not there."""
    if asked is None:
        return _current(rounds)
    for round_ in rounds:
        if str(round_.number) == asked:
            return round_
    raise Http404


def _current(rounds: Sequence[Round]) -> Round | None:
    """Return the round being played, else the next one, else the last one played."""
    for state in (Round.State.RUNNING, Round.State.PUBLISHED):
        for round_ in rounds:
            if round_.state == state:
                return round_
    played = [round_ for round_ in rounds if round_.state == Round.State.CLOSED]
    candidates = played or rounds
    return candidates[-1] if candidates else None


def _game_rows(
    tournament: Tournament, round_: Round | None, *, public: bool
) -> tuple[GameRow, ...]:
    """Return the games of a round with the people at its tables."""
    if round_ is None:
        return ()
    players = {player.pk: player for player in tournament.players.all()}
    results = game_results(Game.objects.filter(round=round_), tournament, public=public)
    return tuple(GameRow(result, players, tournament) for result in results)
