"""The page on which anybody reads how the published seats were drawn, and how to check it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from shlex import quote
from typing import Final

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from scoring.listing import listed
from tournament import in_public
from tournament.draw import Kind
from tournament.models import Draw, Player, Round, Tournament
from tournament.published_draws import (
    HandSwap,
    hand_swaps,
    is_taken_over,
    published_draws,
    undrawn_rounds,
)
from tournament.results import SHOWN_ROUNDS
from tournament.views.fetch import actor_of, event_or_404, rights
from tournament.views.organiser.draw_report import KIND_NAMES
from tournament.views.organiser.public_draw import schedule_rows
from tournament.views.organiser.public_words import block_words

APART: Final = [kind.value for kind in Kind if kind.keeps_apart]


@dataclass(frozen=True, slots=True)
class Numbers:
    """A schedule of numbers and its lots, as the public may know them."""

    draw: Draw
    players: Mapping[int, Player]

    @property
    def way(self) -> str:
        """How the numbers are drawn, in words."""
        return str(in_public.way_of(self.draw).label)

    @property
    def sha256(self) -> str:
        """The hash of the schedule."""
        return str(in_public.kept(self.draw)["sha256"])

    @property
    def published(self) -> datetime | None:
        """When the schedule was published."""
        return in_public.published_at(self.draw)

    @property
    def drawn(self) -> datetime | None:
        """When the lots were drawn."""
        return in_public.drawn_at(self.draw)

    @property
    def is_given_up(self) -> bool:
        """Whether the organiser gave it up, or what was left of it."""
        return "given_up" in in_public.kept(self.draw)

    @property
    def blocks(self) -> list[str]:
        """Who draws which numbers, in words."""
        return [block_words(pot) for pot in in_public.pots_of_draw(self.draw)]

    @property
    def rounds(self) -> list[tuple[int, list[tuple[int, list[int]]]]]:
        """The schedule, with the numbers of rounds and tables."""
        return schedule_rows(self.draw)

    @property
    def lots(self) -> list[tuple[int, Player]]:
        """Who drew which number."""
        return [
            (number, self.players.get(entry, Player(number=entry)))
            for number, entry in in_public.lots_of(self.draw).items()
        ]

    @property
    def secret(self) -> str:
        """The secret, once the word is in."""
        return self.draw.secret if self.draw.public_word else ""

    @property
    def seed(self) -> str:
        """The seed of the lots, once the word is in."""
        return str(in_public.kept(self.draw).get("seed", ""))

    @property
    def commands(self) -> list[str]:
        """What anybody can type to check secret and word."""
        if not self.secret:
            return []
        secret, word = quote(self.secret), quote(self.draw.public_word)
        return [
            f"printf '%s' {secret} | sha256sum",
            f"printf '%s%s' {secret} {word} | sha256sum",
        ]


@dataclass(frozen=True, slots=True)
class DrawnRounds:
    """A draw as the public may know it: of its rounds and swaps those that are public."""

    draw: Draw
    rounds: tuple[Round, ...]
    all_swaps: tuple[HandSwap, ...]
    has_teams: bool
    numbers: Numbers | None = None

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
        return self.numbers is None and any(
            round_.state == Round.State.DRAFT for round_ in self.rounds
        )

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
        """The groups of entries that were kept apart, by number; of lots those that drew blocks."""
        return " · ".join(map(listed, _groups_apart(self.draw)))

    @property
    def standing(self) -> str:
        """The entries by the standing they were drawn by, empty where none was asked."""
        return listed(self.draw.constraints.get("standing", ()))


def _groups_apart(draw: Draw) -> Sequence[Sequence[int]]:
    if is_taken_over(draw) or (draw.schedule and not draw.lots):
        return ()
    if draw.schedule:
        groups = (group for pot in in_public.pots_of_draw(draw) for group in pot.groups)
        return sorted(group for group in groups if len(group) > 1)
    apart: Sequence[Sequence[int]] = draw.constraints.get("apart", ())
    return apart


def _constraint_words(draw: Draw, *, has_teams: bool) -> Iterator[str]:
    if is_taken_over(draw):
        # Nothing was solved: whom the draw before kept apart may meet now.
        yield _("the seats before, with those who came in the place of those who left")
    else:
        yield from _heeded_words(draw, has_teams=has_teams)
    if draw.constraints.get("include_entered"):
        yield _("entries not checked in were drawn too")


def _heeded_words(draw: Draw, *, has_teams: bool) -> Iterator[str]:
    if draw.kind in APART and has_teams and draw.constraints.get("teams_apart"):
        yield _("team-mates apart")
    if has_teams and not draw.constraints.get("teams_apart", True):
        yield _("team-mates may meet")
    # Numbers that nobody has yet can heed no club.
    if draw.kind in APART and draw.constraints.get("loose") and not draw.schedule:
        yield _("clubs and countries apart as far as possible")
    if draw.constraints.get("prefix_first"):
        yield _("the rounds without repeats first")


@require_safe
def draw_proof(request: HttpRequest, slug: str) -> HttpResponse:
    """Show every published draw with what is needed to run it again."""
    tournament = event_or_404(slug)
    has_teams = tournament.teams.exists()
    draws = published_draws(tournament)
    context = {
        "tournament": tournament,
        "section": "seats",
        "has_teams": has_teams,
        "has_numbers": any(draw.schedule for draw in draws),
        "draws": _drawn(tournament, draws, has_teams=has_teams),
        "undrawn": undrawn_rounds(tournament),
        **rights(tournament, actor_of(request, tournament)),
    }
    return render(request, "tournament/public/draw_proof.html", context)


@require_safe
def schedule_json(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Answer with a published schedule of numbers, and its lots if they are drawn, as JSON."""
    tournament = event_or_404(slug)
    draws = Draw.objects.filter(stage__tournament=tournament).exclude(schedule=[])
    draw = get_object_or_404(draws, pk=pk)
    if not in_public.is_public(draw):
        raise Http404
    response = JsonResponse(
        in_public.schedule_file(draw), json_dumps_params={"ensure_ascii": False}
    )
    response["Content-Disposition"] = f'attachment; filename="{slug}-draw-{pk}.json"'
    return response


def _drawn(tournament: Tournament, draws: Sequence[Draw], *, has_teams: bool) -> list[DrawnRounds]:
    swaps = hand_swaps(tournament, draws)
    rounds = list(tournament.rounds.filter(draw__in=draws).order_by("number"))
    has_numbers = any(draw.schedule for draw in draws)
    players = {p.number: p for p in tournament.players.all()} if has_numbers else {}
    return [
        DrawnRounds(
            draw,
            tuple(round_ for round_ in rounds if round_.draw_id == draw.pk),
            swaps[draw.pk],
            has_teams,
            Numbers(draw, players) if draw.schedule else None,
        )
        for draw in draws
    ]
