"""Import of a roster: the file, what its columns mean, the preview, the answer."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from urllib.parse import quote

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_safe

from scoring.listing import phrased
from tournament.exports.roster_template import save_template
from tournament.forms.roster import MOST_QUESTIONS, ColumnsForm, ImportForm, RosterFileForm
from tournament.imports.roster import Column, Sheet, Verdict, find_header, judge, resolve
from tournament.models import RosterDraft, Tournament
from tournament.permissions import Actor
from tournament.roster import Plan
from tournament.services import roster_import as services
from tournament.services.errors import ServiceError
from tournament.services.log import new_token
from tournament.services.roster import Roster, standing_roster
from tournament.services.roster_import import Imported
from tournament.views.organiser import office
from tournament.views.organiser.roster import closed_words, for_roster

# A preview of ten thousand lines would be a page no phone opens.
MOST_SHOWN = 200
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@require_http_methods(["GET", "HEAD", "POST"])
@for_roster
def upload(request: HttpRequest, tournament: Tournament, who: Actor) -> HttpResponse:
    """Take a file and read it; nothing is entered yet."""
    if request.method != "POST":
        return _upload_page(request, tournament, who, RosterFileForm())
    form = RosterFileForm(request.POST, request.FILES)
    if not form.is_valid():
        return _upload_page(request, tournament, who, form, 422)
    header = find_header(form.sheet.lines)
    is_clear = header is not None and not header.unclear
    try:
        draft = services.keep_draft(
            tournament=tournament,
            file_name=str(form.cleaned_data["file"].name).replace("\0", ""),
            sheet=form.sheet.as_data(),
            columns=[column or "" for column in header.columns] if header else [],
            last_header_row=header.last_row if header else 0,
            request=office.asking(request, new_token()),
        )
    except ServiceError as error:
        form.add_error(None, str(error))
        return _upload_page(request, tournament, who, form, 409)
    page = "roster-draft" if is_clear else "roster-columns"
    return redirect(f"tournament:{page}", tournament.slug, draft.pk)


def _upload_page(
    request: HttpRequest,
    tournament: Tournament,
    who: Actor,
    form: RosterFileForm,
    status: int = 200,
) -> HttpResponse:
    return office.page(
        request,
        tournament,
        who,
        "roster_import.html",
        section="roster",
        status=status,
        form=form,
        closed=closed_words(tournament, who),
    )


def draft_or_404(tournament: Tournament, pk: int) -> RosterDraft:
    """Return a draft of the event that has not run out, or answer 404."""
    drafts = tournament.roster_drafts.filter(expires_at__gt=timezone.now())
    return get_object_or_404(drafts, pk=pk)


@require_http_methods(["GET", "HEAD", "POST"])
@for_roster
def columns(request: HttpRequest, tournament: Tournament, who: Actor, pk: int) -> HttpResponse:
    """Ask what the columns mean where the header does not say it."""
    draft = draft_or_404(tournament, pk)
    sheet = Sheet.from_data(draft.sheet)
    first = next((line.row for line in sheet.lines if line.row > draft.last_header_row), 1)
    form = ColumnsForm(request.POST or None, sheet=sheet, chosen=draft.columns, row=first)
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            services.name_columns(
                draft=draft,
                columns=form.columns,
                last_header_row=form.cleaned_data["first_row"] - 1,
                request=office.asking(request, new_token()),
            )
            return redirect("tournament:roster-draft", tournament.slug, draft.pk)
    return office.page(
        request,
        tournament,
        who,
        "roster_columns.html",
        section="roster",
        status=status,
        form=form,
        draft=draft,
        rows=[line.row for line in sheet.lines[:4]],
        has_header=bool(draft.columns),
    )


# The preview


@dataclass(frozen=True)
class Review:
    """A draft judged against the roster as it stands now."""

    tournament: Tournament
    draft: RosterDraft
    choices: Mapping[int, str]
    rest: str = ""

    @cached_property
    def sheet(self) -> Sheet:
        """What was read of the file."""
        return Sheet.from_data(self.draft.sheet)

    @cached_property
    def standing(self) -> Roster:
        """The roster as it stands."""
        return standing_roster(self.tournament)

    @cached_property
    def verdicts(self) -> tuple[Verdict, ...]:
        """What was found in every line."""
        return judge(
            self.sheet.lines,
            [Column(name) if name else None for name in self.draft.columns],
            last_header_row=self.draft.last_header_row,
            standing=self.standing.persons,
            teams=self.standing.teams,
        )

    @cached_property
    def plan(self) -> Plan:
        """What an import with these answers would do."""
        taken = [person.number for person in self.standing.persons if person.number]
        return resolve(self.verdicts, self.choices, taken=taken, for_the_rest=self.rest)

    def of(self, kind: str) -> list[Verdict]:
        """The lines of one kind."""
        return [verdict for verdict in self.verdicts if verdict.kind == kind]

    def questions(self) -> list[tuple[Verdict, str]]:
        """The doubtful lines with what was answered so far."""
        asked = self.of("asks")[:MOST_QUESTIONS]
        return [(verdict, self.choices.get(verdict.row, "")) for verdict in asked]

    def entering(self) -> list[tuple[Verdict, int]]:
        """The lines that become new entries, with their numbers."""
        by_row = {verdict.row: verdict for verdict in self.verdicts}
        shown = self.plan.arrivals[:MOST_SHOWN]
        return [(by_row[arrival.row], arrival.person.number or 0) for arrival in shown]


@require_http_methods(["GET", "HEAD", "POST"])
@for_roster
def preview(request: HttpRequest, tournament: Tournament, who: Actor, pk: int) -> HttpResponse:
    """Show what would be entered, ask what cannot be known, and enter it when told to."""
    draft = draft_or_404(tournament, pk)
    if Column.NAME not in draft.columns and Column.FAMILY_NAME not in draft.columns:
        return redirect("tournament:roster-columns", tournament.slug, draft.pk)
    if request.method != "POST":
        return _preview_page(request, who, Review(tournament, draft, {}), ImportForm())
    form = ImportForm(request.POST)
    review = Review(tournament, draft, form.choices, form["rest"].value() or "")
    if not form.is_valid():
        return _preview_page(request, who, review, form, 422)
    try:
        done = services.import_roster(
            tournament=tournament,
            plan=review.plan,
            seen=form.cleaned_data["seen"],
            answers={"draft": draft.pk, "choices": form.choices, "rest": review.rest},
            request=office.asking(request, form.cleaned_data["token"]),
        )
    except ServiceError as error:
        form.add_error(None, str(error))
        return _preview_page(request, who, review, form, 422 if review.plan.undecided else 409)
    messages.success(request, imported_words(done))
    return redirect("tournament:roster", tournament.slug)


def imported_words(done: Imported) -> str:
    """Return the receipt of an import."""
    parts = [
        ngettext("%(count)s person imported", "%(count)s people imported", done.added)
        % {"count": done.added}
    ]
    if done.changed:
        parts.append(
            ngettext("%(count)s entry changed", "%(count)s entries changed", done.changed)
            % {"count": done.changed}
        )
    if done.skipped:
        parts.append(_skipped_words(done.skipped))
    return phrased(parts)


def _skipped_words(count: int) -> str:
    return ngettext("%(count)s line left out", "%(count)s lines left out", count) % {"count": count}


def _button_words(plan: Plan) -> str:
    people = len(plan.arrivals) + len(plan.corrections)
    words = ngettext("Import %(count)s person", "Import %(count)s people", people)
    return words % {"count": people}


def _below_button(plan: Plan) -> str:
    """Return the second line of the button: what is left out, what is still to answer."""
    parts = []
    if plan.undecided:
        count = len(plan.undecided)
        words = ngettext("%(count)s line to answer", "%(count)s lines to answer", count)
        parts.append(words % {"count": count})
    if plan.skipped:
        parts.append(_skipped_words(len(plan.skipped)))
    return " · ".join(parts)


def _preview_page(
    request: HttpRequest, who: Actor, review: Review, form: ImportForm, status: int = 200
) -> HttpResponse:
    refused, known, asks = (review.of(kind) for kind in ("refused", "known", "asks"))
    return office.page(
        request,
        review.tournament,
        who,
        "roster_preview.html",
        section="roster",
        status=status,
        draft=review.draft,
        sheet=review.sheet,
        unread=_unread(review),
        form=form,
        questions=review.questions(),
        unasked=max(0, len(asks) - MOST_QUESTIONS),
        rest=review.rest,
        refused=refused[:MOST_SHOWN],
        refused_count=len(refused),
        known=known[:MOST_SHOWN],
        known_count=len(known),
        entering=review.entering(),
        plan=review.plan,
        more=max(0, len(review.plan.arrivals) - MOST_SHOWN),
        seen=review.standing.version,
        button=_button_words(review.plan),
        below=_below_button(review.plan),
        token=new_token(),
        closed=closed_words(review.tournament, who),
    )


def _unread(review: Review) -> Sequence[str]:
    """Return the headings of columns that are not read."""
    header = next(
        (line for line in review.sheet.lines if line.row == review.draft.last_header_row), None
    )
    if header is None:
        return ()
    return [
        cell
        for index, cell in enumerate(header.cells)
        if cell and not (index < len(review.draft.columns) and review.draft.columns[index])
    ]


@require_safe
@for_roster
def template(request: HttpRequest, tournament: Tournament, who: Actor) -> HttpResponse:
    """Answer with an empty list to fill in, in the language of the page."""
    name = quote(f"{_('Players')}.xlsx", safe="")
    disposition = f"attachment; filename=\"players.xlsx\"; filename*=UTF-8''{name}"
    headers: dict[str, Any] = {"Content-Disposition": disposition}
    response = HttpResponse(content_type=XLSX, headers=headers)
    save_template(response)
    return response
