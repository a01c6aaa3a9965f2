"""Draws, rounds, tables, games and seats."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament.models.event import Stage, Tournament
from tournament.models.people import Player


class Start(models.IntegerChoices):
    """Where a player starts a game; the column of the sheet he keeps to its end."""

    A = 0, "A"  # East
    B = 1, "B"  # South
    C = 2, "C"  # West
    D = 3, "D"  # North


class Draw(models.Model):
    """
    One seat draw (抽签 / 编排) of one or more rounds.

    A draw in public has its numbered `schedule` first, hashed as `sha256`; then its `lots` say who
    drew which number. `secret` is what `commitment` binds; it is shown once the `public_word` is in.
    """

    class State(models.TextChoices):
        NUMBERED = "numbered", _("Lots to be drawn")
        DRAFT = "draft", _("Draft")
        PUBLISHED = "published", _("Published")
        SUPERSEDED = "superseded", _("Superseded")

    stage = models.ForeignKey(
        Stage, on_delete=models.PROTECT, related_name="draws", verbose_name=_("stage")
    )
    first_round = models.PositiveSmallIntegerField(_("first round"))
    last_round = models.PositiveSmallIntegerField(_("last round"))
    kind = models.CharField(_("kind"), max_length=40)
    seed = models.CharField(_("seed"), max_length=64, blank=True)
    commitment = models.CharField(_("commitment"), max_length=64, blank=True)
    secret = models.CharField(_("secret"), max_length=100, blank=True)
    public_word = models.CharField(_("public word"), max_length=200, blank=True)
    algorithm = models.CharField(_("algorithm and version"), max_length=40, blank=True)
    # Rounds of tables of numbers from 1, East first; empty where players were drawn at once.
    schedule = models.JSONField(_("numbered schedule"), default=list, blank=True)
    # {"number": entry number}
    lots = models.JSONField(_("lots drawn"), default=dict, blank=True)
    constraints = models.JSONField(_("constraints"), default=dict, blank=True)
    quality = models.JSONField(_("quality report"), default=dict, blank=True)
    sha256 = models.CharField(_("SHA-256 of the schedule"), max_length=64, blank=True)
    state = models.CharField(_("state"), max_length=20, choices=State, default=State.DRAFT)

    class Meta:
        verbose_name = _("draw")
        verbose_name_plural = _("draws")
        ordering = ["stage", "first_round", "pk"]

    def __str__(self) -> str:
        if self.first_round == self.last_round:
            return str(_("Round %(number)s") % {"number": self.first_round})
        ends = {"first": self.first_round, "last": self.last_round}
        return str(_("Rounds %(first)s to %(last)s") % ends)


class Round(models.Model):
    """One game (局) of the whole field."""

    class State(models.TextChoices):
        DRAFT = "draft", _("Draft")
        PUBLISHED = "published", _("Published")
        RUNNING = "running", _("Running")
        CLOSED = "closed", _("Closed")
        CANCELLED = "cancelled", _("Cancelled")

    # The stage's own tournament, copied: round numbers run through the whole event.
    tournament = models.ForeignKey(
        Tournament, on_delete=models.PROTECT, related_name="rounds", verbose_name=_("tournament")
    )
    stage = models.ForeignKey(
        Stage, on_delete=models.PROTECT, related_name="rounds", verbose_name=_("stage")
    )
    number = models.PositiveSmallIntegerField(_("number"))
    draw = models.ForeignKey(
        Draw,
        on_delete=models.PROTECT,
        related_name="rounds",
        null=True,
        blank=True,
        verbose_name=_("draw"),
    )
    planned_start = models.DateTimeField(_("planned start"), null=True, blank=True)
    state = models.CharField(_("state"), max_length=20, choices=State, default=State.DRAFT)

    class Meta:
        verbose_name = _("round")
        verbose_name_plural = _("rounds")
        ordering = ["tournament", "number", "pk"]
        constraints = [
            models.UniqueConstraint(
                name="round_number_unique_unless_cancelled",
                fields=["tournament", "number"],
                condition=~models.Q(state="cancelled"),
            ),
        ]

    def __str__(self) -> str:
        return str(_("Round %(number)s") % {"number": self.number})


class Table(models.Model):
    """A table (桌) of the hall."""

    tournament = models.ForeignKey(
        Tournament, on_delete=models.PROTECT, related_name="tables", verbose_name=_("tournament")
    )
    number = models.PositiveSmallIntegerField(_("number"))
    label = models.CharField(_("label"), max_length=40, blank=True)
    room = models.CharField(_("room"), max_length=100, blank=True)

    class Meta:
        verbose_name = _("table")
        verbose_name_plural = _("tables")
        ordering = ["tournament", "number"]
        constraints = [
            models.UniqueConstraint(name="table_number_unique", fields=["tournament", "number"]),
        ]

    def __str__(self) -> str:
        return self.label or str(_("Table %(number)s") % {"number": self.number})


class Game(models.Model):
    """One round at one table."""

    class State(models.TextChoices):
        OPEN = "open", _("Open")
        SIGNED = "signed", _("Signed")
        LOCKED = "locked", _("Locked")

    class Result(models.TextChoices):
        HANDS = "hands", _("From its hands")
        TOTALS = "totals", _("Totals only")
        AWARD = "award", _("Awarded")

    round = models.ForeignKey(
        Round, on_delete=models.PROTECT, related_name="games", verbose_name=_("round")
    )
    table = models.ForeignKey(
        Table, on_delete=models.PROTECT, related_name="games", verbose_name=_("table")
    )
    state = models.CharField(_("state"), max_length=20, choices=State, default=State.OPEN)
    version = models.PositiveIntegerField(_("version"), default=0, editable=False)
    result = models.CharField(_("result"), max_length=20, choices=Result, default=Result.HANDS)
    reason = models.CharField(_("reason"), max_length=200, blank=True)
    locked_at = models.DateTimeField(pgettext_lazy("time", "locked"), null=True, blank=True)

    class Meta:
        verbose_name = _("game")
        verbose_name_plural = _("games")
        ordering = ["round", "table"]
        constraints = [
            models.UniqueConstraint(name="one_game_per_round_and_table", fields=["round", "table"]),
        ]

    def __str__(self) -> str:
        return f"{self.round} · {self.table}"


class Seat(models.Model):
    """One player's place in a game."""

    game = models.ForeignKey(
        Game, on_delete=models.PROTECT, related_name="seats", verbose_name=_("game")
    )
    # The game's own round, copied: nobody sits twice in a round, and the database keeps that.
    round = models.ForeignKey(
        Round, on_delete=models.PROTECT, related_name="seats", verbose_name=_("round")
    )
    start = models.PositiveSmallIntegerField(_("starts at"), choices=Start)
    player = models.ForeignKey(
        Player, on_delete=models.PROTECT, related_name="seats", verbose_name=_("player")
    )
    played_by = models.ForeignKey(
        Player,
        on_delete=models.PROTECT,
        related_name="seats_substituted",
        null=True,
        blank=True,
        verbose_name=_("substitute"),
    )
    played_by_name = models.CharField(_("outside substitute"), max_length=100, blank=True)
    present_from = models.PositiveSmallIntegerField(
        _("present from hand"), null=True, blank=True, default=1
    )
    total = models.IntegerField(_("total, penalties included"), null=True, blank=True)
    awarded = models.PositiveSmallIntegerField(
        _("awarded table points, twelfths"), null=True, blank=True
    )

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering = ["game", "start"]
        constraints = [
            models.UniqueConstraint(name="one_seat_per_start", fields=["game", "start"]),
            models.UniqueConstraint(name="one_seat_per_player", fields=["round", "player"]),
            models.CheckConstraint(name="starts_a_to_d", condition=models.Q(start__lte=3)),
            models.CheckConstraint(
                name="one_substitute_at_most",
                condition=models.Q(played_by__isnull=True) | models.Q(played_by_name=""),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_start_display()} · {self.player}"

    def is_present(self, hand_number: int) -> bool:
        """Whether somebody plays this seat in that hand."""
        return self.present_from is not None and self.present_from <= hand_number


class ClockEvent(models.Model):
    """A start, pause, resume or extra time of a round's clock, or of one table's."""

    class Kind(models.TextChoices):
        START = "start", _("Start")
        PAUSE = "pause", _("Pause")
        RESUME = "resume", _("Resume")
        EXTRA = "extra", _("Extra minutes")

    round = models.ForeignKey(
        Round, on_delete=models.PROTECT, related_name="clock_events", verbose_name=_("round")
    )
    game = models.ForeignKey(
        Game,
        on_delete=models.PROTECT,
        related_name="clock_events",
        null=True,
        blank=True,
        verbose_name=_("game"),
    )
    kind = models.CharField(_("kind"), max_length=20, choices=Kind)
    minutes = models.PositiveSmallIntegerField(_("minutes"), default=0)
    at = models.DateTimeField(_("at"))
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("by"),
    )

    class Meta:
        verbose_name = _("clock event")
        verbose_name_plural = _("clock events")
        ordering = ["round", "at", "pk"]

    def __str__(self) -> str:
        return f"{self.round} · {self.get_kind_display()}"
