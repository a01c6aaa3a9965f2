"""Small complete worlds, made through the services: plain functions with obvious defaults."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import count

from django.contrib.auth.models import User
from django.urls import reverse

from scoring.entry import HandEntry, Outcome
from tournament.models import Game, Hand, Player, Role, Round, Tournament
from tournament.services.events import create_tournament
from tournament.services.hands import record_hand
from tournament.services.log import Request
from tournament.services.people import add_player, add_team
from tournament.services.rounds import close_round, publish_round, seat_round, start_round
from tournament.services.staff import appoint

_numbers = count(1)
PASSWORD = "only-for-tests-1998"

DRAWN = HandEntry(Outcome.DRAW)


def discard_win(winner: int = 0, discarder: int = 1, points: int = 8) -> HandEntry:
    return HandEntry(Outcome.DISCARD, winner=winner, discarder=discarder, fan_points=points)


def self_draw_win(winner: int = 0, points: int = 8) -> HandEntry:
    return HandEntry(Outcome.SELF_DRAW, winner=winner, fan_points=points)


def make_user(username: str = "", *, superuser: bool = False) -> User:
    username = username or f"user{next(_numbers)}"
    if superuser:
        return User.objects.create_superuser(username, password=PASSWORD)
    return User.objects.create_user(username, password=PASSWORD)


def make_tournament(*, players: int = 4, teams: int = 0, **fields: object) -> Tournament:
    """An event with `players` entries 1…n, dealt to `teams` teams in turn."""
    fields = {"profile": "guobiao", "name": "Test event", **fields}
    slug = str(fields.pop("slug", f"event{next(_numbers)}"))
    tournament = create_tournament(slug=slug, request=Request(), **fields)
    made = [
        add_team(tournament=tournament, number=number, request=Request())
        for number in range(1, teams + 1)
    ]
    for number in range(1, players + 1):
        team = made[(number - 1) % teams] if teams else None
        add_player(tournament=tournament, number=number, team=team, request=Request())
    return tournament


def make_official(
    tournament: Tournament, role: Role, *, tables: Sequence[int] = (), username: str = ""
) -> User:
    user = make_user(username or f"{role}{next(_numbers)}")
    appoint(tournament=tournament, user=user, role=role, tables=tuple(tables), request=Request())
    return user


def make_round(
    tournament: Tournament, *, number: int = 1, state: str = Round.State.RUNNING
) -> Round:
    """
    A round with everybody seated in entry order, table 1 from entry 1 on, moved to `state`.

    The round that runs is closed before another one starts.
    """
    players = list(tournament.players.order_by("number"))
    seated = len(players) // 4 * 4
    tables = {1 + i // 4: tuple(players[i : i + 4]) for i in range(0, seated, 4)}
    round_ = seat_round(
        stage=tournament.stages.get(order=1), number=number, tables=tables, request=Request()
    )
    path = [Round.State.DRAFT, Round.State.PUBLISHED, Round.State.RUNNING, Round.State.CLOSED]
    moves = (publish_round, start_round, shut_round)[: path.index(Round.State(state))]
    if start_round in moves:
        for running in tournament.rounds.filter(state=Round.State.RUNNING):
            shut_round(round_=running, request=Request())
    for move in moves:
        round_ = move(round_=round_, request=Request())
    tournament.refresh_from_db()  # its first start set it running
    return round_


def shut_round(*, round_: Round, request: Request) -> Round:
    """Close a round, complete or not."""
    return close_round(round_=round_, override=True, request=replace(request, reason="test"))


def make_game(*, state: str = Round.State.RUNNING, players: int = 4, **fields: object) -> Game:
    """Table 1 of round 1 of a new event."""
    tournament = make_tournament(players=players, **fields)
    return make_round(tournament, state=state).games.get(table__number=1)


def make_hand(game: Game, number: int = 1, entry: HandEntry | None = None) -> Hand:
    return record_hand(
        game=game, number=number, entry=entry or discard_win(), replaces=0, request=Request()
    ).hand


def game_url(game: Game, name: str, **where: int) -> str:
    """The address of a page of a game."""
    return reverse(
        f"tournament:{name}",
        kwargs={
            "slug": game.round.tournament.slug,
            "round_number": game.round.number,
            "table_number": game.table.number,
            **where,
        },
    )


def player(game: Game, start: int) -> Player:
    return game.seats.get(start=start).player
