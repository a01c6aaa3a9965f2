"""The event itself: its rules, stages, officials."""

from functools import cache
from zoneinfo import available_timezones

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator, URLValidator
from django.db import models
from django.utils.translation import gettext_lazy as _


@cache
def time_zones() -> frozenset[str]:
    """Return the names of all time zones; to ask for them reads a whole folder."""
    return frozenset(available_timezones())


def validate_time_zone(name: str) -> None:
    """Raise `ValidationError` unless `name` is one of the time zone database's."""
    if name not in time_zones():
        raise ValidationError(
            _("%(name)s is not the name of a time zone, such as Europe/Vienna."),
            params={"name": name},
        )


class Profile(models.TextChoices):
    """The rule profiles (see docs/rules-sources.md)."""

    GUOBIAO = "guobiao", _("Guobiao 1998 with the 2025 supplement")
    CN1998 = "cn1998", _("China 1998")
    WMO2006 = "wmo2006", _("WMO 2006 / EMA")
    JMSA = "jmsa", _("Japan (JMSA)")
    LIANZHONG = "lianzhong", _("Lianzhong online")


class EndRule(models.TextChoices):
    """What happens to the running hand when time is up."""

    FINISH = "finish", _("Finish the hand")
    FINISH_AND_ONE = "finish_and_one", _("Finish the hand, one more if it was being counted")
    STOP = "stop", _("Stop at once, the hand is void")


class SeatChangeRule(models.TextChoices):
    """When players change seats within a game (`tournament.winds`)."""

    EVERY = "every", _("After every wind")
    HALFWAY = "halfway", _("Once, before the third wind")
    NONE = "none", _("Never")


class Publication(models.TextChoices):
    """From when a result is public."""

    LIVE = "live", _("Live")
    SIGNED = "signed", _("After the sheet is signed")
    HIDDEN = "hidden", _("Hidden from a round on")


