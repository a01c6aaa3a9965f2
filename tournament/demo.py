"""
Seeds the demo event through the services, the same one every time.

24 players in 6 teams, three finished rounds and one running, with everything on board that pages
must be able to show: see `tournament.demo_data`.
"""

import hashlib
from dataclasses import dataclass, replace
from datetime import datetime, time, timedelta
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils import timezone

from scoring.entry import HandEntry, Outcome
from scoring.rules import parse_hand, score
from scoring.rules.penalties import Measure, Step, offence, proposed_step, shares
from tournament.demo_data import (
    CORRECTIONS,
    FINISHED_ROUNDS,
    HANDS,
    INCIDENTS,
    LAST_HAND,
    MISSING_HANDS,
    NAME,
    POINTS,
    PROFILE,
    RUNNING_ROUND,
    SEATING,
    SLUG,
    SUBSTITUTES,
    TABLE_POINT_PENALTY,
    TABLE_POINT_PENALTY_ROUND,
    TEAM_SIZE,
    TEAMS,
    TILES,
    TOTALS_ONLY,
    TOTALS_REASON,
    WITHDRAWN,
    WITHDRAWN_HANDS,
    Incident,
)
from tournament.models import Game, Player, Role, Round, Tournament
from tournament.services.events import create_tournament
from tournament.services.games import close_game, enter_totals
from tournament.services.hands import record_hand, withdraw_hand
from tournament.services.log import Request
from tournament.services.penalties import (
    add_penalty,
    cancel_penalty,
    penalise_in_table_points,
)
from tournament.services.people import add_player, add_team, withdraw_player
from tournament.services.rounds import close_round, publish_round, seat_round, start_round
from tournament.services.rulings import Ruling
from tournament.services.staff import appoint
from tournament.services.substitutes import set_substitute
from tournament.winds import SeatChange, prevalent_wind, seat_wind

if TYPE_CHECKING:
    from django.contrib.auth.models import User

WIND_LETTERS = "ESWN"
FIRST_START = time(9)
BETWEEN_STARTS = timedelta(hours=2, minutes=30)


@dataclass(frozen=True, slots=True)
class Crew:
    """The two officials of the demo event."""

    organiser: "User"
    referee: "User"


@transaction.atomic
def seed(crew: Crew) -> Tournament:
    """Make the demo event. Raise `BadState` when there is one already."""
    tournament = _create(crew)
    for number in range(1, FINISHED_ROUNDS + 1):
        round_ = _start(tournament, number, crew)
        _play(round_, crew)
        _finish(round_, crew)
    round_ = _start(tournament, RUNNING_ROUND, crew)
    for entry_number, last_round in WITHDRAWN.items():
        player = tournament.players.get(number=entry_number)
        withdraw_player(player=player, last_round=last_round, request=Request(crew.organiser))
    _play(round_, crew)
    tournament.refresh_from_db()
    return tournament


def _create(crew: Crew) -> Tournament:
    today = timezone.localdate()
    tournament = create_tournament(
        slug=SLUG,
        name=NAME,
        profile=PROFILE,
        starts_on=today,
        ends_on=today,
        state=Tournament.State.RUNNING,
        request=Request(),
    )
    for user, role in ((crew.organiser, Role.ORGANISER), (crew.referee, Role.REFEREE)):
        appoint(tournament=tournament, user=user, role=role, tables=(), request=Request())
    for team_number in range(1, TEAMS + 1):
        team = add_team(tournament=tournament, number=team_number, request=Request(crew.organiser))
        for member in range(1, TEAM_SIZE + 1):
            add_player(
                tournament=tournament,
                number=(team_number - 1) * TEAM_SIZE + member,
                team=team,
                member_number=member,
                status=Player.Status.CHECKED_IN,
                request=Request(crew.organiser),
            )
    return tournament


def _start(tournament: Tournament, number: int, crew: Crew) -> Round:
    """Seat, publish and start a round."""
    players = {player.number: player for player in tournament.players.all()}
    first = datetime.combine(
        timezone.localdate(), FIRST_START, tzinfo=ZoneInfo(tournament.time_zone)
    )
    round_ = seat_round(
        stage=tournament.stages.get(order=1),
        number=number,
        tables={
            table: tuple(players[entry] for entry in seats)
            for table, seats in enumerate(SEATING[number - 1], start=1)
        },
        planned_start=first + (number - 1) * BETWEEN_STARTS,
        request=Request(crew.organiser),
    )
    round_ = publish_round(round_=round_, request=Request(crew.organiser))
    return start_round(round_=round_, request=Request(crew.organiser))


def _play(round_: Round, crew: Crew) -> None:
    for (number, entry), name in SUBSTITUTES.items():
        if number == round_.number:
            seat = round_.seats.get(player__number=entry)
            set_substitute(seat=seat, name=name, request=Request(crew.organiser))
    for game in round_.games.select_related("table"):
        place = (round_.number, game.table.number)
        if totals := TOTALS_ONLY.get(place):
            request = Request(crew.organiser, reason=TOTALS_REASON)
            enter_totals(game=game, totals=totals, request=request)
        else:
            _play_game(game, place, crew)
    for incident in INCIDENTS:
        if incident.round == round_.number:
            _penalise(round_.games.get(table__number=incident.table), incident, crew)


