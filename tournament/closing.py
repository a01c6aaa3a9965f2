"""
Closing a sheet: what keeps it from being signed, who has signed, until when one may appeal.

A signature holds for one version of a game; a later change voids it.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from django.db.models import F
from django.utils import timezone

from tournament.models import Appeal, Game, Round, Seat, Signature, Tournament
from tournament.permissions import PLAYED
from tournament.results import GameResult


class Hindrance(StrEnum):
    """Why a sheet cannot be signed."""

    NO_RESULT = "no_result"
    GAP = "gap"
    SUM = "sum"


def hindrances(result: GameResult, gaps: Sequence[int]) -> tuple[Hindrance, ...]:
    """Return everything that keeps a sheet from being signed; `gaps` are the hands left out."""
    found = {
        Hindrance.NO_RESULT: not result.counts or result.is_blank,
        Hindrance.GAP: bool(gaps),
        Hindrance.SUM: result.counts and result.check.difference != 0,
    }
    return tuple(hindrance for hindrance, holds in found.items() if holds)


# --- signatures -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SeatSigning:
    """One player's signature under a game, None where there is none; `is_void` = of an old version."""

    seat: Seat
    signature: Signature | None = None
    is_void: bool = False

    @property
    def is_signed(self) -> bool:
        """Whether the player signed the game as it stands."""
        return self.signature is not None and not self.is_void


@dataclass(frozen=True, slots=True)
class Signing:
    """The signatures under a game: the players', A first, and the officials' that hold."""

    seats: tuple[SeatSigning, ...]
    officials: tuple[Signature, ...]

    @property
    def missing(self) -> tuple[Seat, ...]:
        """Whose signature is missing or void."""
        return tuple(line.seat for line in self.seats if not line.is_signed)

    @property
    def is_begun(self) -> bool:
        """Whether a signature of a player holds."""
        return any(line.is_signed for line in self.seats)

    @property
    def void(self) -> tuple[Seat, ...]:
        """Whose signature a change of the sheet voided."""
        return tuple(line.seat for line in self.seats if line.is_void)


def signers(game: Game, seats: Iterable[Seat]) -> tuple[Seat, ...]:
    """Return the seats that sign: those somebody played, none where table points were awarded."""
    if game.result == Game.Result.AWARD:
        return ()
    return tuple(seat for seat in seats if seat.present_from is not None)


def signing(game: Game, seats: Iterable[Seat]) -> Signing:
    """Return the signatures under a game, in one query."""
    signatures = Signature.objects.filter(game=game).select_related("official__user")
    rows = list(signatures.order_by("game_version", "at", "pk"))
    latest = {row.seat_id: row for row in rows if row.seat_id}
    return Signing(
        seats=tuple(
            _seat_signing(game, seat, latest.get(seat.pk)) for seat in signers(game, seats)
        ),
        officials=tuple(r for r in rows if r.official_id and r.game_version == game.version),
    )


def _seat_signing(game: Game, seat: Seat, signature: Signature | None) -> SeatSigning:
    is_void = signature is not None and signature.game_version != game.version
    return SeatSigning(seat, signature, is_void)


def signed_seats(round_: Round) -> Mapping[int, int]:
    """Return by game how many players have signed it as it stands, in one query."""
    found: defaultdict[int, set[int]] = defaultdict(set)
    rows = Signature.objects.filter(
        game__round=round_, seat__isnull=False, game_version=F("game__version")
    )
    for game, seat in rows.order_by().values_list("game", "seat"):
        found[game].add(seat)
    return {game: len(seats) for game, seats in found.items()}


# --- appeals --------------------------------------------------------------------------------


def appeals_until(game: Game, tournament: Tournament) -> datetime | None:
    """Return until when an appeal can be filed, None while the sheet is not locked."""
    minutes = timedelta(minutes=tournament.appeal_minutes)
    return game.locked_at + minutes if game.locked_at else None


def disputed_games(round_: Round) -> frozenset[int]:
    """Return the games of a round with an open appeal, in one query."""
    rows = Appeal.objects.filter(game__round=round_, outcome=Appeal.Outcome.OPEN).order_by()
    return frozenset(rows.values_list("game", flat=True))


@dataclass(frozen=True, slots=True)
class Obstacles:
    """What keeps results from being final: open appeals, and games that can still be appealed."""

    appeals: tuple[Appeal, ...]
    windows: tuple[tuple[Game, datetime], ...]

    def __bool__(self) -> bool:
        """Whether anything does."""
        return bool(self.appeals or self.windows)


def obstacles(tournament: Tournament, now: datetime | None = None) -> Obstacles:
    """
    Return what keeps the results from being final at `now`, in two queries.

    A sheet that nobody locked opens no time for appeals: its results count as they stand.
    """
    now = now or timezone.now()
    appeals = Appeal.objects.filter(
        game__round__tournament=tournament, outcome=Appeal.Outcome.OPEN
    ).select_related("game__round", "game__table")
    games = (
        Game.objects.filter(round__tournament=tournament, round__state__in=PLAYED)
        .filter(locked_at__gt=now - timedelta(minutes=tournament.appeal_minutes))
        .select_related("round", "table")
        .order_by("locked_at", "pk")
    )
    windows = ((game, appeals_until(game, tournament)) for game in games)
    return Obstacles(
        appeals=tuple(appeals.order_by("game__round__number", "game__table__number", "pk")),
        windows=tuple((game, until) for game, until in windows if until),
    )
