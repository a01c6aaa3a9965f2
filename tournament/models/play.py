"""What happens at a table: hands, their scores, penalties, signatures."""

from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.rules.penalties import Measure
from tournament.models.event import ProfileRevision, Tournament
from tournament.models.people import Player, Team
from tournament.models.seating import Game, Round, Seat, Start


class HandQuerySet(models.QuerySet["Hand"]):
    """Reads of hands."""

    def current(self) -> Self:
        """Leave out entries that were corrected."""
        return self.filter(is_current=True)


class Hand(models.Model):
    """
    One entry of one hand (盘); a correction is a new version, the old one stays.

    `fan_points` is 番 as paid: the approved value, flowers included; `claimed_points` is what
    the winner announced, where it differed.
    """

    class Outcome(models.TextChoices):
        SELF_DRAW = "self_draw", _("Self-draw")
        DISCARD = "discard", _("Win on a discard")
        DRAW = "draw", _("Drawn hand")
        VOID_WIN = "void_win", _("Void win")
        NOT_PLAYED = "not_played", _("Not played")
        WITHDRAWN = "withdrawn", pgettext_lazy("hand", "Withdrawn")

    game = models.ForeignKey(
        Game, on_delete=models.PROTECT, related_name="hands", verbose_name=_("game")
    )
    number = models.PositiveSmallIntegerField(_("hand"))
    version = models.PositiveIntegerField(_("version"))
    is_current = models.BooleanField(_("current"), default=True)
    outcome = models.CharField(_("outcome"), max_length=20, choices=Outcome)
    winner = models.PositiveSmallIntegerField(_("winner"), choices=Start, null=True, blank=True)
    discarder = models.PositiveSmallIntegerField(
        _("discarder"), choices=Start, null=True, blank=True
    )
    fan_points = models.PositiveIntegerField(_("points, flowers included"), default=0)
    claimed_points = models.PositiveIntegerField(_("claimed points"), null=True, blank=True)
    # What the three others said of the claim; None where nobody asked them.
    agreed = models.BooleanField(_("the others agree"), null=True, blank=True)
    objection = models.CharField(_("objection"), max_length=200, blank=True)
    # {"fan key": count}; empty where only the points were written down.
    fans = models.JSONField(_("fan"), default=dict, blank=True)
    claimed_fans = models.JSONField(_("claimed fan"), default=dict, blank=True)
    notation = models.CharField(_("tiles"), max_length=120, blank=True)
    flowers = models.PositiveSmallIntegerField(_("flowers"), default=0)
    profile_revision = models.ForeignKey(
        ProfileRevision,
        on_delete=models.PROTECT,
        related_name="hands",
        verbose_name=_("revision of the rules"),
    )
    reason = models.CharField(_("reason"), max_length=200, blank=True)
    entered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("entered by"),
    )
    entered_at = models.DateTimeField(_("entered"))

    objects = HandQuerySet.as_manager()

    class Meta:
        verbose_name = _("hand")
        verbose_name_plural = _("hands")
        ordering = ["game", "number", "version"]
        constraints = [
            models.UniqueConstraint(
                name="one_current_hand", fields=["game", "number"], condition=Q(is_current=True)
            ),
            models.UniqueConstraint(
                name="hand_version_unique", fields=["game", "number", "version"]
            ),
            models.CheckConstraint(
                name="hand_number_1_to_16", condition=Q(number__gte=1, number__lte=16)
            ),
            models.CheckConstraint(
                name="winner_and_discarder_fit_the_outcome",
                condition=Q(
                    outcome="discard",
                    winner__isnull=False,
                    winner__lte=3,
                    discarder__isnull=False,
                    discarder__lte=3,
                    fan_points__gte=8,
                )
                & ~Q(winner=models.F("discarder"))
                | Q(
                    outcome="self_draw",
                    winner__isnull=False,
                    winner__lte=3,
                    discarder__isnull=True,
                    fan_points__gte=8,
                )
                | Q(
                    outcome__in=["draw", "void_win", "not_played", "withdrawn"],
                    winner__isnull=True,
                    discarder__isnull=True,
                    fan_points=0,
                ),
            ),
        ]

    def __str__(self) -> str:
        parts = [str(self.game), _("Hand %(number)s") % {"number": self.number}]
        if self.version > 1:
            parts.append(_("Version %(number)s") % {"number": self.version})
        return " · ".join(map(str, parts))


