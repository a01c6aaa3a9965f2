"""Makes an event of the short files, through the services; says where the files disagree."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from tournament.event_format import (
    EXPECTED_FILE,
    EXPECTED_TEAMS_FILE,
    IMPORTED,
    SEATS,
    penalty_parts,
    points_text,
)
from tournament.imports.short_files import ExpectedLine, HandLine, ShortEvent, TableLine
from tournament.models import Game, Player, Round, Tournament
from tournament.results import GameResult, event_results
from tournament.services.events import create_tournament
from tournament.services.games import enter_totals
from tournament.services.log import Request
from tournament.services.penalties import add_penalty
from tournament.services.people import add_player, add_team
from tournament.services.restore import restore_hands, restore_round, restore_signed
from tournament.services.rounds import seat_round
from tournament.services.rulings import Ruling
from tournament.standings import Line, TeamLine

Games = Mapping[tuple[int, int], Game]


def load_short_event(
    event: ShortEvent, *, slug: str, name: str, profile: str, starting_score: int = 0
) -> Tournament:
    """Make the event; the caller holds the transaction. Raise what the services raise."""
    tournament = create_tournament(
        slug=slug,
        name=name,
        profile=profile,
        starting_score=starting_score,
        state=Tournament.State.RUNNING,
        request=Request(),
    )
    players = _add_players(tournament, event)
    games = _seat_rounds(tournament, event, players)
    for line in event.tables:
        _fill(games[line.key], line, event.hands_of[line.key])
    for round_ in tournament.rounds.order_by("pk"):
        if all(line.completed for line in event.tables if line.round == round_.number):
            restore_round(round_=round_, state=Round.State.CLOSED, request=Request())
    tournament.refresh_from_db()
    return tournament


def _add_players(tournament: Tournament, event: ShortEvent) -> Mapping[int, Player]:
    numbers = sorted({player.team for player in event.players if player.team is not None})
    teams = {n: add_team(tournament=tournament, number=n, request=Request()) for n in numbers}
    return {
        player.number: add_player(
            tournament=tournament,
            number=player.number,
            team=None if player.team is None else teams[player.team],
            request=Request(),
        )
        for player in event.players
    }


def _seat_rounds(tournament: Tournament, event: ShortEvent, players: Mapping[int, Player]) -> Games:
    games: dict[tuple[int, int], Game] = {}
    for number in sorted({line.round for line in event.tables}):
        tables = {
            line.table: tuple(players[player] for player in line.players)
            for line in event.tables
            if line.round == number
        }
        round_ = seat_round(
            stage=tournament.stages.get(order=1), number=number, tables=tables, request=Request()
        )
        round_ = restore_round(round_=round_, state=Round.State.RUNNING, request=Request())
        for game in round_.games.select_related("table"):
            games[number, game.table.number] = game
    return games


def _fill(game: Game, line: TableLine, hands: Sequence[HandLine]) -> None:
    """Give a game its hands and penalties, or its totals."""
    if line.totals_only:
        totals = [score or 0 for score in line.scores]
        enter_totals(game=game, totals=totals, request=Request(reason=IMPORTED))
    elif hands:
        entries = {hand.hand: hand.entry(line.players) for hand in hands}
        restore_hands(game=game, entries=entries, request=Request())
    for hand in hands:
        _penalise(game, hand)
    if line.completed:
        restore_signed(game=game, request=Request())


def _penalise(game: Game, hand: HandLine) -> None:
    for part in penalty_parts(hand.penalties):
        add_penalty(
            game=game,
            offender=part.seat,
            ruling=Ruling(part.measure, shares=part.shares),
            hand_number=hand.hand,
            request=Request(reason=IMPORTED),
        )


# --- where the files say something else -----------------------------------------------------


def differences(event: ShortEvent, tournament: Tournament) -> tuple[str, ...]:
    """Every number of the files that the event as imported does not give, as sentences."""
    results = event_results(tournament, public=False)
    by_place = {(r.game.round.number, r.game.table.number): r for r in results.games}
    remarks = [
        remark for line in event.tables for remark in _game_differences(line, by_place[line.key])
    ]
    if event.standings is not None:
        remarks += _standing_differences(EXPECTED_FILE, event.standings, results.lines)
    if event.team_standings is not None:
        remarks += _standing_differences(
            EXPECTED_TEAMS_FILE, event.team_standings, results.team_lines
        )
    return tuple(remarks)


def _game_differences(line: TableLine, result: GameResult) -> Iterator[str]:
    if not result.check.ok:
        yield (
            f"{line.place}: the scores add up to {result.check.actual}, with the fines given "
            f"they should add up to {result.check.expected}."
        )
    if not result.counts:
        return
    for seat, said, computed in zip(SEATS, line.scores, result.scores, strict=True):
        if said is not None and said != computed:
            yield f"{line.place}: {seat}_score is {said}, hands and penalties give {computed}."
    for seat, points, given in zip(SEATS, line.table_points, result.table_points, strict=True):
        if points is not None and points != given:
            yield (
                f"{line.place}: {seat}_tp is {points_text(points)}, "
                f"the scores give {points_text(given)}."
            )


def _standing_differences(
    file: str, expected: Sequence[ExpectedLine], lines: Sequence[Line | TeamLine]
) -> Iterator[str]:
    computed = [(line.rank, line.entry.number, line.table_points, line.score) for line in lines]
    said = [(line.rank, line.number, line.table_points, line.score) for line in expected]
    if len(said) != len(computed):
        yield f"{file}: {len(said)} lines, the event has {len(computed)}."
    for place, (theirs, ours) in enumerate(zip(said, computed, strict=False), start=1):
        if theirs != ours:
            yield f"{file}, place {place}: {_told(*theirs)} there, {_told(*ours)} here."


def _told(rank: int | None, number: int, points: Fraction, score: int) -> str:
    return f"rank {rank}, number {number}, {points_text(points)} points, score {score}"
