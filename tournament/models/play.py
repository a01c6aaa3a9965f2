"""What is played at a table: hands, one version an entry, and their scores."""

from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament.models.event import ProfileRevision
from tournament.models.people import Player
from tournament.models.seating import Game, Seat, Start


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
