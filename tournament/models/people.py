"""Teams and the entries of persons in an event."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament.models.event import Tournament


class Team(models.Model):
    """A team (团体) of an event."""

    tournament = models.ForeignKey(
        Tournament, on_delete=models.PROTECT, related_name="teams", verbose_name=_("tournament")
    )
    number = models.PositiveIntegerField(_("number"))
    name = models.CharField(_("name"), max_length=100, blank=True)

    class Meta:
        verbose_name = _("team")
        verbose_name_plural = _("teams")
        ordering = ["tournament", "number"]
        constraints = [
            models.UniqueConstraint(name="team_number_unique", fields=["tournament", "number"]),
        ]

    def __str__(self) -> str:
        return self.name or str(_("Team %(number)s") % {"number": self.number})


def entry_number(number: int) -> str:
    """Return an entry number as it is read everywhere, on badges, sheets and lists: 07."""
    return f"{number:02d}"


class Player(models.Model):
    """The entry of one person in one event."""

    class Status(models.TextChoices):
        APPLIED = "applied", _("Applied")
        ENTERED = "entered", _("Entered")
        CHECKED_IN = "checked_in", _("Checked in")
        WITHDRAWN = "withdrawn", _("Withdrawn")

    tournament = models.ForeignKey(
        Tournament, on_delete=models.PROTECT, related_name="players", verbose_name=_("tournament")
    )
    number = models.PositiveIntegerField(_("entry number"))
    name = models.CharField(pgettext_lazy("person", "name"), max_length=100, blank=True)
    latin_name = models.CharField(_("Latin name"), max_length=100, blank=True)
    team = models.ForeignKey(
        Team,
        on_delete=models.PROTECT,
        related_name="members",
        null=True,
        blank=True,
        verbose_name=_("team"),
    )
    member_number = models.PositiveSmallIntegerField(_("number in the team"), null=True, blank=True)
    is_reserve = models.BooleanField(_("reserve"), default=False)
    club = models.CharField(_("club"), max_length=100, blank=True)
    country = models.CharField(_("country"), max_length=100, blank=True)
    federation_id = models.CharField(_("federation id"), max_length=40, blank=True)
    is_ranked = models.BooleanField(_("ranked"), default=True, help_text=_("A filler is not."))
    status = models.CharField(_("status"), max_length=20, choices=Status, default=Status.ENTERED)
    first_round = models.PositiveSmallIntegerField(_("first round"), default=1)
    last_round = models.PositiveSmallIntegerField(_("last round"), null=True, blank=True)
    fixed_table = models.ForeignKey(
        "tournament.Table",
        on_delete=models.PROTECT,
        related_name="fixed_players",
        null=True,
        blank=True,
        verbose_name=_("always at table"),
    )
    lot_number = models.PositiveIntegerField(_("lot number"), null=True, blank=True)

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        ordering = ["tournament", "number"]
        constraints = [
            models.UniqueConstraint(name="entry_number_unique", fields=["tournament", "number"]),
            models.UniqueConstraint(
                name="lot_number_unique",
                fields=["tournament", "lot_number"],
                condition=models.Q(lot_number__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        if self.name:
            return self.name
        words = _("Player %(number)02d") if self.is_ranked else _("Filler %(number)02d")
        return str(words % {"number": self.number})

    @property
    def entry_number(self) -> str:
        """The entry number as it is read."""
        return entry_number(self.number)


class KeptApart(models.Model):
    """Two entries that no draw may seat at one table."""

    tournament = models.ForeignKey(
        Tournament,
        on_delete=models.PROTECT,
        related_name="kept_apart",
        verbose_name=_("tournament"),
    )
    one = models.ForeignKey(
        Player, on_delete=models.PROTECT, related_name="+", verbose_name=_("player")
    )
    other = models.ForeignKey(
        Player, on_delete=models.PROTECT, related_name="+", verbose_name=_("other player")
    )
    reason = models.CharField(_("reason"), max_length=200, blank=True)

    class Meta:
        verbose_name = _("pair kept apart")
        verbose_name_plural = _("pairs kept apart")
        ordering = ["tournament", "pk"]
        constraints = [
            models.UniqueConstraint(name="pair_kept_apart_once", fields=["one", "other"]),
            # The older entry first, so that a pair cannot stand twice.
            models.CheckConstraint(
                name="pair_kept_apart_in_order", condition=models.Q(one__lt=models.F("other"))
            ),
        ]

    def __str__(self) -> str:
        return f"{self.one} · {self.other}"


class StageEntry(models.Model):
    """What a player brings into a stage: a snapshot, replaced only with a reason."""

    stage = models.ForeignKey(
        "tournament.Stage",
        on_delete=models.PROTECT,
        related_name="entries",
        verbose_name=_("stage"),
    )
    player = models.ForeignKey(
        Player, on_delete=models.PROTECT, related_name="stage_entries", verbose_name=_("player")
    )
    place = models.PositiveIntegerField(_("place on entry"))
    table_points_numerator = models.BigIntegerField(_("carried table points"), default=0)
    table_points_denominator = models.PositiveBigIntegerField(
        _("denominator of the carried table points"), default=1
    )
    score = models.IntegerField(_("carried score"), default=0)
    reason = models.CharField(_("reason"), max_length=200, blank=True)

    class Meta:
        verbose_name = _("entry of a stage")
        verbose_name_plural = _("entries of a stage")
        ordering = ["stage", "place"]
        constraints = [
            models.UniqueConstraint(name="stage_entry_once", fields=["stage", "player"]),
            models.CheckConstraint(
                name="carried_points_are_a_fraction",
                condition=models.Q(table_points_denominator__gte=1),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.stage} · {self.player}"


class RosterDraft(models.Model):
    """
    A roster file that was read and not yet imported, kept between its preview and the answer.

    It lies here and not in the form: a list of some hundred lines is larger than a form may be, and
    what was read must not come back changed. It is no part of the event: no log row tells of it, no
    export holds it, and it goes away by itself.
    """

    tournament = models.ForeignKey(
        Tournament,
        on_delete=models.CASCADE,
        related_name="roster_drafts",
        verbose_name=_("tournament"),
    )
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("by"),
    )
    file_name = models.CharField(_("file name"), max_length=200, blank=True)
    sheet = models.JSONField(_("sheet"))
    columns = models.JSONField(_("columns"), default=list)
    last_header_row = models.PositiveIntegerField(_("last row of the header"), default=0)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    expires_at = models.DateTimeField(_("expires"))

    class Meta:
        verbose_name = _("draft of a roster")
        verbose_name_plural = _("drafts of rosters")
        ordering = ["-pk"]

    def __str__(self) -> str:
        return self.file_name or str(self.pk)
