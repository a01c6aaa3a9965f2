"""House rules: what an event plays otherwise than its edition."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.forms.house import HouseForm, house_values
from scoring.house import difference_words
from scoring.rules import PROFILES
from scoring.rules.house import house_differences
from tournament import permissions
from tournament.models import Tournament
from tournament.permissions import Action, Actor
from tournament.services.errors import ServiceError
from tournament.services.events import current_rules, is_played, rules_in
from tournament.services.house_rules import change_rules
from tournament.services.log import new_token
from tournament.views.organiser import office


@require_http_methods(["GET", "HEAD", "POST"])
@office.for_role(Action.EDIT_RULES)
def house_rules(request: HttpRequest, tournament: Tournament, who: Actor) -> HttpResponse:
    """Show and change the house rules of an event."""
    if request.method != "POST" or "edition" in request.POST:
        return _page(request, tournament, who, _form(request, tournament))
    form = _form(request, tournament, request.POST)
    if "preview" in request.POST and "HX-Request" in request.headers:
        return render(request, "tournament/organiser/_house_preview.html", {"form": form})
    if not form.is_valid():
        form.focus_first_error()
        return _page(request, tournament, who, form, 422)
    if "preview" in request.POST:
        return _page(request, tournament, who, form)
    return _save(request, tournament, who, form)


def _form(request: HttpRequest, tournament: Tournament, data: QueryDict | None = None) -> HouseForm:
    """Return what was sent, or the rules as they stand, or the edition's if that was pressed."""
    edition = PROFILES[tournament.profile]
    is_reset = "edition" in request.POST
    rules = edition if is_reset else rules_in(current_rules(tournament))
    reason = {"reason": request.POST.get("reason", "")} if is_reset else {}
    return HouseForm(
        data,
        edition=edition,
        initial={**house_values(rules), **reason},
        needs_reason="preview" not in request.POST and is_played(tournament),
    )


def _save(
    request: HttpRequest, tournament: Tournament, who: Actor, form: HouseForm
) -> HttpResponse:
    given = form.cleaned_data
    try:
        revision = change_rules(
            tournament=tournament,
            rules=form.rules,
            seen=given["seen"],
            request=office.asking(request, given["token"], given["reason"]),
        )
    except ServiceError as error:
        form.add_error(None, str(error))
        return _page(request, tournament, who, form, 409)
    if revision.number == given["seen"]:
        messages.info(request, _("These rules are in force already; nothing was changed."))
    else:
        messages.success(request, _("The rules are saved. Hands from now on count by them."))
    return redirect("tournament:house-rules", tournament.slug)


def _page(
    request: HttpRequest,
    tournament: Tournament,
    who: Actor,
    form: HouseForm,
    status: int = 200,
) -> HttpResponse:
    why = permissions.refusal(Action.EDIT_RULES, who, tournament)
    current = current_rules(tournament)
    in_force = list(difference_words(house_differences(rules_in(current))))
    return office.page(
        request,
        tournament,
        who,
        "house_rules.html",
        section="settings",
        status=409 if why else status,
        form=form,
        closed=permissions.sentence(why) if why else "",
        in_force=in_force,
        is_reset="edition" in request.POST,
        is_played=is_played(tournament),
        seen=current.number,
        token=new_token(),
    )
