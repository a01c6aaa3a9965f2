"""
The action log: every service writes one row in its own transaction.

A client names each request with a token of its own making. The first request under a token is
carried out; a retry with the same values finds the row of the first and gets its answer; the same
token with other values is refused.
"""

import hashlib
import json
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from django.db import IntegrityError, models

from tournament.models import ActionLog, Tournament
from tournament.models.naming import naming_facts
from tournament.services.errors import TokenReused

if TYPE_CHECKING:
    from django.contrib.auth.models import User


def new_token() -> str:
    """Return a token for a form or a command."""
    return secrets.token_urlsafe(24)


@dataclass(frozen=True, slots=True)
class Request:
    """Who asks for a change, under which token and why; `by` None is a command."""

    by: "User | None" = None
    token: str = field(default_factory=new_token)
    reason: str = ""


def fingerprint(action: str, values: Mapping[str, Any]) -> str:
    """Return the hash that tells a retry from another request."""
    text = json.dumps([action, values], sort_keys=True, ensure_ascii=False, default=str)
    return hashlib.sha256(text.encode()).hexdigest()


def answered(request: Request, action: str, values: Mapping[str, Any]) -> ActionLog | None:
    """
    Return the row of an earlier request under this token, None for a new one.

    Call it with the object locked that `values` name. Raise `TokenReused` for other values.
    """
    row = ActionLog.objects.filter(token=request.token).first()
    if row is not None and row.payload_sha256 != fingerprint(action, values):
        raise TokenReused
    return row


def unsaved_row(
    request: Request,
    action: str,
    values: Mapping[str, Any],
    *,
    tournament: Tournament | None,
    obj: models.Model,
    before: Any = None,
    after: Any = None,
) -> ActionLog:
    """
    Return the row of a change that was just made, for `write` or to save many at once.

    Where the change took "final" from the results, the row says that too.
    """
    if tournament and tournament.was_final:
        tournament.was_final = False
        before, after = {**(before or {}), "is_final": True}, {**(after or {}), "is_final": False}
    return ActionLog(
        by=request.by,
        tournament=tournament,
        action=action,
        object_type=obj._meta.model_name or "",
        object_id=obj.pk,
        object_facts=_plain(naming_facts(obj)),
        before=_plain(before),
        after=_plain(after),
        reason=request.reason,
        token=request.token,
        payload_sha256=fingerprint(action, values),
    )


def write(
    request: Request,
    action: str,
    values: Mapping[str, Any],
    *,
    tournament: Tournament | None,
    obj: models.Model,
    before: Any = None,
    after: Any = None,
) -> ActionLog:
    """
    Write the row of a change that was just made.

    Raise `TokenReused` when another object got the same token at the same moment: locks do not
    see that, the unique column does.
    """
    row = unsaved_row(
        request, action, values, tournament=tournament, obj=obj, before=before, after=after
    )
    try:
        row.save(force_insert=True)
    except IntegrityError as error:
        raise TokenReused from error
    return row


def _plain(value: Any) -> Any:
    """The value as the log's JSON columns take it: a date becomes its text."""
    return json.loads(json.dumps(value, ensure_ascii=False, default=str))
