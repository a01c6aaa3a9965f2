"""A draft searched on: a few tries a request, what came of them, and how it goes on."""

from time import monotonic
from typing import Final
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST
from django_htmx.http import HttpResponseClientRedirect

from tournament.draw.merit import tries_of
from tournament.models import Draw, Tournament
from tournament.permissions import Actor
from tournament.services.draw_search import search_on
from tournament.services.errors import ServiceError
from tournament.services.log import new_token
from tournament.views.organiser import office
from tournament.views.organiser.one_draw import draw_or_404, draw_url, for_drawers, standing_draw
from tournament.views.organiser.search_state import TRIES, Search, SearchForm

# What one request of it may take, and one press without a script.
PULSE: Final = 1.5
PRESS_TRIES: Final = 10
PRESS_SECONDS: Final = 10


@require_POST
@for_drawers
def search_draw(request: HttpRequest, tournament: Tournament, who: Actor, pk: int) -> HttpResponse:
    """Try a few more seeds; a script goes on until the deadline, a press makes ten tries."""
    drawn = draw_or_404(tournament, pk)
    form = SearchForm(request.POST)
    by_script = "HX-Request" in request.headers
    if not form.is_valid():
        return _answer(request, drawn, Search(tries_of(drawn.seed)), by_script=by_script)
    given = form.cleaned_data
    begun = monotonic()
    tried, until, spent = given["tried"], given["until"] or 0, given["spent"] or 0
    if by_script and until <= tried:
        until, spent = tried + TRIES, 0
    try:
        found = search_on(
            draw=drawn,
            tried=tried,
            tries=min(until - tried, TRIES) if by_script else PRESS_TRIES,
            seconds=PULSE if by_script else PRESS_SECONDS,
            request=office.asking(request, given["token"]),
        )
    except ServiceError as error:
        messages.error(request, str(error))
        return _answer(request, standing_draw(drawn), None, by_script=by_script)
    spent += max(1, round(10 * (monotonic() - begun)))
    if found.is_better:
        messages.success(
            request, _("Try %(number)s is better; it is the draft now.") % {"number": found.tried}
        )
    elif not by_script:
        words = ngettext(
            "%(count)s more try, not better: the draft stays.",
            "%(count)s more tries, none better: the draft stays.",
            found.tried - tried,
        )
        messages.info(request, words % {"count": found.tried - tried})
    return _answer(request, found.draw, Search(found.tried, until, spent), by_script=by_script)


def _answer(
    request: HttpRequest, drawn: Draw, search: Search | None, *, by_script: bool
) -> HttpResponse:
    """Show how it goes on: the same page's piece to a script, the page of another draft anew."""
    url = draw_url(drawn)
    if search is not None:
        state = {"tried": search.tried, "until": search.until, "spent": search.spent}
        url = f"{url}?{urlencode(state)}"
    if not by_script:
        return redirect(url)
    if search is None or f"/{drawn.pk}/" not in request.path:
        return HttpResponseClientRedirect(url)
    piece = {"draw": drawn, "tournament": drawn.stage.tournament, "search": search}
    return render(request, "tournament/organiser/_search.html", {**piece, "token": new_token()})
