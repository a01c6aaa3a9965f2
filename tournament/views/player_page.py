"""What a player's page shows, put together from the results of the event."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext

from tournament.models import Game, Penalty, Player, Round, Team
from tournament.results import Place, Results, corrections, event_penalties
from tournament.standings import Line
from tournament.tables import GameRow, measures, offence_name, offences_of
from tournament.tables.base import numbered
from tournament.tables.games import game_state


@dataclass(frozen=True, slots=True)
class Neighbour:
    """Somebody at the same table; `wind` is 0 for East."""

    wind: int
    player: Player

    @property
    def label(self) -> str:
        """Entry number and name."""
        return numbered(self.player)


@dataclass(frozen=True, slots=True)
class PlayerRound:
    """One game of the player."""

    place: Place
    entry: str
    others: tuple[Neighbour, ...]
    substitute: str
    corrections: int

    @property
    def game(self) -> Game:
        """The game."""
        return self.place.result.game

    @property
    def state(self) -> str:
        """How the game stands, in words."""
        return game_state(self.place.result)[1]


@dataclass(frozen=True, slots=True)
class PlayerPenalty:
    """One penalty of the player in words; `points` negative."""

    penalty: Penalty
    offence: str
    measures: str
    points: int

    @property
    def circumstances(self) -> str:
        """Round, hand and reasons in one line, as far as there are any."""
        penalty = self.penalty
        hand = penalty.hand_number and gettext("hand %(number)s") % {"number": penalty.hand_number}
        facts = (penalty.round, hand, penalty.reason, penalty.cancel_reason)
        return " · ".join(str(fact) for fact in facts if fact)


@dataclass(frozen=True, slots=True)
class PlayerPage:
    """One player's page."""

    player: Player
    team: Team | None
    line: Line
    ranked: int
    next: PlayerRound | None
    rounds: tuple[PlayerRound, ...]
    substituted: tuple[PlayerRound, ...]
    penalties: tuple[PlayerPenalty, ...]
    is_disqualified: bool

    @property
    def label(self) -> str:
        """Entry number and name."""
        return numbered(self.player)


def player_page(results: Results, player: Player) -> PlayerPage:
    """Return the page of a player of the event, in six queries."""
    counts = corrections([game.game for game in results.games if game.counts])
    rounds = tuple(_round(results, place, counts) for place in results.places.get(player.pk, ()))
    is_disqualified = player.pk in results.disqualified
    still = () if is_disqualified else rounds
    return PlayerPage(
        player=player,
        team=results.teams.get(player.team_id or 0),
        line=next(line for line in results.lines if line.entry.player == player.pk),
        ranked=sum(1 for line in results.lines if line.rank is not None),
        next=next((row for row in still if _is_next(row, results)), None),
        rounds=rounds,
        substituted=tuple(
            _round(results, place, counts)
            for places in results.places.values()
            for place in places
            if place.seat.played_by_id == player.pk
        ),
        penalties=_penalties(results, player),
        is_disqualified=is_disqualified,
    )


def _round(results: Results, place: Place, counts: Mapping[int, int]) -> PlayerRound:
    row = GameRow(place.result, results.players, results.tournament)
    return PlayerRound(
        place=place,
        entry=numbered(results.players[place.seat.player_id]),
        others=tuple(
            Neighbour(seat.start, results.players[seat.player_id]) for seat in place.others
        ),
        substitute=row.substitute(place.index),
        corrections=counts.get(place.result.game.pk, 0),
    )


def _is_next(row: PlayerRound, results: Results) -> bool:
    """Whether the game is still to be played, or being played."""
    return (
        row.game.round.state in (Round.State.PUBLISHED, Round.State.RUNNING)
        and row.game.state == Game.State.OPEN
        and row.game.result == Game.Result.HANDS
        and row.place.result.hands < results.tournament.hands_per_game
    )


def _penalties(results: Results, player: Player) -> tuple[PlayerPenalty, ...]:
    offences = offences_of(results.tournament)
    return tuple(
        PlayerPenalty(
            penalty=penalty,
            offence=offence_name(penalty, offences),
            measures=" + ".join(measures(penalty)),
            points=penalty.own_points,
        )
        for penalty in event_penalties(results.tournament, public=results.public)
        if penalty.player_id == player.pk
    )
