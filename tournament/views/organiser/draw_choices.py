"""The kinds of draw as the organiser chooses among them: grouped, explained, refused with a reason."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.draw import PERFECT_FIVE, Kind
from tournament.field import Field, teams_of
from tournament.models import Round, Seat, Tournament
from tournament.services.draw_kinds import kind_refusal, robin_rounds

Words = str | Promise

# Name and explanation of each kind, in the groups they are shown in.
GROUPS: Final[tuple[tuple[Words, Mapping[Kind, tuple[Words, Words]]], ...]] = (
    (
        gettext_lazy("Several rounds at once"),
        {
            Kind.PLAN: (
                gettext_lazy("Planned rounds"),
                gettext_lazy(
                    "Nobody meets twice if it can be; winds and tables are spread evenly."
                ),
            ),
            Kind.TEAM_ROBIN: (
                gettext_lazy("Round robin of teams"),
                gettext_lazy("Four to seven teams of four: every two teams meet equally often."),
            ),
            Kind.SINGLES_ROBIN: (
                gettext_lazy("Round robin of sixteen"),
                gettext_lazy("Everybody meets everybody once in five rounds."),
            ),
        },
    ),
    (
        gettext_lazy("One round by lot or by hand"),
        {
            Kind.LOTS: (
                gettext_lazy("By lot"),
                gettext_lazy("Chance alone, but who has met meets again only if it must be."),
            ),
            Kind.MANUAL: (
                gettext_lazy("By hand, beginning in entry order"),
                gettext_lazy("The first four at the first table and so on; then you swap players."),
            ),
            Kind.MANUAL_LAST: (
                gettext_lazy("By hand, beginning with the seats of the round before"),
                gettext_lazy("Everybody sits as before; then you swap players."),
            ),
        },
    ),
    (
        gettext_lazy("One round by the standing"),
        {
            Kind.SWISS: (
                gettext_lazy("Neighbours who have not met yet (Swiss)"),
                gettext_lazy("Close in the standing, but nobody again if it can be."),
            ),
            Kind.BLOCKS: (
                gettext_lazy("Four after four"),
                gettext_lazy("1-4 at the first table, 5-8 at the second, whoever has met."),
            ),
            Kind.GROUPS: (
                gettext_lazy("Groups of sixteen"),
                gettext_lazy("1-16 over four tables and so on, by lot inside each group."),
            ),
            Kind.SNAKE: (
                gettext_lazy("All tables equally strong (snake)"),
                gettext_lazy("One of each quarter of the standing at every table."),
            ),
        },
    ),
    (
        gettext_lazy("A final of the best; the others do not play this round"),
        {
            Kind.FINAL: (
                gettext_lazy("Tables of the final by rank"),
                gettext_lazy("1-4 at the first table, 5-8 at the second, whoever has met."),
            ),
            Kind.FINAL_SNAKE: (
                gettext_lazy("Tables of the final equally strong (snake)"),
                gettext_lazy("1, 8, 9 and 16 at the first of four tables."),
            ),
        },
    ),
)
FIVE: Final = 5
CHOICES: Final = [
    (kind.value, name) for _g, kinds in GROUPS for kind, (name, _hint) in kinds.items()
]


@dataclass(frozen=True, slots=True)
class KindChoice:
    """A kind as the page offers it; `why_not` says why the field does not allow it."""

    value: str
    name: Words
    hint: Words
    why_not: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class KindGroup:
    """Kinds that belong together."""

    name: Words
    choices: tuple[KindChoice, ...]


def kind_groups(
    tournament: Tournament, field: Field, first_round: int, chosen: str
) -> list[KindGroup]:
    """Return the kinds for a field and a first round, in two queries."""
    standing = tournament.rounds.exclude(state=Round.State.CANCELLED)
    played = standing.filter(state__in=(Round.State.RUNNING, Round.State.CLOSED))
    has_standing = played.filter(number__lt=first_round).exists()
    seated = Seat.objects.filter(round__in=standing.filter(number=first_round - 1)).count()
    return [
        KindGroup(
            name,
            tuple(
                KindChoice(
                    kind.value,
                    words,
                    _team_hint(field) or hint if kind is Kind.TEAM_ROBIN else hint,
                    kind_refusal(kind, field, has_standing=has_standing, seated_before=seated),
                    kind.value == chosen,
                )
                for kind, (words, hint) in kinds.items()
            ),
        )
        for name, kinds in GROUPS
    ]


def _team_hint(field: Field) -> str:
    """Say what the teams who are here can have, empty when they can have nothing."""
    if kind_refusal(Kind.TEAM_ROBIN, field):
        return ""
    teams, most = len(teams_of(field.players)), robin_rounds(Kind.TEAM_ROBIN, field)
    values = {"teams": teams, "rounds": most, "perfect": PERFECT_FIVE}
    if teams == FIVE:
        return (
            _(
                "%(teams)s teams: perfect for %(perfect)s rounds; with more, up to %(rounds)s, "
                "some cannot help meeting again."
            )
            % values
        )
    return (
        _("%(teams)s teams, up to %(rounds)s rounds: nobody meets anybody twice or a team-mate.")
        % values
    )
