"""What an organiser types on the pages of a draw."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.draw import Kind
from tournament.in_public import Way
from tournament.services.draw_order import Order
from tournament.services.draws import MOST_FILLERS
from tournament.views.organiser.draw_choices import CHOICES

MOST_ROUNDS = 60
# No entry number is larger; what is would not fit the database's integers.
MOST_ENTRIES = 99_999
MOST_DRAWS = 2**31 - 1


class DrawForm(forms.Form):
    """A draw to be made."""

    token = forms.CharField(max_length=64, widget=forms.HiddenInput)
    kind = forms.ChoiceField(label=_("Kind of draw"), choices=CHOICES, widget=forms.RadioSelect)
    first_round = forms.IntegerField(label=_("First round"), min_value=1, max_value=MOST_ROUNDS)
    last_round = forms.IntegerField(
        label=_("Last round"),
        min_value=1,
        max_value=MOST_ROUNDS,
        required=False,
        help_text=_("For several rounds at once; empty: the first round only."),
    )
    finalists = forms.IntegerField(
        label=_("Players in the final"),
        min_value=4,
        max_value=MOST_ENTRIES,
        step_size=4,
        required=False,
        help_text=_("The best so many of the standing; full tables: 4, 8, 12 and so on."),
    )
    teams_apart = forms.BooleanField(
        label=_("Team-mates never at one table"), required=False, initial=True
    )
    clubs_apart = forms.BooleanField(
        label=_("Club-mates and compatriots apart as far as that costs no repeat"),
        required=False,
        initial=True,
    )
    prefix_first = forms.BooleanField(
        label=_("Rounds without repeats first, even if there are more repeats in all"),
        required=False,
        help_text=_("For an event that may end early."),
    )
    in_public = forms.ChoiceField(
        label=_("Who draws the numbers"),
        choices=[("", _("The program, players at once")), *Way.choices],
        required=False,
        widget=forms.RadioSelect,
        help_text=_(
            "For planned rounds and a round by lot: a schedule of numbers is published first, "
            "then the players draw their numbers in public."
        ),
    )
    include_entered = forms.BooleanField(
        label=_("Also draw those who are entered and not checked in"), required=False
    )
    seed = forms.CharField(
        label=_("Seed"),
        max_length=64,
        required=False,
        help_text=_("Empty: a seed is drawn. The same seed gives the same seats."),
    )
    override = forms.BooleanField(label=_("Draw although results are missing"), required=False)
    reason = forms.CharField(
        label=_("Reason"),
        max_length=200,
        required=False,
        help_text=_("It is kept in the log."),
    )

    def order(self) -> Order:
        """Return what is asked for."""
        given: dict[str, Any] = self.cleaned_data
        kind = Kind(given["kind"])
        last_round = given["last_round"] if kind is Kind.PLAN or kind.is_robin else None
        return Order(
            first_round=given["first_round"],
            last_round=last_round or given["first_round"],
            kind=kind,
            seed=given["seed"],
            include_entered=given["include_entered"],
            teams_apart=given["teams_apart"],
            clubs_apart=given["clubs_apart"],
            prefix_first=given["prefix_first"],
            finalists=given["finalists"] if kind.is_final else 0,
        )

    def clean(self) -> dict[str, Any]:
        """Ask how many play a final."""
        given = super().clean() or {}
        is_final = Kind(given["kind"]).is_final if given.get("kind") else False
        if is_final and not given.get("finalists") and "finalists" not in self.errors:
            self.add_error("finalists", _("Say how many play the final."))
        return given


class FillersForm(forms.Form):
    """Fillers to be entered."""

    token = forms.CharField(max_length=64)
    count = forms.IntegerField(min_value=1, max_value=MOST_FILLERS)
    first_round = forms.IntegerField(min_value=1, max_value=MOST_ROUNDS)
    draw = forms.IntegerField(min_value=1, max_value=MOST_DRAWS, required=False)
    seen = forms.IntegerField(min_value=0, required=False)


class ChangeForm(forms.Form):
    """One press on the page of a draw."""

    token = forms.CharField(max_length=64)
    reason = forms.CharField(max_length=200, required=False)
    seed = forms.CharField(max_length=64, required=False)
    number = forms.IntegerField(min_value=1, max_value=MOST_ROUNDS, required=False)
    take_over = forms.BooleanField(required=False)


class SwapForm(forms.Form):
    """Two players of one round."""

    token = forms.CharField(max_length=64)
    number = forms.IntegerField(min_value=1, max_value=MOST_ROUNDS)
    one = forms.IntegerField(min_value=1, max_value=MOST_ENTRIES)
    other = forms.IntegerField(min_value=1, max_value=MOST_ENTRIES)
