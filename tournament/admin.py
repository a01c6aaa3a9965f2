"""
The administration of the installation, for superusers.

What scores are made of is only read here: it changes through the services, which check, lock and
log. Rounds are moved by actions that call them.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, cast

from django.contrib import admin, messages
from django.contrib.auth.admin import GroupAdmin, UserAdmin
from django.contrib.auth.models import Group, User
from django.db import models
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import override

from tournament.models import (
    AccessLink,
    ActionLog,
    Appeal,
    ClockEvent,
    Draw,
    FailedLogIn,
    Game,
    Hand,
    HandScore,
    KeptApart,
    Official,
    Penalty,
    PenaltyShare,
    Player,
    ProfileRevision,
    RosterDraft,
    Round,
    Seat,
    SheetVisit,
    Signature,
    Stage,
    StageEntry,
    Table,
    Team,
    Tournament,
)
from tournament.services.errors import ServiceError
from tournament.services.locks import touch_standings
from tournament.services.log import Request, write
from tournament.services.rounds import close_round, publish_round, start_round

if TYPE_CHECKING:
    from django.contrib.admin import ModelAdmin as _ModelAdmin

    ModelAdmin = _ModelAdmin[Any]
else:
    ModelAdmin = admin.ModelAdmin


class ReadOnlyAdmin(ModelAdmin):
    """Lists and shows; nothing is added, changed or deleted."""

    def has_add_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        """Never."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        """Never."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        """Never."""
        return False


class LoggedAdmin(ModelAdmin):
    """What may be changed here: each change writes a row of the event's own log as well."""

    def construct_change_message(
        self, request: HttpRequest, form: Any, formsets: Any, add: bool = False
    ) -> Any:
        """Name the fields by their keys: what is kept has no language."""
        return [{"added": {}} if add else {"changed": {"fields": list(form.changed_data)}}]

    def log_addition(self, request: HttpRequest, obj: Any, message: Any) -> Any:
        """Log a new row."""
        self._write(request, "admin_add", obj)
        with override(None):  # Django keeps the object's name as text
            return super().log_addition(request, obj, message)

    def log_change(self, request: HttpRequest, obj: Any, message: Any) -> Any:
        """Log a changed row."""
        self._write(request, "admin_change", obj, message[0]["changed"])
        with override(None):
            return super().log_change(request, obj, message)

    def log_deletions(self, request: HttpRequest, queryset: QuerySet[Any]) -> Any:
        """Log rows that are about to go."""
        for obj in queryset:
            self._write(request, "admin_delete", obj)
        with override(None):
            return super().log_deletions(request, queryset)

    def _write(self, request: HttpRequest, action: str, obj: Any, after: Any = None) -> None:
        event = obj if isinstance(obj, Tournament) else getattr(obj, "tournament", None)
        by = cast(User, request.user)
        values = {"id": obj.pk, "change": after}
        write(Request(by=by), action, values, tournament=event, obj=obj, after=after)


class RosterAdmin(LoggedAdmin):
    """What moves a number on a public page when it changes: the version of the standings rises."""

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        """Save, then let live pages know."""
        super().save_model(request, obj, form, change)
        touch_standings(obj if isinstance(obj, Tournament) else obj.tournament)

    def delete_model(self, request: HttpRequest, obj: Any) -> None:
        """Delete what nothing refers to, then let live pages know."""
        tournament = None if isinstance(obj, Tournament) else obj.tournament
        super().delete_model(request, obj)
        if tournament:
            touch_standings(tournament)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        """Delete several, each as if alone."""
        for obj in queryset:
            self.delete_model(request, obj)


# Accounts: Django's own pages, with our log


admin.site.unregister(User)
admin.site.unregister(Group)


@admin.register(User)
class LoggedUserAdmin(LoggedAdmin, UserAdmin):  # type: ignore[type-arg] # generic in stubs only
    """Accounts of officials. Who has left is made inactive: the log keeps naming him."""

    def has_delete_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        """Never."""
        return False


@admin.register(Group)
class LoggedGroupAdmin(LoggedAdmin, GroupAdmin):
    """Groups of accounts; the event's roles do not need them."""


# The event


