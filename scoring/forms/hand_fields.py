"""What a referee fills in for one hand (盘), field by field; `HandForm` judges it."""

from collections.abc import Mapping

from django import forms
from django.utils.translation import gettext_lazy

from scoring.entry import Outcome
from scoring.forms.claim import ANSWERS
from scoring.forms.fans import FanCountsField
from scoring.forms.fields import EntryForm, ReasonField, TokenField
from scoring.forms.seats import LABELS
from scoring.forms.tiles import NO_TEXT_ERRORS
from scoring.rules import Flower

SELF_DRAW = "self"
NO_WIN = (Outcome.DRAW, Outcome.VOID_WIN, Outcome.NOT_PLAYED)
MOST_POINTS = 999

NO_WINNER = gettext_lazy("Say who won, or how the hand ended.")
NO_NUMBER = gettext_lazy("Write the points as a whole number.")
NO_FLOWERS = gettext_lazy("Write the flowers as a number from 0 to 8.")
NO_MODE = gettext_lazy("Choose points, fan or tiles.")
# A whole hand with four kongs, winds, flags and flowers takes some 60 signs.
LONGEST_NOTATION = 200


class Mode:
    """How the worth of a win is entered."""

    POINTS = "points"
    FANS = "fans"
    TILES = "tiles"


OF_MODE: Mapping[str, tuple[str, ...]] = {
    Mode.POINTS: ("points",),
    Mode.FANS: ("fans",),
    Mode.TILES: ("notation",),
}


class HandFields(EntryForm):
    """The fields of a hand: who won off whom, its worth in three ways, the claim, the request."""

    winner = forms.ChoiceField(
        choices=[(value, value) for value in (*LABELS, *NO_WIN)],
        error_messages={"required": NO_WINNER, "invalid_choice": NO_WINNER},
    )
    discarder = forms.ChoiceField(
        choices=[(value, value) for value in (*LABELS, SELF_DRAW)], required=False
    )
    mode = forms.ChoiceField(
        choices=[(value, value) for value in OF_MODE],
        required=False,
        error_messages={"invalid_choice": NO_MODE},
    )
    points = forms.IntegerField(
        required=False,
        min_value=0,
        max_value=MOST_POINTS,
        error_messages={
            "invalid": NO_NUMBER,
            "min_value": NO_NUMBER,
            "max_value": gettext_lazy("No hand is worth that much. Check the number."),
        },
        widget=forms.TextInput(
            attrs={
                "class": "points-input",
                "inputmode": "numeric",
                "placeholder": "0",
                "maxlength": 3,
                "autocomplete": "off",
            }
        ),
    )
    fans = FanCountsField(required=False)
    notation = forms.CharField(
        required=False,
        max_length=LONGEST_NOTATION,
        label=gettext_lazy("Tiles"),
        error_messages=NO_TEXT_ERRORS,
        widget=forms.TextInput(
            attrs={
                "autocomplete": "off",
                "autocapitalize": "off",
                "autocorrect": "off",
                "spellcheck": "false",
                "placeholder": "[123m,1]456s789p11p99s9s",
            }
        ),
    )
    flowers = forms.IntegerField(
        required=False,
        min_value=0,
        max_value=len(Flower),
        label=gettext_lazy("Flowers"),
        error_messages={"invalid": NO_FLOWERS, "min_value": NO_FLOWERS, "max_value": NO_FLOWERS},
        widget=forms.NumberInput(attrs={"inputmode": "numeric", "placeholder": "0"}),
    )
    last_of_kind = forms.BooleanField(
        required=False, label=gettext_lazy("Last of its kind (three lie open)")
    )
    last_in_wall = forms.BooleanField(
        required=False, label=gettext_lazy("Last tile of the wall, or the discard after it")
    )
    kong = forms.BooleanField(
        required=False, label=gettext_lazy("Replacement tile of a kong, or a robbed kong")
    )
    claim = forms.BooleanField(required=False, label=gettext_lazy("Claimed and approved"))
    claimed = forms.IntegerField(
        required=False,
        min_value=0,
        max_value=MOST_POINTS,
        label=gettext_lazy("Claimed points"),
        error_messages={"invalid": NO_NUMBER, "min_value": NO_NUMBER, "max_value": NO_NUMBER},
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )
    claimed_fans = forms.BooleanField(
        required=False, label=gettext_lazy("The fan chosen under Fan are what was claimed")
    )
    agreed = forms.ChoiceField(choices=ANSWERS, required=False, label=gettext_lazy("The others"))
    objection = forms.CharField(
        required=False,
        max_length=200,
        label=gettext_lazy("Objection"),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    reason = ReasonField(gettext_lazy("Another reason"))
    why = forms.CharField(required=False, max_length=100)
    replaces = forms.IntegerField(
        required=False, min_value=0, max_value=1_000_000, widget=forms.HiddenInput
    )
    confirm = forms.CharField(required=False, max_length=40, widget=forms.HiddenInput)
    token = TokenField()
