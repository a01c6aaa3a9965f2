"""
The event's numbers: fetches rows and hands them to `tournament.standings`.

Pages, workbooks, commands and exports all read here; no number is made anywhere else.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from functools import cached_property

from django.db.models import Count, Q, QuerySet, Sum

from scoring.rules.penalties import Measure
from tournament.models import (
    ActionLog,
    Game,
    Hand,
    HandScore,
    Penalty,
    PenaltyShare,
    Player,
    Publication,
    Round,
    Seat,
    Team,
    Tournament,
)
from tournament.standings import (
    Adjustment,
    Entry,
    Line,
    SeatResult,
    SumCheck,
    TeamEntry,
    TeamLine,
    Tiebreak,
    check_sum,
    credited_player,
    from_twelfths,
    standings,
    table_points,
    team_standings,
)

SHOWN_ROUNDS = (Round.State.PUBLISHED, Round.State.RUNNING, Round.State.CLOSED)


@dataclass(frozen=True, slots=True)
class GameResult:
    """
    One game as it stands; every tuple runs A to D.

    `scores` are final scores, starting score and penalties included. `counts` tells whether the
    standings sum it; `hands` is how many hands are recorded, unplayed ones included.
    """

    game: Game
    seats: tuple[Seat, ...]
    scores: tuple[int, ...]
    table_points: tuple[Fraction, ...]
    penalties: tuple[int, ...]
    check: SumCheck
    hands: int
    counts: bool

    @property
    def is_blank(self) -> bool:
        """Whether nothing says how the game went: a penalty alone does not."""
        return self.game.result == Game.Result.HANDS and not self.hands


@dataclass(frozen=True, slots=True)
class Place:
    """One player's seat in one game; `credited` is false where an outside substitute's is not."""

    result: GameResult
    index: int
    credited: bool

    @property
    def seat(self) -> Seat:
        """The seat itself."""
        return self.result.seats[self.index]

    @property
    def others(self) -> tuple[Seat, ...]:
        """The three other seats, A to D."""
        return tuple(seat for seat in self.result.seats if seat is not self.seat)

    @property
    def score(self) -> int:
        """The final score, starting score included."""
        return self.result.scores[self.index]

    @property
    def table_points(self) -> Fraction:
        """The table points of the game."""
        return self.result.table_points[self.index]


@dataclass(frozen=True)
class Results:
    """
    Everything the standings of an event are made of, and the standings.

    `public` tells that the event's publication rule was applied; `disqualified` are players.
    """

    tournament: Tournament
    public: bool
    version: int
    players: Mapping[int, Player]
    teams: Mapping[int, Team]
    games: tuple[GameResult, ...]
    adjustments: tuple[Adjustment, ...]
    disqualified: frozenset[int | None] = frozenset()

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """The individual standing, best first."""
        ladder = tuple(Tiebreak(rung) for rung in self.tournament.tie_ladder)
        return standings(self._entries, self._seat_results, self.adjustments, ladder=ladder)

    @cached_property
    def team_lines(self) -> tuple[TeamLine, ...]:
        """The team standing, best first; empty in an event without teams."""
        teams = [TeamEntry(team.pk, team.number) for team in self.teams.values()]
        return team_standings(teams, self._entries, self._seat_results, self.adjustments)

    @cached_property
    def rounds(self) -> tuple[int, ...]:
        """The numbers of the rounds with a counted game."""
        return tuple(sorted({game.game.round.number for game in self.games if game.counts}))

    @cached_property
    def places(self) -> Mapping[int, tuple[Place, ...]]:
        """Where each player's entry is seated, by round; games without a result included."""
        places: defaultdict[int, list[Place]] = defaultdict(list)
        for game in self.games:
            for index, seat in enumerate(game.seats):
                credited = _credited(seat, self.tournament) is not None
                places[seat.player_id].append(Place(game, index, credited))
        return {player: tuple(rows) for player, rows in places.items()}

    @cached_property
    def _entries(self) -> tuple[Entry, ...]:
        return tuple(
            Entry(
                player=player.pk,
                number=player.number,
                team=player.team_id,
                ranked=player.is_ranked,
                withdrawn=player.status == Player.Status.WITHDRAWN,
                disqualified=player.pk in self.disqualified,
                lot=player.lot_number,
            )
            for player in self.players.values()
        )

    @cached_property
    def _seat_results(self) -> tuple[SeatResult, ...]:
        return tuple(
            row for game in self.games for row in _seat_results(game, self.tournament, self.players)
        )


