"""
What a script that sends an entry gets in place of a page: how it ended, and a sentence.

A phone keeps entries while the server cannot be reached and sends them later, with the token each
was given when it was typed. It asks for JSON, says for whom it sends (`X-Sent-For`, so that nobody
saves what another has typed), and shows what was refused by sending it again as an ordinary form.
"""

from typing import Any

from django.http import HttpRequest, JsonResponse
from django.utils.translation import gettext as _

from tournament import permissions
from tournament.permissions import Refusal
from tournament.services.hands import Saved

JSON = "application/json"
LONGEST_TOKEN = 64


def by_script(request: HttpRequest) -> bool:
    """Whether the answer is read by a script that sends entries."""
    return request.method == "POST" and request.headers.get("Accept") == JSON


def queued_token(request: HttpRequest) -> str:
    """Return the token under which the phone keeps this entry, empty for one it does not keep."""
    return str(request.POST.get("queued", ""))[:LONGEST_TOKEN]


def is_for_another(request: HttpRequest) -> bool:
    """Whether a script sends what somebody else typed than the one who is logged in now."""
    sent_for = request.headers.get("X-Sent-For")
    if sent_for is None:
        return by_script(request)
    return sent_for != str(request.user.pk)


def saved(text: str, *, next_url: str, undo_url: str = "", how: Saved = Saved.NEW) -> JsonResponse:
    """Answer that the entry stands, now or since an earlier try."""
    return _answer(200, "saved", text, how=how.value, next=next_url, undo=undo_url)


def conflict(text: str) -> JsonResponse:
    """Answer that somebody has to choose between two entries."""
    return _answer(409, "choose", text)


def refused(status: int, text: str) -> JsonResponse:
    """Answer that the entry as it is cannot be saved."""
    return _answer(status, "refused", text)


def turned_away(why: Refusal) -> JsonResponse:
    """Answer one who may not save here; whom a log-in may help is asked for one."""
    if why is Refusal.LOGIN:
        return log_in_first()
    return refused(403, permissions.sentence(why))


def log_in_first() -> JsonResponse:
    """Answer that the entry waits for the one who typed it."""
    return _answer(401, "login", _("Log in again; what you typed is kept and then sent."))


def _answer(status: int, state: str, text: str, **more: Any) -> JsonResponse:
    return JsonResponse({"state": state, "text": text, **more}, status=status)
