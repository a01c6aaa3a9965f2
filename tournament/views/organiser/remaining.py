"""The rounds of a draw that no longer fit roster or standing, and what the organiser can do about it."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.listing import listed
from tournament.draw import Kind
from tournament.field import Problems, playing_field, standing_of
from tournament.models import Draw, Round
from tournament.services.draw_kinds import finalists_refusal, ranked
from tournament.services.draw_order import field_sentence, problem_sentences
from tournament.views.organiser.draw_report import GIVEN


@dataclass(frozen=True, slots=True)
class Rest:
    """
    The rounds that no longer fit the roster: from which on, who is to blame, what is missing.

    `stays` says which rounds before them stay as they are; `refusal` why they cannot be drawn again
    at once: empty where nothing is in the way. `fillers_spare` could stay away so that the tables
    are full; `way` says how they are drawn.
    """

    first: int
    sentences: tuple[str, ...]
    stays: str
    refusal: str
    fillers_needed: int
    fillers_spare: int
    way: str
    can_take_over: bool
    is_published: bool


def rest_of(drawn: Draw, coming: Sequence[Round], changed: Problems) -> Rest:
    """Return what is to be drawn again of the rounds to come, `changed` being those at fault."""
    first = min(changed)
    numbers = [round_.number for round_ in coming if round_.number >= first]
    kind = Kind(drawn.kind)
    field = playing_field(
        drawn.stage.tournament,
        numbers,
        include_entered=bool(drawn.constraints.get("include_entered")),
    )
    return Rest(
        first=first,
        sentences=tuple(problem_sentences(changed)),
        stays=_stays([round_.number for round_ in coming if round_.number < first]),
        refusal=field_sentence(field)
        or finalists_refusal(kind, field, int(drawn.constraints.get("finalists") or 0)),
        fillers_needed=0 if kind.is_final else field.fillers_needed,
        fillers_spare=0 if kind.is_final else field.fillers_spare,
        way=_way(kind),
        can_take_over=all(
            number in changed and len(changed[number][0]) == len(changed[number][1])
            for number in numbers
        ),
        is_published=any(
            round_.state == Round.State.PUBLISHED for round_ in coming if round_.number >= first
        ),
    )


def _way(kind: Kind) -> str:
    if kind.is_final:
        return _(
            "Who is next in the standing moves up, and the tables are made by the standing again."
        )
    if kind in GIVEN:
        return _("This round is drawn by the standing again, for those who are there now.")
    return _(
        "The rounds that were played stay; the others are drawn for those who are there now, and "
        "nobody meets again if it can be."
    )


def _stays(numbers: Sequence[int]) -> str:
    if not numbers:
        return ""
    named = listed(numbers)
    words = ngettext(
        "Round %(rounds)s still fits and stays as it is.",
        "Rounds %(rounds)s still fit and stay as they are.",
        len(numbers),
    )
    return words % {"rounds": named}


def has_moved(drawn: Draw, drafts: Sequence[Round]) -> bool:
    """Return whether a draft by the standing follows another one than there is now."""
    if not drafts or not Kind(drawn.kind).by_standing:
        return False
    tournament, kept = drawn.stage.tournament, drawn.constraints.get("standing", [])
    field = playing_field(
        tournament,
        [drafts[0].number],
        include_entered=bool(drawn.constraints.get("include_entered")),
    )
    players = ranked(field) if Kind(drawn.kind).is_final else field.players
    return list(standing_of(tournament, players)[: len(kept)]) != list(kept)
