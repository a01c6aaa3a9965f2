"""The settings of an event as an organiser fills them in."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.forms.fields import TokenField
from tournament.forms.hall import HallAddressField
from tournament.models import (
    EndRule,
    Profile,
    Publication,
    SeatChangeRule,
    Tournament,
    time_zones,
)
from tournament.services.events import LOCKED_BY_PLAY, is_played, last_drawn, locked_sentence
from tournament.services.log import new_token
from tournament.standings import LADDERS, SEATS, Tiebreak

RESERVED: Final = frozenset({"new"})
MOST_POINTS: Final = 1000

RUNGS: Final[Mapping[str, Any]] = {
    Tiebreak.SCORE: gettext_lazy("score"),
    Tiebreak.BEST_GAME: gettext_lazy("best score of one game"),
    Tiebreak.BEST_TABLE_POINTS: gettext_lazy("best table points of one game"),
    Tiebreak.MORE_FIRSTS: gettext_lazy("more first places"),
    Tiebreak.LOT: gettext_lazy("lot"),
}


@dataclass(frozen=True, slots=True)
class Preset:
    """A set of rules under one name; a press fills the form with it."""

    key: str
    name: Any
    text: Any
    values: Mapping[str, Any]


PRESETS: Final = (
    Preset(
        "mil2025",
        "MIL 2025",
        gettext_lazy("120 minutes; the running hand is finished; seats change after every wind"),
        {
            "profile": Profile.GUOBIAO,
            "minutes": 120,
            "hands_per_game": 16,
            "end_rule": EndRule.FINISH_AND_ONE,
            "seat_change": SeatChangeRule.EVERY,
            "starting_score": 0,
            "table_point_vector": "4 2 1 0",
            "tie_ladder": "default",
        },
    ),
    Preset(
        "china1998",
        gettext_lazy("China 1998"),
        gettext_lazy("120 minutes, then stop at once; everybody starts with 500"),
        {
            "profile": Profile.CN1998,
            "minutes": 120,
            "hands_per_game": 16,
            "end_rule": EndRule.STOP,
            "seat_change": SeatChangeRule.EVERY,
            "starting_score": 500,
            "table_point_vector": "4 2 1 0",
            "tie_ladder": "r98",
        },
    ),
    Preset(
        "wmo",
        gettext_lazy("WMO / EMA"),
        gettext_lazy("120 minutes; the running hand is finished; compensations for the others"),
        {
            "profile": Profile.WMO2006,
            "minutes": 120,
            "hands_per_game": 16,
            "end_rule": EndRule.FINISH,
            "seat_change": SeatChangeRule.EVERY,
            "starting_score": 0,
            "table_point_vector": "4 2 1 0",
            "tie_ladder": "default",
        },
    ),
)


class PointsField(forms.CharField):
    """Table points by place, best first: 4 2 1 0."""

    def prepare_value(self, value: Any) -> Any:
        """Show a list as its numbers."""
        return " ".join(map(str, value)) if isinstance(value, list) else value

    def to_python(self, value: Any) -> Any:
        """Return four whole numbers."""
        if isinstance(value, list):
            return value
        words = (super().to_python(value) or "").replace(",", " ").replace("-", " ").split()
        if any(not (word.isascii() and word.isdecimal() and len(word) <= 4) for word in words):
            raise forms.ValidationError(_("Write four whole numbers, such as 4 2 1 0."))
        points = [int(word) for word in words]
        if words and (len(points) != SEATS or points != sorted(points, reverse=True)):
            raise forms.ValidationError(_("Write four whole numbers, best place first."))
        return points

    def has_changed(self, initial: Any, data: Any) -> bool:
        """Compare the numbers, not how they are written."""
        return bool(self.prepare_value(initial) != data)


class LadderField(forms.ChoiceField):
    """The tie-breaks after table points, one of the usual ladders or the one in use."""

    def prepare_value(self, value: Any) -> Any:
        """Return the key of a ladder."""
        return ladder_key(value) if isinstance(value, list) else self.to_python(value)

    def clean(self, value: Any) -> Any:
        """Return the rungs."""
        return value if isinstance(value, list) else super().clean(value).split()

    def to_python(self, value: Any) -> str:
        """Return the rungs as text; the short names of the usual ladders are understood."""
        return ladder_key(list(LADDERS[value])) if value in LADDERS else super().to_python(value)


def ladder_key(rungs: list[str]) -> str:
    """Return a ladder as the value of a choice."""
    return " ".join(rungs)


def ladder_words(rungs: list[str]) -> str:
    """Return a ladder in words."""
    return " → ".join(str(RUNGS.get(rung, rung)) for rung in rungs) or _("none: the rank is shared")


if TYPE_CHECKING:
    _ModelForm = forms.ModelForm[Tournament]
else:
    _ModelForm = forms.ModelForm


class EventForm(_ModelForm):
    """Everything an organiser decides about an event."""

    token = TokenField()
    seen = forms.CharField(widget=forms.HiddenInput, max_length=16, required=False)
    table_point_vector = PointsField(
        label=gettext_lazy("Table points by place"),
        help_text=gettext_lazy("Best place first; equal scores share the mean."),
        max_length=40,
    )
    tie_ladder = LadderField(label=gettext_lazy("Tie-breaks after table points"))
    hall_address = HallAddressField(required=False)

    class Meta:
        model = Tournament
        fields = (
            *("name", "slug", "venue", "starts_on", "ends_on", "time_zone"),
            *("profile", "rounds_planned", "minutes", "hands_per_game", "end_rule"),
            *("seat_change", "starting_score", "table_point_vector", "tie_ladder"),
            *("outside_substitute_counts", "publication", "hidden_from_round", "appeal_minutes"),
            *("is_final", "state"),
        )
        widgets = {
            "starts_on": forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
            "ends_on": forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        }
        labels = {"slug": gettext_lazy("Web address")}
        help_texts = {
            "slug": gettext_lazy(
                "The end of the event's address, printed on cards: letters, digits and hyphens, "
                "such as autumn-open-2026."
            ),
            "time_zone": gettext_lazy("Such as Asia/Shanghai or Europe/Vienna."),
            "rounds_planned": gettext_lazy("More can be added later."),
            "starting_score": gettext_lazy("0 or 500."),
            "hidden_from_round": gettext_lazy("Only for results hidden from a round on."),
        }

    GROUPS: Final = (
        (
            gettext_lazy("What and where"),
            ("name", "slug", "venue", "starts_on", "ends_on", "time_zone", "hall_address"),
        ),
        (
            gettext_lazy("Rules"),
            ("profile", "seat_change", "hands_per_game", "minutes", "end_rule", "starting_score"),
        ),
        (
            gettext_lazy("Rounds and ranking"),
            ("rounds_planned", "table_point_vector", "tie_ladder", "outside_substitute_counts"),
        ),
        (
            gettext_lazy("Publication"),
            ("publication", "hidden_from_round", "appeal_minutes", "is_final", "state"),
        ),
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.initial.setdefault("token", new_token())
        self.fields["rounds_planned"].required = True
        self.fields["rounds_planned"].widget.attrs["inputmode"] = "numeric"
        self.fields["time_zone"].widget.attrs["list"] = "time-zones"
        self._offer_ladders()
        if self.instance.pk:
            del self.fields["slug"]
            self._lock()
        else:
            for name in ("is_final", "state", "seen", "hall_address"):
                del self.fields[name]

    def _offer_ladders(self) -> None:
        ladders = [[str(rung) for rung in ladder] for ladder in LADDERS.values()]
        used = self.instance.tie_ladder
        if self.instance.pk and used not in ladders:
            ladders.append(used)
        field = self.fields["tie_ladder"]
        assert isinstance(field, LadderField)
        field.choices = [(ladder_key(rungs), ladder_words(rungs)) for rungs in ladders]
        field.required = [] not in ladders

    def _lock(self) -> None:
        """Switch off what played games depend on, with the reason in place."""
        if not is_played(self.instance):
            return
        for name in LOCKED_BY_PLAY:
            self.fields[name].disabled = True
            self.initial[name] = getattr(self.instance, name)
            self.fields[name].help_text = locked_sentence()

    @property
    def groups(self) -> list[tuple[Any, list[forms.BoundField]]]:
        """The fields in the order of the page, under their headings."""
        return [
            (heading, [self[name] for name in names if name in self.fields])
            for heading, names in self.GROUPS
        ]

    @property
    def time_zones(self) -> list[str]:
        """What the field of the time zone suggests."""
        return sorted(zone for zone in time_zones() if "/" in zone)

    def clean_slug(self) -> str:
        """Refuse addresses that lead elsewhere or to another event."""
        slug: str = self.cleaned_data["slug"]
        if slug in RESERVED:
            raise forms.ValidationError(_("This address is taken by a page. Choose another."))
        return slug

    def clean_rounds_planned(self) -> int:
        """Refuse fewer rounds than are drawn."""
        planned: int = self.cleaned_data["rounds_planned"]
        drawn = last_drawn(self.instance) if self.instance.pk else 0
        if planned < drawn:
            raise forms.ValidationError(_("Round %(number)s is drawn already.") % {"number": drawn})
        return planned

    def clean(self) -> dict[str, Any]:
        """Check the fields that belong together."""
        given: dict[str, Any] = super().clean() or self.cleaned_data
        first, last = given.get("starts_on"), given.get("ends_on")
        if first and last and last < first:
            self.add_error("ends_on", _("The last day lies before the first."))
        hides = given.get("publication") == Publication.HIDDEN
        if hides and not given.get("hidden_from_round"):
            self.add_error("hidden_from_round", _("Say from which round on results are hidden."))
        return given

    def validate_unique(self) -> None:
        """Leave it to the service: a retry finds its own event, which is no error."""

    @property
    def settings(self) -> dict[str, Any]:
        """What was decided, for the service."""
        return {
            name: value
            for name, value in self.cleaned_data.items()
            if name not in ("token", "seen", "slug")
        }


def with_preset(sent: QueryDict) -> dict[str, Any]:
    """Return what was typed with the values of the preset that was pressed, to show it again."""
    ticks = {"outside_substitute_counts": False, "is_final": False}
    key = sent.get("preset", "")
    values = next((preset.values for preset in PRESETS if preset.key == key), {})
    return {**ticks, **sent.dict(), **values}
