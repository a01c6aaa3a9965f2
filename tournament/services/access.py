"""The check every service makes with the object locked."""

from tournament import permissions
from tournament.models import Game, Tournament
from tournament.permissions import Action
from tournament.services.errors import NotAllowed
from tournament.services.log import Request


def require(
    request: Request, action: Action, tournament: Tournament, game: Game | None = None
) -> None:
    """Raise `NotAllowed` unless the one who asks may do `action` now."""
    who = permissions.actor(request.by, tournament)
    refusal = permissions.refusal(action, who, tournament, game)
    if refusal is not None:
        raise NotAllowed(refusal)