class HandScore(models.Model):
    """What one hand gives one seat; credited to the player who held it then."""

    hand = models.ForeignKey(
        Hand, on_delete=models.PROTECT, related_name="scores", verbose_name=_("hand")
    )
    seat = models.ForeignKey(
        Seat, on_delete=models.PROTECT, related_name="hand_scores", verbose_name=_("seat")
    )
    player = models.ForeignKey(
        Player, on_delete=models.PROTECT, related_name="hand_scores", verbose_name=_("player")
    )
    points = models.IntegerField(_("points"))

    class Meta:
        verbose_name = _("score of a hand")
        verbose_name_plural = _("scores of hands")
        # By keys: the order of hands and seats would join a dozen tables for each sheet.
        ordering = ["hand_id", "seat_id"]
        constraints = [
            models.UniqueConstraint(name="one_score_per_hand_and_seat", fields=["hand", "seat"]),
        ]

    def __str__(self) -> str:
        return f"{self.hand} · {self.points:+d}"


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


class Signature(models.Model):
    """A player's or official's signature under one version of a game."""

    game = models.ForeignKey(
        Game, on_delete=models.PROTECT, related_name="signatures", verbose_name=_("game")
    )
    game_version = models.PositiveIntegerField(_("version signed"))
    seat = models.ForeignKey(
        Seat,
        on_delete=models.PROTECT,
        related_name="signatures",
        null=True,
        blank=True,
        verbose_name=_("seat"),
    )
    official = models.ForeignKey(
        "tournament.Official",
        on_delete=models.PROTECT,
        related_name="signatures",
        null=True,
        blank=True,
        verbose_name=_("official"),
    )
    at = models.DateTimeField(_("at"))
    # Why an official signed for a player; empty where the player did it himself.
    reason = models.CharField(_("reason"), max_length=200, blank=True)

    class Meta:
        verbose_name = _("signature")
        verbose_name_plural = _("signatures")
        ordering = ["game", "game_version", "at"]
        constraints = [
            models.CheckConstraint(
                name="signed_by_a_seat_or_an_official",
                condition=Q(seat__isnull=False, official__isnull=True)
                | Q(seat__isnull=True, official__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game} · {self.seat or self.official}"


class Appeal(models.Model):
    """What a player disputes about a game (申诉); an open one keeps the results from being final."""

    class Outcome(models.TextChoices):
        OPEN = "open", pgettext_lazy("appeal", "Open")
        UPHELD = "upheld", _("Upheld")
        REJECTED = "rejected", _("Rejected")
        TAKEN_BACK = "taken_back", pgettext_lazy("appeal", "Taken back")

    game = models.ForeignKey(
        Game, on_delete=models.PROTECT, related_name="appeals", verbose_name=_("game")
    )
    seat = models.ForeignKey(
        Seat,
        on_delete=models.PROTECT,
        related_name="appeals",
        null=True,
        blank=True,
        verbose_name=_("seat"),
    )
    text = models.CharField(_("what is disputed"), max_length=500)
    filed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("filed by"),
    )
    filed_at = models.DateTimeField(_("filed"))
    outcome = models.CharField(_("outcome"), max_length=20, choices=Outcome, default=Outcome.OPEN)
    decision = models.CharField(_("decision"), max_length=500, blank=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("decided by"),
    )
    decided_at = models.DateTimeField(_("decided"), null=True, blank=True)

    class Meta:
        verbose_name = _("appeal")
        verbose_name_plural = _("appeals")
        ordering = ["game", "pk"]
        constraints = [
            models.CheckConstraint(
                name="decided_appeal_says_when_and_why",
                condition=Q(outcome="open", decided_at__isnull=True, decision="")
                | (~Q(outcome="open") & Q(decided_at__isnull=False) & ~Q(decision="")),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game} · {self.seat.player if self.seat else self._meta.verbose_name}"


class SheetVisit(models.Model):
    """
    A device that has a game's sheet open, as of a moment ago.

    It is no part of the event: no log row tells of it, no export holds it, old ones go away.
    """

    game = models.ForeignKey(
        Game, on_delete=models.CASCADE, related_name="visits", verbose_name=_("game")
    )
    device = models.CharField(_("device"), max_length=64)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("by"),
    )
    seen_at = models.DateTimeField(_("last seen"))
    waiting = models.PositiveSmallIntegerField(_("entries waiting on the device"), default=0)

    class Meta:
        verbose_name = _("open sheet")
        verbose_name_plural = _("open sheets")
        ordering = ["game", "pk"]
        constraints = [
            models.UniqueConstraint(name="one_visit_per_device", fields=["game", "device"]),
        ]

    def __str__(self) -> str:
        return f"{self.game} · {self.by or self.device}"
