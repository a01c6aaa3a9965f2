"""
Pages that follow what happens: a piece asks again every five seconds and names what it shows.

The version stands in the piece's own address, `?v=41`. While it holds the answer is 204 and the
page stays untouched; an ETag would not do, for a browser hands htmx a 200 from its cache.
"""

from typing import Final

from django.http import HttpRequest, HttpResponse

PARAMETER: Final = "v"
UNCHANGED: Final = 204


def take_version(request: HttpRequest) -> str | None:
    """
    Return the version a piece shows, None when a whole page is asked for.

    It leaves the request: the links of the answer lead to pages, not to pieces.
    """
    query = request.GET.copy()
    version = query.pop(PARAMETER, None)
    request.GET = query  # type: ignore[assignment]  # Django's own types want it frozen
    return str(version[-1]) if version else None


def unchanged() -> HttpResponse:
    """Answer that the piece shows what there is."""
    return never_kept(HttpResponse(status=UNCHANGED))


def never_kept(response: HttpResponse) -> HttpResponse:
    """Mark the answer to a piece: no cache keeps it."""
    response.headers["Cache-Control"] = "no-store"
    return response


def piece_url(request: HttpRequest, version: object) -> str:
    """Return where the piece asks next: this page as it is, with the version it shows now."""
    query = request.GET.copy()
    query[PARAMETER] = str(version)
    return f"{request.path}?{query.urlencode()}"
