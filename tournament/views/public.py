"""What anybody reads: events, games, standings, teams, players."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.db.models import Count, Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from scoring.house import difference_words
from scoring.rules.house import house_differences
from tournament import permissions
from tournament.models import Game, Player, Role, Round, Tournament
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
from tournament.tables.base import paged
from tournament.views import live
from tournament.views.account import posts_of, workplace
from tournament.views.fetch import actor_of, event_or_404, rights
from tournament.views.player_page import player_page

ROWS = 20
TEAMS = 10
GAMES = 50
LONGEST_VERSION = 9


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """List the events, those one works in first."""
    posts = posts_of(request.user)
    own = [post.tournament_id for post in posts]
    page = {
        "posts": [(post, workplace(post)) for post in posts],
        "events": Tournament.objects.exclude(pk__in=own),
        "may_create": may_create(request.user),
    }
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
        who,
        "event",
        rounds=rounds,
        counts=_counts(tournament),
        seats_come_first=_seats_come_first(rounds),
        house=list(difference_words(house_differences(rules_in(current_rules(tournament))))),
    )
    return render(request, "tournament/public/event.html", page)


def _counts(tournament: Tournament) -> dict[str, int]:
    """Return how many play for a place, how many fill tables, how many left, in one query."""
    gone = Q(status=Player.Status.WITHDRAWN)
    return tournament.players.aggregate(
        players=Count("pk", filter=Q(is_ranked=True) & ~gone),
        fillers=Count("pk", filter=Q(is_ranked=False) & ~gone),
        withdrawn=Count("pk", filter=gone),
    )


def _seats_come_first(rounds: Iterable[Round]) -> bool:
    """Whether seats are published and no round has started."""
    states = {round_.state for round_ in rounds}
    return Round.State.PUBLISHED in states and not states & permissions.PLAYED


@require_safe
def games(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the games of one round, the visitor's own tables first."""
    tournament = event_or_404(slug)
    who = actor_of(request, tournament)
    rounds = list(_rounds(tournament, who))
    round_ = _chosen(rounds, request.GET.get("round"))
    rows = _game_rows(tournament, round_, public=_sees_only_public(who, tournament))
    table = GamesTable(rows, work="grid" if who.role == Role.CLERK else "sheet")
    paged(request, table, GAMES)
    own = [row for row in rows if row.game.table_id in who.tables and who.role == Role.REFEREE]
    page = _page(
        tournament,
        who,
        "games",
        rounds=rounds,
        round=round_,
        table=table,
        has_tables=bool(who.tables),
        own=GamesTable(own, caption=_("My tables"), work="next-hand") if own else None,
        held_back=any(row.result.hands and not row.result.counts for row in rows),
    )
    return render(request, "tournament/public/games.html", page)


@require_safe
def standings(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the individual standing; `?q=` finds a number or a name, `?v=` asks for what is new."""
    shown = live.take_version(request)
    if _is_current(slug, shown):
        return live.unchanged()
    results, who = results_of(request, slug)
    query = request.GET.get("q", "").strip()
    rows = [row for row in standing_rows(results) if not query or row.matches(query)]
    table = StandingsTable(results, rows)
    paged(request, table, ROWS)
    page = _standing_page(results, who, "standings", table=table, query=query)
    return _live(request, results, "standings", page, is_piece=shown is not None)


@require_safe
def teams(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the team standing, each team with its members; `?v=` asks for what is new."""
    shown = live.take_version(request)
    if _is_current(slug, shown):
        return live.unchanged()
    results, who = results_of(request, slug)
    table = TeamsTable(results)
    paged(request, table, TEAMS)
    page = _standing_page(results, who, "teams", table=table)
    return _live(request, results, "teams", page, is_piece=shown is not None)


@require_safe
def player(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show one player: the next seat, rank and totals, every round, penalties."""
    results, who = results_of(request, slug)
    found = get_object_or_404(results.tournament.players, number=number)
    page = _standing_page(results, who, "player", page=player_page(results, found))
    return render(request, "tournament/public/player.html", page)


def _page(tournament: Tournament, who: Actor, section: str, **facts: Any) -> dict[str, Any]:
    """Return what every page of an event needs; `section` is the tab that is open."""
    return {
        "tournament": tournament,
        "section": section,
        "has_teams": tournament.teams.exists(),
        **rights(tournament, who),
        **facts,
    }


def _standing_page(results: Results, who: Actor, section: str, **facts: Any) -> dict[str, Any]:
    changed = last_change(results.tournament)
    return _page(results.tournament, who, section, results=results, changed=changed, **facts)


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


def results_of(request: HttpRequest, slug: str) -> tuple[Results, Actor]:
    """Return the event's results as far as the visitor may see them, and who he is; or 404."""
    tournament = event_or_404(slug)
    who = actor_of(request, tournament)
    return event_results(tournament, public=_sees_only_public(who, tournament)), who


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