@admin.register(Tournament)
class TournamentAdmin(RosterAdmin):
    """Events. New ones come from `manage.py import_event`, with a stage and a copy of the rules."""

    list_display = ["name", "slug", "starts_on", "state", "publication", "is_final"]
    list_filter = ["state", "publication", "is_final", "profile"]
    search_fields = ["name", "slug", "venue"]
    readonly_fields = ["standings_version"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Never: an event without a stage and its rules would be a half one."""
        return False

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        """Keep the rules once something was played under them."""
        fields = ["standings_version", "profile"]
        played = obj and Hand.objects.filter(game__round__tournament=obj).exists()
        if played:
            fields += ["starting_score", "hands_per_game", "seat_change"]
        return fields


@admin.register(Stage)
class StageAdmin(LoggedAdmin):
    """Stages of events."""

    list_display = ["name", "tournament", "order", "cut", "carry_over"]
    list_filter = ["tournament"]
    list_select_related = ["tournament"]
    search_fields = ["name"]


@admin.register(ProfileRevision)
class ProfileRevisionAdmin(ReadOnlyAdmin):
    """Copies of the rules as used."""

    list_display = ["tournament", "number", "profile", "created_at"]
    list_filter = ["tournament", "profile"]
    list_select_related = ["tournament"]


@admin.register(Official)
class OfficialAdmin(LoggedAdmin):
    """Who may do what in which event."""

    list_display = ["user", "tournament", "role"]
    list_filter = ["tournament", "role"]
    list_select_related = ["tournament", "user"]
    search_fields = ["user__username", "user__first_name", "user__last_name"]
    autocomplete_fields = ["user"]
    filter_horizontal = ["tables"]


# People


@admin.register(Team)
class TeamAdmin(RosterAdmin):
    """Teams."""

    list_display = ["number", "name", "tournament"]
    list_filter = ["tournament"]
    list_select_related = ["tournament"]
    search_fields = ["name", "number"]


@admin.register(Player)
class PlayerAdmin(RosterAdmin):
    """Entries of persons."""

    list_display = ["number", "name", "latin_name", "team", "status", "is_ranked", "tournament"]
    list_display_links = ["number", "name"]
    list_filter = ["tournament", "status", "is_ranked"]
    list_select_related = ["tournament", "team"]
    search_fields = ["number", "name", "latin_name", "federation_id"]
    autocomplete_fields = ["team"]


@admin.register(StageEntry)
class StageEntryAdmin(ReadOnlyAdmin):
    """What players brought into a stage."""

    list_display = ["stage", "place", "player", "score"]
    list_filter = ["stage__tournament"]
    list_select_related = ["stage", "player"]
    search_fields = ["player__name", "player__number"]


@admin.register(KeptApart)
class KeptApartAdmin(ReadOnlyAdmin):
    """Pairs that no draw seats together."""

    list_display = ["tournament", "one", "other", "reason"]
    list_filter = ["tournament"]
    list_select_related = ["tournament", "one", "other"]


@admin.register(RosterDraft)
class RosterDraftAdmin(ReadOnlyAdmin):
    """Rosters that were read and not yet imported; their lines are for the preview."""

    list_display = ["tournament", "file_name", "by", "created_at", "expires_at"]
    list_filter = ["tournament"]
    list_select_related = ["tournament", "by"]
    exclude = ["sheet", "columns"]


@admin.register(AccessLink)
class AccessLinkAdmin(ReadOnlyAdmin):
    """Links and PINs; their hashes are not shown."""

    list_display = ["tournament", "official", "table", "player", "valid_until", "revoked_at"]
    list_filter = ["tournament"]
    list_select_related = ["tournament", "official__user", "table", "player"]
    exclude = ["token_hash", "pin_hash"]


@admin.register(FailedLogIn)
class FailedLogInAdmin(ReadOnlyAdmin):
    """Log-ins that failed a moment ago."""

    list_display = ["at"]


# Seating


@admin.register(Draw)
class DrawAdmin(ReadOnlyAdmin):
    """Seat draws, without the secret that nobody may know before the word from the hall is in."""

    exclude = ["secret"]
    list_display = ["stage", "first_round", "last_round", "kind", "state"]
    list_filter = ["stage__tournament", "state"]
    list_select_related = ["stage"]


@admin.register(Round)
class RoundAdmin(ReadOnlyAdmin):
    """Rounds; they are published, started and closed by actions."""

    list_display = ["number", "tournament", "stage", "planned_start", "state"]
    list_filter = ["tournament", "state"]
    list_select_related = ["tournament", "stage"]
    actions = ["publish", "start", "close"]

    @admin.action(description=_("Publish the seats"))
    def publish(self, request: HttpRequest, queryset: QuerySet[Round]) -> None:
        """Show the seats to everybody."""
        self._move(request, queryset, publish_round)

    @admin.action(description=_("Start the round"))
    def start(self, request: HttpRequest, queryset: QuerySet[Round]) -> None:
        """Let the referees enter hands."""
        self._move(request, queryset, start_round)

    @admin.action(description=_("Close the round"))
    def close(self, request: HttpRequest, queryset: QuerySet[Round]) -> None:
        """End the round."""
        self._move(request, queryset, close_round)

    def _move(
        self, request: HttpRequest, rounds: QuerySet[Round], move: Callable[..., Round]
    ) -> None:
        # Whoever is in the administration is logged in.
        by = cast(User, request.user)
        for round_ in rounds:
            try:
                moved = move(round_=round_, request=Request(by=by))
            except ServiceError as error:
                self.message_user(request, str(error), messages.ERROR)
            else:
                self.message_user(
                    request, f"{round_}: {moved.get_state_display()}", messages.SUCCESS
                )


@admin.register(Table)
class TableAdmin(LoggedAdmin):
    """Tables of halls."""

    list_display = ["number", "label", "room", "tournament"]
    list_filter = ["tournament"]
    list_select_related = ["tournament"]
    search_fields = ["number", "label", "room"]


@admin.register(Game)
class GameAdmin(ReadOnlyAdmin):
    """Games."""

    list_display = ["round", "table", "state", "result", "version"]
    list_filter = ["round__tournament", "state", "result"]
    list_select_related = ["round", "table"]
    search_fields = ["table__number"]


@admin.register(Seat)
class SeatAdmin(ReadOnlyAdmin):
    """Seats."""

    list_display = ["game", "start", "player", "played_by", "played_by_name", "present_from"]
    list_filter = ["round__tournament"]
    list_select_related = ["game__round", "game__table", "player", "played_by"]
    search_fields = ["player__name", "player__number", "played_by_name"]


@admin.register(ClockEvent)
class ClockEventAdmin(ReadOnlyAdmin):
    """Starts and pauses of clocks."""

    list_display = ["round", "game", "kind", "minutes", "at", "by"]
    list_filter = ["round__tournament", "kind"]
    list_select_related = ["round", "game__round", "game__table", "by"]


# Play


@admin.register(Hand)
class HandAdmin(ReadOnlyAdmin):
    """Every version of every hand."""

    list_display = [
        "game",
        "number",
        "version",
        "is_current",
        "outcome",
        "fan_points",
        "entered_by",
    ]
    list_filter = ["game__round__tournament", "is_current", "outcome"]
    list_select_related = ["game__round", "game__table", "entered_by"]
    search_fields = ["game__table__number", "entered_by__username"]
    date_hierarchy = "entered_at"


@admin.register(HandScore)
class HandScoreAdmin(ReadOnlyAdmin):
    """What hands gave and took."""

    list_display = ["hand", "seat", "player", "points"]
    list_filter = ["hand__game__round__tournament"]
    list_select_related = ["hand__game__round", "hand__game__table", "seat__player", "player"]
    search_fields = ["player__name", "player__number"]


@admin.register(Penalty)
class PenaltyAdmin(ReadOnlyAdmin):
    """Penalties, cancelled ones too."""

    list_display = ["tournament", "round", "game", "player", "offence", "measure", "cancelled_at"]
    list_filter = ["tournament", "measure", "offence"]
    list_select_related = ["tournament", "round", "game__round", "game__table", "player"]
    search_fields = ["player__name", "player__number", "offence", "reason"]


@admin.register(PenaltyShare)
class PenaltyShareAdmin(ReadOnlyAdmin):
    """What penalties took and gave."""

    list_display = ["penalty", "seat", "player", "points"]
    list_filter = ["penalty__tournament"]
    list_select_related = ["penalty__player", "penalty__team", "seat__player", "player"]
    search_fields = ["player__name", "player__number"]


@admin.register(Signature)
class SignatureAdmin(ReadOnlyAdmin):
    """Signatures."""

    list_display = ["game", "game_version", "seat", "official", "at"]
    list_filter = ["game__round__tournament"]
    list_select_related = ["game__round", "game__table", "seat__player", "official__user"]


@admin.register(Appeal)
class AppealAdmin(ReadOnlyAdmin):
    """What players disputed, and what was decided."""

    list_display = ["game", "seat", "text", "outcome", "filed_at", "decided_at"]
    list_filter = ["game__round__tournament", "outcome"]
    list_select_related = ["game__round", "game__table", "seat__player"]
    search_fields = ["text", "decision"]


@admin.register(SheetVisit)
class SheetVisitAdmin(ReadOnlyAdmin):
    """Devices that have a sheet open."""

    list_display = ["game", "by", "seen_at", "waiting"]
    list_filter = ["game__round__tournament"]
    list_select_related = ["game__round", "game__table", "by"]


@admin.register(ActionLog)
class ActionLogAdmin(ReadOnlyAdmin):
    """Who did what."""

    list_display = ["at", "by", "action", "name", "reason", "tournament"]
    list_filter = ["tournament", "action"]
    list_select_related = ["by", "tournament"]
    search_fields = ["action", "reason", "by__username"]
    date_hierarchy = "at"

    @admin.display(description=_("object"))
    def name(self, line: ActionLog) -> str:
        """Return the object in the reader's language."""
        return line.object_label
