"""Who is to be drawn, what was played before, which tables there are: a draw's basis, read once."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from tournament.draw import Constraints, Kind, Loose, Rounds, Seating
from tournament.models import Draw, Player, Round, Seat, Tournament
from tournament.results import event_results

SEATS: Final = 4
# What a meeting of two of a club, of two of a country, weighs.
CLUB_WEIGHT: Final = 2
COUNTRY_WEIGHT: Final = 1


@dataclass(frozen=True, slots=True)
class Field:
    """
    The players of a range of rounds, by entry number.

    `partly` play some of the rounds only; `waiting` are entered and not checked in.
    """

    players: tuple[Player, ...]
    partly: tuple[Player, ...]
    waiting: int
    reserves: int

    @property
    def numbers(self) -> tuple[int, ...]:
        """The entry numbers, ascending."""
        return tuple(player.number for player in self.players)

    @property
    def fillers_needed(self) -> int:
        """How many players are missing at the last table."""
        return -len(self.players) % SEATS

    @property
    def fillers(self) -> tuple[Player, ...]:
        """The fillers among the players."""
        return tuple(player for player in self.players if not player.is_ranked)

    @property
    def fillers_spare(self) -> int:
        """How many fillers could stay away so that the tables are full all the same."""
        return spare_fillers(len(self.players), len(self.fillers))


def spare_fillers(players: int, fillers: int) -> int:
    """Return how many of `fillers` among `players` could stay away from tables that are full."""
    return max(0, fillers - (fillers - players) % SEATS)


def playing_field(
    tournament: Tournament, numbers: Sequence[int], *, include_entered: bool
) -> Field:
    """Return who plays the rounds `numbers`, in one query."""
    players = tuple(tournament.players.select_related("team").order_by("number"))
    here = [p for p in players if _is_here(p, include_entered) and not p.is_reserve]
    always = [p for p in here if all(_plays(p, number) for number in numbers)]
    some = [p for p in here if any(_plays(p, number) for number in numbers) and p not in always]
    return Field(
        players=tuple(always),
        partly=tuple(some),
        waiting=sum(1 for p in players if p.status == Player.Status.ENTERED and not p.is_reserve),
        reserves=sum(1 for p in players if p.is_reserve and _is_here(p, include_entered)),
    )


def _is_here(player: Player, include_entered: bool) -> bool:
    if player.status == Player.Status.WITHDRAWN:
        # He plays up to the round he named.
        return player.last_round is not None
    return player.status == Player.Status.CHECKED_IN or (
        include_entered and player.status == Player.Status.ENTERED
    )


def _plays(player: Player, number: int) -> bool:
    return player.first_round <= number and (
        player.last_round is None or number <= player.last_round
    )


@dataclass(frozen=True, slots=True)
class Basis:
    """
    What a draw follows from besides its seed.

    `hall` are table numbers in order; `standing` the players from first to last, `teams` those of
    a round robin, `start` the seats a draw by hand begins with: each empty where the draw does not
    follow it.
    """

    numbers: tuple[int, ...]
    hall: tuple[int, ...]
    history: Rounds
    constraints: Constraints = field(default_factory=Constraints)
    standing: tuple[int, ...] = ()
    teams: tuple[tuple[int, ...], ...] = ()
    start: Seating = ()


def read_basis(
    tournament: Tournament,
    players: Sequence[Player],
    rounds: Collection[int],
    *,
    constraints: Constraints,
    by_standing: bool = False,
) -> Basis:
    """Return the basis of a draw of `rounds` for `players`."""
    hall = hall_tables(tournament, len(players) // SEATS)
    return Basis(
        numbers=tuple(player.number for player in players),
        hall=hall,
        history=tuple(
            seating
            for number, seating in seatings(tournament, hall).items()
            if number not in rounds
        ),
        constraints=constraints,
        standing=standing_of(tournament, players) if by_standing else (),
    )


def constraints_of(
    tournament: Tournament, players: Sequence[Player], *, teams_apart: bool, clubs_apart: bool
) -> Constraints:
    """
    Return whom a draw keeps apart and who has a table of his own, in two queries.

    Apart are fillers, team-mates and the pairs that are not to meet; clubs and countries where it
    can be. Of two with the same table the smaller entry number comes first.
    """
    return Constraints(
        _apart(players, teams_apart) + _kept_apart(tournament, players),
        _loose(players) if clubs_apart else (),
        _own_tables(tournament, players),
    )


def _kept_apart(tournament: Tournament, players: Iterable[Player]) -> tuple[tuple[int, ...], ...]:
    number = {player.pk: player.number for player in players}
    pairs = tournament.kept_apart.values_list("one", "other")
    here = [(one, other) for one, other in pairs if one in number and other in number]
    return tuple(sorted(tuple(sorted((number[one], number[other]))) for one, other in here))


def _own_tables(tournament: Tournament, players: Iterable[Player]) -> tuple[tuple[int, int], ...]:
    fixed = {player.number: player.fixed_table_id for player in players if player.fixed_table_id}
    if not fixed:
        return ()
    hall = list(tournament.tables.order_by("number").values_list("pk", flat=True))
    return tuple((number, hall.index(table)) for number, table in sorted(fixed.items()))


def teams_of(players: Iterable[Player]) -> tuple[tuple[int, ...], ...]:
    """Return the players of each team by entry number, the teams by theirs."""
    teams: defaultdict[int, list[int]] = defaultdict(list)
    for player in players:
        if player.team is not None:
            teams[player.team.number].append(player.number)
    return tuple(tuple(sorted(teams[number])) for number in sorted(teams))


def _apart(players: Iterable[Player], teams_apart: bool) -> tuple[tuple[int, ...], ...]:
    groups: defaultdict[int, list[int]] = defaultdict(list)
    for player in players:
        if not player.is_ranked:
            groups[0].append(player.number)
        elif teams_apart and player.team is not None:
            groups[player.team.pk].append(player.number)
    return tuple(sorted(tuple(group) for group in groups.values() if len(group) > 1))


def _loose(players: Sequence[Player]) -> tuple[Loose, ...]:
    clubs: defaultdict[str, list[int]] = defaultdict(list)
    countries: defaultdict[str, list[int]] = defaultdict(list)
    for player in players:
        clubs[player.club].append(player.number)
        countries[player.country].append(player.number)
    return tuple(
        Loose(tuple(group), weight)
        for named, weight in ((clubs, CLUB_WEIGHT), (countries, COUNTRY_WEIGHT))
        for name, group in sorted(named.items())
        # A group of everybody keeps nobody apart.
        if name and 1 < len(group) < len(players)
    )


def standing_of(tournament: Tournament, players: Iterable[Player]) -> tuple[int, ...]:
    """
    Return the players' entry numbers as they stand in the event, equal ones by entry number.

    Nobody is left out for being new; empty while no game counts.
    """
    results = event_results(tournament, public=False)
    if not results.rounds:
        return ()
    place = {line.entry.number: index for index, line in enumerate(results.lines)}
    numbers = (player.number for player in players)
    return tuple(sorted(numbers, key=lambda number: (place.get(number, len(place)), number)))


def hall_tables(tournament: Tournament, count: int) -> tuple[int, ...]:
    """Return the numbers of the hall's tables, new ones after the last where `count` need them."""
    known = list(tournament.tables.order_by("number").values_list("number", flat=True))
    first = known[-1] + 1 if known else 1
    return tuple(known + [first + more for more in range(count - len(known))])


