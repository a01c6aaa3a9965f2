"""A penalty of the whole event: table points, or a player who is disqualified."""

from collections.abc import Iterable
from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.forms.fields import ReasonField, TokenField, refusal
from scoring.forms.offences import FREE, offence_name, step_text
from scoring.rules.penalties import Measure, Offence, Unit, offences, proposed_step
from tournament.models import Penalty, Player, Team, Tournament
from tournament.services.log import new_token
from tournament.services.penalties import given_under
from tournament.services.rulings import Ruling
from tournament.standings import TWELFTHS

DISQUALIFIED: Final = "disqualified"
MOST_HALVES: Final = 20
NO_NUMBER = gettext_lazy("Write the number of the player or the team.")


def in_table_points(profile: str) -> list[Offence]:
    """Return the offences of the rules that cost table points."""
    return [
        row
        for row in offences(profile)
        if any(step.unit is Unit.TABLE_POINTS for step in row.steps)
    ]


class TablePointForm(forms.Form):
    """Whom, what for, and how much; what is left open follows the ladder. `ruling` is the value."""

    whom = forms.ChoiceField(
        choices=[("player", gettext_lazy("Player")), ("team", gettext_lazy("Team"))],
        label=gettext_lazy("Whom"),
    )
    number = forms.IntegerField(
        min_value=1,
        max_value=99_999,
        label=gettext_lazy("Number"),
        error_messages={"required": NO_NUMBER, "invalid": NO_NUMBER},
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )
    offence = forms.ChoiceField(label=gettext_lazy("What for"))
    halves = forms.TypedChoiceField(
        coerce=int,
        required=False,
        empty_value=None,
        label=gettext_lazy("Table points taken"),
    )
    reason = ReasonField(gettext_lazy("Reason"))
    token = TokenField()

    ruling: Ruling
    player: Player | None = None
    team: Team | None = None

    def __init__(
        self, data: Any = None, *, tournament: Tournament, initial: dict[str, Any] | None = None
    ) -> None:
        super().__init__(data, initial={"token": new_token(), **(initial or {})}, label_suffix="")
        self.tournament = tournament
        self.offences = {row.key: row for row in in_table_points(tournament.profile)}
        named = [(row.key, offence_name(row)) for row in self.offences.values()]
        self._choices(
            "offence",
            [*named, (FREE, _("Other, with a reason")), (DISQUALIFIED, _("Disqualification"))],
        )
        halves = [(str(number), _half_words(number)) for number in range(1, MOST_HALVES + 1)]
        self._choices("halves", [("", _("As the ladder says")), *halves])

    def _choices(self, name: str, choices: Iterable[tuple[str, str]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = list(choices)

    def clean(self) -> None:
        """Look the offender up and make the ruling."""
        facts = self.cleaned_data
        if "number" in facts and "whom" in facts:
            self._find(facts["whom"], facts["number"])
        key = facts.get("offence")
        if self.errors or not key:
            return
        if key == DISQUALIFIED:
            self._disqualify()
        else:
            self._take(key, facts.get("halves"))

    def _find(self, whom: str, number: int) -> None:
        if whom == "player":
            self.player = self.tournament.players.filter(number=number).first()
        else:
            self.team = self.tournament.teams.filter(number=number).first()
        if self.player is None and self.team is None:
            sentence = _("There is no such number in this event.")
            self.add_error("number", refusal(sentence, "unknown"))

    def _disqualify(self) -> None:
        if self.player is None:
            self.add_error(
                "offence", refusal(_("A team is not disqualified as a whole."), "no_player")
            )
        self._expect_reason()
        self.ruling = Ruling(Measure.DISQUALIFICATION)

    def _take(self, key: str, halves: int | None) -> None:
        offence = self.offences.get(key)
        number = self._earlier(key) + 1
        proposed = proposed_step(offence, number - 1).amount if offence else 0
        taken = halves * TWELFTHS // 2 if halves else proposed
        if not taken:
            self.add_error("halves", refusal(_("Say how many table points."), "no_amount"))
        if taken != proposed:
            self._expect_reason()
        self.ruling = Ruling(Measure.FINE, key, number, table_points=taken)

    def _earlier(self, key: str) -> int:
        """Count the earlier ones; a retry has to come to the same step, and leaves out its own."""
        rows = Penalty.objects.standing().filter(tournament=self.tournament, offence=key)
        if given := given_under(self.data.get("token", "")):
            rows = rows.filter(pk__lt=given)
        if self.player:
            return rows.filter(player=self.player).count()
        return rows.filter(team=self.team, player=None).count()

    def _expect_reason(self) -> None:
        if not self.cleaned_data.get("reason"):
            sentence = _("This is not what the rules propose. Say why.")
            self.add_error("reason", refusal(sentence, "no_reason"))


def ladders(tournament: Tournament) -> list[tuple[str, list[str]]]:
    """Return the offences that cost table points, each with its steps in words."""
    return [
        (offence_name(row), [step_text(step) for step in row.steps])
        for row in in_table_points(tournament.profile)
    ]


def _half_words(halves: int) -> str:
    whole, half = divmod(halves, 2)
    return f"{whole or ''}{'½' if half else ''}"
