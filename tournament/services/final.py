"""Final results: what they wait for."""

from collections.abc import Iterable
from zoneinfo import ZoneInfo

from django.utils import formats, timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.listing import listed
from tournament.closing import obstacles
from tournament.models import Game, Tournament
from tournament.services.errors import BadState


def expect_no_appeals(tournament: Tournament) -> None:
    """Raise `BadState` while an appeal is open or can still be filed; it names the games."""
    sentence = final_sentence(tournament)
    if sentence:
        raise BadState(sentence)


def final_sentence(tournament: Tournament) -> str:
    """Return why the results cannot be final yet, empty when they can; in two queries."""
    found, zone = obstacles(tournament), ZoneInfo(tournament.time_zone)
    sentences = []
    if found.appeals:
        games = {appeal.game_id: appeal.game for appeal in found.appeals}
        words = ngettext(
            "An appeal is open: %(games)s. Decide it first.",
            "Appeals are open: %(games)s. Decide them first.",
            len(found.appeals),
        )
        sentences.append(words % {"games": _listed(games.values())})
    if found.windows:
        last = max(until for _game, until in found.windows)
        sentences.append(
            _("Until %(time)s appeals can be filed: %(games)s.")
            % {
                "time": formats.time_format(timezone.localtime(last, zone), "H:i"),
                "games": _listed(game for game, _until in found.windows),
            }
        )
    return " ".join(sentences)


def _listed(games: Iterable[Game]) -> str:
    named = (
        _("round %(round)s table %(table)s")
        % {"round": game.round.number, "table": game.table.number}
        for game in games
    )
    return listed(named)
