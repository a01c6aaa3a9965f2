"""The officials of an event: add, change, remove, give a new password."""

import secrets
from typing import Final

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournament.forms.staff import NewOfficialForm, OfficialForm, table_ranges
from tournament.models import Official, Role, Tournament
from tournament.permissions import Actor
from tournament.services.errors import ServiceError
from tournament.services.log import new_token
from tournament.services.passwords import reset_password, why_not_reset
from tournament.services.staff import add_official, appoint, dismiss
from tournament.views.organiser import office

# Without signs that look alike on a slip of paper: 0 O, 1 l I.
ALPHABET: Final = "abcdefghijkmnpqrstuvwxyz23456789"
GROUPS, GROUP = 3, 4


def new_password() -> str:
    """Return a password to be written down: three groups of four signs, about 60 bits."""
    groups = ("".join(secrets.choice(ALPHABET) for _sign in range(GROUP)) for _ in range(GROUPS))
    return "-".join(groups)


@require_http_methods(["GET", "HEAD", "POST"])
@office.for_organisers
def staff(request: HttpRequest, tournament: Tournament, who: Actor) -> HttpResponse:
    """List the officials and add one; the password made for a new user is shown once, here."""
    if request.method != "POST":
        return _list_page(request, tournament, who, _new_form())
    form = NewOfficialForm(request.POST)
    if not form.is_valid():
        return _list_page(request, tournament, who, form, 422)
    given = form.cleaned_data
    password = given["password"] or new_password()
    try:
        official, is_new = add_official(
            tournament=tournament,
            username=given["username"],
            password=password,
            role=Role(given["role"]),
            tables=given["tables"],
            request=office.asking(request, given["token"]),
        )
    except (ServiceError, ValidationError) as error:
        form.add_error(None, _sentence(error))
        return _list_page(request, tournament, who, form, 409)
    if not is_new or given["password"]:
        messages.success(request, _("%(official)s is added.") % {"official": official})
        return redirect("tournament:staff", tournament.slug)
    return _list_page(
        request, tournament, who, _new_form(), new_official=official, password=password
    )


@require_http_methods(["GET", "HEAD", "POST"])
@office.for_organisers
def official(request: HttpRequest, tournament: Tournament, who: Actor, pk: int) -> HttpResponse:
    """Show and change one official's role and tables."""
    found = get_object_or_404(_officials(tournament), pk=pk)
    form = OfficialForm.of(found, request.POST if request.method == "POST" else None)
    status = 200
    if form.is_valid():
        try:
            appoint(
                tournament=tournament,
                user=found.user,
                role=Role(form.cleaned_data["role"]),
                tables=form.cleaned_data["tables"],
                request=office.asking(request, form.cleaned_data["token"]),
            )
        except ServiceError as error:
            form.add_error(None, str(error))
            status = 409
        else:
            messages.success(request, _("%(name)s is changed.") % {"name": found.user})
            return redirect("tournament:staff", tournament.slug)
    elif form.is_bound:
        status = 422
    return office.page(
        request,
        tournament,
        who,
        "official.html",
        section="staff",
        status=status,
        official=found,
        form=form,
        token=new_token(),
        no_password=why_not_reset(found, office.asking(request, "").by),
    )


@require_POST
@office.for_organisers
def give_password(
    request: HttpRequest, tournament: Tournament, who: Actor, pk: int
) -> HttpResponse:
    """Give an official a new password; it is shown once, here."""
    found = get_object_or_404(_officials(tournament), pk=pk)
    password = new_password()
    try:
        is_given = reset_password(
            official=found,
            password=password,
            request=office.asking(request, office.token_in(request)),
        )
    except ServiceError as error:
        messages.error(request, str(error))
        return _list_page(request, tournament, who, _new_form(), 409)
    if not is_given:
        messages.info(request, _("This password was set already and is shown only once."))
        return redirect("tournament:official", tournament.slug, pk)
    return _list_page(request, tournament, who, _new_form(), renewed=found, password=password)


@require_POST
@office.for_organisers
def remove(request: HttpRequest, tournament: Tournament, who: Actor, pk: int) -> HttpResponse:
    """Take an official's role."""
    found = tournament.officials.filter(pk=pk).first()
    if found is None:
        messages.info(request, _("This official is removed already."))
        return redirect("tournament:staff", tournament.slug)
    try:
        kept = dismiss(official=found, request=office.asking(request, office.token_in(request)))
    except ServiceError as error:
        form = _new_form()
        messages.error(request, str(error))
        return _list_page(request, tournament, who, form, 409)
    said = _("%(name)s signed sheets and stays as a viewer.") if kept else _("%(name)s is removed.")
    messages.success(request, said % {"name": found.user})
    return redirect("tournament:staff", tournament.slug)


def _new_form() -> NewOfficialForm:
    return NewOfficialForm(initial={"token": new_token()})


def _officials(tournament: Tournament) -> QuerySet[Official]:
    return tournament.officials.select_related("user").prefetch_related("tables")


def _sentence(error: ServiceError | ValidationError) -> str:
    return " ".join(error.messages) if isinstance(error, ValidationError) else str(error)


def _list_page(
    request: HttpRequest,
    tournament: Tournament,
    who: Actor,
    form: NewOfficialForm,
    status: int = 200,
    *,
    new_official: Official | None = None,
    renewed: Official | None = None,
    password: str = "",
) -> HttpResponse:
    found = _officials(tournament).order_by("user__username")
    rows = [
        (row, table_ranges([table.number for table in row.tables.all()]))
        for row in sorted(found, key=lambda row: Role.values.index(row.role))
    ]
    response = office.page(
        request,
        tournament,
        who,
        "staff.html",
        section="staff",
        status=status,
        officials=rows,
        form=form,
        token=new_token(),
        new_official=new_official,
        renewed=renewed,
        password=password,
    )
    response.headers["Cache-Control"] = "no-store"
    return response