def _seat_results(
    result: GameResult, tournament: Tournament, players: Mapping[int, Player]
) -> Iterable[SeatResult]:
    for seat, score, points in zip(result.seats, result.scores, result.table_points, strict=True):
        yield SeatResult(
            round=result.game.round.number,
            table=result.game.table.number,
            player=_credited(seat, tournament),
            team=players[seat.player_id].team_id,
            score=score - tournament.starting_score,
            table_points=points,
            counts=result.counts,
            member=seat.player_id,
        )


def _credited(seat: Seat, tournament: Tournament) -> int | None:
    return credited_player(
        seat.player_id,
        outside=bool(seat.played_by_name),
        counts=tournament.outside_substitute_counts,
    )


def event_results(tournament: Tournament, *, public: bool = True) -> Results:
    """
    Return the results of `tournament` in eleven queries.

    With `public` only what the event's publication rule shows counts; without it, everything.
    """
    # The version first: rows read after it are at least as new as it says.
    version = Tournament.objects.values_list("standings_version", flat=True).get(pk=tournament.pk)
    players = {player.pk: player for player in tournament.players.order_by("number")}
    teams = {team.pk: team for team in tournament.teams.order_by("number")}
    games = game_results(
        Game.objects.filter(round__tournament=tournament, round__state__in=SHOWN_ROUNDS),
        tournament,
        public=public,
    )
    decided = _decided_in_the_event(tournament, public=public)
    return Results(
        tournament=tournament,
        public=public,
        version=version,
        players=players,
        teams=teams,
        games=games,
        adjustments=tuple(_adjustment(row, players) for row in decided if row.table_points),
        disqualified=frozenset(
            row.player_id for row in decided if row.measure == Measure.DISQUALIFICATION
        ),
    )


@dataclass(frozen=True, slots=True)
class _Rows:
    """What the tables hold of some games, summed: by game or by seat."""

    seats: Mapping[int, Sequence[Seat]]
    won: Mapping[int, int]
    penalised: Mapping[int, int]
    fines: Mapping[int, int]
    forfeited: frozenset[int | None]
    hands: Mapping[int, int]


def game_results(
    games: QuerySet[Game], tournament: Tournament, *, public: bool = True
) -> tuple[GameResult, ...]:
    """Return the results of some games of one event, by round and table, in seven queries."""
    rows = _fetch(games)
    ordered = games.select_related("round", "table").order_by("round__number", "table__number")
    return tuple(
        _game_result(game, rows, tournament, public=public)
        for game in ordered
        if len(rows.seats[game.pk]) == 4
    )


def result_of_rows(
    game: Game,
    tournament: Tournament,
    seats: Sequence[Seat],
    scores: Iterable[HandScore],
    penalties: Iterable[Penalty],
) -> GameResult:
    """
    Return the result of one seated game from rows fetched before, in no query of its own.

    `scores` are those of its current hands, these fetched with them; `penalties` have their shares.
    """
    scored = list(scores)
    standing = [penalty for penalty in penalties if penalty.cancelled_at is None]
    shares = [share for penalty in standing for share in penalty.shares.all()]
    played = {row.hand_id for row in scored if row.hand.outcome != Hand.Outcome.WITHDRAWN}
    rows = _Rows(
        seats={game.pk: seats},
        won=_by_seat(scored),
        penalised=_by_seat(shares),
        fines={game.pk: -sum(share.points for share in shares)},
        forfeited=frozenset(penalty.seat_id for penalty in standing if penalty.forfeit),
        hands={game.pk: len(played)},
    )
    return _game_result(game, rows, tournament, public=False)


def _by_seat(rows: Iterable[HandScore | PenaltyShare]) -> Mapping[int, int]:
    sums: defaultdict[int, int] = defaultdict(int)
    for row in rows:
        sums[row.seat_id] += row.points
    return sums


def _fetch(games: QuerySet[Game]) -> _Rows:
    seats: dict[int, list[Seat]] = defaultdict(list)
    for seat in Seat.objects.filter(game__in=games).order_by("start"):
        seats[seat.game_id].append(seat)
    # Hand points and penalties are summed apart: a join of both would multiply them.
    won = HandScore.objects.filter(hand__is_current=True, seat__game__in=games)
    shares = PenaltyShare.objects.filter(penalty__cancelled_at__isnull=True, seat__game__in=games)
    forfeits = Penalty.objects.standing().filter(game__in=games, forfeit=True)
    hands = Hand.objects.current().filter(game__in=games).exclude(outcome=Hand.Outcome.WITHDRAWN)
    return _Rows(
        seats=seats,
        won=dict(won.values_list("seat").annotate(total=Sum("points"))),
        penalised=dict(shares.values_list("seat").annotate(total=Sum("points"))),
        # What no other seat got: compensations add up to nothing.
        fines=dict(shares.values_list("seat__game").annotate(taken=-Sum("points"))),
        forfeited=frozenset(forfeits.values_list("seat", flat=True)),
        hands=dict(hands.values_list("game").annotate(count=Count("pk"))),
    )


