"""A draw written down: its rounds, games and seats, its quality, what the log keeps of it."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from tournament.draw import ALGORITHM, Plan, Report, Rounds, Seating, quality, schedule_sha256
from tournament.field import Basis, hall_of, hall_tables, seatings
from tournament.models import Draw, Game, Player, Round, Seat, Stage, Table, Tournament
from tournament.services.draw_order import Order


def store(
    stage: Stage,
    order: Order,
    basis: Basis,
    made: Plan,
    starts: Mapping[int, datetime | None] | None = None,
) -> Draw:
    """Write a draft: the draw, its rounds, games and seats; tables the hall lacks are added."""
    draw = Draw.objects.create(
        stage=stage,
        first_round=order.first_round,
        last_round=order.last_round,
        kind=order.kind.value,
        seed=made.seed,
        algorithm=f"{made.method} {ALGORITHM}",
        constraints=wishes(order) | bounds(basis),
        quality=report_of(made.rounds, order.numbers, basis),
        sha256=_sha256(made.rounds),
    )
    seat_rounds(draw, order.numbers, made.rounds, basis.hall, starts)
    return draw


def wishes(order: Order) -> dict[str, Any]:
    """Return what was asked for, as a draw keeps it."""
    return {
        "include_entered": order.include_entered,
        "teams_apart": order.teams_apart,
        "clubs_apart": order.clubs_apart,
        "prefix_first": order.prefix_first,
        "finalists": order.finalists,
    }


def bounds(basis: Basis) -> dict[str, Any]:
    """Return what a draw had to heed, its hall, and the swaps made in it so far: none."""
    constraints = basis.constraints
    return {
        "apart": [list(group) for group in constraints.apart],
        "loose": [[list(group.players), group.weight] for group in constraints.loose],
        "tables": [[player, basis.hall[place]] for player, place in constraints.tables],
        "standing": list(basis.standing),
        "teams": [list(team) for team in basis.teams],
        "hall": list(basis.hall),
        "swaps": [],
    }


def report_of(made: Rounds, rounds: Sequence[int], basis: Basis) -> dict[str, Any]:
    """Return the quality of rounds drawn for a basis, as a draw keeps it."""
    constraints = basis.constraints
    report = quality(
        made,
        history=basis.history,
        apart=constraints.apart,
        loose=[(group.players, group.weight) for group in constraints.loose],
        tables=dict(constraints.tables),
        ranks=_ranks(basis.standing),
    )
    return _plain(report, rounds, basis.hall)


def seat_rounds(
    draw: Draw,
    numbers: Sequence[int],
    made: Rounds,
    hall: Sequence[int],
    starts: Mapping[int, datetime | None] | None = None,
) -> None:
    """Write the rounds of a draw, their games and seats; tables the hall lacks are added."""
    tournament = draw.stage.tournament
    tables = _hall(tournament, hall)
    places = [tables[number] for number in hall]
    players = {player.number: player for player in tournament.players.all()}
    for number, seating in zip(numbers, made, strict=True):
        round_ = Round.objects.create(
            tournament=tournament,
            stage=draw.stage,
            number=number,
            draw=draw,
            planned_start=(starts or {}).get(number),
        )
        _seat(round_, seating, places, players)


def _seat(
    round_: Round, seating: Seating, places: Sequence[Table], players: Mapping[int, Player]
) -> None:
    """Write the games of a round and who sits there; a place of the hall may stay empty."""
    used = [(places[number], table) for number, table in enumerate(seating) if table]
    games = Game.objects.bulk_create(Game(round=round_, table=place) for place, _ in used)
    Seat.objects.bulk_create(
        Seat(game=game, round=round_, start=start, player=players[player])
        for game, (_, table) in zip(games, used, strict=True)
        for start, player in enumerate(table)
    )


def _hall(tournament: Tournament, numbers: Sequence[int]) -> dict[int, Table]:
    tables = {table.number: table for table in tournament.tables.all()}
    added = Table.objects.bulk_create(
        Table(tournament=tournament, number=number) for number in numbers if number not in tables
    )
    return tables | {table.number: table for table in added}


def _plain(report: Report, rounds: Sequence[int], hall: Sequence[int]) -> dict[str, Any]:
    """Return a report as plain data with the numbers people know, those of its rounds beside."""
    return report.numbered(rounds, hall) | {"numbers": list(rounds)}


def _ranks(standing: Sequence[int]) -> dict[int, int] | None:
    return {player: place for place, player in enumerate(standing, 1)} or None


def measure(draw: Draw) -> None:
    """Count the draw's quality and hash again from the seats as they stand."""
    tournament = draw.stage.tournament
    hall = hall_of(draw, hall_tables(tournament, 0))
    standing = seatings(tournament, hall)
    own = list(
        draw.rounds.exclude(state=Round.State.CANCELLED)
        .order_by("number")
        .values_list("number", flat=True)
    )
    rounds = [standing[number] for number in own]
    history = [seating for number, seating in standing.items() if number not in own]
    kept = draw.constraints
    report = quality(
        rounds,
        history=history,
        apart=kept.get("apart", ()),
        loose=kept.get("loose", ()),
        tables={player: hall.index(number) for player, number in kept.get("tables", ())},
        ranks=_ranks(kept.get("standing", ())),
    )
    draw.quality = _plain(report, own, hall)
    draw.sha256 = _sha256(_drawn(draw))
    draw.save(update_fields=["constraints", "quality", "sha256"])


def _drawn(draw: Draw) -> list[Seating]:
    """Return the used tables of all rounds of a draw: the hash is about cancelled ones too."""
    rounds: dict[int, dict[int, list[int]]] = {}
    for number, table, player in (
        Seat.objects.filter(round__draw=draw)
        .order_by("round__number", "game__table__number", "start")
        .values_list("round__number", "game__table__number", "player__number")
    ):
        rounds.setdefault(number, {}).setdefault(table, []).append(player)
    return [tuple(map(tuple, tables.values())) for tables in rounds.values()]


def _sha256(rounds: Sequence[Seating]) -> str:
    """Hash the tables that are used."""
    return schedule_sha256([[table for table in seating if table] for seating in rounds])


def told(draw: Draw) -> dict[str, Any]:
    """What the log keeps of a draw."""
    return {
        "rounds": [draw.first_round, draw.last_round],
        "kind": draw.kind,
        "seed": draw.seed,
        "algorithm": draw.algorithm,
        "sha256": draw.sha256,
        "state": draw.state,
    }
