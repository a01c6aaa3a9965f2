"""Error pages: what happened, what was kept, one way on; they need no database."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Answer a form whose secret is missing or old."""
    return render(request, "403_csrf.html", status=403)
