"""House rules 本场规则: what one event plays otherwise than its edition."""

from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from scoring.rules import Profile
from scoring.rules.house import differences, price
from tournament.models import ProfileRevision, Tournament
from tournament.permissions import Action
from tournament.services.access import require
from tournament.services.errors import BadState, StaleEdit
from tournament.services.events import current_rules, is_played, new_revision, rules_in
from tournament.services.log import Request, answered, write


@transaction.atomic
def change_rules(
    *, tournament: Tournament, rules: Profile, seen: int, request: Request
) -> ProfileRevision:
    """
    Let the event be played by `rules` from now on, as a new revision.

    `rules` are derived from the event's edition; `seen` is the number of the revision the editor
    had before him. Hands keep the revision they were judged by. Rules as they stand make none.
    Raise `StaleEdit` when another revision was made in between, `BadState` without a reason once
    a round was started.
    """
    values = {"tournament": tournament.pk, "seen": seen, "rules": rules.data()}
    if row := answered(request, "change_rules", values):
        return ProfileRevision.objects.get(pk=row.object_id)
    tournament = Tournament.objects.select_for_update().get(pk=tournament.pk)
    require(request, Action.EDIT_RULES, tournament)
    current = current_rules(tournament)
    _refuse_stale(current, rules, seen)
    before = rules_in(current)
    if rules == before:
        return current
    if is_played(tournament) and not request.reason:
        raise BadState(_("Games are played by these rules already: say why they change."))
    revision = new_revision(tournament, rules)
    write(
        request,
        "change_rules",
        values,
        tournament=tournament,
        obj=revision,
        before=_facts(before, before, rules),
        after=_facts(rules, before, rules),
    )
    return revision


def _refuse_stale(current: ProfileRevision, rules: Profile, seen: int) -> None:
    # The edition is the settings' matter; another one comes with a revision of its own.
    if current.number != seen or current.profile != rules.key:
        raise StaleEdit(
            _(
                "Somebody else changed the rules since you opened this page. "
                "Nothing was saved. Compare, then save again."
            )
        )


def _facts(rules: Profile, old: Profile, new: Profile) -> dict[str, Any]:
    """Return for the log what `rules` say where the old and the new ones differ."""
    found = differences(old, new)
    facts: dict[str, Any] = {
        "values": {key: price(rules, key) for key, _was, _now in found.values},
        "switches": {key: rules.is_on(key) for key, _on in found.switches},
    }
    if found.caps:
        facts["cap"] = rules.cap
    return {name: fact for name, fact in facts.items() if fact != {}}
