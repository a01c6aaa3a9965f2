"""The address in the hall: asked for by the pages that print codes, when it is not set."""

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournament.forms.hall import HallAddressForm
from tournament.models import Tournament
from tournament.permissions import Actor
from tournament.services.errors import ServiceError
from tournament.services.events import edit_tournament, settings_version
from tournament.services.log import new_token
from tournament.views import hall
from tournament.views.organiser import office

WAYS_BACK = ("badges", "table-cards", "settings")


@require_http_methods(["GET", "HEAD", "POST"])
@office.for_organisers
def hall_address(request: HttpRequest, tournament: Tournament, who: Actor) -> HttpResponse:
    """Show and change the address that printed codes carry; `?back=` names the page to go on to."""
    if request.method != "POST":
        found = hall.proposals(request)
        first = found[0] if found else ""
        form = HallAddressForm(
            initial={
                "token": new_token(),
                "seen": settings_version(tournament),
                "hall_address": tournament.hall_address or first,
            }
        )
        return _form_page(request, tournament, who, form, found)
    form = HallAddressForm(request.POST)
    if not form.is_valid():
        return _form_page(request, tournament, who, form, hall.proposals(request), 422)
    try:
        edit_tournament(
            tournament=tournament,
            fields={"hall_address": form.cleaned_data["hall_address"]},
            seen=form.cleaned_data["seen"],
            request=office.asking(request, form.cleaned_data["token"]),
        )
    except (ServiceError, ValidationError) as error:
        form.add_error(None, str(error))
        return _form_page(request, tournament, who, form, hall.proposals(request), 409)
    messages.success(request, _("The address in the hall is saved."))
    return redirect(f"tournament:{_back(request)}", tournament.slug)


def _back(request: HttpRequest) -> str:
    asked = request.GET.get("back", "")
    return asked if asked in WAYS_BACK else "settings"


def _form_page(
    request: HttpRequest,
    tournament: Tournament,
    who: Actor,
    form: HallAddressForm,
    proposals: list[str],
    status: int = 200,
) -> HttpResponse:
    return office.page(
        request,
        tournament,
        who,
        "hall_address.html",
        section="settings",
        status=status,
        form=form,
        proposals=proposals,
        back=_back(request),
    )
