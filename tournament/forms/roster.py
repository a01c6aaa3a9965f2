"""The roster as an organiser fills it in: files, entries, teams, who has come."""

from collections.abc import Iterable, Sequence
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from scoring.forms.fields import TokenField
from tournament.field import SEATS, hall_tables
from tournament.imports.roster import Column, FileRefused, Sheet, read_roster
from tournament.imports.roster.clean import clean, key
from tournament.imports.roster.remarks import COLUMN_NAMES
from tournament.models import Player, Team, Tournament

# So many lines get a question of their own; a form has at most 500 fields.
MOST_QUESTIONS = 300
TEXTS = ("name", "latin_name", "club", "country", "federation_id")


class RosterFileForm(forms.Form):
    """A file with people; `sheet` is what was read of it."""

    sheet: Sheet

    file = forms.FileField(
        label=gettext_lazy("File with the players"),
        help_text=gettext_lazy("Excel (.xlsx) or text (.csv, .txt), up to 5 MB."),
        widget=forms.FileInput(
            attrs={
                "accept": ".xlsx,.csv,.txt,text/csv,text/plain,"
                "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
            }
        ),
        error_messages={
            "required": gettext_lazy("Choose the file with the list of players."),
            "empty": gettext_lazy("The file is empty. Choose the file with the list of players."),
        },
    )

    def clean_file(self) -> Any:
        """Read the file, or say why it cannot be read."""
        file = self.cleaned_data["file"]
        try:
            self.sheet = read_roster(file, file.size or 0)
        except FileRefused as error:
            raise forms.ValidationError(str(error)) from error
        return file


class ColumnsForm(forms.Form):
    """What the columns of a file mean, where its header does not say it."""

    first_row = forms.IntegerField(
        label=gettext_lazy("First row with a player"), min_value=1, max_value=1_048_576
    )

    def __init__(self, data: Any = None, *, sheet: Sheet, chosen: Sequence[str], row: int) -> None:
        super().__init__(data, initial={"first_row": row})
        choices = [("", _("not read")), *((str(c), str(COLUMN_NAMES[c])) for c in Column)]
        width = max(len(line.cells) for line in sheet.lines)
        self.samples = []
        for index in range(width):
            name = f"column-{index}"
            self.fields[name] = forms.ChoiceField(
                label=_("Column %(number)s") % {"number": index + 1},
                choices=choices,
                required=False,
                initial=chosen[index] if index < len(chosen) else "",
            )
            shown = [line.cell(index) for line in sheet.lines[:4]]
            self.samples.append((name, shown))

    def columns_with_samples(self) -> list[tuple[forms.BoundField, list[str]]]:
        """The choices, each with the first cells of its column."""
        return [(self[name], shown) for name, shown in self.samples]

    @property
    def columns(self) -> list[str]:
        """What was chosen, by column."""
        return [self.cleaned_data[name] for name, _shown in self.samples]

    def clean(self) -> dict[str, Any]:
        """Refuse a meaning that is given twice, and a list without names."""
        chosen = [self.cleaned_data.get(name) for name, _shown in self.samples]
        if any(chosen.count(column) > 1 for column in chosen if column):
            raise forms.ValidationError(_("Two columns have the same meaning. Choose one of them."))
        if Column.NAME not in chosen and Column.FAMILY_NAME not in chosen:
            raise forms.ValidationError(_("Say which column holds the names."))
        return self.cleaned_data


class ImportForm(forms.Form):
    """The answers to a preview: `choices` by sheet row, `rest` for the rows without one."""

    token = TokenField()
    seen = forms.CharField(max_length=64)
    rest = forms.ChoiceField(
        choices=[
            ("", gettext_lazy("I answer each line")),
            ("another", gettext_lazy("Another person")),
            ("skip", gettext_lazy("Leave out")),
        ],
        required=False,
        label=gettext_lazy("Lines without an answer"),
    )

    @property
    def choices(self) -> dict[int, str]:
        """The answers, by sheet row."""
        return row_choices(self.data)


