"""Which kinds of draw the players who are there allow, and why another cannot be had."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.listing import listed
from tournament.draw import SINGLES, SINGLES_ROUNDS, TEAM_ROUNDS, Kind
from tournament.field import SEATS, Field
from tournament.models import Player


def kind_refusal(
    kind: Kind, field: Field, *, has_standing: bool = True, seated_before: int = 0
) -> str:
    """
    Return why the field does not allow a kind of draw, empty when it does.

    `seated_before` is how many sat in the round before. Players who fill no
    whole number of tables are another matter: fillers are offered.
    """
    if kind.by_standing and not has_standing:
        return _("There is no standing yet. Draw the first round by lot or by a plan.")
    if kind.is_final and len(ranked(field)) < SEATS:
        return _("A final needs four players at least.")
    if kind is Kind.SINGLES_ROBIN and len(field.players) != SINGLES:
        return _("It is for sixteen players; here there are %(count)s.") % {
            "count": len(field.players)
        }
    if kind is Kind.TEAM_ROBIN:
        return _team_refusal(field)
    if kind is Kind.MANUAL_LAST:
        return _last_refusal(field, seated_before)
    return ""


def rounds_refusal(kind: Kind, field: Field, rounds: int) -> str:
    """Return why a kind of draw cannot have so many rounds, empty when it can."""
    if rounds > 1 and not (kind is Kind.PLAN or kind.is_robin):
        if kind.by_standing:
            return _("By the standing one round is drawn at a time, after the one before.")
        if kind.is_manual:
            return _("By hand one round is drawn at a time.")
        return _("By lot one round is drawn at a time. Choose one round, or a plan.")
    most = robin_rounds(kind, field)
    if kind.is_robin and rounds > most:
        return ngettext(
            "This round robin has %(count)s round at most.",
            "This round robin has %(count)s rounds at most.",
            most,
        ) % {"count": most}
    return ""


def robin_rounds(kind: Kind, field: Field) -> int:
    """Return how many rounds a round robin of the field has, 0 for other kinds and fields."""
    if kind is Kind.SINGLES_ROBIN:
        return SINGLES_ROUNDS
    if kind is Kind.TEAM_ROBIN:
        return TEAM_ROUNDS.get(len(_teams(field)), 0)
    return 0


def finalists_refusal(kind: Kind, field: Field, finalists: int) -> str:
    """Return why a final cannot be of so many, empty when it can."""
    if not kind.is_final:
        return ""
    if finalists < SEATS or finalists % SEATS:
        return _("A final needs full tables: 4, 8, 12 players and so on.")
    if finalists > len(ranked(field)):
        return _(
            "A final of %(wanted)s needs as many ranked players; here there are %(count)s."
        ) % {
            "wanted": finalists,
            "count": len(ranked(field)),
        }
    return ""


def ranked(field: Field) -> tuple[Player, ...]:
    """Return the players who can get into a final: no fillers."""
    return tuple(player for player in field.players if player.is_ranked)


def _teams(field: Field) -> dict[int, int]:
    """Return how many players each team has here, by its number; 0 stands for those without."""
    sizes: dict[int, int] = {}
    for player in field.players:
        number = player.team.number if player.team else 0
        sizes[number] = sizes.get(number, 0) + 1
    return sizes


def _team_refusal(field: Field) -> str:
    sizes = _teams(field)
    alone = sizes.pop(0, 0)
    odd = sorted(number for number, size in sizes.items() if size != SEATS)
    if not sizes:
        return _("It is for four to seven teams; the players here are in no team.")
    if alone:
        return ngettext(
            "It is for teams alone; %(count)s player here is in no team.",
            "It is for teams alone; %(count)s players here are in no team.",
            alone,
        ) % {"count": alone}
    if odd:
        return _("Every team needs exactly four players here. Others: %(teams)s") % {
            "teams": listed(odd)
        }
    if len(sizes) not in TEAM_ROUNDS:
        return _("It is for four to seven teams; here there are %(count)s.") % {"count": len(sizes)}
    return ""


def _last_refusal(field: Field, seated_before: int) -> str:
    if not seated_before:
        return _("There is no round before to begin with.")
    if seated_before != len(field.players):
        return _("Another number of players sat in the round before: begin in entry order.")
    return ""
