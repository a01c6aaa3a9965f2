"""One hand (盘) as a referee enters it: who won, off whom, and what it is worth."""

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.entry import HandEntry, Outcome
from scoring.forms.claim import AGREED, OBJECTED, OF_CLAIM, Claim, claim_notes
from scoring.forms.fans import Bar, Chip, FanLine, Tier, fan_bars, fan_lines, fan_tiers, readable
from scoring.forms.fields import ReasonField, TokenField, refusal
from scoring.forms.hand_fields import NO_WIN, OF_MODE, SELF_DRAW, HandFields, Mode
from scoring.forms.seats import SeatChoice, seat_at
from scoring.forms.worth import (
    Reading,
    Situation,
    Worth,
    is_doubtful,
    of_fans,
    of_points,
    of_tiles,
)
from scoring.rules import Profile, Score
from scoring.rules.fan_list import fan_list_points

FLAGS = ("last_of_kind", "last_in_wall", "kong")
CHECK_POINTS = 64
CHECK_FLOWERS = 3

DOUBTFUL = gettext_lazy(
    "No set of fan gives this total. Check again; if it is right, save it and it will be marked."
)
REASONS = (
    gettext_lazy("Wrong button pressed"),
    gettext_lazy("Fan verified"),
    gettext_lazy("Seats mixed up"),
)


class HandForm(HandFields):
    """
    The entry of one hand; `entry` is the value to store, once `is_valid()`.

    `correcting` asks for a reason, unless only `previewing`; `is_last` asks for a second press.
    """

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
        reading = self._read_worth()
        if reading is None:
            return None
        self.score = reading.score
        for name, error in reading.refused:
            self.add_error(name, error)
        return self._win(reading.worth) if reading.worth else None

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

    def _win(self, worth: Worth) -> HandEntry | None:
        """Return the entry of a win, None while anything is wrong."""
        if self.errors:
            return None
        winner = seat_at(self.seats, self.cleaned_data["winner"])
        discarder = seat_at(self.seats, self.cleaned_data["discarder"])
        entry = HandEntry(
            Outcome.DISCARD if discarder else Outcome.SELF_DRAW,
            winner=winner.index if winner else None,
            discarder=discarder.index if discarder else None,
            fan_points=worth.points,
            flowers=worth.flowers,
            fans=worth.fans,
            notation=worth.notation,
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

    # What the win is worth, None while too little is known

    def _read_worth(self) -> Reading | None:
        mode = self.cleaned_data.get("mode")
        if mode == Mode.POINTS:
            return self._read_points()
        if mode == Mode.FANS:
            return self._read_fans()
        return self._read_tiles() if mode == Mode.TILES else None

    def _read_points(self) -> Reading | None:
        points = self.cleaned_data.get("points")
        if points is not None:
            return of_points(points, self.cleaned_data.get("flowers") or 0, self.profile)
        if "points" in self.errors:
            return None
        return Reading(refused=(("points", refusal(_("Write the points."), "no_points")),))

    def _read_fans(self) -> Reading | None:
        counts, flowers = self.cleaned_data.get("fans"), self.cleaned_data.get("flowers") or 0
        if counts is None or self._self_drawn is None:
            return None
        return of_fans(counts, flowers, self_drawn=self._self_drawn, profile=self.profile)

    def _read_tiles(self) -> Reading | None:
        text = self.cleaned_data.get("notation")
        winner = seat_at(self.seats, self.cleaned_data.get("winner"))
        if text is None or winner is None or self._self_drawn is None:
            return None
        situation = Situation(
            self.prevalent_wind,
            winner.wind,
            self_drawn=self._self_drawn,
            flowers=self.cleaned_data.get("flowers"),
            flags={flag: self.cleaned_data[flag] for flag in FLAGS},
        )
        return of_tiles(text, situation, self.profile)


class WithdrawForm(forms.Form):
    """Which version is taken back."""

    replaces = forms.IntegerField(min_value=0, max_value=1_000_000, widget=forms.HiddenInput)
    reason = ReasonField(gettext_lazy("Reason, if you like"))
    token = TokenField()
