"""
The floor under a saved hand: settings and one view that inserts one row in a transaction.

Served by the same command on the same database as the product, with none of its middleware.
"""

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.utils import timezone

from tournament.settings import *  # noqa: F403 - the product's, but for what stands below

MIDDLEWARE: list[str] = []
ROOT_URLCONF = __name__


def insert(request: HttpRequest) -> HttpResponse:
    """Insert a row of three columns."""
    from tournament.models import FailedLogIn  # noqa: PLC0415 - this module is the settings too

    with transaction.atomic():
        FailedLogIn.objects.create(key_hash=request.POST["key"], at=timezone.now())
    return HttpResponse(status=204)


urlpatterns = [path("floor/", insert)]
