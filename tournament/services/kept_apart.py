"""Pairs that no draw seats at one table."""

from django.db import transaction
from django.utils.translation import gettext as _

from tournament.models import KeptApart, Player, Tournament
from tournament.permissions import Action
from tournament.services.access import require
from tournament.services.errors import BadState
from tournament.services.log import Request, answered, write


@transaction.atomic
def keep_apart(*, one: Player, other: Player, request: Request) -> KeptApart:
    """
    Keep two entries of an event apart in all draws that come, with the reason of `request`.

    Raise `BadState` when they are the same or kept apart already.
    """
    tournament = Tournament.objects.select_for_update().get(pk=one.tournament_id)
    first, second = sorted((one, other), key=lambda player: player.pk)
    values = {"one": first.pk, "other": second.pk}
    if row := answered(request, "keep_apart", values):
        return KeptApart.objects.get(pk=row.object_id)
    require(request, Action.EDIT_ROSTER, tournament)
    if first == second:
        raise BadState(_("Choose two different players."))
    if tournament.kept_apart.filter(one=first, other=second).exists():
        raise BadState(
            _("%(one)s and %(other)s are kept apart already.")
            % {"one": one.number, "other": other.number}
        )
    pair = KeptApart.objects.create(
        tournament=tournament, one=first, other=second, reason=request.reason
    )
    write(request, "keep_apart", values, tournament=tournament, obj=pair, after=told(pair))
    return pair


@transaction.atomic
def let_meet(*, tournament: Tournament, pair: int, request: Request) -> None:
    """Let the two of a pair, by its key, meet again; raise `BadState` when it is gone already."""
    tournament = Tournament.objects.select_for_update().get(pk=tournament.pk)
    values = {"pair": pair}
    if answered(request, "let_meet", values):
        return
    require(request, Action.EDIT_ROSTER, tournament)
    found = tournament.kept_apart.select_related("one", "other").filter(pk=pair).first()
    if found is None:
        raise BadState(_("This pair may meet already. Look at the list again."))
    write(request, "let_meet", values, tournament=tournament, obj=found, before=told(found))
    found.delete()


def told(pair: KeptApart) -> dict[str, object]:
    """What the log keeps of a pair."""
    return {"pair": sorted((pair.one.number, pair.other.number)), "reason": pair.reason}