def row_choices(data: Any) -> dict[int, str]:
    """Return the answers that a form sent, by sheet row."""
    found = {}
    for name in data:
        row = name.removeprefix("row-")
        if name != row and row.isascii() and row.isdecimal() and len(row) < 8:
            found[int(row)] = str(data.get(name))[:20]
    return found


class SeenForm(forms.BaseForm):
    """A form that posts back which version of its object it showed."""

    def look_again(self, seen: str) -> None:
        """Take what is saved as seen: after a conflict, saving again is a choice."""
        data: Any = self.data
        self.data = data.copy()
        self.data["seen"] = seen  # type: ignore[index] # a copy of what was sent can be written


class PlayerForm(SeenForm, forms.ModelForm):  # type: ignore[type-arg] # generic in stubs only
    """An entry; `team` is one of the event's."""

    token = TokenField()
    seen = forms.CharField(required=False, max_length=16, widget=forms.HiddenInput)
    is_another = forms.BooleanField(
        required=False, label=gettext_lazy("Another person of the same name")
    )
    fixed_table = forms.TypedChoiceField(
        required=False,
        coerce=int,
        empty_value=None,
        label=gettext_lazy("Always at table"),
        help_text=gettext_lazy(
            "For somebody who cannot move about: every draw puts his table there."
        ),
    )

    class Meta:
        model = Player
        fields = (
            "number",
            "name",
            "latin_name",
            "team",
            "member_number",
            "is_reserve",
            "club",
            "country",
            "federation_id",
            "is_ranked",
            "first_round",
        )
        help_texts = {
            "is_ranked": gettext_lazy("A filler is not: he plays and has no place."),
            "first_round": gettext_lazy("Later for somebody who comes during the event."),
        }

    def __init__(self, data: Any = None, *, tournament: Tournament, **options: Any) -> None:
        super().__init__(data, **options)
        self.tournament = tournament
        self.fields["team"].queryset = tournament.teams.all()  # type: ignore[attr-defined]
        self.fields["team"].empty_label = _("no team")  # type: ignore[attr-defined]
        self.fields["fixed_table"].choices = _tables(tournament)  # type: ignore[attr-defined]
        if self.instance.fixed_table:
            self.initial["fixed_table"] = self.instance.fixed_table.number
        self.fields["name"].required = True
        self.fields["number"].min_value = 1  # type: ignore[attr-defined]
        self.fields["number"].widget.attrs["min"] = 1
        self.namesake: Player | None = None

    def clean(self) -> dict[str, Any]:
        """Write texts as the import does; ask about a name that is there already."""
        data = super().clean() or {}
        for name in TEXTS:
            if name in data:
                data[name] = clean(data[name]).text
        if data.get("number") is not None and not 1 <= data["number"] <= 99_999:
            self.add_error("number", _("Entry numbers are 1 to 99999."))
        if "name" in data:
            self._ask_about_namesake(data)
        return data

    def _ask_about_namesake(self, data: dict[str, Any]) -> None:
        # Who has the number as well is refused for that, or is what this form entered before.
        others = self.tournament.players.exclude(pk=self.instance.pk).exclude(
            number=data.get("number") or 0
        )
        wanted = key(data["name"])
        if (
            not data["name"]
            or data.get("is_another")
            or wanted == key(self.initial.get("name", ""))
        ):
            return
        named = others.only("number", "name")
        self.namesake = next((other for other in named if key(other.name) == wanted), None)
        if self.namesake:
            self.add_error(
                "name",
                _(
                    "Number %(number)s is %(name)s already. "
                    "If this is somebody else, tick “another person of the same name”."
                )
                % {"number": self.namesake.number, "name": self.namesake},
            )

    @property
    def values(self) -> dict[str, Any]:
        """The fields of the entry besides its team, and the number of its table, for the services."""
        names = [*self.Meta.fields, "fixed_table"]
        return {name: self.cleaned_data[name] for name in names if name != "team"}


