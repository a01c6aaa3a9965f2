"""The officials of an event: who has which role, and at which tables."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from django.contrib.auth import get_user_model
from django.contrib.auth.password_validation import validate_password
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.db import transaction
from django.utils.translation import gettext as _

from tournament.models import Official, Role, Signature, Table, Tournament
from tournament.permissions import Action
from tournament.services.access import require
from tournament.services.badges import drop_badges
from tournament.services.errors import BadState
from tournament.services.log import Request, answered, write

if TYPE_CHECKING:
    from django.contrib.auth.models import User

MOST_TABLES: Final = 400
"""No hall has more; a higher number is a slip."""


@transaction.atomic
def appoint(
    *, tournament: Tournament, user: "User", role: Role, tables: Sequence[int], request: Request
) -> Official:
    """
    Give a user a role in the event; `tables` are table numbers, empty = all.

    Tables that do not exist yet are added: referees are named before seats are drawn. Raise
    `BadState` when the event would be left without an organiser.
    """
    tournament = _lock(tournament)
    values = {"tournament": tournament.pk, "user": user.pk, "role": role, "tables": list(tables)}
    if row := answered(request, "appoint", values):
        return Official.objects.get(pk=row.object_id)
    require(request, Action.EDIT_EVENT, tournament)
    return _appoint(tournament, user, role, tables, values, request)


@transaction.atomic
def add_official(
    *,
    tournament: Tournament,
    username: str,
    password: str,
    role: Role,
    tables: Sequence[int],
    request: Request,
) -> tuple[Official, bool]:
    """
    Give a role to the user of that name; make him with `password` when there is none.

    Return the official, and whether the user was made now. The password of a user who exists is
    never touched. Raise `ValidationError` for a name or password that will not do, `BadState`
    for somebody who is an official already.
    """
    tournament = _lock(tournament)
    values = {
        "tournament": tournament.pk,
        "username": username,
        "role": role,
        "tables": list(tables),
    }
    if row := answered(request, "appoint", values):
        return Official.objects.get(pk=row.object_id), False
    require(request, Action.EDIT_EVENT, tournament)
    user = get_user_model().objects.filter(username=username).first()
    if user and Official.objects.filter(tournament=tournament, user=user).exists():
        raise BadState(
            _("%(name)s is an official already. Change the role in the list.") % {"name": username}
        )
    is_new = user is None
    if user is None:
        user = _create_user(username, password)
    return _appoint(tournament, user, role, tables, values, request, is_new=is_new), is_new


def _create_user(username: str, password: str) -> "User":
    """A plain user: no rights but those his roles give him."""
    UnicodeUsernameValidator()(username)
    user = get_user_model()(username=username)
    validate_password(password, user)
    user.set_password(password)
    user.full_clean()
    user.save()
    return user


@transaction.atomic
def dismiss(*, official: Official, request: Request) -> Official | None:
    """
    Take an official's role; one who signed sheets stays, as a viewer, and is returned.

    Raise `BadState` for the last organiser.
    """
    tournament = _lock(official.tournament)
    values = {"tournament": tournament.pk, "official": official.pk}
    if answered(request, "dismiss", values):
        return Official.objects.filter(pk=official.pk).first()
    require(request, Action.EDIT_EVENT, tournament)
    official = Official.objects.select_related("user").get(pk=official.pk)
    _keep_an_organiser(official, None)
    before = describe(official)
    keeps = _is_named_elsewhere(official)
    if keeps:
        official.role = Role.VIEWER
        official.save(update_fields=["role"])
        official.tables.clear()
    write(
        request,
        "dismiss",
        values,
        tournament=tournament,
        obj=official,
        before=before,
        after=describe(official) if keeps else None,
    )
    drop_badges(official, keep_rows=keeps)
    if not keeps:
        official.tables.clear()
        official.delete()
    return official if keeps else None


def describe(official: Official) -> dict[str, object]:
    """Return an official as the log keeps him."""
    return {
        "user": official.user.get_username(),
        "role": official.role,
        "tables": list(official.tables.values_list("number", flat=True)),
    }


def _lock(tournament: Tournament) -> Tournament:
    """Lock the event: two organisers must not remove each other at the same moment."""
    return Tournament.objects.select_for_update().get(pk=tournament.pk)


def _appoint(
    tournament: Tournament,
    user: "User",
    role: Role,
    tables: Sequence[int],
    values: dict[str, object],
    request: Request,
    *,
    is_new: bool = False,
) -> Official:
    official = Official.objects.filter(tournament=tournament, user=user).first()
    before = None
    if official:
        _keep_an_organiser(official, role)
        before = describe(official)
        official.role = role
        official.save(update_fields=["role"])
    else:
        official = Official.objects.create(tournament=tournament, user=user, role=role)
    official.tables.set(_tables(tournament, tables))
    after = {**describe(official), **({"new_user": True} if is_new else {})}
    write(
        request,
        "appoint",
        values,
        tournament=tournament,
        obj=official,
        before=before,
        after=after,
    )
    return official


def _tables(tournament: Tournament, numbers: Sequence[int]) -> list[Table]:
    if any(not 1 <= number <= MOST_TABLES for number in numbers):
        raise BadState(_("Tables are numbered 1 to %(most)s.") % {"most": MOST_TABLES})
    hall = {table.number: table for table in tournament.tables.filter(number__in=numbers)}
    for number in numbers:
        if number not in hall:
            hall[number] = Table.objects.create(tournament=tournament, number=number)
    return list(hall.values())


def _keep_an_organiser(official: Official, role: Role | None) -> None:
    if official.role != Role.ORGANISER or role == Role.ORGANISER:
        return
    others = Official.objects.filter(tournament=official.tournament_id, role=Role.ORGANISER)
    if not others.exclude(pk=official.pk).exists():
        raise BadState(
            _("This is the only organiser. Name another one first, then change this one.")
        )


def _is_named_elsewhere(official: Official) -> bool:
    return Signature.objects.filter(official=official).exists()