def hall_of(draw: Draw, now: Sequence[int]) -> tuple[int, ...]:
    """
    Return the tables in the places a draw saw them in; those of `now` that came since are behind.

    A draw kept before halls were has none of its own: its places are those of `now`.
    """
    kept = tuple(draw.constraints.get("hall", ()))
    return kept + tuple(number for number in now if number not in kept)


def seatings(tournament: Tournament, hall: Sequence[int]) -> dict[int, tuple[tuple[int, ...], ...]]:
    """Return the seats of every standing round, tables in their places of the hall, in one query."""
    place = {number: index for index, number in enumerate(hall)}
    tables: defaultdict[int, list[list[int]]] = defaultdict(lambda: [[] for _table in hall])
    for number, table, player in (
        Seat.objects.filter(round__tournament=tournament)
        .exclude(round__state=Round.State.CANCELLED)
        .order_by("round__number", "game__table__number", "start")
        .values_list("round__number", "game__table__number", "player__number")
    ):
        tables[number][place[table]].append(player)
    return {number: tuple(tuple(t) for t in rows) for number, rows in tables.items()}


def seated(seating: Seating) -> int:
    """Return how many sit in a round."""
    return sum(map(len, seating))


def seats_in_order(numbers: Sequence[int]) -> Seating:
    """Return players by fours as they come."""
    return tuple(tuple(numbers[first : first + SEATS]) for first in range(0, len(numbers), SEATS))


def seats_taken_over(before: Seating, numbers: Sequence[int]) -> Seating:
    """Return the seats of a round for as many players; who was not there gets the seat of one gone."""
    there = {player for table in before for player in table}
    gone = sorted(there.difference(numbers))
    new = dict(zip(gone, sorted(set(numbers) - there), strict=True))
    return tuple(tuple(new.get(player, player) for player in table) for table in before)


# By the number of a round: the entries seated who have left, and those present without a seat.
Problems: TypeAlias = Mapping[int, tuple[set[int], set[int]]]


def publish_problems(draw: Draw, rounds: Iterable[Round]) -> Problems:
    """Return what keeps rounds of a draw from fitting the roster, as `roster_problems` does."""
    return roster_problems(draw.stage.tournament, [(draw, round_) for round_ in rounds])


def roster_problems(tournament: Tournament, drawn: Iterable[tuple[Draw, Round]]) -> Problems:
    """
    Return by round who is seated and should not be, and who should be and is not.

    Entry numbers; rounds without a problem are left out. Two queries. Whoever is not in a final
    lacks nothing, and who left is no problem where somebody plays for him.
    """
    wanted = list(drawn)
    players = tuple(tournament.players.all())
    seated: defaultdict[int, set[int]] = defaultdict(set)
    replaced: defaultdict[int, set[int]] = defaultdict(set)
    for number, player, by, name in Seat.objects.filter(
        round__in=[round_ for _draw, round_ in wanted]
    ).values_list("round__number", "player__number", "played_by", "played_by_name"):
        seated[number].add(player)
        if by or name:
            replaced[number].add(player)
    found = {}
    for draw, round_ in wanted:
        include_entered = bool(draw.constraints.get("include_entered"))
        here = (p for p in players if _is_here(p, include_entered) and not p.is_reserve)
        expected = {p.number for p in here if _plays(p, round_.number)}
        gone = seated[round_.number] - expected - replaced[round_.number]
        missing = expected - seated[round_.number]
        if draw.kind in (Kind.FINAL, Kind.FINAL_SNAKE):
            missing = set()
        if gone or missing:
            found[round_.number] = (gone, missing)
    return found