def _tables(tournament: Tournament) -> list[tuple[int | str, str]]:
    """The tables of the hall, and those its players will need."""
    needed = -(-tournament.players.count() // SEATS)
    numbers = hall_tables(tournament, needed)
    return [("", _("any table")), *((number, str(number)) for number in numbers)]


class PairForm(forms.Form):
    """Two entries that are not to meet, and why."""

    token = TokenField()
    one = forms.ModelChoiceField(Player.objects.none(), label=gettext_lazy("Player"))
    other = forms.ModelChoiceField(Player.objects.none(), label=gettext_lazy("must not meet"))
    reason = forms.CharField(
        required=False,
        label=gettext_lazy("Reason"),
        max_length=200,
        help_text=gettext_lazy("It is kept in the log."),
    )

    def __init__(self, data: Any = None, *, tournament: Tournament) -> None:
        super().__init__(data)
        players = tournament.players.exclude(status=Player.Status.WITHDRAWN).order_by("number")
        for name in ("one", "other"):
            field: Any = self.fields[name]
            field.queryset = players
            field.label_from_instance = lambda player: f"{player.entry_number} {player}"


class WithdrawForm(forms.Form):
    """When somebody leaves, and why."""

    token = TokenField()
    last_round = forms.IntegerField(
        label=gettext_lazy("Last round played"),
        help_text=gettext_lazy("0 for somebody who has not played."),
        min_value=0,
        max_value=200,
    )
    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=200)


class TeamForm(SeenForm, forms.Form):
    """A team's number and name."""

    token = TokenField()
    seen = forms.CharField(required=False, max_length=16, widget=forms.HiddenInput)
    number = forms.IntegerField(label=gettext_lazy("Team no."), min_value=1, max_value=99_999)
    name = forms.CharField(
        label=pgettext_lazy("team", "Name"), max_length=Team._meta.get_field("name").max_length
    )

    def clean_name(self) -> str:
        """Write the name as the import does."""
        return clean(self.cleaned_data["name"]).text


class CheckInForm(forms.Form):
    """Who has come: one by his own button, or those who are ticked."""

    token = TokenField()
    back = forms.CharField(required=False, max_length=500)

    def clean(self) -> dict[str, Any]:
        """Read which button was pressed."""
        data: QueryDict = self.data  # type: ignore[assignment]
        for word in ("come", "undo"):
            if word in data:
                one = str(data[word])
                self.present = word == "come"
                self.numbers = whole_numbers(data.getlist("number") if one == "all" else [one])
        if not getattr(self, "numbers", None):
            raise forms.ValidationError(_("Tick the people first. Nothing was changed."))
        return self.cleaned_data


def whole_numbers(texts: Iterable[str]) -> list[int]:
    """Return those texts that are entry numbers."""
    return [int(text) for text in texts if text.isascii() and text.isdecimal() and len(text) < 7]


class TokenForm(forms.Form):
    """A press that says everything by itself."""

    token = TokenField()


class FillersForm(forms.Form):
    """How many fillers to enter."""

    token = TokenField()
    count = forms.IntegerField(min_value=1, max_value=3)
    seen = forms.IntegerField(min_value=0, required=False)


class RosterFilter(forms.Form):
    """What the list of players is narrowed to."""

    q = forms.CharField(required=False, max_length=100)
    team = forms.ChoiceField(required=False, label=gettext_lazy("Team"))
    status = forms.ChoiceField(required=False, label=gettext_lazy("Status"))

    def __init__(self, data: Any, teams: Sequence[Team]) -> None:
        super().__init__(data)
        every = ("", _("all"))
        fields: Any = self.fields
        fields["team"].choices = [every, ("0", _("no team")), *((t.number, str(t)) for t in teams)]
        fields["status"].choices = [every, *Player.Status.choices, ("fillers", _("Fillers"))]