class Tournament(models.Model):
    """One event (赛事): everything below hangs on it."""

    class State(models.TextChoices):
        SETUP = "setup", _("Set-up")
        RUNNING = "running", _("Running")
        CLOSED = "closed", _("Closed")

    slug = models.SlugField(_("address"), unique=True)
    name = models.CharField(_("name"), max_length=200)
    venue = models.CharField(_("venue"), max_length=200, blank=True)
    starts_on = models.DateField(_("first day"), null=True, blank=True)
    ends_on = models.DateField(_("last day"), null=True, blank=True)
    time_zone = models.CharField(
        _("time zone"), max_length=64, default="Asia/Shanghai", validators=[validate_time_zone]
    )
    profile = models.CharField(
        _("rule profile"), max_length=20, choices=Profile, default=Profile.GUOBIAO
    )
    table_point_vector = models.JSONField(_("table points by place"), default=list)
    tie_ladder = models.JSONField(_("tie-breaks after table points"), default=list)
    starting_score = models.PositiveIntegerField(_("starting score"), default=0)
    hands_per_game = models.PositiveSmallIntegerField(
        _("hands in a game"),
        default=16,
        validators=[MinValueValidator(1), MaxValueValidator(16)],
    )
    rounds_planned = models.PositiveSmallIntegerField(
        _("planned rounds"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(60)],
    )
    minutes = models.PositiveSmallIntegerField(_("minutes for a round"), default=120)
    end_rule = models.CharField(
        _("end rule"), max_length=20, choices=EndRule, default=EndRule.FINISH_AND_ONE
    )
    seat_change = models.CharField(
        _("seat change"), max_length=20, choices=SeatChangeRule, default=SeatChangeRule.EVERY
    )
    outside_substitute_counts = models.BooleanField(
        _("an outside substitute's result counts for the entry he replaces"), default=False
    )
    publication = models.CharField(
        _("results are public"), max_length=20, choices=Publication, default=Publication.LIVE
    )
    hidden_from_round = models.PositiveSmallIntegerField(
        _("first hidden round"), null=True, blank=True
    )
    # Phones reach the hall's computer by it; every printed code carries it.
    hall_address = models.CharField(
        _("address in the hall"),
        max_length=200,
        blank=True,
        validators=[URLValidator(schemes=["http", "https"])],
    )
    appeal_minutes = models.PositiveSmallIntegerField(
        _("minutes for an appeal"),
        default=30,
        validators=[MaxValueValidator(24 * 60)],
        help_text=_("Counted from the moment a sheet is locked."),
    )
    is_final = models.BooleanField(_("results are final"), default=False)
    state = models.CharField(_("state"), max_length=20, choices=State, default=State.SETUP)
    standings_version = models.PositiveIntegerField(
        _("version of the standings"), default=0, editable=False
    )

    # Not stored: the change under way found the results final, and the log has yet to say so.
    was_final = False

    class Meta:
        verbose_name = _("tournament")
        verbose_name_plural = _("tournaments")
        ordering = ["-starts_on", "slug"]
        constraints = [
            models.CheckConstraint(
                name="hands_in_a_game_1_to_16",
                condition=models.Q(hands_per_game__gte=1, hands_per_game__lte=16),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_over(self) -> bool:
        """Whether no further round is to come: the event is closed, or its results are final."""
        return self.is_final or self.state == self.State.CLOSED


class ProfileRevision(models.Model):
    """
    The rules as used in one event: values, switches and offence catalogue, copied.

    A change makes a new revision; hands and penalties keep the one they were made with.
    """

    tournament = models.ForeignKey(
        Tournament,
        on_delete=models.PROTECT,
        related_name="profile_revisions",
        verbose_name=_("tournament"),
    )
    number = models.PositiveSmallIntegerField(_("number"))
    profile = models.CharField(_("rule profile"), max_length=20, choices=Profile)
    content = models.JSONField(_("content"))
    created_at = models.DateTimeField(_("created"), auto_now_add=True)

    class Meta:
        verbose_name = _("revision of the rules")
        verbose_name_plural = _("revisions of the rules")
        ordering = ["tournament", "number"]
        constraints = [
            models.UniqueConstraint(
                name="profile_revision_number_unique", fields=["tournament", "number"]
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_profile_display()} · {self.number}"


class Stage(models.Model):
    """A part of the event with its own field: qualification, final, consolation."""

    class CarryOver(models.TextChoices):
        ALL = "all", _("All points carried over")
        NONE = "none", _("Start from zero")
        FRACTION = "fraction", _("A part of the points")

    tournament = models.ForeignKey(
        Tournament, on_delete=models.PROTECT, related_name="stages", verbose_name=_("tournament")
    )
    order = models.PositiveSmallIntegerField(_("order"), default=1)
    name = models.CharField(_("name"), max_length=100)
    cut = models.PositiveSmallIntegerField(_("players who go on"), null=True, blank=True)
    carry_over = models.CharField(
        _("carry-over"), max_length=20, choices=CarryOver, default=CarryOver.ALL
    )
    carry_numerator = models.PositiveSmallIntegerField(_("carried part, numerator"), default=1)
    carry_denominator = models.PositiveSmallIntegerField(_("carried part, denominator"), default=1)

    class Meta:
        verbose_name = _("stage")
        verbose_name_plural = _("stages")
        ordering = ["tournament", "order"]
        constraints = [
            models.UniqueConstraint(name="stage_order_unique", fields=["tournament", "order"]),
            models.CheckConstraint(
                name="carried_part_is_a_fraction",
                condition=models.Q(carry_denominator__gte=1)
                & models.Q(carry_numerator__lte=models.F("carry_denominator")),
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Role(models.TextChoices):
    """What an official may do (`tournament.permissions` has the table)."""

    ORGANISER = "organiser", _("Organiser")
    HEAD_REFEREE = "head_referee", _("Head referee")
    REFEREE = "referee", _("Table referee")
    CLERK = "clerk", _("Clerk")
    VIEWER = "viewer", _("Viewer")


class Official(models.Model):
    """A user's role in one event; a table referee's tables (none named = all)."""

    tournament = models.ForeignKey(
        Tournament, on_delete=models.PROTECT, related_name="officials", verbose_name=_("tournament")
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="officials",
        verbose_name=_("user"),
    )
    role = models.CharField(_("role"), max_length=20, choices=Role)
    tables = models.ManyToManyField(
        "tournament.Table", verbose_name=_("tables"), blank=True, related_name="officials"
    )

    class Meta:
        verbose_name = _("official")
        verbose_name_plural = _("officials")
        ordering = ["tournament", "role", "user"]
        constraints = [
            models.UniqueConstraint(name="one_role_per_event", fields=["tournament", "user"]),
        ]

    def __str__(self) -> str:
        return f"{self.user} · {self.get_role_display()}"
