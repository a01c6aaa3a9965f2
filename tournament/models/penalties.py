"""What a referee decides about a player: penalties, and who is paid by one."""

from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.rules.penalties import Measure
from tournament.models.event import ProfileRevision, Tournament
from tournament.models.people import Player, Team
from tournament.models.seating import Game, Round, Seat


class PenaltyQuerySet(models.QuerySet["Penalty"]):
    """Reads of penalties."""

    def standing(self) -> Self:
        """Leave out the cancelled ones."""
        return self.filter(cancelled_at__isnull=True)


class Penalty(models.Model):
    """
    A penalty (罚分) or measure; cancelled with a reason, never deleted.

    It names a hand by its *number*, so that corrections of the hand leave it alone. `measure` is
    the main one, the one with the money where there is one. Points lie in its shares, negative
    for the offender; `table_points` are twelfths taken from him at tournament level.
    """

    MEASURES = [
        (Measure.WARNING.value, _("Warning")),
        (Measure.FINE.value, _("Fine")),
        (Measure.COMPENSATION.value, _("Compensation")),
        (Measure.DEAD_HAND.value, _("Dead hand")),
        (Measure.FORFEIT.value, _("Game forfeited")),
        (Measure.DISQUALIFICATION.value, _("Disqualification")),
    ]

    tournament = models.ForeignKey(
        Tournament, on_delete=models.PROTECT, related_name="penalties", verbose_name=_("tournament")
    )
    round = models.ForeignKey(
        Round,
        on_delete=models.PROTECT,
        related_name="penalties",
        null=True,
        blank=True,
        verbose_name=_("round"),
    )
    game = models.ForeignKey(
        Game,
        on_delete=models.PROTECT,
        related_name="penalties",
        null=True,
        blank=True,
        verbose_name=_("game"),
    )
    hand_number = models.PositiveSmallIntegerField(_("hand"), null=True, blank=True)
    seat = models.ForeignKey(
        Seat,
        on_delete=models.PROTECT,
        related_name="penalties",
        null=True,
        blank=True,
        verbose_name=_("seat"),
    )
    player = models.ForeignKey(
        Player,
        on_delete=models.PROTECT,
        related_name="penalties",
        null=True,
        blank=True,
        verbose_name=_("player"),
    )
    team = models.ForeignKey(
        Team,
        on_delete=models.PROTECT,
        related_name="penalties",
        null=True,
        blank=True,
        verbose_name=_("team"),
    )
    offence = models.CharField(_("offence"), max_length=60, blank=True)
    step = models.PositiveSmallIntegerField(_("step"), default=1)
    measure = models.CharField(_("measure"), max_length=20, choices=MEASURES)
    # Measures that stand beside it, in columns because entry and ranking ask for them.
    warning = models.BooleanField(_("with a warning"), default=False)
    dead_hand = models.BooleanField(_("may not win this hand"), default=False)
    forfeit = models.BooleanField(_("game forfeited"), default=False)
    table_points = models.PositiveIntegerField(_("table points, twelfths"), default=0)
    reason = models.CharField(_("reason"), max_length=200, blank=True)
    profile_revision = models.ForeignKey(
        ProfileRevision,
        on_delete=models.PROTECT,
        related_name="penalties",
        verbose_name=_("revision of the rules"),
    )
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("decided by"),
    )
    decided_at = models.DateTimeField(_("decided"))
    cancelled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("cancelled by"),
    )
    cancelled_at = models.DateTimeField(pgettext_lazy("time", "cancelled"), null=True, blank=True)
    cancel_reason = models.CharField(_("reason of the cancellation"), max_length=200, blank=True)

    objects = PenaltyQuerySet.as_manager()

    class Meta:
        verbose_name = _("penalty")
        verbose_name_plural = _("penalties")
        ordering = ["tournament", "pk"]
        constraints = [
            models.CheckConstraint(
                name="penalty_hits_a_player_or_a_team",
                condition=Q(player__isnull=False) | Q(team__isnull=False),
            ),
            models.CheckConstraint(
                name="penalty_on_a_hand_names_its_game",
                condition=Q(hand_number__isnull=True)
                | Q(game__isnull=False, hand_number__gte=1, hand_number__lte=16),
            ),
            models.CheckConstraint(
                name="cancelled_penalty_has_a_reason",
                condition=Q(cancelled_at__isnull=True, cancel_reason="")
                | (Q(cancelled_at__isnull=False) & ~Q(cancel_reason="")),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player or self.team} · {self.get_measure_display()}"

    def bars_win(self, number: int) -> bool:
        """Whether a standing penalty keeps its player from winning hand `number` (停和)."""
        return self.dead_hand and self.hand_number == number

    def ends_play(self, number: int) -> bool:
        """Whether a standing penalty took its player off the table before hand `number` (停赛)."""
        return self.measure == Measure.DISQUALIFICATION and (self.hand_number or 0) < number

    @property
    def own_points(self) -> int:
        """What the penalty moves on the offender's own seat: negative, 0 where nothing moves."""
        return sum(share.points for share in self.shares.all() if share.seat_id == self.seat_id)


class PenaltyShare(models.Model):
    """What a penalty takes from (negative) or gives to one seat of the game."""

    penalty = models.ForeignKey(
        Penalty, on_delete=models.PROTECT, related_name="shares", verbose_name=_("penalty")
    )
    seat = models.ForeignKey(
        Seat, on_delete=models.PROTECT, related_name="penalty_shares", verbose_name=_("seat")
    )
    player = models.ForeignKey(
        Player, on_delete=models.PROTECT, related_name="penalty_shares", verbose_name=_("player")
    )
    points = models.IntegerField(_("points"))

    class Meta:
        verbose_name = _("share of a penalty")
        verbose_name_plural = _("shares of penalties")
        ordering = ["penalty_id", "seat_id"]  # as the scores of a hand
        constraints = [
            models.UniqueConstraint(
                name="one_share_per_penalty_and_seat", fields=["penalty", "seat"]
            ),
        ]

    def __str__(self) -> str:
        return f"{self.penalty} · {self.points:+d}"
