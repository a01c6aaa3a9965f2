"""Who did what: one row for every accepted change, and the links that give rights."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.models.event import Official, Tournament
from tournament.models.naming import name_in_words
from tournament.models.people import Player
from tournament.models.seating import Table


class ActionLog(models.Model):
    """
    One accepted change, written in its transaction and never edited.

    `token` comes from the client that asked, so that a retry on a bad connection finds the
    first answer; `payload_sha256` tells a retry from another request under the same token.
    `object_facts` name the object (`tournament.models.naming`). Nothing is kept in the language of
    whoever did it but the reason, which he typed.
    """

    at = models.DateTimeField(_("at"), auto_now_add=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("by"),
    )
    tournament = models.ForeignKey(
        Tournament,
        on_delete=models.PROTECT,
        related_name="log",
        null=True,
        blank=True,
        verbose_name=_("tournament"),
    )
    action = models.CharField(_("action"), max_length=40)
    object_type = models.CharField(_("object type"), max_length=40)
    object_id = models.BigIntegerField(_("object id"))
    object_facts = models.JSONField(_("object"), default=dict)
    before = models.JSONField(_("before"), null=True, blank=True)
    after = models.JSONField(_("after"), null=True, blank=True)
    reason = models.CharField(_("reason"), max_length=200, blank=True)
    token = models.CharField(_("token"), max_length=64, unique=True)
    payload_sha256 = models.CharField(_("hash of the request"), max_length=64)

    class Meta:
        verbose_name = _("log entry")
        verbose_name_plural = _("log")
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.action} · {self.object_label}"

    @property
    def object_label(self) -> str:
        """The object as it was called then, in the reader's language."""
        return name_in_words(self.object_type, self.object_facts)


class AccessLink(models.Model):
    """A link or PIN that gives its holder an official's, table's or player's page."""

    tournament = models.ForeignKey(
        Tournament, on_delete=models.PROTECT, related_name="links", verbose_name=_("tournament")
    )
    official = models.ForeignKey(
        Official,
        on_delete=models.PROTECT,
        related_name="links",
        null=True,
        blank=True,
        verbose_name=_("official"),
    )
    table = models.ForeignKey(
        Table,
        on_delete=models.PROTECT,
        related_name="links",
        null=True,
        blank=True,
        verbose_name=_("table"),
    )
    player = models.ForeignKey(
        Player,
        on_delete=models.PROTECT,
        related_name="links",
        null=True,
        blank=True,
        verbose_name=_("player"),
    )
    token_hash = models.CharField(_("hash of the link"), max_length=128, unique=True)
    pin_hash = models.CharField(_("hash of the PIN"), max_length=128, blank=True)
    valid_until = models.DateTimeField(_("valid until"))
    created_at = models.DateTimeField(_("created"), default=timezone.now)
    revoked_at = models.DateTimeField(_("revoked"), null=True, blank=True)

    class Meta:
        verbose_name = _("access link")
        verbose_name_plural = _("access links")
        ordering = ["tournament", "pk"]
        constraints = [
            models.CheckConstraint(
                name="link_opens_one_thing",
                condition=models.Q(official__isnull=False, table__isnull=True, player__isnull=True)
                | models.Q(official__isnull=True, table__isnull=False, player__isnull=True)
                | models.Q(official__isnull=True, table__isnull=True, player__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament} · {self.official or self.table or self.player}"


class FailedLogIn(models.Model):
    """
    A log-in that failed a moment ago, counted by name and address over all server processes.

    Neither name nor address is kept, only the hash of both; old rows go away.
    """

    key_hash = models.CharField(_("hash of name and address"), max_length=64, db_index=True)
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("failed log-in")
        verbose_name_plural = _("failed log-ins")
        ordering = ["pk"]

    def __str__(self) -> str:
        return str(self.at)
