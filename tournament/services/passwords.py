"""A new password for an official who forgot his own."""

from typing import TYPE_CHECKING

from django.contrib.auth import get_user_model
from django.db import transaction
from django.utils.translation import gettext as _

from tournament.models import Official, Tournament
from tournament.permissions import Action
from tournament.services.access import require
from tournament.services.errors import BadState
from tournament.services.log import Request, answered, write

if TYPE_CHECKING:
    from django.contrib.auth.models import User


@transaction.atomic
def reset_password(*, official: Official, password: str, request: Request) -> bool:
    """
    Give an official's account a new password, which ends its log-ins everywhere.

    Return whether it was given now: under a token that was used before it is not. Raise
    `BadState` for an account that is worth more than a role in this event.
    """
    tournament = Tournament.objects.get(pk=official.tournament_id)
    user = get_user_model().objects.select_for_update().get(pk=official.user_id)
    # Not even a hash of the password belongs in the log.
    values = {"tournament": tournament.pk, "official": official.pk}
    if answered(request, "reset_password", values):
        return False
    require(request, Action.EDIT_EVENT, tournament)
    if why := why_not_reset(official, request.by):
        raise BadState(why)
    user.set_password(password)
    user.save(update_fields=["password"])
    write(
        request,
        "reset_password",
        values,
        tournament=tournament,
        obj=official,
        after={"user": user.get_username()},
    )
    return True


def why_not_reset(official: Official, by: "User | None") -> str:
    """
    Return why an organiser may not set a password for this account, blank when he may.

    Whoever sets it can log in with it, so it may open nothing that is not his to lead already.
    """
    user = official.user
    if by is not None and user.pk == by.pk:
        return _("This is your own account. Another organiser can set a new password for it.")
    if user.is_staff or user.is_superuser or _has_rights_of_its_own(user):
        return _(
            "This account may do more than its role here gives. "
            "Whoever runs the server sets its password."
        )
    if user.officials.exclude(tournament=official.tournament_id).exists():
        return _(
            "This account works in another event too. Whoever runs the server sets its password."
        )
    return ""


def _has_rights_of_its_own(user: "User") -> bool:
    return user.user_permissions.exists() or user.groups.exists()
