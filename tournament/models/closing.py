"""How a sheet comes to its end: signatures, appeals, and on which devices it is still open."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament.models.seating import Game, Seat


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
