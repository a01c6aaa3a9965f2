"""
What must hold in every event, beyond what the database keeps by itself.

`violations` asks the stored rows; an empty answer means that every derived number rests on rows
that fit together.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from django.db import models
from django.db.models import F, Q

from scoring.rules.penalties import MONEY, Measure
from tournament.models import (
    Appeal,
    Draw,
    Game,
    Hand,
    HandScore,
    Official,
    Penalty,
    PenaltyShare,
    Player,
    Round,
    Seat,
    Signature,
    StageEntry,
    Start,
    Tournament,
)
from tournament.results import game_results
from tournament.services.hands import entry_of

SEATS = len(Start)


def violations(tournament: Tournament) -> tuple[str, ...]:
    """Return every sentence about rows that do not fit together, in a few dozen queries."""
    checks = (_strangers, _copies, _hands, _scores, _games, _sums, _penalties, _signatures)
    return tuple(sentence for check in checks for sentence in check(tournament))


# --- rows of other events -------------------------------------------------------------------

# Each way from a kind of row to the event must lead to the same one.
PATHS: tuple[tuple[type[models.Model], str, tuple[str, ...]], ...] = (
    (Player, "tournament", ("team__tournament",)),
    (StageEntry, "stage__tournament", ("player__tournament",)),
    (Round, "tournament", ("stage__tournament", "draw__stage__tournament")),
    (Game, "round__tournament", ("table__tournament",)),
    (Seat, "round__tournament", ("player__tournament", "played_by__tournament")),
    (Hand, "game__round__tournament", ("profile_revision__tournament",)),
    (
        Penalty,
        "tournament",
        (
            "round__tournament",
            "game__round__tournament",
            "seat__round__tournament",
            "player__tournament",
            "team__tournament",
            "profile_revision__tournament",
        ),
    ),
    (Official, "tournament", ("tables__tournament",)),
    (Signature, "game__round__tournament", ("official__tournament",)),
    (Appeal, "game__round__tournament", ("seat__round__tournament",)),
    (Draw, "stage__tournament", ("rounds__tournament",)),
)


def _strangers(tournament: Tournament) -> Iterator[str]:
    for model, home, paths in PATHS:
        rows = model._default_manager.filter(**{home: tournament})
        for path in paths:
            known = rows.exclude(**{path: None})
            for row in known.exclude(**{path: tournament}).distinct():
                where = path.removesuffix("__tournament").replace("__", " → ")
                yield f"{_told(row)}: its {where} belongs to another event."


def _told(row: models.Model) -> str:
    return f"{row._meta.verbose_name} {row.pk} ({row})"


def _copies(tournament: Tournament) -> Iterator[str]:
    """What is stored twice must be equal."""
    seats = Seat.objects.filter(game__round__tournament=tournament)
    for seat in seats.exclude(round=F("game__round")):
        yield f"{_told(seat)}: its round is not its game's."
    penalties = tournament.penalties.exclude(game=None).exclude(round=F("game__round"))
    for penalty in penalties:
        yield f"{_told(penalty)}: its round is not its game's."


# --- hands ----------------------------------------------------------------------------------


def _hands(tournament: Tournament) -> Iterator[str]:
    """The highest version of each hand, and only that one, is current."""
    versions: dict[tuple[Game, int], list[Hand]] = defaultdict(list)
    rows = Hand.objects.filter(game__round__tournament=tournament)
    for hand in rows.select_related("game__round", "game__table").order_by("version"):
        versions[hand.game, hand.number].append(hand)
    for (game, number), hands in versions.items():
        if [hand for hand in hands if hand.is_current] != hands[-1:]:
            yield f"{game}, hand {number}: the current version is not the last one alone."
        if number > tournament.hands_per_game:
            yield f"{game}, hand {number}: a game has {tournament.hands_per_game} hands."


def _scores(tournament: Tournament) -> Iterator[str]:
    """Every hand has the four amounts that follow from it, and they add up to nothing."""
    scores: dict[int, list[HandScore]] = defaultdict(list)
    rows = HandScore.objects.filter(hand__game__round__tournament=tournament)
    for score in rows.select_related("seat").order_by("seat__start"):
        scores[score.hand_id].append(score)
    hands = Hand.objects.filter(game__round__tournament=tournament)
    for hand in hands.select_related("game__round", "game__table"):
        yield from _score_faults(hand, scores[hand.pk])


def _score_faults(hand: Hand, scores: Sequence[HandScore]) -> Iterator[str]:
    points = tuple(score.points for score in scores)
    if any(score.seat.game_id != hand.game_id for score in scores):
        yield f"{hand}: a score belongs to a seat of another game."
    if sum(points):
        yield f"{hand}: the scores add up to {sum(points)}, not to 0."
    if points != entry_of(hand).amounts:
        yield f"{hand}: the scores are {points}, the entry gives {entry_of(hand).amounts}."
    if hand.is_current and any(score.player_id != score.seat.player_id for score in scores):
        yield f"{hand}: a score is credited to somebody who does not hold the seat."


# --- games ----------------------------------------------------------------------------------


def _games(tournament: Tournament) -> Iterator[str]:
    """A game rests on its hands, on totals or on an award, never on two of them."""
    games = Game.objects.filter(round__tournament=tournament).select_related("round", "table")
    changes = _changes(tournament)
    for game in games.prefetch_related("seats", "hands"):
        seats = list(game.seats.all())
        if len(seats) != SEATS:
            yield f"{game}: {len(seats)} seats, not {SEATS}."
        hands = [hand for hand in game.hands.all() if hand.is_current]
        if game.result != Game.Result.HANDS and any(
            hand.outcome != Hand.Outcome.WITHDRAWN for hand in hands
        ):
            yield f"{game}: has hands, but its result is {game.get_result_display()!r}."
        for field, result in (("total", Game.Result.TOTALS), ("awarded", Game.Result.AWARD)):
            given = [getattr(seat, field) is not None for seat in seats]
            if game.result == result and not all(given):
                yield f"{game}: a seat has no {field}."
            if game.result != result and any(given):
                yield f"{game}: a seat has {field}, but the result is {game.result!r}."
        if game.version < changes[game.pk]:
            yield f"{game}: version {game.version} after {changes[game.pk]} changes."


def _changes(tournament: Tournament) -> Mapping[int | None, int]:
    """How many changes each game has seen at least: versions of hands, and penalties."""
    changes: dict[int | None, int] = defaultdict(int)
    hands = Hand.objects.filter(game__round__tournament=tournament)
    for rows in (hands, tournament.penalties.exclude(game=None)):
        for game in rows.values_list("game", flat=True):
            changes[game] += 1
    return changes


def _sums(tournament: Tournament) -> Iterator[str]:
    """The four scores add up to four starting scores less the fines."""
    games = Game.objects.filter(round__tournament=tournament)
    for result in game_results(games, tournament, public=False):
        if result.counts and not result.check.ok:
            check = result.check
            yield f"{result.game}: the scores add up to {check.actual}, not to {check.expected}."


# --- penalties and signatures ---------------------------------------------------------------


def _penalties(tournament: Tournament) -> Iterator[str]:
    shares: dict[int, list[PenaltyShare]] = defaultdict(list)
    rows = PenaltyShare.objects.filter(penalty__tournament=tournament)
    for share in rows.select_related("seat"):
        shares[share.penalty_id].append(share)
    for penalty in tournament.penalties.select_related("game", "seat", "player", "team"):
        for fault in _share_faults(penalty, shares[penalty.pk]):
            yield f"{_told(penalty)}: {fault}"


def _share_faults(penalty: Penalty, shares: Sequence[PenaltyShare]) -> Iterator[str]:
    if penalty.seat and penalty.seat.game_id != penalty.game_id:
        yield "its seat belongs to another game."
    if any(share.seat.game_id != penalty.game_id for share in shares):
        yield "a share belongs to a seat of another game."
    yield from _money_faults(penalty, shares)


def _money_faults(penalty: Penalty, shares: Iterable[PenaltyShare]) -> Iterator[str]:
    """A fine takes from the offender alone; a compensation moves what he pays to others."""
    own = sum(share.points for share in shares if share.seat_id == penalty.seat_id)
    others = [share.points for share in shares if share.seat_id != penalty.seat_id]
    if own > 0 or any(points < 0 for points in others):
        yield "it gives to the offender or takes from others."
    if penalty.measure not in MONEY and (own or any(others)) and not penalty.forfeit:
        yield f"{penalty.measure} moves no points."
    if penalty.measure == Measure.FINE and any(others):
        yield "a fine is given to nobody."
    if penalty.measure == Measure.COMPENSATION and own + sum(others):
        yield f"a compensation adds up to 0, not to {own + sum(others)}."


def _signatures(tournament: Tournament) -> Iterator[str]:
    rows = Signature.objects.filter(game__round__tournament=tournament)
    wrong = Q(game_version__gt=F("game__version")) | Q(seat__isnull=False) & ~Q(
        seat__game=F("game")
    )
    for signature in rows.filter(wrong):
        yield f"{_told(signature)}: not of a version or a seat of its game."
