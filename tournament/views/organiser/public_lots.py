"""The page on which lots from a bag are typed in."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournament import in_public
from tournament.draw.numbers import entries_of
from tournament.in_public import Way
from tournament.models import Draw, Player, Tournament
from tournament.permissions import Actor
from tournament.services.errors import ServiceError
from tournament.services.log import new_token
from tournament.services.public_lots import finish_lots, save_lots
from tournament.views.organiser import office
from tournament.views.organiser.one_draw import draw_url, for_drawers
from tournament.views.organiser.public_draw import numbered_or_404
from tournament.views.organiser.public_forms import LotsForm, TypedLots
from tournament.views.organiser.public_words import block_words


@require_http_methods(["GET", "HEAD", "POST"])
@for_drawers
def lots(request: HttpRequest, tournament: Tournament, who: Actor, pk: int) -> HttpResponse:
    """Ask for the number of each player; keep them half typed, or seat the players by them."""
    draw = numbered_or_404(tournament, pk)
    if draw.state != Draw.State.NUMBERED or in_public.way_of(draw) is not Way.TYPED:
        if request.method == "POST":
            messages.info(
                request, _("No lots are waited for here any more. Look at the draws again.")
            )
        return redirect(draw_url(draw))
    typed = TypedLots(draw, _players(tournament, draw))
    if request.method == "POST":
        return _post(request, tournament, who, draw, typed)
    saved = in_public.typed_of(draw)
    typed.fill(saved)
    if saved:
        typed.judge(complete=False)
    return _page(request, tournament, who, draw, typed)


def _players(tournament: Tournament, draw: Draw) -> dict[int, Player]:
    """Return the players who draw, by entry number; one who is gone is shown by his number."""
    entries = entries_of(in_public.pots_of_draw(draw))
    there = tournament.players.select_related("team").filter(number__in=entries)
    gone = {entry: Player(tournament=tournament, number=entry) for entry in entries}
    return gone | {player.number: player for player in there}


def _post(
    request: HttpRequest, tournament: Tournament, who: Actor, draw: Draw, typed: TypedLots
) -> HttpResponse:
    form = LotsForm(request.POST)
    typed.read(request.POST)
    if not form.is_valid():
        why = _("This press was not complete. Look at the page and press again.")
        return _page(request, tournament, who, draw, typed, status=422, why=why)
    given = form.cleaned_data
    typed.judge(complete=given["finish"])
    if not typed.is_readable or (given["finish"] and typed.has_problems):
        why = _("Nothing is saved yet: look at what is marked. What you typed is still here.")
        return _page(request, tournament, who, draw, typed, status=422, why=why)
    act = finish_lots if given["finish"] else save_lots
    try:
        asked = office.asking(request, given["token"])
        drawn = act(draw=draw, typed=typed.pairs, seen=given["seen"], request=asked)
    except ServiceError as error:
        fresh = numbered_or_404(tournament, draw.pk)
        return _page(request, tournament, who, fresh, typed, status=409, why=str(error))
    if not drawn.lots:
        messages.success(request, _("The lots are saved as far as they are typed."))
        return redirect("tournament:type-lots", tournament.slug, draw.pk)
    messages.success(request, _("The lots are drawn and public. The seats are a draft."))
    return redirect(draw_url(drawn))


def _page(
    request: HttpRequest,
    tournament: Tournament,
    who: Actor,
    draw: Draw,
    typed: TypedLots,
    *,
    status: int = 200,
    why: str = "",
) -> HttpResponse:
    return office.page(
        request,
        tournament,
        who,
        "type_lots.html",
        section="draws",
        status=status,
        draw=draw,
        typed=typed,
        why=why,
        blocks=[block_words(pot) for pot in typed.pots],
        seen=in_public.kept(draw).get("saved", 0),
        saved=in_public.typed_of(draw),
        token=new_token(),
    )
