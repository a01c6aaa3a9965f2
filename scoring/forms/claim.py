"""What the winner announced (报番) beside what is approved (核定): how the two go together."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.entry import HandEntry
from scoring.explanation import claim_sentences
from scoring.forms.fields import refusal
from scoring.rules import MINIMUM_POINTS, Profile, Score, compare_claim

AGREED = "yes"
OBJECTED = "no"
ANSWERS = (
    ("", gettext_lazy("Not asked")),
    (AGREED, gettext_lazy("They agree")),
    (OBJECTED, gettext_lazy("Somebody objects")),
)
OF_CLAIM = ("claimed", "claimed_fans", "agreed", "objection")


@dataclass(frozen=True, slots=True)
class Claim:
    """
    One claim; `points` None where only the others' answer was noted.

    `fans` maps fan keys to counts where the winner named them, and is empty otherwise.
    """

    points: int | None = None
    fans: Mapping[str, int] = field(default_factory=dict)
    agreed: bool | None = None
    objection: str = ""

    def approve(self, worth: int, *, is_counted: bool) -> int:
        """
        Return what is paid of a hand worth `worth`, flowers included.

        Where fan or tiles were counted, a lower claim stands unless somebody objects.
        Source: the winner announces, the referee may lower a claim and not raise it.
        """
        if is_counted and self.points is not None and not self.objection:
            return min(self.points, worth)
        return worth

    def problems(
        self, worth: int, *, flowers: int, is_counted: bool
    ) -> Iterator[tuple[str, forms.ValidationError]]:
        """Yield every reason to refuse the claim, with the field it belongs to."""
        if self.agreed and self.objection:
            sentence = _("The others either agree or object. Clear one of the two.")
            yield "objection", refusal(sentence, "agreed_and_objected")
        if self.agreed is False and not self.objection:
            yield "objection", refusal(_("Write who objects, and to what."), "no_objection")
        if self.points is None or self.objection:
            return
        if is_counted and self.points - flowers < MINIMUM_POINTS:
            sentence = ngettext(
                "A claim of %(claimed)s point is less than 8 without flowers. "
                "Write the objection, or record a short win.",
                "A claim of %(claimed)s points is less than 8 without flowers. "
                "Write the objection, or record a short win.",
                self.points,
            )
            yield "claimed", refusal(sentence, "claim_below_minimum", claimed=self.points)
        if not is_counted and worth > self.points:
            sentence = _(
                "Only %(claimed)s points were claimed; without an objection they are not raised. "
                "Approve %(claimed)s, or write the objection."
            )
            yield "claimed", refusal(sentence, "claim_raised", claimed=self.points)

    def put_into(self, entry: HandEntry, *, is_counted: bool) -> HandEntry:
        """Return the entry with what is paid and what was said; an equal claim leaves no trace."""
        worth = entry.fan_points
        return replace(
            entry,
            fan_points=self.approve(worth, is_counted=is_counted),
            claimed_points=None if self.points == worth else self.points,
            claimed_fans=self.fans,
            agreed=False if self.objection else self.agreed,
            objection=self.objection,
        )


def claim_of(entry: HandEntry) -> Claim:
    """Return what an entry keeps of the claim."""
    return Claim(entry.claimed_points, entry.claimed_fans, entry.agreed, entry.objection)


def claim_notes(
    claim: Claim, worth: int, approved: int, score: Score | None, profile: Profile
) -> list[str]:
    """
    Return the claim held against what the hand is worth and what is approved, in sentences.

    `score` is there where the tiles were counted: then claimed fan are compared as well.
    """
    notes = []
    if claim.points is not None:
        words = {"claimed": claim.points, "approved": approved, "worth": worth}
        if approved < worth:
            sentence = _(
                "The hand is worth %(worth)s, claimed were %(claimed)s: nobody objects, so the "
                "claim stands."
            )
        elif approved > claim.points:
            sentence = _("Claimed %(claimed)s · approved %(approved)s after the objection.")
        elif approved < claim.points:
            sentence = _("Claimed %(claimed)s · approved %(approved)s, lowered by the referee.")
        else:
            sentence = _("Claimed and approved: %(approved)s.")
        notes.append(sentence % words)
    if score is not None and claim.fans:
        # Conditions the claim was made under are those of the hand itself.
        check = compare_claim(score.hand, claim.fans, profile)
        notes += claim_sentences(check) or [_("All claimed fan count.")]
    return notes
