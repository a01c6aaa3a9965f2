"""The project's addresses and, under /errors/, each error page: some need a fault we do not have."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import include, path

from tournament.urls import handler500
from tournament.views.errors import server_error

__all__ = ["handler500"]


def error(request: HttpRequest, name: str) -> HttpResponse:
    """Show the page `name`.html as the project answers with it."""
    return server_error(request) if name == "500" else render(request, f"{name}.html")


urlpatterns = [path("errors/<slug:name>/", error), path("", include("tournament.urls"))]
