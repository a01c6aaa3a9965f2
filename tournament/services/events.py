"""Create an event, name its officials, keep the revisions of its rules."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.utils.translation import gettext as _

from scoring.rules import FANS
from scoring.rules.penalties import offences
from tournament.models import Official, Profile, ProfileRevision, Role, Stage, Tournament
from tournament.permissions import Action
from tournament.services.access import require
from tournament.services.errors import BadState
from tournament.services.log import Request, answered, write
from tournament.standings import DEFAULT_LADDER, VECTOR

if TYPE_CHECKING:
    from django.contrib.auth.models import User


@transaction.atomic
def create_tournament(
    *, slug: str, name: str, profile: str, request: Request, **fields: Any
) -> Tournament:
    """
    Create an event with its first stage and the first revision of its rules.

    `fields` are further fields of `Tournament`. Raise `BadState` when the address is taken.
    """
    values = {"slug": slug, "name": name, "profile": profile, **fields}
    if row := answered(request, "create_tournament", values):
        return Tournament.objects.get(pk=row.object_id)
    if Tournament.objects.filter(slug=slug).exists():
        raise BadState(_("There is already an event with the address %(slug)s.") % {"slug": slug})
    defaults = {"table_point_vector": list(VECTOR), "tie_ladder": list(DEFAULT_LADDER)}
    tournament = Tournament(slug=slug, name=name, profile=profile, **{**defaults, **fields})
    tournament.full_clean()
    tournament.save()
    Stage.objects.create(tournament=tournament, order=1, name="1")
    new_revision(tournament)
    write(request, "create_tournament", values, tournament=tournament, obj=tournament, after=values)
    return tournament


def new_revision(tournament: Tournament) -> ProfileRevision:
    """Copy the rules of the event's profile as they are now into a new revision."""
    latest = tournament.profile_revisions.order_by("-number").first()
    return ProfileRevision.objects.create(
        tournament=tournament,
        number=latest.number + 1 if latest else 1,
        profile=tournament.profile,
        content=rules_of(Profile(tournament.profile)),
    )


def rules_of(profile: Profile) -> Mapping[str, Any]:
    """Return a profile as plain data: what each fan is worth and the offence catalogue."""
    return {
        "profile": profile.value,
        "points": {fan.key: fan.points for fan in FANS},
        "offences": [asdict(offence) for offence in offences(profile.value)],
    }


def current_revision(tournament: Tournament) -> ProfileRevision:
    """Return the revision new hands and penalties are made with; its content is not fetched."""
    return tournament.profile_revisions.defer("content").order_by("-number")[0]


@transaction.atomic
def appoint(
    *, tournament: Tournament, user: "User", role: Role, tables: tuple[int, ...], request: Request
) -> Official:
    """Give a user a role in the event; `tables` are table numbers, empty = all."""
    require(request, Action.EDIT_EVENT, tournament)
    values = {"tournament": tournament.pk, "user": user.pk, "role": role, "tables": list(tables)}
    if row := answered(request, "appoint", values):
        return Official.objects.get(pk=row.object_id)
    official, _created = Official.objects.update_or_create(
        tournament=tournament, user=user, defaults={"role": role}
    )
    official.tables.set(tournament.tables.filter(number__in=tables))
    write(request, "appoint", values, tournament=tournament, obj=official, after=values)
    return official
