"""The action log: who did what to what, and what it changed."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

import django_tables2 as tables
from django.core.exceptions import FieldDoesNotExist
from django.db.models import Field, QuerySet
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext, pgettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from scoring.house import switch_words
from scoring.listing import listed
from scoring.messages import fan_name
from scoring.rules import ANY_FAN_BY_KEY, SWITCHES
from tournament.models import ActionLog, Tournament
from tournament.models.naming import model_of
from tournament.tables.base import EventTable, styled
from tournament.tables.penalties import official_name
from tournament.templatetags.mahjong import with_lang

ACTIONS: Final[Mapping[str, Any]] = {
    "create_tournament": _("Event set up"),
    "edit_tournament": _("Settings changed"),
    "change_rules": _("House rules changed"),
    "appoint": _("Official named"),
    "dismiss": _("Official removed"),
    "reset_password": _("New password for an official"),
    "make_badges": _("Badges made"),
    "revoke_badge": _("Badge withdrawn"),
    "add_player": _("Player added"),
    "edit_player": _("Player changed"),
    "withdraw_player": _("Player withdrawn"),
    "reinstate_player": _("Player back"),
    "check_in": _("Checked in"),
    "add_fillers": _("Fillers added"),
    "add_team": _("Team added"),
    "edit_team": _("Team changed"),
    "import_roster": _("Roster imported"),
    "keep_apart": _("Pair kept apart"),
    "let_meet": _("Pair may meet"),
    "make_draw": _("Seats drawn"),
    "make_schedule": _("Schedule of numbers made"),
    "publish_schedule": _("Schedule of numbers published"),
    "give_up_schedule": _("Schedule of numbers given up"),
    "save_lots": _("Lots saved half typed"),
    "draw_lots": _("Lots drawn"),
    "throw_lots_away": _("Lots thrown away"),
    "redraw": _("Seats drawn anew"),
    "publish_draw": _("Seats published"),
    "cancel_draw": _("Draw cancelled"),
    "swap_seats": _("Seats swapped"),
    "seat_round": _("Round seated"),
    "publish_round": _("Round published"),
    "cancel_round": _("Round cancelled"),
    "move_round": _("Round moved on"),  # rows of older versions
    "start_round": _("Round started"),
    "close_round": _("Round closed"),
    "reopen_round": _("Round reopened"),
    "restore_round": _("Round restored"),
    "restore_signed": _("Signed game restored"),
    "restore_event": _("Event restored"),
    "pause_clock": _("Clock paused"),
    "resume_clock": _("Clock resumed"),
    "add_minutes": _("Extra minutes"),
    "record_hand": _("Hand entered"),
    "withdraw_hand": _("Hand withdrawn"),
    "enter_totals": _("Totals entered"),
    "return_to_hands": _("Totals dropped, hands count again"),
    "sign_seat": _("Player signed"),
    "sign_for_missing": _("Signed for players"),
    "sign_game": _("Sheet signed by the referee"),
    "lock_game": _("Game locked"),
    "lock_games": _("Signed games locked"),
    "reopen_game": _("Sheet opened again"),
    "file_appeal": _("Appeal filed"),
    "decide_appeal": _("Appeal decided"),
    "set_substitute": _("Substitute named"),
    "void_hand": _("Hand void, to be replayed"),
    "note_absence": _("Presence noted"),
    "end_game": _("Game ended early"),
    "correct_seats": _("Wrong seats corrected"),
    "rescore_hands": _("Tiles scored anew"),
    "add_penalty": _("Penalty given"),
    "penalise": _("Penalty in table points"),
    "cancel_penalty": _("Penalty cancelled"),
    "admin_add": _("Added in the administration"),
    "admin_change": _("Changed in the administration"),
    "admin_delete": _("Deleted in the administration"),
}

FIELDS: Final = "fields"
"""Under this name the administration keeps which fields were changed."""

# What the log keeps under another name than the model's field has.
NAMES: Final[Mapping[str, Any]] = {
    "badge": _("badge"),
    "cancelled": _("cancelled"),
    "cap": _("most points a hand pays"),
    "dead_hand": _("may not win this hand"),
    "disqualified": pgettext_lazy("player", "disqualified"),
    "fans": _("fan"),
    FIELDS: _("changed fields"),
    "forfeit": _("game forfeited"),
    "is_final": _("results are final"),
    "minutes": _("minutes"),
    "notation": _("tiles"),
    "offender": _("player"),
    "official": _("official"),
    "pair": _("pair"),
    "points": _("points"),
    "shares": _("shares of penalties"),
    "switches": _("what counts beside what"),
    "table_points": _("table points, twelfths"),
    "totals": _("result"),
    "valid_until": _("valid until"),
    "values": _("values of the fan"),
    "warning": _("with a warning"),
}


def action_words(action: str) -> str:
    """Return what was done in words; an action without any by its own name."""
    return str(ACTIONS.get(action, action.replace("_", " ")))


class LogTable(EventTable):
    """The log, the newest line first; each line opens before → after."""

    caption = _("Log")
    row_header = "action"

    at = tables.Column(pgettext_lazy("time", "When"), attrs=styled("nowrap"))
    by = tables.Column(_("Who"), empty_values=())
    action = tables.Column(_("What"))
    object_label = tables.Column(_("Object"))
    change = tables.Column(_("Change"), accessor="pk", attrs=styled("change-cell"))

    class Meta(EventTable.Meta):
        attrs = {"class": "log"}

    def __init__(self, lines: "QuerySet[ActionLog]", tournament: Tournament, zone: Any) -> None:
        super().__init__(lines)
        self.tournament = tournament
        self.zone = zone

    def render_at(self, value: Any) -> str:
        """Return the time in the event's zone."""
        return f"{timezone.localtime(value, self.zone):%m-%d %H:%M:%S}"

    def render_by(self, record: ActionLog) -> SafeString | str:
        """Return who; a command has no name."""
        name = official_name(record.by)
        return with_lang(name) if name else pgettext("who", "command")

    def render_action(self, value: str) -> str:
        """Return the action in words."""
        return action_words(value)

    def render_object_label(self, value: str) -> SafeString:
        """Return the object as it was called, in the reader's language."""
        return with_lang(value)

    def render_change(self, record: ActionLog) -> SafeString | str:
        """Draw the reason and, folded, what was there before and after."""
        lines = list(changes(record.before, record.after, record.object_type))
        reason = format_html("<b>{}</b> ", with_lang(record.reason)) if record.reason else ""
        if not lines:
            return format_html("{}", reason)
        return format_html(
            '{}<details class="change"><summary>{}</summary><dl>{}</dl></details>',
            reason,
            gettext("before → after"),
            format_html_join("", "<dt>{}</dt><dd>{} → {}</dd>", lines),
        )


