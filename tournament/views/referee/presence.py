"""A page of a game reports that it is open, and hears who else has the sheet open."""

from collections.abc import Sequence

from django import forms
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext
from django.views.decorators.http import require_POST

from scoring.listing import listed
from tournament.models import SheetVisit
from tournament.permissions import Action
from tournament.services.presence import note_visit
from tournament.views.live import never_kept
from tournament.views.referee.desk import Desk
from tournament.views.referee.frame import for_officials


class VisitForm(forms.Form):
    """Which device, and how many entries wait on it."""

    device = forms.RegexField(r"^[0-9a-f]{8,64}$")
    waiting = forms.IntegerField(min_value=0, max_value=1000)


@require_POST
@for_officials(Action.ENTER_HAND)
def visit(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Note the device; answer with a sentence about the others, empty when there are none."""
    form = VisitForm(request.POST)
    assert isinstance(request.user, User)
    if not form.is_valid():
        return never_kept(JsonResponse({"text": ""}, status=422))
    others = note_visit(game=desk.game, by=request.user, **form.cleaned_data)
    return never_kept(JsonResponse({"text": others_words(others, request.user)}))


def others_words(others: Sequence[SheetVisit], me: User) -> str:
    """Return who else has the sheet open, and what waits there."""
    if not others:
        return ""
    mine = all(visit.by_id == me.pk for visit in others)
    if mine:
        text = _("You have this sheet open on another device too.")
    else:
        names = dict.fromkeys(str(visit.by) for visit in others if visit.by_id != me.pk)
        text = _("%(names)s has this sheet open too.") % {"names": listed(names)}
    waiting = sum(visit.waiting for visit in others)
    if waiting:
        kept = ngettext(
            "%(count)s entry waits there to be sent.",
            "%(count)s entries wait there to be sent.",
            waiting,
        )
        text = pgettext("two sentences", "%(one)s %(other)s") % {
            "one": text,
            "other": kept % {"count": waiting},
        }
    return text
