"""
Lots drawn in public, for a schedule of numbers that is published.

They come from a bag and are typed in, or from the secret bound before and a word from the hall. Then
the draw has rounds and is a draft as any other. What was published stays with it, given up or not.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.listing import listed
from tournament import in_public
from tournament.draw.commitment import (
    keeps_commitment,
    read_lots,
    revealed_seed,
    with_players,
)
from tournament.draw.model import schedule_sha256
from tournament.draw.numbers import apart_of, drawn_numbers, entries_of, numbers_of, torn_groups
from tournament.field import constraints_of, read_basis
from tournament.in_public import Way
from tournament.models import Draw, Round, Tournament
from tournament.models.people import entry_number
from tournament.permissions import Action
from tournament.services.access import require
from tournament.services.draw_store import bounds, report_of, seat_rounds, told
from tournament.services.draws import expect_no_seats, give_up, lock_draw
from tournament.services.errors import BadState, StaleEdit
from tournament.services.log import Request, answered, write
from tournament.services.missing import expect_reason
from tournament.services.public_draws import mark_published

Typed = Sequence[tuple[int, int]]


# Lots from a bag


@transaction.atomic
def save_lots(*, draw: Draw, typed: Typed, seen: int, request: Request) -> Draw:
    """
    Keep lots as far as they are typed, right or wrong.

    `seen` is how often they had been saved when the page was opened; raise `StaleEdit` when
    somebody saved others since.
    """
    draw = lock_draw(draw)
    values = {"draw": draw.pk, "typed": sorted(typed), "seen": seen}
    if answered(request, "save_lots", values):
        return draw
    _expect_bag(draw, seen, request)
    public = draw.constraints["public"]
    before = public.get("typed", [])
    public["typed"], public["saved"] = [list(pair) for pair in sorted(typed)], seen + 1
    draw.save(update_fields=["constraints"])
    write(request, "save_lots", values, tournament=draw.stage.tournament, obj=draw,
          before=before, after=public["typed"])  # fmt: skip
    return draw


@transaction.atomic
def finish_lots(*, draw: Draw, typed: Typed, seen: int, request: Request) -> Draw:
    """
    Seat the players by the numbers they drew, as a draft.

    Raise `BadState` when a number or an entry is missing, unknown or there twice, or when a team has
    not drawn one block.
    """
    draw = lock_draw(draw)
    values = {"draw": draw.pk, "typed": sorted(typed), "seen": seen, "finish": True}
    if answered(request, "draw_lots", values):
        return draw
    _expect_bag(draw, seen, request)
    pots = in_public.pots_of_draw(draw)
    lots = read_lots(typed, numbers_of(pots), entries_of(pots))
    if lots.problems or torn_groups(pots, lots.players):
        raise BadState(_("The lots are not complete yet. Nothing was seated."))
    _seat(draw, lots.players)
    _write_lots(draw, values, request)
    return draw


def _expect_bag(draw: Draw, seen: int, request: Request) -> None:
    require(request, Action.MAKE_DRAW, draw.stage.tournament)
    _expect_numbered(draw, Way.TYPED)
    if in_public.kept(draw).get("saved", 0) != seen:
        raise StaleEdit(
            _("Somebody saved lots since you opened this page. Yours are still here: compare them.")
        )


# Lots from a secret and a word


@transaction.atomic
def say_word(*, draw: Draw, word: str, request: Request) -> Draw:
    """Take the word from the hall, once: with the secret it gives the seed of the lots."""
    draw = lock_draw(draw)
    values = {"draw": draw.pk, "word": word}
    if answered(request, "draw_lots", values):
        return draw
    require(request, Action.MAKE_DRAW, draw.stage.tournament)
    _expect_numbered(draw, Way.REVEALED)
    if not word.strip():
        raise BadState(_("Type the word that was said in the hall."))
    if not keeps_commitment(draw.secret, draw.commitment):
        raise BadState(_("The secret that was bound is missing. Give the schedule up."))
    draw.public_word = word
    seed = draw.constraints["public"]["seed"] = revealed_seed(draw.secret, word)
    _seat(draw, drawn_numbers(in_public.pots_of_draw(draw), seed))
    _write_lots(draw, values, request)
    return draw


def _expect_numbered(draw: Draw, way: Way) -> None:
    if draw.state != Draw.State.NUMBERED or in_public.way_of(draw) is not way:
        raise BadState(_("No lots are waited for here any more. Look at the draws again."))


# Seats


def _seat(draw: Draw, lots: Mapping[int, int]) -> None:
    """Write who drew which number and the rounds that follow, as a draft."""
    # Who draws other rounds, or the same, waits: the hall's tables may have to be added.
    tournament = Tournament.objects.select_for_update().get(pk=draw.stage.tournament_id)
    players = tuple(
        tournament.players.select_related("team")
        .filter(number__in=lots.values())
        .order_by("number")
    )
    if strangers := set(lots.values()) - {player.number for player in players}:
        named = listed(map(entry_number, sorted(strangers)))
        raise BadState(
            _("No longer in the roster: %(entries)s. Give the schedule up and publish another.")
            % {"entries": named}
        )
    rounds = range(draw.first_round, draw.last_round + 1)
    expect_no_seats(tournament, rounds)
    asked = {name: bool(draw.constraints.get(name)) for name in ("teams_apart", "clubs_apart")}
    basis = read_basis(
        tournament, players, rounds, constraints=constraints_of(tournament, players, **asked)
    )
    seated = with_players(in_public.schedule_of(draw), lots)
    public = draw.constraints["public"]
    public.pop("typed", None)
    public["drawn"] = timezone.now().isoformat(timespec="seconds")
    draw.constraints |= bounds(basis)
    draw.lots = {str(number): entry for number, entry in sorted(lots.items())}
    draw.quality, draw.sha256 = report_of(seated, rounds, basis), schedule_sha256(seated)
    draw.state = Draw.State.DRAFT
    draw.save()
    seat_rounds(draw, rounds, seated, basis.hall)


def _write_lots(draw: Draw, values: Mapping[str, Any], request: Request) -> None:
    after = told(draw) | in_public.as_drawn(draw)
    write(request, "draw_lots", values, tournament=draw.stage.tournament, obj=draw, after=after)


@transaction.atomic
def throw_lots_away(*, draw: Draw, request: Request) -> Draw:
    """
    Give lots up with a reason; return a new draw of the same schedule that waits for others.

    Its secret is a new one. Raise `BadState` once a round is published.
    """
    draw = lock_draw(draw)
    values = {"draw": draw.pk}
    if row := answered(request, "throw_lots_away", values):
        return Draw.objects.get(pk=row.object_id)
    tournament = draw.stage.tournament
    require(request, Action.MAKE_DRAW, tournament)
    if not in_public.may_throw_away(draw):
        raise BadState(_("Seats that are published stay: cancel the draw with a reason instead."))
    expect_reason(request)
    before = told(draw) | {"draw": draw.pk}
    draw.rounds.update(state=Round.State.CANCELLED)
    give_up(draw, request)
    again = _once_more(draw)
    write(request, "throw_lots_away", values, tournament=tournament, obj=again, before=before,
          after=told(again) | in_public.as_bound(again))  # fmt: skip
    return again


def _once_more(draw: Draw) -> Draw:
    public = in_public.kept(draw)
    wanted = ("include_entered", "teams_apart", "clubs_apart", "prefix_first")
    same = {name: public[name] for name in ("way", "pots", "sha256", "quality")}
    apart = [list(block) for block in apart_of(in_public.pots_of_draw(draw))]
    again = Draw(
        stage=draw.stage,
        first_round=draw.first_round,
        last_round=draw.last_round,
        kind=draw.kind,
        seed=draw.seed,
        algorithm=draw.algorithm,
        schedule=draw.schedule,
        constraints={name: draw.constraints.get(name, False) for name in wanted}
        | {"apart": apart, "public": same},
        quality=public["quality"],
        sha256=public["sha256"],
    )
    mark_published(again)
    again.save()
    return again