Change = tuple[SafeString | str, SafeString | str, SafeString | str]


def changes(before: Any, after: Any, object_type: str = "") -> Iterator[Change]:
    """Return name, old and new value of everything that differs; – where there was nothing."""
    old, new = _parts(before), _parts(after)
    for name in {**old, **new}:
        field = _field(object_type, name)
        was, is_now = (
            _fields(object_type, values.get(name))
            if name == FIELDS
            else _shown(values.get(name), field)
            for values in (old, new)
        )
        if was != is_now:
            yield _name(name, field), was, is_now


def _parts(value: Any) -> Mapping[str, Any]:
    if value is None:
        return {}
    return value if isinstance(value, dict) else {"": value}


def _field(object_type: str, name: str) -> "Field[Any, Any] | None":
    try:
        field = model_of(object_type)._meta.get_field(name)
    except (LookupError, FieldDoesNotExist, ValueError):
        return None
    return field if isinstance(field, Field) else None


def _name(name: str, field: "Field[Any, Any] | None") -> SafeString | str:
    if not name:
        return gettext("value")
    if name in NAMES:
        return str(NAMES[name])
    if field:
        return str(field.verbose_name)
    return name if name.isdigit() else with_lang(name.replace("_", " "))


def _fields(object_type: str, keys: Any) -> SafeString | str:
    """Return the names of fields, by their keys."""
    comma = pgettext("between items", ", ")
    named = [_name(key, _field(object_type, key)) for key in keys or ()]
    return format_html_join(comma, "{}", [(name,) for name in named]) or "–"


def _shown(value: Any, field: "Field[Any, Any] | None") -> SafeString | str:
    """Return a value in words where there are some, as it is kept otherwise."""
    if value in (None, "", [], {}):
        return "–"
    words = dict(field.flatchoices).get(value) if field and isinstance(value, int | str) else None
    if words is not None:
        return str(words)
    if isinstance(value, bool | int):
        return _text(value)
    if isinstance(value, dict) and all(name in ANY_FAN_BY_KEY for name in value):
        return _text({fan_name(ANY_FAN_BY_KEY[name]): count for name, count in value.items()})
    if isinstance(value, dict) and all(name in SWITCHES for name in value):
        return " ".join(switch_words(name, on=bool(is_on)) for name, is_on in value.items())
    return with_lang(_text(value))


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    if isinstance(value, list):
        return listed(map(_text, value))
    if isinstance(value, dict):
        return listed(f"{name}: {_text(part)}" for name, part in value.items())
    return "–" if value in (None, "") else str(value)
