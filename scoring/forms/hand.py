"""One hand (盘) as a referee enters it: who won, off whom, and what it is worth."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.entry import HandEntry, Outcome
from scoring.forms.claim import AGREED, ANSWERS, OBJECTED, OF_CLAIM, Claim, claim_notes
from scoring.forms.fans import (
    Bar,
    Chip,
    FanCountsField,
    FanLine,
    Tier,
    fan_bars,
    fan_lines,
    fan_tiers,
    list_message,
    readable,
)
from scoring.forms.fields import EntryForm, ReasonField, TokenField, refusal
from scoring.forms.seats import LABELS, SeatChoice, seat_at
from scoring.forms.tiles import NO_TEXT_ERRORS, contradictions
from scoring.messages import problem_message
from scoring.rules import (
    MINIMUM_POINTS,
    Flower,
    Hand,
    Problem,
    Profile,
    Score,
    Wind,
    judge,
    read_hand,
)
from scoring.rules.fan_list import fan_list_points, fan_list_problems, possible_total

SELF_DRAW = "self"
NO_WIN = (Outcome.DRAW, Outcome.VOID_WIN, Outcome.NOT_PLAYED)
MOST_POINTS = 999
CHECK_POINTS = 64
CHECK_FLOWERS = 3

NO_WINNER = gettext_lazy("Say who won, or how the hand ended.")
NO_NUMBER = gettext_lazy("Write the points as a whole number.")
NO_FLOWERS = gettext_lazy("Write the flowers as a number from 0 to 8.")
NO_MODE = gettext_lazy("Choose points, fan or tiles.")
DOUBTFUL = gettext_lazy(
    "No set of fan gives this total. Check again; if it is right, save it and it will be marked."
)
REASONS = (
    gettext_lazy("Wrong button pressed"),
    gettext_lazy("Fan verified"),
    gettext_lazy("Seats mixed up"),
)
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


class HandForm(EntryForm):
    """
    The entry of one hand; `entry` is the value to store, once `is_valid()`.

    `correcting` asks for a reason, unless only `previewing`; `is_last` asks for a second press.
    """

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

    entry: HandEntry
    score: Score | None = None
    """What the tiles are worth, None for other ways of entering and for what is no win."""
    said: Claim = Claim()
    """What the winner announced."""
    worth: int = 0
    """What a win is worth before the claim is heeded, flowers included."""

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        seats: Sequence[SeatChoice],
        prevalent_wind: int,
        profile: Profile,
        correcting: bool = False,
        is_last: bool = False,
        previewing: bool = False,
        initial: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(data, initial=dict(initial or {}), label_suffix="")
        self.seats = seats
        self.prevalent_wind = prevalent_wind
        self.profile = profile
        self.correcting = correcting
        self.is_last = is_last
        self.previewing = previewing

    # What the template shows

    @property
    def chosen_mode(self) -> str:
        """The mode that is open."""
        mode = self["mode"].value()
        return mode if mode in OF_MODE else Mode.POINTS

    @cached_property
    def fan_bars(self) -> dict[str, Bar]:
        """Why fan cannot be added to those chosen."""
        discarder = self["discarder"].value()
        return fan_bars(
            readable(self["fans"].value() or {}),
            self_drawn=discarder == SELF_DRAW if discarder else None,
            profile=self.profile,
        )

    @property
    def fan_reasons(self) -> str:
        """The same as JSON: by fan key the few words and the sentence."""
        return json.dumps({key: [bar.short, bar.full] for key, bar in self.fan_bars.items()})

    @cached_property
    def fan_tiers(self) -> list[Tier]:
        """All fan by tabs."""
        return fan_tiers(self["fans"].value() or {}, self.fan_bars, self.profile)

    def chips(self, keys: Iterable[str]) -> list[Chip]:
        """Return some fan in the order asked for."""
        found = {chip.key: chip for tier in self.fan_tiers for chip in tier.chips}
        return [found[key] for key in keys if key in found]

    @property
    def open_tier(self) -> int:
        """The tab of fan that is open, counted from 0."""
        tier = self.data.get("tier", "")
        last = len(self.fan_tiers) - 1
        return next((number for number in range(last) if str(number) == tier), last)

    @property
    def reasons(self) -> list[str]:
        """The usual reasons of a correction, in the language of the page."""
        return [str(reason) for reason in REASONS]

    @property
    def preview(self) -> HandEntry | None:
        """The entry, None until it is valid."""
        if self.is_bound:
            bool(self.errors)  # cleaning runs on the first look at them
        return getattr(self, "entry", None)

    @property
    def fan_lines(self) -> list[FanLine]:
        """The fan of a valid entry."""
        return list(fan_lines(self.preview.fans, self.profile)) if self.preview else []

    @property
    def claim_notes(self) -> list[str]:
        """What a valid claim comes to, in sentences."""
        if self.preview is None or self.preview.winner is None:
            return []
        return claim_notes(self.said, self.worth, self.preview.fan_points, self.score, self.profile)

    # A second press for what is rarely right

    @property
    def check_key(self) -> str:
        """What a second press confirms: this very entry and no other."""
        entry = self.entry
        return (
            f"{entry.outcome}:{entry.winner}:{entry.discarder}:{entry.fan_points}:{entry.flowers}"
        )

    @property
    def checks(self) -> list[str]:
        """Why a valid entry should be pressed again: dear, many flowers, or the last hand."""
        points, flowers = self.entry.fan_points, self.entry.flowers
        doubtful = is_doubtful(self.entry, self.profile)
        reasons = [
            (doubtful, str(DOUBTFUL)),
            (
                points >= CHECK_POINTS and not doubtful,
                _("%(points)s points are rare.") % {"points": points},
            ),
            (flowers > CHECK_FLOWERS, _("%(flowers)s flowers are rare.") % {"flowers": flowers}),
            (self.is_last, _("This is the last hand of the game.")),
        ]
        return [sentence for holds, sentence in reasons if holds]

    @property
    def needs_check(self) -> bool:
        """Whether a valid entry should be pressed again."""
        return bool(self.checks) and self.cleaned_data["confirm"] != self.check_key

    @property
    def full_reason(self) -> str:
        """The chosen reason and the one written, as one text."""
        parts = (self.cleaned_data.get("why"), self.cleaned_data.get("reason"))
        return " · ".join(part for part in parts if part)[:200]

    # Cleaning

    def clean_mode(self) -> str:
        """Points, unless something else is chosen."""
        return self.cleaned_data["mode"] or Mode.POINTS

    def clean_replaces(self) -> int:
        """The version seen, 0 for none."""
        return self.cleaned_data["replaces"] or 0

    def clean(self) -> None:
        """Check everything at once and build `entry`."""
        winner = self.cleaned_data.get("winner")
        entry: HandEntry | None = None
        if winner in NO_WIN:
            self._forget(("discarder", "points", "fans", "notation", "flowers", *OF_CLAIM))
            entry = HandEntry(Outcome(winner))
        else:
            entry = self._clean_win()
        if entry and not self.errors:
            self.entry = entry
        if self.correcting and not self.previewing and not self.full_reason:
            self.add_error("reason", refusal(_("Say why the hand is corrected."), "no_reason"))

    def _forget(self, names: Iterable[str]) -> None:
        """Take no offence at what was typed into a field that does not count."""
        for name in names:
            self.errors.pop(name, None)

    def _clean_win(self) -> HandEntry | None:
        mode = self.cleaned_data.get("mode")
        for other in OF_MODE:
            if mode and other != mode:
                self._forget(OF_MODE[other])
        if not self.cleaned_data.get("claim"):
            self._forget(OF_CLAIM)
        self._check_seats()
        if mode == Mode.POINTS:
            return self._points_entry()
        if mode == Mode.FANS:
            return self._fans_entry()
        return self._tiles_entry() if mode == Mode.TILES else None

    def _check_seats(self) -> None:
        winner = seat_at(self.seats, self.cleaned_data.get("winner"))
        discarder = seat_at(self.seats, self.cleaned_data.get("discarder"))
        if winner and not winner.may_win:
            self.add_error("winner", refusal(winner.reason, "cannot_win"))
        if not self.cleaned_data.get("discarder") and "discarder" not in self.errors:
            self.add_error(
                "discarder", refusal(_("Say who discarded, or choose self-draw."), "no_discarder")
            )
        if winner and winner == discarder:
            sentence = _(
                "The discarder cannot be the winner. Tap the winner again for a self-draw."
            )
            self.add_error("discarder", refusal(sentence, "winner_discards"))
        elif discarder and not discarder.may_discard:
            sentence = _("%(player)s was absent and cannot have discarded.")
            self.add_error("discarder", refusal(sentence, "cannot_discard", player=discarder.title))

    @property
    def _self_drawn(self) -> bool | None:
        chosen = self.cleaned_data.get("discarder")
        return chosen == SELF_DRAW if chosen else None

    def _win(self, **worth: Any) -> HandEntry | None:
        """Return the entry of a win, None while anything is wrong."""
        if self.errors:
            return None
        winner = seat_at(self.seats, self.cleaned_data["winner"])
        discarder = seat_at(self.seats, self.cleaned_data["discarder"])
        entry = HandEntry(
            Outcome.DISCARD if discarder else Outcome.SELF_DRAW,
            winner=winner.index if winner else None,
            discarder=discarder.index if discarder else None,
            **worth,
        )
        return self._heed_claim(entry)

    def _heed_claim(self, entry: HandEntry) -> HandEntry | None:
        """Return the entry with the claim in it, None when the two cannot be."""
        self.worth = entry.fan_points
        self.said = self._read_claim(entry.flowers)
        is_counted = self.cleaned_data["mode"] != Mode.POINTS
        problems = self.said.problems(self.worth, flowers=entry.flowers, is_counted=is_counted)
        for name, error in problems:
            self.add_error(name, error)
        return None if self.errors else self.said.put_into(entry, is_counted=is_counted)

    def _read_claim(self, flowers: int) -> Claim:
        read = self.cleaned_data
        if not read.get("claim"):
            return Claim()
        fans: dict[str, int] = {}
        if read["claimed_fans"] and read["mode"] == Mode.TILES:
            chosen = read.get("fans") or {}
            fans = {key: count for key, count in chosen.items() if key in self.profile.fans}
        points = read["claimed"]
        if points is None and fans:
            points = fan_list_points(fans, flowers=flowers, profile=self.profile)[1]
        agreed = {AGREED: True, OBJECTED: False}.get(read["agreed"])
        return Claim(points, fans, agreed, read["objection"])

    def _points_entry(self) -> HandEntry | None:
        points, flowers = self.cleaned_data.get("points"), self.cleaned_data.get("flowers") or 0
        if points is None:
            if "points" not in self.errors:
                self.add_error("points", refusal(_("Write the points."), "no_points"))
            return None
        if points - flowers < MINIMUM_POINTS:
            sentence = _(
                "%(points)s points: 8 are needed without flowers. "
                "Change the points, or record a short win."
            )
            self.add_error("points", refusal(sentence, "below_minimum", points=points - flowers))
        if points > self.profile.capped(points):
            sentence = _("No hand pays more than %(cap)s points by these rules.")
            self.add_error("points", refusal(sentence, "above_cap", cap=self.profile.cap))
        return self._win(fan_points=points, flowers=flowers)

    def _fans_entry(self) -> HandEntry | None:
        counts, flowers = self.cleaned_data.get("fans"), self.cleaned_data.get("flowers") or 0
        if counts is None or self._self_drawn is None:
            return None
        if not counts:
            self.add_error("fans", refusal(_("Choose the fan of the hand."), "no_fans"))
            return None
        for problem in fan_list_problems(
            counts, self_drawn=self._self_drawn, flowers=flowers, profile=self.profile
        ):
            self.add_error("fans", refusal(list_message(problem), problem.code))
        _points, total = fan_list_points(counts, flowers=flowers, profile=self.profile)
        return self._win(fan_points=total, fans=counts, flowers=flowers)

    def _tiles_entry(self) -> HandEntry | None:
        hand = self._read_tiles()
        if hand is None:
            return None
        judgement = judge(hand, self.profile)
        self.score = judgement.score
        for problem in judgement.problems:
            self.add_error("notation", refusal(problem_message(problem), problem.code))
        if judgement.score is None:
            return None
        return self._win(
            fan_points=judgement.score.total,
            fans={line.fan.key: line.count for line in judgement.score.fans},
            notation=str(hand),
            flowers=hand.flower_count,
        )

    def _read_tiles(self) -> Hand | None:
        """Read the tiles; who sits where and who discarded comes from the form."""
        text = self.cleaned_data.get("notation")
        winner = seat_at(self.seats, self.cleaned_data.get("winner"))
        if text is None or winner is None or self._self_drawn is None:
            return None
        if not text:
            self.add_error("notation", refusal(_("Write the tiles."), "no_tiles"))
            return None
        written = read_hand(text)
        if isinstance(written, Problem):
            self.add_error("notation", refusal(problem_message(written), written.code))
            return None
        hand = replace(
            written,
            prevalent_wind=Wind(self.prevalent_wind),
            seat_wind=Wind(winner.wind),
            self_drawn=self._self_drawn,
            flowers=self._flowers(written),
            **{
                flag: getattr(written, flag) or self.cleaned_data[flag]
                for flag in ("last_of_kind", "last_in_wall", "kong")
            },
        )
        for sentence, code in contradictions(text, written, hand):
            self.add_error("notation", refusal(sentence, code))
        return hand

    def _flowers(self, written: Hand) -> tuple[Flower, ...] | int:
        """Return the flowers of the tiles, or the number in the field where that says otherwise."""
        count = self.cleaned_data.get("flowers")
        return written.flowers if count in (None, written.flower_count) else count


def is_doubtful(entry: HandEntry, profile: Profile) -> bool:
    """Whether points were written down that no set of fan gives."""
    if entry.winner is None or entry.fans or entry.notation:
        return False
    return not possible_total(entry.fan_points, profile=profile)


class WithdrawForm(forms.Form):
    """Which version is taken back."""

    replaces = forms.IntegerField(min_value=0, max_value=1_000_000, widget=forms.HiddenInput)
    reason = ReasonField(gettext_lazy("Reason, if you like"))
    token = TokenField()
