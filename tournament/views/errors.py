"""Error pages: what happened, what was kept, one way on; they need no database."""

import logging
import secrets

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string

from tournament.views.referee import sent

logger = logging.getLogger(__name__)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Answer a form whose secret is missing or old."""
    if sent.by_script(request):
        return sent.log_in_first()
    return render(request, "403_csrf.html", status=403)


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer a fault of ours, with a reference that stands in the log beside the traceback."""
    reference = secrets.token_hex(2).upper()
    logger.error("reference %s: %s %s", reference, request.method, request.path)
    return HttpResponse(render_to_string("500.html", {"reference": reference}), status=500)
