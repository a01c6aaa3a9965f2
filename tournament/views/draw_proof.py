"""The page on which anybody reads how the published seats were drawn, and how to check it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_safe

from tournament.models import Draw, Round, Tournament
from tournament.proof import HandSwap, hand_swaps, published_draws
from tournament.results import SHOWN_ROUNDS
from tournament.views.fetch import actor_of, event_or_404, rights
from tournament.views.organiser.draw_report import KIND_NAMES


@dataclass(frozen=True, slots=True)
class DrawnRounds:
    """A draw as the public may know it: of its rounds and swaps those that are public."""

    draw: Draw
    rounds: tuple[Round, ...]
    all_swaps: tuple[HandSwap, ...]
    has_teams: bool

    @property
    def kind(self) -> str:
        """How it was drawn, in words."""
        return str(KIND_NAMES.get(self.draw.kind, self.draw.kind))

    @property
    def public(self) -> list[int]:
        """The numbers of the public rounds."""
        return [round_.number for round_ in self.rounds if round_.state in SHOWN_ROUNDS]

    @property
    def drawn_anew(self) -> list[int]:
        """The numbers of the rounds that were cancelled."""
        return [r.number for r in self.rounds if r.state == Round.State.CANCELLED]

    @property
    def hides_seed(self) -> bool:
        """Whether some of its rounds are drafts, which the seed would give away."""
        return any(round_.state == Round.State.DRAFT for round_ in self.rounds)

    @property
    def swaps(self) -> list[HandSwap]:
        """The swaps in public rounds."""
        return [swap for swap in self.all_swaps if swap.round in self.public]

    @property
    def constraints(self) -> list[str]:
        """What the draw had to heed, in words."""
        return list(_constraint_words(self.draw, has_teams=self.has_teams))

    @property
    def apart(self) -> str:
        """The groups of entries that were kept apart, by number."""
        comma = pgettext("between items", ", ")
        groups = self.draw.constraints.get("apart", ())
        return " · ".join(comma.join(map(str, group)) for group in groups)

    @property
    def standing(self) -> str:
        """The entries by the standing they were drawn by, empty where none was asked."""
        comma = pgettext("between items", ", ")
        return comma.join(map(str, self.draw.constraints.get("standing", ())))


def _constraint_words(draw: Draw, *, has_teams: bool) -> Iterator[str]:
    if has_teams and draw.constraints.get("teams_apart"):
        yield _("team-mates apart")
    if has_teams and not draw.constraints.get("teams_apart", True):
        yield _("team-mates may meet")
    if draw.constraints.get("loose"):
        yield _("clubs and countries apart as far as possible")
    if draw.constraints.get("prefix_first"):
        yield _("the rounds without repeats first")
    if draw.constraints.get("include_entered"):
        yield _("entries not checked in were drawn too")


@require_safe
def draw_proof(request: HttpRequest, slug: str) -> HttpResponse:
    """Show every published draw with what is needed to run it again."""
    tournament = event_or_404(slug)
    has_teams = tournament.teams.exists()
    undrawn = tournament.rounds.filter(state__in=SHOWN_ROUNDS, draw=None).order_by("number")
    context = {
        "tournament": tournament,
        "section": "seats",
        "has_teams": has_teams,
        "draws": _drawn(tournament, published_draws(tournament), has_teams=has_teams),
        "undrawn": list(undrawn.values_list("number", flat=True)),
        **rights(tournament, actor_of(request, tournament)),
    }
    return render(request, "tournament/public/draw_proof.html", context)


def _drawn(tournament: Tournament, draws: Sequence[Draw], *, has_teams: bool) -> list[DrawnRounds]:
    swaps = hand_swaps(tournament, draws)
    rounds = list(tournament.rounds.filter(draw__in=draws).order_by("number"))
    return [
        DrawnRounds(
            draw,
            tuple(round_ for round_ in rounds if round_.draw_id == draw.pk),
            swaps[draw.pk],
            has_teams,
        )
        for draw in draws
    ]
