"""What lots drawn in public cannot heed, in words: before they are drawn, and after."""

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.listing import listed
from tournament import in_public
from tournament.draw.numbers import Pot, entries_of
from tournament.field import playing_field
from tournament.models import Draw, Round
from tournament.models.people import entry_number


def limits(draw: Draw) -> list[str]:
    """Say what a schedule of numbers cannot promise for those who draw from it, in four queries."""
    return list(_limits(draw))


def _limits(draw: Draw) -> Iterator[str]:
    tournament = draw.stage.tournament
    entries = [
        entry for pot in in_public.pots_of_draw(draw) for group in pot.groups for entry in group
    ]
    players = tournament.players.filter(number__in=entries)
    if draw.constraints.get("clubs_apart") and _share(players.values_list("club", "country")):
        yield _("Club-mates and compatriots: whether they meet is left to the lots.")
    if tournament.kept_apart.filter(one__in=players, other__in=players).exists():
        yield _("Pairs that are not to meet: whether they meet is left to the lots.")
    if players.exclude(fixed_table=None).exists():
        yield _("Tables of their own: where everybody sits is left to the lots.")
    if tournament.rounds.exclude(state=Round.State.CANCELLED).exists():
        yield _("Rounds before: who has met may meet again, since nobody has a number yet.")


def roster_changes(draw: Draw) -> list[str]:
    """Say who has left and who has come since a schedule without lots was made, in one query."""
    if draw.lots or draw.state == Draw.State.SUPERSEDED:
        return []
    rounds = range(draw.first_round, draw.last_round + 1)
    field = playing_field(
        draw.stage.tournament, rounds, include_entered=bool(draw.constraints.get("include_entered"))
    )
    drawing, here = set(entries_of(in_public.pots_of_draw(draw))), set(field.numbers)
    return [
        words % {"entries": listed(map(entry_number, sorted(entries)))}
        for entries, words in (
            (drawing - here, _("Left since the schedule was made: %(entries)s.")),
            (here - drawing, _("Come since the schedule was made, without a number: %(entries)s.")),
        )
        if entries
    ]


def _share(rows: Any) -> bool:
    """Whether two players have a club, or a country, in common."""
    clubs, countries = zip(*rows, strict=True) if rows else ((), ())
    return any(
        len(named) > len(set(named))
        for named in ([club for club in clubs if club], [land for land in countries if land])
    )


def unheeded(draw: Draw) -> list[str]:
    """Say what the lots gave up, and how often."""
    return list(_unheeded(draw.quality, len(draw.schedule)))


def _unheeded(figures: Any, rounds: int) -> Iterator[str]:
    if count := len(figures.get("clashes", ())):
        words = ngettext(
            "%(count)s meeting of two who were to be kept apart",
            "%(count)s meetings of two who were to be kept apart",
            count,
        )
        yield words % {"count": count}
    if count := len(figures.get("loose_clashes", ())):
        words = ngettext(
            "%(count)s meeting of club-mates or compatriots",
            "%(count)s meetings of club-mates or compatriots",
            count,
        )
        yield words % {"count": count}
    if count := len(figures.get("tables_missed", ())):
        words = ngettext(
            "%(count)s seat away from the player's own table",
            "%(count)s seats away from the players' own tables",
            count,
        )
        yield words % {"count": count}
    if count := max(0, figures.get("repeats", 0) - figures.get("repeats_known", 0)):
        words = ngettext("%(count)s repeated meeting", "%(count)s repeated meetings", count)
        yield words % {"count": count}


def block_words(pot: Pot) -> str:
    """Say which numbers a pot has, and how they are drawn."""
    size, count = len(pot.blocks[0]), len(pot.blocks)
    where = {"first": pot.blocks[0][0], "last": pot.blocks[-1][-1], "size": size, "count": count}
    if size == 1:
        return _("Numbers %(first)s to %(last)s: each player draws one.") % where
    if count == 1:
        return _("Numbers %(first)s to %(last)s: for this group alone.") % where
    return (
        _(
            "Numbers %(first)s to %(last)s in blocks of %(size)s: a team draws a block, "
            "then each member a number of it."
        )
        % where
    )
