"""Create and edit an event, keep the revisions of its rules."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Final

from django.db import transaction
from django.utils.translation import gettext as _

from scoring.rules import Profile as Rules
from scoring.rules import profile_from_data, scoring_profile
from scoring.rules.penalties import offences
from tournament.models import (
    Official,
    ProfileRevision,
    Role,
    Round,
    Stage,
    Tournament,
)
from tournament.permissions import Action, Refusal, badge_event
from tournament.services.access import require
from tournament.services.errors import BadState, NotAllowed, StaleEdit
from tournament.services.final import expect_no_appeals
from tournament.services.locks import touch_standings
from tournament.services.log import Request, answered, write
from tournament.standings import DEFAULT_LADDER, VECTOR

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser, User


@transaction.atomic
def create_tournament(
    *, slug: str, name: str, profile: str, request: Request, **fields: Any
) -> Tournament:
    """
    Create an event with its first stage and the first revision of its rules.

    `fields` are further fields of `Tournament`. Who creates it becomes its organiser. Raise
    `NotAllowed` without the permission to add events, `BadState` when the address is taken.
    """
    values = {"slug": slug, "name": name, "profile": profile, **fields}
    if row := answered(request, "create_tournament", values):
        return Tournament.objects.get(pk=row.object_id)
    if request.by and not may_create(request.by):
        raise NotAllowed(Refusal.ROLE)
    if Tournament.objects.filter(slug=slug).exists():
        raise BadState(_("There is already an event with the address %(slug)s.") % {"slug": slug})
    defaults = {"table_point_vector": list(VECTOR), "tie_ladder": list(DEFAULT_LADDER)}
    tournament = Tournament(slug=slug, name=name, profile=profile, **{**defaults, **fields})
    tournament.full_clean()
    tournament.save()
    Stage.objects.create(tournament=tournament, order=1, name="1")
    new_revision(tournament)
    if request.by:
        Official.objects.create(tournament=tournament, user=request.by, role=Role.ORGANISER)
    write(request, "create_tournament", values, tournament=tournament, obj=tournament, after=values)
    return tournament


def may_create(user: "User | AnonymousUser") -> bool:
    """Whether `user` may make new events."""
    return badge_event(user) is None and user.has_perm("tournament.add_tournament")


def new_revision(tournament: Tournament, rules: Rules | None = None) -> ProfileRevision:
    """Copy `rules`, or those of the event's edition as they are now, into a new revision."""
    latest = tournament.profile_revisions.order_by("-number").first()
    return ProfileRevision.objects.create(
        tournament=tournament,
        number=latest.number + 1 if latest else 1,
        profile=tournament.profile,
        content=rules_of(rules or scoring_profile(tournament.profile)),
    )


def rules_of(rules: Rules) -> Mapping[str, Any]:
    """Return rules as plain data: values and switches of their fan, the offence catalogue."""
    return {
        **rules.data(),
        "offences": [asdict(offence) for offence in offences(rules.key)],
    }


def rules_in(revision: ProfileRevision) -> Rules:
    """Return the rules that `rules_of` put into a revision."""
    return profile_from_data(revision.content)


def current_revision(tournament: Tournament) -> ProfileRevision:
    """Return the revision new hands and penalties are made with; its content is not fetched."""
    return tournament.profile_revisions.defer("content").order_by("-number")[0]


def current_rules(tournament: Tournament) -> ProfileRevision:
    """Return the same revision with its content, for `rules_in`."""
    return tournament.profile_revisions.order_by("-number")[0]


EDITABLE: Final = (
    *("name", "venue", "starts_on", "ends_on", "time_zone", "profile", "rounds_planned"),
    *("minutes", "hands_per_game", "end_rule", "seat_change", "starting_score"),
    *("table_point_vector", "tie_ladder", "outside_substitute_counts", "publication"),
    *("hidden_from_round", "is_final", "state", "hall_address"),
)
"""What organisers may change; the address stays, it is printed on cards."""

