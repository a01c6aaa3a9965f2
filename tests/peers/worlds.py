"""Events for the tests beside this: drawn, played with totals, read as standings."""

from tests.factories import make_tournament
from tournament.draw import Kind
from tournament.models import Draw, Player, Round, Seat, Tournament
from tournament.results import event_results
from tournament.services.draws import Order, make_draft, publish_draw
from tournament.services.games import enter_totals
from tournament.services.log import Request
from tournament.services.rounds import close_round, start_round


def make_event(players: int = 8, **fields: object) -> Tournament:
    """An event whose players are all there."""
    event = make_tournament(players=players, **fields)
    event.players.update(status=Player.Status.CHECKED_IN)
    return event


def draft(event: Tournament, first: int = 1, last: int | None = None, seed: str = "s") -> Draw:
    order = Order(first, last or first, Kind.PLAN, seed=seed)
    return make_draft(stage=event.stages.get(), order=order, request=Request())


def published(event: Tournament, first: int = 1, last: int | None = None) -> Draw:
    return publish_draw(draw=draft(event, first, last), request=Request())


def standing_round(event: Tournament, number: int) -> Round:
    return event.rounds.exclude(state=Round.State.CANCELLED).get(number=number)


def play(event: Tournament, number: int, totals: tuple[int, ...] = (20, 10, -10, -20)) -> Round:
    """Start a round, enter the same totals at every table, close it."""
    round_ = start_round(round_=standing_round(event, number), request=Request())
    for game in round_.games.all():
        enter_totals(game=game, totals=totals, request=Request(reason="test"))
    return close_round(round_=round_, request=Request())


def seated(event: Tournament, number: int) -> list[list[int]]:
    """The entry numbers of a round by table, East first."""
    seats = Seat.objects.filter(round=standing_round(event, number))
    numbers = list(
        seats.order_by("game__table__number", "start").values_list("player__number", flat=True)
    )
    return [numbers[i : i + 4] for i in range(0, len(numbers), 4)]


def places(event: Tournament) -> list[tuple]:
    """Rank, entry number, table points and score, best first."""
    return [
        (line.rank, line.entry.number, line.table_points, line.score)
        for line in event_results(event).lines
    ]
