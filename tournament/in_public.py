"""
What a draw in public keeps: its pots, when its schedule was published, how its lots are drawn.

`Draw.constraints["public"]` holds what has no field of its own: `way`, `pots`, the hash and the
quality of the schedule (the draw's own are the seats' once lots are drawn), `published` and `drawn`
as times in ISO 8601, the `seed` of revealed lots, lots `typed` so far and how often they were saved,
and why the draw was `given_up`. The secret is never among them.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.draw import Constraints, Kind
from tournament.draw.model import Rounds
from tournament.draw.numbers import Lottery, Pot, apart_of, numbers_of
from tournament.draw.published import Published, as_plain
from tournament.draw.verify import Facts
from tournament.models import Draw, Round

KINDS: Final = (Kind.PLAN, Kind.LOTS)


class Way(models.TextChoices):
    """How the numbers of a schedule are drawn."""

    TYPED = "typed", _("Lots from a bag, typed in")
    REVEALED = "revealed", _("A secret bound before, and a word from the hall")


def kept(draw: Draw) -> Mapping[str, Any]:
    """Return what a draw in public keeps, empty for other draws."""
    public: Mapping[str, Any] = draw.constraints.get("public", {})
    return public


def way_of(draw: Draw) -> Way:
    """Return how its numbers are drawn."""
    return Way(kept(draw)["way"])


def pots_of_draw(draw: Draw) -> tuple[Pot, ...]:
    """Return who draws from which numbers."""
    return tuple(Pot(_groups(groups), _groups(blocks)) for groups, blocks in kept(draw)["pots"])


def _groups(rows: list[list[int]]) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(row) for row in rows)


def plain_pots(pots: tuple[Pot, ...]) -> list[list[list[list[int]]]]:
    """Return pots as plain data."""
    return [[[list(g) for g in pot.groups], [list(b) for b in pot.blocks]] for pot in pots]


def schedule_of(draw: Draw) -> Rounds:
    """Return the rounds of numbers."""
    return tuple(_groups(seating) for seating in draw.schedule)


def lots_of(draw: Draw) -> dict[int, int]:
    """Return who drew which number, by number."""
    return {number: draw.lots[str(number)] for number in sorted(map(int, draw.lots))}


def typed_of(draw: Draw) -> tuple[tuple[int, int], ...]:
    """Return the (number, entry) typed so far, while the lots are not complete."""
    return tuple((number, entry) for number, entry in kept(draw).get("typed", ()))


def published_at(draw: Draw) -> datetime | None:
    """Return when the numbered schedule was published, None if it was not."""
    text = kept(draw).get("published")
    return datetime.fromisoformat(text) if text else None


def drawn_at(draw: Draw) -> datetime | None:
    """Return when the lots were drawn, None while they are not."""
    text = kept(draw).get("drawn")
    return datetime.fromisoformat(text) if text else None


def is_public(draw: Draw) -> bool:
    """Whether its numbered schedule was ever published."""
    return "published" in kept(draw)


def numbers_are_public(tournament_id: int) -> bool:
    """Whether the event has a published schedule whose lots are not drawn, in one query."""
    draws = Draw.objects.filter(stage__tournament=tournament_id, state=Draw.State.NUMBERED)
    return draws.exists()


def waiting_for_seats(tournament_id: int) -> list[Draw]:
    """Return the draws in public that have no seats yet, in one query."""
    draws = Draw.objects.filter(stage__tournament=tournament_id, rounds=None)
    return list(draws.exclude(state=Draw.State.SUPERSEDED).order_by("first_round", "pk"))


def may_throw_away(draw: Draw) -> bool:
    """Whether lots are drawn and none of their rounds was published, in one query."""
    if not draw.lots or draw.state != Draw.State.DRAFT:
        return False
    return not draw.rounds.exclude(state=Round.State.DRAFT).exists()


# What the log keeps, to be compared afterwards


def as_bound(draw: Draw) -> dict[str, Any]:
    """Return what is bound when a schedule of numbers is published."""
    public = kept(draw)
    return {
        "way": public["way"],
        "pots": public["pots"],
        "schedule_sha256": public["sha256"],
        "commitment": draw.commitment,
    }


def as_drawn(draw: Draw) -> dict[str, Any]:
    """Return the lots with what they follow from."""
    return {
        "lots": draw.lots,
        "schedule_sha256": kept(draw)["sha256"],
        "public_word": draw.public_word,
        "lots_seed": kept(draw).get("seed", ""),
    }


# To be run again


def as_published(draw: Draw) -> Published:
    """Return schedule and lots with all they follow from."""
    pots = pots_of_draw(draw)
    method, _blank, version = draw.algorithm.rpartition(" ")
    schedule = Facts(
        method=Kind(draw.kind),
        players=tuple(numbers_of(pots)),
        seed=draw.seed,
        published=schedule_of(draw),
        sha256=kept(draw)["sha256"],
        algorithm=int(version) if version.isdecimal() else 0,
        constraints=Constraints(apart_of(pots)),
        prefix_first=bool(draw.constraints.get("prefix_first")),
        found=method,
    )
    lottery = Lottery(
        pots=pots,
        lots=lots_of(draw),
        commitment=draw.commitment,
        secret=draw.secret if draw.public_word else "",
        word=draw.public_word,
        seed=kept(draw).get("seed", ""),
    )
    return Published(schedule, lottery)


def schedule_file(draw: Draw) -> dict[str, Any]:
    """Return the schedule, and its lots as far as they are drawn, as the file anybody may load."""
    return as_plain(as_published(draw))
