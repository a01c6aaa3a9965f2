"""What is asked to close a sheet: which version was seen, why, what is disputed, how it is decided."""

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.forms.fields import ReasonField, TokenField
from tournament.models import Appeal, Start

LONGEST_TEXT = 500


class SeenForm(forms.Form):
    """A press under a sheet: the version that was looked at; a reason where one is needed."""

    seen = forms.IntegerField(min_value=0, max_value=10_000_000, widget=forms.HiddenInput)
    reason = ReasonField(_("Reason"))
    token = TokenField()


class ReopenForm(forms.Form):
    """Why a sheet is opened again."""

    reason = ReasonField(
        _("Why is it opened again?"), missing=_("Say why: the reason is kept in the log.")
    )
    token = TokenField()


class AppealForm(forms.Form):
    """What a player disputes, in his words; `late` takes it after the time, with a reason."""

    seat = forms.ChoiceField(
        label=_("Who disputes it?"),
        choices=[*zip(Start.labels, Start.labels, strict=True)],
        error_messages={
            "required": _("Say who disputes it."),
            "invalid_choice": _("Say who disputes it."),
        },
    )
    text = forms.CharField(
        label=_("What is disputed?"),
        max_length=LONGEST_TEXT,
        widget=forms.Textarea(attrs={"rows": 3}),
        error_messages={"required": _("Write down what is disputed.")},
    )
    late = forms.BooleanField(required=False, label=_("Take it although the time is over"))
    reason = ReasonField(_("Reason for a late one"))
    token = TokenField()


class DecideForm(forms.Form):
    """How an appeal is decided, and why."""

    outcome = forms.ChoiceField(
        label=_("Decision"),
        choices=[pair for pair in Appeal.Outcome.choices if pair[0] != Appeal.Outcome.OPEN],
        error_messages={
            "required": _("Say how it is decided, and why."),
            "invalid_choice": _("Say how it is decided, and why."),
        },
    )
    decision = forms.CharField(
        label=_("Why"),
        max_length=LONGEST_TEXT,
        widget=forms.Textarea(attrs={"rows": 2}),
        error_messages={"required": _("Say how it is decided, and why.")},
    )
    token = TokenField()
