"""Files to take away: the results for anybody, the list of players for those who lead."""

from urllib.parse import quote

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tournament.exports.csv_sheets import csv_sheet
from tournament.exports.results import save_results
from tournament.exports.roster import roster_rows, save_roster
from tournament.models import Tournament
from tournament.permissions import Action, Actor
from tournament.tables import StandingsTable
from tournament.views.organiser import office
from tournament.views.public import results_of

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
CSV = "text/csv; charset=utf-8"


@require_safe
def workbook(request: HttpRequest, slug: str) -> HttpResponse:
    """Answer with the results as an Excel file, in the language of the page."""
    results, _who = results_of(request, slug)
    response = _file(XLSX, slug, results.tournament.name, "xlsx")
    save_results(results, response)
    return response


@require_safe
def standings_csv(request: HttpRequest, slug: str) -> HttpResponse:
    """Answer with the individual standing as CSV, in the language of the page."""
    results, _who = results_of(request, slug)
    response = _file(CSV, slug, results.tournament.name, "csv")
    response.write(csv_sheet(StandingsTable(results).as_values()))
    return response


@require_safe
@office.for_role(Action.NOTE_ATTENDANCE)
def roster_workbook(request: HttpRequest, tournament: Tournament, who: Actor) -> HttpResponse:
    """Answer with the list of players as an Excel file."""
    response = _file(XLSX, f"{tournament.slug}-players", tournament.name, "xlsx")
    save_roster(tournament, response)
    return response


@require_safe
@office.for_role(Action.NOTE_ATTENDANCE)
def roster_csv(request: HttpRequest, tournament: Tournament, who: Actor) -> HttpResponse:
    """Answer with the list of players as CSV."""
    response = _file(CSV, f"{tournament.slug}-players", tournament.name, "csv")
    response.write(csv_sheet(roster_rows(tournament)))
    return response


def _file(content_type: str, ascii_name: str, full_name: str, ending: str) -> HttpResponse:
    """Return an empty file; its address is ASCII, the full name goes the second way (RFC 6266)."""
    name = quote(f"{full_name}.{ending}", safe="")
    disposition = f"attachment; filename=\"{ascii_name}.{ending}\"; filename*=UTF-8''{name}"
    return HttpResponse(content_type=content_type, headers={"Content-Disposition": disposition})
