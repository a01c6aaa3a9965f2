"""The checks services make with the object locked."""

from django.utils.translation import gettext as _

from tournament import permissions
from tournament.models import Game, Tournament
from tournament.permissions import Action
from tournament.services.errors import NotAllowed, StaleEdit
from tournament.services.log import Request


def require(
    request: Request, action: Action, tournament: Tournament, game: Game | None = None
) -> None:
    """Raise `NotAllowed` unless the one who asks may do `action` now."""
    who = permissions.actor(request.by, tournament)
    refusal = permissions.refusal(action, who, tournament, game)
    if refusal is not None:
        raise NotAllowed(refusal)


def expect_seen(game: Game, seen: int) -> None:
    """Raise `StaleEdit` when the game changed since the user looked at version `seen`."""
    if game.version != seen:
        raise StaleEdit(
            _("Somebody changed this sheet meanwhile. Look at it as it is now and repeat.")
        )