LOCKED_BY_PLAY: Final = ("hands_per_game", "seat_change", "starting_score", "table_point_vector")
"""What the results of played games are made of."""


def is_played(tournament: Tournament) -> bool:
    """Whether a round was started: its games then depend on the settings."""
    played = (Round.State.RUNNING, Round.State.CLOSED)
    return tournament.rounds.filter(state__in=played).exists()


def settings_of(tournament: Tournament) -> dict[str, Any]:
    """Return what organisers may change, as it stands."""
    return {name: getattr(tournament, name) for name in EDITABLE}


def settings_version(tournament: Tournament) -> str:
    """
    Return what a form names that showed these settings, to find later that they changed.

    Another rule profile replaces house rules, so they count too. One query.
    """
    revisions = ProfileRevision.objects.filter(tournament=tournament.pk).count()
    text = json.dumps([settings_of(tournament), revisions], sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


@transaction.atomic
def edit_tournament(
    *, tournament: Tournament, fields: Mapping[str, Any], seen: str, request: Request
) -> Tournament:
    """
    Change settings; `seen` is the `settings_version` the editor had before him.

    Another rule profile makes a new revision without the house rules of the old one: hands and
    penalties keep the one they were made with. Raise `StaleEdit` when somebody else changed settings in between, `BadState` when played
    games depend on what would change.
    """
    values = {"tournament": tournament.pk, "seen": seen, **fields}
    if answered(request, "edit_tournament", values):
        return tournament
    tournament = Tournament.objects.select_for_update().get(pk=tournament.pk)
    require(request, Action.EDIT_EVENT, tournament)
    if seen != settings_version(tournament):
        raise StaleEdit(
            _(
                "Somebody else changed the settings since you opened this page. "
                "Nothing was saved; open the page again and repeat your change."
            )
        )
    before = {
        name: getattr(tournament, name)
        for name, value in fields.items()
        if name in EDITABLE and getattr(tournament, name) != value
    }
    _refuse_locked(tournament, before, fields)
    _refuse_final(tournament, before, fields)
    for name in before:
        setattr(tournament, name, fields[name])
    tournament.full_clean()
    tournament.save(update_fields=list(before))
    if "profile" in before:
        new_revision(tournament)
    touch_standings(tournament)
    after = {name: fields[name] for name in before}
    write(
        request,
        "edit_tournament",
        values,
        tournament=tournament,
        obj=tournament,
        before=before,
        after=after,
    )
    return tournament


def _refuse_locked(
    tournament: Tournament, changes: Mapping[str, Any], fields: Mapping[str, Any]
) -> None:
    if is_played(tournament) and not set(LOCKED_BY_PLAY).isdisjoint(changes):
        raise BadState(locked_sentence())
    drawn = last_drawn(tournament)
    planned = fields.get("rounds_planned", tournament.rounds_planned)
    if "rounds_planned" in changes and planned is not None and planned < drawn:
        raise BadState(_("Round %(number)s is drawn already.") % {"number": drawn})


def _refuse_final(
    tournament: Tournament, changes: Mapping[str, Any], fields: Mapping[str, Any]
) -> None:
    """Judge by the time for appeals that is being saved: an organiser may end it."""
    if "is_final" in changes and fields["is_final"]:
        tournament.appeal_minutes = fields.get("appeal_minutes", tournament.appeal_minutes)
        expect_no_appeals(tournament)


def locked_sentence() -> str:
    """Return why a setting cannot be changed any more."""
    return _("A round was started: the results of its games depend on this.")


def last_drawn(tournament: Tournament) -> int:
    """Return the highest number of a round that is not cancelled, 0 for none."""
    rounds = tournament.rounds.exclude(state=Round.State.CANCELLED).order_by("-number")
    return rounds.values_list("number", flat=True).first() or 0