def _play_game(game: Game, place: tuple[int, int], crew: Crew) -> None:
    hands = game.round.tournament.hands_per_game
    last = LAST_HAND.get(place, hands)
    for number in range(1, hands + 1):
        if number > last and game.round.number == RUNNING_ROUND:
            return
        if (*place, number) not in MISSING_HANDS:
            entry = made_up(*place, number) if number <= last else HandEntry(Outcome.NOT_PLAYED)
            _record(game, (*place, number), entry, crew)


def _record(game: Game, place: tuple[int, int, int], entry: HandEntry, crew: Crew) -> None:
    number = place[-1]
    correction = CORRECTIONS.get(place)
    first = correction.wrong if correction else entry
    request = Request(crew.referee)
    record_hand(game=game, number=number, entry=first, replaces=0, request=request)
    if correction:
        request = Request(crew.organiser, reason=correction.reason)
        record_hand(game=game, number=number, entry=entry, replaces=1, request=request)
    if reason := WITHDRAWN_HANDS.get(place):
        request = Request(crew.referee, reason=reason)
        withdraw_hand(game=game, number=number, replaces=1, request=request)


def _finish(round_: Round, crew: Crew) -> None:
    """Close a round; the sheets of the last finished one are still to be checked and locked."""
    if round_.number == TABLE_POINT_PENALTY_ROUND:
        _penalise_in_table_points(round_.tournament, crew)
    close_round(round_=round_, request=Request(crew.organiser))
    if round_.number < FINISHED_ROUNDS:
        for game in round_.games.all():
            close_game(game=game, request=Request(crew.organiser))


# --- hands ----------------------------------------------------------------------------------


def made_up(round_number: int, table: int, number: int) -> HandEntry:
    """Return the hand of a place in the event: the incident's, or one that follows from the place."""
    if entry := HANDS.get((round_number, table, number)):
        return entry
    dice = hashlib.sha256(f"{SLUG}/{round_number}/{table}/{number}".encode()).digest()
    # As in real events: 4 % drawn, 29 % self-drawn.
    if dice[0] < 10:
        return HandEntry(Outcome.DRAW)
    self_drawn = dice[0] < 84
    winner = dice[1] % 4
    if (round_number, table, number, winner) in _dead_hands():
        winner = (winner + 1) % 4
    entry = HandEntry(
        Outcome.SELF_DRAW if self_drawn else Outcome.DISCARD,
        winner=winner,
        discarder=None if self_drawn else (winner + 1 + dice[2] % 3) % 4,
        fan_points=POINTS[dice[3] % len(POINTS)],
    )
    return _with_tiles(entry, number, dice) if dice[4] < 100 else entry


def _dead_hands() -> set[tuple[int, int, int | None, int]]:
    return {
        (row.round, row.table, row.hand, row.offender)
        for row in INCIDENTS
        if Measure.DEAD_HAND in _step(row).measures
    }


def _with_tiles(entry: HandEntry, number: int, dice: bytes) -> HandEntry:
    """Give a won hand tiles, or only the fan list as a busy referee would tick it."""
    assert entry.winner is not None
    winds = WIND_LETTERS[prevalent_wind(number)]
    winds += WIND_LETTERS[seat_wind(entry.winner, number, SeatChange.EVERY)]
    self_drawn = int(entry.outcome is Outcome.SELF_DRAW)
    flowers = dice[6] % 3
    tiles = TILES[dice[5] % len(TILES)]
    result = score(parse_hand(f"{tiles}|{winds}{self_drawn}000|{flowers}"), PROFILE)
    return replace(
        entry,
        fan_points=result.total,
        fans={line.fan.key: line.count for line in result.fans},
        flowers=flowers,
        notation=str(result.hand) if dice[4] < 50 else "",
    )


# --- penalties ------------------------------------------------------------------------------


def _step(incident: Incident) -> Step:
    """The catalogue's first step, or the free amount."""
    if incident.amount is not None:
        return Step((incident.measure,), incident.amount)
    return proposed_step(offence(PROFILE, incident.offence), 0)


def _penalise(game: Game, incident: Incident, crew: Crew) -> None:
    step = _step(incident)
    receivers = () if incident.receiver is None else (incident.receiver,)
    ruling = Ruling(
        incident.measure,
        offence=incident.offence,
        shares=shares(incident.measure, step.amount, incident.offender, receivers),
        dead_hand=Measure.DEAD_HAND in step.measures,
        warning=Measure.WARNING in step.measures,
    )
    penalty = add_penalty(
        game=game,
        offender=incident.offender,
        ruling=ruling,
        hand_number=incident.hand,
        request=Request(crew.referee, reason=incident.reason),
    )
    if incident.cancelled:
        request = Request(crew.organiser, reason=incident.cancelled)
        cancel_penalty(penalty=penalty, request=request)


def _penalise_in_table_points(tournament: Tournament, crew: Crew) -> None:
    entry, key, reason = TABLE_POINT_PENALTY
    player = tournament.players.select_related("team").get(number=entry)
    step = proposed_step(offence(PROFILE, key), 0)
    penalise_in_table_points(
        tournament=tournament,
        player=player,
        team=player.team,
        ruling=Ruling(Measure.FINE, offence=key, table_points=step.amount),
        request=Request(crew.organiser, reason=reason),
    )