def _game_result(game: Game, rows: _Rows, tournament: Tournament, *, public: bool) -> GameResult:
    seats = tuple(rows.seats[game.pk])
    penalties = tuple(rows.penalised.get(seat.pk, 0) for seat in seats)
    scores = _scores(game, seats, rows, tournament)
    hands = rows.hands.get(game.pk, 0)
    has_result = hands > 0 or game.result != Game.Result.HANDS or any(penalties)
    return GameResult(
        game=game,
        seats=seats,
        scores=scores,
        table_points=_table_points(game, seats, scores, rows, tournament),
        penalties=penalties,
        check=check_sum(scores, max(rows.fines.get(game.pk, 0), 0), tournament.starting_score),
        hands=hands,
        counts=has_result and (not public or is_public(game, tournament)),
    )


def _scores(
    game: Game, seats: Sequence[Seat], rows: _Rows, tournament: Tournament
) -> tuple[int, ...]:
    if game.result == Game.Result.TOTALS:
        return tuple(seat.total or 0 for seat in seats)
    return tuple(
        tournament.starting_score + rows.won.get(seat.pk, 0) + rows.penalised.get(seat.pk, 0)
        for seat in seats
    )


def _table_points(
    game: Game, seats: Sequence[Seat], scores: Sequence[int], rows: _Rows, tournament: Tournament
) -> tuple[Fraction, ...]:
    if game.result == Game.Result.AWARD:
        return tuple(
            from_twelfths(0 if seat.pk in rows.forfeited else seat.awarded or 0) for seat in seats
        )
    absent = [
        index
        for index, seat in enumerate(seats)
        if seat.present_from is None or seat.pk in rows.forfeited
    ]
    return table_points(scores, vector=tournament.table_point_vector, absent=absent)


def is_public(game: Game, tournament: Tournament) -> bool:
    """Whether the event's publication rule shows the result of `game`, its round being fetched."""
    if tournament.publication == Publication.SIGNED:
        return game.state != Game.State.OPEN
    if tournament.publication == Publication.HIDDEN and tournament.hidden_from_round:
        return game.round.number < tournament.hidden_from_round
    return True


def _decided_in_the_event(tournament: Tournament, *, public: bool) -> tuple[Penalty, ...]:
    """What standing penalties do beyond their game: take table points, or a player out."""
    rows = Penalty.objects.standing().filter(
        Q(table_points__gt=0) | Q(measure=Measure.DISQUALIFICATION), tournament=tournament
    )
    return tuple(
        penalty
        for penalty in rows.select_related("game__round")
        if not public or _penalty_is_public(penalty, tournament)
    )


def _adjustment(penalty: Penalty, players: Mapping[int, Player]) -> Adjustment:
    """Return what a penalty takes: a player's from the sum of his team too, as his games count."""
    player = players.get(penalty.player_id or 0)
    return Adjustment(
        player=penalty.player_id,
        team=player.team_id if player else penalty.team_id,
        table_points=-from_twelfths(penalty.table_points),
    )


def _penalty_is_public(penalty: Penalty, tournament: Tournament) -> bool:
    """Whether the publication rule shows a penalty: with its game, if it has one."""
    return penalty.game is None or is_public(penalty.game, tournament)


def event_penalties(tournament: Tournament, *, public: bool = True) -> tuple[Penalty, ...]:
    """
    Return the penalties of an event as given, cancelled ones too, in three queries.

    Players, games, officials and shares come with them; with `public`, penalties of games whose
    result is not public yet stay out.
    """
    penalties = (
        Penalty.objects.filter(tournament=tournament)
        .select_related(
            "round",
            "game__round",
            "game__table",
            "player__team",
            "team",
            "decided_by",
            "cancelled_by",
        )
        .prefetch_related("shares__seat")
        .order_by("pk")
    )
    return tuple(row for row in penalties if not public or _penalty_is_public(row, tournament))


def corrections(games: Iterable[Game]) -> Mapping[int, int]:
    """Return how often hands of each game were entered anew after the first time, in one query."""
    later = Hand.objects.filter(game__in=games, version__gt=1)
    return dict(later.order_by().values_list("game").annotate(count=Count("pk")))


def last_change(tournament: Tournament) -> datetime | None:
    """Return when something in the event last changed."""
    rows = ActionLog.objects.filter(tournament=tournament).order_by("-pk")
    return rows.values_list("at", flat=True).first()
